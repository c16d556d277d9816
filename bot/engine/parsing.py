"""Reading a row or a secret from what a person typed.

A text goes through three steps: what says nothing about the row goes (`typed_text`), the rest is
cut into pieces, each of a kind (`pieces`), and the pieces are judged (`_judge`). Only then is it
asked whether a text that is no code was meant as one (`_tries`).
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from bot.engine.code import Code, Legend, Symbols, format_code
from bot.engine.pieces import Kind, Piece, has_tokens, read_pieces
from bot.engine.rules import Rules
from bot.engine.typed_text import (
    BIDI_CONTROLS,
    CUSTOM_EMOJI,
    bare,
    fold,
    normalise,
    without_lead_in,
)

# Ten pegs as custom emojis with a lead-in and marks around have room. A longer text is no row,
# and reading it would only cost time.
_LONGEST_TEXT = 500
_LONGEST_READ = 40
# That many known symbols are a try, whatever the size of the game.
_TRY_SIZE = 3

_CUSTOM_EMOJI = re.compile(CUSTOM_EMOJI)
_QUOTE_SIGNS = re.compile(r"^[> ]+", re.MULTILINE)
# Links, mentions, times, faces, quoted lines, and what is struck out.
_NO_ROW = re.compile(r"[/:@<]|^>|~~", re.MULTILINE)
_GOOD_GAME = re.compile(r"gg(wp)?\b")
_DECIMAL_NUMBER = re.compile(r"[0-9]+\.[0-9]+")
_LONG_WORD = re.compile(r"[^\W\d_]{2,}")
_NEW_EMOJI = re.compile("[\U0001f000-\U0001faff]")
_WIDE = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}
_STRANGE = frozenset({Kind.LACKING, Kind.WORD, Kind.SIGN})


class RefusalReason(StrEnum):
    """Why a text that was meant as a code is none."""

    TOO_FEW = "too-few"
    TOO_MANY = "too-many"
    UNKNOWN = "unknown"
    """A word, letter or sign that is no symbol of this game, though perhaps one of another."""
    MIXED = "mixed"
    """Digits among colours: they could number colours, or count them."""
    REPEATED = "repeated"
    BLANKS_OFF = "blanks-off"
    SEVERAL_ROWS = "several-rows"
    REORDERED = "reordered"
    """Invisible controls make the pegs look to be in another order than they are."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that tries to be a code. It costs nothing and gets a short reason."""

    reason: RefusalReason
    read: str
    """What was read, in canonical characters, or the unknown word or sign.

    At most 40 characters, safe to show; empty when there was nothing to read.
    """


@dataclass(frozen=True, slots=True)
class Chat:
    """A text that is talk: it gets no answer."""


def parse(
    text: str,
    rules: Rules,
    legend: Legend,
    addressed: bool,  # noqa: FBT001 - the third thing a text is read by, and named at every call
) -> Code | Refused | Chat:
    """Read a code of any size from 1 up.

    `addressed` says that the text can only be meant for the bot (a command, a box, a private
    message): it is then a code or refused, never chat. The bot's own mention is already removed.
    Case, outer blanks and variation selectors never matter, and no text raises.
    """
    folded = fold(text)
    if len(folded) > _LONGEST_TEXT:
        return Refused(RefusalReason.TOO_MANY, "…") if addressed else Chat()
    plain = normalise(folded)
    if addressed:
        plain = _QUOTE_SIGNS.sub("", plain).lstrip(" ,:")
    elif plain.startswith("//"):
        return Chat()
    plain = without_lead_in(plain, legend, blanks=rules.blanks)
    if not addressed and _NO_ROW.search(_CUSTOM_EMOJI.sub("", plain)):
        return Chat()
    outcome = _read(plain, rules, legend, addressed=addressed)
    if isinstance(outcome, Code) and BIDI_CONTROLS.search(text):
        return Refused(RefusalReason.REORDERED, _shortened(format_code(outcome, legend)))
    return outcome


def _read(text: str, rules: Rules, legend: Legend, *, addressed: bool) -> Code | Refused | Chat:
    lines = [bare(line, blanks=rules.blanks) for line in text.split("\n") if has_tokens(line)]
    row = " ".join(lines)
    pieces = read_pieces(row, rules, legend)
    outcome = _judge(pieces, rules, legend)
    if isinstance(outcome, Code):
        return outcome
    if len(lines) > 1 and (rows := _rows(lines, rules, legend)):
        return Refused(RefusalReason.SEVERAL_ROWS, _shortened(rows))
    if addressed or (_tries(pieces, rules, legend) and not _is_talk(row, rules)):
        return outcome
    return Chat()


def _rows(lines: list[str], rules: Rules, legend: Legend) -> str:
    """The rows that the lines are, in canonical text, or nothing unless every line is a row."""
    outcomes = [_judge(read_pieces(line, rules, legend), rules, legend) for line in lines]
    codes = [outcome for outcome in outcomes if isinstance(outcome, Code)]
    if len(codes) < len(lines):
        return ""
    return " ".join(format_code(code, legend) for code in codes)


def _judge(pieces: Sequence[Piece], rules: Rules, legend: Legend) -> Code | Refused:
    mixed = rules.symbols is Symbols.COLOURS and _mixes(pieces, legend)
    for piece in pieces:
        if piece.kind in _STRANGE and not (mixed and piece.is_digit):
            return Refused(RefusalReason.UNKNOWN, _harmless(piece.text))
    if mixed:
        typed = (piece.text if piece.is_digit else _peg(piece, legend) for piece in pieces)
        return Refused(RefusalReason.MIXED, _shortened("".join(typed)))
    code = Code(legend.tokens[piece.text] for piece in pieces if piece.kind is Kind.PEG)
    match _fault(code, {piece.kind for piece in pieces}, rules):
        case None:
            return code
        case RefusalReason.BLANKS_OFF as reason:
            return Refused(reason, _shortened("".join(_peg(piece, legend) for piece in pieces)))
        case reason:
            return Refused(reason, _shortened(format_code(code, legend)))


def _mixes(pieces: Sequence[Piece], legend: Legend) -> bool:
    """Whether digits, which number colours only in a row of their own, stand among colours."""
    colours = any(_is_own(piece, legend) and not piece.is_digit for piece in pieces)
    return colours and any(piece.is_digit for piece in pieces)


def _is_own(piece: Piece, legend: Legend) -> bool:
    """Whether the piece is a symbol of this very game, and not a blank."""
    return piece.kind is Kind.PEG and piece.text not in legend.blanks


def _peg(piece: Piece, legend: Legend) -> str:
    """The canonical character of a peg or of a blank, also in a game without blanks."""
    return legend.characters[legend.tokens[piece.text]] if piece.kind is Kind.PEG else "."


def _fault(code: Code, kinds: set[Kind], rules: Rules) -> RefusalReason | None:
    too_few = len(code) < rules.positions
    # Dots between enough pegs only part them, as in `R.B.R.G`.
    if Kind.BLANK in kinds or (too_few and Kind.DOT in kinds):
        return RefusalReason.BLANKS_OFF
    if too_few:
        return RefusalReason.TOO_FEW
    if len(code) > rules.positions:
        return RefusalReason.TOO_MANY
    if not rules.repeats and len(set(code)) < len(code):
        return RefusalReason.REPEATED
    return None


def _tries(pieces: Sequence[Piece], rules: Rules, legend: Legend) -> bool:
    """Whether a text that is no code was meant as one: enough known symbols, one unknown at most.

    A sign that comes back between the symbols, as in `R+B+G+Y`, is one unknown. Dots are counted
    only where they would complete a row.
    """
    kinds = [piece.kind for piece in pieces]
    unknown = kinds.count(Kind.WORD) + len(_signs(pieces))
    known = sum(kind in {Kind.PEG, Kind.LACKING, Kind.BLANK} for kind in kinds)
    own = any(_is_own(piece, legend) for piece in pieces)
    if known + (unknown or kinds.count(Kind.DOT)) == rules.positions:
        return unknown <= 1 and (own or Kind.LACKING in kinds)
    return unknown <= 1 and own and known >= _TRY_SIZE


def _signs(pieces: Sequence[Piece]) -> set[str]:
    """The different signs; several in a row, such as the parts of a face, are one."""
    runs = groupby(pieces, key=lambda piece: piece.kind)
    return {"".join(piece.text for piece in run) for kind, run in runs if kind is Kind.SIGN}


def _is_talk(row: str, rules: Rules) -> bool:
    """Whether people say this without meaning a row, although it holds symbols enough."""
    if rules.symbols is Symbols.LETTERS and len(_LONG_WORD.findall(row)) > 1:
        return True  # where every letter is a symbol, every sentence would be a row too long
    return bool(_GOOD_GAME.match(row) or _DECIMAL_NUMBER.fullmatch(row))


def _harmless(text: str) -> str:
    """The text without anything that Discord would turn into markup, a mention or a link.

    Signs are left out of a name. Where there is nothing else they are shown, but in their wide
    form, which has no meaning to Discord.
    """
    if kept := "".join(filter(_is_harmless, text)):
        return _shortened(kept.upper() if len(kept) == 1 else kept)
    return "".join(map(_shown, text.translate(_WIDE)))


def _is_harmless(character: str) -> bool:
    # Python's tables are older than the newest emojis, which they call unassigned.
    category = unicodedata.category(character)
    return character.isalnum() or category == "So" or bool(_NEW_EMOJI.match(character))


def _shown(character: str) -> str:
    """The character if it can be seen and stands by itself, or a sign for one that cannot."""
    return character if unicodedata.category(character)[0] in "PS" else "\N{REPLACEMENT CHARACTER}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_READ else f"{text[: _LONGEST_READ - 1]}…"
