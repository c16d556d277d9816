"""Who must change nothing changes nothing: one private sentence for presses, none for talk."""

import asyncio
from collections.abc import Awaitable
from functools import partial

import pytest

from sandbox import Answer, AnswerKind, Message, Person
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


def is_refusal(answer: Answer) -> bool:
    """One sentence that only this person sees and that pings nobody."""
    return (
        answer.kind is AnswerKind.MESSAGE
        and answer.ephemeral
        and not answer.message.pinged
        and not answer.message.buttons
        and answer.followups == []
        and bool(answer.text)
    )


async def refuses(stage: Stage, *attempts: Awaitable[Answer]) -> None:
    """Each attempt is refused, and nothing changes in the store or before other people."""
    before, said = stage.stored(), said_anywhere(stage)
    for attempt in attempts:
        answer = await attempt
        assert is_refusal(answer), answer.text
        assert "reference: `" not in answer.text, "an unexpected error is no refusal"
    assert stage.stored() == before
    assert said_anywhere(stage) == said


def said_anywhere(stage: Stage) -> list[tuple[int, str, list[str]]]:
    """All that the bot has said for more than one person's eyes, as it stands now."""
    channels = list(stage.sandbox.world.channels.values())
    said = [message for channel in channels for message in stage.said_in(channel)]
    return [(one.id, one.text, one.buttons) for one in said]


async def test_a_challenge_is_answered_by_its_two_people_and_once(shared: Stage) -> None:
    stage, press = shared, Person.press
    challenge = (await stage.challenge()).message
    await stage.nothing_owed()
    await refuses(
        stage,
        *(press(stage.teal, challenge, name) for name in ("Accept", "Decline", "Cancel")),
        *(press(stage.robin, challenge, name) for name in ("Accept", "Decline")),
        press(stage.wren, challenge, "Cancel"),
    )
    await press(stage.wren, challenge, "Accept")
    await stage.nothing_owed()
    await refuses(
        stage,
        *(
            press(person, challenge, name, stale=True)
            for person in (stage.robin, stage.wren, stage.teal)
            for name in ("Accept", "Decline", "Cancel")
        ),
    )


async def test_a_closed_challenge_stays_closed(shared: Stage) -> None:
    stage = shared
    for closer, button in ((stage.wren, "Decline"), (stage.robin, "Cancel")):
        offer = await stage.challenge()
        early = await stage.sandbox.wait_for(partial(first_of, offer.followups))
        box = await stage.robin.press(early, "Set the code")
        await closer.press(offer.message, button)
        await stage.nothing_owed()
        await refuses(
            stage,
            *(
                person.press(offer.message, name, stale=True)
                for person in (stage.robin, stage.wren, stage.teal)
                for name in ("Accept", "Decline", "Cancel")
            ),
            stage.robin.press(early, "Set the code"),
            stage.robin.press(early, "Random code"),
            stage.robin.submit(box.modal, {"text": "RBRG"}),
        )


def first_of(messages: list[Message]) -> Message | None:
    """The first message, if there is one yet."""
    return messages[0] if messages else None


async def test_a_running_round_is_changed_by_its_codebreaker_alone(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    begun = await sandbox.message(match.thread, "The match begins")
    await stage.nothing_owed()
    await refuses(
        stage,
        stage.wren.slash(match.thread, "mastermind guess", code="RRBB"),
        stage.wren.slash(match.thread, "mastermind concede"),
        *set_code_attempts(stage.wren, begun),
        *set_code_attempts(stage.teal, begun),
    )
    late = await stage.robin.press(begun, "Set the code")
    await stage.set_code(match, "RBRG")
    row = await stage.row(match, "RRBB")
    await stage.nothing_owed()
    strangers = (stage.robin, stage.teal)
    await refuses(
        stage,
        *(person.press(row, "Guess") for person in strangers),
        *(person.slash(match.thread, "mastermind guess", code="YYYY") for person in strangers),
        *(person.slash(match.thread, "mastermind concede") for person in strangers),
        stage.teal.slash(match.thread, "mastermind forfeit"),
        *set_code_attempts(stage.robin, begun),
        stage.robin.submit(late.modal, {"text": "BBBB"}),
        *(stage.wren.slash(stage.games, f"mastermind {name}") for name in ("board", "concede")),
        stage.wren.slash(stage.games, "mastermind guess", code="YYYY"),
    )


def set_code_attempts(person: Person, message: Message) -> tuple[Awaitable[Answer], ...]:
    """Both ways of hiding a code that stand under a message."""
    return person.press(message, "Set the code"), person.press(message, "Random code")


async def test_messages_of_others_get_no_answer_and_change_nothing(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    typed = await stage.wren.say(match.thread, "RRBB")
    await stage.answer_to(typed)
    dropped = await stage.wren.say(match.thread, "YYYY")
    await stage.answer_to(dropped)
    await stage.nothing_owed()
    before, said = stage.stored(), said_anywhere(stage)

    parrot = sandbox.add_other_bot("Parrot", guilds=[stage.guild])
    for text in ("RBRG", "RRR", "i guess RBRG", "red blue red green"):
        await stage.teal.say(match.thread, text)
        await parrot.say(match.thread, text)
        sandbox.post_as_webhook(match.thread, "Wren", text)
        await stage.robin.say(match.thread, text)
        await stage.wren.say(stage.games, text)
    await stage.wren.edit(typed, "RBRG")
    await stage.wren.delete(dropped)
    await stage.wren.say(match.thread, "// RBRG")
    await stage.wren.say(match.thread, "good luck to you")

    board = await stage.wren.slash(match.thread, "mastermind board")
    assert "Rows played: 2 of 10" in board.text
    assert stage.stored() == before
    assert said_anywhere(stage) == said
    assert (await stage.row(match, "OOOO")).text.startswith("Row 3 of 10")


async def test_what_belongs_to_a_round_or_match_that_is_over_is_refused(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.accepted()
    begun = await sandbox.message(match.thread, "The match begins")
    await stage.set_code(match, "RBRG")
    row = await stage.row(match, "RRBB")
    box = await stage.wren.press(row, "Guess")
    await stage.row(match, "RBRG")
    await sandbox.message(match.thread, "Round 1 is over")
    stage.swap(match)
    await stage.set_code(match, "YYYY", 2)
    await stage.nothing_owed()
    players = (stage.robin, stage.wren)

    def old_attempts() -> list[Awaitable[Answer]]:
        tried = [who.press(row, "Guess") for who in players]
        tried += [who.press(begun, "Set the code") for who in players]
        tried += [who.press(begun, "Random code") for who in players]
        return [*tried, stage.wren.submit(box.modal, {"text": "GGGG"})]

    await refuses(stage, *old_attempts())

    await stage.row(match, "YYYY")
    end = await sandbox.message(match.thread, "wins the match")
    await stage.nothing_owed()
    await refuses(stage, *old_attempts())
    await refuses(
        stage,
        *(
            person.slash(match.thread, f"mastermind {name}")
            for person in (*players, stage.teal)
            for name in ("concede", "forfeit")
        ),
        stage.robin.slash(match.thread, "mastermind guess", code="YYYY"),
        stage.teal.press(end, "Rematch"),
    )
    await stage.robin.press(end, "Rematch")
    await stage.nothing_owed()
    await refuses(stage, stage.robin.press(end, "Rematch"), stage.teal.press(end, "Rematch"))
    await stage.wren.press(end, "Rematch")
    await stage.nothing_owed()
    await refuses(stage, *(person.press(end, "Rematch") for person in (*players, stage.teal)))


async def one_of_two(stage: Stage, first: Awaitable[Answer], second: Awaitable[Answer]) -> Answer:
    """Both at once: one is done, the other gets one private sentence. Returns the first."""
    answers = await asyncio.gather(first, second)
    await stage.nothing_owed()
    refused = [is_refusal(one) and "is on" not in one.text for one in answers]
    assert sorted(refused) == [False, True], [one.text for one in answers]
    return answers[refused.index(False)]


async def test_a_double_press_has_one_effect(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    challenge = (await stage.challenge()).message
    done = await asyncio.gather(*(stage.wren.press(challenge, "Accept") for _ in range(2)))
    assert sorted("is on" in one.text for one in done) == [False, True]
    assert all(is_refusal(one) for one in done)
    thread = await sandbox.wait_for(lambda: sandbox.thread_of(challenge))
    await sandbox.message(thread, "The match begins")
    await stage.nothing_owed()
    assert len(stage.said_in(thread)) == len(stage.said_in_private(stage.robin)) == 1
    match = Match(thread, challenge, stage.robin, stage.wren)
    await stage.set_code(match, "RBRG")
    concedes = (stage.wren.slash(thread, "mastermind concede") for _ in range(2))
    assert "gave up" in (await one_of_two(stage, *concedes)).text
    stage.swap(match)
    await stage.give_up_round(match, 2)
    end = await sandbox.message(thread, "The match is a draw")
    for button in ("Rematch", "Two more rounds"):
        offers = (stage.robin.press(end, button) for _ in range(2))
        assert "Robin" in (await one_of_two(stage, *offers)).text
    both = await asyncio.gather(*(stage.wren.press(end, "Rematch") for _ in range(2)))
    await stage.nothing_owed()
    assert sorted(is_refusal(one) for one in both) == [False, True]
    assert sum("The rematch begins" in one.text for one in stage.said_in(thread)) == 1


async def test_answers_that_exclude_each_other_have_one_effect(shared: Stage) -> None:
    stage = shared
    for mine, theirs in (("Cancel", "Accept"), ("Cancel", "Decline")):
        challenge = (await stage.challenge()).message
        answers = await asyncio.gather(
            stage.robin.press(challenge, mine), stage.wren.press(challenge, theirs)
        )
        await stage.nothing_owed()
        refusals = [
            one for one in answers if one.kind is AnswerKind.MESSAGE and "is on" not in one.text
        ]
        assert len(refusals) == 1
        assert is_refusal(refusals[0])
        opened = stage.sandbox.thread_of(challenge) is not None
        assert opened == any(
            one.kind is AnswerKind.MESSAGE and "is on" in one.text for one in answers
        )
        assert opened or challenge.buttons == []


async def test_a_row_and_a_concession_at_once_leave_one_end(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG")
    guess = stage.wren.slash(match.thread, "mastermind guess", code="RBRG")
    concede = stage.wren.slash(match.thread, "mastermind concede")
    await one_of_two(stage, guess, concede)
    assert sum("Round 1 is over" in one.text for one in stage.said_in(match.thread)) == 1
    await sandbox.message(match.thread, "Round 1 is over")


async def test_rows_at_once_are_all_counted(shared: Stage) -> None:
    stage = shared
    match = await stage.playing("RBRG")
    button = stage.said_in(match.thread)[-1]
    boxes = [await stage.wren.press(button, "Guess") for _ in range(2)]
    answers = await asyncio.gather(
        *(stage.wren.submit(box.modal, {"text": "RRBB"}) for box in boxes),
        *(stage.wren.slash(match.thread, "mastermind guess", code="YYYY") for _ in range(2)),
    )
    typed = [await stage.wren.say(match.thread, "OOOO") for _ in range(2)]
    told = [one.text for one in answers]
    told += [(await stage.answer_to(message)).text for message in typed]
    assert sorted(text[:12] for text in told) == [f"Row {n} of 10 "[:12] for n in range(1, 7)]
