"""`/privacy`: a copy of what is kept about a person, and its removal."""

import asyncio
import io

import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.ids import PlayerId
from bot.presentation import privacy as words
from bot.presentation.scene import Action
from bot.ui.sending import answer

EXPORT_PAUSE = 60.0
"""Seconds before the same person can have another copy: each may be seconds of work."""

privacy = app_commands.Group(
    name=cmd("privacy"),
    description=cmd("What I keep about you"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
)


@privacy.command(
    name=cmd("export"), description=cmd("Get a file with everything that I keep about you")
)
@app_commands.checks.cooldown(1, EXPORT_PAUSE)  # of each person, wherever they are
async def export(interaction: Interaction) -> None:
    """The file, for this person alone."""
    client = interaction.client
    # Thousands of matches take longer than Discord waits for an answer.
    await interaction.response.defer(ephemeral=interaction.guild_id is not None, thinking=True)
    dossier = await client.privacy.export(PlayerId(interaction.user.id))
    file = await asyncio.to_thread(words.export_file, dossier)
    scene = client.scene(interaction.locale)
    message = words.exported(scene) if file else words.too_much_to_send(scene)
    files = [discord.File(io.BytesIO(file.content), file.name)] if file else []
    await interaction.edit_original_response(content=message.content, attachments=files)


@privacy.command(
    name=cmd("delete"), description=cmd("Delete everything that I keep about you; I ask first")
)
async def delete(interaction: Interaction) -> None:
    """Ask first."""
    await answer(interaction, words.erase_question(interaction.client.scene(interaction.locale)))


async def erase(interaction: Interaction, _: Ref) -> None:
    """**Delete my data**: the question goes away, and the threads of open matches are told."""
    client = interaction.client
    await interaction.response.defer()
    told = await client.privacy.erase(PlayerId(interaction.user.id))
    client.deliver_later(told)
    done = words.erased(client.scene(interaction.locale))
    await interaction.edit_original_response(content=done.content, view=None)


async def setup(bot: MastermindBot) -> None:
    """Add the commands and the button."""
    bot.tree.add_command(privacy)
    bot.handlers[Action.ERASE] = erase
