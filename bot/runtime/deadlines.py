"""What time does: challenges lapse, people are reminded, matches that were left end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from bot.matches.acts import Told
from bot.matches.ids import MatchId
from bot.matches.upkeep import Upkeep

log = logging.getLogger(__name__)

BEAT = 15.0
"""Seconds between two looks; how late a deadline may be."""
SOON = 1.0
"""The same while there is something left to be read of what people wrote meanwhile."""
PURGE_EVERY = timedelta(hours=24)


class Hearing(Protocol):
    """What was read of what people wrote while nobody listened."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is left that can be read now."""

    @property
    def has_all(self) -> bool:
        """Whether nothing is left at all."""

    def is_heard(self, match: MatchId) -> bool:
        """Whether nothing is left of this match, whose time is not up before."""


class Deadlines:
    """Looks at what is due while the bot is connected: otherwise nobody could play."""

    def __init__(
        self,
        upkeep: Upkeep,
        later: Callable[[Told | None], None],
        connected: Callable[[], bool],
        hearing: Hearing,
        clock: Callable[[], datetime],
        scrub: Callable[[], Awaitable[bool]],
    ) -> None:
        """`scrub` has nothing deleted stay in any file."""
        self._upkeep = upkeep
        self._later = later
        self._connected = connected
        self._hearing = hearing
        self._clock = clock
        self._scrub = scrub
        self._purged: datetime | None = None

    async def run(self) -> None:
        """Look, for ever. Cancel it to stop."""
        while True:
            done = self._hearing.is_done  # before the look, which may take until it is so
            try:
                if self._connected():
                    await self.look()
            except Exception:
                log.exception("the deadlines wait")
            await asyncio.sleep(BEAT if done else SOON)

    async def look(self) -> None:
        """Do everything that is due now."""
        moved = await self._upkeep.beat(heard=self._hearing.has_all)
        if moved:
            log.info("deadlines moved by %s: nobody could play meanwhile", moved)
        await self._do_what_is_due()
        await self._purge_daily()

    async def _do_what_is_due(self) -> None:
        for match in await self._upkeep.due():
            try:
                if self._hearing.is_heard(match):
                    self._later(await self._upkeep.pass_time(match))
            except Exception:  # one match that cannot be read holds up no other
                log.exception("match %s waits", match)

    async def _purge_daily(self) -> None:
        now = self._clock()
        if self._purged is None or now - self._purged >= PURGE_EVERY:
            await self._upkeep.purge()
            await self._scrub()
            self._purged = now
