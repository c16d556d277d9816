"""What each person chooses for themselves, and that it takes effect."""

import pytest

from sandbox import Answer, Message, Person
from tests.e2e.panels import by_hand, parts, rows
from tests.e2e.stage import Match, Stage

HOUR = 3600 * 10**6
"""As the database counts."""
DEFAULTS = ["No reminders", "Take no challenges", "Ask in the thread only"]


async def opened(stage: Stage, person: Person) -> Message:
    """The person's panel."""
    answer: Answer = await person.slash(stage.games, "mastermind preferences")
    assert answer.ephemeral
    return answer.message


@pytest.mark.asyncio(loop_scope="module")
async def test_the_panel_says_what_is_chosen_and_offers_the_rest(shared: Stage) -> None:
    stage = shared
    panel = await opened(stage, stage.wren)
    assert panel not in stage.teal.sees(stage.games)
    assert "**Reminders**: on." in panel.content
    assert "**Challenges**: on." in panel.content
    assert "by private message and in the thread" in panel.content
    assert panel.buttons == DEFAULTS

    for button in DEFAULTS:
        await stage.wren.press(panel, button)
    assert "**Reminders**: off." in panel.content
    assert "**Challenges**: off." in panel.content
    assert "in the thread only" in panel.content
    assert panel.buttons == ["Remind me", "Take challenges", "Ask by private message too"]
    assert (await opened(stage, stage.wren)).content == panel.content

    for button in panel.buttons:
        await stage.wren.press(panel, button)
    assert panel.buttons == DEFAULTS


@pytest.mark.asyncio(loop_scope="module")
async def test_whoever_takes_no_challenges_gets_none_and_can_still_make_some(
    shared: Stage,
) -> None:
    stage = shared
    panel = await opened(stage, stage.wren)
    await stage.wren.press(panel, "Take no challenges")
    by_command = await stage.challenge()
    by_menu = await stage.robin.user_menu(stage.games, "Challenge to Mastermind", stage.wren)
    for refused in (by_command, by_menu):
        assert refused.ephemeral
        assert refused.text.startswith(f"{stage.wren.mention} takes no challenges at the moment.")
    assert stage.said_in(stage.games) == []
    own = await stage.wren.slash(stage.games, "mastermind challenge", opponent=stage.robin)
    assert not own.ephemeral

    await stage.wren.press(panel, "Take challenges")
    assert not (await stage.challenge()).ephemeral


@pytest.mark.asyncio(loop_scope="module")
async def test_codes_are_asked_for_in_the_thread_only_where_one_likes_that(
    shared: Stage,
) -> None:
    stage = shared
    panel = await opened(stage, stage.robin)
    await stage.robin.press(panel, "Ask in the thread only")
    match = await stage.accepted()
    await stage.nothing_owed()
    assert stage.said_in_private(stage.robin) == []
    assert stage.last_with(match.thread, "Set the code") is not None
    await stage.set_code(match, "RBRG")

    await stage.robin.press(panel, "Ask by private message too")
    await stage.accepted()
    await stage.sandbox.wait_for(lambda: stage.said_in_private(stage.robin))


@pytest.mark.asyncio(loop_scope="module")
async def test_a_button_of_somebody_else_changes_what_oneself_has_chosen(shared: Stage) -> None:
    stage = shared
    panel = await opened(stage, stage.wren)
    (button,) = (part for part in parts(panel) if part["label"] == "Take no challenges")
    await by_hand(stage, stage.teal, panel, button)
    assert not (await stage.challenge()).ephemeral
    refused = await stage.robin.slash(stage.games, "mastermind challenge", opponent=stage.teal)
    assert refused.ephemeral


async def test_a_panel_and_what_was_chosen_outlive_a_restart(started: Stage) -> None:
    stage = started
    panel = await opened(stage, stage.wren)
    await stage.wren.press(panel, "Take no challenges")
    await stage.restart()
    assert (await stage.challenge()).ephemeral
    await stage.wren.press(panel, "Take challenges")
    assert panel.buttons == DEFAULTS
    assert not (await stage.challenge()).ephemeral


async def test_whoever_wants_no_reminders_gets_none(started: Stage) -> None:
    stage = started
    await stage.robin.press(await opened(stage, stage.robin), "No reminders")
    silent = await stage.match_of(stage.robin, stage.wren)
    reminded = await stage.match_of(stage.teal, stage.wren)
    await stage.nothing_owed()
    await stage.change_data(
        f"UPDATE matches SET turn_since = turn_since - {25 * HOUR}, "  # noqa: S608  # a number of ours
        f"next_deadline = next_deadline - {25 * HOUR}"
    )
    reminder = await stage.sandbox.message(reminded.thread, "it is your move")
    assert reminder.pinged == [stage.teal.id]
    assert _reminded(stage) == [(1,), (1,)]
    await stage.nothing_owed()
    assert not any("it is your move" in said.content for said in _all_said(stage, silent))


def _reminded(stage: Stage) -> list[tuple[object, ...]]:
    return rows(stage, "SELECT reminded FROM matches")


def _all_said(stage: Stage, match: Match) -> list[Message]:
    return [*stage.said_in(match.thread), *stage.said_in_private(match.codemaker)]
