"""What `MatchStore` says of all open matches together, on the fake and on SQLite."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.matches.ids import ChannelId, MatchId, MessageId, PlayerId, ThreadId
from bot.matches.models import OPEN, CallOff, Limits, Match, Phase, Round
from bot.matches.ports import Crowd, Database, Whereabouts
from tests.integration.storage.samples import (
    GUILD,
    LARK,
    OTHER_GUILD,
    ROBIN,
    SECRET,
    START,
    TEAL,
    WREN,
    a_match,
    a_row,
    finished,
    save,
)

MOMENT = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def a_challenge(name: str, **changes: Any) -> Match:
    """Robin has challenged Wren, who has a day to answer."""
    return a_match(name, **({"phase": Phase.CHALLENGED} | changes))


async def save_all(database: Database, *matches: Match) -> None:
    for match in matches:
        await save(database, match)


async def due(database: Database, at: datetime) -> Sequence[MatchId]:
    return await database.transact(lambda stores: stores.matches.due(at))


async def crowd(database: Database, player: PlayerId = ROBIN, at: datetime = START) -> Crowd:
    return await database.transact(lambda stores: stores.matches.crowd(GUILD, player, at))


async def untaken(database: Database) -> datetime | None:
    return await database.transact(lambda stores: stores.matches.last_untaken(GUILD, ROBIN, WREN))


# What is due


async def test_a_match_is_due_from_its_deadline_on(database: Database) -> None:
    match = await save(database, a_match("m1", thread=ThreadId(1)))
    assert match.next_deadline == START + DAY
    assert await due(database, START + DAY - MOMENT) == []
    assert await due(database, START + DAY) == ["m1"]


async def test_what_is_due_first_comes_first(database: Database) -> None:
    limits = [Limits(turn=hours * HOUR, reminder=None) for hours in (3, 1, 2)]
    for name, limit in zip("abc", limits, strict=True):
        await save(database, a_match(name, limits=limit))
    assert await due(database, START + 3 * HOUR) == ["b", "c", "a"]


async def test_a_save_moves_the_deadline(database: Database) -> None:
    match = await save(database, a_match("m1", thread=ThreadId(1)))
    await save(database, replace(match, reminded=True))
    assert await due(database, START + 3 * DAY - MOMENT) == []
    assert await due(database, START + 3 * DAY) == ["m1"]


@pytest.mark.parametrize("phase", sorted(set(Phase) - OPEN - {Phase.FINISHED}))
async def test_nothing_is_due_in_what_is_over(database: Database, phase: Phase) -> None:
    match = await save(database, a_match("m1"))
    await save(database, replace(match, phase=phase))
    await save(database, finished("m2", {ROBIN: 1, WREN: 2}))
    assert await due(database, START + 999 * DAY) == []


async def test_nothing_is_due_where_the_bot_is_not(database: Database) -> None:
    await save_all(database, a_match("m1"), a_match("m2", guild=OTHER_GUILD))
    await database.transact(lambda stores: stores.servers.mark_absent(GUILD, START))
    assert await due(database, START + 9 * DAY) == ["m2"]
    await database.transact(lambda stores: stores.servers.mark_present(GUILD))
    assert await due(database, START + 9 * DAY) == ["m1", "m2"]


# Who takes up how much


async def test_nobody_takes_up_anything_at_first(database: Database) -> None:
    await save(database, a_challenge("m1", guild=OTHER_GUILD))
    assert await crowd(database) == Crowd(0, 0, 0, None)


async def test_running_matches_are_counted_for_both_players_and_the_server(
    database: Database,
) -> None:
    await save_all(
        database,
        a_match("m1"),
        a_match("m2", challenger=TEAL, opponent=ROBIN, phase=Phase.BREAKING),
        a_match("m3", challenger=TEAL, opponent=WREN),
        a_match("m4", guild=OTHER_GUILD),
        a_match("m5", phase=Phase.CANCELLED),
        finished("m6", {ROBIN: 1, WREN: 2}),
    )
    found = [await crowd(database, player) for player in (ROBIN, WREN, TEAL, LARK)]
    assert [(one.matches, one.here) for one in found] == [(2, 3), (2, 3), (2, 3), (0, 3)]


async def test_challenges_are_counted_for_who_made_them_until_they_lapse(
    database: Database,
) -> None:
    await save_all(
        database,
        a_challenge("m1"),
        a_challenge("m2", opponent=TEAL, expires_at=START + HOUR),
        a_challenge("m3", challenger=TEAL, opponent=ROBIN),
        a_challenge("m4", phase=Phase.DECLINED),
        a_challenge("m5", guild=OTHER_GUILD),
    )
    assert (await crowd(database, ROBIN, START + HOUR - MOMENT)).challenges == 2
    assert (await crowd(database, ROBIN, START + HOUR)).challenges == 1
    assert (await crowd(database, TEAL)).challenges == 1
    assert (await crowd(database, WREN)).challenges == 0


@pytest.mark.parametrize("phase", sorted(set(Phase) - {Phase.FINISHED}))
async def test_the_last_challenge_counts_whatever_became_of_it(
    database: Database, phase: Phase
) -> None:
    late = START + HOUR
    await save_all(
        database,
        a_challenge("m1"),
        a_challenge("m2", created_at=late, phase=phase),
        a_challenge("m3", created_at=late + HOUR, guild=OTHER_GUILD),
        a_challenge("m4", created_at=late + HOUR, challenger=TEAL, opponent=ROBIN),
    )
    assert (await crowd(database)).challenged_at == late


async def test_a_rematch_is_nobodys_challenge(database: Database) -> None:
    await save(database, a_match("m1", expires_at=START))
    assert (await crowd(database)).challenged_at is None
    await save(database, a_match("m2", expires_at=START, phase=Phase.CANCELLED))
    assert await untaken(database) is None


@pytest.mark.parametrize(
    ("phase", "called_off", "counts"),
    [
        (Phase.CHALLENGED, None, True),
        (Phase.DECLINED, None, True),
        (Phase.EXPIRED, None, True),
        (Phase.CANCELLED, None, True),
        (Phase.CANCELLED, CallOff.ADMIN, False),
        (Phase.CANCELLED, CallOff.LEFT, False),
        (Phase.SETTING, None, False),
        (Phase.BREAKING, None, False),
    ],
)
async def test_a_challenge_was_not_taken_when(
    database: Database, phase: Phase, called_off: CallOff | None, counts: bool
) -> None:
    await save(database, a_challenge("m1", phase=phase, called_off=called_off))
    assert await untaken(database) == (START if counts else None)


async def test_the_last_challenge_that_was_not_taken_is_of_these_two_in_this_server(
    database: Database,
) -> None:
    late = START + HOUR
    await save_all(
        database,
        a_challenge("m1"),
        a_challenge("m2", created_at=late, phase=Phase.SETTING),
        a_challenge("m3", created_at=late, opponent=TEAL),
        a_challenge("m4", created_at=late, challenger=WREN, opponent=ROBIN),
        a_challenge("m5", created_at=late, guild=OTHER_GUILD),
    )
    assert await untaken(database) == START


# Which are open, and where


async def test_open_matches_are_asked_for_by_server_by_person_by_both_or_not_at_all(
    database: Database,
) -> None:
    await save_all(
        database,
        a_match("m1"),
        a_challenge("m2", created_at=START + HOUR, guild=OTHER_GUILD),
        a_match("m3", created_at=START - HOUR, challenger=TEAL, opponent=LARK),
        finished("m4", {ROBIN: 1, WREN: 2}),
    )

    async def found(**wanted: Any) -> list[MatchId]:
        matches = await database.transact(lambda stores: stores.matches.open(**wanted))
        return [match.id for match in matches]

    assert await found() == ["m3", "m1", "m2"]
    assert await found(guild=GUILD) == ["m3", "m1"]
    assert await found(player=WREN) == ["m1", "m2"]
    assert await found(guild=OTHER_GUILD, player=WREN) == ["m2"]
    assert await found(guild=OTHER_GUILD, player=TEAL) == []


async def test_where_open_matches_are_says_who_may_write_a_code(database: Database) -> None:
    running = a_match("m1", thread=ThreadId(5), message=MessageId(6))
    second = (*running.rounds, Round(2, WREN, ROBIN))
    await save_all(
        database,
        replace(running, rounds=second),
        a_challenge("m2", rounds=(), created_at=START - HOUR, channel=ChannelId(71)),
        finished("m3", {ROBIN: 1, WREN: 2}),
    )
    found = await database.transact(lambda stores: stores.matches.whereabouts())
    assert list(found) == [
        Whereabouts(
            *(MatchId("m2"), GUILD, ChannelId(71), (ROBIN, WREN), Phase.CHALLENGED),
            *(None, None, None, None),
        ),
        Whereabouts(
            *(MatchId("m1"), GUILD, ChannelId(70), (ROBIN, WREN), Phase.SETTING),
            *(MessageId(6), ThreadId(5), None, WREN),
        ),
    ]


async def test_a_code_comes_from_its_maker_until_the_first_row(database: Database) -> None:
    first = Round(1, ROBIN, WREN, secret=SECRET)
    begun = a_match("m1", phase=Phase.BREAKING, rounds=(first,))
    await save_all(
        database,
        begun,
        replace(begun, id=MatchId("m2"), rounds=(replace(first, rows=(a_row(1, 7),)),)),
        a_challenge("m3", rounds=(Round(1, ROBIN, WREN),)),
        a_challenge("m4", rounds=(Round(1, WREN, ROBIN),)),
    )

    async def code_from(match: str) -> PlayerId | None:
        (where,) = await database.transact(
            lambda stores: stores.matches.whereabouts(match=MatchId(match))
        )
        return where.code_from

    assert [await code_from(f"m{number}") for number in range(1, 5)] == [ROBIN, None, ROBIN, None]
