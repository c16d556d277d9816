"""What this bot shows of a match can be pasted into the solver's box."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from random import Random

import pytest

from bot.engine import PRESETS, Code, Preset, Rules, Symbols, score
from bot.engine.history import read_history
from bot.engine.lines import Line
from bot.matches.ids import PlayerId
from bot.matches.models import Event, EventKind, Kind, Match, Terms
from bot.presentation.alone import panel
from bot.presentation.analysis import page
from bot.presentation.answers import board
from bot.presentation.i18n import Language
from bot.presentation.messages import announce
from bot.presentation.palette import legend
from tests.unit.presentation.samples import EMOJIS, ROBIN, a_match, a_round, scene, seen

GAMES = (
    *(Rules(), PRESETS[Preset.SUPER], PRESETS[Preset.BULLS_AND_COWS], Rules(blanks=True)),
    Rules(symbols=Symbols.LETTERS, colours=26),
    Rules(positions=8, colours=10, blanks=True),
    Rules(positions=8, symbols=Symbols.DIGITS, colours=10, blanks=True),
    Rules(positions=3, symbols=Symbols.DIGITS),
)
MARKS = re.compile(r"\*\*|`|(?<=:)[0-9]+>|<(?=:)")
ROW_OR_KEYS = re.compile(r"` ?[0-9]|\*\*[0-9]")
BOT = PlayerId(3333)

languages = pytest.mark.parametrize("language", list(Language))
uploads = pytest.mark.parametrize("emojis", [EMOJIS, {}], ids=["uploaded", "refused"])
games = pytest.mark.parametrize("rules", GAMES)
forms = pytest.mark.parametrize("copied", [False, True], ids=["raw", "as seen"])


def played(rules: Rules, seed: str) -> tuple[Match, list[Line]]:
    """A match with some rows, and the lines that they are."""
    chance = Random(seed)
    secret, *rows = (
        Code(chance.randrange(len(legend(rules).characters)) for _ in range(rules.positions))
        for _ in range(5)
    )
    match = a_match(a_round(1, rows, code=secret, rules=rules), terms=Terms(rules))
    return match, [Line.known(row, score(secret, row)) for row in rows]


def pasted(text: str, *, copied: bool) -> str:
    """The text of a message, or what is copied from it where it is shown."""
    return MARKS.sub("", text) if copied else text


@languages
@uploads
@games
@forms
def test_the_replies_to_rows(
    language: Language, emojis: Mapping[str, str], rules: Rules, copied: bool
) -> None:
    match, lines = played(rules, f"{language}{rules}")
    replies = [
        announce(
            Event(EventKind.ROW_SCORED, round=1, row=number),
            seen(match),
            scene(language, emojis),
        )
        for number in range(1, len(lines) + 1)
    ]
    text = pasted("\n".join(one.content for one in replies), copied=copied)
    assert read_history(text, rules, legend(rules)) == tuple(lines)
    for reply, line in zip_longest(replies, lines):
        text = pasted(reply.content, copied=copied)
        assert read_history(text, rules, legend(rules)) == (line,)


@languages
@uploads
@games
@forms
def test_the_rows_of_a_board(
    language: Language, emojis: Mapping[str, str], rules: Rules, copied: bool
) -> None:
    match, lines = played(rules, f"{language}{rules}")
    shown = board(seen(match), scene(language, emojis)).content.splitlines()
    text = pasted("\n".join(shown[-len(lines) :]), copied=copied)
    assert read_history(text, rules, legend(rules)) == tuple(lines)


@languages
@uploads
@games
@forms
def test_the_rows_of_what_is_cracked_alone(
    language: Language, emojis: Mapping[str, str], rules: Rules, copied: bool
) -> None:
    match, lines = played(rules, f"{language}{rules}")
    alone = replace(match.rounds[0], codemaker=BOT, codebreaker=ROBIN)
    terms = Terms(rules, rounds=1, kind=Kind.SOLO, private=True)
    running = replace(match, rounds=(alone,), opponent=BOT, terms=terms, thread=None)
    shown = panel(seen(running, ROBIN), scene(language, emojis)).content.splitlines()
    rows = [line for line in shown if ROW_OR_KEYS.match(line)]
    assert len(rows) in {len(lines), 2 * len(lines)}
    text = pasted("\n".join(rows), copied=copied)
    assert read_history(text, rules, legend(rules)) == tuple(lines)


@languages
@uploads
@games
@forms
def test_the_rows_of_an_analysis(
    language: Language, emojis: Mapping[str, str], rules: Rules, copied: bool
) -> None:
    match, lines = played(rules, f"{language}{rules}")
    shown = page(seen(match).rounds[0], 0, None, [()] * len(lines), rules, scene(language, emojis))
    titles = [line for line in shown.splitlines() if line.count(" · ") == 2]
    text = pasted("\n".join(titles), copied=copied)
    assert read_history(text, rules, legend(rules)) == tuple(lines)
