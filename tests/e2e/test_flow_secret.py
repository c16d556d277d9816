"""How a code is hidden, changed, given away and kept: in private messages and in the thread."""

import re

import pytest

from sandbox import Message, Person
from tests.e2e.stage import Match, Stage, filled

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMITMENT = re.compile(r"`([0-9a-f]{64})`")


async def asked_in_private(stage: Stage, person: Person, count: int = 1) -> Message:
    """The newest private message to this person, which is the one with that number."""
    await stage.sandbox.wait_for(lambda: len(stage.said_in_private(person)) >= count)
    return stage.said_in_private(person)[-1]


def public(stage: Stage, match: Match, text: str) -> list[Message]:
    """What the bot said in the thread that has this text in it."""
    return [message for message in stage.said_in(match.thread) if text in message.content]


async def test_a_code_chosen_by_the_private_box_can_be_changed_until_the_first_row(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    asked = await asked_in_private(stage, stage.robin)
    assert asked.buttons == ["Set the code", "Random code"]
    home = f"/channels/{stage.guild.id}/{match.thread.id}"
    assert home in asked.content

    box = await stage.robin.press(asked, "Set the code")
    lists = {f"peg-{number}": peg for number, peg in enumerate("RBRG")}
    read = await stage.robin.submit(box.modal, lists)
    assert "`RBRG`" in read.text
    assert home in read.text
    assert read.message.buttons == ["Change"]
    told = await sandbox.message(match.thread, "the code of round 1 is hidden")
    assert told.pinged == [stage.wren.id]
    (first,) = COMMITMENT.findall(told.content)
    assert any(line.startswith("-# ") and first in line for line in told.content.splitlines())

    late = await stage.robin.press(read.message, "Change")
    changing = await stage.robin.press(read.message, "Change")
    changed = await stage.robin.submit(changing.modal, {"text": "YYOO"})
    assert "`YYOO`" in changed.text
    replaced = await sandbox.message(match.thread, "changed the code")
    assert replaced.pinged == []
    new, old = COMMITMENT.findall(replaced.content)
    assert old == first != new

    assert "**0 black, 0 white**" in (await stage.row(match, "RBRG")).content
    before = stage.said_in(match.thread)
    for answer in (
        await stage.robin.press(changed.message, "Change"),
        await stage.robin.submit(late.modal, {"text": "RBRG"}),
        await stage.robin.press(asked, "Random code"),
    ):
        assert "row" in answer.text
    useless = await stage.answer_to(await stage.robin.dm("RBRG"))
    assert "`/mastermind challenge`" in useless.content
    assert stage.said_in(match.thread) == before
    assert "**4 black, 0 white**" in (await stage.row(match, "YYOO")).content


async def test_a_code_may_be_typed_in_the_private_message_and_typed_anew(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    await asked_in_private(stage, stage.robin)
    for text, reason in (("RBR", "too short"), ("RBRGY", "too long"), ("hello", "hello")):
        reply = await stage.answer_to(await stage.robin.dm(text))
        assert reason in reply.content
    assert len(stage.said_in(match.thread)) == 1

    reply = await stage.answer_to(await stage.robin.dm("red blue red green"))
    assert "`RBRG`" in reply.content
    assert reply.buttons == ["Change"]
    await sandbox.message(match.thread, "the code of round 1 is hidden")
    again = await stage.answer_to(await stage.robin.dm("y y o o"))
    assert "`YYOO`" in again.content
    await sandbox.message(match.thread, "changed the code")
    assert "**4 black, 0 white**" in (await stage.row(match, "YYOO")).content


async def test_random_code_works_in_private_and_in_the_thread_and_only_the_codemaker_sees_it(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    opening = await sandbox.message(match.thread, "The match begins")
    for person in (stage.wren, stage.teal):
        for button in ("Set the code", "Random code"):
            refused = await person.press(opening, button)
            assert refused.ephemeral
    assert len(stage.said_in(match.thread)) == 1

    asked = await asked_in_private(stage, stage.robin)
    drawn = await stage.robin.press(asked, "Random code")
    in_thread = await stage.robin.press(opening, "Random code")
    assert in_thread.ephemeral
    codes = re.findall(r"`([RBGYOP]{4})`", f"{drawn.text}\n{in_thread.text}")
    assert len(codes) == 2
    await sandbox.message(match.thread, "changed the code")
    board = await stage.robin.slash(match.thread, "mastermind board")
    assert codes[1] in board.text
    for person in (stage.wren, stage.teal):
        told = str(person.payloads)
        assert f"`{codes[1]}`" not in told
    solved = await stage.row(match, codes[1])
    assert "**4 black, 0 white**" in solved.content


async def test_one_who_owes_several_codes_is_asked_which_match_is_meant(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    first = await stage.match_of(stage.robin, stage.wren)
    second = await stage.match_of(stage.robin, stage.teal, preset="super")
    await asked_in_private(stage, stage.robin, 2)
    typed = await stage.robin.dm("RBRG")
    question = await stage.answer_to(typed)
    which = question.components[0]["components"][0]
    assert str(typed.id) in which["custom_id"]
    assert "RBRG" not in str(question.components)
    to_wren, to_teal = which["options"]
    assert "Wren" in to_wren["label"]
    assert "Teal" in to_teal["label"]
    assert len(stage.said_in(first.thread)) == len(stage.said_in(second.thread)) == 1

    wrong = await stage.robin.select(question, which["custom_id"], [to_teal["value"]])
    assert "too short" in wrong.text
    await stage.robin.edit(typed, "RRBB")
    chosen = await stage.robin.select(question, which["custom_id"], [to_wren["value"]])
    assert "`RRBB`" in chosen.text
    await sandbox.message(first.thread, "the code of round 1 is hidden")
    assert len(stage.said_in(second.thread)) == 1

    only_one_left = await stage.answer_to(await stage.robin.dm("RBRGY"))
    assert "`RBRGY`" in only_one_left.content
    await sandbox.message(second.thread, "the code of round 1 is hidden")
    assert "**4 black, 0 white**" in (await stage.row(first, "RRBB")).content


async def test_a_choice_about_a_deleted_message_is_answered_in_words(shared: Stage) -> None:
    stage = shared
    await stage.match_of(stage.robin, stage.wren)
    await stage.match_of(stage.robin, stage.teal)
    await asked_in_private(stage, stage.robin, 2)
    typed = await stage.robin.dm("RBRG")
    question = await stage.answer_to(typed)
    which = question.components[0]["components"][0]
    await stage.robin.delete(typed)
    value = which["options"][0]["value"]
    answer = await stage.robin.select(question, which["custom_id"], [value])
    assert "Something went wrong" not in answer.text
    assert "code" in answer.text


async def test_closed_private_messages_stop_nothing(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    stage.robin.close_dms()
    match = await stage.accepted()
    opening = await sandbox.message(match.thread, "The match begins")
    drawn = await stage.robin.press(opening, "Random code")
    assert drawn.ephemeral
    await sandbox.message(match.thread, "the code of round 1 is hidden")
    await stage.set_code(match, "RBRG")
    await sandbox.message(match.thread, "changed the code")
    assert "**4 black, 0 white**" in (await stage.row(match, "RBRG")).content
    assert stage.robin.inbox == []
    private = sandbox.world.dm_with(stage.robin.user)
    tried = sandbox.record.find("POST", rf"/channels/{private.id}/messages")
    assert [call.status for call in tried] == [403]


async def test_a_private_message_that_nobody_waits_for_is_answered_with_how_to_start(
    shared: Stage,
) -> None:
    reply = await shared.answer_to(await shared.teal.dm("hello there"))
    assert "/mastermind challenge" in reply.content
    assert "/mastermind help" in reply.content


async def test_what_discord_writes_in_private_in_a_persons_name_is_no_code(shared: Stage) -> None:
    stage = shared
    match = await stage.accepted()
    asked = await asked_in_private(stage, stage.robin)
    private = stage.sandbox.world.channels[asked.channel_id]
    for kind in (1, 3, 4, 6, 46):
        stage.notice(private, stage.robin, kind, "RBRG")
    read = await stage.answer_to(await stage.robin.dm("YYOO"))
    assert "`YYOO`" in read.content
    await stage.sandbox.message(match.thread, "the code of round 1 is hidden")
    assert public(stage, match, "changed the code") == []
    assert stage.said_in_private(stage.robin) == [asked, read]


async def test_a_code_that_its_maker_posts_in_the_thread_is_void_until_another_is_set(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    thread = match.thread
    before = stage.said_in(thread)
    guess = await stage.wren.press(before[-1], "Guess")
    await stage.robin.say(thread, "RRBB")  # not the code
    await stage.robin.say(thread, "it was `red blue red green`, hard to find")
    await stage.robin.say(thread, "red blue red green")
    voided = await sandbox.message(thread, "everybody")
    assert stage.said_in(thread) == [*before, voided]
    assert voided.buttons == ["Set the code", "Random code"]

    early = await stage.row(match, "RBRG")
    assert "not set" in early.content
    for answer in (
        await stage.wren.slash(thread, "mastermind guess", code="RBRG"),
        await stage.wren.submit(guess.modal, {"text": "RBRG"}),
        await stage.wren.press(before[-1], "Guess"),
    ):
        assert answer.ephemeral
        assert "not set" in answer.text

    box = await stage.robin.press(voided, "Set the code")
    same = await stage.robin.submit(box.modal, filled(box.modal, "RBRG"))
    assert same.ephemeral
    assert same.message.buttons == []
    assert public(stage, match, "the code of round 1 is hidden") == before[-1:]
    box = await stage.robin.press(voided, "Set the code")
    await stage.robin.submit(box.modal, {"text": "RRBB"})
    again = await sandbox.wait_for(
        lambda: public(stage, match, "the code of round 1 is hidden")[1:]
    )
    assert again[0].pinged == [stage.wren.id]
    assert (await stage.row(match, "RBRG")).content.startswith("Row 1 of 10 ·")

    quiet = stage.said_in(thread)
    await stage.robin.say(thread, "RRBB")  # after row 1 a code stays
    assert (await stage.row(match, "RRBB")).content.startswith("Row 2 of 10 ·")
    await sandbox.message(thread, "Round 1 is over")
    assert len(stage.said_in(thread)) == len(quiet) + 2
