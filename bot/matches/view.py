"""What one viewer may see of a match: the only way a secret leaves.

A running round's code is for its codemaker alone, its salt for nobody. The commitment is public
from the start, and code and salt are once the round is over, so that anyone can check it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from bot.engine import Code
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId, ThreadId
from bot.matches.models import CallOff, Ending, Kind, Match, Outcome, Phase, Round, Row, Terms
from bot.matches.totals import points, result_of


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round as the viewer sees it."""

    number: int
    codemaker: PlayerId
    codebreaker: PlayerId
    rows: tuple[Row, ...]
    outcome: Outcome | None
    """None while the round is running."""
    points: int | None
    """The codemaker's; None while the round is running."""
    commitment: str | None
    """None before a code is set."""
    code: Code | None = field(repr=False)
    """None before a code is set, and for all but the codemaker while the round is running."""
    salt: bytes | None = field(repr=False)
    """None until a round with a code is over."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as the viewer sees it; fields without a word here are those of Match."""

    id: MatchId
    guild: GuildId
    channel: ChannelId
    challenger: PlayerId
    opponent: PlayerId
    terms: Terms
    phase: Phase
    created_at: datetime
    expires_at: datetime
    agreed_rounds: int
    rounds: tuple[RoundView, ...]
    message: MessageId | None
    thread: ThreadId | None
    ending: Ending | None
    winner: PlayerId | None
    left: PlayerId | None
    called_off: CallOff | None
    due_at: datetime
    """When the running turn is over; of no meaning while no round is played."""
    successor: MatchId | None
    two_more: frozenset[PlayerId]
    rematch: frozenset[PlayerId]
    day: date | None
    names: Mapping[PlayerId, str]
    """Display names as of each player's last action; one may be unknown."""

    @property
    def bot(self) -> PlayerId | None:
        """The bot, where it plays."""
        return None if self.terms.kind is Kind.PEOPLE else self.opponent

    def totals(self, up_to: int | None = None) -> Mapping[PlayerId, int]:
        """Both players' points over the rounds that are over, of those numbered up to `up_to`."""
        totals = {self.challenger: 0, self.opponent: 0}
        for played in self.rounds:
            if up_to is None or played.number <= up_to:
                totals[played.codemaker] += played.points or 0
        return totals


def view(match: Match, names: Mapping[PlayerId, str], viewer: PlayerId | None = None) -> MatchView:
    """The match as `viewer` may see it; None is the public."""
    return MatchView(
        id=match.id,
        guild=match.guild,
        channel=match.channel,
        challenger=match.challenger,
        opponent=match.opponent,
        terms=match.terms,
        phase=match.phase,
        created_at=match.created_at,
        expires_at=match.expires_at,
        agreed_rounds=match.agreed_rounds,
        rounds=tuple(_round_view(played, match.terms, viewer) for played in match.rounds),
        message=match.message,
        thread=match.thread,
        ending=match.ending,
        winner=match.winner,
        left=match.left,
        called_off=match.called_off,
        due_at=match.due_at,
        successor=match.successor,
        two_more=match.two_more,
        rematch=match.rematch,
        day=match.day,
        names=names,
    )


def _round_view(played: Round, terms: Terms, viewer: PlayerId | None) -> RoundView:
    result = result_of(played, terms.rules.rows)
    over = result is not None
    secret = played.secret
    return RoundView(
        number=played.number,
        codemaker=played.codemaker,
        codebreaker=played.codebreaker,
        rows=played.rows,
        outcome=played.outcome,
        points=None if result is None else points(result, terms.points),
        commitment=secret.commitment if secret else None,
        code=secret.code if secret and (over or viewer == played.codemaker) else None,
        salt=secret.salt if secret and over else None,
    )
