"""The narrowing that a round's end tells: counted here, by another process, or left out."""

import asyncio
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest

from bot.engine import Code, Rules, score
from bot.matches.errors import ThinkingBusyError
from bot.matches.ids import SourceId
from bot.matches.models import Row
from bot.runtime.narrowing import COUNTED_HERE, narrowing
from tests.unit.presentation.samples import NOW

Given = ParamSpec("Given")
Found = TypeVar("Found")

CLASSIC = Rules()
LARGE = Rules(positions=6, colours=10)
TOO_LARGE = Rules(positions=8, colours=10)
PATIENT = 20.0


class Thoughts:
    """`client.Think` that does a job at once, here, and notes it; or has trouble with it."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self.asked = 0
        self._trouble = trouble

    async def __call__(
        self,
        asker: int | None,
        work: int,
        job: Callable[Given, Found],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Found:
        self.asked += 1
        if self._trouble is not None:
            raise self._trouble
        return job(*args, **kwargs)


class Endless(Thoughts):
    """One that never comes to an end."""

    async def __call__(
        self,
        asker: int | None,
        work: int,
        job: Callable[Given, Found],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Found:
        self.asked += 1
        await asyncio.get_running_loop().create_future()
        return job(*args, **kwargs)


def rows(rules: Rules, *turns: int) -> tuple[Row, ...]:
    """Rows against the code 0, 1, 2, …, each that code with its first pegs turned round."""
    secret = Code(range(rules.positions))
    guesses = [Code((*reversed(secret[:turn]), *secret[turn:])) for turn in turns]
    return tuple(
        Row(number, guess, score(secret, guess), SourceId(number), NOW)
        for number, guess in enumerate(guesses, 1)
    )


async def test_a_small_game_is_counted_without_another_process() -> None:
    think = Thoughts()
    assert CLASSIC.code_count <= COUNTED_HERE
    found = await narrowing(think, CLASSIC, rows(CLASSIC, 4, 2, 0), PATIENT)
    assert found == (1296, 9, 2, 1)
    assert think.asked == 0


async def test_a_large_game_is_counted_by_another_process() -> None:
    think = Thoughts()
    assert LARGE.code_count > COUNTED_HERE
    found = await narrowing(think, LARGE, rows(LARGE, 6, 0), PATIENT)
    assert found is not None
    assert found[0] == 1_000_000
    assert found[-1] == 1
    assert len(found) == 3
    assert think.asked == 1


async def test_a_game_of_more_than_ten_million_codes_is_not_counted() -> None:
    think = Thoughts()
    assert await narrowing(think, TOO_LARGE, rows(TOO_LARGE, 6, 0), PATIENT) == ()
    assert think.asked == 0


@pytest.mark.parametrize("rules", [CLASSIC, LARGE])
async def test_a_round_without_rows_has_no_narrowing(rules: Rules) -> None:
    think = Thoughts()
    assert await narrowing(think, rules, (), PATIENT) == ()
    assert think.asked == 0


async def test_where_thinking_takes_too_long_it_is_left_out_in_time() -> None:
    think = Endless()
    async with asyncio.timeout(PATIENT):
        assert await narrowing(think, LARGE, rows(LARGE, 6), 0.01) is None
    assert think.asked == 1


async def test_where_too_many_ask_it_is_left_out_and_that_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert await narrowing(Thoughts(ThinkingBusyError()), LARGE, rows(LARGE, 6), PATIENT) is None
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_whatever_goes_wrong_in_counting_here_holds_up_no_end_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    of_another_game = rows(LARGE, 6)
    assert await narrowing(Thoughts(), CLASSIC, of_another_game, PATIENT) is None
    (logged,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert logged.exc_info is not None


async def test_whatever_goes_wrong_in_thinking_holds_up_no_end_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    trouble = Thoughts(MemoryError())
    assert await narrowing(trouble, LARGE, rows(LARGE, 6), PATIENT) is None
    (logged,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert logged.exc_info is not None
