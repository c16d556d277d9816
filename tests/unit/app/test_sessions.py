"""When a session may be begun: never so often that Discord takes the token away."""

from typing import TYPE_CHECKING

import pytest

from bot.app import identify_pause

if TYPE_CHECKING:  # discord.py's own types cannot be imported one by one
    from discord.types.gateway import SessionStartLimit

DAY = 86_400_000
"""Milliseconds."""


def limit(remaining: int, reset_after: int = DAY) -> "SessionStartLimit":
    return {
        "total": 1000,
        "remaining": remaining,
        "reset_after": reset_after,
        "max_concurrency": 1,
    }


@pytest.mark.parametrize("remaining", [1000, 999, 501])
def test_while_half_is_left_nothing_waits(remaining: int) -> None:
    assert identify_pause(limit(remaining)) == 0


@pytest.mark.parametrize(
    ("remaining", "seconds"), [(500, 173.1), (10, 9600), (2, 86400), (1, 86400)]
)
def test_the_second_half_is_spread_over_the_time_that_is_left(
    remaining: int, seconds: float
) -> None:
    assert identify_pause(limit(remaining)) == pytest.approx(seconds, abs=0.1)


def test_when_none_is_left_it_waits_for_the_new_ones() -> None:
    assert identify_pause(limit(0)) == DAY / 1000


def test_a_bot_that_is_started_without_end_never_spends_the_last_one() -> None:
    left, passed = 1000, 0.0
    while passed < DAY / 1000:
        pause = identify_pause(limit(left, int(DAY - 1000 * passed)))
        passed += pause + 1
        left -= 1
        assert left > 0
