"""What may be asked of a match, and the shape of the answer. All times are aware, in UTC."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from bot.engine import Code
from bot.matches.ids import MatchId, MessageId, PlayerId, SourceId, ThreadId
from bot.matches.models import CallOff, Event, Match, Secret


@dataclass(frozen=True, slots=True)
class Accept:
    """The opponent takes the challenge."""

    player: PlayerId
    at: datetime
    message: MessageId | None
    """The challenge that the button is on."""
    challenger_begins: bool
    """A fair coin, used when the terms leave the first codemaker to chance."""


@dataclass(frozen=True, slots=True)
class Decline:
    """The opponent turns the challenge down."""

    player: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class Cancel:
    """The challenger takes the challenge back."""

    player: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class Expire:
    """Nobody answered the challenge in time."""

    at: datetime


@dataclass(frozen=True, slots=True)
class SetSecret:
    """The codemaker hides a code, or another one before the first row."""

    player: PlayerId
    at: datetime
    round: int
    secret: Secret


@dataclass(frozen=True, slots=True)
class PostCode:
    """Somebody wrote a code in the thread; it matters only when it gives the secret away."""

    player: PlayerId
    at: datetime
    code: Code


@dataclass(frozen=True, slots=True)
class PlayRow:
    """The codebreaker guesses; `code` already follows the rules of the match."""

    player: PlayerId
    at: datetime
    code: Code
    source: SourceId
    round: int | None = None
    """The round that a button or box belongs to; None is whichever is running."""
    reply_to: MessageId | None = None


@dataclass(frozen=True, slots=True)
class Concede:
    """The codebreaker gives up the running round."""

    player: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A player gives up the match."""

    player: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class EndInactive:
    """The one whose move it is let the time run out."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Remind:
    """The one whose move it is has waited for a while; `silent` where they want no reminders."""

    at: datetime
    silent: bool


@dataclass(frozen=True, slots=True)
class CallOffMatch:
    """A challenge or running match is cancelled from outside; `left` is whose doing it is."""

    at: datetime
    why: CallOff
    left: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class LoseThread:
    """The thread was deleted or locked, or (None) could not be opened at all."""

    at: datetime
    thread: ThreadId | None


@dataclass(frozen=True, slots=True)
class RegainThread:
    """The thread can be written in again."""

    at: datetime
    thread: ThreadId


@dataclass(frozen=True, slots=True)
class Reopen:
    """A player wants a new thread in place of the lost one."""

    player: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class OfferTwoMore:
    """A player wants another pair of rounds after a draw; two such wishes make it so."""

    player: PlayerId
    at: datetime


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """A player wants a rematch; two such wishes make it so."""

    player: PlayerId
    at: datetime
    successor: MatchId
    """The id of the new match if this wish is the second."""


@dataclass(frozen=True, slots=True)
class NoteUnreadable:
    """A message came without its content, which only some servers let the bot read."""

    player: PlayerId
    at: datetime
    reply_to: MessageId


@dataclass(frozen=True, slots=True)
class RecordMessage:
    """The challenge arrived as this message."""

    message: MessageId


@dataclass(frozen=True, slots=True)
class RecordThread:
    """The match's thread was opened."""

    thread: ThreadId


AnswerCommand: TypeAlias = Accept | Decline | Cancel | Expire
RoundCommand: TypeAlias = SetSecret | PostCode | PlayRow | Concede | NoteUnreadable
EndCommand: TypeAlias = Forfeit | EndInactive | CallOffMatch | OfferTwoMore | OfferRematch
CareCommand: TypeAlias = Remind | LoseThread | RegainThread | Reopen | RecordMessage | RecordThread
Command: TypeAlias = AnswerCommand | RoundCommand | EndCommand | CareCommand


@dataclass(frozen=True, slots=True)
class Moved:
    """A command that was taken: the match after it, and what people are told, in order."""

    match: Match
    events: tuple[Event, ...] = ()
