"""Passing time: what lapses, who is reminded, what ends, and time that is charged to nobody."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.matches.errors import Reason, Refusal
from bot.matches.ids import GuildId, MatchId
from bot.matches.models import CallOff, Ending, Event, EventKind, Match, Phase, Terms
from bot.matches.ports import Keeping
from bot.matches.upkeep import LONGEST_BEAT
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    events,
    message_id,
    refused,
    taken,
    thread_of,
)

HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)
OTHER_GUILD = GuildId(6)


async def kept(scene: Scene, match: MatchView) -> Match:
    """The match as it is stored."""
    found = await scene.stored(match)
    assert found is not None
    return found


async def deadline(scene: Scene, match: MatchView) -> datetime | None:
    return (await kept(scene, match)).next_deadline


async def pass_time(scene: Scene, match: MatchView) -> list[Event]:
    """What is told when time does what is due."""
    assert await scene.upkeep.due() == [match.id]
    return events(taken(await scene.upkeep.pass_time(match.id)))


# Deadlines


async def test_nothing_is_due_and_nothing_happens_before_a_deadline(scene: Scene) -> None:
    match = await scene.challenged()
    scene.clock.advance(24 * HOUR - MOMENT)
    async with scene.nothing_changes(match):
        assert await scene.upkeep.due() == []
        assert await scene.upkeep.pass_time(match.id) is None


async def test_a_challenge_that_nobody_answered_lapses(scene: Scene) -> None:
    match = await scene.challenged()
    scene.clock.advance(24 * HOUR)
    assert await pass_time(scene, match) == [Event(EventKind.CHALLENGE_CLOSED)]
    assert (await scene.look(match.id)).phase is Phase.EXPIRED
    assert await scene.upkeep.due() == []


async def test_the_one_whose_move_it_is_is_reminded_once_a_turn(scene: Scene) -> None:
    match = await scene.setting()
    scene.clock.advance(24 * HOUR)
    reminded = [Event(EventKind.REMINDED, round=1, player=ROBIN.id)]
    assert await pass_time(scene, match) == reminded
    assert await scene.upkeep.due() == []
    assert await scene.upkeep.pass_time(match.id) is None
    await scene.hide(match, "RBRG")
    scene.clock.advance(24 * HOUR)
    reminded = [Event(EventKind.REMINDED, round=1, player=WREN.id)]
    assert await pass_time(scene, match) == reminded


async def test_a_row_begins_the_time_anew(scene: Scene) -> None:
    match = await scene.breaking()
    scene.clock.advance(24 * HOUR)
    await pass_time(scene, match)
    scene.clock.advance(47 * HOUR)
    await scene.row(match, "YYYY")
    assert await deadline(scene, match) == scene.clock.now + 24 * HOUR
    scene.clock.advance(24 * HOUR)
    await pass_time(scene, match)
    assert await deadline(scene, match) == scene.clock.now + 48 * HOUR


async def test_who_lets_the_time_run_out_loses(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    scene.clock.advance(72 * HOUR)
    assert await pass_time(scene, match) == [
        Event(EventKind.MATCH_ENDED, round=2, player=WREN.id),
        Event(EventKind.CHALLENGE_CLOSED),
    ]
    over = await scene.look(match.id)
    assert (over.ending, over.winner) == (Ending.INACTIVITY, ROBIN.id)
    assert not scene.service.acts.is_match_thread(thread_of(match))


async def test_before_a_round_is_over_the_match_is_called_off_instead(scene: Scene) -> None:
    match = await scene.breaking()
    scene.clock.advance(72 * HOUR)
    told = await pass_time(scene, match)
    assert told[0] == Event(EventKind.MATCH_CANCELLED, player=WREN.id, detail="inactivity")
    assert (await scene.look(match.id)).called_off is CallOff.INACTIVITY


async def test_a_reminder_that_was_missed_is_not_made_up_for_after_the_end(scene: Scene) -> None:
    match = await scene.breaking()
    scene.clock.advance(100 * HOUR)
    kinds = [event.kind for event in await pass_time(scene, match)]
    assert kinds == [EventKind.MATCH_CANCELLED, EventKind.CHALLENGE_CLOSED]


async def test_where_the_thread_is_lost_nobody_is_reminded_and_nobody_loses(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    scene.clock.advance(60 * HOUR)
    await scene.lose_thread(match)
    scene.clock.advance(72 * HOUR - MOMENT)
    assert await scene.upkeep.due() == []
    scene.clock.advance(MOMENT)
    assert await pass_time(scene, match) == [
        Event(EventKind.MATCH_CANCELLED, detail="thread gone"),
        Event(EventKind.CHALLENGE_CLOSED),
    ]
    over = await scene.look(match.id)
    assert (over.phase, over.left, over.winner) == (Phase.CANCELLED, None, None)


async def test_nobody_is_reminded_of_a_private_match_before_its_thread_is_open(
    scene: Scene,
) -> None:
    await scene.setting(Terms(private=True))
    scene.clock.advance(71 * HOUR)
    assert await scene.upkeep.due() == []


async def test_the_earliest_deadline_comes_first(scene: Scene) -> None:
    last = await scene.challenged()
    life = timedelta(hours=1)
    await scene.admin.change(GUILD, TEAL.id, lambda known: replace(known, challenge_life=life))
    first = await scene.challenged()
    scene.clock.advance(24 * HOUR)
    assert await scene.upkeep.due() == [first.id, last.id]


async def test_time_does_nothing_to_a_match_that_never_was(scene: Scene) -> None:
    attempt = scene.upkeep.pass_time(MatchId("never"))
    assert await refused(attempt) == Refusal(Reason.UNKNOWN_MATCH)


# Signs of life


async def test_the_first_sign_of_life_moves_nothing(scene: Scene) -> None:
    match = await scene.setting()
    before = await deadline(scene, match)
    assert await scene.service.acts.transact(lambda stores: stores.care.alive_at()) is None
    assert await scene.upkeep.beat() == timedelta()
    alive_at = await scene.service.acts.transact(lambda stores: stores.care.alive_at())
    assert alive_at == scene.clock.now
    assert await deadline(scene, match) == before


@pytest.mark.parametrize("gap", [MOMENT, LONGEST_BEAT, -LONGEST_BEAT])
async def test_a_short_time_between_two_signs_of_life_is_no_downtime(
    scene: Scene, gap: timedelta
) -> None:
    match = await scene.setting()
    await scene.upkeep.beat()
    before = await kept(scene, match)
    scene.clock.advance(gap)
    assert await scene.upkeep.beat() == timedelta()
    assert await kept(scene, match) == before
    alive_at = await scene.service.acts.transact(lambda stores: stores.care.alive_at())
    assert alive_at == scene.clock.now


@pytest.mark.parametrize("gap", [LONGEST_BEAT + MOMENT, 100 * HOUR, -LONGEST_BEAT - MOMENT])
async def test_downtime_and_a_clock_that_was_set_are_charged_to_nobody(
    scene: Scene, gap: timedelta
) -> None:
    playing, waiting, over = await scene.setting(), await scene.challenged(), await scene.drawn()
    await scene.upkeep.beat()
    before = [await deadline(scene, match) for match in (playing, waiting)]
    ended = await kept(scene, over)
    scene.clock.advance(gap)
    assert await scene.upkeep.beat() == gap
    after = [await deadline(scene, match) for match in (playing, waiting)]
    assert after == [moment and moment + gap for moment in before]
    assert await kept(scene, over) == ended
    assert await scene.upkeep.due() == []


async def test_downtime_is_charged_once(scene: Scene) -> None:
    match = await scene.setting()
    await scene.upkeep.beat()
    scene.clock.advance(100 * HOUR)
    await scene.upkeep.beat()
    after = await deadline(scene, match)
    assert await scene.upkeep.beat() == timedelta()
    assert await deadline(scene, match) == after


async def test_a_start_charges_downtime_to_nobody_before_anybody_is_heard(scene: Scene) -> None:
    match = await scene.challenged()
    assert await scene.upkeep.start() is None, "nothing was heard before the very first"
    first = scene.clock.now
    scene.clock.advance(30 * HOUR)
    assert await scene.upkeep.start() == first
    assert await deadline(scene, match) == first + 54 * HOUR


async def test_a_start_is_no_sign_of_life(scene: Scene) -> None:
    """Each comes too soon after the one before to be downtime alone."""
    match = await scene.setting()
    await scene.upkeep.start()
    before = await deadline(scene, match)
    assert before is not None
    gap = LONGEST_BEAT - MOMENT
    for _ in range(30):
        scene.clock.advance(gap)
        await scene.upkeep.start()
    await scene.upkeep.beat()
    assert await deadline(scene, match) == before + 30 * gap


async def test_a_match_goes_on_after_its_deadline_was_moved(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.upkeep.beat()
    scene.clock.advance(100 * HOUR)
    await scene.upkeep.beat()
    await scene.row(match, "YYYY")
    assert await deadline(scene, match) == scene.clock.now + 24 * HOUR


# Servers that the bot was removed from


async def in_other_guild(scene: Scene) -> MatchView:
    """A running match of another server."""
    waiting = await scene.service.challenge(
        OTHER_GUILD, CHANNEL, ROBIN, WREN, Terms(), opponent_is_bot=False
    )
    return (await scene.service.accept(waiting.own.id, WREN, message_id())).own


async def test_a_match_rests_while_the_bot_is_not_there_and_goes_on_where_it_was(
    scene: Scene,
) -> None:
    match, other = await scene.setting(), await in_other_guild(scene)
    scene.clock.advance(10 * HOUR)
    await scene.upkeep.leave(GUILD)
    scene.clock.advance(90 * HOUR)
    assert await scene.upkeep.due() == [other.id]
    now = scene.clock.now
    await scene.service.acts.transact(lambda stores: stores.care.note_alive(now))
    assert await scene.upkeep.come_back(GUILD) == now - 90 * HOUR
    assert await deadline(scene, match) == scene.clock.now + 14 * HOUR
    assert await scene.upkeep.due() == [other.id]
    scene.clock.advance(14 * HOUR)
    assert set(await scene.upkeep.due()) == {match.id, other.id}


async def test_downtime_while_the_bot_was_not_there_is_charged_to_nobody_once(
    scene: Scene,
) -> None:
    match = await scene.setting()
    await scene.upkeep.beat()
    await scene.upkeep.leave(GUILD)
    scene.clock.advance(50 * HOUR)
    await scene.upkeep.beat()
    scene.clock.advance(HOUR)
    await scene.upkeep.come_back(GUILD)
    assert await deadline(scene, match) == scene.clock.now + 24 * HOUR


async def test_a_server_that_was_never_left_comes_back_without_consequence(scene: Scene) -> None:
    match = await scene.setting()
    scene.clock.advance(HOUR)
    async with scene.nothing_changes(match):
        await scene.upkeep.come_back(GUILD)


async def test_being_removed_twice_counts_from_the_first_time(scene: Scene) -> None:
    match = await scene.setting()
    await scene.upkeep.leave(GUILD)
    scene.clock.advance(HOUR)
    await scene.upkeep.leave(GUILD)
    scene.clock.advance(HOUR)
    await scene.upkeep.come_back(GUILD)
    assert await deadline(scene, match) == scene.clock.now + 24 * HOUR


async def test_at_the_start_the_servers_that_are_missing_are_found(scene: Scene) -> None:
    match, other = await scene.setting(), await in_other_guild(scene)
    await scene.upkeep.meet(frozenset({GUILD}), lambda _: True)
    scene.clock.advance(24 * HOUR)
    assert await scene.upkeep.due() == [match.id]
    await scene.upkeep.meet(frozenset({GUILD, OTHER_GUILD}), lambda _: True)
    assert await deadline(scene, other) == scene.clock.now + 24 * HOUR


async def test_servers_of_other_processes_are_left_to_them(scene: Scene) -> None:
    match, other = await scene.setting(), await in_other_guild(scene)
    await scene.upkeep.meet(frozenset(), lambda guild: guild == OTHER_GUILD)
    scene.clock.advance(24 * HOUR)
    assert await scene.upkeep.due() == [match.id]
    assert await deadline(scene, other) == scene.clock.now


@pytest.mark.parametrize("back", [False, True], ids=["removed", "invited"])
async def test_what_changed_during_downtime_charges_nobody_whoever_hears_of_it_first(
    scene: Scene, back: bool
) -> None:
    match = await scene.setting()
    await scene.upkeep.beat()
    if back:
        await scene.upkeep.leave(GUILD)
    scene.clock.advance(50 * HOUR)
    await scene.upkeep.meet(frozenset({GUILD} if back else ()), lambda _: True)
    assert await scene.upkeep.beat() == timedelta()
    assert await deadline(scene, match) == scene.clock.now + 24 * HOUR


# What is kept no longer


async def test_what_is_kept_no_longer_goes_by_the_clock(scene: Scene) -> None:
    waiting = await scene.challenged()
    await scene.service.decline(waiting.id, WREN)
    scene.clock.advance(Keeping.UNPLAYED_MATCH)
    await scene.upkeep.purge()
    assert await scene.stored(waiting) is not None
    scene.clock.advance(MOMENT)
    await scene.upkeep.purge()
    assert await scene.stored(waiting) is None
