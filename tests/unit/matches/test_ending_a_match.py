"""The end of a match and what may follow it: what is stored and what is told, in detail."""

from dataclasses import replace
from datetime import datetime

import pytest

from bot.matches import commands
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import MatchId, PlayerId, ThreadId
from bot.matches.models import (
    CallOff,
    Ending,
    Event,
    EventKind,
    FirstCodemaker,
    Match,
    Outcome,
    Phase,
    Round,
    Terms,
)
from bot.matches.transitions import rematch
from tests.unit.matches.games import (
    ROBIN,
    START,
    WREN,
    after,
    breaking,
    challenged,
    finished,
    hide,
    hours,
    kinds,
    moved,
    played,
    refused,
    row,
    setting,
    solved_in,
    without_thread,
)

NEXT = MatchId("next")


def started_anew() -> Match:
    """A rematch, which has no challenge message."""
    return rematch(finished(), NEXT, START).match


@pytest.mark.parametrize(("first", "second", "winner"), [(5, 4, ROBIN), (3, 4, WREN), (6, 6, None)])
def test_the_greater_total_wins_and_equal_totals_are_a_draw(
    first: int, second: int, winner: PlayerId | None
) -> None:
    match = finished(first, second)
    assert (match.phase, match.ending, match.winner) == (Phase.FINISHED, Ending.COMPLETE, winner)
    assert match.left is None


def test_the_last_round_ends_the_match_and_the_challenge_shows_it() -> None:
    match = solved_in(setting(), 2)
    match = after(match, hide(match, "RBRG"))
    answer = moved(match, row(match, "RBRG", hours(30)))
    assert answer.match.ended_at == hours(30)
    assert answer.events[1:] == (
        Event(EventKind.MATCH_ENDED, round=2),
        Event(EventKind.CHALLENGE_CLOSED),
    )


def test_conceding_the_last_round_ends_the_match() -> None:
    match = solved_in(setting(), 2)
    match = after(match, hide(match, "RBRG"))
    answer = moved(match, commands.Concede(ROBIN, START))
    assert kinds(answer.events) == [EventKind.MATCH_ENDED, EventKind.CHALLENGE_CLOSED]
    assert answer.match.winner == WREN


@pytest.mark.parametrize("left", [ROBIN, WREN])
def test_a_forfeit_after_a_row_gives_the_match_to_the_other(left: PlayerId) -> None:
    answer = moved(played(breaking(), "RRBY"), commands.Forfeit(left, hours(9)))
    match = answer.match
    assert (match.phase, match.ending, match.left) == (Phase.FINISHED, Ending.FORFEIT, left)
    assert (match.winner, match.ended_at) == (match.other(left), hours(9))
    assert match.rounds[0].outcome is Outcome.ABANDONED
    assert answer.events == (
        Event(EventKind.MATCH_ENDED, round=1, player=left),
        Event(EventKind.CHALLENGE_CLOSED),
    )


@pytest.mark.parametrize("match", [setting(), breaking()], ids=["setting", "breaking"])
def test_a_forfeit_before_anything_was_played_cancels_the_match(match: Match) -> None:
    answer = moved(match, commands.Forfeit(WREN, hours(9)))
    assert (answer.match.phase, answer.match.ending) == (Phase.CANCELLED, None)
    assert (answer.match.left, answer.match.winner) == (WREN, None)
    assert (answer.match.ended_at, answer.match.called_off) == (hours(9), CallOff.LEFT)
    assert answer.events == (
        Event(EventKind.MATCH_CANCELLED, player=WREN, detail="left"),
        Event(EventKind.CHALLENGE_CLOSED),
    )


def test_a_forfeit_after_a_conceded_round_counts_though_no_row_was_played() -> None:
    match = after(breaking(), commands.Concede(WREN, START), commands.Forfeit(WREN, START))
    assert (match.phase, match.winner) == (Phase.FINISHED, ROBIN)
    assert [played.outcome for played in match.rounds] == [Outcome.CONCEDED, Outcome.ABANDONED]


IN_ROUND_TWO = solved_in(setting(), 2)


@pytest.mark.parametrize(
    ("match", "late"),
    [(IN_ROUND_TWO, WREN), (after(IN_ROUND_TWO, hide(IN_ROUND_TWO, "RBRG")), ROBIN)],
    ids=["the code was owed", "a row was owed"],
)
def test_the_one_who_lets_the_time_run_out_loses(match: Match, late: PlayerId) -> None:
    answer = moved(match, commands.EndInactive(hours(72)))
    assert (answer.match.phase, answer.match.ending) == (Phase.FINISHED, Ending.INACTIVITY)
    assert (answer.match.left, answer.match.winner) == (late, answer.match.other(late))
    assert answer.match.ended_at == hours(72)
    assert answer.events == (
        Event(EventKind.MATCH_ENDED, round=2, player=late),
        Event(EventKind.CHALLENGE_CLOSED),
    )


def test_time_run_out_in_the_first_round_cancels_the_match_even_after_rows() -> None:
    answer = moved(played(breaking(), "RRBY"), commands.EndInactive(hours(72)))
    assert (answer.match.phase, answer.match.left) == (Phase.CANCELLED, WREN)
    assert answer.match.called_off is CallOff.INACTIVITY
    assert answer.events == (
        Event(EventKind.MATCH_CANCELLED, player=WREN, detail="inactivity"),
        Event(EventKind.CHALLENGE_CLOSED),
    )


@pytest.mark.parametrize("match", [IN_ROUND_TWO, breaking()], ids=["second round", "first round"])
def test_where_nobody_could_play_nobody_loses(match: Match) -> None:
    lost = without_thread(match, hours(10))
    answer = moved(lost, commands.EndInactive(hours(82)))
    assert (answer.match.phase, answer.match.called_off) == (Phase.CANCELLED, CallOff.THREAD_GONE)
    assert (answer.match.left, answer.match.winner) == (None, None)
    assert answer.events == (
        Event(EventKind.MATCH_CANCELLED, detail="thread gone"),
        Event(EventKind.CHALLENGE_CLOSED),
    )


@pytest.mark.parametrize("why", CallOff)
@pytest.mark.parametrize("left", [None, WREN])
def test_a_running_match_is_called_off_from_outside_and_counts_for_nobody(
    why: CallOff, left: PlayerId | None
) -> None:
    match = after(IN_ROUND_TWO, hide(IN_ROUND_TWO, "RBRG"))
    answer = moved(match, commands.CallOffMatch(hours(9), why, left))
    over = answer.match
    assert (over.phase, over.called_off, over.left) == (Phase.CANCELLED, why, left)
    assert (over.ending, over.winner, over.ended_at) == (None, None, hours(9))
    assert answer.events == (
        Event(EventKind.MATCH_CANCELLED, player=left, detail=why.value),
        Event(EventKind.CHALLENGE_CLOSED),
    )


@pytest.mark.parametrize("at", [hours(1), hours(30)], ids=["waiting", "lapsed"])
def test_a_challenge_is_called_off_by_an_edit_alone(at: datetime) -> None:
    answer = moved(challenged(), commands.CallOffMatch(at, CallOff.ADMIN))
    assert answer.events == (Event(EventKind.CHALLENGE_CLOSED),)
    assert (answer.match.phase, answer.match.called_off) == (Phase.CANCELLED, CallOff.ADMIN)


HIDDEN = after(challenged(), hide(challenged(), "RBRG"))


@pytest.mark.parametrize(
    ("match", "command"),
    [
        (HIDDEN, commands.Decline(WREN, START)),
        (HIDDEN, commands.Cancel(ROBIN, START)),
        (HIDDEN, commands.Expire(hours(24))),
        (HIDDEN, commands.CallOffMatch(START, CallOff.ADMIN)),
        (breaking(), commands.Forfeit(ROBIN, START)),
        (played(breaking(), "RRBY"), commands.EndInactive(hours(72))),
        (breaking(), commands.CallOffMatch(START, CallOff.CHANNEL_GONE)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_code_of_a_match_that_was_called_off_is_gone(
    match: Match, command: commands.Command
) -> None:
    assert after(match, command).rounds[-1].secret is None


def test_the_codes_of_rounds_that_were_over_stay_shown() -> None:
    match = after(IN_ROUND_TWO, commands.CallOffMatch(START, CallOff.ADMIN))
    assert match.rounds[0] == IN_ROUND_TWO.rounds[0]


def test_the_time_of_a_turn_counts_from_the_last_move() -> None:
    match = played(breaking(), "RRBY", at=hours(10))
    assert refused(match, commands.EndInactive(hours(81.9))) == Refusal(Reason.MATCH_RUNNING)
    assert moved(match, commands.EndInactive(hours(82))).match.phase is Phase.CANCELLED


@pytest.mark.parametrize("end", ["complete", "forfeit", "cancelled"])
def test_a_match_without_a_challenge_message_edits_none(end: str) -> None:
    match = started_anew()
    match = solved_in(match, 1) if end != "cancelled" else match
    if end == "complete":
        match = after(match, hide(match, "RBRG"))
        events = moved(match, row(match, "RBRG")).events
    else:
        events = moved(match, commands.Forfeit(ROBIN, START)).events
    assert EventKind.CHALLENGE_CLOSED not in kinds(events)


def test_two_more_rounds_are_played_when_both_want_them() -> None:
    draw = finished(2, 2)
    offer = moved(draw, commands.OfferTwoMore(WREN, START))
    assert offer.events == (Event(EventKind.TWO_MORE_OFFERED, player=WREN),)
    assert offer.match.two_more == {WREN}
    again = refused(offer.match, commands.OfferTwoMore(WREN, START))
    assert again == Refusal(Reason.ALREADY_AGREED, player=ROBIN)
    agreed = moved(offer.match, commands.OfferTwoMore(ROBIN, hours(11)))
    assert agreed.events == (
        Event(EventKind.ROUNDS_ADDED, round=3),
        Event(EventKind.CODE_WANTED, round=3, player=ROBIN),
    )
    assert agreed.match == replace(
        draw,
        phase=Phase.SETTING,
        agreed_rounds=4,
        rounds=(*draw.rounds, Round(3, codemaker=ROBIN, codebreaker=WREN)),
        turn_since=hours(11),
        ending=None,
        ended_at=None,
    )


def test_two_more_rounds_can_end_in_a_draw_again_and_go_on() -> None:
    match = finished(2, 2)
    for _ in range(2):
        match = after(
            match, commands.OfferTwoMore(ROBIN, START), commands.OfferTwoMore(WREN, START)
        )
        match = solved_in(solved_in(match, 3), 3)
        assert (match.ending, match.winner) == (Ending.COMPLETE, None)
    assert [played.codemaker for played in match.rounds] == [ROBIN, WREN] * 3


def test_an_offered_rematch_is_forgotten_when_two_more_rounds_are_played() -> None:
    match = after(
        finished(2, 2),
        commands.OfferRematch(ROBIN, START, NEXT),
        commands.OfferTwoMore(ROBIN, START),
        commands.OfferTwoMore(WREN, START),
    )
    assert (match.rematch, match.two_more) == (frozenset(), frozenset())


def test_a_forfeited_match_is_no_draw() -> None:
    match = after(played(breaking(), "RRBY"), commands.Forfeit(WREN, START))
    assert refused(match, commands.OfferTwoMore(WREN, START)) == Refusal(Reason.NOT_A_DRAW)


def test_both_must_want_the_rematch() -> None:
    offer = moved(finished(), commands.OfferRematch(WREN, START, MatchId("unused")))
    assert offer.events == (Event(EventKind.REMATCH_OFFERED, player=WREN),)
    assert offer.match.rematch == {WREN}
    assert offer.match.successor is None
    again = refused(offer.match, commands.OfferRematch(WREN, START, NEXT))
    assert again == Refusal(Reason.ALREADY_AGREED, player=ROBIN)
    agreed = moved(offer.match, commands.OfferRematch(ROBIN, START, NEXT))
    assert agreed.events == ()
    assert agreed.match.successor == NEXT
    assert agreed.match.phase is Phase.FINISHED


def test_what_follows_a_match_that_a_rematch_followed_is_wished_for_anew() -> None:
    match = after(
        finished(2, 2),
        commands.OfferTwoMore(WREN, START),
        commands.OfferRematch(ROBIN, START, NEXT),
        commands.OfferRematch(WREN, START, NEXT),
    )
    assert (match.rematch, match.two_more, match.successor) == (frozenset(), frozenset(), NEXT)
    more = moved(match, commands.OfferTwoMore(ROBIN, START))
    assert more.events == (Event(EventKind.TWO_MORE_OFFERED, player=ROBIN),)
    another = MatchId("another")
    offer = moved(match, commands.OfferRematch(ROBIN, START, another))
    assert offer.events == (Event(EventKind.REMATCH_OFFERED, player=ROBIN),)
    assert offer.match.successor == NEXT
    assert after(offer.match, commands.OfferRematch(WREN, START, another)).successor == another


@pytest.mark.parametrize(
    ("first", "codemaker", "now_first"),
    [
        (FirstCodemaker.ME, WREN, FirstCodemaker.OPPONENT),
        (FirstCodemaker.OPPONENT, ROBIN, FirstCodemaker.ME),
        (FirstCodemaker.RANDOM, WREN, FirstCodemaker.OPPONENT),
    ],
)
def test_the_other_one_begins_the_rematch_on_the_same_terms(
    first: FirstCodemaker, codemaker: PlayerId, now_first: FirstCodemaker
) -> None:
    terms = Terms(rounds=4, first=first)
    old = after(played(breaking(terms), "RRBY"), commands.Forfeit(WREN, START))
    answer = rematch(old, NEXT, hours(40))
    new = answer.match
    assert answer.events == (
        Event(EventKind.REMATCH_STARTED, round=1),
        Event(EventKind.CODE_WANTED, round=1, player=codemaker),
    )
    assert new.terms == replace(terms, first=now_first)
    assert new.rounds == (Round(1, codemaker, codebreaker=new.other(codemaker)),)
    assert (new.id, new.version, new.phase) == (NEXT, 0, Phase.SETTING)
    assert (new.created_at, new.turn_since) == (hours(40), hours(40))


def test_a_rematch_stays_in_the_thread_and_forgets_the_old_game() -> None:
    old = after(
        finished(2, 2), commands.OfferTwoMore(ROBIN, START), commands.OfferTwoMore(WREN, START)
    )
    old = after(played(after(old, hide(old, "RBRG")), "YYYY"), commands.Forfeit(WREN, START))
    new = rematch(old, NEXT, hours(40)).match
    assert (new.guild, new.channel, new.thread) == (old.guild, old.channel, old.thread)
    assert new.thread == ThreadId(7001)
    assert new.players == old.players
    assert new.message is None
    assert new.agreed_rounds == 2
    assert (new.ending, new.winner, new.left, new.ended_at) == (None, None, None, None)
