"""The match as a pure function: (match, command) to (match, events), or a refusal.

A refused command changes nothing. `Match.version` is never touched: storage counts it.
"""

from dataclasses import replace
from typing import assert_never

from bot.matches.challenging import CHALLENGE_LIFE, answer, challenge, rematch
from bot.matches.commands import (
    Accept,
    Cancel,
    Command,
    Concede,
    Decline,
    EndInactive,
    Expire,
    Forfeit,
    Moved,
    NoteUnreadable,
    OfferRematch,
    OfferTwoMore,
    PlayRow,
    PostCode,
    RecordMessage,
    RecordThread,
    SetSecret,
)
from bot.matches.endings import TURN_LIMIT, end
from bot.matches.errors import Refusal
from bot.matches.models import Match
from bot.matches.rounds import play, refuse_code, refuse_row

__all__ = [
    "CHALLENGE_LIFE",
    "TURN_LIMIT",
    "Moved",
    "apply",
    "challenge",
    "refuse_code",
    "refuse_row",
    "rematch",
]


def apply(match: Match, command: Command) -> Moved | Refusal:
    """The match after the command with what people are told, or why it is refused."""
    match command:
        case Accept() | Decline() | Cancel() | Expire():
            return answer(match, command)
        case SetSecret() | PostCode() | PlayRow() | Concede() | NoteUnreadable():
            return play(match, command)
        case Forfeit() | EndInactive() | OfferTwoMore() | OfferRematch():
            return end(match, command)
        case RecordMessage(message):
            return Moved(replace(match, message=message))
        case RecordThread(thread):
            return Moved(replace(match, thread=thread))
        case _:
            assert_never(command)
