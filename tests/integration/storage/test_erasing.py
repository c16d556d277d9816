"""The contract of `PrivacyStore`: a person goes, and others keep their games."""

from dataclasses import replace
from itertools import count

import pytest

from bot.matches.ids import EntryId, PlayerId, SourceId
from bot.matches.ports import Database, Standing, Traces
from bot.matches.settings import Preferences
from tests.integration.storage.person import (
    LOST,
    NAME,
    NAME_ELSEWHERE,
    PROGRESS,
    RUNNING,
    STAND_IN,
    WHO,
    erase,
    fill,
    played,
)
from tests.integration.storage.samples import GUILD, OTHER_GUILD, START, WREN, load, save


@pytest.fixture
async def filled(database: Database) -> Database:
    await database.transact(fill)
    return database


async def traces(database: Database, player: PlayerId) -> Traces:
    return await database.transact(lambda stores: stores.privacy.traces(player))


async def line(database: Database, player: PlayerId) -> Standing | None:
    return await database.transact(lambda stores: stores.standings.line(GUILD, player))


async def test_traces_are_all_that_is_kept_of_one_person(filled: Database) -> None:
    found = await traces(filled, WHO)
    assert [(known.guild, known.name, known.locale) for known in found.names] == [
        (GUILD, NAME, "fr"),
        (OTHER_GUILD, NAME_ELSEWHERE, "fr"),
    ]
    assert found.preferences == Preferences(challengeable=False)
    assert found.practice == PROGRESS
    assert set(found.matches) == {"alone", "lost", "running", "won"}
    assert {name: (one.points, one.result) for name, one in found.results.items()} == {
        "lost": (2, "loss"),
        "won": (3, "win"),
    }
    assert [line.action for line in found.audit] == ["settings"]
    about = {name: [one.entry.id for one in some] for name, some in found.notices.items()}
    assert about == {"lost": ["answer", "ended"], "running": ["call", "called", "calls-wren"]}
    told = {one.entry.id: (one.settled_at, one.message) for one in found.notices[RUNNING.id]}
    assert told[EntryId("called")] == (START, 5)
    assert told[EntryId("call")] == (None, None)


async def test_of_somebody_never_met_there_are_no_traces(filled: Database) -> None:
    nobody = await traces(filled, PlayerId(98))
    assert nobody == Traces((), None, (), {}, {}, ())


async def test_after_the_removal_there_are_no_traces(filled: Database) -> None:
    await erase(filled)
    assert await traces(filled, WHO) == Traces((), None, (), {}, {}, ())


async def test_a_stand_in_takes_every_seat_of_the_person(filled: Database) -> None:
    await erase(filled)
    lost_one, won_one = await load(filled, "lost"), await load(filled, "won")
    assert lost_one is not None
    assert won_one is not None
    assert (lost_one.players, lost_one.winner, lost_one.left) == ((WREN, STAND_IN), WREN, STAND_IN)
    assert (won_one.players, won_one.winner, won_one.left) == ((STAND_IN, WREN), STAND_IN, WREN)
    assert [(one.codemaker, one.codebreaker) for one in won_one.rounds] == [
        (STAND_IN, WREN),
        (WREN, STAND_IN),
    ]


async def test_the_game_stays_as_it_was_played(filled: Database) -> None:
    await erase(filled)
    after = await load(filled, "lost")
    assert after is not None
    assert played(after.rounds, by=WREN) == played(LOST.rounds, by=WREN)
    theirs = played(after.rounds, by=STAND_IN)
    assert all(row.source < 0 for row in theirs)
    assert [replace(row, source=SourceId(0)) for row in theirs] == [
        replace(row, source=SourceId(0)) for row in played(LOST.rounds, by=WHO)
    ]
    assert [one.secret for one in after.rounds] == [one.secret for one in LOST.rounds]


async def test_what_is_of_others_alone_is_untouched(filled: Database) -> None:
    before = await load(filled, "others"), await traces(filled, PlayerId(13))
    await erase(filled)
    assert (await load(filled, "others"), await traces(filled, PlayerId(13))) == before
    wren = await traces(filled, WREN)
    assert wren.preferences == Preferences(reminders=False)
    assert [known.name for known in wren.names] == ["Wren"]
    assert [line.action for line in wren.audit] == ["end match"]


async def test_opponents_keep_their_line_of_the_board_and_the_person_has_none(
    filled: Database,
) -> None:
    before = await line(filled, WREN)
    await erase(filled)
    after = await line(filled, WREN)
    assert before is not None
    assert after is not None
    assert (after.points, after.wins, after.losses) == (before.points, before.wins, before.losses)
    for gone in (WHO, STAND_IN):
        assert await line(filled, gone) is None


async def test_a_match_that_is_saved_once_more_brings_nobody_back_to_the_board(
    filled: Database,
) -> None:
    await erase(filled)
    match = await load(filled, "lost")
    assert match is not None
    await save(filled, match)
    assert await line(filled, STAND_IN) is None
    assert (await traces(filled, STAND_IN)).results == {}


async def test_what_only_the_person_was_to_be_told_is_owed_no_more(filled: Database) -> None:
    await erase(filled)
    owed = await filled.transact(lambda stores: stores.outbox.owed())
    assert [(one.id, one.event.player, one.event.reply_to) for one in owed] == [
        ("answer", None, None),
        ("ended", STAND_IN, None),
        ("calls-wren", WREN, None),
    ]


async def test_two_former_players_of_one_match_are_two(filled: Database) -> None:
    await erase(filled)
    fresh = count(-100, -1)
    await filled.transact(
        lambda stores: stores.privacy.erase(WREN, PlayerId(-78), lambda: SourceId(next(fresh)))
    )
    match = await load(filled, "lost")
    assert match is not None
    assert match.players == (-78, STAND_IN)
