"""Runs of `make play`, and the page as somebody has it open in one."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from sandbox.model import Json
from sandbox.process import ROOT

PATIENCE = 60
"""Seconds for what is waited for; a busy machine may need many of them."""
UP = "Ctrl-C ends it."


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
