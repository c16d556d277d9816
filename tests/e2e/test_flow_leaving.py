"""Giving up a round or a match, and looking at the board and at one's matches."""

import re

import pytest

from sandbox import AnswerKind, Person
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_conceding_shows_the_code_and_the_match_goes_on(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    thread = match.thread
    unset = await stage.wren.slash(thread, "mastermind concede")
    assert unset.ephemeral
    await stage.set_code(match, "RBRG")
    await stage.row(match, "RRBB")
    for person in (stage.robin, stage.teal):
        refused = await person.slash(thread, "mastermind concede")
        assert refused.ephemeral
    elsewhere = await stage.wren.slash(stage.games, "mastermind concede")
    assert "`/mastermind matches`" in elsewhere.text

    shown = await stage.wren.slash(thread, "mastermind concede")
    assert not shown.ephemeral
    assert "`RBRG`" in shown.text
    assert "**Robin** gets 11 points" in shown.text
    assert shown.message.pinged == [stage.wren.id]
    assert shown.message.buttons == ["Set the code", "Random code", "Analysis"]
    stage.swap(match)
    await stage.set_code(match, "YYOO", 2)
    assert (await stage.row(match, "YYOO")).content.startswith("Row 1 of 10 ·")
    ended = await sandbox.message(thread, "Round 2 is over")
    assert "**Robin** 11, **Wren** 1" in ended.content


async def give_up(stage: Stage, match: Match, person: Person) -> None:
    question = await person.slash(match.thread, "mastermind forfeit")
    assert question.ephemeral
    assert question.message.buttons == ["Forfeit"]
    await person.press(question.message, "Forfeit")
    await stage.sandbox.wait_for(lambda: match.challenge.buttons == [])
    assert question.message.buttons == []


async def test_leaving_before_the_first_row_cancels_the_match(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    before = stage.said_in(match.thread)
    stranger = await stage.teal.slash(match.thread, "mastermind forfeit")
    assert stranger.ephemeral
    assert stranger.message.buttons == []
    unpressed = await stage.robin.slash(match.thread, "mastermind forfeit")
    assert stage.said_in(match.thread) == before

    await give_up(stage, match, stage.wren)
    told = await sandbox.message(match.thread, "cancelled")
    assert "**Wren**" in told.content
    assert stage.said_in(match.thread) == [*before, told]
    assert "cancelled" in match.challenge.content
    late = await stage.robin.press(unpressed.message, "Forfeit")
    assert "over" in late.text
    for player in (stage.robin, stage.wren):
        listed = await player.slash(stage.games, "mastermind matches")
        assert "/channels/" not in listed.text
    board = await stage.teal.slash(stage.games, "leaderboard")
    assert "#1" not in board.text


async def test_leaving_after_the_first_row_loses_the_match_and_keeps_points(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    early = await stage.playing("RBRG")
    await stage.row(early, "RRBB")
    await give_up(stage, early, stage.robin)
    told = await sandbox.message(early.thread, "forfeits")
    assert "**Robin** forfeits, so **Wren** wins" in told.content
    assert "`RBRG`" in told.content
    assert "totals" not in told.content, "nobody has points yet"
    assert told.buttons == ["Rematch", "Analysis"]

    later = await stage.accepted()
    await stage.give_up_round(later, 1)
    await give_up(stage, later, stage.wren)
    told = await sandbox.message(later.thread, "forfeits")
    assert "**Robin** 11, **Wren** 0" in told.content
    assert "**Robin** wins" in told.content
    assert "Robin** wins" in later.challenge.content
    board = await stage.teal.slash(stage.games, "leaderboard")
    assert "#1 **Robin** · 11 points · 1 win, 0 draws, 1 loss" in board.text
    assert "#2 **Wren** · 0 points · 1 win, 0 draws, 1 loss" in board.text

    for dead in ("guess", "concede", "forfeit"):
        options = {"code": "RBRG"} if dead == "guess" else {}
        refused = await stage.wren.slash(later.thread, f"mastermind {dead}", **options)
        assert refused.ephemeral
        assert "over" in refused.text


async def test_a_forfeit_outside_the_threads_is_about_the_one_running_match(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    waiting = (await stage.challenge()).message
    none = await stage.wren.slash(stage.games, "mastermind forfeit")
    assert none.ephemeral
    assert none.message.buttons == []
    assert "`/mastermind matches`" in none.text
    match = await stage.playing("RBRG")
    other = await stage.match_of(stage.robin, stage.teal)

    question = await stage.wren.slash(stage.games, "mastermind forfeit")
    assert question.ephemeral
    assert question.message.buttons == ["Forfeit"]
    pressed = await stage.wren.press(question.message, "Forfeit")
    assert pressed.kind is AnswerKind.UPDATE
    assert "**Wren**" in (await sandbox.message(match.thread, "cancelled")).text
    assert sandbox.find(other.thread, "cancelled") is None
    assert waiting.buttons == ["Accept", "Decline", "Cancel", "Rules"]


async def test_a_forfeit_outside_the_threads_asks_which_of_several_matches(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    to_wren = await stage.playing("RBRG")
    to_teal = await stage.match_of(stage.robin, stage.teal)
    await stage.row(to_wren, "YYYY")
    grove = sandbox.add_guild("Grove")
    glade = sandbox.add_text_channel(grove, "glade")
    for person in (stage.robin, stage.wren):
        person.join(grove)
    await stage.match_of(stage.robin, stage.wren, glade)

    asked = await stage.robin.slash(stage.games, "mastermind forfeit")
    assert asked.ephemeral
    which = asked.message.components[0]["components"][0]
    assert ["Wren" in one["label"] for one in which["options"]] == [True, False]
    assert ["Teal" in one["label"] for one in which["options"]] == [False, True]
    value = which["options"][0]["value"]
    await stage.robin.select(asked.message, which["custom_id"], [value])
    assert "will win it" in asked.text
    assert asked.message.buttons == ["Forfeit"]
    await stage.robin.press(asked.message, "Forfeit")
    told = await sandbox.message(to_wren.thread, "forfeits")
    assert "**Robin** forfeits, so **Wren** wins" in told.text
    assert asked.message.components == []
    assert sandbox.find(to_teal.thread, "cancelled") is None


async def test_a_match_in_which_more_is_at_stake_than_was_asked_is_not_given_up(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    asked = await stage.robin.slash(match.thread, "mastermind forfeit")
    assert "will not count" in asked.text
    await stage.row(match, "YYYY")
    before = stage.said_in(match.thread)
    again = await stage.robin.press(asked.message, "Forfeit")
    assert again.kind is AnswerKind.UPDATE
    assert "will win it" in asked.text
    assert asked.message.buttons == ["Forfeit"]
    assert (await stage.row(match, "GGGG")).text.startswith("Row 2 of 10")
    assert len(stage.said_in(match.thread)) == len(before) + 1

    await stage.robin.press(asked.message, "Forfeit")
    await sandbox.message(match.thread, "**Robin** forfeits, so **Wren** wins")


async def test_the_board_shows_all_rows_to_anybody_and_the_code_to_its_maker_only(
    shared: Stage,
) -> None:
    stage = shared
    code, rows = "RBGYOPRB", ["OPRBRBGY", "YYYYYYYY", "RRRRBBBB"]
    match = await stage.playing(code, positions=8, colours=10, rows=12)
    empty = await stage.wren.slash(match.thread, "mastermind board")
    assert empty.ephemeral
    for number in range(11):
        await stage.row(match, rows[number % 3])
    for person in (stage.wren, stage.teal, stage.robin):
        board = await person.slash(match.thread, "mastermind board")
        assert board.ephemeral
        assert len(board.text) <= 2000
        shown = re.findall(r"^`\s*(\d+)` .*", board.text, re.MULTILINE)
        assert shown == [str(number) for number in range(1, 12)]
        assert board.text.count("**1 black, 0 white**") == 4
        assert (code in board.text) == (person is stage.robin)
    last = stage.last_with(match.thread, "Board")
    assert last is not None
    pressed = await stage.teal.press(last, "Board")
    assert pressed.text == (await stage.teal.slash(match.thread, "mastermind board")).text
    elsewhere = await stage.wren.slash(stage.games, "mastermind board")
    assert elsewhere.ephemeral
    assert "`/mastermind matches`" in elsewhere.text


async def test_my_matches_say_whose_move_it_is_and_where(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    to_set = await stage.match_of(stage.robin, stage.wren)
    to_guess = await stage.match_of(stage.robin, stage.teal)
    await stage.set_code(to_guess, "RBRG")
    await stage.row(to_guess, "RRBB")
    waiting = (await stage.challenge()).message
    grove = sandbox.add_guild("Grove")
    glade = sandbox.add_text_channel(grove, "glade")
    for person in (stage.robin, stage.wren):
        person.join(grove)
    await stage.match_of(stage.robin, stage.wren, glade)

    def home(number: int) -> str:
        return f"/channels/{stage.guild.id}/{number}"

    mine = await stage.robin.slash(stage.games, "mastermind matches")
    assert mine.ephemeral
    first, second, third = mine.text.splitlines()[1:]
    assert "**Wren**" in first
    assert "**your move**" in first
    assert first.endswith(home(to_set.thread.id))
    assert "**Teal**" in second
    assert "your move" not in second
    assert "row 2 of 10" in second
    assert second.endswith(home(to_guess.thread.id))
    assert "your move" not in third
    assert "<t:" in third
    assert third.endswith(f"{home(stage.games.id)}/{waiting.id}")

    theirs = (await stage.wren.slash(stage.games, "mastermind matches")).text
    assert theirs.count("**your move**") == 1
    answer_due = next(line for line in theirs.splitlines() if "your move" in line)
    assert answer_due.endswith(f"{home(stage.games.id)}/{waiting.id}")
    assert "row 2 of 10" not in theirs
    there = (await stage.wren.slash(glade, "mastermind matches")).text.splitlines()
    assert len(there) == 2
