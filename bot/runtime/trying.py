"""What trying again is worth: which failures pass, and for how long to try."""

import aiohttp
import discord

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""What goes away by itself. A refusal (403, 404, 400) does not, and is not asked for again."""
UNAUTHORIZED, ADDRESS_LIMITED = 401, 429
"""Of the whole bot, not of this request: a token that was reset ends the process by 4004, and
discord.py waits by itself for every limit but the address's."""
NOT_LET_IN = frozenset({50001, 50013})
"""Codes: access or a permission is missing; an admin may give it (back)."""
GIVE_UP_AFTER = 24 * 3600.0
"""Seconds of the event loop, which does not count while the machine sleeps."""


def passes(error: Exception) -> bool:
    """Whether the same request may be answered later."""
    of_the_bot = isinstance(error, discord.HTTPException) and error.status in {
        UNAUTHORIZED,
        ADDRESS_LIMITED,
    }
    return of_the_bot or isinstance(error, PASSING)
