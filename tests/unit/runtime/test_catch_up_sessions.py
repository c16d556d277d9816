"""After which breaks of the connection something is read, and since when."""

import pytest

from bot.matches.models import Phase
from bot.runtime import catch_up
from bot.runtime.catch_up import MARGIN
from tests.unit.runtime.missed import Absence, read, written
from tests.unit.runtime.office import http_error, others_rest
from tests.unit.service.scene import CHANNEL, GUILD, thread_of


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
