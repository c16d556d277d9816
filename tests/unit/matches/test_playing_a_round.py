"""A round from its code to its last row: what is stored and what is told, in detail."""

from dataclasses import replace

import pytest

from bot.engine import Feedback, Rules
from bot.matches import commands
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import MessageId, PlayerId, SourceId
from bot.matches.models import Event, EventKind, Match, Outcome, Phase, Round, Row, Terms
from bot.matches.transitions import Moved, apply, refuse_code, refuse_row
from tests.unit.matches.games import (
    ROBIN,
    START,
    TEAL,
    WREN,
    accept,
    after,
    breaking,
    challenged,
    code,
    hide,
    hours,
    kinds,
    moved,
    played,
    refused,
    row,
    secret,
    setting,
    solved_in,
)


def test_setting_the_code_publishes_its_commitment_and_starts_the_codebreakers_time() -> None:
    answer = moved(setting(), hide(setting(), "RBRG", hours(3)))
    assert answer.match.rounds[0].secret == secret("RBRG")
    assert (answer.match.phase, answer.match.turn_since) == (Phase.BREAKING, hours(3))
    assert answer.events == (Event(EventKind.CODE_SET, round=1, detail=secret("RBRG").commitment),)


def test_changing_the_code_publishes_both_commitments_and_leaves_the_time() -> None:
    match = breaking()
    answer = moved(match, hide(match, "GGGG", hours(3)))
    assert answer.match.rounds[0].secret == secret("GGGG")
    assert (answer.match.phase, answer.match.turn_since) == (Phase.BREAKING, match.turn_since)
    detail = f"{secret('GGGG').commitment} {secret('RBRG').commitment}"
    assert answer.events == (Event(EventKind.CODE_REPLACED, round=1, detail=detail),)


def test_the_code_stays_once_a_row_was_scored() -> None:
    match = played(breaking(), "RRBY")
    assert refused(match, hide(match, "GGGG")) == Refusal(Reason.CODE_LOCKED)


def changed(times: int) -> Match:
    """The codemaker has hidden another code so often."""
    match = breaking()
    for turn in range(times):
        match = after(match, hide(match, ("GGGG", "BBBB")[turn % 2]))
    return match


def test_the_same_code_again_is_no_change() -> None:
    match = changed(1)
    assert moved(match, hide(match, "GGGG")) == Moved(match)


def test_a_code_changes_five_times_a_round_and_no_more() -> None:
    match = changed(4)
    assert refuse_code(match, ROBIN, 1, START) is None
    assert kinds(moved(match, hide(match, "YYYY")).events) == [EventKind.CODE_REPLACED]
    often = Refusal(Reason.CODE_CHANGED_OFTEN)
    assert refused(changed(5), hide(changed(5), "YYYY")) == often
    assert refuse_code(changed(5), ROBIN, 1, START) == often


def test_who_gives_codes_away_again_and_again_plays_with_the_last_one() -> None:
    match = breaking()
    for times in range(5):
        posted = code("RBRG" if times % 2 == 0 else "YYYY")
        match = after(match, commands.PostCode(ROBIN, START, posted))
        assert match.phase is Phase.SETTING
        match = after(match, hide(match, "YYYY" if times % 2 == 0 else "RBRG"))
    assert match.rounds[0].changes == 5
    assert moved(match, commands.PostCode(ROBIN, START, code("YYYY"))) == Moved(match)


def test_the_changes_of_a_round_are_counted_anew_in_the_next() -> None:
    match = played(changed(5), "GGGG")
    match = after(match, hide(match, "RBRG"))
    assert kinds(moved(match, hide(match, "YYYY")).events) == [EventKind.CODE_REPLACED]


def test_a_code_hidden_before_the_answer_changes_as_often_as_one_likes() -> None:
    match = challenged()
    for _ in range(9):
        match = after(match, hide(match, "GGGG"))
    assert match.rounds[0].changes == 0


def test_a_box_of_an_earlier_round_sets_no_code() -> None:
    match = solved_in(setting(), 2)
    command = commands.SetSecret(WREN, START, 1, secret("GGGG"))
    assert refused(match, command) == Refusal(Reason.STALE_ROUND)


def test_a_posted_code_is_void_and_another_is_wanted() -> None:
    answer = moved(breaking(), commands.PostCode(ROBIN, hours(4), code("RBRG")))
    assert answer.events == (Event(EventKind.CODE_VOIDED, round=1),)
    assert answer.match.rounds[0].secret is None
    assert (answer.match.phase, answer.match.turn_since) == (Phase.SETTING, hours(4))
    assert refused(answer.match, row(answer.match, "YYYY")) == Refusal(
        Reason.CODE_NOT_SET, player=ROBIN
    )


def test_the_posted_code_stays_refused_although_another_was_set() -> None:
    match = after(breaking(), commands.PostCode(ROBIN, START, code("RBRG")))
    assert refused(match, hide(match, "RBRG")) == Refusal(Reason.CODE_PUBLIC)
    match = after(match, hide(match, "GGGG"))
    assert refused(match, hide(match, "RBRG")) == Refusal(Reason.CODE_PUBLIC)
    assert kinds(moved(match, hide(match, "YYYY")).events) == [EventKind.CODE_REPLACED]


@pytest.mark.parametrize(("player", "posted"), [(ROBIN, "GGGG"), (WREN, "RBRG"), (TEAL, "RBRG")])
def test_any_other_posted_code_changes_nothing(player: PlayerId, posted: str) -> None:
    match = breaking()
    assert moved(match, commands.PostCode(player, START, code(posted))) == Moved(match)


def test_a_code_posted_after_the_first_row_changes_nothing() -> None:
    match = played(breaking(), "RRBY")
    assert moved(match, commands.PostCode(ROBIN, START, code("RBRG"))) == Moved(match)


@pytest.mark.parametrize(
    ("guess", "black", "white"),
    [("RRBY", 1, 2), ("RBGR", 2, 2), ("YYYY", 0, 0), ("GRBR", 0, 4)],
)
def test_a_row_is_scored_and_told_as_a_reply(guess: str, black: int, white: int) -> None:
    command = commands.PlayRow(
        WREN, hours(6), code(guess), SourceId(900), round=1, reply_to=MessageId(901)
    )
    answer = moved(breaking(), command)
    assert answer.match.rounds[0].rows == (
        Row(1, code(guess), Feedback(black, white), SourceId(900), hours(6)),
    )
    assert answer.events == (Event(EventKind.ROW_SCORED, round=1, row=1, reply_to=MessageId(901)),)


def test_every_row_starts_the_codebreakers_time_anew() -> None:
    match = played(breaking(), "YYYY", at=hours(50))
    assert match.turn_since == hours(50)


def test_a_row_for_an_earlier_round_is_stale() -> None:
    match = solved_in(setting(), 2)
    match = after(match, hide(match, "RBRG"))
    stale = replace(row(match, "YYYY"), round=1)
    assert refused(match, stale) == Refusal(Reason.STALE_ROUND)


def test_solving_a_round_starts_the_next_with_roles_swapped() -> None:
    match = breaking()
    answer = moved(match, row(match, "RBRG", hours(7)))
    first, second = answer.match.rounds
    assert first.outcome is Outcome.SOLVED
    assert second == Round(2, codemaker=WREN, codebreaker=ROBIN)
    assert (answer.match.phase, answer.match.turn_since) == (Phase.SETTING, hours(7))
    scored, *after_row = answer.events
    assert scored.reply_to is not None
    assert after_row == [
        Event(EventKind.ROUND_ENDED, round=1),
        Event(EventKind.CODE_WANTED, round=2, player=WREN),
    ]


@pytest.mark.parametrize("rows", [6, 10, 12])
def test_the_last_row_can_still_win(rows: int) -> None:
    match = played(breaking(Terms(Rules(rows=rows))), *["YYYY"] * (rows - 1))
    assert match.rounds[0].outcome is None
    assert played(match, "RBRG").rounds[0].outcome is Outcome.SOLVED
    assert played(match, "YYYY").rounds[0].outcome is Outcome.FAILED


def test_conceding_ends_the_round_and_the_match_goes_on() -> None:
    match = played(breaking(), "RRBY")
    answer = moved(match, commands.Concede(WREN, hours(8)))
    assert answer.match.rounds[0].outcome is Outcome.CONCEDED
    assert answer.match.turn_since == hours(8)
    assert answer.events == (
        Event(EventKind.ROUND_ENDED, round=1),
        Event(EventKind.CODE_WANTED, round=2, player=WREN),
    )


def test_roles_swap_every_round_of_a_long_match() -> None:
    match = setting(Terms(rounds=4))
    for _ in range(4):
        match = solved_in(match, 1)
    assert [played.codemaker for played in match.rounds] == [ROBIN, WREN, ROBIN, WREN]
    assert match.phase is Phase.FINISHED


def test_unreadable_messages_are_noted_once_a_round() -> None:
    note = commands.NoteUnreadable(WREN, START, MessageId(5))
    answer = moved(breaking(), note)
    assert answer.events == (Event(EventKind.UNREADABLE, round=1, reply_to=MessageId(5)),)
    assert moved(answer.match, note) == Moved(answer.match)


@pytest.mark.parametrize(
    ("player", "number", "reason"),
    [
        (ROBIN, 1, None),
        (WREN, 1, Reason.ONLY_CODEMAKER),
        (TEAL, 1, Reason.ONLY_PLAYERS),
        (ROBIN, 2, Reason.STALE_ROUND),
    ],
)
def test_the_box_for_a_code_opens_for_whoever_may_set_it(
    player: PlayerId, number: int, reason: Reason | None
) -> None:
    refusal = refuse_code(breaking(), player, number, START)
    assert (refusal and refusal.reason) == reason


def test_the_box_for_a_code_stays_shut_after_the_first_row() -> None:
    match = played(breaking(), "RRBY")
    assert refuse_code(match, ROBIN, 1, START) == Refusal(Reason.CODE_LOCKED)


def test_the_box_for_a_code_opens_before_the_answer_until_the_challenge_lapses() -> None:
    assert refuse_code(challenged(), ROBIN, 1, hours(23)) is None
    assert refuse_code(challenged(), ROBIN, 1, hours(24)) == Refusal(Reason.CHALLENGE_EXPIRED)


@pytest.mark.parametrize(
    ("player", "number", "reason"),
    [
        (WREN, 1, None),
        (ROBIN, 1, Reason.ONLY_CODEBREAKER),
        (TEAL, 1, Reason.ONLY_PLAYERS),
        (WREN, 2, Reason.STALE_ROUND),
    ],
)
def test_the_box_for_a_row_opens_for_whoever_may_play_it(
    player: PlayerId, number: int, reason: Reason | None
) -> None:
    refusal = refuse_row(breaking(), player, number)
    assert (refusal and refusal.reason) == reason


def test_every_command_of_a_match_is_refused_when_replayed_after_its_end() -> None:
    match, given = challenged(), list[commands.Command]()
    for make in (
        lambda _: accept(),
        lambda match: hide(match, "RBRG"),
        lambda match: row(match, "RRBY"),
        lambda match: commands.Concede(WREN, START),
        lambda match: hide(match, "GGGG"),
        lambda match: row(match, "GGGG"),
    ):
        given.append(make(match))
        match = after(match, given[-1])
    assert match.phase is Phase.FINISHED
    assert {apply(match, again) for again in given} == {Refusal(Reason.MATCH_OVER)}
