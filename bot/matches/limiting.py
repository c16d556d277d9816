"""How much of the bot one person and one server may take up, and whom they may bother."""

from collections.abc import Collection
from datetime import datetime, timedelta

from bot.matches.errors import Reason, Refusal
from bot.matches.ids import ChannelId, GuildId, PlayerId, RoleId
from bot.matches.ports import Stores
from bot.matches.settings import ServerSettings


async def refuse_challenge(
    stores: Stores,
    settings: ServerSettings,
    match: tuple[GuildId, ChannelId, PlayerId, PlayerId],
    roles: Collection[RoleId],
    at: datetime,
) -> Refusal | None:
    """Why this challenge may not be made; `match` is server, channel, challenger, opponent."""
    guild, channel, challenger, opponent = match
    if settings.channels and channel not in settings.channels:
        return Refusal(Reason.CHANNEL_NOT_ALLOWED, channels=settings.channels)
    if settings.roles and settings.roles.isdisjoint(roles):
        return Refusal(Reason.ROLE_NEEDED, roles=settings.roles)
    if not (await stores.players.preferences(opponent)).challengeable:
        return Refusal(Reason.NOT_CHALLENGEABLE, player=opponent)
    return await _refuse_often(stores, settings, guild, challenger, opponent, at) or (
        await refuse_match(stores, settings, guild, challenger, opponent, at)
    )


def refuse_erased(
    erased_at: datetime | None, settings: ServerSettings, at: datetime
) -> Refusal | None:
    """Why somebody whose challenges are not known any more may not make another yet."""
    until = _until(erased_at, settings.caps.same_opponent_pause, at)
    return None if until is None else Refusal(Reason.CHALLENGED_TOO_SOON, until=until)


async def refuse_match(
    stores: Stores,
    settings: ServerSettings,
    guild: GuildId,
    player: PlayerId,
    opponent: PlayerId,
    at: datetime,
) -> Refusal | None:
    """Why these two may not begin another match; `player` is the one who acts."""
    caps = settings.caps
    own = await stores.matches.crowd(guild, player, at)
    if own.matches >= caps.matches_each:
        return Refusal(Reason.TOO_MANY_MATCHES, count=own.matches)
    others = await stores.matches.crowd(guild, opponent, at)
    if others.matches >= caps.matches_each:
        return Refusal(Reason.OPPONENT_BUSY, player=opponent, count=others.matches)
    if own.here >= caps.matches_here:
        return Refusal(Reason.SERVER_FULL, count=own.here)
    return None


async def _refuse_often(
    stores: Stores,
    settings: ServerSettings,
    guild: GuildId,
    challenger: PlayerId,
    opponent: PlayerId,
    at: datetime,
) -> Refusal | None:
    caps = settings.caps
    crowd = await stores.matches.crowd(guild, challenger, at)
    if crowd.challenges >= caps.challenges_each:
        return Refusal(Reason.TOO_MANY_CHALLENGES, count=crowd.challenges)
    if until := _until(crowd.challenged_at, caps.pause, at):
        return Refusal(Reason.CHALLENGED_TOO_SOON, until=until)
    # Each challenge pings, and to withdraw it and make another would ping without end.
    untaken = await stores.matches.last_untaken(guild, challenger, opponent)
    if until := _until(untaken, caps.same_opponent_pause, at):
        return Refusal(Reason.SAME_OPPONENT_TOO_SOON, player=opponent, until=until)
    return None


def _until(last: datetime | None, pause: timedelta, at: datetime) -> datetime | None:
    """The end of a pause that is not over; a time to come is of a clock that was put right."""
    return last + pause if last is not None and last <= at < last + pause else None
