"""Reading the lines of a history from what a person typed: rows, each with the keys it earned.

A line ends in its keys, and what stands before them is a row. Where the row ends is not always
plain, as in `1 2 1 3 10`, so every way to part a line is tried until one makes sense.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.code import Code, Legend, format_code
from bot.engine.codesets import Game
from bot.engine.errors import LineFault, SolverFault, SolverRefused
from bot.engine.lines import Line, line_fault
from bot.engine.parsing import RefusalReason, Refused, parse
from bot.engine.rules import Rules
from bot.engine.solver import LINES_LIMIT
from bot.engine.typed_text import BIDI_CONTROLS, CUSTOM_EMOJI, fold, look_alikes

UNKNOWN = "?"
"""How an unknown symbol or number is written where a line is shown."""

# A character that nobody types and no step of the parser takes for anything else.
_JOKER = "\ue000"
_JOKERS = re.compile(rf"{CUSTOM_EMOJI}|[?*_]")
_DASHES = re.compile("-")
_LONGEST_LINE = 300
"""Characters; eight custom emojis and their keys need some 250."""
_MOST_NUMBERS = 3
"""So many numbers too many are told from a row that cannot be read."""
_TEN = 10

_NUMBER = r"[0-9]{1,2}|[?*_-]"
_BLACK = "blacks?|noire?s?|zwarte?|bulls?|b"
_WHITE = "whites?|blanc(?:s|hes?)?|gri(?:s|ses?|js|jze)|gr[ea]ys?|wit(?:te)?|cows?|w"
_KEYS = re.compile(
    r"(?:(?<=[\s,;:|/=>(])|^)(?="
    rf"(?P<black>{_NUMBER})(?: ?[,;:/|+-] ?| )(?P<white>{_NUMBER})\)?$"
    r"|(?P<one>[0-9?*_-])(?P<other>[0-9?*_-])\)?$"
    rf"|(?P<named>{_NUMBER}) ?(?:{_BLACK})[ ,;]*(?:(?:and|et|en) )?"
    rf"(?P<too>{_NUMBER}) ?(?:{_WHITE})\)?$)"
)
_ENDS_IN_A_NUMBER = re.compile(rf"[\s,;:|/](?:{_NUMBER})$")


class KeysFault(StrEnum):
    """Why a line's keys cannot be taken, though perhaps its row can."""

    MISSING = "missing"
    """The line does not end in two numbers."""
    MORE_NUMBERS = "more-numbers"
    """More than two numbers follow the row."""
    SUM = "sum"
    """More keys than pegs."""
    ALL_BUT_ONE = "all-but-one"
    """One white beside black for all others: the last peg has nowhere else to belong."""


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A line that cannot be taken."""

    number: int
    """From 1; empty lines are not counted."""
    reason: RefusalReason | KeysFault
    read: str
    """What was read of its row (`Refused.read`), unknown symbols as `?`, or, where the keys are
    at fault, the line as it was typed."""


class UnreadableHistory(ValueError):  # noqa: N818 - named as the domain says it
    """A history with lines that cannot be taken; `refused` holds every one, never none."""

    def __init__(self, refused: tuple[LineRefused, ...]) -> None:
        super().__init__(refused)
        self.refused = refused


def read_history(text: str, rules: Rules, legend: Legend) -> tuple[Line, ...]:
    """The lines of a text such as `1122 1 0`, one a row; none of an empty text.

    Rows are read as `parse` reads them, but may repeat symbols in any game; `?`, `*` and `_` are
    an unknown symbol or number, and so is `-` where a row lacks symbols without it. Raises
    `UnreadableHistory`, and `SolverRefused` for more different lines than a solver takes.
    """
    typed = [line for line in map(str.strip, text.splitlines()) if line]
    if len(set(typed)) > LINES_LIMIT:
        raise SolverRefused(SolverFault.TOO_MANY_LINES)
    reader = _Reader(rules, legend)
    read = {line: reader.line(line) for line in typed}
    refused = tuple(
        LineRefused(number, *fault)
        for number, line in enumerate(typed, 1)
        if isinstance(fault := read[line], tuple)
    )
    if refused:
        raise UnreadableHistory(refused)
    return tuple(line for one in typed if isinstance(line := read[one], Line))


_Fault = tuple[RefusalReason | KeysFault, str]


@dataclass(frozen=True, slots=True)
class _Parted:
    """One way to read a line: a text for the row, and the numbers behind it."""

    row: str
    black: int | None
    white: int | None


class _Reader:
    """Reads the lines of one game: an unknown symbol is one more symbol of its legend."""

    def __init__(self, rules: Rules, legend: Legend) -> None:
        self._rules = replace(rules, repeats=True)
        self._game = Game.of(rules)
        self._joker = len(legend.characters)
        self._legend = replace(
            legend,
            characters=legend.characters + _JOKER,
            tokens={**legend.tokens, _JOKER: self._joker},
            # Like a blank, it stands among digits as well as among colours.
            blanks=legend.blanks | {_JOKER},
        )

    def line(self, typed: str) -> Line | _Fault:
        """The line, or why it is none."""
        if len(typed) > _LONGEST_LINE:
            return RefusalReason.TOO_MANY, "…"
        faults = []
        for parted in self._ways(look_alikes(fold(typed))):
            line = self._taken(parted, typed)
            if isinstance(line, Line):
                return line
            faults.append(line)
        # Where the row has its size, the line was parted as it was meant.
        sizes = {RefusalReason.TOO_FEW, RefusalReason.TOO_MANY}
        return min(faults, key=lambda fault: fault[0] in sizes, default=(KeysFault.MISSING, typed))

    def _ways(self, line: str) -> Iterator[_Parted]:
        for match in _KEYS.finditer(line):
            one = match["one"]
            if one is not None and self._rules.positions >= _TEN:
                continue  # `10` may be ten
            black = match["black"] or match["named"] or one
            white = match["white"] or match["too"] or match["other"]
            row = _without_arrow(line[: match.start()])
            yield _Parted(row, _number(black), _number(white))

    def _taken(self, parted: _Parted, typed: str) -> Line | _Fault:
        code = self._row(parted.row)
        if isinstance(code, Refused):
            if self._has_more_numbers(parted.row):
                return KeysFault.MORE_NUMBERS, typed
            return code.reason, code.read.replace(_JOKER, UNKNOWN)
        if BIDI_CONTROLS.search(typed):
            read = format_code(code, self._legend)
            return RefusalReason.REORDERED, read.replace(_JOKER, UNKNOWN)
        row = tuple(None if symbol == self._joker else symbol for symbol in code)
        line = Line(row, parted.black, parted.white)
        match line_fault(self._game, line):
            case LineFault.TOO_MANY_KEYS:
                return KeysFault.SUM, typed
            case LineFault.ALL_BUT_ONE:
                return KeysFault.ALL_BUT_ONE, typed
            case _:
                return line

    def _row(self, text: str) -> Code | Refused:
        jokers = _JOKERS.sub(_as_joker, text)
        code = self._parse(jokers)
        if isinstance(code, Refused) and code.reason is RefusalReason.TOO_FEW and "-" in text:
            filled = self._parse(_DASHES.sub(_JOKER, jokers))
            return filled if isinstance(filled, Code) else code
        return code

    def _parse(self, text: str) -> Code | Refused:
        code = parse(text, self._rules, self._legend, addressed=True)
        assert isinstance(code, Code | Refused)  # noqa: S101  # addressed, it is never chat
        return code

    def _has_more_numbers(self, row: str) -> bool:
        """Whether the row would be one without the numbers at its end."""
        for _ in range(_MOST_NUMBERS):
            end = _ENDS_IN_A_NUMBER.search(row)
            if end is None:
                break
            row = row[: end.start()]
            if isinstance(self._row(row), Code):
                return True
        return False


def _without_arrow(text: str) -> str:
    """What stands before the keys, without blanks, arrows and the like at its end.

    Not by a pattern, which would try every way to part a long run of them.
    """
    while True:
        shorter = text.rstrip(" :=(/")
        if shorter.endswith(("->", "=>")):
            shorter = shorter[:-1].rstrip("-=")
        if shorter == text:
            return text
        text = shorter


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def _as_joker(match: re.Match[str]) -> str:
    """A joker; a custom emoji, whose name may hold one, stays."""
    return match[0] if match[0].startswith("<") else _JOKER
