"""Typed codes: every way to write one, and what holds for every text."""

import unicodedata
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bot.engine import Chat, Code, RefusalReason, Refused, Rules, Symbols, format_code, parse
from bot.presentation.palette import COLOURS, Colour, legend
from tests.unit.engine.reading import (
    ALPHABET,
    BLANKS,
    CLASSIC,
    DIGITS,
    LETTERS,
    LONGEST_READ,
    LONGEST_TEXT,
    RBGY,
    RBRG,
    TEN,
    TEN_DIGITS,
    said,
    told,
)

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"

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
def drawn(draw: st.DrawFn) -> tuple[Rules, Code]:
    rules = draw(games)
    size = rules.positions if rules.repeats else min(rules.positions, rules.symbol_count)
    symbols = st.integers(0, rules.symbol_count - 1)
    code = draw(st.lists(symbols, min_size=size, max_size=size, unique=not rules.repeats))
    return replace(rules, positions=size), Code(code)


@st.composite
def spelt(draw: st.DrawFn) -> tuple[Rules, Code]:
    """A code whose letters are a word, in a game that has them all."""
    words = ("pink", "noir", "brown", "pinkr", "noirnoir", "or", "go", "poor")
    more = ("leeg", "vide", "blank", "leegabcd", "blue", "and", "its", "try", "gg")
    rules = draw(st.sampled_from([TEN, ALPHABET]))
    word = draw(st.sampled_from([*words, *more] if rules is ALPHABET else words))
    characters = legend(rules).characters.lower()
    rules = replace(rules, positions=len(word), blanks=draw(st.booleans()))
    return rules, Code(map(characters.index, word))


played = drawn() | spelt()

separators = st.sampled_from(
    [" ", "  ", ",", ", ", "-", " – ", "|", "\n", "; ", "\u3000", " || ", "` `"]
)
wrappers = st.sampled_from(
    [
        *(("`", "`"), ("||", "||"), ("**", "**"), ("*", "*"), ("__", "__"), ("_", "_")),
        *(('"', '"'), ("“", "”"), ("„", "“"), ("‚", "‘"), ("″", "″"), ("´", "´"), ("« ", " »")),
        *(("(", ")"), ("[", "]"), ("{ ", " }"), ("- ", ""), ("", "!"), ("", " ?"), ("", ";")),
        ("\u200b", "\u200b"),
    ]
)
blocks = st.sampled_from([("", ""), ("```", "```"), ("```\n", "\n```"), ("```py\n", "\n```")])

fragments = st.sampled_from(
    [
        *("red", "bleus", "vertes", "roze", "pink", "noir", "blank", "leeg", "oops", "gg", "not"),
        *(" or ", " en ", " and ", "and", "rb", "bgy", "(", ")", "[", "]", "**", "__", "~~"),
        *"rbgyopniwkvjabcx0123456789.!?;,-_|`*~'\"/:@<>#&()+=",
        *("🔴", "🟦", "❤️", "🌸", "⚪", "▫️", "👍🏽", "1️⃣", "²", "½", "١", "ｒ", "１", "𝐛", "…"),
        *("<:mm_red:12>", "<a:Blue:34>", "<:1234:56>", "<@78>", "<#90>", "<t:12:R>", "→", "·"),
        *("\u202e", "\u202c", "\u200d", "\ufe0e", "\ufe0f", "\n", "  ", "\t", "\x00", "\u0301"),
        *("I guess ", "my guess is: ", "/guess ", "!g ", "je propose ", "// ", "> ", "https://1/2"),
        *("Guess 1: ", "I think... ", "```", "```py\n", "„", "″", "ﬁ", "ß", "İ", "ſ"),
    ]
)
texts = st.lists(fragments, max_size=12).map("".join) | st.text(max_size=60)


@given(played, st.booleans())
@settings(deadline=None)
def test_parse_reads_back_what_format_wrote(game: tuple[Rules, Code], addressed: bool) -> None:
    rules, code = game
    names = legend(rules)
    assert parse(format_code(code, names), rules, names, addressed) == code


@given(played, separators)
@settings(deadline=None)
def test_separators_between_pegs_do_not_matter(game: tuple[Rules, Code], separator: str) -> None:
    rules, code = game
    text = separator.join(format_code(code, legend(rules)))
    assert said(text, rules) == told(text, rules) == code


@given(played, separators, st.sets(st.integers(1, 9)))
@settings(deadline=None)
def test_separators_between_groups_of_pegs_do_not_matter(
    game: tuple[Rules, Code], separator: str, cuts: set[int]
) -> None:
    rules, code = game
    names = legend(rules)
    text = format_code(code, names)
    groups = [text[start:end] for start, end in pairwise([0, *sorted(cuts), len(text)])]
    # Words that join rows or come before them are words also where they could be groups.
    said_of_rows = names.ors | names.ands | set(names.lead_ins)
    assume(not said_of_rows & {group.lower() for group in groups})
    assert told(separator.join(filter(None, groups)), rules) == code


@given(played, st.lists(wrappers, max_size=3, unique=True), blocks)
@settings(deadline=None, max_examples=300)
@example(
    game=(Rules(positions=2, colours=2, blanks=True), Code((2, 0))),
    around=[("**", "**"), ("(", ")"), ("*", "*")],
    block=("", ""),
)
def test_marks_around_a_code_do_not_matter(
    game: tuple[Rules, Code], around: list[tuple[str, str]], block: tuple[str, str]
) -> None:
    rules, code = game
    text = format_code(code, legend(rules))
    for before, after in (*around, block):
        text = f"{before}{text}{after}"
    assert said(text, rules) == told(text, rules) == said(f"I guess {text}", rules) == code


@given(played, st.sampled_from([".", "...", " .", ".!", "!.", "…", ". "]))
@settings(deadline=None)
def test_full_stops_behind_a_code_do_not_matter_where_blanks_are_off(
    game: tuple[Rules, Code], stop: str
) -> None:
    rules, code = game
    assume(not rules.blanks)
    text = format_code(code, legend(rules))
    assert said(text + stop, rules) == said(f"**{text}**{stop}", rules) == code
    assert told(f"`{text}{stop}`", rules) == code


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


def test_case_does_not_matter_where_a_text_is_nearly_too_long() -> None:
    for size in (LONGEST_TEXT // 2, LONGEST_TEXT // 2 + 1):
        assert told("ß" * size) == told("ß".upper() * size)
    assert told("ß" * size) == Refused(RefusalReason.TOO_MANY, "…")


@pytest.mark.parametrize(
    "text",
    [
        *("RBRG", "rbrg", "r b r g", "r  b\tr g", "rb rg", "r-b-r-g", "r – b – r – g", "r|b|r|g"),
        *("R,B,R,G", "r; b; r; g", "RBRG!", "rbrg.", "rbrg !!", "rbrg…", "rbrg;", "r.b.r.g"),
        *("rbrg .", "r. b. r. g.", "Red. Blue. Red. Green.", "rbrg.!", "rb.rg"),
        *("`rbrg`", "```\nrbrg\n```", "||rbrg||", "**rbrg**", "__rbrg__", "*RBRG!*", "'rbrg'"),
        *("**rbrg**.", "*rbrg*.", "||**rbrg**||", "`**rbrg**`", "__**rbrg**__", "***rbrg***"),
        *(
            "**r** **b** **r** **g**",
            "**red _blue_ red green**",
            "**||rbrg||**!",
            "**`**🔴 b r g**`**",
            "**I guess** rbrg",
        ),
        *("“rbrg”", "« rbrg »", '"rbrg"', "‘rbrg’", "r\nb\nr\ng", "- rbrg"),
        *("„rbrg“", "‚rbrg‘", "″rbrg″", "′rbrg′", "´rbrg´"),
        *(
            "```py\nrbrg\n```",
            "```c++\nrbrg```",
            "```rbrg\n```",
            "```rbrg```",
            "```js\n`rbrg`\n```",
        ),
        *(
            "(rbrg)",
            "[R, B, R, G]",
            "{rbrg}.",
            "((rbrg)!)",
            "**(rbrg)**",
            "(r)\n[b]\n{r}\n(g)",
            "[r,\nb,\nr,\ng]",
            "(I guess rbrg)",
            "`!g rbrg`",
        ),
        *("red blue red green", "Red, Blue, Red, Green!", "reds blues reds greens"),
        *("redblueredgreen", "red b red g", "red blue red and green", "r b r and g"),
        *("rb🔴🟢", "rb red green", "red brg", "red br g", "🔴 br 🟢", "rb rouge vert"),
        *("RB Red Green", "rbr🟢", "rb and rg"),
        *("rouge bleu rouge vert", "rouges bleues rouges vertes", "rood blauw rode groene"),
        *("rouge bleu rouge et vert", "rood, blauw, rood en groen"),
        *("rbrv", "R B R V", "red bleu rood groen"),
        *("🔴🔵🔴🟢", "🔴 🔵 🔴 🟢", "🟥🟦🟥🟩", "❤️💙❤💚", "♥💙♥︎💚", "🔴 b 🟥 💚"),
        *("1 2 1 3", "1213", "1-2-1-3", "1️⃣2️⃣1️⃣3️⃣", "1⃣2⃣1⃣3⃣", "１２１３", "ｒｂｒｇ", "𝐫𝐛𝐫𝐠"),
        *("<:red:1><:blue:2><:red:1><:green:3>", "<a:Rouge:1> <:bleu:2> <:ROOD:3> <:vert:4>"),
        *("<:mm_red:1><:mm_blue:2><:mm_red:1><:mm_green:3>", "**<:mm_red:1> b <:mm_red:1> g**"),
        *("I guess rbrg", "my guess is: red blue red green", "My guess is RBRG.", "/guess rbrg"),
        *("!g rbrg", "guess: rbrg", "I'd guess rbrg", "I’ll go with rbrg", "I guess\nrbrg"),
        *("I guess... rbrg", "I guess… red blue red green", "guess = rbrg", "it's rbrg"),
        *("Guess 1: rbrg", "guess #12: rbrg", "Essai 3 : rbrv", "its red blue red green"),
        *("how about rbrg?", "final answer: rbrg", "my guess would be red blue red green"),
        *("I think rbrg", "I think it's red blue red green", "it’s red blue red green"),
        *("je dirais rbrv", "je dirais rouge bleu rouge vert", "je pense: rbrv", "c'est rbrv"),
        *("ik denk rbrg", "ik denk rood blauw rood groen", "het is rood blauw rood groen"),
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


@pytest.mark.parametrize(
    ("word", "text"),
    [
        *(("pink", text) for text in ("PINK", "p i n k", "pink!", "`PINK`", "||PINK||", '"pink"')),
        *(("pink", text) for text in ("pink.", "PINK,", "- pink", "**pink**", "p-ink", "(Pink).")),
        *(("noir", text) for text in ("noir", "noir.", "`noir`")),
        *(("brown", text) for text in ("BROWN", "brown.", "“brown”")),
        *(("pinkr", text) for text in ("pinkr", "pink r", "pink, r.", "p.i.n.k.r")),
        *(("noirnoir", text) for text in ("noirnoir", "noir noir", "noir-noir")),
    ],
)
def test_word_that_spells_a_whole_code_is_that_code_whatever_is_around(
    word: str, text: str
) -> None:
    rules = replace(TEN, positions=len(word))
    spelt = Code(map("rbgyopniwk".index, word))
    assert said(text, rules) == told(text, rules) == spelt


@pytest.mark.parametrize("text", ["pink noir pink noir", "pinknoirpinknoir", "<:pink:1> noir i k"])
def test_the_same_word_among_others_is_a_colour(text: str) -> None:
    assert said(text, TEN) == Code((7, 9, 7, 9))


def test_emoji_named_like_a_word_spells_nothing() -> None:
    assert said("<:pink:1>", TEN) == Chat()


@pytest.mark.parametrize(
    ("text", "code"), [("r o r b", "rorb"), ("rorb", "rorb"), ("rb or", "rbor"), ("or or", "oror")]
)
def test_initials_that_make_a_small_word_are_pegs_by_themselves_and_among_groups(
    text: str, code: str
) -> None:
    assert said(text) == Code(map("rbgyop".index, code))


@pytest.mark.parametrize("text", ["1123", "1 1 2 3", "1️⃣1️⃣2️⃣3️⃣", "1,1,2,3!", "１１２３", "1.1.2.3"])
def test_few_digits_are_numbered_from_one(text: str) -> None:
    assert said(text, DIGITS) == Code((0, 0, 1, 2))


@pytest.mark.parametrize("text", ["[1, 1, 2, 3]", "it's 1123", "Guess 4: 1123", "1 1 2 and 3"])
def test_digits_are_freed_of_what_is_around_them(text: str) -> None:
    assert said(text, DIGITS) == Code((0, 0, 1, 2))


def test_ten_digits_are_numbered_from_nought() -> None:
    assert said("0 1 2 9", TEN_DIGITS) == Code((0, 1, 2, 9))


@pytest.mark.parametrize("text", ["bead", "B E A D", "be-ad", "𝐁ead", "I guess bead", "be ad."])
def test_letters_are_numbered_from_a(text: str) -> None:
    assert said(text, LETTERS) == Code((1, 4, 0, 3))


@pytest.mark.parametrize("text", ["blue", "vide", "leeg", "`leeg`", "leeg!", "pink", "le-eg"])
@pytest.mark.parametrize("blanks", [True, False])
def test_words_are_only_letters_where_letters_are_played(text: str, blanks: bool) -> None:
    code = Code(ord(letter) - ord("a") for letter in text if letter.isalpha())
    assert said(text, replace(ALPHABET, blanks=blanks)) == code


@pytest.mark.parametrize("text", ["leegabcd", "leeg abcd", "leeg, abcd."])
def test_word_for_a_blank_is_letters_where_letters_are_played_without_blanks(text: str) -> None:
    assert said(text, replace(ALPHABET, positions=8)) == Code((11, 4, 4, 6, 0, 1, 2, 3))


@pytest.mark.parametrize("text", ["leeg abcd", "blank a b c d", ".abcd"])
def test_word_for_a_blank_stands_alone_where_letters_are_played_with_blanks(text: str) -> None:
    rules = replace(ALPHABET, positions=5, blanks=True)
    assert said(text, rules) == Code((26, 0, 1, 2, 3))
    assert told("leegabcd", rules) == Refused(RefusalReason.TOO_MANY, "LEEGABCD")


@pytest.mark.parametrize(
    "text",
    [
        *("rb.g", "R B . G", "r b blank g", "rood blauw leeg groen", "rouge bleu vide vert"),
        *("🔴🔵▫️🟢", "1 2 . 3", "12.3", "<:mm_red:1><:mm_blue:2><:mm_blank:3><:mm_green:4>"),
        *("rb.g!", "red blue . green", "r b blanks g", "**rb.g**", "I guess rb.g", "redblueleeg g"),
    ],
)
def test_blank_is_a_symbol_where_blanks_are_on(text: str) -> None:
    assert said(text, BLANKS) == Code((0, 1, 6, 2))


def test_every_dot_is_a_blank_where_blanks_are_on() -> None:
    assert said("rbg.", BLANKS) == Code((0, 1, 2, 6))
    assert said("rb…", replace(BLANKS, positions=5)) == Code((0, 1, 6, 6, 6))
    assert said("I guess ...r", BLANKS) == Code((6, 6, 6, 0))
    assert said("rbgy.", BLANKS) == Refused(RefusalReason.TOO_MANY, "RBGY.")
    assert said("**rbgy**.", BLANKS) == Refused(RefusalReason.TOO_MANY, "RBGY.")


@pytest.mark.parametrize("text", ["> rbrg", ">>> rbrg", ", rbrg", ": rbrg", "> I guess rbrg"])
def test_addressed_text_is_freed_of_what_surrounds_it(text: str) -> None:
    assert told(text) == RBRG


def test_one_peg_is_a_row_of_a_game_of_one() -> None:
    assert said("red", Rules(positions=1)) == Code((0,))
    assert said("magenta", Rules(positions=1)) == Chat()


@pytest.mark.parametrize("padding", [" ", "\n", "\ufe0f"])
def test_padding_does_not_make_a_row_too_long(padding: str) -> None:
    assert said(padding * LONGEST_TEXT + "rbgy" + padding * LONGEST_TEXT) == RBGY


def test_ten_pegs_with_everything_around_are_not_too_long() -> None:
    rules = replace(CLASSIC, positions=10)
    pegs = " ".join(["||<a:mm_yellow:1234567890123456789>||"] * 10)
    assert said(f"/mastermind guess code: **{pegs}**!", rules) == Code((3,) * 10)


def test_composed_and_decomposed_accents_are_one() -> None:
    phrase = "ma réponse est rbgy"
    assert said(unicodedata.normalize("NFD", phrase)) == said(phrase) == RBGY
