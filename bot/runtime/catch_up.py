"""What was missed while nobody listened: which matches, since when, and when it is read."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from bot.client import CALL_LIMIT, MastermindBot
from bot.matches.errors import StorageError
from bot.matches.ids import ChannelId, GuildId, MatchId
from bot.matches.ports import Whereabouts
from bot.matches.upkeep import Upkeep
from bot.runtime.reading import Reader
from bot.runtime.trying import GIVE_UP_AFTER, NOT_LET_IN, PASSING, passes

log = logging.getLogger(__name__)

MARGIN = timedelta(minutes=2)
"""A connection may be dead for a while before anybody notices."""
RETRY = 30.0
"""Seconds until what could not be read is tried again."""
SIDE_BY_SIDE = 5


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which nothing was heard: of one server, or (None) of any."""

    guild: GuildId | None
    since: datetime


@dataclass(eq=False, slots=True)
class Unread:
    """A match of which something was missed, perhaps; one object for each gap, whoever is in it."""

    where: Whereabouts
    since: datetime
    noted: float
    """The event loop's time at which it was noted."""
    barred: bool = False
    """We are not let in there: no use in trying before the server's permissions change."""
    blind: bool = False
    """We were not, so what discord.py remembers of the thread may be as old as that."""


class CatchUp:
    """Knows what was missed, has it read, and has people's acts wait for it."""

    def __init__(
        self, client: MastermindBot, upkeep: Upkeep, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._upkeep = upkeep
        self._clock = clock
        self._reader = Reader(client, upkeep)
        self._gaps: list[Gap] = []
        """Of which it is not known yet which matches they are about."""
        self._finding_out = asyncio.Lock()
        self._unread: dict[MatchId, Unread] = {}
        self._readings: dict[MatchId, asyncio.Task[None]] = {}
        self._broken: dict[int, datetime] = {}
        """Since when which shard has no connection; its session may still be resumed."""
        self._anew = False
        """A session was begun anew, in which discord.py still shows servers that we left before."""
        self._left: frozenset[int] = frozenset()
        """Those servers."""
        self._wake = asyncio.Event()
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)

    # What was missed

    @property
    def is_done(self) -> bool:
        """Whether everything that was missed, and can be read now, was read."""
        return not self._gaps and all(one.barred for one in self._there())

    @property
    def has_all(self) -> bool:
        """Whether nothing is left to be read, of servers that we are in."""
        return not self._gaps and not self._there()

    def is_heard(self, match: MatchId) -> bool:
        """Whether nothing that was written about it is left to be read: else no time is up."""
        return not self._gaps and match not in self._unread

    def wants(self, since: datetime | None) -> None:
        """From then on nothing was heard (None: it never was); `run` reads it when connected."""
        if since is not None:
            self._gaps.append(Gap(None, since))

    def missed_in(self, guild: GuildId, since: datetime) -> None:
        """The same of one server, in which we are now: an outage or an absence is over."""
        self._left -= {guild}
        self._gaps.append(Gap(guild, since))
        self._wake.set()

    async def permissions_changed(self, guild: GuildId) -> None:
        """What we do not see any more is missed from now on; what we may see again is read."""
        known = self._client.get_guild(guild)
        if known is None:
            return
        # At once, for they may be given back while we wait.
        hidden = {channel.id for channel in known.text_channels if not _sees(channel)}
        for where in await self._upkeep.whereabouts():
            if where.guild == guild:
                self._see_again(where, sees=where.channel not in hidden)

    def _see_again(self, where: Whereabouts, *, sees: bool) -> None:
        unread = self._unread.get(where.id)
        if not sees:
            self._note(where, self._clock(), barred=True)
        elif unread is not None:
            unread.barred = False
            self._wake.set()

    # Sessions

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
        since = self._broken.pop(shard, None)
        self._anew = self._anew or since is not None
        self.wants(since)

    async def on_shard_ready(self, _shard: int) -> None:
        """A shard knows its servers. `on_ready` comes after the first session of all alone."""
        self._wake.set()

    # Reading

    async def run(self) -> None:
        """Look after every new session, for ever. Cancel it to stop."""
        self._wake.set()
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if self.has_all else RETRY):
                        await self._wake.wait()
                self._wake.clear()
                try:
                    await self.look()
                except Exception:
                    log.exception("what was missed could not be read")
        finally:
            for reading in self._readings.values():
                reading.cancel()

    async def look(self) -> None:
        """Read all that was missed, as far as it can be read now."""
        await self._upkeep.meet(await self._present(), self._client.is_ours)
        await self._find_out()
        self._give_up()
        await self._look_for_channels()
        async with asyncio.TaskGroup() as group:
            for unread in self._there():
                if not unread.barred:
                    group.create_task(self._in_turn(unread.where.id))

    async def hear_first(self, player: int, patience: float) -> None:
        """Have read, before this person acts, what was missed of the matches that they play.

        What is written now must not overtake what was written before. Waits for no longer than
        `patience` seconds. Must not raise: it is no reason to refuse the act.
        """
        if not self._gaps and not self._unread:
            return
        if asyncio.current_task() in self._readings.values():  # this very act is read
            return
        with suppress(StorageError):  # which the act itself will meet
            await self._find_out()
        readings = [
            self._reading(unread.where.id)
            for unread in self._there()
            if player in unread.where.players and not unread.barred
        ]
        if readings:
            await asyncio.wait(readings, timeout=patience)

    async def _present(self) -> frozenset[GuildId]:
        """The servers that we are in; one with an outage is as good as absent.

        `on_guild_available` says when that is over.
        """
        shown = frozenset(GuildId(one.id) for one in self._client.guilds if not one.unavailable)
        if self._anew:
            ours = {one.id async for one in self._client.fetch_guilds(limit=None)}
            self._left = shown - ours
            self._anew = False
        return shown - self._left

    async def _find_out(self) -> None:
        """Which matches the gaps are about."""
        async with self._finding_out:
            gaps = tuple(self._gaps)
            for where in await self._upkeep.whereabouts() if gaps else ():
                sinces = [one.since for one in gaps if one.guild in {None, where.guild}]
                if sinces:
                    self._note(where, min(sinces))
            del self._gaps[: len(gaps)]

    def _note(self, where: Whereabouts, since: datetime, *, barred: bool = False) -> None:
        """A new object even for a match that is unread already: it may be half read by now."""
        new = Unread(where, since, _now(), barred=barred, blind=barred)
        earlier = self._unread.get(where.id)
        if earlier is not None:
            new.since = min(since, earlier.since)
            new.noted = earlier.noted
            new.blind |= earlier.blind
        self._unread[where.id] = new

    def _there(self) -> list[Unread]:
        """The matches that wait to be read, of servers that we are in."""
        return [one for one in self._unread.values() if self._is_in(one.where.guild)]

    def _is_in(self, guild: GuildId) -> bool:
        known = self._client.get_guild(guild)
        return known is not None and not known.unavailable and guild not in self._left

    def _give_up(self) -> None:
        now = _now()
        for one in self._there():
            if now - one.noted > GIVE_UP_AFTER:
                log.warning("match %s could not be read for a day", one.where.id)
                del self._unread[one.where.id]

    async def _look_for_channels(self) -> None:
        """Discord did not tell us of a channel, though it did of its server."""
        channels = {one.where.channel for one in self._there() if not one.barred}
        for channel in channels:
            if self._client.get_channel(channel) is None:
                await self._look_for(channel)

    async def _look_for(self, channel: ChannelId) -> None:
        try:
            async with asyncio.timeout(CALL_LIMIT):
                await self._client.fetch_channel(channel)
        except discord.NotFound:
            await self._upkeep.lose_channel(channel)
        except (*PASSING, discord.HTTPException) as error:
            log.info("a channel could not be asked for (%s)", type(error).__name__)

    async def _in_turn(self, match: MatchId) -> None:
        async with self._places:
            await self._reading(match)

    def _reading(self, match: MatchId) -> asyncio.Task[None]:
        """The one task that reads this match."""
        task = self._readings.get(match)
        if task is None:
            task = self._readings[match] = asyncio.create_task(self._read(match))
        return task

    async def _read(self, match: MatchId) -> None:
        """Read it, and again what is missed meanwhile. One that cannot be read raises nothing."""
        try:
            while (unread := self._unread.get(match)) is not None and not unread.barred:
                if not await self._tried(unread):
                    return
                if self._unread.get(match) is unread and not unread.barred:
                    del self._unread[match]
        finally:  # not in a callback, which comes later: who asks meanwhile needs another task
            del self._readings[match]

    async def _tried(self, unread: Unread) -> bool:
        """Try to read it; False when that is worth another try."""
        after = unread.since - MARGIN
        try:
            await self._reader.read(unread.where.id, after, blind=unread.blind)
        except Exception as error:
            if passes(error) or isinstance(error, StorageError):
                log.info("a place could not be read yet (%s)", type(error).__name__)
                return False
            if isinstance(error, discord.HTTPException):
                log.info("a place could not be read (HTTP %s, code %s)", error.status, error.code)
                unread.barred = error.code in NOT_LET_IN
                unread.blind |= unread.barred
            else:
                log.exception("a place could not be read")
        return True


def _sees(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.read_message_history


def _now() -> float:
    return asyncio.get_running_loop().time()
