"""A sandbox whose bot is played by the test, and tabs of the people in it."""

from dataclasses import dataclass

from playwright.async_api import Page

from sandbox import Channel, Guild, Person, Sandbox
from sandbox.interactions import CallbackType, Interaction, Phase
from sandbox.messages import Draft
from sandbox.model import Json, Message
from tests.page.browser import NARROW, WIDE, Visitor

BUTTON: Json = {
    "type": 1,
    "components": [{"type": 2, "style": 1, "label": "Press me", "custom_id": "x"}],
}
A_MINUTE = 60.0
"""Seconds for the bot to answer in, where a test says itself when they are over."""


@dataclass
class Scene:
    """A sandbox without a bot, two people, and what opens tabs for them."""

    sandbox: Sandbox
    visitor: Visitor
    guild: Guild
    games: Channel
    robin: Person
    wren: Person

    async def tab(self, person: Person, *, narrow: bool = False, dark: bool = True) -> Page:
        """A tab of this person."""
        address = f"{self.sandbox.origin}/?as={person.user.name.lower()}"
        return await self.visitor.open(address, size=NARROW if narrow else WIDE, dark=dark)

    def bot_says(self, text: str, *components: Json) -> Message:
        """A message of the bot in the channel."""
        payload = {"content": text, "components": list(components)}
        return self.sandbox.messages.send(self.games, Draft(self.sandbox.bot, payload))

    async def asked(self) -> Interaction:
        """The newest interaction, once there is one that waits for the bot."""

        def waiting() -> Interaction | None:
            found = [
                one for one in self.sandbox.interactions.all.values() if one.phase is Phase.OPEN
            ]
            return found[-1] if found else None

        return await self.sandbox.wait_for(waiting)

    def answer(self, one: Interaction, kind: CallbackType, data: Json) -> None:
        """Answer it as a bot does."""
        body = {"type": int(kind), "data": data}
        self.sandbox.interactions.respond(one.id, one.token, body, ())
