"""Rows: messages in the thread, the box, and `/mastermind guess`."""

import asyncio
from collections.abc import Awaitable

import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd
from discord.ext import commands

from bot.client import CALL_LIMIT, Interaction, MastermindBot, Ref
from bot.matches.acts import Told
from bot.matches.errors import ContradictionError
from bot.matches.ids import MessageId, ThreadId
from bot.presentation.boxes import Box
from bot.presentation.scene import Action, Scene
from bot.runtime.alone import told_or_shown
from bot.ui.base import reply_failure
from bot.ui.boxes import code_box, code_text, submission
from bot.ui.hints import hint
from bot.ui.people import (
    PEOPLE_WRITE,
    WRITTEN_PATIENCE,
    person,
    someone,
    source_of,
    thread_of,
)


@app_commands.command(name=cmd("guess"), description=cmd("Play a row in this thread"))
@app_commands.rename(code=cmd("code"))
@app_commands.describe(code=cmd("Your guess, such as RBRG or red blue red green"))
async def guess(interaction: Interaction, code: app_commands.Range[str, 1, 100]) -> None:
    """A row that needs no reading of messages."""
    service = interaction.client.service
    row = service.play_row_in(
        thread_of(interaction), person(interaction), code, source_of(interaction)
    )
    await _play(interaction, row)


async def open_row_box(interaction: Interaction, ref: Ref) -> None:
    """**Guess**."""
    client = interaction.client
    match, number = ref.match, ref.round
    view = await client.service.row_box(match, number, person(interaction))
    scene = client.scene(interaction.locale)
    await interaction.response.send_modal(code_box(Box.GUESS, view, number, scene))


async def submit_row(interaction: Interaction, ref: Ref) -> None:
    """The box comes back."""
    match, number = ref.match, ref.round
    text = code_text(interaction.data or {})
    row = interaction.client.service.play_row(
        match, number, person(interaction), text, source_of(interaction)
    )
    await _play(interaction, row)


async def play_hinted(interaction: Interaction, ref: Ref) -> None:
    """**Play it all the same**: the row that cannot be the code is played."""
    match, number = ref.match, ref.round
    row = interaction.client.service.play_hinted(
        match, number, ref.number(2), person(interaction), ref.code(3), source_of(interaction)
    )
    await _play(interaction, row)


async def _play(interaction: Interaction, row: Awaitable[Told | None]) -> None:
    """Tell its reply; before it is played at all, give this person alone the hint against it."""
    try:
        told = await row
    except ContradictionError as error:
        words = hint(error, interaction.client.scene(interaction.locale))
        await interaction.response.send_message(**words, ephemeral=True)
    else:
        if told:
            await told_or_shown(interaction, told)


class Rows(commands.Cog):
    """Plain messages in the threads of running matches."""

    def __init__(self, bot: MastermindBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Most messages are none of our business, so the cheap questions come first."""
        if not self._bot.service.acts.plays_in(message.channel.id, message.author.id):
            return
        if message.author.bot or message.webhook_id or message.type not in PEOPLE_WRITE:
            return
        await self._bot.hear_first(message.author.id, WRITTEN_PATIENCE)
        if self._bot.is_repeat(message.id):
            return
        self._bot.stir(message.guild.id if message.guild else 0)
        scene = self._bot.public_scene(message.guild.id if message.guild else 0)
        try:
            await self._hear(message, scene)
        except Exception as error:  # noqa: BLE001  # the last stop of this listener
            await reply_failure(message, error, scene)

    async def _hear(self, message: discord.Message, scene: Scene) -> None:
        try:
            told = await self._bot.service.hear(
                ThreadId(message.channel.id),
                someone(message.author),
                self._text(message),
                MessageId(message.id),
                readable=self._bot.parts.reads_content,
            )
        except ContradictionError as error:
            async with asyncio.timeout(CALL_LIMIT):
                await message.reply(**hint(error, scene))
        else:
            if told:
                await self._bot.deliver(told)

    def _text(self, message: discord.Message) -> str:
        """The message without the mention that makes Discord show it to the bot."""
        assert self._bot.user is not None  # noqa: S101  # messages come after the login
        text = message.content
        for mention in (f"<@{self._bot.user.id}>", f"<@!{self._bot.user.id}>"):
            text = text.replace(mention, " ")
        return text.strip()


async def setup(bot: MastermindBot) -> None:
    """Add the command, the button, the box and the listener."""
    bot.mastermind.add_command(guess)
    await bot.add_cog(Rows(bot))
    bot.handlers |= {
        Action.GUESS: open_row_box,
        submission(Box.GUESS): submit_row,
        Action.PLAY_HINTED: play_hinted,
    }
