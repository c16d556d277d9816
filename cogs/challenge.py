"""`/mastermind challenge` and the buttons under a challenge."""

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.engine import PRESETS, Preset, Rules, Symbols
from bot.matches.errors import Refusal, RefusedError
from bot.matches.ids import ChannelId, MessageId
from bot.matches.models import FirstCodemaker, Points, Terms
from bot.presentation import answers, failures
from bot.presentation.scene import Action
from bot.ui.base import SorryError
from bot.ui.people import guild_of, person, roles_of, someone, there
from bot.ui.sending import answer, telling

NEEDED = ("view_channel", "send_messages", "send_messages_in_threads", "read_message_history")


def chosen_rules(preset: Preset, **options: Any) -> Rules:
    """The preset with whatever was chosen besides; raises InvalidRules when it cannot be played."""
    given = {name: value for name, value in options.items() if value is not None}
    rules: Rules = replace(PRESETS[preset], **given)
    rules.validate()
    return rules


def check_place(interaction: Interaction, *, private: bool) -> None:
    """Refuse, before anything is posted, where a match could not be played."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise SorryError(failures.not_in_a_text_channel)
    if private and channel.is_news():
        raise SorryError(failures.private_needs_text_channel)
    thread = "create_private_threads" if private else "create_public_threads"
    missing = [name for name in (*NEEDED, thread) if not getattr(interaction.app_permissions, name)]
    if missing:
        raise SorryError(lambda scene: failures.missing_permissions(missing, scene))


@app_commands.command(
    name=cmd("challenge"), description=cmd("Challenge somebody of this server to a match")
)
@app_commands.rename(
    opponent=cmd("opponent"),
    preset=cmd("preset"),
    rounds=cmd("rounds"),
    rows=cmd("rows"),
    positions=cmd("positions"),
    symbols=cmd("symbols"),
    colours=cmd("colours"),
    repeats=cmd("repeats"),
    blanks=cmd("blanks"),
    codemaker=cmd("codemaker"),
    points=cmd("points"),
    private=cmd("private"),
)
@app_commands.describe(
    opponent=cmd("Who you want to play against"),
    preset=cmd("A well-known game; the other options change it"),
    rounds=cmd("How many codes are hidden in all; you take turns"),
    rows=cmd("How many guesses the codebreaker has for each code"),
    positions=cmd("How long the code is"),
    symbols=cmd("What a code is made of"),
    colours=cmd("How many colours, digits or letters there are to choose from"),
    repeats=cmd("Whether a code may repeat a symbol"),
    blanks=cmd("Whether a code may have empty places"),
    codemaker=cmd("Who hides the first code"),
    points=cmd("What the codemaker gets points for"),
    private=cmd("Play in a private thread"),
)
@app_commands.choices(
    rounds=[app_commands.Choice(name=str(count), value=count) for count in (2, 4, 6, 8)]
)
@app_commands.choices(
    preset=[
        app_commands.Choice(name=cmd("Classic: 4 of 6 colours, 10 rows"), value=Preset.CLASSIC),
        app_commands.Choice(name=cmd("Mini: 4 of 6 colours, 6 rows"), value=Preset.MINI),
        app_commands.Choice(name=cmd("Super: 5 of 8 colours, 12 rows"), value=Preset.SUPER),
        app_commands.Choice(
            name=cmd("Bulls and Cows: 4 different digits, 12 rows"), value=Preset.BULLS_AND_COWS
        ),
    ],
    symbols=[
        app_commands.Choice(name=cmd("Colours"), value=Symbols.COLOURS),
        app_commands.Choice(name=cmd("Digits"), value=Symbols.DIGITS),
        app_commands.Choice(name=cmd("Letters"), value=Symbols.LETTERS),
    ],
    codemaker=[
        app_commands.Choice(name=cmd("Me"), value=FirstCodemaker.ME),
        app_commands.Choice(name=cmd("My opponent"), value=FirstCodemaker.OPPONENT),
        app_commands.Choice(name=cmd("Random"), value=FirstCodemaker.RANDOM),
    ],
    points=[
        app_commands.Choice(name=cmd("One for each row used"), value=Points.ROWS),
        app_commands.Choice(name=cmd("One for each key peg"), value=Points.KEY_PEGS),
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
    private: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Post a challenge; its maker may hide the first code at once."""
    usual = await interaction.client.admin.settings(guild_of(interaction))
    rules = chosen_rules(
        Preset(preset.value) if preset else usual.preset,
        rows=rows,
        positions=positions,
        symbols=Symbols(symbols.value) if symbols else None,
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
    )
    check_place(interaction, private=private)
    await post_challenge(interaction, opponent, terms)


@app_commands.context_menu(name=cmd("Challenge to Mastermind"))
@app_commands.guild_only
async def challenge_from_menu(interaction: Interaction, opponent: discord.User) -> None:
    """The same from a person's menu, with the defaults."""
    check_place(interaction, private=False)
    usual = await interaction.client.admin.settings(guild_of(interaction))
    terms = Terms(PRESETS[usual.preset], rounds=usual.rounds)
    await post_challenge(interaction, opponent, terms)


async def post_challenge(
    interaction: Interaction, opponent: discord.User | discord.Member, terms: Terms
) -> None:
    """Open the match, say so in the channel, and offer its first codemaker the box."""
    if not isinstance(opponent, discord.Member) and not opponent.bot:
        raise SorryError(failures.not_in_this_server)
    client = interaction.client
    try:
        told = await client.service.challenge(
            guild_of(interaction),
            ChannelId(interaction.channel_id or 0),
            person(interaction),
            someone(opponent),
            terms,
            opponent_is_bot=opponent.bot,
            roles=roles_of(interaction.user),
        )
    except RefusedError as error:
        raise RefusedError(_what_is_left(error.refusal, interaction.guild)) from None
    await client.deliver(told, interaction)
    match = told.own
    if match.rounds and match.rounds[0].codemaker == match.challenger:
        wanted = answers.code_wanted_now(match, client.scene(interaction.locale))
        await answer(interaction, wanted, match.id, 1)


def _what_is_left(refusal: Refusal, guild: discord.Guild | None) -> Refusal:
    """Without channels and roles that the server has no more: nobody can go there or have them."""
    return replace(
        refusal, channels=there(guild, refusal.channels), roles=there(guild, refusal.roles)
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
