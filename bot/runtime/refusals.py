"""How often Discord refused us lately: at 10,000 refusals in ten minutes it bans the address."""

import logging
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

log = logging.getLogger(__name__)

COUNTED = frozenset({401, 403, 429})
WINDOW = 600.0
"""Seconds."""
MANY = 1_000
"""A tenth of what costs the address its access."""


class Refusals:
    """Counts them as they arrive; `clock` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at: deque[float] = deque(maxlen=MANY)

    def note(self, status: int) -> None:
        """An answer with this HTTP status arrived."""
        if status in COUNTED:
            known = self.are_many()
            self._at.append(self._clock())
            if self.are_many() and not known:
                log.warning("Discord refuses too much; what is owed waits")

    def are_many(self) -> bool:
        """Whether so many came within the window that nothing may be sent of our own accord."""
        return len(self._at) == MANY and self._at[0] > self._clock() - WINDOW

    def trace(self) -> aiohttp.TraceConfig:
        """What shows every answer to this counter, for the client's HTTP sessions."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._seen)
        return config

    async def _seen(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        self.note(params.response.status)
