"""Colours as emojis, letters and words: the one table of them, and what is made from it."""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from bot.engine import Feedback, Legend, Rules, Symbols, format_code

Emojis = Mapping[str, str]
"""The bot's uploaded emojis by name, such as `mm_red` to `<:mm_red:123>`; may be empty."""


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour of peg, and every way in which people write it."""

    name: str
    """The English word, lower case."""
    letter: str
    """Its canonical letter, upper case."""
    words: tuple[str, ...]
    """The word in English, French and Dutch with its plurals and inflections, lower case."""
    emojis: tuple[str, ...]
    """The emoji shown for it, then the others that are read; no variation selectors."""
    initials: tuple[str, ...] = ()
    """Initials in other languages, where no other colour has them in any."""

    @property
    def emoji_name(self) -> str:
        """The name of the bot's own emoji."""
        return f"mm_{self.name}"


COLOURS = (
    Colour("red", "R", ("red", "reds", "rouge", "rouges", "rood", "rode"), ("🔴", "🟥", "❤", "♥")),
    Colour(
        "blue",
        "B",
        ("blue", "blues", "bleu", "bleus", "bleue", "bleues", "blauw", "blauwe"),
        ("🔵", "🟦", "💙"),
    ),
    Colour(
        "green",
        "G",
        ("green", "greens", "vert", "verts", "verte", "vertes", "groen", "groene"),
        ("🟢", "🟩", "💚"),
        ("v",),
    ),
    Colour(
        "yellow",
        "Y",
        ("yellow", "yellows", "jaune", "jaunes", "geel", "gele"),
        ("🟡", "🟨", "💛"),
        ("j",),
    ),
    Colour("orange", "O", ("orange", "oranges", "oranje"), ("🟠", "🟧", "🧡")),
    Colour(
        "purple",
        "P",
        ("purple", "purples", "violet", "violets", "violette", "violettes", "paars", "paarse"),
        ("🟣", "🟪", "💜"),
    ),
    Colour(
        "brown",
        "N",
        (
            "brown",
            "browns",
            "marron",
            "marrons",
            "brun",
            "bruns",
            "brune",
            "brunes",
            "bruin",
            "bruine",
        ),
        ("🟤", "🟫", "🤎"),
    ),
    # Unicode has no pink circle. The blossom is round, pink, and old enough for every phone.
    Colour("pink", "I", ("pink", "pinks", "rose", "roses", "roze"), ("🌸", "🩷", "💗")),
    Colour(
        "white",
        "W",
        ("white", "whites", "blanc", "blancs", "blanche", "blanches", "wit", "witte"),
        ("⚪", "⬜", "🤍"),
    ),
    Colour(
        "black",
        "K",
        ("black", "blacks", "noir", "noirs", "noire", "noires", "zwart", "zwarte"),
        ("⚫", "⬛", "🖤"),
    ),
)
"""All colours in their order: a game of n colours has the first n."""

COLOUR_DIGITS = "1234567890"
"""The digit of each colour, by its place."""

BLANK_EMOJI = "▫️"
BLANK_EMOJI_NAME = "mm_blank"
BLANK_CHARACTER = "."
BLANK_WORDS = ("blank", "blanks", "vide", "vides", "leeg", "lege")
_BLANK_SIGNS = frozenset({BLANK_CHARACTER, BLANK_EMOJI[0], BLANK_EMOJI_NAME})
_BLANK_TOKENS = _BLANK_SIGNS | frozenset(BLANK_WORDS)

KEY_BLACK_EMOJI_NAME = "mm_key_black"
KEY_WHITE_EMOJI_NAME = "mm_key_white"

_KEYCAP = "\ufe0f\u20e3"

_ORS = frozenset({"or", "ou", "of"})
_ANDS = frozenset({"and", "et", "en"})

_LEAD_INS = tuple(
    sorted(
        (
            *("i guess", "i'd guess", "i would guess", "i try", "i'll try", "i go with"),
            *("i say", "i'd say", "i'll go with", "i think", "it's", "its", "it is", "how about"),
            *("my guess is", "my guess would be", "my guess", "my row is", "my try is"),
            *("my code is", "my answer is", "my final answer is", "final answer is"),
            *("final answer", "next guess", "guess", "try", "let's try"),
            *("/guess", "!guess", "!g", "/g", "/mastermind guess", "/mastermind guess code"),
            *("je propose", "je devine", "je tente", "je dis", "je dirais", "je pense", "je crois"),
            *("j'essaie", "j'essaye", "je joue", "je pense que c'est", "je crois que c'est"),
            *("c'est", "et si on essayait", "ma proposition est", "ma proposition"),
            *("ma proposition serait", "proposition", "mon essai est", "mon essai", "essai"),
            *("ma réponse est", "ma réponse", "ma réponse finale est", "réponse finale"),
            *("ma ligne est", "pourquoi pas"),
            *("ik gok", "ik gok op", "ik raad", "ik zeg", "ik zou zeggen", "ik denk"),
            *("ik denk aan", "ik denk dat het", "ik probeer", "ik speel", "ik ga voor", "het is"),
            *("mijn gok is", "mijn gok zou zijn", "mijn gok", "gok", "mijn poging is"),
            *("mijn poging", "poging", "mijn rij is", "mijn antwoord is", "wat dacht je van"),
            *("mijn definitieve antwoord is", "definitief antwoord", "eindantwoord"),
        ),
        key=len,
        reverse=True,
    )
)


def legend(rules: Rules) -> Legend:
    """What the symbols of a game are called, in all three languages at once.

    Raises `ValueError` when there are fewer symbols of that kind than the rules ask for, or when
    they ask for none.
    """
    return _legend(rules.symbols, rules.colours, blanks=rules.blanks)


@lru_cache(maxsize=64)
def _legend(symbols: Symbols, count: int, *, blanks: bool) -> Legend:
    match symbols:
        case Symbols.COLOURS:
            names = [colour.name for colour in COLOURS]
            return colour_legend(_first(names, count), blanks=blanks)
        case Symbols.DIGITS:
            # Ten digits are 0 to 9, fewer are 1 to n.
            characters = string.digits if count == len(string.digits) else string.digits[1:]
            words = frozenset(word for colour in COLOURS for word in _names(colour))
            return _character_legend(_first(characters, count), words, blanks=blanks)
        case Symbols.LETTERS:
            # Words of colours are only letters here, emojis are clearly colours.
            emojis = frozenset(emoji for colour in COLOURS for emoji in colour.emojis)
            letters = _first(string.ascii_uppercase, count)
            game = _character_legend(letters, emojis, blanks=blanks)
            # A word for a blank is one only where it can be one.
            return game if blanks else replace(game, blanks=_BLANK_SIGNS)
        case _:
            assert_never(symbols)


def _first(things: Sequence[str], count: int) -> Sequence[str]:
    if not 1 <= count <= len(things):
        raise ValueError(f"there are 1 to {len(things)} symbols of this kind")
    return things[:count]


def colour_legend(
    colours: Sequence[str],
    *,
    letters: Mapping[str, str] = MappingProxyType({}),
    blanks: bool = False,
) -> Legend:
    """The legend of a game with these colours, by their English names, in this order.

    `letters` overrides canonical letters, by the name of the colour.
    """
    known = {colour.name: colour for colour in COLOURS}
    chosen = [known.pop(name) for name in colours]
    characters = "".join(letters.get(colour.name, colour.letter) for colour in chosen)
    tokens: dict[str, int] = {}
    for index, colour in enumerate(chosen):
        tokens |= dict.fromkeys((*_names(colour), *colour.initials, COLOUR_DIGITS[index]), index)
    tokens |= {letter.casefold(): index for index, letter in enumerate(characters)}
    lacking = frozenset(
        token
        for colour in known.values()
        for token in (*_names(colour), *colour.initials, colour.letter.casefold())
    )
    return _build(characters, tokens, lacking, blanks=blanks)


def _character_legend(
    characters: Sequence[str], lacking: frozenset[str], *, blanks: bool
) -> Legend:
    tokens = {character.casefold(): index for index, character in enumerate(characters)}
    return _build("".join(characters), tokens, lacking, blanks=blanks)


def _names(colour: Colour) -> tuple[str, ...]:
    return (*colour.words, *colour.emojis, colour.emoji_name)


def _build(
    characters: str, tokens: Mapping[str, int], lacking: frozenset[str], *, blanks: bool
) -> Legend:
    if blanks:
        tokens = {**dict.fromkeys(_BLANK_TOKENS, len(characters)), **tokens}
        characters += BLANK_CHARACTER
    return Legend(
        characters, MappingProxyType(tokens), lacking, _BLANK_TOKENS, _LEAD_INS, _ORS, _ANDS
    )


def pegs(code: Sequence[int], rules: Rules, emojis: Emojis) -> str:
    """A row of code pegs, each with its letter or digit on it or, in code font, behind the row.

    The bot's own colour emojis carry their letters; they are used only if all of the row exist.
    """
    text = format_code(code, legend(rules))
    match rules.symbols:
        case Symbols.LETTERS:
            return f"`{' '.join(text)}`"
        case Symbols.DIGITS:
            blank = emojis.get(BLANK_EMOJI_NAME, BLANK_EMOJI)
            return "".join(blank if c == BLANK_CHARACTER else c + _KEYCAP for c in text)
        case Symbols.COLOURS:
            shown = "".join(colour_emojis(code, rules, emojis))
            return shown if _has_all(code, rules, emojis) else f"{shown} `{text}`"
        case _:
            assert_never(rules.symbols)


def colour_emojis(code: Sequence[int], rules: Rules, emojis: Emojis) -> list[str]:
    """An emoji for each of these colours: the bot's own if all of them exist, else Unicode's."""
    if _has_all(code, rules, emojis):
        return [emojis[_emoji_name(symbol, rules)] for symbol in code]
    return [_circle(symbol, rules) for symbol in code]


def _has_all(code: Sequence[int], rules: Rules, emojis: Emojis) -> bool:
    return all(_emoji_name(symbol, rules) in emojis for symbol in code)


def _emoji_name(symbol: int, rules: Rules) -> str:
    return BLANK_EMOJI_NAME if symbol == rules.blank else COLOURS[symbol].emoji_name


def _circle(symbol: int, rules: Rules) -> str:
    return BLANK_EMOJI if symbol == rules.blank else COLOURS[symbol].emojis[0]


def keys(feedback: Feedback, emojis: Emojis) -> str:
    """The key pegs as one group, black first; nothing for none. Where a key stands says nothing."""
    black, white = KEY_BLACK_EMOJI_NAME, KEY_WHITE_EMOJI_NAME
    if black not in emojis or white not in emojis:
        return "⚫" * feedback.black + "⚪" * feedback.white
    return emojis[black] * feedback.black + emojis[white] * feedback.white
