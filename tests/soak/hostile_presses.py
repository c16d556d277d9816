"""Custom ids that nobody has from us, pressed: an answer in words, and no error in the log."""

import logging
import pkgutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, ParamSpec, TypeVar, cast
from unittest.mock import Mock

import discord

import cogs
from bot.client import Interaction, MastermindBot, Parts
from bot.matches.acts import Told
from bot.matches.admin import Admin
from bot.matches.daily import Daily
from bot.matches.hiding import Hiding
from bot.matches.models import Terms
from bot.matches.opponent import Opponent
from bot.matches.practice import Practice
from bot.matches.privacy import Privacy
from bot.matches.service import Service
from bot.matches.upkeep import Upkeep
from bot.presentation.palette import legend
from bot.storage.database import SqliteDatabase
from bot.ui.base import guarded
from bot.ui.boxes import BOX_IDS, submitted
from bot.ui.buttons import BUTTON_IDS, LIST_IDS, parse_custom_id
from bot.ui.translator import Translator
from tests.fakes.chance import SeededChance
from tests.fakes.clock import FixedClock
from tests.soak import hostile
from tests.soak.echoes import MESSAGE_LIMIT, HarmError
from tests.soak.people import Numbers, Table, challenge, hide, row, setting

Given = ParamSpec("Given")
Found = TypeVar("Found")
BOT = 10**17
COGS = [f"cogs.{module.name}" for module in pkgutil.iter_modules(cogs.__path__)]


class Answers:
    """What the person was answered, in place of Discord."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.done = False

    def is_done(self) -> bool:
        return self.done

    async def _answer(self, *args: Any, **kwargs: Any) -> None:
        self.done = True
        self.texts += [one for one in (*args, kwargs.get("content")) if isinstance(one, str)]

    send_message = edit_message = send_modal = defer = send = _answer


@dataclass
class Pressed:
    """An interaction; only what the handlers ask of one."""

    client: MastermindBot
    user: Any
    channel: Any
    data: dict[str, Any]
    id: int
    response: Answers = field(default_factory=Answers)
    type: discord.InteractionType = discord.InteractionType.modal_submit
    locale: discord.Locale = discord.Locale.french
    guild: None = None
    app_permissions: discord.Permissions = field(default_factory=discord.Permissions.all)

    def __post_init__(self) -> None:
        self.guild_id = self.channel.guild_id
        self.channel_id = self.channel.id
        self.message = Mock(spec=discord.Message, id=self.id, interaction_metadata=None)
        self.message.flags = discord.MessageFlags()
        self.permissions = self.app_permissions

    @property
    def followup(self) -> Answers:
        return self.response

    async def edit_original_response(self, content: str, **_rest: Any) -> None:
        self.response.texts.append(content)


class Unforeseen(logging.Handler):
    """Errors that the bot logs as unforeseen."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[BaseException | None] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(record.exc_info[1] if record.exc_info else None)


class Presser:
    """The client with all its handlers, never connected, and somebody who presses."""

    def __init__(self, client: MastermindBot, tables: Sequence[Table], matches: list[str]) -> None:
        self._client = client
        self._matches = matches
        self._actions = sorted(client.handlers)
        self._numbers = count(10**9)
        self._members = [
            Mock(spec=discord.Member, id=one.id, display_name=one.name, bot=False)
            for table in tables
            for one in table.people
        ]
        guild, channel = tables[0].guild, tables[0].channel
        self._channels = [
            Mock(spec=discord.TextChannel, id=channel, guild_id=guild),
            Mock(spec=discord.DMChannel, id=77, guild_id=None),
        ]
        self._channels[0].is_news.return_value = False
        self._channels[1].fetch_message.return_value = Mock(spec=discord.Message, content="RBRG")
        self._log = Unforeseen()

    async def fuzz(self, random: Random) -> None:
        """One press, choice or box; raises HarmError when it is not answered as it should be."""
        action = random.choice([*self._actions, "no-such-action"])
        start = random.choice((BUTTON_IDS, LIST_IDS, BOX_IDS))
        text = hostile.custom_id(random, start, action, random.choice(self._matches))
        data = {"custom_id": text, **hostile.box(random)}
        member, channel = random.choice(self._members), random.choice(self._channels)
        pressed = Pressed(self._client, member, channel, data, next(self._numbers))
        errors = await self._press(pressed, start, text)
        if errors:
            kind = f"{type(errors[0]).__name__} in the log after {action}"
            raise HarmError(f"{text!r:.120}", kind)
        self._check_answer(pressed, text)

    async def _press(
        self, pressed: Pressed, start: str, text: str
    ) -> Sequence[BaseException | None]:
        self._log.errors = []
        log = logging.getLogger("bot")
        log.addHandler(self._log)
        try:
            interaction = cast("Interaction", pressed)
            if start == BOX_IDS:
                await submitted(interaction)
            else:
                await guarded(interaction, parse_custom_id(text))
        finally:
            log.removeHandler(self._log)
        return self._log.errors

    def _check_answer(self, pressed: Pressed, text: str) -> None:
        if not pressed.response.done:
            raise HarmError(f"no answer to {text!r:.120}")
        for said in pressed.response.texts:
            if len(said) > MESSAGE_LIMIT or "@everyone" in said:
                raise HarmError(f"{said!r:.120} was answered to {text!r:.120}")


@asynccontextmanager
async def presser(folder: Path) -> AsyncIterator[Presser]:
    """A client over a real file, with a match in each of its phases."""
    clock = FixedClock()
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        service = Service(database, legend, clock, SeededChance())
        tables, matches = await _matches(service)
        parts = Parts(COGS, Translator(), folder / "commands.sha256", reads_content=True)
        async with MastermindBot(parts) as client:
            await client.load_commands()
            client.service = service
            client.admin = Admin(service.acts)
            await client.admin.start()
            client.upkeep = Upkeep(service.acts)
            client.opponent = Opponent(service.acts, SeededChance())
            client.practice = Practice(service.acts, SeededChance())
            hiding = Hiding(legend, SeededChance())
            client.daily = Daily(service.acts, hiding, SeededChance())
            bot = Mock(spec=discord.ClientUser, id=BOT, display_name="Mastermind")
            client._connection.user = bot
            client.privacy = Privacy(service.acts, SeededChance(), database.scrub)
            client.deliver = _deliver
            client.deliver_later = _deliver_later
            client.hear_first = _hear_first
            client.think = _think
            yield Presser(client, tables, matches)
    finally:
        await database.close()


async def _matches(service: Service) -> tuple[list[Table], list[str]]:
    numbers, terms = Numbers(), Terms()
    tables = [numbers.table() for _ in range(4)]
    waiting = (await challenge(service, tables[0], terms)).own
    wanting = await setting(service, numbers, tables[1], terms)
    breaking = await hide(
        service, tables[2], await setting(service, numbers, tables[2], terms), "RBRG"
    )
    over = await hide(service, tables[3], await setting(service, numbers, tables[3], terms), "RBRG")
    over = await row(service, numbers, tables[3], over, "RBRG")
    over = await hide(service, tables[3], over, "RBRG")
    over = await row(service, numbers, tables[3], over, "RBRG")
    return tables, [match.id for match in (waiting, wanting, breaking, over)]


async def _deliver(told: Told, answer: Interaction | None = None) -> bool:
    if answer is not None:
        await answer.response.defer()
    return True


def _deliver_later(told: Told | None) -> None:
    """Nobody is told anything here."""


async def _hear_first(player: int, patience: float) -> None:
    """Nothing was missed."""


async def _think(
    asker: int | None,
    work: int,
    job: Callable[Given, Found],
    *args: Given.args,
    **kwargs: Given.kwargs,
) -> Found:
    """Here and now: nobody else waits."""
    return job(*args, **kwargs)
