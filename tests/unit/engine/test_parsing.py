"""Typed codes: every way to write one, every refusal, and what is left alone as talk."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import (
    PRESETS,
    Chat,
    Code,
    Preset,
    RefusalReason,
    Refused,
    Rules,
    Symbols,
    format_code,
    parse,
)
from bot.engine.parsing import LONGEST_READ, LONGEST_TEXT
from bot.presentation.palette import COLOURS, Colour, legend

CLASSIC = Rules()
TEN = Rules(colours=10)
BLANKS = Rules(blanks=True)
DIGITS = Rules(symbols=Symbols.DIGITS)
TEN_DIGITS = PRESETS[Preset.BULLS_AND_COWS]
LETTERS = Rules(symbols=Symbols.LETTERS)
ALPHABET = Rules(symbols=Symbols.LETTERS, colours=26, blanks=True)

RBRG = Code((0, 1, 0, 2))
RBGY = Code((0, 1, 2, 3))
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"


def said(text: str, rules: Rules = CLASSIC) -> Code | Refused | Chat:
    """A message in a match thread."""
    return parse(text, rules, legend(rules), addressed=False)


def told(text: str, rules: Rules = CLASSIC) -> Code | Refused | Chat:
    """A text that can only be meant for the bot."""
    return parse(text, rules, legend(rules), addressed=True)


def reason(outcome: Code | Refused | Chat) -> RefusalReason:
    assert isinstance(outcome, Refused)
    return outcome.reason


games = st.builds(
    Rules,
    positions=st.integers(1, 10),
    symbols=st.sampled_from(Symbols),
    colours=st.integers(2, 10),
    repeats=st.booleans(),
    blanks=st.booleans(),
) | st.builds(
    Rules,
    positions=st.integers(1, 10),
    symbols=st.just(Symbols.LETTERS),
    colours=st.integers(11, 26),
    blanks=st.booleans(),
)


@st.composite
def played(draw: st.DrawFn) -> tuple[Rules, Code]:
    rules = draw(games)
    size = rules.positions if rules.repeats else min(rules.positions, rules.symbol_count)
    symbols = st.integers(0, rules.symbol_count - 1)
    code = draw(st.lists(symbols, min_size=size, max_size=size, unique=not rules.repeats))
    return replace(rules, positions=size), Code(code)


fragments = st.sampled_from(
    [
        *("red", "bleus", "vertes", "roze", "pink", "noir", "blank", "leeg", "oops", "gg", "not"),
        *"rbgyopniwkvjabcx0123456789.!?;,-_|`*~'\"/:@<>#&()",
        *("🔴", "🟦", "❤️", "🌸", "⚪", "▫️", "👍🏽", "1️⃣", "²", "½", "١", "ｒ", "１", "𝐛", "…"),
        *("<:mm_red:12>", "<a:Blue:34>", "<:1234:56>", "<@78>", "<#90>", "<t:12:R>"),
        *("\u202e", "\u202c", "\u200d", "\ufe0e", "\ufe0f", "\n", "  ", "\t", "\x00", "\u0301"),
        *("I guess ", "my guess is: ", "/guess ", "!g ", "je propose ", "// ", "> ", "https://1/2"),
    ]
)
texts = st.lists(fragments, max_size=12).map("".join) | st.text(max_size=60)


@given(played(), st.booleans())
@settings(deadline=None)
def test_parse_reads_back_what_format_wrote(game: tuple[Rules, Code], addressed: bool) -> None:
    rules, code = game
    names = legend(rules)
    assert parse(format_code(code, names), rules, names, addressed) == code


@given(played(), st.sampled_from([" ", "  ", ",", ", ", "-", " – ", "|", "\n", "; ", "\u3000"]))
@settings(deadline=None)
def test_separators_between_pegs_do_not_matter(game: tuple[Rules, Code], separator: str) -> None:
    rules, code = game
    assert told(separator.join(format_code(code, legend(rules))), rules) == code


@given(texts, games, st.booleans())
@settings(deadline=None, max_examples=300)
def test_any_text_is_read_without_error(text: str, rules: Rules, addressed: bool) -> None:
    outcome = parse(text, rules, legend(rules), addressed)
    if isinstance(outcome, Code):
        assert len(outcome) == rules.positions
        assert set(outcome) <= set(range(rules.symbol_count))
    assert not (addressed and isinstance(outcome, Chat))


@given(texts, games)
@settings(deadline=None, max_examples=300)
def test_what_a_refusal_gives_back_is_short_and_safe(text: str, rules: Rules) -> None:
    outcome = told(text, rules)
    if isinstance(outcome, Refused):
        assert len(outcome.read) <= LONGEST_READ
        assert not set(outcome.read) & set("*_~`|<>@#:/[]()\\\n\r\t\x00\u202e")


@given(texts, games, st.booleans())
@settings(deadline=None, max_examples=300)
def test_case_outer_blanks_and_variation_selectors_change_nothing(
    text: str, rules: Rules, addressed: bool
) -> None:
    names = legend(rules)
    outcome = parse(text, rules, names, addressed)
    variants = (text.upper(), text.lower(), f" \n{text}\t ", "\ufe0f".join(text), f"\ufe0f{text}")
    for variant in variants:
        assert parse(variant, rules, names, addressed) == outcome


@pytest.mark.parametrize(
    "text",
    [
        *("RBRG", "rbrg", "r b r g", "r  b\tr g", "rb rg", "r-b-r-g", "r – b – r – g", "r|b|r|g"),
        *("R,B,R,G", "r; b; r; g", "RBRG!", "rbrg.", "rbrg !!", "rbrg…", "rbrg;", "r.b.r.g"),
        *("`rbrg`", "```\nrbrg\n```", "||rbrg||", "**rbrg**", "__rbrg__", "*RBRG!*", "'rbrg'"),
        *("“rbrg”", "« rbrg »", '"rbrg"', "‘rbrg’", "r\nb\nr\ng", "- rbrg"),
        *("red blue red green", "Red, Blue, Red, Green!", "reds blues reds greens"),
        *("redblueredgreen", "red b red g"),
        *("rouge bleu rouge vert", "rouges bleues rouges vertes", "rood blauw rode groene"),
        *("rbrv", "R B R V", "red bleu rood groen"),
        *("🔴🔵🔴🟢", "🔴 🔵 🔴 🟢", "🟥🟦🟥🟩", "❤️💙❤💚", "♥💙♥︎💚", "🔴 b 🟥 💚"),
        *("1 2 1 3", "1213", "1-2-1-3", "1️⃣2️⃣1️⃣3️⃣", "1⃣2⃣1⃣3⃣", "１２１３", "ｒｂｒｇ", "𝐫𝐛𝐫𝐠"),
        *("<:red:1><:blue:2><:red:1><:green:3>", "<a:Rouge:1> <:bleu:2> <:ROOD:3> <:vert:4>"),
        *("<:mm_red:1><:mm_blue:2><:mm_red:1><:mm_green:3>",),
        *("I guess rbrg", "my guess is: red blue red green", "My guess is RBRG.", "/guess rbrg"),
        *("!g rbrg", "guess: rbrg", "I'd guess rbrg", "I’ll go with rbrg", "I guess\nrbrg"),
        *("je propose rouge bleu rouge vert", "Ma proposition : rbrv", "ma réponse est rbrv"),
        *("j’essaie rbrv", "ma re\u0301ponse est rbrv", "ik gok rood blauw rood groen"),
        *("mijn gok is rbrg", "/mastermind guess code:RBRG"),
    ],
)
def test_every_way_of_writing_is_the_same_code(text: str) -> None:
    assert said(text) == RBRG
    assert told(text) == RBRG


@pytest.mark.parametrize("invisible", ZERO_WIDTH)
def test_invisible_characters_are_dropped(invisible: str) -> None:
    assert said(invisible.join(f" {invisible}RBRG ")) == RBRG


@pytest.mark.parametrize("colour", COLOURS, ids=lambda colour: colour.name)
def test_every_name_of_a_colour_is_that_colour(colour: Colour) -> None:
    index = COLOURS.index(colour)
    names = [
        *(colour.words + colour.emojis + colour.initials),
        *(colour.letter, "1234567890"[index], f"<:{colour.emoji_name}:1>"),
        *(f"<:{word}:1>" for word in colour.words),
    ]
    for name in names:
        assert told(" ".join([name] * 4), TEN) == Code((index,) * 4)


@pytest.mark.parametrize("text", ["PINK", "noir", "Pink!"])
def test_word_that_spells_a_whole_code_is_that_code(text: str) -> None:
    spelt = {"pink": (5, 7, 6, 9), "noir": (6, 4, 7, 0)}[text.strip("!").lower()]
    assert said(text, TEN) == Code(spelt)


def test_the_same_word_among_others_is_a_colour() -> None:
    assert said("pink noir pink noir", TEN) == Code((7, 9, 7, 9))


@pytest.mark.parametrize("text", ["1123", "1 1 2 3", "1️⃣1️⃣2️⃣3️⃣", "1,1,2,3!", "１１２３", "1.1.2.3"])
def test_few_digits_are_numbered_from_one(text: str) -> None:
    assert said(text, DIGITS) == Code((0, 0, 1, 2))


def test_ten_digits_are_numbered_from_nought() -> None:
    assert said("0 1 2 9", TEN_DIGITS) == Code((0, 1, 2, 9))


@pytest.mark.parametrize("text", ["bead", "B E A D", "be-ad", "𝐁ead", "I guess bead"])
def test_letters_are_numbered_from_a(text: str) -> None:
    assert said(text, LETTERS) == Code((1, 4, 0, 3))


@pytest.mark.parametrize("text", ["blue", "vide", "leeg", "pink"])
def test_words_are_only_letters_where_letters_are_played(text: str) -> None:
    assert said(text, ALPHABET) == Code(ord(letter) - ord("a") for letter in text)


@pytest.mark.parametrize(
    "text",
    [
        *("rb.g", "R B . G", "r b blank g", "rood blauw leeg groen", "rouge bleu vide vert"),
        *("🔴🔵▫️🟢", "1 2 . 3", "12.3", "<:mm_red:1><:mm_blue:2><:mm_blank:3><:mm_green:4>"),
        *("rb.g!", "red blue . green", "r b blanks g"),
    ],
)
def test_blank_is_a_symbol_where_blanks_are_on(text: str) -> None:
    assert said(text, BLANKS) == Code((0, 1, 6, 2))


def test_every_dot_is_a_blank_where_blanks_are_on() -> None:
    assert said("rbg.", BLANKS) == Code((0, 1, 2, 6))
    assert said("rb…", replace(BLANKS, positions=5)) == Code((0, 1, 6, 6, 6))
    assert said("rbgy.", BLANKS) == Refused(RefusalReason.TOO_MANY, "RBGY.")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("RB.G", "RB.G"),
        ("..RG", "..RG"),
        ("rbg.", "RBG."),
        ("red blank blue green", "R.BG"),
        ("🔴🔵▫️🟢", "RB.G"),
        ("rbgy leeg", "RBGY."),
    ],
)
def test_blank_is_refused_where_blanks_are_off(text: str, read: str) -> None:
    assert said(text) == Refused(RefusalReason.BLANKS_OFF, read)


@pytest.mark.parametrize(
    ("text", "rules", "why", "read"),
    [
        ("rbg", CLASSIC, RefusalReason.TOO_FEW, "RBG"),
        ("red, blue, green", CLASSIC, RefusalReason.TOO_FEW, "RBG"),
        ("rbgyo", CLASSIC, RefusalReason.TOO_MANY, "RBGYO"),
        ("rbgy rbgy", CLASSIC, RefusalReason.TOO_MANY, "RBGYRBGY"),
        ("rbgx", CLASSIC, RefusalReason.UNKNOWN, "X"),
        ("red blue oops yellow", CLASSIC, RefusalReason.UNKNOWN, "oops"),
        ("red blue pink yellow", CLASSIC, RefusalReason.UNKNOWN, "pink"),
        ("🔴🔵🩷🟡", CLASSIC, RefusalReason.UNKNOWN, "🩷"),
        ("🔴🔵👍🏽🟡", CLASSIC, RefusalReason.UNKNOWN, "👍"),
        ("<:red:1><:blue:2><:party_hat:3><:green:4>", CLASSIC, RefusalReason.UNKNOWN, "partyhat"),
        ("rbgw", CLASSIC, RefusalReason.UNKNOWN, "W"),
        ("1 2 3 9", CLASSIC, RefusalReason.UNKNOWN, "9"),
        ("1 blue 3 yellow", CLASSIC, RefusalReason.UNKNOWN, "1"),
        ("rbg_", CLASSIC, RefusalReason.UNKNOWN, ""),
        ("0123", DIGITS, RefusalReason.UNKNOWN, "0"),
        ("1²34", DIGITS, RefusalReason.UNKNOWN, "²"),
        ("١٢٣٤", DIGITS, RefusalReason.UNKNOWN, "١"),
        ("red blue green red", DIGITS, RefusalReason.UNKNOWN, "red"),
        ("1234", LETTERS, RefusalReason.UNKNOWN, "1"),
        ("🔴🔵🟢🟡", LETTERS, RefusalReason.UNKNOWN, "🔴"),
        ("abcx", LETTERS, RefusalReason.UNKNOWN, "X"),
        ("1123", TEN_DIGITS, RefusalReason.REPEATED, "1123"),
        ("rbgy\nrbyg", CLASSIC, RefusalReason.SEVERAL_ROWS, "RBGY RBYG"),
        ("```\nrbgy!\nrbyg\n```", CLASSIC, RefusalReason.SEVERAL_ROWS, "RBGY RBYG"),
        ("\u202ergby\u202c", CLASSIC, RefusalReason.REORDERED, "RGBY"),
        ("\u2067rgby\u2069", CLASSIC, RefusalReason.REORDERED, "RGBY"),
    ],
)
def test_text_that_tries_is_refused_with_what_was_read(
    text: str, rules: Rules, why: RefusalReason, read: str
) -> None:
    assert said(text, rules) == Refused(why, read)
    assert told(text, rules) == Refused(why, read)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "   ",
            ",,,",
            "....",
            "...",
            "!?",
            "hello",
            "gg",
            "GG!",
            "gg wp",
            "ggwp",
            "lol",
            "red",
        ),
        *("rb", "all red", "blue or red", "is it red blue green yellow or orange?", "quit"),
        *("I guess", "I guess so", "i guess you are right", "👍👍", "🟥", "bien vu !", "no.."),
        *("<:1234:123456789012345678>", "<@12345678> rbgy", "<@!123> rbgy", "<@&12> rbgy"),
        *("<#123412341234>", "<t:1234123412:R>", "https://example.org/1234", "@everyone rbgy"),
        *("</guess:1234> rbgy", "2/10", "12:34", "r/b/g/y", "1234 <3", "rbgy :)"),
        *("> rbgy", ">>> rbgy\nrbyg", "> rbgy\nrbyg", "// rbgy", "//rbgy", "/rbgy"),
        *("~~rbgy~~", "(rbgy)", "🐈‍⬛🐈‍⬛🐈‍⬛🐈‍⬛", "what about rbgy"),
    ],
)
def test_talk_is_left_alone(text: str) -> None:
    assert said(text) == Chat()
    assert isinstance(told(text), Code | Refused)


@pytest.mark.parametrize("text", ["grr", "hello", "boring", "rbgy", "call 1234 now"])
def test_letters_are_talk_where_digits_are_played(text: str) -> None:
    assert said(text, TEN_DIGITS) == Chat()


@pytest.mark.parametrize("text", ["red blue green yellow", "hello", "2/10", "ok"])
def test_words_are_talk_where_letters_are_played(text: str) -> None:
    assert said(text, LETTERS) == Chat()


@pytest.mark.parametrize("text", ["ok...", "hm...", "...", "what. ever. now."])
def test_full_stops_are_talk_where_blanks_are_off(text: str) -> None:
    assert said(text) == Chat()


def test_full_stops_after_a_word_are_talk_where_blanks_are_on() -> None:
    assert said("hmm...", BLANKS) == Chat()


@pytest.mark.parametrize("text", ["> rbrg", ">>> rbrg", ", rbrg", ": rbrg", "> I guess rbrg"])
def test_addressed_text_is_freed_of_what_surrounds_it(text: str) -> None:
    assert told(text) == RBRG


@pytest.mark.parametrize(
    "text", ["<@123456> rbgy", "https://example.org/1234", "r/b/g/y", "//rbgy"]
)
def test_addressed_link_or_mention_is_refused_and_not_shown(text: str) -> None:
    assert told(text) == Refused(RefusalReason.UNKNOWN, "")


@pytest.mark.parametrize("text", ["<:r:1><:b:2><:r:1><:g:3>", "<:1:1><:2:2><:1:1><:3:3>"])
def test_custom_emoji_named_like_an_initial_or_digit_is_no_peg(text: str) -> None:
    assert said(text) == Chat()
    assert reason(told(text)) is RefusalReason.UNKNOWN


def test_addressed_nothing_is_too_few() -> None:
    assert told("") == Refused(RefusalReason.TOO_FEW, "")


def test_one_peg_is_a_row_of_a_game_of_one() -> None:
    assert said("red", Rules(positions=1)) == Code((0,))
    assert said("magenta", Rules(positions=1)) == Chat()


def test_right_number_is_a_try_in_a_small_game() -> None:
    small = Rules(positions=2, colours=2)
    assert said("WW", small) == Refused(RefusalReason.UNKNOWN, "W")
    assert said("x red", small) == Chat()
    assert reason(said("red blue x", replace(small, positions=3))) is RefusalReason.UNKNOWN


def test_longest_message_is_read_and_shortened() -> None:
    outcome = said("r" * LONGEST_TEXT)
    assert outcome == Refused(RefusalReason.TOO_MANY, "R" * (LONGEST_READ - 1) + "…")


@pytest.mark.parametrize("length", [LONGEST_TEXT + 1, 100_000])
def test_longer_text_is_not_read_at_all(length: int) -> None:
    assert said("r" * length) == Chat()
    assert told("r" * length) == Refused(RefusalReason.TOO_MANY, "…")


@pytest.mark.parametrize("padding", [" ", "\n", "\ufe0f"])
def test_padding_does_not_make_a_row_too_long(padding: str) -> None:
    assert said(padding * LONGEST_TEXT + "rbgy" + padding * LONGEST_TEXT) == RBGY


@pytest.mark.parametrize(
    "text", ["*" * 4_000, "<" * 4_000, "<:a" * 1_300, "_*" * 2_000, "🔴" * 4_000]
)
def test_text_made_of_marks_is_read_to_its_end(text: str) -> None:
    assert isinstance(told(text), Refused)


def test_unknown_word_is_shortened() -> None:
    outcome = told(f"rbg {'x' * 100}")
    assert outcome == Refused(RefusalReason.UNKNOWN, "x" * (LONGEST_READ - 1) + "…")


def test_composed_and_decomposed_accents_are_one() -> None:
    phrase = "ma réponse est rbgy"
    assert said(unicodedata.normalize("NFD", phrase)) == said(phrase) == RBGY
