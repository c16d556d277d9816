"""Threads: starting, joining, waking and locking them."""

from collections.abc import Callable
from typing import TypeAlias

import discord
import pytest

from sandbox import Permission
from sandbox.model import Channel, ChannelType, MessageType
from tests.sandbox.harness import Bot, Scene, until
from tests.sandbox.test_sandbox_messages import here

Change: TypeAlias = Callable[[Scene], None]


async def started(bot: Bot, scene: Scene) -> tuple[discord.Thread, Channel]:
    """A public thread on a message of the bot, as both sides know it."""
    message = await here(bot, scene).send("challenge")
    thread = await message.create_thread(name="Robin v Wren", auto_archive_duration=1440)
    return thread, scene.sandbox.world.channels[thread.id]


async def test_a_thread_has_the_id_of_its_message_and_starts_once(scene: Scene) -> None:
    async with scene.bot() as bot:
        message = await here(bot, scene).send("challenge")
        thread = await message.create_thread(name="one")
        with pytest.raises(discord.HTTPException) as refused:
            await message.create_thread(name="two")
    assert thread.id == message.id
    assert refused.value.code == 160004
    known = scene.sandbox.world.channels[thread.id]
    assert [m.type for m in known.messages.values()] == [MessageType.THREAD_STARTER_MESSAGE]
    assert known.type is ChannelType.PUBLIC_THREAD


async def test_being_named_in_a_thread_adds_people(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        await thread.send(scene.robin.mention)
        assert known.thread is not None
        assert scene.robin.id not in known.thread.members
        everybody = discord.AllowedMentions(users=True)
        await thread.send(scene.robin.mention, allowed_mentions=everybody)
        assert known.thread.members.keys() == {scene.sandbox.bot.id, scene.robin.id}


async def test_the_bot_hears_rows_in_a_thread(scene: Scene) -> None:
    async with scene.bot() as bot:
        _, known = await started(bot, scene)
        await scene.robin.say(known, "RBRG")
        await until(lambda: bot.heard)
    assert isinstance(bot.heard[0].channel, discord.Thread)


async def test_writing_wakes_an_archived_thread(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        old = await thread.send("before")
        scene.sandbox.archive(known)
        with pytest.raises(discord.HTTPException) as refused:
            await old.edit(content="after")
        assert refused.value.code == 50083
        await thread.send("hello")
        assert known.thread is not None
        assert not known.thread.archived
        await old.edit(content="after")


async def test_a_locked_thread_takes_no_message(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        scene.sandbox.archive(known, locked=True)
        with pytest.raises(discord.Forbidden) as refused:
            await thread.send("hello")
    assert refused.value.code == 160005


async def test_send_messages_counts_for_nothing_in_threads(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, _ = await started(bot, scene)
        scene.sandbox.deny(scene.channel, scene.sandbox.bot, Permission.SEND_MESSAGES)
        await thread.send("still here")
        scene.sandbox.deny(scene.channel, scene.sandbox.bot, Permission.SEND_MESSAGES_IN_THREADS)
        with pytest.raises(discord.Forbidden) as refused:
            await thread.send("hello")
    assert refused.value.code == 50013


@pytest.mark.parametrize("private", [True, False])
async def test_each_kind_of_thread_needs_its_permission(scene: Scene, private: bool) -> None:
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
    missing = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    async with scene.bot() as bot:
        await here(bot, scene).create_thread(name="yes", type=kind)
        scene.sandbox.deny(scene.channel, scene.sandbox.bot, missing)
        with pytest.raises(discord.Forbidden) as refused:
            await here(bot, scene).create_thread(name="no", type=kind)
    assert refused.value.code == 50013


async def test_a_private_thread_is_seen_by_its_members_only(scene: Scene) -> None:
    kind = discord.ChannelType.private_thread
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_THREADS)
    stranger = scene.sandbox.add_person("Teal", guilds=[scene.guild])
    async with scene.bot() as bot:
        thread = await here(bot, scene).create_thread(name="secret", type=kind, invitable=False)
        known = scene.sandbox.world.channels[thread.id]
        assert scene.robin.threads == []
        everybody = discord.AllowedMentions(users=True)
        await thread.send(f"{scene.robin.mention} hush", allowed_mentions=everybody)
        active = await here(bot, scene).guild.active_threads()
    assert [one.id for one in active] == [thread.id]
    assert scene.robin.threads == [known]
    assert scene.wren.threads == [known]
    assert stranger.threads == []
    assert "hush" not in str(stranger.payloads)


async def test_too_many_active_threads_have_their_code(scene: Scene) -> None:
    scene.sandbox.world.max_active_threads = 1
    async with scene.bot() as bot:
        await started(bot, scene)
        with pytest.raises(discord.HTTPException) as refused:
            await started(bot, scene)
    assert refused.value.code == 160006


async def test_threads_need_a_text_or_announcement_channel(scene: Scene) -> None:
    news = scene.sandbox.add_announcement_channel(scene.guild, "news")
    voice = scene.sandbox.add_voice_channel(scene.guild, "talk")
    async with scene.bot() as bot:
        guild = bot.guilds[0].id
        message = await bot.get_partial_messageable(news.id, guild_id=guild).send("challenge")
        thread = await message.create_thread(name="announced")
        spoken = await bot.get_partial_messageable(voice.id, guild_id=guild).send("challenge")
        with pytest.raises(discord.Forbidden) as refused:
            await spoken.create_thread(name="spoken")
    assert scene.sandbox.world.channels[thread.id].type is ChannelType.ANNOUNCEMENT_THREAD
    assert refused.value.code == 50024


async def test_the_owner_renames_archives_and_opens_its_thread(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        await thread.edit(name="over", archived=True)
        assert known.thread is not None
        assert (known.name, known.thread.archived) == ("over", True)
        with pytest.raises(discord.HTTPException) as asleep:
            await thread.edit(name="again")
        await thread.edit(archived=False)
        with pytest.raises(discord.Forbidden) as unmanaged:
            await thread.edit(locked=True)
    assert (asleep.value.code, unmanaged.value.code) == (50083, 50013)


async def test_people_are_added_by_hand_too(scene: Scene) -> None:
    stranger = scene.sandbox.add_person("Teal")
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        await thread.add_user(discord.Object(scene.wren.id))
        with pytest.raises(discord.NotFound) as refused:
            await thread.add_user(discord.Object(stranger.id))
        members = await thread.fetch_members()
    assert refused.value.code == 10007
    assert {member.id for member in members} == {scene.sandbox.bot.id, scene.wren.id}
    assert known.thread is not None


async def test_active_threads_are_told_at_identify(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, _ = await started(bot, scene)
    async with scene.bot() as bot:
        await until(lambda: bot.guilds and bot.guilds[0].get_thread(thread.id))


def shut(scene: Scene) -> None:
    """The bot does not see the channel any more."""
    scene.sandbox.deny(scene.channel, scene.sandbox.bot, Permission.VIEW_CHANNEL)


def open_to_the_bot(scene: Scene) -> None:
    """The bot sees it again."""
    scene.sandbox.world.overwrite(scene.channel, scene.sandbox.bot, 0, 0)


def shut_to_all(scene: Scene) -> None:
    """Nobody sees any channel of the server."""
    everybody = scene.guild.roles[scene.guild.id]
    scene.sandbox.set_permissions(scene.guild, everybody, Permission(0))


def open_to_all(scene: Scene) -> None:
    """Everybody sees them."""
    everybody = scene.guild.roles[scene.guild.id]
    scene.sandbox.set_permissions(scene.guild, everybody, Permission.VIEW_CHANNEL)


def give_role(scene: Scene) -> None:
    """The bot sees them by a role of its own."""
    role = scene.sandbox.world.add_role(scene.guild, "watchers", int(Permission.VIEW_CHANNEL))
    scene.sandbox.world.give_role(scene.guild, scene.sandbox.bot, role)


@pytest.mark.parametrize(
    ("lose", "gain", "channels"),
    [(shut, open_to_the_bot, 1), (shut_to_all, open_to_all, 2), (shut_to_all, give_role, 2)],
)
async def test_a_bot_that_sees_channels_again_is_told_of_their_threads(
    scene: Scene, lose: Change, gain: Change, channels: int
) -> None:
    lounge = scene.sandbox.add_text_channel(scene.guild, "lounge")
    scene.sandbox.grant(scene.guild, scene.robin, Permission.ADMINISTRATOR)
    start = {"name": "talk", "type": 11}
    async with scene.bot() as bot:
        _, known = await started(bot, scene)
        _, closed = await started(bot, scene)
        lose(scene)
        said = await scene.robin.say(known, "meanwhile")
        new = scene.sandbox.threads.without_message(scene.channel, scene.robin.user, start)
        scene.sandbox.archive(closed)
        gain(scene)
        await until(lambda: bot.guilds[0].get_thread(new.id))
        told = bot.guilds[0].get_thread(known.id)
    assert told is not None
    assert told.last_message_id == said.id
    assert told.me is not None
    (event,) = [one for one in scene.sandbox.record.events if one.name == "THREAD_LIST_SYNC"]
    assert event.data["channel_ids"] == [str(scene.channel.id), str(lounge.id)][:channels]
    assert [one["id"] for one in event.data["threads"]] == [str(known.id), str(new.id)]
    assert [one["id"] for one in event.data["members"]] == [str(known.id)]


async def test_a_member_who_is_no_owner_changes_nothing_but_opens_again(scene: Scene) -> None:
    start = {"name": "talk", "type": 11}
    known = scene.sandbox.threads.without_message(scene.channel, scene.robin.user, start)
    announced = [m.type for m in scene.channel.messages.values()]
    assert announced == [MessageType.THREAD_CREATED]
    async with scene.bot() as bot:
        thread = await bot.fetch_channel(known.id)
        assert isinstance(thread, discord.Thread)
        with pytest.raises(discord.Forbidden) as refused:
            await thread.edit(name="mine")
        scene.sandbox.archive(known)
        await thread.edit(archived=False)
        await thread.join()
        async with thread.typing():
            await thread.send("hello")
    assert refused.value.code == 50013
    assert known.thread is not None
    assert not known.thread.archived
    assert scene.sandbox.bot.id in known.thread.members


async def test_only_who_may_invite_adds_to_a_closed_private_thread(scene: Scene) -> None:
    start = {"name": "secret", "type": 12, "invitable": False}
    known = scene.sandbox.threads.without_message(scene.channel, scene.robin.user, start)
    async with scene.bot() as bot:
        with pytest.raises(discord.Forbidden) as unseen:
            await bot.fetch_channel(known.id)
        await scene.robin.say(known, f"<@{scene.sandbox.bot.id}>")
        thread = await bot.fetch_channel(known.id)
        assert isinstance(thread, discord.Thread)
        everybody = discord.AllowedMentions(users=True)
        await thread.send(scene.wren.mention, allowed_mentions=everybody)
        with pytest.raises(discord.Forbidden) as refused:
            await thread.add_user(discord.Object(scene.wren.id))
    assert (unseen.value.code, refused.value.code) == (50001, 50013)
    assert scene.wren.threads == []


async def test_a_thread_on_a_thread_is_refused(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, _ = await started(bot, scene)
        inner = await thread.send("again")
        with pytest.raises(discord.Forbidden) as refused:
            await inner.create_thread(name="deeper")
    assert refused.value.code == 50024


async def test_a_deleted_thread_is_unknown(scene: Scene) -> None:
    async with scene.bot() as bot:
        thread, known = await started(bot, scene)
        scene.sandbox.delete_channel(known)
        with pytest.raises(discord.NotFound) as refused:
            await thread.send("hello")
        await until(lambda: bot.guilds[0].get_thread(thread.id) is None)
    assert refused.value.code == 10003


async def test_who_leaves_the_server_leaves_its_threads(scene: Scene) -> None:
    async with scene.bot() as bot:
        _, known = await started(bot, scene)
        await scene.robin.say(known, "hello")
        scene.robin.leave(scene.guild)
    assert known.thread is not None
    assert scene.robin.id not in known.thread.members
    assert scene.robin.sees(known) == []


async def test_an_answer_in_an_archived_thread_opens_it(scene: Scene) -> None:
    def prepare(bot: Bot) -> None:
        @bot.tree.command(description="says hello")
        async def hello(interaction: discord.Interaction[Bot]) -> None:
            await interaction.response.send_message("hello")

    async with scene.bot(prepare) as bot:
        _, known = await started(bot, scene)
        scene.sandbox.archive(known)
        await scene.robin.slash(known, "hello")
    assert known.thread is not None
    assert not known.thread.archived
