"""One path for every press, choice, box and command that goes wrong."""

import asyncio
import logging
from collections.abc import Callable
from math import ceil
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.client import CALL_LIMIT, ForeignIdError, Interaction, Ref
from bot.engine import InvalidRules
from bot.engine.errors import SolverRefused
from bot.matches.errors import MatchError
from bot.presentation import failures, solving
from bot.presentation.scene import Scene

log = logging.getLogger(__name__)

OUTDATED = (
    app_commands.TransformerError,
    app_commands.CommandSignatureMismatch,
    app_commands.CommandNotFound,
)
"""What a command comes to that Discord still shows as it was before an update."""
UNREACHABLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""Discord is away, or refuses: told like anything unforeseen, but no fault of ours."""
BAD_REQUEST = 400
MALFORMED = frozenset({0, 50035})
"""Of these refusals what we sent is the reason."""
UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060


class SorryError(Exception):
    """What cannot be done here, with its sentence for a given scene."""

    def __init__(self, word: Callable[[Scene], str]) -> None:
        super().__init__("refused before anything was done")
        self.word = word


async def guarded(interaction: Interaction, ref: Ref) -> None:
    """Hand the reference to its action's owner; whatever goes wrong is told and logged."""
    if interaction.client.is_repeat(interaction.id):
        return
    try:
        async with asyncio.timeout(CALL_LIMIT):
            if not await interaction.client.hand_over(interaction, ref):
                scene = interaction.client.scene(interaction.locale)
                await tell(interaction, failures.asleep(scene))
    except Exception as error:  # noqa: BLE001  # the last stop of every callback
        await report(interaction, error)


async def command_failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """The command tree's error hook."""
    await report(interaction, error)


async def report(interaction: Interaction, error: Exception) -> None:
    """Tell the person in one private sentence; log what nobody foresaw under a short id."""
    cause: Exception = getattr(error, "original", error)
    if _is_late(cause):
        log.info("an interaction was too late, or answered already")
        return
    if interaction.client.is_closed():  # whatever fails then fails for the want of a connection
        log.info("an answer was cut short by the stop")
        return
    try:
        await tell(interaction, _sentence(cause, interaction.client.scene(interaction.locale)))
    except discord.HTTPException as failure:
        log.warning("could not tell of a failure (HTTP %s, code %s)", failure.status, failure.code)
    except (aiohttp.ClientError, TimeoutError) as failure:
        log.warning("could not tell of a failure (%s)", type(failure).__name__)


async def reply_failure(message: discord.Message, error: Exception, scene: Scene) -> None:
    """The same for what was typed as a message: one sentence, as a reply that pings nobody."""
    if isinstance(error, discord.Forbidden):  # they take no messages; another would be refused too
        log.info("a reply is refused (code %s)", error.code)
        return
    try:
        async with asyncio.timeout(CALL_LIMIT):
            await message.reply(_sentence(error, scene))
    except discord.HTTPException as failure:
        log.info("could not reply (HTTP %s, code %s)", failure.status, failure.code)
    except (aiohttp.ClientError, TimeoutError) as failure:
        log.info("could not reply (%s)", type(failure).__name__)


async def tell(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Say it to this person only."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


def _is_late(cause: Exception) -> bool:
    """Discord gives three seconds, and an answer that it got twice is no failure."""
    return isinstance(cause, discord.HTTPException) and cause.code in {
        UNKNOWN_INTERACTION,
        ALREADY_ANSWERED,
    }


def _is_ours(cause: Exception) -> bool:
    return (
        isinstance(cause, discord.HTTPException)
        and cause.status == BAD_REQUEST
        and cause.code in MALFORMED
    )


def _sentence(cause: Exception, scene: Scene) -> str:
    foreseen = _foreseen(cause, scene)
    if foreseen is not None:
        return foreseen
    number = failures.error_id()
    if isinstance(cause, UNREACHABLE) and not _is_ours(cause):
        log.warning("unexpected error %s: %s", number, type(cause).__name__)
    else:
        log.error("unexpected error %s", number, exc_info=cause)
    return failures.unexpected(number, scene)


def _foreseen(cause: Exception, scene: Scene) -> str | None:
    sentence = None
    match cause:
        case ForeignIdError():
            sentence = failures.asleep(scene)
        case _ if isinstance(cause, OUTDATED):
            sentence = failures.outdated(scene)
        case app_commands.CommandOnCooldown():
            sentence = failures.on_cooldown(ceil(cause.retry_after), scene)
        case SorryError():
            sentence = cause.word(scene)
        case InvalidRules():
            sentence = failures.bad_terms(cause.faults, scene)
        case SolverRefused():
            sentence = solving.too_large(cause.fault, scene)
        case MatchError():
            sentence = failures.match_error(cause, scene)
    return sentence
