"""Dates in time zones: when they begin, also where a clock is put back or forth."""

import logging
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches import days
from bot.matches.days import (
    Calendar,
    PastZone,
    day_at,
    start_of,
    zone_named,
    zone_names,
    zones_like,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOMENT = timedelta(microseconds=1)
ZONES = (
    "UTC",
    "Europe/Brussels",
    "America/New_York",
    "America/St_Johns",
    "America/Sao_Paulo",
    "America/Santiago",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
)
MOMENTS = st.integers(0, 47 * 365 * 86_400).map(
    lambda seconds: datetime(1990, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]  # year, month, day, …


@pytest.mark.parametrize(
    ("zone", "day", "start"),
    [
        ("UTC", date(2026, 5, 1), utc(2026, 5, 1)),
        ("Europe/Brussels", date(2026, 5, 1), utc(2026, 4, 30, 22)),
        ("Europe/Brussels", date(2026, 1, 1), utc(2025, 12, 31, 23)),
        ("Pacific/Kiritimati", date(2026, 5, 1), utc(2026, 4, 30, 10)),
        ("America/St_Johns", date(2026, 5, 1), utc(2026, 5, 1, 2, 30)),
        ("Asia/Kathmandu", date(2026, 5, 1), utc(2026, 4, 30, 18, 15)),
    ],
)
def test_a_day_begins_at_midnight_there(zone: str, day: date, start: datetime) -> None:
    assert start_of(day, zone) == start
    assert day_at(start, zone) == day
    assert day_at(start - MOMENT, zone) == day - DAY


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Brussels", date(2026, 3, 29), 23),
        ("Europe/Brussels", date(2026, 10, 25), 25),
        ("America/St_Johns", date(2026, 3, 8), 23),
        ("America/St_Johns", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ("Africa/Cairo", date(2026, 4, 24), 23),  # its midnight is leapt over
        ("America/Santiago", date(2026, 4, 4), 25),  # its last hour comes twice
        ("Pacific/Kiritimati", date(2026, 3, 29), 24),
    ],
)
def test_a_day_on_which_the_clock_changes_is_shorter_or_longer(
    zone: str, day: date, hours: float
) -> None:
    start, end = start_of(day, zone), start_of(day + DAY, zone)
    assert end - start == hours * HOUR
    for moment in (start, start + 11 * HOUR, end - MOMENT):
        assert day_at(moment, zone) == day
    assert day_at(end, zone) == day + DAY


def test_a_clock_that_is_put_back_over_midnight_does_not_bring_a_day_back() -> None:
    """There it went from one past midnight back to 23:01, until 2011."""
    zone, new = "America/St_Johns", date(2010, 11, 7)
    start = start_of(new, zone)
    assert start == utc(2010, 11, 7, 2, 30)
    assert [day_at(start + minutes * timedelta(minutes=1), zone) for minutes in (-1, 0, 1, 59)] == [
        new - DAY,
        new,
        new,
        new,
    ]


def test_a_day_that_is_left_out_has_no_length() -> None:
    left_out = date(2011, 12, 30)
    assert start_of(left_out, "Pacific/Apia") == start_of(left_out + DAY, "Pacific/Apia")
    assert day_at(start_of(left_out, "Pacific/Apia"), "Pacific/Apia") == left_out + DAY


@given(zone=st.sampled_from(ZONES), moment=MOMENTS)
def test_every_moment_lies_between_the_beginnings_of_its_day_and_the_next(
    zone: str, moment: datetime
) -> None:
    day = day_at(moment, zone)
    assert start_of(day, zone) <= moment < start_of(day + DAY, zone)


@given(zone=st.sampled_from(ZONES), moment=MOMENTS, later=st.timedeltas(timedelta(), 2 * DAY))
def test_no_later_moment_has_an_earlier_day(zone: str, moment: datetime, later: timedelta) -> None:
    assert day_at(moment, zone) <= day_at(moment + later, zone)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Brussels", "Europe/Brussels"),
        ("  europe/brussels ", "Europe/Brussels"),
        ("brussels", "Europe/Brussels"),
        ("New York", "America/New_York"),
        ("st johns", "America/St_Johns"),
        ("KIRITIMATI", "Pacific/Kiritimati"),
        ("utc", "UTC"),
        ("Etc/GMT+5", "Etc/GMT+5"),
    ],
)
def test_a_zone_is_known_by_its_name_or_by_its_city(typed: str, zone: str) -> None:
    assert zone_named(typed) == zone


@pytest.mark.parametrize(
    "typed", ["", " ", "Atlantis", "Europe", "Europe/", "../etc/passwd", "/etc/localtime", "\0"]
)
def test_what_is_no_zone_is_not_taken_for_one(typed: str) -> None:
    assert zone_named(typed) is None


def test_where_a_name_is_unknown_some_like_it_are_offered() -> None:
    assert zones_like("Europe/Bruxelles")[0] == "Europe/Brussels"
    assert set(zones_like("Buenos Aires")) >= {"America/Argentina/Buenos_Aires"}
    assert len(zones_like("a")) <= days.SUGGESTED


def test_utc_needs_no_files_and_is_never_unknown() -> None:
    assert "UTC" in zone_names()


def test_a_zone_that_this_machine_does_not_know_goes_by_utc_and_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As after a restore on a machine without the files of time zones."""
    noon = utc(2026, 5, 1, 12)
    for _ in range(3):
        assert day_at(noon, "Pacific/Lemuria") == date(2026, 5, 1)
    assert start_of(date(2026, 5, 1), "../passwd") == utc(2026, 5, 1)
    assert [one.levelno for one in caplog.records] == [logging.WARNING] * 2


# A server's calendar


NOON = utc(2026, 5, 1, 12)
MAY_1 = date(2026, 5, 1)


def test_where_the_time_zone_never_changed_a_day_is_from_midnight_to_midnight() -> None:
    calendar = Calendar("Asia/Tokyo")
    assert [*calendar.spans(MAY_1)] == [(utc(2026, 4, 30, 15), utc(2026, 5, 1, 15))]
    assert calendar.end_of(MAY_1) == utc(2026, 5, 1, 15)


def test_past_days_go_by_the_zone_that_the_server_had_then() -> None:
    calendar = Calendar("Asia/Tokyo", [PastZone("UTC", NOON)])
    assert [*calendar.spans(MAY_1 - DAY)] == [(utc(2026, 4, 30), utc(2026, 5, 1))]
    assert [*calendar.spans(MAY_1)] == [(utc(2026, 5, 1), NOON), (NOON, utc(2026, 5, 1, 15))]
    assert [*calendar.spans(MAY_1 + DAY)] == [(utc(2026, 5, 1, 15), utc(2026, 5, 2, 15))]


def test_a_zone_further_east_ends_a_day_at_once() -> None:
    late = utc(2026, 5, 1, 20)
    calendar = Calendar("Asia/Tokyo", [PastZone("UTC", late)])
    assert [*calendar.spans(MAY_1)] == [(utc(2026, 5, 1), late)]
    assert calendar.end_of(MAY_1) == late
    assert [*calendar.spans(MAY_1 + DAY)] == [(late, utc(2026, 5, 2, 15))]


def test_a_zone_further_west_brings_a_day_back() -> None:
    early = utc(2026, 5, 2, 3)
    calendar = Calendar("America/New_York", [PastZone("UTC", early)])
    assert [*calendar.spans(MAY_1)] == [
        (utc(2026, 5, 1), utc(2026, 5, 2)),
        (early, utc(2026, 5, 2, 4)),
    ]
    assert calendar.end_of(MAY_1) == utc(2026, 5, 2, 4)
    assert calendar.end_of(MAY_1 - DAY) == utc(2026, 5, 1)


def test_a_day_that_was_leapt_over_has_no_time_and_is_over_when_the_next_begins() -> None:
    late = utc(2026, 5, 1, 10, 30)
    calendar = Calendar("Pacific/Kiritimati", [PastZone("Pacific/Pago_Pago", late)])
    assert [*calendar.spans(MAY_1)] == []
    assert calendar.end_of(MAY_1) <= late


@given(
    zones=st.lists(st.sampled_from(ZONES), min_size=1, max_size=4),
    moments=st.lists(MOMENTS, min_size=4, max_size=4),
)
def test_every_moment_is_of_the_one_day_that_it_was_then(
    zones: list[str], moments: list[datetime]
) -> None:
    *changes, moment = moments
    *before, now = zones
    past = [PastZone(zone, until) for zone, until in zip(before, sorted(changes), strict=False)]
    zone_then = next((one.zone for one in past if moment < one.until), now)
    calendar, today = Calendar(now, past), day_at(moment, zone_then)
    days = [today + number * DAY for number in range(-3, 4)]
    of = [day for day in days for begins, ends in calendar.spans(day) if begins <= moment < ends]
    assert of == [today]
    assert calendar.end_of(today) > moment
