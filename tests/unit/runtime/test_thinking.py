"""Jobs in processes of their own: real ones, which are killed for real."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, permutations
from math import inf
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from bot.engine.codesets import Game
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.lines import Line, work_of
from bot.engine.picks import Strategy
from bot.matches.errors import (
    ThinkingAlreadyError,
    ThinkingBusyError,
    ThinkingStoppedError,
    ThinkingTooLongError,
)
from bot.runtime import jobs, thinking
from bot.runtime.thinking import QUICK_WORK, STEP_BACK, Thinking, is_quick
from bot.storage.lock import is_held, process_lock
from tests.unit.runtime import thoughts

FINE = 20.0
"""Seconds after which what should happen at once has plainly not happened."""
QUICK, LONG = 0, QUICK_WORK + 1
"""Work for one process and for the other."""
ROBIN, WREN, FINCH = 1, 2, 3


@pytest.fixture
def think() -> Iterator[Thinking]:
    """Two processes, once they are needed."""
    pool = Thinking()
    yield pool
    pool.close()


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """What a held job reads."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


async def released(pipe: Path) -> None:
    """Let one held job go on; returns when it has begun and reads."""
    async with asyncio.timeout(FINE):
        await asyncio.to_thread(pipe.write_text, "released")


async def gone(process: int) -> None:
    """Wait until a process of ours has ended."""
    for child in multiprocessing.active_children():
        if child.pid == process:
            assert await asyncio.to_thread(wait, [child.sentinel], FINE)


async def test_a_job_gives_its_result_in_another_process(think: Thinking) -> None:
    assert await think(None, QUICK, divmod, 17, 5) == (3, 2)
    assert await think(None, QUICK, sorted, [1, 3, 2], reverse=True) == [3, 2, 1]
    assert await think(None, QUICK, os.getpid) != os.getpid()


async def test_what_a_job_raises_is_raised_and_the_next_job_runs(think: Thinking) -> None:
    process = await think(None, QUICK, os.getpid)
    with pytest.raises(ZeroDivisionError):
        await think(None, QUICK, divmod, 1, 0)
    with pytest.raises(SolverRefused) as raised:
        await think(None, QUICK, jobs.advice, Game(8, 10), [], Strategy.MINIMAX, 1)
    assert raised.value.fault is SolverFault.TOO_MANY_CODES
    assert await think(None, QUICK, os.getpid) == process


async def test_nothing_is_started_before_the_first_question() -> None:
    before = set(multiprocessing.active_children())
    pool = Thinking()
    assert set(multiprocessing.active_children()) <= before
    await pool(None, QUICK, os.getpid)
    assert set(multiprocessing.active_children()) - before
    pool.close()


async def test_what_is_quick_has_a_process_that_no_long_job_holds(
    think: Thinking, pipe: Path
) -> None:
    quick = {await think(None, QUICK, os.getpid) for _ in range(4)}
    assert len(quick) == 1
    waiting = asyncio.create_task(think(ROBIN, LONG, thoughts.held, pipe))
    await asyncio.sleep(0)
    assert {await think(WREN, QUICK_WORK, os.getpid)} == quick
    await released(pipe)
    assert await waiting == "released"
    assert {await think(None, LONG, os.getpid)} != quick


@pytest.mark.parametrize(
    ("game", "quick"),
    [
        (Game(4, 6), True),
        (Game(4, 7), True),
        (Game(4, 10, repeats=False), True),
        (Game(5, 8), True),
        (Game(6, 6), False),
        (Game(8, 8, repeats=False), False),
        (Game(5, 15), False),
        (Game(7, 7), False),
        (Game(6, 10), False),
    ],
)
def test_a_row_is_quick_to_find_in_the_games_that_are_played_most_and_not_in_large_ones(
    game: Game, quick: bool
) -> None:
    rows = islice(permutations(range(game.symbols), game.size), 11)
    lines = [Line(row, 1, 1) for row in rows]
    assert is_quick(work_of(game, [])) == is_quick(work_of(game, lines)) == quick


async def test_a_person_has_one_question_at_a_time_and_matches_have_more(
    think: Thinking, pipe: Path
) -> None:
    first = asyncio.create_task(think(ROBIN, LONG, thoughts.held, pipe))
    await asyncio.sleep(0)
    with pytest.raises(ThinkingAlreadyError):
        await think(ROBIN, LONG, abs, -1)
    with pytest.raises(ThinkingAlreadyError):
        await think(ROBIN, QUICK, abs, -1)
    assert await think(WREN, QUICK, abs, -1) == 1
    matches = [asyncio.create_task(think(None, LONG, abs, -n)) for n in (2, 3)]
    await released(pipe)
    assert await first == "released"
    assert await asyncio.gather(*matches) == [2, 3]
    assert await think(ROBIN, LONG, abs, -4) == 4


async def test_who_was_refused_or_gave_up_may_ask_again(think: Thinking, pipe: Path) -> None:
    given_up = asyncio.create_task(think(ROBIN, QUICK, thoughts.held, pipe))
    await asyncio.sleep(0)
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    with pytest.raises(ZeroDivisionError):
        await think(ROBIN, QUICK, divmod, 1, 0)
    assert await think(ROBIN, QUICK, abs, -1) == 1


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        pytest.param([(ROBIN, 2, 0), (WREN, 1, 0), (FINCH, 2, 0)], [1, 0, 2], id="short first"),
        pytest.param([(ROBIN, 5, 0), (WREN, 1, 3)], [1, 0], id="some pass who come later"),
        pytest.param([(ROBIN, 5, 0), (WREN, 1, 5)], [0, 1], id="not for ever"),
        pytest.param([(ROBIN, 1, 0), (None, 1, 9)], [1, 0], id="matches first"),
        pytest.param([(ROBIN, 1, 0), (None, 1, 11)], [0, 1], id="not for ever either"),
    ],
)
async def test_short_questions_and_matches_come_first_but_nobody_waits_for_ever(
    asked: Sequence[tuple[int | None, int, float]], order: Sequence[int], pipe: Path
) -> None:
    now, found = 0.0, []
    think = Thinking(lambda: now)

    async def ask(number: int, asker: int | None, work: int) -> None:
        found.append(await think(asker, work * STEP_BACK, abs, -number))

    held = asyncio.create_task(think(None, LONG, thoughts.held, pipe))
    await asyncio.sleep(0)
    asking = []
    for number, (asker, work, now) in enumerate(asked):  # noqa: B007  # the pool looks at it
        asking.append(asyncio.create_task(ask(number, asker, work)))
        await asyncio.sleep(0)
    await released(pipe)
    await asyncio.gather(held, *asking)
    assert found == order
    think.close()


async def test_a_hundred_questions_at_once_never_hold_the_event_loop(think: Thinking) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    seen = []

    async def ask() -> int:
        found = await think(None, QUICK, thoughts.spin, 20_000)
        seen.append(ticks)
        return found

    ticking = asyncio.create_task(tick())
    async with asyncio.timeout(3 * FINE):
        found = await asyncio.gather(*(ask() for _ in range(100)))
    ticking.cancel()
    assert set(found) == {thoughts.spin(20_000)}
    # Between one answer and the next, which is calculated meanwhile, other things went on.
    assert all(later > earlier for earlier, later in pairwise(seen))


async def test_who_asks_when_too_many_wait_is_refused_at_once(
    think: Thinking, pipe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "ASKED_LIMIT", 3)
    first = asyncio.create_task(think(None, QUICK, thoughts.held, pipe))
    others = [asyncio.create_task(think(None, QUICK, abs, -n)) for n in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(ThinkingBusyError):
        await think(None, QUICK, abs, -3)
    await released(pipe)
    assert await first == "released"
    assert await asyncio.gather(*others) == [1, 2]
    assert await think(None, QUICK, abs, -4) == 4


async def test_nobody_waits_for_a_turn_for_longer_than_an_answer_can_take(
    think: Thinking, pipe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asyncio.create_task(think(None, QUICK, thoughts.held, pipe))
    await asyncio.sleep(0)
    monkeypatch.setattr(thinking, "PATIENCE", 0.001)
    with pytest.raises(ThinkingBusyError):
        await think(None, QUICK, abs, -1)
    await released(pipe)
    assert await first == "released"


async def test_a_job_that_takes_too_long_is_ended_and_the_next_one_has_its_turn(
    think: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await think(None, QUICK, os.getpid)
    monkeypatch.setattr(thinking, "JOB_LIMIT", 0.1)
    with pytest.raises(ThinkingTooLongError):
        await think(None, QUICK, thoughts.spend, inf)
    await gone(process)
    monkeypatch.setattr(thinking, "JOB_LIMIT", FINE)
    assert await think(None, QUICK, abs, -1) == 1


async def test_a_job_for_which_there_is_no_processor_is_no_job_that_takes_too_long(
    think: Thinking, pipe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await think(None, QUICK, os.getpid)
    monkeypatch.setattr(thinking, "JOB_LIMIT", 0.1)
    await think(None, QUICK, time.sleep, 0.2)
    monkeypatch.setattr(thinking, "ANSWER_LIMIT", 0.1)
    with pytest.raises(ThinkingBusyError):
        await think(None, QUICK, thoughts.held, pipe)
    await gone(process)
    monkeypatch.setattr(thinking, "ANSWER_LIMIT", FINE)
    assert await think(None, QUICK, abs, -1) == 1


async def test_the_time_of_one_job_is_not_counted_for_the_next(
    think: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "JOB_LIMIT", 1.0)
    for _ in range(2):
        await think(None, QUICK, thoughts.spend, 0.6)


async def test_a_killed_process_is_replaced(think: Thinking) -> None:
    process = await think(None, QUICK, os.getpid)
    os.kill(process, signal.SIGKILL)
    await gone(process)
    assert await think(None, QUICK, os.getpid) != process


async def test_a_job_whose_process_is_killed_is_done_by_another(
    think: Thinking, pipe: Path
) -> None:
    process = await think(None, QUICK, os.getpid)
    waiting = asyncio.create_task(think(None, QUICK, thoughts.held, pipe))
    await asyncio.sleep(0)
    os.kill(process, signal.SIGKILL)
    await gone(process)
    await released(pipe)
    assert await waiting == "released"


async def test_a_job_that_ends_its_process_twice_is_refused_and_harms_no_other(
    think: Thinking,
) -> None:
    bad = asyncio.create_task(think(None, QUICK, thoughts.vanish))
    good = asyncio.create_task(think(None, QUICK, abs, -1))
    with pytest.raises(ThinkingBusyError):
        await bad
    assert await good == 1


async def test_a_job_that_is_begun_again_has_no_more_time_in_all(
    think: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    await think(None, QUICK, os.getpid)
    monkeypatch.setattr(thinking, "ANSWER_LIMIT", 1.2)
    with pytest.raises(ThinkingBusyError):
        await think(None, QUICK, thoughts.vanish, 0.7)


async def test_signals_for_a_whole_group_do_not_end_a_process(think: Thinking) -> None:
    process = await think(None, QUICK, os.getpid)
    os.kill(process, signal.SIGINT)
    os.kill(process, signal.SIGTERM)
    assert await think(None, QUICK, os.getpid) == process


async def test_who_stops_waiting_for_a_turn_leaves_it_to_the_next(
    think: Thinking, pipe: Path, tmp_path: Path
) -> None:
    first = asyncio.create_task(think(None, QUICK, thoughts.held, pipe))
    given_up = asyncio.create_task(think(None, QUICK, Path.touch, tmp_path / "done"))
    last = asyncio.create_task(think(None, QUICK, abs, -1))
    await asyncio.sleep(0)
    given_up.cancel()
    await released(pipe)
    assert await first == "released"
    assert await last == 1
    assert not (tmp_path / "done").exists()


async def test_who_gives_up_in_the_moment_of_their_turn_leaves_it_to_the_next(
    think: Thinking, pipe: Path
) -> None:
    async def first() -> None:
        await think(None, QUICK, thoughts.held, pipe)
        given_up.cancel()  # which has its turn, but not yet begun

    asking = asyncio.create_task(first())
    await asyncio.sleep(0)
    given_up = asyncio.create_task(think(None, QUICK, abs, -1))
    last = asyncio.create_task(think(None, QUICK, abs, -2))
    await asyncio.sleep(0)
    await released(pipe)
    await asking
    async with asyncio.timeout(FINE):
        assert await last == 2
    assert given_up.cancelled()


async def test_a_job_that_nobody_waits_for_any_more_is_ended(think: Thinking, pipe: Path) -> None:
    process = await think(None, QUICK, os.getpid)
    given_up = asyncio.create_task(think(None, QUICK, thoughts.held, pipe))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await think(None, QUICK, os.getpid) != process
    await gone(process)


async def test_closing_ends_a_long_job_and_tells_who_waits(think: Thinking, pipe: Path) -> None:
    process = await think(None, QUICK, os.getpid)
    asked = [asyncio.create_task(think(None, QUICK, thoughts.held, pipe)) for _ in range(3)]
    await asyncio.sleep(0)
    think.close()
    async with asyncio.timeout(FINE):
        refused = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(one) for one in refused] == [ThinkingStoppedError] * 3
    await gone(process)
    for work in (QUICK, LONG):
        with pytest.raises(ThinkingStoppedError):
            await think(ROBIN, work, abs, -1)


def test_a_process_ends_when_the_one_that_asked_is_killed(pipe: Path) -> None:
    with subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-m", thoughts.__name__, str(pipe)], stdout=subprocess.PIPE
    ) as asker:
        assert asker.stdout is not None
        assert asker.stdout.readline() == b"begun\n"
        asker.kill()
        # The thinking process has the same output, which therefore ends with the last of both.
        rest, _ = asker.communicate(timeout=FINE)
    assert rest == b""


async def test_a_process_does_not_hold_the_lock_of_the_data_folder(
    think: Thinking, tmp_path: Path
) -> None:
    with process_lock(tmp_path / "lock"):
        await think(None, QUICK, os.getpid)
        assert is_held(tmp_path / "lock")
    assert not is_held(tmp_path / "lock")


def test_a_process_imports_no_more_than_it_needs() -> None:
    program = "import sys, bot.runtime.jobs, bot.runtime.worker; print(*sys.modules)"
    # What measures the coverage of processes imports more into them.
    unmeasured = {name: at for name, at in os.environ.items() if not name.startswith("COVERAGE")}
    printed = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env=unmeasured,
    ).stdout
    heavy = {"discord", "aiohttp", "aiosqlite", "aiosql", "sqlite3", "asyncio", "cryptography"}
    assert heavy.isdisjoint(printed.split())
