"""How often people may challenge, with the limits that hold where no admin has changed them."""

import re

import pytest

from sandbox import Answer, Message, Person
from tests.e2e.care import make_older
from tests.e2e.stage import Stage

PAUSE, SAME = 31, 601
"""Seconds, and one more, between two challenges and between two to somebody who said no."""


@pytest.fixture
async def strict(stage: Stage) -> Stage:
    """A bot with the limits on people as they are by themselves."""
    stage.roomy = False
    await stage.start()
    return stage


def flock(stage: Stage, size: int) -> list[Person]:
    """So many more people."""
    names = ("Ash", "Blue", "Coal", "Dusk", "Elm", "Fawn")[:size]
    return [stage.sandbox.add_person(name, guilds=[stage.guild]) for name in names]


async def challenge(stage: Stage, challenger: Person, opponent: Person) -> Answer:
    """A challenge in the usual channel."""
    answer: Answer = await challenger.slash(stage.games, "mastermind challenge", opponent=opponent)
    return answer


async def challenged(stage: Stage, challenger: Person, opponent: Person) -> Message:
    """The same where it is taken; then the pause after it is over."""
    answer = await challenge(stage, challenger, opponent)
    assert not answer.ephemeral, answer.text
    await stage.nothing_owed()
    await make_older(stage, PAUSE)
    return answer.message


async def refused(stage: Stage, challenger: Person, opponent: Person) -> str:
    """The private sentence for a challenge of which nobody else learns."""
    before = stage.said_in(stage.games)
    shown = len(opponent.payloads)
    for answer in (
        await challenge(stage, challenger, opponent),
        await challenger.user_menu(stage.games, "Challenge to Mastermind", opponent),
    ):
        assert answer.ephemeral
        assert answer.message.pinged == []
        assert answer.followups == []
    assert stage.said_in(stage.games) == before
    assert all(str(data.get("content", "")) == "" for data in opponent.payloads[shown:])
    return answer.text


def time_in(text: str) -> int:
    """The Unix time that a message shows as so and so long from now."""
    (shown,) = re.findall(r"<t:(\d+):R>", text)
    return int(shown)


async def accepted(stage: Stage, challenger: Person, opponent: Person) -> Message:
    """A match that runs; its challenge."""
    message = await challenged(stage, challenger, opponent)
    answer = await opponent.press(message, "Accept")
    assert "is on" in answer.text, answer.text
    await stage.nothing_owed()
    return message


async def test_there_is_a_pause_between_two_challenges(strict: Stage) -> None:
    stage = strict
    first = (await challenge(stage, stage.robin, stage.wren)).message
    made = stage.sandbox.clock.now()
    sentence = await refused(stage, stage.robin, stage.teal)
    assert sentence.startswith("You have just made a challenge, or begun a solo in a thread.")
    assert "You can make your next challenge <t:" in sentence
    assert time_in(sentence) == pytest.approx(made + 30, abs=3)
    await stage.wren.press(first, "Accept")  # it is no way round the pause
    assert "just made a challenge" in await refused(stage, stage.robin, stage.teal)
    await challenged(stage, stage.wren, stage.teal)  # nor does it concern anybody else
    await challenged(stage, stage.robin, stage.teal)


@pytest.mark.parametrize(("who", "button"), [("wren", "Decline"), ("robin", "Cancel")])
async def test_somebody_who_took_no_challenge_is_left_alone_for_a_while(
    strict: Stage, who: str, button: str
) -> None:
    stage = strict
    first = await challenged(stage, stage.robin, stage.wren)
    closer: Person = getattr(stage, who)
    await closer.press(first, button)
    sentence = await refused(stage, stage.robin, stage.wren)
    assert sentence.startswith(f"{stage.wren.mention} did not accept your last challenge.")
    assert time_in(sentence) == pytest.approx(stage.sandbox.clock.now() + 600 - PAUSE, abs=5)
    await challenged(stage, stage.robin, stage.teal)
    await challenged(stage, stage.wren, stage.robin)
    await make_older(stage, SAME - 2 * PAUSE)
    await challenged(stage, stage.robin, stage.wren)


async def test_nobody_has_more_than_three_open_challenges(strict: Stage) -> None:
    stage = strict
    people = flock(stage, 4)
    open_ones = [await challenged(stage, stage.robin, one) for one in people[:3]]
    sentence = await refused(stage, stage.robin, people[3])
    assert sentence.startswith("You have as many open challenges as one person may have here (3).")
    await stage.robin.press(open_ones[0], "Cancel")
    await challenged(stage, stage.robin, people[3])


async def test_nobody_plays_more_than_five_matches(strict: Stage) -> None:
    stage, sandbox = strict, strict.sandbox
    people = flock(stage, 6)
    waiting = await challenged(stage, people[5], stage.robin)
    first, *_ = [await accepted(stage, stage.robin, one) for one in people[:5]]
    sentence = await refused(stage, stage.robin, stage.wren)
    assert sentence.startswith("You are playing as many matches as one person may play here (5).")
    sentence = await refused(stage, stage.wren, stage.robin)
    assert sentence.startswith(f"{stage.robin.mention} is playing as many matches as one person")
    answer = await stage.robin.press(waiting, "Accept")
    assert answer.text.startswith("You are playing as many matches")
    assert "Accept" in waiting.buttons
    assert sandbox.thread_of(waiting) is None

    thread = sandbox.thread_of(first)
    assert thread is not None
    question = await people[0].slash(thread, "mastermind forfeit")
    await people[0].press(question.message, "Forfeit")
    assert "is on" in (await stage.robin.press(waiting, "Accept")).text


async def test_a_rematch_is_a_match_as_well(strict: Stage) -> None:
    stage, sandbox = strict, strict.sandbox
    await accepted(stage, stage.robin, stage.wren)
    (thread,) = sandbox.world.active_threads(stage.guild)
    await stage.robin.press(stage.said_in(thread)[0], "Random code")
    await stage.wren.slash(thread, "mastermind concede")
    question = await stage.wren.slash(thread, "mastermind forfeit")
    await stage.wren.press(question.message, "Forfeit")
    end = await sandbox.message(thread, "forfeits")
    for one in flock(stage, 5):
        await accepted(stage, stage.robin, one)
    offer = await stage.robin.press(end, "Rematch")
    assert offer.message.pinged == []
    said = stage.said_in(thread)
    refusal = await stage.wren.press(end, "Rematch")
    assert refusal.ephemeral
    assert refusal.text.startswith(f"{stage.robin.mention} is playing as many matches")
    assert stage.said_in(thread) == said


async def test_whoever_takes_no_challenges_is_asked_for_none(strict: Stage) -> None:
    stage, sandbox = strict, strict.sandbox
    await accepted(stage, stage.robin, stage.wren)
    (thread,) = sandbox.world.active_threads(stage.guild)
    await stage.robin.press(stage.said_in(thread)[0], "Random code")
    await stage.wren.slash(thread, "mastermind concede")
    question = await stage.robin.slash(thread, "mastermind forfeit")
    await stage.robin.press(question.message, "Forfeit")
    end = await sandbox.message(thread, "forfeits")
    panel = await stage.wren.slash(stage.games, "mastermind preferences")
    await stage.wren.press(panel.message, "Take no challenges")
    sentence = await refused(stage, stage.robin, stage.wren)
    assert sentence.startswith(f"{stage.wren.mention} takes no challenges at the moment.")
    # A rematch is wished for in the thread, without a ping, and both have to wish for it.
    offer = await stage.robin.press(end, "Rematch")
    assert offer.message.pinged == []
    await stage.wren.press(end, "Rematch")
    await sandbox.message(thread, "The rematch begins")
