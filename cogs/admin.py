"""`/mastermind-admin`: a server's settings, and ending matches, for those who manage it."""

import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.days import zone_named
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import GuildId, MatchId, PlayerId
from bot.matches.models import Phase
from bot.matches.settings import ServerSettings, Setting
from bot.presentation import admin as words
from bot.presentation import failures
from bot.presentation.choosing import (
    PLACES,
    Topic,
    most_places,
    places_of,
    topic_of,
    with_places,
    with_value,
)
from bot.presentation.panels import Panel, unknown_zone
from bot.presentation.scene import Action
from bot.ui.base import SorryError
from bot.ui.boxes import typed_lines
from bot.ui.panels import ASK_ZONE, DROP_DELETED, SET, SHOW, SUBMIT_ZONE, settings_panel, zone_box
from bot.ui.people import guild_of, there
from bot.ui.places import missing_in
from bot.ui.sending import Sendable, answer, sendable, telling

log = logging.getLogger(__name__)

P = ParamSpec("P")

admin_commands = app_commands.Group(
    name=cmd("mastermind-admin"),
    description=cmd("For those who manage this server"),
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
)


def admins_only(
    work: Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[Interaction, P], Coroutine[Any, Any, None]]:
    """Refuse everybody without Manage Server, however they came here and whenever they lost it.

    The permissions of the group are a hint that a server can change, and buttons have none.
    """

    @wraps(work)
    async def checked(interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if not interaction.permissions.manage_guild:
            raise RefusedError(Refusal(Reason.ADMIN_ONLY))
        await work(interaction, *args, **kwargs)

    return checked


@admin_commands.command(
    name=cmd("settings"), description=cmd("See and change how I work in this server")
)
@admins_only
async def settings(interaction: Interaction) -> None:
    """The first page of the panel."""
    panel = await _panel(interaction, None)
    await interaction.response.send_message(**panel, ephemeral=True)


@admins_only
async def show(interaction: Interaction, ref: Ref) -> None:
    """Another page: that of a topic, or the first one."""
    topic = ref.choice(0, Topic) if ref.args else None
    await interaction.response.edit_message(**await _panel(interaction, topic))


@admins_only
async def choose(interaction: Interaction, ref: Ref) -> None:
    """A list, or the button that takes away all bounds."""
    which, values = ref.choice(0, Setting), ref.args[1:]
    guild = interaction.guild

    def how(before: ServerSettings) -> ServerSettings:
        if which in PLACES:
            return _bounded(before, guild, which, values)
        return with_value(before, which, "".join(values))

    await _change(interaction, which, how)


@admins_only
async def drop_deleted(interaction: Interaction, ref: Ref) -> None:
    """**Remove what was deleted**."""
    which = ref.choice(0, Setting)
    guild = interaction.guild

    def how(before: ServerSettings) -> ServerSettings:
        return with_places(before, which, places_of(before, which) - _gone(guild, before))

    await _change(interaction, which, how)


@admins_only
async def ask_zone(interaction: Interaction, _ref: Ref) -> None:
    """**Change the time zone**."""
    client = interaction.client
    present = await client.admin.settings(guild_of(interaction))
    box = zone_box(present.zone, client.scene(interaction.locale))
    await interaction.response.send_modal(box)


@admins_only
async def submit_zone(interaction: Interaction, _ref: Ref) -> None:
    """The box comes back."""
    typed = typed_lines(interaction.data or {})
    zone = zone_named(typed)
    if zone is None:
        raise SorryError(lambda scene: unknown_zone(typed, scene))
    await _change(interaction, Setting.ZONE, lambda before: with_value(before, Setting.ZONE, zone))


async def _change(
    interaction: Interaction, which: Setting, how: Callable[[ServerSettings], ServerSettings]
) -> None:
    actor = PlayerId(interaction.user.id)
    await interaction.client.admin.change(guild_of(interaction), actor, how)
    await interaction.response.edit_message(**await _panel(interaction, topic_of(which)))


async def _panel(interaction: Interaction, topic: Topic | None) -> Sendable:
    client, guild = interaction.client, guild_of(interaction)
    present = await client.admin.settings(guild)
    lines = await client.admin.audited(guild)
    gone, missing = _gone(interaction.guild, present), _missing(interaction.guild, present)
    panel = Panel(present, lines, gone, topic, missing)
    return settings_panel(panel, client.scene(interaction.locale))


def _missing(guild: discord.Guild | None, settings: ServerSettings) -> Sequence[str]:
    """What the bot lacks where the results of the daily are to be posted."""
    if guild is None or settings.daily_channel is None:
        return ()
    channel = guild.get_channel(settings.daily_channel)
    return missing_in(channel) if isinstance(channel, discord.TextChannel) else ()


def _gone(guild: discord.Guild | None, settings: ServerSettings) -> frozenset[int]:
    """Those channels and roles that the server has no more."""
    chosen = frozenset().union(*(places_of(settings, which) for which in PLACES))
    return chosen - there(guild, chosen)


def _bounded(
    before: ServerSettings, guild: discord.Guild | None, which: Setting, values: tuple[str, ...]
) -> ServerSettings:
    """The settings with those of the chosen ids that are text channels, or roles, of this server.

    None chosen, or the role that everybody has: no bounds.
    """
    if guild is None or guild.unavailable:
        raise SorryError(failures.busy)
    if which is Setting.ROLES and str(guild.id) in values:
        values = ()
    there = guild.roles if which is Setting.ROLES else guild.text_channels
    known = {str(place.id): place.id for place in there}
    ids = frozenset([known[value] for value in values if value in known][: most_places(which)])
    # What was deleted meanwhile, or is from elsewhere, must not open the server to all.
    return with_places(before, which, ids) if ids or not values else before


@admin_commands.command(
    name=cmd("end"), description=cmd("End a match or a challenge, after a confirmation")
)
@app_commands.rename(match=cmd("match"))
@app_commands.describe(match=cmd("Which one: pick it from the list"))
@admins_only
async def end(interaction: Interaction, match: app_commands.Range[str, 1, 100]) -> None:
    """Ask first."""
    client = interaction.client
    view = await client.admin.may_end(guild_of(interaction), MatchId(match))
    question = words.end_question(view, client.scene(interaction.locale))
    await answer(interaction, question, view.id)


async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The server's open matches. What goes wrong here nobody could be told, so it is logged."""
    if not interaction.permissions.manage_guild:
        return []
    client = interaction.client
    try:
        views = await client.admin.open_matches(guild_of(interaction))
        lines = words.open_matches(views, typed, client.scene(interaction.locale))
    except Exception:
        log.exception("no matches can be offered")
        return []
    return [app_commands.Choice(name=line.label, value=line.value) for line in lines]


end.autocomplete("match")(suggest)


@admins_only
async def confirm_end(interaction: Interaction, ref: Ref) -> None:
    """**End the match** or **End the challenge**: the question goes, and the players are told.

    A challenge that was accepted meanwhile is a match, and the question a new one.
    """
    client = interaction.client
    guild, scene = guild_of(interaction), client.scene(interaction.locale)
    view = await client.admin.may_end(guild, ref.match)
    if ref.action == Action.END_CHALLENGE and view.phase is not Phase.CHALLENGED:
        question = sendable(words.end_question(view, scene), view.id)
        await interaction.response.edit_message(**question)
        return
    told = await client.admin.end(guild, view.id, PlayerId(interaction.user.id))
    async with telling(client, told):
        done = words.ended(view, scene)
        await interaction.response.edit_message(content=done.content, view=None)


async def setup(bot: MastermindBot) -> None:
    """Add the commands, lists and buttons, and listen for servers that the bot is in again."""

    async def come_back(guild: discord.Guild) -> None:
        await bot.admin.come_back(GuildId(guild.id))

    for event in ("on_guild_join", "on_guild_available"):  # as `places` takes them
        bot.add_listener(come_back, event)
    bot.tree.add_command(admin_commands)
    bot.handlers |= {
        SHOW: show,
        SET: choose,
        DROP_DELETED: drop_deleted,
        ASK_ZONE: ask_zone,
        SUBMIT_ZONE: submit_zone,
        Action.END_MATCH: confirm_end,
        Action.END_CHALLENGE: confirm_end,
    }
