"""Two people, a stranger, and the service over stores in memory."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any, TypeVar

import pytest

from bot.engine import Code
from bot.matches.acts import Told
from bot.matches.admin import Admin
from bot.matches.errors import Refusal, RefusedError, StorageError
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId, SourceId, ThreadId
from bot.matches.models import Entry, Event, EventKind, Match, Person, Terms
from bot.matches.ports import Stores
from bot.matches.service import Service
from bot.matches.settings import Caps, ServerSettings
from bot.matches.upkeep import Upkeep
from bot.matches.view import MatchView
from bot.presentation.palette import legend
from tests.fakes.chance import SeededChance
from tests.fakes.clock import FixedClock
from tests.fakes.memory import MemoryDatabase

T = TypeVar("T")

ROBIN = Person(PlayerId(101), "Robin", "en-GB")
"""The challenger."""
WREN = Person(PlayerId(102), "Wren", "fr")
"""The opponent."""
TEAL = Person(PlayerId(103), "Teal", "nl")
"""A stranger."""
GUILD = GuildId(1)
CHANNEL = ChannelId(2)
ROOMY = ServerSettings(
    caps=Caps(challenges_each=1000, matches_each=1000, matches_here=1000, pause=timedelta())
)
"""The limits on people have tests of their own."""
SNOWFLAKES = count(900_000)
"""Ids of messages and interactions, none twice."""


class UnreliableDatabase(MemoryDatabase):
    """The stores in memory, on a disk that can be full when a transaction commits."""

    def __init__(self) -> None:
        super().__init__({GUILD: ROOMY})
        self.full = False

    async def transact(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        async def whole(stores: Stores) -> T:
            result = await work(stores)
            if self.full:
                raise StorageError("the disk is full")
            return result

        return await super().transact(whole)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Everything is stored afterwards as it was before."""
        before = self._contents
        try:
            yield
        finally:
            self._contents = before


class LoadedChance(SeededChance):
    """Chance whose next numbers can be laid down; it remembers the bounds it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: deque[int] = deque()
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.numbers.popleft() if self.numbers else super().below(bound)


class Scene:
    """One server, and matches in it brought to a certain point."""

    def __init__(self) -> None:
        self.database = UnreliableDatabase()
        self.clock = FixedClock()
        self.chance = LoadedChance()
        self.service = self.restarted()

    def restarted(self) -> Service:
        """A service that starts anew over what is stored."""
        return Service(self.database, legend, self.clock, self.chance)

    @property
    def admin(self) -> Admin:
        """Settings and preferences, and what admins may end."""
        return Admin(self.service.acts)

    @property
    def upkeep(self) -> Upkeep:
        """What happens without anybody playing."""
        return Upkeep(self.service.acts)

    async def arrive(self, match: MatchView) -> MessageId:
        """The challenge is in the channel, as this message."""
        (entry,) = [
            one
            for one in await self.untold()
            if one.match == match.id and one.event.kind is EventKind.CHALLENGED
        ]
        message = message_id()
        await self.service.acts.delivered(entry, message)
        return message

    async def limit(self, **caps: Any) -> None:
        """The server's admins set these limits on people; there are no others."""
        limited = replace(ROOMY.caps, **caps)
        await self.admin.change(GUILD, TEAL.id, lambda settings: replace(settings, caps=limited))

    async def lose_thread(self, match: MatchView) -> Told:
        """The thread of the match was deleted."""
        return taken(await self.upkeep.lose_thread(thread_of(match)))

    async def challenge(self, terms: Terms | None = None, opponent: Person = WREN) -> Told:
        """Robin challenges."""
        return await self.service.challenge(
            GUILD, CHANNEL, ROBIN, opponent, terms or Terms(), opponent_is_bot=False
        )

    async def challenged(self, terms: Terms | None = None) -> MatchView:
        """Robin has challenged Wren."""
        return (await self.challenge(terms)).own

    async def setting(self, terms: Terms | None = None) -> MatchView:
        """Wren has accepted; the first code is wanted."""
        waiting = await self.challenged(terms)
        return (await self.service.accept(waiting.id, WREN, message_id())).own

    async def breaking(self, terms: Terms | None = None) -> MatchView:
        """Robin has hidden RBRG."""
        wanting = await self.setting(terms)
        return (await self.hide(wanting, "RBRG")).own

    async def hide(self, match: MatchView, text: str) -> Told:
        """The codemaker of the last round sets this code."""
        shown = (await self.look(match.id)).rounds[-1]
        maker = person(shown.codemaker)
        return await self.service.set_code(match.id, shown.number, maker, text)

    async def say(self, match: MatchView, who: Person, text: str) -> Told | None:
        """This person writes in the match's thread."""
        return await self.service.hear(thread_of(match), who, text, message_id(), readable=True)

    async def row(self, match: MatchView, text: str) -> Told:
        """The codebreaker of the last round writes this row in the thread."""
        breaker = person((await self.look(match.id)).rounds[-1].codebreaker)
        return taken(await self.say(match, breaker, text))

    async def solve(self, match: MatchView, rows: int = 1) -> Told:
        """A whole round whose code, RBRG, falls in the last of so many rows."""
        await self.hide(match, "RBRG")
        for _ in range(rows - 1):
            await self.row(match, "YYYY")
        return await self.row(match, "RBRG")

    async def finished(self, first: int, second: int) -> MatchView:
        """A match that is over, with so many rows in its two rounds."""
        match = await self.setting()
        await self.solve(match, first)
        return (await self.solve(match, second)).own

    async def drawn(self) -> MatchView:
        """A match that nobody won."""
        return await self.finished(1, 1)

    async def look(self, match: MatchId, who: Person = TEAL) -> MatchView:
        """The match as this person sees it."""
        return await self.service.see(match, who.id)

    async def untold(self) -> Sequence[Entry]:
        """Every entry that was not settled, whoever holds it."""
        return await self.service.acts.transact(lambda stores: stores.outbox.owed())

    async def stored(self, match: MatchView) -> Match | None:
        """The match as it is kept."""
        return await self.service.acts.transact(lambda stores: stores.matches.load(match.id))

    async def names(self, *people: Person) -> dict[PlayerId, str]:
        """The names remembered of these people."""
        ids = [someone.id for someone in people]
        return dict(
            await self.service.acts.transact(lambda stores: stores.players.names(GUILD, ids))
        )

    @asynccontextmanager
    async def nothing_changes(self, match: MatchView) -> AsyncIterator[None]:
        """Asserts that match, outbox and names are afterwards as they were before."""
        before = await self._kept(match)
        yield
        assert await self._kept(match) == before

    async def _kept(self, match: MatchView) -> tuple[object, ...]:
        names = await self.names(ROBIN, WREN, TEAL)
        return await self.stored(match), await self.untold(), names


def person(player: PlayerId) -> Person:
    """Who has this id."""
    return {someone.id: someone for someone in (ROBIN, WREN, TEAL)}[player]


def message_id() -> MessageId:
    """The id of a new message."""
    return MessageId(next(SNOWFLAKES))


def source_id() -> SourceId:
    """The id of a new interaction."""
    return SourceId(next(SNOWFLAKES))


def thread_of(match: MatchView) -> ThreadId:
    """The thread in which the match is played."""
    assert match.thread is not None
    return match.thread


def taken(told: Told | None) -> Told:
    """What was told, for there was something."""
    assert told is not None
    return told


def events(told: Told) -> list[Event]:
    """What happened, in order."""
    return [entry.event for entry in told.entries]


def kinds(told: Told) -> list[EventKind]:
    """Only the kinds of it."""
    return [event.kind for event in events(told)]


def codes(match: MatchView) -> list[Code | None]:
    """The codes that a view shows, round by round."""
    return [shown.code for shown in match.rounds]


async def refused(attempt: Awaitable[object]) -> Refusal:
    """Why the attempt is refused."""
    with pytest.raises(RefusedError) as caught:
        await attempt
    return caught.value.refusal


async def elsewhere(attempt: Awaitable[T]) -> T:
    """The attempt, made by a task that is over afterwards."""

    async def whole() -> T:
        return await attempt

    return await asyncio.create_task(whole())
