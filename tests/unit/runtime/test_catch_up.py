"""What was written while nobody listened is heard afterwards, once, in order, place by place."""

import asyncio
import gc
from collections.abc import Callable
from functools import partial
from itertools import chain
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.matches.errors import StorageError
from bot.matches.ids import GuildId
from bot.matches.models import EventKind, FirstCodemaker, Phase, Terms
from bot.runtime import catch_up, reading
from bot.runtime.catch_up import MARGIN
from tests.unit.runtime.missed import MINUTE, OURSELVES, Absence, Trouble, written
from tests.unit.runtime.office import LIMIT, Gate, http_error, others_rest, reached
from tests.unit.service.scene import CHANNEL, GUILD, ROBIN, TEAL, WREN, kinds, taken, thread_of


@pytest.fixture
def absence(monkeypatch: pytest.MonkeyPatch) -> Absence:
    """Ten minutes in an empty server."""
    monkeypatch.setattr(reading, "PRIVATE_PAUSE", 0.001)
    return Absence()


async def read(absence: Absence) -> None:
    """Read what was missed, within a time limit."""
    absence.catch_up.wants(absence.since)
    async with asyncio.timeout(LIMIT):
        await absence.catch_up.look()


def written_in_turn(absence: Absence, count: int) -> list[discord.Message]:
    """Messages that were missed, one minute after the other."""
    return [written(absence.since + turn * MINUTE) for turn in range(count)]


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
    await read(absence)
    assert absence.client.asked == [CHANNEL]
    assert absence.client.read == []
    for one in (match, waiting):
        assert (await absence.office.look(one.id)).phase is Phase.CANCELLED


async def test_a_channel_that_we_cannot_see_is_not_a_deleted_one(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.channels.clear()
    absence.client.troubles[CHANNEL] = http_error(403, 50001)
    await read(absence)
    assert (await absence.office.look(match.id)).phase is Phase.BREAKING


async def test_a_challenge_that_was_deleted_meanwhile_is_called_off(absence: Absence) -> None:
    there, deleted = [await absence.office.open_challenge() for _ in range(2)]
    assert deleted.message is not None
    absence.client.troubles[deleted.message] = http_error(404, 10008)
    await read(absence)
    assert absence.catch_up.is_done
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


# What people do meanwhile


async def acts(absence: Absence, player: int = WREN.id, patience: float = LIMIT) -> None:
    """This person is about to act."""
    await absence.catch_up.hear_first(player, patience)


async def test_what_was_written_before_is_heard_before_its_player_acts(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.catch_up.wants(absence.since)
    await acts(absence)
    await absence.heard(missed)
    await absence.catch_up.look()
    assert absence.client.heard == []
    assert absence.client.read == [thread_of(match)]


async def test_who_does_not_play_there_waits_for_nothing(absence: Absence) -> None:
    absence.client.shows(await absence.office.breaking(), written(absence.since))
    absence.catch_up.wants(absence.since)
    await acts(absence, TEAL.id)
    assert absence.client.read == []


async def test_who_plays_where_nothing_was_missed_waits_for_nothing(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.shows(match, written(absence.since))
    await acts(absence)
    absence.catch_up.missed_in(GuildId(GUILD + 1), absence.since)
    await acts(absence)
    assert absence.client.read == []
    assert absence.catch_up.is_heard(match.id)


async def test_what_is_being_read_is_waited_for_and_not_read_twice(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    gate = absence.client.hearing[missed.id] = Gate()
    absence.client.shows(match, missed)
    work = asyncio.create_task(read(absence))
    await reached(gate)
    act = asyncio.create_task(acts(absence))
    await others_rest()
    assert not act.done()
    gate.opened.set()
    await asyncio.gather(work, act)
    await absence.heard(missed)
    assert absence.client.read == [thread_of(match)]


async def test_nobody_waits_for_ever(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    gate = absence.client.hearing[missed.id] = Gate()
    absence.client.shows(match, missed)
    absence.catch_up.wants(absence.since)
    await acts(absence, patience=0.01)
    assert absence.client.heard == []
    gate.opened.set()  # the reading itself goes on
    await absence.heard(missed)


async def test_what_is_heard_late_does_not_wait_for_itself(absence: Absence) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.client.does[missed.id] = lambda: acts(absence)
    await read(absence)
    await absence.heard(missed)


async def test_a_store_that_fails_makes_no_act_fail(absence: Absence) -> None:
    absence.client.shows(await absence.office.breaking(), written(absence.since))
    absence.catch_up.wants(absence.since)
    absence.office.kept.full = True
    await acts(absence)
    absence.office.kept.full = False
    assert not absence.catch_up.is_done


async def test_what_is_missed_again_during_a_reading_is_read_again(absence: Absence) -> None:
    match, first, second = await absence.office.breaking(), *written_in_turn(absence, 2)
    gate = absence.client.hearing[first.id] = Gate()
    absence.client.shows(match, first)
    work = asyncio.create_task(read(absence))
    await reached(gate)
    absence.client.shows(match, first, second)
    absence.catch_up.missed_in(GUILD, absence.since)
    act = asyncio.create_task(acts(absence))
    await others_rest()
    gate.opened.set()
    await asyncio.gather(work, act)
    assert absence.client.heard == [first.id, first.id, second.id]
    assert absence.catch_up.is_done


# Places that cannot be read


async def test_what_fails_in_one_match_holds_up_that_one_alone(absence: Absence) -> None:
    failing, healthy = await absence.office.breaking(), await absence.office.breaking()
    for match in (failing, healthy):
        absence.client.shows(match, written(absence.since))
    absence.client.troubles[thread_of(failing)] = http_error(503)
    absence.catch_up.wants(absence.since)
    assert not absence.catch_up.is_heard(healthy.id)
    await absence.catch_up.look()
    assert absence.catch_up.is_heard(healthy.id)
    assert not absence.catch_up.is_heard(failing.id)
    assert not absence.catch_up.is_done


@pytest.mark.parametrize(
    "trouble",
    [
        partial(StorageError, "the disk is full"),
        partial(http_error, 429),
        partial(http_error, 401),
    ],
    ids=["disk", "limit", "token"],
)
async def test_what_has_nothing_to_do_with_the_place_passes(
    absence: Absence, trouble: Callable[[], Trouble]
) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.client.troubles[thread_of(match)] = trouble()
    await read(absence)
    assert not absence.catch_up.is_heard(match.id)
    absence.client.troubles.clear()
    absence.client.troubles[ROBIN.id] = http_error(429)
    await absence.catch_up.look()
    assert not absence.catch_up.is_heard(match.id)
    absence.client.troubles.clear()
    await absence.catch_up.look()
    await absence.heard(missed)
    assert absence.catch_up.is_heard(match.id)


async def test_after_a_day_what_cannot_be_read_is_given_up(
    absence: Absence, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await absence.office.breaking()
    absence.client.shows(match, written(absence.since))
    absence.client.troubles[thread_of(match)] = http_error(503)
    await read(absence)
    assert not absence.catch_up.is_heard(match.id)
    monkeypatch.setattr(catch_up, "GIVE_UP_AFTER", 0.0)
    await absence.catch_up.look()
    assert absence.catch_up.is_heard(match.id)
    assert absence.catch_up.is_done
    assert f"match {match.id} could not be read for a day" in caplog.text


async def test_where_we_are_not_let_in_is_not_tried_before_the_permissions_change(
    absence: Absence,
) -> None:
    match, missed = await absence.office.breaking(), written(absence.since)
    absence.client.shows(match, missed)
    absence.client.troubles[thread_of(match)] = http_error(403, 50001)
    async with absence.running():
        absence.catch_up.wants(absence.since)
        await absence.ready()
        await absence.done()
        assert not absence.catch_up.is_heard(match.id)
        assert not absence.catch_up.has_all  # so that the next process reads from then on
        await absence.catch_up.look()
        await acts(absence)
        assert absence.client.read == [thread_of(match)]
        del absence.client.troubles[thread_of(match)]
        await absence.catch_up.permissions_changed(GUILD)
        await absence.heard(missed)
        await absence.done()
    assert absence.catch_up.is_heard(match.id)
    assert absence.catch_up.has_all


@pytest.mark.parametrize("taken_away", ["sees", "reads"])
async def test_what_was_written_while_we_saw_nothing_is_read_when_we_see_again(
    absence: Absence, taken_away: str
) -> None:
    match = await absence.office.breaking()
    absence.client.shows(match)
    async with absence.running():
        await absence.catch_up.permissions_changed(GUILD)
        assert absence.catch_up.is_heard(match.id)
        absence.client.let_in(**{taken_away: False})
        await absence.catch_up.permissions_changed(GUILD)
        assert not absence.catch_up.is_heard(match.id)
        assert absence.catch_up.is_done
        absence.office.clock.advance(5 * MARGIN)
        missed = written(absence.office.clock() - 4 * MARGIN)
        absence.client.shows(match, missed)
        await absence.catch_up.permissions_changed(GUILD)  # not those that we need
        assert not absence.catch_up.is_heard(match.id)
        absence.client.let_in()
        await absence.catch_up.permissions_changed(GUILD)
        await absence.heard(missed)
    assert absence.catch_up.is_heard(match.id)


async def test_a_place_that_is_refused_for_good_is_not_waited_for(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.shows(match, written(absence.since))
    absence.client.troubles[thread_of(match)] = http_error(403, 20001)
    await read(absence)
    assert absence.catch_up.is_heard(match.id)


async def test_a_channel_that_is_gone_is_none_that_we_do_not_see(absence: Absence) -> None:
    match = await absence.office.breaking()
    absence.client.guild.text_channels.clear()
    await absence.catch_up.permissions_changed(GUILD)
    assert absence.catch_up.is_heard(match.id)


async def test_permissions_that_are_taken_during_a_reading_leave_something_to_read(
    absence: Absence,
) -> None:
    match, first, second = await absence.office.breaking(), *written_in_turn(absence, 2)
    gate = absence.client.hearing[first.id] = Gate()
    absence.client.shows(match, first)
    async with absence.running():
        absence.catch_up.missed_in(GUILD, absence.since)
        await reached(gate)
        absence.client.let_in(sees=False)
        await absence.catch_up.permissions_changed(GUILD)
        gate.opened.set()
        await absence.heard(first)
        assert not absence.catch_up.is_heard(match.id)
        absence.client.shows(match, first, second)
        absence.client.let_in()
        await absence.catch_up.permissions_changed(GUILD)
        await absence.heard(first, second)


async def test_permissions_that_are_gone_and_back_during_a_reading_have_it_read_again(
    absence: Absence,
) -> None:
    match, first, second = await absence.office.breaking(), *written_in_turn(absence, 2)
    gate = absence.client.hearing[first.id] = Gate()
    absence.client.shows(match, first)
    async with absence.running():
        absence.catch_up.missed_in(GUILD, absence.since)
        await reached(gate)
        for sees in (False, True):
            absence.client.let_in(sees=sees)
            await absence.catch_up.permissions_changed(GUILD)
        absence.client.shows(match, first, second)
        gate.opened.set()
        await absence.heard(first, first, second)


async def test_permissions_that_come_back_at_once_were_missing_all_the_same(
    absence: Absence,
) -> None:
    match, missed = await absence.office.breaking(), written(absence.office.clock())
    absence.client.shows(match, missed)
    async with absence.running():
        absence.client.let_in(sees=False)
        lost = asyncio.create_task(absence.catch_up.permissions_changed(GUILD))
        await asyncio.sleep(0)  # as far as it gets before it waits for the store
        absence.client.let_in()
        await asyncio.gather(lost, absence.catch_up.permissions_changed(GUILD))
        await absence.heard(missed)


async def test_after_a_blind_time_what_discord_py_remembers_is_not_trusted(
    absence: Absence,
) -> None:
    match, missed = await absence.office.breaking(), written(absence.office.clock())
    absence.client.shows(match, missed)
    absence.client.cached[thread_of(match)].last_message_id = None
    async with absence.running():
        for sees in (False, True):
            absence.client.let_in(sees=sees)
            await absence.catch_up.permissions_changed(GUILD)
        await absence.heard(missed)


async def test_permissions_of_another_server_say_nothing_of_this_one(absence: Absence) -> None:
    match = await absence.office.breaking()
    other = Mock(spec=discord.Guild, id=GUILD + 1, text_channels=[])
    absence.client.let_in(sees=False)
    for guilds in ([absence.client.guild], [absence.client.guild, other]):
        absence.client.guilds = guilds
        await absence.catch_up.permissions_changed(GuildId(GUILD + 1))
    assert absence.catch_up.is_heard(match.id)


async def test_a_server_that_was_left_during_a_break_is_noticed_in_the_new_session(
    absence: Absence,
) -> None:
    match = await absence.office.breaking()
    absence.client.shows(match, written(absence.since))
    await absence.catch_up.on_shard_disconnect(0)
    absence.client.joined.clear()
    async with absence.running():
        await absence.ready()
        await absence.office.until(lambda: bool(absence.office.kept.absences))
        await absence.done()
        assert absence.client.read == []
        absence.catch_up.missed_in(GUILD, absence.since)  # we were invited again
        await absence.office.until(lambda: absence.client.read == [thread_of(match)])
