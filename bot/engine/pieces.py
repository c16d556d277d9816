"""Cutting a bare row into pieces, and what each piece is to one game."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from bot.engine.code import Legend, Symbols
from bot.engine.rules import Rules
from bot.engine.typed_text import SEPARATORS


class Kind(StrEnum):
    """What a piece of text is to a game."""

    PEG = "peg"
    """A symbol of the game, the blank included."""
    LACKING = "lacking"
    """A colour or digit that this game has not."""
    BLANK = "blank"
    """A word or emoji for a blank, in a game without blanks."""
    DOT = "dot"
    """A dot in a game without blanks: a blank, or nothing at all."""
    WORD = "word"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that was read."""

    kind: Kind
    text: str

    @property
    def is_digit(self) -> bool:
        """Whether it is one of the ten digits, which number the colours too."""
        return self.text.isascii() and self.text.isdigit()


class _Form(StrEnum):
    """What a token looks like, whatever the game."""

    EMOJI = "emoji"
    """The name of a custom emoji."""
    LINK = "link"
    """A link or a mention, of which only the beginning is kept."""
    RUN = "run"
    """Letters without a gap."""
    JOINER = "joiner"
    """A run that stands apart and is a word for "and" or "or"."""
    SIGN = "sign"
    """One character of any other sort; a digit or an emoji, for instance."""


@dataclass(frozen=True, slots=True)
class _Token:
    form: _Form
    text: str


_TOKEN = re.compile(
    r"<a?:(?P<emoji>[a-z0-9_]+):[0-9]+>"
    r"|<?(?P<url>https?)://\S+"
    r"|<(?P<link>[^<>\s])[^<>\s]*>"
    r"|(?P<run>[^\W\d_]+)"
    rf"|(?P<sign>[^\s{SEPARATORS}])"
)
_SEPARATION = re.compile(rf"[\s{SEPARATORS}]+")


def has_tokens(line: str) -> bool:
    """Whether the line holds anything but separators."""
    return _TOKEN.search(line) is not None


def read_pieces(text: str, rules: Rules, legend: Legend) -> list[Piece]:
    """What the text consists of, separators left out."""
    tokens = _tokens(text, legend)
    if _spells_a_row(tokens, rules, legend):
        return [_classify(character, legend) for token in tokens for character in token.text]
    lone = len(tokens) == 1
    return [piece for token in tokens for piece in _pieces(token, rules, legend, lone=lone)]


def _tokens(text: str, legend: Legend) -> list[_Token]:
    tokens = [
        _Token(_Form.LINK if group == "url" else _Form(group), match[group])
        for match in _TOKEN.finditer(text)
        if (group := match.lastgroup)
    ]
    # Among groups of initials, as in `rg or yb`, such a word is a group like the others.
    if all(_is_group(token, legend) for token in tokens):
        return tokens
    joiners = (legend.ors | legend.ands) & set(_SEPARATION.split(text))
    tokens = [
        replace(token, form=_Form.JOINER)
        if token.form is _Form.RUN and token.text in joiners
        else token
        for token in tokens
    ]
    match tokens:
        case [_, *_, _Token(_Form.JOINER, word), _] if word in legend.ands:
            del tokens[-2]
    return tokens


def _is_group(token: _Token, legend: Legend) -> bool:
    """Whether the token is several symbols by their letters, and no name of a colour."""
    return (
        token.form is _Form.RUN
        and len(token.text) > 1
        and token.text not in legend.tokens
        and all(letter in legend.tokens for letter in token.text)
    )


def _spells_a_row(tokens: list[_Token], rules: Rules, legend: Legend) -> bool:
    """Whether the characters are a row as `format_code` writes it, separators aside.

    They are that row even if they make words too: `PINK` and `NOIR` are also colours. A row of
    names is never as long in symbols as in characters, so there is nothing to choose between.
    """
    characters = "".join(token.text for token in tokens)
    return (
        len(characters) == rules.positions
        and all(token.form in {_Form.RUN, _Form.SIGN} for token in tokens)
        and set(characters) <= set(legend.characters.casefold())
    )


def _pieces(token: _Token, rules: Rules, legend: Legend, *, lone: bool) -> list[Piece]:
    match token.form:
        case _Form.EMOJI if len(token.text) > 1:
            return [_classify(token.text, legend, otherwise=Kind.SIGN)]
        case _Form.EMOJI | _Form.LINK:
            return [Piece(Kind.SIGN, token.text)]
        case _Form.SIGN:
            return [_classify(token.text, legend, otherwise=Kind.SIGN)]
        case _Form.JOINER:
            return [Piece(Kind.WORD, token.text)]
        case _Form.RUN:
            words = _words(token.text, rules, legend)
            return [_classify(word, legend) for word in words] or _spelling(
                token.text, legend, lone=lone
            )
        case _:
            assert_never(token.form)


def _words(run: str, rules: Rules, legend: Legend) -> list[str]:
    """The known words that a run of letters consists of: one, or several without blanks."""
    if rules.symbols is Symbols.LETTERS:
        return [run] if run in legend.tokens else []
    words: list[str] = []
    while run:
        word = _first_word(run, legend)
        if not word:
            return []
        words.append(word)
        run = run[len(word) :]
    return words


def _first_word(run: str, legend: Legend) -> str:
    for end in range(min(len(run), legend.longest_word), 1, -1):
        word = run[:end]
        if word in legend.tokens or word in legend.lacking or word in legend.blanks:
            return word
    return ""


def _spelling(run: str, legend: Legend, *, lone: bool) -> list[Piece]:
    """A run of initials as its symbols, or one word; a lone run may hold one slip."""
    pieces = [_classify(letter, legend) for letter in run]
    unknown = sum(piece.kind is Kind.WORD for piece in pieces)
    spelt = unknown == 0 or (lone and unknown == 1)
    return pieces if spelt else [Piece(Kind.WORD, run)]


def _classify(text: str, legend: Legend, *, otherwise: Kind = Kind.WORD) -> Piece:
    if text in legend.tokens:
        return Piece(Kind.PEG, text)
    if text == ".":
        return Piece(Kind.DOT, text)
    if text in legend.blanks:
        return Piece(Kind.BLANK, text)
    if text in legend.lacking or (len(text) == 1 and text.isdigit()):
        return Piece(Kind.LACKING, text)
    return Piece(otherwise, text)
