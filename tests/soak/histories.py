"""Whatever people do, in whatever order it comes: the database says what a plain model says.

`python -m tests.soak.histories --count 10000` plays matches by chance over the service and a real
file. Events come never, once or twice and out of order; callers are cancelled, and the database is
closed and opened again, in the middle of things.
"""

import asyncio
import contextlib
import shutil
import sqlite3
import tempfile
import time
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, assert_never

from bot.engine import Rules
from bot.matches.errors import MatchError, StorageError
from bot.matches.ids import MatchId, PlayerId, ThreadId
from bot.matches.models import FirstCodemaker, Match, Points, Terms
from bot.matches.ports import Sort
from bot.matches.service import Service
from bot.presentation.palette import legend
from bot.storage.database import DATABASE_FILE, SqliteDatabase
from tests.fakes.chance import SeededChance
from tests.fakes.clock import FixedClock
from tests.soak.ledger import Answer, Kept, Ledger
from tests.soak.people import Numbers, Table, challenge
from tests.soak.pictures import Picture, stored_picture, told_picture
from tests.soak.program import Report, leave, options, parsed
from tests.soak.steps import Kind, Step, answered, expect, next_step
from tests.unit.matches.plain_model import Model

SMALL = Rules(positions=2, colours=2, rows=2)
"""The plain model's game: few rows, so that histories get far."""
HISTORIES_A_FILE = 50
TURNS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
"""Turns of the event loop before trouble comes: together they meet every await of an act."""
MOST_MATCHES = 3
"""Challenges of one history."""


class Trouble(StrEnum):
    """What happens in the middle of a step."""

    NONE = "none"
    CANCELLED = "caller cancelled"
    CLOSED = "database closed"
    CLOSE_CANCELLED = "close cancelled"


class DifferentError(Exception):
    """The service and the ledger do not say the same."""

    def __init__(self, kind: str, example: str) -> None:
        super().__init__(example)
        self.kind = kind
        self.example = example


class DrawnChance(SeededChance):
    """Chance that remembers the numbers it gave since `drawn` was emptied."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[int] = []

    def below(self, bound: int) -> int:
        self.drawn.append(super().below(bound))
        return self.drawn[-1]


@dataclass
class House:
    """A data folder that can be closed and opened, and what is the same all the while."""

    folder: Path
    clock: FixedClock = field(default_factory=FixedClock)
    numbers: Numbers = field(default_factory=Numbers)

    async def open_again(self) -> None:
        """Begin, or begin again after the end."""
        self.database = await SqliteDatabase.open(self.folder, clock=self.clock)

    async def serve(self, chance: DrawnChance) -> None:
        """Start a service anew, as the bot does."""
        self.chance = chance
        self.service = Service(self.database, legend, self.clock, chance)
        await self.service.acts.start()

    def owed(self, match: str) -> list[str]:
        """The kinds of everything that people were owed about this match, in order."""
        address = f"file:{self.folder / DATABASE_FILE}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as reader:
            found = reader.execute(
                "SELECT kind FROM outbox WHERE match_id = ? ORDER BY seq", [match]
            )
            return [kind for (kind,) in found]


class History:
    """One server, three people, and what they do."""

    def __init__(self, house: House, seed: int, report: Report) -> None:
        self._house = house
        self._seed = seed
        self._report = report
        self._random = Random(seed)
        self._table: Table = house.numbers.table()
        self._ledger = Ledger()

    async def play(self) -> None:
        """From the first challenge to the last check."""
        await self._house.serve(DrawnChance(self._seed))
        await self._challenge()
        window = self._random.randrange(4)
        waiting: list[Step] = []
        for _ in range(self._random.randint(8, 32)):
            await self._let_time_pass()
            step = next_step(self._ledger, self._random, self._house.numbers.source())
            waiting += [step] * self._random.choices((0, 1, 2), (1, 10, 3))[0]
            while len(waiting) > window:
                await self._deliver(waiting.pop(self._random.randrange(len(waiting))))
        for step in waiting:
            await self._deliver(step)
        await self._check()

    async def _challenge(self) -> None:
        random = self._random
        challenger, opponent = random.sample(range(3), 2)
        first = random.choice(list(FirstCodemaker))
        points = random.choice(list(Points))
        rounds, private = random.choice((2, 2, 4)), random.random() < 0.2
        terms = Terms(SMALL, rounds, points, first, private)
        self._pass(1)  # people have to pause between two challenges
        told = await challenge(self._house.service, self._table, terms, challenger, opponent)
        kept = Kept(
            told.own.id,
            challenger,
            opponent,
            Model(first.value, rounds, points is Points.KEY_PEGS, private),
            rounds,
            self._house.numbers.message(),
            born=self._ledger.hour,
            told=["challenged"],
        )
        self._ledger.matches[kept.id] = kept

    async def _let_time_pass(self) -> None:
        if self._random.random() < 0.1:
            self._pass(self._random.choice((1, 12, 24, 72)))
        challenges = sum(not kept.is_rematch for kept in self._ledger.matches.values())
        if challenges < MOST_MATCHES and self._random.random() < 0.04:
            await self._challenge()
        await self._open_threads()

    def _pass(self, hours: int) -> None:
        self._ledger.hour += hours
        self._house.clock.advance(timedelta(hours=hours))

    async def _open_threads(self) -> None:
        """A private match's thread is opened after it has begun, and a lost one later."""
        for kept in self._ledger.matches.values():
            promised = kept.is_live and kept.opening and not kept.model.thread
            if promised and self._random.random() < 0.5:
                kept.thread, kept.model.thread = self._house.numbers.message(), True
                await self._house.service.acts.thread_opened(
                    MatchId(kept.id), ThreadId(kept.thread)
                )

    # One step

    async def _deliver(self, step: Step) -> None:
        trouble = self._random.choices(list(Trouble), (90, 6, 2, 2))[0]
        self._report.figures["steps"] += 1
        self._house.clock.advance(timedelta(seconds=1))  # no two things happen at once
        self._house.chance.drawn.clear()
        if trouble is Trouble.NONE:
            real = await self._answered(step)
            await self._compare(step, real)
        else:
            self._report.figures[f"steps with trouble: {trouble}"] += 1
            await self._deliver_in(trouble, step)

    async def _answered(self, step: Step) -> Answer:
        kept = self._ledger.matches[step.match]
        return await answered(self._house.service, self._table, kept, step)

    async def _compare(self, step: Step, real: Answer) -> None:
        expected = await self._expected(step)
        if real != expected:
            raise DifferentError("another answer", f"{step}: {real}, by the model {expected}")
        kind = "refused" if isinstance(real, str) else "nothing" if real is None else "taken"
        self._report.figures[f"steps that came to: {kind}"] += 1

    async def _expected(self, step: Step) -> Answer:
        successor = ""
        if step.kind is Kind.REMATCH:
            successor = (await self._load(step.match)).successor or ""
        return expect(self._ledger, step, self._house.chance.drawn, successor)

    async def _deliver_in(self, trouble: Trouble, step: Step) -> None:
        """The step is done whole or not at all; where its caller got an answer, that is true."""
        before = deepcopy(self._ledger)
        asking = asyncio.create_task(self._answered(step))
        for _ in range(self._random.choice(TURNS)):
            await asyncio.sleep(0)
        await self._make(trouble, asking)
        await asyncio.wait([asking])
        if trouble is Trouble.CANCELLED:
            await self._load(step.match)  # the step's transaction may run on: this waits for it
        else:
            await self._house.database.close()  # a cancelled close may not have begun
            await self._house.open_again()
            await self._house.serve(self._house.chance)
        if not asking.cancelled() and asking.exception() is None:
            await self._compare(step, asking.result())
        else:
            await self._find_out(step, before, kept_out=_refused_by_store(asking))

    async def _make(self, trouble: Trouble, asking: "asyncio.Task[Answer]") -> None:
        match trouble:
            case Trouble.NONE:
                pass
            case Trouble.CANCELLED:
                asking.cancel()
            case Trouble.CLOSED:
                await self._house.database.close()
            case Trouble.CLOSE_CANCELLED:
                closing = asyncio.create_task(self._house.database.close())
                for _ in range(self._random.choice(TURNS)):
                    await asyncio.sleep(0)
                closing.cancel()
                await asyncio.wait([closing])
            case _:
                assert_never(trouble)

    async def _find_out(self, step: Step, before: Ledger, *, kept_out: bool) -> None:
        """Take the ledger with the step, where that is right, or else (`kept_out`: surely)
        the one without it."""
        await self._expected(step)
        if not kept_out and not await self._difference(self._ledger):
            self._report.figures["unanswered steps that were kept"] += 1
            return
        if difference := await self._difference(before):
            raise DifferentError("half done", f"{step}: {difference}")
        self._ledger = before
        self._report.figures["unanswered steps that were not kept"] += 1

    # The comparison

    async def _check(self) -> None:
        if difference := await self._difference(self._ledger):
            raise DifferentError("another match", difference)
        for sort in (Sort.POINTS, Sort.WINS):
            page = await self._house.service.leaderboard(self._table.guild, sort, None, 0, 10)
            lines = [
                (one.rank, self._seat(one.player), one.points, one.wins, one.draws, one.losses)
                for one in page.lines
            ]
            expected = self._ledger.standings(wins_first=sort is Sort.WINS)
            if lines != expected:
                raise DifferentError("other standings", f"{lines}, by the model {expected}")
            self._report.figures["lines of standings"] += len(lines)
        phases = [kept.model.phase for kept in self._ledger.matches.values()]
        self._report.figures.update(f"matches left {phase}" for phase in phases)

    async def _difference(self, ledger: Ledger) -> str:
        """Where the database says something else; nothing where it does not."""
        for kept in ledger.matches.values():
            if not kept.id:
                return "a rematch was told, and is not there"
            stored, told = await self._stored(kept), told_picture(ledger, kept)
            if stored != told:
                return f"{stored}, by the model {told}"
        return ""

    async def _stored(self, kept: Kept) -> Picture:
        match = await self._load(kept.id)
        return stored_picture(match, self._house.owed(kept.id))

    async def _load(self, match: str) -> Match:
        found = await self._house.service.acts.transact(
            lambda stores: stores.matches.load(MatchId(match))
        )
        assert found is not None
        return found

    def _seat(self, player: PlayerId) -> int:
        return [person.id for person in self._table.people].index(player)


def _refused_by_store(asking: "asyncio.Task[Answer]") -> bool:
    """Whether the database said that it kept nothing; any other error is a fault."""
    error = None if asking.cancelled() else asking.exception()
    if error is not None and not isinstance(error, StorageError):
        raise error
    return error is not None


def _unheard(
    report: Report, seed: int, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
) -> None:
    """A step whose caller was cancelled may be refused, and then nobody is there to hear it."""
    if isinstance(context.get("exception"), MatchError):
        report.figures["refusals that nobody heard"] += 1
    else:
        report.violate("an error that nobody heard", str(context), seed)


async def _play(house: House, seed: int, report: Report) -> None:
    try:
        await History(house, seed, report).play()
    except DifferentError as error:
        report.violate(error.kind, error.example, seed)
    except Exception as error:  # noqa: BLE001  # any crash is what is looked for
        report.violate("a crash", repr(error), seed)
    report.figures["histories"] += 1


async def soak(folder: Path, count: int, seed: int) -> Report:
    """So many histories, a new data folder for every few of them."""
    report = Report("histories")
    asyncio.get_running_loop().set_exception_handler(partial(_unheard, report, seed))
    started = time.monotonic()
    for first in range(0, count, HISTORIES_A_FILE):
        house = House(folder / str(first))
        await house.open_again()
        try:
            for number in range(first, min(first + HISTORIES_A_FILE, count)):
                await _play(house, seed + number, report)
                report.progress(number + 1, count)
        finally:
            await house.database.close()
        shutil.rmtree(house.folder)
    report.figures["seconds"] = round(time.monotonic() - started)
    return report


def main() -> None:
    """The program."""
    given = parsed(options("tests.soak.histories", __doc__, 10_000))
    with tempfile.TemporaryDirectory() as folder:
        leave(asyncio.run(soak(Path(folder), given.count, given.seed)))


if __name__ == "__main__":
    main()
