"""The panels as Discord shows them. Their lists and buttons carry what they change in their ids."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import SelectDefaultValue, SelectDefaultValueType, ui

from bot.matches.settings import Preferences, Setting
from bot.presentation import panels
from bot.presentation.choosing import (
    PLACES,
    TOPICS,
    most_places,
    places_of,
    value_of,
)
from bot.presentation.panels import Panel
from bot.presentation.scene import Scene
from bot.ui.boxes import BOX_IDS, BOX_LIFETIME, TEXT_FIELD, TEXT_LIMIT
from bot.ui.buttons import LIST_IDS, RefList, choice_list, custom_id, plain_button, view_of
from bot.ui.sending import Sendable

SHOW = "settings"
"""A page of the panel: the topic, or the first page without one."""
SET = "set"
"""The setting and its new value, or channels, or roles; none of those: no bounds."""
DROP_DELETED = "drop-deleted"
"""The setting."""
ASK_ZONE = "ask-zone"
"""Opens the box for a time zone."""
SUBMIT_ZONE = "submit-zone"
"""The box comes back."""
PREFER = "prefer"
"""The preference and its new value."""


def settings_panel(panel: Panel, scene: Scene) -> Sendable:
    """A page of a server's settings."""
    return Sendable(content=panels.panel_text(panel, scene), view=view_of([*_parts(panel, scene)]))


def _parts(panel: Panel, scene: Scene) -> Iterator[ui.Item[Any]]:
    if panel.topic is None:
        asked = panels.what_to_change(scene)
        yield choice_list(SHOW, panels.topics(scene), placeholder=asked)
        return
    for which in TOPICS[panel.topic]:
        if which in PLACES:
            yield from _places(panel, which, scene)
        elif which is Setting.ZONE:
            yield plain_button(panels.change_zone(scene), ASK_ZONE)
        else:
            yield _list(panel, which, scene)
    yield plain_button(panels.back(scene), SHOW)


def _list(panel: Panel, which: Setting, scene: Scene) -> RefList:
    value = value_of(panel.settings, which)
    placeholder = panels.labelled(which, value, scene)
    choices = panels.values(which, scene)
    return choice_list(SET, choices, which, placeholder=placeholder, chosen=value)


def _places(panel: Panel, which: Setting, scene: Scene) -> Iterator[ui.Item[Any]]:
    chosen = places_of(panel.settings, which)
    label = panels.choose_places(which, scene)
    pick = _role_list if which is Setting.ROLES else _channel_list
    identifier, most = custom_id(LIST_IDS, SET, which), most_places(which)
    yield pick(identifier, label, sorted(chosen - panel.gone), most)
    yield plain_button(panels.all_places(which, scene), SET, which, disabled=not chosen)
    if chosen & panel.gone:
        yield plain_button(panels.drop_deleted(scene), DROP_DELETED, which)


def _channel_list(identifier: str, label: str, chosen: Sequence[int], most: int) -> RefList:
    kind = SelectDefaultValueType.channel
    select: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=identifier,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        placeholder=label,
        min_values=0,
        max_values=most,
        default_values=[SelectDefaultValue(id=one, type=kind) for one in chosen],
    )
    return RefList(select)


def _role_list(identifier: str, label: str, chosen: Sequence[int], most: int) -> RefList:
    kind = SelectDefaultValueType.role
    select: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=identifier,
        placeholder=label,
        min_values=0,
        max_values=most,
        default_values=[SelectDefaultValue(id=one, type=kind) for one in chosen],
    )
    return RefList(select)


def zone_box(zone: str, scene: Scene) -> ui.Modal:
    """One field for the name of a time zone, which holds the present one."""
    modal = ui.Modal(
        title=panels.change_zone(scene),
        custom_id=custom_id(BOX_IDS, SUBMIT_ZONE),
        timeout=BOX_LIFETIME,
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=TEXT_FIELD, default=zone, max_length=TEXT_LIMIT
    )
    modal.add_item(
        ui.Label(
            text=panels.zone_label(scene), description=panels.zone_hint(scene), component=field
        )
    )
    return modal


def preferences_panel(preferences: Preferences, scene: Scene) -> Sendable:
    """One person's preferences, with a button for each thing that can be chosen instead."""
    changes = panels.preference_changes(preferences, scene)
    buttons = [plain_button(change.label, PREFER, change.value) for change in changes]
    return Sendable(content=panels.preferences_text(preferences, scene), view=view_of([*buttons]))
