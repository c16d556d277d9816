"""Parts of messages, modals and commands, whole but for what a test gives them."""

from collections.abc import Callable
from typing import Any

Check = Callable[[Any], list[str]]


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": "a", "label": "Guess"} | more


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def rows(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"components": [row(*parts)]}


def select_options(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"label": "Red", "value": str(index)} | more for index in range(count)]


def select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": select_options(1)} | more


def entities(kind: int, **more: Any) -> dict[str, Any]:
    """A list of people, roles or channels."""
    return {"type": kind, "custom_id": "e"} | more


def layout(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": 1 << 15, "components": list(parts)} | more


def text_display(length: int) -> dict[str, Any]:
    return {"type": 10, "content": "x" * length}


def embed(**more: Any) -> dict[str, Any]:
    return {"embeds": [more]}


def field(**more: Any) -> dict[str, Any]:
    return {"name": "n", "value": "v"} | more


def modal(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "Code", "custom_id": "m", "components": list(parts) or [label()]} | more


def label(component: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Peg", "component": component or text_input()} | more


def text_input(**more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "i", "style": 1} | more


def group(kind: int, count: int) -> dict[str, Any]:
    return {"type": kind, "custom_id": "g", "options": select_options(count)}


def command(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "mastermind", "description": "The game"} | more]


def command_option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "code", "description": "A row"} | more


def heavy_command(length: int) -> list[dict[str, Any]]:
    """One command whose counted texts have this length, from 7,000 on."""
    choices = [{"name": f"{index:0100}", "value": "v" * 100} for index in range(25)]
    options = [
        command_option(name="a", choices=choices),
        command_option(name="b", choices=choices[:9]),
    ]
    rest = length - 6800 - len("mastermind") - len("ab") - 2 * len("A row") - len("x")
    more = [
        command_option(name=f"{index:032}", description="d" * 68) for index in range(rest // 100)
    ]
    return command(description="d" * (rest % 100 + 1), options=[*options, *more])
