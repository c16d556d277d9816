"""What one person is told."""

from dataclasses import replace

import pytest

from bot.engine import Code
from bot.matches.ids import MatchId, PlayerId
from bot.matches.models import Kind, Match, Outcome, Phase, Terms
from bot.presentation import answers
from bot.presentation.scene import Action
from tests.unit.presentation.samples import (
    EMOJIS,
    LOUD_NAMES,
    NAMES,
    ROBIN,
    SECRET,
    WIDEST,
    WREN,
    a_match,
    a_round,
    scene,
    seen,
    widest,
)

CHALLENGE = replace(a_match(a_round(1, code=None), phase=Phase.CHALLENGED), thread=None)
PLACE = "https://discord.com/channels/4444444444444444444/3333333333333333333"


def test_the_challenger_can_hide_the_first_code_at_once() -> None:
    message = answers.code_wanted_now(seen(CHALLENGE), scene())
    assert "play starts as soon as **Wren** accepts" in message.content
    assert [button.action for button in message.buttons] == [Action.SET_CODE, Action.RANDOM_CODE]


def test_the_codemaker_sees_the_code_as_it_was_read_and_may_change_it() -> None:
    message = answers.code_read(seen(a_match(a_round(1)), ROBIN), scene())
    assert message.content == (
        "Your code for round 1 against **Wren**: 🔴🔵🔴🟢 `RBRG`\n"
        "You can change it until the first row.\n"
        f"Back to the match: {PLACE}"
    )
    assert [(button.action, button.label) for button in message.buttons] == [
        (Action.SET_CODE, "Change")
    ]


def test_a_code_in_own_emojis_can_still_be_read_as_letters() -> None:
    message = answers.code_read(seen(a_match(a_round(1)), ROBIN), scene(emojis=EMOJIS))
    assert f"{EMOJIS['mm_red']}{EMOJIS['mm_blue']}" in message.content
    assert "`RBRG`" in message.content


@pytest.mark.parametrize("viewer", [None, WREN])
def test_nobody_else_is_shown_a_running_code(viewer: PlayerId | None) -> None:
    with pytest.raises(ValueError, match="codemaker"):
        answers.code_read(seen(a_match(a_round(1)), viewer), scene())


def test_a_code_set_before_the_answer_links_back_to_the_challenge() -> None:
    early = replace(CHALLENGE, rounds=(a_round(1),))
    message = answers.code_read(seen(early, ROBIN), scene())
    assert message.content.endswith("/5555555555555555555/6666666666666666666")


def test_who_accepts_is_led_to_the_thread() -> None:
    message = answers.accepted(seen(a_match(a_round(1))), scene())
    assert message.content == f"The match with **Robin** is on: {PLACE}"


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (a_match(a_round(1)), "will not count"),
        (a_match(a_round(1, [SECRET])), "**Robin** will win it"),
    ],
)
def test_before_a_match_is_given_up_it_is_said_what_that_means(match: Match, text: str) -> None:
    message = answers.forfeit_question(seen(match), WREN, scene())
    assert text in message.content
    assert "`/mastermind concede`" in message.content
    assert [button.action for button in message.buttons] == [Action.FORFEIT]


def test_only_the_codebreaker_is_offered_to_give_up_the_round_alone() -> None:
    message = answers.forfeit_question(seen(a_match(a_round(1))), ROBIN, scene())
    assert "with **Wren**" in message.content
    assert "concede" not in message.content


def test_giving_up_a_round_is_not_offered_while_there_is_no_code_to_crack() -> None:
    view = seen(a_match(a_round(1, code=None), phase=Phase.SETTING))
    assert "concede" not in answers.forfeit_question(view, WREN, scene()).content


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        (Phase.CANCELLED, "You have left the match. It does not count."),
        (Phase.FINISHED, "You have given up the match."),
    ],
)
def test_who_leaves_is_told_what_it_counts(phase: Phase, text: str) -> None:
    assert answers.left(seen(a_match(a_round(1), phase=phase)), scene()).content == text


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        (Phase.CANCELLED, "You gave up before the first row, so it does not count."),
        (Phase.FINISHED, "You gave up."),
    ],
)
def test_who_leaves_a_solo_is_told_of_no_match(phase: Phase, text: str) -> None:
    solo = a_match(a_round(1), phase=phase, terms=Terms(rounds=1, kind=Kind.SOLO))
    assert answers.left(seen(solo), scene()).content == text


def test_the_board_lists_the_rows_with_their_replies() -> None:
    view = seen(a_match(a_round(1, [Code((3, 3, 3, 3)), Code((0, 1, 2, 3))])), WREN)
    assert answers.board(view, scene()).content == (
        "Round 1: **Robin** hides, **Wren** guesses.\n"
        "Rows played: 2 of 10\n"
        "` 1` 🟡🟡🟡🟡 `YYYY` · **0 black, 0 white**\n"
        "` 2` 🔴🔵🟢🟡 `RBGY` · **2 black, 1 white**"
    )


def test_the_board_shows_the_code_to_its_codemaker_only() -> None:
    match = a_match(a_round(1))
    assert "The code: 🔴🔵🔴🟢 `RBRG`" in answers.board(seen(match, ROBIN), scene()).content
    for viewer in (WREN, None):
        assert "RBRG" not in answers.board(seen(match, viewer), scene()).content


def test_a_long_board_leaves_own_emojis_out_but_keeps_every_row_and_reply() -> None:
    view = seen(widest(WIDEST[0], Phase.FINISHED), names=LOUD_NAMES)
    content = answers.board(view, scene(emojis=EMOJIS)).content
    rows = [line for line in content.split("\n") if line.startswith("`")]
    assert len(rows) == 12
    assert all(line.endswith("`BGYOPNIR` · **0 black, 8 white**") for line in rows)


def test_a_short_board_keeps_own_emojis() -> None:
    view = seen(a_match(a_round(1, [SECRET])))
    assert EMOJIS["mm_red"] in answers.board(view, scene(emojis=EMOJIS)).content


@pytest.mark.parametrize(
    ("match", "viewer", "state"),
    [
        (CHALLENGE, ROBIN, "their move: answer the challenge by <t:1777723200:f>"),
        (CHALLENGE, WREN, "**your move**: answer the challenge by <t:1777723200:f>"),
        (
            a_match(a_round(1), phase=Phase.SETTING),
            ROBIN,
            "**your move**: hide the code of round 1",
        ),
        (
            a_match(a_round(1), phase=Phase.SETTING),
            WREN,
            "their move: hide the code of round 1",
        ),
        (a_match(a_round(1, [SECRET])), WREN, "**your move**: row 2 of 10 in round 1"),
        (a_match(a_round(1)), ROBIN, "their move: row 1 of 10 in round 1"),
    ],
)
def test_open_matches_say_whose_move_it_is(match: Match, viewer: PlayerId, state: str) -> None:
    first, line = answers.matches([seen(match)], viewer, scene()).content.split("\n")
    assert first == "Your open matches in this server:"
    opponent = NAMES[match.other(viewer)]
    assert line.startswith(f"- **{opponent}** · {state} · https://discord.com/channels/")


def test_without_open_matches_it_is_said_how_to_start_one() -> None:
    content = answers.matches([], ROBIN, scene()).content
    assert content == (
        "You have no open match in this server. You can start one with `/mastermind challenge`, "
        "or play alone with `/mastermind solo` or `/mastermind daily`."
    )


def test_matches_that_do_not_fit_are_counted() -> None:
    views = [seen(a_match(a_round(1)), names=LOUD_NAMES)] * 40
    content = answers.matches(views, ROBIN, scene()).content
    *shown, last = content.split("\n")
    assert len(content) <= answers.MESSAGE_LIMIT
    assert last == f"… and {40 - (len(shown) - 1)} more"


def test_a_typed_code_is_for_one_of_at_most_twenty_five_matches() -> None:
    views = [
        seen(replace(a_match(a_round(1, code=None)), id=MatchId(f"match{number}")))
        for number in range(30)
    ]
    question, choices = answers.which_match(views, scene())
    assert question == "Which match is this code for?"
    assert [choice.value for choice in choices] == [f"match{number}:1" for number in range(25)]
    assert choices[0].label == "Round 1 against Wren"
    assert choices[0].description == "4 positions · 6 colours (RBGYOP) · 2026-05-01 12:00 UTC"


def test_matches_in_which_somebody_waits_for_the_code_come_before_open_challenges() -> None:
    waiting = seen(a_match(a_round(1, code=None)))
    pending = replace(waiting, phase=Phase.CHALLENGED, id=MatchId("pending"))
    first, second = answers.which_match([pending, waiting], scene())[1]
    assert (first.value, second.value) == (f"{waiting.id}:1", "pending:1")
    assert second.description.startswith("not accepted yet · ")
    assert not first.description.startswith("not accepted yet")


def test_a_choice_shows_names_as_they_are_since_lists_know_no_marks() -> None:
    view = seen(a_match(a_round(1, code=None)), names=LOUD_NAMES)
    choice = answers.which_match([view], scene())[1][0]
    assert choice.label == f"Round 1 against {LOUD_NAMES[WREN]}"


def test_a_private_message_that_no_match_waits_for_gets_a_way_on() -> None:
    content = answers.nothing_to_set(scene()).content
    assert "`/mastermind challenge`" in content
    assert "`/mastermind help`" in content


def test_a_round_that_was_given_up_counts_when_leaving() -> None:
    match = a_match(a_round(1, outcome=Outcome.CONCEDED), a_round(2, code=None))
    content = answers.forfeit_question(seen(match), WREN, scene()).content
    assert "**Robin** will win it" in content
