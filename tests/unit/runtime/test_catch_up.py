"""What was written while nobody listened is heard afterwards, once, in order, place by place."""

import asyncio
import gc
from collections.abc import Callable
from functools import partial
from itertools import chain

import aiohttp
import discord
import pytest

from bot.matches.models import EventKind, Phase, Terms
from bot.runtime import catch_up
from bot.runtime.catch_up import MARGIN
from tests.unit.runtime.missed import MINUTE, OURSELVES, Absence, Trouble, written
from tests.unit.runtime.office import LIMIT, Gate, http_error, others_rest, reached
from tests.unit.service.scene import CHANNEL, GUILD, ROBIN, WREN, kinds, taken, thread_of


@pytest.fixture
def absence(monkeypatch: pytest.MonkeyPatch) -> Absence:
    """Ten minutes in an empty server."""
    monkeypatch.setattr(catch_up, "PRIVATE_PAUSE", 0.001)
    return Absence()


async def read(absence: Absence) -> None:
    """Read what was missed, within a time limit."""
    async with asyncio.timeout(LIMIT):
        await absence.catch_up.read(absence.since)


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
    missed = [written(absence.since + minute * MINUTE) for minute in range(1, 6)]
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
    monkeypatch.setattr(catch_up, "CALL_LIMIT", 0.01)
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
    monkeypatch.setattr(catch_up, "CALL_LIMIT", 0.01)
    match = await absence.office.breaking()
    slow, following = written(absence.since), written(absence.since)
    gate = absence.client.hearing[slow.id] = Gate()
    absence.client.shows(match, slow, following)
    reading = asyncio.create_task(read(absence))
    await reached(gate)
    asyncio.get_running_loop().call_later(0.05, gate.opened.set)
    await reading
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
    reading = asyncio.create_task(read(absence))
    await reached(gate)
    reading.cancel()
    await asyncio.wait([reading])
    assert absence.client.heard == []
    gc.collect()  # which is when Python complains of what was begun and never awaited
    assert list(recwarn) == []


# Private messages


async def test_only_who_owes_a_code_is_read_in_private(absence: Absence) -> None:
    await absence.office.setting()  # Robin owes one
    await absence.office.setting()  # and another
    await absence.office.breaking()  # Wren owes a row
    await absence.office.challenged()
    missed, other = written(absence.since, ROBIN.id), written(absence.since)
    absence.client.private = {ROBIN.id: [missed], WREN.id: [other]}
    for match in await absence.upkeep.whereabouts():
        if match.thread is not None:
            absence.client.shows(await absence.office.look(match.id))
    await read(absence)
    assert absence.client.opened == [ROBIN.id]
    await absence.heard(missed)


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
    monkeypatch.setattr(catch_up, "CALL_LIMIT", 0.01)
    match = await absence.office.setting()
    second = await absence.office.breaking()
    await absence.office.service.concede(thread_of(second), WREN)  # now Wren owes a code
    missed = written(absence.since)
    absence.client.troubles[ROBIN.id] = trouble()
    absence.client.private[WREN.id] = [missed]
    absence.client.shows(match)
    absence.client.shows(second)
    await read(absence)
    assert absence.client.opened == [ROBIN.id, WREN.id]
    await absence.heard(missed)


# Sessions


async def test_a_start_reads_what_came_since_the_last_sign_of_life(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.catch_up.wants(absence.since)
    async with absence.running():
        await absence.ready()
        await absence.heard(missed)
        absence.client.shows(match, missed, written(absence.since))
        await absence.looked_after()  # nothing was missed since
    assert absence.client.read == [thread_of(match)]


async def test_a_session_is_looked_after_once(absence: Absence) -> None:
    await absence.office.breaking()
    async with absence.running():
        await absence.looked_after()
        await absence.upkeep.leave(GUILD)
        await others_rest()
        assert list(absence.office.kept.absences) == [GUILD]


async def test_the_very_first_start_reads_nothing(absence: Absence) -> None:
    absence.client.shows(await absence.office.breaking(), written(absence.since))
    absence.catch_up.wants(None)
    async with absence.running():
        await absence.looked_after()
    assert absence.client.read == []


async def test_of_several_breaks_the_first_counts(absence: Absence) -> None:
    match = await absence.office.breaking()
    clock = absence.office.clock
    async with absence.running():
        await absence.catch_up.on_shard_disconnect(0)
        missed = written(clock())
        absence.client.shows(match, missed)
        clock.advance(5 * MARGIN)
        await absence.catch_up.on_shard_disconnect(0)
        await absence.ready()
        await absence.heard(missed)


async def test_a_later_wish_does_not_replace_an_earlier_one(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.catch_up.wants(absence.since)
    absence.catch_up.wants(absence.since + 5 * MARGIN)
    absence.catch_up.wants(None)
    async with absence.running():
        await absence.ready()
        await absence.heard(missed)


async def test_a_session_that_was_resumed_missed_nothing(absence: Absence) -> None:
    match = await absence.office.breaking()
    clock = absence.office.clock
    await absence.catch_up.on_shard_disconnect(0)
    resent = written(clock())
    await absence.catch_up.on_shard_resumed(0)
    clock.advance(5 * MARGIN)
    await absence.catch_up.on_shard_disconnect(0)
    missed = written(clock())
    absence.client.shows(match, resent, missed)
    async with absence.running():
        await absence.ready()
        await absence.heard(missed)


async def test_one_shard_that_is_back_does_not_speak_for_another(absence: Absence) -> None:
    match = await absence.office.breaking()
    for shard in (0, 1):
        await absence.catch_up.on_shard_disconnect(shard)
    first = written(absence.office.clock())
    absence.client.shows(match, first)
    async with absence.running():
        await absence.catch_up.on_shard_connect(1)
        await absence.catch_up.on_shard_ready(1)
        await absence.heard(first)
        second = written(absence.office.clock())
        absence.client.shows(match, first, second)
        await absence.ready()
        await absence.heard(first, second)


async def test_what_could_not_be_read_is_read_after_the_next_connection(
    absence: Absence, caplog: pytest.LogCaptureFixture
) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.catch_up.wants(absence.since)
    absence.office.kept.full = True
    async with absence.running():
        await absence.ready()
        await absence.office.until(lambda: "what was missed could not be read" in caplog.text)
        absence.office.kept.full = False
        assert absence.client.heard == []
        await absence.ready()
        await absence.heard(missed)


async def test_a_server_that_we_were_removed_from_is_noticed(absence: Absence) -> None:
    await absence.office.breaking()
    absence.client.guilds.clear()
    async with absence.running():
        await absence.ready()
        await absence.office.until(lambda: bool(absence.office.kept.absences))
    assert absence.office.kept.absences == {GUILD: absence.office.clock()}


async def test_a_channel_that_was_deleted_meanwhile_calls_its_matches_off(
    absence: Absence,
) -> None:
    match = await absence.office.breaking()
    waiting = await absence.office.challenged()
    absence.client.channels.clear()
    absence.client.troubles[CHANNEL] = http_error(404, 10003)
    await absence.catch_up.read(absence.since)
    assert absence.client.asked == [CHANNEL]
    assert absence.client.read == []
    for one in (match, waiting):
        assert (await absence.office.look(one.id)).phase is Phase.CANCELLED


async def test_a_channel_that_we_cannot_see_is_not_a_deleted_one(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.channels.clear()
    absence.client.troubles[CHANNEL] = http_error(403, 50001)
    await absence.catch_up.read(absence.since)
    assert (await absence.office.look(match.id)).phase is Phase.BREAKING


async def test_a_challenge_that_was_deleted_meanwhile_is_called_off(absence: Absence) -> None:
    there, deleted = [await absence.office.open_challenge() for _ in range(2)]
    assert deleted.message is not None
    absence.client.troubles[deleted.message] = http_error(404, 10008)
    assert await absence.catch_up.read(absence.since)
    assert (await absence.office.look(deleted.id)).phase is Phase.CANCELLED
    assert (await absence.office.look(there.id)).phase is Phase.CHALLENGED


async def test_a_place_that_fails_for_a_while_is_read_later(
    absence: Absence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "RETRY", 0.001)
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.client.troubles[thread_of(match)] = http_error(503)
    absence.catch_up.wants(absence.since)
    async with absence.running():
        await absence.office.until(lambda: len(absence.client.read) > 2)
        assert not absence.catch_up.is_done
        del absence.client.troubles[thread_of(match)]
        await absence.heard(missed)
        await absence.done()


async def test_a_server_that_we_are_back_in_is_read_since_we_left_it(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    async with absence.running():
        await absence.done()
        absence.catch_up.missed_in(GUILD, absence.since)
        assert not absence.catch_up.is_done
        await absence.heard(missed)
        await absence.done()
