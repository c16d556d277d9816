"""Help, and the rules in pages."""

from typing import Any

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import ForeignIdError, Interaction, MastermindBot, Ref
from bot.presentation import pages
from bot.presentation.scene import Action
from bot.ui.pager import pager
from bot.ui.sending import answer

TURN = "turn-rules"


@app_commands.command(name=cmd("help"), description=cmd("The commands, and how to start"))
async def help_(interaction: Interaction) -> None:
    """One page."""
    scene = interaction.client.scene(interaction.locale)
    await answer(interaction, pages.help_page(scene))


@app_commands.command(name=cmd("rules"), description=cmd("The rules, an example, tips, mistakes"))
async def rules(interaction: Interaction) -> None:
    """The first page."""
    await interaction.response.send_message(**_page(interaction, 0), ephemeral=True)


async def press_rules(interaction: Interaction, _: Ref) -> None:
    """**Rules** under a challenge, for anyone."""
    await interaction.response.send_message(**_page(interaction, 0), ephemeral=True)


async def turn(interaction: Interaction, ref: Ref) -> None:
    """Another page in place of this one, which only this person sees."""
    await interaction.response.edit_message(**_page(interaction, ref.number(0)))


def _page(interaction: Interaction, number: int) -> dict[str, Any]:
    scene = interaction.client.scene(interaction.locale)
    all_pages = pages.rule_pages(scene)
    if number >= len(all_pages):
        raise ForeignIdError
    page = all_pages[number]
    view = pager(TURN, at=number, step=1, total=len(all_pages), scene=scene)
    return {"content": f"## {page.title}\n{page.body}", "view": view}


async def setup(bot: MastermindBot) -> None:
    """Add the commands and the buttons."""
    bot.mastermind.add_command(help_)
    bot.mastermind.add_command(rules)
    bot.handlers |= {Action.RULES: press_rules, TURN: turn}
