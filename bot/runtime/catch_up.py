"""What was written while nobody listened: read afterwards, as if it had just arrived."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

import aiohttp
import discord

from bot.client import MastermindBot
from bot.matches.ids import ChannelId, GuildId, PlayerId
from bot.matches.models import LIVE, Phase
from bot.matches.ports import Whereabouts
from bot.matches.upkeep import Upkeep
from bot.ui.base import CALL_LIMIT
from bot.ui.people import PEOPLE_WRITE

log = logging.getLogger(__name__)

MARGIN = timedelta(minutes=2)
"""A connection may be dead for a while before anybody notices."""
MOST_MESSAGES = 500
"""To be read of one thread."""
SIDE_BY_SIDE = 5
PRIVATE_PAUSE = 1.0
"""Seconds between two people's private messages: who opens them fast is refused (40003)."""


class CatchUp:
    """Reads threads and private messages of running matches, and notices threads that are gone."""

    def __init__(
        self, client: MastermindBot, upkeep: Upkeep, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._upkeep = upkeep
        self._clock = clock
        self._since: datetime | None = None
        self._broken: dict[int, datetime] = {}
        """Since when which shard has no connection; its session may still be resumed."""
        self._ready = asyncio.Event()
        self.caught_up = asyncio.Event()
        """Whether what was missed was read, as far as it can be: until then no time is up."""
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)

    def wants(self, since: datetime | None) -> None:
        """From then on nothing was heard (None: it never was); `run` reads it when connected."""
        if since is not None:
            self._since = since if self._since is None else min(since, self._since)
            self.caught_up.clear()

    async def on_shard_disconnect(self, shard: int) -> None:
        """The connection broke; more tries than one may fail before there is another."""
        self._broken.setdefault(shard, self._clock())

    async def on_shard_resumed(self, shard: int) -> None:
        """The same session again, which brings by itself what was missed."""
        self._broken.pop(shard, None)

    async def on_shard_connect(self, shard: int) -> None:
        """A new session, which brings nothing of what was written before it.

        Not when the shard is ready: that is told seconds later, when the session may be gone.
        """
        self.wants(self._broken.pop(shard, None))

    async def on_ready(self) -> None:
        """All shards are connected, one or more of them by a new session."""
        self._ready.set()

    async def run(self) -> None:
        """Look after every new session, for ever. Cancel it to stop."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            since, self._since = self._since, None
            try:
                # One with an outage is as good as absent; `on_guild_available` says when it is over.
                guilds = [guild for guild in self._client.guilds if not guild.unavailable]
                present = frozenset(GuildId(guild.id) for guild in guilds)
                await self._upkeep.meet(present, self._client.is_ours)
                if since is not None:
                    await self.read(since)
            except Exception:
                log.exception("what was missed could not be read")
                self.wants(since)
            self.caught_up.set()

    async def read(self, since: datetime) -> None:
        """Read what came after `since`, less a margin; messages that were heard do no harm."""
        after = since - MARGIN
        matches = await self._upkeep.whereabouts()
        gone = {match.channel for match in matches if self._seems_gone(match)}
        live = [match for match in matches if match.phase in LIVE and match.channel not in gone]
        async with asyncio.TaskGroup() as group:
            for match in live:
                group.create_task(self._safely(partial(self._thread, match, after)))
            for channel in gone:
                group.create_task(self._safely(partial(self._channel, channel)))
            group.create_task(self._private(live, after))

    async def _safely(self, work: Callable[[], Awaitable[None]]) -> None:
        """One place that cannot be read holds up no other."""
        try:
            async with self._places:
                await work()
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
            log.info("a place could not be read after all (%s)", type(error).__name__)
        except Exception:
            log.exception("a place could not be read after all")

    def _seems_gone(self, match: Whereabouts) -> bool:
        """Whether Discord did not tell us of the match's channel, though it did of its server."""
        guild = self._client.get_guild(match.guild)
        if guild is None or guild.unavailable:
            return False
        return self._client.get_channel(match.channel) is None

    async def _channel(self, channel: ChannelId) -> None:
        try:
            async with asyncio.timeout(CALL_LIMIT):
                await self._client.fetch_channel(channel)
        except discord.NotFound:
            await self._upkeep.lose_channel(channel)

    async def _thread(self, match: Whereabouts, after: datetime) -> None:
        guild = self._client.get_guild(match.guild)
        if match.thread is None or guild is None or guild.unavailable:
            return
        async with asyncio.timeout(CALL_LIMIT):
            thread = await self._found(match.thread)
        if thread is None or thread.locked:
            self._client.deliver_later(await self._upkeep.lose_thread(match.thread))
        elif (thread.last_message_id or 0) > discord.utils.time_snowflake(after):
            await self._hear(await self._missed(thread, after))

    async def _found(self, thread: int) -> discord.Thread | None:
        """The thread; an archived one is not among those that Discord tells us of."""
        known = self._client.get_channel(thread)
        if known is None:
            try:
                known = await self._client.fetch_channel(thread)
            except discord.NotFound:
                return None
        return known if isinstance(known, discord.Thread) else None

    async def _private(self, live: list[Whereabouts], after: datetime) -> None:
        """The private messages of those who owe a code."""
        owing = {
            match.codemaker
            for match in live
            if match.phase is Phase.SETTING and match.codemaker is not None
        }
        for player in sorted(owing):
            await self._safely(partial(self._private_of, player, after))
            await asyncio.sleep(PRIVATE_PAUSE)

    async def _private_of(self, player: PlayerId, after: datetime) -> None:
        async with asyncio.timeout(CALL_LIMIT):
            channel = await self._client.create_dm(discord.Object(player))
        await self._hear(await self._missed(channel, after))

    async def _missed(
        self, channel: discord.Thread | discord.DMChannel, after: datetime
    ) -> Sequence[discord.Message]:
        """What people wrote there and we did not reply to, oldest first."""
        async with asyncio.timeout(CALL_LIMIT):
            found = [
                message
                async for message in channel.history(
                    limit=MOST_MESSAGES, after=after, oldest_first=True
                )
            ]
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
        """One after the other, since the order of rows matters, however long an answer takes."""
        for message in messages:
            for listener in self._client.extra_events["on_message"]:
                await listener(message)
