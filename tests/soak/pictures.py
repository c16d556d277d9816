"""A match as stored and the same match as the ledger has it, in a form that can be compared."""

from typing import Any, TypeAlias

from bot.matches.ids import PlayerId
from bot.matches.models import LIVE, Match, Round
from tests.soak.ledger import Kept, Ledger

Picture: TypeAlias = dict[str, Any]


def stored_picture(match: Match, owed: list[str]) -> Picture:
    """From the database; `owed` are the kinds of its outbox entries, in order."""
    return {
        "phase": match.phase.value,
        "called off": match.called_off and match.called_off.value,
        "reminded": match.reminded and match.phase in LIVE,
        "rounds": [_stored_round(match, played) for played in match.rounds],
        "rows": [
            (played.number, row.source, tuple(row.code))
            for played in match.rounds
            for row in played.rows
        ],
        "agreed rounds": match.agreed_rounds,
        "winner": None if match.winner is None else _role(match, match.winner),
        "two more": {_role(match, player) for player in match.two_more},
        "rematch": {_role(match, player) for player in match.rematch},
        "successor": match.successor,
        "thread": match.thread,
        "owed": owed,
    }


def told_picture(ledger: Ledger, kept: Kept) -> Picture:
    """From the ledger."""
    model = kept.model
    return {
        "phase": model.phase,
        "called off": model.called_off,
        "reminded": model.reminded and kept.is_live,
        "rounds": [_told_round(played) for played in model.rounds],
        "rows": ledger.rows(kept),
        "agreed rounds": model.agreed,
        "winner": model.winner,
        "two more": model.wishes["two more"],
        "rematch": model.wishes["rematch"],
        "successor": kept.followed_by,
        "thread": kept.thread if model.thread else None,
        "owed": kept.told,
    }


def _stored_round(match: Match, played: Round) -> Picture:
    return {
        "maker": _role(match, played.codemaker),
        "end": played.outcome and played.outcome.value,
        "code": played.secret and list(played.secret.code),
        "void": played.voided and list(played.voided),
        "keys": [(row.feedback.black, row.feedback.white) for row in played.rows],
        "noted": played.unreadable_noted,
    }


def _told_round(played: dict[str, Any]) -> Picture:
    return {
        "maker": played["maker"],
        "end": played["end"],
        "code": played["code"],
        "void": played["void"],
        "keys": played["rows"],
        "noted": played["noted"],
    }


def _role(match: Match, player: PlayerId) -> int:
    return match.players.index(player)
