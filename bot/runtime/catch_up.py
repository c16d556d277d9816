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
RETRY = 30.0
"""Seconds until what could not be read is tried again."""
PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""What goes away by itself, so that the place is read later."""
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
        self._unheard: dict[GuildId | None, datetime] = {}
        """Since when nothing was heard in a server that we are back in, or (None) anywhere."""
        self._asked = 0
        """How often something was missed, to see whether that happened again during a reading."""
        self._broken: dict[int, datetime] = {}
        """Since when which shard has no connection; its session may still be resumed."""
        self._wake = asyncio.Event()
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)

    @property
    def is_done(self) -> bool:
        """Whether everything that was missed was read: until then nobody's time is up."""
        return not self._unheard

    def wants(self, since: datetime | None) -> None:
        """From then on nothing was heard (None: it never was); `run` reads it when connected."""
        if since is not None:
            self._note(None, since)

    def missed_in(self, guild: GuildId, since: datetime) -> None:
        """The same of one server, in which we are now: an outage or an absence is over."""
        self._note(guild, since)
        self._wake.set()

    def _note(self, where: GuildId | None, since: datetime) -> None:
        self._unheard[where] = min(since, self._unheard.get(where, since))
        self._asked += 1

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

    async def on_shard_ready(self, _shard: int) -> None:
        """A shard knows its servers. `on_ready` comes after the first session of all alone."""
        self._wake.set()

    async def run(self) -> None:
        """Look after every new session, for ever. Cancel it to stop."""
        loop = asyncio.get_running_loop()
        self._wake.set()
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                done = await self._caught_up()
            except Exception:
                log.exception("what was missed could not be read")
                done = False
            if not done:
                loop.call_later(RETRY, self._wake.set)

    async def _caught_up(self) -> bool:
        """Read all that was missed; False when some of it has to be tried again."""
        asked, done = self._asked, True
        # One with an outage is as good as absent; `on_guild_available` says when it is over.
        guilds = [guild for guild in self._client.guilds if not guild.unavailable]
        present = frozenset(GuildId(guild.id) for guild in guilds)
        await self._upkeep.meet(present, self._client.is_ours)
        for where, since in list(self._unheard.items()):
            done = await self.read(since, where) and done
        if not done or asked != self._asked:
            return False
        self._unheard.clear()
        return True

    async def read(self, since: datetime, where: GuildId | None = None) -> bool:
        """Read what came after `since`, less a margin, in one server or (None) anywhere.

        Messages that were heard do no harm. Returns whether every place could be read, or never
        will be.
        """
        after = since - MARGIN
        matches = [
            match
            for match in await self._upkeep.whereabouts()
            if where in {None, match.guild} and self._is_there(match)
        ]
        gone = {match.channel for match in matches if not self._client.get_channel(match.channel)}
        there = [match for match in matches if match.channel not in gone]
        live = [match for match in there if match.phase in LIVE]
        places = [
            *(partial(self._channel, channel) for channel in gone),
            *(partial(self._thread, match, after) for match in live),
            *(partial(self._challenge, match) for match in there if match not in live),
        ]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._safely(place)) for place in places]
            private = group.create_task(self._private(live, after))
        return private.result() and all(task.result() for task in tasks)

    async def _safely(self, work: Callable[[], Awaitable[None]]) -> bool:
        """One place that cannot be read holds up no other; False when it may be read later."""
        try:
            async with self._places:
                await work()
        except PASSING as error:
            log.info("a place could not be read yet (%s)", type(error).__name__)
            return False
        except discord.HTTPException as error:
            log.info("a place could not be read (HTTP %s, code %s)", error.status, error.code)
        except Exception:
            log.exception("a place could not be read")
        return True

    def _is_there(self, match: Whereabouts) -> bool:
        guild = self._client.get_guild(match.guild)
        return guild is not None and not guild.unavailable

    async def _channel(self, channel: ChannelId) -> None:
        """Discord did not tell us of the channel, though it did of its server."""
        try:
            async with asyncio.timeout(CALL_LIMIT):
                await self._client.fetch_channel(channel)
        except discord.NotFound:
            await self._upkeep.lose_channel(channel)

    async def _challenge(self, match: Whereabouts) -> None:
        """Whether somebody can still answer it."""
        if match.message is None:
            return
        channel = self._client.get_partial_messageable(match.channel, guild_id=match.guild)
        try:
            async with asyncio.timeout(CALL_LIMIT):
                await channel.fetch_message(match.message)
        except discord.NotFound:
            await self._upkeep.lose_challenge(match.id)

    async def _thread(self, match: Whereabouts, after: datetime) -> None:
        if match.thread is None:
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

    async def _private(self, live: list[Whereabouts], after: datetime) -> bool:
        """The private messages of those who owe a code; returns as `_safely`."""
        owing = {
            match.codemaker
            for match in live
            if match.phase is Phase.SETTING and match.codemaker is not None
        }
        done = True
        for player in sorted(owing):
            done = await self._safely(partial(self._private_of, player, after)) and done
            await asyncio.sleep(PRIVATE_PAUSE)
        return done

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
                async for message in channel.history(limit=None, after=after, oldest_first=True)
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
