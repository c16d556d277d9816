"""Each limit from both sides: what is just allowed passes, one more is found and placed."""

from collections.abc import Callable
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

Make = Callable[[int], Any]


def _buttons(count: int, prefix: str = "") -> list[dict[str, Any]]:
    return [button(custom_id=f"{prefix}{index}") for index in range(count)]


def _many(count: int, kind: int) -> list[dict[str, Any]]:
    return [
        {"type": kind, "name": f"c{index}", "description": "d" if kind == 1 else ""}
        for index in range(count)
    ]


LIMITS: dict[str, tuple[Check, int, Make, str]] = {
    "chosen beforehand": (
        check_message,
        25,
        lambda n: rows(
            entities(8, max_values=25, default_values=[{"id": "1", "type": "channel"}] * n)
        ),
        "components/0/components/0: default_values",
    ),
    "suggestions": (
        check_suggestions,
        25,
        lambda n: {"choices": [{"name": "x", "value": "x"}] * n},
        "autocomplete: choices",
    ),
    "suggestion": (
        check_suggestions,
        100,
        lambda n: {"choices": [{"name": "x" * n, "value": "x"}]},
        "choices/0: name",
    ),
    "content": (check_message, 2000, lambda n: {"content": "x" * n}, "message: content has"),
    "nonce": (check_message, 25, lambda n: {"content": "x", "nonce": "x" * n}, "message: nonce"),
    "embeds": (check_message, 10, lambda n: {"embeds": [{"title": "x"}] * n}, "message: embeds"),
    "embed title": (check_message, 256, lambda n: embed(title="x" * n), "embeds/0: title"),
    "embed description": (
        check_message,
        4096,
        lambda n: embed(description="x" * n),
        "embeds/0: description",
    ),
    "embed fields": (check_message, 25, lambda n: embed(fields=[field()] * n), "embeds/0: f"),
    "field name": (
        check_message,
        256,
        lambda n: embed(fields=[field(name="x" * n)]),
        "embeds/0/fields/0: name",
    ),
    "field value": (
        check_message,
        1024,
        lambda n: embed(fields=[field(), field(value="x" * n)]),
        "embeds/0/fields/1: value",
    ),
    "footer": (
        check_message,
        2048,
        lambda n: embed(footer={"text": "x" * n}),
        "embeds/0/footer: text",
    ),
    "author": (
        check_message,
        256,
        lambda n: embed(author={"name": "x" * n}),
        "embeds/0/author: name",
    ),
    "embeds in all": (
        check_message,
        6000,
        lambda n: {
            "embeds": [
                {"description": "x" * 4000, "title": "x" * 200},
                {"footer": {"text": "x" * 1000}, "author": {"name": "x" * 100}},
                {"fields": [field(name="x" * 100, value="x" * (n - 5400))]},
            ]
        },
        "embeds: more than 6000",
    ),
    "rows": (
        check_message,
        5,
        lambda n: {"components": [row(button) for button in _buttons(n)]},
        "components: more than 5 rows",
    ),
    "buttons in a row": (
        check_message,
        5,
        lambda n: rows(*_buttons(n)),
        "components/0: components",
    ),
    "options": (
        check_message,
        25,
        lambda n: rows(select(options=select_options(n))),
        "components/0/components/0: options",
    ),
    "button label": (
        check_message,
        80,
        lambda n: rows(button(label="x" * n)),
        "components/0/components/0: label",
    ),
    "placeholder": (
        check_message,
        150,
        lambda n: rows(select(placeholder="x" * n)),
        "components/0/components/0: placeholder",
    ),
    "option label": (
        check_message,
        100,
        lambda n: rows(select(options=select_options(1, label="x" * n))),
        "components/0/components/0/options/0: label",
    ),
    "option value": (
        check_message,
        100,
        lambda n: rows(select(options=select_options(1, value="x" * n))),
        "components/0/components/0/options/0: value",
    ),
    "option description": (
        check_message,
        100,
        lambda n: rows(select(options=select_options(1, description="x" * n))),
        "components/0/components/0/options/0: description",
    ),
    "custom id": (
        check_message,
        100,
        lambda n: rows(button(custom_id="x" * n)),
        "components/0/components/0: custom_id",
    ),
    "most values": (
        check_message,
        25,
        lambda n: rows(select(max_values=n)),
        "components/0/components/0: max_values",
    ),
    "layout components": (
        check_message,
        40,
        lambda n: layout({"type": 17, "components": [text_display(1)] * (n - 3)}, row(button())),
        "components: more than 40 in all",
    ),
    "layout text": (
        check_message,
        4000,
        lambda n: layout(text_display(3000), {"type": 17, "components": [text_display(n - 3000)]}),
        "components: more than 4000 characters",
    ),
    "thread name": (check_thread, 100, lambda n: {"name": "x" * n}, "thread: name"),
    "modal title": (check_modal, 45, lambda n: modal(title="x" * n), "modal: title"),
    "modal custom id": (check_modal, 100, lambda n: modal(custom_id="x" * n), "modal: custom"),
    "modal parts": (
        check_modal,
        5,
        lambda n: modal(*(label(text_input(custom_id=f"{index}")) for index in range(n))),
        "modal: components",
    ),
    "label": (check_modal, 45, lambda n: modal(label(label="x" * n)), "components/0: label"),
    "label description": (
        check_modal,
        100,
        lambda n: modal(label(description="x" * n)),
        "components/0: description",
    ),
    "input value": (
        check_modal,
        4000,
        lambda n: modal(label(text_input(value="x" * n))),
        "components/0/component/0: value",
    ),
    "input placeholder": (
        check_modal,
        100,
        lambda n: modal(label(text_input(placeholder="x" * n))),
        "components/0/component/0: placeholder",
    ),
    "input label": (
        check_modal,
        45,
        lambda n: modal(row(text_input(label="x" * n))),
        "components/0/components/0: label",
    ),
    "input least length": (
        check_modal,
        4000,
        lambda n: modal(label(text_input(min_length=n))),
        "components/0/component/0: min_length",
    ),
    "input most length": (
        check_modal,
        4000,
        lambda n: modal(label(text_input(max_length=n))),
        "components/0/component/0: max_length",
    ),
    "modal options": (
        check_modal,
        25,
        lambda n: modal(label(select(options=select_options(n)))),
        "components/0/component/0: options",
    ),
    "radio options": (
        check_modal,
        10,
        lambda n: modal(label(group(21, n))),
        "components/0/component/0: options",
    ),
    "checkbox options": (
        check_modal,
        10,
        lambda n: modal(label(group(22, n))),
        "components/0/component/0: options",
    ),
    "chat commands": (check_commands, 100, lambda n: _many(n, 1), "commands: more than 100"),
    "user commands": (check_commands, 15, lambda n: _many(n, 2), "commands: more than 15"),
    "message commands": (check_commands, 15, lambda n: _many(n, 3), "commands: more than 15"),
    "command name": (check_commands, 32, lambda n: command(name="x" * n), "commands/0: a name"),
    "menu name": (
        check_commands,
        32,
        lambda n: [{"type": 2, "name": "X" * n}],
        "commands/0: name has more than 32",
    ),
    "translated name": (
        check_commands,
        32,
        lambda n: command(name_localizations={"fr": "é" * n}),
        "commands/0: a name",
    ),
    "command description": (
        check_commands,
        100,
        lambda n: command(description="x" * n),
        "commands/0: description",
    ),
    "translated description": (
        check_commands,
        100,
        lambda n: command(options=[command_option(description_localizations={"nl": "x" * n})]),
        "commands/0/options/0: description",
    ),
    "command options": (
        check_commands,
        25,
        lambda n: command(options=[command_option(name=f"o{index}") for index in range(n)]),
        "commands/0: options",
    ),
    "choices": (
        check_commands,
        25,
        lambda n: command(
            options=[
                command_option(choices=[{"name": f"{index}", "value": index} for index in range(n)])
            ]
        ),
        "commands/0/options/0: choices",
    ),
    "choice name": (
        check_commands,
        100,
        lambda n: command(options=[command_option(choices=[{"name": "x" * n, "value": 1}])]),
        "commands/0/options/0/choices/0: name",
    ),
    "translated choice name": (
        check_commands,
        100,
        lambda n: command(
            options=[
                command_option(
                    choices=[{"name": "x", "value": 1, "name_localizations": {"fr": "x" * n}}]
                )
            ]
        ),
        "commands/0/options/0/choices/0: name",
    ),
    "choice value": (
        check_commands,
        100,
        lambda n: command(options=[command_option(choices=[{"name": "x", "value": "x" * n}])]),
        "commands/0/options/0/choices/0: value",
    ),
    "whole command": (check_commands, 8000, heavy_command, "commands/0: more than 8000"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_at_the_limit_nothing_is_found(name: str) -> None:
    check, most, make, _ = LIMITS[name]
    assert check(make(most)) == []


@pytest.mark.parametrize("name", LIMITS)
def test_one_over_the_limit_is_found_at_its_place(name: str) -> None:
    check, most, make, start = LIMITS[name]
    found = check(make(most + 1))
    assert len(found) == 1, found
    assert found[0].startswith(start), found
