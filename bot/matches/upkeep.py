"""What happens to matches without anybody playing: time passes, places and servers go."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.matches import commands, transitions
from bot.matches.acts import Acts, Told, accepted, by_id
from bot.matches.daily_store import Outage
from bot.matches.ids import ChannelId, GuildId, MatchId, ThreadId
from bot.matches.models import LIVE, OPENING, CallOff, Match, Phase
from bot.matches.ports import Stores, Whereabouts
from bot.matches.transitions import Moved

IsOurs: TypeAlias = Callable[[GuildId], bool]
"""Whether a server belongs to this process's shards."""
LONGEST_BEAT = timedelta(minutes=2)
"""A longer time between two signs of life was downtime, which is charged to nobody."""


class Upkeep:
    """Every method is one transaction; what has to be told comes back as `Told`."""

    def __init__(self, acts: Acts) -> None:
        self._acts = acts

    # Time

    async def start(self) -> datetime | None:
        """Charge to nobody what has passed since the bot was last connected.

        To start is no sign of life yet: whoever crashes again and again before being connected is
        away. Returns until when everything that people wrote was heard; None before the very
        first start, before which nothing was missed.
        """

        async def work(stores: Stores) -> datetime | None:
            heard = await stores.care.heard_at()
            if heard is None:
                await self._beat(stores)
                await stores.care.note_heard(self._acts.clock())
            else:
                await self._charge_off(stores)
            return heard

        return await self._acts.transact(work)

    async def beat(self, *, heard: bool = False) -> timedelta:
        """Note that the bot runs and is connected; the time that it was not is charged to nobody.

        Returns by how much the deadlines were moved. The same holds for a clock that was set:
        back as well as forth. `heard` says that nothing is left to be read of what was missed.
        """

        async def work(stores: Stores) -> timedelta:
            gap = await self._beat(stores)
            if heard:
                await stores.care.note_heard(self._acts.clock())
            return gap

        return await self._acts.transact(work)

    async def due(self) -> Sequence[MatchId]:
        """Matches for which time has something to do."""
        return await self._acts.transact(lambda stores: stores.matches.due(self._acts.clock()))

    async def pass_time(self, match: MatchId) -> Told | None:
        """Lapse, remind or end, whichever is due; None when nothing is."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await by_id(match)(stores)
            deadline = found.next_deadline
            if deadline is None or now < deadline:
                return None
            return [accepted(transitions.apply(found, await _what_time_does(stores, found, now)))]

        return await self._acts.keep_if(work)

    async def purge(self) -> None:
        """Delete what is kept no longer."""
        await self._acts.transact(lambda stores: stores.care.purge(self._acts.clock()))

    # Places

    async def lose_thread(self, thread: ThreadId) -> Told | None:
        """The thread was deleted or locked; None when no running match was in it."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await stores.matches.in_thread(thread)
            if found is None or found.phase not in LIVE:
                return None
            return [accepted(transitions.apply(found, commands.LoseThread(now, thread)))]

        return await self._acts.keep_if(work)

    async def regain_thread(self, thread: ThreadId) -> Told | None:
        """The thread is not, or no more, locked; None when no running match had lost it."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await stores.matches.that_lost(thread)
            if found is None:
                return None
            moved = accepted(transitions.apply(found, commands.RegainThread(now, thread)))
            owed = await stores.outbox.owed(found.id)
            if any(entry.event.kind in OPENING for entry in owed):
                return [Moved(moved.match)]  # the one message that opens a thread is told in it
            return [moved]

        return await self._acts.keep_if(work)

    async def lose_channel(self, channel: ChannelId) -> None:
        """The channel was deleted, and everything in it: nobody can be told there any more."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            gone = await stores.matches.whereabouts(channel=channel)
            return [_without_place(await by_id(one.id)(stores), now) for one in gone]

        await self._acts.keep_if(work)

    async def lose_challenge(self, match: MatchId) -> None:
        """The challenge's message was deleted before it was answered, so it cannot be any more."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await by_id(match)(stores)
            return [_without_place(found, now)] if found.phase is Phase.CHALLENGED else None

        await self._acts.keep_if(work)

    async def whereabouts(self) -> Sequence[Whereabouts]:
        """Where all challenges and running matches are."""
        return await self._acts.transact(lambda stores: stores.matches.whereabouts())

    async def where(self, match: MatchId) -> Whereabouts | None:
        """Where this challenge or running match is; None when it is neither."""
        found = await self._acts.transact(lambda stores: stores.matches.whereabouts(match=match))
        return found[0] if found else None

    # Servers

    async def meet(self, present: frozenset[GuildId], is_ours: IsOurs) -> None:
        """The servers that the bot is in, of those that this process looks after."""

        async def work(stores: Stores) -> None:
            # First, because what is shifted there is the time of those that were present.
            await self._beat(stores)
            absent = (await stores.servers.absences()).keys()
            known = frozenset(filter(is_ours, await stores.servers.known()))
            for guild in known & present & absent:
                await self._return_to(stores, guild)
            for guild in known - present - absent:
                await stores.servers.mark_absent(guild, self._acts.clock())

        await self._acts.transact(work)

    async def leave(self, guild: GuildId) -> None:
        """The bot was removed: its matches there rest."""

        async def work(stores: Stores) -> None:
            await self._beat(stores)
            await stores.servers.mark_absent(guild, self._acts.clock())

        await self._acts.transact(work)

    async def come_back(self, guild: GuildId) -> datetime | None:
        """The bot was invited (again): its matches there go on where they were.

        Returns since when it was away; None when it was not.
        """

        async def work(stores: Stores) -> datetime | None:
            await self._beat(stores)
            return await self._return_to(stores, guild)

        return await self._acts.transact(work)

    async def _beat(self, stores: Stores) -> timedelta:
        gap = await self._charge_off(stores)
        await stores.care.note_alive(self._acts.clock())
        return gap

    async def _charge_off(self, stores: Stores) -> timedelta:
        """What was charged to nobody is not charged again."""
        now = self._acts.clock()
        last = await stores.care.alive_at()
        if last is None or abs(now - last) <= LONGEST_BEAT:
            return timedelta()
        await stores.care.shift(now - last, now)
        if now < last:  # what was noted by a clock that ran ahead never was
            await stores.dailies.forget_outages(now)
        await _note_outage(stores, last, now, None)
        await stores.care.note_alive(now)
        return now - last

    async def _return_to(self, stores: Stores, guild: GuildId) -> datetime | None:
        since = (await stores.servers.absences()).get(guild)
        if since is not None:
            now = self._acts.clock()
            await stores.care.shift(now - since, now, guild)
            await _note_outage(stores, since, now, guild)
            await stores.servers.mark_present(guild)
        return since


async def _note_outage(
    stores: Stores, since: datetime, until: datetime, guild: GuildId | None
) -> None:
    """A day on which nobody could play a daily for so long breaks nobody's streak."""
    if until - since > LONGEST_BEAT:  # not where a clock was set back
        await stores.dailies.note_outage(Outage(since, until), guild)


async def _what_time_does(stores: Stores, match: Match, now: datetime) -> commands.Command:
    if match.phase is Phase.CHALLENGED:
        return commands.Expire(now)
    if now >= match.due_at:
        return commands.EndInactive(now)
    wanted = (await stores.players.preferences(match.to_move)).reminders
    return commands.Remind(now, silent=not wanted)


def _without_place(match: Match, now: datetime) -> Moved:
    moved = accepted(transitions.apply(match, commands.CallOffMatch(now, CallOff.CHANNEL_GONE)))
    return Moved(moved.match)
