"""Discord fails in every way it has: each telling arrives once and in order."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

from sandbox import Channel, Message, Person
from sandbox.faults import EventFault, Faults
from tests.e2e.stage import Match, Stage

Fault: TypeAlias = Callable[[Faults, str, str], None]
"""Sets one fault for the next request of this method and path."""

FAULTS: dict[str, Fault] = {
    "500": lambda faults, method, path: faults.fail(500, method=method, path=path),
    "502": lambda faults, method, path: faults.fail(502, method=method, path=path),
    "503": lambda faults, method, path: faults.fail(503, method=method, path=path),
    "limit": lambda faults, method, path: faults.limit(0.1, method=method, path=path),
    "ban": lambda faults, method, path: faults.limit(0.1, via=False, method=method, path=path),
    "late": lambda faults, method, path: faults.delay(0.3, method=method, path=path),
    "lost": lambda faults, method, path: faults.lose_answer(method=method, path=path),
    "cut": lambda faults, method, path: faults.lose_answer(status=None, method=method, path=path),
}


def set_everywhere(stage: Stage, fault: Fault, channel: Channel, codemaker: Person) -> None:
    """The next thread, message, private channel, private message and edit of a match go wrong."""
    faults, private = stage.sandbox.faults, stage.sandbox.world.dm_with(codemaker.user)
    fault(faults, "POST", rf"/channels/{channel.id}/messages/\d+/threads")
    fault(faults, "POST", "/users/@me/channels")
    fault(faults, "POST", f"/channels/{private.id}/messages")
    fault(faults, "PATCH", rf"/channels/{channel.id}/messages/\d+")


async def play_through(stage: Stage, fault: Fault, number: int) -> None:
    """A whole match of two people in a channel of their own, with that fault at every step."""
    sandbox = stage.sandbox
    channel = sandbox.add_text_channel(stage.guild, f"games-{number}")
    players = [
        sandbox.add_person(f"{name} {number}", guilds=[stage.guild]) for name in ("Robin", "Wren")
    ]
    set_everywhere(stage, fault, channel, players[0])
    challenger, opponent = players
    asked = await challenger.slash(channel, "mastermind challenge", opponent=opponent, rows=6)
    accepting = asyncio.create_task(opponent.press(asked.message, "Accept"))
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(asked.message), 20)
    fault(sandbox.faults, "POST", f"/channels/{thread.id}/messages")
    match = Match(thread, asked.message, challenger, opponent)
    await sandbox.message(thread, "The match begins", 20)
    await accepting
    await stage.set_code(match, "RBRG")
    fault(sandbox.faults, "POST", f"/channels/{thread.id}/messages")
    rows = [await opponent.say(thread, text) for text in ("RRBY", "YYYY", "RBRG")]
    await sandbox.message(thread, "Round 1 is over", 20)
    stage.swap(match)
    await stage.set_code(match, "BBBB", 2)
    rows += [await challenger.say(thread, "BBBB")]
    await sandbox.message(thread, "wins the match", 20)
    await sandbox.wait_for(lambda: "wins the match" in asked.message.text, 20)
    await stage.nothing_owed()

    said = stage.said_in(thread)
    beginnings = ["The match begins", "<@", "Row 1", "Row 2", "Row 3", "Round 1 is over"]
    beginnings += ["<@", "Row 1", "Round 2 is over"]
    assert len(said) == len(beginnings), [one.text for one in said]
    for message, beginning in zip(said, beginnings, strict=True):
        assert message.text.startswith(beginning)
    assert [one.replied_to for one in said if one.text.startswith("Row")] == rows
    assert stage.said_in(channel) == [asked.message]
    for player, count in ((challenger, 1), (opponent, 1)):
        assert len(stage.said_in_private(player)) == count


async def test_every_telling_arrives_once_and_in_order(started: Stage) -> None:
    async with asyncio.TaskGroup() as group:
        for number, (kind, fault) in enumerate(FAULTS.items()):
            group.create_task(play_through(started, fault, number), name=kind)
    assert started.sandbox.failed_interactions == []


async def test_what_comes_later_waits_for_what_is_still_owed(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    path = f"/channels/{match.thread.id}/messages"
    sandbox.faults.fail(503, times=2, method="POST", path=path)
    first = await stage.wren.say(match.thread, "RRBY")
    await sandbox.wait_for(lambda: sum(c.status == 503 for c in sandbox.record.calls) == 2)
    second = await stage.wren.say(match.thread, "YYYY")
    box = await stage.wren.press(stage.said_in(match.thread)[-1], "Guess")
    third = await stage.wren.submit(box.modal, {"text": "GGGG"})
    assert third.text.startswith("Row 3 of 10")
    early, late = await stage.answer_to(first), await stage.answer_to(second)
    assert early.text.startswith("Row 1 of 10")
    assert late.text.startswith("Row 2 of 10")
    assert early.id < late.id

    sandbox.faults.delay(0.7, method="POST", path=path)
    rows = [await stage.wren.say(match.thread, text) for text in ("RRBY", "YYYY")]
    board = await stage.wren.slash(match.thread, "mastermind board")
    assert board.ephemeral
    assert stage.said_in(match.thread)[-1] is late
    hung, after = [await stage.answer_to(row) for row in rows]
    assert hung.id < after.id


async def test_a_connection_that_comes_back_brings_what_was_missed(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.nothing_owed()
    losses: tuple[Callable[[], None], ...] = (
        sandbox.gateway.drop,
        sandbox.gateway.ask_to_reconnect,
        partial(sandbox.gateway.invalidate, resumable=True),
    )
    for number, lose in enumerate(losses, 1):
        lose()
        answer = await stage.answer_to(await stage.wren.say(match.thread, "RRBY"))
        assert answer.text.startswith(f"Row {number} of 10")
        await sandbox.wait_for(partial(has_resumed, stage, number), 10)
        await sandbox.wait_for(lambda: sandbox.gateway.connected, 10)
    assert len(sandbox.record.identifies) == 1


def has_resumed(stage: Stage, times: int) -> bool:
    """Whether the bot has taken up its session so many times."""
    return stage.sandbox.record.resumes >= times


async def test_a_session_that_is_lost_is_begun_anew(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    first = await stage.row(match, "RRBY")
    await stage.nothing_owed()
    sandbox.gateway.drop(resumable=False)
    await sandbox.wait_for(lambda: len(sandbox.record.identifies) == 2, 15)
    await sandbox.bot_ready()
    assert (await stage.row(match, "YYYY")).text.startswith("Row 2 of 10")
    assert "Rows played: 2 of 10" in (await stage.wren.press(first, "Board")).text
    assert stage.bot.running


async def test_messages_delivered_twice_have_one_effect(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.accepted()
    sandbox.faults.events(EventFault.TWICE, times=99)
    await stage.robin.dm("RBRG")
    await sandbox.message(match.thread, "is hidden")
    await stage.answer_to(await stage.wren.say(match.thread, "RRBY"))
    await stage.answer_to(await stage.wren.say(match.thread, "RRR"))
    await stage.answer_to(await stage.wren.say(match.thread, "YYYY"))
    await stage.nothing_owed()
    beginnings = [one.text[:5] for one in stage.said_in(match.thread)]
    assert beginnings[2:] == ["Row 1", "I rea", "Row 2"]
    _wanted, read = stage.said_in_private(stage.robin)
    assert "`RBRG`" in read.text


async def test_interactions_delivered_twice_have_one_effect(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    sandbox.faults.events(EventFault.TWICE, name="INTERACTION_CREATE", times=99)
    match = await stage.accepted()
    button = await sandbox.message(match.thread, "The match begins")
    drawn = await stage.robin.press(button, "Random code")
    await sandbox.message(match.thread, "is hidden")
    row = await stage.wren.slash(match.thread, "mastermind guess", code="RRBY")
    box = await stage.wren.press(row.message, "Guess")
    await stage.wren.submit(box.modal, {"text": "YYYY"})
    ended = await stage.wren.slash(match.thread, "mastermind concede")
    await stage.nothing_owed()
    assert stage.said_in(stage.games) == [match.challenge]
    assert [one.text[:5] for one in stage.said_in(match.thread)[2:]] == ["Row 1", "Row 2", "Round"]
    code = drawn.text.split("`")[1]
    assert f"`{code}`" in ended.text
    assert sandbox.failed_interactions == []


async def test_events_out_of_order_or_lost_leave_the_count_right(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    sandbox.faults.events(EventFault.LOST)
    await stage.wren.say(match.thread, "RBRG")
    sandbox.faults.events(EventFault.AFTER_NEXT)
    rows = [await stage.wren.say(match.thread, text) for text in ("GGGG", "YYYY")]
    answers = [await stage.answer_to(row) for row in rows]
    assert [one.text[:5] for one in answers] == ["Row 2", "Row 1"]
    assert (await stage.row(match, "RBRG")).text.startswith("Row 3")
    await sandbox.message(match.thread, "cracked the code in 3 rows")


async def test_what_a_lost_answer_was_about_is_told_all_the_same(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    lose = partial(sandbox.faults.lose_answer, status=None, path="/interactions/.*")
    challenge = (await stage.challenge()).message
    lose()
    pressing = asyncio.create_task(stage.wren.press(challenge, "Accept"))
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    wanted = await sandbox.message(thread, "The match begins")
    pressing.cancel()
    lose()
    await stage.robin.press(wanted, "Random code")
    await sandbox.message(thread, "the code of round 1 is hidden")
    await stage.wren.say(thread, "RRBB")
    question = await stage.wren.slash(thread, "mastermind forfeit")
    lose()
    await stage.wren.press(question.message, "Forfeit")
    await sandbox.message(thread, "Wren** forfeits")
    for person, button, words in (
        (stage.wren, "Decline", "declined"),
        (stage.robin, "Cancel", "withdrew"),
    ):
        other = (await stage.challenge()).message
        lose()
        await person.press(other, button)
        await sandbox.wait_for(partial(says, other, words))


@pytest.mark.parametrize(("button", "words"), [("Decline", "declined"), ("Cancel", "withdrew")])
@pytest.mark.parametrize("lost", [False, True])
async def test_a_challenge_that_was_closed_before_it_was_known_is_not_made_again(
    started: Stage, button: str, words: str, lost: bool
) -> None:
    stage, sandbox = started, started.sandbox
    lose = partial(sandbox.faults.lose_answer, status=None, path="/interactions/.*")
    looks = f"/channels/{stage.games.id}/messages"
    sandbox.faults.fail(503, times=2, method="GET", path=looks)
    lose()
    challenge = (await stage.challenge()).message
    await sandbox.wait_for(lambda: sandbox.record.find("GET", looks))
    if lost:
        lose()
    closer = stage.wren if button == "Decline" else stage.robin
    await closer.press(challenge, button)
    assert words in challenge.text
    assert challenge.buttons == []
    await stage.nothing_owed()
    assert stage.said_in(stage.games) == [challenge]
    assert (await stage.wren.press(challenge, "Accept", stale=True)).ephemeral


async def test_a_challenge_that_is_accepted_before_it_was_known_is_known_by_that(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    looks = f"/channels/{stage.games.id}/messages"
    sandbox.faults.fail(503, method="GET", path=looks)
    sandbox.faults.lose_answer(status=None, path="/interactions/.*")
    challenge = (await stage.challenge()).message
    await sandbox.wait_for(lambda: sandbox.record.find("GET", looks))
    assert "is on" in (await stage.wren.press(challenge, "Accept")).text
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    await stage.nothing_owed()
    assert len(sandbox.record.find("GET", looks)) == 1
    await stage.set_code(Match(thread, challenge, stage.robin, stage.wren), "RBRG")
    assert stage.said_in(stage.games) == [challenge]


def says(message: Message, words: str) -> bool:
    """Whether the message has these words in it now."""
    return words in message.text
