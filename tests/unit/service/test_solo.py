"""A code of the bot's that somebody cracks alone, in private answers or in a thread."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

from bot.matches.acts import Told
from bot.matches.errors import Reason, RefusedError
from bot.matches.ids import GuildId, PlayerId
from bot.matches.models import CallOff, FirstCodemaker, Kind, Outcome, Person, Phase, Terms
from bot.matches.opponent import Opponent
from bot.matches.privacy import Privacy
from bot.matches.solo_store import SoloRecord
from bot.matches.view import MatchView
from bot.presentation.privacy import export_file
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    refused,
    source_id,
    taken,
)

BOT = Person(PlayerId(999), "Mastermind", "")
THREAD = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
PANEL = replace(THREAD, private=True)


def opponent(scene: Scene) -> Opponent:
    return Opponent(scene.service.acts, scene.chance)


async def begun(scene: Scene, terms: Terms = PANEL, who: Person = ROBIN) -> MatchView:
    return (await opponent(scene).begin(GUILD, CHANNEL, who, BOT, terms)).own


async def row(scene: Scene, match: MatchView, text: str) -> Told:
    return taken(await scene.service.play_row(match.id, 1, ROBIN, text, source_id()))


async def cracked(scene: Scene, match: MatchView) -> Told:
    """The code is found in the next row."""
    stored = await scene.stored(match)
    assert stored is not None
    secret = stored.rounds[0].secret
    assert secret is not None
    return await row(scene, match, "".join("RBGYOP"[symbol] for symbol in secret.code))


# Giving up


async def test_what_was_begun_is_given_up_with_its_code_shown_and_counts(scene: Scene) -> None:
    match = await begun(scene)
    await row(scene, match, "RRRR")
    told = await opponent(scene).give_up(match.id, ROBIN)
    assert (told.own.phase, told.own.rounds[0].outcome) == (Phase.FINISHED, Outcome.CONCEDED)
    assert told.own.rounds[0].code is not None
    assert told.entries == ()
    assert await opponent(scene).record(GUILD, ROBIN.id) == SoloRecord(played=1)


async def test_what_was_never_begun_is_cancelled_and_counts_for_nothing(scene: Scene) -> None:
    match = await begun(scene)
    told = await opponent(scene).give_up(match.id, ROBIN)
    assert (told.own.phase, told.own.called_off) == (Phase.CANCELLED, CallOff.LEFT)
    assert told.own.rounds[0].code is None
    assert await opponent(scene).record(GUILD, ROBIN.id) == SoloRecord()


async def test_only_its_player_gives_it_up_and_only_once(scene: Scene) -> None:
    match = await begun(scene)
    async with scene.nothing_changes(match):
        assert (await refused(opponent(scene).give_up(match.id, TEAL))).reason is (
            Reason.ONLY_PLAYERS
        )
    await row(scene, match, "RRRR")
    await opponent(scene).give_up(match.id, ROBIN)
    async with scene.nothing_changes(match):
        assert (await refused(opponent(scene).give_up(match.id, ROBIN))).reason is (
            Reason.MATCH_OVER
        )


async def test_what_is_played_in_a_thread_is_given_up_there(scene: Scene) -> None:
    for match in (await begun(scene, THREAD), await scene.breaking()):
        async with scene.nothing_changes(match):
            found = await refused(opponent(scene).give_up(match.id, ROBIN))
        assert found.reason is Reason.UNKNOWN_MATCH


# Who sees it


async def test_nobody_else_sees_what_is_played_in_private_answers(scene: Scene) -> None:
    match = await begun(scene)
    assert (await refused(scene.service.see(match.id, WREN.id))).reason is Reason.ONLY_PLAYERS
    assert (await scene.service.see(match.id, ROBIN.id)).rounds[0].code is None
    shown = await begun(scene, THREAD)
    assert (await scene.service.see(shown.id, WREN.id)).rounds[0].code is None


async def test_admins_neither_see_nor_end_what_is_played_in_private_answers(scene: Scene) -> None:
    private, shown = await begun(scene), await begun(scene, THREAD)
    assert [one.id for one in await scene.admin.open_matches(GUILD)] == [shown.id]
    async with scene.nothing_changes(private):
        for attempt in (
            scene.admin.may_end(GUILD, private.id),
            scene.admin.end(GUILD, private.id, TEAL.id),
        ):
            assert (await refused(attempt)).reason is Reason.UNKNOWN_MATCH


# One at a time


async def test_each_has_one_private_solo_at_a_time_in_a_server(scene: Scene) -> None:
    bot = opponent(scene)
    match = await begun(scene)
    again = await refused(bot.begin(GUILD, CHANNEL, ROBIN, BOT, PANEL))
    assert (again.reason, again.match) == (Reason.SOLO_RUNNING, match.id)
    running = await bot.private_solo(GUILD, ROBIN.id)
    assert running is not None
    assert running.id == match.id
    await begun(scene, who=WREN)
    await begun(scene, THREAD)
    await bot.begin(GuildId(9), CHANNEL, ROBIN, BOT, PANEL)
    await bot.give_up(match.id, ROBIN)
    assert (await begun(scene)).id != match.id


async def test_of_two_that_are_asked_for_at_once_one_begins(scene: Scene) -> None:
    attempts = [opponent(scene).begin(GUILD, CHANNEL, ROBIN, BOT, PANEL) for _ in range(5)]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert sum(isinstance(one, Told) for one in results) == 1
    assert sum(isinstance(one, RefusedError) for one in results) == 4


async def test_play_again_begins_none_beside_one_that_runs(scene: Scene) -> None:
    ended = (await cracked(scene, await begun(scene))).own
    running = await begun(scene)
    async with scene.nothing_changes(ended):
        found = await refused(scene.service.rematch(ended.id, ROBIN))
    assert (found.reason, found.match) == (Reason.SOLO_RUNNING, running.id)
    await opponent(scene).give_up(running.id, ROBIN)
    following = (await scene.service.rematch(ended.id, ROBIN)).own
    assert (following.phase, following.terms) == (Phase.BREAKING, ended.terms)
    assert following.rounds[0].commitment != ended.rounds[0].commitment


# What is kept of it


async def test_a_copy_of_ones_data_calls_the_bot_by_what_it_is(scene: Scene) -> None:
    match = await begun(scene)
    await row(scene, match, "RRRR")
    privacy = Privacy(scene.service.acts, scene.chance, scrub)
    file = export_file(await privacy.export(ROBIN.id))
    assert file is not None
    (copied,) = json.loads(file.content)["matches"]
    assert (copied["challenger"], copied["agreed"]["kind"]) == ("you", "solo")
    (played,) = copied["rounds"]
    assert (played["codemaker"], played["codebreaker"]) == ("the bot", "you")
    assert (played["code"], played["salt"]) == (None, None)
    assert copied["leaderboard"] is None


async def test_who_has_all_removed_has_no_record_any_more(scene: Scene) -> None:
    await cracked(scene, await begun(scene))
    running = await begun(scene)
    await Privacy(scene.service.acts, scene.chance, scrub).erase(ROBIN.id)
    assert await opponent(scene).record(GUILD, ROBIN.id) == SoloRecord()
    assert await opponent(scene).private_solo(GUILD, ROBIN.id) is None
    stored = await scene.stored(running)
    assert stored is not None
    assert (stored.phase, stored.called_off) == (Phase.CANCELLED, CallOff.ERASED)


async def scrub() -> bool:
    """There is no file to scrub."""
    return True


# The record


async def test_the_end_in_a_thread_comes_with_the_record_that_it_is_part_of(scene: Scene) -> None:
    first = await cracked(scene, await begun(scene, THREAD))
    assert first.brief.record == SoloRecord(1, 1, rows=1, best=1, streak=1, longest=1)
    scene.clock.advance(timedelta(hours=1))
    match = await begun(scene, THREAD)
    assert (await row(scene, match, "RRRR")).brief.record is None
    second = await cracked(scene, match)
    assert second.brief.record == SoloRecord(2, 2, rows=3, best=1, streak=2, longest=2)


async def test_matches_of_two_have_no_such_record(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    ended = await scene.solve(match)
    assert ended.brief.record is None
    assert await opponent(scene).record(GUILD, ROBIN.id) == SoloRecord()
