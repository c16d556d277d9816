"""The steps that several commands share."""

from dataclasses import replace
from datetime import datetime

from bot.matches.commands import Moved
from bot.matches.models import Event, EventKind, Match, Phase, Round, Secret


def with_round(match: Match, current: Round) -> Match:
    """The match with its last round replaced."""
    return replace(match, rounds=(*match.rounds[:-1], current))


def without_secret(match: Match) -> Match:
    """The match with no code in its last round: nobody is to be shown it any more."""
    if not match.rounds or match.rounds[-1].secret is None:
        return match
    return with_round(match, replace(match.rounds[-1], secret=None))


def with_next_round(match: Match) -> Match:
    """The match with one more round, roles swapped."""
    last = match.rounds[-1]
    following = Round(last.number + 1, codemaker=last.codebreaker, codebreaker=last.codemaker)
    return replace(match, rounds=(*match.rounds, following))


def to_turn(match: Match, at: datetime) -> Match:
    """The match with a turn that begins now, for whoever is to move."""
    return replace(match, turn_since=at, reminded=False)


def ask_for_code(match: Match, at: datetime, *before: Event) -> Moved:
    """The last round's codemaker is to move."""
    current = match.rounds[-1]
    wanted = Event(EventKind.CODE_WANTED, round=current.number, player=current.codemaker)
    return Moved(replace(to_turn(match, at), phase=Phase.SETTING), (*before, wanted))


def hidden_by_bot(moved: Moved, secret: Secret, at: datetime) -> Moved:
    """The bot hides the code that the move asks it for; nobody has to ask it."""
    told = (event for event in moved.events if event.kind is not EventKind.CODE_WANTED)
    return ask_for_row(moved.match, secret, at, *told)


def ask_for_row(match: Match, secret: Secret, at: datetime, *before: Event) -> Moved:
    """The last round's code is set, so its codebreaker is to move."""
    current = replace(match.rounds[-1], secret=secret)
    ready = replace(to_turn(with_round(match, current), at), phase=Phase.BREAKING)
    code_set = Event(EventKind.CODE_SET, round=current.number, detail=secret.commitment)
    return Moved(ready, (*before, code_set))
