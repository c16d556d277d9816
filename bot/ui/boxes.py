"""The boxes in which a code is chosen or typed. They outlive restarts: see `submitted`."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.client import Interaction
from bot.matches.view import MatchView
from bot.presentation.boxes import Box, box_text, options
from bot.presentation.scene import Scene
from bot.presentation.solving import LONGEST_TYPED, LinesBox
from bot.ui.base import guarded
from bot.ui.buttons import custom_id, parse_custom_id

BOX_IDS = "mb"
TEXT_FIELD = "text"
TEXT_LIMIT = 100
"""Characters; eight colour words with commas need seventy."""
BOX_LIFETIME = 15 * 60
"""Seconds that discord.py remembers an open box; Discord's answer to it comes all the same."""


def submission(kind: Box) -> str:
    """The action of a submitted box."""
    return f"submit-{kind}"


def code_box(kind: Box, view: MatchView, round_number: int, scene: Scene) -> ui.Modal:
    """One list for each peg where there is room, and a text field that wins over them.

    Nothing is marked as required: either lists or text do, and the bot checks.
    """
    words = box_text(kind, view, scene)
    modal = ui.Modal(
        title=words.title,
        custom_id=custom_id(BOX_IDS, submission(kind), view.id, round_number),
        timeout=BOX_LIFETIME,
    )
    choices = [
        discord.SelectOption(label=choice.label, value=choice.value, emoji=choice.emoji or None)
        for choice in options(view.terms.rules, scene)
    ]
    for position, label in enumerate(words.pegs):
        pegs: ui.Select[ui.Modal] = ui.Select(
            custom_id=f"peg-{position}", placeholder=words.choose, options=choices, required=False
        )
        modal.add_item(ui.Label(text=label, component=pegs))
    if words.text is not None:
        field: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=TEXT_FIELD,
            placeholder=words.placeholder,
            required=False,
            max_length=TEXT_LIMIT,
        )
        modal.add_item(ui.Label(text=words.text, component=field))
    return modal


def lines_box(words: LinesBox, typed: str, action: str, *args: object) -> ui.Modal:
    """One field for lines, which holds what was typed before; the arguments come back with it."""
    modal = ui.Modal(
        title=words.title, custom_id=custom_id(BOX_IDS, action, *args), timeout=BOX_LIFETIME
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=TEXT_FIELD,
        style=discord.TextStyle.paragraph,
        placeholder=words.placeholder,
        default=typed,
        required=False,
        max_length=LONGEST_TYPED,
    )
    modal.add_item(ui.Label(text=words.label, description=words.description, component=field))
    return modal


def typed_lines(data: Mapping[str, Any]) -> str:
    """What was typed into `lines_box`."""
    return dict(_values(data)).get(TEXT_FIELD, "")


def code_text(data: Mapping[str, Any]) -> str:
    """What was typed or, when nothing was, what was chosen, as one text for the parser."""
    values = dict(_values(data))
    typed = values.pop(TEXT_FIELD, "").strip()
    return typed or "".join(values[name] for name in sorted(values))


def _values(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for label in data.get("components", ()):
        part = label.get("component", {})
        yield str(part.get("custom_id")), str(part.get("value") or "".join(part.get("values", ())))


async def submitted(interaction: Interaction) -> None:
    """Every submitted box, also one that was opened before the bot was started again.

    discord.py forgets its boxes at a restart, so their `on_submit` is not used.
    """
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Mapping[str, Any] = interaction.data or {}
    text = str(data.get("custom_id", ""))
    if text.startswith(f"{BOX_IDS}:"):
        await guarded(interaction, parse_custom_id(text))
