"""What an admin reads who ends a match."""

from collections.abc import Sequence

from bot.matches.models import Phase
from bot.matches.view import MatchView
from bot.presentation.markup import shortened
from bot.presentation.scene import Action, Choice, Message, Scene, buttons
from bot.presentation.wording import alone_name, called, named

MOST_SUGGESTIONS = 25
LABEL_LIMIT = 100
"""Discord's, of the name of a choice."""
NAME_LIMIT = 24
"""Discord allows 32 characters, which would leave no room for the rest."""


def open_matches(views: Sequence[MatchView], typed: str, scene: Scene) -> tuple[Choice, ...]:
    """Those matches of which the typed text is a part, the first 25; the value is the id."""
    wanted = typed.casefold().strip()
    fitting = [view for view in views if wanted in _searched(view, scene).casefold()]
    return tuple(Choice(view.id, _line(view, scene)) for view in fitting[:MOST_SUGGESTIONS])


def _searched(view: MatchView, scene: Scene) -> str:
    """The line, for whoever goes on typing in it, with the names in full, and the id."""
    return f"{_line(view, scene)} {' – '.join(_names(view, scene))} {view.id}"


def _line(view: MatchView, scene: Scene) -> str:
    """Names, state, and the time, which tells apart what is alike in everything else."""
    names = " – ".join(shortened(name, NAME_LIMIT) for name in _names(view, scene))
    about = f"{_state(view, scene)} · {view.created_at:%Y-%m-%d %H:%M} UTC"
    return shortened(f"{names} · {about}", LABEL_LIMIT)


def _names(view: MatchView, scene: Scene) -> tuple[str, str]:
    alone = view.terms.is_alone
    other = alone_name(view, scene) if alone else called(view, view.opponent, scene)
    return called(view, view.challenger, scene), other


def _state(view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    if view.phase is Phase.CHALLENGED:
        return _("not accepted yet")
    playing = view.rounds[-1]
    if view.phase is Phase.SETTING:
        return _("round {round}").format(round=playing.number)
    return _("round {round}, row {row}").format(round=playing.number, row=len(playing.rows) + 1)


def end_question(view: MatchView, scene: Scene) -> Message:
    """Asked before an admin ends a match or a challenge."""
    _ = scene.words.gettext
    if view.phase is Phase.CHALLENGED:
        text = _(
            "End the challenge by {challenger} to {opponent}? It cannot be accepted any more "
            "then. To let it stand, just ignore this message."
        )
        return Message(_about(text, view, scene), buttons(scene, Action.END_CHALLENGE))
    text = _(
        "End the match between {challenger} and {opponent} ({state})? It will be cancelled and "
        "will not count. To let them play on, just ignore this message."
    )
    return Message(_about(text, view, scene), buttons(scene, Action.END_MATCH))


def ended(view: MatchView, scene: Scene) -> Message:
    """To the admin who did it; `view` is as it was before."""
    _ = scene.words.gettext
    text = _("You have ended the match between {challenger} and {opponent}.")
    if view.phase is Phase.CHALLENGED:
        text = _("You have ended the challenge by {challenger} to {opponent}.")
    return Message(_about(text, view, scene))


def _about(text: str, view: MatchView, scene: Scene) -> str:
    return text.format(
        challenger=named(view, view.challenger, scene),
        opponent=named(view, view.opponent, scene),
        state=_state(view, scene),
    )
