"""`/mastermind solo`: a code of the bot's to crack alone, in private answers or in a thread."""

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.acts import Told
from bot.matches.errors import Reason, RefusedError
from bot.matches.ids import ChannelId, PlayerId
from bot.matches.models import FirstCodemaker, Kind, Terms
from bot.presentation import alone
from bot.presentation.scene import Action
from bot.runtime.alone import panel_of, told_or_shown
from bot.ui.alone import own_game, show
from bot.ui.options import chosen_rules, game_options
from bot.ui.people import guild_of, person, roles_of, the_bot
from bot.ui.places import check_place, what_is_left


@app_commands.command(
    name=cmd("solo"), description=cmd("Crack a code of mine alone, privately or in a thread")
)
@game_options
@app_commands.rename(private=cmd("private"))
@app_commands.describe(
    private=cmd("True (the default): only you see it. False: in a thread that everybody can watch")
)
async def solo(
    interaction: Interaction,
    preset: app_commands.Choice[str] | None = None,
    rows: app_commands.Range[int, 6, 12] | None = None,
    positions: app_commands.Range[int, 3, 8] | None = None,
    symbols: app_commands.Choice[str] | None = None,
    colours: app_commands.Range[int, 4, 26] | None = None,
    repeats: bool | None = None,  # noqa: FBT001  # Discord passes options by name
    blanks: bool | None = None,  # noqa: FBT001
    private: bool = True,  # noqa: FBT001, FBT002
) -> None:
    """Hide a code and show how to play; one that is played privately already is shown again."""
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
    first = FirstCodemaker.OPPONENT
    terms = Terms(rules=rules, rounds=1, first=first, private=private, kind=Kind.SOLO)
    await (_begin_privately if private else _begin_in_thread)(interaction, terms)


async def _begin_in_thread(interaction: Interaction, terms: Terms) -> None:
    check_place(interaction, private=False)
    try:
        told = await _begun(interaction, terms)
    except RefusedError as error:
        raise RefusedError(what_is_left(error.refusal, interaction.guild)) from None
    await interaction.client.deliver(told, interaction)


async def _begin_privately(interaction: Interaction, terms: Terms) -> None:
    client = interaction.client
    guild, player = guild_of(interaction), PlayerId(interaction.user.id)
    scene = client.scene(interaction.locale)
    try:
        told = await _begun(interaction, terms)
    except RefusedError as error:
        running = await client.opponent.private_solo(guild, player)
        if error.refusal.reason is not Reason.SOLO_RUNNING or running is None:
            raise
        again = alone.panel(running, scene, above=(alone.already_running(scene),))
        await show(interaction, again, running)
    else:
        record = await client.opponent.record(guild, player)
        panel = alone.panel(told.own, scene, below=alone.record_in_words(record, scene))
        await show(interaction, panel, told.own)


async def _begun(interaction: Interaction, terms: Terms) -> Told:
    return await interaction.client.opponent.begin(
        guild_of(interaction),
        ChannelId(interaction.channel_id or 0),
        person(interaction),
        the_bot(interaction.client),
        terms,
        roles_of(interaction.user),
    )


async def ask_to_give_up(interaction: Interaction, ref: Ref) -> None:
    """**Give up**: the question comes into the panel; what is over already is shown as it ended."""
    view = await own_game(interaction, ref)
    scene = interaction.client.scene(interaction.locale)
    asked = alone.is_running(view)
    panel = alone.give_up_question(view, scene) if asked else await panel_of(interaction, view)
    await show(interaction, panel, view)


async def give_up(interaction: Interaction, ref: Ref) -> None:
    """**Give up**, after the question."""
    told = await interaction.client.opponent.give_up(ref.match, person(interaction))
    await told_or_shown(interaction, told)


async def play_on(interaction: Interaction, ref: Ref) -> None:
    """**Play on**: the panel as it stands now."""
    view = await own_game(interaction, ref)
    await show(interaction, await panel_of(interaction, view), view)


async def setup(bot: MastermindBot) -> None:
    """Add the command and the panel's own buttons; the others are those of every match."""
    bot.mastermind.add_command(solo)
    bot.handlers |= {
        Action.GIVE_UP: ask_to_give_up,
        Action.SHOW_CODE: give_up,
        Action.PLAY_ON: play_on,
    }
