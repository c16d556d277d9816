"""The panel of a server's settings: each takes effect, and nobody else gets at it."""

import re
import time
from itertools import chain

import pytest

from sandbox import ClientRefusalError, Message, Permission
from sandbox.model import Component, Role
from tests.e2e.panels import (
    REFUSED,
    TOPICS,
    admin,
    by_hand,
    opened,
    parts,
    rows,
    set_to,
    shown,
    write,
)
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR = 3600
SECOND = 10**6
"""As the database counts."""
ALL_TOPICS = ("language", "channels", "roles", "game", "times", "caps", "daily")
DELETED_ROLE = 4242424242424242424


def some_role(stage: Stage) -> Role:
    """A role that Teal has, and nobody else."""
    role = stage.sandbox.world.add_role(stage.guild, "Waders", 0)
    stage.sandbox.world.give_role(stage.guild, stage.teal.user, role)
    return role


def kept(stage: Stage) -> list[tuple[object, ...]]:
    """All that the database holds of what a panel can change."""
    return [
        row
        for table in ("servers", "server_places", "audit")
        for row in rows(stage, f"SELECT * FROM {table}")  # noqa: S608  # the names are ours
    ]


async def test_the_panel_says_every_setting_and_only_its_admin_sees_it(shared: Stage) -> None:
    stage = shared
    panel = await opened(stage, admin(stage))
    assert panel.ephemeral
    assert panel not in stage.teal.sees(stage.games)
    assert shown(panel, "Language") == "as set for the server in Discord"
    assert shown(panel, "Channels for challenges") == "everywhere"
    assert shown(panel, "Roles that may challenge") == "everybody"
    assert shown(panel, "Usual game") == "Classic"
    assert shown(panel, "Usual number of rounds") == "2"
    assert shown(panel, "Time to answer a challenge") == "1 day"
    assert shown(panel, "Time for a move") == "3 days"
    assert shown(panel, "Reminder") == "after 1 day"
    assert shown(panel, "Open challenges of one person") == "50"
    assert shown(panel, "Running matches of one person") == "50"
    assert shown(panel, "Running matches in this server") == "500"
    assert shown(panel, "Pause between two challenges of one person") == "none"
    assert "Last changes" not in panel.content


async def test_every_page_leads_back_to_the_first(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin)
    first = panel.content
    for topic in ALL_TOPICS:
        await robin.select(panel, TOPICS, [topic])
        assert panel.content != first
        await robin.press(panel, "Back")
        assert panel.content == first


async def test_the_language_is_that_of_what_everybody_reads(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin, "language")
    await set_to(robin, panel, "language", "fr")
    assert shown(panel, "Language") == "French"
    challenge = (await stage.challenge()).message
    assert challenge.buttons[0] == "Accepter"
    private = await stage.wren.slash(stage.games, "mastermind matches")
    assert private.text.startswith("Your open matches")

    await set_to(robin, panel, "language", "server")
    assert (await stage.challenge()).message.buttons[0] == "Accept"


async def test_a_language_that_was_purged_is_not_spoken_to_a_server_that_comes_back(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    panel = await opened(stage, robin, "language")
    await set_to(robin, panel, "language", "fr")
    sandbox.remove_bot(stage.guild)
    absent = f"SELECT COUNT(*) FROM absences WHERE guild = {stage.guild.id}"  # noqa: S608  # ours
    await stage.until_stored(absent, 1)
    write(stage, "DELETE FROM servers WHERE guild = ?", stage.guild.id)
    sandbox.invite_bot(stage.guild)
    await stage.until_stored(absent, 0)
    assert (await stage.challenge()).message.buttons[0] == "Accept"


async def test_challenges_are_made_in_the_chosen_channels_only(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    nest = stage.sandbox.add_text_channel(stage.guild, "nest")
    panel = await opened(stage, robin, "channels")
    await set_to(robin, panel, "channels", nest)
    assert shown(panel, "Channels for challenges") == f"<#{nest.id}>"

    refused = await stage.challenge()
    assert refused.ephemeral
    assert f"Please make your challenge in one of these: <#{nest.id}>" in refused.text
    assert not (await robin.slash(nest, "mastermind challenge", opponent=stage.wren)).ephemeral

    await robin.press(panel, "Everywhere")
    assert shown(panel, "Channels for challenges") == "everywhere"
    assert not (await stage.challenge()).ephemeral


async def test_only_the_chosen_roles_may_challenge(shared: Stage) -> None:
    stage = shared
    robin, waders = admin(stage), some_role(stage)
    panel = await opened(stage, robin, "roles")
    await set_to(robin, panel, "roles", waders)
    assert shown(panel, "Roles that may challenge") == f"<@&{waders.id}>"

    refused = await stage.challenge()
    assert refused.ephemeral
    assert f"let only some roles make challenges: <@&{waders.id}>" in refused.text
    menu = await stage.wren.user_menu(stage.games, "Challenge to Mastermind", stage.robin)
    assert menu.ephemeral
    allowed = await stage.teal.slash(stage.games, "mastermind challenge", opponent=stage.robin)
    assert not allowed.ephemeral

    await set_to(robin, panel, "roles")
    assert shown(panel, "Roles that may challenge") == "everybody"
    assert not (await stage.challenge()).ephemeral


async def test_the_role_that_everybody_has_is_no_bound(shared: Stage) -> None:
    stage = shared
    robin, waders = admin(stage), some_role(stage)
    panel = await opened(stage, robin, "roles")
    await set_to(robin, panel, "roles", waders)
    await set_to(robin, panel, "roles", str(stage.guild.id), waders)
    assert shown(panel, "Roles that may challenge") == "everybody"


async def test_a_challenge_that_names_no_game_is_the_usual_one(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin, "game")
    await set_to(robin, panel, "preset", "bulls-and-cows")
    await set_to(robin, panel, "rounds", "4")
    by_command = (await stage.challenge()).message
    by_menu = await robin.user_menu(stage.games, "Challenge to Mastermind", stage.wren)
    for challenge in (by_command, by_menu.message):
        assert "**Bulls and Cows**" in challenge.content
        assert "4 rounds" in challenge.content
    named = (await stage.challenge(preset="classic", rounds=2)).message
    assert "**Classic**" in named.content
    assert "2 rounds" in named.content


async def test_new_times_hold_for_challenges_from_then_on(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    await stage.challenge()
    panel = await opened(stage, robin, "times")
    assert "New times hold for challenges made from now on" in panel.content
    await set_to(robin, panel, "challenge life", str(6 * HOUR))
    await set_to(robin, panel, "reminder", str(HOUR))
    await set_to(robin, panel, "turn limit", str(12 * HOUR))
    assert shown(panel, "Time to answer a challenge") == "6 hours"
    assert shown(panel, "Reminder") == "after 1 hour"
    assert shown(panel, "Time for a move") == "12 hours"
    after = (await stage.challenge()).message

    (stamp,) = set(re.findall(r"<t:(\d+):\w>", after.content))
    assert abs(int(stamp) - (time.time() + 6 * HOUR)) < 60

    await set_to(robin, panel, "reminder", "0")
    assert shown(panel, "Reminder") == "never"
    await stage.challenge()
    limits = "SELECT turn_limit, reminder FROM matches WHERE guild = ? ORDER BY created_at"
    assert rows(stage, limits, stage.guild.id) == [
        (72 * HOUR * SECOND, 24 * HOUR * SECOND),
        (12 * HOUR * SECOND, HOUR * SECOND),
        (12 * HOUR * SECOND, None),
    ]


async def test_a_reminder_that_would_come_too_late_is_refused_from_both_sides(
    shared: Stage,
) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin, "times")
    for setting, value in (("turn limit", 24 * HOUR), ("reminder", 72 * HOUR)):
        refused = await set_to(robin, panel, setting, str(value))
        assert refused.ephemeral
        assert "before the time for a move is over" in refused.text
    unchanged = await opened(stage, robin)
    assert shown(unchanged, "Time for a move") == "3 days"
    assert shown(unchanged, "Reminder") == "after 1 day"


async def test_caps_hold_for_the_next_challenge(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin, "caps")
    await set_to(robin, panel, "challenges each", "1")
    assert not (await stage.challenge()).ephemeral
    refused = await stage.challenge()
    assert refused.ephemeral
    assert "as one person may have here (1)" in refused.text

    await set_to(robin, panel, "challenges each", "10")
    await set_to(robin, panel, "pause", "900")
    assert shown(panel, "Pause between two challenges of one person") == "15 minutes"
    assert "You have just made a challenge" in (await stage.challenge()).text

    await set_to(robin, panel, "pause", "0")
    await stage.match_of(stage.robin, stage.teal)
    await set_to(robin, panel, "matches each", "1")
    assert "You are playing as many matches" in (await stage.challenge()).text
    await set_to(robin, panel, "matches each", "5")
    for _ in range(4):
        await stage.match_of(stage.teal, stage.wren)
    await set_to(robin, panel, "matches here", "5")
    assert "This server has as many running matches" in (await stage.challenge()).text


async def test_the_panel_ends_with_who_changed_what(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    stage.sandbox.grant(stage.guild, stage.teal, Permission.MANAGE_GUILD)
    panel = await opened(stage, robin, "times")
    await set_to(robin, panel, "turn limit", str(48 * HOUR))
    theirs = await opened(stage, stage.teal, "game")
    await set_to(stage.teal, theirs, "rounds", "6")
    await set_to(stage.teal, theirs, "rounds", "6")  # no change, no line

    heading, *lines = theirs.content.splitlines()[-3:]
    assert heading == "**Last changes**"
    assert [re.sub(r"<t:\d+:R>", "now", line) for line in lines] == [
        f"- now · <@{stage.teal.id}> · Usual number of rounds",
        f"- now · <@{robin.id}> · Time for a move",
    ]
    assert rows(stage, "SELECT detail FROM audit WHERE guild = ? ORDER BY seq", stage.guild.id) == [
        ("turn limit: 3 days, 0:00:00 -> 2 days, 0:00:00",),
        ("rounds: 2 -> 6",),
    ]


async def test_a_deleted_channel_is_named_as_such_and_can_be_taken_out(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    nest, reeds = (sandbox.add_text_channel(stage.guild, name) for name in ("nest", "reeds"))
    panel = await opened(stage, robin, "channels")
    await set_to(robin, panel, "channels", nest, reeds)
    with pytest.raises(ClientRefusalError):
        await robin.press(panel, "Remove what was deleted")
    sandbox.delete_channel(reeds)

    panel = await opened(stage, robin, "channels")
    assert shown(panel, "Channels for challenges") == f"<#{nest.id}> (1 that was deleted)"
    await robin.press(panel, "Remove what was deleted")
    assert shown(panel, "Channels for challenges") == f"<#{nest.id}>"
    assert "Remove what was deleted" not in panel.buttons


async def test_only_channels_that_are_there_are_named_to_who_challenges_elsewhere(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    nest, reeds = (sandbox.add_text_channel(stage.guild, name) for name in ("nest", "reeds"))
    panel = await opened(stage, robin, "channels")
    await set_to(robin, panel, "channels", nest, reeds)
    sandbox.delete_channel(reeds)
    refused = await stage.challenge()
    assert refused.text.endswith(f"Please make your challenge in one of these: <#{nest.id}>")
    sandbox.delete_channel(nest)
    refused = await stage.challenge()
    assert refused.text.startswith("All channels that the admins of this server chose for matches")
    assert "`/mastermind-admin settings`" in refused.text


async def test_a_deleted_role_is_named_as_such_and_can_be_taken_out(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    write(stage, "INSERT INTO server_places VALUES (?, 'role', ?)", stage.guild.id, DELETED_ROLE)
    panel = await opened(stage, robin, "roles")
    assert shown(panel, "Roles that may challenge") == "(1 that was deleted)"
    refused = await stage.challenge()
    assert refused.text.startswith("All roles that the admins of this server let make challenges")
    await robin.press(panel, "Remove what was deleted")
    assert shown(panel, "Roles that may challenge") == "everybody"
    assert not (await stage.challenge()).ephemeral


async def test_what_is_not_offered_changes_nothing_when_it_is_sent_by_hand(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    elsewhere = sandbox.add_text_channel(sandbox.add_guild("Pond"), "depths")
    voice = sandbox.add_voice_channel(stage.guild, "lounge")
    panel = await opened(stage, robin)
    for topic, foreign in (
        ("language", ["de"]),
        ("channels", [str(elsewhere.id), str(voice.id), "42", "nest"]),
        ("roles", [str(DELETED_ROLE), ""]),
        ("game", ["expert"]),
        ("times", ["-5"]),
        ("caps", ["1000000"]),
        ("daily", [str(elsewhere.id), str(voice.id), "42"]),
    ):
        await robin.select(panel, TOPICS, [topic])
        before = panel.content
        for part in parts(panel):
            if part["type"] != Component.BUTTON:
                await by_hand(stage, robin, panel, part, foreign)
                assert panel.content == before
        await robin.press(panel, "Back")
    assert "Last changes" not in panel.content


async def test_nobody_else_gets_at_the_panel_by_any_way(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    robin, nest = admin(stage), sandbox.add_text_channel(stage.guild, "nest")
    with pytest.raises(ClientRefusalError):
        await stage.teal.slash(stage.games, "mastermind-admin settings")
    refused = await stage.teal.slash_unallowed(stage.games, "mastermind-admin settings")
    assert refused.ephemeral
    assert refused.text.startswith(REFUSED)

    panel = await opened(stage, robin, "channels")
    await set_to(robin, panel, "channels", nest)
    doomed = sandbox.add_text_channel(stage.guild, "doomed")
    await set_to(robin, panel, "channels", nest, doomed)
    sandbox.delete_channel(doomed)
    before = kept(stage)
    panels = [await opened(stage, robin, topic) for topic in (None, *ALL_TOPICS)]
    tried = [(panel, part) for panel in panels for part in parts(panel)]
    assert len(tried) == 1 + (1 + 1) + (1 + 3) + (1 + 2) + (2 + 1) + (3 + 1) + (4 + 1) + (3 + 1)
    shown_before = [panel.content for panel in panels]
    for panel, part in tried:
        values = [part["options"][-1]["value"]] if "options" in part else [str(stage.games.id)]
        refused = await by_hand(stage, stage.teal, panel, part, values)
        assert refused.ephemeral
        assert refused.text.startswith(REFUSED)
    assert [panel.content for panel in panels] == shown_before
    assert kept(stage) == before


async def test_a_permission_taken_away_in_the_middle_ends_it(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    role = sandbox.grant(stage.guild, stage.teal, Permission.MANAGE_GUILD)
    panel = await opened(stage, stage.teal, "language")
    sandbox.set_permissions(stage.guild, role, Permission(0))
    for part in parts(panel):
        refused = await by_hand(stage, stage.teal, panel, part, ["nl"])
        assert refused.text.startswith(REFUSED)
    assert (await stage.challenge()).message.buttons[0] == "Accept"


async def test_two_servers_do_not_share_settings(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    robin = admin(stage)
    pond = sandbox.add_guild("Pond")
    place = sandbox.add_text_channel(pond, "depths")
    for person in (stage.robin, stage.wren):
        person.join(pond)
    panel = await opened(stage, robin, "language")
    await set_to(robin, panel, "language", "nl")
    challenge = await stage.robin.slash(place, "mastermind challenge", opponent=stage.wren)
    assert challenge.message.buttons[0] == "Accept"


def in_every_list(panel: Message) -> set[str]:
    """The labels of the options that are chosen."""
    options = chain.from_iterable(part.get("options", ()) for part in parts(panel))
    return {option["label"] for option in options if option.get("default")}


async def test_a_closed_list_says_what_it_is_and_what_is_chosen(shared: Stage) -> None:
    stage = shared
    robin = admin(stage)
    panel = await opened(stage, robin, "times")
    assert in_every_list(panel) == {
        "Time to answer a challenge: 1 day",
        "Time for a move: 3 days",
        "Reminder: after 1 day",
    }
    await set_to(robin, panel, "challenge life", str(HOUR))
    assert "Time to answer a challenge: 1 hour" in in_every_list(panel)
