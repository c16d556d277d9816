"""Who may do what, and when: each check gives the refusal, or None when nothing is in the way.

The order is the same everywhere, so that people get the most telling reason: membership, phase,
role, round.
"""

from datetime import datetime

from bot.matches.errors import Reason, Refusal
from bot.matches.ids import PlayerId, is_erased
from bot.matches.models import LIVE, CallOff, Match, Phase


def only_players(match: Match, player: PlayerId) -> Refusal | None:
    """Refuses strangers."""
    return None if player in match.players else Refusal(Reason.ONLY_PLAYERS)


def only_opponent(match: Match, player: PlayerId) -> Refusal | None:
    """Refuses the challenger."""
    if player == match.challenger:
        return Refusal(Reason.ONLY_OPPONENT, player=match.opponent)
    return None


def only_challenger(match: Match, player: PlayerId) -> Refusal | None:
    """Refuses the opponent."""
    if player == match.opponent:
        return Refusal(Reason.ONLY_CHALLENGER, player=match.challenger)
    return None


def only_codemaker(match: Match, player: PlayerId) -> Refusal | None:
    """Refuses all but the codemaker of the last round."""
    codemaker = match.rounds[-1].codemaker
    return None if player == codemaker else Refusal(Reason.ONLY_CODEMAKER, player=codemaker)


def only_codebreaker(match: Match, player: PlayerId) -> Refusal | None:
    """Refuses all but the codebreaker of the last round."""
    codebreaker = match.rounds[-1].codebreaker
    return None if player == codebreaker else Refusal(Reason.ONLY_CODEBREAKER, player=codebreaker)


def only_current(match: Match, number: int | None) -> Refusal | None:
    """Refuses what belongs to another round than the last; None belongs to any."""
    current = match.rounds[-1].number
    return None if number in {None, current} else Refusal(Reason.STALE_ROUND)


def only_unanswered(match: Match, at: datetime) -> Refusal | None:
    """Refuses unless the challenge can still be answered."""
    if match.phase in LIVE:
        return Refusal(Reason.ALREADY_ACCEPTED)
    if match.phase is Phase.CHALLENGED:
        return Refusal(Reason.CHALLENGE_EXPIRED) if match.is_overdue(at) else None
    return _over(match)


def only_live(match: Match) -> Refusal | None:
    """Refuses unless rounds are being played."""
    if match.phase in LIVE:
        return None
    return waiting(match) if match.phase is Phase.CHALLENGED else _over(match)


def only_finished(match: Match) -> Refusal | None:
    """Refuses unless the match was played to one of its endings."""
    if match.phase is Phase.FINISHED:
        return None
    return only_live(match) or Refusal(Reason.MATCH_RUNNING)


def only_known(match: Match) -> Refusal | None:
    """Refuses what needs both players, once one of them had all their data removed."""
    return Refusal(Reason.PLAYER_ERASED) if any(map(is_erased, match.players)) else None


def waiting(match: Match) -> Refusal:
    """The challenge waits for the opponent's answer."""
    return Refusal(Reason.NOT_ACCEPTED, player=match.opponent)


def _over(match: Match) -> Refusal:
    if match.phase is Phase.DECLINED:
        return Refusal(Reason.CHALLENGE_DECLINED)
    if match.phase is Phase.EXPIRED:
        return Refusal(Reason.CHALLENGE_EXPIRED)
    if match.phase is Phase.CANCELLED and match.called_off is None:
        return Refusal(Reason.CHALLENGE_CANCELLED)
    if match.called_off in {CallOff.ADMIN, CallOff.CHANNEL_GONE}:
        return Refusal(Reason.CALLED_OFF)
    return Refusal(Reason.MATCH_OVER)
