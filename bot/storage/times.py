"""Times as the database keeps them: whole microseconds, since 1970 in UTC or of a length."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT = timedelta(microseconds=1)


def to_stamp(time: datetime) -> int:
    """The stamp of an aware time; nothing of it is lost."""
    return (time - _EPOCH) // _UNIT


def from_stamp(stamp: int) -> datetime:
    """The time, in UTC."""
    return _EPOCH + stamp * _UNIT


def to_span(length: timedelta) -> int:
    """A length of time; nothing of it is lost."""
    return length // _UNIT


def from_span(span: int) -> timedelta:
    """The length of time."""
    return span * _UNIT


EVER = to_stamp(datetime.min.replace(tzinfo=UTC))
"""The first stamp that there is."""
