"""**Analysis**: a round that is over, looked back on by whoever presses."""

from bot.client import ForeignIdError, Interaction, MastermindBot, Ref
from bot.engine.analysis import contradicted, lines_of
from bot.engine.codesets import Game
from bot.engine.lines import work_of
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import PlayerId
from bot.matches.view import MatchView
from bot.presentation import analysis
from bot.presentation.analysis import ROWS_A_PAGE
from bot.presentation.scene import Action
from bot.runtime import jobs
from bot.runtime.narrowing import guesses_of
from bot.ui.base import SorryError
from bot.ui.pager import pager
from bot.ui.people import thread_of
from bot.ui.sending import answer

TURN = "turn-analysis"


async def press(interaction: Interaction, ref: Ref) -> None:
    """The first page, for this person only."""
    view = await _looked_at(interaction, ref)
    if not view.rounds[ref.round - 1].rows:
        scene = interaction.client.scene(interaction.locale)
        await answer(interaction, analysis.nothing_played(ref.round, scene))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _show(interaction, view, ref.round, 0)


async def turn(interaction: Interaction, ref: Ref) -> None:
    """Another page in place of this one."""
    at = ref.number(2)
    view = await _looked_at(interaction, ref)
    if at >= len(view.rounds[ref.round - 1].rows):
        raise ForeignIdError
    await interaction.response.defer()
    await _show(interaction, view, ref.round, at)


async def _looked_at(interaction: Interaction, ref: Ref) -> MatchView:
    """The match, whose round of the reference is over.

    Raises SorryError before that, and RefusedError where this person may not see the rows.
    """
    client = interaction.client
    match, number = ref.match, ref.round
    view = await client.service.see(match, PlayerId(interaction.user.id))
    if not 1 <= number <= len(view.rounds):
        raise ForeignIdError
    if not _may_read(interaction, view):
        raise RefusedError(Refusal(Reason.ONLY_PLAYERS))
    if view.rounds[number - 1].outcome is None:
        raise SorryError(analysis.not_over)
    return view


def _may_read(interaction: Interaction, view: MatchView) -> bool:
    """Whether this person reads the match anyway, wherever the id of its button comes from."""
    hidden = view.terms.private or view.terms.in_panel
    plays = interaction.user.id in (view.challenger, view.opponent)
    return not hidden or plays or thread_of(interaction) == view.thread


async def _show(interaction: Interaction, view: MatchView, number: int, at: int) -> None:
    """Put the rows from this index on into the answer that was promised."""
    client = interaction.client
    scene = client.scene(interaction.locale)
    played, rules = view.rounds[number - 1], view.terms.rules
    game, guesses = Game.of(rules), guesses_of(played.rows)
    found = None
    if game.is_small:
        asked = slice(at, at + ROWS_A_PAGE)
        work = work_of(game, lines_of(guesses), picks=len(guesses[asked]))
        found = await client.think(
            interaction.user.id, work, jobs.looking_back, game, guesses, asked
        )
    text = analysis.page(played, at, found, contradicted(guesses), rules, scene)
    pages = pager(
        TURN, view.id, number, at=at, step=ROWS_A_PAGE, total=len(played.rows), scene=scene
    )
    await interaction.edit_original_response(content=text, view=pages)


async def setup(bot: MastermindBot) -> None:
    """Add the button and those of its pages."""
    bot.handlers |= {Action.ANALYSIS: press, TURN: turn}
