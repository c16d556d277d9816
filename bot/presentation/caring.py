"""What is told where nobody played: reminders, lost threads, and matches that were called off."""

from typing import assert_never

from bot.matches.ids import PlayerId
from bot.matches.models import CallOff, Event, EventKind
from bot.matches.view import MatchView
from bot.presentation import against_bot
from bot.presentation.markup import absolute, mention, relative
from bot.presentation.scene import HIDE, PLAY, Action, Message, Scene, buttons, label
from bot.presentation.wording import addressed, named, people


def match_cancelled(event: Event, view: MatchView, scene: Scene) -> Message:
    """The match is over and counts for nobody."""
    left = "" if event.player is None else named(view, event.player, scene)
    text = _why_cancelled(CallOff(event.detail or CallOff.LEFT), scene).format(player=left)
    return Message(text, buttons(scene, Action.RULES))


def _why_cancelled(why: CallOff, scene: Scene) -> str:
    """A text with a field for who left, which not all of them have."""
    _ = scene.words.gettext
    match why:
        case CallOff.LEFT:
            return _(
                "{player} left before a round was finished, so the match is cancelled and does "
                "not count."
            )
        case CallOff.INACTIVITY:
            return _(
                "{player} ran out of time before a round was finished, so the match is cancelled "
                "and does not count."
            )
        case CallOff.ADMIN:
            return _("An admin of this server ended the match. It does not count.")
        case CallOff.ERASED:
            return _(
                "{player} had all their data removed, so the match is cancelled and does not count."
            )
        case CallOff.THREAD_GONE | CallOff.CHANNEL_GONE:
            return _("The match lost its thread, so it is cancelled and does not count.")
        case _:
            assert_never(why)


def reminded(player: PlayerId, round_number: int, view: MatchView, scene: Scene) -> Message:
    """The one reminder of a turn of that round, for the one whose move it is."""
    _ = scene.words.gettext
    playing = view.rounds[round_number - 1]
    hides = player == playing.codemaker
    text = _("{player}, it is your move: row {row} of {rows} in round {round}.")
    if hides:
        text = _("{player}, it is your move: hide the code of round {round}.")
    until = _("There is time until {until} ({left}); after that the match ends.")
    content = f"{text}\n{until}".format(
        player=mention(player, scene),
        row=len(playing.rows) + 1,
        rows=view.terms.rules.rows,
        round=playing.number,
        until=absolute(view.due_at),
        left=relative(view.due_at),
    )
    return Message(content, buttons(scene, *(HIDE if hides else PLAY)), (player,))


def thread_lost(view: MatchView, scene: Scene) -> Message:
    """Told in the channel: nobody can play before there is a thread again."""
    if view.bot is not None:
        return against_bot.thread_lost(view, scene)
    _ = scene.words.gettext
    text = _(
        "{challenger} and {opponent}, I cannot write in the thread of your match any more: it was "
        "deleted or locked, or I could not open it. Nothing of the match is lost. One of you, "
        "press **{reopen}** by {until} ({left}) to go on; otherwise the match is cancelled."
    ).format(
        challenger=named(view, view.challenger, scene),
        opponent=named(view, view.opponent, scene),
        reopen=label(Action.REOPEN, scene),
        until=absolute(view.due_at),
        left=relative(view.due_at),
    )
    return Message(text, buttons(scene, Action.REOPEN))


def thread_reopened(event: Event, view: MatchView, scene: Scene) -> Message:
    """The first message of a new thread, or what is said in one that is unlocked again.

    The first names both players, which adds them; in the other they are already.
    """
    _ = scene.words.gettext
    anew = event.kind is EventKind.THREAD_REOPENED
    playing = view.rounds[event.round - 1]
    if playing.codebreaker == view.bot and playing.commitment is not None:
        return against_bot.thread_reopened(view, scene, anew=anew)
    hides = playing.commitment is None
    following = _("{codebreaker}, it is your move: row {row} of {rows} in round {round}.")
    if hides:
        following = _("{codemaker}, it is your move: hide the code of round {round}.")
    text = _(
        "Here {challenger} and {opponent} go on with their match. "
        "**{board}** shows the rows so far."
    )
    content = f"{text}\n{following}".format(
        challenger=addressed(view, view.challenger, scene),
        opponent=addressed(view, view.opponent, scene),
        board=label(Action.BOARD, scene),
        codemaker=mention(playing.codemaker, scene),
        codebreaker=addressed(view, playing.codebreaker, scene),
        row=len(playing.rows) + 1,
        rows=view.terms.rules.rows,
        round=playing.number,
    )
    actions = (*HIDE, Action.BOARD) if hides else PLAY
    added = people(view, view.challenger, view.opponent) if anew else ()
    return Message(content, buttons(scene, *actions), added)
