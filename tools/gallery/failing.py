"""Every refusal and every failure, as the bot's one error path tells it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import aiohttp
from discord import app_commands

from bot.engine import PRESETS, InvalidRules, Preset, Refused, RuleFault, Rules, parse
from bot.engine.errors import SolverFault, SolverRefused
from bot.matches.errors import (
    Reason,
    Refusal,
    RefusedError,
    StorageBusyError,
    StorageUnwritableError,
    ThinkingAlreadyError,
    ThinkingBusyError,
    ThinkingStoppedError,
    ThinkingTooLongError,
    UnreadableCodeError,
)
from bot.matches.ids import ChannelId
from bot.matches.models import FirstCodemaker, Kind, Terms
from bot.presentation import daily, failures, panels
from bot.presentation.palette import legend
from bot.ui.base import SorryError, report
from tools.gallery.cast import Cast
from tools.gallery.play import Said
from tools.gallery.told import ALPHABET, LARGEST, SMALL
from tools.gallery.wall import Wall

ERROR = "error"
"""The first word of the names of these entries."""
PERMISSIONS = (
    *("view_channel", "send_messages", "send_messages_in_threads", "read_message_history"),
    *("create_public_threads", "create_private_threads", "embed_links", "attach_files"),
)
CLASSIC, DIGITS = Rules(), PRESETS[Preset.BULLS_AND_COWS]
SOLO = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
DAILY = replace(SOLO, kind=Kind.DAILY)
DELETED = (Reason.CHANNEL_NOT_ALLOWED, Reason.ROLE_NEEDED)
"""What is worded otherwise where a server has none any more of what its admins chose."""
ALONE = (
    (
        SOLO,
        (
            Reason.ONLY_PLAYERS,
            Reason.STALE_ROUND,
            Reason.MATCH_OVER,
            Reason.MATCH_RUNNING,
            Reason.CALLED_OFF,
            Reason.REMATCH_RUNNING,
            Reason.CHALLENGED_TOO_SOON,
            *DELETED,
        ),
    ),
    (DAILY, (Reason.ONLY_PLAYERS, Reason.MATCH_OVER)),
)
"""What is worded otherwise where somebody plays alone."""
UNREADABLE = (
    ("RBR", CLASSIC),
    ("RBRGY", CLASSIC),
    ("RBRX", CLASSIC),
    ("red 2 red 3", CLASSIC),
    ("RB.G", CLASSIC),
    ("RBRG\nGGBB", CLASSIC),
    ("\u202eRBRG", CLASSIC),
    ("водогрязеторфопарафинолечение_и_так_далее", CLASSIC),
    ("", CLASSIC),
    ("1123", DIGITS),
    ("12", DIGITS),
    ("RB", SMALL),
    ("RBGY", LARGEST),
    ("ABC", ALPHABET),
)
"""Texts that are no code, and the game that they are meant for."""
UNKNOWN_ZONES = ("brussel", "Xyzzy")
"""One of them is like some that there are."""


async def hang_failing(wall: Wall) -> None:
    """Everything that the bot says no with."""
    for number, (text, rules) in enumerate(UNREADABLE, 1):
        refused = parse(text, rules, legend(rules), addressed=True)
        if not isinstance(refused, Refused):
            raise TypeError(f"{text} is a code")
        title = f"{ERROR}, unreadable {number:02}: {refused.reason}"
        await wall.reply(title, Said(wall.cast.wren, text), UnreadableCodeError(refused, rules))
    for title, error in _errors(wall.cast):
        await wall.answer(f"{ERROR}, {title}", partial(report, error=error))


def _errors(cast: Cast) -> Iterator[tuple[str, Exception]]:
    for reason in Reason:
        yield f"refused: {reason}", RefusedError(_refusal(reason, cast))
    for terms, reasons in ALONE:
        for reason in reasons:
            about = replace(_refusal(reason, cast), terms=terms)
            yield f"refused, {terms.kind}: {reason}", RefusedError(about)
    for reason in DELETED:
        about = Refusal(reason, terms=SOLO)
        yield f"refused, solo: {reason}, all deleted", RefusedError(about)
    yield "refused: by nobody known", RefusedError(Refusal(Reason.NOT_ACCEPTED))
    yield "refused: all channels deleted", RefusedError(Refusal(Reason.CHANNEL_NOT_ALLOWED))
    yield "refused: all roles deleted", RefusedError(Refusal(Reason.ROLE_NEEDED))
    for fault in RuleFault:
        yield f"terms: {fault}", InvalidRules((fault,))
    yield "terms: all at once", InvalidRules(tuple(RuleFault))
    for names in (PERMISSIONS[:1], PERMISSIONS):
        word = partial(failures.missing_permissions, names)
        yield f"permissions: {len(names)}", SorryError(word)
    yield "not a text channel", SorryError(failures.not_in_a_text_channel)
    yield "announcement channel", SorryError(failures.private_needs_text_channel)
    yield "not in this server", SorryError(failures.not_in_this_server)
    yield "open for too long", SorryError(failures.asleep)
    for solver_fault in SolverFault:
        yield f"solver: {solver_fault}", SolverRefused(solver_fault)
    yield "too much to calculate", ThinkingBusyError()
    yield "asked for more while calculating", ThinkingAlreadyError()
    yield "stopped while calculating", ThinkingStoppedError()
    yield "too long to calculate", ThinkingTooLongError()
    yield "daily not shared here", SorryError(daily.not_here)
    for typed in UNKNOWN_ZONES:
        yield f"time zone: {typed}", SorryError(partial(panels.unknown_zone, typed))
    yield "busy", StorageBusyError()
    yield "unwritable", StorageUnwritableError()
    yield "outdated", app_commands.CommandNotFound("mastermind", [])
    for seconds in (1, 60):
        waiting = app_commands.CommandOnCooldown(app_commands.Cooldown(1, 60), seconds)
        yield f"on cooldown: {seconds}", waiting
    yield "unexpected", aiohttp.ClientError()


def _refusal(reason: Reason, cast: Cast) -> Refusal:
    """With everything that its sentence may name; one channel is not there any more."""
    return Refusal(
        reason,
        player=cast.wren,
        until=cast.now + timedelta(minutes=5),
        count=5,
        channels=frozenset({cast.channel, ChannelId(cast.channel + 1_000)}),
        roles=frozenset({cast.role}),
    )
