"""What a message is made of before Discord comes in."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.matches.ids import PlayerId
from bot.presentation.i18n import Words


@dataclass(frozen=True, slots=True)
class Scene:
    """How to speak: the language, and the bot's own emojis by name (none where refused)."""

    words: Words
    emojis: Mapping[str, str]


class Action(StrEnum):
    """What a button does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    RULES = "rules"
    SET_CODE = "set-code"
    RANDOM_CODE = "random-code"
    GUESS = "guess"
    BOARD = "board"
    ANALYSIS = "analysis"
    REMATCH = "rematch"
    TWO_MORE = "two-more"
    FORFEIT = "forfeit"
    GIVE_UP = "give-up"
    """Asks first."""
    SHOW_CODE = "show-code"
    """Gives up what is cracked in private answers; no question is asked any more."""
    PLAY_ON = "play-on"
    PLAY_HINTED = "play-hinted"
    """A row that its player was told cannot be the code."""
    REOPEN = "reopen"
    ERASE = "erase"
    SHARE = "share"
    """The result of a daily, for everybody."""
    DAILY = "daily"
    """Shows today's."""
    END_MATCH = "end-match"
    END_CHALLENGE = "end-challenge"


class Style(StrEnum):
    """How much a button stands out."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `label` holds at most 80 characters."""

    action: Action
    label: str
    style: Style
    round: int | None = None
    """What it is about, where that is not the round of the message's other buttons."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text of at most 2,000 characters, its buttons from left to right, and whom it pings."""

    content: str
    buttons: tuple[Button, ...] = ()
    pings: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a select menu: `value`, `label` and `description` hold at most 100 characters."""

    value: str
    label: str
    description: str = ""
    emoji: str = ""
    """What stands before the label: Unicode's emoji, or an uploaded one as in a message."""


_STYLES: Mapping[Action, Style] = {
    Action.ACCEPT: Style.SUCCESS,
    Action.DECLINE: Style.DANGER,
    Action.SET_CODE: Style.PRIMARY,
    Action.GUESS: Style.PRIMARY,
    Action.REMATCH: Style.PRIMARY,
    Action.TWO_MORE: Style.PRIMARY,
    Action.FORFEIT: Style.DANGER,
    Action.SHOW_CODE: Style.DANGER,
    Action.PLAY_ON: Style.PRIMARY,
    Action.REOPEN: Style.PRIMARY,
    Action.ERASE: Style.DANGER,
    Action.SHARE: Style.PRIMARY,
    Action.DAILY: Style.PRIMARY,
    Action.END_MATCH: Style.DANGER,
    Action.END_CHALLENGE: Style.DANGER,
}

HIDE = (Action.SET_CODE, Action.RANDOM_CODE)
"""What a codemaker who owes a code may press."""
PLAY = (Action.GUESS, Action.BOARD)
"""What goes with a code that is to be cracked."""


def label(action: Action, scene: Scene) -> str:
    """What stands on the button, also for texts that speak of it."""
    _ = scene.words.gettext
    labels = {
        Action.ACCEPT: _("Accept"),
        Action.DECLINE: _("Decline"),
        Action.CANCEL: _("Cancel"),
        Action.RULES: _("Rules"),
        Action.SET_CODE: _("Set the code"),
        Action.RANDOM_CODE: _("Random code"),
        Action.GUESS: _("Guess"),
        Action.BOARD: _("Board"),
        Action.ANALYSIS: _("Analysis"),
        Action.REMATCH: _("Rematch"),
        Action.TWO_MORE: _("Two more rounds"),
        Action.FORFEIT: _("Forfeit"),
        Action.GIVE_UP: _("Give up"),
        Action.SHOW_CODE: _("Give up"),
        Action.PLAY_ON: _("Play on"),
        Action.PLAY_HINTED: _("Play it all the same"),
        Action.REOPEN: _("Open a new thread"),
        Action.ERASE: _("Delete my data"),
        Action.SHARE: _("Share"),
        Action.DAILY: _("Play the daily"),
        Action.END_MATCH: _("End the match"),
        Action.END_CHALLENGE: _("End the challenge"),
    }
    return labels[action]


def buttons(scene: Scene, *actions: Action) -> tuple[Button, ...]:
    """The buttons of these actions, in this order."""
    return tuple(
        Button(action, label(action, scene), _STYLES.get(action, Style.SECONDARY))
        for action in actions
    )


def change_button(scene: Scene) -> Button:
    """**Set the code** for somebody who has set one."""
    return Button(Action.SET_CODE, scene.words.gettext("Change"), Style.SECONDARY)


def analysis_button(round_number: int, scene: Scene) -> Button:
    """**Analysis** of a round that is over, whichever is played now."""
    return Button(
        Action.ANALYSIS, label(Action.ANALYSIS, scene), Style.SECONDARY, round=round_number
    )


def again_button(scene: Scene) -> Button:
    """**Rematch** for somebody who played alone."""
    return Button(Action.REMATCH, scene.words.gettext("Play again"), Style.PRIMARY)
