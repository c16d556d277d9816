"""Texts that are left alone, although some hold symbols."""

from dataclasses import replace

import pytest

from bot.engine import Chat, Code, Refused, Rules, parse
from bot.presentation.palette import colour_legend
from tests.unit.engine.reading import (
    ALPHABET,
    BLANKS,
    CLASSIC,
    DIGITS,
    LETTERS,
    LONGEST_TEXT,
    TEN_DIGITS,
    said,
    told,
)


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", ",,,", "....", "...", "!?", "hello", "gg", "GG!", "gg wp", "ggwp", "lol"),
        *("red", "rb", "all red", "is it red blue green yellow or orange?", "quit", "()"),
        *("blue or red", "rouge ou bleu ?", "rood of blauw", "🔴 or 🔵"),
        *("r or b?", "b or g?", "y or g", "B or R", "r ou b", "r of b", "boy or girl"),
        *("red and blue", "red and", "and", "you and me"),
        *("red. blue", "B. O.", "1.5", "3.14", "2.5!", "$2.5", "o.. k", "ok...", "no.."),
        *("I guess", "I guess so", "i guess you are right", "I think so", "it's late", "guess 1:"),
        *("👍👍", "🟥", "bien vu !", "win!", "ink", "Win.", "🩷🩷🩷", "7 8 9", "leeg leeg leeg"),
        *("<:1234:123456789012345678>", "<@12345678> rbgy", "<@!123> rbgy", "<@&12> rbgy"),
        *("<#123412341234>", "<t:1234123412:R>", "https://example.org/1234", "@everyone rbgy"),
        *("</guess:1234> rbgy", "2/10", "12:34", "r/b/g/y", "r:b:g:y", "1234 <3", "rbgy :)"),
        *("> rbgy", ">>> rbgy\nrbyg", "> rbgy\nrbyg", "// rbgy", "//rbgy", "/rbgy", "**//** rbgy"),
        *("~~rbgy~~", "🐈‍⬛🐈‍⬛🐈‍⬛🐈‍⬛", "what about rbgy", "1 + 2 = 3", "r+b=g", "*rbgy_"),
        *("<:r:1><:b:2><:r:1><:g:3>", "<:1:1><:2:2><:1:1><:3:3>"),
    ],
)
def test_talk_is_left_alone(text: str) -> None:
    assert said(text) == Chat()
    assert isinstance(told(text), Code | Refused)


@pytest.mark.parametrize("text", ["grr", "hello", "boring", "rbgy", "call 1234 now"])
def test_letters_are_talk_where_digits_are_played(text: str) -> None:
    assert said(text, TEN_DIGITS) == Chat()


@pytest.mark.parametrize("text", ["1.5", "3.14", "2.5!", "red. blue", "1. 2."])
def test_full_stops_and_points_are_no_symbols_where_digits_are_played(text: str) -> None:
    assert said(text, DIGITS) == Chat()


@pytest.mark.parametrize("text", ["1.2", "1.2!"])
def test_number_with_a_point_is_talk_where_it_is_as_long_as_a_row(text: str) -> None:
    assert said(text, replace(TEN_DIGITS, positions=3)) == Chat()


@pytest.mark.parametrize("text", ["red blue green yellow", "hello", "2/10", "ok"])
def test_words_are_talk_where_letters_are_played(text: str) -> None:
    assert said(text, LETTERS) == Chat()


@pytest.mark.parametrize("text", ["good game", "hey you", "b or d", "good luck, have fun!"])
def test_several_words_that_are_no_row_are_talk_where_every_letter_is_a_symbol(text: str) -> None:
    assert said(text, ALPHABET) == Chat()
    assert isinstance(told(text, ALPHABET), Refused)


@pytest.mark.parametrize("text", ["ok...", "hm...", "...", "what. ever. now."])
def test_full_stops_are_talk_where_blanks_are_off(text: str) -> None:
    assert said(text) == Chat()


def test_full_stops_after_a_word_are_talk_where_blanks_are_on() -> None:
    assert said("hmm...", BLANKS) == Chat()


@pytest.mark.parametrize("text", ["b", "B.", "B!"])
def test_one_peg_of_two_is_talk(text: str) -> None:
    names = colour_legend(("black", "white"), letters={"black": "B"})
    assert parse(text, Rules(positions=2, colours=2), names, addressed=False) == Chat()


@pytest.mark.parametrize("text", ["kiwi", "win", "ink"])
def test_word_of_initials_that_the_game_lacks_is_talk_unless_it_has_the_right_number(
    text: str,
) -> None:
    rules = replace(CLASSIC, positions=5)
    assert said(text, rules) == Chat()
    assert isinstance(said(text, replace(rules, positions=len(text))), Refused)


@pytest.mark.parametrize("size", [LONGEST_TEXT + 1, 1_990, 100_000])
def test_long_text_is_talk_without_being_read(size: int) -> None:
    assert said("r" * size) == Chat()
