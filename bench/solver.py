"""How fast the solver is, beside its goals and, if they are at hand, beside other packages.

Run as ``python -m bench.solver``, or with the quality of play behind it by `make bench`. Times
are medians, but for later rows. A process that has answered before is measured, as the bot is one:
packed codes and the sets of lines that were asked for are kept, except where a task says that it
starts cold. The tasks:

- a score: the public `score` of two codes of the classic game, over all codes.
- a second row: which row to play after a first one with a reply that leaves most codes.
- the slowest pick: of all positions that come up when all codes are played out, by any strategy.
- all codes, cold: Knuth's rule over all 1,296 codes, in a fresh process, its start not counted.
- later rows: the slowest third or later row of some games with secrets chosen at random.
- 6x10: a million codes. To make it ready is to find the codes for each symbol in each position
  and each number of times; then one line and four lines are counted, and a second row chosen,
  exactly and by a sample.

Other packages are measured in the same run by the Python that `--peers` names, or this one. The
ratio says how many times longer they take.
"""

import argparse
import json
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from bench.quality import by_strategy, codes_by_turn
from bot.engine import Feedback, score
from bot.engine.codesets import CodeSpace, Game, Row, space_of
from bot.engine.lines import Line
from bot.engine.picks import Strategy
from bot.engine.solver import Chance, Solver

Peers = Mapping[str, Mapping[str, float]]
"""Median seconds by package and task."""

CLASSIC = Game(4, 6)
BULLS_AND_COWS = Game(4, 10, repeats=False)
SUPER = Game(5, 8)
LARGE = Game(6, 10)
SUPER_SECRETS = 12
SLOWEST = 20
"""So many picks that took long are taken again, since any of them may have been disturbed."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A task with what was measured: seconds, but for the memory."""

    task: str
    goal: float
    measured: float
    peer_task: str = ""
    """Under which name `bench/peers.py` has it."""
    unit: str = "s"


def seconds(job: Callable[[], object]) -> float:
    """How long it takes once."""
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


def typical(job: Callable[[], object], times: int) -> float:
    """The median seconds."""
    return median(seconds(job) for _ in range(times))


def million_steps() -> int:
    """A yardstick: how fast this machine is just now, which other runs can be compared by."""
    total = 0
    for number in range(1_000_000):
        total += number * number
    return total


def a_score() -> float:
    """Seconds for one call."""
    codes = list(Solver(CLASSIC).codes())
    pairs = list(zip(codes, reversed(codes), strict=True))

    def calls() -> None:
        for secret, guess in pairs:
            score(secret, guess)

    return typical(calls, 15) / len(pairs)


def second_row(
    game: Game, line: Line, times: int, strategy: Strategy, chance: Chance | None = None
) -> float:
    """Seconds for a pick after a first line."""
    return typical(lambda: Solver(game, [line]).pick(strategy, chance), times)


def slowest_pick(game: Game) -> float:
    """Seconds for the slowest of all picks, each of those taken by its median."""
    timed: list[tuple[float, Solver, Strategy]] = []

    def choice(strategy: Strategy, solver: Solver) -> Row:
        started = time.perf_counter()
        row = by_strategy(strategy, solver)
        timed.append((time.perf_counter() - started, solver, strategy))
        return row

    for strategy in Strategy:
        codes_by_turn(Solver(game), partial(choice, strategy))
    timed.sort(key=lambda pick: pick[0], reverse=True)
    return max(
        typical(partial(by_strategy, strategy, solver), 5)
        for _, solver, strategy in timed[:SLOWEST]
    )


def all_codes() -> float:
    """Seconds for Knuth's rule over all codes of the classic game."""
    return seconds(lambda: codes_by_turn(Solver(CLASSIC), partial(by_strategy, Strategy.MINIMAX)))


def in_fresh_processes(job: Callable[[], float], times: int) -> float:
    """The median of what a job measures, nothing remembered from one time to the next."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        return median(pool.submit(job).result() for _ in range(times))


def later_rows(chance: random.Random) -> float:
    """Seconds for the slowest third or later row of 5x8."""
    taken = []
    for number in chance.sample(range(SUPER.code_count), SUPER_SECRETS):
        secret = space_of(SUPER).row(number)
        solver = Solver(SUPER)
        while not solver.lines or solver.lines[-1].black != SUPER.size:
            started = time.perf_counter()
            row = by_strategy(Strategy.ENTROPY, solver)
            if len(solver.lines) > 1:
                taken.append(time.perf_counter() - started)
            solver = solver.after(Line.known(row, score(secret, row)))
    return max(taken)


def made_ready() -> CodeSpace:
    """The million codes of 6x10, with everything that lines are counted by."""
    space_of.cache_clear()
    space = space_of(LARGE)
    for symbol in range(LARGE.symbols):
        for position in range(LARGE.size):
            space.place(position, symbol)
        for times in range(1, LARGE.size + 1):
            space.occurrence(symbol, times)
    return space


def memory_made_ready() -> float:
    """Bytes that are kept."""
    space_of.cache_clear()
    tracemalloc.start()
    made_ready()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept


def counted(chance: random.Random, lines: int) -> float:
    """Seconds to count what so many lines of 6x10 leave, none of them seen before."""

    def line() -> Line:
        row = tuple(chance.choices(range(LARGE.symbols), k=LARGE.size))
        return Line.known(row, Feedback(1, 1))

    def taken(different: Sequence[Line]) -> float:
        return seconds(lambda: Solver(LARGE, different).count)

    return median(taken([line() for _ in range(lines)]) for _ in range(9))


def figures() -> Iterator[Figure]:
    """Every task of the table."""
    chance = random.Random(1)
    minimax = Strategy.MINIMAX
    yield Figure("a score", 0.4e-6, a_score(), "score")
    row = second_row(CLASSIC, Line((0, 0, 1, 1), 0, 0), 51, minimax)
    yield Figure("4x6, a second row of 256 codes", 0.5e-3, row, "second row 4x6")
    yield Figure("4x6, the slowest pick", 5e-3, slowest_pick(CLASSIC))
    cold = in_fresh_processes(all_codes, 5)
    yield Figure("4x6, all codes, cold", 80e-3, cold, "all codes 4x6")
    row = second_row(BULLS_AND_COWS, Line((0, 1, 2, 3), 0, 1), 51, minimax)
    yield Figure("Bulls and Cows, a second row", 3e-3, row)
    yield Figure("Bulls and Cows, the slowest pick", 25e-3, slowest_pick(BULLS_AND_COWS))
    row = second_row(SUPER, Line((0, 0, 1, 1, 2), 0, 1), 9, minimax)
    yield Figure("5x8, a second row, exact", 30e-3, row, "second row 5x8")
    yield Figure("5x8, later rows", 200e-3, later_rows(chance))
    yield Figure("6x10, made ready", 20e-3, typical(made_ready, 5))
    yield Figure("6x10, made ready: memory", 15e6, memory_made_ready(), unit="B")
    yield Figure("6x10, one line counted", 1.5e-3, counted(chance, 1))
    yield Figure("6x10, four lines counted", 6e-3, counted(chance, 4))
    line = Line((0, 0, 1, 1, 2, 2), 0, 1)
    row = second_row(LARGE, line, 3, minimax)
    yield Figure("6x10, a second row, exact", 1.5, row)
    row = second_row(LARGE, line, 5, minimax, chance)
    yield Figure("6x10, a second row, sampled", 0.1, row)


def text_of(amount: float, unit: str) -> str:
    """An amount with the prefix that fits."""
    prefix, size = next(
        ((name, size) for name, size in (("M", 1e6), ("", 1.0), ("m", 1e-3)) if amount >= size),
        ("µ", 1e-6),
    )
    return f"{amount / size:.3g} {prefix}{unit}"


def line_of(figure: Figure, peers: Peers) -> str:
    """A line of the table."""
    beside = [
        f"{package} {text_of(times[figure.peer_task], 's')} "
        f"({times[figure.peer_task] / figure.measured:.1f}x)"
        for package, times in peers.items()
        if figure.peer_task in times
    ]
    missed = ["MISSED"] if figure.measured > figure.goal else []
    goal, measured = text_of(figure.goal, figure.unit), text_of(figure.measured, figure.unit)
    return f"{figure.task:<34}{goal:>9}{measured:>10}  {', '.join([*missed, *beside])}".rstrip()


def measured_peers(python: str) -> Peers:
    """What `bench/peers.py` finds with this Python."""
    script = str(Path(__file__).with_name("peers.py"))
    done = subprocess.run([python, script], capture_output=True, check=True, text=True)  # noqa: S603 - our script, the caller's Python
    # Packages may print things of their own before.
    peers: Peers = json.loads(done.stdout.splitlines()[-1])
    return peers


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How fast the solver is.")
    parser.add_argument("--peers", default=sys.executable, help="a Python with other packages")
    peers = measured_peers(parser.parse_args().peers)
    print(f"{'task':<34}{'goal':>9}{'median':>10}  beside others")
    yardstick = text_of(typical(million_steps, 9), "s")
    print(f"{'a million steps of a plain loop':<34}{'':>9}{yardstick:>10}")
    for figure in figures():
        print(line_of(figure, peers), flush=True)
    for package in ("mastermind-ai", "textual-mastermind"):
        if package not in peers:
            print(f"Not measured, since it is not installed: {package} (see --peers).")


if __name__ == "__main__":
    main()
