"""`/mastermind challenge` and the buttons under a challenge."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.engine import PRESETS
from bot.engine.levels import Level
from bot.matches.acts import Told
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import ChannelId, MessageId
from bot.matches.models import FirstCodemaker, Kind, Phase, Points, Terms
from bot.presentation import answers, failures
from bot.presentation.scene import Action
from bot.ui.base import SorryError
from bot.ui.options import chosen_rules, game_options
from bot.ui.people import guild_of, person, roles_of, someone
from bot.ui.places import check_place, what_is_left
from bot.ui.sending import answer, telling


@app_commands.command(
    name=cmd("challenge"), description=cmd("Challenge somebody of this server to a match")
)
@game_options
@app_commands.rename(
    opponent=cmd("opponent"),
    rounds=cmd("rounds"),
    codemaker=cmd("codemaker"),
    points=cmd("points"),
    hints=cmd("hints"),
    level=cmd("level"),
    private=cmd("private"),
)
@app_commands.describe(
    opponent=cmd("Who you want to play against"),
    rounds=cmd("How many codes are hidden in all; you take turns"),
    codemaker=cmd("Who hides the first code"),
    points=cmd("What the codemaker gets points for"),
    hints=cmd("Whether I tell the codebreaker, before a row counts, that it cannot be the code"),
    level=cmd("How well I crack codes, when you challenge me"),
    private=cmd("Play in a private thread"),
)
@app_commands.choices(
    rounds=[app_commands.Choice(name=str(count), value=count) for count in (2, 4, 6, 8)]
)
@app_commands.choices(
    codemaker=[
        app_commands.Choice(name=cmd("Me"), value=FirstCodemaker.ME),
        app_commands.Choice(name=cmd("My opponent"), value=FirstCodemaker.OPPONENT),
        app_commands.Choice(name=cmd("Random"), value=FirstCodemaker.RANDOM),
    ],
    points=[
        app_commands.Choice(name=cmd("One for each row used"), value=Points.ROWS),
        app_commands.Choice(name=cmd("One for each key peg"), value=Points.KEY_PEGS),
    ],
    level=[
        app_commands.Choice(name=cmd("Easy"), value=Level.EASY),
        app_commands.Choice(name=cmd("Fair"), value=Level.FAIR),
        app_commands.Choice(name=cmd("Strong"), value=Level.STRONG),
        app_commands.Choice(name=cmd("Perfect"), value=Level.PERFECT),
    ],
)
async def challenge(
    interaction: Interaction,
    opponent: discord.User,
    preset: app_commands.Choice[str] | None = None,
    rounds: app_commands.Choice[int] | None = None,
    rows: app_commands.Range[int, 6, 12] | None = None,
    positions: app_commands.Range[int, 3, 8] | None = None,
    symbols: app_commands.Choice[str] | None = None,
    colours: app_commands.Range[int, 4, 26] | None = None,
    repeats: bool | None = None,  # noqa: FBT001  # Discord passes options by name
    blanks: bool | None = None,  # noqa: FBT001
    codemaker: app_commands.Choice[str] | None = None,
    points: app_commands.Choice[str] | None = None,
    hints: bool = False,  # noqa: FBT001, FBT002
    level: app_commands.Choice[str] | None = None,
    private: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Post a challenge; its maker may hide the first code at once."""
    usual = await interaction.client.admin.settings(guild_of(interaction))
    rules = chosen_rules(
        usual.preset,
        preset,
        symbols,
        rows=rows,
        positions=positions,
        colours=colours,
        repeats=repeats,
        blanks=blanks,
    )
    terms = Terms(
        rules=rules,
        rounds=rounds.value if rounds else usual.rounds,
        points=Points(points.value if points else Points.ROWS),
        first=FirstCodemaker(codemaker.value if codemaker else FirstCodemaker.ME),
        private=private,
        hints=hints,
    )
    check_place(interaction, private=private)
    await post_challenge(interaction, opponent, terms, Level(level.value) if level else None)


@app_commands.context_menu(name=cmd("Challenge to Mastermind"))
@app_commands.guild_only
async def challenge_from_menu(interaction: Interaction, opponent: discord.User) -> None:
    """The same from a person's menu, with the defaults."""
    check_place(interaction, private=False)
    usual = await interaction.client.admin.settings(guild_of(interaction))
    terms = Terms(PRESETS[usual.preset], rounds=usual.rounds)
    await post_challenge(interaction, opponent, terms, None)


async def post_challenge(
    interaction: Interaction,
    opponent: discord.User | discord.Member,
    terms: Terms,
    level: Level | None,
) -> None:
    """Open the match, say so in the channel, and offer its first codemaker the box."""
    if not isinstance(opponent, discord.Member) and not opponent.bot:
        raise SorryError(failures.not_in_this_server)
    client = interaction.client
    try:
        told = await _opened(interaction, opponent, terms, level)
    except RefusedError as error:
        raise RefusedError(what_is_left(error.refusal, interaction.guild)) from None
    await client.deliver(told, interaction)
    match = told.own
    waits = match.phase is Phase.CHALLENGED  # the bot takes every challenge at once
    if waits and match.rounds and match.rounds[0].codemaker == match.challenger:
        wanted = answers.code_wanted_now(match, client.scene(interaction.locale))
        await answer(interaction, wanted, match.id, 1)


async def _opened(
    interaction: Interaction,
    opponent: discord.User | discord.Member,
    terms: Terms,
    level: Level | None,
) -> Told:
    """A match against the bot, which has begun, or a challenge to a person."""
    client = interaction.client
    where = guild_of(interaction), ChannelId(interaction.channel_id or 0)
    who, roles = person(interaction), roles_of(interaction.user)
    if opponent == client.user:
        against_bot = replace(terms, kind=Kind.BOT, level=level or Level.FAIR)
        return await client.opponent.begin(*where, who, someone(opponent), against_bot, roles)
    if level is not None:
        raise RefusedError(Refusal(Reason.LEVEL_WITHOUT_BOT))
    return await client.service.challenge(
        *where, who, someone(opponent), terms, opponent_is_bot=opponent.bot, roles=roles
    )


async def accept(interaction: Interaction, ref: Ref) -> None:
    """**Accept**: the thread opens."""
    client = interaction.client
    match = ref.match
    who = person(interaction)
    check_place(interaction, private=(await client.service.see(match, who.id)).terms.private)
    assert interaction.message is not None  # noqa: S101  # a button stands on a message
    told = await client.service.accept(match, who, MessageId(interaction.message.id))
    async with telling(client, told) as telling_of_it:
        await interaction.response.defer(ephemeral=True, thinking=True)
    view = await client.service.see(match, who.id)
    words = answers.accepted if telling_of_it.done else answers.accepted_without_thread
    message = words(view, client.scene(interaction.locale))
    await interaction.edit_original_response(content=message.content)


async def decline(interaction: Interaction, ref: Ref) -> None:
    """**Decline**: the challenge says so."""
    match = ref.match
    told = await interaction.client.service.decline(match, person(interaction))
    await interaction.client.deliver(told, interaction)


async def cancel(interaction: Interaction, ref: Ref) -> None:
    """**Cancel**: the challenge says so."""
    match = ref.match
    told = await interaction.client.service.cancel(match, person(interaction))
    await interaction.client.deliver(told, interaction)


async def setup(bot: MastermindBot) -> None:
    """Add the command and its buttons."""
    bot.mastermind.add_command(challenge)
    bot.tree.add_command(challenge_from_menu)
    bot.handlers |= {Action.ACCEPT: accept, Action.DECLINE: decline, Action.CANCEL: cancel}
