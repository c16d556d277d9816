"""Who may do what: Discord's permission bits and how they add up.

Source: Discord's documentation, "Permissions" (hierarchy, overwrites, implicit denials, threads).
"""

from enum import IntFlag

from sandbox.model import Channel, ChannelType, Guild, Overwrite, User


class Permission(IntFlag):
    """The bits that this sandbox looks at."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


P = Permission
ALL = sum(P)
EVERYONE = int(
    P.ADD_REACTIONS
    | P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.USE_EXTERNAL_EMOJIS
    | P.USE_APPLICATION_COMMANDS
    | P.CREATE_PUBLIC_THREADS
    | P.CREATE_PRIVATE_THREADS
    | P.SEND_MESSAGES_IN_THREADS
)
IN_DMS = EVERYONE & ~int(
    P.CREATE_PUBLIC_THREADS | P.CREATE_PRIVATE_THREADS | P.SEND_MESSAGES_IN_THREADS
)
THREADS = (
    ChannelType.ANNOUNCEMENT_THREAD,
    ChannelType.PUBLIC_THREAD,
    ChannelType.PRIVATE_THREAD,
)


def in_guild(guild: Guild, user: User) -> int:
    """What the user's roles give them in the whole guild; 0 for one who is not in it."""
    member = guild.members.get(user.id)
    if member is None:
        return 0
    if guild.owner_id == user.id:
        return ALL
    total = guild.roles[guild.id].permissions
    for role_id in member.roles:
        total |= guild.roles[role_id].permissions
    return ALL if total & P.ADMINISTRATOR else total


def in_channel(channel: Channel, user: User) -> int:
    """What the user may do in the channel; for a thread, its parent's overwrites count."""
    guild = channel.guild
    if guild is None:
        return IN_DMS if user is channel.recipient or user.bot else 0
    total = in_guild(guild, user)
    if total & P.ADMINISTRATOR:
        return total
    place = channel.parent if channel.type in THREADS and channel.parent else channel
    total = _apply_overwrites(total, place, guild, user)
    return total if total & P.VIEW_CHANNEL else 0


def _apply_overwrites(total: int, place: Channel, guild: Guild, user: User) -> int:
    member = guild.members.get(user.id)
    roles = member.roles if member else []
    everyone = place.overwrites.get(guild.id)
    own = place.overwrites.get(user.id)
    by_role = [place.overwrites[role] for role in roles if role in place.overwrites]
    for step in ([everyone] if everyone else [], by_role, [own] if own else []):
        total = _apply(total, step)
    return total


def _apply(total: int, overwrites: list[Overwrite]) -> int:
    for overwrite in overwrites:
        total &= ~overwrite.deny
    for overwrite in overwrites:
        total |= overwrite.allow
    return total


def sees(channel: Channel, user: User) -> bool:
    """Whether the user can open the channel; a private thread asks for membership as well."""
    if channel.guild is None:
        return bool(in_channel(channel, user))
    allowed = in_channel(channel, user)
    if not allowed & P.VIEW_CHANNEL:
        return False
    if channel.type is ChannelType.PRIVATE_THREAD and channel.thread is not None:
        return user.id in channel.thread.members or bool(allowed & P.MANAGE_THREADS)
    return True


def may_send(channel: Channel, user: User) -> bool:
    """Whether the user can write there (in a thread another bit counts than in its parent)."""
    needed = P.SEND_MESSAGES_IN_THREADS if channel.type in THREADS else P.SEND_MESSAGES
    return sees(channel, user) and bool(in_channel(channel, user) & needed)
