"""A clock that stands still until it is told otherwise."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """`ports.Clock`."""

    def __init__(self, now: datetime = datetime(2026, 5, 1, 12, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, by: timedelta) -> None:
        """Let this much time pass at once."""
        self.now += by
