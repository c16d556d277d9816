"""The sandbox as a whole: one loopback server, its state, its faults and its people."""

import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from aiohttp import web

from sandbox.clock import Clock
from sandbox.contract import Contract
from sandbox.driver import Person
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Interaction, Interactions
from sandbox.messages import Draft, Messages
from sandbox.model import Application, Channel, ChannelType, Guild, Message, Role, User
from sandbox.page.live import Page
from sandbox.permissions import Permission
from sandbox.ratelimits import RateLimits
from sandbox.record import Record
from sandbox.rest import Rest
from sandbox.routes_application import ApplicationRoutes
from sandbox.routes_channels import ChannelRoutes
from sandbox.routes_interactions import InteractionRoutes
from sandbox.threads import Threads
from sandbox.waiting import wait_for
from sandbox.world import World

LOOPBACK = "127.0.0.1"
LARGEST_REQUEST = 32 * 1024 * 1024
PATIENCE = 20.0
"""Seconds for what is waited for; a busy machine may need many of them."""
T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class ViolationsError(AssertionError):
    """The bot (or the sandbox) did what Discord would not take, or used what is not here."""


class Sandbox:
    """A Discord on localhost. `async with Sandbox.running() as sandbox` is the way in."""

    def __init__(
        self,
        token: str,
        port: int,
        limits: RateLimits,
        contract: Contract | None,
        keep: int | None,
    ) -> None:
        self.token = token
        self.limits = limits
        self.origin = f"http://{LOOPBACK}:{port}"
        self.clock = Clock()
        self.world = World(self.clock, keep=keep)
        self.record = Record(keep)
        self.faults = Faults()
        self.messages = Messages(self.world, self.origin)
        self.threads = Threads(self.world, self.messages)
        self.interactions = Interactions(self.world, self.messages)
        self.gateway = Gateway(self.world, self.record, self.faults, token)
        self.gateway.url = f"ws://{LOOPBACK}:{port}/gateway"
        self.page = Page(
            self.world,
            self.record,
            self.gateway,
            self.messages,
            self.threads,
            self.interactions,
            self.origin,
        )
        routes = [
            *ApplicationRoutes(self.world, self.gateway).routes(),
            *ChannelRoutes(self.world, self.messages, self.threads).routes(),
            *InteractionRoutes(self.world, self.interactions).routes(),
        ]
        self._rest = Rest(
            world=self.world,
            record=self.record,
            faults=self.faults,
            limits=limits,
            routes=routes,
            token=token,
            contract=contract,
        )

    @classmethod
    @asynccontextmanager
    async def running(
        cls,
        token: str = "sandbox-token",  # noqa: S107 - a made-up word, good on loopback only
        *,
        port: int = 0,
        limits: RateLimits | None = None,
        contract: Contract | None = None,
        keep: int | None = None,
    ) -> AsyncIterator["Sandbox"]:
        """A sandbox that listens on loopback until the block ends.

        `port` 0 takes a free one. `contract` defaults to the description that DISCORD_OPENAPI
        names, if it does. `keep` limits how much of the past is remembered. Raises
        ViolationsError at the end of a block that itself went well.
        """
        with socket.create_server((LOOPBACK, port)) as listening:
            bound: int = listening.getsockname()[1]
            sandbox = cls(token, bound, limits or RateLimits(), contract or _contract(), keep)
            runner = web.AppRunner(sandbox.app(), access_log=None, shutdown_timeout=0.5)
            await runner.setup()
            await web.SockSite(runner, listening).start()
            try:
                yield sandbox
            except BaseException as error:
                if sandbox.violations:
                    error.add_note("\n".join(["sandbox violations:", *sandbox.violations]))
                raise
            finally:
                await sandbox.gateway.close()
                await sandbox.page.close()
                sandbox.clock.close()
                await runner.cleanup()
        sandbox.check()

    def app(self) -> web.Application:
        """The aiohttp application: REST, gateway, the page and the files that messages carry."""
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[self._turn_away])
        app.router.add_route("*", "/api/v10/{tail:.*}", self._rest.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/attachments/{file_id:\\d{1,20}}/{name}", self._file)
        self.page.add_routes(app.router)
        app.on_response_prepare.append(self.page.prepare)
        app.router.add_route("*", "/{tail:.*}", self._elsewhere)
        return app

    @property
    def url(self) -> str:
        """The REST base address, as DISCORD_API_URL takes it."""
        return f"{self.origin}/api/v10"

    @property
    def environment(self) -> dict[str, str]:
        """The variables with which a bot process finds this sandbox."""
        return {"DISCORD_API_URL": self.url, "DISCORD_TOKEN": self.token}

    @property
    def application(self) -> Application:
        """The bot's application: flags, registered commands, emojis."""
        return self.world.application

    @property
    def bot(self) -> User:
        """The bot's user."""
        return self.world.bot

    # Setting the scene

    def add_guild(self, name: str, locale: str = "en-US", *, with_bot: bool = True) -> Guild:
        """A server, owned by nobody in the test, with the bot in it."""
        owner = self.world.application.owner
        return self.world.add_guild(name, locale, owner, with_bot=with_bot)

    def add_text_channel(self, guild: Guild, name: str) -> Channel:
        """A text channel."""
        return self.world.add_channel(guild, name, ChannelType.TEXT)

    def add_announcement_channel(self, guild: Guild, name: str) -> Channel:
        """An announcement channel."""
        return self.world.add_channel(guild, name, ChannelType.ANNOUNCEMENT)

    def add_voice_channel(self, guild: Guild, name: str) -> Channel:
        """A voice channel, which has a chat of its own but no threads."""
        return self.world.add_channel(guild, name, ChannelType.VOICE)

    def add_person(
        self, name: str, *, locale: str = "en-US", guilds: Sequence[Guild] = ()
    ) -> Person:
        """A person in some servers, also on the page; `locale` is the language of their client."""
        user = self.world.add_user(name, locale=locale)
        self.page.people.append(user)
        return self._person(user, guilds)

    def person(self, user: User) -> Person:
        """Somebody who is there already."""
        return self._person(user, ())

    def add_other_bot(self, name: str, *, guilds: Sequence[Guild] = ()) -> Person:
        """Another bot, which can write messages."""
        return self._person(self.world.add_user(name, bot=True), guilds)

    def grant(self, guild: Guild, person: Person, permission: Permission) -> Role:
        """Give somebody a permission in the whole server, through a role of its own."""
        role = self.world.add_role(guild, f"for {person.user.name}", int(permission))
        self.world.give_role(guild, person.user, role)
        return role

    def set_permissions(self, guild: Guild, role: Role, permission: Permission) -> None:
        """Change what a role may do: one of `grant`, or `guild.roles[guild.id]` for everybody."""
        self.world.set_permissions(guild, role, int(permission))

    def deny(self, channel: Channel, who: Person | User, permission: Permission) -> None:
        """Take permissions away from somebody (or `sandbox.bot`) in one channel."""
        user = who.user if isinstance(who, Person) else who
        self.world.overwrite(channel, user, 0, int(permission))

    def post_as_webhook(self, channel: Channel, name: str, text: str) -> Message:
        """A message by a webhook of that name."""
        more = {"webhook_id": self.world.new_id(), "webhook_name": name}
        draft = Draft(User(self.world.new_id(), name, bot=True), {"content": text}, more=more)
        return self.messages.post(channel, draft)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel (its threads go with it) or a thread, as a moderator does."""
        self.world.remove_channel(channel)

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator does."""
        self.world.delete_message(self.world.channels[message.channel_id], message)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as a moderator or its auto-archive time does."""
        self.world.set_thread(thread, archived=True, locked=locked)

    def unarchive(self, thread: Channel) -> None:
        """Open an archived thread again; a lock stays."""
        self.world.set_thread(thread, archived=False)

    def lock(self, thread: Channel, *, locked: bool = True) -> None:
        """Lock a thread or, with `locked=False`, take the lock away; an archived one stays so."""
        self.world.set_thread(thread, locked=locked)

    def remove_bot(self, guild: Guild) -> None:
        """Take the bot out of a server."""
        self.world.leave(guild, self.bot)

    def invite_bot(self, guild: Guild) -> None:
        """Let the bot into a server, the first time or again."""
        self.world.join(guild, self.bot)

    def set_available(self, guild: Guild, *, available: bool) -> None:
        """Begin or end an outage of one server."""
        self.world.set_available(guild, available=available)

    # Watching

    async def wait_for(
        self,
        condition: Callable[[], T | None],
        timeout: float = PATIENCE,  # noqa: ASYNC109 - on time-out the error says what did happen
    ) -> T:
        """The first truthy value of `condition`, asked again after every change of the state."""
        return await wait_for(self.world, condition, timeout)

    async def bot_ready(self, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109 - see wait_for
        """Return when the bot is connected and has registered its commands."""
        await self.wait_for(lambda: self.gateway.connected and self.application.commands, timeout)

    async def message(
        self,
        channel: Channel,
        text: str,
        timeout: float = PATIENCE,  # noqa: ASYNC109 - see wait_for
    ) -> Message:
        """The newest message of the bot in a channel that has this text in it."""
        return await self.wait_for(lambda: self.find(channel, text), timeout)

    def find(self, channel: Channel, text: str) -> Message | None:
        """The newest message of the bot there with this text in it, if there is one."""
        for message in reversed(channel.messages.values()):
            if message.author is self.bot and text in message.text:
                return message
        return None

    def thread_of(self, message: Message) -> Channel | None:
        """The thread that was started on a message."""
        return self.world.channels.get(message.id)

    def payloads_to(self, person: Person) -> list[dict[str, object]]:
        """Everything that was ever put before a person, oldest first."""
        return person.payloads

    @property
    def violations(self) -> list[str]:
        """What must fail a test; a test that means it clears the list."""
        return self.world.violations

    @property
    def failed_interactions(self) -> list[Interaction]:
        """The interactions that the bot did not answer within three seconds."""
        return self.interactions.failed

    def check(self) -> None:
        """Raise ViolationsError when there are some."""
        if self.violations:
            raise ViolationsError("\n".join(self.violations))

    def _person(self, user: User, guilds: Sequence[Guild]) -> Person:
        for guild in guilds:
            self.world.join(guild, user)
        return Person(self.world, self.messages, self.interactions, user)

    @web.middleware
    async def _turn_away(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Serve the bot and our own page only: any page in a browser can reach this machine."""
        port = self.origin.rpartition(":")[2]
        hosts = (f"{LOOPBACK}:{port}", f"localhost:{port}")
        origin = request.headers.get("Origin", f"http://{hosts[0]}")
        if request.host in hosts and origin.removeprefix("http://") in hosts:
            return await handler(request)
        return web.Response(status=403, text=f"The sandbox is at {self.origin} and nowhere else.")

    async def _file(self, request: web.Request) -> web.Response:
        content = self.world.files.get(int(request.match_info["file_id"]))
        return web.Response(status=404) if content is None else web.Response(body=content)

    async def _elsewhere(self, request: web.Request) -> web.Response:
        # A browser asks for things of its own accord, a bot never sends this header.
        if "Sec-Fetch-Mode" not in request.headers:
            self.world.violate(f"not implemented: {request.method} {request.path}")
        return web.Response(status=404)


def _contract() -> Contract | None:
    path = os.environ.get("DISCORD_OPENAPI")
    return _loaded(Path(path)) if path else None


@lru_cache(maxsize=1)
def _loaded(path: Path) -> Contract:
    return Contract.load(path)
