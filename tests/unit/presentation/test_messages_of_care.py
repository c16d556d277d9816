"""What is told where nobody played: reminders, lost threads, and matches that were called off."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine import Rules
from bot.matches.ids import PlayerId
from bot.matches.models import CallOff, Event, EventKind, Limits, Phase, Terms
from bot.matches.view import MatchView
from bot.presentation.i18n import Language
from bot.presentation.messages import announce
from bot.presentation.scene import Action, Message
from tests.unit.presentation.samples import (
    ROBIN,
    SECRET,
    WREN,
    a_match,
    a_round,
    scene,
    seen,
)

HIDE = [Action.SET_CODE, Action.RANDOM_CODE]
TERMS = Terms(Rules(rows=12))
LIMITS = Limits(turn=timedelta(hours=30))
OWES_CODE = seen(replace(a_match(a_round(1, code=None), phase=Phase.SETTING), limits=LIMITS))
PLAYING = seen(replace(a_match(a_round(1, [SECRET, SECRET]), terms=TERMS), limits=LIMITS))
DUE = "<t:1777744800:f> (<t:1777744800:R>)"
"""Thirty hours after the turn began."""


def told(event: Event, view: MatchView, language: Language = Language.EN) -> Message:
    return announce(event, view, scene(language))


def actions(message: Message) -> list[Action]:
    return [button.action for button in message.buttons]


def mentioned(message: Message) -> set[PlayerId]:
    """Whom a message would ping if its pings allowed it."""
    return {PlayerId(int(found)) for found in re.findall(r"<@(\d+)>", message.content)}


# Reminders


def test_a_codemaker_is_reminded_of_the_code_that_is_owed() -> None:
    message = told(Event(EventKind.REMINDED, round=1, player=ROBIN), OWES_CODE)
    assert message.content == (
        f"<@{ROBIN}>, it is your move: hide the code of round 1.\n"
        f"There is time until {DUE}; after that the match ends."
    )
    assert message.pings == (ROBIN,)
    assert actions(message) == HIDE


def test_a_codebreaker_is_reminded_of_the_row_that_is_to_be_played() -> None:
    message = told(Event(EventKind.REMINDED, round=1, player=WREN), PLAYING)
    assert message.content == (
        f"<@{WREN}>, it is your move: row 3 of 12 in round 1.\n"
        f"There is time until {DUE}; after that the match ends."
    )
    assert message.pings == (WREN,)
    assert actions(message) == [Action.GUESS, Action.BOARD]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(("player", "view"), [(ROBIN, OWES_CODE), (WREN, PLAYING)])
def test_a_reminder_mentions_nobody_but_the_one_whose_move_it_is(
    player: PlayerId, view: MatchView, language: Language
) -> None:
    message = told(Event(EventKind.REMINDED, round=1, player=player), view, language)
    assert mentioned(message) == set(message.pings) == {player}
    assert DUE in message.content


def test_a_reminder_without_its_player_is_a_fault_of_the_event() -> None:
    with pytest.raises(ValueError, match="reminded"):
        told(Event(EventKind.REMINDED, round=1), PLAYING)


# Threads


@pytest.mark.parametrize("language", list(Language))
def test_a_lost_thread_is_told_to_both_by_name_and_pings_nobody(language: Language) -> None:
    message = told(Event(EventKind.THREAD_LOST, round=1), PLAYING, language)
    assert message.pings == ()
    assert mentioned(message) == set()
    for part in ("**Robin**", "**Wren**", DUE, f"**{message.buttons[0].label}**"):
        assert part in message.content
    assert actions(message) == [Action.REOPEN]


def test_a_lost_thread_says_what_can_be_done_and_until_when() -> None:
    content = told(Event(EventKind.THREAD_LOST, round=1), PLAYING).content
    assert content.startswith("**Robin** and **Wren**, I cannot write in the thread of your match")
    assert content.endswith(
        f"press **Open a new thread** by {DUE} to go on; otherwise the match is cancelled."
    )


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("view", [OWES_CODE, PLAYING], ids=["before the code", "after it"])
def test_a_new_thread_names_both_players_which_adds_them(
    view: MatchView, language: Language
) -> None:
    message = told(Event(EventKind.THREAD_REOPENED, round=1, player=WREN), view, language)
    assert mentioned(message) == set(message.pings) == {ROBIN, WREN}
    assert message.pings == (ROBIN, WREN)
    regained = told(Event(EventKind.THREAD_REGAINED, round=1), view, language)
    assert regained.content == message.content
    assert regained.pings == ()


def test_a_new_thread_asks_for_the_code_that_is_owed() -> None:
    message = told(Event(EventKind.THREAD_REOPENED, round=1, player=WREN), OWES_CODE)
    assert message.content == (
        f"Here <@{ROBIN}> and <@{WREN}> go on with their match. "
        "**Board** shows the rows so far.\n"
        f"<@{ROBIN}>, it is your move: hide the code of round 1."
    )
    assert actions(message) == [*HIDE, Action.BOARD]


def test_a_new_thread_says_which_row_comes_next() -> None:
    message = told(Event(EventKind.THREAD_REOPENED, round=1, player=ROBIN), PLAYING)
    assert message.content.endswith(f"<@{WREN}>, it is your move: row 3 of 12 in round 1.")
    assert actions(message) == [Action.GUESS, Action.BOARD]


# Matches that were called off

SENTENCES = {
    CallOff.LEFT: "**Wren** left before a round was finished, so the match is cancelled and does "
    "not count.",
    CallOff.INACTIVITY: "**Wren** ran out of time before a round was finished, so the match is "
    "cancelled and does not count.",
    CallOff.ADMIN: "An admin of this server ended the match. It does not count.",
    CallOff.ERASED: "**Wren** had all their data removed, so the match is cancelled and does not "
    "count.",
    CallOff.THREAD_GONE: "The match lost its thread, so it is cancelled and does not count.",
    CallOff.CHANNEL_GONE: "The match lost its thread, so it is cancelled and does not count.",
}
CALLED_OFF = seen(a_match(a_round(1, code=None), phase=Phase.CANCELLED))


def called_off(why: CallOff, language: Language = Language.EN) -> Message:
    event = Event(EventKind.MATCH_CANCELLED, player=WREN, detail=why.value)
    return told(event, CALLED_OFF, language)


@pytest.mark.parametrize("why", CallOff)
def test_a_match_that_was_called_off_says_why_and_that_it_does_not_count(why: CallOff) -> None:
    message = called_off(why)
    assert message.content == SENTENCES[why]
    assert message.pings == ()
    assert actions(message) == [Action.RULES]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("why", CallOff)
def test_only_who_called_a_match_off_oneself_is_named(why: CallOff, language: Language) -> None:
    own_doing = why in {CallOff.LEFT, CallOff.INACTIVITY, CallOff.ERASED}
    assert ("**Wren**" in called_off(why, language).content) == own_doing


def test_a_match_that_nobody_left_is_told_of_without_a_name() -> None:
    event = Event(EventKind.MATCH_CANCELLED, detail=CallOff.THREAD_GONE.value)
    assert told(event, CALLED_OFF).content == SENTENCES[CallOff.THREAD_GONE]


def test_what_was_owed_before_there_were_reasons_is_told_as_a_leaving() -> None:
    event = Event(EventKind.MATCH_CANCELLED, player=WREN)
    assert told(event, CALLED_OFF).content == SENTENCES[CallOff.LEFT]


def test_somebody_whose_data_was_removed_is_named_no_more() -> None:
    gone = PlayerId(-5)
    view = seen(replace(a_match(phase=Phase.CANCELLED), opponent=gone), names={})
    event = Event(EventKind.MATCH_CANCELLED, player=gone, detail=CallOff.ERASED.value)
    message = told(event, view)
    assert "-5" not in message.content
    assert message.content.endswith(
        "had all their data removed, so the match is cancelled and does not count."
    )
