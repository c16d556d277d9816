"""Each limit from both sides: what is just allowed passes, one more is found and placed."""

from collections.abc import Callable
from typing import Any

import pytest

from sandbox.limits import check_commands, check_message, check_modal, check_thread

Check = Callable[[Any], list[str]]
Make = Callable[[int], Any]


def _button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": "a", "label": "Guess"} | more


def _buttons(count: int, prefix: str = "") -> list[dict[str, Any]]:
    return [_button(custom_id=f"{prefix}{index}") for index in range(count)]


def _row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def _rows(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"components": [_row(*parts)]}


def _options(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"label": "Red", "value": str(index)} | more for index in range(count)]


def _select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": _options(1)} | more


def _layout(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": 1 << 15, "components": list(parts)} | more


def _text(length: int) -> dict[str, Any]:
    return {"type": 10, "content": "x" * length}


def _embed(**more: Any) -> dict[str, Any]:
    return {"embeds": [more]}


def _field(**more: Any) -> dict[str, Any]:
    return {"name": "n", "value": "v"} | more


def _modal(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "Code", "custom_id": "m", "components": list(parts) or [_label()]} | more


def _label(component: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Peg", "component": component or _input()} | more


def _input(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "i", "style": 1} | more


def _group(kind: int, count: int) -> dict[str, Any]:
    return {"type": kind, "custom_id": "g", "options": _options(count)}


def _command(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "mastermind", "description": "The game"} | more]


def _option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "code", "description": "A row"} | more


def _many(count: int, kind: int) -> list[dict[str, Any]]:
    return [
        {"type": kind, "name": f"c{index}", "description": "d" if kind == 1 else ""}
        for index in range(count)
    ]


def _heavy(length: int) -> list[dict[str, Any]]:
    """One command whose counted texts have this length, from 7,000 on."""
    choices = [{"name": f"{index:0100}", "value": "v" * 100} for index in range(25)]
    options = [_option(name="a", choices=choices), _option(name="b", choices=choices[:9])]
    rest = length - 6800 - len("mastermind") - len("ab") - 2 * len("A row") - len("x")
    more = [_option(name=f"{index:032}", description="d" * 68) for index in range(rest // 100)]
    return _command(description="d" * (rest % 100 + 1), options=[*options, *more])


LIMITS: dict[str, tuple[Check, int, Make, str]] = {
    "content": (check_message, 2000, lambda n: {"content": "x" * n}, "message: content has"),
    "nonce": (check_message, 25, lambda n: {"content": "x", "nonce": "x" * n}, "message: nonce"),
    "embeds": (check_message, 10, lambda n: {"embeds": [{"title": "x"}] * n}, "message: embeds"),
    "embed title": (check_message, 256, lambda n: _embed(title="x" * n), "embeds/0: title"),
    "embed description": (
        check_message,
        4096,
        lambda n: _embed(description="x" * n),
        "embeds/0: description",
    ),
    "embed fields": (check_message, 25, lambda n: _embed(fields=[_field()] * n), "embeds/0: f"),
    "field name": (
        check_message,
        256,
        lambda n: _embed(fields=[_field(name="x" * n)]),
        "embeds/0/fields/0: name",
    ),
    "field value": (
        check_message,
        1024,
        lambda n: _embed(fields=[_field(), _field(value="x" * n)]),
        "embeds/0/fields/1: value",
    ),
    "footer": (
        check_message,
        2048,
        lambda n: _embed(footer={"text": "x" * n}),
        "embeds/0/footer: text",
    ),
    "author": (
        check_message,
        256,
        lambda n: _embed(author={"name": "x" * n}),
        "embeds/0/author: name",
    ),
    "embeds in all": (
        check_message,
        6000,
        lambda n: {
            "embeds": [
                {"description": "x" * 4000, "title": "x" * 200},
                {"footer": {"text": "x" * 1000}, "author": {"name": "x" * 100}},
                {"fields": [_field(name="x" * 100, value="x" * (n - 5400))]},
            ]
        },
        "embeds: more than 6000",
    ),
    "rows": (
        check_message,
        5,
        lambda n: {"components": [_row(button) for button in _buttons(n)]},
        "components: more than 5 rows",
    ),
    "buttons in a row": (
        check_message,
        5,
        lambda n: _rows(*_buttons(n)),
        "components/0: components",
    ),
    "options": (
        check_message,
        25,
        lambda n: _rows(_select(options=_options(n))),
        "components/0/components/0: options",
    ),
    "button label": (
        check_message,
        80,
        lambda n: _rows(_button(label="x" * n)),
        "components/0/components/0: label",
    ),
    "placeholder": (
        check_message,
        150,
        lambda n: _rows(_select(placeholder="x" * n)),
        "components/0/components/0: placeholder",
    ),
    "option label": (
        check_message,
        100,
        lambda n: _rows(_select(options=_options(1, label="x" * n))),
        "components/0/components/0/options/0: label",
    ),
    "option value": (
        check_message,
        100,
        lambda n: _rows(_select(options=_options(1, value="x" * n))),
        "components/0/components/0/options/0: value",
    ),
    "option description": (
        check_message,
        100,
        lambda n: _rows(_select(options=_options(1, description="x" * n))),
        "components/0/components/0/options/0: description",
    ),
    "custom id": (
        check_message,
        100,
        lambda n: _rows(_button(custom_id="x" * n)),
        "components/0/components/0: custom_id",
    ),
    "most values": (
        check_message,
        25,
        lambda n: _rows(_select(max_values=n)),
        "components/0/components/0: max_values",
    ),
    "layout components": (
        check_message,
        40,
        lambda n: _layout({"type": 17, "components": [_text(1)] * (n - 3)}, _row(_button())),
        "components: more than 40 in all",
    ),
    "layout text": (
        check_message,
        4000,
        lambda n: _layout(_text(3000), {"type": 17, "components": [_text(n - 3000)]}),
        "components: more than 4000 characters",
    ),
    "thread name": (check_thread, 100, lambda n: {"name": "x" * n}, "thread: name"),
    "modal title": (check_modal, 45, lambda n: _modal(title="x" * n), "modal: title"),
    "modal custom id": (check_modal, 100, lambda n: _modal(custom_id="x" * n), "modal: custom"),
    "modal parts": (
        check_modal,
        5,
        lambda n: _modal(*(_label(_input(custom_id=f"{index}")) for index in range(n))),
        "modal: components",
    ),
    "label": (check_modal, 45, lambda n: _modal(_label(label="x" * n)), "components/0: label"),
    "label description": (
        check_modal,
        100,
        lambda n: _modal(_label(description="x" * n)),
        "components/0: description",
    ),
    "input value": (
        check_modal,
        4000,
        lambda n: _modal(_label(_input(value="x" * n))),
        "components/0/component/0: value",
    ),
    "input placeholder": (
        check_modal,
        100,
        lambda n: _modal(_label(_input(placeholder="x" * n))),
        "components/0/component/0: placeholder",
    ),
    "input label": (
        check_modal,
        45,
        lambda n: _modal(_row(_input(label="x" * n))),
        "components/0/components/0: label",
    ),
    "input least length": (
        check_modal,
        4000,
        lambda n: _modal(_label(_input(min_length=n))),
        "components/0/component/0: min_length",
    ),
    "input most length": (
        check_modal,
        4000,
        lambda n: _modal(_label(_input(max_length=n))),
        "components/0/component/0: max_length",
    ),
    "modal options": (
        check_modal,
        25,
        lambda n: _modal(_label(_select(options=_options(n)))),
        "components/0/component/0: options",
    ),
    "radio options": (
        check_modal,
        10,
        lambda n: _modal(_label(_group(21, n))),
        "components/0/component/0: options",
    ),
    "checkbox options": (
        check_modal,
        10,
        lambda n: _modal(_label(_group(22, n))),
        "components/0/component/0: options",
    ),
    "chat commands": (check_commands, 100, lambda n: _many(n, 1), "commands: more than 100"),
    "user commands": (check_commands, 15, lambda n: _many(n, 2), "commands: more than 15"),
    "message commands": (check_commands, 15, lambda n: _many(n, 3), "commands: more than 15"),
    "command name": (check_commands, 32, lambda n: _command(name="x" * n), "commands/0: a name"),
    "menu name": (
        check_commands,
        32,
        lambda n: [{"type": 2, "name": "X" * n}],
        "commands/0: name has more than 32",
    ),
    "translated name": (
        check_commands,
        32,
        lambda n: _command(name_localizations={"fr": "é" * n}),
        "commands/0: a name",
    ),
    "command description": (
        check_commands,
        100,
        lambda n: _command(description="x" * n),
        "commands/0: description",
    ),
    "translated description": (
        check_commands,
        100,
        lambda n: _command(options=[_option(description_localizations={"nl": "x" * n})]),
        "commands/0/options/0: description",
    ),
    "command options": (
        check_commands,
        25,
        lambda n: _command(options=[_option(name=f"o{index}") for index in range(n)]),
        "commands/0: options",
    ),
    "choices": (
        check_commands,
        25,
        lambda n: _command(
            options=[_option(choices=[{"name": f"{index}", "value": index} for index in range(n)])]
        ),
        "commands/0/options/0: choices",
    ),
    "choice name": (
        check_commands,
        100,
        lambda n: _command(options=[_option(choices=[{"name": "x" * n, "value": 1}])]),
        "commands/0/options/0/choices/0: name",
    ),
    "translated choice name": (
        check_commands,
        100,
        lambda n: _command(
            options=[
                _option(choices=[{"name": "x", "value": 1, "name_localizations": {"fr": "x" * n}}])
            ]
        ),
        "commands/0/options/0/choices/0: name",
    ),
    "choice value": (
        check_commands,
        100,
        lambda n: _command(options=[_option(choices=[{"name": "x", "value": "x" * n}])]),
        "commands/0/options/0/choices/0: value",
    ),
    "whole command": (check_commands, 8000, _heavy, "commands/0: more than 8000"),
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


FAULTS: dict[str, tuple[Check, Any, str]] = {
    "empty message": (check_message, {"tts": False}, "message: it is empty."),
    "empty layout": (check_message, _layout(), "message: it is empty."),
    "layout with content": (
        check_message,
        _layout(_text(1), content="x"),
        "message: content may not stand beside components of version 2.",
    ),
    "layout with embeds": (
        check_message,
        _layout(_text(1), embeds=[{"title": "x"}]),
        "message: embeds may not stand beside components of version 2.",
    ),
    "bare text without the flag": (
        check_message,
        {"components": [_text(1)]},
        "components: only rows may stand here without the flag for version 2.",
    ),
    "two selects in a row": (
        check_message,
        _rows(_select(), _select(custom_id="t")),
        "components/0: a select or text input is not alone in its row.",
    ),
    "select beside a button": (
        check_message,
        _rows(_button(), {"type": 5, "custom_id": "u"}),
        "components/0: a select or text input is not alone in its row.",
    ),
    "empty row": (check_message, _rows(), "components/0: components has fewer than 1 items."),
    "custom id twice": (
        check_message,
        {"components": [_row(_button()), _row(_button())]},
        "components: the same custom_id occurs twice.",
    ),
    "custom id twice in a layout": (
        check_message,
        _layout({"type": 9, "components": [_text(1)], "accessory": _button()}, _row(_button())),
        "components: the same custom_id occurs twice.",
    ),
    "value twice": (
        check_message,
        _rows(_select(options=_options(2, value="r"))),
        "components/0/components/0/options: the same value occurs twice.",
    ),
    "button without a face": (
        check_message,
        _rows(_button(label="")),
        "components/0/components/0: a button needs a label or an emoji.",
    ),
    "button without a style": (
        check_message,
        _rows(_button(style=None)),
        "components/0/components/0: style is missing.",
    ),
    "button without a custom id": (
        check_message,
        _rows(_button(custom_id=None)),
        "components/0/components/0: custom_id is missing.",
    ),
    "link with a custom id": (
        check_message,
        _rows(_button(style=5, url="https://a.test")),
        "components/0/components/0: custom_id does not go with its style.",
    ),
    "more least than most values": (
        check_message,
        _rows(_select(min_values=2, max_values=1)),
        "components/0/components/0: min_values is above max_values.",
    ),
    "no most values": (
        check_message,
        _rows(_select(min_values=0, max_values=0)),
        "components/0/components/0: max_values is not between 1 and 25.",
    ),
    "unnamed field": (
        check_message,
        _embed(fields=[{"value": "v"}]),
        "embeds/0/fields/0: name is missing.",
    ),
    "empty field": (
        check_message,
        _embed(fields=[_field(value="")]),
        "embeds/0/fields/0: value has fewer than 1 characters.",
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
    "untitled modal": (check_modal, _modal(title=None), "modal: title is missing."),
    "empty modal": (
        check_modal,
        {"title": "x", "custom_id": "m", "components": []},
        "modal: components has fewer than 1 items.",
    ),
    "modal custom id twice": (
        check_modal,
        _modal(_label(), _label()),
        "components: the same custom_id occurs twice.",
    ),
    "one radio option": (
        check_modal,
        _modal(_label(_group(21, 1))),
        "components/0/component/0: options has fewer than 2 items.",
    ),
    "capital in a name": (
        check_commands,
        _command(name="Mastermind"),
        "commands/0: a name is not 1 to 32 lower-case letters, digits, - and _.",
    ),
    "space in a translated name": (
        check_commands,
        _command(options=[_option(name_localizations={"nl": "de code"})]),
        "commands/0/options/0: a name is not 1 to 32 lower-case letters, digits, - and _.",
    ),
    "no description": (
        check_commands,
        _command(description=""),
        "commands/0: description has fewer than 1 characters.",
    ),
    "described menu": (
        check_commands,
        [{"type": 2, "name": "Challenge to Mastermind", "description": "x"}],
        "commands/0: a menu has no description.",
    ),
    "unknown language": (
        check_commands,
        _command(name_localizations={"nl-NL": "spel"}),
        "commands/0: name_localizations has a language that Discord does not know.",
    ),
    "command twice": (
        check_commands,
        _command() + _command(),
        "commands: the same name occurs twice.",
    ),
    "option twice": (
        check_commands,
        _command(options=[_option(), _option()]),
        "commands/0/options: the same name occurs twice.",
    ),
    "choice twice": (
        check_commands,
        _command(options=[_option(choices=[{"name": "x", "value": v} for v in (1, 2)])]),
        "commands/0/options/0/choices: the same name occurs twice.",
    ),
    "required after optional": (
        check_commands,
        _command(
            options=[
                {
                    "type": 1,
                    "name": "challenge",
                    "description": "x",
                    "options": [_option(name="a"), _option(name="b", required=True)],
                }
            ]
        ),
        "commands/0/options/0/options: a required one follows an optional one.",
    ),
    "weight of the longest language": (
        check_commands,
        [_heavy(8000)[0] | {"name_localizations": {"fr": "x" * 11, "nl": "x" * 3}}],
        "commands/0: more than 8000 characters of names, descriptions and values.",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_rule_is_found_at_its_place(name: str) -> None:
    check, payload, finding = FAULTS[name]
    assert check(payload) == [finding]


GOOD: dict[str, tuple[Check, Any]] = {
    "emoji button": (check_message, _rows(_button(label=None, emoji={"name": "🔴"}))),
    "link button": (
        check_message,
        _rows({"type": 2, "style": 5, "label": "Rules", "url": "https://a.test"}),
    ),
    "premium button": (check_message, _rows({"type": 2, "style": 6, "sku_id": "1"})),
    "attachment alone": (check_message, {"attachments": [{"id": 0}]}),
    "forward": (check_message, {"message_reference": {"type": 1, "message_id": "1"}}),
    "layout without content": (check_message, _layout(_text(1), content=None, embeds=[])),
    "thread change": (check_thread, {"archived": True}),
    "long and short archive": (check_thread, {"name": "x", "auto_archive_duration": 10080}),
    "menu with capitals": (check_commands, [{"type": 2, "name": "Challenge to Mastermind"}]),
    "menu named like a command": (
        check_commands,
        [*_command(), {"type": 2, "name": "mastermind"}],
    ),
    "required first": (
        check_commands,
        _command(options=[_option(name="a", required=True), _option(name="b")]),
    ),
    "translated": (
        check_commands,
        _command(
            name_localizations={"fr": "défi", "nl": "spel"},
            description_localizations={"fr": "Le jeu", "nl": "Het spel"},
        ),
    ),
    "lengths that meet": (check_modal, _modal(_label(_input(min_length=4, max_length=4)))),
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
    found = check_message({"content": text, **_rows(_button(label=text, custom_id=text))})
    assert len(found) == 3
    assert not any("canary" in finding for finding in found)
