"""What one person is told, in private or directly."""

from collections.abc import Mapping, Sequence

from bot.matches.ids import PlayerId
from bot.matches.models import LIVE, Kind, Phase
from bot.matches.view import MatchView
from bot.presentation.markup import absolute, command
from bot.presentation.palette import pegs
from bot.presentation.scene import HIDE, Action, Choice, Message, Scene, buttons, change_button
from bot.presentation.terms import code_size
from bot.presentation.wording import (
    alone_name,
    called,
    code_text,
    named,
    other,
    place,
    press_to_hide,
    reply_in_words,
    shall_i_show_it,
)

MOST_CHOICES = 25
MESSAGE_LIMIT = 2000
_ROOM_FOR_MORE = 60
"""What the line that counts the matches left out may take."""


def code_wanted_now(view: MatchView, scene: Scene) -> Message:
    """To the challenger who makes the first code: it can be hidden before the answer comes."""
    _ = scene.words.gettext
    text = _(
        "Hide the first code now, and play starts as soon as {opponent} accepts.\n{hide}"
    ).format(opponent=named(view, view.opponent, scene), hide=press_to_hide(scene))
    return Message(text, buttons(scene, *HIDE))


def code_read(view: MatchView, scene: Scene) -> Message:
    """To the codemaker: the code as it was understood. Can be changed until the first row.

    Raises `ValueError` when the view is not the codemaker's own, with a code set.
    """
    _ = scene.words.gettext
    playing = view.rounds[-1]
    if playing.code is None:
        raise ValueError("only a codemaker who has set a code is shown it")
    text = _(
        "Your code for round {round} against {opponent}: {code}\n"
        "You can change it until the first row.\n"
        "Back to the match: {place}"
    ).format(
        round=playing.number,
        opponent=named(view, playing.codebreaker, scene),
        code=code_text(playing.code, view.terms.rules, scene),
        place=place(view),
    )
    return Message(text, (change_button(scene),))


def accepted(view: MatchView, scene: Scene) -> Message:
    """To the opponent who pressed **Accept**."""
    _ = scene.words.gettext
    text = _("The match with {challenger} is on: {place}")
    return Message(text.format(challenger=named(view, view.challenger, scene), place=place(view)))


def accepted_without_thread(view: MatchView, scene: Scene) -> Message:
    """The same while there is no thread yet: Discord may be slow, or may not let us."""
    _ = scene.words.gettext
    text = _(
        "The match with {challenger} is on, but I could not open its thread yet. If it does not "
        "appear, ask an admin whether I may create threads here; {forfeit} ends the match."
    )
    return Message(
        text.format(
            challenger=named(view, view.challenger, scene), forfeit=command("forfeit", scene)
        )
    )


def reopened(view: MatchView, scene: Scene) -> Message:
    """To the one who asked for a new thread."""
    _ = scene.words.gettext
    return Message(_("It goes on here: {place}").format(place=place(view)))


def not_reopened(_view: MatchView, scene: Scene) -> Message:
    """The same while there is none yet: Discord may be slow, or may not let us."""
    _ = scene.words.gettext
    return Message(
        _(
            "I could not open the new thread yet. If it does not appear, ask an admin whether I "
            "may create threads and write in them here."
        )
    )


def forfeit_question(view: MatchView, viewer: PlayerId, scene: Scene) -> Message:
    """Asked before a match is given up."""
    _ = scene.words.gettext
    if view.terms.is_alone:
        ignore = _("To play on, just ignore this message.")
        return Message(f"{shall_i_show_it(view, scene)} {ignore}", buttons(scene, Action.FORFEIT))
    text = _(
        "Leave the match with {opponent}? It will be cancelled and will not count. "
        "To play on, just ignore this message."
    )
    if stake(view):
        text = _("Give up the match? {opponent} will win it. To play on, just ignore this message.")
    text = text.format(opponent=named(view, other(view, viewer), scene))
    if view.phase is Phase.BREAKING and viewer == view.rounds[-1].codebreaker:
        hint = _("To give up only this round, use {concede}.")
        text = f"{text}\n{hint.format(concede=command('concede', scene))}"
    return Message(text, buttons(scene, Action.FORFEIT))


def left(view: MatchView, scene: Scene) -> Message:
    """To the one who gave up the match."""
    _ = scene.words.gettext
    if view.terms.is_alone:
        if view.phase is Phase.CANCELLED:
            return Message(_("You gave up before the first row, so it does not count."))
        return Message(_("You gave up."))
    if view.phase is Phase.CANCELLED:
        return Message(_("You have left the match. It does not count."))
    return Message(_("You have given up the match."))


def board(view: MatchView, scene: Scene) -> Message:
    """The last round, for one person: with the code, if `view` shows it.

    Uploaded emojis take some 30 characters each, so that a few rows of them fill a message.
    """
    text = "\n".join((*_head(view, scene), *_rows(view, scene, scene.emojis)))
    if len(text) <= MESSAGE_LIMIT:
        return Message(text)
    return Message("\n".join((*_head(view, scene), *_rows(view, scene, {}))))


def _head(view: MatchView, scene: Scene) -> tuple[str, ...]:
    _ = scene.words.gettext
    played = view.rounds[-1]
    title = _("Round {round}: {codemaker} hides, {codebreaker} guesses.").format(
        round=played.number,
        codemaker=named(view, played.codemaker, scene),
        codebreaker=named(view, played.codebreaker, scene),
    )
    rows = _("Rows played: {played} of {rows}").format(
        played=len(played.rows), rows=view.terms.rules.rows
    )
    if played.code is None:
        return title, rows
    code = _("The code: {code}").format(code=code_text(played.code, view.terms.rules, scene))
    return title, code, rows


def _rows(view: MatchView, scene: Scene, emojis: Mapping[str, str]) -> list[str]:
    """The replies in words: on a phone the line breaks, and key pegs would stand under the pegs."""
    return [
        f"`{row.number:2}` {pegs(row.code, view.terms.rules, emojis)} · "
        f"**{reply_in_words(row.feedback, scene)}**"
        for row in view.rounds[-1].rows
    ]


def which_match(views: Sequence[MatchView], scene: Scene) -> tuple[str, tuple[Choice, ...]]:
    """The question which match a typed code is for, and a choice for each of the first 25.

    Those come first in which somebody waits for the code.
    """
    _ = scene.words.gettext
    waiting_first = sorted(views, key=lambda view: view.phase is Phase.CHALLENGED)
    choices = [_choice(view, view.rounds[-1].codebreaker, scene) for view in waiting_first]
    return _("Which match is this code for?"), tuple(choices[:MOST_CHOICES])


def which_to_forfeit(
    views: Sequence[MatchView], viewer: PlayerId, scene: Scene
) -> tuple[str, tuple[Choice, ...]]:
    """The question which match is given up, and a choice for each of the first 25."""
    _ = scene.words.gettext
    choices = [_choice(view, other(view, viewer), scene) for view in views]
    return _("Which match do you want to give up?"), tuple(choices[:MOST_CHOICES])


def nothing_to_set(scene: Scene) -> Message:
    """To somebody who writes privately while no code is awaited."""
    _ = scene.words.gettext
    text = _(
        "No match of yours is waiting for a code. You can start one with {challenge} in a "
        "server, and {help} tells how to play."
    )
    return Message(text.format(challenge=command("challenge", scene), help=command("help", scene)))


def matches(views: Sequence[MatchView], viewer: PlayerId, scene: Scene) -> Message:
    """The viewer's open matches in this server, as many as a message holds."""
    _ = scene.words.gettext
    if not views:
        text = _(
            "You have no open match in this server. You can start one with {challenge}, "
            "or play alone with {solo} or {daily}."
        )
        ways = {way: command(way, scene) for way in ("challenge", "solo", "daily")}
        return Message(text.format(**ways))
    lines = [_("Your open matches in this server:")]
    lines += [_match_line(view, viewer, scene) for view in views]
    return Message(_as_many_as_fit(lines, scene))


def _as_many_as_fit(lines: Sequence[str], scene: Scene) -> str:
    kept: list[str] = []
    room = MESSAGE_LIMIT - _ROOM_FOR_MORE
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    more = len(lines) - len(kept)
    if more:
        text = scene.words.ngettext("… and {count} more", "… and {count} more", more)
        kept.append(text.format(count=more))
    return "\n".join(kept)


def which_to_reopen(
    views: Sequence[MatchView], viewer: PlayerId, scene: Scene
) -> tuple[Choice, ...]:
    """A choice for each of the first 25 matches that have lost their thread."""
    lost = [view for view in views if _lost_its_thread(view)]
    return tuple(_choice(view, other(view, viewer), scene) for view in lost[:MOST_CHOICES])


def _lost_its_thread(view: MatchView) -> bool:
    return view.phase in LIVE and view.thread is None and not view.terms.in_panel


def _match_line(view: MatchView, viewer: PlayerId, scene: Scene) -> str:
    alone = view.terms.is_alone
    who = f"**{alone_name(view, scene)}**" if alone else named(view, other(view, viewer), scene)
    return f"- {who} · {_whose_move(view, viewer, scene)} · {_where(view, scene)}"


def _where(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    if view.terms.in_panel:
        shows = "daily" if view.terms.kind is Kind.DAILY else "solo"
        return _("{command} shows it").format(command=command(shows, scene))
    if _lost_its_thread(view):
        return _("no thread: choose the match below to open one")
    return place(view)


def _whose_move(view: MatchView, viewer: PlayerId, scene: Scene) -> str:
    if view.phase is Phase.CHALLENGED:
        return _challenge_state(view, viewer, scene)
    _ = scene.words.gettext
    playing = view.rounds[-1]
    if view.terms.is_alone:
        text = _("row {row} of {rows}")
    elif view.phase is Phase.SETTING:
        text = _("their move: hide the code of round {round}")
        if playing.codemaker == viewer:
            text = _("**your move**: hide the code of round {round}")
    else:
        text = _("their move: row {row} of {rows} in round {round}")
        if playing.codebreaker == viewer:
            text = _("**your move**: row {row} of {rows} in round {round}")
    return text.format(round=playing.number, row=len(playing.rows) + 1, rows=view.terms.rules.rows)


def _challenge_state(view: MatchView, viewer: PlayerId, scene: Scene) -> str:
    _ = scene.words.gettext
    text = _("their move: answer the challenge by {until}")
    if viewer == view.opponent:
        text = _("**your move**: answer the challenge by {until}")
    return text.format(until=absolute(view.expires_at))


def _choice(view: MatchView, player: PlayerId, scene: Scene) -> Choice:
    """The time tells apart two matches that are alike in everything else."""
    _ = scene.words.gettext
    wanted = view.rounds[-1]
    opponent = alone_name(view, scene) if view.terms.is_alone else called(view, player, scene)
    about = [code_size(view.terms.rules, scene), f"{view.created_at:%Y-%m-%d %H:%M} UTC"]
    if view.phase is Phase.CHALLENGED:
        about.insert(0, _("not accepted yet"))
    text = "{opponent}" if view.terms.is_alone else _("Round {round} against {opponent}")
    return Choice(
        value=f"{view.id}:{wanted.number}",
        label=text.format(round=wanted.number, opponent=opponent),
        description=" · ".join(about),
    )


def stake(view: MatchView) -> int:
    """What leaving costs: 1, the match, once a row was scored or a round is over; before, 0."""
    return int(any(played.outcome is not None or played.rows for played in view.rounds))
