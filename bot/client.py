"""The Discord client: one dispatch for buttons, lists and boxes; commands synced when changed."""

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import ParamSpec, Protocol, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd
from discord.ext import commands

from bot.matches.acts import Told
from bot.matches.admin import Admin
from bot.matches.daily import Daily
from bot.matches.ids import GuildId, MatchId
from bot.matches.opponent import Opponent
from bot.matches.practice import Practice
from bot.matches.privacy import Privacy
from bot.matches.service import Service
from bot.matches.upkeep import Upkeep
from bot.presentation.i18n import words
from bot.presentation.scene import Scene

log = logging.getLogger(__name__)

LARGEST_NUMBER = 2**63 - 1

REMEMBERED = 10_000
"""How many messages and interactions are known again; repeats come within seconds."""

CALL_LIMIT = 60
"""Seconds for one request to Discord; discord.py itself would wait for five minutes."""
PRESSED_PATIENCE = 1.5
"""Seconds for which an interaction waits its turn: it has to be answered within three."""

Choice = TypeVar("Choice", bound=StrEnum)
Given = ParamSpec("Given")
Found = TypeVar("Found")
Interaction: TypeAlias = discord.Interaction["MastermindBot"]


class ForeignIdError(Exception):
    """A custom id says something that no id of this bot says, or is pressed where none stands."""


@dataclass(frozen=True, slots=True)
class Ref:
    """What a custom id says: an action and its arguments, such as a match and a round.

    What reads an argument raises ForeignIdError when it is not there or is not of that kind.
    """

    action: str
    args: tuple[str, ...]

    @property
    def match(self) -> MatchId:
        """The first argument, as a match's id."""
        return MatchId(self._matching(0, "[0-9a-z]{1,20}"))

    @property
    def round(self) -> int:
        """The second argument, as a round's number."""
        return self.number(1)

    def number(self, index: int) -> int:
        """An argument as a number from 0, or as an id; none that a database cannot hold."""
        number = int(self._matching(index, "[0-9]{1,19}"))
        if number > LARGEST_NUMBER:
            raise ForeignIdError
        return number

    def choice(self, index: int, kind: type[Choice]) -> Choice:
        """An argument as one of the values of this StrEnum."""
        try:
            return kind(self._matching(index, ".*"))
        except ValueError:
            raise ForeignIdError from None

    def code(self, index: int) -> str:
        """An argument as a code that `format_code` wrote; whether a game takes it is open."""
        return self._matching(index, r"[0-9A-Z.]{1,8}")

    def _matching(self, index: int, pattern: str) -> str:
        text = self.args[index] if index < len(self.args) else None
        if text is None or not re.fullmatch(pattern, text):
            raise ForeignIdError
        return text


Handler: TypeAlias = Callable[[Interaction, Ref], Awaitable[None]]


class Deliver(Protocol):
    """Tells people what was committed; `answer` is the interaction that waits for it."""

    async def __call__(self, told: Told, answer: Interaction | None = None) -> bool: ...


class HearFirst(Protocol):
    """Waits, not long, until what was missed of a player's matches is heard; raises nothing."""

    async def __call__(self, player: int, patience: float) -> None: ...


class Stir(Protocol):
    """Somebody acts in this server, or its permissions changed: what was refused may be let in."""

    def __call__(self, guild: int, *, permitted: bool = False) -> None: ...


class Think(Protocol):
    """Does a job in another process: everybody would wait for one that is done here.

    A job is a function of a module, such as `bot.runtime.jobs`. Job, arguments and result are
    pickled. `asker` is who wants the answer, who may want one at a time; None is a match. `work`
    is what there is to do, in the unit of `bot.engine.lines.work_of`: less comes sooner.

    What the job raises is raised here; else a ThinkingError says why there is no answer.
    """

    async def __call__(
        self,
        asker: int | None,
        work: int,
        job: Callable[Given, Found],
        *args: Given.args,
        **kwargs: Given.kwargs,
    ) -> Found: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What the composition root hands to the client."""

    cogs: Sequence[str]
    translator: app_commands.Translator
    commands_file: Path
    """Where the fingerprint of the commands last sent to Discord is kept."""
    reads_content: bool
    """Whether plain messages in threads arrive with their text."""
    emoji_files: Mapping[str, Path] = field(default_factory=dict)
    """The bot's own emojis: name → PNG."""
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None
    force_sync: bool = False
    """Send the commands whether they changed or not."""
    http_trace: aiohttp.TraceConfig | None = None
    """Sees every answer of Discord's."""


def intents(*, message_content: bool) -> discord.Intents:
    """The least that the bot works with: servers, and messages in them and in private."""
    wanted = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    wanted.message_content = message_content
    return wanted


class CommandTree(app_commands.CommandTree["MastermindBot"]):
    """The commands; one that is delivered twice runs once."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether to run it. Must not raise: nobody would be told."""
        if interaction.client.is_repeat(interaction.id):
            return False
        await interaction.client.hear_first(interaction.user.id, PRESSED_PATIENCE)
        return True


class MastermindBot(commands.AutoShardedBot):
    """The client, with the parts that `app` sets and `ui` and the cogs reach through it."""

    service: Service
    admin: Admin
    upkeep: Upkeep
    opponent: Opponent
    practice: Practice
    daily: Daily
    privacy: Privacy
    deliver: Deliver
    deliver_later: Callable[[Told | None], None]
    """Leaves what was committed, if anything, to whoever delivers beside the commands."""
    stir: Stir
    missed_in: Callable[[GuildId, datetime], None]
    """Nothing was heard in this server since then."""
    hear_first: HearFirst
    think: Think
    permissions_changed: Callable[[GuildId], Awaitable[None]]
    """What the bot may see in this server may be more, or less, than before."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(
            command_prefix=(),
            tree_cls=CommandTree,
            help_command=None,
            intents=intents(message_content=parts.reads_content),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=parts.http_trace,  # type: ignore[arg-type]  # it takes None too
            shard_count=parts.shard_count,
            shard_ids=parts.shard_ids,  # type: ignore[arg-type]  # it takes None and any sequence
        )
        self.parts = parts
        self._met: dict[int, None] = {}
        self.emoji_texts: dict[str, str] = {}
        self.handlers: dict[str, Handler] = {}
        """Who answers a press, a choice or a submitted box, by its action."""
        self.mastermind = app_commands.Group(
            name="mastermind", description=cmd("Crack each other's codes"), guild_only=True
        )
        self.tree.add_command(self.mastermind)

    async def setup_hook(self) -> None:
        """Everything that must be there before the first interaction arrives."""
        await self.load_commands()
        await self.load_emojis()
        await self.sync_commands()

    def is_repeat(self, event: int) -> bool:
        """Whether this message or interaction was asked about before: Discord may repeat itself.

        Rows are guarded by the database as well; this is for all that has no number there.
        """
        if event in self._met:
            return True
        self._met[event] = None
        if len(self._met) > REMEMBERED:
            del self._met[next(iter(self._met))]
        return False

    async def on_message(self, message: discord.Message, /) -> None:
        """No text commands: discord.py would log a private message's text as an unknown one."""

    def scene(self, locale: discord.Locale | str | None) -> Scene:
        """How to word things for this Discord locale (None: English)."""
        return Scene(words(None if locale is None else str(locale)), self.emoji_texts)

    def public_scene(self, guild: int) -> Scene:
        """How to word what everybody in the server reads."""
        chosen = self.admin.language_of(GuildId(guild))
        known = self.get_guild(guild)
        return self.scene(chosen or (known.preferred_locale if known else None))

    def is_connected(self) -> bool:
        """Whether people can reach the bot: all of its shards are connected."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def is_ours(self, guild: int) -> bool:
        """Whether this process's shards look after the server."""
        count = self.shard_count or 1
        return self.shard_ids is None or (guild >> 22) % count in self.shard_ids

    async def load_commands(self) -> None:
        """The cogs, and the languages of what they register."""
        await self.tree.set_translator(self.parts.translator)
        for name in self.parts.cogs:
            await self.load_extension(name)

    async def load_emojis(self) -> None:
        """Upload what is missing of the bot's own emojis; Unicode stands in for a refused one."""
        try:
            async with asyncio.timeout(CALL_LIMIT):
                there = {emoji.name: emoji for emoji in await self.fetch_application_emojis()}
            for name, file in self.parts.emoji_files.items():
                emoji = there.get(name) or await self._new_emoji(name, file.read_bytes())
                self.emoji_texts[name] = str(emoji)
        except (discord.HTTPException, TimeoutError) as error:
            self.emoji_texts.clear()  # half of the pegs in one style would be unreadable
            status = getattr(error, "status", "none")
            log.warning("own emojis refused (HTTP %s); using Unicode ones", status)

    async def _new_emoji(self, name: str, image: bytes) -> discord.Emoji:
        async with asyncio.timeout(CALL_LIMIT):
            return await self.create_application_emoji(name=name, image=image)

    async def sync_commands(self) -> None:
        """Send the commands to Discord if they differ from those sent last, or on demand."""
        translator = self.tree.translator
        payload = [
            await command.get_translated_payload(self.tree, translator)
            if translator
            else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        file = self.parts.commands_file
        if not self.parts.force_sync and _holds(file, fingerprint.encode()):
            return
        async with asyncio.timeout(CALL_LIMIT):
            await self.tree.sync()
        log.info("%d commands sent to Discord", len(payload))
        try:
            file.write_bytes(fingerprint.encode())
        except OSError as error:
            log.warning("%s cannot be written (%s); the next start sends again", file, error)

    async def hand_over(self, interaction: Interaction, ref: Ref) -> bool:
        """Hand a press, choice or submitted box to whoever registered its action."""
        handler = self.handlers.get(ref.action)
        if handler is None:
            return False
        await self.hear_first(interaction.user.id, PRESSED_PATIENCE)
        await handler(interaction, ref)
        return True


def _holds(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:
        return False
