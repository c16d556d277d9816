"""The page's side of the sandbox: its files, and a websocket for each tab, which is one person."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from sandbox.commands import ClientRefusalError
from sandbox.errors import DiscordError
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.messages import Messages
from sandbox.model import Json, User
from sandbox.page import view
from sandbox.page.actions import Actions
from sandbox.page.switches import Switches
from sandbox.page.view import Supervisor, Tenants
from sandbox.record import Crossing, Record
from sandbox.threads import Threads
from sandbox.world import Event, World

STATIC = Path(__file__).parent / "static"
CROSSINGS = 200
"""How many past calls and events the panel shows when it is opened."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' {origin} data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


class Tab:
    """One open page: who sits there, and what waits to be sent to it."""

    def __init__(self, me: User) -> None:
        self.me = me
        self.watching = False
        self.queue: asyncio.Queue[Json] = asyncio.Queue()

    def tell(self, kind: str, **about: object) -> None:
        """Send it something, after what was sent before."""
        self.queue.put_nowait({"t": kind} | about)


class Page:
    """Serves the page and speaks with its tabs.

    `people` are those whom its switch offers, in order. `reading` holds the last message read, by
    person and channel. `gallery` is what `/gallery.json` answers.
    """

    def __init__(
        self,
        world: World,
        record: Record,
        gateway: Gateway,
        messages: Messages,
        threads: Threads,
        interactions: Interactions,
        origin: str,
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._origin = origin
        self.people: list[User] = []
        self.reading: dict[tuple[int, int], int] = {}
        self.supervisor: Supervisor | None = None
        self.gallery: Json | None = None
        self._tabs: set[Tab] = set()
        self._asked: set[asyncio.Task[None]] = set()
        self._crossings: deque[Json] = deque(maxlen=CROSSINGS)
        self._crossed = 0
        self._actions = Actions(world, messages, threads, interactions, self.reading)
        self._switches = Switches(world, gateway)
        world.listeners.append(self._on_event)
        record.listeners.append(self._on_crossing)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Serve the page on the sandbox's address."""
        router.add_get("/", self._file("index.html"))
        router.add_get("/gallery", self._file("gallery.html"))
        router.add_get("/favicon.ico", self._file("favicon.svg"))
        router.add_get("/gallery.json", self._gallery)
        router.add_get("/emojis/{emoji_id:\\d{1,20}}.png", self._emoji)
        router.add_get("/page/live", self._live)
        router.add_static("/page/", STATIC)

    async def prepare(self, request: web.Request, response: web.StreamResponse) -> None:
        """A signal of aiohttp: headers of the page's own files."""
        if request.path.startswith("/page/") or request.path in ("/", "/gallery"):
            response.headers["Cache-Control"] = "no-cache"
            response.headers["Content-Security-Policy"] = POLICY.format(origin=self._origin)
            response.headers["X-Content-Type-Options"] = "nosniff"

    async def close(self) -> None:
        """Send every tab away."""
        for tab in self._tabs:
            tab.tell("closing")
        for task in self._asked:
            task.cancel()

    # Files

    def _file(self, name: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(_: web.Request) -> web.StreamResponse:
            return web.FileResponse(STATIC / name)

        return serve

    async def _emoji(self, request: web.Request) -> web.Response:
        image = self._world.application.emoji_images.get(int(request.match_info["emoji_id"]))
        if image is None:
            return web.Response(status=404)
        return web.Response(body=image, content_type="image/png")

    async def _gallery(self, _: web.Request) -> web.Response:
        return web.json_response(self.gallery or {"state": None, "entries": []})

    # Tabs

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """One tab, from its first state to its end."""
        me = self._tenant(request.query.get("as", ""))
        if me is None:
            return web.Response(status=404)
        # What is compressed is written by a task of aiohttp's own; where a tab was closed
        # meanwhile, its failure would stand in the terminal.
        socket = web.WebSocketResponse(heartbeat=30.0, compress=False)
        await socket.prepare(request)
        tab = Tab(me)
        self._tabs.add(tab)
        self._world.signal.notify()
        try:
            await self._serve(socket, tab)
        finally:
            self._tabs.discard(tab)
            self._world.signal.notify()
        return socket

    def _tenant(self, name: str) -> User | None:
        """The person of that name, or the first one that no tab is open as."""
        for user in self.people:
            if user.name.lower() == name.lower():
                return user
        here = {tab.me.id for tab in self._tabs}
        free = [user for user in self.people if user.id not in here]
        return next(iter(free or self.people), None)

    async def _serve(self, socket: web.WebSocketResponse, tab: Tab) -> None:
        """Both ways at once. What was asked for is done even when the tab is gone meanwhile."""
        serving = [
            asyncio.create_task(_write(socket, tab)),
            asyncio.create_task(self._follow(tab)),
        ]
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._answer(tab, frame.data))
                    self._asked.add(task)
                    task.add_done_callback(self._asked.discard)
        finally:
            for task in serving:
                task.cancel()
            await asyncio.gather(*serving, return_exceptions=True)

    async def _follow(self, tab: Tab) -> None:
        """Tell the state at first and after each change of it."""
        told: Json | None = None
        while True:
            tenants = Tenants(self.people, frozenset(one.me.id for one in self._tabs))
            state = view.state(
                self._world, self._gateway, self.reading, tenants, self.supervisor, tab.me
            )
            if state != told:
                tab.tell("state", state=state)
                told = state
            await self._world.signal.changed()

    async def _answer(self, tab: Tab, text: str) -> None:
        number = None
        try:
            ask = json.loads(text)
            number = ask.get("id")
            tab.tell("done", id=number, result=await self._do(tab, ask))
        except ClientRefusalError as refused:
            tab.tell("refused", id=number, text=str(refused))
        except DiscordError as refused:
            tab.tell("refused", id=number, text=refused.message)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
            tab.tell("refused", id=number, text="the page sent something that is not understood")
        except Exception as error:  # noqa: BLE001 - no page is left waiting for an answer
            self._world.violate(f"page: {text[:200]}: {error!r}")
            tab.tell("refused", id=number, text="the sandbox could not do this")

    async def _do(self, tab: Tab, ask: Json) -> Json:
        match ask:
            case {"do": "watch", "on": bool(on)}:
                tab.watching = on
                return {"crossings": list(self._crossings)} if on else {}
            case {"do": "restart"} if self.supervisor is not None:
                await self.supervisor.restart()
                return {}
            case {"do": "dms" | "permission" | "drop" | "membership" | "moderate"}:
                self._switches.turn(ask)
                return {}
            case _:
                return await self._actions.do(tab.me, ask)

    # What happens in the world

    def _on_event(self, event: Event) -> None:
        message, channel = event.message, event.channel
        if message is None or channel is None:
            return
        seers = self._world.audience(channel)
        for tab in self._tabs:
            if tab.me.id not in seers or message.only_for not in (None, tab.me.id):
                continue
            if event.name == "MESSAGE_DELETE":
                tab.tell("gone", channel=str(channel.id), id=str(message.id))
            else:
                fresh = event.name == "MESSAGE_CREATE"
                shown = view.message(self._world, message, tab.me)
                tab.tell("message", message=shown, fresh=fresh)

    def _on_crossing(self, one: Crossing) -> None:
        self._crossed += 1
        entry = view.crossing(self._crossed, one)
        self._crossings.append(entry)
        for tab in self._tabs:
            if tab.watching:
                tab.tell("crossed", entry=entry)


async def _write(socket: web.WebSocketResponse, tab: Tab) -> None:
    """Send what is queued, in order, until the sandbox closes."""
    while True:
        item = await tab.queue.get()
        if item["t"] == "closing":
            await socket.close(code=1001)
            return
        await socket.send_json(item)
