"""The variant that a match is played by, its bounds, and the named presets."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from bot.engine.code import Symbols
from bot.engine.errors import InvalidRules, RuleFault

POSITIONS = range(3, 9)
ROWS = range(6, 13)
SYMBOL_COUNTS: Mapping[Symbols, range] = MappingProxyType(
    {
        Symbols.COLOURS: range(4, 11),
        Symbols.DIGITS: range(4, 11),
        Symbols.LETTERS: range(4, 27),
    }
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game that bear on codes and rows; the classic game by default.

    Any values can be held; `validate` tells those that people may choose.
    """

    positions: int = 4
    symbols: Symbols = Symbols.COLOURS
    colours: int = 6
    """How many symbols there are, whatever their kind; the blank is not counted."""
    rows: int = 10
    repeats: bool = True
    blanks: bool = False

    @property
    def symbol_count(self) -> int:
        """How many symbols a position can hold, the blank counted."""
        return self.colours + self.blanks

    @property
    def code_count(self) -> int:
        """How many codes exist."""
        return count_codes(self.positions, self.symbol_count, repeats=self.repeats)

    @property
    def blank(self) -> int | None:
        """The index of the blank, if this game has one."""
        return self.colours if self.blanks else None

    def faults(self) -> tuple[RuleFault, ...]:
        """Everything that keeps these rules from being played, all at once."""
        found = {
            RuleFault.POSITIONS: self.positions not in POSITIONS,
            RuleFault.COLOURS_RANGE: self.colours not in SYMBOL_COUNTS[self.symbols],
            RuleFault.ROWS: self.rows not in ROWS,
            RuleFault.TOO_FEW_SYMBOLS: not self.repeats and self.symbol_count < self.positions,
        }
        return tuple(fault for fault, present in found.items() if present)

    def validate(self) -> None:
        """Raise `InvalidRules` with every fault, if there is any."""
        if faults := self.faults():
            raise InvalidRules(faults)


def count_codes(positions: int, symbols: int, *, repeats: bool) -> int:
    """How many ways there are to fill so many positions with so many symbols."""
    return int(symbols**positions) if repeats else math.perm(symbols, positions)


class Preset(StrEnum):
    """A named set of rules."""

    CLASSIC = "classic"
    MINI = "mini"
    SUPER = "super"
    BULLS_AND_COWS = "bulls-and-cows"


PRESETS: Mapping[Preset, Rules] = MappingProxyType(
    {
        Preset.CLASSIC: Rules(),
        Preset.MINI: Rules(rows=6),
        Preset.SUPER: Rules(positions=5, colours=8, rows=12),
        Preset.BULLS_AND_COWS: Rules(symbols=Symbols.DIGITS, colours=10, rows=12, repeats=False),
    }
)


def preset_of(rules: Rules) -> Preset | None:
    """The preset that these rules are, unaltered, if any."""
    return next((preset for preset, of in PRESETS.items() if of == rules), None)
