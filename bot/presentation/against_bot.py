"""What is told otherwise where the bot plays. As a player it goes by its name and is never pinged.

`view.bot` is not None in all that is worded here.
"""

from bot.matches.models import Event
from bot.matches.view import MatchView, RoundView
from bot.presentation.markup import absolute, mention, relative
from bot.presentation.scene import Action, Message, Scene, buttons, label
from bot.presentation.terms import terms_in_words
from bot.presentation.wording import named


def challenged(view: MatchView, scene: Scene) -> Message:
    """A challenge that the bot has taken already: nobody is asked, so nobody is pinged."""
    _ = scene.words.gettext
    text = _("{challenger} plays a match of Mastermind against {bot}.\n{terms}").format(
        challenger=named(view, view.challenger, scene),
        bot=named(view, view.opponent, scene),
        terms=terms_in_words(view.terms, scene),
    )
    return Message(text, buttons(scene, Action.RULES))


def code_set(event: Event, view: MatchView, scene: Scene) -> Message:
    """The bot is to crack this code."""
    _ = scene.words.gettext
    playing = view.rounds[event.round - 1]
    text = _(
        "The code of round {round} is hidden. {bot} has {rows} rows to find it.\n"
        "-# Fingerprint of the code, for checking at the end that it stayed the same: "
        "`{commitment}`"
    ).format(
        round=playing.number,
        bot=named(view, view.opponent, scene),
        rows=view.terms.rules.rows,
        commitment=event.detail,
    )
    return Message(text, buttons(scene, Action.BOARD))


def rounds_added(added: RoundView, view: MatchView, scene: Scene) -> Message:
    """The first of two more rounds is one in which the bot hides the code."""
    _ = scene.words.gettext
    text = _("Two more rounds it is. {bot} hides the code of round {round}.").format(
        bot=named(view, view.opponent, scene), round=added.number
    )
    return Message(text, buttons(scene, Action.RULES))


def rematch_started(view: MatchView, scene: Scene) -> Message:
    """The bot hides the first code of a rematch."""
    _ = scene.words.gettext
    text = _("The rematch begins. This time {bot} hides the first code.\n{terms}").format(
        bot=named(view, view.opponent, scene), terms=terms_in_words(view.terms, scene)
    )
    return Message(text, buttons(scene, Action.RULES))


def thread_lost(view: MatchView, scene: Scene) -> Message:
    """There is one person who can ask for another thread."""
    _ = scene.words.gettext
    text = _(
        "{player}, I cannot write in the thread of your match any more: it was deleted or locked, "
        "or I could not open it. Nothing of the match is lost. Press **{reopen}** by {until} "
        "({left}) to go on; otherwise the match is cancelled."
    ).format(
        player=named(view, view.challenger, scene),
        reopen=label(Action.REOPEN, scene),
        until=absolute(view.due_at),
        left=relative(view.due_at),
    )
    return Message(text, buttons(scene, Action.REOPEN))


def thread_reopened(view: MatchView, scene: Scene, *, anew: bool) -> Message:
    """The match goes on with the bot's row; `anew`: in a thread to which the person is added."""
    _ = scene.words.gettext
    playing = view.rounds[-1]
    text = _(
        "Here {player} goes on with the match against {bot}, which is to move: row {row} of "
        "{rows} in round {round}. **{board}** shows the rows so far."
    ).format(
        player=mention(view.challenger, scene),
        bot=named(view, view.opponent, scene),
        row=len(playing.rows) + 1,
        rows=view.terms.rules.rows,
        round=playing.number,
        board=label(Action.BOARD, scene),
    )
    return Message(text, buttons(scene, Action.BOARD), (view.challenger,) if anew else ())
