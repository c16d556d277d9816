"""From the challenge to its answer."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from bot.matches.checks import (
    only_challenger,
    only_opponent,
    only_players,
    only_unanswered,
    waiting,
)
from bot.matches.commands import Accept, AnswerCommand, Cancel, Decline, Expire, Moved
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import ChannelId, GuildId, MatchId, PlayerId, ThreadId
from bot.matches.models import (
    Event,
    EventKind,
    FirstCodemaker,
    Limits,
    Match,
    Phase,
    Round,
    Terms,
)
from bot.matches.steps import ask_for_code, ask_for_row, without_secret

CHALLENGE_LIFE = timedelta(hours=24)
USUAL_LIMITS = Limits()
"""Both until the server's admins say otherwise."""
ROUND_CHOICES = frozenset({2, 4, 6, 8})


def challenge(
    match_id: MatchId,
    guild: GuildId,
    channel: ChannelId,
    challenger: PlayerId,
    opponent: PlayerId,
    terms: Terms,
    at: datetime,
    *,
    life: timedelta = CHALLENGE_LIFE,
    limits: Limits = USUAL_LIMITS,
) -> Moved | Refusal:
    """A new match that waits for the opponent, as long as `life`.

    Refused: SELF_CHALLENGE, ODD_ROUNDS.

    Whether the opponent is a bot, and whether the rules are within their bounds, is the caller's
    to check. Where somebody plays alone, or against the bot, the bot's answer is still to come.
    """
    if opponent == challenger:
        return Refusal(Reason.SELF_CHALLENGE)
    if terms.rounds not in ({1} if terms.is_alone else ROUND_CHOICES):
        return Refusal(Reason.ODD_ROUNDS)
    match = Match(
        id=match_id,
        guild=guild,
        channel=channel,
        challenger=challenger,
        opponent=opponent,
        terms=terms,
        phase=Phase.CHALLENGED,
        created_at=at,
        expires_at=at + life,
        turn_since=at,
        agreed_rounds=terms.rounds,
        limits=limits,
    )
    if terms.first is not FirstCodemaker.RANDOM:
        match = _begun_by(match, challenger if terms.first is FirstCodemaker.ME else opponent)
    return Moved(match, (Event(EventKind.CHALLENGED),))


def rematch(old: Match, match_id: MatchId, at: datetime) -> Moved:
    """A new match on the same terms in the same thread; the one who did not begin now begins.

    Where one cracks codes alone, it is the bot that hides them.
    """
    begun = old.rounds[0]
    codemaker = begun.codemaker if old.terms.is_alone else begun.codebreaker
    first = FirstCodemaker.ME if codemaker == old.challenger else FirstCodemaker.OPPONENT
    match = Match(
        id=match_id,
        guild=old.guild,
        channel=old.channel,
        challenger=old.challenger,
        opponent=old.opponent,
        terms=replace(old.terms, first=first),
        phase=Phase.SETTING,
        created_at=at,
        expires_at=at,
        turn_since=at,
        agreed_rounds=old.terms.rounds,
        limits=old.limits,
        thread=old.thread,
        lost_thread=old.lost_thread,
    )
    started = Event(EventKind.REMATCH_STARTED, round=1)
    return ask_for_code(_begun_by(match, codemaker), at, started)


def answer(match: Match, command: AnswerCommand) -> Moved | Refusal:
    """Accepting, declining, taking back, lapsing."""
    match command:
        case Accept():
            return _accept(match, command)
        case Decline(player, at):
            refusal = _unanswered(match, player, at) or only_opponent(match, player)
            return refusal or _close(match, Phase.DECLINED, at)
        case Cancel(player, at):
            refusal = _unanswered(match, player, at) or only_challenger(match, player)
            return refusal or _close(match, Phase.CANCELLED, at)
        case Expire(at):
            return _expire(match, at)
        case _:
            assert_never(command)


def _unanswered(match: Match, player: PlayerId, at: datetime) -> Refusal | None:
    return only_players(match, player) or only_unanswered(match, at)


def _begun_by(match: Match, codemaker: PlayerId) -> Match:
    return replace(match, rounds=(Round(1, codemaker, codebreaker=match.other(codemaker)),))


def _accept(match: Match, command: Accept) -> Moved | Refusal:
    refusal = _unanswered(match, command.player, command.at)
    if refusal := refusal or only_opponent(match, command.player):
        return refusal
    begun = _with_thread(replace(match, message=match.message or command.message))
    if not begun.rounds:
        drawn = match.challenger if command.challenger_begins else match.opponent
        begun = _begun_by(begun, drawn)
    accepted = Event(EventKind.ACCEPTED, round=1)
    secret = begun.rounds[0].secret
    if secret is None:
        return ask_for_code(begun, command.at, accepted)
    return ask_for_row(begun, secret, command.at, accepted)


def _with_thread(match: Match) -> Match:
    # Discord gives a public thread the id of the message that it opens on.
    if match.terms.private or match.message is None:
        return match
    return replace(match, thread=ThreadId(match.message))


def _expire(match: Match, at: datetime) -> Moved | Refusal:
    if match.phase is Phase.CHALLENGED:
        return _close(match, Phase.EXPIRED, at) if at >= match.expires_at else waiting(match)
    return only_unanswered(match, at) or waiting(match)


def _close(match: Match, phase: Phase, at: datetime) -> Moved:
    closed = replace(without_secret(match), phase=phase, ended_at=at)
    return Moved(closed, (Event(EventKind.CHALLENGE_CLOSED),))
