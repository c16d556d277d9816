"""The contract of `ports.SoloStore`: how the codes came out that somebody cracked alone."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.matches.ids import GuildId, MatchId, PlayerId
from bot.matches.models import Ending, Kind, Match, Outcome, Phase, Round, Terms
from bot.matches.ports import Database, Sort, Stores
from bot.matches.solo_store import SoloRecord
from tests.integration.storage.samples import (
    GUILD,
    LARK,
    OTHER_GUILD,
    ROBIN,
    SECRET,
    START,
    WREN,
    a_match,
    rows,
    save,
    undone,
)

BOT = LARK
SOURCES = count(1000, 100)


def alone(name: str, used: int, outcome: Outcome = Outcome.SOLVED, **changes: Any) -> Match:
    """A code of the bot's that Robin cracked, or not, in so many rows."""
    played = Round(1, BOT, ROBIN, SECRET, rows(used, next(SOURCES)), outcome)
    match = a_match(
        name,
        opponent=BOT,
        terms=Terms(a_match(name).terms.rules, rounds=1, kind=Kind.SOLO),
        phase=Phase.FINISHED,
        agreed_rounds=1,
        rounds=(played,),
        ending=Ending.COMPLETE,
        ended_at=START,
    )
    return replace(match, **changes)


async def keep(database: Database, *matches: Match) -> None:
    """Save them, each ended an hour after the one before."""
    for number, match in enumerate(matches):
        await save(database, replace(match, ended_at=START + timedelta(hours=number)))


async def record(
    database: Database, player: PlayerId = ROBIN, guild: GuildId = GUILD
) -> SoloRecord:
    """The record in a transaction of its own."""
    return await database.transact(lambda stores: stores.solos.record(guild, player))


async def test_somebody_who_never_played_alone_has_an_empty_record(database: Database) -> None:
    assert await record(database) == SoloRecord()


async def test_what_was_played_in_private_can_be_left_out(database: Database) -> None:
    hidden = replace(alone("s1", 1).terms, private=True)
    await keep(database, alone("s1", 1, terms=hidden), alone("s2", 4))

    async def watched(stores: Stores) -> SoloRecord:
        return await stores.solos.record(GUILD, ROBIN, in_threads=True)

    assert (await record(database)).rows == 5
    assert await database.transact(watched) == SoloRecord(1, 1, 4, 4, 1, 1)


async def test_rows_are_counted_of_the_solved_ones_only(database: Database) -> None:
    await keep(
        database,
        alone("s1", 5),
        alone("s2", 10, Outcome.FAILED),
        alone("s3", 3),
        alone("s4", 0, Outcome.CONCEDED),
        alone("s5", 1, Outcome.ABANDONED, ending=Ending.INACTIVITY),
    )
    assert await record(database) == SoloRecord(
        played=5, solved=2, rows=8, best=3, streak=0, longest=1
    )


async def test_a_streak_goes_on_until_a_code_is_not_found(database: Database) -> None:
    missed = Outcome.FAILED
    await keep(database, alone("s1", 4), alone("s2", 4), alone("s3", 9, missed), alone("s4", 4))
    found = await record(database)
    assert (found.streak, found.longest) == (1, 2)


async def test_a_streak_follows_the_ends_and_not_the_saving(database: Database) -> None:
    late = START + timedelta(days=1)
    await save(database, alone("s1", 9, Outcome.FAILED, ended_at=late))
    await save(database, alone("s2", 4, ended_at=START))
    assert (await record(database)).streak == 0


async def test_codes_that_came_out_at_one_moment_have_an_order_all_the_same(
    database: Database,
) -> None:
    await save(database, alone("s2", 9, Outcome.FAILED))
    await save(database, alone("s1", 4))
    await save(database, alone("s3", 4))
    found = await record(database)
    assert (found.streak, found.longest) == (1, 1)


async def test_other_servers_people_and_kinds_count_for_nothing_here(database: Database) -> None:
    daily = Terms(a_match("d").terms.rules, rounds=1, kind=Kind.DAILY)
    await keep(
        database,
        alone("s1", 4),
        alone("s2", 1, guild=OTHER_GUILD),
        alone("s3", 1, challenger=WREN),
        alone("s4", 1, terms=daily, day=date(2026, 5, 1)),
    )
    assert (await record(database)).played == 1
    assert (await record(database, WREN)).best == 1
    assert (await record(database, guild=OTHER_GUILD)).best == 1


@pytest.mark.parametrize("phase", [Phase.BREAKING, Phase.CANCELLED])
async def test_what_is_running_or_was_cancelled_counts_for_nothing(
    database: Database, phase: Phase
) -> None:
    played = Round(1, BOT, ROBIN, None, rows(1, 5))
    await save(database, alone("s1", 0, phase=phase, ending=None, rounds=(played,)))
    assert await record(database) == SoloRecord()


async def test_solos_are_never_among_the_totals_of_matches(database: Database) -> None:
    await keep(database, alone("s1", 4), alone("s2", 9, Outcome.FAILED))

    async def boards(stores: Stores) -> list[int]:
        return [(await stores.standings.page(GUILD, sort, None, 0, 10)).total for sort in Sort]

    assert await database.transact(boards) == [0] * len(Sort)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from([0, 1, 2, 3]), max_size=12))
async def test_any_course_of_solos_is_counted_as_one_counts_by_hand(
    database: Database, course: list[int]
) -> None:
    async def work(stores: Stores) -> SoloRecord:
        for number, used in enumerate(course):
            outcome = Outcome.SOLVED if used else Outcome.FAILED
            ended = START + timedelta(minutes=number)
            match = alone(f"s{number:02}", used or 2, outcome, id=MatchId(f"s{number:02}"))
            await stores.matches.save(replace(match, ended_at=ended))
        return await stores.solos.record(GUILD, ROBIN)

    streak = longest = 0
    for used in course:
        streak = streak + 1 if used else 0
        longest = max(longest, streak)
    solved = [used for used in course if used]
    assert await undone(database, work) == SoloRecord(
        played=len(course),
        solved=len(solved),
        rows=sum(solved),
        best=min(solved, default=None),
        streak=streak,
        longest=longest,
    )
