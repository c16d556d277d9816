"""What counts as a row, what is refused at no cost, and what is left alone."""

import re

import pytest

from sandbox import Message
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORMS = [
    "RBRG",
    "r b r g",
    "r-b-r-g",
    "R, B, R, G.",
    "red blue red green",
    "Reds blues reds greens!",
    "rouge bleu rouge vert",
    "rood blauw rode groene",
    "🔴🔵🔴🟢",
    "🟥🟦🟥🟩",
    "❤️💙❤💚",
    "1213",
    "1 2 1 3",
    "1️⃣2️⃣1️⃣3️⃣",
    "`RBRG`",
    "||RBRG||",
    "**red blue red green**",
    "I guess RBRG",
    "my guess is red, blue, red, green",
    "!g rbrg",
    "/guess RBRG",
    "<:red:5><:blue:6><:red:5><:green:7>",
]
"""One and the same row."""


def said_by_bot(stage: Stage, match: Match) -> list[Message]:
    return stage.said_in(match.thread)


async def test_a_row_reads_the_same_however_it_is_typed(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RRBB", rows=12)
    own = {emoji["name"]: emoji["id"] for emoji in sandbox.application.emojis.values()}
    as_shown = "".join(
        f"<:mm_{name}:{own[f'mm_{name}']}>" for name in ("red", "blue", "red", "green")
    )
    forms = [*FORMS, as_shown]
    answers = [await stage.row(match, form) for form in forms[:12]]
    await sandbox.message(match.thread, "Round 1 is over")
    stage.swap(match)
    await stage.set_code(match, "RRBB", 2)
    answers += [await stage.row(match, form) for form in forms[12:]]
    pegs = answers[0].content.splitlines()[0].partition(" · ")[2]
    assert pegs == as_shown
    for number, answer in enumerate(answers):
        row, reply = answer.content.splitlines()
        assert row == f"Row {number % 12 + 1} of 12 · {pegs}", forms[number]
        assert reply.startswith("**1 black, 2 white** · ")
        assert answer.pinged == []


async def test_digits_and_letters_are_typed_in_games_made_of_them(shared: Stage) -> None:
    stage = shared
    digits = await stage.playing("0123", preset="bulls-and-cows")
    for form in ("4567", "4 5 6 7", "4-5-6-7", "4️⃣5️⃣6️⃣7️⃣"):
        assert "**0 black, 0 white**" in (await stage.row(digits, form)).content
    letters = await stage.playing("HELP", symbols="letters", colours=26)
    for form in ("MOST", "m o s t", "M-O-S-T"):
        assert (await stage.row(letters, form)).content.splitlines()[0].endswith("`M O S T`")


async def test_what_plainly_tries_gets_a_reason_and_costs_nothing(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    for text, read in (
        ("RBR", "RBR"),
        ("RBRGY", "RBRGY"),
        ("RBRX", "X"),
        ("red blue red pink", "pink"),
        ("1 2 1 9", "9"),
        ("R.RG", "R.RG"),
        ("RBRG\nRRBB", "one at a time"),
    ):
        said = await stage.wren.say(match.thread, text)
        reply = await stage.answer_to(said)
        assert read in reply.content, text
        assert reply.pinged == []
        assert not reply.content.startswith("Row")
    for text in ("RBR", "hello"):
        refused = await stage.wren.slash(match.thread, "mastermind guess", code=text)
        assert refused.ephemeral
        assert text in refused.text
    assert (await stage.row(match, "RBRB")).content.startswith("Row 1 of 10 ·")


async def test_chat_is_left_alone(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    before = said_by_bot(stage, match)
    for text in (
        "nice weather today",
        "gg",
        "hm, red or blue?",
        "// RBRG",
        "//RBRG would be nice",
        "> RBRG",
        f"{stage.teal.mention} RBRG",
        "see https://example.org RBRG",
        "is it time for tea :) RBRG",
        "🎉",
    ):
        await stage.wren.say(match.thread, text)
    row = await stage.row(match, "RRBB")
    assert said_by_bot(stage, match) == [*before, row]
    assert row.content.startswith("Row 1 of 10 ·")


async def test_rows_of_anybody_but_the_codebreaker_are_nothing(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    machine = sandbox.add_other_bot("Abacus", guilds=[stage.guild])
    before = said_by_bot(stage, match)
    for person in (stage.teal, stage.robin, machine):
        await person.say(match.thread, "RRBB")
    sandbox.post_as_webhook(match.thread, "Relay", "RRBB")
    await stage.wren.say(stage.games, "RRBB")
    row = await stage.row(match, "RRBY")
    assert said_by_bot(stage, match) == [*before, row]
    assert row.content.startswith("Row 1 of 10 ·")
    assert len(stage.said_in(stage.games)) == 1

    for person in (stage.teal, stage.robin):
        guess = await person.slash(match.thread, "mastermind guess", code="RRBB")
        assert guess.ephemeral
        pressed = await person.press(row, "Guess")
        assert pressed.ephemeral
    outside = await stage.wren.slash(stage.games, "mastermind guess", code="RRBB")
    assert outside.ephemeral
    assert "`/mastermind matches`" in outside.text
    assert (await stage.row(match, "RRBY")).content.startswith("Row 2 of 10 ·")


async def test_an_edit_or_a_deletion_afterwards_changes_nothing(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    chat = await stage.wren.say(match.thread, "let me think")
    said = await stage.wren.say(match.thread, "RRBB")
    first = await stage.answer_to(said)
    await stage.wren.edit(said, "RBRG")
    await stage.wren.edit(chat, "RBRG")
    await stage.wren.delete(said)
    second = await stage.row(match, "YYYY")
    assert second.content.startswith("Row 2 of 10 ·")
    board = await stage.teal.slash(match.thread, "mastermind board")
    assert re.findall(r"^`\s*(\d+)`", board.text, re.MULTILINE) == ["1", "2"]
    assert "**1 black, 2 white**" in first.content
    assert "**1 black, 2 white**" in board.text


async def test_a_row_answers_its_message_with_two_lines_and_two_buttons(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    said = await stage.wren.say(match.thread, "RRBY")
    reply = await stage.answer_to(said)
    assert reply.replied_to is said
    assert len(reply.content.splitlines()) == 2
    assert reply.buttons == ["Guess", "Board"]
    nothing = await stage.row(match, "YYYY")
    assert nothing.content.splitlines()[1] == "**0 black, 0 white**"
    by_command = await stage.wren.slash(match.thread, "mastermind guess", code="red blue red red")
    assert not by_command.ephemeral
    assert by_command.text.startswith("Row 3 of 10 ·")
    looked = await stage.teal.press(reply, "Board")
    assert looked.ephemeral


async def test_what_discord_writes_in_a_players_name_is_no_row_and_no_code(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    before = stage.said_in(match.thread)
    kinds = (1, 2, 3, 4, 5, 6, 7, 18, 20, 21, 22, 23, 46)
    for kind in kinds:
        stage.notice(match.thread, stage.wren, kind, "RBRG")  # 4: they renamed the thread so
        stage.notice(match.thread, stage.robin, kind, "RBRG")
    row = await stage.row(match, "YYYY")
    assert row.content.startswith("Row 1 of 10")
    assert stage.said_in(match.thread) == [*before, row]
