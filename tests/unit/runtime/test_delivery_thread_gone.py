"""A thread that is gone is lost once; the channel is told, and a new one can be opened."""

import pytest

from bot.matches.models import EventKind, Terms
from bot.matches.upkeep import Upkeep
from bot.matches.view import MatchView
from tests.unit.runtime.office import (
    Gate,
    Office,
    Trouble,
    ended,
    for_ever,
    http_error,
    reached,
)
from tests.unit.service.scene import ROBIN, WREN, elsewhere, thread_of

ACCEPTED, WANTED, CODE_SET = EventKind.ACCEPTED, EventKind.CODE_WANTED, EventKind.CODE_SET
SCORED, ENDED = EventKind.ROW_SCORED, EventKind.MATCH_ENDED
CLOSED, CANCELLED = EventKind.CHALLENGE_CLOSED, EventKind.MATCH_CANCELLED
LOST, REOPENED = EventKind.THREAD_LOST, EventKind.THREAD_REOPENED
REFUSED = http_error(400, 50035)
GONE = [http_error(404, 10003), http_error(400, 50083), http_error(403, 160005)]


async def without_thread(office: Office) -> MatchView:
    """A running match whose thread was deleted, as everybody was told."""
    match = await office.begun()
    office.teller.gone.add(thread_of(match))
    assert not await office.tell(office.row(match, "YYYY"))
    async with office.working():
        await office.nothing_owed()
    office.forget()
    return await office.look(match.id)


@pytest.mark.parametrize("gone", GONE, ids=["deleted", "archived", "locked"])
async def test_the_reply_is_given_up_and_the_channel_is_told(office: Office, gone: Trouble) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, gone)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await office.nothing_owed()
    assert office.said() == [LOST]
    assert office.given_up(one.entry for one in office.teller.tries) == [True, False]
    assert (await office.look(match.id)).thread is None


async def test_play_goes_on_in_a_new_thread(office: Office) -> None:
    match = await office.begun()
    office.teller.gone.add(thread_of(match))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await office.nothing_owed()
        assert await office.tell(office.service.reopen(match.id, ROBIN))
        reopened = await office.look(match.id)
        assert await office.tell(office.row(reopened, "GGGG"))
    assert office.said() == [LOST, REOPENED, SCORED]
    assert office.teller.said[-1].event.row == 2
    assert office.teller.tries[-1].brief.match.thread == reopened.thread
    assert thread_of(reopened) != thread_of(match)


async def test_several_messages_to_a_thread_that_is_gone_lose_it_once(office: Office) -> None:
    match = await office.begun()
    office.teller.gone.add(thread_of(match))
    async with office.working():
        assert not await office.tell(office.row(match, "RBRG"))
        await office.nothing_owed()
    assert office.count(EventKind.ROUND_ENDED) == 1
    assert sorted(office.said()) == sorted([WANTED, LOST])


async def test_the_worker_asks_a_thread_that_is_gone_once(office: Office) -> None:
    match = await office.begun()
    office.teller.gone.add(thread_of(match))
    for row in ("YYYY", "GGGG", "BBBB"):
        await elsewhere(office.row(match, row))
    async with office.working():
        await office.nothing_owed()
    assert office.said() == [LOST]
    threads = [one.brief.match.thread for one in office.teller.tries if one.kind is SCORED]
    assert threads == [match.thread, None, None]


async def test_a_thread_whose_deletion_was_heard_of_meanwhile_is_not_lost_again(
    office: Office,
) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate)
    async with office.working():
        telling = await office.start(office.row(match, "YYYY"))
        await reached(gate)
        office.teller.gone.add(thread_of(match))
        upkeep = Upkeep(office.service.acts)
        office.delivery.later(await upkeep.lose_thread(thread_of(match)))
        gate.opened.set()
        assert not await ended(telling)
        await office.nothing_owed()
    assert office.said() == [LOST]


async def test_the_channel_is_told_whatever_the_thread_still_waits_for(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        upkeep = Upkeep(office.service.acts)
        office.delivery.later(await upkeep.lose_thread(thread_of(match)))
        await office.until(lambda: [one.event.kind for one in office.kept.owed] == [SCORED])
    assert office.said() == [LOST]


@pytest.mark.parametrize("private", [False, True])
async def test_a_thread_that_cannot_be_opened_is_lost(office: Office, private: bool) -> None:
    match = await office.open_challenge(Terms(private=private))
    office.teller.meets(ACCEPTED, REFUSED)
    async with office.working():
        assert not await office.tell(office.accepting(match))
        await office.nothing_owed()
        assert LOST in office.said()
        assert (await office.look(match.id)).thread is None
        office.forget()
        assert await office.tell(office.service.reopen(match.id, WREN))
        assert await office.tell(office.hide(match, "RBRG"))
    assert office.said() == [REOPENED, CODE_SET]


async def test_a_new_thread_that_cannot_be_opened_is_lost_as_well(office: Office) -> None:
    match = await without_thread(office)
    office.teller.meets(REOPENED, REFUSED)
    async with office.working():
        assert not await office.tell(office.service.reopen(match.id, ROBIN))
        await office.nothing_owed()
        assert await office.tell(office.service.reopen(match.id, ROBIN))
    assert office.said() == [LOST, REOPENED]


async def test_what_follows_waits_for_the_new_thread(office: Office) -> None:
    match = await without_thread(office)
    office.teller.meets(REOPENED, *[http_error(503)] * 4)
    async with office.working():
        assert not await office.tell(office.service.reopen(match.id, ROBIN))
        assert not await office.tell(office.boxed_row(match, "RBRG"))
        await office.nothing_owed()
    assert office.said()[0] is REOPENED  # which the private message has to link to
    assert sorted(office.said()[1:]) == sorted([SCORED, EventKind.ROUND_ENDED, WANTED])


@pytest.mark.parametrize("rows", [0, 1])
async def test_a_match_that_is_over_has_no_thread_to_lose(office: Office, rows: int) -> None:
    match = await office.begun()
    for _ in range(rows):
        await office.tell(office.row(match, "YYYY"))
    office.forget()
    office.teller.gone.add(thread_of(match))
    async with office.working():
        assert not await office.tell(office.service.forfeit(match.id, ROBIN))
        await office.nothing_owed()
    assert office.tried()[0][0] is (ENDED if rows else CANCELLED)
    assert office.said() == [CLOSED]


async def test_a_match_that_ended_is_told_in_no_new_thread(office: Office) -> None:
    match = await without_thread(office)
    office.teller.meets(REOPENED, http_error(503))
    async with office.working():
        assert not await office.tell(office.service.reopen(match.id, ROBIN))
        await office.tell(office.service.forfeit(match.id, ROBIN))
        await office.nothing_owed()
    assert office.said() == [CLOSED]
    assert (await office.look(match.id)).thread is None
