"""REST routes about channels, threads and messages."""

from sandbox import limits, payloads
from sandbox.errors import NotCoveredError, invalid_form, refusal
from sandbox.messages import Draft, Messages
from sandbox.model import ApplicationFlag, Channel, Json, Message
from sandbox.permissions import Permission, in_channel, may_send, sees
from sandbox.ratelimits import EDITS, MESSAGES
from sandbox.routes import Call, Reply, Route, refuse, snowflake
from sandbox.threads import Threads
from sandbox.world import World

CONTENT_FLAGS = ApplicationFlag.MESSAGE_CONTENT | ApplicationFlag.MESSAGE_CONTENT_LIMITED
PAGE, LARGEST_PAGE = 50, 100


class ChannelRoutes:
    """Handlers under `/channels`, all done by the bot under test."""

    def __init__(self, world: World, messages: Messages, threads: Threads) -> None:
        self._world = world
        self._messages = messages
        self._threads = threads

    def routes(self) -> list[Route]:
        """The routes, literal ones first."""
        many = "/channels/{channel_id}/messages"
        one = many + "/{message_id}"
        joined = "/channels/{channel_id}/thread-members"
        return [
            Route("GET", "/channels/{channel_id}", self._get),
            Route("PATCH", "/channels/{channel_id}", self._change),
            Route("GET", many, self._list),
            Route("POST", many, self._send, MESSAGES),
            Route("GET", one, self._get_message),
            Route("PATCH", one, self._edit, EDITS),
            Route("DELETE", one, self._delete, EDITS),
            Route("POST", one + "/threads", self._start_on_message),
            Route("POST", "/channels/{channel_id}/threads", self._start),
            Route("GET", joined, self._thread_members),
            Route("PUT", joined + "/@me", self._join),
            Route("PUT", joined + "/{user_id}", self._add_member),
            Route("POST", "/channels/{channel_id}/typing", self._type),
        ]

    def _channel(self, call: Call) -> Channel:
        channel = self._world.channel(call.id("channel_id"))
        if not sees(channel, self._world.bot):
            raise refusal(50001)
        return channel

    def _message(self, call: Call) -> tuple[Channel, Message]:
        channel = self._channel(call)
        return channel, self._world.message(channel, call.id("message_id"))

    def _json(self, channel: Channel, message: Message) -> Json:
        data = self._world.message_json(message)
        if self._world.application.flags & CONTENT_FLAGS:
            return data
        hidden = payloads.is_withheld(message, channel, self._world.bot)
        return payloads.without_content(data) if hidden else data

    def _get(self, call: Call) -> Reply:
        return 200, payloads.channel(self._channel(call), self._world.bot)

    def _change(self, call: Call) -> Reply:
        channel = self._channel(call)
        if channel.thread is None:
            raise NotCoveredError("changing a channel that is not a thread")
        refuse(limits.check_thread(call.payload()))
        self._threads.change(channel, self._world.bot, call.payload())
        return 200, payloads.channel(channel, self._world.bot)

    def _list(self, call: Call) -> Reply:
        channel = self._channel(call)
        if not in_channel(channel, self._world.bot) & Permission.READ_MESSAGE_HISTORY:
            return 200, []
        found = [m for m in channel.messages.values() if not m.ephemeral]
        page = _page(found, call.query)
        return 200, [self._json(channel, message) for message in reversed(page)]

    def _send(self, call: Call) -> Reply:
        channel = self._channel(call)
        refuse(limits.check_message(call.payload()))
        draft = Draft(self._world.bot, call.payload(), call.uploads)
        return 200, self._json(channel, self._messages.send(channel, draft))

    def _get_message(self, call: Call) -> Reply:
        channel, message = self._message(call)
        if not in_channel(channel, self._world.bot) & Permission.READ_MESSAGE_HISTORY:
            raise refusal(50013)
        return 200, self._json(channel, message)

    def _edit(self, call: Call) -> Reply:
        channel, message = self._message(call)
        if message.author is not self._world.bot:
            raise refusal(50005)
        if channel.thread is not None and channel.thread.archived:
            raise refusal(50083)
        refuse(limits.check_message(call.payload(), edit=True))
        self._messages.edit(channel, message, call.payload(), call.uploads)
        return 200, self._json(channel, message)

    def _delete(self, call: Call) -> Reply:
        channel, message = self._message(call)
        manager = in_channel(channel, self._world.bot) & Permission.MANAGE_MESSAGES
        if message.author is not self._world.bot and not manager:
            raise refusal(50013)
        self._world.delete_message(channel, message)
        return 204, None

    def _start_on_message(self, call: Call) -> Reply:
        channel, message = self._message(call)
        refuse(limits.check_thread(call.payload()))
        thread = self._threads.from_message(channel, message, self._world.bot, call.payload())
        return 201, payloads.channel(thread, self._world.bot)

    def _start(self, call: Call) -> Reply:
        channel = self._channel(call)
        refuse(limits.check_thread(call.payload()))
        thread = self._threads.without_message(channel, self._world.bot, call.payload())
        return 201, payloads.channel(thread, self._world.bot)

    def _thread_members(self, call: Call) -> Reply:
        channel = self._channel(call)
        if channel.thread is None:
            raise refusal(50024)
        return 200, [payloads.thread_member(channel, one) for one in channel.thread.members]

    def _join(self, call: Call) -> Reply:
        self._threads.add_member(self._channel(call), self._world.bot, self._world.bot)
        return 204, None

    def _add_member(self, call: Call) -> Reply:
        user = self._world.users.get(call.id("user_id"))
        if user is None:
            raise refusal(10013)
        self._threads.add_member(self._channel(call), self._world.bot, user)
        return 204, None

    def _type(self, call: Call) -> Reply:
        if not may_send(self._channel(call), self._world.bot):
            raise refusal(50013)
        return 204, None


def _page(messages: list[Message], query: dict[str, str]) -> list[Message]:
    """The part of a channel's messages (oldest first) that the query asks for."""
    limit = snowflake("limit", query.get("limit", str(PAGE)))
    if not 1 <= limit <= LARGEST_PAGE:
        raise invalid_form({"limit": f"1 to {LARGEST_PAGE}"})
    if "after" in query:
        after = snowflake("after", query["after"])
        return [m for m in messages if m.id > after][:limit]
    if "around" in query:
        around = snowflake("around", query["around"])
        older = [m for m in messages if m.id < around]
        return older[-(limit // 2) :] + [m for m in messages if m.id >= around][: limit // 2 + 1]
    before = snowflake("before", query.get("before", str(2**63)))
    return [m for m in messages if m.id < before][-limit:]
