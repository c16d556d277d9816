"""How much of the bot one person and one server may take up, and whom they may bother."""

from collections.abc import Collection
from datetime import datetime, timedelta

from bot.matches.errors import Reason, Refusal, about
from bot.matches.ids import PlayerId, RoleId
from bot.matches.models import LIVE, Kind, Match
from bot.matches.ports import Crowd, Stores
from bot.matches.settings import Caps, ServerSettings


async def refuse_challenge(
    stores: Stores, settings: ServerSettings, match: Match, roles: Collection[RoleId], at: datetime
) -> Refusal | None:
    """Why the match, not saved yet, may not be made; `roles` are its challenger's."""
    if match.terms.in_panel:  # in nobody's sight, and in nobody's way
        return await _refuse_second(stores, match)
    return about(match.terms, await _refuse_here(stores, settings, match, roles, at))


async def _refuse_here(
    stores: Stores, settings: ServerSettings, match: Match, roles: Collection[RoleId], at: datetime
) -> Refusal | None:
    if settings.channels and match.channel not in settings.channels:
        return Refusal(Reason.CHANNEL_NOT_ALLOWED, channels=settings.channels)
    if settings.roles and settings.roles.isdisjoint(roles):
        return Refusal(Reason.ROLE_NEEDED, roles=settings.roles)
    if not (await stores.players.preferences(match.opponent)).challengeable:
        return Refusal(Reason.NOT_CHALLENGEABLE, player=match.opponent)
    own = await stores.matches.crowd(match.guild, match.challenger, at)
    return await _refuse_often(stores, settings.caps, match, own, at) or (
        await _refuse_full(stores, settings.caps, match, own, match.opponent, at)
    )


def refuse_erased(
    erased_at: datetime | None, settings: ServerSettings, at: datetime
) -> Refusal | None:
    """Why somebody whose challenges are not known any more may not make another yet."""
    until = _until(erased_at, settings.caps.same_opponent_pause, at)
    return None if until is None else Refusal(Reason.CHALLENGED_TOO_SOON, until=until)


async def refuse_match(
    stores: Stores, settings: ServerSettings, match: Match, player: PlayerId, at: datetime
) -> Refusal | None:
    """Why this match, or one more of its two players, may not begin; `player` is who acts."""
    if match.terms.in_panel:
        return await _refuse_second(stores, match)
    own = await stores.matches.crowd(match.guild, player, at)
    full = await _refuse_full(stores, settings.caps, match, own, match.other(player), at)
    return about(match.terms, full)


async def refuse_beside(stores: Stores, match: Match) -> Refusal | None:
    """Why this match, which is over, may not be followed or go on: its thread is taken again."""
    if match.thread is None:
        return None
    running = await stores.matches.in_thread(match.thread)
    if running is None or running.phase not in LIVE:
        running = await stores.matches.that_lost(match.thread)  # and may have it again
    if running is None:
        return None
    return Refusal(Reason.REMATCH_RUNNING, match=running.id, terms=match.terms)


async def _refuse_second(stores: Stores, match: Match) -> Refusal | None:
    """A private answer is easily lost, so there is one such game for each, to be shown again."""
    if match.terms.kind is not Kind.SOLO:
        return None
    running = await stores.matches.private_solo(match.guild, match.challenger)
    return None if running is None else Refusal(Reason.SOLO_RUNNING, match=running.id)


async def _refuse_full(
    stores: Stores, caps: Caps, match: Match, own: Crowd, other: PlayerId, at: datetime
) -> Refusal | None:
    if own.matches >= caps.matches_each:
        return Refusal(Reason.TOO_MANY_MATCHES, count=own.matches)
    if match.bot is None:  # which has time for everybody
        others = await stores.matches.crowd(match.guild, other, at)
        if others.matches >= caps.matches_each:
            return Refusal(Reason.OPPONENT_BUSY, player=other, count=others.matches)
    if own.here >= caps.matches_here:
        return Refusal(Reason.SERVER_FULL, count=own.here)
    return None


async def _refuse_often(
    stores: Stores, caps: Caps, match: Match, own: Crowd, at: datetime
) -> Refusal | None:
    waits = match.bot is None  # the bot takes every challenge at once
    if waits and own.challenges >= caps.challenges_each:
        return Refusal(Reason.TOO_MANY_CHALLENGES, count=own.challenges)
    if until := _until(own.challenged_at, caps.pause, at):
        return Refusal(Reason.CHALLENGED_TOO_SOON, until=until)
    # Each challenge pings, and to withdraw it and make another would ping without end.
    untaken = await stores.matches.last_untaken(match.guild, match.challenger, match.opponent)
    if until := _until(untaken, caps.same_opponent_pause, at):
        return Refusal(Reason.SAME_OPPONENT_TOO_SOON, player=match.opponent, until=until)
    return None


def _until(last: datetime | None, pause: timedelta, at: datetime) -> datetime | None:
    """The end of a pause that is not over; a time to come is of a clock that was put right."""
    return last + pause if last is not None and last <= at < last + pause else None
