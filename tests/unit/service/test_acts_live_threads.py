"""Which channels are known, without asking the database, to hold a running match."""

import pytest

from bot.matches.errors import StorageError
from bot.matches.ids import ThreadId
from bot.matches.models import Phase, Terms
from bot.matches.view import MatchView
from tests.unit.service.scene import ROBIN, WREN, Scene, message_id, thread_of

PRIVATE = Terms(private=True)


def live(scene: Scene, match: MatchView) -> bool:
    return scene.service.acts.plays_in(thread_of(match), ROBIN.id)


async def test_a_public_thread_is_live_from_the_acceptance_to_the_end(scene: Scene) -> None:
    waiting, challenge = await scene.challenged(), message_id()
    assert not scene.service.acts.plays_in(challenge, ROBIN.id)
    match = (await scene.service.accept(waiting.id, WREN, challenge)).own
    assert live(scene, match)
    await scene.solve(match)
    assert live(scene, match)
    await scene.solve(match)
    assert not live(scene, match)


async def test_a_private_thread_is_live_once_it_was_opened(scene: Scene) -> None:
    waiting, challenge, thread = await scene.challenged(PRIVATE), message_id(), ThreadId(77)
    match = (await scene.service.accept(waiting.id, WREN, challenge)).own
    assert match.thread is None
    assert not scene.service.acts.plays_in(challenge, ROBIN.id)
    await scene.service.acts.thread_opened(match.id, thread)
    assert (await scene.look(match.id)).thread == thread
    assert scene.service.acts.plays_in(thread, ROBIN.id)
    assert not scene.service.acts.plays_in(challenge, ROBIN.id)


async def test_a_thread_that_opens_after_the_match_was_called_off_is_not_live(
    scene: Scene,
) -> None:
    match = await scene.setting(PRIVATE)
    await scene.service.forfeit(match.id, ROBIN)
    await scene.service.acts.thread_opened(match.id, ThreadId(77))
    assert not scene.service.acts.plays_in(ThreadId(77), ROBIN.id)


async def test_a_thread_is_no_longer_live_after_a_match_was_called_off(scene: Scene) -> None:
    match = await scene.setting()
    await scene.service.forfeit(match.id, ROBIN)
    assert not live(scene, match)


async def test_a_thread_is_live_again_with_two_more_rounds(scene: Scene) -> None:
    match = await scene.drawn()
    await scene.service.two_more(match.id, ROBIN)
    assert not live(scene, match)
    await scene.service.two_more(match.id, WREN)
    assert live(scene, match)


async def test_a_thread_is_live_again_with_a_rematch_until_that_is_over(scene: Scene) -> None:
    old = await scene.drawn()
    await scene.service.rematch(old.id, ROBIN)
    assert not live(scene, old)
    new = (await scene.service.rematch(old.id, WREN)).own
    assert live(scene, new)
    await scene.service.acts.delivered((await scene.untold())[0], message_id())
    assert live(scene, new)
    await scene.service.forfeit(new.id, ROBIN)
    assert not live(scene, new)


async def test_after_a_restart_the_threads_of_running_matches_are_live(scene: Scene) -> None:
    running, over = await scene.breaking(), await scene.drawn()
    scene.service = scene.restarted()
    assert not live(scene, running)
    await scene.service.acts.start()
    assert live(scene, running)
    assert not live(scene, over)
    await scene.service.forfeit(running.id, ROBIN)
    assert not live(scene, running)


async def test_a_thread_stays_live_when_a_row_that_goes_on_cannot_be_kept(scene: Scene) -> None:
    match = await scene.breaking()
    scene.database.full = True
    with pytest.raises(StorageError):
        await scene.row(match, "YYYY")
    assert live(scene, match)


async def test_other_channels_are_not_live(scene: Scene) -> None:
    match = await scene.breaking()
    assert match.phase is Phase.BREAKING
    assert not scene.service.acts.plays_in(match.channel, ROBIN.id)


async def test_a_thread_stays_live_when_the_end_of_its_match_cannot_be_kept(scene: Scene) -> None:
    match = await scene.breaking()
    scene.database.full = True
    with pytest.raises(StorageError):
        await scene.service.forfeit(match.id, ROBIN)
    assert live(scene, match)


async def test_a_rematch_stays_live_though_two_more_rounds_could_not_be_kept(scene: Scene) -> None:
    over = await scene.drawn()
    await scene.service.two_more(over.id, ROBIN)
    await scene.service.rematch(over.id, ROBIN)
    scene.database.full = True
    with pytest.raises(StorageError):
        await scene.service.two_more(over.id, WREN)
    scene.database.full = False
    match = (await scene.service.rematch(over.id, WREN)).own
    assert thread_of(match) == thread_of(over)
    assert live(scene, match)
