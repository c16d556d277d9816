"""Giving up a match, and what may follow the end of one."""

import pytest

from bot.matches.errors import Reason, Refusal
from bot.matches.ids import GuildId, MatchId, ThreadId
from bot.matches.models import Ending, Event, EventKind, FirstCodemaker, Person, Phase
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    events,
    kinds,
    refused,
    thread_of,
)


async def test_asking_whether_one_may_forfeit_changes_nothing(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    async with scene.nothing_changes(match):
        (shown,) = await scene.service.may_forfeit(GUILD, thread_of(match), ROBIN)
    assert shown == await scene.look(match.id, ROBIN)
    assert shown.phase is Phase.BREAKING


async def test_nobody_may_forfeit_what_is_over_or_another_persons(scene: Scene) -> None:
    match = await scene.breaking()
    may = scene.service.may_forfeit
    assert await refused(may(GUILD, thread_of(match), TEAL)) == Refusal(Reason.ONLY_PLAYERS)
    await scene.service.forfeit(match.id, ROBIN)
    assert await refused(may(GUILD, thread_of(match), WREN)) == Refusal(Reason.MATCH_OVER)
    assert await refused(may(GUILD, ThreadId(5), WREN)) == Refusal(Reason.NO_MATCH_HERE)


async def test_outside_a_thread_any_running_match_of_this_server_may_be_forfeited(
    scene: Scene,
) -> None:
    first, second = await scene.breaking(), await scene.setting()
    await scene.challenged()
    offered = await scene.service.may_forfeit(GUILD, ThreadId(5), WREN)
    assert [match.id for match in offered] == [first.id, second.id]
    elsewhere = scene.service.may_forfeit(GuildId(6), ThreadId(5), WREN)
    assert await refused(elsewhere) == Refusal(Reason.NO_MATCH_HERE)


async def test_leaving_before_the_first_row_calls_the_match_off(scene: Scene) -> None:
    match = await scene.breaking()
    told = await scene.service.forfeit(match.id, WREN)
    assert events(told) == [
        Event(EventKind.MATCH_CANCELLED, player=WREN.id, detail="left"),
        Event(EventKind.CHALLENGE_CLOSED),
    ]
    assert (told.own.phase, told.own.left) == (Phase.CANCELLED, WREN.id)
    assert told.brief.lines == {}


async def test_leaving_after_a_row_loses_the_match_and_both_lines_are_told(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    told = await scene.service.forfeit(match.id, WREN)
    assert events(told) == [
        Event(EventKind.MATCH_ENDED, round=1, player=WREN.id),
        Event(EventKind.CHALLENGE_CLOSED),
    ]
    over = told.brief.match
    assert (over.ending, over.winner, over.left) == (Ending.FORFEIT, ROBIN.id, WREN.id)
    assert {who: line.wins for who, line in told.brief.lines.items()} == {ROBIN.id: 1, WREN.id: 0}


async def test_strangers_end_no_match(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        refusal = await refused(scene.service.forfeit(match.id, TEAL))
    assert refusal == Refusal(Reason.ONLY_PLAYERS)


async def test_two_more_rounds_need_both(scene: Scene) -> None:
    match = await scene.drawn()
    told = await scene.service.two_more(match.id, WREN)
    assert events(told) == [Event(EventKind.TWO_MORE_OFFERED, player=WREN.id)]
    assert told.own.two_more == {WREN.id}
    async with scene.nothing_changes(match):
        again = await refused(scene.service.two_more(match.id, WREN))
    assert again == Refusal(Reason.ALREADY_AGREED, player=ROBIN.id)
    told = await scene.service.two_more(match.id, ROBIN)
    assert events(told) == [
        Event(EventKind.ROUNDS_ADDED, round=3),
        Event(EventKind.CODE_WANTED, round=3, player=ROBIN.id),
    ]
    assert (told.own.phase, told.own.agreed_rounds) == (Phase.SETTING, 4)
    assert told.brief.lines == {}


async def test_a_match_with_two_more_rounds_counts_once_and_by_its_new_result(
    scene: Scene,
) -> None:
    match = await scene.drawn()
    await scene.service.two_more(match.id, WREN)
    await scene.service.two_more(match.id, ROBIN)
    await scene.solve(match, rows=3)
    lines = (await scene.solve(match, rows=1)).brief.lines
    assert [(line.points, line.wins, line.draws) for line in lines.values()] == [
        (4, 1, 0),
        (2, 0, 0),
    ]


@pytest.mark.parametrize(
    ("who", "reason"), [(ROBIN, Reason.NOT_A_DRAW), (TEAL, Reason.ONLY_PLAYERS)]
)
async def test_a_match_that_somebody_won_gets_no_more_rounds(
    scene: Scene, who: Person, reason: Reason
) -> None:
    match = await scene.finished(3, 1)
    assert await refused(scene.service.two_more(match.id, who)) == Refusal(reason)


async def test_a_rematch_begins_when_both_want_it(scene: Scene) -> None:
    old = await scene.finished(3, 1)
    told = await scene.service.rematch(old.id, ROBIN)
    assert told.own.id == old.id
    assert events(told) == [Event(EventKind.REMATCH_OFFERED, player=ROBIN.id)]
    assert {entry.match for entry in told.entries} == {old.id}

    told = await scene.service.rematch(old.id, WREN)
    new = told.own
    assert new.id == told.brief.match.id != old.id
    assert events(told) == [
        Event(EventKind.REMATCH_STARTED, round=1),
        Event(EventKind.CODE_WANTED, round=1, player=WREN.id),
    ]
    assert {entry.match for entry in told.entries} == {new.id}
    assert (new.phase, new.thread, new.message) == (Phase.SETTING, old.thread, None)
    assert new.terms.first is FirstCodemaker.OPPONENT
    assert (await scene.look(old.id)).successor == new.id


async def test_a_rematch_wanted_twice_by_one_waits_for_the_other(scene: Scene) -> None:
    old = await scene.finished(3, 1)
    await scene.service.rematch(old.id, ROBIN)
    async with scene.nothing_changes(old):
        again = await refused(scene.service.rematch(old.id, ROBIN))
    assert again == Refusal(Reason.ALREADY_AGREED, player=WREN.id)


@pytest.mark.parametrize("late", [ROBIN, WREN])
async def test_after_a_rematch_began_the_old_match_points_to_it(scene: Scene, late: Person) -> None:
    old = await scene.drawn()
    await scene.service.rematch(old.id, ROBIN)
    new = (await scene.service.rematch(old.id, WREN)).own
    running = Refusal(Reason.REMATCH_RUNNING, match=new.id)
    async with scene.nothing_changes(old):
        assert await refused(scene.service.rematch(old.id, late)) == running
        assert await refused(scene.service.two_more(old.id, late)) == running


async def test_a_rematch_is_played_in_the_same_thread(scene: Scene) -> None:
    old = await scene.drawn()
    scene.clock.advance(old.expires_at - old.created_at)
    await scene.service.rematch(old.id, ROBIN)
    new = (await scene.service.rematch(old.id, WREN)).own
    assert (await scene.service.see_in(thread_of(old), TEAL.id)).id == new.id
    await scene.solve(new, rows=2)
    told = await scene.solve(new, rows=1)
    assert kinds(told)[-1] is EventKind.MATCH_ENDED
    assert told.brief.match.winner == WREN.id
    assert [line.matches for line in told.brief.lines.values()] == [2, 2]


async def test_a_running_match_gets_neither_rematch_nor_more_rounds(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        for wish in (scene.service.rematch, scene.service.two_more):
            assert await refused(wish(match.id, ROBIN)) == Refusal(Reason.MATCH_RUNNING)


async def test_what_follows_a_match_that_never_was_is_refused(scene: Scene) -> None:
    for wish in (scene.service.rematch, scene.service.two_more, scene.service.forfeit):
        assert await refused(wish(MatchId("never"), ROBIN)) == Refusal(Reason.UNKNOWN_MATCH)
