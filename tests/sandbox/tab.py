"""A tab of the sandbox's page without a browser: its websocket, and what it was told."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import aiohttp

from sandbox import Sandbox
from sandbox.model import Json

T = TypeVar("T")


class Tab:
    """What a page of that person would know."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._changed = asyncio.Condition()
        self.told: list[Json] = []
        self.closed_with: int | None = None

    @property
    def state(self) -> Json:
        """The newest state."""
        return self.states[-1]

    @property
    def states(self) -> list[Json]:
        """Every state told so far."""
        return [one["state"] for one in self.told if one["t"] == "state"]

    def channel(self, name: str) -> Json:
        """A channel or thread of the newest state."""
        places = [place for server in self.state["servers"] for place in server["channels"]]
        return next(place for place in places if place["name"] == name)

    @property
    def messages(self) -> list[Json]:
        """The messages told, in every version."""
        return [one["message"] for one in self.told if one["t"] == "message"]

    async def ask(self, **what: object) -> Json:
        """Ask for something; the frame of the answer, `done` or `refused`."""
        number = next(self._numbers)
        await self._socket.send_json({**what, "id": number})
        return await self.until(
            lambda: next((one for one in self.told if one.get("id") == number), None)
        )

    async def send(self, frame: str) -> None:
        """Send a frame as it is."""
        await self._socket.send_str(frame)

    async def until(self, condition: Callable[[], T | None]) -> T:
        """The first truthy value, asked again after everything that is told."""
        async with asyncio.timeout(10), self._changed:
            while not (value := _or_none(condition)):
                await self._changed.wait()
            return value

    async def listen(self) -> None:
        """Note what is told until the end."""
        async for frame in self._socket:
            async with self._changed:
                self.told.append(frame.json())
                self._changed.notify_all()
        async with self._changed:
            self.closed_with = self._socket.close_code
            self._changed.notify_all()


@asynccontextmanager
async def tab_of(sandbox: Sandbox, name: str = "", origin: str | None = None) -> AsyncIterator[Tab]:
    """An open tab that has been told its first state."""
    headers = {"Origin": sandbox.origin if origin is None else origin}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.ws_connect(f"{sandbox.origin}/page/live?as={name}") as socket,
    ):
        tab = Tab(socket)
        listening = asyncio.create_task(tab.listen())
        try:
            await tab.until(lambda: tab.told)
            yield tab
        finally:
            listening.cancel()
            await asyncio.wait([listening])


def _or_none(condition: Callable[[], T | None]) -> T | None:
    """What is not there yet is waited for."""
    try:
        return condition()
    except (StopIteration, LookupError):
        return None
