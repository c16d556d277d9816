"""Looking at matches, boards and languages."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.matches.challenging import CHALLENGE_LIFE
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import GuildId, MatchId, PlayerId, ThreadId
from bot.matches.models import Person, Phase
from bot.matches.ports import Sort, StandingsPage
from tests.unit.matches.games import code
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    codes,
    message_id,
    refused,
    thread_of,
)

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(("who", "sees"), [(ROBIN, True), (WREN, False), (TEAL, False)])
async def test_a_match_is_shown_to_each_as_they_may_see_it(
    scene: Scene, who: Person, sees: bool
) -> None:
    match = await scene.breaking()
    by_id = await scene.service.see(match.id, who.id)
    assert codes(by_id) == [code("RBRG") if sees else None]
    assert await scene.service.see_in(thread_of(match), who.id) == by_id


async def test_looking_changes_nothing(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        await scene.service.see(match.id, WREN.id)
        await scene.service.open_matches(GUILD, WREN.id)
        await scene.service.codes_wanted(WREN.id)
        await scene.service.leaderboard(GUILD, Sort.POINTS, None, 0, 10)


async def test_what_never_was_cannot_be_seen(scene: Scene) -> None:
    by_id = scene.service.see(MatchId("never"), ROBIN.id)
    assert await refused(by_id) == Refusal(Reason.UNKNOWN_MATCH)
    in_thread = scene.service.see_in(ThreadId(5), ROBIN.id)
    assert await refused(in_thread) == Refusal(Reason.NO_MATCH_HERE)


async def test_open_matches_are_challenges_and_running_ones_oldest_first(scene: Scene) -> None:
    first = await scene.challenged()
    scene.clock.advance(HOUR)
    over = await scene.drawn()
    scene.clock.advance(HOUR)
    last = await scene.breaking()
    found = await scene.service.open_matches(GUILD, ROBIN.id)
    assert [match.id for match in found] == [first.id, last.id]
    assert over.phase is Phase.FINISHED
    assert [codes(match) for match in found] == [[None], [code("RBRG")]]


async def test_open_matches_are_the_players_own_in_this_server(scene: Scene) -> None:
    match = await scene.breaking()
    (as_breaker,) = await scene.service.open_matches(GUILD, WREN.id)
    assert as_breaker == await scene.look(match.id, WREN)
    assert await scene.service.open_matches(GUILD, TEAL.id) == ()
    assert await scene.service.open_matches(GuildId(9), ROBIN.id) == ()


async def test_the_leaderboard_counts_finished_matches_by_the_sort_asked_for(scene: Scene) -> None:
    await scene.finished(3, 1)
    board = await scene.service.leaderboard(GUILD, Sort.POINTS, None, 0, 10)
    assert [(line.name, line.points) for line in board.lines] == [("Robin", 3), ("Wren", 1)]
    await scene.finished(1, 2)
    await scene.finished(1, 2)
    by_points = await scene.service.leaderboard(GUILD, Sort.POINTS, None, 0, 10)
    assert [(line.rank, line.name) for line in by_points.lines] == [(1, "Wren"), (1, "Robin")]
    by_wins = await scene.service.leaderboard(GUILD, Sort.WINS, None, 0, 10)
    assert [(line.name, line.wins) for line in by_wins.lines] == [("Wren", 2), ("Robin", 1)]


async def test_the_leaderboard_is_cut_as_asked(scene: Scene) -> None:
    match = await scene.finished(3, 1)
    ended = scene.clock.now
    board = scene.service.leaderboard
    page = await board(GUILD, Sort.POINTS, ended, 1, 1)
    assert ([line.name for line in page.lines], page.total) == (["Wren"], 2)
    empty = StandingsPage((), 0)
    assert await board(GUILD, Sort.POINTS, ended + HOUR, 0, 10) == empty
    assert await board(GuildId(9), Sort.POINTS, None, 0, 10) == empty
    assert match.phase is Phase.FINISHED


async def test_a_locale_is_that_of_the_last_action(scene: Scene) -> None:
    match = await scene.setting()
    assert await scene.service.locale_of(ROBIN.id) == "en-GB"
    assert await scene.service.locale_of(WREN.id) == "fr"
    assert await scene.service.locale_of(PlayerId(9)) is None
    scene.clock.advance(HOUR)
    await scene.service.set_code(match.id, 1, replace(ROBIN, locale="nl"), "RBRG")
    assert await scene.service.locale_of(ROBIN.id) == "nl"


async def test_a_refused_action_teaches_no_locale(scene: Scene) -> None:
    match = await scene.challenged()
    await refused(scene.service.accept(match.id, TEAL, message_id()))
    assert await scene.service.locale_of(TEAL.id) is None


async def test_a_challenge_that_nobody_answered_in_time_is_neither_open_nor_wants_a_code(
    scene: Scene,
) -> None:
    waiting = await scene.challenged()
    assert [match.id for match in await scene.service.codes_wanted(ROBIN.id)] == [waiting.id]
    scene.clock.advance(CHALLENGE_LIFE)
    assert await scene.service.codes_wanted(ROBIN.id) == ()
    assert await scene.service.open_matches(waiting.guild, ROBIN.id) == ()
