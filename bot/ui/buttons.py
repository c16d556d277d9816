"""Buttons and lists that outlive restarts: all they know is in their custom ids."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.client import Ref
from bot.matches.ids import EntryId, MatchId
from bot.presentation.scene import Button, Choice, Style
from bot.ui.base import guarded

STYLES = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
BUTTON_IDS = "mm"
LIST_IDS = "ms"
"""discord.py offers an id to every class whose template fits, so each kind has its own start."""


def custom_id(kind: str, action: str, *args: object) -> str:
    """`kind:action:arg:…`; Discord takes 100 characters."""
    return ":".join([kind, action, *map(str, args)])


def parse_custom_id(text: str) -> Ref:
    """The reverse of `custom_id`."""
    _, action, *args = text.split(":")
    return Ref(action, tuple(args))


class RefButton(ui.DynamicItem[ui.Button[Any]], template=r"mm:(?P<action>[a-z-]+)(?P<args>:.*)?$"):
    """A button whose custom id says everything."""

    def __init__(self, button: ui.Button[Any]) -> None:
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Made anew for every press; the id stays with the button."""
        assert isinstance(item, ui.Button)  # noqa: S101  # the template is sent with buttons only
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press on."""
        await guarded(interaction, parse_custom_id(self.custom_id))


class RefList(ui.DynamicItem[BaseSelect[Any]], template=r"ms:(?P<action>[a-z-]+)(?P<args>:.*)?$"):
    """A list whose custom id says everything; what is chosen in it is added to the arguments.

    Those are its options' values, or the ids of channels or roles.
    """

    def __init__(self, select: BaseSelect[Any]) -> None:
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Made anew for every choice; the id stays with the list."""
        assert isinstance(item, BaseSelect)  # noqa: S101  # the template is sent with lists only
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice on."""
        ref = parse_custom_id(self.custom_id)
        data: Mapping[str, Any] = interaction.data or {}
        chosen = (part for value in data.get("values", ()) for part in str(value).split(":"))
        await guarded(interaction, Ref(ref.action, (*ref.args, *chosen)))


def ref_button(button: Button, *args: object) -> RefButton:
    """A worded button, with the arguments that its action takes."""
    return RefButton(
        ui.Button(
            label=button.label,
            style=STYLES[button.style],
            custom_id=custom_id(BUTTON_IDS, button.action, *args),
        )
    )


def plain_button(label: str, action: str, *args: object, disabled: bool = False) -> RefButton:
    """A button that stands out no more than others."""
    return RefButton(
        ui.Button(
            label=label,
            style=discord.ButtonStyle.secondary,
            custom_id=custom_id(BUTTON_IDS, action, *args),
            disabled=disabled,
        )
    )


def choice_list(
    action: str,
    choices: Sequence[Choice],
    *args: object,
    placeholder: str | None = None,
    chosen: str | None = None,
) -> RefList:
    """A list to choose one from; at most 25 choices.

    Closed it shows the choice whose value is `chosen`, or the placeholder where none is.
    """
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.description or None,
            default=choice.value == chosen,
        )
        for choice in choices
    ]
    identifier = custom_id(LIST_IDS, action, *args)
    return RefList(ui.Select(custom_id=identifier, options=options, placeholder=placeholder))


def match_view(
    buttons: Sequence[Button], match: MatchId, round_number: int, entry: EntryId | None
) -> ui.View:
    """Buttons about one match and, unless a button says another, one round of it.

    Each id ends in the entry's, where one is told.
    """
    told = [entry] if entry else []
    return view_of(
        [ref_button(button, match, button.round or round_number, *told) for button in buttons]
    )


def view_of(items: Sequence[ui.Item[Any]]) -> ui.View:
    """A view that never times out; made of dynamic items only, it takes no memory."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
