"""Deadlines: each does its one thing once, and only time in which people could play counts."""

import re
import time

import pytest

from sandbox import Person
from tests.e2e.care import edits_of, pass_time, replies, texts_with
from tests.e2e.stage import Match, Stage

MOVE = "it is your move"
DAY = 24
TURN = 72


def times_in(text: str) -> list[int]:
    """The Unix times that a message shows in each reader's own time."""
    return [int(one) for one in re.findall(r"<t:(\d+)", text)]


async def second_round(stage: Stage) -> Match:
    """A match in which Robin has a point from the first round, and Wren owes a code."""
    match = await stage.playing("RBRG")
    await stage.row(match, "RBRG")
    await stage.sandbox.message(match.thread, "Round 1 is over")
    await stage.nothing_owed()
    stage.swap(match)
    return match


def is_over(stage: Stage, match: Match, words: str) -> None:
    """The thread says so once, at its end, and the challenge by one edit."""
    assert len(texts_with(stage.said_in(match.thread), words)) == 1
    assert words in stage.said_in(match.thread)[-1].text
    assert edits_of(stage, match.challenge) == 1
    assert match.challenge.buttons == []


async def test_an_expired_challenge_says_so_by_one_edit_and_takes_no_answer(
    started: Stage,
) -> None:
    stage = started
    challenge = (await stage.challenge()).message
    await stage.nothing_owed()
    await pass_time(stage, DAY + 1)
    await stage.nothing_owed()
    assert challenge.text == "The challenge by **Robin** to **Wren** expired without an answer."
    assert challenge.buttons == []
    await stage.restart()
    for person, button in (
        (stage.wren, "Accept"),
        (stage.wren, "Decline"),
        (stage.robin, "Cancel"),
    ):
        answer = await person.press(challenge, button, stale=True)
        assert answer.ephemeral
        assert answer.text.startswith("This challenge has expired.")
    assert edits_of(stage, challenge) == 1
    assert stage.said_in(stage.games) == [challenge]
    assert stage.sandbox.thread_of(challenge) is None


async def test_each_turn_has_one_reminder_and_a_row_begins_a_turn(started: Stage) -> None:
    stage = started
    match = await stage.accepted()
    await pass_time(stage, DAY + 1)
    await stage.nothing_owed()
    await stage.set_code(match, "RBRG")
    await pass_time(stage, 20)
    await stage.row(match, "RRBY")
    played = time.time()
    await pass_time(stage, 20)
    await stage.nothing_owed()
    assert len(texts_with(stage.said_in(match.thread), MOVE)) == 1
    await pass_time(stage, 5)
    await stage.nothing_owed()

    first, second = (one for one in stage.said_in(match.thread) if MOVE in one.text)
    assert first.text.startswith(f"{stage.robin.mention}, {MOVE}: hide the code of round 1.")
    assert first.pinged == [stage.robin.id]
    assert first.buttons == ["Set the code", "Random code"]
    assert second.text.startswith(f"{stage.wren.mention}, {MOVE}: row 2 of 10 in round 1.")
    assert second.pinged == [stage.wren.id]
    assert second.buttons == ["Guess", "Board"]
    absolute, relative = times_in(second.text)
    assert absolute == relative == pytest.approx(played + (TURN - DAY - 1) * 3600, abs=60)


async def test_a_turn_that_is_over_before_any_reminder_ends_the_match_alone(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    match = await second_round(stage)
    await pass_time(stage, TURN + 1)
    await stage.nothing_owed()
    is_over(stage, match, "**Wren** ran out of time, so **Robin** wins the match.")
    assert "ran out of time, so **Robin** wins" in match.challenge.text
    assert texts_with(stage.said_in(match.thread), MOVE) == []
    board = await stage.teal.slash(stage.games, "leaderboard")
    assert "#1 **Robin** · 1 point · 1 win, 0 draws, 0 losses" in board.text
    assert "#2 **Wren** · 0 points · 0 wins, 0 draws, 1 loss" in board.text
    wanted = await sandbox.message(match.thread, "Round 1 is over")
    late = await stage.wren.press(wanted, "Set the code")
    assert late.text.startswith("This match is over.")


async def test_a_turn_that_is_over_in_the_first_round_cancels_the_match(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBY")
    await pass_time(stage, TURN + 1)
    await stage.nothing_owed()
    is_over(stage, match, "cancelled")
    end = stage.said_in(match.thread)[-1]
    assert end.text.startswith("**Wren** ran out of time before a round was finished")
    assert "RBRG" not in end.text
    board = await stage.teal.slash(stage.games, "leaderboard")
    assert "#1" not in board.text


@pytest.mark.parametrize("killed", [False, True])
async def test_days_of_downtime_are_charged_to_nobody(started: Stage, killed: bool) -> None:
    stage = started
    match = await second_round(stage)
    challenge = (
        await stage.teal.slash(stage.games, "mastermind challenge", opponent=stage.robin)
    ).message
    await stage.nothing_owed()
    said = stage.said_in(match.thread)
    if killed:
        await stage.kill()
    await pass_time(stage, 9 * DAY, down=True)
    await stage.nothing_owed()
    assert stage.said_in(match.thread) == said
    assert "Accept" in challenge.buttons
    # And what was left of the time before goes on to run.
    await pass_time(stage, DAY - 1)
    await stage.nothing_owed()
    assert stage.said_in(match.thread) == said
    assert "is on" in (await stage.robin.press(challenge, "Accept")).text
    await pass_time(stage, TURN - DAY + 2)
    await stage.nothing_owed()
    is_over(stage, match, "ran out of time")


async def test_a_move_that_came_in_time_counts_though_the_bot_was_down(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await pass_time(stage, TURN - 0.01)
    await stage.nothing_owed()
    await stage.stop()
    typed = await stage.wren.say(match.thread, "RRBY")
    await pass_time(stage, 0.02)  # so short a downtime is not taken for one
    assert (await stage.answer_to(typed)).text.startswith("Row 1 of 10")
    await stage.nothing_owed()
    assert len(replies(stage, typed)) == 1
    assert texts_with(stage.said_in(match.thread), "ran out of time") == []


@pytest.mark.parametrize("who", ["robin", "wren"])
async def test_a_match_that_somebody_left_the_server_in_ends_by_its_deadline(
    started: Stage, who: str
) -> None:
    stage = started
    match = await second_round(stage)
    leaver: Person = getattr(stage, who)
    leaver.leave(stage.guild)
    if leaver is match.codebreaker:
        await stage.set_code(match, "BBBB", 2)
    await pass_time(stage, DAY + 1)
    await pass_time(stage, TURN)
    await stage.nothing_owed()
    loser, winner = ("Robin", "Wren") if who == "robin" else ("Wren", "Robin")
    is_over(stage, match, f"**{loser}** ran out of time, so **{winner}** wins the match.")
