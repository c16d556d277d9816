"""From worded messages to what discord.py sends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypedDict

import discord
from discord import ui

from bot.client import Interaction, MastermindBot
from bot.matches.acts import Told
from bot.matches.ids import EntryId, MatchId, is_erased
from bot.presentation.scene import Message
from bot.ui.buttons import match_view

NO_MATCH = MatchId("")
"""For messages without buttons about a match."""


class Sendable(TypedDict, total=False):
    """Arguments of discord.py's send, reply and edit alike."""

    content: str
    view: ui.View
    allowed_mentions: discord.AllowedMentions


def sendable(
    message: Message,
    match: MatchId = NO_MATCH,
    round_number: int = 0,
    entry: EntryId | None = None,
) -> Sendable:
    """The arguments for sending `message`; it pings those it names as pings and nobody else."""
    arguments = Sendable(
        content=message.content,
        allowed_mentions=discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(player) for player in message.pings if not is_erased(player)],
        ),
    )
    if message.buttons:
        arguments["view"] = match_view(message.buttons, match, round_number, entry)
    return arguments


def replacing(arguments: Sendable) -> dict[str, Any]:
    """For an edit, which keeps old buttons unless told otherwise."""
    return {"view": None, **arguments}


@dataclass
class Telling:
    """Whether the first of it was told; known when the block of `telling` is over."""

    done: bool = False


@asynccontextmanager
async def telling(client: MastermindBot, told: Told) -> AsyncIterator[Telling]:
    """Tell everybody after the block, whether or not the one who acted could be answered in it."""
    result = Telling()
    try:
        yield result
    finally:
        result.done = await client.deliver(told)


async def answer(
    interaction: Interaction,
    message: Message | str,
    match: MatchId = NO_MATCH,
    round_number: int = 0,
) -> None:
    """Answer so that only this person sees it; a follow-up where something was answered before.

    In private messages nobody else is there, and an ephemeral message would be gone with its
    buttons when the app is closed, so there it is a plain one.
    """
    words = Message(message) if isinstance(message, str) else message
    arguments = sendable(words, match, round_number)
    hidden = interaction.guild_id is not None
    if interaction.response.is_done():
        await interaction.followup.send(**arguments, ephemeral=hidden)
    else:
        await interaction.response.send_message(**arguments, ephemeral=hidden)
