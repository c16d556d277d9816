"""Reading the lines of a history from what a person typed or pasted: rows with their keys.

A line is freed of what stands around it, such as its number or punctuation. What is left ends in
its keys, and what stands before them is a row. Where the row ends is not always plain, as in
`1 2 1 3 10`, so every way to part a line is tried until one makes sense. What this bot shows of a
match is read too, also where the row and its keys are two lines.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.code import Code, Legend, Symbols, format_code
from bot.engine.codesets import Game
from bot.engine.errors import LineFault, SolverFault, SolverRefused
from bot.engine.lines import Line, line_fault
from bot.engine.parsing import RefusalReason, Refused, parse
from bot.engine.rules import Rules
from bot.engine.solver import LINES_LIMIT
from bot.engine.typed_text import BIDI_CONTROLS, CUSTOM_EMOJI, fold, look_alikes, normalise

UNKNOWN = "?"
"""How an unknown symbol or number is written where a line is shown."""

# A character that nobody types and no step of the parser takes for anything else.
_JOKER = "\ue000"
_JOKERS = re.compile(rf"{CUSTOM_EMOJI}|[?*_]")
_DASHES = re.compile("-")
_LONGEST_LINE = 300
"""Characters, ids of emojis left out; eight emojis, their keys and a number need some 250."""
_LINES_A_ROW = 2
"""A row and its keys may come in two lines."""
_MOST_NUMBERS = 3
"""So many numbers too many are told from a row that cannot be read."""
_TEN = 10

# As it stands in a message, or as Discord's client copies it from one: without id and brackets.
_EMOJI = re.compile(rf"{CUSTOM_EMOJI}|:(?P<copied>[a-z][a-z0-9_]+):")
_KEY_PEGS = re.compile(r"<:mm_key_[a-z]+:0>|[⚫⚪ ]")

# What says nothing before a line, behind it, and between its row and its keys.
_BEFORE = " >|·•,;"
_BEHIND = " .,;:!)]}|·\"'`"
_BETWEEN = " :=(/[{|·,;\"'`→⇒"
_NUMBER = r"[0-9]{1,2}|[?*_-]"
_BLACK = "blacks?|noire?s?|zwarte?|bulls?|b"
_WHITE = "whites?|blanc(?:s|hes?)?|gri(?:s|ses?|js|jze)|gr[ea]ys?|wit(?:te)?|cows?|w|c"
_KEYS = re.compile(
    r"(?:(?<=[\s,;:|/=>(\[{·→⇒])|^)(?="
    rf"(?P<black>{_NUMBER})(?: ?[,;:/|+-] ?| )(?P<white>{_NUMBER})$"
    r"|(?P<one>[0-9?*_-])(?P<other>[0-9?*_-])$"
    rf"|(?P<named>{_NUMBER}) ?(?:{_BLACK})[ ,;]*(?:(?:and|et|en) )?"
    rf"(?P<too>{_NUMBER}) ?(?:{_WHITE})$)"
)
_ENDS_IN_A_NUMBER = re.compile(rf"[\s,;:|/](?:{_NUMBER})$")

_COUNTED = r"[0-9]{1,2}(?:(?: ?/ ?| (?:of|sur|van) )[0-9]{1,2})?"
_MARK = r" ?[:)\]`·]{1,2}"
_PEG = r"(?:[0-9]{1,2}|[?*_.-])"
_MARKED_PEG = re.compile(rf"[(\[`]? ?{_PEG}(?P<mark>{_MARK}|\.)")


def _label(mark: str) -> re.Pattern[str]:
    """`#3`, `3)`, `(3)`, `` ` 3` ``, `Guess 3:`, `Row 3 of 10 ·`, each with a space behind."""
    marked = rf"# ?{_COUNTED}|[(\[`]? ?{_COUNTED}(?={mark})"
    return re.compile(rf"(?:(?P<word>[^\W\d_]+) )?(?:{marked})(?P<mark>{mark})? ")


_LABEL = _label(rf"{_MARK}|\.")
_LABEL_AMONG_BLANKS = _label(_MARK)


def _perhaps_a_label(before: str) -> re.Pattern[str]:
    """A number without such a mark may be a peg, and so may one with a dot where dots are blanks;
    `before` is what tells a label without a mark from a peg."""
    return re.compile(rf"(?:[^\W\d_]+ )?{_COUNTED}(?:\. (?!{_PEG}\. )|[ |]++(?={before}|[^\s|]+$))")


_PERHAPS_A_LABEL = _perhaps_a_label(r"[^0-9?*_.-]")
_PERHAPS_AMONG_DIGITS = _perhaps_a_label(r"(?!)")


class KeysFault(StrEnum):
    """Why a line's keys cannot be taken, though perhaps its row can."""

    MISSING = "missing"
    """The line does not end in two numbers, black first."""
    MORE_NUMBERS = "more-numbers"
    """More than two numbers follow the row."""
    SUM = "sum"
    """More keys than pegs."""
    ALL_BUT_ONE = "all-but-one"
    """One white beside black for all others: the last peg has nowhere else to belong."""


_IMPOSSIBLE = {
    LineFault.TOO_MANY_KEYS: KeysFault.SUM,
    LineFault.ALL_BUT_ONE: KeysFault.ALL_BUT_ONE,
}


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A line that cannot be taken."""

    number: int
    """From 1, among the lines of `UnreadableHistory`."""
    reason: RefusalReason | KeysFault
    read: str
    """What was read: of the line, where its keys are impossible (`format_line`); as it was typed,
    where its keys are missing or too many; else of its row (`Refused.read`), unknown symbols as
    `?`."""


class UnreadableHistory(ValueError):  # noqa: N818 - named as the domain says it
    """A history with lines that cannot be taken."""

    def __init__(self, refused: tuple[LineRefused, ...], lines: tuple[Line | str, ...]) -> None:
        super().__init__(refused)
        self.refused = refused
        """Every one of them, never none."""
        self.lines = lines
        """All lines but empty ones, those that are refused as they were typed; a row and its keys
        are one line, also where they were two."""


def format_line(line: Line, legend: Legend) -> str:
    """The canonical text of a line, such as `RB?G 1 0`; `read_history` reads it back."""
    row = (UNKNOWN if symbol is None else legend.characters[symbol] for symbol in line.row)
    keys = (UNKNOWN if number is None else str(number) for number in (line.black, line.white))
    return " ".join(["".join(row), *keys])


def read_history(text: str, rules: Rules, legend: Legend) -> tuple[Line, ...]:
    """The lines of a text such as `1122 1 0`, one a row; none of an empty text.

    Rows are read as `parse` reads them, but may repeat symbols in any game; `?`, `*` and `_` are
    an unknown symbol or number, and so is `-` where a row lacks symbols without it. Raises
    `UnreadableHistory`, and `SolverRefused` for more different lines than a solver takes.
    """
    typed = [line for line in map(str.strip, text.splitlines()) if line]
    if len(set(typed)) > LINES_LIMIT * _LINES_A_ROW:
        raise SolverRefused(SolverFault.TOO_MANY_LINES)
    read = _Reader(rules, legend).lines(typed)
    if len({line for line, _ in read}) > LINES_LIMIT:
        raise SolverRefused(SolverFault.TOO_MANY_LINES)
    refused = tuple(
        LineRefused(number, *found)
        for number, (_, found) in enumerate(read, 1)
        if not isinstance(found, Line)
    )
    if refused:
        kept = (found if isinstance(found, Line) else line for line, found in read)
        raise UnreadableHistory(refused, tuple(kept))
    return tuple(found for _, found in read if isinstance(found, Line))


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
        self._label = _LABEL_AMONG_BLANKS if rules.blanks else _LABEL
        is_of_digits = rules.symbols is Symbols.DIGITS
        self._perhaps = _PERHAPS_AMONG_DIGITS if is_of_digits else _PERHAPS_A_LABEL
        # Lines are read in many ways, most of which ask for the same rows.
        self._typed: dict[str, Code | Refused] = {}
        self._known: dict[str, Line | _Fault] = {}

    def lines(self, typed: Sequence[str]) -> list[tuple[str, Line | _Fault]]:
        """The lines as typed, and each as it is read, or why it cannot be."""
        lines: list[tuple[str, Line | _Fault]] = []
        for line in typed:
            if lines and not isinstance(lines[-1][1], Line) and self._is_keys(line):
                whole = f"{lines[-1][0]} {line}"
                found = self._line(whole)
                if isinstance(found, Line) or found[0] in _IMPOSSIBLE.values():
                    lines[-1] = whole, found
                    continue
            lines.append((line, self._line(line)))
        return lines

    def _line(self, typed: str) -> Line | _Fault:
        if typed not in self._known:
            self._known[typed] = self._read(typed)
        return self._known[typed]

    def _read(self, typed: str) -> Line | _Fault:
        """The line, or why it is none."""
        faults = []
        for text in self._texts(typed):
            if len(text) > _LONGEST_LINE:
                return RefusalReason.TOO_MANY, "…"
            for parted in self._ways(text):
                line = self._taken(parted, typed)
                if isinstance(line, Line):
                    return line
                faults.append(line)
        # Where the row has its size, the line was parted as it was meant.
        sizes = {RefusalReason.TOO_FEW, RefusalReason.TOO_MANY}
        return min(faults, key=lambda fault: fault[0] in sizes, default=(KeysFault.MISSING, typed))

    def _is_keys(self, typed: str) -> bool:
        """Whether the line is nothing but keys, of the row in the line before it."""
        texts = (text for text in self._texts(typed) if len(text) <= _LONGEST_LINE)
        return any(not parted.row for text in texts for parted in self._ways(text))

    def _texts(self, typed: str) -> Iterator[str]:
        """The line without what stands around it, as it is and then without emphasis.

        The marks of emphasis come second, because they may be unknown symbols.
        """
        plain = self._bare(_EMOJI.sub(_without_id, look_alikes(fold(typed))))
        yield plain
        if len(plain) <= _LONGEST_LINE and (calm := self._bare(normalise(plain))) != plain:
            yield calm

    def _bare(self, text: str) -> str:
        text = _without_end(text.lstrip(_BEFORE))
        label = self._label.match(text)
        if label is None or label["word"] in self._legend.tokens:
            return text
        rest = text[label.end() :]
        # In `1. ?. 2. 2.` the numbers are pegs, and in `1: 0` they are keys.
        following = _MARKED_PEG.match(rest)
        is_peg = following is not None and following["mark"] == label["mark"]
        return text if is_peg or _KEYS.match(text) or _KEYS.match(rest) else rest

    def _ways(self, line: str) -> Iterator[_Parted]:
        for match in _KEYS.finditer(line):
            one = match["one"]
            if one is not None and self._rules.positions >= _TEN:
                continue  # `10` may be ten
            row = _without_arrow(line[: match.start()])
            if not row and isinstance(self._row(line), Code):
                continue  # in `?b?c` the letters are pegs
            black = match["black"] or match["named"] or one
            white = match["white"] or match["too"] or match["other"]
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
        if fault := line_fault(self._game, line):
            return _IMPOSSIBLE[fault], format_line(line, self._legend)
        return line

    def _row(self, text: str) -> Code | Refused:
        """The row that the text is, or that follows a number in it."""
        code = self._shown_row(text)
        label = self._perhaps.match(text)
        if isinstance(code, Refused) and label is not None:
            counted = self._shown_row(text[label.end() :])
            return counted if isinstance(counted, Code) else code
        return code

    def _shown_row(self, text: str) -> Code | Refused:
        """The row, typed once, or as it is shown: as pegs and once more in characters."""
        code = self._typed_row(text)
        pegs, _, characters = text.rpartition(" ")
        characters = characters.strip("`")
        if isinstance(code, Refused) and pegs != characters:
            shown = self._typed_row(pegs)
            if isinstance(shown, Code) and self._characters(shown) == characters:
                return shown
        return code

    def _characters(self, code: Code) -> str:
        return format_code(code, self._legend).casefold()

    def _typed_row(self, text: str) -> Code | Refused:
        if text not in self._typed:
            self._typed[text] = self._with_jokers(text)
        return self._typed[text]

    def _with_jokers(self, text: str) -> Code | Refused:
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


def _without_id(emoji: re.Match[str]) -> str:
    """The emoji in one form, however it was copied."""
    name = emoji["copied"] or emoji[0].split(":")[1]
    return f"<:{name}:0>"


def _without_end(text: str) -> str:
    """The text without punctuation and pictures of keys at its end."""
    while True:
        shorter = text.rstrip(_BEHIND)
        before, dot, last = shorter.rpartition("·")
        if dot and not _KEY_PEGS.sub("", last):
            shorter = before
        if shorter == text:
            return text
        text = shorter


def _without_arrow(text: str) -> str:
    """What stands before the keys, without blanks, arrows and the like at its end.

    Not by a pattern, which would try every way to part a long run of them.
    """
    while True:
        shorter = text.rstrip(_BETWEEN)
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
