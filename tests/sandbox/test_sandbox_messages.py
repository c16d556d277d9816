"""Messages, attachments, mentions and what of them the bot may read."""

import io
from collections.abc import AsyncIterator

import discord
import pytest
from discord import ui

from sandbox import ApplicationFlag, ClientRefusalError, Message, Permission
from sandbox.model import MessageFlag
from tests.sandbox.harness import Bot, Scene, messages_intents, until

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (40).to_bytes(4, "big") + (30).to_bytes(4, "big")


def here(bot: Bot, scene: Scene) -> discord.TextChannel:
    """The scene's channel as the bot knows it."""
    found = bot.get_channel(scene.channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


def newest(scene: Scene) -> Message:
    """The newest message of the scene's channel."""
    return list(scene.channel.messages.values())[-1]


async def test_the_bot_hears_edits_and_deletions_of_people(scene: Scene) -> None:
    async with scene.bot() as bot:
        sent = await scene.robin.say(scene.channel, "RBRG")
        await until(lambda: bot.heard)
        assert bot.heard[0].content == "RBRG"
        await scene.robin.edit(sent, "RBRR")
        await until(lambda: bot.edited)
        await scene.robin.delete(sent)
        await until(lambda: bot.deleted)
    assert isinstance(bot.heard[0].author, discord.Member)
    assert bot.edited[0].message.content == "RBRR"
    assert bot.deleted == [sent.id]


async def test_a_reply_names_its_message_and_pings_only_when_asked(scene: Scene) -> None:
    async with scene.bot() as bot:
        sent = await scene.robin.say(scene.channel, "RBRG")
        await until(lambda: bot.heard)
        await bot.heard[0].reply("quiet")
        assert (newest(scene).replied_to, newest(scene).pinged) == (sent, [])
        await bot.heard[0].reply("loud", mention_author=True)
        assert newest(scene).pinged == [scene.robin.id]


@pytest.mark.parametrize("pinging", [True, False])
async def test_allowed_mentions_decide_who_is_pinged(scene: Scene, pinging: bool) -> None:
    robin = discord.Object(scene.robin.id)
    allowed = discord.AllowedMentions(users=[robin] if pinging else False)
    async with scene.bot() as bot:
        text = f"{scene.robin.mention} and {scene.wren.mention}"
        await here(bot, scene).send(text, allowed_mentions=allowed)
    assert newest(scene).pinged == ([scene.robin.id] if pinging else [])


async def test_an_edit_names_people_but_pings_nobody(scene: Scene) -> None:
    everybody = discord.AllowedMentions(users=True)
    async with scene.bot() as bot:
        sent = await here(bot, scene).send("soon")
        await sent.edit(content=scene.wren.mention, allowed_mentions=everybody)
    assert (newest(scene).mentions, newest(scene).pinged) == ([scene.wren.id], [])


async def test_text_parts_of_components_ping_too(scene: Scene) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(scene.robin.mention))
    async with scene.bot() as bot:
        await here(bot, scene).send(view=view, allowed_mentions=discord.AllowedMentions(users=True))
    assert newest(scene).pinged == [scene.robin.id]


async def test_only_those_with_the_permission_ping_everyone(scene: Scene) -> None:
    await scene.robin.say(scene.channel, "@everyone")
    assert not newest(scene).mention_everyone
    scene.sandbox.grant(scene.guild, scene.robin, Permission.MENTION_EVERYONE)
    await scene.robin.say(scene.channel, "@everyone")
    assert newest(scene).mention_everyone


async def test_an_enforced_nonce_sends_once_for_some_minutes(scene: Scene) -> None:
    async with scene.bot() as bot:
        first = await here(bot, scene).send("once", nonce="entry-1")
        again = await here(bot, scene).send("once", nonce="entry-1")
        elsewhere = scene.sandbox.add_text_channel(scene.guild, "elsewhere")
        there = await bot.get_partial_messageable(elsewhere.id).send("once", nonce="entry-1")
        assert first.id == again.id == there.id
        assert not elsewhere.messages
        scene.sandbox.clock.advance(600)
        later = await here(bot, scene).send("once", nonce="entry-1")
    assert later.id != first.id
    assert len(scene.channel.messages) == 2


async def test_files_and_components_v2_come_back_filled_in(scene: Scene) -> None:
    view = ui.LayoutView(timeout=None)
    picture: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png")
    )
    button: ui.Button[ui.LayoutView] = ui.Button(label="Board", custom_id="board")
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(button)
    view.add_item(ui.Container(ui.TextDisplay("Row 1"), picture, ui.Separator(), row))
    async with scene.bot() as bot:
        file = discord.File(io.BytesIO(PNG), "board.png", description="the board")
        sent = await here(bot, scene).send(view=view, file=file)
        assert (sent.attachments[0].width, sent.attachments[0].height) == (40, 30)
        assert await sent.attachments[0].read() == PNG
        assert sent.flags.components_v2
        container = sent.components[0]
        assert isinstance(container, discord.Container)
        gallery = container.children[1]
        assert isinstance(gallery, discord.MediaGalleryComponent)
        assert gallery.items[0].media.url == sent.attachments[0].url
    assert (newest(scene).text, newest(scene).buttons) == ("Row 1", ["Board"])


async def test_embeds_come_back_with_their_pictures(scene: Scene) -> None:
    embed = discord.Embed(title="Board", description="Row 1").set_image(url="attachment://b.png")
    embed.add_field(name="Keys", value="2 black")
    embed.set_author(name="Robin", icon_url="attachment://b.png")
    embed.set_footer(text="Row 1", icon_url="attachment://b.png")
    async with scene.bot() as bot:
        sent = await here(bot, scene).send(embed=embed, file=discord.File(io.BytesIO(PNG), "b.png"))
        back = sent.embeds[0]
        for url in (back.image.url, back.author.icon_url, back.footer.icon_url):
            assert url == sent.attachments[0].url
        edited = await sent.edit(content="gone", embeds=[], attachments=[])
        assert (edited.embeds, edited.attachments) == ([], [])
    assert newest(scene).text == "gone"


async def test_history_is_paged_as_discord_pages_it(scene: Scene) -> None:
    sent = [await scene.robin.say(scene.channel, str(number)) for number in range(7)]
    middle = discord.Object(sent[3].id)
    async with scene.bot() as bot:
        channel = here(bot, scene)

        async def read(pages: AsyncIterator[discord.Message]) -> str:
            return "".join([message.content async for message in pages])

        assert await read(channel.history(limit=3)) == "654"
        assert await read(channel.history(limit=3, before=middle)) == "210"
        assert await read(channel.history(limit=3, after=middle)) == "456"
        assert await read(channel.history(limit=3, around=middle)) == "432"
        assert (await channel.fetch_message(sent[2].id)).content == "2"


async def test_only_own_messages_are_edited_or_deleted(scene: Scene) -> None:
    sent = await scene.robin.say(scene.channel, "RBRG")
    async with scene.bot() as bot:
        foreign = here(bot, scene).get_partial_message(sent.id)
        with pytest.raises(discord.Forbidden) as editing:
            await foreign.edit(content="mine")
        with pytest.raises(discord.Forbidden) as deleting:
            await foreign.delete()
        own = await here(bot, scene).send("mine")
        await own.delete()
        with pytest.raises(discord.NotFound):
            await own.edit(content="gone")
    assert (editing.value.code, deleting.value.code) == (50005, 50013)


@pytest.mark.parametrize(
    ("permission", "code"),
    [
        (Permission.VIEW_CHANNEL, 50001),
        (Permission.SEND_MESSAGES, 50013),
        (Permission.EMBED_LINKS, 50013),
        (Permission.ATTACH_FILES, 50013),
        (Permission.READ_MESSAGE_HISTORY, 160002),
    ],
)
async def test_a_missing_permission_has_its_code(
    scene: Scene, permission: Permission, code: int
) -> None:
    sent = await scene.robin.say(scene.channel, "RBRG")
    async with scene.bot() as bot:
        channel = here(bot, scene)
        scene.sandbox.deny(scene.channel, scene.sandbox.bot, permission)
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send(
                "hello",
                embed=discord.Embed(title="x"),
                file=discord.File(io.BytesIO(PNG), "b.png"),
                reference=channel.get_partial_message(sent.id),
            )
    assert refused.value.code == code


async def test_closed_private_messages_and_strangers_have_their_codes(scene: Scene) -> None:
    scene.robin.close_dms()
    stranger = scene.sandbox.add_person("Teal")
    async with scene.bot() as bot:
        for person, code in ((scene.robin, 50007), (stranger, 50278)):
            user = await bot.fetch_user(person.id)
            with pytest.raises(discord.Forbidden) as refused:
                await user.send("hello")
            assert refused.value.code == code
        scene.robin.open_dms()
        await (await bot.fetch_user(scene.robin.id)).send("hello")
    assert [message.text for message in scene.robin.inbox] == ["hello"]
    assert stranger.inbox == []


async def test_private_messages_reach_the_bot(scene: Scene) -> None:
    async with scene.bot(intents=messages_intents(content=False)) as bot:
        await scene.robin.dm("RBRG")
        await until(lambda: bot.heard)
    assert (bot.heard[0].content, bot.heard[0].guild) == ("RBRG", None)


async def test_content_is_withheld_without_the_intent(scene: Scene) -> None:
    async with scene.bot(intents=messages_intents(content=False)) as bot:
        own = await here(bot, scene).send("hello")
        sent = next(iter(scene.channel.messages.values()))
        await scene.robin.say(scene.channel, "plain")
        await scene.robin.say(scene.channel, f"<@{own.author.id}> named")
        await scene.robin.say(scene.channel, "ping", reply_to=sent)
        await scene.robin.say(scene.channel, "no ping", reply_to=sent, ping=False)
        await until(lambda: len(bot.heard) == 4)
    contents = [message.content for message in bot.heard]
    assert contents == ["", f"<@{own.author.id}> named", "ping", ""]


async def test_rest_withholds_content_from_an_application_without_the_flag(scene: Scene) -> None:
    scene.sandbox.application.flags = ApplicationFlag(0)
    sent = await scene.robin.say(scene.channel, "plain")
    async with scene.bot(intents=messages_intents(content=False)) as bot:
        assert (await here(bot, scene).fetch_message(sent.id)).content == ""
        scene.sandbox.application.flags = ApplicationFlag.MESSAGE_CONTENT
        assert (await here(bot, scene).fetch_message(sent.id)).content == "plain"


async def test_an_empty_message_is_refused(scene: Scene) -> None:
    async with scene.bot() as bot:
        with pytest.raises(discord.HTTPException) as sending:
            await here(bot, scene).send("")
        sent = await here(bot, scene).send("hello")
        with pytest.raises(discord.HTTPException) as editing:
            await sent.edit(content=None)
    assert (sending.value.code, editing.value.code) == (50035, 50006)
    assert newest(scene).text == "hello"
    assert scene.sandbox.violations == [
        f"limits: POST /channels/{scene.channel.id}/messages: message: it is empty."
    ]
    scene.sandbox.violations.clear()


async def test_a_reply_to_nothing_is_refused(scene: Scene) -> None:
    async with scene.bot() as bot:
        channel = here(bot, scene)
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send("hello", reference=channel.get_partial_message(1))
        gone = channel.get_partial_message(1).to_reference(fail_if_not_exists=False)
        await channel.send("hello", reference=gone)
    assert refused.value.code == 50035
    assert newest(scene).replied_to is None


async def test_people_keep_to_their_own_rights(scene: Scene) -> None:
    scene.sandbox.deny(scene.channel, scene.robin, Permission.SEND_MESSAGES)
    with pytest.raises(ClientRefusalError, match="may not write"):
        await scene.robin.say(scene.channel, "RBRG")
    sent = await scene.wren.say(scene.channel, "RBRG")
    with pytest.raises(ClientRefusalError, match="not Robin's"):
        await scene.robin.delete(sent)


async def test_the_loading_flag_is_not_for_senders(scene: Scene) -> None:
    async with scene.bot() as bot:
        await here(bot, scene).send("hello", silent=True)
    assert newest(scene).flags is MessageFlag.SUPPRESS_NOTIFICATIONS


async def test_every_part_of_components_v2_is_taken(scene: Scene) -> None:
    view = ui.LayoutView(timeout=None)
    thumbnail: ui.Thumbnail[ui.LayoutView] = ui.Thumbnail("attachment://board.png")
    view.add_item(ui.Section("words", accessory=thumbnail))
    view.add_item(ui.File("attachment://board.png"))
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("https://example.org/x.png")))
    async with scene.bot() as bot:
        sent = await here(bot, scene).send(
            view=view, file=discord.File(io.BytesIO(PNG), "board.png")
        )
    kinds = [component.type for component in sent.components]
    assert kinds == [
        discord.ComponentType.section,
        discord.ComponentType.file,
        discord.ComponentType.media_gallery,
    ]
    assert newest(scene).text == "words"


async def test_a_picture_that_was_not_sent_is_refused(scene: Scene) -> None:
    embed = discord.Embed().set_image(url="attachment://other.png")
    async with scene.bot() as bot:
        with pytest.raises(discord.HTTPException, match=r"No file is named other\.png"):
            await here(bot, scene).send(embed=embed, file=discord.File(io.BytesIO(PNG), "b.png"))


async def test_an_edit_keeps_the_files_it_names(scene: Scene) -> None:
    async with scene.bot() as bot:
        files = [discord.File(io.BytesIO(PNG), name) for name in ("a.png", "b.txt")]
        sent = await here(bot, scene).send("two", files=files)
        new = discord.File(io.BytesIO(b"new"), "c.txt")
        edited = await sent.edit(content="two", attachments=[sent.attachments[1], new])
    assert [one.filename for one in edited.attachments] == ["b.txt", "c.txt"]
    # Of a kept file discord.py sends more than Discord's description has.
    scene.sandbox.violations.clear()


async def test_without_history_the_bot_reads_nothing(scene: Scene) -> None:
    sent = await scene.robin.say(scene.channel, "before")
    scene.sandbox.deny(scene.channel, scene.sandbox.bot, Permission.READ_MESSAGE_HISTORY)
    async with scene.bot() as bot:
        assert [message async for message in here(bot, scene).history()] == []
        with pytest.raises(discord.Forbidden):
            await here(bot, scene).fetch_message(sent.id)


async def test_a_moderator_deletes_what_others_wrote(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_MESSAGES)
    async with scene.bot() as bot:
        sent = await here(bot, scene).send("hello")
        await scene.wren.delete(newest(scene))
        await until(lambda: bot.deleted)
        await scene.robin.say(scene.channel, "mine")
        scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_MESSAGES)
        await scene.robin.delete(newest(scene))
    assert bot.deleted == [sent.id]
    assert scene.channel.messages == {}
