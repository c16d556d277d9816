"""Help, rules and the leaderboard."""

import pytest

from sandbox import ClientRefusalError
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMANDS = (
    *("challenge", "guess", "board", "concede", "forfeit"),
    *("matches", "rules", "preferences", "help"),
    *("solo", "daily", "practice", "solve"),
)


async def test_help_is_one_private_page_with_every_command_and_how_to_start(
    shared: Stage,
) -> None:
    stage = shared
    page = await stage.teal.slash(stage.games, "mastermind help")
    assert page.ephemeral
    registered = {one["name"]: one for one in stage.sandbox.application.commands.values()}
    mastermind = registered.pop("mastermind")
    assert {one["name"] for one in mastermind["options"]} == set(COMMANDS)
    for name in COMMANDS:
        assert f"`/mastermind {name}`" in page.text
    menu = registered.pop("Challenge to Mastermind")["name"]
    assert registered.keys() == {"leaderboard", "privacy", "mastermind-admin"}
    for name in registered:
        assert f"`/{name}`" in page.text
    for part in (f"**{menu}**", "**Accept**", "**Set the code**", "`//`"):
        assert part in page.text

    rules = (await stage.teal.slash(stage.games, "mastermind rules")).message
    assert rules.ephemeral
    titles = [rules.content.splitlines()[0]]
    for _ in range(3):
        await stage.teal.press(rules, "Next")
        titles.append(rules.content.splitlines()[0])
    assert titles == ["## Rules", "## Example", "## Tips", "## Mistakes"]
    assert stage.said_in(stage.games) == []


def ranks(text: str) -> list[str]:
    """The lines of a leaderboard."""
    return [line for line in text.splitlines() if line.startswith("#")]


def names(text: str) -> list[str]:
    return [line.split("**")[1] for line in ranks(text)]


async def test_the_leaderboard_is_public_and_paged(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    empty = await stage.teal.slash(stage.games, "leaderboard")
    assert ranks(empty.text) == []
    assert empty.message.buttons == []
    flock = [sandbox.add_person(f"Bird {one}", guilds=[stage.guild]) for one in "ABCDEFGHIJKL"]
    for winner, loser in zip(flock[::2], flock[1::2], strict=True):
        await stage.won_by(winner, loser)
    await stage.drawn(stage.robin, flock[0])

    shown = await stage.teal.slash(stage.games, "leaderboard")
    board = shown.message
    assert not shown.ephemeral
    assert board.pinged == []
    assert "Aviary" in board.content
    first = ranks(board.content)
    assert len(first) == 10
    assert first[:2] == [
        "#1 **Bird A** · 22 points · 1 win, 1 draw, 0 losses",
        "#2 **Bird C** · 11 points · 1 win, 0 draws, 0 losses",
    ]
    assert first[6] == "#2 **Robin** · 11 points · 0 wins, 1 draw, 0 losses"
    assert first[7].startswith("#8 **Bird B** · 0 points")
    with pytest.raises(ClientRefusalError, match="disabled"):
        await stage.teal.press(board, "Previous")
    await stage.teal.press(board, "Next")
    assert names(board.content) == ["Bird H", "Bird J", "Bird L"]
    with pytest.raises(ClientRefusalError, match="disabled"):
        await stage.teal.press(board, "Next")

    theirs = await stage.wren.press(board, "Previous")
    assert theirs.ephemeral
    assert ranks(theirs.text) == first
    await stage.wren.press(theirs.message, "Next")
    assert names(theirs.text) == names(board.content) == ["Bird H", "Bird J", "Bird L"]
    by_wins = await stage.teal.slash(stage.games, "leaderboard", sort="Wins")
    assert ranks(by_wins.text)[5] == "#1 **Bird K** · 11 points · 1 win, 0 draws, 0 losses"
    assert ranks(by_wins.text)[6] == "#7 **Robin** · 11 points · 0 wins, 1 draw, 0 losses"
    await stage.teal.press(by_wins.message, "Next")
    assert len(ranks(by_wins.text)) == 3


async def test_somebody_who_left_the_server_stays_on_its_leaderboard(shared: Stage) -> None:
    stage = shared
    await stage.won_by(stage.robin, stage.wren)
    stage.robin.leave(stage.guild)
    board = await stage.teal.slash(stage.games, "leaderboard")
    assert names(board.text) == ["Robin", "Wren"]


async def test_the_leaderboards_of_two_servers_do_not_mix(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    grove = sandbox.add_guild("Grove")
    glade = sandbox.add_text_channel(grove, "glade")
    for person in (stage.robin, stage.wren, stage.teal):
        person.join(grove)
    await stage.won_by(stage.robin, stage.wren)
    await stage.won_by(stage.wren, stage.robin, glade)
    await stage.drawn(stage.robin, stage.teal, glade)
    here = await stage.teal.slash(stage.games, "leaderboard")
    there = await stage.teal.slash(glade, "leaderboard")
    assert ranks(here.text) == [
        "#1 **Robin** · 11 points · 1 win, 0 draws, 0 losses",
        "#2 **Wren** · 0 points · 0 wins, 0 draws, 1 loss",
    ]
    assert "Grove" in there.text
    assert ranks(there.text) == [
        "#1 **Wren** · 11 points · 1 win, 0 draws, 0 losses",
        "#1 **Teal** · 11 points · 0 wins, 1 draw, 0 losses",
        "#1 **Robin** · 11 points · 0 wins, 1 draw, 1 loss",
    ]


async def test_a_command_that_changed_since_it_was_loaded_says_so(shared: Stage) -> None:
    stage = shared
    commands = stage.sandbox.application.commands
    now = dict(commands)
    number, mastermind = next(one for one in now.items() if one[1]["name"] == "mastermind")
    old = {"name": "settings", "type": 1, "description": "As it was", "options": []}
    code = {"name": "text", "type": 3, "description": "As it was", "required": True}
    guess = {"name": "guess", "type": 1, "description": "As it was", "options": [code]}
    try:
        commands[number] = mastermind | {"options": [old, guess]}
        commands[1] = mastermind | {"id": "1", "name": "gone", "options": []}
        answers = [
            await stage.teal.slash(stage.games, "mastermind settings"),
            await stage.teal.slash(stage.games, "mastermind guess", text="RBRG"),
            await stage.teal.slash(stage.games, "gone"),
        ]
    finally:
        commands.clear()
        commands.update(now)
    for answer in answers:
        assert answer.ephemeral
        assert "has changed" in answer.text
        assert "restart Discord" in answer.text
