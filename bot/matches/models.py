"""What a match is made of. Everything is frozen: a move returns a new value."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from bot.engine import Code, Feedback, Rules
from bot.engine.levels import Level
from bot.matches.ids import (
    ChannelId,
    EntryId,
    GuildId,
    MatchId,
    MessageId,
    PlayerId,
    SourceId,
    ThreadId,
)


class Phase(StrEnum):
    """Where a match stands; only `transitions` changes it."""

    CHALLENGED = "challenged"
    SETTING = "setting"
    """The codemaker of the last round owes a code."""
    BREAKING = "breaking"
    """The codebreaker of the last round is to play a row."""
    FINISHED = "finished"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


LIVE = frozenset({Phase.SETTING, Phase.BREAKING})
OPEN = LIVE | {Phase.CHALLENGED}


class Ending(StrEnum):
    """Why a finished match is finished."""

    COMPLETE = "complete"
    FORFEIT = "forfeit"
    INACTIVITY = "inactivity"


class CallOff(StrEnum):
    """Why a challenge or a running match was cancelled without anybody's own wish to end it so.

    It counts for nobody.
    """

    LEFT = "left"
    """A player gave it up before anything counted."""
    INACTIVITY = "inactivity"
    """A player let the time run out before a round was finished."""
    ADMIN = "admin"
    """An admin of the server ended it."""
    THREAD_GONE = "thread gone"
    """Nobody opened a new thread in time."""
    CHANNEL_GONE = "channel gone"
    """The channel, or the challenge's message, was deleted."""
    ERASED = "erased"
    """A player had all data about them removed."""


class Outcome(StrEnum):
    """How a round ended. An abandoned one gives nobody points (rules.md: nothing is invented)."""

    SOLVED = "solved"
    FAILED = "failed"
    CONCEDED = "conceded"
    ABANDONED = "abandoned"


class Kind(StrEnum):
    """Who plays against whom."""

    PEOPLE = "people"
    BOT = "bot"
    """A person against the bot, which sets codes and cracks them."""
    SOLO = "solo"
    """A person cracks one code of the bot's."""
    DAILY = "daily"
    """The same with the code that everybody in the server gets that day."""


class Points(StrEnum):
    """What the codemaker's points count."""

    ROWS = "rows"
    KEY_PEGS = "key pegs"


class FirstCodemaker(StrEnum):
    """Who hides the first code, seen from the challenger."""

    ME = "me"
    OPPONENT = "opponent"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Terms:
    """What the two players agree on in the challenge.

    `rounds` is even, and one where a person cracks the bot's code alone.
    """

    rules: Rules = field(default_factory=Rules)
    rounds: int = 2
    points: Points = Points.ROWS
    first: FirstCodemaker = FirstCodemaker.ME
    private: bool = False
    kind: Kind = Kind.PEOPLE
    level: Level | None = None
    """How well the bot cracks codes; None where it cracks none."""
    hints: bool = False
    """Whether the codebreaker is told that a row contradicts an earlier reply."""

    @property
    def is_alone(self) -> bool:
        """Whether one person cracks one code of the bot's."""
        return self.kind in {Kind.SOLO, Kind.DAILY}

    @property
    def in_panel(self) -> bool:
        """Whether it is played in answers that only the player sees.

        Then there is no thread, and nobody is told anything of their own accord.
        """
        return self.kind is Kind.DAILY or (self.kind is Kind.SOLO and self.private)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a match waits for people. Each keeps those that its server had at the challenge."""

    turn: timedelta = timedelta(hours=72)
    """The longest that one move may take."""
    reminder: timedelta | None = timedelta(hours=24)
    """After how much of it the one whose move it is gets reminded, once; None: never."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A hidden code with its 16 random bytes of salt and the published hex digest of both."""

    code: Code = field(repr=False)
    salt: bytes = field(repr=False)
    commitment: str


@dataclass(frozen=True, slots=True)
class Row:
    """One guess and its reply; `number` counts from 1."""

    number: int
    code: Code
    feedback: Feedback
    source: SourceId
    at: datetime


@dataclass(frozen=True, slots=True)
class Round:
    """One code from secret to reveal; `number` counts from 1."""

    number: int
    codemaker: PlayerId
    codebreaker: PlayerId
    secret: Secret | None = None
    rows: tuple[Row, ...] = ()
    outcome: Outcome | None = None
    unreadable_noted: bool = False
    """The codebreaker was told, once, that plain messages cannot be read here."""
    voided: Code | None = field(default=None, repr=False)
    """The code that the codemaker posted last for everybody to read; it stays forbidden."""
    changes: int = 0
    """How often the thread was told of another code."""


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds between two players of one server. Times are aware, in UTC.

    The opponent is the bot itself unless the match is between people.
    """

    id: MatchId
    guild: GuildId
    channel: ChannelId
    challenger: PlayerId
    opponent: PlayerId
    terms: Terms
    phase: Phase
    created_at: datetime
    expires_at: datetime
    """When an unanswered challenge lapses."""
    turn_since: datetime
    """When the time of the one whose move it is began to count."""
    agreed_rounds: int
    limits: Limits = Limits()
    reminded: bool = False
    """Whether the one whose move it is was reminded of this move, or wants no reminders."""
    rounds: tuple[Round, ...] = ()
    message: MessageId | None = None
    """The challenge; None until it is known to have arrived, and always None for a rematch."""
    thread: ThreadId | None = None
    """None before it was opened, and once it is gone."""
    lost_thread: ThreadId | None = None
    """The one that it had last; it is this match's again when a moderator unlocks it."""
    ending: Ending | None = None
    winner: PlayerId | None = None
    """None in a finished match means a draw."""
    left: PlayerId | None = None
    """Who forfeited or let the time run out."""
    called_off: CallOff | None = None
    """Why a cancelled match was cancelled; None when its challenger withdrew it."""
    ended_at: datetime | None = None
    two_more: frozenset[PlayerId] = frozenset()
    """Who has pressed **Two more rounds** since the draw."""
    rematch: frozenset[PlayerId] = frozenset()
    successor: MatchId | None = None
    """The rematch that both agreed to last."""
    day: date | None = None
    """Of a daily: the date, in the server's time zone, whose code this is."""
    version: int = 0
    """Grows by one with every save; 0 is a match that was never saved."""

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """The challenger, then the opponent."""
        return self.challenger, self.opponent

    @property
    def bot(self) -> PlayerId | None:
        """The bot, where it plays."""
        return None if self.terms.kind is Kind.PEOPLE else self.opponent

    @property
    def waits_for_bot(self) -> bool:
        """Whether the bot is to play a row, and there is somewhere to play it."""
        return self.phase is Phase.BREAKING and self.to_move == self.bot and self.thread is not None

    def other(self, player: PlayerId) -> PlayerId:
        """The one of the two who is not `player`."""
        return self.opponent if player == self.challenger else self.challenger

    def is_overdue(self, at: datetime) -> bool:
        """Whether this is a challenge that nobody answered in time."""
        return self.phase is Phase.CHALLENGED and at >= self.expires_at

    @property
    def due_at(self) -> datetime:
        """When the running turn is over."""
        return self.turn_since + self.limits.turn

    @property
    def next_deadline(self) -> datetime | None:
        """When time itself does something next: lapse, remind or end. None once all is over."""
        if self.phase is Phase.CHALLENGED:
            return self.expires_at
        if self.phase not in LIVE:
            return None
        return self.due_at if self.remind_at is None else min(self.due_at, self.remind_at)

    @property
    def remind_at(self) -> datetime | None:
        """When the one whose move it is gets reminded; None where nobody does, or no more."""
        # Who cannot play has nothing to be reminded of, and the bot forgets nothing.
        if self.reminded or self.limits.reminder is None or self.thread is None:
            return None
        if self.bot is not None and self.to_move == self.bot:
            return None
        return self.turn_since + self.limits.reminder

    @property
    def to_move(self) -> PlayerId:
        """The one whose move it is in a running match."""
        playing = self.rounds[-1]
        return playing.codemaker if self.phase is Phase.SETTING else playing.codebreaker

    @property
    def round(self) -> Round | None:
        """The round being played or played last; None before there is one."""
        return self.rounds[-1] if self.rounds else None


@dataclass(frozen=True, slots=True)
class Person:
    """Who acts: the name shown in this server and the Discord locale, as of this action.

    The name is empty in private messages, where no server's name is known, and the locale for
    messages, which carry none; then what is known stays.
    """

    id: PlayerId
    name: str
    locale: str


class EventKind(StrEnum):
    """What happened that people are told of. Each becomes one outbox entry."""

    CHALLENGED = "challenged"
    """The challenge, in the channel; `player` is the bot where it has taken it already."""
    CHALLENGE_CLOSED = "challenge-closed"
    """An edit of the challenge: what became of it (declined, cancelled, expired, the result)."""
    ACCEPTED = "accepted"
    """The thread and its first message."""
    CODE_WANTED = "code-wanted"
    """The private message to `player`, who owes the code of `round`."""
    CODE_SET = "code-set"
    """`detail` is the commitment."""
    CODE_REPLACED = "code-replaced"
    """`detail` is the new commitment, a space, and the one that it replaces."""
    CODE_VOIDED = "code-voided"
    ROW_SCORED = "row-scored"
    ROUND_ENDED = "round-ended"
    """Not of the last round: that one's end is MATCH_ENDED."""
    MATCH_ENDED = "match-ended"
    """The last round's end, a forfeit or the end for inactivity."""
    MATCH_CANCELLED = "match-cancelled"
    """Called off; `player` is who left, and `detail` the `CallOff`."""
    REMINDED = "reminded"
    """It is the move of `player`, and has been for a while."""
    THREAD_LOST = "thread-lost"
    """The thread is gone or locked; told in the channel."""
    THREAD_REOPENED = "thread-reopened"
    """A new thread and its first message; `player` asked for it."""
    THREAD_REGAINED = "thread-regained"
    """The lost thread was unlocked, so the match goes on in it."""
    TWO_MORE_OFFERED = "two-more-offered"
    """`player` offers it."""
    ROUNDS_ADDED = "rounds-added"
    """`round` is the first of the new pair."""
    REMATCH_OFFERED = "rematch-offered"
    """`player` offers it."""
    REMATCH_STARTED = "rematch-started"
    """The first message of the new match, in the old one's thread."""
    UNREADABLE = "unreadable"
    """Plain messages cannot be read here."""


OPENING = frozenset({EventKind.ACCEPTED, EventKind.THREAD_REOPENED})
"""What opens the match's thread when it is told."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, by numbers only: the words are made when it is told. No field holds a code."""

    kind: EventKind
    round: int = 0
    row: int = 0
    player: PlayerId | None = None
    detail: str = ""
    reply_to: MessageId | None = None
    """The message that the telling answers."""

    @property
    def round_to_act_on(self) -> int:
        """The round that its buttons are about: a round's end asks for the next one's code."""
        return self.round + 1 if self.kind is EventKind.ROUND_ENDED else self.round


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that the outbox owes to somebody."""

    id: EntryId
    match: MatchId
    event: Event
    created_at: datetime
