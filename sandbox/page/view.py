"""What one person's page shows, as JSON. The shapes are those of `static/types.d.ts`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sandbox.clock import isoformat
from sandbox.gateway import Gateway
from sandbox.model import Channel, Guild, Json, Message, Reading, ThreadInfo, User
from sandbox.permissions import THREADS, Permission, in_channel, in_guild, may_send, sees
from sandbox.record import Crossing, RestCall
from sandbox.world import World

LANGUAGES = ("en-US", "en-GB", "fr", "nl")
BOT_PERMISSIONS = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.CREATE_PRIVATE_THREADS,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.READ_MESSAGE_HISTORY,
    Permission.EMBED_LINKS,
    Permission.ATTACH_FILES,
)
"""What the bot's invite asks for."""


class Supervisor(Protocol):
    """Whoever keeps the bot's process."""

    @property
    def running(self) -> bool:
        """Whether the process is there."""

    async def restart(self) -> None:
        """End it as a service manager does and start it again."""


@dataclass(frozen=True)
class Tenants:
    """Who can be chosen on the page, and as whom it is open somewhere."""

    offered: Sequence[User]
    here: frozenset[int]


def state(
    world: World,
    gateway: Gateway,
    reading: Reading,
    tenants: Tenants,
    supervisor: Supervisor | None,
    me: User,
) -> Json:
    """Everything but messages, as one person sees it."""
    mine = [guild for guild in world.guilds.values() if me.id in guild.members]
    return {
        "me": _user(me) | {"locale": me.locale, "dms_open": me.dms_open},
        "people": [_tenant(world, one, tenants.here) for one in tenants.offered],
        "users": {str(one.id): _user(one) for one in world.users.values()},
        "bot": {
            "id": str(world.bot.id),
            "connected": gateway.connected,
            "running": gateway.connected if supervisor is None else supervisor.running,
            "restartable": supervisor is not None,
        },
        "servers": [_server(world, guild, reading, me) for guild in mine],
        "direct": channel(world, world.dm_with(me), reading, me),
        "commands": list(world.application.commands.values()),
        "languages": list(LANGUAGES),
        "permissions": [one.name for one in BOT_PERMISSIONS],
    }


def channel(world: World, place: Channel, reading: Reading, me: User) -> Json:
    """A channel, with what this person may do and has not read there."""
    here = Permission(in_channel(place, me))
    info = place.thread
    read = reading.get((me.id, place.id), 0)
    unread, pings = _unread(place, read, me)
    followed = info is None or me.id in info.members
    return {
        "id": str(place.id),
        "type": int(place.type),
        "name": place.name or world.bot.name,
        "server": None if place.guild is None else str(place.guild.id),
        "parent": None if place.parent is None else str(place.parent.id),
        "can_send": may_send(place, me) and not (info and _is_shut(info, here)),
        "can_use_commands": bool(here & Permission.USE_APPLICATION_COMMANDS),
        "can_manage_messages": bool(here & Permission.MANAGE_MESSAGES),
        "can_manage": info is not None and _manages(here),
        "permissions": str(int(here)),
        "archived": info is not None and info.archived,
        "locked": info is not None and info.locked,
        "joined": info is not None and me.id in info.members,
        "members": [str(one) for one in info.members] if info is not None else [],
        "message_count": info.message_count if info is not None else 0,
        "unread": unread if followed else 0,
        "pings": pings,
        "read": str(read),
        "denied": _denied(place, world.bot),
    }


def message(world: World, one: Message, me: User) -> Json:
    """A message as Discord's JSON, with what a client knows more."""
    return world.message_json(one) | {
        "command": one.command,
        "pings_me": me.id in one.pinged or one.mention_everyone,
    }


def visible(place: Channel, me: User) -> list[Message]:
    """The messages this person sees in a channel, oldest first."""
    return [one for one in place.messages.values() if one.only_for in (None, me.id)]


def crossing(number: int, one: Crossing) -> Json:
    """A call or an event, for the panel."""
    head = {"number": number, "at": isoformat(one.at)}
    if isinstance(one, RestCall):
        title = f"{one.method} {one.path}"
        about = {"kind": "call", "title": title, "status": one.status}
        return head | about | {"sent": one.body, "answer": one.answer}
    about = {"kind": "event", "title": one.name, "status": None}
    return head | about | {"sent": one.data, "answer": None}


def _user(someone: User) -> Json:
    return {"id": str(someone.id), "name": someone.name, "bot": someone.bot}


def _tenant(world: World, someone: User, here: frozenset[int]) -> Json:
    guilds = [guild for guild in world.guilds.values() if someone.id in guild.members]
    return {
        "id": str(someone.id),
        "name": someone.name,
        "locale": someone.locale,
        "moderator": any(in_guild(g, someone) & Permission.MANAGE_GUILD for g in guilds),
        "here": someone.id in here,
        "dms_open": someone.dms_open,
    }


def _server(world: World, guild: Guild, reading: Reading, me: User) -> Json:
    seen = [place for place in world.channels_of(guild) if sees(place, me)]
    seen.sort(key=lambda place: (place.type in THREADS, place.position, place.id))
    return {
        "id": str(guild.id),
        "name": guild.name,
        "locale": guild.locale,
        "available": guild.available,
        "members": [str(one) for one in guild.members if one != guild.owner_id],
        "roles": [{"id": str(one.id), "name": one.name} for one in guild.roles.values()],
        "can_manage": bool(in_guild(guild, me) & Permission.MANAGE_GUILD),
        "channels": [channel(world, place, reading, me) for place in seen],
    }


def _unread(place: Channel, read: int, me: User) -> tuple[int, int]:
    """How many messages by others came after `read`, and how many of them ping this person."""
    unread = pings = 0
    for message_id in reversed(place.messages):
        if message_id <= read:
            break
        one = place.messages[message_id]
        if one.author is me or one.ephemeral:
            continue
        unread += 1
        pings += place.guild is None or me.id in one.pinged or one.mention_everyone
    return unread, pings


def _denied(place: Channel, bot: User) -> list[str | None]:
    here = in_channel(place, bot)
    return [one.name for one in BOT_PERMISSIONS if not here & one] if place.guild else []


def _is_shut(info: ThreadInfo, here: Permission) -> bool:
    """Whether a thread is locked for one with these permissions; no message opens it again."""
    return info.locked and (info.archived or not _manages(here))


def _manages(here: Permission) -> bool:
    return bool(here & Permission.MANAGE_THREADS)
