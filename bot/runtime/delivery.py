"""Telling people what was committed, once each and in order, whatever is lost on the way.

The task that committed an entry tells it at once. What it could not tell, and what a crash left
untold, the worker tells: it looks first whether the message arrived after all (its buttons' ids
end in the entry's id), then sends it, with the entry's id as the nonce.

The outbox itself keeps the order: nothing is told by a message while something is owed that was
committed before it in its line. An answer to an interaction has three seconds and waits for
nothing.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from typing import TypeAlias

import discord

from bot.client import CALL_LIMIT, Interaction
from bot.matches.acts import Acts, Brief, Told
from bot.matches.ids import EntryId, GuildId, MatchId
from bot.matches.models import OPENING, Entry, EventKind
from bot.runtime.refusals import Refusals
from bot.runtime.telling import NoPlaceError, Teller
from bot.runtime.trying import GIVE_UP_AFTER, NOT_LET_IN, PASSING, passes
from bot.ui.base import report

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds between tries in one line; doubled after each failure there."""
IDLE = 30.0
"""Seconds after which whoever waits looks again although nobody woke it: a task may have died."""
AT_ONCE = 10
"""Calls that the worker makes side by side, so that one that hangs holds up no other."""
PARKED = 15.0
"""Seconds before somebody who acts can make us try again where we were not let in."""
TOO_MANY_THREADS = 160006
"""The server is full of active threads; they archive themselves, so there will be room."""
THREAD_GONE = frozenset({10003, 50083, 160005})
"""Deleted, or closed in a way that only a moderator can undo."""


class ParkedError(Exception):
    """We are not let in there: no use in trying before something changes."""


class Where(StrEnum):
    """The places in which a match is told of; each has an order of its own."""

    CHALLENGE = "challenge"
    THREAD = "thread"
    PRIVATE = "private"


Line: TypeAlias = tuple[MatchId, Where]
"""What is told in one line keeps its order; a failure in one line holds up no other."""


@dataclass(frozen=True, slots=True)
class Pause:
    """How long a line rests before the worker's next try."""

    length: float
    until: float
    """The event loop's time of the next try."""
    parked_in: GuildId | None = None
    """The server whose people can make us try earlier."""
    at_least: float = 0.0
    """The event loop's time before which they cannot."""


class Delivery:
    """The outbox's two hands: `tell` for the task that committed, `run` for all that is left."""

    def __init__(self, acts: Acts, teller: Teller, refusals: Refusals) -> None:
        self._acts = acts
        self._refusals = refusals
        self._teller = teller
        self._wake = asyncio.Event()
        """The worker has to look again, for what it read before may be told by now."""
        self._progress = asyncio.Event()
        """Set, and replaced by a new one, whenever something was settled or let go of."""
        self._at_work: set[Line] = set()
        """Where the worker is telling."""
        self._pauses: dict[Line, Pause] = {}
        """Where the worker failed last."""
        self._owed_since: dict[EntryId, float] = {}
        """The event loop's time at which this process first saw that it is owed."""
        self._places = asyncio.Semaphore(AT_ONCE)

    async def tell(self, told: Told, answer: Interaction | None = None) -> bool:
        """Tell everybody, in order; the first message answers the interaction, if given.

        Never raises. True when the first of it was told; the worker goes on where it can.
        """
        untold = list(told.entries)
        first_told = False
        try:
            if answer is not None and untold and not answer.response.is_done():
                await self._answer(untold[0], told.brief, answer)
                del untold[0]
                first_told = True
            for entry in [*untold]:
                accepted = await self._tell_in_turn(entry, told.brief, untold)
                first_told = first_told or (accepted and entry is told.entries[0])
        except (*PASSING, discord.HTTPException) as error:
            log.info("an answer did not arrive (%s)", _short(error))
        except Exception as error:
            log.exception("something cannot be told")
            if answer is not None and not answer.response.is_done():
                await report(answer, error)
        finally:
            self._acts.release(told.entries)
            self._progressed()
            self._wake.set()
        return first_told

    def later(self, told: Told | None) -> None:
        """Leave it all to the worker, if there is anything: nobody waits for an answer."""
        if told is not None:
            self._acts.release(told.entries)
            self._wake.set()

    def stir(self, guild: int, *, permitted: bool = False) -> None:
        """Try again what was parked in this server: somebody acts there, or (`permitted`) its
        permissions changed, which needs no waiting."""
        for line, pause in self._pauses.items():
            if pause.parked_in == guild:
                until = min(pause.until, _now() if permitted else pause.at_least)
                self._pauses[line] = replace(pause, until=until)
                self._wake.set()

    async def run(self) -> None:
        """Tell what is owed, for ever. Cancel it to stop."""
        async with asyncio.TaskGroup() as group:
            while True:
                began = _now()
                try:
                    for line, entries in (await self._due(began)).items():
                        self._at_work.add(line)
                        group.create_task(self._tell_line(line, entries))
                except Exception:
                    log.exception("the outbox waits")
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._rest(began)):
                        await self._wake.wait()

    # At once

    async def _answer(self, entry: Entry, brief: Brief, answer: Interaction) -> None:
        async with asyncio.timeout(CALL_LIMIT):
            message = await self._teller.answer(entry, brief, answer)
        await self._acts.delivered(entry, message)
        self._progressed()

    async def _tell_in_turn(self, entry: Entry, brief: Brief, untold: list[Entry]) -> bool:
        """Tell it when it is its turn; False when that fails or is the worker's to do."""
        if not await self._may_tell(entry, untold):
            return False
        if brief.match.thread is None:  # a private thread is known once it was opened
            brief = await self._acts.brief(entry)
        try:
            accepted = await self._settle(entry, brief, look=False)
        except PASSING as error:
            log.info("entry %s waits: %s", entry.id, _short(error))
            return False
        except ParkedError:
            self._park(_line(entry), brief.match.guild)
            return False
        untold.remove(entry)
        return accepted

    async def _may_tell(self, entry: Entry, own: Sequence[Entry]) -> bool:
        """Whether nothing is owed before it, once other tasks have told what they are telling."""
        while True:
            progress = self._progress
            before = _before(entry, await self._acts.owed_of(entry.match))
            if progress.is_set():  # what was read may be told by now
                continue
            if not before:
                return True
            if any(one in own or not self._acts.is_held(one.id) for one in before):
                return False
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE):
                    await progress.wait()

    # Later

    async def _due(self, now: float) -> Mapping[Line, Sequence[Entry]]:
        """What the worker can begin to tell: neither resting, nor behind what others tell."""
        owed: Sequence[Entry] = ()
        if self._refusals.are_many():
            self._wake.clear()
            return {}
        self._wake.set()
        while self._wake.is_set():
            self._wake.clear()
            owed = await self._acts.owed()
        self._owed_since = {one.id: self._owed_since.get(one.id, now) for one in owed}
        shut = self._at_work | {line for line, one in self._pauses.items() if one.until > now}
        due: defaultdict[Line, list[Entry]] = defaultdict(list)
        for entry in owed:
            line = _line(entry)
            if line in shut or self._acts.is_held(entry.id):
                shut.add(line)
            else:
                due[line].append(entry)
            shut |= _behind(entry) - {line}
        return due

    async def _tell_line(self, line: Line, entries: Sequence[Entry]) -> None:
        try:
            for entry in entries:
                async with self._places:
                    await self._tell_or_give_up(entry)
                self._pauses.pop(line, None)
        except PASSING as error:
            log.info("entry %s waits: %s", entry.id, _short(error))
            self._fail(line)
        except ParkedError:
            log.info("entry %s is parked", entry.id)
        except Exception:
            log.exception("entry %s cannot be told", entry.id)
            self._fail(line)
        finally:
            self._at_work.remove(line)
            self._wake.set()

    async def _tell_or_give_up(self, entry: Entry) -> None:
        """Downtime is no time of trying, so an old entry has its day after every start."""
        now = _now()
        if now - self._owed_since.get(entry.id, now) > GIVE_UP_AFTER:
            log.warning("entry %s is given up after a day", entry.id)
            await self._acts.delivered(entry, None)
        else:
            brief = await self._acts.brief(entry)
            try:
                await self._settle(entry, brief, look=True)
            except ParkedError:
                self._park(_line(entry), brief.match.guild)
                raise

    def _fail(self, line: Line) -> None:
        last = self._pauses.get(line)
        length = min(2 * last.length, LONGEST_PAUSE) if last else FIRST_PAUSE
        self._pauses[line] = Pause(length, _now() + length)

    def _park(self, line: Line, guild: GuildId) -> None:
        now = _now()
        # A task may park what the worker has not seen owed yet, which it has for a day by then.
        length = GIVE_UP_AFTER + IDLE
        self._pauses[line] = Pause(length, now + length, guild, now + PARKED)

    def _rest(self, began: float) -> float:
        """Seconds until a line is due that was not when the round began; held ones wake us."""
        ends = [pause.until for pause in self._pauses.values() if pause.until > began]
        return min([IDLE, *(end - _now() for end in ends)])

    # Both

    async def _settle(self, entry: Entry, brief: Brief, *, look: bool) -> bool:
        """Tell it and note that it is done; False when Discord refuses it for good.

        Raises one of PASSING when it is worth another try, ParkedError when that has to wait for
        somebody.
        """
        try:
            async with asyncio.timeout(CALL_LIMIT):
                message = await self._teller.tell(entry, brief, look=look)
        except (discord.HTTPException, NoPlaceError) as error:
            if passes(error) or getattr(error, "code", None) == TOO_MANY_THREADS:
                raise TimeoutError from error
            if _is_parked(error, _line(entry)):
                raise ParkedError from error
            log.warning("entry %s (%s) is refused: %s", entry.id, entry.event.kind, _short(error))
            gone = brief.match.thread if _is_thread_gone(error, entry) else None
            await self._acts.delivered(entry, None, gone=gone)
            return False
        else:
            await self._acts.delivered(entry, message)
            return True
        finally:
            self._progressed()

    def _progressed(self) -> None:
        self._progress.set()
        self._progress = asyncio.Event()


def _line(entry: Entry) -> Line:
    match entry.event.kind:
        case EventKind.CHALLENGED | EventKind.CHALLENGE_CLOSED | EventKind.THREAD_LOST:
            return entry.match, Where.CHALLENGE
        case EventKind.CODE_WANTED:
            return entry.match, Where.PRIVATE
        case _:
            return entry.match, Where.THREAD


def _behind(entry: Entry) -> set[Line]:
    """The lines in which what was committed later waits for it: all, while there is no thread.

    Nor is there one before the challenge that it opens on: the bot takes one before it arrives.
    """
    taken = entry.event.kind is EventKind.CHALLENGED and entry.event.player is not None
    if taken or entry.event.kind in OPENING:
        return {(entry.match, where) for where in Where}
    return {_line(entry)}


def _before(entry: Entry, owed: Sequence[Entry]) -> list[Entry]:
    """What has to be told before it."""
    earlier = takewhile(lambda one: one.id != entry.id, owed)
    return [one for one in earlier if _line(entry) in _behind(one)]


def _is_parked(error: Exception, line: Line) -> bool:
    """A person whose private messages are closed has the same buttons in the thread."""
    _, where = line
    return (
        isinstance(error, discord.HTTPException)
        and error.code in NOT_LET_IN
        and where is not Where.PRIVATE
    )


def _is_thread_gone(error: Exception, entry: Entry) -> bool:
    _, where = _line(entry)
    return (
        isinstance(error, discord.HTTPException)
        and error.code in THREAD_GONE
        and where is Where.THREAD
        and entry.event.kind not in OPENING
    )


def _now() -> float:
    return asyncio.get_running_loop().time()


def _short(error: Exception) -> str:
    """What may stand in the log: never a text that somebody wrote."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    return type(error).__name__
