"""What Discord's own client lets a person do with buttons, selects and modals."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandbox.commands import ClientRefusalError
from sandbox.model import SELECTS, Component, Json, Message, button_name, walk

LINK_STYLE = 5
TEXT_LIMIT = 4000

Value = str | bool | Sequence[str]


def button(components: list[Json], which: str) -> Json:
    """Interaction data for a press of the button with this label or custom id."""
    found = _find(components, which, (Component.BUTTON,))
    if found.get("disabled"):
        raise ClientRefusalError(f"the button {which!r} is disabled")
    if found.get("style") == LINK_STYLE:
        raise ClientRefusalError(f"the button {which!r} is a link")
    head = {"component_type": int(Component.BUTTON), "id": found["id"]}
    return head | {"custom_id": found["custom_id"]}


def version_with(message: Message, which: str) -> list[Json]:
    """The newest version of a message's components that has this button or list."""
    for components in (message.components, *message.versions[::-1]):
        if any(which in _called(part) for part in walk(components)):
            return components
    raise ClientRefusalError(f"nothing was ever called {which!r} on {message.text!r}")


def list_called(components: list[Json], which: str) -> Json:
    """The list of any kind with this placeholder or custom id, if it can be used."""
    found = _find(components, which, SELECTS)
    if found.get("disabled"):
        raise ClientRefusalError(f"the list {which!r} is disabled")
    return found


def choice(part: Json, values: Sequence[str], offered: Sequence[str]) -> Json:
    """Interaction data for a selection of these values, out of all that the list offers."""
    head = {"component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"]}
    return head | _selected(part, values, offered)


def submission(modal: Json, values: Mapping[str, Value]) -> Json:
    """Interaction data for a modal sent off with these values by label or custom id."""
    fields = [part for part in walk(modal["components"]) if "custom_id" in part]
    named = {id(part): _names(modal, part) for part in fields}
    unknown = values.keys() - set().union(*named.values())
    if unknown:
        raise ClientRefusalError(f"the modal has no field {', '.join(sorted(unknown))}")
    answers: dict[int, Json] = {}
    for part in fields:
        given = next((values[name] for name in named[id(part)] if name in values), None)
        answers[id(part)] = _field(part, given)
    data: Json = {"custom_id": modal["custom_id"]}
    data["components"] = [_mirror(part, answers) for part in modal["components"]]
    return data


def _find(components: list[Json], which: str, kinds: Sequence[Component]) -> Json:
    fitting = [part for part in walk(components) if part["type"] in kinds]
    for part in fitting:
        if which in _called(part):
            return part
    offered = ", ".join(str(_called(part)[0]) for part in fitting) or "none"
    raise ClientRefusalError(f"nothing is called {which!r}; there are: {offered}")


def _called(part: Json) -> tuple[str | None, ...]:
    return button_name(part), part.get("placeholder"), part.get("custom_id")


def _names(modal: Json, field: Json) -> set[str]:
    names = {field["custom_id"]} | ({field["label"]} if field.get("label") else set())
    holder = next((p for p in modal["components"] if p.get("component") is field), None)
    return names | ({holder["label"]} if holder else set())


def _mirror(part: Json, answers: Mapping[int, Json]) -> Json:
    """The answer to one part of a modal, in the nesting that the modal has."""
    if id(part) in answers:
        return answers[id(part)]
    data: Json = {"type": part["type"]} | ({"id": part["id"]} if "id" in part else {})
    if part["type"] == Component.LABEL:
        data["component"] = _mirror(part["component"], answers)
    elif "components" in part:
        data["components"] = [_mirror(child, answers) for child in part["components"]]
    return data


def _field(part: Json, given: Value | None) -> Json:
    fill = FIELDS.get(part["type"])
    if fill is None:
        raise ClientRefusalError(f"fields of type {part['type']} cannot be filled in here")
    head = {"type": part["type"], "custom_id": part["custom_id"]}
    return head | ({"id": part["id"]} if "id" in part else {}) | fill(part, given)


def _text(part: Json, given: Any) -> Json:
    text = part.get("value") or "" if given is None else given
    if not isinstance(text, str):
        raise ClientRefusalError(f"{part['custom_id']} takes text, not {text!r}")
    low, high = part.get("min_length") or 0, part.get("max_length") or TEXT_LIMIT
    if not text and part.get("required", True):
        raise ClientRefusalError(f"{part['custom_id']} is required")
    if text and not low <= len(text) <= high:
        raise ClientRefusalError(f"{part['custom_id']} takes {low} to {high} characters")
    return {"value": text}


def _list(part: Json, given: Any) -> Json:
    options = part.get("options", [])
    default = [option["value"] for option in options if option.get("default")]
    chosen = [given] if isinstance(given, str) else default if given is None else list(given)
    if part.get("required") is False and not chosen:
        return {"values": []}
    return _selected(part, chosen, [option["value"] for option in options])


def _radio(part: Json, given: Any) -> Json:
    default = next((o["value"] for o in part["options"] if o.get("default")), None)
    value = default if given is None else given
    if value is None and part.get("required", True):
        raise ClientRefusalError(f"{part['custom_id']} is required")
    if value is not None:
        _known(part, [value], [option["value"] for option in part["options"]])
    return {"value": value}


def _checkbox(part: Json, given: Any) -> Json:
    return {"value": bool(part.get("default", False) if given is None else given)}


FIELDS: dict[int, Callable[[Json, Any], Json]] = {
    Component.STRING_SELECT: _list,
    Component.TEXT_INPUT: _text,
    Component.RADIO_GROUP: _radio,
    Component.CHECKBOX_GROUP: _list,
    Component.CHECKBOX: _checkbox,
}


def _selected(part: Json, chosen: Sequence[str], offered: Sequence[str]) -> Json:
    low, high = _bounds(part)
    if not low <= len(chosen) <= high:
        raise ClientRefusalError(f"{part['custom_id']} takes {low} to {high} values")
    _known(part, chosen, offered)
    return {"values": list(chosen)}


def _bounds(part: Json) -> tuple[int, int]:
    """How few and how many may be chosen; in a group of boxes all may be."""
    least, most = part.get("min_values"), part.get("max_values")
    if most is None:
        most = len(part["options"]) if part["type"] == Component.CHECKBOX_GROUP else 1
    return 1 if least is None else least, most


def _known(part: Json, chosen: Sequence[str], offered: Sequence[str]) -> None:
    missing = [value for value in chosen if value not in offered]
    if missing:
        raise ClientRefusalError(f"{part['custom_id']} offers {offered}, not {missing}")
    if len(set(chosen)) < len(chosen):
        raise ClientRefusalError(f"{part['custom_id']} takes each value once, not {chosen}")
