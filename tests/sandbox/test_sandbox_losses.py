"""What is taken from the bot: channels, threads, messages, permissions, whole servers, people."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from sandbox import ClientRefusalError, Permission
from sandbox.model import Channel, Json
from tests.sandbox.harness import Bot, Scene, until
from tests.sandbox.test_sandbox_messages import here
from tests.sandbox.test_sandbox_threads import started


def greeter(bot: Bot) -> None:
    @bot.tree.command(description="says hello")
    async def hello(interaction: discord.Interaction[Bot]) -> None:
        await interaction.response.send_message("hello")


async def code_of(what: Awaitable[object]) -> int:
    """The code with which Discord refuses it."""
    with pytest.raises(discord.HTTPException) as refused:
        await what
    return refused.value.code


def told(scene: Scene, name: str) -> list[Json]:
    """The data of the events of a name that the bot was sent."""
    return [one.data for one in scene.sandbox.record.events if one.name == name]


def moderates(scene: Scene) -> None:
    """Give the bot what it takes to manage threads."""
    everyone = scene.guild.roles[scene.guild.id]
    both = Permission(everyone.permissions) | Permission.MANAGE_THREADS
    scene.sandbox.set_permissions(scene.guild, everyone, both)


def fill(scene: Scene) -> None:
    """Let the server have no room for a further active thread."""
    scene.sandbox.world.max_active_threads = len(scene.sandbox.world.active_threads(scene.guild))


# Threads


async def test_a_thread_is_archived_opened_locked_and_unlocked(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        steps: list[tuple[Callable[[], None], tuple[bool, bool]]] = [
            (lambda: scene.sandbox.archive(known), (True, False)),
            (lambda: scene.sandbox.lock(known), (True, True)),
            (lambda: scene.sandbox.unarchive(known), (False, True)),
            (lambda: scene.sandbox.lock(known, locked=False), (False, False)),
        ]
        for step, state in steps:
            step()
            fetched = await bot.fetch_channel(thread.id)
            assert isinstance(fetched, discord.Thread)
            assert (fetched.archived, fetched.locked) == state
            metadata = told(scene, "THREAD_UPDATE")[-1]["thread_metadata"]
            assert (metadata["archived"], metadata["locked"]) == state


async def test_a_locked_thread_takes_messages_of_its_moderators_only(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        scene.sandbox.lock(known)
        assert await code_of(thread.send("hello")) == 160005
        moderates(scene)
        await thread.send("hello")


async def test_no_message_opens_a_thread_that_was_archived_and_locked(scene: Scene) -> None:
    moderates(scene)
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        scene.sandbox.archive(known, locked=True)
        assert await code_of(thread.send("hello")) == 50083
        await thread.edit(archived=False)
        await thread.send("hello")


async def test_the_owner_of_a_locked_thread_cannot_open_it(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        scene.sandbox.archive(known, locked=True)
        assert await code_of(thread.edit(archived=False)) == 50013


async def test_a_sleeping_thread_needs_room_to_wake(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        scene.sandbox.archive(known)
        fill(scene)
        assert await code_of(thread.send("hello")) == 160006
        assert await code_of(thread.edit(archived=False)) == 160006
        scene.sandbox.world.max_active_threads += 1
        await thread.send("hello")


async def test_a_deleted_thread_is_told_by_where_it_was(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        said = await thread.send("hello")
        scene.sandbox.delete_channel(known)
        assert await code_of(said.edit(content="again")) == 10003
        assert await code_of(bot.fetch_channel(thread.id)) == 10003
    (data,) = told(scene, "THREAD_DELETE")
    assert data.keys() == {"id", "guild_id", "parent_id", "type"}


# Channels and messages


async def test_a_channel_takes_its_threads_along_without_a_word_about_them(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, _ = await started(bot, scene)
        said, place = await thread.send("hello"), here(bot, scene)
        message = await scene.sandbox.message(scene.channel, "challenge")
        scene.sandbox.delete_channel(scene.channel)
        assert await code_of(thread.send("hello")) == 10003
        assert await code_of(said.fetch()) == 10003
        assert await code_of(place.send("hello")) == 10003
        await until(lambda: bot.get_channel(scene.channel.id) is None)
        with pytest.raises(ClientRefusalError, match="is gone"):
            await scene.robin.press(message, "Accept", stale=True)
        with pytest.raises(ClientRefusalError, match="does not see"):
            await scene.robin.say(scene.channel, "hello")
    assert [len(told(scene, name)) for name in ("CHANNEL_DELETE", "THREAD_DELETE")] == [1, 0]
    assert scene.robin.sees(scene.channel) == []


async def test_a_deleted_message_is_unknown(scene: Scene) -> None:
    async with scene.bot() as bot:
        sent = await here(bot, scene).send("hello")
        scene.sandbox.delete_message(await scene.sandbox.message(scene.channel, "hello"))
        assert await code_of(sent.edit(content="again")) == 10008
        assert await code_of(here(bot, scene).fetch_message(sent.id)) == 10008
        assert await code_of(sent.create_thread(name="late")) == 10008
        await until(lambda: bot.deleted == [sent.id])


async def test_an_answer_to_what_is_gone_is_refused(scene: Scene) -> None:
    codes: list[int] = []

    def prepare(bot: Bot) -> None:
        @bot.tree.command(description="comes too late")
        async def late(interaction: discord.Interaction[Bot]) -> None:
            await interaction.response.defer()
            scene.sandbox.delete_channel(scene.channel)
            codes.append(await code_of(interaction.edit_original_response(content="hello")))
            codes.append(await code_of(interaction.followup.send("hello", wait=True)))

    async with scene.bot(prepare):
        await scene.robin.slash(scene.channel, "late")
        await until(lambda: len(codes) == 2)
    assert codes == [10008, 10003]


async def test_an_update_of_a_deleted_message_is_refused(scene: Scene) -> None:
    codes: list[int] = []

    class Late(discord.ui.View):
        @discord.ui.button(label="Press", custom_id="late")
        async def press(
            self, interaction: discord.Interaction[Any], button: discord.ui.Button[Any]
        ) -> None:
            code = await code_of(interaction.response.edit_message(content="pressed"))
            codes.append(code)
            await interaction.response.send_message("too late", ephemeral=True)

    async with scene.bot() as bot:
        await here(bot, scene).send("press me", view=Late(timeout=None))
        message = await scene.sandbox.message(scene.channel, "press me")
        scene.sandbox.delete_message(message)
        answer = await scene.robin.press(message, "Press", stale=True)
    assert (codes, answer.text) == ([10008], "too late")


# Permissions


async def test_a_role_s_new_permissions_hold_and_are_told(scene: Scene) -> None:
    role = scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_GUILD)
    scene.sandbox.set_permissions(scene.guild, role, Permission(0))
    everyone = scene.guild.roles[scene.guild.id]
    async with scene.bot() as bot:
        left = Permission(everyone.permissions) & ~Permission.SEND_MESSAGES
        scene.sandbox.set_permissions(scene.guild, everyone, left)
        assert await code_of(here(bot, scene).send("hello")) == 50013
        await until(lambda: not bot.guilds[0].default_role.permissions.send_messages)
        scene.sandbox.set_permissions(scene.guild, everyone, left & ~Permission.VIEW_CHANNEL)
        assert await code_of(here(bot, scene).send("hello")) == 50001
    (first, _) = told(scene, "GUILD_ROLE_UPDATE")
    assert first["role"]["id"] == first["guild_id"]
    assert role.permissions == 0


# Servers


async def test_a_removed_bot_has_no_way_in_until_it_is_invited_again(scene: Scene) -> None:
    happened: list[str] = []

    def prepare(bot: Bot) -> None:
        greeter(bot)
        bot.note(happened, "guild_remove", "guild_unavailable", "guild_join")

    async with scene.bot(prepare) as bot:
        await bot.wait_until_ready()
        thread, known = await started(bot, scene)
        place = here(bot, scene)
        scene.sandbox.remove_bot(scene.guild)
        await until(lambda: happened == ["guild_remove"])
        for attempt in (place.send("x"), thread.send("x"), bot.fetch_channel(known.id)):
            assert await code_of(attempt) == 50001
        assert await code_of(bot.fetch_guild(scene.guild.id)) == 10004
        with pytest.raises(ClientRefusalError, match="the bot is not in Aviary"):
            await scene.robin.slash(scene.channel, "hello")
        scene.sandbox.invite_bot(scene.guild)
        await until(lambda: happened == ["guild_remove", "guild_join"])
        await thread.send("back")
        assert (await scene.robin.slash(scene.channel, "hello")).text == "hello"
    assert told(scene, "GUILD_DELETE") == [{"id": str(scene.guild.id)}]
    created = told(scene, "GUILD_CREATE")[-1]
    assert "unavailable" not in created
    assert created["id"] == str(scene.guild.id)
    assert str(known.id) in [one["id"] for one in created["threads"]]


async def test_an_outage_is_no_removal(scene: Scene) -> None:
    async with scene.bot():
        for available in (False, True):
            scene.sandbox.set_available(scene.guild, available=available)
    assert told(scene, "GUILD_DELETE") == [{"id": str(scene.guild.id), "unavailable": True}]
    assert told(scene, "GUILD_CREATE")[-1]["unavailable"] is False


# People


async def test_who_left_is_unknown_until_they_are_back(scene: Scene) -> None:
    async with scene.bot() as bot:
        scene.wren.leave(scene.guild)
        assert await code_of(bot.guilds[0].fetch_member(scene.wren.id)) == 10007
        scene.wren.join(scene.guild)
        assert (await bot.guilds[0].fetch_member(scene.wren.id)).id == scene.wren.id


@pytest.mark.parametrize("how", ["closes", "blocks"])
async def test_no_private_message_arrives_until_they_are_open_again(scene: Scene, how: str) -> None:
    shut, reopen = {
        "closes": (scene.robin.close_dms, scene.robin.open_dms),
        "blocks": (scene.robin.block_bot, scene.robin.unblock_bot),
    }[how]
    async with scene.bot() as bot:
        user = await bot.fetch_user(scene.robin.id)
        sent = await user.send("hello")
        shut()
        assert await code_of(user.send("anybody there?")) == 50007
        assert await code_of(sent.channel.send("anybody there?")) == 50007
        reopen()
        await user.send("hello again")
    assert [one.text for one in scene.robin.inbox] == ["hello", "hello again"]


async def test_who_blocks_the_bot_cannot_write_to_it(scene: Scene) -> None:
    scene.robin.block_bot()
    with pytest.raises(ClientRefusalError, match="has blocked the bot"):
        await scene.robin.dm("hello")
    scene.robin.close_dms()
    scene.robin.unblock_bot()
    await scene.robin.dm("hello")


# What is told at the start


def created(scene: Scene) -> Json:
    """The newest GUILD_CREATE."""
    return told(scene, "GUILD_CREATE")[-1]


async def a_quarrel(scene: Scene, bot: Bot) -> tuple[Channel, Channel, Channel]:
    """An open thread, an archived one and one that the bot does not see."""
    _, opened = await started(bot, scene)
    await scene.robin.say(opened, "RBRG")
    _, asleep = await started(bot, scene)
    scene.sandbox.archive(asleep)
    start = {"name": "secret", "type": 12}
    secret = scene.sandbox.threads.without_message(scene.channel, scene.robin.user, start)
    return opened, asleep, secret


async def test_a_server_comes_with_its_active_threads_and_last_messages(scene: Scene) -> None:
    async with scene.bot() as bot:
        opened, _, secret = await a_quarrel(scene, bot)
    async with scene.bot():
        data = created(scene)
    (thread,) = data["threads"]
    assert thread["id"] == str(opened.id)
    assert thread["last_message_id"] == str(next(reversed(opened.messages)))
    assert not thread["thread_metadata"]["archived"]
    assert thread["member"]["user_id"] == str(scene.sandbox.bot.id)
    (games,) = data["channels"]
    assert games["last_message_id"] == str(next(reversed(scene.channel.messages)))
    assert str(secret.id) not in str(data["threads"])


async def test_the_last_message_is_public_and_may_be_deleted(scene: Scene) -> None:
    async with scene.bot(whisperer) as bot:
        sent = await here(bot, scene).send("hello")
        await scene.robin.slash(scene.channel, "whisper")
        scene.sandbox.delete_message(scene.channel.messages[sent.id])
        channel = await bot.fetch_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    assert channel.last_message_id == sent.id


def whisperer(bot: Bot) -> None:
    @bot.tree.command(description="says it to one person")
    async def whisper(interaction: discord.Interaction[Bot]) -> None:
        await interaction.response.send_message("psst", ephemeral=True)


async def test_private_channels_name_their_last_message(scene: Scene) -> None:
    async with scene.bot(whisperer) as bot:
        said = await scene.robin.dm("hello")
        opened = await bot.create_dm(discord.Object(scene.robin.id))
        await scene.robin.slash(scene.sandbox.world.dm_with(scene.robin.user), "whisper")
    (call,) = scene.sandbox.record.find("POST", "/users/@me/channels")
    assert isinstance(call.answer, dict)
    assert call.answer["last_message_id"] == str(said.id)
    assert told(scene, "INTERACTION_CREATE")[-1]["channel"]["last_message_id"] == str(said.id)
    assert opened.id == said.channel_id
