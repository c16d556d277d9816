"""Times as the database keeps them: whole microseconds since 1970, in UTC."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT = timedelta(microseconds=1)


def to_stamp(time: datetime) -> int:
    """The stamp of an aware time; nothing of it is lost."""
    return (time - _EPOCH) // _UNIT


def from_stamp(stamp: int) -> datetime:
    """The time, in UTC."""
    return _EPOCH + stamp * _UNIT


EVER = to_stamp(datetime.min.replace(tzinfo=UTC))
"""The first stamp that there is."""
