"""`/leaderboard`: this server's match totals."""

from datetime import UTC, datetime
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.ports import Sort
from bot.presentation import pages
from bot.presentation.pages import Period
from bot.presentation.scene import Scene
from bot.ui.pager import pager
from bot.ui.people import guild_of

LINES = 10
TURN = "leaderboard"


@app_commands.command(name=cmd("leaderboard"), description=cmd("This server's match totals"))
@app_commands.guild_only()
@app_commands.rename(sort=cmd("sort"), period=cmd("period"))
@app_commands.describe(
    sort=cmd("What the board is ordered by"), period=cmd("Which matches count, by when they ended")
)
@app_commands.choices(
    sort=[
        app_commands.Choice(name=cmd("Points"), value=Sort.POINTS),
        app_commands.Choice(name=cmd("Wins"), value=Sort.WINS),
        app_commands.Choice(name=cmd("Against the bot"), value=Sort.BOT),
    ],
    period=[
        app_commands.Choice(name=cmd("All"), value=Period.ALL),
        app_commands.Choice(name=cmd("This month"), value=Period.MONTH),
        app_commands.Choice(name=cmd("This week"), value=Period.WEEK),
    ],
)
async def leaderboard(
    interaction: Interaction,
    sort: app_commands.Choice[str] | None = None,
    period: app_commands.Choice[str] | None = None,
) -> None:
    """The first page, for everybody."""
    client = interaction.client
    shown = await _page(
        interaction,
        client.public_scene(guild_of(interaction)),
        Sort(sort.value if sort else Sort.POINTS),
        Period(period.value if period else Period.ALL),
        0,
    )
    await interaction.response.send_message(**_new(shown))


async def turn(interaction: Interaction, ref: Ref) -> None:
    """Another page: in place, for the person who asked for the board; a private one for others."""
    client, message = interaction.client, interaction.message
    assert message is not None  # noqa: S101  # a button stands on a message
    sort, period, first = ref.choice(0, Sort), ref.choice(1, Period), ref.number(2)
    asked = message.interaction_metadata
    theirs = asked is not None and asked.user.id == interaction.user.id
    public = theirs and not message.flags.ephemeral
    scene = (
        client.public_scene(guild_of(interaction)) if public else client.scene(interaction.locale)
    )
    shown = await _page(interaction, scene, sort, period, first)
    if theirs:
        await interaction.response.edit_message(**shown)
    else:
        await interaction.response.send_message(**_new(shown), ephemeral=True)


async def _page(
    interaction: Interaction, scene: Scene, sort: Sort, period: Period, first: int
) -> dict[str, Any]:
    since = pages.period_start(period, datetime.now(UTC))
    board = interaction.client.service.leaderboard
    lines = await board(guild_of(interaction), sort, since, first, LINES)
    if first >= lines.total > 0:  # the board has shrunk since its buttons were made
        first = (lines.total - 1) // LINES * LINES
        lines = await board(guild_of(interaction), sort, since, first, LINES)
    server = interaction.guild.name if interaction.guild else ""
    content = pages.leaderboard(lines, sort, period, first, scene, server)
    buttons = pager(TURN, sort, period, at=first, step=LINES, total=lines.total, scene=scene)
    return {"content": content, "view": buttons}


def _new(shown: dict[str, Any]) -> dict[str, Any]:
    """For a new message, which takes no None."""
    return {name: value for name, value in shown.items() if value is not None}


async def setup(bot: MastermindBot) -> None:
    """Add the command and its buttons."""
    bot.tree.add_command(leaderboard)
    bot.handlers[TURN] = turn
