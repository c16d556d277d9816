"""The real discord.py client, in this process, against a sandbox on loopback."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord
import pytest
import yarl
from discord import app_commands

from sandbox import Channel, Guild, Person, Sandbox


class Bot(discord.AutoShardedClient):
    """A client with a command tree, which notes the messages and edits it is told of."""

    def __init__(self, intents: discord.Intents, shard_count: int | None) -> None:
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=shard_count,
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.edited: list[discord.RawMessageUpdateEvent] = []
        self.deleted: list[int] = []
        self.members: list[discord.Member] = []
        self.connected = asyncio.Event()
        self.resumed = asyncio.Event()

    def note(self, happened: list[str], *names: str) -> None:
        """Add the names of these events to the list as they happen."""
        for name in names:
            setattr(self, f"on_{name}", self._noting(happened, name))

    def _noting(self, happened: list[str], name: str) -> Callable[..., Awaitable[None]]:
        async def listener(*_: object) -> None:
            happened.append(name)

        return listener

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,
    ) -> None:
        """Do not wait five seconds before a further IDENTIFY, as discord.py does."""

    async def on_connect(self) -> None:
        self.connected.set()

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.set()

    async def on_message(self, message: discord.Message) -> None:
        if message.author.id != self.application_id:
            self.heard.append(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        self.edited.append(payload)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        self.deleted.append(payload.message_id)

    async def on_member_join(self, member: discord.Member) -> None:
        self.members.append(member)


@dataclass
class Scene:
    """A sandbox with one server, one channel, two people, and what starts bots against it."""

    sandbox: Sandbox
    guild: Guild
    channel: Channel
    robin: Person
    wren: Person

    @asynccontextmanager
    async def bot(
        self,
        prepare: Callable[[Bot], Awaitable[None] | None] = lambda _: None,
        *,
        intents: discord.Intents | None = None,
        token: str | None = None,
        shard_count: int | None = None,
    ) -> AsyncIterator[Bot]:
        """A connected bot; `prepare` adds commands and views, which are then registered."""
        wanted = intents or messages_intents()
        async with Bot(wanted, shard_count) as bot:
            prepare(bot)
            await bot.login(token or self.sandbox.token)
            if bot.tree.get_commands():
                await bot.tree.sync()
            running = asyncio.create_task(bot.connect())
            await until(lambda: running.done() or self.is_known_to(bot), 10)
            if running.done():
                await running
            yield bot
            await bot.close()
            running.cancel()
            await asyncio.wait([running])

    def is_known_to(self, bot: Bot) -> bool:
        """Whether the bot has been told of the server and its channel."""
        return bot.get_channel(self.channel.id) is not None


def messages_intents(*, content: bool = True) -> discord.Intents:
    """The least intents, with or without message content."""
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    intents.message_content = content
    return intents


def point_discord_at(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    """Send what discord.py sends in this process to the sandbox."""
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.url)
    gateway = yarl.URL(sandbox.gateway.url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)


async def until(condition: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait for something in the client, which the sandbox cannot see."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - the client has no one event for all that it does
            await asyncio.sleep(0)
