"""What players do besides rows: look, give up, end, and begin again."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import locale_str as cmd

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.ids import PlayerId
from bot.matches.view import MatchView
from bot.presentation import answers
from bot.presentation.scene import Action, label
from bot.runtime.alone import shown_again, told_or_shown
from bot.ui.buttons import choice_list, view_of
from bot.ui.people import guild_of, person, thread_of
from bot.ui.sending import answer, sendable, telling

WHICH = "which-forfeit"


@app_commands.command(name=cmd("board"), description=cmd("See the rows so far; only you see it"))
async def board(interaction: Interaction) -> None:
    """The match of this thread."""
    client = interaction.client
    view = await client.service.see_in(thread_of(interaction), PlayerId(interaction.user.id))
    await answer(interaction, answers.board(view, client.scene(interaction.locale)))


async def show_board(interaction: Interaction, ref: Ref) -> None:
    """**Board**."""
    client = interaction.client
    match, number = ref.match, ref.round
    view = await client.service.see(match, PlayerId(interaction.user.id))
    then = replace(view, rounds=view.rounds[:number] or view.rounds)  # the button's own round
    await answer(interaction, answers.board(then, client.scene(interaction.locale)))


@app_commands.command(
    name=cmd("concede"), description=cmd("Give up this round: the code is shown, the match goes on")
)
async def concede(interaction: Interaction) -> None:
    """The round's end answers the command."""
    client = interaction.client
    told = await client.service.concede(thread_of(interaction), person(interaction))
    await client.deliver(told, interaction)


@app_commands.command(
    name=cmd("forfeit"), description=cmd("Give up the whole match, after a confirmation")
)
async def forfeit(interaction: Interaction) -> None:
    """Ask first; outside a match's thread, which may be gone, also which match is meant."""
    client = interaction.client
    scene = client.scene(interaction.locale)
    who = person(interaction)
    views = await client.service.may_forfeit(guild_of(interaction), thread_of(interaction), who)
    if len(views) == 1:
        question = answers.forfeit_question(views[0], who.id, scene)
        await answer(interaction, question, views[0].id, answers.stake(views[0]))
    else:
        text, choices = answers.which_to_forfeit(views, who.id, scene)
        view = view_of([choice_list(WHICH, choices)])
        await interaction.response.send_message(text, view=view, ephemeral=True)


async def choose_forfeit(interaction: Interaction, ref: Ref) -> None:
    """Which match was meant; the question comes in place of the list."""
    match = ref.match
    await _ask(interaction, await interaction.client.service.see(match, person(interaction).id))


async def confirm_forfeit(interaction: Interaction, ref: Ref) -> None:
    """**Forfeit**: the question goes away, and the thread is told.

    It is asked again when more is at stake than when it was asked.
    """
    client = interaction.client
    match, stake = ref.match, ref.number(1)
    who = person(interaction)
    view = await client.service.see(match, who.id)
    if answers.stake(view) > stake:
        await _ask(interaction, view)
        return
    told = await client.service.forfeit(match, who)
    if told.own.terms.in_panel:
        await told_or_shown(interaction, told)
        return
    done = answers.left(told.own, client.scene(interaction.locale))
    async with telling(client, told):
        await interaction.response.edit_message(content=done.content, view=None)


async def _ask(interaction: Interaction, view: MatchView) -> None:
    scene = interaction.client.scene(interaction.locale)
    question = answers.forfeit_question(view, PlayerId(interaction.user.id), scene)
    arguments = sendable(question, view.id, answers.stake(view))
    await interaction.response.edit_message(**arguments)


@app_commands.command(name=cmd("matches"), description=cmd("Your open matches here"))
async def matches(interaction: Interaction) -> None:
    """Whose move it is in each, with links."""
    client = interaction.client
    player = PlayerId(interaction.user.id)
    views = await client.service.open_matches(guild_of(interaction), player)
    scene = client.scene(interaction.locale)
    words = answers.matches(views, player, scene)
    lost = answers.which_to_reopen(views, player, scene)
    if lost:
        prompt = label(Action.REOPEN, scene)
        view = view_of([choice_list(Action.REOPEN, lost, placeholder=prompt)])
        await interaction.response.send_message(words.content, view=view, ephemeral=True)
    else:
        await answer(interaction, words)


async def rematch(interaction: Interaction, ref: Ref) -> None:
    """**Rematch** and **Play again**: once all who play have pressed, the next match begins."""
    match = ref.match
    told = await interaction.client.service.rematch(match, person(interaction))
    if told.own.terms.in_panel:
        await shown_again(interaction, match, told)
    else:
        await interaction.client.deliver(told, interaction)


async def two_more(interaction: Interaction, ref: Ref) -> None:
    """**Two more rounds**: the thread is told, and when both have pressed, they begin."""
    match = ref.match
    told = await interaction.client.service.two_more(match, person(interaction))
    await interaction.client.deliver(told, interaction)


async def setup(bot: MastermindBot) -> None:
    """Add the commands and the buttons."""
    bot.mastermind.add_command(board)
    bot.mastermind.add_command(concede)
    bot.mastermind.add_command(forfeit)
    bot.mastermind.add_command(matches)
    bot.handlers |= {
        Action.BOARD: show_board,
        Action.FORFEIT: confirm_forfeit,
        WHICH: choose_forfeit,
        Action.REMATCH: rematch,
        Action.TWO_MORE: two_more,
    }
