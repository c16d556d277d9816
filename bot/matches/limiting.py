"""How much of the bot one person and one server may take up, and whom they may bother."""

from collections.abc import Collection
from datetime import datetime

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
    if crowd.challenged_at is not None and at < crowd.challenged_at + caps.pause:
        return Refusal(Reason.CHALLENGED_TOO_SOON, until=crowd.challenged_at + caps.pause)
    # Each challenge pings, and to withdraw it and make another would ping without end.
    untaken = await stores.matches.last_untaken(guild, challenger, opponent)
    if untaken is not None and at < untaken + caps.same_opponent_pause:
        return Refusal(
            Reason.SAME_OPPONENT_TOO_SOON, player=opponent, until=untaken + caps.same_opponent_pause
        )
    return None
