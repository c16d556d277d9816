"""What admins of a server may see and end."""

import pytest

from bot.matches.errors import Reason, Refusal, StorageError
from bot.matches.ids import GuildId, MatchId
from bot.matches.models import CallOff, Event, EventKind, Phase
from bot.matches.ports import AuditLine
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    codes,
    events,
    refused,
    thread_of,
)

OTHER_GUILD = GuildId(6)


async def test_a_running_match_ends_and_counts_for_nobody(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    told = await scene.admin.end(GUILD, match.id, TEAL.id)
    assert events(told) == [
        Event(EventKind.MATCH_CANCELLED, detail="admin"),
        Event(EventKind.CHALLENGE_CLOSED),
    ]
    over = told.brief.match
    assert (over.phase, over.called_off, over.winner) == (Phase.CANCELLED, CallOff.ADMIN, None)
    assert codes(over) == [None]
    assert not scene.service.acts.is_match_thread(thread_of(match))
    refusal = await refused(scene.service.concede(thread_of(match), WREN))
    assert refusal == Refusal(Reason.CALLED_OFF)


async def test_a_challenge_ends_and_cannot_be_accepted(scene: Scene) -> None:
    match = await scene.challenged()
    message = await scene.arrive(match)
    told = await scene.admin.end(GUILD, match.id, TEAL.id)
    assert events(told) == [Event(EventKind.CHALLENGE_CLOSED)]
    accept = scene.service.accept(match.id, WREN, message)
    assert await refused(accept) == Refusal(Reason.CALLED_OFF)


async def test_the_audit_says_who_ended_which_match(scene: Scene) -> None:
    match = await scene.setting()
    await scene.admin.end(GUILD, match.id, TEAL.id)
    assert await scene.admin.audited(GUILD) == [
        AuditLine(scene.clock.now, GUILD, TEAL.id, "end match", match.id)
    ]


@pytest.mark.parametrize("asked", ["end", "may_end"])
async def test_a_match_of_another_server_or_none_is_not_known(scene: Scene, asked: str) -> None:
    match = await scene.setting()
    unknown = Refusal(Reason.UNKNOWN_MATCH)
    person = [TEAL] if asked == "end" else []
    attempt = getattr(scene.admin, asked)
    async with scene.nothing_changes(match):
        assert await refused(attempt(OTHER_GUILD, match.id, *person)) == unknown
        assert await refused(attempt(GUILD, MatchId("never"), *person)) == unknown
    assert await scene.admin.audited(GUILD) == await scene.admin.audited(OTHER_GUILD) == []


@pytest.mark.parametrize("asked", ["end", "may_end"])
async def test_what_is_over_cannot_be_ended(scene: Scene, asked: str) -> None:
    match = await scene.finished(2, 1)
    person = [TEAL] if asked == "end" else []
    async with scene.nothing_changes(match):
        attempt = getattr(scene.admin, asked)(GUILD, match.id, *person)
        assert await refused(attempt) == Refusal(Reason.MATCH_OVER)
    assert await scene.admin.audited(GUILD) == []


async def test_asking_whether_a_match_may_be_ended_changes_nothing(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        shown = await scene.admin.may_end(GUILD, match.id)
    assert shown == await scene.look(match.id)
    assert codes(shown) == [None]
    assert await scene.admin.audited(GUILD) == []


async def test_an_admin_sees_the_open_matches_of_the_server_as_anybody_would(
    scene: Scene,
) -> None:
    first, second = await scene.breaking(), await scene.challenged()
    await scene.drawn()
    found = await scene.admin.open_matches(GUILD)
    assert {match.id for match in found} == {first.id, second.id}
    assert [codes(match) for match in found] == [[None], [None]]
    assert await scene.admin.open_matches(OTHER_GUILD) == []


async def test_an_end_that_could_not_be_kept_leaves_no_trace(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        scene.database.full = True
        with pytest.raises(StorageError):
            await scene.admin.end(GUILD, match.id, ROBIN.id)
        scene.database.full = False
    assert await scene.admin.audited(GUILD) == []
    assert scene.service.acts.plays_in(thread_of(match), WREN.id)
