"""Previous and next, for whatever has pages. The buttons hold the place, so they never go stale."""

import discord
from discord import ui

from bot.presentation.scene import Scene
from bot.ui.buttons import BUTTON_IDS, RefButton, custom_id, view_of


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
            _turn(
                _("Previous"), custom_id(BUTTON_IDS, action, *args, previous), there=previous >= 0
            ),
            _turn(
                _("Next"), custom_id(BUTTON_IDS, action, *args, following), there=following < total
            ),
        ]
    )


def _turn(label: str, identifier: str, *, there: bool) -> RefButton:
    return RefButton(
        ui.Button(
            label=label,
            style=discord.ButtonStyle.secondary,
            custom_id=identifier,
            disabled=not there,
        )
    )
