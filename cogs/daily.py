"""`/mastermind daily`: the code of the day, tried once by each, in private answers."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.ids import ChannelId, PlayerId
from bot.presentation import daily as words
from bot.presentation.scene import Action
from bot.runtime.daily_card import narrowing_of, panel_of_attempt
from bot.ui.alone import show
from bot.ui.base import SorryError
from bot.ui.people import guild_of, person, the_bot
from bot.ui.sending import answer, replacing, sendable


@app_commands.command(
    name=cmd("daily"), description=cmd("Crack the code of the day; everybody here gets the same")
)
async def daily(interaction: Interaction) -> None:
    """The try that runs, or today's, which begins unless it is over."""
    await _show(interaction)


async def press(interaction: Interaction, _ref: Ref) -> None:
    """**Play the daily**, under the results of one that is over."""
    await _show(interaction)


async def _show(interaction: Interaction) -> None:
    client = interaction.client
    attempt = await client.daily.play(
        guild_of(interaction),
        ChannelId(interaction.channel_id or 0),
        person(interaction),
        the_bot(client),
    )
    await show(interaction, await panel_of_attempt(interaction, attempt), attempt.match)


async def share(interaction: Interaction, ref: Ref) -> None:
    """**Share**: the card for everybody, once; the button goes.

    The card is a message of its own: as an answer it would refer to the panel with its colours.
    It is noted as shared only when it is there, so that one that did not arrive can be shared
    again. One that did is not repeated for some minutes: Discord knows it by its nonce.
    """
    client = interaction.client
    if not _both_may_write(interaction):
        raise SorryError(words.not_here)
    attempt = await client.daily.to_share(ref.match, PlayerId(interaction.user.id))
    if attempt.is_shared:
        await answer(interaction, words.shared_before(client.scene(interaction.locale)))
        return
    await interaction.response.defer()
    counts = await narrowing_of(interaction, attempt)
    card = words.shared(attempt, counts, client.public_scene(attempt.match.guild))
    place = client.get_partial_messageable(
        interaction.channel_id or 0, guild_id=attempt.match.guild
    )
    await place.send(**sendable(card), nonce=ref.match)
    await client.daily.shared(ref.match)
    panel = await panel_of_attempt(interaction, replace(attempt, is_shared=True))
    await interaction.edit_original_response(**replacing(sendable(panel, ref.match, 1)))


def _both_may_write(interaction: Interaction) -> bool:
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = "send_messages_in_threads" if in_thread else "send_messages"
    return all(
        rights.view_channel and getattr(rights, needed)
        for rights in (interaction.permissions, interaction.app_permissions)
    )


async def setup(bot: MastermindBot) -> None:
    """Add the command and the two buttons."""
    bot.mastermind.add_command(daily)
    bot.handlers |= {Action.DAILY: press, Action.SHARE: share}
