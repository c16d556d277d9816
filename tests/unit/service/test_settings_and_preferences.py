"""What a server's admins and each person set, and what the audit table says of it."""

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest

from bot.engine import Preset
from bot.matches.admin import SHOWN_AUDIT_LINES
from bot.matches.errors import Reason, Refusal, StorageError
from bot.matches.ids import ChannelId, GuildId, RoleId
from bot.matches.models import EventKind, Limits
from bot.matches.ports import AuditLine, Keeping
from bot.matches.settings import Caps, CodePlace, Preferences, ServerSettings
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    ROOMY,
    TEAL,
    WREN,
    Scene,
    kinds,
    message_id,
    refused,
)

HOUR = timedelta(hours=1)
NEW = GuildId(6)
"""A server whose admins have set nothing."""
CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "language": ({"language": "fr"}, "language: as the server -> fr"),
    "channels": (
        {"channels": frozenset({ChannelId(9), ChannelId(8)})},
        "channels: all -> 8 9",
    ),
    "roles": ({"roles": frozenset({RoleId(7)})}, "roles: all -> 7"),
    "preset": ({"preset": Preset.MINI}, "preset: classic -> mini"),
    "rounds": ({"rounds": 4}, "rounds: 2 -> 4"),
    "challenge_life": ({"challenge_life": HOUR}, "challenge life: 1 day, 0:00:00 -> 1:00:00"),
    "turn": (
        {"limits": Limits(turn=25 * HOUR)},
        "turn limit: 3 days, 0:00:00 -> 1 day, 1:00:00",
    ),
    "reminder": ({"limits": Limits(reminder=None)}, "reminder: 1 day, 0:00:00 -> never"),
    "challenges_each": ({"caps": Caps(challenges_each=4)}, "challenges each: 3 -> 4"),
    "matches_each": ({"caps": Caps(matches_each=6)}, "matches each: 5 -> 6"),
    "matches_here": ({"caps": Caps(matches_here=7)}, "matches here: 100 -> 7"),
    "pause": ({"caps": Caps(pause=timedelta())}, "pause: 0:00:30 -> 0:00:00"),
    "zone": ({"zone": "Europe/Brussels"}, "time zone: UTC -> Europe/Brussels"),
    "daily_channel": ({"daily_channel": ChannelId(8)}, "daily channel: none -> 8"),
}


def to(**changes: Any) -> Callable[[ServerSettings], ServerSettings]:
    """The change that sets these."""
    return lambda settings: replace(settings, **changes)


async def details(scene: Scene, guild: GuildId = NEW) -> list[str]:
    return [line.detail for line in await scene.admin.audited(guild)]


async def test_a_server_has_the_usual_settings_until_somebody_changes_them(scene: Scene) -> None:
    assert await scene.admin.settings(NEW) == ServerSettings()
    await scene.admin.change(NEW, TEAL.id, to(rounds=4))
    assert await scene.admin.settings(NEW) == ServerSettings(rounds=4)
    assert await scene.admin.settings(GUILD) == ROOMY


@pytest.mark.parametrize(("changes", "detail"), CHANGES.values(), ids=CHANGES)
async def test_the_audit_says_what_was_changed_from_what_to_what(
    scene: Scene, changes: dict[str, Any], detail: str
) -> None:
    changed = await scene.admin.change(NEW, TEAL.id, to(**changes))
    assert changed == await scene.admin.settings(NEW) == replace(ServerSettings(), **changes)
    assert await scene.admin.audited(NEW) == [
        AuditLine(scene.clock.now, NEW, TEAL.id, "settings", detail)
    ]


def test_every_setting_has_its_line_in_the_audit() -> None:
    leaves = {
        part.name
        for kind in (ServerSettings, Limits, Caps)
        for part in fields(kind)
        if part.name not in {"limits", "caps"}
    }
    assert set(CHANGES) == leaves


async def test_several_changes_at_once_are_one_line(scene: Scene) -> None:
    await scene.admin.change(NEW, TEAL.id, to(rounds=4, language="nl"))
    assert await details(scene) == ["language: as the server -> nl; rounds: 2 -> 4"]


async def test_a_change_that_changes_nothing_is_not_written_down(scene: Scene) -> None:
    await scene.admin.change(NEW, TEAL.id, to(rounds=2))
    assert await details(scene) == []


async def test_the_newest_lines_of_the_server_come_first_and_not_all_of_them(
    scene: Scene,
) -> None:
    for number in range(1, SHOWN_AUDIT_LINES + 3):
        await scene.admin.change(NEW, TEAL.id, to(caps=Caps(matches_here=number)))
    await scene.admin.change(GUILD, TEAL.id, to(rounds=8))
    assert await details(scene) == [
        f"matches here: {number} -> {number + 1}" for number in range(SHOWN_AUDIT_LINES + 1, 1, -1)
    ]


@pytest.mark.parametrize(
    ("reminder", "late"),
    [(timedelta(hours=5) - timedelta(microseconds=1), False), (timedelta(hours=5), True)],
)
async def test_a_reminder_comes_before_the_turn_is_over(
    scene: Scene, reminder: timedelta, late: bool
) -> None:
    limits = Limits(turn=timedelta(hours=5), reminder=reminder)
    attempt = scene.admin.change(NEW, TEAL.id, to(limits=limits))
    if late:
        assert await refused(attempt) == Refusal(Reason.REMINDER_TOO_LATE)
        assert await details(scene) == []
        assert await scene.admin.settings(NEW) == ServerSettings()
    else:
        assert (await attempt).limits == limits


async def test_new_limits_hold_for_the_challenges_that_follow(scene: Scene) -> None:
    before = await scene.setting()
    limits = Limits(turn=5 * HOUR, reminder=None)
    await scene.admin.change(GUILD, TEAL.id, to(limits=limits, challenge_life=HOUR))
    after = await scene.challenged()
    kept = await scene.stored(before), await scene.stored(after)
    assert [match.limits for match in kept if match] == [Limits(), limits]
    assert after.expires_at == scene.clock.now + HOUR


async def test_the_language_of_a_server_is_known_without_asking_the_database(
    scene: Scene,
) -> None:
    admin = scene.admin
    assert admin.language_of(NEW) is None
    await admin.change(NEW, TEAL.id, to(language="fr"))
    assert (admin.language_of(NEW), admin.language_of(GUILD)) == ("fr", None)
    await admin.change(NEW, TEAL.id, to(language=None))
    assert admin.language_of(NEW) is None


async def test_the_languages_are_known_again_after_a_restart(scene: Scene) -> None:
    await scene.admin.change(NEW, TEAL.id, to(language="fr"))
    later = scene.admin
    assert later.language_of(NEW) is None
    await later.start()
    assert (later.language_of(NEW), later.language_of(GUILD)) == ("fr", None)


async def test_a_language_that_was_purged_is_forgotten_when_the_server_is_back(
    scene: Scene,
) -> None:
    admin = scene.admin
    for guild, language in ((NEW, "fr"), (GUILD, "nl")):
        await admin.change(guild, TEAL.id, to(language=language))
        await scene.upkeep.leave(guild)
        await admin.come_back(guild)
        assert admin.language_of(guild) == language
    await scene.upkeep.come_back(GUILD)
    scene.clock.advance(Keeping.LEFT_SERVER + timedelta(seconds=1))
    await scene.upkeep.purge()
    for guild in (NEW, GUILD):
        await scene.upkeep.come_back(guild)
        await admin.come_back(guild)
    assert (admin.language_of(NEW), admin.language_of(GUILD)) == (None, "nl")


async def test_settings_that_could_not_be_kept_are_not_followed(scene: Scene) -> None:
    admin = scene.admin
    await admin.change(NEW, TEAL.id, to(language="fr"))
    scene.database.full = True
    with pytest.raises(StorageError):
        await admin.change(NEW, TEAL.id, to(language="nl"))
    scene.database.full = False
    assert admin.language_of(NEW) == (await admin.settings(NEW)).language == "fr"
    assert len(await details(scene)) == 1


# People


async def test_a_person_keeps_what_was_chosen_and_the_rest_as_it_was(scene: Scene) -> None:
    assert await scene.admin.preferences(WREN.id) == Preferences()
    await scene.admin.prefer(WREN.id, lambda chosen: replace(chosen, challengeable=False))
    chosen = await scene.admin.prefer(WREN.id, lambda chosen: replace(chosen, reminders=False))
    assert chosen == Preferences(reminders=False, challengeable=False)
    assert await scene.admin.preferences(WREN.id) == chosen
    assert await scene.admin.preferences(ROBIN.id) == Preferences()


async def test_who_wants_no_reminders_gets_none_and_the_other_one_does(scene: Scene) -> None:
    await scene.admin.prefer(ROBIN.id, lambda chosen: replace(chosen, reminders=False))
    match = await scene.setting()
    scene.clock.advance(24 * HOUR)
    silent = await scene.upkeep.pass_time(match.id)
    assert silent is not None
    assert silent.entries == ()
    assert await scene.upkeep.pass_time(match.id) is None
    await scene.hide(match, "RBRG")
    scene.clock.advance(24 * HOUR)
    told = await scene.upkeep.pass_time(match.id)
    assert told is not None
    assert [(one.event.kind, one.event.player) for one in told.entries] == [
        (EventKind.REMINDED, WREN.id)
    ]


@pytest.mark.parametrize("place", CodePlace)
async def test_a_code_is_asked_for_where_its_codemaker_wants_it(
    scene: Scene, place: CodePlace
) -> None:
    await scene.admin.prefer(ROBIN.id, lambda chosen: replace(chosen, code_place=place))
    waiting = await scene.challenged()
    told = await scene.service.accept(waiting.id, WREN, message_id())
    assert kinds(told) == [EventKind.ACCEPTED, EventKind.CODE_WANTED]
    assert told.brief.code_place is place
    assert (await scene.service.acts.brief(told.entries[1])).code_place is place
    assert (await scene.service.acts.brief(told.entries[0])).code_place is CodePlace.PRIVATE
    assert (await scene.solve(told.own)).brief.code_place is CodePlace.PRIVATE  # now Wren's
