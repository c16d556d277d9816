"""`/privacy`: a copy of one's data as a file, and its removal while matches are running."""

import json
import re
from typing import Any

import pytest

from sandbox import Answer, AnswerKind, Message, Person
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

FILE = "mastermind-data.json"
FORMER = "**a former player**"


def file_of(stage: Stage, answer: Answer) -> dict[str, Any]:
    """The copy that came with an answer."""
    (attached,) = answer.message.attachments
    assert attached["filename"] == FILE
    found: dict[str, Any] = json.loads(stage.sandbox.world.files[int(attached["id"])])
    return found


async def delete(stage: Stage, person: Person) -> Message:
    """The person has everything removed; the message that asked, which now says that it is done."""
    asked = await person.slash(stage.games, "privacy delete")
    assert asked.ephemeral
    assert asked.message.buttons == ["Delete my data"]
    pressed = await person.press(asked.message, "Delete my data")
    assert pressed.kind in {AnswerKind.UPDATE, AnswerKind.ACKNOWLEDGED}
    await stage.sandbox.wait_for(lambda: asked.message.buttons == [])
    assert "nothing about you" in asked.text
    return asked.message


async def ended_with(stage: Stage, match: Match) -> Message:
    """The match is drawn; the message that tells of its end."""
    await stage.give_up_round(match, 1)
    await stage.give_up_round(match, 2)
    return await stage.sandbox.message(match.thread, "Round 2 is over")


async def in_grove(stage: Stage) -> Match:
    """A running match in another server, in which Robin has played a row."""
    grove = stage.sandbox.add_guild("Grove")
    glade = stage.sandbox.add_text_channel(grove, "glade")
    for person in (stage.robin, stage.wren):
        person.join(grove)
    match = await stage.match_of(stage.wren, stage.robin, glade)
    await stage.set_code(match, "RBRG")
    await stage.row(match, "YYOO")
    return match


async def test_a_copy_comes_as_a_file_that_only_the_person_sees(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    await stage.row(match, "YYOO")
    answer = await stage.robin.slash(stage.games, "privacy export")
    assert answer.ephemeral
    copy = file_of(stage, answer)
    assert copy["person"] == str(stage.robin.id)
    assert [(one["server"], one["name"]) for one in copy["names"]] == [
        (str(stage.guild.id), "Robin")
    ]
    (found,) = copy["matches"]
    assert found["thread"] == str(match.thread.id)
    (running,) = found["rounds"]
    assert (running["code"], running["salt"]) == ("RBRG", None)
    assert [row["row"] for row in running["rows"]] == ["YYOO"]

    theirs = file_of(stage, await stage.wren.slash(match.thread, "privacy export"))
    assert "RBRG" not in json.dumps(theirs["matches"])
    assert "Robin" not in json.dumps(theirs)
    assert str(stage.robin.id) not in json.dumps(theirs)
    assert theirs["matches"][0]["rounds"][0]["rows"][0]["source"].isdecimal()


async def test_both_commands_work_in_private_messages(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    private = stage.sandbox.world.dm_with(stage.robin.user)
    theirs = stage.sandbox.world.dm_with(stage.wren.user)
    assert len(file_of(stage, await stage.wren.slash(theirs, "privacy export"))["matches"]) == 1
    asked = await stage.robin.slash(private, "privacy delete")
    await stage.robin.press(asked.message, "Delete my data")
    await stage.sandbox.message(match.thread, "had all their data removed")
    left = file_of(stage, await stage.robin.slash(private, "privacy export"))
    assert (left["names"], left["matches"]) == ([], [])


async def test_a_second_copy_has_to_wait_wherever_it_is_asked_for(shared: Stage) -> None:
    stage = shared
    await stage.playing("RBRG")
    assert file_of(stage, await stage.robin.slash(stage.games, "privacy export"))
    private = stage.sandbox.world.dm_with(stage.robin.user)
    for place in (stage.games, private):
        refused = await stage.robin.slash(place, "privacy export")
        assert refused.message.attachments == []
        assert re.fullmatch(
            r"You have just used this command. You can use it again in [1-6]?\d seconds?\.",
            refused.text,
        )
    assert file_of(stage, await stage.wren.slash(stage.games, "privacy export"))


async def test_nothing_is_removed_unless_the_button_is_pressed(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    asked = await stage.robin.slash(stage.games, "privacy delete")
    assert "`/privacy export`" in asked.text
    after = file_of(stage, await stage.robin.slash(stage.games, "privacy export"))
    assert [one["name"] for one in after["names"]] == ["Robin"]
    assert [one["thread"] for one in after["matches"]] == [str(match.thread.id)]
    assert (await stage.row(match, "YYOO")).text.startswith("Row 1 of 10")


async def test_a_removal_calls_off_what_runs_in_every_server_and_tells_it_there(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    here, there = await stage.playing("RBRG"), await in_grove(stage)
    waiting = (await stage.challenge()).message
    await delete(stage, stage.robin)
    for match in (here, there):
        told = await sandbox.message(match.thread, "had all their data removed")
        assert FORMER in told.text
        assert told.pinged == []
    challenges = [here.challenge, there.challenge, waiting]
    await sandbox.wait_for(lambda: not any(one.buttons for one in challenges))
    for challenge in challenges:
        assert "Robin" not in challenge.text
        assert FORMER in challenge.text
    listed = await stage.wren.slash(stage.games, "mastermind matches")
    assert "/channels/" not in listed.text
    await stage.nothing_owed()
    stored = stage.stored()
    assert str(stage.robin.id) not in stored
    assert str(stage.wren.id) in stored


async def test_an_opponent_keeps_points_board_and_match_but_can_play_no_rematch(
    shared: Stage,
) -> None:
    stage = shared
    match = await stage.accepted()
    end = await ended_with(stage, match)
    assert "Two more rounds" in end.buttons
    await stage.robin.press(end, "Rematch")
    await delete(stage, stage.robin)

    board = (await stage.teal.slash(stage.games, "leaderboard")).text
    assert "#1 **Wren** · 11 points · 0 wins, 1 draw, 0 losses" in board
    assert "Robin" not in board
    assert "former" not in board
    guess = stage.last_with(match.thread, "Board")
    assert guess is not None
    looked = await stage.wren.press(guess, "Board")
    assert f"**Wren** hides, {FORMER} guesses" in looked.text
    for button in ("Rematch", "Two more rounds"):
        refused = await stage.wren.press(end, button)
        assert refused.ephemeral
        assert "The other player had all their data removed" in refused.text
        assert "`/mastermind challenge`" in refused.text


async def test_who_comes_back_begins_anew(shared: Stage) -> None:
    stage = shared
    await stage.drawn(stage.robin, stage.wren)
    await delete(stage, stage.robin)
    await stage.drawn(stage.wren, stage.robin)
    board = (await stage.teal.slash(stage.games, "leaderboard")).text
    assert "#1 **Wren** · 22 points · 0 wins, 2 draws, 0 losses" in board
    assert "#2 **Robin** · 11 points · 0 wins, 1 draw, 0 losses" in board
    copy = file_of(stage, await stage.robin.slash(stage.games, "privacy export"))
    assert len(copy["matches"]) == 1
