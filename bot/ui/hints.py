"""A hint as it is sent: its button plays the very row that it is about."""

from bot.engine import format_code
from bot.matches.errors import ContradictionError
from bot.presentation import hints
from bot.presentation.palette import legend
from bot.presentation.scene import Message, Scene
from bot.ui.buttons import ref_button, view_of
from bot.ui.sending import Sendable, sendable


def hint(error: ContradictionError, scene: Scene) -> Sendable:
    """The arguments for sending it. The row is in the button's id: guesses are no secrets."""
    hinted = error.hinted
    words = hints.contradiction(hinted, scene)
    row = format_code(hinted.code, legend(hinted.rules))
    arguments = sendable(Message(words.content))
    arguments["view"] = view_of(
        [
            ref_button(button, error.match, hinted.round, hinted.number, row)
            for button in words.buttons
        ]
    )
    return arguments
