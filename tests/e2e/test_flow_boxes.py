"""The box for a code or a row: lists where they fit, a text field where there is room."""

from typing import Any

import pytest

from sandbox import Modal
from sandbox.model import Component
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def code_box(stage: Stage, match: Match) -> Modal:
    opening = await stage.sandbox.message(match.thread, "The match begins")
    return (await match.codemaker.press(opening, "Set the code")).modal


def fields(box: Modal) -> list[Component]:
    return [Component(part["component"]["type"]) for part in box.data["components"]]


LIST, TEXT = Component.STRING_SELECT, Component.TEXT_INPUT
SHAPES: list[tuple[dict[str, Any], list[Component]]] = [
    ({"positions": 3}, [LIST] * 3 + [TEXT]),
    ({}, [LIST] * 4 + [TEXT]),
    ({"preset": "super"}, [LIST] * 5),
    ({"positions": 6}, [TEXT]),
    ({"positions": 8}, [TEXT]),
    ({"symbols": "letters", "colours": 25}, [LIST] * 4 + [TEXT]),
    ({"symbols": "letters", "colours": 26}, [TEXT]),
    ({"symbols": "letters", "colours": 25, "blanks": True}, [TEXT]),
]


async def test_a_box_has_lists_up_to_five_pegs_and_a_text_field_where_there_is_room(
    shared: Stage,
) -> None:
    for options, shape in SHAPES:
        box = await code_box(shared, await shared.accepted(**options))
        assert fields(box) == shape, options
        assert not any(part["component"]["required"] for part in box.data["components"])
        lists = [part["component"] for part in box.data["components"] if len(shape) > 1]
        for one in lists[: shape.count(LIST)]:
            values = [option["value"] for option in one["options"]]
            assert len(values) == options.get("colours", 8 if "preset" in options else 6)


async def test_the_text_of_a_box_wins_over_its_lists(shared: Stage) -> None:
    stage = shared
    match = await stage.accepted()
    box = await code_box(stage, match)
    lists = {f"peg-{number}": "Y" for number in range(4)}
    read = await stage.robin.submit(box, {**lists, "text": "red blue red green"})
    assert "`RBRG`" in read.text
    started = await stage.sandbox.message(match.thread, "the code of round 1 is hidden")
    guess = await stage.wren.press(started, "Guess")
    assert fields(guess.modal) == [LIST] * 4 + [TEXT]
    row = await stage.wren.submit(guess.modal, {**lists, "text": "RBRG"})
    assert not row.ephemeral
    assert row.text.startswith("Row 1 of 10 ·")
    assert "**4 black, 0 white**" in row.text


async def test_a_box_left_half_empty_is_answered_with_what_was_read(shared: Stage) -> None:
    stage = shared
    match = await stage.accepted()
    box = await code_box(stage, match)
    half = await stage.robin.submit(box, {"peg-0": "R", "peg-3": "G"})
    empty = await stage.robin.submit(await code_box(stage, match), {})
    assert half.ephemeral
    assert empty.ephemeral
    assert "**RG**" in half.text
    assert "no code" in empty.text
    assert len(stage.said_in(match.thread)) == 1

    await stage.set_code(match, "RBRG")
    started = await stage.sandbox.message(match.thread, "the code of round 1 is hidden")
    guess = await stage.wren.press(started, "Guess")
    costs_nothing = await stage.wren.submit(guess.modal, {"peg-1": "B"})
    assert costs_nothing.ephemeral
    assert "**B**" in costs_nothing.text
    assert (await stage.row(match, "RBRG")).content.startswith("Row 1 of 10 ·")


async def test_a_blank_can_be_chosen_where_the_game_has_blanks(shared: Stage) -> None:
    stage = shared
    match = await stage.accepted(blanks=True)
    box = await code_box(stage, match)
    offered = box.data["components"][0]["component"]["options"]
    assert [option["value"] for option in offered] == [*"RBGYOP."]
    emojis = stage.sandbox.application.emojis
    shown = [emojis[int(option["emoji"]["id"])]["name"] for option in offered]
    assert shown[0] == "mm_red"
    assert shown[-1] == "mm_blank"
    chosen = {f"peg-{number}": peg for number, peg in enumerate("R..G")}
    read = await stage.robin.submit(box, chosen)
    assert "`R..G`" in read.text
    started = await stage.sandbox.message(match.thread, "the code of round 1 is hidden")
    guess = await stage.wren.press(started, "Guess")
    row = await stage.wren.submit(guess.modal, chosen)
    assert "**4 black, 0 white**" in row.text


async def test_six_to_eight_pegs_are_typed(shared: Stage) -> None:
    stage = shared
    for positions, code in ((6, "RBGYOP"), (8, "RBGYOPRB")):
        match = await stage.playing(code, positions=positions)
        started = await stage.sandbox.message(match.thread, "the code of round 1 is hidden")
        guess = await stage.wren.press(started, "Guess")
        row = await stage.wren.submit(guess.modal, {"text": " ".join(code.lower())})
        assert f"**{positions} black, 0 white**" in row.text
