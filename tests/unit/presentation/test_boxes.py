"""The words of the boxes: how many lists, and what stands in them."""

import pytest

from bot.engine import Rules, Symbols
from bot.matches.models import Terms
from bot.presentation.boxes import Box, box_text, options
from bot.presentation.i18n import Language
from bot.presentation.palette import COLOURS, legend
from tests.unit.presentation.samples import EMOJIS, SECRET, a_match, a_round, scene, seen


@pytest.mark.parametrize(
    ("rules", "lists", "text"),
    [
        (Rules(positions=3), 3, "Or type it here instead of the lists"),
        (Rules(positions=4), 4, "Or type it here instead of the lists"),
        (Rules(positions=5), 5, None),
        (Rules(positions=6), 0, "Type the code"),
        (Rules(positions=8), 0, "Type the code"),
        (Rules(symbols=Symbols.LETTERS, colours=25), 4, "Or type it here instead of the lists"),
        (Rules(symbols=Symbols.LETTERS, colours=26), 0, "Type the code"),
        (Rules(symbols=Symbols.LETTERS, colours=25, blanks=True), 0, "Type the code"),
    ],
)
def test_a_box_has_a_list_for_each_peg_where_there_is_room_and_a_text_field_where_it_helps(
    rules: Rules, lists: int, text: str | None
) -> None:
    words = box_text(Box.CODE, seen(a_match(a_round(1), terms=Terms(rules))), scene())
    assert len(words.pegs) == lists
    assert words.text == text


def test_the_boxes_say_what_they_are_for() -> None:
    view = seen(a_match(a_round(1, [SECRET])))
    code, guess = (box_text(box, view, scene()) for box in Box)
    assert code.title == "Round 1: hide your code"
    assert guess.title == "Row 2 of 10"
    assert guess.pegs == ("Position 1", "Position 2", "Position 3", "Position 4")
    assert guess.placeholder == "For example RBRG"


def test_colours_are_chosen_by_word_and_letter_in_the_persons_language() -> None:
    labels = [choice.label for choice in options(Rules(blanks=True), scene(Language.FR))]
    assert labels == [
        "Rouge (R)",
        "Bleu (B)",
        "Vert (G)",
        "Jaune (Y)",
        "Orange (O)",
        "Violet (P)",
        "Vide (.)",
    ]


def test_colours_are_chosen_by_own_emojis_too() -> None:
    shown = [
        choice.emoji for choice in options(Rules(colours=4, blanks=True), scene(emojis=EMOJIS))
    ]
    names = ("red", "blue", "green", "yellow", "blank")
    assert shown == [EMOJIS[f"mm_{name}"] for name in names]


def test_unicode_stands_before_all_colours_where_an_own_emoji_was_refused() -> None:
    some = {name: text for name, text in EMOJIS.items() if name != "mm_blue"}
    shown = [choice.emoji for choice in options(Rules(colours=4, blanks=True), scene(emojis=some))]
    assert shown == ["🔴", "🔵", "🟢", "🟡", "▫️"]


@pytest.mark.parametrize("language", list(Language))
def test_every_colour_word_that_is_shown_is_also_read(language: Language) -> None:
    rules = Rules(colours=len(COLOURS), blanks=True)
    tokens = legend(rules).tokens
    for index, choice in enumerate(options(rules, scene(language))):
        word = choice.label.split(" ")[0].casefold()
        assert tokens[word] == index


@pytest.mark.parametrize(
    ("rules", "first", "last"),
    [
        (Rules(symbols=Symbols.DIGITS, colours=6), "1", "6"),
        (Rules(symbols=Symbols.DIGITS, colours=10), "0", "9"),
        (Rules(symbols=Symbols.LETTERS, colours=26), "A", "Z"),
    ],
)
def test_digits_and_letters_are_chosen_as_they_are(rules: Rules, first: str, last: str) -> None:
    choices = options(rules, scene(emojis=EMOJIS))
    assert (choices[0].value, choices[0].label) == (first, first)
    assert (choices[-1].value, choices[-1].label) == (last, last)
    assert not any(choice.emoji for choice in choices)
