"""The task that committed tells at once; what it cannot tell is left to the worker."""

import asyncio

import aiohttp
import discord
import pytest

from bot.matches.errors import StorageError
from bot.matches.models import EventKind, Terms
from bot.runtime import delivery
from bot.runtime.telling import NoPlaceError
from tests.unit.runtime.office import (
    FakeInteraction,
    Gate,
    Office,
    Trouble,
    Way,
    ended,
    for_ever,
    http_error,
    reached,
)
from tests.unit.service.scene import WREN, thread_of

SCORED, ROUND_ENDED, WANTED = EventKind.ROW_SCORED, EventKind.ROUND_ENDED, EventKind.CODE_WANTED
ACCEPTED = EventKind.ACCEPTED

PASSING: list[Trouble] = [
    http_error(500),
    http_error(503),
    http_error(401),
    http_error(429),
    http_error(400, 160006),
    discord.RateLimited(1.0),
    aiohttp.ClientConnectionError(),
    TimeoutError(),
]
REFUSALS: list[Trouble] = [
    http_error(400, 50035),
    http_error(400, 200000),
    http_error(404, 10008),
    NoPlaceError(),
]
OF_ANSWERS: list[Trouble] = [
    http_error(403, 50013),
    http_error(404, 10003),
    http_error(404, 10062),
]
"""What says nothing of the thread when an answer meets it."""


def named(trouble: Trouble) -> str:
    """An id for a test."""
    if isinstance(trouble, discord.HTTPException):
        return f"{trouble.status}-{trouble.code}"
    return type(trouble).__name__


async def test_everything_is_told_at_once_in_order_and_settled(office: Office) -> None:
    match = await office.begun()
    assert await office.tell(office.row(match, "RBRG"))
    assert office.tried() == [(kind, Way.AT_ONCE) for kind in (SCORED, ROUND_ENDED, WANTED)]
    assert office.said() == [SCORED, ROUND_ENDED, WANTED]
    assert office.given_up(office.teller.said) == [False, False, False]
    assert office.kept.owed == []


async def test_the_first_telling_answers_the_interaction(office: Office) -> None:
    match = await office.begun()
    waiting = FakeInteraction()
    assert await office.tell(office.row(match, "RBRG"), waiting)
    ways = [Way.ANSWER, Way.AT_ONCE, Way.AT_ONCE]
    assert office.tried() == list(zip((SCORED, ROUND_ENDED, WANTED), ways, strict=True))
    assert waiting.done
    assert waiting.told == []


async def test_an_answered_interaction_is_not_answered_again(office: Office) -> None:
    match = await office.begun()
    assert await office.tell(office.row(match, "YYYY"), FakeInteraction(done=True))
    assert office.tried() == [(SCORED, Way.AT_ONCE)]


async def test_the_message_that_answers_a_challenge_is_remembered(office: Office) -> None:
    assert await office.tell(office.challenge(), FakeInteraction())
    (challenged,) = office.teller.said
    kept = await office.look(challenged.match)
    assert kept.message == office.kept.settled[challenged.id]


async def test_a_private_thread_is_known_to_what_is_told_after_it_opened(office: Office) -> None:
    match = await office.open_challenge(Terms(private=True))
    assert await office.tell(office.accepting(match))
    assert office.said() == [ACCEPTED, WANTED]
    opened, linking = office.teller.tries
    assert opened.brief.match.thread is None
    assert linking.brief.match.thread is not None


@pytest.mark.parametrize("refusal", REFUSALS, ids=named)
async def test_what_is_refused_for_good_is_given_up_at_once(
    office: Office, refusal: Trouble
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, refusal)
    async with office.working():
        assert not await office.tell(office.row(match, "RBRG"))
    assert office.tried() == [(kind, Way.AT_ONCE) for kind in (SCORED, ROUND_ENDED, WANTED)]
    assert office.said() == [ROUND_ENDED, WANTED]
    assert office.given_up(one.entry for one in office.teller.tries) == [True, False, False]
    assert office.kept.owed == []


@pytest.mark.parametrize("trouble", PASSING, ids=named)
async def test_what_passes_is_told_by_the_worker(office: Office, trouble: Trouble) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, trouble, trouble)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await office.nothing_owed()
    assert office.tried() == [(SCORED, Way.AT_ONCE), (SCORED, Way.AGAIN), (SCORED, Way.AGAIN)]
    assert office.given_up(office.teller.said) == [False]


@pytest.mark.parametrize("trouble", [*PASSING, *REFUSALS[:3], *OF_ANSWERS], ids=named)
async def test_an_answer_that_fails_becomes_a_message(office: Office, trouble: Trouble) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, trouble)
    waiting = FakeInteraction()
    async with office.working():
        assert not await office.tell(office.row(match, "RBRG"), waiting)
        await office.nothing_owed()
    assert office.tried()[:2] == [(SCORED, Way.ANSWER), (SCORED, Way.AGAIN)]
    assert office.said() == [SCORED, ROUND_ENDED, WANTED]
    assert waiting.told == []


async def test_a_bug_leaves_the_person_a_sentence_and_the_worker_the_rest(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, ValueError("no such row"))
    waiting = FakeInteraction()
    async with office.working():
        assert not await office.tell(office.row(match, "RBRG"), waiting)
        await office.nothing_owed()
    (sentence,) = waiting.told
    assert "went wrong" in sentence
    assert "no such row" not in sentence
    assert "no such row" in caplog.text
    assert office.said() == [SCORED, ROUND_ENDED, WANTED]


async def test_a_bug_after_the_answer_is_for_the_log_alone(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    match = await office.begun()
    office.teller.meets(ROUND_ENDED, ValueError("no such round"))
    waiting = FakeInteraction()
    async with office.working():
        assert await office.tell(office.row(match, "RBRG"), waiting)
        await office.nothing_owed()
    assert waiting.told == []
    assert "no such round" in caplog.text
    assert office.said() == [SCORED, ROUND_ENDED, WANTED]


async def test_a_full_disk_after_the_sending_makes_nothing_arrive_twice(office: Office) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate)
    telling = await office.start(office.row(match, "YYYY"))
    await reached(gate)
    office.kept.full = True
    gate.opened.set()
    assert not await ended(telling)
    async with office.working():
        office.kept.full = False
        await office.nothing_owed()
    assert office.said() == [SCORED]
    assert office.tried() == [(SCORED, Way.AT_ONCE), (SCORED, Way.AGAIN)]


@pytest.mark.parametrize("answered", [True, False])
async def test_a_call_that_hangs_is_ended_and_left_to_the_worker(
    office: Office, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    match = await office.begun()
    monkeypatch.setattr(delivery, "CALL_LIMIT", 0.01)
    office.teller.meets(SCORED, Gate(), Gate())
    async with office.working():
        assert not await office.tell(
            office.row(match, "YYYY"), FakeInteraction() if answered else None
        )
        await office.nothing_owed()
    first = Way.ANSWER if answered else Way.AT_ONCE
    assert office.tried() == [(SCORED, first), (SCORED, Way.AGAIN), (SCORED, Way.AGAIN)]
    assert office.said() == [SCORED]


@pytest.mark.parametrize("hanging", [SCORED, ROUND_ENDED, WANTED])
@pytest.mark.parametrize("answered", [True, False])
async def test_what_a_cancelled_task_left_is_told_by_the_worker(
    office: Office, hanging: EventKind, answered: bool
) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(hanging, gate)
    waiting = FakeInteraction() if answered else None
    async with office.working():
        telling = await office.start(office.row(match, "RBRG"), waiting)
        await reached(gate)
        telling.cancel()
        await asyncio.wait([telling])
        assert telling.cancelled()
        await office.nothing_owed()
    assert office.said() == [SCORED, ROUND_ENDED, WANTED]
    assert office.count(hanging) == 2


async def test_a_store_that_cannot_be_read_stops_no_answer_and_raises_nothing(
    office: Office,
) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate)
    waiting = FakeInteraction()
    telling = await office.start(office.row(match, "RBRG"), waiting)
    await reached(gate)
    office.kept.full = True
    gate.opened.set()
    assert not await ended(telling)
    assert waiting.done
    assert waiting.told == []
    with pytest.raises(StorageError):
        await office.service.acts.owed()


async def test_what_nobody_is_told_of_answers_nothing(office: Office) -> None:
    match = await office.open_challenge()
    waiting = FakeInteraction()
    await office.tell(office.hide(match, "RBRG"), waiting)
    assert office.teller.tries == []
    assert not waiting.done


async def test_a_refused_private_message_stops_nothing(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(WANTED, for_ever(http_error(403, 50007)))
    assert await office.tell(office.service.concede(thread_of(match), WREN))
    assert await office.tell(office.hide(match, "YYYY"))
    assert office.said() == [ROUND_ENDED, EventKind.CODE_SET]
    assert office.kept.owed == []
