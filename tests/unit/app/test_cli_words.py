"""Times, sizes and numbers as the commands write them."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.cli.words import number, size, when

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=59), "less than a minute old"),
        (timedelta(seconds=-5), "less than a minute old"),
        (timedelta(minutes=1), "1 minute old"),
        (timedelta(minutes=119), "1 hour old"),
        (timedelta(hours=23, minutes=59), "23 hours old"),
        (timedelta(days=40), "40 days old"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(age: timedelta, words: str) -> None:
    assert when(NOW - age, NOW).endswith(f" UTC, {words}")


def test_a_time_is_told_in_utc() -> None:
    assert when(NOW, NOW).startswith("2026-05-01 12:00 UTC, ")


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 matches"), (1, "1 match"), (1234, "1,234 matches")]
)
def test_a_number_has_its_plural(count: int, words: str) -> None:
    assert number(count, "match") == words


def test_a_size_is_told_in_megabytes() -> None:
    assert size(1_540_000) == "1.5 MB"
