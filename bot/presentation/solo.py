"""What everybody reads of a code that somebody cracks alone in a thread."""

from typing import assert_never

from bot.matches.models import LIVE, CallOff, Ending, Event, EventKind, Outcome, Phase
from bot.matches.solo_store import SoloRecord
from bot.matches.view import MatchView
from bot.presentation.alone import record_in_words
from bot.presentation.endings import Narrowing, look_back, narrowed, proof
from bot.presentation.markup import absolute, mention, relative
from bot.presentation.scene import PLAY, Action, Message, Scene, again_button, buttons, label
from bot.presentation.terms import example, pegs_in_words, rules_in_words
from bot.presentation.wording import code_text, named


def announce_alone(  # noqa: C901, PLR0911 - one case for each kind of event, nothing else
    event: Event,
    view: MatchView,
    scene: Scene,
    narrowing: Narrowing = (),
    record: SoloRecord | None = None,
) -> Message | None:
    """The message that tells an event of a solo; None where it is told as in every match.

    The player is pinged by the thread's first message, which adds them, and by a reminder: all
    else comes at once after something that they did themselves.
    """
    match event.kind:
        case EventKind.CHALLENGED:
            return Message(_challenged(view, scene), buttons(scene, Action.RULES))
        case EventKind.CHALLENGE_CLOSED:
            return Message(_fate(view, scene))
        case EventKind.ACCEPTED:
            actions = buttons(scene, Action.BOARD, Action.RULES)
            return Message(_accepted(view, scene), actions, (view.challenger,))
        case EventKind.CODE_SET:
            return Message(_code_set(event, view, scene), buttons(scene, *PLAY))
        case EventKind.MATCH_ENDED:
            return _ended(view, scene, narrowing, record)
        case EventKind.MATCH_CANCELLED:
            text = _why_cancelled(CallOff(event.detail or CallOff.LEFT), view, scene)
            return Message(text, buttons(scene, Action.RULES))
        case EventKind.REMINDED:
            return Message(_reminded(view, scene), buttons(scene, *PLAY), (view.challenger,))
        case EventKind.THREAD_LOST:
            return Message(_thread_lost(view, scene), buttons(scene, Action.REOPEN))
        case EventKind.THREAD_REOPENED | EventKind.THREAD_REGAINED:
            added = (view.challenger,) if event.kind is EventKind.THREAD_REOPENED else ()
            return Message(_thread_reopened(view, scene), buttons(scene, *PLAY), added)
        case EventKind.REMATCH_STARTED:
            text = _begun_again(view, scene)
            return Message(text, buttons(scene, Action.BOARD, Action.RULES))
        case _:
            return None


def _challenged(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    text = _("{player} cracks a code of mine alone; the thread is open to all.\n{rules}")
    return text.format(
        player=named(view, view.challenger, scene), rules=rules_in_words(view.terms.rules, scene)
    )


def _fate(view: MatchView, scene: Scene) -> str:
    """What stands in place of the first message in the end."""
    if view.phase in LIVE:
        return _challenged(view, scene)
    if view.phase is Phase.CANCELLED:
        _ = scene.words.gettext
        text = _("{player} was cracking a code of mine alone, but it was cancelled.")
        return text.format(player=named(view, view.challenger, scene))
    return _how_it_ended(view, scene)


def _accepted(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    return _(
        "{player}, here you crack a code of mine alone.\n"
        "{rules}\n"
        "-# Begin a message with `//` to chat: it is never read as a row."
    ).format(player=mention(view.challenger, scene), rules=rules_in_words(view.terms.rules, scene))


def _begun_again(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    text = _("{player} plays again, with another code of mine.\n{rules}")
    return text.format(
        player=named(view, view.challenger, scene), rules=rules_in_words(view.terms.rules, scene)
    )


def _code_set(event: Event, view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    rules = view.terms.rules
    return _(
        "The code is hidden. There are {rows} rows to find it.\n"
        "Press **{guess}** or write a row here: {pegs} (for example `{example}`).\n"
        "-# Fingerprint of the code, for checking at the end that it stayed the same: "
        "`{commitment}`"
    ).format(
        rows=rules.rows,
        guess=label(Action.GUESS, scene),
        pegs=pegs_in_words(rules, scene),
        example=example(rules),
        commitment=event.detail,
    )


def _ended(
    view: MatchView, scene: Scene, narrowing: Narrowing, record: SoloRecord | None
) -> Message:
    _ = scene.words.gettext
    ended = view.rounds[-1]
    code = code_text(ended.code, view.terms.rules, scene) if ended.code is not None else ""
    lines = (
        _how_it_ended(view, scene),
        *([_("The code: {code}").format(code=code)] if code else []),
        *narrowed(narrowing, scene),
        *record_in_words(record, scene, in_threads=True),
        *proof(ended, view, scene),
    )
    return Message("\n".join(lines), (again_button(scene), *look_back(ended, scene)))


def _how_it_ended(view: MatchView, scene: Scene) -> str:
    """To everybody who watches."""
    _ = scene.words.gettext
    ended = view.rounds[-1]
    match ended.outcome:
        case Outcome.SOLVED:
            text = scene.words.ngettext(
                "{player} cracked a code of mine alone in {rows} row.",
                "{player} cracked a code of mine alone in {rows} rows.",
                len(ended.rows),
            )
        case Outcome.FAILED:
            text = _("{player} did not find my code: {rows} rows were not enough.")
        case Outcome.CONCEDED:
            text = _("{player} gave up on my code.")
        case Outcome.ABANDONED | None:
            late = view.ending is Ending.INACTIVITY
            text = _("{player} ran out of time.") if late else _("{player} gave up on my code.")
        case _:
            assert_never(ended.outcome)
    return text.format(player=named(view, view.challenger, scene), rows=len(ended.rows))


def _why_cancelled(why: CallOff, view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    match why:
        case CallOff.LEFT:
            text = _("{player} gave up before the first row, so it does not count.")
        case CallOff.INACTIVITY:
            text = _("{player} ran out of time before the first row, so it does not count.")
        case CallOff.ADMIN:
            text = _("An admin of this server ended this. It does not count.")
        case CallOff.ERASED:
            text = _("{player} had all their data removed, so this is cancelled.")
        case CallOff.THREAD_GONE | CallOff.CHANNEL_GONE:
            text = _("The thread is gone, so this is cancelled and does not count.")
        case _:
            assert_never(why)
    return text.format(player=named(view, view.challenger, scene))


def _reminded(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    text = _(
        "{player}, the code is still hidden: row {row} of {rows} is yours.\n"
        "There is time until {until} ({left}); after that it counts as not found."
    )
    if not view.rounds[-1].rows:
        text = _(
            "{player}, the code is still hidden: row {row} of {rows} is yours.\n"
            "There is time until {until} ({left}); after that it is cancelled."
        )
    return text.format(
        player=mention(view.challenger, scene),
        row=len(view.rounds[-1].rows) + 1,
        rows=view.terms.rules.rows,
        until=absolute(view.due_at),
        left=relative(view.due_at),
    )


def _thread_lost(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    return _(
        "{player}, I cannot write in your thread any more: it was deleted or locked, or I could "
        "not open it. Nothing is lost. Press **{reopen}** by {until} ({left}) to go on; otherwise "
        "it is cancelled."
    ).format(
        player=named(view, view.challenger, scene),
        reopen=label(Action.REOPEN, scene),
        until=absolute(view.due_at),
        left=relative(view.due_at),
    )


def _thread_reopened(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    return _(
        "{player}, here you go on: row {row} of {rows}. **{board}** shows the rows so far."
    ).format(
        player=mention(view.challenger, scene),
        row=len(view.rounds[-1].rows) + 1,
        rows=view.terms.rules.rows,
        board=label(Action.BOARD, scene),
    )
