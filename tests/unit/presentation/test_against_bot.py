"""What is told where the bot plays: it is named, never pinged, and asked for nothing."""

import re
from dataclasses import replace

import pytest

from bot.engine.levels import Level
from bot.matches.models import Event, EventKind, FirstCodemaker, Kind, Match, Phase, Terms
from bot.presentation.i18n import Language
from bot.presentation.messages import announce
from bot.presentation.scene import Action, Message
from tests.unit.presentation.samples import (
    LINES,
    NAMES,
    ROBIN,
    SECRET,
    WREN,
    a_match,
    a_round,
    scene,
    seen,
    solved_in,
)

BOT = WREN
"""In these matches Wren is the bot, who cracks the codes of odd rounds."""
TERMS = Terms(kind=Kind.BOT, level=Level.STRONG, hints=True)
PLAY, HIDE = [Action.GUESS, Action.BOARD], [Action.SET_CODE, Action.RANDOM_CODE]
NAMED = {**NAMES, BOT: "Mastermind"}
BREAKING = a_match(a_round(1, [SECRET]), terms=TERMS)
"""The bot is to play."""
SETTING = a_match(a_round(1, code=None), phase=Phase.SETTING, terms=TERMS)
"""Robin is to hide the first code."""
SWAPPED = a_match(solved_in(5, 1), a_round(2, [SECRET]), terms=TERMS)
"""Robin is to crack the bot's code."""
FINISHED = replace(
    a_match(solved_in(5, 1), solved_in(7, 2), phase=Phase.FINISHED, terms=TERMS), winner=BOT
)


def told(event: Event, match: Match, language: Language = Language.EN) -> Message:
    return announce(event, seen(match, names=NAMED), scene(language), {ROBIN: LINES[ROBIN]})


def actions(message: Message) -> list[Action]:
    return [button.action for button in message.buttons]


def test_a_challenge_asks_nobody_and_says_level_and_hints() -> None:
    message = told(Event(EventKind.CHALLENGED, player=BOT), SETTING)
    first, terms = message.content.split("\n")
    assert first == "**Robin** plays a match of Mastermind against **Mastermind**."
    assert terms.endswith(" · level: Strong · with hints")
    assert message.pings == ()
    assert actions(message) == [Action.RULES]


@pytest.mark.parametrize(
    ("level", "name"),
    [
        (Level.EASY, "Easy"),
        (Level.FAIR, "Fair"),
        (Level.STRONG, "Strong"),
        (Level.PERFECT, "Perfect"),
    ],
)
def test_each_level_is_named(level: Level, name: str) -> None:
    match = replace(SETTING, terms=replace(TERMS, level=level))
    assert f"level: {name} · " in told(Event(EventKind.CHALLENGED), match).content


def test_the_first_message_adds_the_person_alone_and_asks_for_the_code() -> None:
    message = told(Event(EventKind.ACCEPTED, round=1), SETTING)
    assert f"<@{ROBIN}> hides the first code, **Mastermind** cracks it." in message.content
    assert f"<@{ROBIN}>, press **Set the code**" in message.content
    assert message.pings == (ROBIN,)
    assert actions(message) == HIDE


def test_a_code_that_the_bot_is_to_crack_pings_nobody_and_asks_for_no_row() -> None:
    message = told(Event(EventKind.CODE_SET, round=1, detail="c0ffee"), BREAKING)
    assert message.content == (
        "The code of round 1 is hidden. **Mastermind** has 10 rows to find it.\n"
        "-# Fingerprint of the code, for checking at the end that it stayed the same: `c0ffee`"
    )
    assert message.pings == ()
    assert actions(message) == [Action.BOARD]


def test_a_code_of_the_bots_is_told_to_the_person_as_any_other() -> None:
    message = told(Event(EventKind.CODE_SET, round=2, detail="c0ffee"), SWAPPED)
    assert message.content.startswith(f"<@{ROBIN}>, the code of round 2 is hidden.")
    assert message.pings == (ROBIN,)
    assert actions(message) == PLAY


def test_under_rows_of_the_bot_there_is_nothing_to_guess() -> None:
    row = Event(EventKind.ROW_SCORED, round=1, row=1)
    assert actions(told(row, BREAKING)) == [Action.BOARD]
    assert actions(told(replace(row, round=2), SWAPPED)) == PLAY
    changed = Event(EventKind.CODE_REPLACED, round=1, detail="c0ffee deadbeef")
    assert actions(told(changed, BREAKING)) == [Action.BOARD]


def test_where_the_bot_hides_the_next_code_a_round_end_asks_for_none() -> None:
    message = told(Event(EventKind.ROUND_ENDED, round=1), SWAPPED)
    lines = message.content.split("\n")
    assert lines[0] == "Round 1 is over: **Mastermind** cracked the code in 5 rows."
    assert "you hide the next code" not in message.content
    assert message.pings == ()
    assert actions(message) == [Action.BOARD, Action.ANALYSIS]


def test_where_the_person_hides_the_next_code_a_round_end_asks_for_it() -> None:
    rounds = solved_in(5, 1), solved_in(7, 2), a_round(3, code=None)
    match = a_match(*rounds, phase=Phase.SETTING, terms=TERMS)
    message = told(Event(EventKind.ROUND_ENDED, round=2), match)
    assert f"<@{ROBIN}>, you hide the next code." in message.content
    assert message.pings == (ROBIN,)
    assert actions(message)[:2] == HIDE


def test_a_match_end_tells_the_board_of_its_own_and_that_there_were_hints() -> None:
    message = told(Event(EventKind.MATCH_ENDED, round=2), FINISHED)
    assert message.content.split("\n")[2:6] == [
        "**Mastermind** wins the match. Final totals: **Robin** 5, **Mastermind** 7",
        "It was played with hints.",
        "On the leaderboard of matches against the bot:",
        "#1 **Robin** · 40 points · 2 wins, 1 draw, 1 loss",
    ]
    assert actions(message)[0] is Action.REMATCH


def test_a_result_says_that_there_were_hints_but_of_a_private_match_only_who_played() -> None:
    closed = Event(EventKind.CHALLENGE_CLOSED)
    assert " It was played with hints." in told(closed, FINISHED).content
    drawn = replace(FINISHED, winner=None)
    assert " It was played with hints." in told(closed, drawn).content
    private = replace(FINISHED, terms=replace(TERMS, private=True))
    assert told(closed, private).content == (
        "The private match between **Robin** and **Mastermind** is over."
    )
    without = replace(FINISHED, terms=replace(TERMS, hints=False))
    for event in (closed, Event(EventKind.MATCH_ENDED, round=2)):
        assert "hints" not in told(event, without).content


def test_a_rematch_and_two_more_rounds_say_that_the_bot_hides_the_code() -> None:
    begun = replace(a_round(2), number=1)
    rematch = a_match(begun, terms=replace(TERMS, first=FirstCodemaker.OPPONENT))
    message = told(Event(EventKind.REMATCH_STARTED, round=1), rematch)
    assert message.content.startswith(
        "The rematch begins. This time **Mastermind** hides the first code.\n"
    )
    added = a_match(*(a_round(number) for number in range(1, 5)), terms=TERMS)
    message = told(Event(EventKind.ROUNDS_ADDED, round=4), added)
    assert message.content == ("Two more rounds it is. **Mastermind** hides the code of round 4.")
    assert (message.pings, actions(message)) == ((), [Action.RULES])


def test_a_rematch_whose_first_code_the_person_hides_asks_for_it() -> None:
    message = told(Event(EventKind.REMATCH_STARTED, round=1), SETTING)
    assert f"<@{ROBIN}>, this time you hide the first code." in message.content
    assert actions(message) == HIDE


def test_a_lost_thread_is_told_to_the_one_who_can_ask_for_another() -> None:
    message = told(Event(EventKind.THREAD_LOST), BREAKING)
    assert message.content.startswith("**Robin**, I cannot write in the thread of your match")
    assert actions(message) == [Action.REOPEN]


@pytest.mark.parametrize(
    ("kind", "pings"),
    [(EventKind.THREAD_REOPENED, (ROBIN,)), (EventKind.THREAD_REGAINED, ())],
)
def test_a_thread_that_is_there_again_adds_the_person_and_says_whose_move_it_is(
    kind: EventKind, pings: tuple[int, ...]
) -> None:
    bots = told(Event(kind, round=1, player=ROBIN), BREAKING)
    assert "against **Mastermind**, which is to move: row 2 of 10 in round 1." in bots.content
    assert (bots.pings, actions(bots)) == (pings, [Action.BOARD])
    persons = told(Event(kind, round=2, player=ROBIN), SWAPPED)
    assert f"<@{ROBIN}>, it is your move: row 2 of 10 in round 2." in persons.content
    assert (persons.pings, actions(persons)) == (pings, PLAY)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("match", [SETTING, BREAKING, SWAPPED, FINISHED])
def test_no_message_mentions_the_bot_pings_it_or_lacks_a_button(
    match: Match, language: Language
) -> None:
    rows = len(match.rounds[-1].rows)
    for kind in set(EventKind) - ({EventKind.ROW_SCORED} if not rows else set()):
        detail = "left" if kind is EventKind.MATCH_CANCELLED else "c0ffee deadbeef"
        event = Event(kind, round=len(match.rounds), row=rows, player=ROBIN, detail=detail)
        message = told(event, match, language)
        assert BOT not in message.pings
        assert not re.search(rf"<@!?{BOT}>", message.content), kind
        assert message.buttons or kind is EventKind.CHALLENGE_CLOSED
