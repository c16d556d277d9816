"""What people may ask of what is kept about them: a copy of it all, and its removal."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.matches import commands, transitions
from bot.matches.acts import Acts, Told, accepted
from bot.matches.daily import mark_tries
from bot.matches.ids import MatchId, PlayerId, SourceId
from bot.matches.models import CallOff, Match
from bot.matches.ports import Chance, Stores, Traces
from bot.matches.transitions import Moved
from bot.matches.view import MatchView, view

PAGE = 10
"""Matches that one transaction of an export reads: between two of them others can play."""
STAND_INS = 2**62
"""How many numbers there are to draw from: none is drawn twice."""
SCRUBS = 20
PAUSE = 0.25
"""Seconds between two tries to empty the log."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of the person who asks."""

    match: Match
    """Without any secret."""
    seen: MatchView
    """The same as this person may see it: running codes are their maker's alone."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that is kept of one person."""

    player: PlayerId
    at: datetime
    traces: Traces
    matches: tuple[OwnMatch, ...]


class Privacy:
    """Copies and removals. Whose they are is whoever asks."""

    def __init__(self, acts: Acts, chance: Chance, scrub: Callable[[], Awaitable[bool]]) -> None:
        """`scrub` has nothing deleted stay in any file, and returns whether it could."""
        self._acts = acts
        self._chance = chance
        self._scrub = scrub
        self._one_at_a_time = asyncio.Lock()

    async def export(self, player: PlayerId) -> Dossier:
        """Everything kept of this person; a match that goes meanwhile is left out.

        It is read in many short transactions, and for one person at a time, so that no game
        waits for it.
        """
        async with self._one_at_a_time:
            at = self._acts.clock()
            traces = await self._acts.transact(lambda stores: stores.privacy.traces(player))
            matches: list[OwnMatch] = []
            for first in range(0, len(traces.matches), PAGE):
                matches += await self._page(player, traces.matches[first : first + PAGE])
        return Dossier(player, at, traces, tuple(matches))

    async def erase(self, player: PlayerId) -> Told | None:
        """Remove this person: all of it, or (it raises) nothing.

        Open matches are called off in the same transaction, so that none can begin in between.
        What has to be told of them, if there are any, comes back; it is about several matches.
        """

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            stand_in = PlayerId(self._below_zero())
            await mark_tries(stores, player)
            await stores.privacy.erase(player, stand_in, lambda: SourceId(self._below_zero()))
            call_off = commands.CallOffMatch(now, CallOff.ERASED, stand_in)
            still_open = await stores.matches.open(player=stand_in)
            return [accepted(transitions.apply(match, call_off)) for match in still_open]

        told = await self._acts.keep_if(work)
        self._acts.erased[player] = self._acts.clock()
        await self._empty_log()
        return told

    async def _page(self, player: PlayerId, matches: Sequence[MatchId]) -> Sequence[OwnMatch]:
        async def work(stores: Stores) -> Sequence[OwnMatch]:
            found = [await stores.matches.load(match) for match in matches]
            return [_own(match, player) for match in found if match is not None]

        return await self._acts.transact(work)

    async def _empty_log(self) -> None:
        """Try for some seconds; a backup that is being made is in the way."""
        for _ in range(SCRUBS):
            if await self._scrub():
                return
            await asyncio.sleep(PAUSE)
        log.warning("what was deleted leaves the database's log at the next start only")

    def _below_zero(self) -> int:
        return -1 - self._chance.below(STAND_INS)


def _own(match: Match, player: PlayerId) -> OwnMatch:
    rounds = tuple(replace(played, secret=None) for played in match.rounds)
    return OwnMatch(replace(match, rounds=rounds), view(match, {}, player))
