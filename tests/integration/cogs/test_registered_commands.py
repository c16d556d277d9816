"""What Discord is told of the commands: names and options of the interface, in three languages."""

import pkgutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

import cogs
from bot.client import MastermindBot, Parts
from bot.ui.translator import Translator
from sandbox.limits import check_commands

OPTIONS = {
    "mastermind challenge": [
        "opponent",
        "preset",
        "rounds",
        "rows",
        "positions",
        "symbols",
        "colours",
        "repeats",
        "blanks",
        "codemaker",
        "points",
        "hints",
        "level",
        "private",
    ],
    "mastermind guess": ["code"],
    "mastermind board": [],
    "mastermind concede": [],
    "mastermind forfeit": [],
    "mastermind matches": [],
    "mastermind rules": [],
    "mastermind help": [],
    "mastermind preferences": [],
    "mastermind practice": [],
    "mastermind daily": [],
    "mastermind solo": [
        "preset",
        "rows",
        "positions",
        "symbols",
        "colours",
        "repeats",
        "blanks",
        "private",
    ],
    "mastermind solve": ["positions", "symbols", "colours", "repeats", "blanks", "strategy"],
    "mastermind-admin settings": [],
    "mastermind-admin end": ["match"],
    "privacy export": [],
    "privacy delete": [],
    "leaderboard": ["sort", "period"],
    "Challenge to Mastermind": [],
}
CHOICES = {
    "preset": ["classic", "mini", "super", "bulls-and-cows"],
    "rounds": [2, 4, 6, 8],
    "symbols": ["colours", "digits", "letters"],
    "codemaker": ["me", "opponent", "random"],
    "points": ["rows", "key pegs"],
    "level": ["easy", "fair", "strong", "perfect"],
    "sort": ["points", "wins", "bot"],
    "period": ["all", "month", "week"],
}
BOUNDS = {"rows": (6, 12), "positions": (3, 8), "colours": (4, 26)}
SUBCOMMAND = 1


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[MastermindBot]:
    """The client with all cogs, never connected."""
    names = [f"cogs.{module.name}" for module in pkgutil.iter_modules(cogs.__path__)]
    parts = Parts(
        cogs=names,
        translator=Translator(),
        commands_file=tmp_path / "commands.sha256",
        reads_content=True,
    )
    async with MastermindBot(parts) as bot:
        await bot.load_commands()
        yield bot


async def payload_of(client: MastermindBot) -> list[dict[str, Any]]:
    translator = client.tree.translator
    assert translator is not None
    return [
        await command.get_translated_payload(client.tree, translator)
        for command in client.tree.get_commands()
    ]


def flat(payload: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for command in payload:
        below = [o for o in command.get("options", []) if o["type"] == SUBCOMMAND]
        if below:
            yield from ((f"{command['name']} {option['name']}", option) for option in below)
        else:
            yield command["name"], command


def words(node: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """Every word of a command with what it is in other languages."""
    for key in ("name", "description"):
        if key in node and not str(node[key]).isdecimal():
            yield str(node[key]), node.get(f"{key}_localizations") or {}
    for below in (*node.get("options", []), *node.get("choices", [])):
        yield from words(below)


async def test_the_commands_and_options_are_those_of_the_interface(client: MastermindBot) -> None:
    registered = {
        name: [option["name"] for option in command.get("options", [])]
        for name, command in flat(await payload_of(client))
    }

    assert registered == OPTIONS


async def test_choices_and_bounds_are_those_of_the_rules(client: MastermindBot) -> None:
    options = {
        option["name"]: option
        for _, command in flat(await payload_of(client))
        for option in command.get("options", [])
    }

    for name, values in CHOICES.items():
        assert [choice["value"] for choice in options[name]["choices"]] == values
    for name, bounds in BOUNDS.items():
        assert (options[name]["min_value"], options[name]["max_value"]) == bounds


async def test_discord_takes_the_commands(client: MastermindBot) -> None:
    assert check_commands(await payload_of(client)) == []


async def test_all_commands_but_those_of_privacy_are_offered_in_servers_only(
    client: MastermindBot,
) -> None:
    for command in await payload_of(client):
        if command["name"] == "privacy":
            assert command["contexts"] == [0, 1]
        else:
            assert command["contexts"] == [0] or command["dm_permission"] is False


async def test_admins_alone_are_offered_their_commands(client: MastermindBot) -> None:
    needed = {
        command["name"]: command["default_member_permissions"]
        for command in await payload_of(client)
    }

    assert needed.pop("mastermind-admin") == discord.Permissions(manage_guild=True).value
    assert set(needed.values()) == {None}


async def test_the_match_to_end_is_offered_while_one_types(client: MastermindBot) -> None:
    options = {
        (name, option["name"]): option.get("autocomplete", False)
        for name, command in flat(await payload_of(client))
        for option in command.get("options", [])
    }

    assert [where for where, offered in options.items() if offered] == [
        ("mastermind-admin end", "match")
    ]


@pytest.mark.parametrize("locale", ["fr", "nl"])
async def test_every_description_and_choice_is_translated(
    client: MastermindBot, locale: str
) -> None:
    said = [pair for command in await payload_of(client) for pair in words(command)]
    untranslated = {text for text, other in said if " " in text and locale not in other}

    assert untranslated == set()


async def test_only_the_languages_of_the_catalogues_are_sent(client: MastermindBot) -> None:
    said = [pair for command in await payload_of(client) for pair in words(command)]

    assert {locale for _, other in said for locale in other} == {
        str(discord.Locale.french),
        str(discord.Locale.dutch),
    }
