"""Discord's documented limits on what a bot sends, beyond what its description can say.

Pure: each check takes a parsed payload and gives one short sentence for each limit broken, which
begins with the place. No sentence quotes a text of the payload. Lengths are in characters.
Sources: Discord's developer documentation on messages, components, application commands, threads.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from sandbox.limits_parts import (
    CUSTOM_ID,
    Kind,
    Length,
    Payload,
    check_components,
    lengths,
    required,
    unique,
    walk,
)

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


class CommandKind(IntEnum):
    """The kinds of application commands and how many of each an application may have."""

    CHAT_INPUT = 1
    USER = 2
    MESSAGE = 3


_MESSAGE: Final = (Length("content", 2000), Length("embeds", 10), Length("nonce", 25))
_EMBED: Final = (Length("title", 256), Length("description", 4096), Length("fields", 25))
_FIELD: Final = (Length("name", 256, 1), Length("value", 1024, 1))
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
_OPTIONS: Final = 25


def check_message(payload: Payload, *, edit: bool = False) -> list[str]:
    """Check a message to be created, or an `edit`, where what is not named stays as it is."""
    found = [
        *lengths(payload, _MESSAGE, "message"),
        *_embeds(payload.get("embeds") or ()),
        *check_components(payload.get("components") or (), "components"),
        *(_version_2(payload) if _is_version_2(payload) else _version_1(payload)),
    ]
    keeps = edit and not payload.keys() >= _EDITABLE
    if not keeps and not _forwards(payload) and not any(map(payload.get, _CARRIERS)):
        found.append("message: it is empty.")
    return found


def check_modal(data: Payload) -> list[str]:
    """Check the data of a modal, the answer to an interaction."""
    limits = (Length("title", 45, 1), CUSTOM_ID, Length("components", 5, 1))
    return [
        *required(data, limits, "modal"),
        *check_components(data.get("components") or (), "components"),
    ]


def check_thread(payload: Payload) -> list[str]:
    """Check a thread to be created or changed."""
    found = list(lengths(payload, [Length("name", 100, 1)], "thread"))
    if payload.get("auto_archive_duration") not in {None, *ARCHIVE_MINUTES}:
        found.append("thread: auto_archive_duration is none of 60, 1440, 4320 and 10080.")
    return found


def check_suggestions(data: Payload) -> list[str]:
    """Check what autocomplete offers, the answer to an interaction."""
    choices = data.get("choices") or ()
    found = list(lengths(data, [Length("choices", _OPTIONS)], "autocomplete"))
    for index, choice in enumerate(choices):
        found += _choice(choice, f"choices/{index}")
    return found


def check_commands(commands: Sequence[Payload]) -> list[str]:
    """Check all commands of an application, as the bulk upsert takes them."""
    found = []
    kinds = Counter(command.get("type", CommandKind.CHAT_INPUT) for command in commands)
    for kind, most in _COMMANDS_OF_A_KIND.items():
        if kinds[kind] > most:
            found.append(f"commands: more than {most} of type {kind}.")
    found += unique(
        ((command.get("type", 1), command.get("name")) for command in commands), "commands", "name"
    )
    for index, command in enumerate(commands):
        found += _command(command, f"commands/{index}")
    return found


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
        yield from lengths(embed, _EMBED, at)
        yield from lengths(footer, [Length("text", 2048)], f"{at}/footer")
        yield from lengths(author, [Length("name", 256)], f"{at}/author")
        for number, field in enumerate(fields):
            yield from required(field, _FIELD, f"{at}/fields/{number}")
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
    parts = [part for _, part in walk(payload.get("components") or (), "components")]
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if payload.get(field):
            yield f"message: {field} may not stand beside components of version 2."
    if len(parts) > _PARTS_V2:
        yield f"components: more than {_PARTS_V2} in all."
    texts = [part.get("content") for part in parts if part.get("type") == Kind.TEXT_DISPLAY]
    if sum(len(text) for text in texts if text) > _TEXT_V2:
        yield f"components: more than {_TEXT_V2} characters of text in all."


# ------------------------------------------------------------------------------------ commands


def _command(command: Payload, at: str) -> Iterator[str]:
    if command.get("type", CommandKind.CHAT_INPUT) == CommandKind.CHAT_INPUT:
        yield from _described(command, at)
    else:
        # The names of the menus are free text: spaces and capitals are fine.
        for name in _texts(command, "name"):
            yield from lengths({"name": name}, [Length("name", 32, 1)], at)
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
        yield from lengths({"description": description}, [Length("description", 100, 1)], at)
    options, choices = part.get("options") or (), part.get("choices") or ()
    yield from lengths(part, [Length("options", _OPTIONS), Length("choices", _OPTIONS)], at)
    yield from _choices(choices, f"{at}/choices")
    yield from unique((option.get("name") for option in options), f"{at}/options", "name")
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        yield f"{at}/options: a required one follows an optional one."
    for index, option in enumerate(options):
        yield from _described(option, f"{at}/options/{index}")


def _choices(choices: Sequence[Payload], at: str) -> Iterator[str]:
    for index, choice in enumerate(choices):
        yield from _choice(choice, f"{at}/{index}")
    yield from unique((choice.get("name") for choice in choices), at, "name")


def _choice(choice: Payload, at: str) -> Iterator[str]:
    yield from _locales(choice, at)
    for name in _texts(choice, "name"):
        yield from lengths({"name": name}, [Length("name", _CHOICE, 1)], at)
    yield from lengths(choice, [Length("value", _CHOICE)], at)


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
