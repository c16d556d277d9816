"""What time does: challenges lapse, people are reminded, and matches that were left end."""

from contextlib import closing

from sandbox import Message
from tests.e2e.stage import Match, Stage

HOUR = 3_600_000_000
"""Microseconds."""


async def passes(stage: Stage, hours: int, *, asleep: bool = False) -> None:
    """So much time goes by while the bot runs or, `asleep`, while it does not."""
    length = hours * HOUR
    await stage.stop()
    with closing(stage.writing()) as database, database:
        database.execute(
            "UPDATE matches SET created_at = created_at - :by, expires_at = expires_at - :by,"
            " turn_since = turn_since - :by, next_deadline = next_deadline - :by",
            {"by": length},
        )
        if asleep:
            database.execute("UPDATE uptime SET alive_at = alive_at - ?", (length,))
    await stage.start()


def reminders(stage: Stage, match: Match) -> list[Message]:
    """What the thread was told of whose move it is."""
    return [one for one in stage.said_in(match.thread) if "it is your move" in one.text]


async def test_a_challenge_that_nobody_answers_lapses(started: Stage) -> None:
    stage = started
    challenge = (await stage.challenge()).message
    await passes(stage, 23)
    assert challenge.buttons
    await passes(stage, 1)
    await stage.sandbox.wait_for(lambda: "expired without an answer" in challenge.text)
    assert challenge.buttons == []
    assert challenge.pinged in ([], [stage.wren.id])  # an edit pings nobody anew
    refused = await stage.wren.press(challenge, "Accept", stale=True)
    assert "has expired" in refused.text
    assert "no open match" in (await stage.robin.slash(stage.games, "mastermind matches")).text


async def test_whose_move_it_is_gets_one_reminder_a_turn(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    await passes(stage, 23)
    await passes(stage, 1)
    (first,) = await sandbox.wait_for(lambda: reminders(stage, match))
    assert first.pinged == [stage.wren.id]
    assert "row 1 of 10 in round 1" in first.text
    assert ":R>" in first.text
    assert first.buttons == ["Guess", "Board"]
    await passes(stage, 24)
    assert (await stage.row(match, "YYYY")).text.startswith("Row 1 of 10")
    await passes(stage, 24)
    _, second = await sandbox.wait_for(
        lambda: found if len(found := reminders(stage, match)) == 2 else None
    )
    assert "row 2 of 10 in round 1" in second.text
    await stage.nothing_owed()


async def test_a_codemaker_is_reminded_of_the_code(started: Stage) -> None:
    stage = started
    match = await stage.accepted()
    await passes(stage, 24)
    (reminder,) = await stage.sandbox.wait_for(lambda: reminders(stage, match))
    assert reminder.pinged == [stage.robin.id]
    assert "hide the code of round 1" in reminder.text
    await stage.set_code(match, "RBRG")


async def test_who_wants_no_reminders_gets_none(started: Stage) -> None:
    stage = started
    panel = await stage.wren.slash(stage.games, "mastermind preferences")
    await stage.wren.press(panel.message, "No reminders")
    match = await stage.playing("RBRG")
    await passes(stage, 24)
    await stage.until_stored("SELECT reminded FROM matches", 1)
    assert reminders(stage, match) == []
    await passes(stage, 48)
    await stage.sandbox.message(match.thread, "ran out of time")
    await stage.nothing_owed()


async def test_a_match_that_is_left_in_its_first_round_counts_for_nobody(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    await stage.row(match, "YYYY")
    said = len(stage.said_in(match.thread))
    await passes(stage, 72)
    end = await stage.sandbox.message(match.thread, "**Wren** ran out of time before a round")
    await stage.nothing_owed()
    assert [one for one in stage.said_in(match.thread)[said:] if one not in [end]] == []
    assert "was cancelled" in match.challenge.text
    board = await stage.robin.slash(stage.games, "leaderboard")
    assert "Wren" not in board.text


async def test_who_lets_the_time_run_out_later_on_loses(started: Stage) -> None:
    stage = started
    match = await stage.accepted()
    await stage.give_up_round(match, 1)
    await passes(stage, 72)
    end = await stage.sandbox.message(match.thread, "**Wren** ran out of time, so **Robin** wins")
    await stage.nothing_owed()
    assert end.buttons == ["Rematch"]
    assert "ran out of time, so **Robin** wins" in match.challenge.text
    board = (await stage.robin.slash(stage.games, "leaderboard")).text
    assert board.index("Robin") < board.index("Wren")


async def test_time_in_which_the_bot_was_away_is_charged_to_nobody(started: Stage) -> None:
    stage = started
    match = await stage.playing("RBRG")
    challenge = (
        await stage.teal.slash(stage.games, "mastermind challenge", opponent=stage.robin)
    ).message
    await passes(stage, 23)
    await passes(stage, 1000, asleep=True)
    assert (await stage.row(match, "YYYY")).text.startswith("Row 1 of 10")
    assert challenge.buttons
    assert reminders(stage, match) == []
    assert "is on" in (await stage.robin.press(challenge, "Accept")).text
    await stage.nothing_owed()


async def test_an_outage_of_the_server_is_charged_to_nobody(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    sandbox.set_available(stage.guild, available=False)
    await stage.until_stored("SELECT COUNT(*) FROM absences", 1)
    await passes(stage, 100)
    with closing(stage.writing()) as database, database:
        database.execute("UPDATE absences SET since = since - ?", (100 * HOUR,))
    sandbox.set_available(stage.guild, available=True)
    await stage.until_stored("SELECT COUNT(*) FROM absences", 0)
    assert (await stage.row(match, "YYYY")).text.startswith("Row 1 of 10")
    assert reminders(stage, match) == []
