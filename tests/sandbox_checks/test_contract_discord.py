"""What discord.py sends, and what is wrong, against Discord's real description."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from sandbox.contract import ALLOWANCES, Contract
from tests.sandbox_checks.discord_calls import BODILESS, CALLS, capturing_client


@pytest.fixture
async def client(monkeypatch: pytest.MonkeyPatch) -> discord.Client:
    return capturing_client(monkeypatch)


@pytest.fixture
def description() -> Path:
    path = os.environ.get("DISCORD_OPENAPI")
    if not path:
        pytest.skip("DISCORD_OPENAPI names no copy of Discord's description")
    return Path(path)


@pytest.fixture
def document(description: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(description.read_bytes()))


@pytest.fixture
def contract(description: Path) -> Contract:
    return Contract.load(description)


@pytest.mark.parametrize("name", CALLS)
async def test_what_discord_py_sends_passes(
    name: str, client: discord.Client, contract: Contract
) -> None:
    request = await CALLS[name](client)
    assert contract.check_request(*request) == []


async def test_every_allowance_is_needed_by_something_discord_py_sends(
    client: discord.Client, document: dict[str, Any]
) -> None:
    requests = [await call(client) for call in CALLS.values()]
    for allowance in ALLOWANCES:
        without = Contract(document, [other for other in ALLOWANCES if other is not allowance])
        assert any(without.check_request(*request) for request in requests), allowance


def _paths(value: object, *at: str | int) -> Iterator[tuple[str | int, ...]]:
    """Where the objects of a JSON value are."""
    if isinstance(value, dict):
        yield at
        for name, item in value.items():
            yield from _paths(item, *at, name)
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _paths(item, *at, index)


@pytest.mark.parametrize("name", [name for name in CALLS if name not in BODILESS])
async def test_a_field_discord_does_not_know_is_found_wherever_it_stands(
    name: str, client: discord.Client, contract: Contract
) -> None:
    request = await CALLS[name](client)
    for path in _paths(request.body):
        if path and str(path[-1]).endswith("_localizations"):
            continue  # its keys are languages, which the description does not list
        body = json.loads(json.dumps(request.body))
        place = body
        for key in path:
            place = place[key]
        place["colour_of_the_sky"] = 1
        pointer = "/".join(("", *map(str, path), "colour_of_the_sky"))
        assert any(
            f": {pointer} is not a known field." in finding
            for finding in contract.check_request(request.method, request.path, body)
        ), pointer


REAL_FAULTS: list[tuple[str, str, Any, str]] = [
    (
        "POST",
        "/channels/30/messages",
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81}]}]},
        "POST /channels/{channel_id}/messages: "
        "/components/0/components/0/label exceeds 80 characters.",
    ),
    (
        "POST",
        "/channels/30/messages",
        {"components": [{"type": 4, "custom_id": "a"}]},
        "POST /channels/{channel_id}/messages: /components/0/type is none of the known kinds.",
    ),
    (
        "PATCH",
        "/channels/30/messages/40",
        {"tts": True},
        "PATCH /channels/{channel_id}/messages/{message_id}: /tts is not the one known value.",
    ),
    (
        "POST",
        "/interactions/60/token/callback?with_response=1",
        {"type": 9, "data": {"custom_id": "a", "title": "x" * 46, "components": []}},
        "POST /interactions/{interaction_id}/{interaction_token}/callback: "
        "/data/title exceeds 45 characters.",
    ),
    (
        "POST",
        "/channels/30/threads",
        {"name": "match", "auto_archive_duration": 61},
        "POST /channels/{channel_id}/threads: /auto_archive_duration is none of the known values.",
    ),
    (
        "GET",
        "/channels/30/messages?limit=101",
        None,
        "GET /channels/{channel_id}/messages: query/limit exceeds 100.",
    ),
]


@pytest.mark.parametrize(("method", "path", "body", "finding"), REAL_FAULTS)
def test_a_fault_against_the_real_description_is_named_at_its_place(
    method: str, path: str, body: object, finding: str, contract: Contract
) -> None:
    assert finding in contract.check_request(method, path, body)


def test_the_real_description_takes_a_good_answer_and_names_a_bad_one(contract: Contract) -> None:
    address = {"url": "wss://gateway.test", "shards": 1}
    limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    good = {**address, "session_start_limit": limits}
    assert contract.check_response("GET", "/gateway/bot", 200, good) == []
    assert contract.check_response("GET", "/gateway/bot", 200, address) == [
        "200 to GET /gateway/bot: /session_start_limit is missing."
    ]


def _keywords(schema: object) -> Iterator[str]:
    """Every schema keyword below a schema, the names of properties left out."""
    match schema:
        case dict():
            yield from schema
            for key, value in schema.items():
                inner = value.values() if key == "properties" else [value]
                for one in inner:
                    yield from _keywords(one)
        case list():
            for one in schema:
                yield from _keywords(one)


def test_the_real_description_uses_no_schema_keyword_that_is_not_checked(
    document: dict[str, Any],
) -> None:
    checked = {
        *("$ref", "type", "enum", "const", "pattern", "format", "allOf", "oneOf", "anyOf"),
        *("properties", "required", "additionalProperties", "items", "uniqueItems"),
        *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"),
        *("minProperties", "maxProperties"),
    }
    words = {"title", "description", "default", "deprecated", "contentEncoding", "x-discord-union"}
    assert set(_keywords(list(document["components"]["schemas"].values()))) <= checked | words
