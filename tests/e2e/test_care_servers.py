"""Servers that the bot is taken out of, or that have an outage, in the middle of a match."""

from collections.abc import Callable

import pytest

from sandbox import Channel, Guild, Sandbox
from tests.e2e.care import pass_time, replies, texts_with
from tests.e2e.stage import Stage

DAY = 24
GONE = "SELECT COUNT(*) FROM absences"
Change = Callable[[Sandbox, Guild], None]


def begin_outage(sandbox: Sandbox, guild: Guild) -> None:
    """Discord itself has trouble with the server."""
    sandbox.set_available(guild, available=False)


def end_outage(sandbox: Sandbox, guild: Guild) -> None:
    """The trouble is over."""
    sandbox.set_available(guild, available=True)


def other_server(stage: Stage) -> Channel:
    """A channel of a second server in which all three are."""
    grove = stage.sandbox.add_guild("Grove")
    for person in (stage.robin, stage.wren, stage.teal):
        person.join(grove)
    stage.lift_caps(grove.id)
    return stage.sandbox.add_text_channel(grove, "glade")


def calls_to(stage: Stage, *places: Channel) -> int:
    """How often the bot has asked Discord for something in these channels."""
    paths = tuple(f"/channels/{place.id}" for place in places)
    return sum(call.path.startswith(paths) for call in stage.sandbox.record.calls)


@pytest.mark.parametrize(
    ("go", "come"),
    [(Sandbox.remove_bot, Sandbox.invite_bot), (begin_outage, end_outage)],
    ids=["removed", "outage"],
)
@pytest.mark.parametrize("asleep", [False, True])
async def test_a_match_rests_while_its_server_is_away(
    started: Stage, go: Change, come: Change, asleep: bool
) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await stage.row(match, "RRBY")
    challenge = (await stage.challenge()).message
    await stage.nothing_owed()
    if asleep:  # the bot finds the server away when it starts
        await stage.stop()
    go(sandbox, stage.guild)
    if asleep:
        await stage.start()
    await stage.until_stored(GONE, 1)
    typed = await stage.wren.say(match.thread, "YYYY")
    await pass_time(stage, 9 * DAY)
    come(sandbox, stage.guild)
    await stage.until_stored(GONE, 0)
    # What was written meanwhile is answered, as after any other absence.
    assert (await stage.answer_to(typed)).text.startswith("Row 2 of 10")
    await pass_time(stage, 0)
    await stage.nothing_owed()
    for words in ("it is your move", "ran out of time"):
        assert texts_with(stage.said_in(match.thread), words) == []
    assert (await stage.row(match, "RRRR")).text.startswith("Row 3 of 10")
    assert len(replies(stage, typed)) == 1
    assert "is on" in (await stage.wren.press(challenge, "Accept")).text


async def test_what_is_owed_to_a_removed_server_waits_without_asking_again(
    started: Stage,
) -> None:
    stage, sandbox = started, started.sandbox
    elsewhere = await stage.match_of(stage.teal, stage.wren, other_server(stage))
    await stage.set_code(elsewhere, "GGGG")
    match = await stage.accepted()
    await stage.nothing_owed()
    await pass_time(stage, 0)  # from then on whoever delivers is at work
    sandbox.remove_bot(stage.guild)
    await stage.until_stored(GONE, 1)
    away = calls_to(stage, stage.games, match.thread)
    await stage.robin.dm("RBRG")
    await sandbox.wait_for(lambda: calls_to(stage, stage.games, match.thread) > away)
    for text in ("YYYY", "OOOO", "PPPP", "RRRR", "BBBB"):  # each wakes whoever delivers
        await stage.row(elsewhere, text)
    assert calls_to(stage, stage.games, match.thread) - away <= 2
    assert len(stage.said_in(match.thread)) == 1

    sandbox.invite_bot(stage.guild)
    await sandbox.message(match.thread, "the code of round 1 is hidden")
    await stage.nothing_owed()
    assert len(stage.said_in(match.thread)) == 2
    assert (await stage.row(match, "RRBY")).text.startswith("Row 1 of 10")


async def test_a_server_that_was_left_a_month_ago_leaves_nothing_behind(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    glade = other_server(stage)
    kept = await stage.match_of(stage.robin, stage.wren, glade)
    await stage.drawn(stage.robin, stage.wren)
    match = await stage.accepted()
    await stage.nothing_owed()
    asked = stage.said_in_private(stage.robin)[-1]
    assert str(match.thread.id) in asked.text
    sandbox.remove_bot(stage.guild)
    await stage.until_stored(GONE, 1)
    await pass_time(stage, 29 * DAY)
    assert str(stage.guild.id) in stage.stored()
    await pass_time(stage, 2 * DAY)
    await stage.until_stored(GONE, 0)
    assert str(stage.guild.id) not in stage.stored()
    assert str(kept.thread.id) in stage.stored()

    late = await stage.robin.press(asked, "Set the code")
    assert late.text.startswith("I do not know that match any more.")
    sandbox.invite_bot(stage.guild)
    board = await stage.teal.slash(stage.games, "leaderboard")
    assert "Robin" not in board.text
    listed = await stage.robin.slash(stage.games, "mastermind matches")
    assert listed.text.startswith("You have no open match in this server.")
    assert not (await stage.challenge()).ephemeral
