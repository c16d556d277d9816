"""The worker tells what is left, again and again, and lets nothing hold up anything else."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise

import pytest

from bot.matches.errors import StorageError
from bot.matches.ids import MatchId
from bot.matches.models import EventKind
from bot.runtime import delivery
from tests.unit.runtime.office import Gate, Office, Way, for_ever, http_error, reached
from tests.unit.service.scene import WREN, elsewhere, thread_of

SCORED, ROUND_ENDED, WANTED = EventKind.ROW_SCORED, EventKind.ROUND_ENDED, EventKind.CODE_WANTED
DAY, MINUTE = 24 * 3600.0, 60.0


def gaps(office: Office, match: MatchId) -> list[float]:
    """The seconds between the worker's tries in this match."""
    tries = [one.at for one in office.teller.tries if one.entry.match == match]
    return [later - earlier for earlier, later in pairwise(tries)]


async def test_pauses_grow_to_the_longest(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(delivery, "LONGEST_PAUSE", 0.04)
    match = await office.begun()
    await elsewhere(office.row(match, "YYYY"))
    office.teller.meets(SCORED, *[http_error(503)] * 5)
    async with office.working():
        await office.nothing_owed()
    waited = gaps(office, match.id)
    assert len(waited) == 5
    for pause, least in zip(waited, (0.01, 0.02, 0.04, 0.04, 0.04), strict=True):
        assert pause >= least * 0.99


async def test_a_line_that_was_told_begins_with_a_short_pause_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "LONGEST_PAUSE", 60.0)
    match = await office.begun()
    for _ in range(5):
        office.teller.meets(SCORED, *[http_error(503)] * 8)  # the last pause is 64 ms
        async with office.working():
            await office.tell(office.row(match, "YYYY"))
            await office.nothing_owed()
    assert office.said() == [SCORED] * 5


async def test_a_wake_shortens_and_lengthens_no_pause(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.05)
    match = await office.begun()
    office.teller.meets(SCORED, http_error(503), http_error(503))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        async with asyncio.timeout(5):
            while office.kept.owed:
                await office.tell(office.challenge())
    _, paused = gaps(office, match.id)
    assert paused >= 0.05 * 0.99


async def test_what_is_left_to_the_worker_is_told_by_it_at_once(office: Office) -> None:
    match = await office.begun()
    async with office.working():
        for _ in range(3):  # this task, which could tell it, lives on
            office.delivery.later(await office.row(match, "YYYY"))
            await office.nothing_owed()
    assert office.tried() == [(SCORED, Way.AGAIN)] * 3


async def test_what_is_nothing_can_be_left_to_the_worker(office: Office) -> None:
    office.delivery.later(None)
    async with office.working():
        await office.nothing_owed()
    assert office.teller.tries == []


async def test_a_failing_match_holds_up_no_other(office: Office) -> None:
    failing, healthy = await office.begun(), await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)), match=failing.id)
    await elsewhere(office.row(failing, "YYYY"))
    await elsewhere(office.row(healthy, "YYYY"))
    async with office.working():
        await office.until(lambda: len(office.teller.said) == 1)
        await office.until(lambda: office.count(SCORED) > 5)
    assert [entry.match for entry in office.teller.said] == [healthy.id]
    assert [entry.match for entry in office.kept.owed] == [failing.id]


async def test_a_bug_in_one_match_is_logged_and_holds_up_no_other(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    failing, healthy = await office.begun(), await office.begun()
    office.teller.meets(SCORED, *[ValueError("no such row")] * 3, match=failing.id)
    await elsewhere(office.row(failing, "YYYY"))
    await elsewhere(office.row(healthy, "YYYY"))
    async with office.working():
        await office.nothing_owed()
    assert [entry.match for entry in office.teller.said] == [healthy.id, failing.id]
    assert caplog.text.count("no such row") == 3


async def test_a_call_that_hangs_holds_up_nothing_that_comes_after(office: Office) -> None:
    hanging, healthy = await office.begun(), await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate, match=hanging.id)
    await elsewhere(office.row(hanging, "YYYY"))
    async with office.working():
        await reached(gate)
        office.teller.meets(SCORED, *[http_error(503)] * 3, match=healthy.id)
        assert not await office.tell(office.row(healthy, "YYYY"))
        await office.until(lambda: len(office.kept.owed) == 1)
        assert await office.tell(office.row(healthy, "GGGG"))
        gate.opened.set()
        await office.nothing_owed()
    assert [entry.match for entry in office.teller.said] == [healthy.id, healthy.id, hanging.id]


async def test_a_call_that_hangs_holds_up_no_other_line_of_its_match(office: Office) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(WANTED, gate)
    await elsewhere(office.service.concede(thread_of(match), WREN))
    async with office.working():
        await reached(gate)
        await office.until(lambda: office.said() == [ROUND_ENDED])
        assert await office.tell(office.hide(match, "YYYY"))
        gate.opened.set()
        await office.nothing_owed()


async def test_no_more_calls_than_allowed_are_under_way_at_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "AT_ONCE", 2)
    office.restart()
    gates: dict[MatchId, Gate] = defaultdict(Gate)
    for _ in range(4):
        match = await office.begun()
        office.teller.meets(SCORED, gates[match.id], match=match.id)
        await elsewhere(office.row(match, "YYYY"))
    async with office.working():
        for gate in gates.values():
            await reached(gate)
            gate.opened.set()
        await office.nothing_owed()
    assert office.teller.most_at_once == 2


async def test_a_call_that_hangs_is_ended_and_tried_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await office.begun()
    monkeypatch.setattr(delivery, "CALL_LIMIT", 0.01)
    office.teller.meets(SCORED, Gate(), Gate())
    await elsewhere(office.row(match, "YYYY"))
    async with office.working():
        await office.nothing_owed()
    assert office.tried() == [(SCORED, Way.AGAIN)] * 3


async def test_the_worker_outlives_a_store_that_fails(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(delivery, "IDLE", 0.001)
    match = await office.begun()
    await elsewhere(office.row(match, "YYYY"))
    office.kept.full = True
    async with office.working():
        await office.until(lambda: "the outbox waits" in caplog.text)
        office.kept.full = False
        await office.nothing_owed()
    assert office.said() == [SCORED]
    assert StorageError.__name__ in caplog.text


async def more_tries(office: Office) -> None:
    """Return when the worker, which fails, has looked at what is owed once more, and tried it."""
    tried = office.count(SCORED)
    await office.until(lambda: office.count(SCORED) > tried + 2)


async def test_an_old_entry_is_given_up_after_a_day_of_trying(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await more_tries(office)
        later(DAY - MINUTE)
        await more_tries(office)
        assert office.kept.owed != []
        later(MINUTE)
        await office.nothing_owed()
    assert office.given_up([office.teller.tries[0].entry]) == [True]
    assert office.said() == []


@pytest.mark.parametrize("days", [2, -2])
async def test_a_clock_that_was_set_or_a_machine_that_slept_gives_nothing_up(
    office: Office, days: int
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await more_tries(office)
        office.clock.advance(timedelta(days=days))
        await more_tries(office)
        office.teller.meets(SCORED)
        await office.nothing_owed()
    assert office.said() == [SCORED]


async def test_a_day_of_trying_is_over_although_the_clock_was_set_back(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await more_tries(office)
        office.clock.advance(timedelta(days=-30))
        later(DAY)
        await office.nothing_owed()
    assert office.said() == []


async def test_every_process_tries_for_a_day(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await more_tries(office)
    later(30 * DAY)
    office.clock.advance(timedelta(days=30))
    office.restart()
    async with office.working():
        await more_tries(office)
        later(DAY - MINUTE)
        await more_tries(office)
        assert office.kept.owed != []
        later(MINUTE)
        await office.nothing_owed()
    assert office.said() == []


async def test_what_follows_an_entry_given_up_is_told(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(http_error(503)))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await more_tries(office)
        later(DAY - MINUTE)
        await elsewhere(office.row(match, "GGGG"))
        await more_tries(office)
        later(MINUTE)
        await office.until(lambda: len(office.kept.owed) == 1)
        office.teller.meets(SCORED)
        await office.nothing_owed()
    assert [entry.event.row for entry in office.teller.said] == [2]


async def test_a_stop_in_the_middle_of_a_call_leaves_it_owed(office: Office) -> None:
    match = await office.begun()
    gate = Gate()
    office.teller.meets(SCORED, gate)
    await elsewhere(office.row(match, "YYYY"))
    async with office.working():
        await reached(gate)
    assert len(office.kept.owed) == 1
    office.restart()
    async with office.working():
        await office.nothing_owed()
    assert office.said() == [SCORED]


async def test_one_refused_private_message_is_not_asked_for_again(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(WANTED, for_ever(http_error(403, 50007)))
    await elsewhere(office.service.concede(thread_of(match), WREN))
    async with office.working():
        await office.nothing_owed()
    assert office.count(WANTED) == 1
    assert office.said() == [ROUND_ENDED]


async def test_nothing_is_kept_about_lines_in_which_everything_was_told(office: Office) -> None:
    match, other = await office.begun(), await office.begun()
    office.teller.meets(SCORED, *[http_error(503)] * 4, match=match.id)
    office.teller.meets(WANTED, http_error(403, 50007))
    office.teller.meets(ROUND_ENDED, ValueError("no such round"), http_error(500))
    async with office.working():
        await office.tell(office.row(match, "RBRG"))
        await office.tell(office.row(other, "RBRG"))
        await office.nothing_owed()
        idle = office.delivery  # there is no other sign of it
        await office.until(lambda: not idle._at_work and not idle._pauses and not idle._owed_since)
        assert not any(office.service.acts.is_held(one) for one in office.kept.settled)
