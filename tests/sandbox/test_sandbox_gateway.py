"""The gateway: identifying, losing the connection, and what is told to whom."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest
import yarl

from sandbox import ApplicationFlag, EventFault, Permission, RateLimits, Sandbox
from sandbox.gateway import REPLAYED, Close, Op
from sandbox.play import first_scene
from tests.sandbox.harness import Bot, Scene, messages_intents, point_discord_at, until


async def back(scene: Scene, bot: Bot) -> None:
    """Wait until the bot is connected again and hears messages."""
    await scene.sandbox.wait_for(lambda: scene.sandbox.gateway.connected)
    heard = len(bot.heard)
    await scene.robin.say(scene.channel, "anybody there?")
    await until(lambda: len(bot.heard) > heard)


async def test_a_dropped_connection_is_resumed_and_nothing_is_missed(scene: Scene) -> None:
    async with scene.bot() as bot:
        scene.sandbox.gateway.drop()
        await scene.robin.say(scene.channel, "while away")
        await until(bot.resumed.is_set)
        await until(lambda: bot.heard)
    assert [message.content for message in bot.heard] == ["while away"]
    assert (len(scene.sandbox.record.identifies), scene.sandbox.record.resumes) == (1, 1)


async def test_reconnect_is_followed_by_a_resume(scene: Scene) -> None:
    async with scene.bot() as bot:
        scene.sandbox.gateway.ask_to_reconnect()
        await until(bot.resumed.is_set)
        await back(scene, bot)
    assert scene.sandbox.record.resumes == 1


async def test_the_bot_beats_as_often_as_it_is_asked_to_and_that_is_noted(scene: Scene) -> None:
    scene.sandbox.gateway.heartbeat_ms = 50
    async with scene.bot():
        await until(lambda: len(scene.sandbox.record.beats) >= 3)
    beats = scene.sandbox.record.beats
    assert beats == sorted(set(beats))


@pytest.mark.parametrize("how", ["drop", "invalidate"])
async def test_a_lost_session_is_identified_afresh(scene: Scene, how: str) -> None:
    async with scene.bot() as bot:
        getattr(scene.sandbox.gateway, how)(resumable=False)
        await scene.robin.say(scene.channel, "missed for good")
        await scene.sandbox.wait_for(lambda: len(scene.sandbox.record.identifies) == 2, 10)
        await back(scene, bot)
    assert [message.content for message in bot.heard] == ["anybody there?"]


async def test_a_wrong_token_ends_the_connection(scene: Scene) -> None:
    with pytest.raises(discord.LoginFailure):
        async with scene.bot(token="another"):
            pass


@pytest.mark.parametrize("turns_away", [0, 20])
@pytest.mark.parametrize("code", [1000, 4000, 4004, 4010, 4013, 4014])
async def test_a_client_sees_the_close_code_every_time(
    scene: Scene, code: int, turns_away: int
) -> None:
    url = yarl.URL(scene.sandbox.gateway.url)
    async with discord.Client(intents=messages_intents()) as client:
        await client.login(scene.sandbox.token)
        for _ in range(10):
            connection = await discord.gateway.DiscordWebSocket.from_client(
                client, initial=True, gateway=url
            )
            scene.sandbox.gateway.drop(code=code)
            for _ in range(turns_away):  # of the loop, in which a busy client reads nothing
                await asyncio.sleep(0)
            with pytest.raises((discord.ConnectionClosed, discord.gateway.ReconnectWebSocket)):
                await poll_for_ever(connection)
            assert connection.socket.close_code == code


async def poll_for_ever(connection: discord.gateway.DiscordWebSocket) -> None:
    """What a client does with its connection until that is closed."""
    while True:
        await connection.poll_event()


async def test_the_gateway_refuses_a_wrong_token_too(scene: Scene) -> None:
    assert await close_code(scene.sandbox, token="another") == Close.AUTHENTICATION_FAILED


async def test_an_intent_that_was_not_granted_ends_the_connection(scene: Scene) -> None:
    scene.sandbox.application.flags = ApplicationFlag(0)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with scene.bot():
            pass


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"intents": 1 << 40}, Close.INVALID_INTENTS),
        ({"shard": [2, 2]}, Close.INVALID_SHARD),
    ],
)
async def test_a_wrong_identify_has_its_close_code(
    scene: Scene, change: dict[str, object], code: Close
) -> None:
    assert await close_code(scene.sandbox, **change) == code


async def close_code(sandbox: Sandbox, **change: object) -> int | None:
    """The code that the gateway closes with after an IDENTIFY with these changes."""
    identify = {"token": sandbox.token, "intents": 1, "properties": {}} | change
    async with aiohttp.ClientSession() as http:
        url = sandbox.gateway.url + "?v=10&encoding=json"
        async with http.ws_connect(url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": identify})
            while not socket.closed:
                await socket.receive()
            return socket.close_code


async def test_frames_that_are_not_known_are_violations(scene: Scene) -> None:
    async with aiohttp.ClientSession() as http:
        url = scene.sandbox.gateway.url + "?v=10&encoding=json"
        for frame in ('{"op": 8, "d": {}}', "nonsense"):
            async with http.ws_connect(url) as socket:
                await socket.receive_json()
                await socket.send_str(frame)
                while not socket.closed:
                    await socket.receive()
        for query in ("?v=9&encoding=json", "?v=10&encoding=json&compress=lz4"):
            async with http.ws_connect(scene.sandbox.gateway.url + query) as socket:
                await socket.receive()
    assert len(scene.sandbox.violations) == 4
    scene.sandbox.violations.clear()


async def test_heartbeats_are_acknowledged_and_streams_compressed(scene: Scene) -> None:
    stream = zlib.decompressobj()
    url = scene.sandbox.gateway.url + "?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        hello = json.loads(stream.decompress(await socket.receive_bytes()))
        await socket.send_json({"op": 1, "d": None})
        answer = json.loads(stream.decompress(await socket.receive_bytes()))
    assert (hello["op"], answer["op"]) == (10, 11)


async def test_each_shard_is_told_of_its_own_servers(scene: Scene) -> None:
    guilds = [scene.guild]
    while len({(guild.id >> 22) % 2 for guild in guilds}) < 2:
        scene.sandbox.clock.advance(0.001)
        guilds.append(scene.sandbox.add_guild("Meadow"))
    for shard in (0, 1):
        ready = await first_event(scene.sandbox, shard=[shard, 2], intents=1)
        told = {int(guild["id"]) for guild in ready["d"]["guilds"]}
        assert told == {guild.id for guild in guilds if (guild.id >> 22) % 2 == shard}


async def first_event(
    sandbox: Sandbox, **identify: object
) -> dict[str, dict[str, list[dict[str, str]]]]:
    """READY, as an IDENTIFY with these fields gets it."""
    url = sandbox.gateway.url + "?v=10&encoding=json"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": sandbox.token} | identify})
        found: dict[str, dict[str, list[dict[str, str]]]] = await socket.receive_json()
        return found


async def test_intents_decide_what_is_told(scene: Scene) -> None:
    intents = discord.Intents(guilds=True, dm_messages=True)
    async with scene.bot(intents=intents) as bot:
        await scene.robin.say(scene.channel, "in public")
        scene.sandbox.add_person("Teal", guilds=[scene.guild])
        await scene.robin.dm("in private")
        await until(lambda: bot.heard)
    assert [message.content for message in bot.heard] == ["in private"]
    assert bot.members == []


async def test_members_are_told_to_those_with_the_intent(scene: Scene) -> None:
    scene.sandbox.application.flags |= ApplicationFlag.GUILD_MEMBERS_LIMITED
    intents = messages_intents()
    intents.members = True
    ready = await first_event(scene.sandbox, intents=intents.value)
    assert ready["d"]["session_id"]
    scene.sandbox.add_person("Teal", guilds=[scene.guild])
    names = [event.name for event in scene.sandbox.record.events]
    assert names[-1] == "GUILD_MEMBER_ADD"


async def test_what_the_bot_cannot_see_is_not_told(scene: Scene) -> None:
    async with scene.bot() as bot:
        scene.sandbox.deny(scene.channel, scene.sandbox.bot, Permission.VIEW_CHANNEL)
        await scene.robin.say(scene.channel, "unseen")
        await scene.robin.dm("seen")
        await until(lambda: bot.heard)
    assert [message.content for message in bot.heard] == ["seen"]


@pytest.mark.parametrize(
    ("kind", "heard"),
    [
        (EventFault.TWICE, ["one", "one", "two"]),
        (EventFault.AFTER_NEXT, ["two", "one"]),
        (EventFault.LOST, ["two"]),
    ],
)
async def test_events_go_wrong_on_demand(scene: Scene, kind: EventFault, heard: list[str]) -> None:
    async with scene.bot() as bot:
        scene.sandbox.faults.events(kind)
        await scene.robin.say(scene.channel, "one")
        await scene.robin.say(scene.channel, "two")
        await until(lambda: len(bot.heard) == len(heard))
    assert [message.content for message in bot.heard] == heard


async def test_the_bot_joins_and_leaves_servers_and_lives_through_outages(scene: Scene) -> None:
    happened: list[str] = []
    names = ("guild_join", "guild_remove", "guild_unavailable", "guild_available")
    async with scene.bot(lambda bot: bot.note(happened, *names)) as bot:
        await until(lambda: "guild_available" in happened)
        await bot.wait_until_ready()
        meadow = scene.sandbox.add_guild("Meadow")
        await until(lambda: "guild_join" in happened)
        scene.sandbox.world.leave(meadow, scene.sandbox.bot)
        await until(lambda: "guild_remove" in happened)
        scene.sandbox.world.set_available(scene.guild, available=False)
        await scene.robin.say(scene.channel, "during the outage")
        await until(lambda: "guild_unavailable" in happened)
        scene.sandbox.world.set_available(scene.guild, available=True)
        await until(lambda: happened.count("guild_available") == 2)
    assert bot.heard == []


async def test_a_gateway_that_is_away_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
        point_discord_at(monkeypatch, sandbox)
        sandbox.gateway.refuses_connections = True
        async with aiohttp.ClientSession() as http:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await http.ws_connect(sandbox.gateway.url)
        sandbox.gateway.refuses_connections = False
        assert (await first_event(sandbox, intents=0))["t"]


async def test_a_second_connection_of_a_session_replaces_the_first(scene: Scene) -> None:
    url = scene.sandbox.gateway.url + "?v=10&encoding=json"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as first:
        await first.receive_json()
        token = {"token": scene.sandbox.token}
        await first.send_json({"op": 2, "d": token | {"intents": 0}})
        session = (await first.receive_json())["d"]["session_id"]
        async with http.ws_connect(url) as second:
            await second.receive_json()
            await second.send_json({"op": 6, "d": token | {"session_id": session, "seq": 1}})
            assert (await second.receive_json())["t"] == "RESUMED"
            await asyncio.wait_for(first.receive(), 5)
            assert first.close_code == Close.UNKNOWN_ERROR
            assert scene.sandbox.gateway.connected


async def test_a_resume_after_more_events_than_are_held_begins_anew() -> None:
    async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
        first_scene(sandbox)
        channel = next(iter(sandbox.world.channels.values()))
        async with aiohttp.ClientSession() as http:
            identify = {"token": sandbox.token, "intents": 1 << 9, "properties": {}}
            async with gateway(http, sandbox) as one:
                await one.send_json({"op": Op.IDENTIFY, "d": identify})
                ready = (await one.receive_json())["d"]
            for number in range(REPLAYED):
                sandbox.post_as_webhook(channel, "Gazette", str(number))
            resume = {"token": sandbox.token, "session_id": ready["session_id"], "seq": 1}
            async with gateway(http, sandbox) as one:
                await one.send_json({"op": Op.RESUME, "d": resume})
                numbers = [(await one.receive_json())["s"] for _ in range(REPLAYED)]
            assert numbers == list(range(2, REPLAYED + 2))
            async with gateway(http, sandbox) as one:
                await one.send_json({"op": Op.RESUME, "d": resume})
                answer = await one.receive_json()
            assert (answer["op"], answer["d"]) == (Op.INVALID_SESSION, False)


@asynccontextmanager
async def gateway(
    http: aiohttp.ClientSession, sandbox: Sandbox
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A connection that has said hello."""
    async with http.ws_connect(f"{sandbox.gateway.url}?v=10&encoding=json") as connection:
        assert (await connection.receive_json())["op"] == Op.HELLO
        yield connection
