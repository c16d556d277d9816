"""The bot's own rows: wherever it is its turn, it plays after a pause like a player's."""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress

from bot.client import HearFirst, Think
from bot.engine.codesets import Game
from bot.engine.levels import Level
from bot.engine.lines import Line, work_of
from bot.matches.acts import Told
from bot.matches.errors import MatchError
from bot.matches.ids import MatchId
from bot.matches.opponent import Opponent
from bot.matches.view import MatchView
from bot.runtime import jobs
from bot.runtime.thinking import is_quick
from bot.ui.people import WRITTEN_PATIENCE

log = logging.getLogger(__name__)

LOOK_EVERY = 15.0
"""Seconds after which it looks again although nobody woke it."""
REST = 0.3
"""Seconds between two looks at least: each goes through all matches that wait for the bot."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds between tries in one match; doubled after each failure there."""
AT_ONCE = 2
"""Rows asked for at a time of each thinking process: one is found while the next waits. More of
them, which come first, would stand in the way of people who ask for something."""
SHORTEST_THOUGHT, LONGEST_THOUGHT = 2.0, 4.0
"""Seconds that a player takes for a row that is soon found."""


def players_pause() -> float:
    """Seconds before a row, by chance: nobody plays like a clock."""
    return random.SystemRandom().uniform(SHORTEST_THOUGHT, LONGEST_THOUGHT)


class Playing:
    """Plays the bot's rows, a task for each match. All it has to know is in the matches."""

    def __init__(
        self,
        opponent: Opponent,
        think: Think,
        later: Callable[[Told | None], None],
        connected: Callable[[], bool],
        hear_first: HearFirst,
        pause: Callable[[], float] = players_pause,
    ) -> None:
        self._opponent = opponent
        self._think = think
        self._later = later
        self._connected = connected
        self._hear_first = hear_first
        self._pause = pause
        self._woken = asyncio.Event()
        self._at_work: set[MatchId] = set()
        self._places = {quick: asyncio.Semaphore(AT_ONCE) for quick in (True, False)}

    def wake(self) -> None:
        """It has become the bot's turn somewhere."""
        self._woken.set()

    async def run(self) -> None:
        """Play, for ever. Cancel it to stop."""
        async with asyncio.TaskGroup() as group:
            while True:
                self._woken.clear()
                try:
                    await self._look(group)
                except Exception:
                    log.exception("the bot's rows wait")
                await asyncio.sleep(REST)
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._woken.wait()

    async def _look(self, group: asyncio.TaskGroup) -> None:
        if not self._connected():  # nobody would see the rows
            return
        for match in await self._opponent.turns():
            if match not in self._at_work:
                self._at_work.add(match)
                group.create_task(self._take_turn(match))

    async def _take_turn(self, match: MatchId) -> None:
        """One row, or none where it is not the bot's turn any more."""
        try:
            await asyncio.sleep(self._pause())
            length = FIRST_PAUSE
            while not await self._is_done(match):
                await asyncio.sleep(length)
                length = min(2 * length, LONGEST_PAUSE)
        finally:
            self._at_work.remove(match)
            self._woken.set()  # the next row may be the bot's as well

    async def _is_done(self, match: MatchId) -> bool:
        """Whether there is nothing left to try again."""
        try:
            self._later(await self._row(match))
        except MatchError as error:
            log.info("the bot's row in match %s waits (%s)", match, type(error).__name__)
            return False
        except Exception:
            log.exception("the bot's row in match %s waits", match)
            return False
        return True

    async def _row(self, match: MatchId) -> Told | None:
        view = await self._opponent.turn(match)
        if view is None:
            return None
        # What was written before may say that the code is another one.
        await self._hear_first(view.challenger, WRITTEN_PATIENCE)
        playing = view.rounds[-1]
        game, lines, level = _question(view)
        work = work_of(game, lines)
        async with self._places[is_quick(work)]:
            code = await self._think(None, work, jobs.bots_row, game, lines, level)
        return await self._opponent.play(match, playing.number, len(playing.rows) + 1, code)


def _question(view: MatchView) -> tuple[Game, list[Line], Level]:
    """All that the bot goes by: what anybody may see."""
    lines = [Line.known(row.code, row.feedback) for row in view.rounds[-1].rows]
    return Game.of(view.terms.rules), lines, view.terms.level or Level.FAIR
