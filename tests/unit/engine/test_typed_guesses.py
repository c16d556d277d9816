"""What people type, with what a sensible bot makes of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from bot.engine import (
    PRESETS,
    Chat,
    Code,
    Legend,
    Preset,
    Rules,
    Symbols,
    format_code,
    parse,
)
from bot.presentation.palette import colour_legend, legend

CASES = Path(__file__).parents[2] / "cases" / "typed_guesses.json"


class Entry(TypedDict):
    id: str
    text: str
    context: str
    expect: str
    also_ok: NotRequired[list[str]]
    code: NotRequired[str]


ENTRIES: list[Entry] = json.loads(CASES.read_text(encoding="utf-8"))["entries"]

SIX = ("red", "blue", "green", "yellow", "orange", "purple")
EIGHT = (*SIX[:5], "white", "black", "brown")
COLOURS = (Rules(), colour_legend(SIX))
DIGITS = Rules(symbols=Symbols.DIGITS)
BULLS = PRESETS[Preset.BULLS_AND_COWS]
GAMES: dict[str, tuple[Rules, Legend]] = {
    "en6": COLOURS,
    "fr6": COLOURS,
    "nl6": COLOURS,
    "cmd": COLOURS,
    "en4": (Rules(colours=4), colour_legend(SIX[:4])),
    "en8": (Rules(colours=8), colour_legend(EIGHT)),
    "bw2": (
        Rules(positions=2, colours=2),
        colour_legend(("black", "white"), letters={"black": "B"}),
    ),
    "d6": (DIGITS, legend(DIGITS)),
    "cmd_d6": (DIGITS, legend(DIGITS)),
    "bc": (BULLS, legend(BULLS)),
    "bc3": (replace(BULLS, positions=3), legend(BULLS)),
}
UNHEARD = "shared"
"""A channel without a match: nothing that is said there reaches the parser."""


def test_every_context_is_a_game_or_unheard() -> None:
    assert {entry["context"] for entry in ENTRIES} <= {*GAMES, UNHEARD}


@pytest.mark.parametrize(
    "entry",
    [entry for entry in ENTRIES if entry["context"] != UNHEARD],
    ids=lambda entry: entry["id"],
)
def test_typed_text_gets_an_expected_answer(entry: Entry) -> None:
    rules, names = GAMES[entry["context"]]
    outcome = parse(entry["text"], rules, names, addressed=entry["context"].startswith("cmd"))
    answers = {entry["expect"], *entry.get("also_ok", [])}
    if isinstance(outcome, Code):
        assert "guess" in answers
        assert format_code(outcome, names) == entry.get("code", format_code(outcome, names))
    else:
        assert ("ignore" if isinstance(outcome, Chat) else "error") in answers
