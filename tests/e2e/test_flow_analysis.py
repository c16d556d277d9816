"""The narrowing at a round's end, and **Analysis**: who reads what, and when."""

import re
from functools import partial

import pytest

from sandbox import Answer, Message, Person
from sandbox.model import Component
from tests.e2e.panels import by_hand, parts
from tests.e2e.stage import Match, Stage
from tests.e2e.test_trouble_secrets import CODE, finds

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEFERRED = 5
"""The type of an answer that says: I am thinking."""


async def ended(stage: Stage, match: Match, *rows: str, number: int = 1) -> Message:
    """The end of this round, which these rows lead to."""
    for row in rows:
        await stage.row(match, row)
    return await stage.sandbox.message(match.thread, f"Round {number} is over")


async def forged(stage: Stage, person: Person, message: Message, identifier: str) -> Answer:
    """Somebody presses a button there that nobody was shown."""
    part = {"type": Component.BUTTON, "style": 2, "label": "Analysis", "custom_id": identifier}
    answer = await by_hand(stage, person, message, part)
    assert answer.ephemeral
    assert answer.message.buttons == []
    return answer


def match_id(message: Message) -> str:
    """The match that a message's buttons are about."""
    return str(parts(message)[0]["custom_id"]).split(":")[2]


def rows_of(text: str) -> list[int]:
    """The numbers of the rows that a page shows."""
    return [int(number) for number in re.findall(r"\*\*Row (\d+)\*\*", text)]


def begins_at(page: Message, row: int) -> bool:
    """Whether this is the first row that the page shows now."""
    return rows_of(page.content)[0] == row


async def test_a_round_end_tells_the_narrowing_and_anyone_may_read_its_analysis(
    shared: Stage,
) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    end = await ended(stage, match, "RRBB", "YYOO", "RBRP", "RBRG")
    assert "\n1296 → 36 → 20 → 2 → 1 codes left\n" in end.content
    assert end.buttons == ["Set the code", "Random code", "Analysis"]
    said = len(stage.said_in(match.thread))
    for person in (stage.robin, stage.wren, stage.teal):
        answer = await person.press(end, "Analysis")
        assert answer.ephemeral
        assert answer.message.buttons == []
        for line in (
            "**Analysis of round 1**",
            "1296 → 36 → 20 → 2 → 1 codes left",
            "- It left **36 of 1,296** codes.",
            "- On average this row leaves **204.5**, and the solver's row `RRBG` **185.3**.",
            "- It could not be the code: the reply to row 1 says no.",
            "- It was the code, one of **2** that were left.",
            "In the whole round, row 2 contradicted an earlier reply.",
        ):
            assert line in answer.text.splitlines()
        assert rows_of(answer.text) == [1, 2, 3, 4]
    assert len(stage.said_in(match.thread)) == said


async def test_a_long_round_is_read_in_pages_that_only_the_reader_turns(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    end = await ended(stage, match, *["YYOO"] * 10)
    assert f"1296 → {' → '.join(['256'] * 10)} codes left" in end.content
    shown = (await stage.teal.press(end, "Analysis")).message
    assert shown.buttons == ["Previous", "Next"]
    for button, row in (("Next", 5), ("Next", 9), ("Previous", 5)):
        await stage.teal.press(shown, button)
        await sandbox.wait_for(partial(begins_at, shown, row))
        assert rows_of(shown.content) == list(range(row, min(row + 4, 11)))
        assert "rows 2, 3, 4, 5, 6, 7, 8, 9, and 10 contradicted" in shown.content
    assert shown.ephemeral


async def test_the_button_of_an_ended_round_is_about_that_round_and_no_code_leaves_early(
    shared: Stage,
) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    end = await ended(stage, match, "RRBB", "RBRG")
    stage.swap(match)
    await stage.set_code(match, CODE, 2)
    await stage.row(match, "BBBB")
    about = match_id(end)
    for person in (stage.robin, stage.wren, stage.teal):
        past = await person.press(end, "Analysis")
        assert past.text.startswith("**Analysis of round 1**\n")
        for running in (f"mm:analysis:{about}:2", f"mm:turn-analysis:{about}:2:0"):
            refused = await forged(stage, person, end, running)
            assert refused.text == (
                "This round is not over yet. Please press **Analysis** again when it is."
            )
    assert finds(*stage.wren.payloads), "she hid it herself"
    assert finds(*stage.robin.payloads, *stage.teal.payloads) == []
    over = await ended(stage, match, CODE, number=2)
    assert over.buttons == ["Rematch", "Two more rounds", "Analysis"]
    assert "of round 2**" in (await stage.teal.press(over, "Analysis")).text


@pytest.mark.parametrize(
    "tail",
    ["", ":0", ":3", ":99", ":x", ":1:1:1", ":9999999999999999999"],
)
async def test_an_analysis_of_no_round_is_answered_with_a_sentence(
    shared: Stage, tail: str
) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    end = await ended(stage, match, "RBRG")
    about = match_id(end)
    if tail != ":1:1:1":
        refused = await forged(stage, stage.teal, end, f"mm:analysis:{about}{tail}")
        assert refused.text.startswith("This has been open for too long.")
    turned = await forged(stage, stage.teal, end, f"mm:turn-analysis:{about}{tail}")
    assert turned.text.startswith("This has been open for too long.")
    unknown = await forged(stage, stage.teal, end, "mm:analysis:nosuchmatch:1")
    assert unknown.text.startswith("I do not know that match any more.")


async def test_a_round_given_up_is_analysed_where_it_has_rows_and_told_to_have_none_elsewhere(
    shared: Stage,
) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBB")
    conceded = (await stage.wren.slash(match.thread, "mastermind concede")).message
    assert "\n1296 → 36 codes left\n" in conceded.content
    assert rows_of((await stage.wren.press(conceded, "Analysis")).text) == [1]
    stage.swap(match)
    await stage.set_code(match, "RBRG", 2)
    end = (await stage.robin.slash(match.thread, "mastermind concede")).message
    assert "codes left" not in end.content
    assert "Analysis" not in end.buttons
    none = await forged(stage, stage.teal, end, f"mm:analysis:{match_id(end)}:2")
    assert none.text == "No row was played in round 2, so there is nothing to analyse."


async def test_a_match_given_up_in_a_round_has_its_rows_analysed(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBB")
    question = await stage.wren.slash(match.thread, "mastermind forfeit")
    await stage.wren.press(question.message, "Forfeit")
    end = await sandbox.message(match.thread, "forfeits")
    assert "\n1296 → 36 codes left\n" in end.content
    assert end.buttons == ["Rematch", "Analysis"]
    text = (await stage.teal.press(end, "Analysis")).text
    assert "The code: " in text
    assert rows_of(text) == [1]


async def test_a_match_given_up_before_its_code_has_nothing_to_analyse(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    await stage.give_up_round(match, 1)
    question = await stage.wren.slash(match.thread, "mastermind forfeit")
    await stage.wren.press(question.message, "Forfeit")
    end = await sandbox.message(match.thread, "forfeits")
    assert end.buttons == ["Rematch"]
    none = await forged(stage, stage.teal, end, f"mm:analysis:{match_id(end)}:2")
    assert none.text.startswith("No row was played in round 2")


async def test_a_private_match_is_analysed_for_those_who_can_read_it(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=True)).message
    await stage.wren.press(challenge, "Accept")
    thread = await sandbox.wait_for(lambda: next(iter(stage.wren.threads), None))
    await sandbox.message(thread, "The match begins")
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, CODE)
    end = await ended(stage, match, "RRBB", CODE)
    assert rows_of((await stage.wren.press(end, "Analysis")).text) == [1, 2]
    about = match_id(end)
    for identifier in (f"mm:analysis:{about}:1", f"mm:turn-analysis:{about}:1:0"):
        elsewhere = await forged(stage, stage.teal, challenge, identifier)
        assert elsewhere.text.startswith("Only the players of this match can do that.")
    assert finds(*stage.teal.payloads) == []


async def test_a_large_game_is_counted_beside_the_bot_and_its_solver_looks_at_a_sample(
    shared: Stage,
) -> None:
    stage = shared
    match = await stage.playing("RBGYOP", positions=6, colours=10)
    end = await ended(stage, match, "RRBBGG", "RBGYOP")
    assert re.search(r"\n1000000 → \d+ → 1 codes left\n", end.content)
    answer = await stage.teal.press(end, "Analysis")
    assert rows_of(answer.text) == [1, 2]
    assert "the solver compares only a sample of the rows" in answer.text
    (call,) = stage.sandbox.record.find("POST", rf".*/interactions/{answer.interaction.id}/.*")
    assert isinstance(call.body, dict)
    assert call.body["type"] == DEFERRED


async def test_a_game_with_too_many_codes_is_told_without_numbers(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBGYOPNI", positions=8, colours=10)
    end = await ended(stage, match, "BRGYOPNI", "BRGYOPNI", "RBGYOPNI")
    assert "codes left" not in end.content
    text = (await stage.teal.press(end, "Analysis")).text
    assert rows_of(text) == [1, 2, 3]
    assert "more than 10,000,000 codes" in text
    assert "In the whole round, row 2 contradicted an earlier reply." in text
