"""The gateway, version 10: sessions that outlive their connections, and who is told what.

Source: Discord's documentation, "Gateway" and "Gateway Events".
"""

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox import payloads
from sandbox.compression import CODECS, Codec
from sandbox.faults import Faults
from sandbox.model import ApplicationFlag, Guild, Json
from sandbox.permissions import sees
from sandbox.record import Record, SentEvent
from sandbox.world import Event, World

HEARTBEAT_MS = 41_250
ACK_AFTER = 0.02
"""Seconds, as on a network: answered before discord.py has noted its own beat, it looks late."""
IDENTIFIES_A_DAY = 1000
REPLAYED = 1000
"""How many events a session holds for a resume. Discord does not say how many it does."""


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Gateway close codes."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The intents that decide about the events of this sandbox."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


KNOWN_INTENTS = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
PRIVILEGED = {
    Intent.GUILD_MEMBERS: ApplicationFlag.GUILD_MEMBERS | ApplicationFlag.GUILD_MEMBERS_LIMITED,
    Intent.GUILD_PRESENCES: ApplicationFlag.PRESENCE | ApplicationFlag.PRESENCE_LIMITED,
    Intent.MESSAGE_CONTENT: (
        ApplicationFlag.MESSAGE_CONTENT | ApplicationFlag.MESSAGE_CONTENT_LIMITED
    ),
}


@dataclass(eq=False)
class Session:
    """What one IDENTIFY began. `sent` holds the latest events, for a replay; `last` counts all."""

    id: str
    intents: int
    shard: int
    shards: int
    sent: deque[str] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    last: int = 0
    connection: "Connection | None" = None


class Connection:
    """One websocket, written to in order by one task."""

    def __init__(self, socket: web.WebSocketResponse, codec: Codec | None) -> None:
        self._socket = socket
        self._codec = codec
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self.session: Session | None = None

    def send(self, op: Op, data: object) -> None:
        """Send a frame that is not an event."""
        self.send_text(json.dumps({"op": int(op), "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Send a finished frame."""
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close, after what was sent before."""
        self._queue.put_nowait(code)

    async def write(self) -> int:
        """Send what is queued until a close is reached; its code."""
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                return item
            try:
                if self._codec is None:
                    await self._socket.send_str(item)
                else:
                    await self._socket.send_bytes(self._codec.compress(item.encode()))
            except ConnectionError:
                return WSCloseCode.ABNORMAL_CLOSURE


class Gateway:
    """Accepts connections and hands the world's events to sessions."""

    def __init__(self, world: World, record: Record, faults: Faults, token: str) -> None:
        self._world = world
        self._record = record
        self._faults = faults
        self._token = token
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.refuses_connections = False
        self.heartbeat_ms = HEARTBEAT_MS
        """What the next connections are asked for; fewer show sooner whether the bot is alive."""
        world.listeners.append(self._on_event)

    @property
    def connected(self) -> bool:
        """Whether the bot is identified or resumed on some connection now."""
        return any(session.connection for session in self.sessions.values())

    def description(self) -> Json:
        """The body of `GET /gateway/bot`."""
        left = max(0, IDENTIFIES_A_DAY - len(self._record.identifies))
        limit = {"total": IDENTIFIES_A_DAY, "remaining": left}
        limit |= {"reset_after": 86_400_000, "max_concurrency": 1}
        return {"url": self.url, "shards": 1, "session_start_limit": limit}

    # What tests do to it

    def drop(self, *, resumable: bool = True, code: int = Close.UNKNOWN_ERROR) -> None:
        """Close every connection; unless `resumable` the sessions are lost as well."""
        if not resumable:
            self._forget()
        for connection in list(self.connections):
            connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Send RECONNECT: the bot should come back and resume."""
        for connection in self.connections:
            connection.send(Op.RECONNECT, None)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send INVALID_SESSION."""
        if not resumable:
            self._forget()
        for connection in self.connections:
            connection.send(Op.INVALID_SESSION, resumable)

    def _forget(self) -> None:
        for session in self.sessions.values():
            session.connection = None
        self.sessions.clear()

    # The wire

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One websocket from HELLO to its end."""
        if self.refuses_connections:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=65_536, compress=False)
        await socket.prepare(request)
        wish = request.query.get("compress")
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            self._world.violate(f"gateway: version or encoding refused: {request.query_string}")
            await socket.close(code=Close.INVALID_VERSION)
            return socket
        if wish is not None and wish not in CODECS:
            self._world.violate(f"gateway: compression {wish} is not implemented")
            await socket.close(code=Close.DECODE_ERROR)
            return socket
        await self._serve(socket, Connection(socket, CODECS[wish]() if wish else None))
        return socket

    async def _serve(self, socket: web.WebSocketResponse, connection: Connection) -> None:
        """Both ways at once, until either side closes.

        Reading ends before a close is sent. Otherwise aiohttp would not wait for the client's own
        close frame, and a client that is late with it would see a broken connection and no code.
        """
        self.connections.add(connection)
        connection.send(Op.HELLO, {"heartbeat_interval": self.heartbeat_ms})
        reader = asyncio.create_task(self._read(socket, connection))
        try:
            code = await connection.write()
        finally:
            reader.cancel()
            await asyncio.wait([reader])
            self._leave(connection)
        await socket.close(code=code)
        if not reader.cancelled():
            reader.result()

    async def _read(self, socket: web.WebSocketResponse, connection: Connection) -> None:
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(connection, frame.data)
        finally:
            connection.close(WSCloseCode.OK)

    def _leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.session is not None and connection.session.connection is connection:
            connection.session.connection = None
        self._world.signal.notify()

    async def close(self) -> None:
        """Close all connections for good."""
        for connection in list(self.connections):
            connection.close(WSCloseCode.GOING_AWAY)

    def _receive(self, connection: Connection, text: str) -> None:
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame["d"]
        except (ValueError, KeyError, TypeError):
            self._world.violate("gateway: a frame that is not understood")
            connection.close(Close.DECODE_ERROR)
            return
        match op:
            case Op.HEARTBEAT:
                self._record.beat(self._world.clock.now())
                loop = asyncio.get_running_loop()
                loop.call_later(ACK_AFTER, connection.send, Op.HEARTBEAT_ACK, None)
            case Op.IDENTIFY:
                self._identify(connection, data)
            case Op.RESUME:
                self._resume(connection, data)
            case Op.PRESENCE_UPDATE:
                if connection.session is None:
                    connection.close(Close.NOT_AUTHENTICATED)
            case _:
                self._world.violate(f"gateway: opcode {op} is not implemented")
                connection.close(Close.UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Json) -> None:
        shard, shards = data.get("shard") or (0, 1)
        problem = self._identify_problem(connection, data, shard, shards)
        if problem is not None:
            connection.close(problem)
            return
        self._record.identifies.append({key: data[key] for key in data if key != "token"})
        session = Session(secrets.token_hex(16), data["intents"], shard, shards)
        for old in [s for s in self.sessions.values() if s.shard == shard and not s.connection]:
            del self.sessions[old.id]
        self.sessions[session.id] = session
        self._attach(connection, session)
        guilds = [g for g in self._own_guilds() if self._is_of_shard(session, g)]
        self._dispatch(session, "READY", self._ready(session, guilds))
        if session.intents & Intent.GUILDS:
            for guild in [g for g in guilds if g.available]:
                channels = self._world.channels_of(guild)
                created = payloads.guild_create(guild, channels, self._world.bot)
                self._dispatch(session, "GUILD_CREATE", created | {"unavailable": False})
        self._world.signal.notify()

    def _identify_problem(
        self, connection: Connection, data: Json, shard: int, shards: int
    ) -> Close | None:
        if connection.session is not None:
            return Close.ALREADY_AUTHENTICATED
        if data.get("token") != self._token:
            return Close.AUTHENTICATION_FAILED
        if not 0 <= shard < shards:
            return Close.INVALID_SHARD
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            return Close.INVALID_INTENTS
        flags = self._world.application.flags
        if any(intents & one and not flags & needed for one, needed in PRIVILEGED.items()):
            return Close.DISALLOWED_INTENTS
        return None

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        app = self._world.application
        return {
            "v": 10,
            "user": payloads.own_user(app.user),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, session.shards],
            "application": {"id": str(app.id), "flags": int(app.flags)},
        }

    def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self._token:
            connection.close(Close.AUTHENTICATION_FAILED)
            return
        session = self.sessions.get(data["session_id"])
        missed = 0 if session is None else session.last - data["seq"]
        if session is None or not 0 <= missed <= len(session.sent):
            connection.send(Op.INVALID_SESSION, data=False)
            return
        if session.connection is not None:
            session.connection.close(Close.UNKNOWN_ERROR)
        self._record.resumes += 1
        self._attach(connection, session)
        for text in [*session.sent][len(session.sent) - missed :]:
            connection.send_text(text)
        self._dispatch(session, "RESUMED", {})
        self._world.signal.notify()

    def _attach(self, connection: Connection, session: Session) -> None:
        connection.session = session
        session.connection = connection

    # Who is told what

    def _on_event(self, event: Event) -> None:
        for one in self._faults.deliver(event):
            for session in list(self.sessions.values()):
                data = self._for_session(session, one)
                if data is not None:
                    self._dispatch(session, one.name, data)

    def _dispatch(self, session: Session, name: str, data: Json) -> None:
        session.last += 1
        text = json.dumps({"op": int(Op.DISPATCH), "t": name, "s": session.last, "d": data})
        session.sent.append(text)
        self._record.note(SentEvent(self._world.clock.now(), session.shard, name, data))
        if session.connection is not None:
            session.connection.send_text(text)

    def _for_session(self, session: Session, event: Event) -> Json | None:
        """The event's data as this session gets it, or None when it does not."""
        if not self._is_of_shard(session, event.guild) or not self._is_told(session, event):
            return None
        message, channel = event.message, event.channel
        if message is None or channel is None or event.name == "MESSAGE_DELETE":
            return event.data
        if session.intents & Intent.MESSAGE_CONTENT:
            return event.data
        if payloads.is_withheld(message, channel, self._world.bot):
            return payloads.without_content(event.data)
        return event.data

    def _is_told(self, session: Session, event: Event) -> bool:
        bot, guild = self._world.bot, event.guild
        if event.name == "INTERACTION_CREATE":
            return True
        if event.name == "GUILD_DELETE":
            return bool(session.intents & Intent.GUILDS)
        if guild is not None and (bot.id not in guild.members or not guild.available):
            return False
        if event.message is not None and event.message.ephemeral:
            return False
        if event.channel is not None and not sees(event.channel, bot):
            return event.name.startswith("CHANNEL_") and bool(session.intents & Intent.GUILDS)
        return bool(session.intents & _needed(event, bot.id))

    def _own_guilds(self) -> list[Guild]:
        return [g for g in self._world.guilds.values() if self._world.bot.id in g.members]

    def _is_of_shard(self, session: Session, guild: Guild | None) -> bool:
        return (0 if guild is None else (guild.id >> 22) % session.shards) == session.shard


def _needed(event: Event, bot_id: int) -> int:
    if event.name.startswith("MESSAGE_"):
        return Intent.DIRECT_MESSAGES if event.guild is None else Intent.GUILD_MESSAGES
    if event.name == "THREAD_MEMBERS_UPDATE":
        added = event.data.get("added_members", [])
        own = any(entry["user_id"] == str(bot_id) for entry in added)
        return Intent.GUILDS if own else Intent.GUILD_MEMBERS
    if event.name.startswith("GUILD_MEMBER"):
        own = event.data.get("user", {}).get("id") == str(bot_id)
        return Intent.GUILDS if own else Intent.GUILD_MEMBERS
    return Intent.GUILDS
