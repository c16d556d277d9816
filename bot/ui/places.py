"""Where a match can be played in a thread, and where it may be."""

from dataclasses import replace

import discord

from bot.client import Interaction
from bot.matches.errors import Refusal
from bot.presentation import failures
from bot.ui.base import SorryError
from bot.ui.people import there

POSTING = ("view_channel", "send_messages", "read_message_history")
"""What it takes to post in a channel, and to find what was posted."""
NEEDED = ("view_channel", "send_messages", "send_messages_in_threads", "read_message_history")


def missing_in(channel: discord.TextChannel) -> list[str]:
    """Those of POSTING that the bot lacks there."""
    rights = channel.permissions_for(channel.guild.me)
    return [name for name in POSTING if not getattr(rights, name)]


def check_place(interaction: Interaction, *, private: bool) -> None:
    """Refuse, before anything is posted, where a match could not be played."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise SorryError(failures.not_in_a_text_channel)
    if private and channel.is_news():
        raise SorryError(failures.private_needs_text_channel)
    thread = "create_private_threads" if private else "create_public_threads"
    missing = [name for name in (*NEEDED, thread) if not getattr(interaction.app_permissions, name)]
    if missing:
        raise SorryError(lambda scene: failures.missing_permissions(missing, scene))


def what_is_left(refusal: Refusal, guild: discord.Guild | None) -> Refusal:
    """Without channels and roles that the server has no more: nobody can go there or have them."""
    return replace(
        refusal, channels=there(guild, refusal.channels), roles=there(guild, refusal.roles)
    )
