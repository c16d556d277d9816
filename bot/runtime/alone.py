"""The answer to a move of somebody who plays in private answers: the panel, as it stands then."""

from collections.abc import Sequence

from bot.client import Interaction
from bot.matches.acts import Told
from bot.matches.ids import MatchId
from bot.matches.models import Kind, Phase
from bot.matches.view import MatchView
from bot.presentation import alone
from bot.presentation.endings import narrowed
from bot.presentation.scene import Message, Scene
from bot.runtime.daily_card import panel_of_attempt
from bot.runtime.narrowing import narrowing
from bot.runtime.telling import ANSWER_PATIENCE
from bot.ui.alone import show
from bot.ui.people import person
from bot.ui.sending import answer


async def told_or_shown(interaction: Interaction, told: Told) -> None:
    """Tell everybody what was committed; what is played in private answers, show its player."""
    if told.own.terms.in_panel:
        await show(interaction, await panel_of(interaction, told.own), told.own)
    else:
        await interaction.client.deliver(told, interaction)


async def shown_again(interaction: Interaction, before: MatchId, told: Told) -> None:
    """**Play again**: the old panel loses that button, and the new code gets a panel of its own."""
    old = await interaction.client.service.see(before, person(interaction).id)
    await show(interaction, await panel_of(interaction, old), old)
    new = await panel_of(interaction, told.own)
    await answer(interaction, new, told.own.id, told.own.rounds[-1].number)


async def panel_of(interaction: Interaction, view: MatchView) -> Message:
    """The panel as things stand, with all that is told at the end once it is over."""
    if view.terms.kind is Kind.DAILY:
        attempt = await interaction.client.daily.see(view.id, view.challenger)
        return await panel_of_attempt(interaction, attempt)
    scene = interaction.client.scene(interaction.locale)
    below = await _at_the_end(interaction, view, scene) if view.phase is Phase.FINISHED else ()
    return alone.panel(view, scene, below=below)


async def _at_the_end(interaction: Interaction, view: MatchView, scene: Scene) -> Sequence[str]:
    """What the rows left, and how the player's solos came out so far."""
    client = interaction.client
    rows, rules = view.rounds[-1].rows, view.terms.rules
    lines = narrowed(await narrowing(client.think, rules, rows, ANSWER_PATIENCE), scene)
    record = await client.opponent.record(view.guild, view.challenger)
    return (*lines, *alone.record_in_words(record, scene))
