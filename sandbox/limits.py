"""Discord's documented limits on what a bot sends, beyond what its description can say.

Pure: each check takes a parsed payload and gives one short sentence for each limit broken, which
begins with the place. No sentence quotes a text of the payload. Lengths are in characters.
Sources: Discord's developer documentation on messages, components, application commands, threads.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

Payload = Mapping[str, Any]

LOCALES: Final = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu"),
        *("nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru"),
        *("uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    )
)
ARCHIVE_MINUTES: Final = frozenset((60, 1440, 4320, 10080))

_COMPONENTS_V2: Final = 1 << 15
_NAME: Final = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")


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


class CommandKind(IntEnum):
    """The kinds of application commands and how many of each an application may have."""

    CHAT_INPUT = 1
    USER = 2
    MESSAGE = 3


class ButtonStyle(IntEnum):
    """The button styles that carry no custom id."""

    LINK = 5
    PREMIUM = 6


class Length(NamedTuple):
    """How long (text) or how many (list) a field may be."""

    field: str
    most: int
    least: int = 0


_SELECTS: Final = frozenset(
    (
        *(Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT),
        *(Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT),
    )
)
_CUSTOM_ID: Final = Length("custom_id", 100, 1)
_SELECT: Final = (_CUSTOM_ID, Length("placeholder", 150))
_MESSAGE: Final = (Length("content", 2000), Length("embeds", 10), Length("nonce", 25))
_EMBED: Final = (Length("title", 256), Length("description", 4096), Length("fields", 25))
_FIELD: Final = (Length("name", 256, 1), Length("value", 1024, 1))
_OPTION: Final = (Length("label", 100, 1), Length("value", 100, 1), Length("description", 100))
_PARTS: Final[Mapping[int, tuple[Length, ...]]] = {
    Kind.ACTION_ROW: (Length("components", 5, 1),),
    Kind.BUTTON: (_CUSTOM_ID, Length("label", 80)),
    Kind.STRING_SELECT: (*_SELECT, Length("options", 25, 1)),
    Kind.USER_SELECT: _SELECT,
    Kind.ROLE_SELECT: _SELECT,
    Kind.MENTIONABLE_SELECT: _SELECT,
    Kind.CHANNEL_SELECT: _SELECT,
    Kind.TEXT_INPUT: (
        *(_CUSTOM_ID, Length("label", 45), Length("value", 4000), Length("placeholder", 100)),
    ),
    Kind.LABEL: (Length("label", 45, 1), Length("description", 100)),
    Kind.RADIO_GROUP: (_CUSTOM_ID, Length("options", 10, 2)),
    Kind.CHECKBOX_GROUP: (_CUSTOM_ID, Length("options", 10, 1)),
}
_NUMBERS: Final = (
    *(("min_values", 0, 25), ("max_values", 1, 25)),
    *(("min_length", 0, 4000), ("max_length", 1, 4000)),
)
_BUTTON_TARGETS: Final[Mapping[Any, str]] = {
    ButtonStyle.LINK: "url",
    ButtonStyle.PREMIUM: "sku_id",
}
_COMMANDS_OF_A_KIND: Final = {
    CommandKind.CHAT_INPUT: 100,
    CommandKind.USER: 15,
    CommandKind.MESSAGE: 15,
}
_EDITABLE: Final = frozenset(("content", "embeds", "attachments", "components"))
_CARRIERS: Final = (*_EDITABLE, "sticker_ids", "poll")
_FORWARD: Final = 1
_EMBED_TEXT: Final = 6000
_ROWS: Final = 5
_PARTS_V2: Final = 40
_TEXT_V2: Final = 4000
_COMMAND_TEXT: Final = 8000
_CHOICE: Final = 100


def check_message(payload: Payload, *, edit: bool = False) -> list[str]:
    """Check a message to be created, or an `edit`, where what is not named stays as it is."""
    found = [
        *_lengths(payload, _MESSAGE, "message"),
        *_embeds(payload.get("embeds") or ()),
        *_parts(payload.get("components") or (), "components"),
        *(_version_2(payload) if _is_version_2(payload) else _version_1(payload)),
    ]
    keeps = edit and not payload.keys() >= _EDITABLE
    if not keeps and not _forwards(payload) and not any(map(payload.get, _CARRIERS)):
        found.append("message: it is empty.")
    return found


def check_modal(data: Payload) -> list[str]:
    """Check the data of a modal, the answer to an interaction."""
    lengths = (Length("title", 45, 1), _CUSTOM_ID, Length("components", 5, 1))
    return [
        *_required(data, lengths, "modal"),
        *_parts(data.get("components") or (), "components"),
    ]


def check_thread(payload: Payload) -> list[str]:
    """Check a thread to be created or changed."""
    found = list(_lengths(payload, [Length("name", 100, 1)], "thread"))
    if payload.get("auto_archive_duration") not in {None, *ARCHIVE_MINUTES}:
        found.append("thread: auto_archive_duration is none of 60, 1440, 4320 and 10080.")
    return found


def check_commands(commands: Sequence[Payload]) -> list[str]:
    """Check all commands of an application, as the bulk upsert takes them."""
    found = []
    kinds = Counter(command.get("type", CommandKind.CHAT_INPUT) for command in commands)
    for kind, most in _COMMANDS_OF_A_KIND.items():
        if kinds[kind] > most:
            found.append(f"commands: more than {most} of type {kind}.")
    found += _unique(
        ((command.get("type", 1), command.get("name")) for command in commands), "commands", "name"
    )
    for index, command in enumerate(commands):
        found += _command(command, f"commands/{index}")
    return found


# ------------------------------------------------------------------------------ what all share


def _lengths(payload: Payload, lengths: Iterable[Length], at: str) -> Iterator[str]:
    for field, most, least in lengths:
        value = payload.get(field)
        if not isinstance(value, str | list):
            continue
        unit = "characters" if isinstance(value, str) else "items"
        if len(value) > most:
            yield f"{at}: {field} has more than {most} {unit}."
        if len(value) < least:
            yield f"{at}: {field} has fewer than {least} {unit}."


def _required(payload: Payload, lengths: Sequence[Length], at: str) -> Iterator[str]:
    for length in lengths:
        if payload.get(length.field) is None:
            yield f"{at}: {length.field} is missing."
    yield from _lengths(payload, lengths, at)


def _unique(values: Iterable[object], at: str, field: str) -> list[str]:
    given = [value for value in values if value is not None]
    return [f"{at}: the same {field} occurs twice."] if len(set(given)) < len(given) else []


# ------------------------------------------------------------------------------------ messages


def _is_version_2(payload: Payload) -> bool:
    return bool((payload.get("flags") or 0) & _COMPONENTS_V2)


def _forwards(payload: Payload) -> bool:
    return (payload.get("message_reference") or {}).get("type") == _FORWARD


def _embeds(embeds: Sequence[Payload]) -> Iterator[str]:
    total = 0
    for index, embed in enumerate(embeds):
        at = f"embeds/{index}"
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        fields = embed.get("fields") or ()
        yield from _lengths(embed, _EMBED, at)
        yield from _lengths(footer, [Length("text", 2048)], f"{at}/footer")
        yield from _lengths(author, [Length("name", 256)], f"{at}/author")
        for number, field in enumerate(fields):
            yield from _required(field, _FIELD, f"{at}/fields/{number}")
        texts = [embed.get("title"), embed.get("description"), footer.get("text")]
        texts += [author.get("name"), *(f.get(key) for f in fields for key in ("name", "value"))]
        total += sum(len(text) for text in texts if text)
    if total > _EMBED_TEXT:
        yield f"embeds: more than {_EMBED_TEXT} characters in all."


def _version_1(payload: Payload) -> Iterator[str]:
    rows = payload.get("components") or ()
    if len(rows) > _ROWS:
        yield f"components: more than {_ROWS} rows."
    if any(row.get("type") != Kind.ACTION_ROW for row in rows):
        yield "components: only rows may stand here without the flag for version 2."


def _version_2(payload: Payload) -> Iterator[str]:
    parts = [part for _, part in _walk(payload.get("components") or (), "components")]
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if payload.get(field):
            yield f"message: {field} may not stand beside components of version 2."
    if len(parts) > _PARTS_V2:
        yield f"components: more than {_PARTS_V2} in all."
    texts = [part.get("content") for part in parts if part.get("type") == Kind.TEXT_DISPLAY]
    if sum(len(text) for text in texts if text) > _TEXT_V2:
        yield f"components: more than {_TEXT_V2} characters of text in all."


# ---------------------------------------------------------------------------------- components


def _walk(parts: Iterable[Payload], at: str) -> Iterator[tuple[str, Payload]]:
    """Every component with its place, those within others too, in order."""
    for index, part in enumerate(parts):
        place = f"{at}/{index}"
        yield place, part
        yield from _walk(part.get("components") or (), f"{place}/components")
        for slot in ("accessory", "component"):
            if slot in part:
                yield from _walk([part[slot]], f"{place}/{slot}")


def _parts(parts: Sequence[Payload], at: str) -> Iterator[str]:
    everything = list(_walk(parts, at))
    for place, part in everything:
        kind = part.get("type", 0)
        yield from _lengths(part, _PARTS.get(kind, ()), place)
        yield from _numbers(part, place)
        if kind in _PART_CHECKS:
            yield from _PART_CHECKS[kind](part, place)
    yield from _unique((part.get("custom_id") for _, part in everything), at, "custom_id")


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
        yield from _required(option, _OPTION[:2], f"{at}/options/{index}")
        yield from _lengths(option, _OPTION[2:], f"{at}/options/{index}")
    yield from _unique((option.get("value") for option in options), f"{at}/options", "value")


_PART_CHECKS: Final[Mapping[int, Callable[[Payload, str], Iterator[str]]]] = {
    Kind.ACTION_ROW: _row,
    Kind.BUTTON: _button,
    Kind.STRING_SELECT: _options,
    Kind.RADIO_GROUP: _options,
    Kind.CHECKBOX_GROUP: _options,
}


# ------------------------------------------------------------------------------------ commands


def _command(command: Payload, at: str) -> Iterator[str]:
    if command.get("type", CommandKind.CHAT_INPUT) == CommandKind.CHAT_INPUT:
        yield from _described(command, at)
    else:
        # The names of the menus are free text: spaces and capitals are fine.
        for name in _texts(command, "name"):
            yield from _lengths({"name": name}, [Length("name", 32, 1)], at)
        if command.get("description"):
            yield f"{at}: a menu has no description."
        yield from _locales(command, at)
    if _weight(command) > _COMMAND_TEXT:
        yield f"{at}: more than {_COMMAND_TEXT} characters of names, descriptions and values."


def _described(part: Payload, at: str) -> Iterator[str]:
    """Check a chat command, a group, a subcommand or an option, and what is below it."""
    yield from _locales(part, at)
    for name in _texts(part, "name"):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"{at}: a name is not 1 to 32 lower-case letters, digits, - and _."
    for description in _texts(part, "description"):
        yield from _lengths({"description": description}, [Length("description", 100, 1)], at)
    options, choices = part.get("options") or (), part.get("choices") or ()
    yield from _lengths(part, [Length("options", 25), Length("choices", 25)], at)
    yield from _choices(choices, f"{at}/choices")
    yield from _unique((option.get("name") for option in options), f"{at}/options", "name")
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        yield f"{at}/options: a required one follows an optional one."
    for index, option in enumerate(options):
        yield from _described(option, f"{at}/options/{index}")


def _choices(choices: Sequence[Payload], at: str) -> Iterator[str]:
    for index, choice in enumerate(choices):
        place = f"{at}/{index}"
        yield from _locales(choice, place)
        for name in _texts(choice, "name"):
            yield from _lengths({"name": name}, [Length("name", _CHOICE, 1)], place)
        yield from _lengths(choice, [Length("value", _CHOICE)], place)
    yield from _unique((choice.get("name") for choice in choices), at, "name")


def _texts(part: Payload, field: str) -> Iterator[str]:
    """A field in the default language and in all others."""
    yield part.get(field) or ""
    yield from (part.get(f"{field}_localizations") or {}).values()


def _locales(part: Payload, at: str) -> Iterator[str]:
    for field in ("name_localizations", "description_localizations"):
        if not (part.get(field) or {}).keys() <= LOCALES:
            yield f"{at}: {field} has a language that Discord does not know."


def _weight(part: Payload) -> int:
    """The characters that count towards a command's total, each field in its longest language."""
    own = sum(max(map(len, _texts(part, field))) for field in ("name", "description"))
    value = part.get("value")
    below = (*(part.get("options") or ()), *(part.get("choices") or ()))
    return own + (len(value) if isinstance(value, str) else 0) + sum(map(_weight, below))
