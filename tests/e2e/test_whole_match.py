"""A match from the challenge to the leaderboard, as two people play it."""

from tests.e2e.stage import Stage


async def test_a_match_typed_in_the_thread_ends_on_the_leaderboard(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")

    first = await stage.row(match, "RRBY")
    assert first.content.splitlines()[0].startswith("Row 1 of 10 · ")
    assert "**1 black, 2 white**" in first.content
    assert first.buttons == ["Guess", "Board"]
    assert "**2 black, 2 white**" in (await stage.row(match, "red blue green red")).content
    assert "**4 black, 0 white**" in (await stage.row(match, "1 2 1 3")).content

    revealed = await sandbox.message(match.thread, "Round 1 is over")
    assert "`RBRG`" in revealed.content
    assert "3 points" in revealed.content
    assert revealed.pinged == [stage.wren.id]

    stage.swap(match)
    await stage.set_code(match, "YYOO", 2)
    for _ in range(10):
        await stage.row(match, "RRRR")
    ended = await sandbox.message(match.thread, "wins the match")
    assert "11 points" in ended.content
    assert "Robin** 3, **Wren** 11" in ended.content
    assert ended.buttons == ["Rematch", "Analysis"]

    await sandbox.wait_for(lambda: "wins the match" in match.challenge.text)
    assert match.challenge.buttons == []
    board = await stage.teal.slash(stage.games, "leaderboard")
    lines = [line for line in board.text.splitlines() if line.startswith("#")]
    assert lines[0].startswith("#1 **Wren** · 11 points")
    assert lines[1].startswith("#2 **Robin** · 3 points")

    await stage.restart()
    again = await stage.teal.slash(stage.games, "leaderboard")
    assert again.text == board.text
