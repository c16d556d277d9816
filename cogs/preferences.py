"""`/mastermind preferences`: what each person chooses for themselves."""

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.ids import PlayerId
from bot.matches.settings import CodePlace
from bot.presentation.choosing import Preference, Switch, with_preference
from bot.ui.panels import PREFER, preferences_panel


@app_commands.command(
    name=cmd("preferences"),
    description=cmd("Your reminders, challenges, and where I ask you for codes"),
)
async def preferences(interaction: Interaction) -> None:
    """The panel, for this person only."""
    client = interaction.client
    chosen = await client.admin.preferences(PlayerId(interaction.user.id))
    panel = preferences_panel(chosen, client.scene(interaction.locale))
    await interaction.response.send_message(**panel, ephemeral=True)


async def prefer(interaction: Interaction, ref: Ref) -> None:
    """A button of the panel; it changes what the one who presses has chosen."""
    client = interaction.client
    which = ref.choice(0, Preference)
    value = ref.choice(1, CodePlace if which is Preference.CODE_PLACE else Switch)
    chosen = await client.admin.prefer(
        PlayerId(interaction.user.id), lambda before: with_preference(before, which, value)
    )
    panel = preferences_panel(chosen, client.scene(interaction.locale))
    await interaction.response.edit_message(**panel)


async def setup(bot: MastermindBot) -> None:
    """Add the command and its buttons."""
    bot.mastermind.add_command(preferences)
    bot.handlers[PREFER] = prefer
