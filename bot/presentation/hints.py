"""Hints: a row that cannot be the code is told before it is played."""

from bot.matches.errors import Hinted
from bot.presentation.scene import Action, Message, Scene, buttons, label
from bot.presentation.wording import code_text, reply_in_words


def contradiction(hinted: Hinted, scene: Scene) -> Message:
    """Which earlier reply the row contradicts; it can be played all the same."""
    _ = scene.words.gettext
    earlier = hinted.contradicted
    text = _(
        "This row cannot be the code: {code}\n"
        "Row {row} rules it out: {earlier} got **{reply}**.\n"
        "Nothing is played yet. Try another row, or press **{button}**."
    ).format(
        code=code_text(hinted.code, hinted.rules, scene),
        row=earlier.number,
        reply=reply_in_words(earlier.feedback, scene),
        earlier=code_text(earlier.code, hinted.rules, scene),
        button=label(Action.PLAY_HINTED, scene),
    )
    return Message(text, buttons(scene, Action.PLAY_HINTED))
