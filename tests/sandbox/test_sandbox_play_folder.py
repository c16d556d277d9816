"""The folder of `make play`: what a run begins with, keeps for the next, and refuses."""

import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.model import Json, walk
from sandbox.saved import STATE
from tests.sandbox.runs import PATIENCE, tab


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def saved(folder: Path) -> Json:
    data: Json = json.loads((folder / STATE).read_text())
    return data


async def test_a_first_run_sets_the_scene(tmp_path: Path, runs: Callable[..., Any]) -> None:
    folder = tmp_path / "play"
    run = await runs(folder)
    address = await run.address()
    assert str(folder / "bot.log") in await run.says("two tabs")
    async with tab(address, "Heron") as heron:
        servers = {one["name"]: one for one in heron.state["servers"]}
        assert [one["locale"] for one in servers.values()] == ["en-US", "fr"]
        channels = {name: [c["name"] for c in one["channels"]] for name, one in servers.items()}
        assert channels == {"Aviary": ["games", "lounge", "news"], "Meadow": ["jeux", "salon"]}
        people = [(one["name"], one["locale"], one["moderator"]) for one in heron.state["people"]]
        assert people == [
            ("Robin", "en-US", False),
            ("Wren", "en-US", False),
            ("Teal", "fr", False),
            ("Heron", "nl", True),
        ]
        assert heron.state["bot"]["connected"]
        assert {one["name"] for one in heron.state["commands"]} > {"mastermind"}


async def test_a_match_goes_on_in_the_next_run(tmp_path: Path, runs: Callable[..., Any]) -> None:
    run = await runs(tmp_path)
    address = await run.address()
    async with tab(address, "Robin") as robin, tab(address, "Wren") as wren:
        games = robin.channel("games")
        options = {"opponent": robin.person("Wren")}
        await robin.ask("slash", channel=games, line="mastermind challenge", options=options)
        challenge = await robin.message_with(games, "Accept")
        accept = custom_id(challenge, "Accept")
        await wren.ask("press", channel=games, message=challenge["id"], custom_id=accept)
        thread = challenge["id"]
        await robin.state_with(lambda _: thread in robin.places())
        await robin.message_with(thread, "Set the code")
        await wren.ask("say", channel=games, text="we are on 🔴 at last")
        before = (await robin.ask("open", channel=games))["messages"]
        await robin.ask("read", channel=games)
    assert (await run.stop())[0] == 0

    run = await runs(tmp_path)
    again = await run.address()
    async with tab(again, "Robin") as robin, tab(again, "Wren") as wren:
        after = (await robin.ask("open", channel=games))["messages"]
        assert after == [one for one in before if not one["flags"] & 64]
        assert [one["content"] for one in after][-1] == "we are on 🔴 at last"
        assert robin.places()[games]["read"] == after[-1]["id"]
        wanted = await robin.message_with(thread, "Set the code")
        which = custom_id(wanted, "Set the code")
        about = {"channel": thread, "message": wanted["id"], "custom_id": which}
        box = (await robin.ask("press", **about))["box"]
        fields = [part["component"]["custom_id"] for part in box["data"]["components"]]
        values = {"text": "RBRG"} if "text" in fields else dict(zip(fields, "RBRG", strict=True))
        await robin.ask("submit", box=box["token"], values=values)
        await wren.message_with(thread, "the code of round 1 is hidden")
        await wren.ask("say", channel=thread, text="RBRG")
        await wren.message_with(thread, "4 black")


def custom_id(message: Json, label: str) -> str:
    """The custom id of the button with that label."""
    parts = walk(message["components"])
    return next(str(part["custom_id"]) for part in parts if part.get("label") == label)


async def test_what_is_played_is_saved_before_the_end(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    run = await runs(tmp_path)
    async with tab(await run.address(), "Robin") as robin:
        await robin.ask("say", channel=robin.channel("games"), text="before the power cut")
        state = tmp_path / STATE
        async with asyncio.timeout(PATIENCE):
            while "before the power cut" not in state.read_text():  # noqa: ASYNC110  # it tells nobody
                await asyncio.sleep(0.02)
    code, _ = await run.stop(signal.SIGKILL)
    assert code == -signal.SIGKILL

    run = await runs(tmp_path)
    async with tab(await run.address(), "Robin") as robin:
        await robin.message_with(robin.channel("games"), "before the power cut")


async def test_a_second_run_on_the_folder_says_where_the_first_is(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    address = await (await runs(tmp_path)).address()
    before = saved(tmp_path)
    for options in ((), ("--fresh",)):
        code, printed = await (await runs(tmp_path, *options)).ended()
        assert code == 1
        assert printed == f"{tmp_path} is in use: Mastermind is at {address}.\n"
    assert saved(tmp_path)["users"] == before["users"]


async def test_fresh_starts_over_and_leaves_alone_what_it_does_not_know(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    run = await runs(tmp_path)
    async with tab(await run.address(), "Robin") as robin:
        await robin.ask("say", channel=robin.channel("games"), text="long ago")
    await run.stop()
    assert "long ago" in (tmp_path / STATE).read_text()
    key = (tmp_path / "data/secret.key").read_text()
    (tmp_path / "notes.txt").write_text("mine")

    run = await runs(tmp_path, "--fresh")
    await run.address()
    await run.stop()
    assert "long ago" not in (tmp_path / STATE).read_text()
    assert (tmp_path / "data/secret.key").read_text() != key
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("options", [(), ("--fresh",)])
async def test_a_folder_of_other_things_is_refused(
    tmp_path: Path, runs: Callable[..., Any], options: tuple[str, ...]
) -> None:
    (tmp_path / "data").mkdir()
    code, printed = await (await runs(tmp_path, *options)).ended()
    assert code == 1
    assert printed == f"{tmp_path} holds other things: choose another with --folder.\n"
    assert names_in(tmp_path) == ["data"]


async def test_a_folder_that_cannot_be_is_refused(tmp_path: Path, runs: Callable[..., Any]) -> None:
    (tmp_path / "file").touch()
    code, printed = await (await runs(tmp_path / "file" / "play")).ended()
    assert code == 1
    assert printed == f"{tmp_path / 'file' / 'play'} cannot be used: Not a directory.\n"


async def test_a_damaged_state_is_refused_until_fresh_is_asked_for(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    (tmp_path / "lock").touch()
    (tmp_path / STATE).write_text('{"format": 1, "users": [')
    code, printed = await (await runs(tmp_path)).ended()
    assert code == 1
    assert "damaged: start over with `make play FRESH=1`" in printed
    assert len(printed.splitlines()) == 1
    assert not (tmp_path / "data").exists()
    await (await runs(tmp_path, "--fresh")).address()
