"""The code of a day, and days that were solved one after another."""

import hashlib
import hmac
import inspect
import itertools
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS, Preset
from bot.matches.daily import code_of, solved_in_a_row, time_away
from bot.matches.days import joined

DAY = timedelta(days=1)
MAY_1 = date(2026, 5, 1)
SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
SECRETS = st.binary(min_size=32, max_size=32)


@given(secret=SECRETS, day=st.dates(), preset=st.sampled_from(Preset))
def test_the_code_of_a_day_is_the_same_each_time_and_follows_the_rules(
    secret: bytes, day: date, preset: Preset
) -> None:
    code, rules = code_of(secret, day, preset), PRESETS[preset]
    assert code == code_of(secret, day, preset)
    assert len(code) == rules.positions
    assert set(code) <= set(range(rules.symbol_count))
    assert rules.repeats or len(set(code)) == len(code)


def test_the_code_is_that_of_the_keyed_hash_of_date_and_game() -> None:
    """Whoever has the secret can work it out by hand; nobody else can."""
    labels = [f"2026-05-01 classic {number}".encode() for number in range(4)]
    hashes = [hmac.new(SECRET, label, hashlib.sha256).digest() for label in labels]
    words = [int.from_bytes(found[:4], "big") for found in hashes]
    assert max(words) < 2**32 // 6 * 6, "none of them is drawn again"
    assert code_of(SECRET, MAY_1, Preset.CLASSIC) == tuple(word % 6 for word in words)


def test_nothing_public_goes_into_it_but_the_date_and_the_game() -> None:
    assert [*inspect.signature(code_of).parameters] == ["secret", "day", "preset"]
    codes = {
        secret: [code_of(secret, MAY_1 + number * DAY, Preset.CLASSIC) for number in range(100)]
        for secret in (SECRET, OTHER)
    }
    same = sum(one == other for one, other in zip(*codes.values(), strict=True))
    assert same < 3
    assert len(set(codes[SECRET])) > 90


@pytest.mark.parametrize("preset", [Preset.CLASSIC, Preset.BULLS_AND_COWS])
def test_every_symbol_is_as_likely_in_every_position(preset: Preset) -> None:
    """Over 6,000 days the counts stay within five standard deviations."""
    rules, days = PRESETS[preset], 6000
    codes = [code_of(SECRET, MAY_1 + number * DAY, preset) for number in range(days)]
    chance = 1 / rules.symbol_count
    spread = 5 * (days * chance * (1 - chance)) ** 0.5
    for position in range(rules.positions):
        counts = Counter(code[position] for code in codes)
        assert len(counts) == rules.symbol_count
        assert all(abs(one - days * chance) < spread for one in counts.values())


def in_a_row(pattern: str, *, today: str = "") -> int:
    """The streak after these days: solved, failed, missed, away, or `r` for one that runs.

    `today` is what became of the day after them; nothing: not tried yet.
    """
    days = {MAY_1 + number * DAY: what for number, what in enumerate(pattern + today)}
    values: Mapping[str, bool | None] = {"s": True, "f": False, "r": None}
    tries = {day: values[what] for day, what in days.items() if what in values}
    end = MAY_1 + len(pattern) * DAY
    return solved_in_a_row(tries, end, lambda day: days.get(day) == "a")


@pytest.mark.parametrize(
    ("pattern", "today", "streak"),
    [
        ("", "", 0),
        ("", "s", 1),
        ("s", "", 1),
        ("ss", "s", 3),
        ("sms", "s", 2),
        ("sfs", "", 1),
        ("sss", "f", 0),
        ("ssf", "", 0),
        ("ssm", "", 0),
        ("ssm", "s", 1),
        ("sas", "", 2),
        ("saas", "s", 3),
        ("ssa", "", 2),
        ("sma", "s", 1),
        ("sfa", "", 0),
        ("ss", "r", 2),
        ("sr", "", 1),
        ("sr", "s", 2),
        ("srs", "r", 2),
        ("aaa", "", 0),
    ],
)
def test_a_streak_counts_days_solved_one_after_another(
    pattern: str, today: str, streak: int
) -> None:
    assert in_a_row(pattern, today=today) == streak


@given(st.text("smfar", max_size=30))
def test_without_us_being_away_a_streak_is_what_comes_after_the_last_break(pattern: str) -> None:
    ours = pattern.replace("a", "").replace("r", "")
    assert in_a_row(ours) == len(ours) - len(ours.rstrip("s"))


@given(st.text("smf", max_size=12), st.integers(0, 12), st.integers(1, 5))
def test_days_on_which_we_were_away_change_no_streak(pattern: str, at: int, away: int) -> None:
    assert in_a_row(pattern[:at] + "a" * away + pattern[at:]) == in_a_row(pattern)


def test_a_zone_further_west_takes_no_day_away() -> None:
    tries = {MAY_1: True, MAY_1 + DAY: True}
    assert solved_in_a_row(tries, MAY_1, lambda _: False) == 2


HOUR = timedelta(hours=1)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def lost(*outages: tuple[int, int]) -> int:
    """Minutes of outages that fell into the hour after noon, or in part into it."""
    minute = timedelta(minutes=1)
    noted = joined((NOON + since * minute, NOON + until * minute) for since, until in outages)
    return time_away(noted, [(NOON, NOON + timedelta(hours=1))]) // timedelta(minutes=1)


@pytest.mark.parametrize(
    ("outages", "minutes"),
    [
        ([], 0),
        ([(10, 20)], 10),
        ([(-30, 20)], 50),
        ([(50, 90)], 40),
        ([(-30, 90)], 120),
        ([(-30, 0), (60, 90)], 0),
        ([(-30, 0), (0, 10)], 40),
        ([(-30, -10), (0, 10)], 10),
        ([(10, 20), (30, 40)], 20),
        ([(10, 20), (20, 40)], 30),
        ([(10, 30), (20, 40)], 30),
        ([(20, 40), (10, 30)], 30),
        ([(15, 20), (10, 40)], 30),
        ([(10, 40), (15, 20)], 30),
        ([(10, 40), (10, 40)], 30),
    ],
)
def test_time_is_lost_once_however_many_outages_it_falls_into(
    outages: list[tuple[int, int]], minutes: int
) -> None:
    assert lost(*outages) == minutes


@given(
    st.lists(
        st.tuples(st.integers(-30, 90), st.integers(1, 60)).map(lambda one: (one[0], sum(one)))
    )
)
def test_the_time_lost_is_that_of_each_minute_alone(outages: list[tuple[int, int]]) -> None:
    """Of those in the hour, and of those on either side up to the next in which nobody was away."""
    gone = {minute for since, until in outages for minute in range(since, until)}
    before = itertools.takewhile(gone.__contains__, itertools.count(-1, -1) if 0 in gone else ())
    after = itertools.takewhile(gone.__contains__, itertools.count(60) if 59 in gone else ())
    assert lost(*outages) == len(gone & set(range(60))) + len([*before, *after])


def test_an_outage_counts_once_for_a_day_that_came_back() -> None:
    spans = [(NOON, NOON + HOUR), (NOON + 2 * HOUR, NOON + 3 * HOUR)]
    assert time_away([(NOON, NOON + 3 * HOUR)], spans) == 3 * HOUR
    assert time_away([(NOON + HOUR, NOON + 2 * HOUR)], spans) == timedelta()
