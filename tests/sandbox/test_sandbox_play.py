"""`make play` as people meet it: real processes, a folder, and a tab that plays."""

import asyncio
import fcntl
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.config import LATER
from sandbox import RateLimits, Sandbox
from sandbox.gateway import REPLAYED, Op
from sandbox.model import Json, walk
from sandbox.play import first_scene
from sandbox.process import ROOT
from sandbox.saved import STATE

PATIENCE = 60
"""Seconds for what is waited for; a busy machine may need many of them."""
UP = "Ctrl-C ends it."
ENDED = "Mastermind has ended"
BOT_LOCK = "data/mastermind.lock"


class Run:
    """One run of `python -m sandbox.play`, with what it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._printed = ""
        self._more = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls,
        folder: Path,
        *options: str,
        port: int = 0,
        browser: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> "Run":
        """Start it; port 0 is a free one."""
        place = ["--folder", str(folder), "--port", str(port)]
        quiet = [] if browser else ["--no-browser"]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandbox.play", *place, *quiet, *options),
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return cls(process)

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self._printed += line.decode()
            self._more.set()

    async def says(self, text: str) -> str:
        """All that it printed, once this is in it."""
        async with asyncio.timeout(PATIENCE):
            while text not in self._printed:
                assert not self._reading.done(), self._printed
                self._more.clear()
                await asyncio.wait(
                    [asyncio.ensure_future(self._more.wait()), self._reading],
                    return_when=asyncio.FIRST_COMPLETED,
                )
        return self._printed

    async def address(self) -> str:
        """Where it is, once the bot is up."""
        found = re.search(r"^Mastermind is at (\S+) - Ctrl-C ends it\.$", await self.says(UP), re.M)
        assert found is not None
        return found[1]

    async def ended(self) -> tuple[int, str]:
        """Its exit code and what it printed, once it has ended."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
            return await self._process.wait(), self._printed

    async def stop(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it, as Ctrl-C does."""
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self.ended()


class Tab:
    """The page as one person has it open, without the page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._asked = 0
        self.state: Json = {}

    async def ask(self, do: str, **about: object) -> Json:
        """Do something; the result."""
        self._asked += 1
        await self._socket.send_json({"id": self._asked, "do": do} | about)
        while True:
            told = await self._hear()
            if told.get("id") == self._asked:
                assert told["t"] == "done", told
                result: Json = told["result"]
                return result

    async def state_with(self, condition: Callable[[Json], Any]) -> Any:
        """The first truthy value of a condition on the state."""
        while not (self.state and (value := condition(self.state))):
            await self._hear()
        return value

    async def message_with(self, channel: str, text: str) -> Json:
        """The newest message of a channel with this text in it or on it."""
        while True:
            listed: list[Json] = (await self.ask("open", channel=channel))["messages"]
            for message in reversed(listed):
                if text in json.dumps([message["content"], message["components"]]):
                    return message
            await self._hear()

    async def _hear(self) -> Json:
        async with asyncio.timeout(PATIENCE):
            told: Json = await self._socket.receive_json()
        if told["t"] == "state":
            self.state = told["state"]
        return told

    def places(self) -> dict[str, Json]:
        """The channels and threads that are seen, by id."""
        return {
            place["id"]: place for server in self.state["servers"] for place in server["channels"]
        }

    def channel(self, name: str) -> str:
        """The id of the channel of that name."""
        return next(key for key, place in self.places().items() if place["name"] == name)

    def person(self, name: str) -> str:
        """The id of somebody."""
        return next(str(one["id"]) for one in self.state["people"] if one["name"] == name)


@asynccontextmanager
async def tab(address: str, name: str) -> AsyncIterator[Tab]:
    """The page open as somebody, with its first state."""
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{address}/page/live?as={name}", headers={"Origin": address}) as live,
    ):
        opened = Tab(live)
        await opened.state_with(bool)
        yield opened


@pytest.fixture
async def runs() -> AsyncIterator[Callable[..., Any]]:
    """Starts runs, which end with the test."""
    started: list[Run] = []

    async def start(folder: Path, *options: str, **more: Any) -> Run:
        started.append(await Run.start(folder, *options, **more))
        return started[-1]

    yield start
    for run in started:
        _, printed = await run.stop(signal.SIGTERM)
        assert "Traceback" not in printed


async def bot_has_ended(folder: Path) -> None:
    """Return when no bot holds the data: the system frees its lock when it ends."""
    with (folder / BOT_LOCK).open() as file:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(fcntl.flock, file, fcntl.LOCK_EX)


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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the child with its parent")
async def test_a_bot_does_not_outlive_a_run_that_was_killed(
    tmp_path: Path, runs: Callable[..., Any]
) -> None:
    run = await runs(tmp_path)
    await run.address()
    await run.stop(signal.SIGKILL)
    await bot_has_ended(tmp_path)


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


async def test_a_resume_after_more_events_than_are_held_begins_anew() -> None:
    async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
        first_scene(sandbox)
        channel = next(iter(sandbox.world.channels.values()))
        async with aiohttp.ClientSession() as http:
            identify = {"token": sandbox.token, "intents": 1 << 9, "properties": {}}
            async with gateway(http, sandbox) as one:
                await one.send_json({"op": Op.IDENTIFY, "d": identify})
                ready = (await one.receive_json())["d"]
            for number in range(REPLAYED):
                sandbox.post_as_webhook(channel, "Gazette", str(number))
            resume = {"token": sandbox.token, "session_id": ready["session_id"], "seq": 1}
            async with gateway(http, sandbox) as one:
                await one.send_json({"op": Op.RESUME, "d": resume})
                numbers = [(await one.receive_json())["s"] for _ in range(REPLAYED)]
            assert numbers == list(range(2, REPLAYED + 2))
            async with gateway(http, sandbox) as one:
                await one.send_json({"op": Op.RESUME, "d": resume})
                answer = await one.receive_json()
            assert (answer["op"], answer["d"]) == (Op.INVALID_SESSION, False)


@asynccontextmanager
async def gateway(
    http: aiohttp.ClientSession, sandbox: Sandbox
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A connection that has said hello."""
    async with http.ws_connect(f"{sandbox.gateway.url}?v=10&encoding=json") as connection:
        assert (await connection.receive_json())["op"] == Op.HELLO
        yield connection
