"""A try at the daily as its player sees it, with its card at the end."""

from bot.client import Interaction
from bot.matches.daily import Attempt
from bot.matches.models import LIVE
from bot.presentation import alone, daily
from bot.presentation.endings import Narrowing
from bot.presentation.scene import Message
from bot.runtime.narrowing import narrowing
from bot.runtime.telling import ANSWER_PATIENCE


async def panel_of_attempt(interaction: Interaction, attempt: Attempt) -> Message:
    """The rows and what comes next or, at the end, the card with **Share**."""
    scene = interaction.client.scene(interaction.locale)
    counts = await narrowing_of(interaction, attempt)
    panel = alone.panel(
        attempt.match,
        scene,
        above=(*daily.heading(attempt, scene),),
        below=(*daily.foot(attempt, counts, scene),),
    )
    return Message(panel.content, (*daily.share_button(attempt, scene), *panel.buttons))


async def narrowing_of(interaction: Interaction, attempt: Attempt) -> Narrowing:
    """How many codes each row left; nothing while the try runs."""
    if attempt.match.phase in LIVE:
        return ()
    rules, rows = attempt.match.terms.rules, attempt.match.rounds[0].rows
    return await narrowing(interaction.client.think, rules, rows, ANSWER_PATIENCE)
