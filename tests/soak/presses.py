"""Fifty people at one button: one press is taken, every other one is told why not.

`python -m tests.soak.presses --count 1000` presses, writes and commands at the same moment, over
the service and a real file, and checks answers, what is stored, and what people are owed.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

from bot.engine import Rules
from bot.matches.acts import Told
from bot.matches.errors import RefusedError
from bot.matches.ids import MatchId
from bot.matches.models import EventKind, Match, Person, Terms
from bot.matches.service import Service
from bot.matches.view import MatchView
from bot.presentation.failures import refusal
from bot.presentation.i18n import Language, words
from bot.presentation.palette import legend
from bot.presentation.scene import Scene
from bot.storage.database import SqliteDatabase
from tests.fakes.chance import SeededChance
from tests.fakes.clock import FixedClock
from tests.soak.people import Numbers, Table, challenge, hide, person, row, setting
from tests.soak.program import Report, leave, options, parsed

PRESSES = 50
RULES = Rules(rows=6)
TERMS = Terms(RULES)
SCENES = [Scene(words(language), {}) for language in Language]
WRONG = "YYYY"
"""No peg of it is in the code."""
CODE = "RBRG"

Press: TypeAlias = tuple[Person, Callable[[], Awaitable[Told | None]]]
"""Who presses, and what comes of it."""


@dataclass(frozen=True)
class Crowd:
    """What everybody presses at once, and how much of it is to be taken."""

    match: MatchId
    presses: Sequence[Press]
    taken: int
    """One from each of so many people."""
    owed: Sequence[Sequence[EventKind]]
    """What people may be owed afterwards: one of these, and nothing else."""


class DifferentError(Exception):
    """Not what was to come of it."""


class Scenes:
    """Matches brought to the moment at which everybody presses."""

    def __init__(self, service: Service, numbers: Numbers, random: Random) -> None:
        self._service = service
        self._numbers = numbers
        self._random = random

    async def answers(self) -> Crowd:
        """Accept, Decline and Cancel under one challenge, pressed by all three people."""
        table = self._numbers.table()
        match = (await challenge(self._service, table, TERMS)).own.id
        message = self._numbers.message()
        first, second, third = table.people
        right: list[Press] = [
            (second, lambda: self._service.accept(match, second, message)),
            (second, lambda: self._service.decline(match, second)),
            (first, lambda: self._service.cancel(match, first)),
        ]
        wrong: list[Press] = [
            (third, lambda: self._service.accept(match, third, message)),
            (third, lambda: self._service.cancel(match, third)),
            (first, lambda: self._service.decline(match, first)),
        ]
        return Crowd(
            match,
            self._crowd(right, wrong),
            1,
            [[EventKind.ACCEPTED, EventKind.CODE_WANTED], [EventKind.CHALLENGE_CLOSED]],
        )

    async def last_row(self) -> Crowd:
        """The row that ends the match, sent from the box again and again, right and wrong."""
        table = self._numbers.table()
        match = await self._last_row_of(table)
        return Crowd(match.id, self._crowd([self._rows(table, match)], []), 1, [ROW_AND_END])

    async def same_row(self) -> Crowd:
        """One row that Discord delivers fifty times: the others come to nothing."""
        table = self._numbers.table()
        match = await self._begun(table)
        last = match.rounds[-1]
        breaker, source = person(table, last.codebreaker), self._numbers.source()
        press: Press = (
            breaker,
            lambda: self._service.play_row(match.id, last.number, breaker, WRONG, source),
        )
        return Crowd(match.id, [press] * PRESSES, 1, [[EventKind.ROW_SCORED]])

    async def ends(self) -> Crowd:
        """Forfeit by both, Concede and the last row: the match ends once."""
        table = self._numbers.table()
        match = await self._last_row_of(table)
        thread, breaker = match.thread, person(table, match.rounds[-1].codebreaker)
        assert thread is not None
        first, second, third = table.people
        right: list[Press] = [
            (first, lambda: self._service.forfeit(match.id, first)),
            (second, lambda: self._service.forfeit(match.id, second)),
            (breaker, lambda: self._service.concede(thread, breaker)),
            self._rows(table, match),
        ]
        wrong: list[Press] = [(third, lambda: self._service.forfeit(match.id, third))]
        return Crowd(match.id, self._crowd(right, wrong), 1, [ROW_AND_END, END])

    async def rematch(self) -> Crowd:
        """Both want another match: one wish each is taken, and one match begins."""
        return await self._wishes(
            self._service.rematch,
            [EventKind.REMATCH_OFFERED, EventKind.REMATCH_STARTED, EventKind.CODE_WANTED],
        )

    async def two_more(self) -> Crowd:
        """Both want two more rounds after a draw: they begin once."""
        return await self._wishes(
            self._service.two_more,
            [EventKind.TWO_MORE_OFFERED, EventKind.ROUNDS_ADDED, EventKind.CODE_WANTED],
        )

    async def _wishes(
        self, wish: Callable[..., Awaitable[Told]], owed: Sequence[EventKind]
    ) -> Crowd:
        table = self._numbers.table()
        match = await self._drawn(table)
        first, second, third = table.people
        both: list[Press] = [
            (first, lambda: wish(match.id, first)),
            (second, lambda: wish(match.id, second)),
        ]
        wrong: list[Press] = [(third, lambda: wish(match.id, third))]
        return Crowd(match.id, self._crowd(both, wrong), 2, [owed])

    def _crowd(self, right: Sequence[Press], wrong: Sequence[Press]) -> list[Press]:
        """Each right press is there at least once; the order is a matter of chance."""
        rest = self._random.choices([*right, *wrong], k=PRESSES - len(right))
        crowd = [*right, *rest]
        self._random.shuffle(crowd)
        return crowd

    def _rows(self, table: Table, match: MatchView) -> Press:
        """Another row with every press, each with a number of its own."""
        last = match.rounds[-1]
        breaker = person(table, last.codebreaker)
        return breaker, lambda: self._service.play_row(
            match.id,
            last.number,
            breaker,
            self._random.choice((CODE, WRONG)),
            self._numbers.source(),
        )

    async def _begun(self, table: Table) -> MatchView:
        match = await setting(self._service, self._numbers, table, TERMS)
        return await hide(self._service, table, match, CODE)

    async def _last_row_of(self, table: Table) -> MatchView:
        """The second round of two, with one row left."""
        match = await row(self._service, self._numbers, table, await self._begun(table), CODE)
        match = await hide(self._service, table, match, CODE)
        for _ in range(RULES.rows - 1):
            match = await row(self._service, self._numbers, table, match, WRONG)
        return match

    async def _drawn(self, table: Table) -> MatchView:
        match = await row(self._service, self._numbers, table, await self._begun(table), CODE)
        match = await hide(self._service, table, match, CODE)
        return await row(self._service, self._numbers, table, match, CODE)


END = [EventKind.MATCH_ENDED, EventKind.CHALLENGE_CLOSED]
ROW_AND_END = [EventKind.ROW_SCORED, *END]


class Rounds:
    """Crowds, one after the other, and what came of each."""

    def __init__(self, service: Service, numbers: Numbers, report: Report) -> None:
        self._service = service
        self._numbers = numbers
        self._report = report

    async def play(self, seed: int) -> None:
        """One crowd; which, and who is in it, is a matter of the seed."""
        scenes = Scenes(self._service, self._numbers, Random(seed))
        choices = (
            scenes.answers,
            scenes.last_row,
            scenes.same_row,
            scenes.ends,
            scenes.rematch,
            scenes.two_more,
        )
        make = choices[seed % len(choices)]
        crowd = await make()
        await self._settle()
        answers = await asyncio.gather(
            *(press() for _, press in crowd.presses), return_exceptions=True
        )
        self._report.figures[f"crowds: {make.__name__}"] += 1
        self._check_answers(crowd, answers)
        await self._check_owed(crowd, answers)
        await self._check_stored(crowd)

    def _check_answers(self, crowd: Crowd, answers: Sequence[Told | BaseException | None]) -> None:
        pressed = zip(crowd.presses, answers, strict=True)
        taken = [who.name for (who, _), answer in pressed if isinstance(answer, Told)]
        if len(taken) != crowd.taken or len(set(taken)) != crowd.taken:
            raise DifferentError(f"presses of {taken} were taken, not of {crowd.taken} people")
        for answer in answers:
            if isinstance(answer, RefusedError):
                self._check_sentence(answer)
            elif isinstance(answer, BaseException):
                raise DifferentError(f"a press met {answer!r}")
        self._report.figures["presses taken"] += len(taken)
        self._report.figures["presses that came to nothing"] += answers.count(None)

    def _check_sentence(self, answer: RefusedError) -> None:
        """There is one in each language, with all its fields filled in."""
        for scene in SCENES:
            sentence = refusal(answer.refusal, scene)
            if not sentence or "{" in sentence:
                raise DifferentError(f"no sentence for {answer.refusal}: {sentence!r}")
        self._report.figures[f"presses refused: {answer.refusal.reason}"] += 1

    async def _check_owed(
        self, crowd: Crowd, answers: Sequence[Told | BaseException | None]
    ) -> None:
        """Everything that was told is owed, once and in order, and makes one whole story."""
        told = [entry for answer in answers if isinstance(answer, Told) for entry in answer.entries]
        owed = await self._service.acts.owed()
        if sorted(entry.id for entry in told) != sorted(entry.id for entry in owed):
            raise DifferentError("the outbox is not what was told")
        kinds = [entry.event.kind for entry in owed]
        if kinds not in [list(story) for story in crowd.owed]:
            raise DifferentError(f"people are owed {kinds}")

    async def _check_stored(self, crowd: Crowd) -> None:
        match = await self._load(crowd.match)
        assert match is not None
        for played in match.rounds:
            numbers = [one.number for one in played.rows]
            if numbers != list(range(1, len(numbers) + 1)) or len(numbers) > RULES.rows:
                raise DifferentError(f"rows {numbers} in round {played.number}")
        if match.successor is not None and await self._load(match.successor) is None:
            raise DifferentError("the rematch is not there")

    async def _load(self, match: MatchId) -> Match | None:
        return await self._service.acts.transact(lambda stores: stores.matches.load(match))

    async def _settle(self) -> None:
        """Everything owed so far is told, so that what follows stands alone."""
        for entry in await self._service.acts.owed():
            await self._service.acts.delivered(entry, self._numbers.message())


async def soak(folder: Path, count: int, seed: int) -> Report:
    """So many crowds over one data folder."""
    report = Report("presses")
    started = time.monotonic()
    clock = FixedClock()
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        service = Service(database, legend, clock, SeededChance(seed))
        rounds = Rounds(service, Numbers(), report)
        for number in range(count):
            try:
                await rounds.play(seed + number)
            except DifferentError as error:
                report.violate("another outcome", str(error), seed + number)
            report.progress(number + 1, count)
    finally:
        await database.close()
    report.figures["seconds"] = round(time.monotonic() - started)
    return report


def main() -> None:
    """The program."""
    given = parsed(options("tests.soak.presses", __doc__, 1000))
    with tempfile.TemporaryDirectory() as folder:
        leave(asyncio.run(soak(Path(folder), given.count, given.seed)))


if __name__ == "__main__":
    main()
