"""Telling people what was committed, once each, whatever is lost on the way.

The task that committed an entry tells it at once. What it could not tell, and what a crash left
untold, the worker tells: it looks first whether the message arrived after all (its buttons' ids
end in the entry's id), then sends it, with the entry's id as the nonce.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.client import Interaction
from bot.matches.acts import Acts, Brief, Told
from bot.matches.ids import MatchId
from bot.matches.models import Entry, EventKind
from bot.runtime.telling import NoPlaceError, Teller
from bot.ui.base import CALL_LIMIT, report

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds between tries in one line; doubled after each failure there."""
IDLE = 30.0
"""Seconds after which the worker looks again although nobody woke it."""
AT_ONCE = 10
"""Lines that the worker tells side by side, so that one that hangs holds up no other."""
GIVE_UP_AFTER = timedelta(hours=24)
UNAUTHORIZED, ADDRESS_LIMITED = 401, 429
"""Of the whole bot, not of this message: a token that was reset ends the process by 4004, and
discord.py waits by itself for every limit but the address's."""
TOO_MANY_THREADS = 160006
"""The server is full of active threads; they archive themselves, so there will be room."""

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""What goes away by itself. A refusal (403, 404, 400) does not, and is not asked for again."""


class Where(StrEnum):
    """The places in which a match is told of; each has an order of its own."""

    PUBLIC = "public"
    PRIVATE = "private"
    CHALLENGE = "challenge"


Line: TypeAlias = tuple[MatchId, Where]
"""What is told in one line keeps its order; a failure in one line holds up no other."""


@dataclass(frozen=True, slots=True, eq=False)
class Backlog:
    """A line in which the worker has something to tell, so that newer things queue behind."""

    pause: float = 0.0
    """Seconds waited before the next try; 0 before the first."""
    until: float = 0.0
    """The event loop's time of the next try."""

    def after_failure(self) -> "Backlog":
        """The same with a longer pause."""
        pause = min(2 * self.pause, LONGEST_PAUSE) or FIRST_PAUSE
        return Backlog(pause, _now() + pause)


class Delivery:
    """The outbox's two hands: `tell` for the task that committed, `run` for all that is left."""

    def __init__(self, acts: Acts, teller: Teller) -> None:
        self._acts = acts
        self._teller = teller
        self._wake = asyncio.Event()
        self._turns: WeakValueDictionary[Line, asyncio.Lock] = WeakValueDictionary()
        self._backlogs: dict[Line, Backlog] = {}
        self._since = acts.clock()

    async def prepare(self) -> None:
        """Learn what an earlier process left untold, before anything new is told."""
        for entry in await self._acts.owed():
            self._backlogs[_line(entry)] = Backlog()

    async def tell(self, told: Told, answer: Interaction | None = None) -> bool:
        """Tell everybody, in order; the first message answers the interaction, if given.

        An answer has three seconds and waits for nothing; all else waits for what came before.
        Never raises. True when everybody was told; else the worker goes on where it can.
        """
        untold = list(told.entries)
        try:
            if answer is not None and untold and not answer.response.is_done():
                await self._answer(untold[0], told.brief, answer)
                del untold[0]
            async with self._turns_of(untold):
                accepted = [
                    await self._tell_first(entry, told.brief, untold) for entry in [*untold]
                ]
            return all(accepted)
        except (*PASSING, discord.HTTPException) as error:
            log.info("an answer did not arrive (%s)", _short(error))
        except Exception as error:
            log.exception("something cannot be told")
            if answer is not None and not answer.response.is_done():
                await report(answer, error)
        finally:
            self._leave_to_worker(untold)
            self._acts.release(told.entries)
        return False

    async def run(self) -> None:
        """Tell what is owed, for ever. Cancel it to stop."""
        while True:
            self._wake.clear()
            try:
                await self._tell_owed()
            except Exception:
                log.exception("the outbox waits")
            try:
                async with asyncio.timeout(self._pause()):
                    await self._wake.wait()
            except TimeoutError:
                continue

    # At once

    async def _answer(self, entry: Entry, brief: Brief, answer: Interaction) -> None:
        async with asyncio.timeout(CALL_LIMIT):
            message = await self._teller.answer(entry, brief, answer)
        await self._acts.delivered(entry, message)

    async def _tell_first(self, entry: Entry, brief: Brief, untold: list[Entry]) -> bool:
        """Tell it, unless something earlier in its line waits for the worker."""
        line = _line(entry)
        if line in self._backlogs or _thread_comes_first(untold[0], entry):
            return False
        try:
            if brief.match.thread is None:  # a private thread is known once it was opened
                brief = await self._acts.brief(entry)
            accepted = await self._settle(entry, brief, look=False)
        except PASSING as error:
            log.info("entry %s waits: %s", entry.id, _short(error))
            self._backlogs[line] = Backlog()
            return False
        untold.remove(entry)
        return accepted

    def _leave_to_worker(self, untold: Sequence[Entry]) -> None:
        """A new object marks that there is more than the worker may have seen."""
        for entry in untold:
            line = _line(entry)
            self._backlogs[line] = replace(self._backlogs.get(line, Backlog()))
        if self._backlogs:  # the worker passes by matches that somebody is telling of
            self._wake.set()

    @asynccontextmanager
    async def _turns_of(self, entries: Iterable[Entry]) -> AsyncIterator[None]:
        """Alone in the lines of these entries; always taken in the same order."""
        async with AsyncExitStack() as turns:
            for line in sorted({_line(entry) for entry in entries}):
                await turns.enter_async_context(self._turns.setdefault(line, asyncio.Lock()))
            yield

    # Later

    async def _tell_owed(self) -> None:
        """One round over what is owed: match by match, since a thread comes before its link."""
        known = dict(self._backlogs)
        matches: defaultdict[MatchId, list[Entry]] = defaultdict(list)
        for entry in await self._acts.owed():
            matches[entry.match].append(entry)
        places = asyncio.Semaphore(AT_ONCE)
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._tell_match(entries, places)) for entries in matches.values()
            ]
        behind = {line for task in tasks for line in task.result()}
        for line, backlog in known.items():
            if line not in behind and self._backlogs.get(line) is backlog:
                del self._backlogs[line]

    async def _tell_match(self, entries: Sequence[Entry], places: asyncio.Semaphore) -> set[Line]:
        """The lines in which something is still to be told."""
        if any(self._acts.is_held(entry.id) for entry in entries):
            return {_line(entry) for entry in entries}  # whoever holds it wakes us
        behind: set[Line] = set()
        async with places, self._turns_of(entries):
            for entry in entries:
                line = _line(entry)
                if line not in behind and not await self._tell_again(line, entry):
                    behind.add(line)
                    if entry.event.kind is EventKind.ACCEPTED:
                        return {_line(one) for one in entries}  # there is no thread to link to
        return behind

    async def _tell_again(self, line: Line, entry: Entry) -> bool:
        backlog = self._backlogs.get(line, Backlog())
        if backlog.until > _now():
            return False
        try:
            await self._tell_or_give_up(entry)
        except Exception as error:
            if isinstance(error, PASSING):
                log.info("entry %s waits: %s", entry.id, _short(error))
            else:
                log.exception("entry %s cannot be told", entry.id)
            self._backlogs[line] = backlog.after_failure()
            return False
        return True

    async def _tell_or_give_up(self, entry: Entry) -> None:
        """Downtime is no time of trying, so an old entry has its day after every start."""
        if self._acts.clock() - max(entry.created_at, self._since) > GIVE_UP_AFTER:
            log.warning("entry %s is given up after a day", entry.id)
            await self._acts.delivered(entry, None)
        else:
            await self._settle(entry, await self._acts.brief(entry), look=True)

    def _pause(self) -> float:
        now = _now()
        waits = [one.until - now for one in self._backlogs.values() if one.until > now]
        return min([*waits, IDLE])

    # Both

    async def _settle(self, entry: Entry, brief: Brief, *, look: bool) -> bool:
        """Tell it and note that it is done; False when Discord refuses it for good.

        Raises one of PASSING when it is worth another try.
        """
        if entry.event.kind is EventKind.CODE_WANTED and brief.match.thread is None:
            raise TimeoutError("the thread that it links to has still to open")
        try:
            async with asyncio.timeout(CALL_LIMIT):
                message = await self._teller.tell(entry, brief, look=look)
        except (discord.HTTPException, NoPlaceError) as error:
            if isinstance(error, discord.HTTPException) and _passes(error):
                raise TimeoutError from error
            log.warning("entry %s (%s) is refused: %s", entry.id, entry.event.kind, _short(error))
            await self._acts.delivered(entry, None)
            return False
        await self._acts.delivered(entry, message)
        return True


def _line(entry: Entry) -> Line:
    match entry.event.kind:
        case EventKind.CODE_WANTED:
            return entry.match, Where.PRIVATE
        case EventKind.CHALLENGE_CLOSED:
            return entry.match, Where.CHALLENGE
        case _:
            return entry.match, Where.PUBLIC


def _thread_comes_first(untold: Entry, entry: Entry) -> bool:
    """Whether the thread, which all else links to, has still to be opened first."""
    return untold.event.kind is EventKind.ACCEPTED and untold is not entry


def _passes(error: discord.HTTPException) -> bool:
    return (
        isinstance(error, discord.DiscordServerError)
        or error.status in {UNAUTHORIZED, ADDRESS_LIMITED}
        or error.code == TOO_MANY_THREADS
    )


def _now() -> float:
    return asyncio.get_running_loop().time()


def _short(error: Exception) -> str:
    """What may stand in the log: never a text that somebody wrote."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    return type(error).__name__
