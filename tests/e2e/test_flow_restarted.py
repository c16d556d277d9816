"""What needs a bot of its own: time that has passed, settings, and what happens once at a start."""

import asyncio

from sandbox import ApplicationFlag, Person
from tests.e2e.stage import Stage

KEYS = ("mm_key_black", "mm_key_white")


async def test_an_expired_challenge_is_refused_and_nothing_happens(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    offer = await stage.challenge()
    challenge = offer.message
    early = await sandbox.wait_for(lambda: offer.followups[0] if offer.followups else None)
    await stage.change_data("UPDATE matches SET expires_at = created_at - 1")
    for person, message, button in (
        (stage.wren, challenge, "Accept"),
        (stage.wren, challenge, "Decline"),
        (stage.robin, challenge, "Cancel"),
        (stage.robin, early, "Random code"),
        (stage.robin, early, "Set the code"),
    ):
        answer = await person.press(message, button)
        assert answer.ephemeral
        assert "expired" in answer.text
    assert sandbox.thread_of(challenge) is None
    assert stage.said_in(stage.games) == [challenge]


OLD_DRAWS = """
UPDATE results SET ended_at = ended_at - 40 * 24 * 3600 * 1000000 WHERE result = 'draw'
"""
"""Forty days ago, in microseconds: longer than any month."""
OLD_EXCEPT_ONE = OLD_DRAWS.replace(
    "result = 'draw'", "match_id <> (SELECT max(match_id) FROM results)"
)
ALL_OLD = OLD_DRAWS.partition("WHERE")[0]


async def test_the_leaderboard_of_a_period_counts_what_ended_in_it(started: Stage) -> None:
    stage = started
    await stage.drawn(stage.robin, stage.teal)
    await stage.won_by(stage.robin, stage.wren)
    shown = await stage.teal.slash(stage.games, "leaderboard")
    assert "#1 **Robin** · 22 points · 1 win, 1 draw, 0 losses" in shown.text
    await stage.change_data(OLD_DRAWS)
    for period in ("This month", "This week"):
        recent = await stage.teal.slash(stage.games, "leaderboard", period=period)
        assert "#1 **Robin** · 11 points · 1 win, 0 draws, 0 losses" in recent.text
        assert "Teal" not in recent.text
    ever = await stage.teal.slash(stage.games, "leaderboard", period="All")
    assert ever.text == shown.text


async def test_a_page_beyond_a_board_that_has_shrunk_is_its_last(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    flock = [sandbox.add_person(f"Bird {one}", guilds=[stage.guild]) for one in "ABCDEFGHIJKL"]
    pairs = zip(flock[::2], flock[1::2], strict=True)
    await asyncio.gather(*(stage.won_by(winner, loser) for winner, loser in pairs))
    boards = [
        (await stage.teal.slash(stage.games, "leaderboard", period="This month")).message
        for _ in range(2)
    ]
    assert boards[0].content.count("\n#") == 10
    await stage.change_data(OLD_EXCEPT_ONE)
    await stage.teal.press(boards[0], "Next")
    assert boards[0].content.count("\n#") == 2
    assert boards[0].buttons == []
    await stage.change_data(ALL_OLD)
    await stage.teal.press(boards[1], "Next")
    assert boards[1].content.count("\n#") == 0
    assert boards[1].buttons == []


async def test_own_emojis_are_uploaded_at_the_first_start_only(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    uploads = rf"/applications/{sandbox.application.id}/emojis"
    assert len(sandbox.record.find("POST", uploads)) == len(sandbox.application.emojis) == 13
    await stage.restart()
    assert len(sandbox.record.find("POST", uploads)) == 13

    shown = {emoji["name"]: emoji["id"] for emoji in sandbox.application.emojis.values()}
    red, blue = f"<:mm_red:{shown['mm_red']}>", f"<:mm_blue:{shown['mm_blue']}>"
    black, white = (f"<:{key}:{shown[key]}>" for key in KEYS)
    match = await stage.playing("RBRG")
    reply = await stage.row(match, "RRBB")
    assert reply.content.splitlines() == [
        f"Row 1 of 10 · {red}{red}{blue}{blue}",
        f"**1 black, 2 white** · {black}{white}{white}",
    ]
    typed = await stage.row(match, f"{red} {red} {blue} {blue}")
    assert typed.content.startswith(f"Row 2 of 10 · {red}{red}{blue}{blue}")


async def test_unicode_stands_in_where_own_emojis_are_refused(stage: Stage) -> None:
    stage.sandbox.application.accepts_emojis = False
    await stage.start()
    match = await stage.playing("RBRG")
    assert (await stage.row(match, "RRBY")).content.splitlines() == [
        "Row 1 of 10 · 🔴🔴🔵🟡 `RRBY`",
        "**1 black, 2 white** · ⚫⚪⚪",
    ]
    assert (await stage.row(match, "YYYY")).content.splitlines()[1] == "**0 black, 0 white**"


async def test_without_the_intent_a_row_comes_by_button_command_reply_or_mention(
    stage: Stage,
) -> None:
    stage.sandbox.application.flags = ApplicationFlag(0)
    await stage.start()
    await play_unread(stage)


async def test_switched_off_reading_is_the_same_as_no_intent(stage: Stage) -> None:
    stage.settings["MESSAGE_CONTENT"] = "off"
    await stage.start()
    await play_unread(stage)


async def play_unread(stage: Stage) -> None:
    """Two rounds with a bot that is not shown what people write."""
    sandbox = stage.sandbox
    match = await stage.playing("RBRG")
    thread, wren = match.thread, match.codebreaker
    for person in (stage.teal, stage.robin):
        await person.say(thread, "RRBY")
    told = await stage.row(match, "RRBY")
    assert "cannot read plain messages" in told.content
    assert told.buttons == ["Guess"]
    await wren.say(thread, "RRBY")
    await wren.say(thread, "RRBY", reply_to=told, ping=False)

    bot = sandbox.bot
    first = await stage.answer_to(await wren.say(thread, f"<@{bot.id}> RRBY"))
    assert first.content.startswith("Row 1 of 10 ·")
    second = await stage.answer_to(await wren.say(thread, "RRBY", reply_to=first))
    assert second.content.startswith("Row 2 of 10 ·")
    box = await wren.press(second, "Guess")
    third = await wren.submit(box.modal, {"text": "RRBY"})
    assert third.text.startswith("Row 3 of 10 ·")
    fourth = await wren.slash(thread, "mastermind guess", code="RBRG")
    assert fourth.text.startswith("Row 4 of 10 ·")
    await sandbox.message(thread, "Round 1 is over")
    assert said(stage, stage.teal, thread.id) == said(stage, stage.robin, thread.id) == 0
    assert said(stage, wren, thread.id) == 3  # told once, and the two rows that were readable

    stage.swap(match)
    await stage.set_code(match, "RBRG", 2)
    again = await stage.row(match, "RRBY")
    assert "cannot read plain messages" in again.content


def said(stage: Stage, person: Person, thread: int) -> int:
    """How many of the person's messages in the thread the bot has answered."""
    found = stage.said_in(stage.sandbox.world.channels[thread])
    return sum(one.replied_to is not None and one.replied_to.author is person.user for one in found)
