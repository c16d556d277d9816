"""Each thing that can be set, as the text that a list carries."""

from datetime import timedelta

import pytest

from bot.engine import Preset
from bot.matches.admin import Admin
from bot.matches.ids import GuildId, PlayerId
from bot.matches.service import Service
from bot.matches.settings import CodePlace, Preferences, ServerSettings, Setting
from bot.presentation.choosing import (
    CHOICES,
    PLACES,
    TOPICS,
    Preference,
    most_places,
    places_of,
    topic_of,
    value_of,
    with_places,
    with_preference,
    with_value,
)
from bot.presentation.palette import legend
from tests.fakes.chance import SeededChance
from tests.fakes.clock import FixedClock
from tests.fakes.memory import MemoryDatabase

OFFERED = [(which, value) for which, values in CHOICES.items() for value in values]


def test_every_setting_is_on_one_page_and_has_choices_places_or_a_name_to_type() -> None:
    on_pages = [which for settings in TOPICS.values() for which in settings]

    assert sorted(on_pages) == sorted(Setting)
    assert CHOICES.keys() | PLACES | {Setting.ZONE} == set(Setting)
    assert all(which in TOPICS[topic_of(which)] for which in Setting)


@pytest.mark.parametrize(("which", "value"), OFFERED)
def test_what_is_chosen_is_what_is_set_and_nothing_else_changes(which: Setting, value: str) -> None:
    before = ServerSettings()
    after = with_value(before, which, value)

    assert value_of(after, which) == value
    for other in CHOICES.keys() - {which}:
        assert value_of(after, other) == value_of(before, other)
    assert with_value(after, which, value_of(before, which)) == before


@pytest.mark.parametrize("which", Setting)
@pytest.mark.parametrize("value", ["", "-1", "de", "999999", "server:en", "0x10"])
def test_what_is_not_offered_changes_nothing(which: Setting, value: str) -> None:
    assert with_value(ServerSettings(), which, value) == ServerSettings()


def test_values_have_the_types_of_the_domain() -> None:
    changed = ServerSettings()
    for which, value in (
        (Setting.LANGUAGE, "nl"),
        (Setting.PRESET, "super"),
        (Setting.ROUNDS, "8"),
        (Setting.REMINDER, "0"),
        (Setting.PAUSE, "60"),
    ):
        changed = with_value(changed, which, value)

    assert (changed.language, changed.preset, changed.rounds) == ("nl", Preset.SUPER, 8)
    assert changed.limits.reminder is None
    assert changed.caps.pause == timedelta(minutes=1)
    assert with_value(changed, Setting.LANGUAGE, "server").language is None


@pytest.mark.parametrize("which", sorted(PLACES))
def test_places_are_kept_apart(which: Setting) -> None:
    chosen = frozenset(range(1, most_places(which) + 1))
    after = with_places(ServerSettings(), which, chosen)

    assert places_of(after, which) == chosen
    assert all(places_of(after, other) == frozenset() for other in PLACES - {which})
    assert with_places(after, which, frozenset()) == ServerSettings()


def test_a_time_zone_is_set_by_its_name() -> None:
    after = with_value(ServerSettings(), Setting.ZONE, "Pacific/Kiritimati")

    assert value_of(after, Setting.ZONE) == after.zone == "Pacific/Kiritimati"
    assert with_value(after, Setting.ZONE, "Pacific/Nowhere") == after


@pytest.mark.parametrize("which", Setting)
async def test_a_setting_is_called_as_in_the_audit_table(which: Setting) -> None:
    service = Service(MemoryDatabase(), legend, FixedClock(), SeededChance())
    admin, guild = Admin(service.acts), GuildId(1)

    def how(before: ServerSettings) -> ServerSettings:
        if which in PLACES:
            return with_places(before, which, frozenset({7}))
        if which is Setting.ZONE:
            return with_value(before, which, "Europe/Brussels")
        offered = [value for value in CHOICES[which] if value != value_of(before, which)]
        return with_value(before, which, offered[-1 if which is Setting.TURN else 0])

    await admin.change(guild, PlayerId(2), how)
    (line,) = await admin.audited(guild)

    assert line.detail.partition(": ")[0] == which


@pytest.mark.parametrize(
    ("which", "value", "expected"),
    [
        (Preference.REMINDERS, "off", Preferences(reminders=False)),
        (Preference.CHALLENGEABLE, "off", Preferences(challengeable=False)),
        (Preference.CODE_PLACE, "thread", Preferences(code_place=CodePlace.THREAD)),
    ],
)
def test_a_preference_is_changed_there_and_back(
    which: Preference, value: str, expected: Preferences
) -> None:
    back = "private" if which is Preference.CODE_PLACE else "on"

    assert with_preference(Preferences(), which, value) == expected
    assert with_preference(expected, which, back) == Preferences()
