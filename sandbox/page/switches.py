"""The panel's switches: trouble that a person can make for the bot."""

from collections.abc import Mapping

from sandbox.commands import ClientRefusalError
from sandbox.gateway import Gateway
from sandbox.model import Json
from sandbox.page.view import BOT_PERMISSIONS
from sandbox.permissions import Permission
from sandbox.world import World

MODERATION: Mapping[str, dict[str, bool]] = {
    "archive": {"archived": True},
    "unarchive": {"archived": False},
    "lock": {"locked": True},
    "unlock": {"locked": False},
}


class Switches:
    """Closes private messages, takes the bot's rights and places away, drops its connection."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway

    def turn(self, ask: Json) -> None:
        """Turn the switch that a frame names. Raises ClientRefusalError for what is not there."""
        match ask:
            case {"do": "dms", "person": str(person), "open": bool(is_open)}:
                self._dms(int(person), is_open=is_open)
            case {
                "do": "permission", "channel": str(channel),
                "permission": str(name), "allowed": bool(allowed),
            }:  # fmt: skip
                self._permission(int(channel), name, allowed=allowed)
            case {"do": "membership", "server": str(server), "present": bool(present)}:
                self._membership(int(server), present=present)
            case {"do": "moderate", "channel": str(thread), "change": str(change)}:
                self._moderate(int(thread), change)
            case {"do": "drop"}:
                self._gateway.drop()
            case _:
                raise ClientRefusalError("there is no such switch")

    def _dms(self, person: int, *, is_open: bool) -> None:
        user = self._world.users.get(person)
        if user is None:
            raise ClientRefusalError("there is no such person")
        user.dms_open = is_open
        self._world.signal.notify()

    def _membership(self, server: int, *, present: bool) -> None:
        """Remove the bot from a server or invite it again."""
        guild, bot = self._world.guilds.get(server), self._world.bot
        if guild is None:
            raise ClientRefusalError("there is no such server")
        if present == (bot.id in guild.members):
            return
        if present:
            self._world.join(guild, bot)
        else:
            self._world.leave(guild, bot)

    def _moderate(self, channel: int, change: str) -> None:
        """Do to a thread what a moderator can, whoever asks."""
        thread = self._world.channels.get(channel)
        if thread is None or thread.thread is None:
            raise ClientRefusalError("there is no such thread")
        if change == "delete":
            self._world.remove_channel(thread)
        elif change in MODERATION:
            self._world.set_thread(thread, **MODERATION[change])
        else:
            raise ClientRefusalError(f"a thread cannot be asked to {change}")

    def _permission(self, channel: int, name: str, *, allowed: bool) -> None:
        """Deny the bot something in one channel, or take that back; a thread has its parent's."""
        place = self._world.channels.get(channel)
        if place is None or place.guild is None:
            raise ClientRefusalError("permissions belong to the channels of a server")
        one = next((one for one in BOT_PERMISSIONS if one.name == name), None)
        if one is None:
            raise ClientRefusalError("the bot does not ask for this permission")
        place = place.parent or place
        bot = self._world.bot
        earlier = place.overwrites.get(bot.id)
        denied = Permission(earlier.deny if earlier else 0)
        denied = denied & ~one if allowed else denied | one
        self._world.overwrite(place, bot, 0, int(denied))
