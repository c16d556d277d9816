"""Tries at the daily: one each, on the server's days, and what is posted of them."""

import hashlib
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.engine import PRESETS, Preset, format_code
from bot.matches.daily import AWAY, LIMITS
from bot.matches.errors import Reason
from bot.matches.models import Kind, Outcome, Phase
from bot.matches.ports import Stores
from bot.presentation.palette import legend
from tests.unit.service.dailies import (
    BOT,
    DAY,
    HOUR,
    MAY_1,
    MOMENT,
    OTHER_GUILD,
    Days,
)
from tests.unit.service.scene import (
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    refused,
    taken,
)

MINUTE = timedelta(minutes=1)


@pytest.fixture
def days() -> Days:
    return Days()


# A try


async def test_a_try_begins_at_once_with_the_code_of_the_day(days: Days) -> None:
    attempt = await days.begun()
    match = await days.stored(attempt)
    assert (match.terms.kind, match.day, match.phase) == (Kind.DAILY, MAY_1, Phase.BREAKING)
    assert (match.challenger, match.opponent, match.limits) == (ROBIN.id, BOT.id, LIMITS)
    secret = match.rounds[0].secret
    assert secret is not None
    assert format_code(secret.code, legend(match.terms.rules)) == await days.code()
    assert (attempt.day, attempt.is_today, attempt.streak) == (MAY_1, True, 0)
    assert attempt.match.names == {ROBIN.id: "Robin", BOT.id: "Mastermind"}


async def test_its_player_does_not_see_the_code_before_the_end(days: Days) -> None:
    attempt = await days.begun()
    assert attempt.match.rounds[0].code is None
    assert (await days.solved()).match.rounds[0].code is not None


async def test_everybody_has_the_same_code_with_a_fingerprint_of_their_own(days: Days) -> None:
    matches = [await days.stored(await days.begun(who)) for who in (ROBIN, WREN, TEAL)]
    secrets = [match.rounds[0].secret for match in matches]
    assert len({one.code for one in secrets if one}) == 1
    assert len({one.commitment for one in secrets if one}) == 3


async def test_another_server_has_another_secret(days: Days) -> None:
    await days.begun()
    await days.begun(guild=OTHER_GUILD)

    async def both(stores: Stores) -> list[bytes | None]:
        return [await stores.dailies.secret(guild) for guild in (GUILD, OTHER_GUILD)]

    one, other = await days.acts.transact(both)
    assert one is not None
    assert len(one) == 32
    assert one != other


async def test_a_try_is_shown_again_while_it_runs_and_when_it_is_over(days: Days) -> None:
    first = await days.begun()
    await days.row(first.match, "YYYY")
    again = await days.begun()
    assert again.match.id == first.match.id
    assert len(again.match.rounds[0].rows) == 1
    over = await days.solved()
    assert (await days.begun()) == over
    assert over.match.phase is Phase.FINISHED


async def test_nobody_is_told_of_a_try(days: Days) -> None:
    await days.solved()
    assert await days.scene.untold() == []


async def test_nobody_else_is_shown_a_try(days: Days) -> None:
    attempt = await days.begun()
    for ask in (days.daily.see, days.daily.to_share):
        refusal = await refused(ask(attempt.match.id, WREN.id))
        assert refusal.reason is Reason.ONLY_PLAYERS


async def test_what_is_no_daily_is_not_shown_as_one(days: Days) -> None:
    match = await days.scene.breaking()
    assert (await refused(days.daily.see(match.id, ROBIN.id))).reason is Reason.ONLY_PLAYERS


@pytest.mark.parametrize("restarted", [False, True])
async def test_who_had_all_removed_waits_for_the_next_day(days: Days, restarted: bool) -> None:
    await days.solved()
    await days.privacy.erase(ROBIN.id)
    if restarted:
        days.restart()
    refusal = await refused(days.begun())
    assert refusal.reason is Reason.ONE_A_DAY
    assert refusal.until == datetime(2026, 5, 2, tzinfo=UTC)
    await days.passes(12 * HOUR)
    assert (await days.begun()).streak == 0


async def test_a_try_that_its_player_had_removed_while_it_ran_was_one(days: Days) -> None:
    await days.begun()
    await days.privacy.erase(ROBIN.id)
    assert (await refused(days.begun())).reason is Reason.ONE_A_DAY


async def test_a_removal_keeps_nobody_from_a_code_that_they_have_not_tried(days: Days) -> None:
    await days.solved()
    await days.begun(WREN, OTHER_GUILD)
    for who in (ROBIN, WREN, TEAL):
        await days.privacy.erase(who.id)
    for who, guild in ((ROBIN, OTHER_GUILD), (WREN, GUILD), (TEAL, GUILD), (TEAL, OTHER_GUILD)):
        assert (await days.begun(who, guild)).match.phase is Phase.BREAKING


async def test_what_is_kept_of_a_removed_try_does_not_say_whose_it_was_and_goes(
    days: Days,
) -> None:
    await days.begun(guild=OTHER_GUILD)
    await days.solved()
    await days.privacy.erase(ROBIN.id)
    here, there = await days.marks()
    assert here != there, "each server has a secret of its own"
    assert all(re.fullmatch("[0-9a-f]{64}", mark) for mark in (here, there))
    assert hashlib.sha256(f"tried 2026-05-01 {ROBIN.id}".encode()).hexdigest() not in {here, there}
    await days.passes(12 * HOUR)
    assert [await days.daily.results(day) for day in await days.daily.due()] == [None, None]
    assert await days.marks() == []


async def test_all_play_the_game_that_was_the_usual_one_at_the_first_try(days: Days) -> None:
    await days.set(preset=Preset.SUPER)
    first = await days.begun()
    await days.set(preset=Preset.MINI)
    second = await days.begun(WREN)
    assert first.match.terms.rules == second.match.terms.rules == PRESETS[Preset.SUPER]
    await days.passes(DAY)
    assert (await days.begun(TEAL)).match.terms.rules == PRESETS[Preset.MINI]


# Days


@pytest.mark.parametrize(
    ("zone", "now", "day", "next_at"),
    [
        ("UTC", (2026, 5, 1, 12), MAY_1, (2026, 5, 2)),
        ("Pacific/Kiritimati", (2026, 5, 1, 9), MAY_1, (2026, 5, 1, 10)),
        ("Pacific/Kiritimati", (2026, 5, 1, 10), MAY_1 + DAY, (2026, 5, 2, 10)),
        ("America/St_Johns", (2026, 5, 1, 2), MAY_1 - DAY, (2026, 5, 1, 2, 30)),
        ("Europe/Brussels", (2026, 3, 29, 0), date(2026, 3, 29), (2026, 3, 29, 22)),
        ("Europe/Brussels", (2026, 10, 25, 21), date(2026, 10, 25), (2026, 10, 25, 23)),
        ("No/Where", (2026, 5, 1, 12), MAY_1, (2026, 5, 2)),
    ],
)
async def test_the_day_is_that_of_the_servers_time_zone(
    days: Days, zone: str, now: tuple[int, ...], day: date, next_at: tuple[int, ...]
) -> None:
    await days.set(zone=zone)
    days.scene.clock.now = datetime(*now, tzinfo=UTC)  # type: ignore[arg-type, misc]  # as above
    attempt = await days.begun()
    assert (attempt.day, attempt.zone) == (day, zone)
    assert attempt.next_at == datetime(*next_at, tzinfo=UTC)  # type: ignore[arg-type, misc]


async def test_a_new_code_comes_at_midnight_and_not_before(days: Days) -> None:
    first = await days.solved()
    await days.passes(12 * HOUR - MOMENT)
    assert (await days.begun()).match.id == first.match.id
    await days.passes(MOMENT)
    second = await days.begun()
    assert second.match.id != first.match.id
    assert second.day == MAY_1 + DAY


async def test_a_try_that_runs_over_midnight_stays_of_its_day_and_comes_first(
    days: Days,
) -> None:
    running = await days.begun()
    await days.passes(13 * HOUR)
    found = await days.begun()
    assert (found.match.id, found.day, found.is_today) == (running.match.id, MAY_1, False)
    assert found.is_late
    over = await days.solved()
    assert (over.day, over.streak, over.is_late) == (MAY_1, 1, True)
    assert (await days.solved()).streak == 2


async def test_a_try_that_ended_in_time_is_not_late_however_late_it_is_looked_at(
    days: Days,
) -> None:
    await days.begun()
    await days.passes(12 * HOUR - MOMENT)
    assert not (await days.begun()).is_late
    over = await days.solved()
    await days.passes(DAY)
    found = await days.daily.see(over.match.id, ROBIN.id)
    assert (found.is_today, found.is_late) == (False, False)


async def test_a_try_that_nobody_goes_on_with_is_over_a_day_later(days: Days) -> None:
    attempt = await days.begun()
    await days.row(attempt.match, "YYYY")
    await days.passes(DAY - MOMENT)
    assert await days.scene.upkeep.due() == []
    await days.passes(MOMENT)
    assert await days.scene.upkeep.due() == [attempt.match.id]
    told = taken(await days.scene.upkeep.pass_time(attempt.match.id))
    assert told.entries == ()
    over = await days.daily.see(attempt.match.id, ROBIN.id)
    assert over.match.rounds[0].outcome is Outcome.ABANDONED


# Streaks


async def test_a_streak_goes_on_from_day_to_day_and_is_broken_by_a_miss(days: Days) -> None:
    for number in (1, 2, 3):
        assert (await days.solved()).streak == number
        await days.passes(DAY)
    await days.passes(DAY)
    assert (await days.solved()).streak == 1
    await days.passes(DAY)
    assert (await days.failed()).streak == 0


async def test_a_day_on_which_the_bot_was_down_breaks_no_streak(days: Days) -> None:
    await days.solved()
    await days.is_down(2 * DAY)
    assert (await days.solved()).streak == 2


async def test_what_was_played_and_not_solved_breaks_it_on_such_a_day_too(days: Days) -> None:
    await days.solved()
    await days.passes(DAY)
    await days.failed()
    await days.is_down(DAY)
    assert (await days.solved()).streak == 1


@pytest.mark.parametrize(("away", "streak"), [(AWAY, 2), (AWAY - MOMENT, 1)])
async def test_an_outage_of_half_an_hour_excuses_a_day_and_a_shorter_one_does_not(
    days: Days, away: timedelta, streak: int
) -> None:
    await days.solved()
    await days.passes(DAY)
    await days.is_down(away)
    await days.passes(DAY)
    assert (await days.solved()).streak == streak


@pytest.mark.parametrize(("away", "streak"), [(AWAY, 3), (AWAY - MOMENT, 1)])
async def test_an_outage_over_midnight_excuses_either_day(
    days: Days, away: timedelta, streak: int
) -> None:
    await days.solved()
    await days.passes(DAY)
    await days.solved()
    await days.passes(DAY + 11 * HOUR)
    await days.is_down(away)
    await days.passes(DAY)
    assert (await days.solved()).streak == streak


async def test_a_crash_loop_is_one_outage(days: Days) -> None:
    """Each start comes too soon after the one before to be an outage alone."""
    await days.solved()
    await days.scene.upkeep.beat()
    for _ in range(49 * 60):
        days.scene.clock.advance(MINUTE)
        await days.scene.upkeep.start()
    await days.scene.upkeep.beat()
    assert (await days.solved()).streak == 2


async def test_a_day_that_a_new_time_zone_cuts_short_breaks_no_streak(days: Days) -> None:
    """It is noon when nine hours of the day are taken away, and nobody has played yet."""
    await days.solved()
    await days.passes(DAY + 4 * HOUR)
    await days.set(zone="Asia/Tokyo")
    attempt = await days.solved()
    assert (attempt.day, attempt.streak) == (MAY_1 + 2 * DAY, 2)


async def test_a_day_that_comes_back_after_its_end_was_cut_short_all_the_same(days: Days) -> None:
    """May 2nd is over at 15 hours by UTC, is settled, and goes on at 16 hours."""
    await days.solved()
    await days.passes(DAY - 2 * HOUR)
    await days.set(zone="Asia/Tokyo")
    await days.failed(TEAL)
    await days.passes(6 * HOUR)
    for day in await days.daily.due():
        await days.daily.results(day)
    await days.set(zone="UTC")
    assert (await refused(days.begun())).reason is Reason.ONE_A_DAY
    await days.passes(DAY)
    attempt = await days.solved()
    assert (attempt.day, attempt.streak) == (MAY_1 + 2 * DAY, 2)


async def test_after_a_change_westwards_the_next_code_is_the_first_that_was_not_tried(
    days: Days,
) -> None:
    await days.solved()
    await days.passes(14 * HOUR)
    assert (await days.solved()).day == MAY_1 + DAY
    await days.set(zone="America/New_York")
    attempt = await days.begun()
    assert (attempt.day, attempt.is_today) == (MAY_1, True)
    assert attempt.next_at == datetime(2026, 5, 3, 4, tzinfo=UTC)


async def test_an_outage_excuses_the_day_it_fell_on_also_in_a_later_time_zone(days: Days) -> None:
    """From 20 to 23 hours by UTC, which is the next day in Tokyo; nobody played on May 2nd."""
    await days.solved()
    await days.passes(DAY + 8 * HOUR)
    await days.is_down(AWAY)
    await days.passes(13 * HOUR)
    assert (await days.solved()).streak == 2
    await days.set(zone="Asia/Tokyo")
    assert (await days.begun()).streak == 2


async def test_the_card_of_a_day_has_the_streak_of_that_day(days: Days) -> None:
    first = await days.solved()
    await days.passes(DAY)
    second = await days.solved()
    assert second.streak == 2
    assert (await days.daily.see(first.match.id, ROBIN.id)).streak == 1
    await days.passes(4 * DAY)
    assert (await days.daily.see(second.match.id, ROBIN.id)).streak == 2


async def test_an_absence_excuses_days_in_its_own_server_alone(days: Days) -> None:
    for guild in (GUILD, OTHER_GUILD):
        attempt = await days.begun(guild=guild)
        await days.row(attempt.match, await days.code(guild=guild))
    await days.passes(DAY)
    await days.scene.upkeep.leave(GUILD)
    await days.passes(AWAY)
    await days.scene.upkeep.come_back(GUILD)
    await days.passes(DAY)
    assert (await days.solved()).streak == 2
    attempt = await days.begun(guild=OTHER_GUILD)
    assert attempt.streak == 0


async def test_a_clock_that_was_set_back_is_no_outage(days: Days) -> None:
    await days.solved()
    await days.passes(3 * DAY)
    await days.is_down(-2 * HOUR)
    assert (await days.solved()).streak == 1


async def test_what_a_clock_that_ran_ahead_took_for_an_outage_was_none(days: Days) -> None:
    await days.solved()
    await days.passes(2 * DAY)
    await days.is_down(365 * DAY)
    await days.is_down(-365 * DAY)
    await days.passes(DAY)
    assert (await days.solved()).streak == 1


# Sharing


async def test_a_result_is_shared_when_it_was_shown(days: Days) -> None:
    attempt = await days.solved()
    for _ in range(2):  # the first time it did not arrive
        assert await days.daily.to_share(attempt.match.id, ROBIN.id) == attempt
    assert not attempt.is_shared
    await days.daily.shared(attempt.match.id)
    shared = await days.daily.to_share(attempt.match.id, ROBIN.id)
    assert shared == replace(attempt, is_shared=True)


async def test_a_try_that_runs_is_not_shared(days: Days) -> None:
    attempt = await days.begun()
    refusal = await refused(days.daily.to_share(attempt.match.id, ROBIN.id))
    assert refusal.reason is Reason.MATCH_RUNNING
    assert not (await days.begun()).is_shared
