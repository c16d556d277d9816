"""What is due is done while the bot is connected, and one failure stops nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import pytest

from bot.matches.acts import Told
from bot.matches.errors import StorageError
from bot.matches.ids import MatchId
from bot.matches.models import EventKind, Phase
from bot.matches.upkeep import Upkeep
from bot.runtime import deadlines
from bot.runtime.deadlines import PURGE_EVERY, Deadlines
from tests.unit.runtime.office import Office
from tests.unit.service.scene import WREN, kinds

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
MOMENT = timedelta(seconds=1)
CLOSED, REMINDED = EventKind.CHALLENGE_CLOSED, EventKind.REMINDED
CANCELLED = EventKind.MATCH_CANCELLED


class FrailUpkeep(Upkeep):
    """The real one, some of whose calls can be made to fail; it counts the purges."""

    broken: MatchId | None = None
    """The match that cannot be read."""
    purges = 0

    async def pass_time(self, match: MatchId) -> Told | None:
        if match == self.broken:
            raise StorageError("the match cannot be read")
        return await super().pass_time(match)

    async def purge(self) -> None:
        self.purges += 1
        await super().purge()


class Day:
    """A server and its deadlines, with what was left to be told."""

    def __init__(self) -> None:
        self.office = Office()
        self.connected = True
        self.is_done = self.has_all = True
        self.unheard: set[MatchId] = set()
        self.asked = 0
        """How often the deadlines asked whether they are connected."""
        self.left: list[Told] = []
        self.scrubs = 0
        self.upkeep = FrailUpkeep(self.office.service.acts)
        self.deadlines = Deadlines(
            self.upkeep,
            self._later,
            self._is_connected,
            self,
            self.office.clock,
            self.scrub,
        )

    def is_heard(self, match: MatchId) -> bool:
        return match not in self.unheard

    def _later(self, told: Told | None) -> None:
        if told is not None:
            self.left.append(told)

    def _is_connected(self) -> bool:
        self.asked += 1
        self.office.watch.notify()
        return self.connected

    async def scrub(self) -> bool:
        self.scrubs += 1
        return True

    def told(self) -> list[list[EventKind]]:
        """The kinds of what was left to be told, match by match."""
        return [kinds(one) for one in self.left]

    async def alive_at(self) -> datetime | None:
        return await self.office.service.acts.transact(lambda stores: stores.care.alive_at())

    async def passes(self, by: timedelta) -> None:
        """So much time goes by in which the bot runs; then the deadlines look."""
        self.office.clock.advance(by)
        now = self.office.clock()
        await self.office.service.acts.transact(lambda stores: stores.care.note_alive(now))
        await self.deadlines.look()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """With the deadlines at work, as they still are when the block ends."""
        work = asyncio.create_task(self.deadlines.run())
        try:
            yield
            assert not work.done()
        finally:
            work.cancel()
            await asyncio.wait([work])


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    """An empty server, looked at very often."""
    monkeypatch.setattr(deadlines, "BEAT", 0.001)
    return Day()


async def test_every_look_is_a_sign_of_life(day: Day) -> None:
    assert await day.alive_at() is None
    for _ in range(2):
        await day.deadlines.look()
        assert await day.alive_at() == day.office.clock()
        day.office.clock.advance(MOMENT)


async def test_a_challenge_lapses_when_its_time_is_over(day: Day) -> None:
    match = await day.office.challenged()
    await day.passes(DAY - MOMENT)
    assert day.told() == []
    await day.passes(MOMENT)
    assert day.told() == [[CLOSED]]
    assert (await day.office.look(match.id)).phase is Phase.EXPIRED
    await day.passes(MOMENT)
    assert day.told() == [[CLOSED]]


async def test_a_turn_is_reminded_of_and_then_ends_the_match(day: Day) -> None:
    match = await day.office.breaking()
    await day.passes(DAY - MOMENT)
    assert day.told() == []
    await day.passes(MOMENT)
    assert day.told() == [[REMINDED]]
    await day.passes(2 * DAY - MOMENT)
    assert day.told() == [[REMINDED]]
    await day.passes(MOMENT)
    assert day.told() == [[REMINDED], [CANCELLED, CLOSED]]
    assert (await day.office.look(match.id)).phase is Phase.CANCELLED


async def test_the_time_in_which_nobody_could_play_is_charged_to_nobody(
    day: Day, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    match = await day.office.challenged()
    await day.deadlines.look()
    day.office.clock.advance(30 * DAY)  # without a sign of life
    await day.deadlines.look()
    assert day.told() == []
    assert "deadlines moved by 30 days" in caplog.text
    await day.passes(DAY - MOMENT)
    assert (await day.office.look(match.id)).phase is Phase.CHALLENGED
    await day.passes(MOMENT)
    assert day.told() == [[CLOSED]]


async def test_a_match_that_cannot_be_read_holds_up_no_other(
    day: Day, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await day.office.challenged()
    day.office.clock.advance(MOMENT)  # so that the broken one is the first to be due
    healthy = await day.office.challenged()
    day.upkeep.broken = broken.id
    await day.passes(DAY)
    assert [told.own.id for told in day.left] == [healthy.id]
    assert day.upkeep.purges == 1
    assert f"match {broken.id} waits" in caplog.text
    assert StorageError.__name__ in caplog.text
    day.upkeep.broken = None
    await day.passes(MOMENT)
    assert [told.own.id for told in day.left] == [healthy.id, broken.id]


async def test_what_time_did_is_told_by_the_worker(day: Day) -> None:
    office = day.office
    match = await office.open_challenge()
    office.clock.advance(DAY)
    day.deadlines = Deadlines(
        day.upkeep, office.delivery.later, lambda: True, day, office.clock, day.scrub
    )
    async with office.working(), day.running():
        await office.until(lambda: office.said() == [CLOSED])
        await office.nothing_owed()
    assert (await office.look(match.id)).phase is Phase.EXPIRED


async def test_nothing_is_done_while_nobody_could_play(day: Day) -> None:
    await day.office.challenged()
    day.connected = False
    day.office.clock.advance(DAY)
    async with day.running():
        await day.office.until(lambda: day.asked > 3)
        assert await day.alive_at() is None
        assert day.upkeep.purges == 0
        assert day.left == []
        day.connected = True
        await day.office.until(lambda: day.told() == [[CLOSED]])


async def test_what_is_kept_no_longer_is_deleted_once_a_day(day: Day) -> None:
    for _ in range(3):
        await day.passes(MOMENT)
    assert day.upkeep.purges == 1
    await day.passes(PURGE_EVERY - 3 * MOMENT)
    assert day.upkeep.purges == 1
    await day.passes(2 * MOMENT)
    assert day.upkeep.purges == day.scrubs == 2


async def test_a_purge_really_deletes(day: Day) -> None:
    match = await day.office.challenged()
    await day.office.service.decline(match.id, WREN)
    await day.passes(HOUR)
    assert await day.office.stored(match) is not None
    await day.passes(400 * DAY)
    assert await day.office.stored(match) is None


async def test_a_store_that_fails_is_logged_and_looked_at_again(
    day: Day, caplog: pytest.LogCaptureFixture
) -> None:
    await day.office.challenged()
    day.office.clock.advance(DAY)
    day.office.kept.full = True
    async with day.running():
        await day.office.until(lambda: caplog.text.count("the deadlines wait") > 1)
        assert StorageError.__name__ in caplog.text
        assert day.left == []
        day.office.kept.full = False
        await day.office.until(lambda: day.told() == [[CLOSED]])


async def test_until_what_was_missed_of_a_match_was_read_its_time_is_not_up(day: Day) -> None:
    unread, read = await day.office.breaking(), await day.office.breaking()
    day.has_all = False
    day.unheard = {unread.id}
    await day.passes(timedelta(hours=73))
    assert [told.own.id for told in day.left] == [read.id]
    assert await day.upkeep.start() is None
    day.has_all = True
    await day.deadlines.look()
    assert day.told() == [[EventKind.MATCH_CANCELLED, EventKind.CHALLENGE_CLOSED]]
    assert await day.upkeep.start() == day.office.clock()
