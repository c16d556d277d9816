"""The composition root: settings → storage → service → client, and one run from start to stop."""

import asyncio
import logging
import pkgutil
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import aiohttp
import discord

import cogs
from bot import endpoints, presentation
from bot.client import CALL_LIMIT, MastermindBot, Parts
from bot.config import MessageContent, Settings
from bot.matches.admin import Admin
from bot.matches.daily import Daily
from bot.matches.opponent import Opponent
from bot.matches.practice import Practice
from bot.matches.privacy import Privacy
from bot.matches.service import Service
from bot.matches.upkeep import Upkeep
from bot.presentation import palette
from bot.runtime.catch_up import CatchUp
from bot.runtime.dailies import ChannelPoster, Dailies
from bot.runtime.deadlines import Deadlines
from bot.runtime.delivery import Delivery
from bot.runtime.playing import Playing
from bot.runtime.refusals import Refusals
from bot.runtime.system import SystemChance, utc_now
from bot.runtime.telling import Teller
from bot.runtime.thinking import Thinking
from bot.storage.database import SqliteDatabase
from bot.storage.faults import file_faults
from bot.storage.files import make_folder
from bot.ui import boxes
from bot.ui.base import command_failed
from bot.ui.buttons import RefButton, RefList
from bot.ui.translator import Translator

if TYPE_CHECKING:  # discord.py's own types cannot be imported one by one
    from discord.types.gateway import SessionStartLimit

log = logging.getLogger(__name__)

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    read_message_history=True,
    embed_links=True,
    attach_files=True,
)
CALLBACKS = ("discord-ui-", "CommandTree-invoker", "discord.py: ")
"""How discord.py names the tasks that answer people."""
GRACE = 2.0
"""Seconds for answers in flight at a stop; with closing, the whole stays under five."""
CANCEL_AGAIN = 1.0
"""Seconds; closing takes a fraction of one."""
EMOJIS = Path(presentation.__file__).parent / "emojis"
BAD_TOKEN_CODE = 4004
WRONG_LOGIN = (
    "Discord refuses the token: copy the bot's token anew from the developer portal into "
    "DISCORD_TOKEN."
)


Work: TypeAlias = Callable[[], Awaitable[None]]


class StartError(Exception):
    """The bot cannot run; the message is the one sentence that says why."""


def invite_url(application_id: int) -> str:
    """The link that adds the bot to a server with the least permissions."""
    return discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT.

    Raises StartError when Discord does not let the bot in, StorageError when the data
    cannot be used.
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    thinking = Thinking()
    work = asyncio.create_task(_run(settings, thinking), name="bot")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not work.done():
        log.info("stopping")
        thinking.close()  # whoever waits for it is told so while there is a connection
        await _answers_in_flight()
        await _cancelled(work)
    with suppress(asyncio.CancelledError):
        await work


async def _run(settings: Settings, thinking: Thinking) -> None:
    """Open everything, connect, and close it all in the end, also when cancelled."""
    database = await SqliteDatabase.open(settings.data_dir, clock=utc_now)
    try:
        service = Service(database, palette.legend, utc_now, SystemChance())
        await service.acts.start()
        application = await _application(settings)
        refusals = Refusals()
        client = _client(
            settings,
            reads_content=_reads_content(settings, application.flags),
            http_trace=refusals.trace(),
        )
        client.service = service
        client.admin = Admin(service.acts)
        await client.admin.start()
        client.upkeep = Upkeep(service.acts)
        client.opponent = Opponent(service.acts, SystemChance())
        client.practice = Practice(service.acts, SystemChance())
        client.daily = Daily(service.acts, service.hiding, SystemChance())
        client.privacy = Privacy(service.acts, SystemChance(), database.scrub)
        delivery = Delivery(service.acts, Teller(client), refusals)
        client.deliver = delivery.tell
        client.deliver_later = delivery.later
        client.stir = delivery.stir
        print(f"Invite the bot to a server: {invite_url(application.id)}", flush=True)
        with closing(thinking) as client.think, _discord_in_words():
            async with client:
                beside = await _beside(client, delivery, refusals, database.scrub)
                await _connected(client, beside, settings.token)
    finally:
        await database.close()


async def sync(settings: Settings) -> None:
    """Send the commands to Discord whether they changed or not.

    Raises StartError and StorageError as `run` does.
    """
    with file_faults():
        make_folder(settings.data_dir)
    await _application(settings)
    client = _client(settings, reads_content=False, force_sync=True)
    with _discord_in_words():
        async with client:
            await client.login(settings.token)


async def invite(settings: Settings) -> str:
    """The invite link of the application whose token this is."""
    return invite_url((await _application(settings)).id)


async def _application(settings: Settings) -> discord.AppInfo:
    """Who the token belongs to, asked over REST so that no IDENTIFY is spent on it."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    if settings.api_url:
        endpoints.use_api(settings.api_url)
    with _discord_in_words():
        async with (
            discord.Client(intents=discord.Intents(guilds=True)) as probe,
            asyncio.timeout(CALL_LIMIT),
        ):
            await probe.login(settings.token)
            if settings.api_url:
                await endpoints.use_gateway(probe.http)
            return await probe.application_info()


def _reads_content(settings: Settings, flags: discord.ApplicationFlags) -> bool:
    granted = flags.gateway_message_content or flags.gateway_message_content_limited
    reads = {
        MessageContent.AUTO: granted,
        MessageContent.ON: True,
        MessageContent.OFF: False,
    }[settings.message_content]
    log.info(
        "plain messages in match threads are %s (the application's message content intent is %s)",
        "rows" if reads else "not read: rows come by button, command, reply or mention",
        "on" if granted else "off",
    )
    return reads


def _commands_file(settings: Settings) -> Path:
    return settings.data_dir / "commands.sha256"


def _client(
    settings: Settings,
    *,
    reads_content: bool,
    force_sync: bool = False,
    http_trace: aiohttp.TraceConfig | None = None,
) -> MastermindBot:
    client = MastermindBot(
        Parts(
            cogs=[f"cogs.{module.name}" for module in pkgutil.iter_modules(cogs.__path__)],
            translator=Translator(),
            commands_file=_commands_file(settings),
            reads_content=reads_content,
            emoji_files={file.stem: file for file in sorted(EMOJIS.glob("mm_*.png"))},
            shard_count=settings.shard_count,
            shard_ids=settings.shard_ids,
            force_sync=force_sync,
            http_trace=http_trace,
        )
    )
    client.add_dynamic_items(RefButton, RefList)
    client.add_listener(boxes.submitted, "on_interaction")
    client.tree.error(command_failed)
    return client


async def _beside(
    client: MastermindBot,
    delivery: Delivery,
    refusals: Refusals,
    scrub: Callable[[], Awaitable[bool]],
) -> Sequence[Work]:
    """What goes on beside the commands: each runs for ever, once the servers are known."""
    catch_up = CatchUp(client, client.upkeep, utc_now)
    # Before any server is met, so that its own absence and our downtime are not both charged off.
    catch_up.wants(await client.upkeep.start())
    for listener in (
        catch_up.on_shard_disconnect,
        catch_up.on_shard_resumed,
        catch_up.on_shard_connect,
        catch_up.on_shard_ready,
    ):
        client.add_listener(listener)
    client.missed_in = catch_up.missed_in
    client.hear_first = catch_up.hear_first
    client.permissions_changed = catch_up.permissions_changed
    deadlines = Deadlines(
        client.upkeep, delivery.later, client.is_connected, catch_up, utc_now, scrub
    )
    playing = Playing(
        client.opponent, client.think, delivery.later, client.is_connected, catch_up.hear_first
    )
    client.service.acts.bots_turn = playing.wake
    dailies = Dailies(client.daily, ChannelPoster(client), refusals, client.is_connected)
    return delivery.run, catch_up.run, deadlines.run, playing.run, dailies.run


async def _connected(client: MastermindBot, beside: Sequence[Work], token: str) -> None:
    """Connected, and doing what goes on beside, until Discord closes for good or we are
    cancelled."""
    await client.login(token)
    await _turn_to_identify(client)
    tasks = [asyncio.create_task(_when_ready(client, work)) for work in beside]
    try:
        await client.connect()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _turn_to_identify(client: MastermindBot) -> None:
    """Wait where sessions are running out; Discord itself keeps count of them over restarts."""
    async with asyncio.timeout(CALL_LIMIT):
        _, _, limit = await client.http.get_bot_gateway()
    pause = identify_pause(limit)
    if pause:
        log.warning("few sessions are left for today; connecting in %.0f seconds", pause)
        await asyncio.sleep(pause)


def identify_pause(limit: "SessionStartLimit") -> float:
    """Seconds to wait before a session is begun, of which Discord lets a bot have 1,000 a day.

    Once half are used, the rest is spread over the time until there are new ones: a bot that is
    started again and again, as by a service manager after each crash, never spends its last one,
    at which Discord would take its token away.
    """
    if 2 * limit["remaining"] > limit["total"]:
        return 0
    return limit["reset_after"] / 1000 / max(limit["remaining"] - 1, 1)


async def _when_ready(client: MastermindBot, work: Work) -> None:
    await client.wait_until_ready()
    await work()


async def _cancelled(work: asyncio.Task[None]) -> None:
    """Cancel until it is over: discord.py forgets a cancel that meets a failing connection."""
    while not work.done():
        work.cancel()
        await asyncio.wait({work}, timeout=CANCEL_AGAIN)


async def _answers_in_flight() -> None:
    """Let those who pressed a moment ago, or press while others wait, have their answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GRACE):
            while tasks := {one for one in asyncio.all_tasks() if _answers(one)}:
                await asyncio.wait(tasks)


def _answers(task: asyncio.Task[object]) -> bool:
    return task.get_name().startswith(CALLBACKS)


@contextmanager
def _discord_in_words() -> Iterator[None]:
    """Every way in which Discord does not let us in, as one sentence."""
    try:
        yield
    except discord.LoginFailure:
        raise StartError(WRONG_LOGIN) from None
    except discord.PrivilegedIntentsRequired:
        raise StartError(
            "Discord refuses the message content intent: switch it on for this application in the "
            "developer portal (Bot, Privileged Gateway Intents), or set MESSAGE_CONTENT=off."
        ) from None
    except discord.ConnectionClosed as error:
        if error.code == BAD_TOKEN_CODE:
            raise StartError(WRONG_LOGIN) from None
        raise StartError(
            f"Discord closed the connection for good (code {error.code}): see the close codes in "
            "its developer documentation."
        ) from None
    except discord.HTTPException as error:
        raise StartError(
            f"Discord answers HTTP {error.status} (code {error.code}): try again later."
        ) from None
    except (aiohttp.ClientError, discord.GatewayNotFound, TimeoutError):
        raise StartError(
            "Discord cannot be reached: check the network and, if it is set, DISCORD_API_URL."
        ) from None
