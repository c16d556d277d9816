"""The processes of `make play`: their end, the bot's own, the port, settings, and what is said."""

import asyncio
import fcntl
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.config import LATER
from sandbox.process import ROOT
from tests.sandbox.runs import PATIENCE, tab

ENDED = "Mastermind has ended"
BOT_LOCK = "data/mastermind.lock"


async def bot_has_ended(folder: Path) -> None:
    """Return when no bot holds the data: the system frees its lock when it ends."""
    with (folder / BOT_LOCK).open() as file:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(fcntl.flock, file, fcntl.LOCK_EX)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_ends_both_cleanly(
    tmp_path: Path, runs: Callable[..., Any], number: signal.Signals
) -> None:
    run = await runs(tmp_path)
    await run.address()
    code, printed = await run.stop(number)
    assert code == 0
    assert printed.splitlines()[-1].startswith(ENDED)
    with (tmp_path / BOT_LOCK).open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises while a bot holds it
    assert "Traceback" not in (tmp_path / "bot.log").read_text()


async def test_a_signal_ends_a_run_whose_bot_has_ended(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    async with sitting_on(tmp_path / BOT_LOCK):
        run = await runs(tmp_path)
        await run.says("The bot has ended by itself")
    assert (await run.stop())[0] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the child with its parent")
async def test_a_bot_does_not_outlive_a_run_that_was_killed(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    run = await runs(tmp_path)
    await run.address()
    await run.stop(signal.SIGKILL)
    await bot_has_ended(tmp_path)


async def test_another_port_is_taken_when_the_usual_one_is(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        address = await (await runs(tmp_path, port=port)).address()
        assert address != f"http://127.0.0.1:{port}"
        async with tab(address, "Teal") as teal:
            assert teal.state["me"]["name"] == "Teal"


async def test_a_free_port_is_taken_as_it_was_asked_for(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    assert await (await runs(tmp_path, port=port)).address() == f"http://127.0.0.1:{port}"


async def test_what_is_no_port_is_said_in_a_sentence(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    code, printed = await (await runs(tmp_path, port=70000)).ended()
    assert (code, printed) == (1, "70000 is no port: the highest is 65535.\n")


async def test_only_two_settings_of_this_machine_reach_the_bot(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    example = (ROOT / ".env.example").read_text()
    named = re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE)
    run = await runs(tmp_path, environment=dict.fromkeys([*named, *LATER], "nonsense"))
    printed = await run.says("Wrong settings: ")
    complaint = printed.partition("Wrong settings: ")[2].splitlines()[0]
    assert re.findall(r"([A-Z_]+): must", complaint) == ["LOG_LEVEL", "MESSAGE_CONTENT"]
    assert complaint.count(": ") == 2


@asynccontextmanager
async def sitting_on(lock: Path) -> AsyncIterator[None]:
    """Hold the lock of a bot's data folder, so that no bot can start with it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    (lock.parent.parent / "lock").touch()  # as if an earlier run had made the folder
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


async def test_a_bot_that_ends_by_itself_is_told_and_can_be_started_from_the_page(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    async with sitting_on(tmp_path / BOT_LOCK):
        run = await runs(tmp_path)
        printed = await run.says("another process holds the data folder")
        assert f"The bot has ended by itself, with code 1. {tmp_path / 'bot.log'} ends:" in printed
        address = await run.address()
    async with tab(address, "Robin") as robin:
        assert not robin.state["bot"]["running"]
        assert robin.state["bot"]["restartable"]
        await robin.ask("restart")
        await robin.state_with(lambda state: state["bot"]["connected"])
        await robin.ask("restart")
        await robin.state_with(lambda state: state["bot"]["connected"])
    code, printed = await run.stop()
    assert code == 0
    assert printed.count("ended by itself") == 1


async def test_a_violation_is_a_warning(tmp_path: Path, runs: Callable[..., Any]) -> None:
    run = await runs(tmp_path)
    address = await run.address()
    async with aiohttp.ClientSession() as http, http.get(f"{address}/nowhere") as answer:
        assert answer.status == 404
    code, printed = await run.stop()
    assert code == 0
    assert "Warning: not implemented: GET /nowhere\n" in printed


async def test_the_address_is_shown_in_a_browser(tmp_path: Path, runs: Callable[..., Any]) -> None:
    shown: asyncio.Queue[bytes] = asyncio.Queue()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        shown.put_nowait(await reader.read())
        writer.close()

    async with await asyncio.start_server(take, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        script = tmp_path / "browser.py"
        script.write_text(
            "import socket, sys\n"
            f"with socket.create_connection(('127.0.0.1', {port})) as here:\n"
            "    here.sendall(sys.argv[1].encode())\n"
        )
        desktop = {"DISPLAY": "none", "BROWSER": f"{sys.executable} {script} %s"}
        run = await runs(tmp_path / "play", browser=True, environment=desktop)
        async with asyncio.timeout(PATIENCE):
            assert (await shown.get()).decode() == await run.address()
