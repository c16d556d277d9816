"""What happens to matches without anybody playing: time passes, places and servers go."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.matches import commands, transitions
from bot.matches.acts import Acts, Told, accepted, by_id
from bot.matches.ids import ChannelId, GuildId, MatchId, ThreadId
from bot.matches.models import LIVE, CallOff, Match, Phase
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

    async def beat(self) -> timedelta:
        """Note that the bot runs and is connected; the time that it was not is charged to nobody.

        Returns by how much the deadlines were moved. The same holds for a clock that was set:
        back as well as forth.
        """
        return await self._acts.read(self._beat)

    async def alive_at(self) -> datetime | None:
        """When the bot was last known to run and to be connected."""
        return await self._acts.read(lambda stores: stores.care.alive_at())

    async def due(self) -> Sequence[MatchId]:
        """Matches for which time has something to do."""
        return await self._acts.read(lambda stores: stores.matches.due(self._acts.clock()))

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
        await self._acts.read(lambda stores: stores.care.purge(self._acts.clock()))

    # Places

    async def lose_thread(self, thread: ThreadId) -> Told | None:
        """The thread was deleted or locked; None when no running match was in it."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await stores.matches.in_thread(thread)
            if found is None or found.phase not in LIVE:
                return None
            return [accepted(transitions.apply(found, commands.LoseThread(now, thread)))]

        return await self._acts.keep_if(work)

    async def lose_channel(self, channel: ChannelId) -> None:
        """The channel was deleted, and everything in it: nobody can be told there any more."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            gone = [one.id for one in await stores.matches.whereabouts() if one.channel == channel]
            return [_without_place(await by_id(one)(stores), now) for one in gone]

        await self._acts.keep_if(work)

    async def lose_challenge(self, match: MatchId) -> None:
        """The challenge's message was deleted before it was answered, so it cannot be any more."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await by_id(match)(stores)
            return [_without_place(found, now)] if found.phase is Phase.CHALLENGED else None

        await self._acts.keep_if(work)

    async def whereabouts(self) -> Sequence[Whereabouts]:
        """Where all challenges and running matches are."""
        return await self._acts.read(lambda stores: stores.matches.whereabouts())

    # Servers

    async def meet(self, present: frozenset[GuildId], is_ours: IsOurs) -> None:
        """The servers that the bot is in, of those that this process looks after."""

        async def work(stores: Stores) -> None:
            # First, because what is shifted there is the time of those that were present.
            await self._beat(stores)
            for guild in filter(is_ours, await stores.servers.known()):
                if guild in present:
                    await self._return_to(stores, guild)
                else:
                    await stores.servers.mark_absent(guild, self._acts.clock())

        await self._acts.read(work)

    async def leave(self, guild: GuildId) -> None:
        """The bot was removed: its matches there rest."""
        await self._acts.read(lambda stores: stores.servers.mark_absent(guild, self._acts.clock()))

    async def come_back(self, guild: GuildId) -> None:
        """The bot was invited (again): its matches there go on where they were."""
        await self._acts.read(lambda stores: self._return_to(stores, guild))

    async def _beat(self, stores: Stores) -> timedelta:
        now = self._acts.clock()
        last = await stores.care.alive_at()
        gap = timedelta() if last is None else now - last
        if abs(gap) > LONGEST_BEAT:
            await stores.care.shift(gap)
        else:
            gap = timedelta()
        await stores.care.note_alive(now)
        return gap

    async def _return_to(self, stores: Stores, guild: GuildId) -> None:
        since = (await stores.servers.absences()).get(guild)
        if since is not None:
            await stores.care.shift(self._acts.clock() - since, guild)
            await stores.servers.mark_present(guild)


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
