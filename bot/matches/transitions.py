"""The match as a pure function: (match, command) to (match, events), or a refusal.

A refused command changes nothing. `Match.version` is never touched: storage counts it.
"""

from typing import assert_never

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
from bot.matches.errors import Refusal
from bot.matches.models import Match
from bot.matches.rounds import contradicted, play, refuse_code, refuse_row
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
