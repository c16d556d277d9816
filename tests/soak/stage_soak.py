"""What the long runs share: figures, their own scorer, people at tables, a look at the data."""

import asyncio
import re
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, assert_never

from bot.matches.models import Phase
from sandbox import (
    Answer,
    Channel,
    ClientRefusalError,
    Guild,
    InteractionFailedError,
    Message,
    Modal,
    NothingHappenedError,
    Person,
    RateLimits,
    Sandbox,
)
from sandbox.model import Json, walk
from sandbox.record import Crossing, RestCall
from tests.e2e.stage import Stage, filled
from tests.soak.ears import Ears

LETTERS = "RBGYOP"
"""The colours of the classic game, in the order of their numbers in the database."""
PEG = re.compile(r"mm_(red|blue|green|yellow|orange|purple):")
ROW = re.compile(r"[^\d\n]+(\d+)[^\d\n]+\d+ · ([^\n]*)\n\*\*(\d+)\D+(\d+)\D")
"""The answer to a row in any language: its number, its pegs, black, white."""
IN_PATHS = re.compile(r"(?<=/)\d{10,}|(?<=\d/)[\w-]{30,}")
"""The ids of a path, and the tokens that come after one."""
REFUSED = frozenset({401, 403, 429})
"""Of these answers Discord takes ten thousand in ten minutes, then it bans the address."""
PATIENCE = 20.0
"""Seconds that a person waits for one thing; more than any pause of the bot that is no fault."""


class NoBoxError(Exception):
    """A sentence came in place of the box that a button opens."""


FAILURES = (
    InteractionFailedError,
    ClientRefusalError,
    NothingHappenedError,
    NoBoxError,
    TimeoutError,
)
"""What a person may meet while the bot is away, or Discord takes no answer: they try again."""


def keys(code: str, row: str) -> tuple[int, int]:
    """Black and white keys of a row, by the rule as it is written down and not by the engine."""
    black = sum(one == other for one, other in zip(code, row, strict=True))
    return black, (Counter(code) & Counter(row)).total() - black


def letters(stored: str) -> str:
    """A code as people type it, from the numbers in the database."""
    return "".join(LETTERS[int(number)] for number in stored.split(","))


@dataclass(frozen=True)
class Shown:
    """An answer to a row as a person reads it."""

    number: int
    row: str
    black: int
    white: int

    @classmethod
    def read(cls, text: str) -> "Shown | None":
        """The answer in this text; None when it says something else."""
        found = ROW.match(text)
        if found is None:
            return None
        pegs = "".join(name[0].upper() for name in PEG.findall(found[2]))
        return cls(int(found[1]), pegs, int(found[3]), int(found[4]))


@dataclass
class Report:
    """The figures of a run and what went against its demands."""

    seed: int
    figures: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)
    """Figures that are no counts, worded."""
    violations: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """Every kind of request that the bot made."""
    spoiled: set[str] = field(default_factory=set)
    """Those that met a fault on purpose."""

    def violate(self, finding: str) -> None:
        """Note what must not be, once."""
        if finding not in self.violations:
            self.violations.append(finding)
            say(f"VIOLATION: {finding}")

    def note_call(self, crossing: Crossing) -> None:
        """Count what the bot asked of Discord, and what it was refused."""
        if isinstance(crossing, RestCall):
            self.figures["requests"] += 1
            self.asked.add(template(crossing.method, crossing.path))
            self.figures["answers of 401, 403 and 429"] += crossing.status in REFUSED

    def finish(self) -> int:
        """Print everything, one plain line each; the exit code of the program."""
        for name, count in self.figures.items():
            say(f"{name}: {count}")
        for line in [*self.lines, f"violations: {len(self.violations)}", f"seed: {self.seed}"]:
            say(line)
        return 1 if self.violations else 0


def template(method: str, path: str) -> str:
    """The kind of a request: its path without the ids and tokens in it."""
    return f"{method} {IN_PATHS.sub(r'{}', path)}"


def say(line: str) -> None:
    """Print a line at once: a long run is watched while it goes on."""
    print(line, flush=True)


@dataclass(frozen=True)
class Standing:
    """Where a match stands, by its row in the database."""

    match: str
    phase: Phase
    challenger: int
    opponent: int
    thread: int | None
    round: int
    codemaker: int
    codebreaker: int
    rows: int


LATEST = """
SELECT m.id, m.phase, m.challenger, m.opponent, m.thread, COALESCE(r.number, 0),
    COALESCE(r.codemaker, 0), COALESCE(r.codebreaker, 0),
    (SELECT COUNT(*) FROM rows WHERE match_id = m.id AND round = r.number)
FROM matches m LEFT JOIN rounds r ON r.match_id = m.id
WHERE m.channel = ? ORDER BY m.created_at DESC, m.rowid DESC, r.number DESC LIMIT 1
"""
Values: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Ledger:
    """The bot's database, only read."""

    data: Path

    def ask(self, sql: str, *values: object) -> list[Values]:
        """The answer to a query; the connection is closed at once, so that it outlives no kill."""
        address = f"file:{self.data / 'mastermind.sqlite3'}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as database:
            return database.execute(sql, values).fetchall()

    def latest(self, channel: Channel) -> Standing | None:
        """The latest match of a channel, which one pair has for itself."""
        found = self.ask(LATEST, channel.id)
        if not found:
            return None
        match, phase, *others = found[0]
        return Standing(match, Phase(phase), *others)

    def owed(self, up_to: int | None = None) -> int:
        """How many entries are owed, of all or of those up to this number."""
        where = "settled_at IS NULL" + ("" if up_to is None else f" AND seq <= {up_to}")
        return int(self.ask(f"SELECT COUNT(*) FROM outbox WHERE {where}")[0][0])  # noqa: S608

    def last_entry(self) -> int:
        """The number of the newest entry."""
        return int(self.ask("SELECT COALESCE(MAX(seq), 0) FROM outbox")[0][0])

    def damage(self) -> list[str]:
        """What SQLite finds wrong with the file."""
        found = [str(one[0]) for one in self.ask("PRAGMA integrity_check") if one[0] != "ok"]
        return found + [f"foreign key: {one}" for one in self.ask("PRAGMA foreign_key_check")]


@dataclass
class Hall:
    """A sandbox, the bot's process, its data, and everybody who plays."""

    sandbox: Sandbox
    stage: Stage
    ledger: Ledger
    ears: Ears
    report: Report
    random: Random
    _people: int = 0

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        report: Report,
        *,
        keep: int | None = None,
        limits: bool = False,
        log_level: str = "INFO",
    ) -> AsyncIterator["Hall"]:
        """A hall whose bot is not started yet, with a data folder that goes when it closes."""
        with TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            async with Sandbox.running(limits=RateLimits(enabled=limits), keep=keep) as sandbox:
                stage = Stage(sandbox, data, {"LOG_LEVEL": log_level})
                sandbox.record.listeners.append(report.note_call)
                try:
                    yield cls(
                        sandbox, stage, Ledger(data), Ears(sandbox), report, Random(report.seed)
                    )
                finally:
                    await stage.stop()
                report.violations += [f"sandbox: {one}" for one in sandbox.violations]
                sandbox.violations.clear()  # they are told with the seed, and not as an error

    def table(self, guild: Guild, name: str, locale: str = "en-US") -> "Table":
        """A new pair with a channel of its own."""
        channel = self.sandbox.add_text_channel(guild, name)
        self._people += 2
        pair = [
            self.sandbox.add_person(f"{bird} {self._people}", locale=locale, guilds=[guild])
            for bird in ("Robin", "Wren")
        ]
        return Table(self, channel, (pair[0], pair[1]))

    def code(self) -> str:
        """A code of the classic game."""
        return "".join(self.random.choices(LETTERS, k=4))

    async def settled(self, up_to: int | None = None, patience: float = 2 * PATIENCE) -> bool:
        """Whether everything owed was told in so many seconds."""
        until = time.monotonic() + patience
        while self.ledger.owed(up_to):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.05)
        return True


def find_button(messages: Sequence[Message], action: str, *about: object) -> tuple[Message, str]:
    """The newest public message with a button of this action, and the button's id.

    `about` is how its arguments begin: a match, and its round. Raises ClientRefusalError where
    there is none: nobody can press it.
    """
    prefix = ":".join(["mm", action, *map(str, about), ""])
    for message in reversed(messages):
        for part in () if message.ephemeral else walk(message.components):
            if f"{part.get('custom_id', '')}:".startswith(prefix):
                return message, part["custom_id"]
    raise ClientRefusalError(f"nobody sees a button {prefix}")


def ends_of_ids(message: Message) -> set[str]:
    """What the ids of its buttons end in: the entry that it tells, if it tells one."""
    found: list[Json] = walk(message.components)
    return {str(part["custom_id"]).rpartition(":")[2] for part in found if "custom_id" in part}


@dataclass
class Table:
    """Two people with a channel of their own; what they do next is what the match asks for.

    What Discord's client or a bot that is away does not let them do raises one of FAILURES.
    """

    hall: Hall
    channel: Channel
    pair: tuple[Person, Person]
    played: dict[int, str] = field(default_factory=dict)
    """Every row that was played, by its message or interaction."""
    typed: dict[int, Standing] = field(default_factory=dict)
    """Those of them that were typed, with where the match stood."""
    conceded: dict[tuple[str, int], int] = field(default_factory=dict)
    """By match and round, the last interaction that wanted to give it up."""
    acknowledged: dict[int, Shown] = field(default_factory=dict)
    """What the answers that were seen said."""

    def standing(self) -> Standing | None:
        """Where their latest match stands."""
        return self.hall.ledger.latest(self.channel)

    def person(self, player: int) -> Person:
        """The one of the two with this id."""
        return next(one for one in self.pair if one.id == player)

    def thread(self, at: Standing) -> Channel:
        """The match's thread; raises ClientRefusalError where there is none to be seen."""
        found = self.hall.sandbox.world.channels.get(at.thread or 0)
        if found is None:
            raise ClientRefusalError("the match has no thread")
        return found

    async def press(self, who: Person, where: Channel, action: str, *about: object) -> Answer:
        """Press the newest such button of a channel."""
        message, button = find_button([*where.messages.values()], action, *about)
        async with asyncio.timeout(PATIENCE):
            return await who.press(message, button)

    async def challenge(self, **options: object) -> Answer:
        """The first challenges the second."""
        return await self.pair[0].slash(
            self.channel, "mastermind challenge", opponent=self.pair[1], **options
        )

    async def accept(self, at: Standing) -> Answer:
        """The challenged one accepts."""
        return await self.press(self.person(at.opponent), self.channel, "accept", at.match)

    async def hide(self, at: Standing, code: str) -> Answer:
        """The codemaker sets this code by the box."""
        maker = self.person(at.codemaker)
        box = await self.box(maker, at, "set-code")
        answer: Answer = await maker.submit(box, filled(box, code))
        return answer

    async def box(self, who: Person, at: Standing, action: str) -> Modal:
        """The box that the newest such button of the match's thread opens."""
        answer = await self.press(who, self.thread(at), action, at.match, at.round)
        if answer.interaction.modal is None:
            raise NoBoxError(answer.text)
        return answer.modal

    async def type_row(self, at: Standing, row: str) -> Message:
        """The codebreaker types a row, and waits for nothing."""
        message = await self.person(at.codebreaker).say(self.thread(at), row)
        self.played[message.id] = row
        self.typed[message.id] = at
        return message

    async def answered(self, message: Message, patience: float = PATIENCE) -> Message:
        """The answer to a typed row, which is remembered as seen."""
        answer = await self.hall.ears.answer_to(message, patience)
        self.acknowledge(message.id, answer.text)
        return answer

    def acknowledge(self, source: int, text: str) -> None:
        """Somebody saw this answer."""
        shown = Shown.read(text)
        if shown is not None:
            self.acknowledged[source] = shown

    async def concede(self, at: Standing) -> Answer:
        """The codebreaker gives up the round."""
        breaker = self.person(at.codebreaker)
        try:
            return await breaker.slash(self.thread(at), "mastermind concede")
        finally:
            self.conceded[at.match, at.round] = self.hall.ears.begun.get(breaker.id, 0)

    async def hasten(self) -> bool:
        """The shortest step towards the end; True when the match has come to it."""
        at = self.standing()
        if at is None:
            return True
        match at.phase:
            case Phase.CHALLENGED:
                await self.accept(at)
            case Phase.SETTING:
                await self.hide(at, self.hall.code())
            case Phase.BREAKING:
                await self.concede(at)
            case Phase.FINISHED | Phase.DECLINED | Phase.CANCELLED | Phase.EXPIRED:
                return True
            case _:
                assert_never(at.phase)
        return False

    async def play_out(self, patience: float) -> str | None:
        """Play to the end; None, or after so many seconds what is in the way."""
        trouble = "nothing"
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                if await self.hasten():
                    return None
            except FAILURES as error:
                trouble = f"{type(error).__name__}: {str(error).splitlines()[0]}"
                await asyncio.sleep(0.2)
        return f"{self.standing()} does not come to its end ({trouble})"
