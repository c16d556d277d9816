"""Dates in a server's time zone, and the moments at which they begin."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from difflib import get_close_matches
from functools import cache
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

UTC_ZONE = "UTC"
"""Known on every machine."""
SUGGESTED = 3
"""How many names are offered in place of one that is unknown."""
_DAY = timedelta(days=1)
Span: TypeAlias = tuple[datetime, datetime]
"""From a moment to another."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PastZone:
    """A time zone that a server had before."""

    zone: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of a server: those that are past go by the time zone that it had then."""

    zone: str
    past: Sequence[PastZone] = ()
    """The earliest first."""

    def spans(self, day: date) -> Iterator[Span]:
        """When it was that day there, or will be, the earliest first.

        More than once where a new time zone brought it back; never where one leapt over it.
        """
        since = datetime.min.replace(tzinfo=UTC)
        ever = datetime.max.replace(tzinfo=UTC)
        for one in (*self.past, PastZone(self.zone, ever)):
            begins = max(start_of(day, one.zone), since)
            ends = min(start_of(day + _DAY, one.zone), one.until)
            if begins < ends:
                yield begins, ends
            since = one.until

    def end_of(self, day: date) -> datetime:
        """From when on the day is over for good."""
        *_, end = (start_of(day + _DAY, self.zone), *(ends for _, ends in self.spans(day)))
        return end


def joined(spans: Iterable[Span]) -> list[Span]:
    """The same times as spans of which none touches another, the earliest first."""
    found: list[Span] = []
    for begins, ends in sorted(spans):
        if found and begins <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], ends)
        else:
            found.append((begins, ends))
    return found


@cache
def zone_names() -> frozenset[str]:
    """The time zones that this machine knows, with `UTC` in any case.

    Reads a few files the first time.
    """
    return frozenset({UTC_ZONE, *available_timezones()} - {"localtime", "posixrules", "Factory"})


def zone_named(typed: str) -> str | None:
    """The zone that somebody means by what they typed; None where there is no such zone.

    Capitals and the line between words do not matter, and the city of one zone alone will do.
    """
    wanted = _plain(typed)
    of_city = _by_city().get(wanted, ())
    return _by_plain_name().get(wanted) or (of_city[0] if len(of_city) == 1 else None)


def zones_like(typed: str) -> tuple[str, ...]:
    """A few zones that may be meant by a name which is none, the likeliest first."""
    cities = _by_city()
    found = get_close_matches(_plain(typed.rpartition("/")[2]), cities, SUGGESTED)
    return tuple(name for city in found for name in cities[city])[:SUGGESTED]


def day_at(moment: datetime, zone: str) -> date:
    """The date there at that moment.

    It never goes back: where a clock is put back over midnight, the new day has begun.
    """
    day = moment.astimezone(_zone(zone)).date()
    return day + _DAY if moment >= start_of(day + _DAY, zone) else day


def start_of(day: date, zone: str) -> datetime:
    """The moment, in UTC, at which the day begins there.

    That is its first midnight, or the first moment after it where the clock leaps over midnight.
    A day that is left out altogether begins when the next one does.
    """
    return datetime.combine(day, time(), _zone(zone)).astimezone(UTC)


@cache
def _zone(name: str) -> tzinfo:
    try:
        return UTC if name == UTC_ZONE else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        log.warning("this machine does not know the time zone %s; its dailies go by UTC", name)
        return UTC


@cache
def _by_plain_name() -> Mapping[str, str]:
    return {_plain(name): name for name in sorted(zone_names())}


@cache
def _by_city() -> Mapping[str, Sequence[str]]:
    """Zones by the last part of their name, which is a city's in most."""
    cities: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(zone_names()):
        if "/" in name:
            cities[_plain(name.rpartition("/")[2])].append(name)
    return cities


def _plain(text: str) -> str:
    return "_".join(text.casefold().replace("_", " ").split())
