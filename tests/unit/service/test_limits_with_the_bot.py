"""How much of the bot one person may take up who plays with it, or alone."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.levels import Level
from bot.matches.acts import Told
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import PlayerId
from bot.matches.models import LIVE, FirstCodemaker, Kind, Person, Phase, Terms
from bot.matches.opponent import Opponent
from tests.unit.service.scene import CHANNEL, GUILD, ROBIN, Scene, refused

BOT = Person(PlayerId(999), "Mastermind", "")
DUEL = Terms(kind=Kind.BOT, level=Level.FAIR)
SOLO = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
PANEL = replace(SOLO, private=True)
PAUSE = timedelta(seconds=30)


async def begin(scene: Scene, terms: Terms) -> Told:
    """Robin begins a match with the bot in it."""
    opponent = Opponent(scene.service.acts, scene.chance)
    return await opponent.begin(GUILD, CHANNEL, ROBIN, BOT, terms)


async def test_challenges_that_wait_for_people_keep_nobody_from_playing_with_the_bot(
    scene: Scene,
) -> None:
    await scene.limit(challenges_each=1)
    await scene.challenge()
    for terms in (DUEL, SOLO):
        assert (await begin(scene, terms)).own.phase in LIVE
    refusal = await refused(scene.challenge())
    assert refusal.reason is Reason.TOO_MANY_CHALLENGES


@pytest.mark.parametrize("terms", [DUEL, SOLO], ids=["duel", "solo"])
async def test_there_is_a_pause_before_another_thread_but_none_in_private(
    scene: Scene, terms: Terms
) -> None:
    await scene.limit(pause=PAUSE)
    await begin(scene, SOLO)
    too_soon = Refusal(Reason.CHALLENGED_TOO_SOON, until=scene.clock.now + PAUSE)
    refusal = await refused(begin(scene, terms))
    assert (refusal, refusal.terms) == (too_soon, terms)
    assert await refused(scene.challenge()) == too_soon
    await begin(scene, PANEL)
    scene.clock.advance(PAUSE)
    await begin(scene, terms)


async def test_who_had_all_removed_plays_in_private_at_once(scene: Scene) -> None:
    await scene.limit(pause=PAUSE)
    scene.service.acts.erased[ROBIN.id] = scene.clock.now
    for terms in (DUEL, SOLO):
        assert (await refused(begin(scene, terms))).reason is Reason.CHALLENGED_TOO_SOON
    assert (await begin(scene, PANEL)).own.phase is Phase.BREAKING
