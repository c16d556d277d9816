"""What everybody is told, one function for each kind of event."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from bot.matches.ids import PlayerId
from bot.matches.models import Event, EventKind
from bot.matches.ports import Standing
from bot.matches.solo_store import SoloRecord
from bot.matches.view import MatchView, RoundView
from bot.presentation import against_bot, caring
from bot.presentation.endings import Narrowing, challenge_closed, match_ended, round_ended
from bot.presentation.markup import absolute, mention, relative
from bot.presentation.palette import pegs
from bot.presentation.scene import HIDE, PLAY, Action, Message, Scene, buttons, label
from bot.presentation.solo import announce_alone
from bot.presentation.terms import example, pegs_in_words, terms_in_words
from bot.presentation.wording import (
    addressed,
    named,
    other,
    people,
    place,
    press_to_hide,
    reply_text,
)

_NO_LINES: Mapping[PlayerId, Standing] = MappingProxyType({})


def announce(  # noqa: C901, PLR0911, PLR0912 - one case for each kind of event, nothing else
    event: Event,
    view: MatchView,
    scene: Scene,
    lines: Mapping[PlayerId, Standing] = _NO_LINES,
    narrowing: Narrowing = (),
    record: SoloRecord | None = None,
) -> Message:
    """The message that tells an event.

    `view` is the match as everybody may see it now, which may be later than the event; `lines`
    are the players' standings, used when a match ended, and `narrowing` how many codes were left
    at first and after each row of a round that ended (none: not counted). Under the end of a solo
    stands its player's `record`. The message of CHALLENGE_CLOSED is the text that the challenge
    gets by an edit; all others carry a button at least.
    """
    if view.terms.is_alone:
        own = announce_alone(event, view, scene, narrowing, record)
        if own is not None:
            return own
    match event.kind:
        case EventKind.CHALLENGED:
            return _challenged(view, scene)
        case EventKind.CHALLENGE_CLOSED:
            return challenge_closed(view, scene)
        case EventKind.ACCEPTED:
            return _accepted(view, scene)
        case EventKind.CODE_WANTED:
            return _code_wanted(_round(event, view), view, scene)
        case EventKind.CODE_SET:
            return _code_set(event, view, scene)
        case EventKind.CODE_REPLACED:
            return _code_replaced(event, view, scene)
        case EventKind.CODE_VOIDED:
            return _code_voided(_round(event, view), view, scene)
        case EventKind.ROW_SCORED:
            return _row_scored(event, view, scene)
        case EventKind.ROUND_ENDED:
            return round_ended(event, view, scene, narrowing)
        case EventKind.MATCH_ENDED:
            return match_ended(event, view, scene, lines, narrowing)
        case EventKind.MATCH_CANCELLED:
            return caring.match_cancelled(event, view, scene)
        case EventKind.REMINDED:
            return caring.reminded(_player(event), event.round, view, scene)
        case EventKind.THREAD_LOST:
            return caring.thread_lost(view, scene)
        case EventKind.THREAD_REOPENED | EventKind.THREAD_REGAINED:
            return caring.thread_reopened(event, view, scene)
        case EventKind.TWO_MORE_OFFERED:
            return _two_more_offered(event, view, scene)
        case EventKind.ROUNDS_ADDED:
            return _rounds_added(_round(event, view), view, scene)
        case EventKind.REMATCH_OFFERED:
            return _rematch_offered(event, view, scene)
        case EventKind.REMATCH_STARTED:
            return _rematch_started(_round(event, view), view, scene)
        case EventKind.UNREADABLE:
            return _unreadable(scene)
        case _:
            assert_never(event.kind)


def _round(event: Event, view: MatchView) -> RoundView:
    return view.rounds[event.round - 1]


def _challenged(view: MatchView, scene: Scene) -> Message:
    if view.bot is not None:
        return against_bot.challenged(view, scene)
    _ = scene.words.gettext
    first = _("A coin decides who hides the first code.")
    if view.rounds:
        first = _("{codemaker} hides the first code.").format(
            codemaker=named(view, view.rounds[0].codemaker, scene)
        )
    text = _(
        "{opponent}, {challenger} challenges you to a match of Mastermind.\n"
        "{terms}\n"
        "{first}\n"
        "Open until {until} ({left})."
    ).format(
        opponent=mention(view.opponent, scene),
        challenger=named(view, view.challenger, scene),
        terms=terms_in_words(view.terms, scene),
        first=first,
        until=absolute(view.expires_at),
        left=relative(view.expires_at),
    )
    actions = buttons(scene, Action.ACCEPT, Action.DECLINE, Action.CANCEL, Action.RULES)
    return Message(text, actions, (view.opponent,))


def _accepted(view: MatchView, scene: Scene) -> Message:
    _ = scene.words.gettext
    begun = view.rounds[0]
    set_already = begun.commitment is not None
    following = _("The code is hidden already.")
    if not set_already:
        following = _(
            "{codemaker}, press **{set_code}** or **{random_code}**. Only you will see the code."
        ).format(
            codemaker=addressed(view, begun.codemaker, scene),
            set_code=label(Action.SET_CODE, scene),
            random_code=label(Action.RANDOM_CODE, scene),
        )
    text = _(
        "The match begins. {codemaker} hides the first code, {codebreaker} cracks it.\n"
        "{terms}\n"
        "{following}\n"
        "-# Begin a message with `//` to chat: it is never read as a row."
    ).format(
        codemaker=addressed(view, begun.codemaker, scene),
        codebreaker=addressed(view, begun.codebreaker, scene),
        terms=terms_in_words(view.terms, scene),
        following=following,
    )
    actions = (Action.BOARD, Action.RULES) if set_already else HIDE
    return Message(text, buttons(scene, *actions), people(view, view.challenger, view.opponent))


def _code_wanted(wanted: RoundView, view: MatchView, scene: Scene) -> Message:
    """Goes to the codemaker alone, who reads it away from the match."""
    _ = scene.words.gettext
    text = _(
        "Round {round} against {opponent}: it is your turn to hide a code.\n"
        "Press **{set_code}** or **{random_code}**, or just type it here: {pegs} "
        "(for example `{example}`).\n"
        "The match: {place}"
    ).format(
        round=wanted.number,
        opponent=named(view, wanted.codebreaker, scene),
        set_code=label(Action.SET_CODE, scene),
        random_code=label(Action.RANDOM_CODE, scene),
        pegs=pegs_in_words(view.terms.rules, scene),
        example=example(view.terms.rules),
        place=place(view),
    )
    return Message(text, buttons(scene, *HIDE))


def _code_set(event: Event, view: MatchView, scene: Scene) -> Message:
    _ = scene.words.gettext
    playing = _round(event, view)
    if playing.codebreaker == view.bot:
        return against_bot.code_set(event, view, scene)
    rules = view.terms.rules
    text = _(
        "{codebreaker}, the code of round {round} is hidden. You have {rows} rows to find it.\n"
        "Press **{guess}** or write a row here: {pegs} (for example `{example}`).\n"
        "-# Fingerprint of the code, for checking at the end that it stayed the same: "
        "`{commitment}`"
    ).format(
        codebreaker=mention(playing.codebreaker, scene),
        round=playing.number,
        rows=rules.rows,
        guess=label(Action.GUESS, scene),
        pegs=pegs_in_words(rules, scene),
        example=example(rules),
        commitment=event.detail,
    )
    return Message(text, buttons(scene, *PLAY), (playing.codebreaker,))


def _code_replaced(event: Event, view: MatchView, scene: Scene) -> Message:
    _ = scene.words.gettext
    new, _space, old = event.detail.partition(" ")
    text = _(
        "{codemaker} has changed the code of round {round} before the first row.\n"
        "-# New fingerprint: `{new}`\n"
        "-# It replaces: `{old}`"
    ).format(
        codemaker=named(view, _round(event, view).codemaker, scene),
        round=event.round,
        new=new,
        old=old,
    )
    return Message(text, buttons(scene, *_play(_round(event, view), view)))


def _code_voided(voided: RoundView, view: MatchView, scene: Scene) -> Message:
    _ = scene.words.gettext
    text = _(
        "That was the code of this round, and everybody here can read it, so it no longer "
        "counts. {codemaker}, hide another one; rows count again after that.\n"
        "{hide}"
    ).format(codemaker=named(view, voided.codemaker, scene), hide=press_to_hide(scene))
    return Message(text, buttons(scene, *HIDE))


def _row_scored(event: Event, view: MatchView, scene: Scene) -> Message:
    """Two lines. The second depends on the totals of black and white alone."""
    _ = scene.words.gettext
    playing = _round(event, view)
    row = playing.rows[event.row - 1]
    rules = view.terms.rules
    line = _("Row {row} of {rows} · {pegs}").format(
        row=row.number, rows=rules.rows, pegs=pegs(row.code, rules, scene.emojis)
    )
    ended_it = playing.outcome is not None and row.number == len(playing.rows)
    actions = (Action.BOARD,) if ended_it else _play(playing, view)
    return Message(f"{line}\n{reply_text(row.feedback, scene)}", buttons(scene, *actions))


def _two_more_offered(event: Event, view: MatchView, scene: Scene) -> Message:
    _ = scene.words.gettext
    text = _("{player} would like two more rounds. {other}, press **{button}** to play them.")
    return _offered(text, Action.TWO_MORE, event, view, scene)


def _rematch_offered(event: Event, view: MatchView, scene: Scene) -> Message:
    _ = scene.words.gettext
    text = _("{player} would like a rematch. {other}, press **{button}** to play it.")
    return _offered(text, Action.REMATCH, event, view, scene)


def _offered(text: str, action: Action, event: Event, view: MatchView, scene: Scene) -> Message:
    player = _player(event)
    content = text.format(
        player=named(view, player, scene),
        other=named(view, other(view, player), scene),
        button=label(action, scene),
    )
    return Message(content, buttons(scene, action))


def _rounds_added(added: RoundView, view: MatchView, scene: Scene) -> Message:
    if added.codemaker == view.bot:
        return against_bot.rounds_added(added, view, scene)
    _ = scene.words.gettext
    text = _("Two more rounds it is. {codemaker}, you hide the code of round {round}.\n{hide}")
    content = text.format(
        codemaker=mention(added.codemaker, scene), round=added.number, hide=press_to_hide(scene)
    )
    return Message(content, buttons(scene, *HIDE))  # the private message is ping enough


def _rematch_started(begun: RoundView, view: MatchView, scene: Scene) -> Message:
    if begun.codemaker == view.bot:
        return against_bot.rematch_started(view, scene)
    _ = scene.words.gettext
    text = _(
        "The rematch begins. {codemaker}, this time you hide the first code.\n{terms}\n{hide}"
    ).format(
        codemaker=mention(begun.codemaker, scene),
        terms=terms_in_words(view.terms, scene),
        hide=press_to_hide(scene),
    )
    return Message(text, buttons(scene, *HIDE))


def _play(playing: RoundView, view: MatchView) -> tuple[Action, ...]:
    """What can be pressed while this code is cracked: the bot presses nothing."""
    return (Action.BOARD,) if playing.codebreaker == view.bot else PLAY


def _unreadable(scene: Scene) -> Message:
    _ = scene.words.gettext
    text = _(
        "I cannot read plain messages here. "
        "Press **{guess}**, or reply to me with your row and leave the ping on."
    ).format(guess=label(Action.GUESS, scene))
    return Message(text, buttons(scene, Action.GUESS))


def _player(event: Event) -> PlayerId:
    if event.player is None:
        raise ValueError(f"an event of kind {event.kind} names its player")
    return event.player
