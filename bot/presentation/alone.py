"""A code that somebody cracks in private answers: all that is known of it, in one message."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import assert_never

from bot.matches.models import LIVE, CallOff, Ending, Kind, Outcome, Phase, Row
from bot.matches.solo_store import SoloRecord
from bot.matches.view import MatchView, RoundView
from bot.presentation.answers import MESSAGE_LIMIT
from bot.presentation.endings import look_back, proof
from bot.presentation.markup import absolute, command
from bot.presentation.palette import pegs
from bot.presentation.scene import Action, Button, Message, Scene, again_button, buttons, label
from bot.presentation.terms import example, pegs_in_words, rules_in_words
from bot.presentation.wording import (
    code_text,
    number_text,
    reply_in_words,
    reply_text,
    shall_i_show_it,
)


def panel(
    view: MatchView, scene: Scene, *, above: Sequence[str] = (), below: Sequence[str] = ()
) -> Message:
    """The game, the rows so far with their replies, and what comes next or how it ended.

    `above` are lines that come first, and `below` lines that stand under the end.
    """
    return Message(_fitting(view, scene, above, below), _what_may_follow(view, scene))


def give_up_question(view: MatchView, scene: Scene) -> Message:
    """The same while it is asked whether to give up."""
    asked = buttons(scene, Action.SHOW_CODE, Action.PLAY_ON)
    return Message(_fitting(view, scene, asks=True), asked)


def is_running(view: MatchView) -> bool:
    """Whether the code is still to be cracked."""
    return view.phase in LIVE


def already_running(scene: Scene) -> str:
    """Above the code that somebody cracks already while another one is asked for."""
    _ = scene.words.gettext
    return _("You are cracking this code already, and I keep one at a time for you.")


def record_in_words(
    record: SoloRecord | None, scene: Scene, *, in_threads: bool = False
) -> tuple[str, ...]:
    """The solos so far in one line; none before the first is over.

    `in_threads`: it is of those that everybody could watch.
    """
    _, ngettext = scene.words.gettext, scene.words.ngettext
    if record is None or not record.played:
        return ()
    parts = [
        ngettext("{count} solo", "{count} solos", record.played).format(
            count=number_text(record.played, scene)
        ),
        ngettext("{count} cracked", "{count} cracked", record.solved).format(
            count=number_text(record.solved, scene)
        ),
    ]
    if record.best is not None:
        mean = record.rows / record.solved
        average = ngettext(
            "{average} row on average, {best} at best",
            "{average} rows on average, {best} at best",
            ceil(mean),
        )
        parts.append(average.format(average=number_text(mean, scene), best=record.best))
        streak = _("{streak} in a row, longest {longest}")
        parts.append(
            streak.format(
                streak=number_text(record.streak, scene), longest=number_text(record.longest, scene)
            )
        )
    so_far = _("So far in threads here: {parts}") if in_threads else _("So far here: {parts}")
    return (so_far.format(parts=" · ".join(parts)),)


def _what_may_follow(view: MatchView, scene: Scene) -> tuple[Button, ...]:
    if is_running(view):
        return buttons(scene, Action.GUESS, Action.GIVE_UP)
    if view.phase is Phase.CANCELLED:
        return ()
    again = view.terms.kind is Kind.SOLO and view.successor is None
    return (*([again_button(scene)] if again else []), *look_back(view.rounds[-1], scene))


def _fitting(
    view: MatchView,
    scene: Scene,
    above: Sequence[str] = (),
    below: Sequence[str] = (),
    *,
    asks: bool = False,
) -> str:
    """As much as fits: with the keys beside their words, else without, else in Unicode's emojis.

    Uploaded emojis take some 30 characters each, and one message has to hold twelve rows.
    """
    plain = replace(scene, emojis={})
    for shown, with_keys in ((scene, True), (scene, False), (plain, False)):
        rows = _rows(view, shown, with_keys=with_keys)
        under = (
            _running(view, shown, below, asks=asks)
            if is_running(view)
            else _end(view, shown, below)
        )
        lines = (*above, _game(view, shown), *rows, *under)
        text = "\n".join(lines)
        if len(text) <= MESSAGE_LIMIT:
            break
    return text


def _game(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    rules = rules_in_words(view.terms.rules, scene)
    if not is_running(view):
        return rules
    return _("Crack my code; only you see this. {rules}").format(rules=rules)


def _rows(view: MatchView, scene: Scene, *, with_keys: bool) -> list[str]:
    return [_row(row, view, scene, with_keys=with_keys) for row in view.rounds[-1].rows]


def _row(row: Row, view: MatchView, scene: Scene, *, with_keys: bool) -> str:
    """A row as it is answered in a thread: the keys are a group in a line of their own."""
    shown = f"`{row.number:2}` {pegs(row.code, view.terms.rules, scene.emojis)}"
    if with_keys:
        return f"{shown}\n{reply_text(row.feedback, scene)}"
    return f"{shown} · **{reply_in_words(row.feedback, scene)}**"


def _running(view: MatchView, scene: Scene, below: Sequence[str], *, asks: bool) -> tuple[str, ...]:
    playing = view.rounds[-1]
    following = shall_i_show_it(view, scene) if asks else _next_row(playing, view, scene)
    return following, *below, *_time_left(view, scene), _fingerprint(playing, scene)


def _end(view: MatchView, scene: Scene, below: Sequence[str]) -> tuple[str, ...]:
    ended = view.rounds[-1]
    if ended.code is None:
        return _how_it_ended(view, scene), *below
    _ = scene.words.gettext
    code = _("The code: {code}").format(code=code_text(ended.code, view.terms.rules, scene))
    return _how_it_ended(view, scene), code, *below, *proof(ended, view, scene)


def _next_row(playing: RoundView, view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    rules = view.terms.rules
    text = _("Row {row} of {rows}: press **{guess}**.")
    if not playing.rows:
        text = _(
            "Row {row} of {rows}: press **{guess}** and name {pegs} (for example `{example}`)."
        )
    return text.format(
        row=len(playing.rows) + 1,
        rows=rules.rows,
        guess=label(Action.GUESS, scene),
        pegs=pegs_in_words(rules, scene),
        example=example(rules),
    )


def _time_left(view: MatchView, scene: Scene) -> tuple[str, ...]:
    """Nobody is reminded of a solo; a daily has its own time."""
    _ = scene.words.gettext
    if view.terms.kind is not Kind.SOLO:
        return ()
    note = _("There is time for this row until {until}; {solo} shows this again.")
    return (f"-# {note.format(until=absolute(view.due_at), solo=command('solo', scene))}",)


def _fingerprint(playing: RoundView, scene: Scene) -> str:
    _ = scene.words.gettext
    note = _(
        "Fingerprint of the code, for checking at the end that it stayed the same: `{commitment}`"
    )
    return f"-# {note.format(commitment=playing.commitment)}"


def _how_it_ended(view: MatchView, scene: Scene) -> str:
    """To the one who played it."""
    _ = scene.words.gettext
    ended = view.rounds[-1]
    match ended.outcome:
        case Outcome.SOLVED:
            text = scene.words.ngettext(
                "You cracked the code in **{rows} row**.",
                "You cracked the code in **{rows} rows**.",
                len(ended.rows),
            )
        case Outcome.FAILED:
            text = _("{rows} rows were not enough this time.")
        case Outcome.CONCEDED:
            text = _("You gave up.")
        case Outcome.ABANDONED:
            late = view.ending is Ending.INACTIVITY
            text = _("Your time for a row ran out.") if late else _("You gave up.")
        case None:
            return _why_cancelled(view, scene)
        case _:
            assert_never(ended.outcome)
    return text.format(rows=len(ended.rows))


def _why_cancelled(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    if view.called_off is CallOff.LEFT:
        text = _("You gave up before the first row, so it does not count.")
    elif view.called_off is CallOff.INACTIVITY:
        text = _("Your time for the first row ran out, so it does not count.")
    else:
        text = _("This was ended from outside, so it does not count.")
    if view.terms.kind is not Kind.SOLO:  # what comes after a daily stands below
        return text
    another = _("You can crack another code with {solo}.")
    return f"{text} {another.format(solo=command('solo', scene))}"
