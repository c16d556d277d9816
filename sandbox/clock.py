"""Time as a parameter: the real clock, which a test may push forward, and what waits on it."""

import asyncio
import datetime as dt
import heapq
import itertools
import time
from collections.abc import Callable


class Clock:
    """Unix time in seconds that runs with the real clock and can be advanced at once."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._timers: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._handle: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time() + self._offset

    def timestamp(self) -> str:
        """Now, as Discord writes it (ISO 8601 with an offset)."""
        return isoformat(self.now())

    def advance(self, seconds: float) -> None:
        """Move the time forward by so many seconds and run what has become due."""
        self._offset += seconds
        self._run_due()

    def call_at(self, when: float, action: Callable[[], object]) -> None:
        """Run `action` once, when this clock reaches `when`."""
        heapq.heappush(self._timers, (when, next(self._order), action))
        self._schedule()

    def close(self) -> None:
        """Forget everything that waits."""
        self._timers.clear()
        self._schedule()

    def _run_due(self) -> None:
        while self._timers and self._timers[0][0] <= self.now():
            _, _, action = heapq.heappop(self._timers)
            action()
        self._schedule()

    def _schedule(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._timers:
            delay = max(0.0, self._timers[0][0] - self.now())
            self._handle = asyncio.get_running_loop().call_later(delay, self._run_due)


def isoformat(seconds: float) -> str:
    """A Unix time as Discord's ISO 8601 text in UTC."""
    moment = dt.datetime.fromtimestamp(seconds, dt.UTC)
    return moment.isoformat(timespec="microseconds")


class Signal:
    """Wakes everybody who waits for the state to change; holds no state of its own."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        """Wake all who wait."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._waiters.clear()

    async def changed(self) -> None:
        """Return at the next `notify`."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)
