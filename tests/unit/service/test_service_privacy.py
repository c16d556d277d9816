"""A copy of what is kept about a person, and its removal."""

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.matches import privacy as use_case
from bot.matches.errors import Reason, StorageError
from bot.matches.ids import ChannelId, GuildId, PlayerId
from bot.matches.models import CallOff, EventKind, Person, Phase, Terms
from bot.matches.ports import Sort
from bot.matches.privacy import PAGE, STAND_INS, Privacy
from bot.matches.settings import Preferences
from bot.presentation.privacy import FILE, export_file
from bot.presentation.wording import named
from tests.unit.presentation.samples import scene as spoken
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    kinds,
    message_id,
    refused,
    taken,
    thread_of,
)

ELSEWHERE = GuildId(7)
ROBIN_ELSEWHERE = replace(ROBIN, name="Rotkehlchen")


class Files:
    """What deleted things leave behind, and for how many tries they stay."""

    def __init__(self, tries: int = 1) -> None:
        self.tries = tries
        self.made = 0

    async def scrub(self) -> bool:
        self.made += 1
        return self.made >= self.tries


@pytest.fixture
def files() -> Files:
    return Files()


@pytest.fixture
def privacy(scene: Scene, files: Files) -> Privacy:
    return Privacy(scene.service.acts, scene.chance, files.scrub)


async def copy_of(privacy: Privacy, who: Person) -> Mapping[str, Any]:
    file = export_file(await privacy.export(who.id))
    assert file is not None
    assert file.name == FILE
    found: Mapping[str, Any] = json.loads(file.content)
    return found


async def challenge_elsewhere(scene: Scene) -> None:
    await scene.service.challenge(
        ELSEWHERE, ChannelId(8), ROBIN_ELSEWHERE, WREN, Terms(), opponent_is_bot=False
    )


# The copy


async def test_a_copy_tells_of_names_and_matches_in_all_servers(
    scene: Scene, privacy: Privacy
) -> None:
    match = await scene.finished(2, 3)
    scene.clock.advance(timedelta(minutes=1))
    await challenge_elsewhere(scene)
    copy = await copy_of(privacy, ROBIN)
    assert [(one["server"], one["name"], one["language"]) for one in copy["names"]] == [
        (str(GUILD), "Robin", "en-GB"),
        (str(ELSEWHERE), "Rotkehlchen", "en-GB"),
    ]
    first, second = copy["matches"]
    assert (first["id"], first["state"], first["ended_by"]) == (match.id, "finished", "complete")
    assert (first["challenger"], first["winner"]) == ("you", "the other player")
    assert first["leaderboard"] == {"points": 2, "result": "loss"}
    assert second["state"] == "challenged"
    assert second["leaderboard"] is None
    assert copy["preferences"] is None
    assert copy["person"] == str(ROBIN.id)


async def test_a_copy_has_the_rows_of_both_and_whose_they_are(
    scene: Scene, privacy: Privacy
) -> None:
    await scene.finished(2, 1)
    (match,) = (await copy_of(privacy, ROBIN))["matches"]
    theirs, own = match["rounds"]
    assert (theirs["codemaker"], theirs["codebreaker"]) == ("you", "the other player")
    assert [row["row"] for row in theirs["rows"]] == ["YYYY", "RBRG"]
    assert ["source" in row for row in theirs["rows"]] == [False, False]
    assert [(row["row"], row["black"]) for row in own["rows"]] == [("RBRG", 4)]
    assert own["rows"][0]["source"].isdecimal()
    assert own["rows"][0]["played_at"] == "2026-05-01T12:00:00+00:00"


@pytest.mark.parametrize("who", [ROBIN, WREN])
async def test_a_copy_names_nobody_else(scene: Scene, privacy: Privacy, who: Person) -> None:
    await scene.finished(2, 1)
    await scene.breaking()
    file = export_file(await privacy.export(who.id))
    assert file is not None
    other = WREN if who is ROBIN else ROBIN
    assert other.name not in file.content.decode()
    assert f'"{other.id}"' not in file.content.decode()


async def test_a_running_code_is_in_its_makers_copy_alone_and_its_salt_in_none(
    scene: Scene, privacy: Privacy
) -> None:
    match = await scene.breaking()
    stored = await scene.stored(match)
    assert stored is not None
    assert stored.rounds[0].secret is not None
    salt = stored.rounds[0].secret.salt.hex()
    for who, code in ((ROBIN, "RBRG"), (WREN, None)):
        copy = await copy_of(privacy, who)
        (running,) = copy["matches"][0]["rounds"]
        assert (running["code"], running["salt"]) == (code, None)
        assert running["fingerprint"] == stored.rounds[0].secret.commitment
        assert salt not in json.dumps(copy)
    assert "RBRG" not in json.dumps((await copy_of(privacy, WREN))["matches"])


async def test_code_and_salt_of_a_round_that_is_over_are_in_both_copies(
    scene: Scene, privacy: Privacy
) -> None:
    await scene.finished(1, 1)
    for who in (ROBIN, WREN):
        (match,) = (await copy_of(privacy, who))["matches"]
        assert [played["code"] for played in match["rounds"]] == ["RBRG", "RBRG"]
        assert all(len(played["salt"]) == 32 for played in match["rounds"])


async def test_a_copy_tells_what_the_bot_has_still_to_say_about_a_match(
    scene: Scene, privacy: Privacy
) -> None:
    await scene.drawn()
    (match,) = (await copy_of(privacy, WREN))["matches"]
    told = {one["kind"]: one for one in match["messages"]}
    assert set(told) >= {EventKind.CHALLENGED, EventKind.CODE_WANTED, EventKind.MATCH_ENDED}
    assert told[EventKind.CODE_WANTED]["about"] == "you"
    replies = [one for one in match["messages"] if one["kind"] == EventKind.ROW_SCORED]
    assert ["reply_to" in one for one in replies] == [True, False]


async def test_of_somebody_never_met_a_copy_is_empty(privacy: Privacy) -> None:
    copy = await copy_of(privacy, TEAL)
    assert (copy["names"], copy["preferences"], copy["matches"]) == ([], None, [])
    assert copy["admin_actions"] == []


async def test_a_match_that_goes_while_it_is_copied_is_left_out(
    scene: Scene, privacy: Privacy
) -> None:
    for _ in range(PAGE + 1):
        await scene.service.cancel((await scene.challenged()).id, ROBIN)
        scene.clock.advance(timedelta(hours=1))
    scene.clock.advance(timedelta(days=40))
    transact = scene.database.transact
    pages: list[int] = []

    async def counted(work: Any) -> Any:
        pages.append(1)
        if len(pages) == 3:  # the first reads what there is, the second a page of matches
            await transact(lambda stores: stores.care.purge(scene.clock()))
        return await transact(work)

    scene.database.transact = counted  # type: ignore[method-assign]
    dossier = await privacy.export(ROBIN.id)
    assert len(pages) == 3
    assert len(dossier.matches) == PAGE


async def test_a_large_copy_is_zipped_and_one_too_large_even_so_is_none(
    scene: Scene, privacy: Privacy
) -> None:
    await scene.finished(5, 5)
    dossier = await privacy.export(ROBIN.id)
    plain = export_file(dossier)
    assert plain is not None
    zipped = export_file(dossier, limit=len(plain.content) - 1)
    assert zipped is not None
    assert len(zipped.content) < len(plain.content) / 2
    with zipfile.ZipFile(io.BytesIO(zipped.content)) as archive:
        assert archive.namelist() == [FILE]
        assert archive.read(FILE) == plain.content
    assert export_file(dossier, limit=100) is None


# The removal


async def test_open_matches_of_all_servers_are_called_off(scene: Scene, privacy: Privacy) -> None:
    running = await scene.breaking()
    await challenge_elsewhere(scene)
    assert scene.service.acts.plays_in(thread_of(running), WREN.id)
    told = taken(await privacy.erase(ROBIN.id))
    assert sorted(kinds(told)) == sorted(
        [EventKind.MATCH_CANCELLED, EventKind.CHALLENGE_CLOSED, EventKind.CHALLENGE_CLOSED]
    )
    after = await scene.stored(running)
    assert after is not None
    assert (after.phase, after.called_off) == (Phase.CANCELLED, CallOff.ERASED)
    assert after.rounds[0].secret is None
    assert not scene.service.acts.plays_in(thread_of(running), WREN.id)
    nothing = await scene.service.acts.transact(lambda stores: stores.matches.open())
    assert nothing == []


async def test_all_that_names_the_person_is_gone(scene: Scene, privacy: Privacy) -> None:
    match = await scene.finished(2, 1)
    await scene.service.acts.transact(
        lambda stores: stores.players.keep_preferences(ROBIN.id, Preferences(reminders=False))
    )
    assert await privacy.erase(ROBIN.id) is None
    assert set(await scene.names(ROBIN, WREN)) == {WREN.id}
    assert await scene.service.locale_of(ROBIN.id) is None
    board = await scene.service.leaderboard(GUILD, Sort.POINTS, None, 0, 10)
    assert [(line.player, line.points) for line in board.lines] == [(WREN.id, 1)]
    view = await scene.look(match.id, WREN)
    assert named(view, view.challenger, spoken()) == "**a former player**"
    assert named(view, view.opponent, spoken()) == "**Wren**"


async def test_nothing_is_removed_when_not_all_can_be(scene: Scene, privacy: Privacy) -> None:
    match = await scene.breaking()
    before = await scene.stored(match), await copy_of(privacy, ROBIN)
    scene.database.full = True
    with pytest.raises(StorageError):
        await privacy.erase(ROBIN.id)
    scene.database.full = False
    assert (await scene.stored(match), await copy_of(privacy, ROBIN)) == before
    assert scene.service.acts.plays_in(thread_of(match), ROBIN.id)


async def test_nothing_follows_a_match_with_a_former_player(scene: Scene, privacy: Privacy) -> None:
    match = await scene.drawn()
    await scene.service.rematch(match.id, ROBIN)
    await privacy.erase(ROBIN.id)
    for attempt in (scene.service.rematch, scene.service.two_more):
        assert (await refused(attempt(match.id, WREN))).reason is Reason.PLAYER_ERASED
        assert (await refused(attempt(match.id, ROBIN))).reason is Reason.ONLY_PLAYERS


async def test_who_comes_back_is_somebody_new(scene: Scene, privacy: Privacy) -> None:
    await scene.finished(2, 1)
    await privacy.erase(ROBIN.id)
    await scene.finished(3, 1)
    board = await scene.service.leaderboard(GUILD, Sort.POINTS, None, 0, 10)
    assert {(line.name, line.points, line.matches) for line in board.lines} == {
        ("Robin", 3, 1),
        ("Wren", 2, 2),
    }


async def test_a_second_removal_finds_nothing(scene: Scene, privacy: Privacy) -> None:
    await scene.finished(2, 1)
    await privacy.erase(ROBIN.id)
    once = await scene.service.acts.transact(lambda stores: stores.privacy.traces(WREN.id))
    assert await privacy.erase(ROBIN.id) is None
    again = await scene.service.acts.transact(lambda stores: stores.privacy.traces(WREN.id))
    assert again == once


async def test_a_stand_in_is_drawn_by_chance_from_all_numbers_below_zero(
    scene: Scene, privacy: Privacy
) -> None:
    match = await scene.challenged()
    scene.chance.numbers.append(4)
    scene.chance.bounds.clear()
    await privacy.erase(ROBIN.id)
    after = await scene.stored(match)
    assert after is not None
    assert after.challenger == PlayerId(-5)
    assert scene.chance.bounds == [STAND_INS]


@pytest.mark.parametrize(("busy", "tries"), [(1, 1), (3, 3), (1000, use_case.SCRUBS)])
async def test_the_files_are_emptied_as_soon_as_they_can_be(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, busy: int, tries: int
) -> None:
    monkeypatch.setattr(use_case, "PAUSE", 0)
    files = Files(busy)
    await Privacy(scene.service.acts, scene.chance, files.scrub).erase(ROBIN.id)
    assert files.made == tries


async def test_a_press_that_crosses_with_the_removal_is_refused(
    scene: Scene, privacy: Privacy
) -> None:
    waiting = await scene.challenged()
    await privacy.erase(WREN.id)
    late = await refused(scene.service.accept(waiting.id, WREN, message_id()))
    assert late.reason is Reason.ONLY_PLAYERS
    assert WREN.id not in await scene.names(WREN)
