"""A Discord in which people wrote while the bot was away, and what the bot hears of it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import TypeAlias, cast
from unittest.mock import Mock

import discord

from bot.client import MastermindBot
from bot.matches.acts import Told
from bot.matches.ids import ChannelId
from bot.matches.upkeep import Upkeep
from bot.matches.view import MatchView
from bot.runtime.catch_up import CatchUp
from tests.unit.runtime.office import LIMIT, Gate, Office, others_rest
from tests.unit.service.scene import CHANNEL, GUILD, WREN, thread_of

OURSELVES = discord.Object(999)
MINUTE = timedelta(minutes=1)
Trouble: TypeAlias = Exception | Gate
_numbers = count()


async def _meet(trouble: Trouble | None) -> None:
    match trouble:
        case Gate():
            await trouble.passed()
        case Exception():
            raise trouble


def written(
    at: datetime,
    author: int = WREN.id,
    *,
    kind: discord.MessageType = discord.MessageType.default,
    answers: discord.Message | None = None,
) -> discord.Message:
    """A message of that time."""
    message = Mock(spec=discord.Message, type=kind, author=discord.Object(author))
    message.id = discord.utils.time_snowflake(at) + next(_numbers)
    message.reference = answers and Mock(spec=discord.MessageReference, message_id=answers.id)
    return cast("discord.Message", message)


class FakeClient:
    """What the catch-up uses of the client; it remembers what was read and heard."""

    user = OURSELVES

    def __init__(self, office: Office) -> None:
        self._office = office
        self.guild = Mock(spec=discord.Guild, id=GUILD, unavailable=False)
        self.guilds = [self.guild]
        """Those that discord.py shows."""
        self.joined = [self.guild]
        self.channels = {CHANNEL: Mock(spec=discord.TextChannel, id=CHANNEL, guild=self.guild)}
        self.guild.text_channels = list(self.channels.values())
        self.let_in()
        self.cached: dict[int, discord.Thread] = {}
        self.archived: dict[int, discord.Thread] = {}
        """Only found by asking for them."""
        self.private: dict[int, Sequence[discord.Message]] = {}
        self.troubles: dict[int, Trouble] = {}
        """What is met in the place with this id, or with this person."""
        self.read: list[int] = []
        """The threads that were read."""
        self.asked: list[int] = []
        """The channels that were asked for."""
        self.opened: list[int] = []
        """With whom private messages were opened."""
        self.hearing: dict[int, Gate] = {}
        """Messages that take long to hear."""
        self.does: dict[int, Callable[[], Awaitable[object]]] = {}
        """What hearing a message does."""
        self.steps: list[tuple[str, int]] = []
        self.told: list[Told | None] = []
        self.extra_events: dict[str, list[Callable[[discord.Message], Awaitable[None]]]] = {
            "on_message": [self._listen]
        }

    def let_in(self, *, sees: bool = True, reads: bool = True) -> None:
        """What the channel's permissions are from now on."""
        allowed = discord.Permissions(view_channel=sees, read_message_history=reads)
        self.channels[CHANNEL].permissions_for.return_value = allowed

    @property
    def heard(self) -> list[int]:
        """The messages that were heard to the end, in this order."""
        return [message for step, message in self.steps if step == "ends"]

    async def fetch_guilds(self, *, limit: None) -> AsyncIterator[discord.Guild]:
        """Those that Discord says we are in."""
        for guild in self.joined:
            yield guild

    def is_ours(self, guild: int) -> bool:
        return guild == GUILD

    def deliver_later(self, told: Told | None) -> None:
        self.told.append(told)

    def get_guild(self, guild: int) -> discord.Guild | None:
        return next((one for one in self.guilds if one.id == guild), None)

    def get_channel(self, channel: int) -> object:
        return self.channels.get(ChannelId(channel)) or self.cached.get(channel)

    async def fetch_channel(self, channel: int) -> discord.Thread:
        self.asked.append(channel)
        await _meet(self.troubles.get(channel))
        return self.archived[channel]

    def get_partial_messageable(self, channel: int, *, guild_id: int) -> "FakeClient":
        assert (channel, guild_id) == (CHANNEL, GUILD)
        return self

    async def fetch_message(self, message: int) -> None:
        """Of a challenge."""
        await _meet(self.troubles.get(message))

    async def create_dm(self, person: discord.Object) -> discord.DMChannel:
        self.opened.append(person.id)
        await _meet(self.troubles.get(person.id))
        channel = Mock(spec=discord.DMChannel)
        channel.history = partial(self._written, self.private.get(person.id, ()))
        return cast("discord.DMChannel", channel)

    def thread(
        self, match: MatchView, *messages: discord.Message, locked: bool = False
    ) -> discord.Thread:
        """The thread of this match, with these messages, oldest first."""
        number = thread_of(match)
        last = messages[-1].id if messages else None
        thread = Mock(spec=discord.Thread, id=number, locked=locked, last_message_id=last)
        thread.history = partial(self._history, number, messages)
        return cast("discord.Thread", thread)

    def shows(self, match: MatchView, *messages: discord.Message, locked: bool = False) -> None:
        """Discord told us of this match's thread when we connected."""
        self.cached[thread_of(match)] = self.thread(match, *messages, locked=locked)

    async def _history(
        self,
        thread: int,
        messages: Sequence[discord.Message],
        *,
        limit: None,
        after: datetime,
    ) -> AsyncIterator[discord.Message]:
        self.read.append(thread)
        await _meet(self.troubles.get(thread))
        async for message in self._written(messages, limit=limit, after=after):
            yield message

    async def _written(
        self, messages: Sequence[discord.Message], *, limit: None, after: datetime
    ) -> AsyncIterator[discord.Message]:
        later = [one for one in messages if one.id > discord.utils.time_snowflake(after)]
        for message in later[:limit]:
            yield message

    async def _listen(self, message: discord.Message) -> None:
        self.steps.append(("begins", message.id))
        if message.id in self.hearing:
            await self.hearing[message.id].passed()
        if message.id in self.does:
            await self.does[message.id]()
        await others_rest()
        self.steps.append(("ends", message.id))
        self._office.watch.notify()


class Absence:
    """A server whose bot was away since `since`, and is back now, ten minutes later."""

    def __init__(self) -> None:
        self.office = Office()
        self.client = FakeClient(self.office)
        self.upkeep = Upkeep(self.office.service.acts)
        self.catch_up = CatchUp(cast("MastermindBot", self.client), self.upkeep, self.office.clock)
        self.since = self.office.clock()
        self.office.clock.advance(10 * MINUTE)

    async def ready(self) -> None:
        """A new session of the only shard."""
        await self.catch_up.on_shard_connect(0)
        await self.catch_up.on_shard_ready(0)

    async def looked_after(self) -> None:
        """Return after a new session was looked after to its end."""
        for _ in range(2):  # the second begins after the end of the first
            await self.upkeep.leave(GUILD)
            await self.ready()
            await self.office.until(lambda: not self.office.kept.absences)

    async def heard(self, *messages: discord.Message) -> None:
        """Return when these, and no others, were heard since this was asked last."""
        await self.office.until(lambda: len(self.client.heard) >= len(messages))
        assert self.client.heard == [message.id for message in messages]
        self.client.steps.clear()

    async def done(self) -> None:
        """Return when nothing is left to be read."""
        async with asyncio.timeout(LIMIT):
            while not self.catch_up.is_done:
                await others_rest()

    def lost(self) -> list[MatchView]:
        """The matches whose channels are to be told that they lost their threads."""
        return [told.own for told in self.client.told if told is not None]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """With the catch-up at work, as it still is when the block ends."""
        work = asyncio.create_task(self.catch_up.run())
        try:
            yield
            assert not work.done()
        finally:
            work.cancel()
            await asyncio.wait([work])


async def read(absence: Absence) -> None:
    """Read what was missed, within a time limit."""
    absence.catch_up.wants(absence.since)
    async with asyncio.timeout(LIMIT):
        await absence.catch_up.look()


def written_in_turn(absence: Absence, count: int) -> list[discord.Message]:
    """Messages that were missed, one minute after the other."""
    return [written(absence.since + turn * MINUTE) for turn in range(count)]


async def acts(absence: Absence, player: int = WREN.id, patience: float = LIMIT) -> None:
    """This person is about to act."""
    await absence.catch_up.hear_first(player, patience)
