"""Checks traffic against Discord's official OpenAPI 3.1 description.

Two things make this more than a JSON-schema validator. Discord drops fields it does not know
without a word, so in requests such a field is a finding. And a union (`oneOf`, `anyOf`) is judged
by the one branch that is meant, found by its `type`, so that a finding names the real fault and
not every branch that did not fit. Only the schema keywords which the description uses are known.

Findings never quote a value: a body may hold what nobody should read in a log.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

Schema = Mapping[str, Any]


class Fault(NamedTuple):
    """What is wrong with one value: its JSON pointer, and the words that follow it."""

    pointer: str
    text: str


@dataclass(frozen=True, slots=True)
class Allowance:
    """Something discord.py 2.7.1 sends and the description lacks or draws too narrowly.

    `accepts` stands in for `field` of the request schema, or is merged into the schema itself
    when there is no field.
    """

    schema: str
    field: str | None
    accepts: Schema
    reason: str


_TTS_EDIT: Final = "discord.py writes tts: false into every edit; Discord ignores it there"
_NEVER: Final = {"type": "boolean", "const": False}

ALLOWANCES: Final = (
    Allowance(
        "SnowflakeType",
        None,
        {"type": ["string", "integer"], "minimum": 0},
        "discord.py writes most ids as numbers; Discord reads both forms",
    ),
    Allowance(
        "RichEmbed",
        "flags",
        {"type": "integer", "const": 0},
        "discord.py writes an embed's flags, 0 for a new one; Discord ignores them in requests",
    ),
    Allowance(
        "ApplicationCommandUpdateRequest",
        "nsfw",
        {"type": "boolean"},
        "documented for commands and answered by Discord, left out of the request's schema",
    ),
    Allowance("MessageEditRequestPartial", "tts", _NEVER, _TTS_EDIT),
    Allowance("IncomingWebhookUpdateRequestPartial", "tts", _NEVER, _TTS_EDIT),
    Allowance(
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial", "tts", _NEVER, _TTS_EDIT
    ),
)

_JSON_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
_BOUNDS: Final[tuple[tuple[type[Any] | UnionType, str, str, str], ...]] = (
    (int | float, "minimum", "maximum", ""),
    (str, "minLength", "maxLength", " characters"),
    (list, "minItems", "maxItems", " items"),
    (dict, "minProperties", "maxProperties", " fields"),
)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SNOWFLAKE_END: Final = 2**64
_SERVER_ERROR: Final = 500


def _has_type(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _JSON_TYPES[name])


def _type_names(schema: Schema) -> list[str]:
    names = schema.get("type", [])
    return [names] if isinstance(names, str) else list(names)


def _fits_type(schema: Schema, value: object) -> bool:
    names = _type_names(schema)
    return not names or any(_has_type(value, name) for name in names)


def _wrong_type(names: Iterable[str], value: object) -> str:
    found = next(name for name in _JSON_TYPES if _has_type(value, name))
    return f"is of type {found}, not {' or '.join(dict.fromkeys(names))}"


def _step(pointer: str, key: object) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return "T" in text


def _bound_faults(schema: Schema, value: object) -> Iterator[str]:
    for kind, least, most, unit in _BOUNDS:
        if not isinstance(value, kind):
            continue
        size = value if isinstance(value, int | float) else len(value)
        if least in schema and size < schema[least]:
            yield f"falls short of {schema[least]}{unit}"
        if most in schema and size > schema[most]:
            yield f"exceeds {schema[most]}{unit}"


def _format_faults(schema: Schema, value: object) -> Iterator[str]:
    match schema.get("format"), value:
        case ("int32" | "int64") as name, int():
            bits = int(name.removeprefix("int"))
            if not -(1 << bits - 1) <= value < 1 << bits - 1:
                yield f"does not fit into {bits} bits"
        case "snowflake", _ if str(value).isdecimal() and int(str(value)) >= _SNOWFLAKE_END:
            yield "does not fit into 64 bits"
        case "date-time", str() if not _is_moment(value):
            yield "is no ISO 8601 date and time"
        case "uri", str() if not _SCHEME.match(value):
            yield "is no absolute address"


def _value_faults(schema: Schema, value: object) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield "is none of the known values"
    if "const" in schema and value != schema["const"]:
        yield "is not the one known value"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"does not match {schema['pattern']}"
    if isinstance(value, list) and schema.get("uniqueItems"):
        different = {json.dumps(item, sort_keys=True) for item in value}
        if len(different) < len(value):
            yield "has an item twice"
    if not isinstance(value, bool):
        yield from _bound_faults(schema, value)
        yield from _format_faults(schema, value)


@dataclass(frozen=True, slots=True)
class _Checker:
    """Walks a value and its schema together; `strict` makes unknown fields faults."""

    schemas: Mapping[str, Schema]
    strict: bool

    def resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def check(self, schema: Schema, value: object, at: str = "") -> Iterator[Fault]:
        schema = self.resolve(schema)
        if not _fits_type(schema, value):
            yield Fault(at, _wrong_type(_type_names(schema), value))
            return
        for text in _value_faults(schema, value):
            yield Fault(at, text)
        for part in schema.get("allOf", ()):
            yield from self.check(part, value, at)
        for union in ("oneOf", "anyOf"):
            if union in schema:
                yield from self._union(schema[union], value, at)
        if isinstance(value, dict):
            yield from self._fields(schema, value, at)
        elif isinstance(value, list) and "items" in schema:
            for index, item in enumerate(value):
                yield from self.check(schema["items"], item, f"{at}/{index}")

    def _fields(self, schema: Schema, value: Mapping[str, object], at: str) -> Iterator[Fault]:
        known = schema.get("properties", {})
        rest = schema.get("additionalProperties", not (self.strict and known))
        for name in schema.get("required", ()):
            if name not in value:
                yield Fault(_step(at, name), "is missing")
        for name, item in value.items():
            if name in known:
                yield from self.check(known[name], item, _step(at, name))
            elif rest is False:
                yield Fault(_step(at, name), "is not a known field")
            elif rest is not True:
                yield from self.check(rest, item, _step(at, name))

    def _union(self, branches: Iterable[Schema], value: object, at: str) -> Iterator[Fault]:
        options = [self.resolve(branch) for branch in branches]
        fitting = [option for option in options if _fits_type(option, value)]
        if not fitting:
            yield Fault(at, _wrong_type((n for o in options for n in _type_names(o)), value))
        elif all("const" in option for option in fitting):
            if value not in [option["const"] for option in fitting]:
                yield Fault(at, "is none of the known values")
        elif not (meant := [option for option in fitting if self._is_meant(option, value)]):
            assert isinstance(value, dict)  # noqa: S101 - every other value is meant by its type
            text = "is none of the known kinds" if "type" in value else "is missing"
            yield Fault(_step(at, "type"), text)
        else:
            yield from self._closest(meant, value, at)

    def _is_meant(self, option: Schema, value: object) -> bool:
        if not isinstance(value, dict):
            return True
        tag = self.resolve(option.get("properties", {}).get("type", {}))
        kinds = tag.get("enum", [tag["const"]] if "const" in tag else None)
        if kinds is None:
            return True
        return value["type"] in kinds if "type" in value else "type" not in option["required"]

    def _closest(self, options: Iterable[Schema], value: object, at: str) -> list[Fault]:
        best: list[Fault] | None = None
        for option in options:
            faults = list(self.check(option, value, at))
            if best is None or len(faults) < len(best):
                best = faults
            if not faults:
                break
        return best or []


@dataclass(frozen=True, slots=True)
class _Route:
    """One path template of the description with its operations by lower-case method."""

    template: str
    operations: Mapping[str, Mapping[str, Any]]

    @property
    def segments(self) -> list[str]:
        return self.template.split("/")

    @property
    def literals(self) -> int:
        return sum(not segment.startswith("{") for segment in self.segments)

    def match(self, path: str) -> dict[str, str] | None:
        """The path's parameters by name, or None if the path is of another shape."""
        found = {}
        for wanted, given in zip(self.segments, path.split("/"), strict=True):
            if wanted.startswith("{"):
                found[wanted[1:-1]] = unquote(given)
            elif wanted != given:
                return None
        return found


def _from_text(schema: Schema, texts: Sequence[str]) -> object:
    """Read a query or path parameter as the JSON value that its schema speaks of."""
    text = texts[0]
    match schema.get("type"):
        case "array":
            return list(texts)
        case "integer" if re.fullmatch(r"-?\d+", text):
            return int(text)
        case "boolean" if text in {"true", "false", "1", "0"}:
            return text in {"true", "1"}
        case _:
            return text if len(texts) == 1 else list(texts)


def _amended(
    schemas: Mapping[str, Schema], allowances: Iterable[Allowance]
) -> Mapping[str, Schema]:
    amended = dict(schemas)
    for allowance in allowances:
        schema = amended.get(allowance.schema)
        if schema is None:
            continue
        change = allowance.accepts
        if allowance.field is not None:
            change = {"properties": {**schema["properties"], allowance.field: change}}
        amended[allowance.schema] = {**schema, **change}
    return amended


class Contract:
    """Discord's description of its HTTP interface, ready to check requests and answers.

    Source: https://github.com/discord/discord-api-spec
    """

    def __init__(
        self, description: Mapping[str, Any], allowances: Iterable[Allowance] = ALLOWANCES
    ) -> None:
        """Take a parsed OpenAPI 3.1 document."""
        components = description.get("components", {})
        self._answers = components.get("responses", {})
        schemas = components.get("schemas", {})
        self._requests = _Checker(_amended(schemas, allowances), strict=True)
        self._responses = _Checker(schemas, strict=False)
        self._routes: dict[int, list[_Route]] = {}
        for template, operations in description["paths"].items():
            route = _Route(template, operations)
            self._routes.setdefault(len(route.segments), []).append(route)
        for routes in self._routes.values():
            routes.sort(key=lambda route: route.literals, reverse=True)

    @staticmethod
    def load(path: Path) -> "Contract":
        """Read the description at `path`, once per process; raise OSError or ValueError."""
        return _load(path.resolve())

    def check_request(self, method: str, path: str, body: object | None) -> list[str]:
        """Say what Discord's description does not know or does not take in a request.

        `path` comes without `/api/v10` and may have a query string; `body` is parsed JSON, of a
        multipart request its `payload_json`, None if there is none. Each finding is a sentence.
        """
        address = urlsplit(path)
        found = self._find(method, address.path)
        if isinstance(found, str):
            return [found]
        route, parameters = found
        operation = route.operations[method.lower()]
        query = parse_qs(address.query, keep_blank_values=True)
        declared = [*route.operations.get("parameters", ()), *operation.get("parameters", ())]
        faults = [
            *self._parameters(declared, "path", {k: [v] for k, v in parameters.items()}),
            *self._parameters(declared, "query", query),
            *self._body(operation.get("requestBody"), body),
        ]
        return _sentences(method, route.template, faults)

    def check_response(self, method: str, path: str, status: int, body: object | None) -> list[str]:
        """Say where an answer falls short of the description; further fields are welcome.

        Answers from 500 on are not described and pass. Arguments and findings as above.
        """
        found = self._find(method, urlsplit(path).path)
        if isinstance(found, str):
            return [found]
        if status >= _SERVER_ERROR:
            return []
        route, _ = found
        answers = route.operations[method.lower()]["responses"]
        answer = answers.get(str(status)) or answers.get(f"{status // 100}XX")
        if answer is None:
            return [f"{method} {route.template}: an answer {status} is not known."]
        if "$ref" in answer:
            answer = self._answers[answer["$ref"].rpartition("/")[2]]
        faults = self._content(self._responses, answer, body)
        return _sentences(f"{status} to {method}", route.template, faults)

    def _find(self, method: str, path: str) -> tuple[_Route, dict[str, str]] | str:
        shapes = self._routes.get(len(path.split("/")), ())
        matches = [(r, found) for r in shapes if (found := r.match(path)) is not None]
        for route, parameters in matches:
            if method.lower() in route.operations:
                return route, parameters
        if matches:
            return f"{method} {matches[0][0].template}: the method is not known."
        # The path is not quoted: an unknown one may hold a token anywhere.
        return f"{method}: no known path has this shape of {len(path.split('/')) - 1} parts."

    def _parameters(
        self, declared: Iterable[Schema], place: str, given: Mapping[str, Sequence[str]]
    ) -> Iterator[Fault]:
        known = {p["name"]: p for p in declared if p["in"] == place}
        for name, parameter in known.items():
            if name in given:
                schema = self._requests.resolve(parameter["schema"])
                value = _from_text(schema, given[name])
                yield from self._requests.check(schema, value, f"{place}/{name}")
            elif parameter.get("required"):
                yield Fault(f"{place}/{name}", "is missing")
        for name in sorted(given.keys() - known.keys()):
            yield Fault(f"{place}/{name}", "is not a known parameter")

    def _body(self, described: Schema | None, body: object | None) -> Iterable[Fault]:
        if described is None:
            return [] if body is None else [Fault("", "has no place here")]
        if body is None and not described.get("required"):
            return []
        return self._content(self._requests, described, body)

    def _content(self, checker: _Checker, described: Schema, body: object) -> Iterable[Fault]:
        content = described.get("content", {}).get("application/json")
        if content is None:
            return [] if body is None else [Fault("", "has no place here")]
        return checker.check(content["schema"], body)


@cache
def _load(path: Path) -> Contract:
    return Contract(json.loads(path.read_bytes()))


def _sentences(method: str, template: str, faults: Iterable[Fault]) -> list[str]:
    return [f"{method} {template}: {f.pointer or 'the body'} {f.text}." for f in faults]
