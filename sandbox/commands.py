"""Registered commands: storing them as Discord does, and typing them as its client allows."""

from collections.abc import Callable, Mapping
from typing import Any

from sandbox import payloads
from sandbox.model import Channel, Json, User
from sandbox.permissions import Permission, in_channel
from sandbox.world import World

SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, NUMBER = 1, 2, 3, 4, 5, 6, 10
CHAT_INPUT, USER_MENU = 1, 2
STORED_DEFAULTS: Json = {
    "description": "",
    "default_member_permissions": None,
    "nsfw": False,
    "dm_permission": True,
    "contexts": None,
    "integration_types": [0],
}


class ClientRefusalError(Exception):
    """A real person could not have done this: the app would not let them."""


def replace_all(world: World, definitions: list[Json]) -> list[Json]:
    """Overwrite the global commands; one of the same type and name keeps its id."""
    known = {(c["type"], c["name"]): c["id"] for c in world.application.commands.values()}
    world.application.commands = {}
    for definition in definitions:
        kind = definition.get("type") or CHAT_INPUT
        command_id = known.get((kind, definition["name"])) or str(world.new_id())
        given = {key: value for key, value in definition.items() if value is not None}
        if "default_member_permissions" in given:
            given["default_member_permissions"] = str(given["default_member_permissions"])
        world.application.commands[int(command_id)] = (
            STORED_DEFAULTS
            | given
            | {
                "id": command_id,
                "type": kind,
                "application_id": str(world.application.id),
                "version": str(world.new_id()),
            }
        )
    world.signal.notify()
    return list(world.application.commands.values())


def without_localizations(command: Json) -> Json:
    """A command as GET gives it unless `with_localizations` is asked for."""
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}


def typed(
    world: World,
    user: User,
    channel: Channel,
    line: str,
    given: Mapping[str, Any],
    *,
    focused: str | None = None,
    unallowed: bool = False,
) -> Json:
    """Interaction data for a slash command typed by a person, such as `mastermind challenge`.

    `given` maps option names to values: text (a choice by name or value), numbers, True/False or a
    User. `unallowed`: the permissions that the command asks for do not count. Raises
    ClientRefusalError where Discord's own client would not send it.
    """
    steps = _steps(world, line)
    command = steps[0]
    _check_visible(user, channel, command)
    if not unallowed:
        _check_allowed(user, channel, command)
    definitions = steps[-1].get("options", [])
    if any(o["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP) for o in definitions):
        raise ClientRefusalError(f"/{line} needs a subcommand")
    options, users = _options(definitions, given, focused)
    for step in reversed(steps[1:]):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT}
    data["options"] = options
    if users:
        data["resolved"] = payloads.resolved_users(users, channel.guild)
    return data


def menu(world: World, user: User, channel: Channel, name: str, target: User) -> Json:
    """Interaction data for a user menu command, named in any of its languages."""
    command = _command(world, USER_MENU, name)
    _check_visible(user, channel, command)
    _check_allowed(user, channel, command)
    return {
        "id": command["id"],
        "name": command["name"],
        "type": USER_MENU,
        "target_id": str(target.id),
        "resolved": payloads.resolved_users([target], channel.guild),
    }


def options_of(world: World, line: str) -> list[Json]:
    """The options that the slash command or subcommand of a line is registered with."""
    return list(_steps(world, line)[-1].get("options", []))


def name_of(data: Json) -> str:
    """A command as it is spoken of: its name and those of its group and subcommand."""
    names, options = [data["name"]], data.get("options", [])
    while options and options[0]["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP):
        names.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(names)


def _steps(world: World, line: str) -> list[Json]:
    """The definitions along a line: the command, then its group or subcommand."""
    name, *path = line.removeprefix("/").split() or [""]
    steps = [_command(world, CHAT_INPUT, name)]
    for word in path:
        offered = steps[-1].get("options", [])
        steps.append(_named(offered, word, "subcommand", (SUBCOMMAND, SUBCOMMAND_GROUP)))
    return steps


def _command(world: World, kind: int, name: str) -> Json:
    of_kind = [c for c in world.application.commands.values() if c["type"] == kind]
    return _named(of_kind, name, "command", (kind,))


def _check_visible(user: User, channel: Channel, command: Json) -> None:
    name = command["name"]
    here = 0 if channel.guild is not None else 1
    contexts = command["contexts"]
    if contexts is not None and here not in contexts:
        raise ClientRefusalError(f"{name} is not offered here (contexts {contexts})")
    if here == 1 and contexts is None and not command["dm_permission"]:
        raise ClientRefusalError(f"{name} is not offered in private messages")
    if not in_channel(channel, user) & Permission.USE_APPLICATION_COMMANDS:
        raise ClientRefusalError(f"{user.name} may not use commands here")


def _check_allowed(user: User, channel: Channel, command: Json) -> None:
    needed = command["default_member_permissions"]
    if needed is None or channel.guild is None:
        return
    required = int(needed) or int(Permission.ADMINISTRATOR)
    if required & ~in_channel(channel, user):
        raise ClientRefusalError(f"{command['name']} is hidden from {user.name}: it needs {needed}")


def _named(entries: list[Json], name: str, what: str, kinds: tuple[int, ...]) -> Json:
    fitting = [entry for entry in entries if entry.get("type", CHAT_INPUT) in kinds]
    for entry in fitting:
        if name in _names(entry):
            return entry
    offered = ", ".join(entry["name"] for entry in fitting) or "none"
    raise ClientRefusalError(f"no {what} {name!r}; there are: {offered}")


def _names(entry: Json) -> set[str]:
    return {entry["name"], *(entry.get("name_localizations") or {}).values()}


def _options(
    definitions: list[Json], given: Mapping[str, Any], focused: str | None
) -> tuple[list[Json], list[User]]:
    unknown = given.keys() - {name for d in definitions for name in _names(d)}
    if unknown:
        raise ClientRefusalError(f"no option {', '.join(sorted(unknown))}")
    filled, users = [], []
    for definition in definitions:
        name = next((n for n in _names(definition) if n in given), None)
        if name is None or given[name] is None:
            if definition.get("required") and focused is None:
                raise ClientRefusalError(f"the option {definition['name']} is required")
            continue
        value = given[name]
        if isinstance(value, User):
            users.append(value)
        option = {"name": definition["name"], "type": definition["type"]}
        if focused in _names(definition):
            filled.append(option | {"value": value, "focused": True})
        else:
            filled.append(option | {"value": _value(definition, value)})
    return filled, users


def _value(definition: Json, value: Any) -> Any:
    check = VALUE_CHECKS.get(definition["type"])
    if check is None:
        raise ClientRefusalError(f"options of type {definition['type']} cannot be typed here")
    if definition.get("choices"):
        return _choice(definition, value)
    return check(definition, value)


def _choice(definition: Json, value: Any) -> Any:
    for choice in definition["choices"]:
        if value == choice["value"] or value in _names(choice):
            return choice["value"]
    offered = ", ".join(str(choice["value"]) for choice in definition["choices"])
    raise ClientRefusalError(f"{definition['name']} has no choice {value!r}; there are: {offered}")


def _text(definition: Json, value: Any) -> str:
    if not isinstance(value, str):
        raise ClientRefusalError(f"{definition['name']} takes text, not {value!r}")
    low, high = definition.get("min_length", 0), definition.get("max_length", 6000)
    if not low <= len(value) <= high:
        raise ClientRefusalError(f"{definition['name']} takes {low} to {high} characters")
    return value


def _number(definition: Json, value: Any) -> int | float:
    kinds = (int,) if definition["type"] == INTEGER else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise ClientRefusalError(f"{definition['name']} takes a number, not {value!r}")
    low, high = definition.get("min_value", -(2**53)), definition.get("max_value", 2**53)
    if not low <= value <= high:
        raise ClientRefusalError(f"{definition['name']} takes {low} to {high}, not {value}")
    return value


def _boolean(definition: Json, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ClientRefusalError(f"{definition['name']} takes True or False, not {value!r}")
    return value


def _user(definition: Json, value: Any) -> str:
    if not isinstance(value, User):
        raise ClientRefusalError(f"{definition['name']} takes a person, not {value!r}")
    return str(value.id)


VALUE_CHECKS: dict[int, Callable[[Json, Any], Any]] = {
    STRING: _text,
    INTEGER: _number,
    BOOLEAN: _boolean,
    USER: _user,
    NUMBER: _number,
}
