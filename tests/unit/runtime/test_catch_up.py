"""What was written while nobody listened is heard afterwards, once, in order, place by place."""

import asyncio
import gc
from collections.abc import Callable
from functools import partial
from itertools import chain

import aiohttp
import discord
import pytest

from bot.matches.models import EventKind, FirstCodemaker, Terms
from bot.runtime import catch_up, reading
from bot.runtime.catch_up import MARGIN
from tests.unit.runtime.missed import (
    MINUTE,
    OURSELVES,
    Absence,
    Trouble,
    acts,
    read,
    written,
    written_in_turn,
)
from tests.unit.runtime.office import Gate, http_error, others_rest, reached
from tests.unit.service.scene import ROBIN, WREN, kinds, taken, thread_of

# Threads


async def test_only_threads_in_which_something_was_written_are_read(absence: Absence) -> None:
    quiet, lively, empty = [await absence.office.breaking() for _ in range(3)]
    absence.client.shows(quiet, written(absence.since - MARGIN - MINUTE))
    missed = written(absence.since + MINUTE)
    absence.client.shows(lively, missed)
    absence.client.shows(empty)
    await read(absence)
    assert absence.client.read == [thread_of(lively)]
    await absence.heard(missed)


async def test_messages_are_heard_in_order_and_one_after_the_other(absence: Absence) -> None:
    match = await absence.office.breaking()
    missed = written_in_turn(absence, 5)
    absence.client.shows(match, written(absence.since - MARGIN - MINUTE), *missed)
    await read(absence)
    whole = [(("begins", one.id), ("ends", one.id)) for one in missed]
    assert absence.client.steps == list(chain.from_iterable(whole))


async def test_a_dead_connection_may_have_been_noticed_late(absence: Absence) -> None:
    match = await absence.office.breaking()
    earlier = written(absence.since - MARGIN + MINUTE)
    absence.client.shows(match, earlier)
    await read(absence)
    await absence.heard(earlier)


async def test_what_we_replied_to_is_not_heard_again(absence: Absence) -> None:
    match = await absence.office.breaking()
    heard, missed = written(absence.since), written(absence.since)
    ours = written(absence.since, OURSELVES.id, answers=heard)
    theirs = written(absence.since, ROBIN.id, answers=missed)
    absence.client.shows(match, heard, missed, ours, theirs)
    await read(absence)
    await absence.heard(missed, ours, theirs)


async def test_only_what_people_write_is_heard(absence: Absence) -> None:
    match = await absence.office.breaking()
    pinned = written(absence.since, kind=discord.MessageType.pins_add)
    reply = written(absence.since, kind=discord.MessageType.reply)
    absence.client.shows(match, pinned, reply)
    await read(absence)
    await absence.heard(reply)


async def test_every_listener_hears_each_message(absence: Absence) -> None:
    match = await absence.office.breaking()
    one, other = written(absence.since), written(absence.since)
    absence.client.shows(match, one, other)
    absence.client.extra_events["on_message"] *= 2
    await read(absence)
    assert absence.client.heard == [one.id, one.id, other.id, other.id]


async def test_a_thread_that_is_archived_is_asked_for(absence: Absence) -> None:
    match = await absence.office.breaking()
    missed = written(absence.since)
    absence.client.archived[thread_of(match)] = absence.client.thread(match, missed)
    await read(absence)
    assert absence.client.asked == [thread_of(match)]
    assert absence.client.told == []
    await absence.heard(missed)


async def test_a_thread_that_was_deleted_meanwhile_is_lost(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.troubles[thread_of(match)] = http_error(404, 10003)
    await read(absence)
    (told,) = absence.client.told
    assert kinds(taken(told)) == [EventKind.THREAD_LOST]
    assert (await absence.office.look(match.id)).thread is None


async def test_a_thread_that_was_locked_meanwhile_is_lost(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.shows(match, written(absence.since), locked=True)
    await read(absence)
    assert [lost.id for lost in absence.lost()] == [match.id]
    assert absence.client.read == []


async def test_a_thread_that_was_unlocked_meanwhile_is_the_matchs_again(absence: Absence) -> None:
    match = await absence.office.breaking()
    thread = thread_of(match)
    await absence.upkeep.lose_thread(thread)
    absence.client.shows(match, locked=True)
    await read(absence)
    assert (await absence.office.look(match.id)).thread is None
    missed = written(absence.since)
    absence.client.shows(match, missed)
    await read(absence)
    assert (await absence.office.look(match.id)).thread == thread
    assert [lost.id for lost in absence.lost()] == [match.id]
    await absence.heard(missed)


async def test_a_server_that_is_away_is_left_alone(absence: Absence) -> None:
    await absence.office.breaking()
    absence.client.guild.unavailable = True
    await read(absence)
    absence.client.guilds.clear()
    await read(absence)
    assert absence.client.asked == []
    assert absence.client.told == []


async def test_a_match_without_a_thread_has_none_to_read(absence: Absence) -> None:
    await absence.office.breaking(Terms(private=True))
    await absence.office.challenged()
    await read(absence)
    assert absence.client.asked == []


@pytest.mark.parametrize(
    "trouble",  # made in the test, as a gate belongs to the loop of one
    [
        partial(http_error, 403, 50001),
        partial(http_error, 503),
        aiohttp.ClientConnectionError,
        Gate,
        partial(ValueError, "no such place"),
    ],
    ids=["refused", "down", "cut off", "hangs", "bug"],
)
@pytest.mark.parametrize("cached", [True, False])
async def test_a_place_that_cannot_be_read_holds_up_no_other(
    absence: Absence,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Callable[[], Trouble],
    cached: bool,
) -> None:
    monkeypatch.setattr(reading, "CALL_LIMIT", 0.01)
    caplog.set_level("INFO")
    failing, healthy = await absence.office.breaking(), await absence.office.breaking()
    missed = written(absence.since)
    absence.client.troubles[thread_of(failing)] = met = trouble()
    if cached:
        absence.client.shows(failing, written(absence.since))
    absence.client.shows(healthy, missed)
    await read(absence)
    (noted,) = [one for one in caplog.records if "could not be read" in one.message]
    assert noted.levelname == ("ERROR" if isinstance(met, ValueError) else "INFO")
    assert absence.client.told == []
    await absence.heard(missed)


async def test_an_answer_that_takes_long_costs_no_message_behind_it(
    absence: Absence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "CALL_LIMIT", 0.01)
    match = await absence.office.breaking()
    slow, following = written(absence.since), written(absence.since)
    gate = absence.client.hearing[slow.id] = Gate()
    absence.client.shows(match, slow, following)
    work = asyncio.create_task(read(absence))
    await reached(gate)
    asyncio.get_running_loop().call_later(0.05, gate.opened.set)
    await work
    await absence.heard(slow, following)


async def test_a_stop_in_the_middle_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setattr(catch_up, "SIDE_BY_SIDE", 1)
    absence = Absence()
    gate = Gate()
    for _ in range(3):
        match, missed = await absence.office.breaking(), written(absence.since)
        absence.client.hearing[missed.id] = gate
        absence.client.shows(match, missed)
    work = asyncio.create_task(read(absence))
    await reached(gate)
    work.cancel()
    await asyncio.wait([work])
    assert absence.client.heard == []
    gc.collect()  # which is when Python complains of what was begun and never awaited
    assert list(recwarn) == []


# Private messages


async def test_only_who_may_write_a_code_is_read_in_private(absence: Absence) -> None:
    owing, early = await absence.office.setting(), await absence.office.breaking()
    late = await absence.office.breaking()
    await absence.office.row(late, "YYYY")
    waiting = await absence.office.challenged(Terms(first=FirstCodemaker.OPPONENT))
    for match in (owing, early, late):
        absence.client.shows(match)
    missed, other = written(absence.since, ROBIN.id), written(absence.since)
    absence.client.private = {ROBIN.id: [missed], WREN.id: [other]}
    await read(absence)
    assert absence.client.opened == [ROBIN.id] * 2
    assert set(absence.client.heard) == {missed.id}
    assert absence.catch_up.is_heard(waiting.id)


async def test_a_code_and_a_row_are_heard_in_the_order_of_writing(absence: Absence) -> None:
    match = await absence.office.breaking()
    row, change, later = written_in_turn(absence, 3)
    absence.client.shows(match, row, later)
    absence.client.private[ROBIN.id] = [change]
    await read(absence)
    await absence.heard(row, change, later)


async def test_who_cracked_the_code_may_have_written_the_next_one_meanwhile(
    absence: Absence,
) -> None:
    match = await absence.office.breaking()
    await absence.office.row(match, "YYYY")
    code, row = written(absence.since), written(absence.since + MINUTE)
    absence.client.shows(match, row)
    absence.client.private[WREN.id] = [code]
    absence.client.does[row.id] = lambda: absence.office.row(match, "RBRG")
    await read(absence)
    await absence.heard(row, code)


async def test_what_we_replied_to_in_private_is_not_heard_again(absence: Absence) -> None:
    absence.client.shows(await absence.office.setting())
    old, heard = written(absence.since - MARGIN - MINUTE), written(absence.since, ROBIN.id)
    ours, missed = written(absence.since, OURSELVES.id, answers=heard), written(absence.since)
    absence.client.private[ROBIN.id] = [old, heard, ours, missed]
    await read(absence)
    await absence.heard(ours, missed)


@pytest.mark.parametrize(
    "trouble", [partial(http_error, 400, 40003), Gate], ids=["refused", "hangs"]
)
async def test_one_person_who_cannot_be_read_holds_up_nobody(
    absence: Absence, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[], Trouble]
) -> None:
    monkeypatch.setattr(reading, "CALL_LIMIT", 0.01)
    match = await absence.office.setting()
    second = await absence.office.breaking()
    await absence.office.service.concede(thread_of(second), WREN)  # now Wren owes a code
    missed = written(absence.since)
    absence.client.troubles[ROBIN.id] = trouble()
    absence.client.private[WREN.id] = [missed]
    absence.client.shows(match)
    absence.client.shows(second)
    await read(absence)
    assert set(absence.client.opened) == {ROBIN.id, WREN.id}
    await absence.heard(missed)


async def test_private_messages_that_fail_for_a_while_are_read_later(absence: Absence) -> None:
    match, missed = await absence.office.setting(), written(absence.since, ROBIN.id)
    absence.client.shows(match)
    absence.client.private[ROBIN.id] = [missed]
    absence.client.troubles[ROBIN.id] = http_error(503)
    await read(absence)
    assert not absence.catch_up.is_heard(match.id)
    del absence.client.troubles[ROBIN.id]
    await absence.catch_up.look()
    await absence.heard(missed)


async def test_a_stop_leaves_no_reading_behind(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    gate = absence.client.hearing[missed.id] = Gate()
    absence.client.shows(match, missed)
    async with absence.running():
        await absence.looked_after()
        absence.catch_up.wants(absence.since)
        await acts(absence, patience=0.01)  # its reading is not the worker's
        await reached(gate)
    gate.opened.set()
    await others_rest()
    assert absence.client.heard == []
