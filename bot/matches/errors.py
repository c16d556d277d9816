"""Every way in which the bot says no, as data. Only `presentation/refusals.py` words them."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from bot.engine import Code, Refused, Rules
from bot.matches.ids import ChannelId, MatchId, PlayerId, RoleId
from bot.matches.models import Row, Terms


class Reason(StrEnum):
    """Why a command is refused."""

    UNKNOWN_MATCH = "unknown-match"
    NO_MATCH_HERE = "no-match-here"
    """The channel is not the thread of a match."""
    SELF_CHALLENGE = "self-challenge"
    BOT_CHALLENGE = "bot-challenge"
    ODD_ROUNDS = "odd-rounds"
    ONLY_OPPONENT = "only-opponent"
    ONLY_CHALLENGER = "only-challenger"
    ONLY_PLAYERS = "only-players"
    ONLY_CODEMAKER = "only-codemaker"
    ONLY_CODEBREAKER = "only-codebreaker"
    NOT_ACCEPTED = "not-accepted"
    """The challenge waits for its answer."""
    ALREADY_ACCEPTED = "already-accepted"
    CHALLENGE_DECLINED = "challenge-declined"
    CHALLENGE_CANCELLED = "challenge-cancelled"
    CHALLENGE_EXPIRED = "challenge-expired"
    CODE_NOT_SET = "code-not-set"
    CODE_LOCKED = "code-locked"
    """A row was scored, so the code stays."""
    CODE_PUBLIC = "code-public"
    """The code offered is the one that was just posted for everybody to read."""
    STALE_ROUND = "stale-round"
    """The button or box belongs to a round that is over."""
    STALE_ROW = "stale-row"
    """Another row was played since the button was made."""
    MATCH_OVER = "match-over"
    MATCH_RUNNING = "match-running"
    """Rematch and two more rounds come after the end."""
    NOT_A_DRAW = "not-a-draw"
    ALREADY_AGREED = "already-agreed"
    REMATCH_RUNNING = "rematch-running"
    """Another match is played in the thread by now; `match` names it."""
    CODE_CHANGED_OFTEN = "code-changed-often"
    CALLED_OFF = "called-off"
    """By an admin, or because the place to play was deleted."""
    THREAD_OPEN = "thread-open"
    """The match has a thread, so it needs no new one."""
    THREAD_OPENING = "thread-opening"
    """A new thread was asked for already."""
    CHANNEL_NOT_ALLOWED = "channel-not-allowed"
    """`channels` are those in which matches may be made here; none: all were deleted."""
    ROLE_NEEDED = "role-needed"
    """`roles` are those whose holders may challenge here; none: all were deleted."""
    NOT_CHALLENGEABLE = "not-challengeable"
    """`player` has switched challenges off."""
    TOO_MANY_CHALLENGES = "too-many-challenges"
    """`count` challenges of this person are open here."""
    TOO_MANY_MATCHES = "too-many-matches"
    """The one who acts plays `count` matches here."""
    OPPONENT_BUSY = "opponent-busy"
    """The other one, `player`, plays `count` matches here."""
    SERVER_FULL = "server-full"
    """`count` matches are played in this server."""
    CHALLENGED_TOO_SOON = "challenged-too-soon"
    """Another challenge is possible at `until`."""
    SAME_OPPONENT_TOO_SOON = "same-opponent-too-soon"
    """`player` did not take the last one; another is possible at `until`."""
    ADMIN_ONLY = "admin-only"
    """Needs the permission Manage Server."""
    PLAYER_ERASED = "player-erased"
    """One of the two had all data about them removed, so nothing can follow the match."""
    SOLO_RUNNING = "solo-running"
    """The person is cracking another code in private answers here."""
    ONE_A_DAY = "one-a-day"
    """The daily is tried once by each."""
    LEVEL_WITHOUT_BOT = "level-without-bot"
    """A level is the bot's, and people were to play each other."""
    LEVEL_UNKNOWN_HERE = "level-unknown-here"
    """There is no stored strategy for this game."""
    TOO_MANY_CODES_FOR_BOT = "too-many-codes-for-bot"
    """The bot cannot crack codes of so large a game."""
    REMINDER_TOO_LATE = "reminder-too-late"
    """The reminder would come when the turn is over."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal with what its sentence may name."""

    reason: Reason
    match: MatchId | None = None
    player: PlayerId | None = None
    """The one who may do it, or whose turn it is."""
    until: datetime | None = None
    """When it will be possible."""
    count: int = 0
    channels: frozenset[ChannelId] = frozenset()
    roles: frozenset[RoleId] = frozenset()
    terms: Terms | None = field(default=None, compare=False)
    """Those of the match that it is about, which only its wording depends on; None: of none."""


def about(terms: Terms, refusal: Refusal | None) -> Refusal | None:
    """The refusal as one about a match on these terms."""
    return None if refusal is None else replace(refusal, terms=terms)


@dataclass(frozen=True, slots=True)
class Hinted:
    """A row that is not played yet, and the one whose reply it contradicts."""

    round: int
    number: int
    """Which row it would be, from 1."""
    code: Code
    contradicted: Row
    rules: Rules


class MatchError(Exception):
    """Anything the domain says no with; the message is for the log, never for a person."""


class RefusedError(MatchError):
    """A command was refused and nothing changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.value)
        self.refusal = refusal


class UnreadableCodeError(MatchError):
    """A typed code could not be taken; costs nothing."""

    def __init__(self, refused: Refused, rules: Rules) -> None:
        super().__init__(refused.reason.value)
        self.refused = refused
        self.rules = rules


class ThinkingError(MatchError):
    """A calculation comes to nothing."""


class ThinkingBusyError(ThinkingError):
    """Too many want something calculated at the same time."""


class ThinkingAlreadyError(ThinkingError):
    """The same person's last question is not answered yet."""


class ThinkingStoppedError(ThinkingError):
    """The bot stops."""


class ContradictionError(MatchError):
    """A row that cannot be the code, in a match whose players want to be told so; costs nothing."""

    def __init__(self, match: MatchId, hinted: Hinted) -> None:
        super().__init__("contradiction")
        self.match = match
        self.hinted = hinted


class ThinkingTooLongError(ThinkingError):
    """One calculation took longer than all others can wait for it; it was ended."""


class StorageError(MatchError):
    """The store could not do its work; nothing was changed."""


class StaleVersionError(StorageError):
    """Somebody else saved the match first."""


class StorageBusyError(StorageError):
    """A second process holds the database."""


class StorageUnwritableError(StorageError):
    """The folder or file cannot be written, or the disk is full."""


class DamagedError(StorageError):
    """The file is no database, or SQLite finds faults in it."""


class UnknownSchemaError(StorageError):
    """The file was written by a newer version of the bot."""


class KeyFileError(StorageError):
    """The key file is missing beside sealed secrets, is readable by others, or does not fit."""
