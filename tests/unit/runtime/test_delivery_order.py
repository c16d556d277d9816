"""In one line nothing is told before what was committed earlier, whoever tells it."""

import asyncio

import pytest

from bot.matches.models import EventKind, Terms
from bot.runtime import delivery
from tests.unit.runtime.office import (
    FakeInteraction,
    Gate,
    Office,
    Way,
    ended,
    for_ever,
    http_error,
    reached,
)
from tests.unit.service.scene import ROBIN, WREN, elsewhere, thread_of

CHALLENGED, CLOSED = EventKind.CHALLENGED, EventKind.CHALLENGE_CLOSED
ACCEPTED, WANTED, CODE_SET = EventKind.ACCEPTED, EventKind.CODE_WANTED, EventKind.CODE_SET
SCORED, ROUND_ENDED = EventKind.ROW_SCORED, EventKind.ROUND_ENDED
LOST = EventKind.THREAD_LOST


async def rows_said(office: Office) -> list[int]:
    """The numbers of the rows that were answered, in the order of the answers."""
    await office.nothing_owed()
    return [entry.event.row for entry in office.teller.said if entry.event.kind is SCORED]


async def test_a_row_waits_for_the_task_that_tells_the_row_before(office: Office) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate)
    first = await office.start(office.row(match, "YYYY"))
    await reached(gate)
    second = await office.start(office.row(match, "GGGG"))
    third = await office.start(office.row(match, "OOOO"))
    gate.opened.set()
    assert [await ended(task) for task in (first, second, third)] == [True, True, True]
    assert await rows_said(office) == [1, 2, 3]
    assert {one.way for one in office.teller.tries} == {Way.AT_ONCE}


async def test_a_row_waits_for_a_task_that_has_not_begun_to_tell(office: Office) -> None:
    match = await office.begun()
    gate = Gate()
    first = await office.start(office.row(match, "YYYY"), after=gate)
    second = await office.start(office.row(match, "GGGG"))
    await reached(gate)
    third = await office.start(office.row(match, "OOOO"))
    assert office.teller.tries == []
    gate.opened.set()
    assert [await ended(task) for task in (first, second, third)] == [True, True, True]
    assert await rows_said(office) == [1, 2, 3]


async def test_what_follows_waits_for_a_task_between_its_answer_and_its_message(
    office: Office,
) -> None:
    match = await office.begun()
    answering = Gate()
    office.teller.meets(SCORED, answering)
    solving = await office.start(office.row(match, "RBRG"), FakeInteraction())
    await reached(answering)
    hiding = await office.start(office.hide(match, "YYYY"))
    answering.opened.set()
    assert await ended(solving)
    assert await ended(hiding)
    in_thread = [kind for kind in office.said() if kind is not WANTED]
    assert in_thread == [SCORED, ROUND_ENDED, CODE_SET]


async def test_an_answer_waits_for_nothing(office: Office) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate)
    first = await office.start(office.row(match, "YYYY"))
    await reached(gate)
    assert await office.tell(office.row(match, "GGGG"), FakeInteraction())
    assert not first.done()
    gate.opened.set()
    assert await ended(first)
    assert await rows_said(office) == [2, 1]


async def test_what_follows_a_failure_is_left_to_the_worker(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, http_error(503))
    assert not await office.tell(office.row(match, "YYYY"))
    assert not await office.tell(office.row(match, "GGGG"))
    assert office.said() == []
    async with office.working():
        assert await rows_said(office) == [1, 2]
    assert [one.way for one in office.teller.tries] == [Way.AT_ONCE, Way.AGAIN, Way.AGAIN]


async def test_what_follows_in_the_same_task_waits_for_a_failure_too(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, http_error(503))
    assert not await office.tell(office.row(match, "RBRG"))
    assert office.said() == [WANTED]
    async with office.working():
        await office.nothing_owed()
    assert office.said() == [WANTED, SCORED, ROUND_ENDED]


async def test_nothing_new_is_told_before_what_an_earlier_process_left(office: Office) -> None:
    match = await office.begun()
    await elsewhere(office.row(match, "YYYY"))
    office.restart()
    assert not await office.tell(office.row(match, "GGGG"))
    other = await office.begun()
    assert await office.tell(office.row(other, "BBBB"))
    office.forget()
    async with office.working():
        assert await rows_said(office) == [1, 2]


async def test_a_task_that_died_before_it_told_is_followed_by_the_worker(office: Office) -> None:
    match = await office.begun()
    await elsewhere(office.row(match, "YYYY"))
    assert not await office.tell(office.row(match, "GGGG"))
    async with office.working():
        assert await rows_said(office) == [1, 2]


async def test_waiting_for_a_task_ends_when_it_dies_untold(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "IDLE", 0.01)
    match = await office.begun()
    committed = asyncio.Event()

    async def dies() -> None:
        await office.row(match, "YYYY")
        committed.set()
        await asyncio.Event().wait()

    dying = asyncio.create_task(dies())
    await committed.wait()
    following = await office.start(office.row(match, "GGGG"))
    async with office.working():
        dying.cancel()
        assert not await ended(following)
        assert await rows_said(office) == [1, 2]


async def test_entries_of_a_live_task_are_left_alone_and_told_when_it_dies(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "IDLE", 0.01)
    match = await office.begun()
    other = await office.begun()
    gate = Gate()
    living = await office.start(office.row(match, "YYYY"), after=gate)
    async with office.working():
        office.teller.meets(SCORED, http_error(503), match=other.id)
        await office.tell(office.row(other, "GGGG"))
        await office.until(lambda: len(office.kept.owed) == 1)
        assert {one.entry.match for one in office.teller.tries} == {other.id}
        living.cancel()
        await office.nothing_owed()
    assert office.teller.said[-1].match == match.id


async def test_a_private_message_that_hangs_holds_up_nothing_in_the_thread(
    office: Office,
) -> None:
    match = await office.begun()
    hanging = Gate()
    office.teller.meets(WANTED, hanging)
    conceding = await office.start(office.service.concede(thread_of(match), WREN))
    await reached(hanging)
    assert await office.tell(office.hide(match, "YYYY"))
    assert office.said() == [ROUND_ENDED, CODE_SET]
    hanging.opened.set()
    assert await ended(conceding)


async def test_a_private_message_that_fails_holds_up_nothing_in_the_thread(
    office: Office,
) -> None:
    match = await office.begun()
    office.teller.meets(WANTED, for_ever(http_error(503)))
    async with office.working():
        assert await office.tell(office.service.concede(thread_of(match), WREN))
        await office.until(lambda: office.count(WANTED) > 2)
        assert await office.tell(office.hide(match, "YYYY"))
        assert await office.tell(office.row(match, "GGGG"))
    assert office.said() == [ROUND_ENDED, CODE_SET, SCORED]


# The beginning


async def test_a_code_hidden_while_the_match_is_being_accepted_waits_for_the_thread(
    office: Office,
) -> None:
    match = await office.open_challenge()
    gate = Gate()
    accepting = await office.start(office.accepting(match), after=gate)
    await reached(gate)
    hiding = await office.start(office.hide(match, "RBRG"))
    gate.opened.set()
    assert await ended(accepting)
    assert await ended(hiding)
    assert [kind for kind in office.said() if kind is not WANTED] == [ACCEPTED, CODE_SET]


@pytest.mark.parametrize("private", [False, True])
async def test_nothing_is_told_before_the_thread_is_open(office: Office, private: bool) -> None:
    match = await office.open_challenge(Terms(private=private))
    office.teller.meets(ACCEPTED, *[http_error(503)] * 3)
    assert not await office.tell(office.accepting(match))
    assert not await office.tell(office.hide(match, "RBRG"))
    assert not await office.tell(office.boxed_row(match, "YYYY"))
    assert {kind for kind, _ in office.tried()} == {ACCEPTED}
    async with office.working():
        await office.nothing_owed()
    said = office.said()
    assert said[0] is ACCEPTED
    assert [kind for kind in said if kind is not WANTED] == [ACCEPTED, CODE_SET, SCORED]
    assert sorted(said) == sorted([ACCEPTED, WANTED, CODE_SET, SCORED])


async def test_a_private_match_whose_thread_is_refused_is_not_told_in_the_channel(
    office: Office,
) -> None:
    match = await office.open_challenge(Terms(private=True))
    office.teller.meets(ACCEPTED, http_error(400, 50035))
    async with office.working():
        assert not await office.tell(office.accepting(match))
        assert not await office.tell(office.hide(match, "RBRG"))
        assert not await office.tell(office.service.forfeit(match.id, ROBIN))
        await office.nothing_owed()
    assert office.said() == [LOST, CLOSED]
    refused = [one.entry for one in office.teller.tries if one.kind not in {LOST, CLOSED}]
    assert office.given_up(refused) == [True] * 4


async def test_a_challenge_is_closed_after_it_was_told(office: Office) -> None:
    office.teller.meets(CHALLENGED, http_error(503), http_error(503))
    challenging = await office.start(office.challenge(), FakeInteraction())
    assert not await ended(challenging)
    (entry,) = office.kept.owed
    assert not await office.tell(office.service.decline(entry.match, WREN))
    assert office.said() == []
    async with office.working():
        await office.nothing_owed()
    assert office.said() == [CHALLENGED, CLOSED]


async def test_a_challenge_that_somebody_accepts_has_arrived_whatever_its_answer_says(
    office: Office,
) -> None:
    gate = Gate()
    office.teller.meets(CHALLENGED, gate)
    challenging = await office.start(office.challenge(), FakeInteraction())
    await reached(gate)
    match = await office.look(office.kept.owed[0].match)
    assert await office.tell(office.accepting(match))
    assert office.said() == [ACCEPTED, WANTED]
    gate.opened.set()
    assert await ended(challenging)
