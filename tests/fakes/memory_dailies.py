"""The dailies in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from bot.engine import Preset
from bot.matches.daily_store import DailyDay, DailyResult, Outage, Posted
from bot.matches.days import PastZone
from bot.matches.errors import StorageError
from bot.matches.ids import GuildId, MatchId, PlayerId, is_erased
from bot.matches.models import LIVE, Kind, Match, Outcome, Phase
from tests.fakes.contents import Contents, Settled


class MemoryDailies:
    """`ports.DailyStore`; results are read from the matches themselves."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def secret(self, guild: GuildId) -> bytes | None:
        return self._contents.daily_secrets.get(guild)

    async def keep_secret(self, guild: GuildId, secret: bytes) -> None:
        if guild in self._contents.daily_secrets:
            raise StorageError("the server has a secret")
        self._contents.daily_secrets[guild] = secret

    async def preset(self, guild: GuildId, day: date) -> Preset | None:
        found = self._contents.daily_days.get((guild, day))
        return None if found is None else found.preset

    async def is_settled(self, guild: GuildId, day: date) -> bool:
        return (guild, day) in self._contents.daily_settled

    async def begin_day(self, day: DailyDay) -> None:
        if (day.guild, day.day) in self._contents.daily_days:
            raise StorageError("the day has begun")
        self._contents.daily_days[day.guild, day.day] = day

    async def end_at(self, guild: GuildId, day: date, at: datetime) -> None:
        known = self._contents.daily_days.get((guild, day))
        if known is not None:
            self._contents.daily_days[guild, day] = replace(known, ends_at=at)

    async def unclosed(self, at: datetime) -> Sequence[DailyDay]:
        contents = self._contents
        found = [
            self._as_it_is(key, day)
            for key, day in contents.daily_days.items()
            if day.ends_at <= at and key not in contents.daily_closed
            if day.guild not in contents.absences
        ]
        return sorted(found, key=lambda day: (day.ends_at, day.guild, day.day))

    async def settle(self, guild: GuildId, day: date, posted: Posted | None, at: datetime) -> None:
        contents = self._contents
        if (guild, day) in contents.daily_days:
            contents.daily_settled.setdefault((guild, day), Settled(posted, at))
        contents.daily_marks = frozenset(
            one for one in contents.daily_marks if one[:2] != (guild, day)
        )

    async def close(self, guild: GuildId, day: date) -> None:
        if (guild, day) in self._contents.daily_days:
            self._contents.daily_closed |= {(guild, day)}

    async def unsettled_tries(self, player: PlayerId) -> Sequence[tuple[GuildId, date]]:
        contents = self._contents
        tried = {
            (match.guild, match.day)
            for match in contents.matches.values()
            if match.day is not None and match.challenger == player
        }
        return sorted((tried & contents.daily_days.keys()) - contents.daily_settled.keys())

    async def keep_mark(self, guild: GuildId, day: date, mark: str) -> None:
        if (guild, day) not in self._contents.daily_days:
            raise StorageError("there is no such day")
        self._contents.daily_marks |= {(guild, day, mark)}

    async def has_mark(self, guild: GuildId, day: date, mark: str) -> bool:
        return (guild, day, mark) in self._contents.daily_marks

    async def results(self, guild: GuildId, day: date) -> Sequence[DailyResult]:
        over = [match for match in self._of(guild) if match.day == day and _counts(match)]
        results = [self._result(match) for match in over]
        return sorted(results, key=lambda one: (not one.solved, one.rows, one.name, one.player))

    async def is_played(self, guild: GuildId, day: date) -> bool:
        return any(match.day == day and match.phase in LIVE for match in self._of(guild))

    async def tries(self, guild: GuildId, player: PlayerId) -> Mapping[date, bool | None]:
        return {
            match.day: None if match.phase in LIVE else _solved(match)
            for match in self._of(guild)
            if match.day is not None and match.challenger == player
            if match.phase in LIVE or _counts(match)
        }

    async def share(self, match: MatchId) -> None:
        if match not in self._contents.matches:
            raise StorageError("there is no such match")
        self._contents.daily_shares |= {match}

    async def is_shared(self, match: MatchId) -> bool:
        return match in self._contents.daily_shares

    async def note_outage(self, outage: Outage, guild: GuildId | None) -> None:
        if outage.until <= outage.since:
            raise StorageError("an outage has a length")
        noted = self._contents.outages
        before = [one for one in noted if one[0] == guild and one[1].until == outage.since]
        since = min((one.since for _, one in before), default=outage.since)
        others = (one for one in noted if one not in before)
        self._contents.outages = (*others, (guild, Outage(since, outage.until)))

    async def forget_outages(self, after: datetime) -> None:
        self._contents.outages = tuple(
            (where, Outage(one.since, min(one.until, after)))
            for where, one in self._contents.outages
            if one.since < after
        )

    async def outages(self, guild: GuildId, since: datetime) -> Sequence[Outage]:
        found = [
            outage
            for where, outage in self._contents.outages
            if where in {None, guild} and outage.until > since
        ]
        return sorted(found, key=lambda outage: (outage.until, outage.since))

    async def note_zone(self, guild: GuildId, past: PastZone) -> None:
        self._contents.past_zones = (*self._contents.past_zones, (guild, past))

    async def past_zones(self, guild: GuildId) -> Sequence[PastZone]:
        found = [past for where, past in self._contents.past_zones if where == guild]
        return sorted(found, key=lambda past: past.until)

    def _as_it_is(self, key: tuple[GuildId, date], day: DailyDay) -> DailyDay:
        settled = self._contents.daily_settled.get(key)
        return replace(
            day, is_settled=settled is not None, posted=settled.posted if settled else None
        )

    def _of(self, guild: GuildId) -> list[Match]:
        return [
            match
            for match in self._contents.matches.values()
            if match.guild == guild and match.terms.kind is Kind.DAILY
        ]

    def _result(self, match: Match) -> DailyResult:
        known = self._contents.people.get((match.guild, match.challenger))
        name = known[0].name if known else str(match.challenger)
        return DailyResult(match.challenger, name, _solved(match), len(match.rounds[0].rows))


def forget_dailies(contents: Contents, left: set[GuildId]) -> None:
    """Delete what is kept of the dailies of these servers."""
    for guild in left:
        contents.daily_secrets.pop(guild, None)
    for key in [key for key in contents.daily_days if key[0] in left]:
        del contents.daily_days[key]
        contents.daily_settled.pop(key, None)
    contents.daily_closed = frozenset(one for one in contents.daily_closed if one[0] not in left)
    contents.daily_marks = frozenset(one for one in contents.daily_marks if one[0] not in left)
    contents.outages = tuple(one for one in contents.outages if one[0] not in left)
    contents.past_zones = tuple(one for one in contents.past_zones if one[0] not in left)
    contents.daily_shares &= contents.matches.keys()


def _counts(match: Match) -> bool:
    return match.phase is Phase.FINISHED and not is_erased(match.challenger)


def _solved(match: Match) -> bool:
    return match.rounds[0].outcome is Outcome.SOLVED
