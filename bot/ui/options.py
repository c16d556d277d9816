"""The options of commands by which a game is chosen: their names, and what comes of them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.engine import PRESETS, Preset, Rules, Symbols

Command = TypeVar("Command", bound=Callable[..., Any])


def variant_options(command: Command) -> Command:
    """Name and describe the options positions, symbols, colours, repeats and blanks."""
    named = app_commands.rename(
        positions=cmd("positions"),
        symbols=cmd("symbols"),
        colours=cmd("colours"),
        repeats=cmd("repeats"),
        blanks=cmd("blanks"),
    )
    described = app_commands.describe(
        positions=cmd("How long the code is"),
        symbols=cmd("What a code is made of"),
        colours=cmd("How many colours, digits or letters there are to choose from"),
        repeats=cmd("Whether a code may repeat a symbol"),
        blanks=cmd("Whether a code may have empty places"),
    )
    offered = app_commands.choices(
        symbols=[
            app_commands.Choice(name=cmd("Colours"), value=Symbols.COLOURS),
            app_commands.Choice(name=cmd("Digits"), value=Symbols.DIGITS),
            app_commands.Choice(name=cmd("Letters"), value=Symbols.LETTERS),
        ]
    )
    return offered(described(named(command)))


def game_options(command: Command) -> Command:
    """The same for these and for preset and rows, where a whole game is chosen."""
    named = app_commands.rename(preset=cmd("preset"), rows=cmd("rows"))
    described = app_commands.describe(
        preset=cmd("A well-known game; the other options change it"),
        rows=cmd("How many guesses the codebreaker has for each code"),
    )
    offered = app_commands.choices(
        preset=[
            app_commands.Choice(name=cmd("Classic: 4 of 6 colours, 10 rows"), value=Preset.CLASSIC),
            app_commands.Choice(name=cmd("Mini: 4 of 6 colours, 6 rows"), value=Preset.MINI),
            app_commands.Choice(name=cmd("Super: 5 of 8 colours, 12 rows"), value=Preset.SUPER),
            app_commands.Choice(
                name=cmd("Bulls and Cows: 4 different digits, 12 rows"),
                value=Preset.BULLS_AND_COWS,
            ),
        ]
    )
    return offered(described(named(variant_options(command))))


def chosen_rules(
    usual: Preset,
    preset: app_commands.Choice[str] | None = None,
    symbols: app_commands.Choice[str] | None = None,
    **options: Any,
) -> Rules:
    """The preset, or else the usual one, with whatever was chosen besides.

    Raises InvalidRules when it cannot be played.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if symbols is not None:
        given["symbols"] = Symbols(symbols.value)
    rules: Rules = replace(PRESETS[Preset(preset.value) if preset else usual], **given)
    rules.validate()
    return rules
