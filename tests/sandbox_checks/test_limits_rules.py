"""The other rules of payloads: what breaks one is found and placed, what Discord takes passes."""

from typing import Any

import pytest

from sandbox.limits import (
    check_commands,
    check_message,
    check_modal,
    check_suggestions,
    check_thread,
)
from tests.sandbox_checks.payloads import (
    Check,
    button,
    command,
    command_option,
    embed,
    entities,
    field,
    group,
    heavy_command,
    label,
    layout,
    modal,
    row,
    rows,
    select,
    select_options,
    text_display,
    text_input,
)

FAULTS: dict[str, tuple[Check, Any, str]] = {
    "empty message": (check_message, {"tts": False}, "message: it is empty."),
    "empty layout": (check_message, layout(), "message: it is empty."),
    "layout with content": (
        check_message,
        layout(text_display(1), content="x"),
        "message: content may not stand beside components of version 2.",
    ),
    "layout with embeds": (
        check_message,
        layout(text_display(1), embeds=[{"title": "x"}]),
        "message: embeds may not stand beside components of version 2.",
    ),
    "bare text without the flag": (
        check_message,
        {"components": [text_display(1)]},
        "components: only rows may stand here without the flag for version 2.",
    ),
    "two selects in a row": (
        check_message,
        rows(select(), select(custom_id="t")),
        "components/0: a select or text input is not alone in its row.",
    ),
    "select beside a button": (
        check_message,
        rows(button(), {"type": 5, "custom_id": "u"}),
        "components/0: a select or text input is not alone in its row.",
    ),
    "empty row": (check_message, rows(), "components/0: components has fewer than 1 items."),
    "custom id twice": (
        check_message,
        {"components": [row(button()), row(button())]},
        "components: the same custom_id occurs twice.",
    ),
    "custom id twice in a layout": (
        check_message,
        layout({"type": 9, "components": [text_display(1)], "accessory": button()}, row(button())),
        "components: the same custom_id occurs twice.",
    ),
    "value twice": (
        check_message,
        rows(select(options=select_options(2, value="r"))),
        "components/0/components/0/options: the same value occurs twice.",
    ),
    "button without a face": (
        check_message,
        rows(button(label="")),
        "components/0/components/0: a button needs a label or an emoji.",
    ),
    "button without a style": (
        check_message,
        rows(button(style=None)),
        "components/0/components/0: style is missing.",
    ),
    "button without a custom id": (
        check_message,
        rows(button(custom_id=None)),
        "components/0/components/0: custom_id is missing.",
    ),
    "link with a custom id": (
        check_message,
        rows(button(style=5, url="https://a.test")),
        "components/0/components/0: custom_id does not go with its style.",
    ),
    "more least than most values": (
        check_message,
        rows(select(min_values=2, max_values=1)),
        "components/0/components/0: min_values is above max_values.",
    ),
    "no most values": (
        check_message,
        rows(select(min_values=0, max_values=0)),
        "components/0/components/0: max_values is not between 1 and 25.",
    ),
    "unnamed field": (
        check_message,
        embed(fields=[{"value": "v"}]),
        "embeds/0/fields/0: name is missing.",
    ),
    "empty field": (
        check_message,
        embed(fields=[field(value="")]),
        "embeds/0/fields/0: value has fewer than 1 characters.",
    ),
    "list of people with options": (
        check_message,
        rows(entities(5, options=select_options(1))),
        "components/0/components/0: only a string select has options.",
    ),
    "list of roles with kinds of channels": (
        check_message,
        rows(entities(6, channel_types=[0])),
        "components/0/components/0: only a channel select has channel_types.",
    ),
    "kind of channel that there is not": (
        check_message,
        rows(entities(8, channel_types=[0, 99])),
        "components/0/components/0: channel_types has a kind that Discord does not know.",
    ),
    "more chosen beforehand than may be": (
        check_message,
        rows(entities(8, default_values=[{"id": "1", "type": "channel"}] * 2)),
        "components/0/components/0: default_values are not between min_values and max_values.",
    ),
    "fewer chosen beforehand than must be": (
        check_message,
        rows(entities(5, default_values=[{"id": "1", "type": "user"}], min_values=2, max_values=3)),
        "components/0/components/0: default_values are not between min_values and max_values.",
    ),
    "person chosen beforehand as a role": (
        check_message,
        rows(entities(6, default_values=[{"id": "1", "type": "user"}])),
        "components/0/components/0: default_values need an id and the type role.",
    ),
    "channel chosen beforehand among people and roles": (
        check_message,
        rows(entities(7, default_values=[{"id": "1", "type": "channel"}])),
        "components/0/components/0: default_values need an id and the type user or role.",
    ),
    "suggestion without a name": (
        check_suggestions,
        {"choices": [{"name": "", "value": "x"}]},
        "choices/0: name has fewer than 1 characters.",
    ),
    "archive minutes": (
        check_thread,
        {"name": "x", "auto_archive_duration": 61},
        "thread: auto_archive_duration is none of 60, 1440, 4320 and 10080.",
    ),
    "empty thread name": (
        check_thread,
        {"name": ""},
        "thread: name has fewer than 1 characters.",
    ),
    "untitled modal": (check_modal, modal(title=None), "modal: title is missing."),
    "empty modal": (
        check_modal,
        {"title": "x", "custom_id": "m", "components": []},
        "modal: components has fewer than 1 items.",
    ),
    "modal custom id twice": (
        check_modal,
        modal(label(), label()),
        "components: the same custom_id occurs twice.",
    ),
    "one radio option": (
        check_modal,
        modal(label(group(21, 1))),
        "components/0/component/0: options has fewer than 2 items.",
    ),
    "capital in a name": (
        check_commands,
        command(name="Mastermind"),
        "commands/0: a name is not 1 to 32 lower-case letters, digits, - and _.",
    ),
    "space in a translated name": (
        check_commands,
        command(options=[command_option(name_localizations={"nl": "de code"})]),
        "commands/0/options/0: a name is not 1 to 32 lower-case letters, digits, - and _.",
    ),
    "no description": (
        check_commands,
        command(description=""),
        "commands/0: description has fewer than 1 characters.",
    ),
    "described menu": (
        check_commands,
        [{"type": 2, "name": "Challenge to Mastermind", "description": "x"}],
        "commands/0: a menu has no description.",
    ),
    "unknown language": (
        check_commands,
        command(name_localizations={"nl-NL": "spel"}),
        "commands/0: name_localizations has a language that Discord does not know.",
    ),
    "command twice": (
        check_commands,
        command() + command(),
        "commands: the same name occurs twice.",
    ),
    "option twice": (
        check_commands,
        command(options=[command_option(), command_option()]),
        "commands/0/options: the same name occurs twice.",
    ),
    "choice twice": (
        check_commands,
        command(options=[command_option(choices=[{"name": "x", "value": v} for v in (1, 2)])]),
        "commands/0/options/0/choices: the same name occurs twice.",
    ),
    "required after optional": (
        check_commands,
        command(
            options=[
                {
                    "type": 1,
                    "name": "challenge",
                    "description": "x",
                    "options": [command_option(name="a"), command_option(name="b", required=True)],
                }
            ]
        ),
        "commands/0/options/0/options: a required one follows an optional one.",
    ),
    "weight of the longest language": (
        check_commands,
        [heavy_command(8000)[0] | {"name_localizations": {"fr": "x" * 11, "nl": "x" * 3}}],
        "commands/0: more than 8000 characters of names, descriptions and values.",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_rule_is_found_at_its_place(name: str) -> None:
    check, payload, finding = FAULTS[name]
    assert check(payload) == [finding]


GOOD: dict[str, tuple[Check, Any]] = {
    "lists of people, roles and channels": (
        check_message,
        {"components": [row(entities(kind, custom_id=str(kind))) for kind in (5, 6, 7, 8)]},
    ),
    "list that may be left empty": (
        check_message,
        rows(entities(8, min_values=0, max_values=25, channel_types=[0, 5, 11], default_values=[])),
    ),
    "people and roles chosen beforehand": (
        check_message,
        rows(
            entities(
                7,
                max_values=2,
                default_values=[{"id": "1", "type": "user"}, {"id": "2", "type": "role"}],
            )
        ),
    ),
    "suggestions of one name": (
        check_suggestions,
        {"choices": [{"name": "Robin", "value": "1"}, {"name": "Robin", "value": "2"}]},
    ),
    "emoji button": (check_message, rows(button(label=None, emoji={"name": "🔴"}))),
    "link button": (
        check_message,
        rows({"type": 2, "style": 5, "label": "Rules", "url": "https://a.test"}),
    ),
    "premium button": (check_message, rows({"type": 2, "style": 6, "sku_id": "1"})),
    "attachment alone": (check_message, {"attachments": [{"id": 0}]}),
    "forward": (check_message, {"message_reference": {"type": 1, "message_id": "1"}}),
    "layout without content": (check_message, layout(text_display(1), content=None, embeds=[])),
    "thread change": (check_thread, {"archived": True}),
    "long and short archive": (check_thread, {"name": "x", "auto_archive_duration": 10080}),
    "menu with capitals": (check_commands, [{"type": 2, "name": "Challenge to Mastermind"}]),
    "menu named like a command": (
        check_commands,
        [*command(), {"type": 2, "name": "mastermind"}],
    ),
    "required first": (
        check_commands,
        command(options=[command_option(name="a", required=True), command_option(name="b")]),
    ),
    "translated": (
        check_commands,
        command(
            name_localizations={"fr": "défi", "nl": "spel"},
            description_localizations={"fr": "Le jeu", "nl": "Het spel"},
        ),
    ),
    "lengths that meet": (check_modal, modal(label(text_input(min_length=4, max_length=4)))),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_discord_takes_passes(name: str) -> None:
    check, payload = GOOD[name]
    assert check(payload) == []


def test_an_edit_may_clear_a_part_but_not_all() -> None:
    cleared: dict[str, Any] = {"content": None, "embeds": [], "components": []}
    assert check_message({"components": []}, edit=True) == []
    assert check_message(cleared, edit=True) == []
    assert check_message({**cleared, "attachments": []}, edit=True) == ["message: it is empty."]


def test_no_text_of_a_payload_stands_in_a_finding() -> None:
    text = "RBRG-canary" * 1000
    found = check_message({"content": text, **rows(button(label=text, custom_id=text))})
    assert len(found) == 3
    assert not any("canary" in finding for finding in found)
