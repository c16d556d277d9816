"""A match that is over can be followed as often as people like, by one match at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.levels import Level
from bot.matches.acts import Told
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import PlayerId, ThreadId
from bot.matches.models import LIVE, Event, EventKind, FirstCodemaker, Kind, Person, Phase, Terms
from bot.matches.opponent import Opponent
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    WREN,
    Scene,
    events,
    refused,
    source_id,
    thread_of,
)

BOT = Person(PlayerId(999), "Mastermind", "")
SOLO = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
PANEL = replace(SOLO, private=True)
DUEL = Terms(kind=Kind.BOT, level=Level.FAIR, first=FirstCodemaker.OPPONENT)
THREAD = ThreadId(5000)


async def conceded(scene: Scene, match: MatchView) -> None:
    """After a row of Robin's, where it is Robin who guesses, so that it counts."""
    if match.phase is Phase.SETTING:
        await scene.hide(match, "RBRG")
    if match.rounds[0].codebreaker == ROBIN.id:
        await scene.service.play_row(match.id, 1, ROBIN, "RRRR", source_id())
    await scene.service.forfeit(match.id, ROBIN)


async def never_begun(scene: Scene, match: MatchView) -> None:
    await scene.service.forfeit(match.id, ROBIN)


async def expired(scene: Scene, match: MatchView) -> None:
    scene.clock.advance(timedelta(hours=73))
    await scene.upkeep.pass_time(match.id)


ENDS: dict[str, Callable[[Scene, MatchView], Awaitable[None]]] = {
    "conceded": conceded,
    "never begun": never_begun,
    "expired": expired,
}
every_end = pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)


async def over(scene: Scene, terms: Terms) -> MatchView:
    """What Robin played with the bot, or alone, and gave up."""
    told = await Opponent(scene.service.acts, scene.chance).begin(GUILD, CHANNEL, ROBIN, BOT, terms)
    if not terms.in_panel:
        await scene.service.acts.thread_opened(told.own.id, THREAD)
    await conceded(scene, told.own)
    return await scene.look(told.own.id, ROBIN)


async def rematch(scene: Scene, match: MatchView) -> MatchView:
    """Robin and Wren both want it."""
    await scene.service.rematch(match.id, ROBIN)
    return (await scene.service.rematch(match.id, WREN)).own


# Between people


@every_end
async def test_a_match_whose_rematch_is_over_can_have_another(
    scene: Scene, end: Callable[[Scene, MatchView], Awaitable[None]]
) -> None:
    old = await scene.finished(3, 1)
    second = await rematch(scene, old)
    await end(scene, second)
    told = await scene.service.rematch(old.id, ROBIN)
    assert events(told) == [Event(EventKind.REMATCH_OFFERED, player=ROBIN.id)]
    third = (await scene.service.rematch(old.id, WREN)).own
    assert third.id not in {old.id, second.id}
    assert (third.phase, third.thread) == (Phase.SETTING, old.thread)
    assert (await scene.look(old.id)).successor == third.id
    assert (await scene.service.see_in(thread_of(old), ROBIN.id)).id == third.id


async def test_nothing_follows_a_match_while_another_is_played_in_its_thread(scene: Scene) -> None:
    first = await scene.drawn()
    second = await rematch(scene, first)
    await scene.service.forfeit(second.id, ROBIN)
    third = await rematch(scene, first)
    await scene.solve(third)
    await scene.solve(third)
    fourth = await rematch(scene, third)
    running = Refusal(Reason.REMATCH_RUNNING, match=fourth.id)
    for before in (first, third):
        for wish in (scene.service.rematch, scene.service.two_more):
            async with scene.nothing_changes(before):
                assert await refused(wish(before.id, WREN)) == running


async def test_a_match_that_may_have_its_thread_again_still_keeps_it(scene: Scene) -> None:
    old = await scene.finished(3, 1)
    second = await rematch(scene, old)
    await scene.lose_thread(second)
    running = Refusal(Reason.REMATCH_RUNNING, match=second.id)
    async with scene.nothing_changes(old):
        assert await refused(scene.service.rematch(old.id, ROBIN)) == running


async def test_a_draw_goes_on_once_the_rematch_after_it_is_over(scene: Scene) -> None:
    drawn = await scene.drawn()
    second = await rematch(scene, drawn)
    await scene.service.forfeit(second.id, WREN)
    await scene.service.two_more(drawn.id, WREN)
    told = await scene.service.two_more(drawn.id, ROBIN)
    assert (told.own.id, told.own.phase) == (drawn.id, Phase.SETTING)
    assert (await scene.service.see_in(thread_of(drawn), ROBIN.id)).id == drawn.id


async def test_a_match_that_ended_without_a_thread_keeps_nobody_from_the_next(
    scene: Scene,
) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    await scene.lose_thread(match)
    await scene.service.forfeit(match.id, WREN)
    following = await rematch(scene, match)
    assert (following.phase, following.thread) == (Phase.SETTING, None)


# Against the bot, and alone


@every_end
@pytest.mark.parametrize("terms", [DUEL, SOLO, PANEL], ids=["bot", "solo", "private solo"])
async def test_playing_again_is_possible_after_whatever_came_of_the_last_time(
    scene: Scene, terms: Terms, end: Callable[[Scene, MatchView], Awaitable[None]]
) -> None:
    first = await over(scene, terms)
    for _ in range(2):
        again = (await scene.service.rematch(first.id, ROBIN)).own
        assert (again.phase in LIVE, again.thread) == (True, first.thread)
        await end(scene, again)


@pytest.mark.parametrize(
    ("terms", "reason"), [(SOLO, Reason.REMATCH_RUNNING), (PANEL, Reason.SOLO_RUNNING)]
)
async def test_of_two_presses_at_once_one_begins_and_one_is_told_where(
    scene: Scene, terms: Terms, reason: Reason
) -> None:
    first = await over(scene, terms)
    presses = [scene.service.rematch(first.id, ROBIN) for _ in range(2)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    (begun,) = [one for one in results if isinstance(one, Told)]
    (no,) = [one for one in results if isinstance(one, RefusedError)]
    assert (no.refusal.reason, no.refusal.match) == (reason, begun.own.id)
