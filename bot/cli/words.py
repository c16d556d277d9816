"""Times and sizes as the commands write them."""

from datetime import datetime, timedelta

_UNITS = (
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)


def when(time: datetime, now: datetime) -> str:
    """Such as `2026-05-01 12:00 UTC, 3 hours old`."""
    return f"{time:%Y-%m-%d %H:%M} UTC, {_length(now - time)} old"


def size(count: int) -> str:
    """A number of bytes, such as `1.5 MB`."""
    return f"{count / 1e6:,.1f} MB"


def number(count: int, noun: str) -> str:
    """Such as `1 match` or `2 matches`."""
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _length(span: timedelta) -> str:
    for unit, length in _UNITS:
        if span >= length:
            return number(span // length, unit)
    return "less than a minute"
