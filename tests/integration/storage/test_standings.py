"""The contract of `StandingStore`, on the fake and on SQLite, and both against each other."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.matches.ids import GuildId, PlayerId
from bot.matches.models import Ending, Match, Outcome, Person, Phase, Round
from bot.matches.ports import Database, Sort, Standing, StandingsPage, Stores
from bot.storage.database import SqliteDatabase
from tests.fakes.memory import MemoryDatabase
from tests.integration.storage.samples import (
    FREE,
    GUILD,
    LARK,
    OTHER_GUILD,
    ROBIN,
    SET,
    START,
    TEAL,
    WREN,
    a_match,
    finished,
    rows,
    save,
    undone,
)

DAY = timedelta(days=1)


async def board(database: Database, sort: Sort = Sort.POINTS, **limits: Any) -> list[Standing]:
    found = await page(database, sort, **limits)
    return list(found.lines)


async def page(
    database: Database,
    sort: Sort = Sort.POINTS,
    *,
    guild: GuildId = GUILD,
    since: Any = None,
    offset: int = 0,
    limit: int = 100,
) -> StandingsPage:
    return await database.transact(
        lambda stores: stores.standings.page(guild, sort, since, offset, limit)
    )


async def line(database: Database, player: PlayerId) -> Standing | None:
    return await database.transact(lambda stores: stores.standings.line(GUILD, player))


async def remember(database: Database, *people: tuple[PlayerId, str]) -> None:
    async def work(stores: Stores) -> None:
        for player, name in people:
            await stores.players.remember(GUILD, Person(player, name, "en-GB"), START)

    await database.transact(work)


async def test_both_players_get_their_points_and_one_of_them_the_win(database: Database) -> None:
    await remember(database, (ROBIN, "Robin"), (WREN, "Wren"))
    await save(database, finished("m1", {ROBIN: 3, WREN: 5}))
    assert await board(database) == [
        Standing(1, WREN, "Wren", points=5, wins=1, draws=0, losses=0),
        Standing(2, ROBIN, "Robin", points=3, wins=0, draws=0, losses=1),
    ]


async def test_totals_are_summed_over_matches(database: Database) -> None:
    await save(database, finished("m1", {ROBIN: 3, WREN: 5}))
    await save(database, finished("m2", {ROBIN: 6, TEAL: 2}))
    await save(database, finished("m3", {TEAL: 4, ROBIN: 4}))
    assert await line(database, ROBIN) == Standing(
        1, ROBIN, str(ROBIN), points=13, wins=1, draws=1, losses=1
    )


async def test_a_draw_credits_both_alike(database: Database) -> None:
    await save(database, finished("m1", {ROBIN: 4, WREN: 4}))
    lines = await board(database)
    assert [(found.rank, found.draws, found.points) for found in lines] == [(1, 1, 4), (1, 1, 4)]


async def test_players_never_seen_here_go_by_their_id(database: Database) -> None:
    await database.transact(
        lambda stores: stores.players.remember(OTHER_GUILD, Person(ROBIN, "Robin", "fr"), START)
    )
    await save(database, finished("m1", {ROBIN: 3, WREN: 5}))
    assert {found.name for found in await board(database)} == {str(ROBIN), str(WREN)}


@pytest.mark.parametrize("ending", [Ending.FORFEIT, Ending.INACTIVITY])
async def test_leaving_keeps_the_points_and_gives_the_other_the_win(
    database: Database, ending: Ending
) -> None:
    rounds = (
        replace(SET, rows=rows(6, 100), outcome=Outcome.SOLVED),
        replace(SET, number=2, codemaker=WREN, codebreaker=ROBIN, outcome=Outcome.ABANDONED),
    )
    left = finished("m1", {ROBIN: 1, WREN: 1}, ending=ending, rounds=rounds, left=ROBIN)
    await save(database, replace(left, winner=WREN))
    assert await line(database, ROBIN) == Standing(1, ROBIN, str(ROBIN), 6, 0, 0, losses=1)
    assert await line(database, WREN) == Standing(2, WREN, str(WREN), 0, wins=1, draws=0, losses=0)


@pytest.mark.parametrize("phase", sorted(set(Phase) - {Phase.FINISHED}))
async def test_only_finished_matches_count(database: Database, phase: Phase) -> None:
    over = replace(SET, rows=rows(6, 100), outcome=Outcome.SOLVED)
    await save(database, a_match("m1", phase=phase, rounds=(over, Round(2, WREN, ROBIN))))
    assert await page(database) == StandingsPage((), 0)
    assert await line(database, ROBIN) is None


async def test_two_more_rounds_take_the_result_away_until_they_are_played(
    database: Database,
) -> None:
    draw = await save(database, finished("m1", {ROBIN: 4, WREN: 4}))
    going_on = replace(
        draw,
        phase=Phase.SETTING,
        ending=None,
        ended_at=None,
        agreed_rounds=4,
        rounds=(*draw.rounds, replace(FREE, number=3)),
    )
    running = await save(database, going_on)
    assert await board(database) == []
    last = (
        replace(SET, number=3, rows=rows(2, 100), outcome=Outcome.SOLVED),
        Round(4, WREN, ROBIN, SET.secret, rows(1, 200), Outcome.SOLVED),
    )
    again = replace(draw, agreed_rounds=4, winner=ROBIN, rounds=(*draw.rounds, *last))
    await save(database, replace(again, version=running.version))
    assert [(found.player, found.points) for found in await board(database)] == [
        (ROBIN, 6),
        (WREN, 5),
    ]


async def test_saving_a_finished_match_again_counts_it_once(database: Database) -> None:
    match = await save(database, finished("m1", {ROBIN: 3, WREN: 5}))
    await save(database, replace(match, rematch=frozenset({ROBIN})))
    assert sum(found.matches for found in await board(database)) == 2


async def test_equal_values_share_a_rank_and_the_next_counts_them_all(database: Database) -> None:
    await save(database, finished("m1", {ROBIN: 7, WREN: 7}))
    await save(database, finished("m2", {TEAL: 3, LARK: 2}))
    ranks = {found.player: found.rank for found in await board(database)}
    assert ranks == {ROBIN: 1, WREN: 1, TEAL: 3, LARK: 4}


async def test_points_come_before_wins_or_wins_before_points(database: Database) -> None:
    await save(database, finished("m1", {ROBIN: 9, WREN: 10}))
    await save(database, finished("m2", {TEAL: 2, LARK: 1}))
    await save(database, finished("m3", {TEAL: 2, LARK: 1}))
    by_points = [(found.rank, found.player) for found in await board(database)]
    by_wins = [(found.rank, found.player) for found in await board(database, Sort.WINS)]
    assert by_points == [(1, WREN), (2, ROBIN), (3, TEAL), (4, LARK)]
    assert by_wins == [(1, TEAL), (2, WREN), (3, ROBIN), (3, LARK)]


async def test_equal_values_are_ordered_by_fewer_matches_then_name_then_id(
    database: Database,
) -> None:
    zoe, ann, twin = PlayerId(30), PlayerId(31), PlayerId(29)
    await remember(database, (zoe, "b"), (ann, "a"), (twin, "b"), (LARK, "0"), (ROBIN, "z"))
    await save(database, finished("m1", {zoe: 4, TEAL: 5}))
    await save(database, finished("m2", {ann: 4, TEAL: 5}))
    await save(database, finished("m3", {twin: 4, TEAL: 5}))
    await save(database, finished("m4", {LARK: 2, TEAL: 5}))
    await save(database, finished("m5", {LARK: 2, TEAL: 5}))
    lines = await board(database)
    assert [found.player for found in lines] == [TEAL, ann, twin, zoe, LARK]
    assert [found.rank for found in lines] == [1, 2, 2, 2, 2]


async def test_matches_that_ended_before_the_window_are_left_out(database: Database) -> None:
    await save(database, finished("old", {ROBIN: 3, WREN: 5}, ended_at=START - DAY))
    await save(database, finished("edge", {ROBIN: 6, TEAL: 2}, ended_at=START))
    await save(database, finished("new", {TEAL: 4, ROBIN: 4}, ended_at=START + DAY))
    lines = await board(database, since=START)
    assert {found.player: found.points for found in lines} == {ROBIN: 10, TEAL: 6}
    assert (await page(database, since=START + DAY * 2)).total == 0


async def test_servers_are_not_mixed(database: Database) -> None:
    await save(database, finished("m1", {ROBIN: 3, WREN: 5}))
    await save(database, finished("m2", {ROBIN: 9, TEAL: 1}, guild=OTHER_GUILD))
    lines = await board(database, guild=OTHER_GUILD)
    assert {found.player: found.points for found in lines} == {ROBIN: 9, TEAL: 1}


async def test_pages_cut_the_board_and_tell_its_length(database: Database) -> None:
    await save(database, finished("m1", {ROBIN: 9, WREN: 8}))
    await save(database, finished("m2", {TEAL: 7, LARK: 6}))
    whole = await page(database)
    assert whole.total == 4
    assert await page(database, offset=1, limit=2) == StandingsPage(whole.lines[1:3], 4)
    assert await page(database, offset=4, limit=2) == StandingsPage((), 4)


async def test_a_players_line_is_the_one_of_the_whole_board(database: Database) -> None:
    await remember(database, (TEAL, "Teal"))
    await save(database, finished("m1", {ROBIN: 9, WREN: 8}))
    await save(database, finished("m2", {TEAL: 7, LARK: 6}))
    for found in await board(database):
        assert await line(database, found.player) == found
    assert await line(database, PlayerId(404)) is None


PLAYERS = st.lists(st.integers(1, 6).map(PlayerId), min_size=2, max_size=2, unique=True)


@st.composite
def played(draw: st.DrawFn) -> tuple[Match, ...]:
    """Finished matches among six players within some days."""
    found = []
    for number in range(draw(st.integers(0, 8))):
        first, second = draw(PLAYERS)
        points = {first: draw(st.integers(1, 4)), second: draw(st.integers(1, 4))}
        ended = START + draw(st.integers(-3, 3)) * DAY
        found.append(finished(f"m{number}", points, ended_at=ended))
    return tuple(found)


async def every_page(stores: Stores, matches: Sequence[Match]) -> list[StandingsPage]:
    for match in matches:
        await stores.matches.save(match)
    await stores.players.remember(GUILD, Person(PlayerId(3), "Three", "fr"), START)
    return [
        await stores.standings.page(GUILD, sort, since, offset, 4)
        for sort in Sort
        for since in (None, START, START + DAY)
        for offset in (0, 2)
    ]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(matches=played())
async def test_the_database_counts_as_the_matches_themselves_do(
    sqlite: SqliteDatabase, matches: tuple[Match, ...]
) -> None:
    expected = await MemoryDatabase().transact(lambda stores: every_page(stores, matches))
    assert await undone(sqlite, lambda stores: every_page(stores, matches)) == expected
