"""The daily: one code a day for everybody in a server, which each may try once."""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial

from bot.engine import PRESETS, Code, Preset
from bot.matches import transitions
from bot.matches.acts import Acts, accepted, by_id, seen
from bot.matches.checks import only_finished
from bot.matches.daily_store import DailyDay, DailyResult, Posted
from bot.matches.days import UTC_ZONE, Calendar, PastZone, Span, day_at, joined, start_of
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.hiding import Hiding, drawn_code
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId
from bot.matches.models import FirstCodemaker, Kind, Limits, Match, Person, Terms
from bot.matches.opponent import taken_at_once
from bot.matches.ports import Chance, Stores
from bot.matches.settings import ServerSettings
from bot.matches.transitions import Moved
from bot.matches.view import MatchView

SECRET_BYTES = 32
LIMITS = Limits(turn=timedelta(days=1), reminder=None)
"""A try that nobody goes on with is over a day later, so that its code can be told."""
POST_WITHIN = timedelta(days=1)
"""After the end of a day; later its results are no news any more."""
COMPLETE_WITHIN = timedelta(days=30)
"""The same for what was posted while somebody still played: no try takes as long."""
AWAY = timedelta(minutes=30)
"""An outage of such a length breaks no streak, on whatever day it fell in part; shorter ones leave
time to play before and after."""
SHORTEST_DAY = timedelta(hours=23)
"""Of those that no new time zone cuts short: where a clock is put forth."""
_DAY = timedelta(days=1)
_FURTHEST = 3 * _DAY
"""No day that has begun anywhere ends later than that."""
_WORD = 4
"""Bytes of which one number is made."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's try at a daily, as they may see it."""

    match: MatchView
    day: date
    """Whose code this is, also when the try goes on after midnight."""
    zone: str
    next_at: datetime
    """When the next day begins in that zone of which its player has had no try."""
    is_today: bool
    """Whether there is no newer daily yet."""
    is_late: bool
    """Whether it goes on, or ended, after its day was over."""
    streak: int
    """How many days up to this one its player has solved one after another."""
    is_shared: bool


@dataclass(frozen=True, slots=True)
class DayResults:
    """What is to be posted of a day that is over, or to replace what was posted before."""

    day: DailyDay
    channel: ChannelId
    results: Sequence[DailyResult]
    """At least one, the best first."""
    code: Code | None
    """None while somebody's try of that day still runs."""


class Daily:
    """Tries and results. Every method is one transaction."""

    def __init__(self, acts: Acts, hiding: Hiding, chance: Chance) -> None:
        self._acts = acts
        self._hiding = hiding
        self._chance = chance

    async def play(
        self, guild: GuildId, channel: ChannelId, player: Person, bot: Person
    ) -> Attempt:
        """This person's try: the one that runs, else today's, which begins unless it is over.

        Refused: ONE_A_DAY for somebody whose data was removed today, and with it their try, and
        for a day that was over already.
        """
        chosen: list[MatchId] = []

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            settings = await stores.servers.settings(guild)
            today = day_at(now, settings.zone)
            found = await _running(stores, guild, player.id)
            found = found or await stores.matches.daily(guild, player.id, today)
            if found is not None:
                chosen.append(found.id)
                return None
            if await _is_out(stores, guild, player.id, today):
                until = start_of(today + _DAY, settings.zone)
                raise RefusedError(Refusal(Reason.ONE_A_DAY, until=until))
            await stores.players.remember(guild, bot, now)
            preset = await _preset(stores, guild, today, settings)
            moved = await self._begun(stores, guild, channel, player, bot, today, preset, now)
            chosen.append(moved.match.id)
            return [moved]

        await self._acts.keep_if(work, player)
        return await self.see(chosen[-1], player.id)

    async def see(self, match: MatchId, player: PlayerId) -> Attempt:
        """The try as its player may see it. Refused to everybody else: ONLY_PLAYERS."""

        async def work(stores: Stores) -> Attempt:
            return await self._attempt(stores, await _own(stores, match, player))

        return await self._acts.transact(work)

    async def to_share(self, match: MatchId, player: PlayerId) -> Attempt:
        """The try, whose result its player is about to show to everybody, unless it was shown.

        Refused: ONLY_PLAYERS and MATCH_RUNNING.
        """

        async def work(stores: Stores) -> Attempt:
            found = await _own(stores, match, player)
            if refusal := only_finished(found):
                raise RefusedError(refusal)
            return await self._attempt(stores, found)

        return await self._acts.transact(work)

    async def shared(self, match: MatchId) -> None:
        """The result was shown to everybody."""
        await self._acts.transact(lambda stores: stores.dailies.share(match))

    async def due(self) -> Sequence[DailyDay]:
        """Days that should be over and of which something may have to be told or looked after."""
        return await self._acts.transact(lambda stores: stores.dailies.unclosed(self._acts.clock()))

    async def results(self, day: DailyDay) -> DayResults | None:
        """What of a day that is `due` is to be posted now; settles and closes one without.

        A transaction for each, since at midnight the days of many servers end at once, and rows
        come between them.
        """
        return await self._acts.transact(partial(_results, day=day, now=self._acts.clock()))

    async def settle(self, results: DayResults, message: MessageId | None) -> None:
        """The results are posted as this message, or (None) cannot be."""
        day = results.day
        posted = None if message is None else Posted(results.channel, message)

        async def work(stores: Stores) -> None:
            await stores.dailies.settle(day.guild, day.day, posted, self._acts.clock())
            if results.code is not None:
                await stores.dailies.close(day.guild, day.day)

        await self._acts.transact(work)

    async def _begun(
        self,
        stores: Stores,
        guild: GuildId,
        channel: ChannelId,
        player: Person,
        bot: Person,
        today: date,
        preset: Preset,
        now: datetime,
    ) -> Moved:
        """A try whose code is hidden, so that no code is drawn for it."""
        terms = Terms(PRESETS[preset], 1, first=FirstCodemaker.OPPONENT, kind=Kind.DAILY)
        challenged = accepted(
            transitions.challenge(
                self._acts.new_match_id(),
                guild,
                channel,
                player.id,
                bot.id,
                terms,
                now,
                limits=LIMITS,
            )
        )
        of_today = replace(challenged, match=replace(challenged.match, day=today))
        taken = taken_at_once(of_today, bot.id, now, coin=False)
        code = code_of(await self._secret(stores, guild), today, preset)
        secret = self._hiding.secret(taken.match.id, 1, code, terms.rules)
        return transitions.hidden_by_bot(taken, secret, now)

    async def _secret(self, stores: Stores, guild: GuildId) -> bytes:
        secret = await stores.dailies.secret(guild)
        if secret is None:
            secret = self._chance.token(SECRET_BYTES)
            await stores.dailies.keep_secret(guild, secret)
        return secret

    async def _attempt(self, stores: Stores, match: Match) -> Attempt:
        calendar = await _calendar(stores, match.guild)
        today = day_at(self._acts.clock(), calendar.zone)
        day = match.day or today
        ended_at = match.ended_at or self._acts.clock()
        tries = await stores.dailies.tries(match.guild, match.challenger)
        return Attempt(
            match=await seen(stores, match, match.challenger),
            day=day,
            zone=calendar.zone,
            next_at=start_of(max(day, today, *tries) + _DAY, calendar.zone),
            is_today=day >= today,
            is_late=ended_at >= calendar.end_of(day),
            streak=await _streak(stores, match.guild, tries, day, calendar),
            is_shared=await stores.dailies.is_shared(match.id),
        )


def code_of(secret: bytes, day: date, preset: Preset) -> Code:
    """The code of that day: the same each time, and nobody's to know without the secret.

    All codes are equally likely, as far as anybody without the secret can tell.
    """
    numbers = _numbers(secret, f"{day.isoformat()} {preset.value}")

    def below(bound: int) -> int:
        """What lies in the last, incomplete run of `bound` numbers would favour the low ones."""
        whole = 2 ** (8 * _WORD) // bound * bound
        return next(number for number in numbers if number < whole) % bound

    return drawn_code(PRESETS[preset], below)


async def follow_zone(stores: Stores, guild: GuildId, was: str, at: datetime) -> None:
    """The server has just got another time zone, in which days that are looked after end anew."""
    await stores.dailies.note_zone(guild, PastZone(was, at))
    calendar = await _calendar(stores, guild)
    for day in await stores.dailies.unclosed(at + _FURTHEST):
        if day.guild == guild:
            await stores.dailies.end_at(guild, day.day, calendar.end_of(day.day))


async def mark_tries(stores: Stores, player: PlayerId) -> None:
    """Have nobody begin anew what they tried, also when no more is kept of them.

    What stays until the day is settled does not say who they are: it is hashed with a secret.
    """
    for guild, day in await stores.dailies.unsettled_tries(player):
        await stores.dailies.keep_mark(guild, day, await _mark(stores, guild, day, player))


def time_away(outages: Iterable[Span], spans: Sequence[Span]) -> timedelta:
    """How long the outages took that fell into these spans of time, outside of them too."""
    return sum(
        (
            until - since
            for since, until in outages
            if any(since < ends and begins < until for begins, ends in spans)
        ),
        timedelta(),
    )


def solved_in_a_row(
    tries: Mapping[date, bool | None], today: date, is_excused: Callable[[date], bool]
) -> int:
    """How many days were solved one after another, up to `today` or the day before it.

    A try that still runs breaks nothing, nor does a day without one that is excused.
    """
    solved, first = 0, min(tries, default=today)
    day = max(tries, default=today)
    if all(is_excused(one) for one in _dates(day + _DAY, today)):
        while day >= first and (tries[day] is not False if day in tries else is_excused(day)):
            solved += bool(tries.get(day))
            day -= _DAY
    return solved


def _dates(first: date, end: date) -> Iterator[date]:
    """The dates from `first` on, `end` not among them."""
    while first < end:
        yield first
        first += _DAY


def _numbers(secret: bytes, label: str) -> Iterator[int]:
    index = 0
    while True:
        digest = hmac.digest(secret, f"{label} {index}".encode(), hashlib.sha256)
        yield int.from_bytes(digest[:_WORD], "big")
        index += 1


async def _running(stores: Stores, guild: GuildId, player: PlayerId) -> Match | None:
    """A try that goes on, of whatever day."""
    mine = await stores.matches.open(guild=guild, player=player)
    return next((match for match in mine if match.terms.kind is Kind.DAILY), None)


async def _preset(stores: Stores, guild: GuildId, day: date, settings: ServerSettings) -> Preset:
    """What is played that day: the server's usual game as it was at the first try."""
    preset = await stores.dailies.preset(guild, day)
    if preset is None:
        preset = settings.preset
        ends_at = start_of(day + _DAY, settings.zone)
        await stores.dailies.begin_day(DailyDay(guild, day, preset, ends_at))
    return preset


async def _is_out(stores: Stores, guild: GuildId, player: PlayerId, today: date) -> bool:
    """Whether this person, who has no try that day, may not begin one either."""
    if await stores.dailies.is_settled(guild, today):
        return True  # the day is back, since the time zone was changed, and its code may be known
    # Else who knows the code could have it forgotten that they do.
    return await stores.dailies.has_mark(guild, today, await _mark(stores, guild, today, player))


async def _mark(stores: Stores, guild: GuildId, day: date, player: PlayerId) -> str:
    """What shows that this person had a try that day, to nobody but who has the secret.

    Where there is no secret, nobody had one.
    """
    secret = await stores.dailies.secret(guild) or b""
    text = f"tried {day.isoformat()} {player}"
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


async def _own(stores: Stores, match: MatchId, player: PlayerId) -> Match:
    found = await by_id(match)(stores)
    if found.terms.kind is not Kind.DAILY or found.challenger != player:
        raise RefusedError(Refusal(Reason.ONLY_PLAYERS))
    return found


async def _calendar(stores: Stores, guild: GuildId) -> Calendar:
    zone = (await stores.servers.settings(guild)).zone
    return Calendar(zone, await stores.dailies.past_zones(guild))


async def _streak(
    stores: Stores,
    guild: GuildId,
    tried: Mapping[date, bool | None],
    day: date,
    calendar: Calendar,
) -> int:
    tries = {one: solved for one, solved in tried.items() if one <= day}
    first = start_of(min(tries, default=day), UTC_ZONE) - _DAY  # whatever the zone was
    noted = await stores.dailies.outages(guild, first)
    outages = joined((one.since, one.until) for one in noted)

    def is_excused(day: date) -> bool:
        """Whether we were away for long that day, or it was cut short or left out there."""
        spans = [*calendar.spans(day)]
        # A day that comes back after its end may have been settled meanwhile.
        begins, ends = (joined(spans) or [(first, first)])[0]
        return ends - begins < SHORTEST_DAY or time_away(outages, spans) >= AWAY

    return solved_in_a_row(tries, day, is_excused)


async def _results(stores: Stores, day: DailyDay, now: datetime) -> DayResults | None:
    """What is to be posted of this day now, if anything."""
    results = await stores.dailies.results(day.guild, day.day)
    is_played = await stores.dailies.is_played(day.guild, day.day)
    channel = await _channel(stores, day, now - day.ends_at)
    if channel is not None and _is_news(day, results, is_played=is_played):
        secret = None if is_played else await stores.dailies.secret(day.guild)
        code = None if secret is None else code_of(secret, day.day, day.preset)
        return DayResults(day, channel, results, code)
    if channel is None or not is_played:
        await stores.dailies.settle(day.guild, day.day, None, now)
    if not is_played:
        await stores.dailies.close(day.guild, day.day)
    return None


async def _channel(stores: Stores, day: DailyDay, late: timedelta) -> ChannelId | None:
    """Where the results belong so long after the end of the day, if anywhere.

    What was posted once is completed there, whatever was set since.
    """
    if day.posted is not None:
        return day.posted.channel if late <= COMPLETE_WITHIN else None
    if day.is_settled or late > POST_WITHIN:
        return None
    return (await stores.servers.settings(day.guild)).daily_channel


def _is_news(day: DailyDay, results: Sequence[DailyResult], *, is_played: bool) -> bool:
    """Whether there is anything that was not posted before."""
    return not is_played if day.is_settled else bool(results)
