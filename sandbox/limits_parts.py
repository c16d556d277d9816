"""The limits of components, and what the checks of all payloads share.

Each check gives one short sentence for each limit broken, which begins with the place.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

Payload = Mapping[str, Any]


class Kind(IntEnum):
    """The component types that have limits of their own."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    TEXT_DISPLAY = 10
    LABEL = 18
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22


class ButtonStyle(IntEnum):
    """The button styles that carry no custom id."""

    LINK = 5
    PREMIUM = 6


class Length(NamedTuple):
    """How long (text) or how many (list) a field may be."""

    field: str
    most: int
    least: int = 0


_DEFAULTS: Final[Mapping[int, tuple[str, ...]]] = {
    Kind.USER_SELECT: ("user",),
    Kind.ROLE_SELECT: ("role",),
    Kind.MENTIONABLE_SELECT: ("user", "role"),
    Kind.CHANNEL_SELECT: ("channel",),
}
_SELECTS: Final = frozenset((Kind.STRING_SELECT, *_DEFAULTS))
_CHANNEL_TYPES: Final = frozenset((0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16))
CUSTOM_ID: Final = Length("custom_id", 100, 1)
_SELECT: Final = (CUSTOM_ID, Length("placeholder", 150))
_OPTION: Final = (Length("label", 100, 1), Length("value", 100, 1), Length("description", 100))
_PARTS: Final[Mapping[int, tuple[Length, ...]]] = {
    Kind.ACTION_ROW: (Length("components", 5, 1),),
    Kind.BUTTON: (CUSTOM_ID, Length("label", 80)),
    Kind.STRING_SELECT: (*_SELECT, Length("options", 25, 1)),
    Kind.USER_SELECT: _SELECT,
    Kind.ROLE_SELECT: _SELECT,
    Kind.MENTIONABLE_SELECT: _SELECT,
    Kind.CHANNEL_SELECT: _SELECT,
    Kind.TEXT_INPUT: (
        *(CUSTOM_ID, Length("label", 45), Length("value", 4000), Length("placeholder", 100)),
    ),
    Kind.LABEL: (Length("label", 45, 1), Length("description", 100)),
    Kind.RADIO_GROUP: (CUSTOM_ID, Length("options", 10, 2)),
    Kind.CHECKBOX_GROUP: (CUSTOM_ID, Length("options", 10, 1)),
}
_NUMBERS: Final = (
    *(("min_values", 0, 25), ("max_values", 1, 25)),
    *(("min_length", 0, 4000), ("max_length", 1, 4000)),
)
_BUTTON_TARGETS: Final[Mapping[Any, str]] = {
    ButtonStyle.LINK: "url",
    ButtonStyle.PREMIUM: "sku_id",
}


def lengths(payload: Payload, limits: Iterable[Length], at: str) -> Iterator[str]:
    """Check the fields that are there; `at` is the place of the payload."""
    for field, most, least in limits:
        value = payload.get(field)
        if not isinstance(value, str | list):
            continue
        unit = "characters" if isinstance(value, str) else "items"
        if len(value) > most:
            yield f"{at}: {field} has more than {most} {unit}."
        if len(value) < least:
            yield f"{at}: {field} has fewer than {least} {unit}."


def required(payload: Payload, limits: Sequence[Length], at: str) -> Iterator[str]:
    """Check fields all of which must be there."""
    for length in limits:
        if payload.get(length.field) is None:
            yield f"{at}: {length.field} is missing."
    yield from lengths(payload, limits, at)


def unique(values: Iterable[object], at: str, field: str) -> list[str]:
    """Check that a field has no value twice; where it is None it does not count."""
    given = [value for value in values if value is not None]
    return [f"{at}: the same {field} occurs twice."] if len(set(given)) < len(given) else []


def walk(parts: Iterable[Payload], at: str) -> Iterator[tuple[str, Payload]]:
    """Every component with its place, those within others too, in order."""
    for index, part in enumerate(parts):
        place = f"{at}/{index}"
        yield place, part
        yield from walk(part.get("components") or (), f"{place}/components")
        for slot in ("accessory", "component"):
            if slot in part:
                yield from walk([part[slot]], f"{place}/{slot}")


def check_components(parts: Sequence[Payload], at: str) -> Iterator[str]:
    """Check components of messages or modals, and those within them."""
    everything = list(walk(parts, at))
    for place, part in everything:
        kind = part.get("type", 0)
        yield from lengths(part, _PARTS.get(kind, ()), place)
        yield from _numbers(part, place)
        if kind in _PART_CHECKS:
            yield from _PART_CHECKS[kind](part, place)
    yield from unique((part.get("custom_id") for _, part in everything), at, "custom_id")


def _numbers(part: Payload, at: str) -> Iterator[str]:
    for field, least, most in _NUMBERS:
        value = part.get(field)
        if value is not None and not least <= value <= most:
            yield f"{at}: {field} is not between {least} and {most}."
    for least_field, most_field in (("min_values", "max_values"), ("min_length", "max_length")):
        low, high = part.get(least_field), part.get(most_field)
        if low is not None and high is not None and low > high:
            yield f"{at}: {least_field} is above {most_field}."


def _row(row: Payload, at: str) -> Iterator[str]:
    kinds = [part.get("type") for part in row.get("components") or ()]
    if len(kinds) > 1 and any(kind in _SELECTS or kind == Kind.TEXT_INPUT for kind in kinds):
        yield f"{at}: a select or text input is not alone in its row."


def _button(button: Payload, at: str) -> Iterator[str]:
    style = button.get("style")
    if style is None:
        yield f"{at}: style is missing."
    if style != ButtonStyle.PREMIUM and not (button.get("label") or button.get("emoji")):
        yield f"{at}: a button needs a label or an emoji."
    wanted = _BUTTON_TARGETS.get(style, "custom_id")
    for field in ("url", "sku_id", "custom_id"):
        if bool(button.get(field)) != (field == wanted):
            word = "is missing" if field == wanted else "does not go with its style"
            yield f"{at}: {field} {word}."


def _options(part: Payload, at: str) -> Iterator[str]:
    options = part.get("options") or ()
    for index, option in enumerate(options):
        yield from required(option, _OPTION[:2], f"{at}/options/{index}")
        yield from lengths(option, _OPTION[2:], f"{at}/options/{index}")
    yield from unique((option.get("value") for option in options), f"{at}/options", "value")


def _entities(part: Payload, at: str) -> Iterator[str]:
    """Check what a list of people, roles or channels has beside the rest of a list."""
    chosen = part.get("default_values") or ()
    if chosen and not (part.get("min_values") or 0) <= len(chosen) <= _most_values(part):
        yield f"{at}: default_values are not between min_values and max_values."
    fitting = _DEFAULTS[part["type"]]
    if any(one.get("type") not in fitting or not one.get("id") for one in chosen):
        yield f"{at}: default_values need an id and the type {' or '.join(fitting)}."
    if part.get("options") is not None:
        yield f"{at}: only a string select has options."
    kinds = part.get("channel_types")
    if kinds is None:
        return
    if part["type"] != Kind.CHANNEL_SELECT:
        yield f"{at}: only a channel select has channel_types."
    if not _CHANNEL_TYPES.issuperset(kinds):
        yield f"{at}: channel_types has a kind that Discord does not know."


def _most_values(part: Payload) -> int:
    most = part.get("max_values")
    return 1 if most is None else int(most)


_PART_CHECKS: Final[Mapping[int, Callable[[Payload, str], Iterator[str]]]] = {
    Kind.ACTION_ROW: _row,
    Kind.BUTTON: _button,
    Kind.STRING_SELECT: _options,
    Kind.RADIO_GROUP: _options,
    Kind.CHECKBOX_GROUP: _options,
    **dict.fromkeys(_DEFAULTS, _entities),
}
