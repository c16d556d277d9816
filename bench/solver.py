"""How fast the solver is and how well it plays, beside its goals and beside other packages.

Run by `make bench`, which installs those packages first, or as ``python -m bench.solver``. Prints
two tables; the second is that of `bench/quality.py`. Times are medians, but for later rows. A
process that has answered before is measured, as the bot is one: packed codes and the sets of lines
that were asked for are kept, except where a task says that it starts cold. The tasks:

- a score: the public `score` of two codes of the classic game, over all codes.
- a second row: which row to play after a first one with a reply that leaves most codes.
- the slowest pick: of all positions that come up when all codes are played out, by any strategy; an
  opening never is the slowest.
- all codes, cold: Knuth's rule over all 1,296 codes, in a fresh process, its start not counted.
- later rows: the slowest third or later row of some games with secrets chosen at random.
- 6x10: a million codes. To make it ready is to find the codes for each symbol in each position
  and each number of times; then one line and four lines are counted, and a second row chosen,
  exactly and by a sample.

Other packages are measured in the same run, by a Python of their own (`--peers`). The ratio says
how many times longer they take. Where they cannot be measured, the last line of the table says why.
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

from bench.peers import PACKAGES, Times
from bench.quality import GAMES, LARGE, by_strategy, codes_by_turn, table
from bot.engine import Feedback, score
from bot.engine.codesets import CodeSpace, Game, Row, space_of
from bot.engine.lines import Line
from bot.engine.picks import Strategy
from bot.engine.solver import Chance, Solver

Peers = Mapping[str, Times]
"""Times by package."""
INSTALLED_BY_MAKE = Path(sys.prefix, "peers", "bin", "python")

CLASSIC = Game(4, 6)
BULLS_AND_COWS = Game(4, 10, repeats=False)
SUPER = Game(5, 8)
MILLION = Game(6, 10)
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
    space = space_of(MILLION)
    for symbol in range(MILLION.symbols):
        for position in range(MILLION.size):
            space.place(position, symbol)
        for times in range(1, MILLION.size + 1):
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
        row = tuple(chance.choices(range(MILLION.symbols), k=MILLION.size))
        return Line.known(row, Feedback(1, 1))

    def taken(different: Sequence[Line]) -> float:
        return seconds(lambda: Solver(MILLION, different).count)

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
    row = second_row(MILLION, line, 3, minimax)
    yield Figure("6x10, a second row, exact", 1.5, row)
    row = second_row(MILLION, line, 5, minimax, chance)
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


def measured_peers(python: Path) -> tuple[Peers, dict[str, str]]:
    """What `bench/peers.py` finds with this Python, and by package why it finds nothing."""
    peers: dict[str, Times] = {}
    missing: dict[str, str] = {}
    script = Path(__file__).with_name("peers.py")
    for package in PACKAGES:
        try:
            done = subprocess.run(  # noqa: S603 - our script, the caller's Python
                [python, script, package], capture_output=True, check=True, text=True
            )
        except OSError as error:
            missing[package] = f"{error.strerror}: {python}"
        except subprocess.CalledProcessError as error:
            missing[package] = (error.stderr.splitlines() or [str(error)])[-1]
        else:
            # Packages may print things of their own before.
            peers[package] = json.loads(done.stdout.splitlines()[-1])
    return peers, missing


def why_not_installed(python: Path) -> str:
    """What pip said last, where `make bench` could not install the packages for this Python."""
    log = python.parents[1] / "pip.log"
    if not log.exists():
        return ""
    said = log.read_text().splitlines()
    errors = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
    reason = (errors or said or ["no reason"])[-1]
    return f"pip failed (is there a network?): {reason} (more in {log})"


def main() -> None:
    """Measure, play out and print."""
    parser = argparse.ArgumentParser(description="How fast the solver is and how well it plays.")
    parser.add_argument(
        "--peers", type=Path, default=INSTALLED_BY_MAKE, help="a Python with the other packages"
    )
    parser.add_argument("--large", action="store_true", help="play out 5x8 too, which takes long")
    options = parser.parse_args()
    peers, missing = measured_peers(options.peers)
    print(f"{'task':<34}{'goal':>9}{'median':>10}  beside others")
    yardstick = text_of(typical(million_steps, 9), "s")
    print(f"{'a million steps of a plain loop':<34}{'':>9}{yardstick:>10}")
    for figure in figures():
        print(line_of(figure, peers), flush=True)
    if missing:
        why = why_not_installed(options.peers) or "; ".join(dict.fromkeys(missing.values()))
        print(f"Not measured: {', '.join(missing)}; {why}")
    print()
    for line in table({**GAMES, **LARGE} if options.large else GAMES):
        print(line, flush=True)


if __name__ == "__main__":
    main()
