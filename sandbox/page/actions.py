"""What a tab may ask for, done through the same people that the tests drive."""

from collections.abc import Mapping
from typing import Any

from sandbox import commands
from sandbox.commands import ClientRefusalError
from sandbox.driver import Answer, InteractionFailedError, Modal, Person
from sandbox.interactions import CallbackType, Interaction, Interactions, Phase
from sandbox.messages import Messages
from sandbox.model import Channel, Json, Message, User
from sandbox.page import view
from sandbox.permissions import Permission, in_guild, sees
from sandbox.threads import Threads
from sandbox.world import World

PAGE = 100
"""Messages of one look back."""
CHANGES: Mapping[str, Json] = {
    "archive": {"archived": True},
    "lock": {"locked": True, "archived": True},
    "open": {"archived": False, "locked": False},
}


class Actions:
    """Does one thing after another for whoever sits at a tab.

    Raises ClientRefusalError or DiscordError, whose sentence the person reads.
    """

    def __init__(
        self,
        world: World,
        messages: Messages,
        threads: Threads,
        interactions: Interactions,
        reading: dict[tuple[int, int], int],
    ) -> None:
        self._world = world
        self._messages = messages
        self._threads = threads
        self._interactions = interactions
        self._reading = reading

    async def do(self, me: User, ask: Json) -> Json:
        """Do what one frame asks; the JSON of the result. A frame of no known form is refused."""
        match ask:
            case {"do": "open", "channel": str(place)}:
                return self._open(me, self._channel(me, place), ask.get("before"))
            case {"do": "read", "channel": str(place)}:
                self._read(me, self._channel(me, place))
            case {"do": "say", "channel": str(place), "text": str(text)}:
                await self._say(me, self._channel(me, place), text, ask)
            case {"do": "edit", "channel": str(place), "message": str(which), "text": str(text)}:
                await self._person(me).edit(self._message(me, place, which), text)
            case {"do": "delete", "channel": str(place), "message": str(which)}:
                await self._person(me).delete(self._message(me, place, which))
            case {"do": "dismiss", "channel": str(place), "message": str(which)}:
                self._dismiss(me, place, which)
            case {"do": "language", "locale": str(locale)} if locale in view.LANGUAGES:
                me.locale = locale
            case {"do": "server-language", "server": str(which), "locale": str(locale)} if (
                locale in view.LANGUAGES
            ):
                self._server_language(me, which, locale)
            case {"do": "thread", "channel": str(place), "change": str(change)}:
                self._change_thread(me, self._channel(me, place), change)
            case _:
                return await self._interact(me, ask)
        self._world.signal.notify()
        return {}

    async def _interact(self, me: User, ask: Json) -> Json:
        try:
            answer = await self._begin(me, ask)
        except InteractionFailedError:
            return {"outcome": "failed"}
        result: Json = {"outcome": str(answer.kind)}
        if answer.interaction.answer is CallbackType.MODAL:
            result["box"] = {"token": answer.interaction.token, "data": answer.modal.data}
        if answer.interaction.answer is CallbackType.CHOICES:
            result["choices"] = answer.choices
        return result

    async def _begin(self, me: User, ask: Json) -> Answer:
        person = self._person(me)
        match ask:
            case {
                "do": "press",
                "channel": str(place),
                "message": str(which),
                "custom_id": str(it),
            }:
                return await person.press(self._message(me, place, which), it)
            case {
                "do": "select", "channel": str(place), "message": str(which),
                "custom_id": str(it), "values": list(values),
            }:  # fmt: skip
                return await person.select(self._message(me, place, which), it, values)
            case {"do": "submit", "box": str(token), "values": dict(fields)}:
                return await person.submit(self._modal(token), fields)
            case {"do": "slash", "channel": str(place), "line": str(line), "options": dict(given)}:
                options = self._options(line, given)
                return await person.slash(self._channel(me, place), line, **options)
            case {
                "do": "complete", "channel": str(place), "line": str(line),
                "options": dict(given), "focused": str(focused),
            }:  # fmt: skip
                options = self._options(line, given)
                seen = self._channel(me, place)
                return await person.autocomplete(seen, line, focused, **options)
            case {"do": "menu", "channel": str(place), "name": str(name), "target": str(target)}:
                about = self._person(self._user(target))
                return await person.user_menu(self._channel(me, place), name, about)
            case _:
                raise ClientRefusalError("the page asked for something unknown")

    # Messages

    def _open(self, me: User, place: Channel, before: str | None) -> Json:
        older = [
            one
            for one in view.visible(place, me)
            if before is None or one.id < _number(before, "message")
        ]
        shown = older[-PAGE:]
        listed = [view.message(self._world, one, me) for one in shown]
        return {"messages": listed, "more": len(shown) < len(older)}

    def _read(self, me: User, place: Channel) -> None:
        last = next(reversed(place.messages), 0)
        self._reading[me.id, place.id] = last

    async def _say(self, me: User, place: Channel, text: str, ask: Json) -> None:
        reply_to = ask.get("reply_to")
        said = await self._person(me).say(
            place,
            text,
            reply_to=None if reply_to is None else self._message(me, str(place.id), reply_to),
            ping=bool(ask.get("ping", True)),
        )
        self._reading[me.id, place.id] = said.id

    def _dismiss(self, me: User, place: str, which: str) -> None:
        found = self._message(me, place, which)
        if not found.ephemeral:
            raise ClientRefusalError("only a message that you alone see can be dismissed")
        self._world.dismiss(self._channel(me, place), found)

    # Servers and threads

    def _server_language(self, me: User, which: str, locale: str) -> None:
        guild = self._world.guilds.get(_number(which, "server"))
        if guild is None or not in_guild(guild, me) & Permission.MANAGE_GUILD:
            raise ClientRefusalError("you may not change this server")
        self._world.set_locale(guild, locale)

    def _change_thread(self, me: User, thread: Channel, change: str) -> None:
        if change == "join":
            self._world.add_thread_member(thread, me)
        elif change == "leave":
            self._world.remove_thread_member(thread, me)
        elif change == "delete":
            self._threads.delete(thread, me)
        elif change in CHANGES:
            self._threads.change(thread, me, CHANGES[change])
        else:
            raise ClientRefusalError(f"a thread cannot be asked to {change}")

    # Finding things by their ids

    def _person(self, user: User) -> Person:
        """The driver of somebody whose interactions are over at the bot's first answer.

        A person in a test waits on until "is thinking" has become an answer; a page shows it.
        """
        return Person(self._world, self._messages, self._interactions, user, outcome=_is_answered)

    def _user(self, text: str) -> User:
        user = self._world.users.get(_number(text, "person"))
        if user is None:
            raise ClientRefusalError("there is no such person")
        return user

    def _channel(self, me: User, text: str) -> Channel:
        place = self._world.channels.get(_number(text, "channel"))
        if place is None or not sees(place, me):
            raise ClientRefusalError("this channel is not there any more")
        return place

    def _message(self, me: User, place: str, text: str) -> Message:
        found = self._channel(me, place).messages.get(_number(text, "message"))
        if found is None or found.only_for not in (None, me.id):
            raise ClientRefusalError("this message is not there any more")
        return found

    def _modal(self, token: str) -> Modal:
        opener = self._interactions.all.get(token)
        if opener is None or opener.modal is None:
            raise ClientRefusalError("this box is not open any more")
        return Modal(opener, opener.modal)

    def _options(self, line: str, given: Mapping[str, Any]) -> dict[str, object]:
        """The options of a command with each person as the user they are."""
        people = {
            option["name"]
            for option in commands.options_of(self._world, line)
            if option["type"] == commands.USER
        }
        return {
            name: self._user(str(value)) if name in people else value
            for name, value in given.items()
        }


def _is_answered(one: Interaction) -> bool:
    return one.phase is not Phase.OPEN


def _number(text: object, what: str) -> int:
    if not (isinstance(text, str) and text.isascii() and text.isdigit()):
        raise ClientRefusalError(f"{text!r} is no {what}")
    return int(text)
