"""The match as a pure function: (match, command) to (match, events), or a refusal.

A refused command changes nothing. `Match.version` is never touched: storage counts it.
"""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from bot.matches import rounds
from bot.matches.caring import care
from bot.matches.challenging import answer, challenge, rematch
from bot.matches.commands import (
    Accept,
    CallOffMatch,
    Cancel,
    Command,
    Concede,
    Decline,
    EndInactive,
    Expire,
    Forfeit,
    LoseThread,
    Moved,
    NoteUnreadable,
    OfferRematch,
    OfferTwoMore,
    PlayRow,
    PostCode,
    RecordMessage,
    RecordThread,
    RegainThread,
    Remind,
    Reopen,
    SetSecret,
)
from bot.matches.endings import end
from bot.matches.errors import Refusal, about
from bot.matches.ids import PlayerId
from bot.matches.models import Match
from bot.matches.rounds import contradicted, play
from bot.matches.steps import hidden_by_bot

__all__ = [
    "Moved",
    "apply",
    "challenge",
    "contradicted",
    "hidden_by_bot",
    "refuse_code",
    "refuse_row",
    "rematch",
]


def apply(match: Match, command: Command) -> Moved | Refusal:
    """The match after the command with what people are told, or why it is refused."""
    answered = _answered(match, command)
    return replace(answered, terms=match.terms) if isinstance(answered, Refusal) else answered


def refuse_code(match: Match, player: PlayerId, number: int, at: datetime) -> Refusal | None:
    """Why this person may not set the code of that round now, whatever the code; None: may."""
    return about(match.terms, rounds.refuse_code(match, player, number, at))


def refuse_row(match: Match, player: PlayerId, number: int | None) -> Refusal | None:
    """Why this person may not play a row of that round (None: the running one); None: may."""
    return about(match.terms, rounds.refuse_row(match, player, number))


def _answered(match: Match, command: Command) -> Moved | Refusal:
    match command:
        case Accept() | Decline() | Cancel() | Expire():
            return answer(match, command)
        case SetSecret() | PostCode() | PlayRow() | Concede() | NoteUnreadable():
            return play(match, command)
        case Forfeit() | EndInactive() | CallOffMatch() | OfferTwoMore() | OfferRematch():
            return end(match, command)
        case Remind() | LoseThread() | RegainThread() | Reopen() | RecordMessage() | RecordThread():
            return care(match, command)
        case _:
            assert_never(command)
