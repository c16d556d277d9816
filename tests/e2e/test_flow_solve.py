"""`/mastermind solve`: the box, what it finds, and what it refuses."""

import asyncio
from typing import Any

import pytest

from sandbox import Answer, Modal, Person
from sandbox.model import Component
from sandbox.record import RestCall
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEFERRED = 5
"""The type of an answer that says: I am thinking."""
LONG = "\n".join(f"?12345{last} ? 0" for last in (6, 7, 8, 9, 0))
"""Lines of 7 positions and 10 symbols that take some seconds."""


async def box(stage: Stage, asker: Person | None = None, **options: Any) -> Modal:
    """What opens on Robin's screen, or somebody else's."""
    asker = asker or stage.robin
    return (await asker.slash(stage.games, "mastermind solve", **options)).modal


async def solved(stage: Stage, lines: str, **options: Any) -> Answer:
    """Robin's box with these lines, and its answer."""
    answer: Answer = await stage.robin.submit(await box(stage, **options), {"text": lines})
    assert answer.ephemeral
    return answer


def field(modal: Modal) -> dict[str, Any]:
    """The only part of the box."""
    (label,) = modal.data["components"]
    return dict(label["component"])


def first_answer(stage: Stage, answer: Answer) -> RestCall:
    """The bot's first answer to an interaction."""
    (call,) = stage.sandbox.record.find("POST", rf".*/interactions/{answer.interaction.id}/.*")
    return call


def deferred(stage: Stage) -> list[RestCall]:
    """The answers that say: I am thinking."""
    calls = stage.sandbox.record.find("POST", r".*/callback")
    return [one for one in calls if isinstance(one.body, dict) and one.body["type"] == DEFERRED]


async def test_the_box_has_one_large_field_that_may_stay_empty(shared: Stage) -> None:
    modal = await box(shared)
    assert modal.title == "4 positions · 6 colours (RBGYOP)"
    text = field(modal)
    assert (text["type"], text["style"], text["required"]) == (Component.TEXT_INPUT, 2, False)
    assert text["placeholder"] == "For example RBRG 1 2"
    assert len(shared.said_in(shared.games)) == 0


async def test_an_empty_box_is_answered_with_a_first_row(shared: Stage) -> None:
    answer = await solved(shared, "")
    assert "**All 1,296 codes are possible.**" in answer.text
    assert "`RRBB`" in answer.text


async def test_lines_are_answered_with_what_is_left_and_the_next_row(shared: Stage) -> None:
    answer = await solved(shared, "red red blue blue 1 0\n1333 0 black, 1 white")
    assert "```\nRRBB 1 0\nRGGG 0 1\n```" in answer.text
    assert "**45 codes are left** of 1,296." in answer.text
    assert "`YRYO`" in answer.text
    assert "then 7 codes are left at worst" in answer.text
    assert shared.said_in(shared.games) == []


async def test_the_last_code_left_is_told_as_the_solution(shared: Stage) -> None:
    answer = await solved(shared, "1122 1 0\n1344 0 1\n3526 1 2\n1462 1 1")
    assert "**One code is left**" in answer.text
    assert "`GPGB`" in answer.text


async def test_the_lines_that_contradict_each_other_are_named(shared: Stage) -> None:
    answer = await solved(shared, "RBGY 1 0\n1111 2 0\nOPOP 0 3")
    assert "**No code is left**" in answer.text
    assert "Line 2: `RRRR 2 0`\nLine 3: `OPOP 0 3`" in answer.text
    assert "Line 1" not in answer.text


async def test_impossible_keys_are_refused_by_line_and_nothing_is_lost(shared: Stage) -> None:
    typed = "RBGY 1 0\nRBGY 3 1\nRBGY 3 2\nRBGYY 1 0\nhello"
    answer = await solved(shared, typed)
    assert "Line 2: `RBGY 3 1` cannot be" in answer.text
    assert "Line 3: `RBGY 3 2` has more keys than pegs." in answer.text
    assert "Line 4: I read **RBGYY**, which is too long." in answer.text
    assert "Line 5: `hello` does not end in keys that I can read" in answer.text
    assert "Line 1" not in answer.text
    again = await shared.robin.press(answer.message, "Edit")
    assert field(again.modal)["value"] == typed
    mended = await shared.robin.submit(again.modal, {"text": "RBGY 1 0"})
    assert "codes are left** of 1,296." in mended.text


async def test_rows_as_the_bot_shows_them_are_read(shared: Stage) -> None:
    answer = await solved(
        shared,
        "Row 1 of 10 · <:mm_red:11><:mm_red:11><:mm_blue:12><:mm_blue:12>\n"
        "**1 black, 0 white** · <:mm_key_black:13>\n"
        "` 2` :mm_red::mm_green::mm_green::mm_green: · 0 black, 1 white",
    )
    assert "```\nRRBB 1 0\nRGGG 0 1\n```" in answer.text
    assert "**45 codes are left** of 1,296." in answer.text


async def test_many_rows_in_raw_emojis_and_one_impossible_line_are_not_lost(shared: Stage) -> None:
    pegs = [f"<:mm_{name}:12345678901234567890>" for name in ("red", "blue", "green", "yellow")]
    rows = [f"{pegs[n % 4]}{pegs[n // 4]}{pegs[0]}{pegs[1]} {n % 2} 0" for n in range(14)]
    impossible = f"{''.join(pegs)} 3 1"
    typed = "\n".join([*rows, impossible])
    assert len(typed) > 1_600
    answer = await solved(shared, typed)
    assert "Line 15: `RBGY 3 1` cannot be" in answer.text
    again = await shared.robin.press(answer.message, "Edit")
    value = field(again.modal)["value"]
    assert value.splitlines()[0] == "RRRB 0 0"
    assert value.splitlines()[13:] == ["BYRB 1 0", impossible]
    mended = await shared.robin.submit(again.modal, {"text": value.removesuffix("\n" + impossible)})
    assert "```\nRRRB 0 0\n" in mended.text


async def test_what_has_no_room_in_a_message_can_be_edited_all_the_same(shared: Stage) -> None:
    typed = "\n".join(f"{'<:mm_red:12345678901234567890>' * 4} 3 {n}" for n in range(1, 31))
    assert 3_500 < len(typed) <= 4_000
    answer = await solved(shared, typed)
    assert "Line 1: `RRRR 3 1` cannot be" in answer.text
    assert "```" not in answer.message.content
    again = await shared.robin.press(answer.message, "Edit")
    assert field(again.modal)["value"] == typed
    many = "\n".join(f"{'<:mm_red:12345678901234567890>' * 3}? {n} ?" for n in range(10, 43))
    refused = await shared.robin.submit(again.modal, {"text": many})
    assert "more than 32 different lines" in refused.text
    again = await shared.robin.press(refused.message, "Edit")
    assert field(again.modal)["value"] == many


async def test_unknown_symbols_and_numbers_allow_more_codes(shared: Stage) -> None:
    assert "**962 codes are left**" in (await solved(shared, "1??2 2 0")).text
    assert "**721 codes are left**" in (await solved(shared, "1-22 1 1")).text
    assert "**496 codes are left**" in (await solved(shared, "1122 ? 1")).text
    assert "**1,290 codes are left**" in (await solved(shared, "???? 1 1")).text


async def test_the_options_choose_the_game_and_the_strategy(shared: Stage) -> None:
    cows: dict[str, Any] = {"symbols": "digits", "colours": 10, "repeats": False}
    answer = await solved(shared, "0123 01", **cows, strategy="entropy")
    assert "**1,440 codes are left** of 5,040." in answer.text
    assert "(entropy, in bits: " in answer.text
    blanks = await solved(shared, "R..B 0 0", blanks=True, strategy="most-parts")
    assert "**256 codes are left** of 2,401." in blanks.text
    assert "(most parts)" in blanks.text
    letters = await solved(shared, "crow 1 1", symbols="letters", colours=26)
    assert "4 positions · 26 letters (A–Z)" in letters.text


async def test_the_lines_of_an_answer_can_be_edited_in_the_same_game(shared: Stage) -> None:
    answer = await solved(shared, "12345 1 2", positions=5, colours=8, strategy="entropy")
    again = await shared.robin.press(answer.message, "Edit")
    assert field(again.modal)["value"] == "RBGYO 1 2"
    more = await shared.robin.submit(again.modal, {"text": "RBGYO 1 2\n55555 0 0"})
    assert "of 32,768." in more.text
    assert "(entropy, in bits: " in more.text


async def test_a_large_game_is_deferred_at_once_and_answered_with_a_sample(shared: Stage) -> None:
    answer = await solved(shared, "123456 1 2", positions=6, colours=10)
    assert "codes are left** of 1,000,000." in answer.text
    assert "I compared a sample of the rows" in answer.text
    call = first_answer(shared, answer)
    assert isinstance(call.body, dict)
    assert call.body["type"] == DEFERRED
    (asked,) = (
        event.at
        for event in shared.sandbox.record.events
        if event.name == "INTERACTION_CREATE" and event.data["id"] == str(answer.interaction.id)
    )
    assert call.at - asked < 1


async def test_what_cannot_be_calculated_is_refused_and_its_lines_can_be_edited(
    shared: Stage,
) -> None:
    answer = await solved(shared, "1??4567 1 2\n7654321 0 ?", positions=7, colours=10)
    assert "more unknown symbols than I can try out" in answer.text
    again = await shared.robin.press(answer.message, "Edit")
    assert field(again.modal)["value"] == "R??YOPN 1 2\nNPOYGBR 0 ?"
    mended = await shared.robin.submit(again.modal, {"text": "R??YOPN ? ?\nNPOYGBR 0 ?"})
    assert "codes are left** of 10,000,000." in mended.text


async def test_a_second_question_is_answered_once_the_first_one_is(shared: Stage) -> None:
    large = await box(shared, positions=7, colours=10)
    small, others = await box(shared), await box(shared, asker=shared.wren)
    await asyncio.gather(  # after this, both processes are there
        shared.wren.submit(await box(shared, asker=shared.wren), {"text": ""}),
        solved(shared, "RBGYOPN 0 1", positions=7, colours=10),
    )
    some = "\n".join(LONG.splitlines()[:2])  # a busy machine has to be done with them in time
    first = asyncio.create_task(shared.robin.submit(large, {"text": some}))
    before = len(deferred(shared))
    await shared.sandbox.wait_for(lambda: len(deferred(shared)) > before)
    refused = await shared.robin.submit(small, {"text": "1122 1 0"})
    assert refused.text.startswith("I am still calculating what you asked me before.")
    other = await shared.wren.submit(others, {"text": "1122 1 0"})
    assert "codes are left** of 1,296." in other.text
    assert not first.done()
    assert "codes are left** of 10,000,000." in (await first).text
    again = await shared.robin.press(refused.message, "Edit")
    assert field(again.modal)["value"] == "RRBB 1 0"
    answer = await shared.robin.submit(again.modal, {"text": "RRBB 1 0"})
    assert "codes are left** of 1,296." in answer.text


async def test_a_game_that_is_too_large_is_refused_before_a_box_opens(shared: Stage) -> None:
    refused = await shared.robin.slash(shared.games, "mastermind solve", positions=8, colours=10)
    assert refused.ephemeral
    assert "more than 10,000,000 codes" in refused.text


async def test_options_that_do_not_fit_together_are_refused(shared: Stage) -> None:
    refused = await shared.robin.slash(
        shared.games, "mastermind solve", positions=8, colours=6, repeats=False
    )
    assert refused.ephemeral
    assert "more positions than symbols" in refused.text


async def test_too_many_lines_are_refused_and_the_same_line_counts_once(shared: Stage) -> None:
    same = await solved(shared, "1122 1 1\n" * 400)
    assert "**208 codes are left**" in same.text
    many = [f"{a}{b}11 0 0" for a in range(1, 7) for b in range(1, 7)]
    assert "more than 32 different lines" in (await solved(shared, "\n".join(many))).text
    assert (
        "more unknown symbols" in (await solved(shared, "??????? 1 2", positions=7, colours=9)).text
    )
