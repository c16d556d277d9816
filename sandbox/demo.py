"""`python -m sandbox.demo`: a whole match by the real bot, printed as each person sees it."""

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from sandbox.driver import Person
from sandbox.model import ApplicationFlag, Channel, Component, Message
from sandbox.process import running_bot
from sandbox.ratelimits import RateLimits
from sandbox.server import Sandbox

FIRST_CODE, FIRST_ROWS = "OYOG", ("OOYP", "OYGO", "OYOG")
SECOND_CODE, SECOND_ROWS = "BBRP", ("YYOO", "RRPP", "BPRB", "BBRP")

NAMES = {"O": "orange", "Y": "yellow", "G": "green", "B": "blue", "R": "red", "P": "purple"}
"""How the bot's own emojis are called."""
OWN_EMOJI = re.compile(r"<:mm_(\w+):\d+>")


class Narrator:
    """Prints what was newly put before people, and whether a code was shown too early."""

    def __init__(self, sandbox: Sandbox, people: Iterable[Person]) -> None:
        self._sandbox = sandbox
        self._people = tuple(people)
        self._told = 0
        self._last: dict[object, list[str]] = {}
        self._names = {person.mention: f"@{person.user.name}" for person in people}

    def catch_up(self) -> None:
        """Print everything since the last time."""
        for shown in self._sandbox.world.shown[self._told :]:
            seers = [person.user.name for person in self._people if person.id in shown.to]
            lines = self._lines(shown.data)
            if seers and len(lines) > 1 and lines != self._last.get(shown.data.get("id")):
                self._last[shown.data.get("id")] = lines
                _print(f"\n{', '.join(seers)}:")
                for line in lines:
                    _print(f"    {line}")
        self._told = len(self._sandbox.world.shown)

    def seen_by(self, person: Person, code: str) -> bool:
        """Whether this person was ever shown this code, as letters or as pegs."""
        pegs = "".join(f"({NAMES[letter]})" for letter in code)
        lines = [line for data in person.payloads for line in self._lines(data)]
        return any(code in line or pegs in line for line in lines)

    def _lines(self, data: Mapping[str, Any]) -> list[str]:
        if "title" in data:
            return [f"[box] {data['title']}", *_labels(data)]
        author = data.get("author", {}).get("username", "")
        text = OWN_EMOJI.sub(r"(\1)", str(data.get("content", "")))
        for mention, name in self._names.items():
            text = text.replace(mention, name)
        place = self._sandbox.world.channels.get(int(data.get("channel_id", 0)))
        first = f"{author} in {_name(place)}{_how(data)}"
        return [first, *text.splitlines(), *_labels(data)]


def _reply(thread: Channel, said: Message) -> Message | None:
    answers = (found for found in thread.messages.values() if found.replied_to is said)
    return next(answers, None)


def _how(data: Mapping[str, Any]) -> str:
    if int(data.get("flags", 0)) & 64:  # Discord's flag of ephemeral messages
        return " (only you can see this)"
    return " (edited)" if data.get("edited_timestamp") else ""


def _name(place: Channel | None) -> str:
    if place is None or place.guild is None:
        return "private messages"
    return f"#{place.name}"


def _labels(data: Mapping[str, Any]) -> list[str]:
    """The buttons of a message on one line, or the fields of a box one below the other."""
    parts = data.get("components", [])
    fields = [f"- {part['label']}" for part in parts if part["type"] == Component.LABEL]
    buttons = [f"[{button['label']}]" for part in parts for button in part.get("components", [])]
    return fields or ([" ".join(buttons)] if buttons else [])


class Demo:
    """Robin and Wren play two rounds while Teal looks on."""

    def __init__(self, sandbox: Sandbox) -> None:
        sandbox.application.flags |= ApplicationFlag.MESSAGE_CONTENT
        self._sandbox = sandbox
        guild = sandbox.add_guild("Aviary")
        self._games = sandbox.add_text_channel(guild, "games")
        self._robin = sandbox.add_person("Robin", guilds=[guild])
        self._wren = sandbox.add_person("Wren", guilds=[guild])
        self._teal = sandbox.add_person("Teal", guilds=[guild])
        self._narrator = Narrator(sandbox, (self._robin, self._wren, self._teal))

    async def play(self) -> bool:
        """Play it all; True when nobody saw a code before its time."""
        await self._sandbox.bot_ready()
        _print("== Robin: /mastermind challenge opponent:@Wren")
        answer = await self._robin.slash(self._games, "mastermind challenge", opponent=self._wren)
        offer = await self._sandbox.wait_for(lambda: next(iter(answer.followups), None))
        await self._hide(self._robin, offer, FIRST_CODE)
        self._step("Wren presses Accept")
        await self._wren.press(answer.message, "Accept")
        thread = await self._sandbox.wait_for(lambda: self._sandbox.thread_of(answer.message))
        await self._sandbox.message(thread, "the code of round 1 is hidden")
        kept = await self._rows(thread, self._wren, FIRST_ROWS, FIRST_CODE)
        revealed = await self._sandbox.message(thread, "Round 1 is over")
        await self._hide(self._wren, revealed, SECOND_CODE)
        await self._sandbox.message(thread, "the code of round 2 is hidden")
        kept &= await self._rows(thread, self._robin, SECOND_ROWS, SECOND_CODE)
        await self._sandbox.message(thread, "wins the match")
        await self._sandbox.wait_for(lambda: "wins the match" in answer.message.text)
        self._step("Teal: /leaderboard")
        await self._teal.slash(self._games, "leaderboard")
        self._step("The end")
        return kept

    async def _hide(self, codemaker: Person, offer: Message, code: str) -> None:
        self._step(f"{codemaker.user.name} presses Set the code and types {code}")
        box = await codemaker.press(offer, "Set the code")
        await codemaker.submit(box.modal, {"text": code})

    async def _rows(
        self, thread: Channel, player: Person, rows: tuple[str, ...], code: str
    ) -> bool:
        self._step(f"{player.user.name} plays")
        hidden = not any(self._narrator.seen_by(one, code) for one in (player, self._teal))
        for row in rows:
            said = await player.say(thread, row)
            await self._sandbox.wait_for(partial(_reply, thread, said))
        return hidden

    def _step(self, title: str) -> None:
        self._narrator.catch_up()
        _print(f"\n== {title}")


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")


async def main() -> int:
    """Exit code 0 when the match went well and no code was seen too early."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
            demo = Demo(sandbox)
            async with running_bot({**sandbox.environment, "DATA_DIR": folder}) as bot:
                try:
                    kept = await demo.play()
                except AssertionError:
                    _print(bot.output)
                    raise
    _print(
        "No code was seen by the codebreaker or the spectator before it was found."
        if kept
        else "A code was seen too early!"
    )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
