"""The words of the two boxes that ask for a code."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from bot.engine import Rules, Symbols
from bot.matches.view import MatchView
from bot.presentation.palette import BLANK_CHARACTER, COLOURS, colour_emojis, legend
from bot.presentation.scene import Choice, Scene
from bot.presentation.terms import example

MOST_PARTS = 5
"""A box holds five lists or fields."""
MOST_OPTIONS = 25
"""A list holds 25 lines."""


class Box(StrEnum):
    """What a box is for."""

    CODE = "code"
    GUESS = "guess"


@dataclass(frozen=True, slots=True)
class BoxWords:
    """A box from top to bottom. Title and labels hold at most 45 characters, the others 100."""

    title: str
    pegs: tuple[str, ...]
    """The label of each peg's list; empty where the text field stands alone."""
    choose: str
    """What a list shows before a choice."""
    text: str | None
    """The label of the text field; None where five lists fill the box."""
    placeholder: str
    """What the text field shows while it is empty."""


def box_text(box: Box, view: MatchView, scene: Scene) -> BoxWords:
    """The words of a box for the last round of the match."""
    _ = scene.words.gettext
    rules = view.terms.rules
    pegs = _peg_labels(rules, scene)
    return BoxWords(
        title=_title(box, view, scene),
        pegs=pegs,
        choose=_("Choose"),
        text=_text_label(len(pegs), scene),
        placeholder=_("For example {example}").format(example=example(rules)),
    )


def options(rules: Rules, scene: Scene) -> tuple[Choice, ...]:
    """A choice for each symbol, the blank last; the value is the symbol's canonical character."""
    characters = legend(rules).characters
    emojis = [""] * len(characters)
    if rules.symbols is Symbols.COLOURS:
        emojis = colour_emojis(range(len(characters)), rules, scene.emojis)
    return tuple(
        Choice(character, _spoken(character, rules, scene), emoji=emoji)
        for character, emoji in zip(characters, emojis, strict=True)
    )


def _title(box: Box, view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    playing = view.rounds[-1]
    match box:
        case Box.CODE:
            return _("Round {round}: hide your code").format(round=playing.number)
        case Box.GUESS:
            return _("Row {row} of {rows}").format(
                row=len(playing.rows) + 1, rows=view.terms.rules.rows
            )
        case _:
            assert_never(box)


def _peg_labels(rules: Rules, scene: Scene) -> tuple[str, ...]:
    _ = scene.words.gettext
    if rules.positions > MOST_PARTS or rules.symbol_count > MOST_OPTIONS:
        return ()
    return tuple(
        _("Position {number}").format(number=number) for number in range(1, rules.positions + 1)
    )


def _text_label(lists: int, scene: Scene) -> str | None:
    _ = scene.words.gettext
    if lists == MOST_PARTS:
        return None
    return _("Or type it here instead of the lists") if lists else _("Type the code")


def _spoken(character: str, rules: Rules, scene: Scene) -> str:
    """What a symbol is called; colours with the letter that they carry."""
    _ = scene.words.gettext
    if character == BLANK_CHARACTER:
        return _("Blank (.)")
    if rules.symbols is not Symbols.COLOURS:
        return character
    names = {
        "red": _("Red"),
        "blue": _("Blue"),
        "green": _("Green"),
        "yellow": _("Yellow"),
        "orange": _("Orange"),
        "purple": _("Purple"),
        "brown": _("Brown"),
        "pink": _("Pink"),
        "white": _("White"),
        "black": _("Black"),
    }
    name = next(colour.name for colour in COLOURS if colour.letter == character)
    return f"{names[name]} ({character})"
