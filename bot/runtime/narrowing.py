"""How the rows of a round narrowed the codes down, for whoever tells of its end."""

import asyncio
import logging
from collections.abc import Sequence

from bot.client import Think
from bot.engine import Rules, analysis
from bot.engine.analysis import Guess
from bot.engine.codesets import CodeSpace, Game
from bot.engine.lines import work_of
from bot.matches.errors import ThinkingError
from bot.matches.models import Row
from bot.presentation.endings import Narrowing
from bot.runtime import jobs

log = logging.getLogger(__name__)

COUNTED_HERE = 100_000
"""Codes of a game whose rows are counted within milliseconds, without asking another process."""


async def narrowing(think: Think, rules: Rules, rows: Sequence[Row], patience: float) -> Narrowing:
    """How many codes were left at first and after each row.

    Nothing without rows and in games that are too large; None when it would take longer than
    `patience` seconds. Never raises: a round's end is told with or without it.
    """
    game = Game.of(rules)
    if not rows or not game.is_small:
        return ()
    guesses = guesses_of(rows)
    try:
        if game.code_count <= COUNTED_HERE:
            return analysis.narrowing(CodeSpace(game), guesses)  # kept by nobody, so no memory
        async with asyncio.timeout(patience):
            work = work_of(game, analysis.lines_of(guesses), picks=0)
            return await think(None, work, jobs.narrowing, game, guesses)
    except (ThinkingError, TimeoutError):
        log.info("a round's end is told without its narrowing: there was no time to count")
    except Exception:
        log.exception("a round's end is told without its narrowing")
    return None


def guesses_of(rows: Sequence[Row]) -> tuple[Guess, ...]:
    """The rows as the engine takes them."""
    return tuple((row.code, row.feedback) for row in rows)
