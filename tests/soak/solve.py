"""A hundred people ask the solver at the same moment, while matches are played on.

`python -m tests.soak.solve --people 100 --matches 50 --waves 10` ends with code 1 when an
interaction had no first answer within a second, a row waited for long, or a heartbeat was late.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from random import Random

from sandbox import Channel, Guild, Person, Sandbox
from sandbox.interactions import Phase
from sandbox.record import Crossing, RestCall, SentEvent
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
GOAL_FIRST, GOAL_BEAT = 1.0, 1.0
"""Seconds at most: to an interaction's first answer, and that a heartbeat is late."""


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
    late: float
    """How late the latest heartbeat was."""
    unanswered: int = 0


async def run(
    report: Report, *, people: int, matches: int, waves: int, rate: float, seconds: float
) -> Measured:
    """Prepare the matches, then play and ask; rows are played for so many seconds at least."""
    async with Hall.open(report, log_level="WARNING") as hall:
        hall.sandbox.gateway.heartbeat_ms = int(BEAT * 1000)
        load = Load(hall, rate)
        load.invite(matches)
        crowd = Crowd.gather(hall, people)
        watch = Watch(hall.sandbox)
        await hall.stage.start()
        await load.prepare()
        await hall.settled()
        asking = asyncio.create_task(crowd.ask(waves))
        await load.play(seconds)
        while not asking.done():
            await load.play(seconds)
        await asking
        await hall.settled()
        load.check()
        rows = load.measured.waits
        return Measured(watch.waits, crowd.waits, rows, watch.latest_beat(), watch.unanswered)


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
        f"no heartbeat later than {GOAL_BEAT} s": measured.late > GOAL_BEAT,
    }


def describe(measured: Measured, report: Report) -> None:
    """The figures in words."""
    for what, waits in {
        "from an interaction to its first answer": measured.first,
        "from a box to the solver's answer": measured.solved,
        "from a row to its answer": measured.rows,
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
