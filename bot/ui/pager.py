"""Previous and next, for whatever has pages. The buttons hold the place, so they never go stale."""

from discord import ui

from bot.presentation.scene import Scene
from bot.ui.buttons import plain_button, view_of


def pager(
    action: str, *args: object, at: int, step: int, total: int, scene: Scene
) -> ui.View | None:
    """Buttons whose last argument is where the other page begins; None when one page is all.

    `at`, `step` and `total` count whatever the pages are made of, from 0.
    """
    if total <= step:
        return None
    _ = scene.words.gettext
    previous, following = at - step, at + step
    return view_of(
        [
            plain_button(_("Previous"), action, *args, previous, disabled=previous < 0),
            plain_button(_("Next"), action, *args, following, disabled=following >= total),
        ]
    )
