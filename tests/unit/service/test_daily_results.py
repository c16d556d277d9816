"""What is posted of a day's tries, and when."""

from datetime import UTC, datetime

import pytest

from bot.engine import PRESETS, Preset, format_code
from bot.matches.daily import COMPLETE_WITHIN, LIMITS, DayResults
from bot.matches.daily_store import Posted
from bot.matches.errors import Reason
from bot.matches.ids import ChannelId, MessageId
from bot.matches.settings import ServerSettings
from bot.presentation.palette import legend
from tests.unit.service.dailies import DAY, HOUR, MAY_1, MOMENT, OTHER_GUILD, POSTS, Days
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    refused,
)

POST = MessageId(5)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def days() -> Days:
    return Days()


async def due(days: Days) -> DayResults | None:
    """What is to be posted now, if anything."""
    found = await days.daily.due()
    assert len(found) <= 1
    return await days.daily.results(found[0]) if found else None


async def is_closed(days: Days) -> bool:
    """Whether no day needs looking after."""
    ever = datetime.max.replace(tzinfo=UTC)
    return await days.acts.transact(lambda stores: stores.dailies.unclosed(ever)) == []


async def test_results_are_due_when_the_day_is_over_until_they_are_posted(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.failed(WREN)
    await days.solved(TEAL)
    slow = await days.begun(ROBIN)
    await days.row(slow.match, "YYYY" if await days.code() != "YYYY" else "RRRR")
    await days.solved(ROBIN)
    await days.passes(12 * HOUR - MOMENT)
    assert await due(days) is None
    await days.passes(MOMENT)
    found = await due(days)
    assert found is not None
    assert (found.day.guild, found.day.day, found.channel) == (GUILD, MAY_1, POSTS)
    assert [(one.name, one.solved, one.rows) for one in found.results] == [
        ("Teal", True, 1),
        ("Robin", True, 2),
        ("Wren", False, 0),
    ]
    assert found.code is not None
    assert format_code(found.code, legend(PRESETS[Preset.CLASSIC])) == await days.code()
    assert await due(days) == found
    await days.daily.settle(found, POST)
    assert await due(days) is None


async def test_a_day_that_was_posted_is_not_begun_again_in_another_time_zone(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.passes(12 * HOUR)
    found = await due(days)
    assert found is not None
    await days.daily.settle(found, POST)
    await days.set(daily_channel=POSTS, zone="America/Los_Angeles")
    assert (await refused(days.begun(WREN))).reason is Reason.ONE_A_DAY
    await days.passes(7 * HOUR)
    assert (await days.begun(WREN)).day == MAY_1 + DAY


async def test_the_code_is_kept_back_while_a_try_of_that_day_runs(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.begun(WREN)
    await days.passes(12 * HOUR)
    found = await due(days)
    assert found is not None
    assert found.code is None
    assert [one.name for one in found.results] == ["Robin"]


async def posted_too_early(days: Days) -> None:
    """The results are posted while Wren still plays."""
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.begun(WREN)
    await days.passes(12 * HOUR)
    found = await due(days)
    assert found is not None
    await days.daily.settle(found, POST)


async def test_what_was_posted_while_somebody_played_is_completed_when_nobody_does(
    days: Days,
) -> None:
    await posted_too_early(days)
    assert await due(days) is None
    assert not await is_closed(days)
    await days.solved(WREN)
    found = await due(days)
    assert found is not None
    assert found.day.posted == Posted(POSTS, POST)
    assert [one.name for one in found.results] == ["Robin", "Wren"]
    assert found.code is not None
    await days.daily.settle(found, POST)
    assert await due(days) is None
    assert await is_closed(days)


async def test_a_late_try_that_comes_to_nothing_lets_the_code_be_told(days: Days) -> None:
    await posted_too_early(days)
    await days.passes(DAY)
    (late,) = await days.scene.upkeep.due()
    await days.scene.upkeep.pass_time(late)
    found = await due(days)
    assert found is not None
    assert found.code is not None
    assert [one.name for one in found.results] == ["Robin"]


async def test_results_are_completed_for_longer_than_any_try_takes(days: Days) -> None:
    assert max(rules.rows for rules in PRESETS.values()) * LIMITS.turn < COMPLETE_WITHIN
    await posted_too_early(days)
    await days.passes(COMPLETE_WITHIN)
    await days.solved(WREN)
    assert await due(days) is not None
    await days.passes(MOMENT)
    assert await due(days) is None
    assert await is_closed(days)


@pytest.mark.parametrize("channel", [ChannelId(78), None])
async def test_what_was_posted_is_completed_where_it_is_whatever_was_set_since(
    days: Days, channel: ChannelId | None
) -> None:
    await posted_too_early(days)
    await days.set(daily_channel=channel)
    await days.solved(WREN)
    found = await due(days)
    assert found is not None
    assert found.channel == POSTS


async def test_where_nothing_was_posted_a_late_try_changes_nothing(days: Days) -> None:
    await days.begun(WREN)
    await days.passes(12 * HOUR)
    assert await due(days) is None
    assert not await is_closed(days)
    await days.set(daily_channel=POSTS)
    await days.solved(WREN)
    assert await due(days) is None
    assert await is_closed(days)


async def test_a_day_that_is_posted_for_now_is_not_begun_again_either(days: Days) -> None:
    await posted_too_early(days)
    await days.set(daily_channel=POSTS, zone="America/Los_Angeles")
    assert (await refused(days.begun(TEAL))).reason is Reason.ONE_A_DAY


async def test_results_that_cannot_be_posted_are_given_up_and_late_ones_too(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.begun(WREN)
    await days.passes(12 * HOUR)
    found = await due(days)
    assert found is not None
    await days.daily.settle(found, None)
    assert not await is_closed(days)
    await days.solved(WREN)
    assert await due(days) is None
    assert await is_closed(days)


async def test_nothing_is_due_while_nobody_is_done(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.begun()
    await days.passes(12 * HOUR)
    assert await due(days) is None
    assert not await is_closed(days)
    await days.solved()
    assert await due(days) is not None


async def test_without_a_channel_nothing_is_posted_then_or_later(days: Days) -> None:
    await days.solved()
    await days.passes(12 * HOUR)
    assert await due(days) is None
    await days.set(daily_channel=POSTS)
    assert await due(days) is None
    assert await is_closed(days)


async def test_results_of_which_a_day_passed_are_no_news(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.passes(12 * HOUR + DAY)
    assert await due(days) is not None
    await days.passes(MOMENT)
    assert await due(days) is None
    assert await is_closed(days)


async def test_a_day_that_goes_on_in_a_new_time_zone_is_not_told(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.set(daily_channel=POSTS, zone="America/New_York")
    await days.passes(12 * HOUR)
    assert await due(days) is None
    await days.passes(4 * HOUR)
    assert await due(days) is not None


async def test_a_day_that_a_new_time_zone_ends_is_told_at_once(days: Days) -> None:
    """It is noon, then 19 hours, and the day of Kiritimati is another already."""
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.passes(7 * HOUR)
    assert await due(days) is None
    await days.set(daily_channel=POSTS, zone="Pacific/Kiritimati")
    found = await due(days)
    assert found is not None
    assert found.day.ends_at == days.scene.clock.now


async def test_days_of_other_servers_end_when_they_did(days: Days) -> None:
    await days.begun()
    await days.begun(guild=OTHER_GUILD)
    await days.set(zone="Asia/Tokyo")
    ever = datetime.max.replace(tzinfo=UTC)
    found = await days.acts.transact(lambda stores: stores.dailies.unclosed(ever))
    ends = {day.guild: day.ends_at for day in found}
    assert ends == {GUILD: NOON + 3 * HOUR, OTHER_GUILD: NOON + 12 * HOUR}


async def test_a_server_without_the_bot_waits(days: Days) -> None:
    await days.set(daily_channel=POSTS)
    await days.solved()
    await days.scene.upkeep.leave(GUILD)
    await days.passes(13 * HOUR)
    assert await due(days) is None
    await days.scene.upkeep.come_back(GUILD)
    assert await due(days) is not None


def test_servers_have_utc_and_no_channel_until_somebody_chooses() -> None:
    assert (ServerSettings().zone, ServerSettings().daily_channel) == ("UTC", None)
