"""The end of a round and of a match, and what may follow it."""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from bot.matches.checks import only_finished, only_known, only_live, only_players
from bot.matches.commands import (
    CallOffMatch,
    EndCommand,
    EndInactive,
    Forfeit,
    Moved,
    OfferRematch,
    OfferTwoMore,
)
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import PlayerId
from bot.matches.models import CallOff, Ending, Event, EventKind, Kind, Match, Outcome, Phase
from bot.matches.steps import ask_for_code, with_next_round, with_round, without_secret
from bot.matches.totals import verdict_of


def end(match: Match, command: EndCommand) -> Moved | Refusal:
    """Leaving a match, and going on after its end."""
    match command:
        case Forfeit():
            return _forfeit(match, command)
        case EndInactive():
            return _end_inactive(match, command)
        case CallOffMatch():
            return _call_off_from_outside(match, command)
        case OfferTwoMore():
            return _offer_two_more(match, command)
        case OfferRematch():
            return _offer_rematch(match, command)
        case _:
            assert_never(command)


def end_round(match: Match, at: datetime, *before: Event) -> Moved:
    """The last round has its outcome: the next one starts, or the match is complete."""
    number = match.rounds[-1].number
    if number < match.agreed_rounds:
        ended = Event(EventKind.ROUND_ENDED, round=number)
        return ask_for_code(with_next_round(match), at, *before, ended)
    complete = replace(
        match,
        phase=Phase.FINISHED,
        ending=Ending.COMPLETE,
        # Who plays alone can only lose to themselves.
        winner=None if match.terms.is_alone else verdict_of(match).winner,
        ended_at=at,
    )
    ended = Event(EventKind.MATCH_ENDED, round=number)
    return Moved(complete, (*before, ended, *_challenge_closed(match)))


def _forfeit(match: Match, command: Forfeit) -> Moved | Refusal:
    refusal = only_players(match, command.player) or only_live(match)
    if refusal:
        return refusal
    # After a row was scored, giving up on purpose is a loss even in the first round. A daily was
    # seen, and there is no other that day.
    if _any_round_over(match) or match.rounds[0].rows or match.terms.kind is Kind.DAILY:
        return _abandon(match, command.player, Ending.FORFEIT, command.at)
    return _call_off(match, CallOff.LEFT, command.player, command.at)


def _end_inactive(match: Match, command: EndInactive) -> Moved | Refusal:
    if refusal := only_live(match):
        return refusal
    if command.at < match.due_at:
        return Refusal(Reason.MATCH_RUNNING)
    if match.thread is None and not match.terms.in_panel:  # where nobody could play nobody loses
        return _call_off(match, CallOff.THREAD_GONE, None, command.at)
    # Who is alone leaves nobody in the lurch, but a code that does not give way is no draw.
    if _any_round_over(match) or (match.terms.is_alone and match.rounds[0].rows):
        return _abandon(match, match.to_move, Ending.INACTIVITY, command.at)
    return _call_off(match, CallOff.INACTIVITY, match.to_move, command.at)


def _call_off_from_outside(match: Match, command: CallOffMatch) -> Moved | Refusal:
    if match.phase is Phase.CHALLENGED:
        cancelled = _cancelled(match, command.why, command.left, command.at)
        return Moved(cancelled, (Event(EventKind.CHALLENGE_CLOSED),))
    return only_live(match) or _call_off(match, command.why, command.left, command.at)


def _any_round_over(match: Match) -> bool:
    return any(played.outcome is not None for played in match.rounds)


def _abandon(match: Match, left: PlayerId, ending: Ending, at: datetime) -> Moved:
    current = replace(match.rounds[-1], outcome=Outcome.ABANDONED)
    finished = replace(
        with_round(match, current),
        phase=Phase.FINISHED,
        ending=ending,
        winner=None if match.terms.is_alone else match.other(left),
        left=left,
        ended_at=at,
    )
    ended = Event(EventKind.MATCH_ENDED, round=current.number, player=left)
    return Moved(finished, (ended, *_challenge_closed(match)))


def _call_off(match: Match, why: CallOff, left: PlayerId | None, at: datetime) -> Moved:
    told = Event(EventKind.MATCH_CANCELLED, player=left, detail=why.value)
    return Moved(_cancelled(match, why, left, at), (told, *_challenge_closed(match)))


def _cancelled(match: Match, why: CallOff, left: PlayerId | None, at: datetime) -> Match:
    """The match as over, and its running code, which nobody is to see, as gone."""
    return replace(
        without_secret(match), phase=Phase.CANCELLED, called_off=why, left=left, ended_at=at
    )


def _challenge_closed(match: Match) -> tuple[Event, ...]:
    # A rematch has no challenge message to show its result on.
    return () if match.message is None else (Event(EventKind.CHALLENGE_CLOSED),)


def _offer_two_more(match: Match, command: OfferTwoMore) -> Moved | Refusal:
    refusal = (
        only_players(match, command.player)
        or only_finished(match)
        or only_known(match)
        or _only_draw(match)
        or _only_first_wish(match, command.player, match.two_more)
    )
    if refusal:
        return refusal
    if not match.two_more and match.bot is None:  # the bot is always in for more
        offered = Event(EventKind.TWO_MORE_OFFERED, player=command.player)
        return Moved(replace(match, two_more=frozenset({command.player})), (offered,))
    return _add_two_rounds(match, command.at)


def _add_two_rounds(match: Match, at: datetime) -> Moved:
    reopened = replace(
        with_next_round(match),
        agreed_rounds=match.agreed_rounds + 2,
        ending=None,
        ended_at=None,
        two_more=frozenset(),
        rematch=frozenset(),
    )
    return ask_for_code(
        reopened, at, Event(EventKind.ROUNDS_ADDED, round=reopened.rounds[-1].number)
    )


def _offer_rematch(match: Match, command: OfferRematch) -> Moved | Refusal:
    refusal = (
        only_players(match, command.player)
        or only_finished(match)
        or only_known(match)
        or (Refusal(Reason.MATCH_OVER) if match.terms.kind is Kind.DAILY else None)
        or _only_first_wish(match, command.player, match.rematch)
    )
    if refusal:
        return refusal
    if not match.rematch and match.bot is None:
        offered = Event(EventKind.REMATCH_OFFERED, player=command.player)
        return Moved(replace(match, rematch=frozenset({command.player})), (offered,))
    # Once the rematch is over as well, another one may follow, and is wished for anew.
    begun = replace(match, rematch=frozenset(), two_more=frozenset())
    return Moved(replace(begun, successor=command.successor))


def _only_draw(match: Match) -> Refusal | None:
    drawn = match.winner is None and not match.terms.is_alone
    return None if drawn else Refusal(Reason.NOT_A_DRAW)


def _only_first_wish(match: Match, player: PlayerId, wished: frozenset[PlayerId]) -> Refusal | None:
    if player not in wished:
        return None
    return Refusal(Reason.ALREADY_AGREED, player=match.other(player))
