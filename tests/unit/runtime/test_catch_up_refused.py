"""Places that cannot be read hold up nobody else, and are read when they can be."""

import asyncio
from collections.abc import Callable
from functools import partial
from unittest.mock import Mock

import discord
import pytest

from bot.matches.errors import StorageError
from bot.matches.ids import GuildId
from bot.runtime import catch_up
from bot.runtime.catch_up import MARGIN
from tests.unit.runtime.missed import (
    Absence,
    Trouble,
    acts,
    read,
    written,
    written_in_turn,
)
from tests.unit.runtime.office import Gate, http_error, reached
from tests.unit.service.scene import GUILD, ROBIN, thread_of


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
