"""`/mastermind solve`: what somebody's rows leave, and what to play next."""

from collections.abc import Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.engine import Preset, Rules, Symbols
from bot.engine.codesets import Game
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.history import UnreadableHistory, read_history
from bot.engine.lines import Line, work_of
from bot.engine.picks import Strategy
from bot.matches.errors import ThinkingError
from bot.presentation import solving
from bot.presentation.palette import legend
from bot.presentation.scene import Scene
from bot.runtime import jobs
from bot.ui.boxes import lines_box, typed_lines
from bot.ui.buttons import plain_button, view_of
from bot.ui.options import chosen_rules, variant_options

SUBMIT = "submit-solve"
EDIT = "edit-solve"


@app_commands.command(
    name=cmd("solve"),
    description=cmd("Type your rows and their keys: what is left, and what to try next"),
)
@variant_options
@app_commands.rename(strategy=cmd("strategy"))
@app_commands.describe(strategy=cmd("How the next row is chosen"))
@app_commands.choices(
    strategy=[
        app_commands.Choice(name=cmd("Fewest codes left at worst"), value=Strategy.MINIMAX),
        app_commands.Choice(name=cmd("Fewest codes left on average"), value=Strategy.EXPECTED_SIZE),
        app_commands.Choice(name=cmd("Most information"), value=Strategy.ENTROPY),
        app_commands.Choice(name=cmd("Most different replies"), value=Strategy.MOST_PARTS),
    ]
)
async def solve(
    interaction: Interaction,
    positions: app_commands.Range[int, 3, 8] | None = None,
    symbols: app_commands.Choice[str] | None = None,
    colours: app_commands.Range[int, 4, 26] | None = None,
    repeats: bool | None = None,  # noqa: FBT001  # Discord passes options by name
    blanks: bool | None = None,  # noqa: FBT001
    strategy: app_commands.Choice[str] | None = None,
) -> None:
    """Open the box."""
    rules = chosen_rules(
        Preset.CLASSIC,
        symbols=symbols,
        positions=positions,
        colours=colours,
        repeats=repeats,
        blanks=blanks,
    )
    if not Game.of(rules).is_small:
        raise SolverRefused(SolverFault.TOO_MANY_CODES)
    chosen = Strategy(strategy.value if strategy else Strategy.MINIMAX)
    await _open_box(interaction, rules, chosen)


async def submit(interaction: Interaction, ref: Ref) -> None:
    """The box comes back, perhaps after a restart: its id says what it asks."""
    rules, strategy = _asked(ref)
    scene = interaction.client.scene(interaction.locale)
    typed = typed_lines(interaction.data or {})
    try:
        lines = read_history(typed, rules, legend(rules))
        typed = solving.lines_text(lines, rules)
        work = work_of(Game.of(rules), lines)
    except UnreadableHistory as error:
        answer = solving.refused_lines(error, typed, rules, scene)
    except SolverRefused as error:
        answer = solving.not_answered(error, typed, scene)
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _advise(interaction, rules, strategy, lines, work)
        return
    await interaction.response.send_message(
        answer.content,
        # Discord lets an answer to an interaction have embeds, whatever is allowed in the channel.
        embeds=[discord.Embed(description=answer.embed)] if answer.embed else [],
        view=_edit_button(rules, strategy, scene),
        ephemeral=True,
    )


async def _advise(
    interaction: Interaction, rules: Rules, strategy: Strategy, lines: Sequence[Line], work: int
) -> None:
    """Put the advice into the answer that was promised, or why there is none."""
    client = interaction.client
    scene = client.scene(interaction.locale)
    question = Game.of(rules), lines, strategy, solving.MOST_CODES
    try:
        advice = await client.think(interaction.user.id, work, jobs.advice, *question)
        text = solving.advice_text(advice, lines, rules, strategy, scene)
    except ThinkingError as error:
        # As they were read, so many lines as a solver takes always have room in the message.
        text = solving.not_answered(error, solving.lines_text(lines, rules), scene).content
    view = _edit_button(rules, strategy, scene)
    await interaction.edit_original_response(content=text, view=view)


async def edit(interaction: Interaction, ref: Ref) -> None:
    """**Edit**: the box again, with the lines that the message shows."""
    rules, strategy = _asked(ref)
    assert interaction.message is not None  # noqa: S101  # a button stands on a message
    embeds = (embed.description or "" for embed in interaction.message.embeds)
    lines = solving.lines_in(interaction.message.content, *embeds)
    await _open_box(interaction, rules, strategy, lines)


async def _open_box(
    interaction: Interaction, rules: Rules, strategy: Strategy, lines: str = ""
) -> None:
    words = solving.lines_box(rules, interaction.client.scene(interaction.locale))
    await interaction.response.send_modal(
        lines_box(words, lines, SUBMIT, *_asking(rules, strategy))
    )


def _edit_button(rules: Rules, strategy: Strategy, scene: Scene) -> ui.View:
    label = scene.words.gettext("Edit")
    return view_of([plain_button(label, EDIT, *_asking(rules, strategy))])


def _asking(rules: Rules, strategy: Strategy) -> tuple[object, ...]:
    """The question as arguments of a custom id; the lines have no room there."""
    switches = int(rules.repeats), int(rules.blanks)
    return rules.positions, rules.symbols, rules.colours, *switches, strategy


def _asked(ref: Ref) -> tuple[Rules, Strategy]:
    """The reverse of `_asking`."""
    rules = Rules(
        positions=ref.number(0),
        symbols=ref.choice(1, Symbols),
        colours=ref.number(2),
        repeats=bool(ref.number(3)),
        blanks=bool(ref.number(4)),
    )
    rules.validate()
    return rules, ref.choice(5, Strategy)


async def setup(bot: MastermindBot) -> None:
    """Add the command, its box and its button."""
    bot.mastermind.add_command(solve)
    bot.handlers |= {SUBMIT: submit, EDIT: edit}
