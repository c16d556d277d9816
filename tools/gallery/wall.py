"""Where messages and boxes are hung up, as Discord's JSON."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

import discord
from discord import ui

from bot.client import Interaction
from bot.matches.ids import PlayerId
from bot.matches.ports import Standing
from bot.matches.view import MatchView
from bot.presentation.scene import Message, Scene
from bot.ui.base import reply_failure
from bot.ui.sending import NO_MATCH, answer
from sandbox.attachments import finish_modal
from tools.gallery.cast import Cast
from tools.gallery.play import Said
from tools.gallery.stand_in import StandIn

Json = dict[str, Any]

PLAIN, REPLY, COMMAND = 0, 19, 20
"""Discord's kinds of message."""
IDS = count(1_700_000_000_000_000_000)
"""No two messages have the same, whatever their language."""
EPHEMERAL = 64
"""Discord's flag of a message that one person sees."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message or a box in one language; `data` is a message object or a modal of Discord's."""

    name: str
    locale: str
    kind: Literal["message", "modal"]
    data: Json

    @property
    def json(self) -> Json:
        """As the page takes it."""
        about = {"name": self.name, "locale": self.locale, "kind": self.kind}
        return about | {self.kind: self.data}


class Wall:
    """Everything in one language, in the order in which it was hung up."""

    def __init__(self, cast: Cast, scene: Scene, locale: str) -> None:
        self.cast = cast
        self.scene = scene
        self.locale = locale
        self.entries: list[Entry] = []

    def message(
        self,
        name: str,
        sent: Mapping[str, Any],
        *,
        said: Said | None = None,
        command: str | None = None,
    ) -> None:
        """What discord.py is given to send; `said` is what it replies to."""
        pings = sent.get("allowed_mentions", discord.AllowedMentions.none()).to_dict()
        users = [str(user) for user in pings.get("users", ())]
        view = sent.get("view")
        data = self._frame(self.cast.bot, sent["content"]) | {
            "mentions": [{"id": user} for user in users],
            "embeds": [embed.to_dict() for embed in sent.get("embeds", ())],
            "components": view.to_components() if view else [],
            "flags": EPHEMERAL if sent.get("ephemeral") else 0,
            "pings_me": bool(users),
            "command": command,
        }
        if said:
            data |= {"type": REPLY, "referenced_message": self._frame(said.player, said.text)}
        elif command:
            user = {"id": str(self.cast.robin)}
            asked = {"id": data["id"], "type": 2, "user": user}
            data |= {"type": COMMAND, "interaction_metadata": asked}
        self._hang(name, "message", data)

    async def answer(
        self,
        name: str,
        handler: Callable[[Interaction], Awaitable[None]],
        command: str | None = None,
        standings: Sequence[Standing] = (),
        *,
        private: bool = False,
    ) -> None:
        """What one of the bot's handlers answers; with `private` by an edit of a private answer."""
        person = StandIn(self.cast, self.scene, standings)
        await handler(person.interaction)
        sent = person.answered | ({"ephemeral": True} if private else {})
        self.message(name, sent, command=command)

    async def private(
        self,
        name: str,
        message: Message,
        view: MatchView | None = None,
        number: int = 0,
        command: str | None = None,
    ) -> None:
        """A private answer; its buttons are about round `number` of the match."""
        match = view.id if view else NO_MATCH

        async def handler(person: Interaction) -> None:
            await answer(person, message, match, number)

        await self.answer(name, handler, command)

    async def reply(self, name: str, said: Said, error: Exception) -> None:
        """What comes back when a written message makes `error`."""
        person = StandIn(self.cast, self.scene)
        await reply_failure(person.written, error, self.scene)
        self.message(name, person.answered, said=said)

    def box(self, name: str, modal: ui.Modal) -> None:
        """A box."""
        self._hang(name, "modal", finish_modal(modal.to_dict()))

    def _hang(self, name: str, kind: Literal["message", "modal"], data: Json) -> None:
        self.entries.append(Entry(name, self.locale, kind, data))

    def _frame(self, author: int, content: str) -> Json:
        """A message object with all that it must have."""
        is_bot = author == self.cast.bot
        name = "Mastermind" if is_bot else self.cast.names[PlayerId(author)]
        return {
            "id": str(next(IDS)),
            "channel_id": str(self.cast.thread),
            "type": PLAIN,
            "author": {
                "id": str(author),
                "username": name.lower(),
                "global_name": name,
                "bot": is_bot,
            },
            "content": content,
            "timestamp": self.cast.now.isoformat(),
            "edited_timestamp": None,
            "mentions": [],
            "mention_everyone": False,
            "attachments": [],
            "embeds": [],
            "components": [],
            "flags": 0,
            "command": None,
            "pings_me": False,
        }
