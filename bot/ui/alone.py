"""What somebody plays in private answers, as Discord shows it: one message, edited row by row."""

from bot.client import ForeignIdError, Interaction, Ref
from bot.matches.ids import PlayerId
from bot.matches.view import MatchView
from bot.presentation.scene import Message
from bot.ui.sending import replacing, sendable


async def show(interaction: Interaction, panel: Message, view: MatchView) -> None:
    """Show it in place of the panel whose button was pressed, or as a new one."""
    arguments = sendable(panel, view.id, view.rounds[-1].number)
    pressed_on = interaction.message
    if pressed_on is not None and pressed_on.flags.ephemeral:
        await interaction.response.edit_message(**replacing(arguments))
    else:
        await interaction.response.send_message(**arguments, ephemeral=True)


async def own_game(interaction: Interaction, ref: Ref) -> MatchView:
    """What this person plays in private answers.

    RefusedError where it is somebody else's, ForeignIdError where it is played elsewhere.
    """
    view = await interaction.client.service.see(ref.match, PlayerId(interaction.user.id))
    if not view.terms.in_panel:
        raise ForeignIdError
    return view
