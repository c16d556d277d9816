"""Who and where, from Discord's objects to the domain's numbers."""

from typing import Any

import discord

from bot.client import Interaction
from bot.matches.ids import GuildId, MatchId, PlayerId, SourceId, ThreadId
from bot.matches.models import Person

PEOPLE_WRITE = {discord.MessageType.default, discord.MessageType.reply}
"""The kinds of message that people write; all others tell of a pin, a new name and the like."""


def person(interaction: Interaction) -> Person:
    """The acting person; nameless in private messages, where no server's name is known."""
    return someone(interaction.user, str(interaction.locale))


def someone(user: discord.User | discord.Member, locale: str = "") -> Person:
    """A person with the name shown in the server, if this is one of its members."""
    name = user.display_name if isinstance(user, discord.Member) else ""
    return Person(PlayerId(user.id), name, locale)


def guild_of(interaction: discord.Interaction[Any]) -> GuildId:
    """The server of a command that Discord offers in servers only."""
    assert interaction.guild_id is not None  # noqa: S101  # guild_only holds it
    return GuildId(interaction.guild_id)


def thread_of(interaction: discord.Interaction[Any]) -> ThreadId:
    """The channel of the interaction, taken as a thread; any other has no match in it."""
    return ThreadId(interaction.channel_id or 0)


def source_of(interaction: discord.Interaction[Any]) -> SourceId:
    """What makes a row from this interaction unique."""
    return SourceId(interaction.id)


def match_and_round(args: tuple[str, ...]) -> tuple[MatchId, int]:
    """The first two arguments of a custom id. Raises ValueError on an id that is not ours."""
    match, number, *_ = (*args, "", "")
    return MatchId(match), int(number)
