"""A hundred people ask the solver at the same moment, while matches are played on.

Meanwhile one person floods it with the largest questions, and the bot plays matches of its own.
`python -m tests.soak.solve --people 100 --matches 50 --waves 10` ends with code 1 when an
interaction had no first answer within a second, a small question, a row or one of the bot's rows
waited for long, or a heartbeat was late.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from random import Random

from bot.runtime.playing import LONGEST_THOUGHT
from sandbox import Channel, Guild, Person, Sandbox
from sandbox.interactions import Phase
from sandbox.record import Crossing, RestCall, SentEvent
from tests.e2e.duel import cracked, duel, hide
from tests.soak.load import GOAL_P99, GOAL_WORST, SHARES, Load
from tests.soak.stage_soak import FAILURES, Hall, Report, keys, say

COLOURS = "RBGYOPNI"
PEGS = 5
HISTORIES = 8
MOST_LINES = 3
BEAT = 1.0
"""Seconds between two heartbeats; Discord asks for one in 41."""
RATE = 20.0
"""Typed rows a second, in all matches."""
PATIENCE = 120.0
"""Seconds to wait for one answer of a hundred."""
FLOOD = 4
"""Questions that one person asks side by side, over and over."""
REST = 1.0
"""Seconds from an answer to the next of them: nobody types and presses faster."""
LARGEST = "RBGYOPNIWK"
LARGEST_PEGS = 7
LARGEST_LINES = 5
"""Lines with an unknown symbol each: one more would be refused."""
DUELS = 3
"""Matches against the bot side by side."""
GOAL_FIRST, GOAL_BEAT = 1.0, 1.0
"""Seconds at most: to an interaction's first answer, and that a heartbeat is late."""
GOAL_SOLVED = 15.0
"""Seconds at most from a small question to its answer; a hundred are asked at once."""
GOAL_BOT = LONGEST_THOUGHT + 3.0
"""Seconds at most from one of the bot's rows to its next, its pause counted."""


@dataclass(frozen=True)
class History:
    """What somebody types, and how many codes it leaves."""

    lines: str
    left: int

    @classmethod
    def random(cls, random: Random, count: int) -> "History":
        """So many rows against a code, counted in the plainest way."""
        secret, *rows = ("".join(random.choices(COLOURS, k=PEGS)) for _ in range(count + 1))
        played = {row: keys(secret, row) for row in rows}
        codes = map("".join, product(COLOURS, repeat=PEGS))
        left = sum(all(keys(code, row) == reply for row, reply in played.items()) for code in codes)
        lines = (f"{row} {black} {white}" for row, (black, white) in played.items())
        return cls("\n".join(lines), left)


@dataclass
class Watch:
    """How long each interaction waited for its first answer, and the heartbeats."""

    sandbox: Sandbox
    waits: list[float] = field(default_factory=list)
    _asked: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sandbox.record.listeners.append(self._note)

    def _note(self, crossing: Crossing) -> None:
        match crossing:
            case SentEvent(name="INTERACTION_CREATE"):
                self._asked[crossing.data["id"]] = crossing.at
            case RestCall(method="POST") if crossing.path.endswith("/callback"):
                asked = self._asked.pop(crossing.path.split("/")[-3], None)
                if asked is not None:
                    self.waits.append(crossing.at - asked)

    @property
    def unanswered(self) -> int:
        """How many interactions had no answer at all."""
        return len(self._asked)

    def latest_beat(self) -> float:
        """By how many seconds the latest heartbeat was late; there have to be two."""
        gaps = [after - before for before, after in pairwise(self.sandbox.record.beats)]
        return max(gaps) - BEAT


@dataclass
class Crowd:
    """The people who ask."""

    hall: Hall
    channel: Channel
    people: Sequence[Person]
    histories: Sequence[History]
    waits: list[float] = field(default_factory=list)
    """From sending the box off to the whole answer."""

    @classmethod
    def gather(cls, hall: Hall, count: int) -> "Crowd":
        """So many people in a channel of their own."""
        guild = hall.sandbox.add_guild("Solvers")
        people = [_patient(hall.sandbox, guild, f"Teal {n}") for n in range(count)]
        lines = [number % (MOST_LINES + 1) for number in range(HISTORIES)]
        histories = [History.random(hall.random, one) for one in lines]
        return cls(hall, hall.sandbox.add_text_channel(guild, "questions"), people, histories)

    async def ask(self, waves: int) -> None:
        """All of them ask at once, and again when all have been answered."""
        for wave in range(waves):
            began = time.monotonic()
            await asyncio.gather(*map(self._ask, self.people))
            say(f"wave {wave + 1}: {time.monotonic() - began:.1f} s")

    async def _ask(self, person: Person) -> None:
        history = self.hall.random.choice(self.histories)
        report = self.hall.report
        try:
            opened = await person.slash(
                self.channel, "mastermind solve", positions=PEGS, colours=len(COLOURS)
            )
            began = time.perf_counter()
            answer = await person.submit(opened.modal, {"text": history.lines})
            await self.hall.sandbox.wait_for(lambda: not answer.message.loading, PATIENCE)
        except FAILURES as error:
            report.violate(f"a question came to nothing: {str(error).splitlines()[0]}")
            return
        self.waits.append(time.perf_counter() - began)
        report.figures["questions answered"] += 1
        if _left(answer.text) != history.left:
            report.violate(f"{history} was answered {answer.text!r}")


@dataclass
class Flood:
    """One person who asks as much as they can."""

    hall: Hall
    channel: Channel
    person: Person
    unknowns: int
    """How many lines with an unknown symbol each question has."""
    waits: list[float] = field(default_factory=list)
    """From sending the box off to the whole answer, refusals left out."""

    @classmethod
    def gather(cls, hall: Hall, unknowns: int) -> "Flood":
        """That person, in a channel of their own."""
        guild = hall.sandbox.add_guild("Flooded")
        channel = hall.sandbox.add_text_channel(guild, "questions")
        return cls(hall, channel, _patient(hall.sandbox, guild, "Crow"), unknowns)

    async def ask(self) -> None:
        """Some questions side by side, over and over; cancel it to stop."""
        await asyncio.gather(*(self._ask_on() for _ in range(FLOOD)))

    async def _ask_on(self) -> None:
        while True:
            try:
                await self._ask()
            except FAILURES as error:
                self.hall.report.violate(f"a large question came to nothing: {error}")
                return
            await asyncio.sleep(REST)

    async def _ask(self) -> None:
        opened = await self.person.slash(
            self.channel, "mastermind solve", positions=LARGEST_PEGS, colours=len(LARGEST)
        )
        began = time.perf_counter()
        lines = _largest(self.hall.random, self.unknowns)
        answer = await self.person.submit(opened.modal, {"text": lines})
        await self.hall.sandbox.wait_for(lambda: not answer.message.loading, PATIENCE)
        report = self.hall.report
        if answer.text.startswith("I am still calculating"):
            report.figures["large questions that had to wait"] += 1
        elif _left(answer.text) > 0:
            report.figures["large questions answered"] += 1
            self.waits.append(time.perf_counter() - began)
        else:
            report.violate(f"a large question was answered {answer.text!r}")


@dataclass
class Duels:
    """Matches against the bot, and how long it takes for its rows."""

    hall: Hall
    waits: list[float] = field(default_factory=list)
    """From one row to the next, its pause counted."""
    _last: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hall.sandbox.record.listeners.append(self._note)

    def _note(self, crossing: Crossing) -> None:
        if not isinstance(crossing, RestCall) or not isinstance(crossing.body, dict):
            return
        said = str(crossing.body.get("content"))
        if said.startswith("The code of round 1 is hidden"):
            self._last[crossing.path] = crossing.at
        elif crossing.path in self._last and said.startswith("Row "):
            self.waits.append(crossing.at - self._last[crossing.path])
            self._last[crossing.path] = crossing.at

    async def play(self) -> None:
        """Some matches side by side, over and over; cancel it to stop."""
        await asyncio.gather(*(self._play_on() for _ in range(DUELS)))

    async def _play_on(self) -> None:
        while True:
            try:
                await self._play()
            except FAILURES as error:
                self.hall.report.violate(f"a match against the bot came to nothing: {error!r}")
                return

    async def _play(self) -> None:
        stage = self.hall.stage
        match = await duel(stage)
        await hide(stage, match, self.hall.code())
        await cracked(stage, match, 1)
        question = await stage.robin.slash(match.thread, "mastermind forfeit")
        await stage.robin.press(question.message, "Forfeit")
        self.hall.report.figures["codes cracked by the bot"] += 1


def _largest(random: Random, count: int) -> str:
    """So many new lines of the largest game, with an unknown symbol each."""
    secret, *rows = ("".join(random.choices(LARGEST, k=LARGEST_PEGS)) for _ in range(count + 1))
    return "\n".join(f"?{row[1:]} ? {keys(secret, row)[1]}" for row in rows)


def _patient(sandbox: Sandbox, guild: Guild, name: str) -> Person:
    """Somebody for whom "is thinking" is an answer: a hundred questions take a while."""
    user = sandbox.add_person(name, guilds=[guild]).user
    world, messages, interactions = sandbox.world, sandbox.messages, sandbox.interactions
    return Person(world, messages, interactions, user, lambda one: one.phase is not Phase.OPEN)


def _left(text: str) -> int:
    """How many codes are left by an answer; -1 for another text."""
    words = text.split("**")[1].split() if "**" in text else []
    numbers = [int(one.replace(",", "")) for one in words if one.replace(",", "").isdigit()]
    return numbers[0] if numbers else 1 if words[:2] == ["One", "code"] else -1


@dataclass(frozen=True)
class Measured:
    """What a run showed, in seconds."""

    first: Sequence[float]
    """From each interaction to its first answer."""
    solved: Sequence[float]
    rows: Sequence[float]
    large: Sequence[float]
    """From each box with a large question to its answer."""
    bot: Sequence[float]
    """From each of the bot's rows to its next."""
    late: float
    """How late the latest heartbeat was."""
    unanswered: int = 0


async def run(
    report: Report,
    *,
    people: int,
    matches: int,
    waves: int,
    unknowns: int,
    rate: float,
    seconds: float,
) -> Measured:
    """Prepare the matches, then play and ask; rows are played for so many seconds at least."""
    async with Hall.open(report, log_level="WARNING") as hall:
        hall.sandbox.gateway.heartbeat_ms = int(BEAT * 1000)
        load = Load(hall, rate)
        load.invite(matches)
        crowd, flood, duels = Crowd.gather(hall, people), Flood.gather(hall, unknowns), Duels(hall)
        watch = Watch(hall.sandbox)
        await hall.stage.start()
        await load.prepare()
        await hall.settled()
        beside = [asyncio.create_task(one) for one in (flood.ask(), duels.play())]
        asking = asyncio.create_task(crowd.ask(waves))
        await load.play(seconds)
        while not (asking.done() and flood.waits and duels.waits):
            await load.play(seconds)
        await asking
        await ended(beside)
        await hall.settled()
        load.check()
        return Measured(
            first=watch.waits,
            solved=crowd.waits,
            rows=load.measured.waits,
            large=flood.waits,
            bot=duels.waits,
            late=watch.latest_beat(),
            unanswered=watch.unanswered,
        )


async def ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel them; raises what one of them raised before."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()


def share(waits: Sequence[float], part: float) -> float:
    """What this part of the waits does not exceed."""
    return sorted(waits)[min(len(waits) - 1, int(part * len(waits)))]


def goals(measured: Measured) -> Mapping[str, bool]:
    """What a run has to reach, and whether it missed it."""
    return {
        "every interaction is answered": measured.unanswered > 0,
        f"every first answer within {GOAL_FIRST} s": max(measured.first) > GOAL_FIRST,
        f"99 of 100 rows answered within {GOAL_P99} s": share(measured.rows, 0.99) > GOAL_P99,
        f"every row answered within {GOAL_WORST} s": max(measured.rows) > GOAL_WORST,
        f"every small question answered within {GOAL_SOLVED} s": max(measured.solved) > GOAL_SOLVED,
        f"every row of the bot within {GOAL_BOT} s": max(measured.bot) > GOAL_BOT,
        f"no heartbeat later than {GOAL_BEAT} s": measured.late > GOAL_BEAT,
    }


def describe(measured: Measured, report: Report) -> None:
    """The figures in words."""
    for what, waits in {
        "from an interaction to its first answer": measured.first,
        "from a box to the solver's answer": measured.solved,
        "from a box with a large question to its answer": measured.large,
        "from a row to its answer": measured.rows,
        "from a row of the bot to its next, its pause counted": measured.bot,
    }.items():
        figures = ", ".join(f"{name} {share(waits, part):.3f} s" for name, part in SHARES.items())
        report.lines.append(f"{what}: {figures}")
    report.lines.append(f"the latest heartbeat was late by {measured.late:.3f} s")


def main(arguments: Sequence[str]) -> int:
    """The program; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100, help="who ask at the same moment")
    parser.add_argument("--matches", type=int, default=50, help="that are played meanwhile")
    parser.add_argument("--waves", type=int, default=10, help="how often all of them ask")
    parser.add_argument("--rate", type=float, default=RATE, help="typed rows a second")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.seed)
    measured = asyncio.run(
        run(
            report,
            people=chosen.people,
            matches=chosen.matches,
            waves=chosen.waves,
            unknowns=LARGEST_LINES,
            rate=chosen.rate,
            seconds=10,
        )
    )
    describe(measured, report)
    for goal, missed in goals(measured).items():
        if missed:
            report.violate(f"a goal was missed: {goal}")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
