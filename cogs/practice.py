"""`/mastermind practice`: score a row in the open, and see how it is done."""

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.ids import PlayerId
from bot.presentation.practice import GAMES, Game
from bot.ui.practice import (
    COUNT_BLACK,
    COUNT_WHITE,
    POSE,
    Sheet,
    answered_panel,
    exercise_panel,
    exercise_view,
    read_sheet,
)
from bot.ui.sending import Sendable


@app_commands.command(name=cmd("practice"), description=cmd("Learn to score a row, step by step"))
async def practice(interaction: Interaction) -> None:
    """An exercise, for this person only."""
    panel = await _exercise(interaction, Game.CLASSIC)
    await interaction.response.send_message(**panel, ephemeral=True)


async def pose(interaction: Interaction, ref: Ref) -> None:
    """**Next exercise**, or one of another game, in place of this one."""
    panel = await _exercise(interaction, ref.choice(0, Game))
    await interaction.response.edit_message(**panel)


async def count(interaction: Interaction, ref: Ref) -> None:
    """A choice in one of the two lists; the second one is the answer."""
    client = interaction.client
    scene = client.scene(interaction.locale)
    sheet = read_sheet(ref)
    said = sheet.answer
    if said is None:
        await interaction.response.edit_message(view=exercise_view(sheet, scene))
        return
    marked = await client.practice.answer(PlayerId(interaction.user.id), sheet.task, said)
    await interaction.response.edit_message(**answered_panel(sheet, said, marked, scene))


async def _exercise(interaction: Interaction, game: Game) -> Sendable:
    client = interaction.client
    task, progress = await client.practice.task(PlayerId(interaction.user.id), GAMES[game])
    return exercise_panel(Sheet(game, task), progress, client.scene(interaction.locale))


async def setup(bot: MastermindBot) -> None:
    """Add the command, its button and its lists."""
    bot.mastermind.add_command(practice)
    bot.handlers |= {POSE: pose, COUNT_BLACK: count, COUNT_WHITE: count}
