"""What discord.py really sends: its calls, each ended by the request that it makes."""

import io
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

import discord
import pytest
from discord import app_commands, ui
from discord.webhook.async_ import AsyncWebhookAdapter

APPLICATION, GUILD, CHANNEL, MESSAGE, USER = 10, 20, 30, 40, 50


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


def capturing_client(monkeypatch: pytest.MonkeyPatch) -> discord.Client:
    """A client whose calls end with the request they make, which is not sent."""
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
    "own servers": lambda c: sent(anext(c.fetch_guilds(after=discord.Object(1), limit=5))),
    "channel": lambda c: sent(c.fetch_channel(CHANNEL)),
    "guild": lambda c: sent(c.fetch_guild(GUILD)),
    "user": lambda c: sent(c.fetch_user(USER)),
}


BODILESS = {
    *("delete", "one message", "typing", "history", "original", "original delete"),
    *("thread member", "active threads", "emojis", "application", "gateway", "self", "channel"),
    *("guild", "user", "own servers"),
}
