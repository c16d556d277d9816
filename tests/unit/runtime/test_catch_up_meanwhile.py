"""What people do while something that was missed is still to be read."""

import asyncio

from bot.matches.ids import GuildId
from tests.unit.runtime.missed import (
    Absence,
    acts,
    read,
    written,
    written_in_turn,
)
from tests.unit.runtime.office import Gate, others_rest, reached
from tests.unit.service.scene import GUILD, TEAL, thread_of


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
