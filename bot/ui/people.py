"""Who and where, from Discord's objects to the domain's numbers."""

from typing import Any, TypeVar

import discord

from bot.client import ForeignIdError, Interaction, MastermindBot
from bot.matches.ids import GuildId, PlayerId, RoleId, SourceId, ThreadId
from bot.matches.models import Person

Place = TypeVar("Place", bound=int)
PEOPLE_WRITE = {discord.MessageType.default, discord.MessageType.reply}
"""The kinds of message that people write; all others tell of a pin, a new name and the like."""

WRITTEN_PATIENCE = 10.0
"""Seconds for which what was written now waits for what was written before and is read still."""


def person(interaction: Interaction) -> Person:
    """The acting person; nameless in private messages, where no server's name is known."""
    return someone(interaction.user, str(interaction.locale))


def someone(user: discord.User | discord.Member, locale: str = "") -> Person:
    """A person with the name shown in the server, if this is one of its members."""
    name = user.display_name if isinstance(user, discord.Member) else ""
    return Person(PlayerId(user.id), name, locale)


def the_bot(client: MastermindBot) -> Person:
    """The bot, where it plays itself."""
    assert client.user is not None  # noqa: S101  # interactions come after the login
    return Person(PlayerId(client.user.id), client.user.display_name, "")


def roles_of(user: discord.User | discord.Member) -> list[RoleId]:
    """The roles that a member has in the server; others have none."""
    return [RoleId(role.id) for role in user.roles] if isinstance(user, discord.Member) else []


def there(guild: discord.Guild | None, places: frozenset[Place]) -> frozenset[Place]:
    """Those channels and roles that the server still has; all while nobody can tell."""
    if guild is None or guild.unavailable:
        return places
    return frozenset(one for one in places if guild.get_channel(one) or guild.get_role(one))


def guild_of(interaction: discord.Interaction[Any]) -> GuildId:
    """The server of a command or button that is offered in servers only."""
    if interaction.guild_id is None:
        raise ForeignIdError
    return GuildId(interaction.guild_id)


def thread_of(interaction: discord.Interaction[Any]) -> ThreadId:
    """The channel of the interaction, taken as a thread; any other has no match in it."""
    return ThreadId(interaction.channel_id or 0)


def source_of(interaction: discord.Interaction[Any]) -> SourceId:
    """What makes a row from this interaction unique."""
    return SourceId(interaction.id)
