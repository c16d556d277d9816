"""How every use case is done: load, transition, save with what people are owed, as one."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias, TypeVar

from bot.matches import commands, transitions
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.hiding import Hiding
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
from bot.matches.models import LIVE, OPENING, Entry, Event, EventKind, Kind, Match, Person, Phase
from bot.matches.ports import Chance, Clock, Database, Sort, Standing, Stores, Whereabouts
from bot.matches.settings import CodePlace
from bot.matches.solo_store import SoloRecord
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
    code_place: CodePlace = CodePlace.PRIVATE
    """Where the codemaker wants to be asked; filled only when a code is asked for."""
    record: SoloRecord | None = None
    """How the player's solos came out; filled only when one is over."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was committed: for everybody, for the one who acted, and what people are owed."""

    brief: Brief
    own: MatchView
    """The match as the acting person may see it: with the code, for its codemaker."""
    entries: tuple[Entry, ...] = ()


class Acts:
    """One transaction for each act. It knows which threads are live and who tells which entry."""

    def __init__(self, database: Database, clock: Clock, chance: Chance, hiding: Hiding) -> None:
        self._database = database
        self._chance = chance
        self._hiding = hiding
        self._holders: dict[EntryId, asyncio.Task[object] | None] = {}
        self._players_in: dict[ThreadId, frozenset[PlayerId]] = {}
        """The threads of running matches, and those that they lost and may have again."""
        self._thread_of: dict[MatchId, ThreadId] = {}
        """The same by the match; a rematch has that of the match before it."""
        self.erased: dict[PlayerId, datetime] = {}
        """Who had all about them removed, and when: their pauses are not removed with it."""
        self._challenges: dict[MessageId | None, MatchId] = {}
        """The messages of challenges that wait for an answer."""
        self.clock = clock
        self.bots_turn: Callable[[], None] = lambda: None
        """Called when it has become the bot's turn to play a row somewhere."""

    async def start(self) -> None:
        """Learn who plays where."""
        for match in await self.transact(lambda stores: stores.matches.whereabouts()):
            self._follow(match)

    async def transact(self, work: Callable[[Stores], Awaitable[T]]) -> T:
        """Anything else that is one transaction: a look, or a change of which nobody is told."""
        return await self._database.transact(work)

    async def act(
        self, find: Find, person: Person, decide: Callable[[Match, datetime], commands.Command]
    ) -> Told:
        """One command on one match, which is done or refused."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            match = await find(stores)
            return [accepted(transitions.apply(match, decide(match, now)))]

        return await self.keep(work, person)

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
        self,
        work: Callable[[Stores, datetime], Awaitable[Sequence[Moved]]],
        person: Person | None = None,
    ) -> Told:
        """Save the moves that `work` makes; what is told is about the last of them."""
        told = await self.keep_if(work, person)
        if told is None:
            raise AssertionError("work that always moves came to nothing")
        return told

    async def keep_if(
        self,
        work: Callable[[Stores, datetime], Awaitable[Sequence[Moved] | None]],
        person: Person | None = None,
    ) -> Told | None:
        """The same for work that may come to nothing; nobody acts where time does."""
        holder = asyncio.current_task()
        changed: list[Match] = []
        held: list[Entry] = []

        async def whole(stores: Stores) -> Told | None:
            now = self.clock()
            moves = [self._with_bots_code(moved, now) for moved in await work(stores, now) or ()]
            if not moves:
                return None
            changed.extend(moved.match for moved in moves)
            saved = await self._save(stores, moves, person, now)
            # From before the commit on, so that nobody else tells them meanwhile.
            held.extend(saved.entries)
            self._holders.update((entry.id, holder) for entry in held)
            return saved

        try:
            told = await self._database.transact(whole)
        except Exception:
            self.release(held)  # they do not exist
            raise
        for match in changed:
            self._leave(match)
        if any(match.waits_for_bot for match in changed):
            self.bots_turn()
        return told

    async def see(self, find: Find, player: PlayerId) -> MatchView:
        """The match as this player may see it, unless others play it in private answers."""
        return await self.transact(lambda stores: self._see_found(stores, find, player))

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

        return await self.transact(work)

    def plays_in(self, thread: int, player: int) -> bool:
        """Whether this person has a running match in this channel; no database is asked.

        Also if the match lost this thread: what somebody writes there right after it was unlocked
        is to be heard, although that may not be noted yet.
        """
        return player in self._players_in.get(ThreadId(thread), ())

    def is_match_thread(self, thread: int) -> bool:
        """Whether a running match is in this channel, or lost it; no database is asked."""
        return ThreadId(thread) in self._players_in

    def challenge_on(self, message: int) -> MatchId | None:
        """The unanswered challenge that this message is; no database is asked."""
        return self._challenges.get(MessageId(message))

    def new_match_id(self) -> MatchId:
        """An id that no other match has."""
        return MatchId(self._new_id(MATCH_ID_LENGTH))

    # What people are owed

    async def owed(self) -> tuple[Entry, ...]:
        """Everything that is still to be told, oldest first."""
        self._holders = {entry: task for entry, task in self._holders.items() if _lives(task)}
        return tuple(await self.transact(lambda stores: stores.outbox.owed()))

    async def owed_of(self, match: MatchId) -> Sequence[Entry]:
        """What is still to be told of this match, oldest first."""
        return await self.transact(lambda stores: stores.outbox.owed(match))

    def is_held(self, entry: EntryId) -> bool:
        """Whether a live task is telling this entry."""
        return _lives(self._holders.get(entry))

    async def brief(self, entry: Entry) -> Brief:
        """What telling this entry needs."""

        async def work(stores: Stores) -> Brief:
            match = await by_id(entry.match)(stores)
            return await _brief(stores, match, [entry.event])

        return await self.transact(work)

    async def delivered(
        self, entry: Entry, message: MessageId | None, *, gone: ThreadId | None = None
    ) -> None:
        """The entry arrived as this message, or (None) cannot be told and is given up.

        A match whose thread is `gone`, or could not be opened, has lost it; its channel is told.
        """

        async def work(stores: Stores) -> None:
            await stores.outbox.settle(entry.id, message, self.clock())
            if entry.event.kind is EventKind.CHALLENGED and message is not None:
                await self._record(stores, entry.match, commands.RecordMessage(message))
            if gone is not None or (entry.event.kind in OPENING and message is None):
                await self._lose_thread(stores, entry.match, gone)

        await self._database.transact(work)

    async def thread_opened(self, match: MatchId, thread: ThreadId) -> None:
        """The match has its thread now, and will not go back to one that it lost before."""
        before = self._thread_of.get(match)
        await self.transact(
            lambda stores: self._record(stores, match, commands.RecordThread(thread))
        )
        if before is not None:
            self._leave_thread(before)
        self.bots_turn()

    def release(self, entries: Sequence[Entry]) -> None:
        """The caller is done with these, told or not."""
        for entry in entries:
            self._holders.pop(entry.id, None)

    # How it is done

    async def _save(
        self,
        stores: Stores,
        moves: Sequence[Moved],
        person: Person | None,
        now: datetime,
    ) -> Told:
        entries: list[Entry] = []
        for moved in moves:
            saved = await stores.matches.save(moved.match)
            self._follow(saved)
            entries += [
                Entry(EntryId(self._new_id(ENTRY_ID_LENGTH)), saved.id, event, now)
                for event in moved.events
                if not saved.terms.in_panel  # the one who plays sees it, and nobody else
            ]
        await stores.outbox.add(entries)
        if person is not None and person.name:
            await stores.players.remember(saved.guild, person, now)
        brief = await _brief(stores, saved, [entry.event for entry in entries])
        own = await seen(stores, saved, person.id if person else None)
        return Told(brief, own, tuple(entries))

    def _with_bots_code(self, moved: Moved, now: datetime) -> Moved:
        """The move, with the code that the bot is to hide after it hidden already."""
        match = moved.match
        if match.phase is not Phase.SETTING or match.to_move != match.bot:
            return moved
        return transitions.hidden_by_bot(moved, self._hiding.drawn(match), now)

    async def _see_found(self, stores: Stores, find: Find, player: PlayerId) -> MatchView:
        found = await find(stores)
        if found.terms.in_panel and player not in found.players:
            raise RefusedError(Refusal(Reason.ONLY_PLAYERS, terms=found.terms))
        return await seen(stores, found, player)

    async def _lose_thread(self, stores: Stores, match: MatchId, thread: ThreadId | None) -> None:
        """Without a thread nobody can play; the channel is told, if the match goes on at all.

        `thread` as in `commands.LoseThread`: one that was lost before is not lost again.
        """
        now = self.clock()
        moved = accepted(
            transitions.apply(await by_id(match)(stores), commands.LoseThread(now, thread))
        )
        if moved.events:
            await self._save(stores, [moved], None, now)

    async def _record(self, stores: Stores, match: MatchId, command: commands.Command) -> None:
        moved = accepted(transitions.apply(await by_id(match)(stores), command))
        self._follow(await stores.matches.save(moved.match))

    def _follow(self, match: Match | Whereabouts) -> None:
        """Listen to the thread of a running match, from before the commit on.

        What comes to nothing leaves a thread too many, whose messages cost a look; a thread
        too few would leave a match unheard. That is why `_leave` waits for the commit.
        """
        if match.phase is Phase.CHALLENGED and match.message is not None:
            self._challenges[match.message] = match.id
        thread = match.thread or match.lost_thread
        if thread is not None and match.phase in LIVE:
            self._players_in[thread] = frozenset(match.players)
            self._thread_of[match.id] = thread

    def _leave(self, match: Match) -> None:
        """Listen no more to what the match no longer has."""
        if match.phase is not Phase.CHALLENGED:
            self._challenges.pop(match.message, None)
        if match.phase not in LIVE and match.id in self._thread_of:
            self._leave_thread(self._thread_of.pop(match.id))

    def _leave_thread(self, thread: ThreadId) -> None:
        if thread not in self._thread_of.values():  # a rematch may go on in it
            self._players_in.pop(thread, None)

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


async def _brief(stores: Stores, match: Match, events: Sequence[Event]) -> Brief:
    lines: dict[PlayerId, Standing] = {}
    code_place = CodePlace.PRIVATE
    for event in events:
        if event.kind is EventKind.CODE_WANTED and event.player is not None:
            code_place = (await stores.players.preferences(event.player)).code_place
    if any(event.kind is EventKind.MATCH_ENDED for event in events):
        for player in () if match.terms.is_alone else match.players:
            sort = Sort.POINTS if match.bot is None else Sort.BOT
            line = await stores.standings.line(match.guild, player, sort)
            if line is not None:
                lines[player] = line
    record = await _record_after(stores, match)
    return Brief(await seen(stores, match, None), lines, code_place, record)


async def _record_after(stores: Stores, match: Match) -> SoloRecord | None:
    if match.terms.kind is not Kind.SOLO or match.phase is not Phase.FINISHED:
        return None
    return await stores.solos.record(match.guild, match.challenger, in_threads=True)
