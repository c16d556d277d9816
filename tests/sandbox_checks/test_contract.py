"""The check of traffic against Discord's description: its mechanism, and what discord.py sends."""

import io
import json
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

import discord
import pytest
from discord import app_commands, ui
from discord.webhook.async_ import AsyncWebhookAdapter

from sandbox.contract import ALLOWANCES, Contract

APPLICATION, GUILD, CHANNEL, MESSAGE, USER = 10, 20, 30, 40, 50

# --------------------------------------------------------------- what discord.py really sends


class Request(NamedTuple):
    method: str
    path: str
    body: Any


class Captured(Exception):  # noqa: N818 - it carries a request out of discord.py, nothing failed
    def __init__(self, request: Request) -> None:
        self.request = request


def _capture(
    route: Any, payload: Any, multipart: list[dict[str, Any]] | None, query: dict[str, Any] | None
) -> Captured:
    """End discord.py's call with what it would have written to the wire, as JSON reads it."""
    for part in multipart or ():
        if part["name"] == "payload_json":
            payload = json.loads(part["value"])
    path = re.sub(r"^https?://[^/]+/api/v\d+", "", route.url)
    if query:
        path = f"{path}?{urlencode(query)}"
    return Captured(Request(route.method, path, json.loads(json.dumps(payload))))


async def _bot_request(
    self: Any, route: Any, *, json: Any = None, form: Any = None, params: Any = None, **_: Any
) -> None:
    raise _capture(route, json, form, params)


async def _webhook_request(
    self: Any,
    route: Any,
    *_: Any,
    payload: Any = None,
    multipart: Any = None,
    params: Any = None,
    **__: Any,
) -> None:
    raise _capture(route, payload, multipart, params)


@pytest.fixture
async def client(monkeypatch: pytest.MonkeyPatch) -> discord.Client:
    monkeypatch.setattr(discord.http.HTTPClient, "request", _bot_request)
    monkeypatch.setattr(AsyncWebhookAdapter, "request", _webhook_request)
    bot = discord.Client(
        intents=discord.Intents.none(), allowed_mentions=discord.AllowedMentions.none()
    )
    bot._connection.application_id = APPLICATION
    return bot


async def sent(call: Awaitable[object]) -> Request:
    with pytest.raises(Captured) as caught:
        await call
    return caught.value.request


def channel(client: discord.Client) -> discord.PartialMessageable:
    return client.get_partial_messageable(CHANNEL, guild_id=GUILD)


def thread(client: discord.Client) -> discord.Thread:
    state = client._connection
    guild = discord.Guild(data=cast("Any", {"id": str(GUILD)}), state=state)
    data = {
        "id": str(CHANNEL),
        "parent_id": "31",
        "owner_id": str(USER),
        "name": "match",
        "type": 11,
        "message_count": 0,
        "member_count": 0,
        "thread_metadata": {
            "archived": False,
            "locked": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
        },
    }
    return discord.Thread(guild=guild, state=state, data=cast("Any", data))


def interaction(client: discord.Client, kind: int = 2) -> discord.Interaction[Any]:
    data = {
        "id": "60",
        "application_id": str(APPLICATION),
        "type": kind,
        "token": "token",
        "version": 1,
        "channel": {"id": str(CHANNEL), "type": 1, "recipients": []},
        "user": {"id": str(USER), "username": "robin", "discriminator": "0", "avatar": None},
        "data": {
            "id": "70",
            "name": "mastermind",
            "type": 1,
            "custom_id": "a",
            "component_type": 2,
        },
        "attachment_size_limit": 1,
    }
    return discord.Interaction(data=cast("Any", data), state=client._connection)


def embed() -> discord.Embed:
    made = discord.Embed(title="Title", description="Text", colour=0x112233, url="https://a.test")
    made.add_field(name="Name", value="Value", inline=False)
    made.set_footer(text="Foot").set_author(name="Wren").set_image(url="attachment://board.png")
    made.timestamp = discord.utils.snowflake_time(MESSAGE)
    return made


def file() -> discord.File:
    return discord.File(io.BytesIO(b"png"), filename="board.png", description="The board")


def buttons_and_selects() -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Guess", custom_id="guess", emoji="🔴"))
    view.add_item(ui.Button(label="Rules", url="https://a.test"))
    view.add_item(ui.Button(emoji=discord.PartialEmoji(name="peg", id=5), disabled=True))
    options = [discord.SelectOption(label="Red", value="r", description="A colour", emoji="🔴")]
    view.add_item(ui.Select(custom_id="colour", placeholder="Colour", options=options))
    view.add_item(ui.UserSelect(custom_id="user"))
    default = discord.SelectDefaultValue(id=CHANNEL, type=discord.SelectDefaultValueType.channel)
    view.add_item(
        ui.ChannelSelect(
            custom_id="channel",
            channel_types=[discord.ChannelType.text],
            default_values=[default],
        )
    )
    return view


def layout() -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x112233)
    container.add_item(ui.TextDisplay("# Row 3"))
    container.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
    container.add_item(ui.Section("Text", accessory=ui.Button(label="Board", custom_id="board")))
    container.add_item(ui.Section("Text", accessory=ui.Thumbnail("attachment://board.png")))
    container.add_item(
        ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="Board"))
    )
    container.add_item(ui.File("attachment://board.png"))
    container.add_item(ui.ActionRow(ui.Button(label="Guess", custom_id="guess")))
    view.add_item(container)
    view.add_item(ui.TextDisplay("-# Commitment"))
    return view


def modal() -> ui.Modal:
    box = ui.Modal(title="Set the code", custom_id="box")
    options = [discord.SelectOption(label="Red", value="r", emoji="🔴")]
    peg: ui.Select[Any] = ui.Select(custom_id="peg", options=options, required=False)
    text: ui.TextInput[Any] = ui.TextInput(custom_id="text", required=False, max_length=50)
    radio: ui.RadioGroup[Any] = ui.RadioGroup(custom_id="radio")
    radio.add_option(label="Red", value="r")
    radio.add_option(label="Blue", value="b")
    boxes: ui.CheckboxGroup[Any] = ui.CheckboxGroup(custom_id="boxes")
    boxes.add_option(label="Red", value="r")
    box.add_item(ui.TextDisplay("Pick the pegs"))
    box.add_item(ui.Label(text="Peg 1", description="Left", component=peg))
    box.add_item(ui.Label(text="Code", component=text))
    box.add_item(ui.Label(text="Answer", component=radio))
    box.add_item(ui.Label(text="Answers", component=boxes))
    return box


async def commands(client: discord.Client) -> Request:
    tree = app_commands.CommandTree(client)
    group = app_commands.Group(
        name="mastermind",
        description="The game",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @group.command(name=app_commands.locale_str("challenge"), description="Challenge somebody")
    @app_commands.choices(preset=[app_commands.Choice(name="Classic", value="classic")])
    async def challenge(
        interaction: discord.Interaction[Any],
        opponent: discord.User,
        preset: app_commands.Choice[str],
        rows: app_commands.Range[int, 6, 12] = 10,
        code: app_commands.Range[str, 1, 50] = "",
        repeats: bool = True,
        weight: float = 1.0,
        where: discord.TextChannel | None = None,
    ) -> None: ...

    @challenge.autocomplete("code")
    async def complete(
        interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return []

    @tree.context_menu(name="Challenge to Mastermind")
    async def menu(interaction: discord.Interaction[Any], user: discord.User) -> None: ...

    class Dutch(app_commands.Translator):
        async def translate(
            self,
            string: app_commands.locale_str,
            locale: discord.Locale,
            context: Any,
        ) -> str | None:
            return string.message if locale is discord.Locale.dutch else None

    tree.add_command(group)
    await tree.set_translator(Dutch())
    return await sent(tree.sync())


def everything(**more: Any) -> dict[str, Any]:
    return {"content": "Row 3", "embed": embed(), "view": buttons_and_selects(), **more}


Call = Callable[[discord.Client], Awaitable[Request]]


def _message(client: discord.Client) -> discord.PartialMessage:
    return channel(client).get_partial_message(MESSAGE)


PNG = b"\x89PNG\r\n\x1a\n"
REFERENCE = discord.MessageReference(
    message_id=MESSAGE, channel_id=CHANNEL, guild_id=GUILD, fail_if_not_exists=False
)
PINGS = discord.AllowedMentions(users=[discord.Object(USER)])

CALLS: dict[str, Call] = {
    "bulk upsert": commands,
    "message": lambda c: sent(
        channel(c).send(**everything(nonce="outbox-1", allowed_mentions=PINGS))
    ),
    "silent reply": lambda c: sent(
        channel(c).send("text", reference=REFERENCE, mention_author=False, silent=True)
    ),
    "message with a file": lambda c: sent(channel(c).send(**everything(file=file()))),
    "layout message": lambda c: sent(channel(c).send(view=layout(), file=file())),
    "edit": lambda c: sent(_message(c).edit(**everything(allowed_mentions=PINGS))),
    "edit with attachments": lambda c: sent(_message(c).edit(content="a", attachments=[file()])),
    "edit to a layout": lambda c: sent(
        _message(c).edit(content=None, embed=None, view=layout(), attachments=[file()])
    ),
    "edit that clears": lambda c: sent(_message(c).edit(content=None, embed=None, view=None)),
    "delete": lambda c: sent(_message(c).delete()),
    "one message": lambda c: sent(_message(c).fetch()),
    "typing": lambda c: sent(channel(c)._state.http.send_typing(CHANNEL)),
    "history": lambda c: sent(anext(channel(c).history(after=discord.Object(1), limit=5))),
    "answer": lambda c: sent(interaction(c).response.send_message(**everything(ephemeral=True))),
    "answer with a file": lambda c: sent(interaction(c).response.send_message("a", file=file())),
    "layout answer": lambda c: sent(interaction(c).response.send_message(view=layout())),
    "defer": lambda c: sent(interaction(c).response.defer(ephemeral=True, thinking=True)),
    "defer an update": lambda c: sent(interaction(c, 3).response.defer()),
    "update": lambda c: sent(interaction(c, 3).response.edit_message(**everything())),
    "update to a file": lambda c: sent(
        interaction(c, 3).response.edit_message(content="a", view=None, attachments=[file()])
    ),
    "modal": lambda c: sent(interaction(c).response.send_modal(modal())),
    "autocomplete": lambda c: sent(
        interaction(c, 4).response.autocomplete([app_commands.Choice(name="A", value="a")])
    ),
    "followup": lambda c: sent(
        interaction(c).followup.send(**everything(ephemeral=True, wait=True))
    ),
    "followup with a file": lambda c: sent(interaction(c).followup.send(file=file(), wait=True)),
    "layout followup": lambda c: sent(interaction(c).followup.send(view=layout(), wait=True)),
    "followup edit": lambda c: sent(
        interaction(c).followup.edit_message(MESSAGE, content="a", view=buttons_and_selects())
    ),
    "original edit": lambda c: sent(interaction(c).edit_original_response(**everything())),
    "original edit with a file": lambda c: sent(
        interaction(c).edit_original_response(content="a", attachments=[file()])
    ),
    "original": lambda c: sent(interaction(c).original_response()),
    "original delete": lambda c: sent(interaction(c).delete_original_response()),
    "thread on a message": lambda c: sent(
        c.http.start_thread_with_message(CHANNEL, MESSAGE, name="match", auto_archive_duration=1440)
    ),
    "private thread": lambda c: sent(
        c.http.start_thread_without_message(
            CHANNEL, name="match", auto_archive_duration=1440, type=12, invitable=False
        )
    ),
    "thread edit": lambda c: sent(
        thread(c).edit(
            name="m", archived=True, locked=True, invitable=False, auto_archive_duration=60
        )
    ),
    "thread message": lambda c: sent(thread(c).send("text")),
    "thread member": lambda c: sent(thread(c).add_user(discord.Object(USER))),
    "active threads": lambda c: sent(c.http.get_active_threads(GUILD)),
    "emoji": lambda c: sent(c.create_application_emoji(name="peg_red", image=PNG)),
    "emojis": lambda c: sent(c.fetch_application_emojis()),
    "private channel": lambda c: sent(c.http.start_private_message(USER)),
    "application": lambda c: sent(c.http.application_info()),
    "gateway": lambda c: sent(c.http.request(discord.http.Route("GET", "/gateway/bot"))),
    "self": lambda c: sent(c.http.request(discord.http.Route("GET", "/users/@me"))),
    "channel": lambda c: sent(c.fetch_channel(CHANNEL)),
    "guild": lambda c: sent(c.fetch_guild(GUILD)),
    "user": lambda c: sent(c.fetch_user(USER)),
}


BODILESS = {
    *("delete", "one message", "typing", "history", "original", "original delete"),
    *("thread member", "active threads", "emojis", "application", "gateway", "self", "channel"),
    *("guild", "user"),
}


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


# ------------------------------------------------------------------- the mechanism, on its own

SMALL = {
    "paths": {
        "/pegs/{peg_id}": {
            "parameters": [
                {"name": "peg_id", "in": "path", "schema": {"$ref": "#/components/schemas/Id"}}
            ],
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 5}},
                    {"name": "all", "in": "query", "schema": {"type": "boolean"}},
                    {
                        "name": "names",
                        "in": "query",
                        "required": True,
                        "schema": {"type": "array", "items": {"type": "string", "maxLength": 3}},
                    },
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Peg"}}
                        }
                    },
                    "204": {"description": "nothing"},
                    "4XX": {"$ref": "#/components/responses/Refused"},
                },
            },
        },
        "/pegs/@me": {"delete": {"responses": {"204": {}}}},
        "/pegs": {
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Peg"}}
                    },
                },
                "responses": {},
            }
        },
    },
    "components": {
        "responses": {
            "Refused": {
                "content": {
                    "application/json": {
                        "schema": {
                            "allOf": [
                                {"type": "object", "required": ["code"]},
                                {"type": "object", "properties": {"code": {"type": "integer"}}},
                            ]
                        }
                    }
                }
            }
        },
        "schemas": {
            "Id": {"type": "string", "pattern": "^[0-9]+$", "format": "snowflake"},
            "Round": {
                "type": "object",
                "properties": {
                    "type": {"type": "integer", "enum": [1]},
                    "size": {"type": "integer", "minimum": 2, "maximum": 4, "format": "int32"},
                },
                "required": ["type", "size"],
            },
            "Box": {
                "type": "object",
                "properties": {
                    "type": {"type": "integer", "const": 2},
                    "inside": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 2,
                        "items": {"$ref": "#/components/schemas/Shape"},
                    },
                },
                "required": ["type"],
            },
            "Shape": {
                "oneOf": [
                    {"$ref": "#/components/schemas/Round"},
                    {"$ref": "#/components/schemas/Box"},
                ]
            },
            "Peg": {
                "type": "object",
                "properties": {
                    "name": {"type": ["string", "null"], "minLength": 2, "maxLength": 4},
                    "shape": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Shape"}]},
                    "colour": {"type": "string", "oneOf": [{"const": "red"}, {"const": "blue"}]},
                    "made": {"type": "string", "format": "date-time"},
                    "home": {"type": "string", "format": "uri"},
                    "keys": {"type": "array", "uniqueItems": True, "items": {"type": "string"}},
                    "words": {
                        "type": "object",
                        "maxProperties": 1,
                        "additionalProperties": {"type": "string"},
                    },
                    "weight": {"anyOf": [{"type": "number"}, {"type": "boolean"}]},
                    "owner": {"$ref": "#/components/schemas/Id"},
                    "part": {
                        "anyOf": [
                            {
                                "type": "object",
                                "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                                "required": ["a", "b"],
                            },
                            {"type": "object", "properties": {"a": {"type": "integer"}}},
                        ]
                    },
                },
                "required": ["name"],
            },
        },
    },
}


@pytest.fixture
def small(tmp_path: Path) -> Contract:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    return Contract.load(path)


def test_a_description_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    assert Contract.load(path) is Contract.load(tmp_path / "." / "small.json")


@pytest.mark.parametrize(
    "body",
    [
        {"name": None},
        {"name": "peg", "shape": None, "colour": "red", "keys": ["a", "b"], "words": {"x": "y"}},
        {"name": "peg", "shape": {"type": 1, "size": 2}, "weight": 1.5, "owner": "18"},
        {"name": "peg", "shape": {"type": 2, "inside": [{"type": 1, "size": 4}, {"type": 2}]}},
        {"name": "peg", "weight": True, "part": {"a": 1}},
        {"name": "peg", "made": "2026-01-02T03:04:05.678000+00:00", "home": "attachment://a.png"},
    ],
)
def test_a_body_that_fits_passes(body: object, small: Contract) -> None:
    assert small.check_request("POST", "/pegs", body) == []


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"name": 1}, "/name is of type integer, not string or null"),
        ({"name": True}, "/name is of type boolean, not string or null"),
        ({"name": "p"}, "/name falls short of 2 characters"),
        ({"name": "pegs!"}, "/name exceeds 4 characters"),
        ({"nmae": "peg"}, "/nmae is not a known field"),
        ({"a/b~c": 1}, "/a~1b~0c is not a known field"),
        ({"colour": "green"}, "/colour is none of the known values"),
        ({"made": "yesterday"}, "/made is no ISO 8601 date and time"),
        ({"made": "2026-01-02"}, "/made is no ISO 8601 date and time"),
        ({"home": "a.png"}, "/home is no absolute address"),
        ({"home": "//[a"}, "/home is no absolute address"),
        ({"keys": ["a", "a"]}, "/keys has an item twice"),
        ({"words": {"x": 1}}, "/words/x is of type integer, not string"),
        ({"words": {"x": "", "y": ""}}, "/words exceeds 1 fields"),
        ({"weight": "heavy"}, "/weight is of type string, not number or boolean"),
        ({"owner": "x"}, "/owner does not match ^[0-9]+$"),
        ({"owner": str(2**64)}, "/owner does not fit into 64 bits"),
        ({"shape": 5}, "/shape is of type integer, not object"),
        ({"shape": {"type": 3}}, "/shape/type is none of the known kinds"),
        ({"shape": {"size": 3}}, "/shape/type is missing"),
        ({"shape": {"type": 1}}, "/shape/size is missing"),
        ({"shape": {"type": 1, "size": 5}}, "/shape/size exceeds 4"),
        ({"shape": {"type": 2, "size": 3}}, "/shape/size is not a known field"),
        ({"shape": {"type": 2, "inside": []}}, "/shape/inside falls short of 1 items"),
        (
            {"shape": {"type": 2, "inside": [{"type": 2}, {"type": 1, "size": 1}]}},
            "/shape/inside/1/size falls short of 2",
        ),
        ({"part": {"a": 1, "b": "x"}}, "/part/a is of type integer, not string"),
    ],
)
def test_a_fault_is_named_by_its_pointer_alone(
    change: dict[str, Any], finding: str, small: Contract
) -> None:
    body = {"name": "peg", **change}
    assert small.check_request("POST", "/pegs", body) == [f"POST /pegs: {finding}."]


def test_an_integer_beyond_its_format_is_found(tmp_path: Path) -> None:
    schema = {"type": "integer", "format": "int32"}
    operation = {"requestBody": {"content": {"application/json": {"schema": schema}}}}
    contract = Contract({"paths": {"/a": {"post": operation}}})
    assert contract.check_request("POST", "/a", 2**31 - 1) == []
    assert contract.check_request("POST", "/a", 2**31) == [
        "POST /a: the body does not fit into 32 bits."
    ]


def test_a_value_never_stands_in_a_finding(small: Contract) -> None:
    canary = "RBRG-canary"
    body = dict.fromkeys(("name", "colour", "made", "shape", "owner"), canary)
    found = small.check_request("POST", "/pegs", body)
    assert len(found) == 5
    assert not any(canary in finding for finding in found)


def test_a_missing_or_needless_body_is_found(small: Contract) -> None:
    assert small.check_request("POST", "/pegs", None) == [
        "POST /pegs: the body is of type null, not object."
    ]
    assert small.check_request("GET", "/pegs/1?names=a", {}) == [
        "GET /pegs/{peg_id}: the body has no place here."
    ]


@pytest.mark.parametrize(
    ("method", "path", "findings"),
    [
        ("GET", "/pegs/1?names=a&names=b&limit=5&all=1", []),
        ("GET", "/pegs/1", ["GET /pegs/{peg_id}: query/names is missing."]),
        ("GET", "/pegs/1?names=abcd", ["GET /pegs/{peg_id}: query/names/0 exceeds 3 characters."]),
        ("GET", "/pegs/1?names=a&limit=6", ["GET /pegs/{peg_id}: query/limit exceeds 5."]),
        (
            "GET",
            "/pegs/1?names=a&all=yes",
            ["GET /pegs/{peg_id}: query/all is of type string, not boolean."],
        ),
        (
            "GET",
            "/pegs/1?names=a&sky=",
            ["GET /pegs/{peg_id}: query/sky is not a known parameter."],
        ),
        ("GET", "/pegs/x?names=a", ["GET /pegs/{peg_id}: path/peg_id does not match ^[0-9]+$."]),
        ("DELETE", "/pegs/@me", []),
        ("DELETE", "/pegs/1", ["DELETE /pegs/{peg_id}: the method is not known."]),
        ("GET", "/holes/1/2", ["GET: no known path has this shape of 3 parts."]),
    ],
)
def test_the_address_of_a_request_is_checked(
    method: str, path: str, findings: list[str], small: Contract
) -> None:
    assert small.check_request(method, path, None) == findings


@pytest.mark.parametrize(
    ("status", "body", "findings"),
    [
        (200, {"name": "peg", "more": 1}, []),
        (200, {}, ["200 to GET /pegs/{peg_id}: /name is missing."]),
        (200, None, ["200 to GET /pegs/{peg_id}: the body is of type null, not object."]),
        (204, None, []),
        (204, {}, ["204 to GET /pegs/{peg_id}: the body has no place here."]),
        (404, {"code": 10008, "message": "more"}, []),
        (404, {"code": "x"}, ["404 to GET /pegs/{peg_id}: /code is of type string, not integer."]),
        (404, {}, ["404 to GET /pegs/{peg_id}: /code is missing."]),
        (302, None, ["GET /pegs/{peg_id}: an answer 302 is not known."]),
        (503, {"anything": 1}, []),
    ],
)
def test_an_answer_is_checked_for_what_it_owes(
    status: int, body: object, findings: list[str], small: Contract
) -> None:
    assert small.check_response("GET", "/pegs/1", status, body) == findings


def test_an_answer_to_an_unknown_request_is_found(small: Contract) -> None:
    assert small.check_response("PUT", "/pegs", 200, None) == [
        "PUT /pegs: the method is not known."
    ]
