"""The bot plays its rows: wherever it is its turn, each once, whatever fails on the way."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

import pytest

from bot.engine import PRESETS, Preset
from bot.engine.codesets import Game
from bot.engine.levels import Level
from bot.engine.lines import Line
from bot.matches.acts import Told
from bot.matches.errors import ThinkingBusyError
from bot.matches.ids import PlayerId, ThreadId
from bot.matches.models import EventKind, FirstCodemaker, Kind, Match, Person, Terms
from bot.matches.opponent import Opponent
from bot.matches.view import MatchView
from bot.runtime import jobs, playing
from bot.runtime.playing import (
    AT_ONCE,
    LONGEST_THOUGHT,
    SHORTEST_THOUGHT,
    Playing,
    players_pause,
)
from tests.unit.runtime.office import Gate, Office, Trouble, others_rest, reached
from tests.unit.service.scene import CHANNEL, GUILD, ROBIN, kinds, message_id

Given = ParamSpec("Given")
Found = TypeVar("Found")
BOT = Person(PlayerId(999), "Mastermind", "")
DUEL = Terms(kind=Kind.BOT, level=Level.FAIR)
AT_FIRST, LATER = "RRBB", "POOP"
"""Codes that a fair bot finds with its first row, and with none of its first two."""
ROW, ROUND_END = EventKind.ROW_SCORED, EventKind.ROUND_ENDED


class Table:
    """A server whose people play against the bot, which is at work inside `playing`."""

    def __init__(self) -> None:
        self.office = Office()
        self.connected = True
        self.length = 0.0
        """How long the bot seems to think."""
        self.looks = self.pauses = 0
        self.asked: list[tuple[object, ...]] = []
        """What the bot wanted to be thought about."""
        self.troubles: deque[Trouble] = deque()
        """What the next thoughts meet, one each."""
        self.under_way = self.most_at_once = 0
        self.heard: list[int] = []
        self.left: list[Told] = []

    async def begun(self, terms: Terms = DUEL) -> MatchView:
        """Robin's match against the bot, with its thread."""
        acts = self.office.service.acts
        told = await Opponent(acts, self.office.chance).begin(GUILD, CHANNEL, ROBIN, BOT, terms)
        await acts.thread_opened(told.own.id, ThreadId(message_id()))
        return await self.office.look(told.own.id)

    async def hidden(self, code: str = AT_FIRST) -> MatchView:
        """The same once Robin has hidden the code."""
        match = await self.begun()
        await self.office.hide(match, code)
        return match

    async def stored(self, match: MatchView) -> Match:
        found = await self.office.stored(match)
        assert found is not None
        return found

    def rows(self) -> list[EventKind]:
        """The kinds of all that the bot did, in order."""
        return [kind for told in self.left for kind in kinds(told)]

    async def until(self, condition: Callable[[], bool]) -> None:
        await self.office.until(condition)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """With the bot at work, as it still is when the block ends; then it leaves no task."""
        before = asyncio.all_tasks()
        acts = self.office.service.acts
        bot = Playing(
            Opponent(acts, self.office.chance),
            self._think,
            self._later,
            self._is_connected,
            self._hear_first,
            self._pause,
        )
        acts.bots_turn = bot.wake
        work = asyncio.create_task(bot.run())
        try:
            yield
            assert not work.done()
        finally:
            work.cancel()
            await asyncio.wait([work])
        assert work.cancelled()
        assert asyncio.all_tasks() <= before

    async def looked(self) -> None:
        """Return when it has looked twice more, the second time after all that is there now."""
        wanted = self.looks + 2
        await self.until(lambda: self.looks >= wanted)
        await others_rest()

    def _is_connected(self) -> bool:
        self.looks += 1
        self.office.watch.notify()
        return self.connected

    async def _think(
        self,
        asker: int | None,
        work: int,
        job: Callable[Given, Found],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Found:
        self.asked.append((job, *args))
        self.office.watch.notify()
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            match self.troubles.popleft() if self.troubles else None:
                case Gate() as gate:
                    await gate.passed()
                case Exception() as error:
                    raise error
            return job(*args, **kwargs)
        finally:
            self.under_way -= 1

    def _later(self, told: Told | None) -> None:
        if told is not None:
            self.left.append(told)
            self.office.watch.notify()

    async def _hear_first(self, player: int, patience: float) -> None:
        assert patience > 0
        self.heard.append(player)

    def _pause(self) -> float:
        self.pauses += 1
        self.office.watch.notify()
        return self.length


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Tries again very soon, and looks by itself only after a long time."""
    monkeypatch.setattr(playing, "REST", 0.001)
    monkeypatch.setattr(playing, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(playing, "LONGEST_PAUSE", 0.004)
    return Table()


@pytest.fixture
def watchful(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """It looks by itself very often."""
    monkeypatch.setattr(playing, "LOOK_EVERY", 0.001)
    return table


async def test_the_bot_plays_what_was_its_turn_before_it_was_started(table: Table) -> None:
    await table.hidden()
    async with table.playing():
        await table.until(lambda: ROUND_END in table.rows())
    assert table.rows() == [ROW, ROUND_END, EventKind.CODE_SET]


async def test_a_code_that_is_hidden_wakes_it_and_it_plays_until_the_code_is_found(
    table: Table,
) -> None:
    async with table.playing():
        match = await table.hidden(LATER)
        await table.until(lambda: ROUND_END in table.rows())
    rows = (await table.stored(match)).rounds[0].rows
    assert 3 <= len(rows) <= 5
    assert table.rows() == [*[ROW] * len(rows), ROUND_END, EventKind.CODE_SET]
    assert len(table.asked) == len(rows)


async def test_it_goes_by_nothing_but_the_rules_the_replies_and_its_level(table: Table) -> None:
    async with table.playing():
        match = await table.hidden(LATER)
        await table.until(lambda: ROUND_END in table.rows())
    first, second, *_ = (await table.stored(match)).rounds[0].rows
    lines = [Line.known(row.code, row.feedback) for row in (first, second)]
    assert table.asked[:3] == [
        (jobs.bots_row, Game(4, 6), [], Level.FAIR),
        (jobs.bots_row, Game(4, 6), lines[:1], Level.FAIR),
        (jobs.bots_row, Game(4, 6), lines, Level.FAIR),
    ]
    assert set(table.heard) == {ROBIN.id}


async def test_before_each_row_it_pauses_and_then_plays_what_is_still_to_be_played(
    table: Table,
) -> None:
    table.length = 60.0
    async with table.playing():
        await table.hidden()
        await table.until(lambda: table.pauses == 1)
        await others_rest()
        assert table.asked == []


def test_a_players_pause_takes_some_seconds_and_not_always_the_same() -> None:
    pauses = [players_pause() for _ in range(50)]
    assert SHORTEST_THOUGHT <= min(pauses) < max(pauses) <= LONGEST_THOUGHT


@pytest.mark.parametrize("trouble", [ThinkingBusyError(), ValueError("no code is left")])
async def test_what_fails_is_tried_again_and_played_once(table: Table, trouble: Exception) -> None:
    table.troubles.extend([trouble] * 5)
    async with table.playing():
        match = await table.hidden()
        await table.until(lambda: ROUND_END in table.rows())
        await others_rest()
    assert len(table.asked) == 6
    assert len((await table.stored(match)).rounds[0].rows) == 1


async def test_a_full_disk_loses_no_row_and_doubles_none(watchful: Table) -> None:
    table, gate = watchful, Gate()
    table.troubles.append(gate)
    async with table.playing():
        match = await table.hidden()
        await reached(gate)
        table.office.kept.full = True
        gate.opened.set()
        await table.until(lambda: table.under_way == 0)
        await table.looked()
        assert table.left == []
        table.office.kept.full = False
        await table.until(lambda: ROUND_END in table.rows())
    assert len((await table.stored(match)).rounds[0].rows) == 1


async def test_stopped_in_the_middle_of_a_thought_it_plays_that_row_after_the_next_start(
    table: Table,
) -> None:
    gate = Gate()
    table.troubles.append(gate)
    match = await table.hidden()
    async with table.playing():
        await reached(gate)
    table.office.restart()
    async with table.playing():
        await table.until(lambda: ROUND_END in table.rows())
    assert len((await table.stored(match)).rounds[0].rows) == 1


async def test_a_match_that_ends_during_its_thought_gets_no_row(table: Table) -> None:
    gate = Gate()
    table.troubles.append(gate)
    async with table.playing():
        match = await table.hidden()
        await reached(gate)
        await table.office.service.forfeit(match.id, ROBIN)
        gate.opened.set()
        await table.until(lambda: table.under_way == 0)
        await others_rest()
    assert table.left == []
    assert (await table.stored(match)).rounds[0].rows == ()


async def test_many_matches_go_on_at_once_but_few_thoughts(table: Table) -> None:
    gates = [Gate() for _ in range(AT_ONCE)]
    table.troubles.extend(gates)
    async with table.playing():
        matches = [await table.hidden() for _ in range(30)]
        for gate in gates:
            await reached(gate)
        await table.until(lambda: table.pauses == len(matches))
        await others_rest()
        assert len(table.asked) == AT_ONCE
        for gate in gates:
            gate.opened.set()
        await table.until(lambda: table.rows().count(ROUND_END) == len(matches))
    assert table.most_at_once == AT_ONCE
    for match in matches:
        assert len((await table.stored(match)).rounds[0].rows) == 1


async def test_it_plays_nothing_while_nobody_could_see_it(watchful: Table) -> None:
    table = watchful
    table.connected = False
    await table.hidden()
    async with table.playing():
        await table.looked()
        assert table.pauses == 0
        table.connected = True
        await table.until(lambda: ROUND_END in table.rows())


async def test_it_plays_nothing_while_its_server_is_gone(watchful: Table) -> None:
    table = watchful
    await table.hidden()
    await table.office.upkeep.leave(GUILD)
    async with table.playing():
        await table.looked()
        assert table.pauses == 0
        await table.office.upkeep.come_back(GUILD)
        await table.until(lambda: ROUND_END in table.rows())


async def test_a_server_that_goes_while_it_pauses_leaves_it_nothing_to_play(table: Table) -> None:
    bot = Opponent(table.office.service.acts, table.office.chance)
    match = await table.hidden()
    assert await bot.turn(match.id) is not None
    await table.office.upkeep.leave(GUILD)
    assert await bot.turn(match.id) is None


async def test_it_plays_nothing_without_a_thread_and_goes_on_in_a_new_one(table: Table) -> None:
    gate = Gate()
    table.troubles.append(gate)
    async with table.playing():
        match = await table.hidden()
        await reached(gate)
        await table.office.lose_thread(match)
        gate.opened.set()
        await table.until(lambda: table.under_way == 0)
        await others_rest()
        assert table.left == []
        await table.office.service.acts.thread_opened(match.id, ThreadId(message_id()))
        await table.until(lambda: ROUND_END in table.rows())


async def test_where_the_person_is_to_play_the_bot_does_nothing(watchful: Table) -> None:
    table = watchful
    async with table.playing():
        await table.begun(Terms(kind=Kind.BOT, level=Level.EASY, first=FirstCodemaker.OPPONENT))
        await table.begun(Terms(PRESETS[Preset.MINI], kind=Kind.BOT, level=Level.EASY))
        await table.looked()
    assert table.pauses == 0
