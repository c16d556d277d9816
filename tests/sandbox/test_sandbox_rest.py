"""REST beside the features: rights, limits, faults, gaps and the record."""

import base64
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import EventFault, Sandbox, ViolationsError
from sandbox.contract import Contract
from sandbox.ratelimits import GLOBAL, MESSAGES, Limit
from sandbox.ratelimits import RateLimits as Limits
from sandbox.record import UNANSWERED
from tests.sandbox.harness import Scene, point_discord_at, until
from tests.sandbox.test_sandbox_messages import here, newest

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
MESSAGE_PATH = r"/channels/\d+/messages"


async def request(sandbox: Sandbox, method: str, path: str, token: str) -> int:
    """The status of a bare request."""
    headers = {"Authorization": f"Bot {token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.request(method, sandbox.url + path) as answer,
    ):
        return answer.status


async def test_a_wrong_token_is_unauthorized(scene: Scene) -> None:
    assert await request(scene.sandbox, "GET", "/users/@me", "another") == 401
    assert await request(scene.sandbox, "GET", "/users/@me", scene.sandbox.token) == 200


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/voice/regions"), ("DELETE", "/users/@me"), ("PATCH", "/x")]
)
async def test_what_is_not_implemented_fails_the_test(method: str, path: str) -> None:
    with pytest.raises(ViolationsError, match=f"not implemented: {method} {path}"):
        async with Sandbox.running() as sandbox:
            assert await request(sandbox, method, path, sandbox.token) == 501


async def test_changing_a_channel_is_not_implemented(scene: Scene) -> None:
    async with scene.bot() as bot:
        with pytest.raises(discord.DiscordServerError):
            await here(bot, scene).edit(name="renamed")
    assert len(scene.sandbox.violations) == 1
    scene.sandbox.violations.clear()


async def test_addresses_outside_the_api_are_violations(scene: Scene) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.get(scene.sandbox.origin + "/somewhere") as answer,
    ):
        assert answer.status == 404
    assert scene.sandbox.violations == ["not implemented: GET /somewhere"]
    scene.sandbox.violations.clear()


async def test_application_emojis_are_uploaded_listed_and_deleted(scene: Scene) -> None:
    async with scene.bot() as bot:
        emoji = await bot.create_application_emoji(name="key_black", image=PNG)
        assert [one.name for one in await bot.fetch_application_emojis()] == ["key_black"]
        with pytest.raises(discord.HTTPException) as taken:
            await bot.create_application_emoji(name="key_black", image=PNG)
        await emoji.delete()
        assert await bot.fetch_application_emojis() == []
        scene.sandbox.application.accepts_emojis = False
        with pytest.raises(discord.HTTPException) as refused:
            await bot.create_application_emoji(name="key_white", image=PNG)
    assert (taken.value.code, refused.value.code) == (50035, 50013)


async def test_the_application_and_people_are_described(scene: Scene) -> None:
    async with scene.bot() as bot:
        info = await bot.application_info()
        assert info.flags.gateway_message_content_limited
        member = await bot.guilds[0].fetch_member(scene.wren.id)
        assert member.display_name == "Wren"
        assert (await bot.fetch_guild(scene.guild.id)).name == "Aviary"
        with pytest.raises(discord.NotFound) as unknown:
            await bot.fetch_user(1)
        scene.wren.leave(scene.guild)
        with pytest.raises(discord.NotFound) as gone:
            await bot.guilds[0].fetch_member(scene.wren.id)
    assert (unknown.value.code, gone.value.code) == (10013, 10007)


async def test_a_limit_of_discord_is_refused_and_noted(scene: Scene) -> None:
    async with scene.bot() as bot:
        with pytest.raises(discord.HTTPException) as refused:
            await here(bot, scene).send("x" * 2001)
    assert refused.value.code == 50035
    assert scene.sandbox.violations
    scene.sandbox.violations.clear()


class NoEmbeds(Contract):
    """A contract that forbids what the test wants forbidden."""

    def __init__(self) -> None:
        """Nothing is loaded."""

    def check_request(self, method: str, path: str, body: object | None) -> list[str]:
        return [f"{method} {path}"] if isinstance(body, dict) and body.get("embeds") else []

    def check_response(self, method: str, path: str, status: int, body: object | None) -> list[str]:
        return ["an embed"] if isinstance(body, dict) and body.get("embeds") else []


async def test_both_directions_are_held_to_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Sandbox.running(contract=NoEmbeds()) as sandbox:
        point_discord_at(monkeypatch, sandbox)
        channel = sandbox.add_text_channel(sandbox.add_guild("Aviary"), "games")
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(sandbox.token)
            place = client.get_partial_messageable(channel.id)
            await place.send(embed=discord.Embed(title="x"))
        asked = f"request: POST /channels/{channel.id}/messages"
        assert sandbox.violations == [asked, "response: an embed"]
        sandbox.violations.clear()


async def test_five_messages_in_five_seconds_then_a_pause(scene: Scene) -> None:
    scene.sandbox.limits.enabled, scene.sandbox.limits.scale = True, 0.04
    async with scene.bot() as bot:
        for number in range(7):
            await here(bot, scene).send(str(number))
    assert len(scene.channel.messages) == 7
    statuses = {call.status for call in scene.sandbox.record.find("POST", MESSAGE_PATH)}
    assert statuses == {200}


def test_limits_count_by_bucket_and_by_the_whole() -> None:
    limits = Limits(scale=100)
    verdicts = [limits.check("send", "1", MESSAGES) for _ in range(6)]
    assert [verdict.refusal is None for verdict in verdicts] == [True] * 5 + [False]
    assert verdicts[4].headers["X-RateLimit-Remaining"] == "0"
    assert limits.check("send", "2", MESSAGES).refusal is None
    for number in range(GLOBAL.count):
        last = limits.check("send", f"x{number}", MESSAGES)
    assert last.refusal is not None
    assert last.refusal["global"]
    assert limits.check("answer", "t", MESSAGES, exempt=True).refusal is None


def test_a_thread_is_renamed_twice_in_ten_minutes() -> None:
    limits = Limits()
    assert [limits.check_rename("1") is None for _ in range(3)] == [True, True, False]
    assert limits.check_rename("2") is None


async def test_a_429_is_waited_for(scene: Scene) -> None:
    scene.sandbox.faults.limit(0.01, method="POST", path=MESSAGE_PATH)
    async with scene.bot() as bot:
        await here(bot, scene).send("hello")
    statuses = [call.status for call in scene.sandbox.record.find("POST", MESSAGE_PATH)]
    assert statuses == [429, 200]


async def test_a_429_without_via_is_raised(scene: Scene) -> None:
    scene.sandbox.faults.limit(0.01, via=False, path=MESSAGE_PATH)
    async with scene.bot() as bot:
        with pytest.raises(discord.HTTPException) as refused:
            await here(bot, scene).send("hello")
    assert refused.value.status == 429


async def test_faults_hit_what_they_name_and_pass(scene: Scene) -> None:
    scene.sandbox.faults.fail(503, method="POST", path=MESSAGE_PATH)
    scene.sandbox.faults.refuse(50007, method="POST", path="/users/@me/channels")
    async with scene.bot() as bot:
        with pytest.raises(discord.DiscordServerError):
            await here(bot, scene).send("lost")
        with pytest.raises(discord.Forbidden) as closed:
            await (await bot.fetch_user(scene.robin.id)).send("hello")
        await here(bot, scene).send("hello")
    assert closed.value.code == 50007
    assert [message.text for message in scene.channel.messages.values()] == ["hello"]


async def test_an_answer_can_be_lost_after_the_deed(scene: Scene) -> None:
    scene.sandbox.faults.lose_answer(method="POST", path=MESSAGE_PATH)
    async with scene.bot() as bot:
        with pytest.raises(discord.DiscordServerError):
            await here(bot, scene).send("done all the same")
        assert newest(scene).text == "done all the same"
        scene.sandbox.faults.lose_answer(status=None, method="POST", path=MESSAGE_PATH)
        with pytest.raises(aiohttp.ClientError):
            await here(bot, scene).send("and cut off")
    assert newest(scene).text == "and cut off"


@pytest.mark.parametrize("after", [False, True])
async def test_a_request_can_be_left_without_an_answer(scene: Scene, after: bool) -> None:
    scene.sandbox.faults.hang(after=after, method="POST", path=MESSAGE_PATH)
    headers = {"Authorization": f"Bot {scene.sandbox.token}"}
    url = f"{scene.sandbox.url}/channels/{scene.channel.id}/messages"
    patience = aiohttp.ClientTimeout(total=0.2)
    async with aiohttp.ClientSession(headers=headers, timeout=patience) as http:
        with pytest.raises(TimeoutError):
            await http.post(url, json={"content": "hello"})
    (call,) = scene.sandbox.record.find("POST", MESSAGE_PATH)
    assert call.status == (200 if after else UNANSWERED)
    assert [one.text for one in scene.channel.messages.values()] == ["hello"] * after


async def test_old_messages_are_edited_so_often_as_a_test_lets_them(scene: Scene) -> None:
    scene.sandbox.limits.enabled = True
    scene.sandbox.limits.old_edits = Limit(2, 600.0)
    headers = {"Authorization": f"Bot {scene.sandbox.token}"}
    async with scene.bot() as bot, aiohttp.ClientSession(headers=headers) as http:
        sent = await here(bot, scene).send("hello")
        url = f"{scene.sandbox.url}/channels/{scene.channel.id}/messages/{sent.id}"

        async def edit() -> Any:
            async with http.patch(url, json={"content": "again"}) as answer:
                return await answer.json()

        assert ["code" in await edit() for _ in range(2)] == [False, False]
        scene.sandbox.clock.advance(3601)
        answers = [await edit() for _ in range(3)]
    assert [one.get("code") for one in answers] == [None, None, 30046]
    assert 0 < answers[-1]["retry_after"] <= 600
    assert scene.sandbox.record.calls[-1].status == 429


@pytest.mark.parametrize(
    "code",
    [
        *(50001, 50007, 50013, 50278, 40003, 10003, 10008, 10062, 40060, 50083),
        *(160004, 160005, 160006, 30046),
    ],
)
async def test_a_refusal_on_demand_has_its_code(scene: Scene, code: int) -> None:
    scene.sandbox.faults.refuse(code, method="POST", path=MESSAGE_PATH)
    async with scene.bot() as bot:
        with pytest.raises(discord.HTTPException) as refused:
            await here(bot, scene).send("hello")
    assert refused.value.code == code
    assert scene.channel.messages == {}


async def test_a_request_can_be_delayed(scene: Scene) -> None:
    scene.sandbox.faults.delay(0.05, method="POST", path=MESSAGE_PATH)
    async with scene.bot() as bot:
        start = scene.sandbox.clock.now()
        await here(bot, scene).send("slow")
        assert scene.sandbox.clock.now() - start >= 0.05


async def test_everything_sent_is_recorded(scene: Scene) -> None:
    async with scene.bot() as bot:
        await here(bot, scene).send("hello")
    (call,) = scene.sandbox.record.find("POST", MESSAGE_PATH)
    assert isinstance(call.body, dict)
    assert (call.body["content"], call.status) == ("hello", 200)
    assert [event.name for event in scene.sandbox.record.events][:2] == ["READY", "GUILD_CREATE"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/channels/1", 404),
        ("GET", "/channels/x", 400),
        ("GET", "/guilds/1", 404),
        ("GET", "/applications/1/commands", 403),
        ("DELETE", "/applications/{app}/emojis/1", 404),
        ("GET", "/channels/{channel}/messages?limit=101", 400),
        ("GET", "/users/@me/guilds?limit=201", 400),
        ("GET", "/users/@me/guilds?limit=0", 400),
        ("GET", "/channels/{channel}/thread-members", 403),
        ("PUT", "/channels/{channel}/thread-members/1", 404),
        ("GET", "/webhooks/1/token/messages/@original", 404),
        ("GET", "/webhooks/{app}/token/messages/@original", 404),
    ],
)
async def test_what_is_unknown_has_its_status(
    scene: Scene, method: str, path: str, status: int
) -> None:
    named = path.format(app=scene.sandbox.application.id, channel=scene.channel.id)
    assert await request(scene.sandbox, method, named, scene.sandbox.token) == status
    scene.sandbox.violations.clear()


async def test_emoji_images_and_names_are_judged(scene: Scene) -> None:
    too_big = PNG + bytes(256 * 1024)
    async with scene.bot() as bot:
        for name, image in (("x", PNG), ("big", too_big)):
            with pytest.raises(discord.HTTPException) as refused:
                await bot.create_application_emoji(name=name, image=image)
            assert refused.value.code == 50035
    assert scene.sandbox.application.emojis == {}
    scene.sandbox.violations.clear()


async def test_the_bot_s_own_servers_are_listed_by_pages(scene: Scene) -> None:
    left, *others = [scene.sandbox.add_guild(name) for name in ("Meadow", "Grove", "Lake")]
    scene.sandbox.remove_bot(left)
    scene.sandbox.add_guild("Desert", with_bot=False)
    first, second, third = (discord.Object(one.id) for one in (scene.guild, *others))
    async with scene.bot() as bot:

        async def listed(**query: Any) -> list[str]:
            return [one.name async for one in bot.fetch_guilds(**query)]

        assert await listed(limit=None) == ["Aviary", "Grove", "Lake"]
        assert await listed(after=first, limit=1) == ["Grove"]
        assert await listed(before=third, limit=1) == ["Grove"]
        assert await listed(after=second) == ["Lake"]
        assert await listed(before=first) == []
        counts = [one.approximate_member_count async for one in bot.fetch_guilds()]
        (uncounted,) = [one async for one in bot.fetch_guilds(limit=1, with_counts=False)]
    assert counts == [4, 2, 2]
    assert uncounted.approximate_member_count is None


async def test_faults_that_are_taken_back_hit_nothing(scene: Scene) -> None:
    scene.sandbox.faults.fail(503, times=9, path=MESSAGE_PATH)
    scene.sandbox.faults.events(EventFault.LOST, times=9)
    async with scene.bot() as bot:
        with pytest.raises(discord.DiscordServerError):
            await here(bot, scene).send("lost")
        await scene.robin.say(scene.channel, "lost as well")
        scene.sandbox.faults.clear()
        await here(bot, scene).send("hello")
        await scene.robin.say(scene.channel, "hello")
        await until(lambda: bot.heard)
    assert [message.content for message in bot.heard] == ["hello"]


async def test_a_bot_opens_no_channel_with_another_bot(scene: Scene) -> None:
    other = scene.sandbox.add_other_bot("Beeper", guilds=[scene.guild])
    async with scene.bot() as bot:
        with pytest.raises(discord.Forbidden) as refused:
            await (await bot.fetch_user(other.id)).send("hello")
    assert refused.value.code == 50007
