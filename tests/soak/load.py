"""A thousand open matches and forty typed rows a second: how long people wait for an answer.

`python -m tests.soak.load --matches 1000 --rate 40 --minutes 10` ends with code 1 when a goal was
missed. The bot has one process, the sandbox and everybody who plays another.
"""

import argparse
import asyncio
import itertools
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.matches.models import Phase
from sandbox import ClientRefusalError
from tests.soak.stage_soak import FAILURES, PATIENCE, Hall, Report, Standing, Table, keys, say

GUILDS = 50
ONLOOKERS = 60
"""People of each server who do not play."""
SIDE_BY_SIDE = 8
"""Matches that are prepared at a time."""
KEEP = 2_000
"""How much of the past the sandbox remembers, so that its memory does not grow."""
MINUTE = 60.0
SOLVED = (4, 0)
ROWS = 10
"""Rows of the classic game."""
GOAL_P99, GOAL_WORST, GOAL_RESTART = 1.0, 3.0, 10.0
"""Seconds."""
PEOPLES_ROWS = """
SELECT source FROM rows WHERE match_id IN (SELECT id FROM matches WHERE kind = 'people')
"""
GOAL_GROWTH = 1.1
GOAL_REFUSED = 100


@dataclass
class Pair:
    """A table with what its people remember: where the match stands, and the code."""

    table: Table
    at: Standing | None = None
    code: str = ""

    async def prepare(self) -> None:
        """Come to a round whose first row is to be played, from wherever the match stands."""
        until = time.monotonic() + 2 * PATIENCE
        while (at := self.table.standing()) is None or at.phase is not Phase.BREAKING:
            try:
                await self._towards_a_row(at)
            except FAILURES:  # what they want to press has not come yet
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)
        self.at = at

    async def _towards_a_row(self, at: Standing | None) -> None:
        if at is None:
            await self.table.challenge()
        elif at.phase is Phase.CHALLENGED:
            await self.table.accept(at)
        elif at.phase is Phase.SETTING:
            self.code = self.table.hall.code()
            await self.table.hide(at, self.code)
        elif at.phase is Phase.FINISHED:
            for person in self.table.pair:
                await self.table.press(person, self.table.thread(at), "rematch", at.match)
        else:
            raise ClientRefusalError(f"a match that was not finished: {at}")

    async def play_row(self) -> float:
        """Type a row and read the answer; the seconds between. The next round is prepared."""
        hall, at = self.table.hall, self.at
        assert at is not None
        row, began = hall.code(), time.perf_counter()
        message = await self.table.type_row(at, row)
        answer = await self.table.answered(message)
        waited = time.perf_counter() - began
        shown = self.table.acknowledged.get(message.id)
        if shown is None or (shown.row, shown.black, shown.white) != (row, *keys(self.code, row)):
            hall.report.violate(f"{row} against {self.code} was answered {answer.text!r}")
        elif shown.number == ROWS or (shown.black, shown.white) == SOLVED:
            await self.prepare()
        return waited


@dataclass
class Measured:
    """What a run showed: seconds, and kilobytes of the bot's process."""

    waits: list[float] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    """Seconds since the beginning, and the memory then."""
    restart: float = 0.0
    """From the start of the process to the first answer."""

    def wait(self, share: float) -> float:
        """What this share of the waits does not exceed."""
        ordered = sorted(self.waits)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def growth(self) -> float | None:
        """The last minute's memory over the second's; None where there are no three minutes."""
        end = self.memory[-1][0] if self.memory else 0.0
        if end < 3 * MINUTE:
            return None
        second = [size for at, size in self.memory if MINUTE <= at < 2 * MINUTE]
        last = [size for at, size in self.memory if at >= end - MINUTE]
        return (sum(last) / len(last)) / (sum(second) / len(second))


@dataclass
class Load:
    """One run: everybody who plays, and what was measured."""

    hall: Hall
    rate: float
    pairs: list[Pair] = field(default_factory=list)
    measured: Measured = field(default_factory=Measured)
    _busy: set[asyncio.Task[None]] = field(default_factory=set)

    def invite(self, matches: int) -> None:
        """So many pairs, spread over the servers; nobody sits at two tables."""
        sandbox = self.hall.sandbox
        for number in range(min(GUILDS, matches)):
            guild = sandbox.add_guild(f"Aviary {number}")
            for onlooker in range(ONLOOKERS):
                sandbox.add_person(f"Teal {number}-{onlooker}", guilds=[guild])
            own = range(number, matches, GUILDS)
            self.pairs += [Pair(self.hall.table(guild, f"games-{table}")) for table in own]

    async def prepare(self) -> None:
        """Every pair comes to its first row."""
        room = asyncio.Semaphore(SIDE_BY_SIDE)

        async def one(pair: Pair) -> None:
            async with room:
                await pair.prepare()

        began = time.monotonic()
        await asyncio.gather(*map(one, self.pairs))
        self.hall.report.figures["open matches"] = len(self.pairs)
        say(f"{len(self.pairs)} matches prepared in {time.monotonic() - began:.0f} s")

    async def play(self, seconds: float) -> None:
        """Rows at the given rate over random matches; returns when all are answered."""
        idle = [*self.pairs]
        began = time.perf_counter()
        for number in itertools.count():
            due = began + number / self.rate
            if due >= began + seconds:
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._sample(time.perf_counter() - began)
            if not idle:
                self.hall.report.figures["rows that found nobody free"] += 1
                continue
            pair = idle.pop(self.hall.random.randrange(len(idle)))
            task = asyncio.create_task(self._row(pair, idle))
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        await asyncio.gather(*self._busy)

    async def _row(self, pair: Pair, idle: list[Pair]) -> None:
        try:
            self.measured.waits.append(await pair.play_row())
        except FAILURES as error:
            self.hall.report.violate(f"a row or what follows it came to nothing: {error!r}")
            return
        idle.append(pair)

    def _sample(self, at: float) -> None:
        """Note the memory once a second, and say how it goes once a minute."""
        samples = self.measured.memory
        if samples and int(at) == int(samples[-1][0]):
            return
        samples.append((at, memory_of(self.hall.stage.bot.pid)))
        if samples[1:] and int(at) % int(MINUTE) == 0:
            worst = max(self.measured.waits, default=0.0)
            say(f"{at:.0f} s: {len(self.measured.waits)} rows, longest wait {worst:.3f} s")

    async def restart(self) -> None:
        """Stop, start, and play a row as soon as it is heard."""
        await self.hall.settled()
        await self.hall.stage.stop()
        began = time.perf_counter()
        await self.hall.stage.start()
        await self.pairs[0].play_row()
        self.measured.restart = time.perf_counter() - began

    def check(self) -> None:
        """Every typed row is answered once and stands in the database."""
        typed = [one for pair in self.pairs for one in pair.table.typed]
        stored = {source for (source,) in self.hall.ledger.ask(PEOPLES_ROWS)}
        report = self.hall.report
        report.figures["typed rows"] = len(typed)
        report.figures["rows answered"] = sum(one in self.hall.ears.answers for one in typed)
        if report.figures["rows answered"] != len(typed) or stored != set(typed):
            report.violate(f"{len(typed)} rows were typed, {len(stored)} are stored")
        for message in self.hall.ears.doubled:
            report.violate(f"a row was answered twice: {message.text!r}")


def memory_of(pid: int) -> int:
    """The resident memory of a process in kilobytes; 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(one.split()[1]) for one in lines if one.startswith("VmRSS:")), 0)


def describe(measured: Measured, report: Report) -> None:
    """The figures in words."""
    waits = ", ".join(f"{name} {measured.wait(share):.3f} s" for name, share in SHARES.items())
    report.lines.append(f"from a row to its answer: {waits}")
    growth = measured.growth()
    if growth is not None:
        report.lines.append(f"memory of the last minute over the second's: {growth:.3f}")
    report.lines.append(f"memory at the end: {measured.memory[-1][1] / 1024:.0f} MB")
    report.lines.append(f"from a restart to the first answer: {measured.restart:.2f} s")


SHARES = {"p50": 0.5, "p99": 0.99, "max": 1.0}


def check_goals(measured: Measured, report: Report) -> None:
    """What a run at full size has to reach."""
    refused = report.figures["answers of 401, 403 and 429"]
    missed = {
        f"p99 under {GOAL_P99} s": measured.wait(0.99) >= GOAL_P99,
        f"no wait over {GOAL_WORST} s": measured.wait(1.0) > GOAL_WORST,
        f"memory grows by a factor of at most {GOAL_GROWTH}": (measured.growth() or 1.0)
        > GOAL_GROWTH,
        f"at most {GOAL_REFUSED} answers of 401, 403 and 429": refused > GOAL_REFUSED,
        f"a restart under {GOAL_RESTART} s": measured.restart >= GOAL_RESTART,
    }
    for goal, was_missed in missed.items():
        if was_missed:
            report.violate(f"a goal was missed: {goal}")


async def run(
    report: Report, *, matches: int, rate: float, seconds: float, limits: bool = False
) -> Measured:
    """Prepare, play, restart; what is wrong goes into the report, the figures come back."""
    async with Hall.open(report, keep=KEEP, limits=limits, log_level="WARNING") as hall:
        load = Load(hall, rate)
        load.invite(matches)
        await hall.stage.start()
        await load.prepare()
        await hall.settled()
        report.figures["requests"] = report.figures["answers of 401, 403 and 429"] = 0
        await load.play(seconds)
        await load.restart()
        load.check()
        return load.measured


def main(arguments: Sequence[str]) -> int:
    """The program; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="open at every moment")
    parser.add_argument("--rate", type=float, default=40.0, help="typed rows a second")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--limits", action="store_true", help="hold Discord's 50 requests a second")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.seed)
    measured = asyncio.run(
        run(
            report,
            matches=chosen.matches,
            rate=chosen.rate,
            seconds=chosen.minutes * MINUTE,
            limits=chosen.limits,
        )
    )
    describe(measured, report)
    check_goals(measured, report)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
