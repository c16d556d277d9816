"""Reminders, the thread that is lost and opened anew, and how long a match waits for people."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.matches import commands
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import MatchId, PlayerId, ThreadId
from bot.matches.models import Event, EventKind, Limits, Match, Phase, Terms
from bot.matches.transitions import Moved, rematch
from tests.unit.matches.games import (
    MESSAGE,
    ROBIN,
    START,
    TEAL,
    WREN,
    accept,
    after,
    breaking,
    challenged,
    finished,
    hide,
    hours,
    moved,
    played,
    refused,
    row,
    setting,
    without_thread,
)

TOO_EARLY = Refusal(Reason.MATCH_RUNNING)
MOMENT = timedelta(microseconds=1)
SHORT = Limits(turn=timedelta(hours=2), reminder=timedelta(hours=1))
PRIVATE = Terms(private=True)
THREAD = ThreadId(MESSAGE)


def remind(at: datetime, *, silent: bool = False) -> commands.Remind:
    return commands.Remind(at, silent)


@pytest.mark.parametrize(
    ("match", "player"), [(setting(), ROBIN), (breaking(), WREN)], ids=["setting", "breaking"]
)
def test_the_one_whose_move_it_is_is_reminded_of_it(match: Match, player: PlayerId) -> None:
    assert refused(match, remind(hours(24) - MOMENT)) == TOO_EARLY
    answer = moved(match, remind(hours(24)))
    assert answer.events == (Event(EventKind.REMINDED, round=1, player=player),)
    assert answer.match == replace(match, reminded=True)


def test_nobody_is_told_of_a_silent_reminder_and_no_other_follows_it() -> None:
    answer = moved(setting(), remind(hours(24), silent=True))
    assert answer == Moved(replace(setting(), reminded=True))
    assert refused(answer.match, remind(hours(60))) == TOO_EARLY


def test_a_turn_has_one_reminder_and_the_next_turn_another() -> None:
    match = after(breaking(), remind(hours(24)))
    assert refused(match, remind(hours(71))) == TOO_EARLY
    match = after(match, row(match, "YYYY", hours(30)))
    assert not match.reminded
    assert refused(match, remind(hours(54) - MOMENT)) == TOO_EARLY
    assert moved(match, remind(hours(54))).events[0].player == WREN


def test_nobody_is_reminded_where_the_server_wants_no_reminders() -> None:
    match = replace(setting(), limits=Limits(reminder=None))
    assert refused(match, remind(hours(72))) == TOO_EARLY
    assert match.next_deadline == hours(72)


@pytest.mark.parametrize(
    ("match", "deadline"),
    [
        (challenged(), hours(24)),
        (setting(), hours(24)),
        (after(setting(), remind(hours(24))), hours(72)),
        (setting(PRIVATE), hours(72)),
        (without_thread(setting(), hours(5)), hours(77)),
        (replace(setting(), limits=SHORT), hours(1)),
        (replace(setting(), limits=SHORT, reminded=True), hours(2)),
        (replace(setting(), limits=Limits(timedelta(hours=1), timedelta(hours=9))), hours(1)),
        (finished(), None),
        (after(challenged(), commands.Decline(WREN, START)), None),
        (after(setting(), commands.Forfeit(WREN, START)), None),
    ],
    ids=[
        "a challenge lapses",
        "a move is waited for",
        "reminded already",
        "the thread is not open yet",
        "the thread is lost",
        "the server's own reminder",
        "the server's own limit",
        "a reminder after the end",
        "finished",
        "declined",
        "called off",
    ],
)
def test_time_does_something_next_at(match: Match, deadline: datetime | None) -> None:
    assert match.next_deadline == deadline


def test_a_turn_is_as_long_as_its_match_says_and_so_is_its_rematchs() -> None:
    match = replace(setting(), limits=SHORT)
    assert refused(match, commands.EndInactive(hours(2) - MOMENT)) == TOO_EARLY
    assert moved(match, commands.EndInactive(hours(2))).match.phase is Phase.CANCELLED
    old = replace(finished(), limits=SHORT)
    assert rematch(old, MatchId("next"), START).match.limits == SHORT


def test_losing_the_thread_is_told_and_gives_time_to_open_another() -> None:
    match = after(setting(), remind(hours(24)))
    answer = moved(match, commands.LoseThread(hours(60), THREAD))
    assert answer.events == (Event(EventKind.THREAD_LOST, round=1),)
    lost = replace(match, thread=None, lost_thread=THREAD)
    assert answer.match == replace(lost, turn_since=hours(60), reminded=False)


def test_a_thread_that_is_lost_twice_is_told_once() -> None:
    match = without_thread(setting())
    assert moved(match, commands.LoseThread(hours(1), THREAD)) == Moved(match)


def test_the_loss_of_a_thread_that_another_took_the_place_of_changes_nothing() -> None:
    match = after(
        without_thread(setting()),
        commands.Reopen(WREN, hours(1)),
        commands.RecordThread(ThreadId(9)),
    )
    assert moved(match, commands.LoseThread(hours(2), THREAD)) == Moved(match)
    assert moved(match, commands.LoseThread(hours(2), ThreadId(9))).match.thread is None


@pytest.mark.parametrize("match", [setting(PRIVATE), without_thread(setting())])
def test_each_thread_that_cannot_be_opened_is_told_of(match: Match) -> None:
    answer = moved(match, commands.LoseThread(hours(3), None))
    assert answer.events == (Event(EventKind.THREAD_LOST, round=1),)
    assert answer.match.turn_since == hours(3)


@pytest.mark.parametrize("match", [challenged(), finished()], ids=["challenge", "finished"])
def test_a_match_that_is_not_running_loses_no_thread(match: Match) -> None:
    assert moved(match, commands.LoseThread(hours(1), match.thread)) == Moved(match)


def test_the_lost_thread_comes_back_and_a_turn_begins() -> None:
    match = after(setting(), remind(hours(24)))
    answer = moved(without_thread(match, hours(60)), commands.RegainThread(hours(61), THREAD))
    assert answer.events == (Event(EventKind.THREAD_REGAINED, round=1),)
    assert answer.match == replace(match, turn_since=hours(61), reminded=False)
    assert answer.match.next_deadline == hours(85)


def test_a_thread_that_comes_back_twice_is_told_once() -> None:
    match = after(without_thread(setting()), commands.RegainThread(hours(1), THREAD))
    assert moved(match, commands.RegainThread(hours(2), THREAD)) == Moved(match)


def test_a_thread_that_is_lost_again_comes_back_again() -> None:
    match = without_thread(setting())
    match = without_thread(after(match, commands.RegainThread(hours(1), THREAD)), hours(2))
    assert moved(match, commands.RegainThread(hours(3), THREAD)).match.thread == THREAD


def test_a_thread_that_the_match_never_had_does_not_come_back_to_it() -> None:
    for match in (without_thread(setting()), setting(PRIVATE)):
        assert moved(match, commands.RegainThread(hours(1), ThreadId(9))) == Moved(match)


def test_the_old_thread_does_not_come_back_once_there_was_a_new_one() -> None:
    opened = after(without_thread(setting()), commands.RecordThread(ThreadId(9)))
    for match in (opened, without_thread(opened)):
        assert moved(match, commands.RegainThread(hours(1), THREAD)) == Moved(match)
    back = moved(without_thread(opened), commands.RegainThread(hours(1), ThreadId(9)))
    assert back.match.thread == ThreadId(9)


def test_the_old_thread_comes_back_although_a_new_one_could_not_be_opened() -> None:
    match = after(
        without_thread(setting()),
        commands.Reopen(WREN, hours(1)),
        commands.LoseThread(hours(2), None),
    )
    assert moved(match, commands.RegainThread(hours(3), THREAD)).match.thread == THREAD


def test_a_thread_comes_back_to_running_matches_alone() -> None:
    match = after(without_thread(setting()), commands.Forfeit(WREN, hours(1)))
    assert moved(match, commands.RegainThread(hours(2), THREAD)) == Moved(match)


def test_a_rematch_gets_the_thread_that_the_match_before_lost() -> None:
    lost = after(without_thread(played(breaking(), "RRBY")), commands.Forfeit(WREN, hours(1)))
    match = rematch(lost, MatchId("next"), hours(2)).match
    assert moved(match, commands.RegainThread(hours(3), THREAD)).match.thread == THREAD


@pytest.mark.parametrize("player", [ROBIN, WREN])
def test_either_player_opens_a_new_thread_whoever_is_to_move(player: PlayerId) -> None:
    match = without_thread(played(breaking(), "RRBY"), hours(1))
    answer = moved(match, commands.Reopen(player, hours(9)))
    assert answer.events == (Event(EventKind.THREAD_REOPENED, round=1, player=player),)
    assert answer.match == replace(match, turn_since=hours(9))


def test_a_stranger_opens_no_thread_and_there_is_one_at_a_time() -> None:
    reopen = commands.Reopen(TEAL, START)
    assert refused(without_thread(setting()), reopen) == Refusal(Reason.ONLY_PLAYERS)
    again = commands.Reopen(ROBIN, START)
    assert refused(setting(), again) == Refusal(Reason.THREAD_OPEN)


def test_a_match_goes_on_by_other_ways_while_it_has_no_thread() -> None:
    match = without_thread(setting())
    match = after(match, hide(match, "RBRG", hours(1)))
    assert (match.phase, match.thread, match.turn_since) == (Phase.BREAKING, None, hours(1))


def test_accepting_begins_a_turn_that_nobody_was_reminded_of() -> None:
    match = after(replace(challenged(), reminded=True), accept(hours(5)))
    assert not match.reminded
    assert match.next_deadline == hours(29)
