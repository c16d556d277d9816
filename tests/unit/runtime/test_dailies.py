"""Results of the dailies: posted once, and not asked for where that is of no use."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import repeat

import pytest

from bot.matches.daily import DayResults
from bot.matches.daily_store import DailyDay, Posted
from bot.matches.errors import StorageError
from bot.matches.ids import GuildId, MessageId
from bot.runtime import dailies
from bot.runtime.dailies import PAUSE, REFUSED_PAUSE, Dailies, NoChannelError, ShutOutError
from bot.runtime.refusals import Refusals
from tests.unit.runtime.office import Watch, http_error
from tests.unit.service.dailies import OTHER_GUILD, POSTS, Days
from tests.unit.service.scene import GUILD, ROBIN, WREN, message_id

NOON_TO_MIDNIGHT = timedelta(hours=12)


class FakePoster:
    """Has the face of Poster. Each call meets the next trouble laid down for it, if any."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self.troubles: Iterator[Exception] = iter(())
        self.given: list[DayResults] = []
        self.posted: dict[GuildId, MessageId] = {}

    @property
    def tries(self) -> list[GuildId]:
        return [day.day.guild for day in self.given]

    async def post(self, day: DayResults) -> MessageId:
        self.given.append(day)
        trouble = next(self.troubles, None)
        if trouble is not None:
            raise trouble
        message = self.posted.setdefault(day.day.guild, message_id())
        self._watch.notify()
        return message


class Morning:
    """A server whose day is over, with results to be posted."""

    def __init__(self) -> None:
        self.days = Days()
        self.watch = Watch()
        self.poster = FakePoster(self.watch)
        self.refusals = Refusals()
        self.connected = True
        self.looks = 0
        self.worker = Dailies(self.days.daily, self.poster, self.refusals, self.is_connected)

    def is_connected(self) -> bool:
        self.looks += 1
        self.watch.notify()
        return self.connected

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """With the worker at work."""
        work = asyncio.create_task(self.worker.run())
        try:
            yield
            assert not work.done()
        finally:
            work.cancel()
            await asyncio.wait([work])

    async def owed(self, *guilds: GuildId) -> "Morning":
        """Results are owed in these servers."""
        for guild in guilds or (GUILD,):
            await self.days.set(guild, daily_channel=POSTS)
            attempt = await self.days.begun(guild=guild)
            await self.days.opponent.give_up(attempt.match.id, ROBIN)
        await self.days.passes(NOON_TO_MIDNIGHT)
        return self

    async def owes(self) -> DayResults | None:
        """What is still to be posted of the one day that has to be looked after, if any."""
        due = await self.days.daily.due()
        assert len(due) <= 1
        return await self.days.daily.results(due[0]) if due else None

    async def is_settled(self) -> bool:
        return await self.owes() is None


@pytest.fixture
async def morning() -> Morning:
    return await Morning().owed()


async def test_results_are_posted_once(morning: Morning) -> None:
    for _ in range(3):
        await morning.worker.look()
    assert morning.poster.tries == [GUILD]
    assert await morning.is_settled()


async def test_what_a_crash_left_unnoted_is_asked_for_again(morning: Morning) -> None:
    """The poster finds the message that is there; see the end-to-end tests."""
    owed = await morning.owes()
    assert owed is not None
    await morning.poster.post(owed)
    await morning.worker.look()
    assert len(morning.poster.posted) == 1
    assert await morning.is_settled()


async def test_who_ends_late_is_added_to_what_was_posted() -> None:
    morning = Morning()
    await morning.days.set(GUILD, daily_channel=POSTS)
    await morning.days.begun(WREN)
    await morning.owed()
    for _ in range(2):
        await morning.worker.look()
    assert [names_in(day) for day in morning.poster.given] == [["Robin"]]
    await morning.days.solved(WREN)
    for _ in range(2):
        await morning.worker.look()
    early, late = morning.poster.given
    assert names_in(late) == ["Wren", "Robin"]
    assert early.day.posted is None
    assert late.day.posted == Posted(POSTS, morning.poster.posted[GUILD])
    assert await morning.is_settled()


def names_in(day: DayResults) -> list[str]:
    return [result.name for result in day.results]


async def test_a_deleted_channel_settles_it(morning: Morning) -> None:
    morning.poster.troubles = iter([NoChannelError()])
    await morning.worker.look()
    assert await morning.is_settled()
    assert morning.poster.posted == {}


async def test_where_the_bot_is_shut_out_it_looks_again_each_time(morning: Morning) -> None:
    morning.poster.troubles = iter([ShutOutError(), ShutOutError()])
    for _ in range(3):
        await morning.worker.look()
    assert len(morning.poster.tries) == 3
    assert await morning.is_settled()


@pytest.mark.parametrize(
    ("trouble", "pause"),
    [
        (http_error(503), PAUSE),
        (http_error(429), PAUSE),
        (TimeoutError(), PAUSE),
        (StorageError("the disk is full"), PAUSE),
        (http_error(403, 50013), REFUSED_PAUSE),
        (http_error(403, 50001), REFUSED_PAUSE),
    ],
)
async def test_a_failure_is_not_repeated_before_its_pause_is_over(
    morning: Morning, later: Callable[[float], None], trouble: Exception, pause: float
) -> None:
    morning.poster.troubles = iter([trouble])
    await morning.worker.look()
    later(pause - 1)
    await morning.worker.look()
    assert len(morning.poster.tries) == 1
    later(1)
    await morning.worker.look()
    assert len(morning.poster.tries) == 2
    assert await morning.is_settled()


@pytest.mark.parametrize("code", [50035, 10003])
async def test_what_is_refused_for_good_is_given_up(morning: Morning, code: int) -> None:
    morning.poster.troubles = repeat(http_error(400 if code == 50035 else 404, code))
    for _ in range(2):
        await morning.worker.look()
    assert len(morning.poster.tries) == 1
    assert await morning.is_settled()


async def test_trouble_in_one_server_holds_up_no_other() -> None:
    morning = await Morning().owed(GUILD, OTHER_GUILD)
    morning.poster.troubles = iter([http_error(503)])
    await morning.worker.look()
    assert len(morning.poster.tries) == 2
    assert len(morning.poster.posted) == 1


async def test_a_day_that_cannot_be_read_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    morning = await Morning().owed(GUILD, OTHER_GUILD)
    read = morning.days.daily.results

    async def results(day: DailyDay) -> DayResults | None:
        if day.guild == GUILD:
            raise StorageError("the row is not what it was")
        return await read(day)

    monkeypatch.setattr(morning.days.daily, "results", results)
    await morning.worker.look()
    assert morning.poster.tries == [OTHER_GUILD]
    assert f"the results of server {GUILD} wait" in caplog.text


async def test_a_day_that_waits_holds_up_no_later_one_of_its_server(morning: Morning) -> None:
    morning.poster.troubles = iter([http_error(403, 50013)])
    await morning.worker.look()
    await morning.days.solved(WREN)
    await morning.days.passes(timedelta(days=1))
    await morning.worker.look()
    first, second = [day.day.day for day in morning.poster.given]
    assert (second - first).days == 1


async def test_when_discord_refuses_often_nothing_is_asked(morning: Morning) -> None:
    morning.refusals.are_many = lambda: True  # type: ignore[method-assign]  # counted elsewhere
    await morning.worker.look()
    assert morning.poster.tries == []
    assert not await morning.is_settled()


async def test_nothing_is_posted_while_the_bot_is_not_connected(
    morning: Morning, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dailies, "BEAT", 0.001)
    morning.connected = False
    async with morning.working():
        await morning.watch.until(lambda: morning.looks >= 3)
        assert morning.poster.tries == []
        morning.connected = True
        await morning.watch.until(lambda: bool(morning.poster.posted))


async def test_a_look_that_fails_is_not_the_last(
    morning: Morning, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dailies, "BEAT", 0.001)
    morning.days.scene.database.full = True
    async with morning.working():
        await morning.watch.until(lambda: morning.looks >= 2)
        morning.days.scene.database.full = False
        await morning.watch.until(lambda: bool(morning.poster.posted))
    assert "the results of the dailies wait" in caplog.text
