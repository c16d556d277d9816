"""Accept, Decline, Cancel, Rules: who may press them, when, and what comes of it."""

import asyncio

import pytest

from sandbox import ClientRefusalError, Message, Person
from sandbox.model import ChannelType
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def refused(person: Person, message: Message, button: str) -> str:
    """The private sentence that a press got, which must have changed nothing that one can see."""
    seen = message.content, message.buttons
    answer = await person.press(message, button, stale=True)
    assert answer.ephemeral, button
    assert (message.content, message.buttons) == seen
    return answer.text


async def test_accept_opens_a_thread_that_names_both_and_says_what_comes_next(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    answer = await stage.wren.press(challenge, "Accept")
    assert answer.ephemeral
    thread = sandbox.thread_of(challenge)
    assert thread is not None
    assert f"/channels/{stage.guild.id}/{thread.id}" in answer.text
    opening = await sandbox.message(thread, "The match begins")
    assert sorted(opening.pinged) == sorted([stage.robin.id, stage.wren.id])
    assert opening.buttons == ["Set the code", "Random code"]
    assert thread.thread is not None
    assert {stage.robin.id, stage.wren.id} <= thread.thread.members.keys()
    assert stage.teal.id not in thread.thread.members
    assert stage.said_in(stage.games) == [challenge]


async def test_presses_of_the_wrong_people_change_nothing(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    for button in ("Accept", "Decline", "Cancel"):
        await refused(stage.teal, challenge, button)
    assert stage.wren.mention in await refused(stage.robin, challenge, "Accept")
    assert stage.wren.mention in await refused(stage.robin, challenge, "Decline")
    assert stage.robin.mention in await refused(stage.wren, challenge, "Cancel")
    assert sandbox.thread_of(challenge) is None
    await stage.wren.press(challenge, "Accept")
    assert sandbox.thread_of(challenge) is not None


async def test_a_second_press_changes_nothing(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    presses = await asyncio.gather(*(stage.wren.press(challenge, "Accept") for _ in range(3)))
    assert sum("/channels/" in answer.text for answer in presses) == 1
    assert all(answer.ephemeral for answer in presses)
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    for person, button in (
        (stage.wren, "Accept"),
        (stage.wren, "Decline"),
        (stage.robin, "Cancel"),
    ):
        await refused(person, challenge, button)
    await sandbox.wait_for(lambda: stage.robin.inbox)
    assert len(stage.said_in(thread)) == 1
    assert len(stage.robin.inbox) == 1


@pytest.mark.parametrize(("who", "button"), [("wren", "Decline"), ("robin", "Cancel")])
async def test_a_challenge_that_came_to_nothing_says_so_and_stays_closed(
    shared: Stage, who: str, button: str
) -> None:
    stage, sandbox = shared, shared.sandbox
    offer = await stage.challenge()
    challenge = offer.message
    early = await sandbox.wait_for(lambda: offer.followups[0] if offer.followups else None)
    person: Person = getattr(stage, who)
    await person.press(challenge, button)
    await sandbox.wait_for(lambda: challenge.buttons == [])
    assert "Robin" in challenge.content
    assert "Wren" in challenge.content

    await refused(stage.wren, challenge, "Accept")
    await refused(stage.wren, challenge, "Decline")
    await refused(stage.robin, challenge, "Cancel")
    await refused(stage.robin, early, "Set the code")
    await refused(stage.robin, early, "Random code")
    assert sandbox.thread_of(challenge) is None
    assert stage.said_in(stage.games) == [challenge]
    for player in (stage.robin, stage.wren):
        listed = await player.slash(stage.games, "mastermind matches")
        assert "/channels/" not in listed.text


async def test_anybody_reads_the_rules_page_by_page_in_private(shared: Stage) -> None:
    stage = shared
    challenge = (await stage.challenge()).message
    page = (await stage.teal.press(challenge, "Rules")).message
    assert page.ephemeral
    titles = [page.content.splitlines()[0]]
    with pytest.raises(ClientRefusalError, match="disabled"):
        await stage.teal.press(page, "Previous")
    for _ in range(3):
        await stage.teal.press(page, "Next")
        titles.append(page.content.splitlines()[0])
    assert titles == ["## Rules", "## Example", "## Tips", "## Mistakes"]
    with pytest.raises(ClientRefusalError, match="disabled"):
        await stage.teal.press(page, "Next")
    await stage.teal.press(page, "Previous")
    assert page.content.startswith("## Tips")
    assert stage.said_in(stage.games) == [challenge]


async def test_a_private_match_is_seen_by_its_players_only(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge(private=True)).message
    match_id = str(challenge.components[0]["components"][0]["custom_id"]).split(":")[2]
    accepted = await stage.wren.press(challenge, "Accept")
    thread = next(one for one in stage.wren.threads if one.name and one.name.endswith(match_id))
    assert f"/channels/{stage.guild.id}/{thread.id}" in accepted.text
    assert thread.type is ChannelType.PRIVATE_THREAD
    assert thread.thread is not None
    assert not thread.thread.invitable
    opening = await sandbox.message(thread, "The match begins")
    assert sorted(opening.pinged) == sorted([stage.robin.id, stage.wren.id])
    assert set(thread.thread.members) == {stage.robin.id, stage.wren.id, sandbox.bot.id}
    assert stage.teal.threads == []

    box = await stage.robin.press(opening, "Set the code")
    await stage.robin.submit(box.modal, {"text": "RBRG"})
    await sandbox.message(thread, "the code of round 1 is hidden")
    solved = await stage.answer_to(await stage.wren.say(thread, "RBRG"))
    assert "**4 black, 0 white**" in solved.content
    await sandbox.message(thread, "Round 1 is over")
    question = await stage.robin.slash(thread, "mastermind forfeit")
    await stage.robin.press(question.message, "Forfeit")
    await sandbox.wait_for(lambda: challenge.buttons == [])
    assert stage.said_in(stage.games) == [challenge]
    assert "Robin" in challenge.content
    assert "Wren" in challenge.content
    for told in ("wins", "forfeit", " 1,", "points"):
        assert told not in challenge.content
    seen = [str(payload) for payload in stage.teal.payloads]
    assert not any(str(thread.id) in payload for payload in seen)
