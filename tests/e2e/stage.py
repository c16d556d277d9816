"""A server, three people and the bot's process: what every end-to-end test plays on."""

import asyncio
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from bot.storage.database import SqliteDatabase
from sandbox import Answer, ApplicationFlag, Channel, Message, Person, Sandbox
from sandbox.driver import Modal
from sandbox.messages import Draft
from sandbox.model import MessageType
from sandbox.process import BotProcess

ROOMY = """
INSERT INTO servers (
    guild, preset, rounds, challenge_life, turn_limit, reminder,
    challenges_each, matches_each, matches_here, pause
) VALUES (?, 'classic', 2, 86400000000, 259200000000, 86400000000, 50, 50, 500, 0)
"""


def filled(box: Modal, code: str) -> dict[str, str]:
    """A box filled in: by its text field, or by its lists where it has no other field."""
    fields = [part["component"]["custom_id"] for part in box.data["components"]]
    return {"text": code} if "text" in fields else dict(zip(fields, code, strict=True))


@dataclass
class Match:
    """A running match: its thread, the challenge, and who began as what."""

    thread: Channel
    challenge: Message
    codemaker: Person
    codebreaker: Person


@dataclass
class Stage:
    """The scene of a test. Robin and Wren play, Teal looks on; all speak English."""

    sandbox: Sandbox
    data: Path
    settings: dict[str, str] = field(default_factory=dict)
    """Further settings of the bot's process."""
    roomy: bool = True
    """Whether people may challenge without a pause: the limits on them have tests of their own."""

    def __post_init__(self) -> None:
        self.sandbox.application.flags |= ApplicationFlag.MESSAGE_CONTENT
        self.guild = self.sandbox.add_guild("Aviary")
        self.games = self.sandbox.add_text_channel(self.guild, "games")
        self.robin = self.sandbox.add_person("Robin", guilds=[self.guild])
        self.wren = self.sandbox.add_person("Wren", guilds=[self.guild])
        self.teal = self.sandbox.add_person("Teal", guilds=[self.guild])
        self._bot: BotProcess | None = None
        self.log = ""
        """What all processes so far printed."""

    @property
    def bot(self) -> BotProcess:
        """The process that is running or ran last."""
        assert self._bot is not None
        return self._bot

    @property
    def environment(self) -> Mapping[str, str]:
        """What the bot's process is started with."""
        return {
            **self.sandbox.environment,
            "DATA_DIR": str(self.data),
            "LOG_LEVEL": "DEBUG",
            **self.settings,
        }

    async def launch(self) -> BotProcess:
        """Start the process without waiting for it to connect."""
        if self.roomy and not (self.data / "mastermind.sqlite3").exists():
            # Only now there is a database to write to.
            await (await SqliteDatabase.open(self.data, clock=lambda: datetime.now(UTC))).close()
            for guild in self.sandbox.world.guilds:
                self.lift_caps(guild)
        self._bot = await BotProcess.start(self.environment)
        return self._bot

    async def start(self) -> None:
        """Start the process; returns when it is connected."""
        identified = len(self.sandbox.record.identifies)
        bot = await self.launch()
        await self.sandbox.wait_for(
            lambda: not bot.running or len(self.sandbox.record.identifies) > identified, 20
        )
        assert bot.running, bot.output
        await self.sandbox.bot_ready()

    async def stop(self) -> None:
        """End the process as a service manager does, if one runs."""
        if self._bot is not None:
            await self._bot.stop()
            self.log += self._bot.output
            self._bot = None

    async def kill(self) -> None:
        """End the process as a power cut does."""
        await self.bot.kill()
        self.log += self.bot.output
        self._bot = None

    async def restart(self) -> None:
        """Stop and start."""
        await self.stop()
        await self.start()

    @contextmanager
    def thinking_held(self) -> Iterator[None]:
        """Keep what the bot's process has started to calculate for it from getting anywhere."""
        listing = subprocess.run(["ps", "-Ao", "ppid=,pid="], capture_output=True, check=True)  # noqa: S607
        processes = [tuple(map(int, line.split())) for line in listing.stdout.splitlines()]
        started = [process for parent, process in processes if parent == self.bot.pid]
        assert started
        for process in started:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in started:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    async def challenge(self, **options: object) -> Answer:
        """Robin challenges Wren."""
        answer: Answer = await self.robin.slash(
            self.games, "mastermind challenge", opponent=self.wren, **options
        )
        return answer

    async def accepted(self, **options: object) -> Match:
        """A match whose thread is open and whose first code is still to be set by Robin."""
        return await self.match_of(self.robin, self.wren, **options)

    async def match_of(
        self,
        challenger: Person,
        opponent: Person,
        channel: Channel | None = None,
        /,
        **options: object,
    ) -> Match:
        """The same for any two, in any channel; the challenger makes the first code."""
        answer = await challenger.slash(
            channel or self.games, "mastermind challenge", opponent=opponent, **options
        )
        challenge = answer.message
        await opponent.press(challenge, "Accept")
        thread = await self.sandbox.wait_for(lambda: self.sandbox.thread_of(challenge))
        await self.sandbox.message(thread, "The match begins")
        return Match(thread, challenge, challenger, opponent)

    async def set_code(self, match: Match, code: str, round_number: int = 1) -> Answer:
        """The codemaker sets a code by the box in the thread."""
        wanted = await self.sandbox.wait_for(lambda: self.last_with(match.thread, "Set the code"))
        box = await match.codemaker.press(wanted, "Set the code")
        answer: Answer = await match.codemaker.submit(box.modal, filled(box.modal, code))
        await self.sandbox.message(match.thread, f"the code of round {round_number} is hidden")
        return answer

    async def playing(self, code: str = "RBRG", **options: object) -> Match:
        """A match in which the first code is set, and the codebreaker is to play."""
        match = await self.accepted(**options)
        await self.set_code(match, code)
        return match

    async def row(self, match: Match, text: str) -> Message:
        """The codebreaker types a row; the bot's answer to it."""
        said = await match.codebreaker.say(match.thread, text)
        return await self.answer_to(said)

    async def answer_to(self, message: Message) -> Message:
        """The bot's reply to a message."""
        channel = self.sandbox.world.channels[message.channel_id]
        return await self.sandbox.wait_for(
            lambda: next(
                (
                    found
                    for found in channel.messages.values()
                    if found.author is self.sandbox.bot and found.replied_to is message
                ),
                None,
            )
        )

    def last_with(self, channel: Channel, button: str) -> Message | None:
        """The newest message there with this button."""
        for message in reversed(channel.messages.values()):
            if button in message.buttons:
                return message
        return None

    async def give_up_round(self, match: Match, number: int) -> None:
        """A round played as fast as can be: a code, and the codebreaker gives up."""
        await self.set_code(match, "RBRG", number)
        await match.codebreaker.slash(match.thread, "mastermind concede")
        self.swap(match)

    async def drawn(self, one: Person, other: Person, channel: Channel | None = None) -> None:
        """A match in which each gives up a round, for eleven points each."""
        match = await self.match_of(one, other, channel)
        await self.give_up_round(match, 1)
        await self.give_up_round(match, 2)

    async def won_by(self, winner: Person, loser: Person, channel: Channel | None = None) -> None:
        """A match whose loser gives up a round, for eleven points, and then all."""
        match = await self.match_of(winner, loser, channel)
        await self.give_up_round(match, 1)
        question = await loser.slash(match.thread, "mastermind forfeit")
        await loser.press(question.message, "Forfeit")
        await self.sandbox.message(match.thread, "forfeits")

    def writing(self) -> sqlite3.Connection:
        """The database, to be changed beside the bot's back and to be closed afterwards."""
        return sqlite3.connect(self.data / "mastermind.sqlite3", timeout=10)

    def lift_caps(self, guild: int) -> None:
        """What an admin would do by the panel: no pause, and room for many matches."""
        with closing(self.writing()) as database, database:
            database.execute(ROOMY, (guild,))

    def notice(self, channel: Channel, person: Person, kind: int, text: str) -> Message:
        """A message that Discord writes in a person's name, such as 6: they pinned something."""
        draft = Draft(person.user, {"content": text}, type=cast("MessageType", kind))
        return self.sandbox.messages.post(channel, draft)

    def said_in(self, channel: Channel) -> list[Message]:
        """What the bot has said there for everybody, oldest first."""
        return [
            found
            for found in channel.messages.values()
            if found.author is self.sandbox.bot
            and found.type is not MessageType.THREAD_STARTER_MESSAGE
            and not found.ephemeral
        ]

    def said_in_private(self, person: Person) -> list[Message]:
        """What the bot has written to this person alone, oldest first."""
        return self.said_in(self.sandbox.world.dm_with(person.user))

    async def change_data(self, sql: str) -> None:
        """Restart with the database changed in between, as time would have changed it."""
        await self.stop()
        with closing(self.writing()) as database, database:
            database.execute(sql)
        await self.start()

    def stored(self) -> str:
        """All that the database holds about matches, to be compared with what it held before."""
        with self._reading() as database:
            return "\n".join(database.iterdump())

    def _reading(self) -> closing[sqlite3.Connection]:
        address = f"file:{self.data / 'mastermind.sqlite3'}?mode=ro"
        return closing(sqlite3.connect(address, uri=True))

    async def nothing_owed(self) -> None:
        """Return when everybody was told everything."""
        await self.until_stored("SELECT COUNT(*) FROM outbox WHERE settled_at IS NULL", 0)

    async def until_stored(self, query: str, value: object) -> None:
        """Return when the database answers so."""
        with self._reading() as database:
            async with asyncio.timeout(15):
                while database.execute(query).fetchone() != (value,):  # noqa: ASYNC110  # it tells nobody
                    await asyncio.sleep(0.02)

    def swap(self, match: Match) -> None:
        """The next round: the roles are swapped."""
        match.codemaker, match.codebreaker = match.codebreaker, match.codemaker
