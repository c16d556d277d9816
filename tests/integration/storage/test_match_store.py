"""The contract of `MatchStore`, on the fake and on SQLite."""

from collections.abc import Sequence
from dataclasses import MISSING, fields, replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import Phase as Stage

from bot.engine import Code, Rules
from bot.matches.errors import StaleVersionError, StorageError
from bot.matches.ids import MatchId, PlayerId, SourceId, ThreadId
from bot.matches.models import LIVE, OPEN, Match, Outcome, Phase, Round, Terms
from bot.matches.ports import Database, Stores
from tests.integration.storage.samples import (
    CODE,
    FREE,
    GUILD,
    OTHER_GUILD,
    ROBIN,
    SECRET,
    SET,
    START,
    TEAL,
    WREN,
    a_match,
    a_row,
    any_match,
    load,
    rows,
    save,
    undone,
)

THREAD = ThreadId(9000)
LATER = START + timedelta(hours=1)

every_example_undone = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


async def settable(database: Database, player: PlayerId) -> list[str]:
    found = await database.transact(lambda stores: stores.matches.codes_settable_by(player))
    return [match.id for match in found]


async def source_seen(database: Database, source: int) -> bool:
    return await database.transact(lambda stores: stores.matches.source_seen(SourceId(source)))


async def save_all(database: Database, matches: Sequence[Match]) -> None:
    for match in matches:
        await save(database, match)


@every_example_undone
@given(match=any_match())
async def test_a_match_comes_back_as_it_was_saved(database: Database, match: Match) -> None:
    async def work(stores: Stores) -> tuple[Match, Match | None]:
        return await stores.matches.save(match), await stores.matches.load(match.id)

    saved, loaded = await undone(database, work)
    assert saved == replace(match, version=1)
    assert loaded == saved


@every_example_undone
@given(before=any_match().filter(lambda match: not _has_its_rounds(match)), after=any_match())
async def test_an_update_replaces_every_field(
    database: Database, before: Match, after: Match
) -> None:
    async def work(stores: Stores) -> Match | None:
        await stores.matches.save(replace(before, rounds=()))
        await stores.matches.save(replace(after, id=before.id, version=1))
        return await stores.matches.load(before.id)

    assert await undone(database, work) == replace(after, id=before.id, version=2)


def _has_its_rounds(match: Match) -> bool:
    """Whether what is kept of it follows from its rounds, so that it cannot be without them."""
    alone = match.phase is Phase.FINISHED and match.terms.is_alone
    return alone or (match.phase in LIVE and match.bot is not None)


async def test_a_round_that_goes_on_keeps_what_was_played(database: Database) -> None:
    match = await save(database, a_match("m1", phase=Phase.BREAKING, rounds=(SET,)))
    first = replace(SET, rows=rows(1, 100), unreadable_noted=True)
    match = await save(database, replace(match, rounds=(first,)))
    over = replace(first, rows=rows(2, 100), outcome=Outcome.CONCEDED)
    following = Round(2, WREN, ROBIN)
    match = await save(database, replace(match, rounds=(over, following)))
    assert await load(database, "m1") == match
    assert match.rounds == (over, following)


async def test_a_voided_code_is_kept_and_its_secret_is_not(database: Database) -> None:
    match = await save(database, a_match("m1", phase=Phase.BREAKING, rounds=(SET,)))
    await save(database, replace(match, rounds=(replace(FREE, voided=CODE),)))
    loaded = await load(database, "m1")
    assert loaded is not None
    assert loaded.rounds == (replace(FREE, voided=CODE),)
    assert isinstance(loaded.rounds[0].voided, Code)


async def test_an_unknown_match_is_none(database: Database) -> None:
    await save(database, a_match("m1"))
    assert await load(database, "m2") is None


async def test_each_save_raises_the_version_by_one(database: Database) -> None:
    match = a_match("m1")
    for version in (1, 2, 3):
        match = await save(database, match)
        assert match.version == version


@pytest.mark.parametrize("version", [0, 1, 3])
async def test_a_save_at_another_version_is_refused(database: Database, version: int) -> None:
    match = await save(database, await save(database, a_match("m1")))
    with pytest.raises(StaleVersionError):
        await save(database, replace(match, version=version, phase=Phase.CANCELLED))
    assert await load(database, "m1") == match


async def test_an_update_of_a_match_that_is_not_there_is_refused(database: Database) -> None:
    with pytest.raises(StaleVersionError):
        await save(database, a_match("m1", version=1))
    assert await load(database, "m1") is None


async def test_only_the_source_of_a_stored_row_was_seen(database: Database) -> None:
    played = replace(SET, rows=(a_row(1, 555),))
    await save(database, a_match("m1", phase=Phase.BREAKING, rounds=(played,)))
    assert await source_seen(database, 555)
    assert not await source_seen(database, 556)


async def test_a_source_makes_one_row_only(database: Database) -> None:
    played = replace(SET, rows=(a_row(1, 555),))
    await save(database, a_match("m1", phase=Phase.BREAKING, rounds=(played,)))
    with pytest.raises(StorageError):
        await save(database, a_match("m2", phase=Phase.BREAKING, rounds=(played,)))
    assert await load(database, "m2") is None


async def test_a_thread_leads_to_the_match_created_last(database: Database) -> None:
    await save_all(
        database,
        [
            a_match("newer", thread=THREAD, created_at=LATER),
            a_match("older", thread=THREAD),
            a_match("elsewhere", thread=ThreadId(1), created_at=LATER + timedelta(hours=1)),
        ],
    )
    found = await database.transact(lambda stores: stores.matches.in_thread(THREAD))
    assert found == await load(database, "newer")
    assert await database.transact(lambda stores: stores.matches.in_thread(ThreadId(2))) is None


async def test_a_lost_thread_leads_to_the_running_match_that_had_it(database: Database) -> None:
    await save_all(
        database,
        [
            a_match("over", lost_thread=THREAD, phase=Phase.CANCELLED),
            a_match("lost", lost_thread=THREAD),
            a_match("elsewhere", lost_thread=ThreadId(1)),
            a_match("playing", thread=ThreadId(2)),
        ],
    )
    found = await database.transact(lambda stores: stores.matches.that_lost(THREAD))
    assert found == await load(database, "lost")
    assert await database.transact(lambda stores: stores.matches.that_lost(ThreadId(2))) is None


@pytest.mark.parametrize("player", [ROBIN, WREN])
async def test_open_matches_are_those_of_this_player_and_server(
    database: Database, player: PlayerId
) -> None:
    others = [
        a_match("elsewhere", guild=OTHER_GUILD),
        a_match("others", challenger=TEAL, opponent=PlayerId(99)),
    ]
    await save_all(database, [a_match("newer", created_at=LATER), a_match("older"), *others])
    found = await database.transact(lambda stores: stores.matches.open(guild=GUILD, player=player))
    assert found == [await load(database, "older"), await load(database, "newer")]


async def test_open_matches_are_challenges_and_running_ones(database: Database) -> None:
    for phase in set(Phase) - {Phase.FINISHED}:
        await save(database, a_match(phase.value, phase=phase))
    found = await database.transact(lambda stores: stores.matches.open(guild=GUILD, player=ROBIN))
    assert {match.phase for match in found} == OPEN


async def test_a_code_is_settable_while_it_is_owed(database: Database) -> None:
    await save(database, a_match("m1"))
    assert await settable(database, ROBIN) == ["m1"]
    assert await settable(database, WREN) == []


async def test_a_code_is_settable_until_the_first_row(database: Database) -> None:
    match = await save(database, a_match("m1", phase=Phase.BREAKING, rounds=(SET,)))
    assert await settable(database, ROBIN) == ["m1"]
    await save(database, replace(match, rounds=(replace(SET, rows=(a_row(1, 100),)),)))
    assert await settable(database, ROBIN) == []


async def test_a_code_is_settable_by_the_last_rounds_codemaker(database: Database) -> None:
    over = replace(SET, rows=rows(3, 100), outcome=Outcome.SOLVED)
    await save(database, a_match("m1", rounds=(over, Round(2, WREN, ROBIN))))
    assert await settable(database, WREN) == ["m1"]
    assert await settable(database, ROBIN) == []


async def test_in_a_challenge_only_a_challenger_who_begins_may_set_the_code(
    database: Database,
) -> None:
    challenge = a_match("begins", phase=Phase.CHALLENGED)
    await save_all(
        database,
        [
            challenge,
            replace(challenge, id=MatchId("waits"), rounds=(Round(1, WREN, ROBIN),)),
            replace(challenge, id=MatchId("drawn"), rounds=()),
        ],
    )
    assert await settable(database, ROBIN) == ["begins"]
    assert await settable(database, WREN) == []


async def test_settable_codes_are_of_any_server_oldest_first(database: Database) -> None:
    await save_all(
        database,
        [
            a_match("newer", created_at=LATER),
            a_match("older", guild=OTHER_GUILD),
            a_match("closed", phase=Phase.CANCELLED, rounds=(replace(FREE, secret=SECRET),)),
        ],
    )
    assert await settable(database, ROBIN) == ["older", "newer"]


async def test_a_rematch_that_is_never_saved_is_refused_at_the_commit(database: Database) -> None:
    with pytest.raises(StorageError):
        await save(database, a_match("m1", successor=MatchId("m2")))
    assert await load(database, "m1") is None


async def test_a_match_may_name_a_rematch_that_is_saved_after_it(database: Database) -> None:
    async def work(stores: Stores) -> None:
        await stores.matches.save(a_match("m1", successor=MatchId("m2")))
        await stores.matches.save(a_match("m2"))

    await database.transact(work)
    found = await load(database, "m1")
    assert found is not None
    assert found.successor == "m2"


OPTIONAL = [
    (kind, found.name, found.default)
    for kind in (Match, Round, Terms, Rules)
    for found in fields(kind)
    if found.default is not MISSING and found.name != "version"
]


@pytest.mark.parametrize(("kind", "name", "default"), OPTIONAL)
def test_the_matches_that_come_back_have_something_in_every_field(
    kind: type[object], name: str, default: object
) -> None:
    """So that a new field with a default cannot be forgotten here, and lost by the database."""

    def filled(match: Match) -> bool:
        parts = (match, match.terms, match.terms.rules, *match.rounds)
        return any(isinstance(part, kind) and getattr(part, name) != default for part in parts)

    unshrunk = settings(
        database=None, derandomize=True, max_examples=2_000, phases=[Stage.generate]
    )
    assert filled(find(any_match(), filled, settings=unshrunk))
