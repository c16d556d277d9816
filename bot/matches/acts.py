"""How every use case is done: load, transition, save with what people are owed, as one."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias, TypeVar

from bot.matches import commands, transitions
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import (
    ALPHABET,
    ENTRY_ID_LENGTH,
    MATCH_ID_LENGTH,
    EntryId,
    MatchId,
    MessageId,
    PlayerId,
    SourceId,
    ThreadId,
)
from bot.matches.models import LIVE, Entry, EventKind, Match, Person
from bot.matches.ports import Chance, Clock, Database, Standing, Stores
from bot.matches.transitions import Moved
from bot.matches.view import MatchView, view

T = TypeVar("T")
Find: TypeAlias = Callable[[Stores], Awaitable[Match]]
"""Raises RefusedError where there is no such match."""
Decide: TypeAlias = Callable[[Match, datetime], commands.Command | None]


@dataclass(frozen=True, slots=True)
class Brief:
    """What a telling may say: the match as anybody may see it, and the players' standings."""

    match: MatchView
    lines: Mapping[PlayerId, Standing] = field(default_factory=dict)
    """All-time lines of both players; filled only when a match's end is told."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was committed: for everybody, for the one who acted, and what people are owed."""

    brief: Brief
    own: MatchView
    """The match as the acting person may see it: with the code, for its codemaker."""
    entries: tuple[Entry, ...] = ()


class Acts:
    """One transaction for each act. It knows which threads are live and who tells which entry."""

    def __init__(self, database: Database, clock: Clock, chance: Chance) -> None:
        self._database = database
        self._chance = chance
        self._holders: dict[EntryId, asyncio.Task[object] | None] = {}
        self._players_in: dict[ThreadId, frozenset[PlayerId]] = {}
        """The threads of running matches."""
        self.clock = clock

    async def start(self) -> None:
        """Learn who plays where."""
        self._players_in.update(await self.read(lambda stores: stores.matches.live_threads()))

    async def read(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        """Look without changing anything."""
        return await self._database.transact(work)

    async def act(self, find: Find, person: Person, decide: Decide) -> Told:
        """One command on one match, which changes it or is refused."""
        told = await self.act_if(find, person, decide)
        if told is None:
            raise AssertionError("only rows and overheard messages may come to nothing")
        return told

    async def act_if(
        self, find: Find, person: Person, decide: Decide, source: SourceId | None = None
    ) -> Told | None:
        """The same, or None: nothing to do, nothing changed, or a row of this source was taken."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            if source is not None and await stores.matches.source_seen(source):
                return None
            match = await find(stores)
            command = decide(match, now)
            if command is None:
                return None
            moved = accepted(transitions.apply(match, command))
            return None if moved.match == match else [moved]

        return await self.keep_if(work, person)

    async def keep(
        self, work: Callable[[Stores, datetime], Awaitable[Sequence[Moved]]], person: Person
    ) -> Told:
        """Save the moves that `work` makes; what is told is about the last of them."""
        told = await self.keep_if(work, person)
        if told is None:
            raise AssertionError("work that always moves came to nothing")
        return told

    async def keep_if(
        self, work: Callable[[Stores, datetime], Awaitable[Sequence[Moved] | None]], person: Person
    ) -> Told | None:
        """The same for work that may come to nothing."""
        holder = asyncio.current_task()

        async def whole(stores: Stores) -> Told | None:
            now = self.clock()
            moves = await work(stores, now)
            return await self._save(stores, moves, person, now, holder) if moves else None

        told = await self._database.transact(whole)
        if told is not None:
            self._leave(told.brief.match)
        return told

    async def see(self, find: Find, player: PlayerId) -> MatchView:
        """The match as this player may see it."""
        return await self.read(lambda stores: self._see_found(stores, find, player))

    async def check(
        self, find: Find, person: Person, refuse: Callable[[Match], Refusal | None]
    ) -> MatchView:
        """The match as this person may see it, unless `refuse` has something against it."""

        async def work(stores: Stores) -> MatchView:
            found = await find(stores)
            refusal = refuse(found)
            if refusal is not None:
                raise RefusedError(refusal)
            return await seen(stores, found, person.id)

        return await self.read(work)

    def plays_in(self, thread: int, player: int) -> bool:
        """Whether this person has a running match in this channel; no database is asked."""
        return player in self._players_in.get(ThreadId(thread), ())

    def new_match_id(self) -> MatchId:
        """An id that no other match has."""
        return MatchId(self._new_id(MATCH_ID_LENGTH))

    # What people are owed

    async def owed(self) -> tuple[Entry, ...]:
        """Everything that is still to be told, oldest first."""
        self._holders = {entry: task for entry, task in self._holders.items() if _lives(task)}
        return tuple(await self.read(lambda stores: stores.outbox.owed()))

    def is_held(self, entry: EntryId) -> bool:
        """Whether a live task is telling this entry."""
        return _lives(self._holders.get(entry))

    async def brief(self, entry: Entry) -> Brief:
        """What telling this entry needs."""

        async def work(stores: Stores) -> Brief:
            match = await by_id(entry.match)(stores)
            return await _brief(stores, match, ended=entry.event.kind is EventKind.MATCH_ENDED)

        return await self.read(work)

    async def delivered(self, entry: Entry, message: MessageId | None) -> None:
        """The entry arrived as this message, or (None) cannot be told and is given up."""

        async def work(stores: Stores) -> None:
            await stores.outbox.settle(entry.id, message, self.clock())
            if entry.event.kind is EventKind.CHALLENGED and message is not None:
                await self._record(stores, entry.match, commands.RecordMessage(message))

        await self._database.transact(work)

    async def thread_opened(self, match: MatchId, thread: ThreadId) -> None:
        """The match has its thread now."""
        await self._database.transact(
            lambda stores: self._record(stores, match, commands.RecordThread(thread))
        )

    def release(self, entries: Sequence[Entry]) -> None:
        """The caller is done with these, told or not."""
        for entry in entries:
            self._holders.pop(entry.id, None)

    # How it is done

    async def _save(
        self,
        stores: Stores,
        moves: Sequence[Moved],
        person: Person,
        now: datetime,
        holder: asyncio.Task[object] | None,
    ) -> Told:
        entries: list[Entry] = []
        for moved in moves:
            saved = await stores.matches.save(moved.match)
            self._follow(saved)
            entries += [
                Entry(EntryId(self._new_id(ENTRY_ID_LENGTH)), saved.id, event, now)
                for event in moved.events
            ]
        await stores.outbox.add(entries)
        if person.name:
            await stores.players.remember(saved.guild, person, now)
        self._holders.update((entry.id, holder) for entry in entries)
        ended = any(entry.event.kind is EventKind.MATCH_ENDED for entry in entries)
        brief = await _brief(stores, saved, ended=ended)
        return Told(brief, await seen(stores, saved, person.id), tuple(entries))

    async def _see_found(self, stores: Stores, find: Find, player: PlayerId) -> MatchView:
        return await seen(stores, await find(stores), player)

    async def _record(self, stores: Stores, match: MatchId, command: commands.Command) -> None:
        moved = accepted(transitions.apply(await by_id(match)(stores), command))
        self._follow(await stores.matches.save(moved.match))

    def _follow(self, match: Match) -> None:
        """Listen to the thread of a running match, from before the commit on.

        What comes to nothing leaves a thread too many, whose messages cost a look; a thread
        too few would leave a match unheard. That is why `_leave` waits for the commit.
        """
        if match.thread is not None and match.phase in LIVE:
            self._players_in[match.thread] = frozenset(match.players)

    def _leave(self, match: MatchView) -> None:
        if match.thread is not None and match.phase not in LIVE:
            self._players_in.pop(match.thread, None)

    def _new_id(self, length: int) -> str:
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in self._chance.token(length))


def _lives(task: asyncio.Task[object] | None) -> bool:
    return task is not None and not task.done()


def by_id(match: MatchId) -> Find:
    """Finds the match with this id."""

    async def find(stores: Stores) -> Match:
        found = await stores.matches.load(match)
        if found is None:
            raise RefusedError(Refusal(Reason.UNKNOWN_MATCH))
        return found

    return find


def in_thread(thread: ThreadId) -> Find:
    """Finds the latest match of this thread."""

    async def find(stores: Stores) -> Match:
        found = await stores.matches.in_thread(thread)
        if found is None:
            raise RefusedError(Refusal(Reason.NO_MATCH_HERE))
        return found

    return find


def accepted(result: Moved | Refusal) -> Moved:
    """The move; raises RefusedError where it was refused."""
    if isinstance(result, Refusal):
        raise RefusedError(result)
    return result


async def seen(stores: Stores, match: Match, viewer: PlayerId | None) -> MatchView:
    """The match as `viewer` (None: anybody) may see it, with both names as last known."""
    return view(match, await stores.players.names(match.guild, match.players), viewer)


async def _brief(stores: Stores, match: Match, *, ended: bool) -> Brief:
    lines: dict[PlayerId, Standing] = {}
    if ended:
        for player in match.players:
            line = await stores.standings.line(match.guild, player)
            if line is not None:
                lines[player] = line
    return Brief(await seen(stores, match, None), lines)
