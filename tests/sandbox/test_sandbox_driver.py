"""The driver's own promises: waiting, fields of boxes, what people cannot do, running alone."""

import asyncio
import datetime as dt
import re
import signal
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from sandbox import (
    ClientRefusalError,
    NothingHappenedError,
    Permission,
    RateLimits,
    Sandbox,
    ViolationsError,
)
from sandbox.compression import CODECS
from tests.sandbox.harness import Bot, Scene, until
from tests.sandbox.test_sandbox_messages import here

Interaction = discord.Interaction[Bot]
ROOT = Path(__file__).resolve().parents[2]


async def test_waiting_ends_with_the_change_that_was_waited_for(scene: Scene) -> None:
    waiting = asyncio.create_task(scene.sandbox.wait_for(lambda: scene.channel.messages))
    sent = await scene.robin.say(scene.channel, "RBRG")
    assert await waiting == {sent.id: sent}


async def test_a_condition_that_stays_false_says_what_happened(scene: Scene) -> None:
    await scene.robin.say(scene.channel, "RBRG")
    with pytest.raises(NothingHappenedError, match=r"games \| Robin: 'RBRG'"):
        await scene.sandbox.wait_for(lambda: False, timeout=0.01)


async def test_violations_are_added_to_what_a_test_raises() -> None:
    async def broken() -> None:
        async with Sandbox.running() as sandbox:
            sandbox.world.violate("something was wrong")
            raise LookupError

    with pytest.raises(LookupError) as raised:
        await broken()
    assert "something was wrong" in raised.value.__notes__[0]


async def test_violations_fail_a_block_that_went_well() -> None:
    with pytest.raises(ViolationsError, match="something was wrong"):
        async with Sandbox.running() as sandbox:
            sandbox.world.violate("something was wrong")


async def test_messages_of_the_bot_are_waited_for_by_their_text(scene: Scene) -> None:
    async with scene.bot() as bot:
        waiting = asyncio.create_task(scene.sandbox.message(scene.channel, "black"))
        await here(bot, scene).send("2 black, 1 white")
        assert (await waiting).text == "2 black, 1 white"
        assert scene.sandbox.find(scene.channel, "3 black") is None


async def test_a_bot_is_ready_when_it_is_connected_and_has_commands(scene: Scene) -> None:
    def prepare(bot: Bot) -> None:
        @bot.tree.command(description="says hello")
        async def hello(interaction: Interaction) -> None:
            await interaction.response.send_message("hello")

    with pytest.raises(NothingHappenedError):
        await scene.sandbox.bot_ready(timeout=0.01)
    async with scene.bot(prepare):
        await scene.sandbox.bot_ready()
    await scene.sandbox.wait_for(lambda: not scene.sandbox.gateway.connected)


class Everything(ui.Modal, title="Everything"):
    """A box with every kind of field that the driver fills in."""

    note = ui.TextDisplay[Any]("Read this")
    name = ui.Label[Any](text="Name", component=ui.TextInput(custom_id="name", min_length=2))
    kind = ui.Label[Any](
        text="Kind",
        component=ui.RadioGroup(
            custom_id="kind",
            options=[discord.RadioGroupOption(label=word, value=word) for word in ("a", "b")],
        ),
    )
    many = ui.Label[Any](
        text="Many",
        component=ui.CheckboxGroup(
            custom_id="many",
            max_values=2,
            required=False,
            options=[discord.CheckboxGroupOption(label=word, value=word) for word in ("c", "d")],
        ),
    )
    sure = ui.Label[Any](text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        fields = (self.name, self.kind, self.many, self.sure)
        parts: list[Any] = [field.component for field in fields]
        name, kind, many, sure = parts
        await interaction.response.send_message(
            f"{name.value} {kind.value} {many.values} {sure.value}"
        )


def boxes(bot: Bot) -> None:
    @bot.tree.command(description="opens a box")
    async def box(interaction: Interaction) -> None:
        await interaction.response.send_modal(Everything())


async def test_every_kind_of_field_arrives(scene: Scene) -> None:
    async with scene.bot(boxes):
        modal = (await scene.robin.slash(scene.channel, "box")).modal
        least = await scene.robin.submit(modal, {"Name": "Jay", "Kind": "b"})
        modal = (await scene.robin.slash(scene.channel, "box")).modal
        full: dict[str, str | bool | list[str]] = {
            "name": "Jay",
            "kind": "a",
            "many": ["c", "d"],
            "sure": True,
        }
        most = await scene.robin.submit(modal, full)
    assert (least.text, most.text) == ("Jay b [] False", "Jay a ['c', 'd'] True")


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"Kind": "a"}, "name is required"),
        ({"Name": "J", "Kind": "a"}, "2 to 4000 characters"),
        ({"Name": "Jay"}, "kind is required"),
        ({"Name": "Jay", "Kind": "z"}, "kind offers"),
        ({"Name": "Jay", "Kind": "a", "Many": ["z"]}, "many offers"),
    ],
)
async def test_fields_refuse_what_they_do_not_offer(
    scene: Scene, values: dict[str, Any], reason: str
) -> None:
    async with scene.bot(boxes):
        modal = (await scene.robin.slash(scene.channel, "box")).modal
        with pytest.raises(ClientRefusalError, match=reason):
            await scene.robin.submit(modal, values)


async def test_links_and_disabled_lists_cannot_be_used(scene: Scene) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Site", url="https://example.org"))
    options = [discord.SelectOption(label="a")]
    view.add_item(ui.Select(custom_id="off", options=options, disabled=True))
    async with scene.bot() as bot:
        await here(bot, scene).send("look", view=view)
        message = await scene.sandbox.message(scene.channel, "look")
        for attempt, reason in (
            (scene.robin.press(message, "Site"), "is a link"),
            (scene.robin.select(message, "off", ["a"]), "is disabled"),
            (scene.robin.press(message, "Other"), "there are: Site"),
            (scene.robin.press(message, "Other", stale=True), "nothing was ever called"),
        ):
            with pytest.raises(ClientRefusalError, match=reason):
                await attempt


async def test_an_answer_says_when_it_is_something_else(scene: Scene) -> None:
    async with scene.bot(boxes):
        box = await scene.robin.slash(scene.channel, "box")
        with pytest.raises(AssertionError, match="is modal, not a message"):
            assert box.message.text
        answer = await scene.robin.submit(box.modal, {"Name": "Jay", "Kind": "b"})
        with pytest.raises(AssertionError, match="is message, not a modal"):
            assert answer.modal.title


async def test_commands_are_hidden_from_those_who_may_not_use_them(scene: Scene) -> None:
    scene.sandbox.deny(scene.channel, scene.robin, Permission.USE_APPLICATION_COMMANDS)
    async with scene.bot(boxes):
        with pytest.raises(ClientRefusalError, match="may not use commands"):
            await scene.robin.slash(scene.channel, "box")


async def test_the_options_of_a_command_are_seen_by_all_in_the_channel(scene: Scene) -> None:
    def prepare(bot: Bot) -> None:
        @bot.tree.command(description="takes a word")
        async def tell(interaction: Interaction, word: str) -> None:
            await interaction.response.send_message("noted", ephemeral=True)

    async with scene.bot(prepare):
        await scene.robin.slash(scene.channel, "tell", word="canary")
    assert "canary" in str(scene.wren.payloads)


async def test_people_cannot_write_in_locked_threads(scene: Scene) -> None:
    async with scene.bot() as bot:
        message = await here(bot, scene).send("challenge")
        thread = scene.sandbox.world.channels[(await message.create_thread(name="t")).id]
        scene.sandbox.archive(thread, locked=True)
        with pytest.raises(ClientRefusalError, match="160005"):
            await scene.robin.say(thread, "RBRG")


async def test_webhooks_write_in_threads_without_joining_them(scene: Scene) -> None:
    async with scene.bot() as bot:
        message = await here(bot, scene).send("challenge")
        thread = scene.sandbox.world.channels[(await message.create_thread(name="t")).id]
        scene.sandbox.post_as_webhook(thread, "Hook", "boop")
        await until(lambda: bot.heard)
    assert thread.thread is not None
    assert thread.thread.members.keys() == {scene.sandbox.bot.id}


async def test_a_server_without_the_bot_is_unknown_to_it(scene: Scene) -> None:
    meadow = scene.sandbox.add_guild("Meadow", with_bot=False)
    field = scene.sandbox.add_text_channel(meadow, "field")
    scene.robin.join(meadow)
    async with scene.bot() as bot:
        await scene.robin.say(field, "unheard")
        with pytest.raises(discord.NotFound):
            await bot.fetch_guild(meadow.id)
        with pytest.raises(discord.Forbidden):
            await bot.fetch_channel(field.id)
    assert bot.heard == []


async def test_followups_are_read_edited_and_deleted(scene: Scene) -> None:
    done = asyncio.Event()

    def prepare(bot: Bot) -> None:
        @bot.tree.command(description="changes its mind")
        async def dither(interaction: Interaction) -> None:
            await interaction.response.send_message("first")
            second = await interaction.followup.send("second", wait=True)
            await interaction.followup.edit_message(second.id, content="changed")
            await interaction.delete_original_response()
            with pytest.raises(discord.NotFound):
                await interaction.original_response()
            assert (await interaction.followup.fetch_message(second.id)).content == "changed"
            done.set()

    async with scene.bot(prepare):
        answer = await scene.robin.slash(scene.channel, "dither")
        await asyncio.wait_for(done.wait(), 5)
    assert answer.text == "changed"
    assert scene.robin.sees(scene.channel) == [answer.message]


async def test_parts_that_are_not_covered_fail_the_test(scene: Scene) -> None:
    async with scene.bot() as bot:
        poll = discord.Poll(question="Which?", duration=dt.timedelta(hours=1))
        poll.add_answer(text="this")
        with pytest.raises(discord.DiscordServerError):
            await here(bot, scene).send(poll=poll)
        message = await here(bot, scene).send("challenge")
        with pytest.raises(discord.DiscordServerError):
            await message.create_thread(name="slow", slowmode_delay=10)
    gaps = [one for one in scene.sandbox.violations if one.startswith("not implemented")]
    assert ["poll" in gaps[0], "rate_limit_per_user" in gaps[1]] == [True, True]
    scene.sandbox.violations.clear()


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"content": "x", "components": [{}]}'])
async def test_malformed_bodies_are_refused_and_noted(scene: Scene, body: bytes) -> None:
    headers = {"Authorization": f"Bot {scene.sandbox.token}", "Content-Type": "application/json"}
    url = f"{scene.sandbox.url}/channels/{scene.channel.id}/messages"
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.post(url, data=body) as answer,
    ):
        assert answer.status == 400
    assert scene.channel.messages == {}
    scene.sandbox.violations.clear()


async def test_two_shards_share_one_application(scene: Scene) -> None:
    async with scene.bot(shard_count=2) as bot:
        await scene.robin.dm("RBRG")
        await until(lambda: bot.heard)
        events = scene.sandbox.record.events
        await until(lambda: {e.shard for e in events if e.name == "READY"} == {0, 1})
        assert [event.shard for event in events if event.name == "MESSAGE_CREATE"] == [0]


@pytest.mark.parametrize("name", sorted(CODECS))
def test_each_stream_is_flushed_after_every_message(name: str) -> None:
    codec = CODECS[name]()
    assert all(len(codec.compress(text)) > 1 for text in (b"one", b"two"))


async def test_a_sandbox_runs_alone_and_says_how_it_is_reached() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--port", "0"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(20):
        printed = [(await process.stdout.readline()).decode() for _ in range(4)]
        found = re.search(r"DISCORD_API_URL=(http://127\.0\.0\.1:\d+/api/v10)", "".join(printed))
        assert found is not None
        async with aiohttp.ClientSession() as http, http.get(found[1] + "/users/@me") as answer:
            assert answer.status == 401
        process.send_signal(signal.SIGINT)
        assert (await process.stdout.read()).decode().endswith("Stopped.\n")
        assert await process.wait() == 0


async def test_limits_are_on_unless_a_test_turns_them_off() -> None:
    async with (
        Sandbox.running() as strict,
        Sandbox.running(limits=RateLimits(enabled=False)) as lax,
    ):
        assert (strict.limits.enabled, lax.limits.enabled) == (True, False)
