"""Codes, and the legend that ties their symbols to what people write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Symbols(StrEnum):
    """What the pegs of a game are."""

    COLOURS = "colours"
    DIGITS = "digits"
    LETTERS = "letters"


class Code(tuple[int, ...]):
    """Symbol indices from 0, one a position; the blank, where allowed, is the last index."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Legend:
    """How the symbols of one game are written and read, in all languages at once.

    Every token is in the form that `parse` gives to what it reads: folded case, no variation
    selectors, composed accents. A token is a word, a single letter, digit or emoji, or the name
    of a custom emoji.
    """

    characters: str
    """The canonical character of each symbol, by index; the blank's is `.`."""

    tokens: Mapping[str, int]
    """Everything that stands for a symbol of this game, and the symbol's index."""

    lacking: frozenset[str]
    """Colours and digits that people know but this game has not."""

    blanks: frozenset[str]
    """Everything that stands for a blank, also where the game has none."""

    lead_ins: tuple[str, ...]
    """Phrases before a row that say nothing, longest first."""

    ors: frozenset[str]
    """Words for "or": they make a question of a row, even where they could be initials."""

    ands: frozenset[str]
    """Words for "and", which may stand before the last peg."""

    longest_word: int = field(init=False)
    """How long a token can be, in characters."""

    def __post_init__(self) -> None:
        lengths = map(len, (*self.tokens, *self.lacking, *self.blanks))
        object.__setattr__(self, "longest_word", max(lengths))


def format_code(code: Sequence[int], legend: Legend) -> str:
    """The canonical text of a code, such as `RBRG`, `1123` or `RB.G`; `parse` reads it back."""
    return "".join(legend.characters[symbol] for symbol in code)
