"""Delivery over stores in memory, with a teller whose calls can fail, hang and be watched."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import chain, repeat
from typing import TypeAlias, TypeVar, cast
from unittest.mock import Mock

import aiohttp
import discord

from bot.client import Interaction
from bot.matches.acts import Brief, Told
from bot.matches.ids import EntryId, GuildId, MatchId, MessageId, ThreadId
from bot.matches.models import LIVE, OPENING, Entry, EventKind, Terms
from bot.matches.ports import Stores
from bot.matches.view import MatchView
from bot.presentation.i18n import words
from bot.presentation.scene import Scene as Wording
from bot.runtime.delivery import Delivery
from bot.runtime.refusals import Refusals
from bot.runtime.telling import NoPlaceError, Teller
from tests.unit.service.scene import (
    WREN,
    Scene,
    UnreliableDatabase,
    message_id,
    source_id,
    taken,
)

T = TypeVar("T")
LIMIT = 5.0
"""Seconds after which what a test waits for will not come any more."""
IN_CHANNEL = {EventKind.CHALLENGED, EventKind.CHALLENGE_CLOSED, EventKind.THREAD_LOST}


class Gate:
    """Where a call hangs until the test opens it."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    async def passed(self) -> None:
        """Hang here."""
        self.reached.set()
        await self.opened.wait()


Trouble: TypeAlias = Exception | Gate


def for_ever(trouble: Trouble) -> Iterator[Trouble]:
    """The same at every try."""
    return repeat(trouble)


def http_error(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises for such an answer of Discord."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response = Mock(spec=aiohttp.ClientResponse, status=status, reason="")
    return kind(response, {"code": code, "message": "no"})


class Watch:
    """Tells whoever waits that something may have changed."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """Something happened."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return when it holds."""
        async with asyncio.timeout(LIMIT):
            while not condition():
                await self._changed.wait()


class WatchedDatabase(UnreliableDatabase):
    """Stores in memory that tell of every transaction."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    @property
    def settled(self) -> dict[EntryId, MessageId | None]:
        """What was told, or (None) given up."""
        return self._contents.settled

    @property
    def owed(self) -> list[Entry]:
        """What is neither."""
        return [one for one in self._contents.entries.values() if one.id not in self.settled]

    @property
    def absences(self) -> dict[GuildId, datetime]:
        """The servers that the bot is not in, and since when."""
        return self._contents.absences

    async def transact(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        try:
            return await super().transact(work)
        finally:
            self._watch.notify()


class Way(StrEnum):
    """How a telling was tried."""

    ANSWER = "answer"
    AT_ONCE = "at once"
    AGAIN = "again"
    """By the worker, which looks first."""


@dataclass(frozen=True)
class Try:
    """One call of the teller."""

    entry: Entry
    way: Way
    brief: Brief
    at: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    @property
    def kind(self) -> EventKind:
        """What is told."""
        return self.entry.event.kind


class FakeInteraction:
    """Somebody waits for an answer; `told` is what they read that is no telling."""

    locale = discord.Locale.british_english

    def __init__(self, *, done: bool = False) -> None:
        self.response = self.client = self
        self.done = done
        self.told: list[str] = []

    def is_done(self) -> bool:
        return self.done

    def is_closed(self) -> bool:
        return False

    def scene(self, locale: discord.Locale) -> Wording:
        return Wording(words(str(locale)), {})

    async def send_message(self, text: str, *, ephemeral: bool) -> None:
        assert ephemeral
        self.done = True
        self.told.append(text)


class FakeTeller:
    """Has the face of Teller. Each call meets the next trouble laid down for it, if any."""

    def __init__(self, office: "Office") -> None:
        self._office = office
        self._troubles: dict[tuple[MatchId | None, EventKind], Iterator[Trouble]] = {}
        self._messages: dict[EntryId, MessageId] = {}
        self.tries: list[Try] = []
        self.said: list[Entry] = []
        """What arrived, in this order."""
        self.gone: set[ThreadId] = set()
        """Threads that are deleted."""
        self.most_at_once = 0
        self._under_way = 0

    def meets(
        self, kind: EventKind, *troubles: Trouble | Iterator[Trouble], match: MatchId | None = None
    ) -> None:
        """The next tries of this kind (in this match) go so, one trouble a try."""
        self._troubles[match, kind] = chain.from_iterable(
            [one] if isinstance(one, Exception | Gate) else one for one in troubles
        )

    async def answer(self, entry: Entry, brief: Brief, interaction: Interaction) -> MessageId:
        await self._go(Try(entry, Way.ANSWER, brief))
        cast("FakeInteraction", interaction).done = True
        return self._arrived(entry)

    async def tell(self, entry: Entry, brief: Brief, *, look: bool) -> MessageId | None:
        await self._go(Try(entry, Way.AGAIN if look else Way.AT_ONCE, brief))
        kind, match = entry.event.kind, brief.match
        if kind in OPENING and match.phase not in LIVE:
            return None
        if kind in OPENING and match.thread is None:
            await self._office.service.acts.thread_opened(match.id, ThreadId(message_id()))
        elif kind not in OPENING | IN_CHANNEL:
            self._find(match.thread, kind)
        if look and entry.id in self._messages:
            return self._messages[entry.id]
        return self._arrived(entry)

    def _find(self, thread: ThreadId | None, kind: EventKind) -> None:
        if thread is None:
            raise NoPlaceError
        if thread in self.gone and kind is not EventKind.CODE_WANTED:
            raise http_error(404, 10003)

    async def _go(self, attempt: Try) -> None:
        self.tries.append(attempt)
        self._office.watch.notify()
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            match self._next_trouble(attempt.entry):
                case Gate() as gate:
                    await gate.passed()
                case Exception() as error:
                    raise error
        finally:
            self._under_way -= 1

    def _next_trouble(self, entry: Entry) -> Trouble | None:
        for match in (entry.match, None):
            trouble = next(self._troubles.get((match, entry.event.kind), iter(())), None)
            if trouble is not None:
                return trouble
        return None

    def _arrived(self, entry: Entry) -> MessageId:
        self._messages[entry.id] = message_id()
        self.said.append(entry)
        self._office.watch.notify()
        return self._messages[entry.id]


class Office(Scene):
    """A server whose people are told of what they do."""

    def __init__(self) -> None:
        super().__init__()
        self.watch = Watch()
        self.database = self.kept = WatchedDatabase(self.watch)
        self.teller = FakeTeller(self)
        self.seconds = 0.0
        """What the clock of the refusals shows."""
        self.restart()

    def restart(self) -> None:
        """A new process over the same stores, in the same Discord."""
        self.service = self.restarted()
        self.refusals = Refusals(self._watched_seconds)
        self.delivery = Delivery(self.service.acts, cast("Teller", self.teller), self.refusals)

    def _watched_seconds(self) -> float:
        self.watch.notify()
        return self.seconds

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """With the worker, which is still at work when the block ends."""
        worker = asyncio.create_task(self.delivery.run())
        try:
            yield
            assert not worker.done()
        finally:
            worker.cancel()
            await asyncio.wait([worker])
        assert worker.cancelled()

    async def start(
        self,
        act: Awaitable[Told],
        answer: FakeInteraction | None = None,
        *,
        after: Gate | None = None,
    ) -> asyncio.Task[bool]:
        """Somebody acts, and tells of it (`after` something else); returns after the commit."""
        committed = asyncio.Event()

        async def whole() -> bool:
            told = await act
            committed.set()
            if after is not None:
                await after.passed()
            return await self.delivery.tell(told, cast("Interaction | None", answer))

        task = asyncio.create_task(whole())
        async with asyncio.timeout(LIMIT):
            await committed.wait()
        return task

    async def tell(self, act: Awaitable[Told], answer: FakeInteraction | None = None) -> bool:
        """Somebody acts and tells of it to the end."""
        task = await self.start(act, answer)
        async with asyncio.timeout(LIMIT):
            return await task

    async def begun(self, terms: Terms | None = None, *, code: str | None = "RBRG") -> MatchView:
        """A match of whose beginning everybody was told; with its first code, if given one."""
        match = await self.open_challenge(terms)
        assert await self.tell(self.accepting(match))
        if code is not None:
            assert await self.tell(self.hide(match, code))
        self.forget()
        return await self.look(match.id)

    async def open_challenge(self, terms: Terms | None = None) -> MatchView:
        """A challenge that everybody was told of."""
        assert await self.tell(self.challenge(terms))
        match = self.teller.said[-1].match
        self.forget()
        return await self.look(match)

    def accepting(self, match: MatchView) -> Awaitable[Told]:
        """Wren accepts."""
        return self.service.accept(match.id, WREN, match.message or message_id())

    async def boxed_row(self, match: MatchView, text: str) -> Told:
        """Wren plays this row of the first round in the box, for which no thread is needed."""
        return taken(await self.service.play_row(match.id, 1, WREN, text, source_id()))

    def forget(self) -> None:
        """What was told so far is not what the test is about."""
        self.teller.said.clear()
        self.teller.tries.clear()

    def said(self) -> list[EventKind]:
        """The kinds of what arrived, in order."""
        return [entry.event.kind for entry in self.teller.said]

    def tried(self) -> list[tuple[EventKind, Way]]:
        """Kind and way of every try, in order."""
        return [(one.kind, one.way) for one in self.teller.tries]

    def count(self, kind: EventKind) -> int:
        """How often this kind was tried."""
        return sum(one.kind is kind for one in self.teller.tries)

    def given_up(self, entries: Iterable[Entry]) -> list[bool]:
        """Which of these, all settled, were given up."""
        return [self.kept.settled[one.id] is None for one in entries]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return when it holds; within a time limit."""
        await self.watch.until(condition)

    async def nothing_owed(self) -> None:
        """Return when everything was told or given up."""
        await self.until(lambda: not self.kept.owed)


async def others_rest() -> None:
    """Return when every task that waits for no time and no test has come to rest."""
    for _ in range(50):
        turn = asyncio.Event()
        asyncio.get_running_loop().call_soon(turn.set)
        await turn.wait()


async def ended(task: asyncio.Task[T]) -> T:
    """The result of the task, which comes soon."""
    async with asyncio.timeout(LIMIT):
        return await task


async def reached(gate: Gate) -> None:
    """Return when a call hangs there."""
    async with asyncio.timeout(LIMIT):
        await gate.reached.wait()
