"""What was written about one match while nobody listened: read as if it had just arrived."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

import discord

from bot.client import CALL_LIMIT, MastermindBot
from bot.matches.ids import MatchId, PlayerId
from bot.matches.models import LIVE
from bot.matches.ports import Whereabouts
from bot.matches.upkeep import Upkeep
from bot.runtime.trying import passes
from bot.ui.people import PEOPLE_WRITE

log = logging.getLogger(__name__)

PRIVATE_PAUSE = 1.0
"""Seconds between two people's private messages: who opens them fast is refused (40003)."""


class Reader:
    """Reads a match's thread, and the private messages in which its codes come."""

    def __init__(self, client: MastermindBot, upkeep: Upkeep) -> None:
        self._client = client
        self._upkeep = upkeep
        self._opening = asyncio.Lock()
        self._may_open = 0.0
        """The event loop's time before which nobody's private messages are opened."""

    async def read(self, match: MatchId, after: datetime, *, blind: bool = False) -> None:
        """Hear what came after that time; a message that was heard before does no harm.

        `blind`: discord.py cannot tell by itself whether anything came.

        Raises discord.HTTPException, aiohttp.ClientError or TimeoutError where a place cannot
        be read; then nothing was heard of it.
        """
        where = await self._upkeep.where(match)
        if where is None:
            return
        found = await self._in_thread(where, after, blind=blind) if where.phase in LIVE else []
        if where.phase not in LIVE and not await self._stands(where):
            return
        maker = where.code_from
        if maker is not None:  # whether the code or the first row came first decides
            found += await self._in_private(maker, after)
        await self._hear(found)
        # Who cracked the code may have written the next one before we came back.
        now = await self._upkeep.where(match)
        if now is not None and now.code_from not in {None, maker}:
            await self._hear(await self._in_private(now.code_from, after))

    async def _stands(self, where: Whereabouts) -> bool:
        """Whether somebody can still answer the challenge."""
        if where.message is None:
            return True
        channel = self._client.get_partial_messageable(where.channel, guild_id=where.guild)
        try:
            async with asyncio.timeout(CALL_LIMIT):
                await channel.fetch_message(where.message)
        except discord.NotFound:
            await self._upkeep.lose_challenge(where.id)
            return False
        return True

    async def _in_thread(
        self, where: Whereabouts, after: datetime, *, blind: bool
    ) -> list[discord.Message]:
        number = where.thread or where.lost_thread
        if number is None:
            return []
        async with asyncio.timeout(CALL_LIMIT):
            thread = await self._found(number)
        if thread is None or thread.locked:
            self._client.deliver_later(await self._upkeep.lose_thread(number))
            return []
        if where.thread is None:
            self._client.deliver_later(await self._upkeep.regain_thread(number))
        if blind or (thread.last_message_id or 0) > discord.utils.time_snowflake(after):
            return await self._missed(thread, after)
        return []

    async def _found(self, thread: int) -> discord.Thread | None:
        """The thread; an archived one is not among those that Discord tells us of."""
        known = self._client.get_channel(thread)
        if known is None:
            try:
                known = await self._client.fetch_channel(thread)
            except discord.NotFound:
                return None
        return known if isinstance(known, discord.Thread) else None

    async def _in_private(self, player: PlayerId, after: datetime) -> list[discord.Message]:
        """Nothing where we are refused: the match goes on by buttons."""
        try:
            return await self._missed(await self._opened(player), after)
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.info("a person could not be read (HTTP %s, code %s)", error.status, error.code)
            return []

    async def _opened(self, player: PlayerId) -> discord.DMChannel:
        loop = asyncio.get_running_loop()
        async with self._opening, asyncio.timeout(CALL_LIMIT):
            await asyncio.sleep(self._may_open - loop.time())
            self._may_open = loop.time() + PRIVATE_PAUSE
            return await self._client.create_dm(discord.Object(player))

    async def _missed(
        self, channel: discord.Thread | discord.DMChannel, after: datetime
    ) -> list[discord.Message]:
        """What people wrote there and we did not reply to."""
        async with asyncio.timeout(CALL_LIMIT):
            found = [message async for message in channel.history(limit=None, after=after)]
        replied = {
            message.reference.message_id
            for message in found
            if message.author == self._client.user and message.reference is not None
        }
        return [
            message
            for message in found
            if message.type in PEOPLE_WRITE and message.id not in replied
        ]

    async def _hear(self, messages: Sequence[discord.Message]) -> None:
        """One after the other, in the order of writing, however long an answer takes."""
        for message in sorted(messages, key=lambda one: one.id):
            for listener in self._client.extra_events["on_message"]:
                await listener(message)
