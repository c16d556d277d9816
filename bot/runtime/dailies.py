"""The results of each server's daily, posted once when its day is over, where admins want them.
Where somebody still plays then, the message is made complete when nobody does any more.

That they are owed is in the database before anything is said. Whatever a crash left open, the next
process finds: it looks through our messages for the button whose custom id ends in the day.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import date
from typing import Protocol

import discord

from bot.client import CALL_LIMIT, MastermindBot
from bot.matches.daily import Daily, DayResults
from bot.matches.daily_store import DailyDay
from bot.matches.ids import GuildId, MessageId
from bot.presentation import daily as words
from bot.presentation.scene import Message
from bot.runtime.refusals import Refusals
from bot.runtime.telling import CLOCK_SKEW, LOOK_LIMIT, carries
from bot.runtime.trying import NOT_LET_IN, PASSING, passes
from bot.ui.buttons import ref_button, view_of
from bot.ui.places import missing_in
from bot.ui.sending import sendable

log = logging.getLogger(__name__)

BEAT = 15.0
"""Seconds between two looks."""
PAUSE = 60.0
"""Seconds before a server is tried again after a failure that passes."""
REFUSED_PAUSE = 3600.0
"""The same where Discord did not let us in although it seemed so."""


class ShutOutError(Exception):
    """We may not post there, as far as we know; asking Discord would be one more refusal."""


class NoChannelError(Exception):
    """The channel was deleted."""


class Poster(Protocol):
    """Posts the results of a day; whatever discord.py raises comes out of it."""

    async def post(self, day: DayResults) -> MessageId:
        """Post them, in place of what arrived before, if anything did.

        Raises ShutOutError and NoChannelError.
        """


class ChannelPoster:
    """`Poster` in the channels of Discord."""

    def __init__(self, client: MastermindBot) -> None:
        self._client = client

    async def post(self, day: DayResults) -> MessageId:
        """See the Protocol."""
        channel = self._channel(day)
        posted = words.results(day, self._client.public_scene(day.day.guild))
        arguments = sendable(Message(posted.content))
        arguments["view"] = view_of([ref_button(one, _ending(day)) for one in posted.buttons])
        before = day.day.posted.message if day.day.posted else await self._arrived(channel, day)
        if before is None:
            # Of 25 characters at most, and unlike that of every other server.
            nonce = f"{day.day.guild:x} {day.day.day:%y%m%d}"
            sent = await channel.send(**arguments, nonce=nonce)
            return MessageId(sent.id)
        await channel.get_partial_message(before).edit(**arguments)
        return before

    async def _arrived(self, channel: discord.TextChannel, day: DayResults) -> MessageId | None:
        """The message of which a crash left no note."""
        async for message in channel.history(
            limit=LOOK_LIMIT, after=day.day.ends_at - CLOCK_SKEW, oldest_first=True
        ):
            if message.author == self._client.user and carries(message, _ending(day)):
                return MessageId(message.id)
        return None

    def _channel(self, day: DayResults) -> discord.TextChannel:
        guild = self._client.get_guild(day.day.guild)
        if guild is None or guild.unavailable:
            raise ShutOutError
        channel = guild.get_channel(day.channel)
        if not isinstance(channel, discord.TextChannel):
            raise NoChannelError
        if missing_in(channel):
            raise ShutOutError
        return channel


class Dailies:
    """Posts what is owed, for ever."""

    def __init__(
        self,
        daily: Daily,
        poster: Poster,
        refusals: Refusals,
        connected: Callable[[], bool],
    ) -> None:
        self._daily = daily
        self._poster = poster
        self._refusals = refusals
        self._connected = connected
        self._resting: dict[tuple[GuildId, date], float] = {}
        """Days of which it failed, and the event loop's time of the next try."""

    async def run(self) -> None:
        """Look, for ever. Cancel it to stop."""
        while True:
            try:
                if self._connected():
                    await self.look()
            except Exception:
                log.exception("the results of the dailies wait")
            await asyncio.sleep(BEAT)

    async def look(self) -> None:
        """Post everything that is owed now."""
        for day in await self._daily.due():
            if self._refusals.are_many():
                return
            if self._resting.get(_key(day), 0) <= _now():
                await self._look_after(day)

    async def _look_after(self, day: DailyDay) -> None:
        try:
            results = await self._daily.results(day)
            if results is not None:
                await self._post(results)
        except Exception:  # one day that cannot be read holds up no other
            log.exception("the results of server %d wait", day.guild)
            self._resting[_key(day)] = _now() + PAUSE

    async def _post(self, day: DayResults) -> None:
        guild = day.day.guild
        try:
            async with asyncio.timeout(CALL_LIMIT):
                message = await self._poster.post(day)
        except ShutOutError:  # it costs nobody anything to look again
            log.debug("the results of server %d wait until they may be posted", guild)
        except NoChannelError:
            await self._daily.settle(day, None)
        except (*PASSING, discord.HTTPException) as error:
            log.info("the results of server %d wait (%s)", guild, type(error).__name__)
            await self._fail(day, error)
        else:
            await self._daily.settle(day, message)

    async def _fail(self, day: DayResults, error: Exception) -> None:
        if passes(error):
            self._resting[_key(day.day)] = _now() + PAUSE
        elif getattr(error, "code", None) in NOT_LET_IN:
            self._resting[_key(day.day)] = _now() + REFUSED_PAUSE
        else:  # it would be refused again
            await self._daily.settle(day, None)


def _key(day: DailyDay) -> tuple[GuildId, date]:
    return day.guild, day.day


def _ending(day: DayResults) -> str:
    """What the custom id of the button ends in."""
    return day.day.day.isoformat()


def _now() -> float:
    return asyncio.get_running_loop().time()
