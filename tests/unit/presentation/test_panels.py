"""The words of the panels, and that they fit."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine import Preset
from bot.matches.ids import ChannelId, GuildId, PlayerId, RoleId
from bot.matches.models import Limits
from bot.matches.ports import AuditLine
from bot.matches.settings import Caps, CodePlace, Preferences, ServerSettings, Setting
from bot.presentation import panels
from bot.presentation.choosing import CHOICES, Topic
from bot.presentation.i18n import Language
from bot.presentation.panels import Panel
from bot.ui.panels import preferences_panel, settings_panel, zone_box
from sandbox.limits import check_message, check_modal
from tests.unit.presentation.samples import NOW, ROBIN, WREN, scene

GUILD = GuildId(1)
MESSAGE, ROWS = 2000, 5
CHANNELS = frozenset(ChannelId(1_100_000_000_000_000_000 + number) for number in range(25))
ROLES = frozenset(RoleId(1_200_000_000_000_000_000 + number) for number in range(25))
LONGEST = ServerSettings(
    channels=CHANNELS,
    preset=Preset.BULLS_AND_COWS,
    rounds=8,
    challenge_life=timedelta(minutes=59),
    limits=Limits(turn=timedelta(minutes=59), reminder=timedelta(seconds=59)),
    caps=Caps(999, 999, 999, pause=timedelta(seconds=59)),
)
FULL = AuditLine(NOW, GUILD, ROBIN, "settings", "; ".join(f"{one}: x -> y" for one in Setting))
PAGES = [None, *Topic]


def audit(action: str = "settings", detail: str = "language: fr -> nl") -> AuditLine:
    return AuditLine(NOW, GUILD, ROBIN, action, detail)


def text(
    settings: ServerSettings, lines: Sequence[AuditLine] = (), gone: frozenset[int] = frozenset()
) -> str:
    return panels.panel_text(Panel(settings, lines, gone), scene())


@pytest.mark.parametrize("topic", [None, Topic.DAILY, Topic.GAME])
def test_where_results_could_not_be_posted_the_panel_says_what_is_lacking(
    topic: Topic | None,
) -> None:
    settings = ServerSettings(daily_channel=ChannelId(7))
    lacking = ["send_messages", "read_message_history"]
    shown = panels.panel_text(Panel(settings, topic=topic, missing=lacking), scene())
    said = (
        "⚠️ I cannot post in <#7>, since I lack permissions there: **Send Messages**, "
        "**Read Message History**. Please grant them to me."
    )
    assert (said in shown) == (topic is not Topic.GAME)


def length(content: str) -> int:
    """As Discord's clients count: letters outside the basic plane are two."""
    return len(content.encode("utf-16-le")) // 2


def test_all_settings_are_said() -> None:
    assert text(ServerSettings()) == (
        "**Settings of this server**\n"
        "- **Language**: as set for the server in Discord\n"
        "- **Channels for challenges**: everywhere\n"
        "- **Roles that may challenge**: everybody\n"
        "- **Usual game**: Classic\n"
        "- **Usual number of rounds**: 2\n"
        "- **Time to answer a challenge**: 1 day\n"
        "- **Time for a move**: 3 days\n"
        "- **Reminder**: after 1 day\n"
        "- **Open challenges of one person**: 3\n"
        "- **Running matches of one person**: 5\n"
        "- **Running matches in this server**: 100\n"
        "- **Pause between two challenges of one person**: 30 seconds\n"
        "- **Time zone of the daily**: UTC\n"
        "- **Channel for the results of the daily**: nowhere"
    )


def test_what_was_deleted_is_counted_apart_from_what_is_there() -> None:
    settings = replace(
        ServerSettings(),
        channels=frozenset(map(ChannelId, (1, 2, 3))),
        roles=frozenset(map(RoleId, (4, 5))),
    )
    said = text(settings, gone=frozenset({3, 4, 5}))

    assert "challenges**: <#1> <#2> (1 that was deleted)\n" in said
    assert "may challenge**: (2 that were deleted)\n" in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (audit(), "Language"),
        (
            audit(detail="reminder: 1 day, 0:00:00 -> never; turn limit: 1:00:00 -> 2:00:00"),
            "Time for a move, Reminder",
        ),
        (audit("end match", "k3v9mmmmm0"), "ended the match `k3v9mmmmm0`"),
        (audit("something new", "whatever"), "`something new`"),
    ],
)
def test_the_last_line_says_who_did_what_and_when(line: AuditLine, said: str) -> None:
    *_, heading, last = text(ServerSettings(), [line]).splitlines()

    assert heading == "**Last changes**"
    assert last == f"- <t:{int(NOW.timestamp())}:R> · <@{ROBIN}> · {said}"


def test_somebody_whose_data_was_removed_has_no_name_in_the_audit() -> None:
    said = text(ServerSettings(), [replace(audit(), actor=PlayerId(-3))])

    assert said.endswith("· **a former player** · Language")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("place", [None, *(Setting.CHANNELS, Setting.ROLES)])
def test_a_page_says_everything_and_fits_into_a_message(
    language: Language, page: Topic | None, place: Setting | None
) -> None:
    gone = frozenset(sorted(CHANNELS)[:2]) if place is Setting.CHANNELS else frozenset()
    settings = {
        None: replace(LONGEST, roles=ROLES),
        Setting.CHANNELS: LONGEST,
        Setting.ROLES: replace(LONGEST, channels=frozenset(), roles=ROLES),
    }[place]
    for value in CHOICES[Setting.LANGUAGE]:
        chosen = replace(settings, language=None if value == "server" else value)
        panel = Panel(chosen, [FULL] * 10, gone, page)
        said = panels.panel_text(panel, scene(language))
        assert length(said) <= MESSAGE
        if place is not None:  # where both are full, ten of each are named
            for one in {*chosen.channels, *chosen.roles} - gone:
                assert f"{one}>" in said
        assert said.count("\n- **") == len(Setting)


def test_where_not_all_places_fit_it_is_said_how_many_more_there_are() -> None:
    said = text(replace(LONGEST, roles=ROLES))

    assert said.count("… and 15 more") == 2
    assert said.count("<#") == said.count("<@&") == 10


def test_audit_lines_are_left_out_whole_where_they_do_not_fit() -> None:
    whole = text(ServerSettings(), [FULL]).splitlines()[-1]
    *_, last = text(ServerSettings(), [FULL] * 10).splitlines()

    assert last == whole
    assert 0 < text(ServerSettings(), [FULL] * 10).count(whole) < 10
    assert text(LONGEST, [audit()] * 10).count("· Language") == 10


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("gone", [frozenset(), CHANNELS | ROLES])
def test_discord_takes_every_page(
    language: Language, page: Topic | None, gone: frozenset[int]
) -> None:
    for settings in (ServerSettings(), replace(LONGEST, roles=ROLES)):
        panel = settings_panel(Panel(settings, [FULL], gone, page), scene(language))
        components = panel["view"].to_components()
        assert check_message({"content": panel["content"], "components": components}) == []
        assert len(components) <= ROWS


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=90), "90 seconds"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=36), "36 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=14), "14 days"),
    ],
)
def test_a_length_of_time_is_said_in_its_largest_whole_unit(length: timedelta, said: str) -> None:
    assert panels.length_in_words(length, scene()) == said


def test_no_reminder_and_no_pause_are_said_in_words() -> None:
    settings = replace(ServerSettings(), limits=Limits(reminder=None), caps=Caps(pause=timedelta()))

    assert "- **Reminder**: never\n" in text(settings)
    assert "- **Pause between two challenges of one person**: none\n" in text(settings)


@pytest.mark.parametrize("language", Language)
def test_every_value_offered_is_told_apart_in_every_language(language: Language) -> None:
    for which in CHOICES:
        labels = [choice.label for choice in panels.values(which, scene(language))]
        assert len(set(labels)) == len(labels)
        assert all(panels.name(which, scene(language)) in label for label in labels)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("reminders", [True, False])
@pytest.mark.parametrize("challengeable", [True, False])
@pytest.mark.parametrize("place", CodePlace)
def test_preferences_are_said_and_each_button_offers_the_other(
    language: Language, reminders: bool, challengeable: bool, place: CodePlace
) -> None:
    chosen = Preferences(reminders, challengeable, place)
    opposite = Preferences(
        not reminders,
        not challengeable,
        CodePlace.THREAD if place is CodePlace.PRIVATE else CodePlace.PRIVATE,
    )
    spoken = scene(language)
    panel = preferences_panel(chosen, spoken)
    components = panel["view"].to_components()

    assert check_message({"content": panel["content"], "components": components}) == []
    said, contrary = (
        panels.preferences_text(one, spoken).splitlines()[1:] for one in (chosen, opposite)
    )
    assert set(said).isdisjoint(contrary)
    assert {change.value for change in panels.preference_changes(chosen, spoken)} == {
        f"reminders:{'off' if reminders else 'on'}",
        f"challengeable:{'off' if challengeable else 'on'}",
        f"code-place:{opposite.code_place}",
    }


@pytest.mark.parametrize("language", Language)
def test_discord_takes_the_box_for_a_time_zone(language: Language) -> None:
    box = zone_box("America/Argentina/ComodRivadavia", scene(language)).to_dict()

    assert check_modal(box) == []


def test_the_refusal_of_a_time_zone_is_harmless_and_offers_others() -> None:
    assert panels.unknown_zone("Bruxelles", scene()).endswith(
        "Do you mean one of these? `Europe/Brussels` `Africa/Libreville`"
    )
    loud = panels.unknown_zone("@everyone **" + 100 * "x", scene())
    assert "@everyone" not in loud
    assert length(loud) < 300


def test_a_person_is_named_by_a_mention_that_pings_nobody() -> None:
    panel = settings_panel(Panel(ServerSettings(), [replace(audit(), actor=WREN)]), scene())

    assert f"<@{WREN}>" in panel["content"]
    assert "allowed_mentions" not in panel  # so the client's hold, which allow none
