"""REST routes about the application, its commands and emojis, users and servers."""

import base64
import binascii
import re

from sandbox import commands, limits, payloads
from sandbox.errors import invalid_form, refusal
from sandbox.gateway import Gateway
from sandbox.model import Application, Guild, Json
from sandbox.routes import Call, Reply, Route, refuse, snowflake
from sandbox.world import World

MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024
LARGEST_PAGE = 200
DATA_URI = re.compile(r"data:image/(png|jpeg|gif|webp);base64,(.+)", re.DOTALL)


class ApplicationRoutes:
    """Handlers for everything that is not a channel or an interaction."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway

    def routes(self) -> list[Route]:
        """The routes, literal ones first."""
        return [
            Route("GET", "/gateway/bot", lambda _: (200, self._gateway.description())),
            Route("GET", "/applications/@me", self._application),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/{application_id}/commands", self._list_commands),
            Route("PUT", "/applications/{application_id}/commands", self._put_commands),
            Route("GET", "/applications/{application_id}/emojis", self._list_emojis),
            Route("POST", "/applications/{application_id}/emojis", self._create_emoji),
            Route("DELETE", "/applications/{application_id}/emojis/{emoji_id}", self._drop_emoji),
            Route("GET", "/users/@me", self._own_user),
            Route("POST", "/users/@me/channels", self._open_dm),
            Route("GET", "/users/@me/guilds", self._own_guilds),
            Route("GET", "/users/{user_id}", self._user),
            Route("GET", "/guilds/{guild_id}", self._guild),
            Route("GET", "/guilds/{guild_id}/members/{user_id}", self._member),
            Route("GET", "/guilds/{guild_id}/threads/active", self._active_threads),
        ]

    def _application(self, _: Call) -> Reply:
        return 200, payloads.application(self._world.application, len(self._world.guilds))

    def _own_user(self, _: Call) -> Reply:
        return 200, payloads.own_user(self._world.bot)

    def _user(self, call: Call) -> Reply:
        found = self._world.users.get(call.id("user_id"))
        if found is None:
            raise refusal(10013)
        return 200, payloads.user(found)

    def _own(self, call: Call) -> Application:
        if call.id("application_id") != self._world.application.id:
            raise refusal(50001)
        return self._world.application

    def _list_commands(self, call: Call) -> Reply:
        listed = list(self._own(call).commands.values())
        if call.query.get("with_localizations") in ("1", "true"):
            return 200, listed
        return 200, [commands.without_localizations(command) for command in listed]

    def _put_commands(self, call: Call) -> Reply:
        self._own(call)
        refuse(limits.check_commands(call.body))
        return 200, commands.replace_all(self._world, call.body)

    def _list_emojis(self, call: Call) -> Reply:
        return 200, {"items": list(self._own(call).emojis.values())}

    def _create_emoji(self, call: Call) -> Reply:
        app, payload = self._own(call), call.payload()
        if not app.accepts_emojis:
            raise refusal(50013)
        if len(app.emojis) >= MAX_EMOJIS:
            raise refusal(30008)
        image = _image(payload["image"])
        name = payload["name"]
        if not re.fullmatch(r"\w{2,32}", name, re.ASCII):
            raise invalid_form({"name": "2 to 32 letters, digits and underscores are needed"})
        if any(emoji["name"] == name for emoji in app.emojis.values()):
            raise invalid_form({"name": "This name is taken"})
        emoji_id = self._world.new_id()
        emoji: Json = {"id": str(emoji_id), "name": name, "roles": [], "require_colons": True}
        emoji |= {"managed": False, "animated": False, "available": True}
        app.emojis[emoji_id] = emoji | {"user": payloads.user(app.user)}
        app.emoji_images[emoji_id] = image
        return 201, app.emojis[emoji_id]

    def _drop_emoji(self, call: Call) -> Reply:
        app = self._own(call)
        if app.emojis.pop(call.id("emoji_id"), None) is None:
            raise refusal(10014)
        return 204, None

    def _open_dm(self, call: Call) -> Reply:
        recipient = snowflake("recipient_id", str(call.payload()["recipient_id"]))
        user = self._world.users.get(recipient)
        if user is None:
            raise refusal(10013)
        if user.bot:
            raise refusal(50007)
        return 200, payloads.channel(self._world.dm_with(user))

    def _own_guilds(self, call: Call) -> Reply:
        """A page of servers by id; the last ones before an id, else the first ones after one."""
        query = call.query
        limit = snowflake("limit", query.get("limit", str(LARGEST_PAGE)))
        if not 1 <= limit <= LARGEST_PAGE:
            raise invalid_form({"limit": f"1 to {LARGEST_PAGE}"})
        after = snowflake("after", query.get("after", "0"))
        before = snowflake("before", query.get("before", str(2**63)))
        own = self._world.mutual_guilds(self._world.bot)
        found = sorted((one for one in own if after < one.id < before), key=lambda one: one.id)
        page = found[-limit:] if "before" in query else found[:limit]
        counted = query.get("with_counts") in ("1", "true")
        return 200, [self._own_guild(one, counted=counted) for one in page]

    def _own_guild(self, guild: Guild, *, counted: bool) -> Json:
        data = payloads.own_guild(guild, self._world.bot)
        return data | _counts(guild) if counted else data

    def _guild_of(self, call: Call) -> Guild:
        guild = self._world.guilds.get(call.id("guild_id"))
        if guild is None or self._world.bot.id not in guild.members:
            raise refusal(10004)
        return guild

    def _guild(self, call: Call) -> Reply:
        guild = self._guild_of(call)
        data = payloads.guild(guild)
        counted = call.query.get("with_counts") in ("1", "true")
        return 200, data | _counts(guild) if counted else data

    def _member(self, call: Call) -> Reply:
        found = self._guild_of(call).members.get(call.id("user_id"))
        if found is None:
            raise refusal(10007)
        return 200, payloads.member(found)

    def _active_threads(self, call: Call) -> Reply:
        active = self._world.active_threads(self._guild_of(call))
        return 200, payloads.thread_list(active, self._world.bot) | {"has_more": False}


def _counts(guild: Guild) -> Json:
    """What Discord counts about; here everybody is online."""
    count = len(guild.members)
    return {"approximate_member_count": count, "approximate_presence_count": count}


def _image(uri: str) -> bytes:
    found = DATA_URI.fullmatch(uri)
    if found is None:
        raise invalid_form({"image": "A data URI of an image is needed"})
    try:
        content = base64.b64decode(found[2], validate=True)
    except binascii.Error as error:
        raise invalid_form({"image": "This is not base64"}) from error
    if len(content) > MAX_EMOJI_BYTES:
        raise invalid_form({"image": "File cannot be larger than 256.0 kb."})
    return content
