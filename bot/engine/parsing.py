"""Reading a row or a secret from what a person typed.

A text goes through four steps: characters that look alike become one (`_normalise`), what is
said around the row goes (`_without_lead_in`, `_bare`), the rest is cut into pieces (`_pieces`),
and the pieces are judged (`_judge`). Only then is it asked whether a text that is no code was
meant as one (`_tries`).
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import dropwhile, groupby

from bot.engine.code import Code, Legend, format_code
from bot.engine.rules import Rules

LONGEST_TEXT = 4_000
"""Discord's longest message. A longer text is no row, and reading it would only cost time."""

LONGEST_READ = 40
"""At most that many characters of what was read are given back by a refusal."""

TRY_SIZE = 3
"""That many known symbols are a try, whatever the size of the game."""

_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LOOK_ALIKES = {"‘": "'", "’": "'", "…": "...", "−": "-", "\u20e3": ""}  # the last is the keycap
_BY_CATEGORY = {"Cf": "", "Pd": "-", "Pi": '"', "Pf": '"'}
_CUSTOM_EMOJI = re.compile(r"<a?:([a-z0-9_]+):[0-9]+>")
_SPEAKS_TO_OTHERS = re.compile(r"[/:@<]|^>", re.MULTILINE)
_QUOTE_SIGNS = re.compile(r"^[> ]+", re.MULTILINE)
_NEW_EMOJI = re.compile("[\U0001f000-\U0001faff]")
_EMPHASIS = re.compile(r"([*_]{1,3})([^*_]+)\1")
_GOOD_GAME = re.compile(r"gg(wp)?\b")
_PIECE = re.compile(
    r"<a?:(?P<emoji>[a-z0-9_]+):[0-9]+>"
    r"|(?P<link><[^<>\s]+>|https?://\S+)"
    r"|(?P<run>[^\W\d_]+)"
    r"|(?P<sign>[^\s,;|`\"'\-])"
)


class RefusalReason(StrEnum):
    """Why a text that was meant as a code is none."""

    TOO_FEW = "too-few"
    TOO_MANY = "too-many"
    UNKNOWN = "unknown"
    """A word, letter or sign that is no symbol of this game, though perhaps one of another."""
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
    """What was read, in canonical characters, or the unknown word: short, and safe to show.

    Empty when there is nothing, or nothing that can be shown.
    """


@dataclass(frozen=True, slots=True)
class Chat:
    """A text that is talk: it gets no answer."""


class _Kind(StrEnum):
    """What a piece of text is to this game."""

    PEG = "peg"
    LACKING = "lacking"
    BLANK = "blank"
    DOT = "dot"
    WORD = "word"
    SIGN = "sign"


_STRANGE = frozenset({_Kind.LACKING, _Kind.WORD, _Kind.SIGN})


@dataclass(frozen=True, slots=True)
class _Piece:
    kind: _Kind
    text: str


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
    text = _VARIATION_SELECTORS.sub("", text).strip()
    if len(text) > LONGEST_TEXT:
        return Refused(RefusalReason.TOO_MANY, "…") if addressed else Chat()
    plain = _normalise(text)
    if addressed:
        plain = _QUOTE_SIGNS.sub("", plain).lstrip(" ,:")
    elif plain.startswith("//"):
        return Chat()
    plain = _without_lead_in(plain, legend)
    if not addressed and _SPEAKS_TO_OTHERS.search(_CUSTOM_EMOJI.sub("", plain)):
        return Chat()
    outcome = _read(plain, rules, legend, addressed=addressed)
    if isinstance(outcome, Code) and _BIDI_CONTROLS.search(text):
        return Refused(RefusalReason.REORDERED, _shortened(format_code(outcome, legend)))
    return outcome


def _normalise(text: str) -> str:
    """One form for all that looks alike, single spaces, no empty lines."""
    if not text.isascii():
        text = "".join(map(_look_alike, text))
    # Upper case first: the dotless i, the long s and their like have no fold of their own.
    folded = unicodedata.normalize("NFC", text.upper().casefold())
    lines = (" ".join(line.split()) for line in folded.splitlines())
    return "\n".join(filter(None, lines))


@lru_cache(maxsize=1 << 10)
def _look_alike(character: str) -> str:
    """The plain characters that a character is read as, none for an invisible one.

    Compatibility forms are not taken wholesale: a superscript two is no two.
    """
    if character in _LOOK_ALIKES:
        return _LOOK_ALIKES[character]
    if unicodedata.decomposition(character).startswith(("<wide>", "<font>")):
        return unicodedata.normalize("NFKC", character)
    if character.isnumeric() and not character.isascii():
        return f" {character} "
    category = unicodedata.category(character)
    return _BY_CATEGORY.get(category, character)


def _without_lead_in(text: str, legend: Legend) -> str:
    for phrase in legend.lead_ins:
        rest = text.removeprefix(phrase)
        if rest != text and rest.startswith((" ", "\n", ":", ",")):
            return rest.lstrip(" \n:,")
    return text


def _read(text: str, rules: Rules, legend: Legend, *, addressed: bool) -> Code | Refused | Chat:
    lines = [_bare(line) for line in text.split("\n") if _PIECE.search(line)]
    pieces = _pieces(" ".join(lines), rules, legend)
    outcome = _judge(pieces, rules, legend)
    if isinstance(outcome, Code):
        return outcome
    if len(lines) > 1 and (rows := _rows(lines, rules, legend)):
        return Refused(RefusalReason.SEVERAL_ROWS, _shortened(rows))
    if addressed or (_tries(pieces, rules, legend) and not _GOOD_GAME.match(text)):
        return outcome
    return Chat()


def _rows(lines: list[str], rules: Rules, legend: Legend) -> str:
    """The rows that the lines are, in canonical text, or nothing unless every line is a row."""
    outcomes = [_judge(_pieces(line, rules, legend), rules, legend) for line in lines]
    codes = [outcome for outcome in outcomes if isinstance(outcome, Code)]
    if len(codes) < len(lines):
        return ""
    return " ".join(format_code(code, legend) for code in codes)


def _bare(line: str) -> str:
    """The line without the punctuation at its end and the emphasis around it."""
    line = line.rstrip(" !?;")
    if emphasised := _EMPHASIS.fullmatch(line):
        return emphasised[2].rstrip(" !?;")
    return line


def _pieces(text: str, rules: Rules, legend: Legend) -> list[_Piece]:
    """What the text consists of, separators left out."""
    # A code in its canonical text is always that code, though `PINK` and `NOIR` are words too.
    if len(text) == rules.positions and set(text) <= set(legend.characters.casefold()):
        return [_classify(character, legend) for character in text]
    found = [(match.lastgroup, match[match.lastgroup or 0]) for match in _PIECE.finditer(text)]
    named = [_named(group, part, legend) for group, part in found]
    # `blue or red` is no row of four: groups of initials stand only among initials.
    spelt = not any(_is_colour_name(piece, legend) for pieces in named for piece in pieces)
    slips = 1 if len(found) == 1 else 0
    return _unmixed(
        [
            piece
            for (_, part), pieces in zip(found, named, strict=True)
            for piece in pieces or _spelling(part, legend, slips=slips if spelt else -1)
        ],
        legend,
    )


def _named(group: str | None, part: str, legend: Legend) -> list[_Piece]:
    """A part read as symbols or signs with names of their own, or nothing if it is letters."""
    match group:
        case "emoji" if len(part) > 1:
            return [_classify(part, legend, otherwise=_Kind.SIGN)]
        case "emoji":
            return [_Piece(_Kind.SIGN, part)]
        case "link":
            return [_Piece(_Kind.SIGN, "")]
        case "sign":
            return [_classify(part, legend, otherwise=_Kind.SIGN)]
        case _:
            return [_classify(word, legend) for word in _words(part, legend)]


def _words(run: str, legend: Legend) -> list[str]:
    """The known words that a run of letters consists of: one, or several without blanks."""
    words: list[str] = []
    rest = run
    while rest:
        word = _first_word(rest, legend)
        if not word:
            return [run] if len(run) == 1 else []
        words.append(word)
        rest = rest[len(word) :]
    return words


def _first_word(run: str, legend: Legend) -> str:
    for end in range(min(len(run), legend.longest_word), 1, -1):
        word = run[:end]
        if word in legend.tokens or word in legend.lacking or word in legend.blanks:
            return word
    return ""


def _is_colour_name(piece: _Piece, legend: Legend) -> bool:
    """Whether the piece names a colour by more than an initial or a digit."""
    if piece.kind not in {_Kind.PEG, _Kind.LACKING} or piece.text in legend.blanks:
        return False
    return len(piece.text) > 1 or not piece.text.isalnum()


def _spelling(run: str, legend: Legend, *, slips: int) -> list[_Piece]:
    """A run of initials as its symbols; one word if more than `slips` of them are unknown."""
    pieces = [_classify(letter, legend) for letter in run]
    unknown = sum(piece.kind is _Kind.WORD for piece in pieces)
    return pieces if unknown <= slips else [_Piece(_Kind.WORD, run)]


def _classify(text: str, legend: Legend, *, otherwise: _Kind = _Kind.WORD) -> _Piece:
    if text in legend.tokens:
        return _Piece(_Kind.PEG, text)
    if text == ".":
        return _Piece(_Kind.DOT, text)
    if text in legend.blanks:
        return _Piece(_Kind.BLANK, text)
    if text in legend.lacking or (len(text) == 1 and text.isdigit()):
        return _Piece(_Kind.LACKING, text)
    return _Piece(otherwise, text)


def _unmixed(pieces: list[_Piece], legend: Legend) -> list[_Piece]:
    """Digits number colours only in a row of digits: in `1 blue 3` they are no symbols."""
    pegs = [piece for piece in pieces if piece.kind is _Kind.PEG]
    if all(piece.text.isdigit() or piece.text in legend.blanks for piece in pegs):
        return pieces
    return [
        replace(piece, kind=_Kind.LACKING) if piece.text.isdigit() else piece for piece in pieces
    ]


def _judge(pieces: list[_Piece], rules: Rules, legend: Legend) -> Code | Refused:
    code = Code(legend.tokens[piece.text] for piece in pieces if piece.kind is _Kind.PEG)
    for piece in pieces:
        if piece.kind in _STRANGE:
            return Refused(RefusalReason.UNKNOWN, _harmless(piece.text))
    if (reason := _fault(code, pieces, rules)) is None:
        return code
    return Refused(reason, _shortened(_canonical(pieces, legend)))


def _fault(code: Code, pieces: list[_Piece], rules: Rules) -> RefusalReason | None:
    kinds = [piece.kind for piece in pieces]
    dots = kinds.count(_Kind.DOT)
    if _Kind.BLANK in kinds or (dots and len(code) + dots == rules.positions):
        return RefusalReason.BLANKS_OFF
    if len(code) < rules.positions:
        return RefusalReason.TOO_FEW
    if len(code) > rules.positions:
        return RefusalReason.TOO_MANY
    if not rules.repeats and len(set(code)) < len(code):
        return RefusalReason.REPEATED
    return None


def _tries(pieces: list[_Piece], rules: Rules, legend: Legend) -> bool:
    """Whether a text that is no code was meant as one: enough known symbols, few unknown."""
    # Dots that end a text of a game without blanks are a full stop more often than a blank.
    meant = list(dropwhile(lambda piece: piece.kind is _Kind.DOT, reversed(pieces)))
    kinds = [piece.kind for piece in meant]
    # A run of signs, such as a face in several parts, is one unknown.
    signs = sum(kind is _Kind.SIGN for kind, _ in groupby(kinds))
    unknown = kinds.count(_Kind.WORD) + signs
    known = sum(kind not in {_Kind.WORD, _Kind.SIGN} for kind in kinds)
    solid = any(
        piece.kind in {_Kind.PEG, _Kind.LACKING} and piece.text not in legend.blanks
        for piece in meant
    )
    right_number = known > unknown and known + unknown == rules.positions
    return solid and unknown <= 1 and (known >= TRY_SIZE or right_number)


def _canonical(pieces: list[_Piece], legend: Legend) -> str:
    """Pegs and blanks as they were read, also the blanks of a game that has none."""
    return "".join(
        legend.characters[legend.tokens[piece.text]] if piece.kind is _Kind.PEG else "."
        for piece in pieces
    )


def _harmless(text: str) -> str:
    """The text without anything that Discord would turn into markup, a mention or a link."""
    kept = "".join(filter(_is_harmless, text))
    return _shortened(kept.upper() if len(kept) == 1 else kept)


def _is_harmless(character: str) -> bool:
    # Python's tables are older than the newest emojis, which they call unassigned.
    category = unicodedata.category(character)
    return character.isalnum() or category == "So" or bool(_NEW_EMOJI.match(character))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_READ else f"{text[: LONGEST_READ - 1]}…"
