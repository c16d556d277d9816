"""Commands that ask for a permission, what is told of it, and what comes of a command."""

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from sandbox import ClientRefusalError, InteractionFailedError, Permission
from sandbox.model import Json
from tests.sandbox.harness import Bot, Scene
from tests.sandbox.test_sandbox_threads import started

Interaction = discord.Interaction[Bot]


def administration(bot: Bot) -> None:
    """A group for those who manage the server, and a command for all."""
    group = app_commands.Group(
        name="mastermind-admin",
        description="for moderators",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @group.command(description="ends a match")
    async def end(interaction: Interaction, match: str) -> None:
        await interaction.response.send_message(
            f"{match}: {interaction.permissions.manage_guild}", ephemeral=True
        )

    @end.autocomplete("match")
    async def matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        allowed = interaction.permissions.manage_guild
        found = [word for word in ("robin", "wren") if word.startswith(typed)]
        return [app_commands.Choice(name=f"{word} {allowed}", value=word) for word in found]

    bot.tree.add_command(group)

    @bot.tree.command(description="gives a copy of what is stored")
    async def privacy(interaction: Interaction) -> None:
        copy = discord.File(io.BytesIO(b"all of it"), filename="copy.json")
        await interaction.response.send_message("Here it is.", file=copy, ephemeral=True)


def permissions_told(scene: Scene) -> Permission:
    """What the newest interaction says that its person may do."""
    events = [one for one in scene.sandbox.record.events if one.name == "INTERACTION_CREATE"]
    return Permission(int(events[-1].data["member"]["permissions"]))


async def test_a_group_of_moderators_is_offered_to_those_who_may(scene: Scene) -> None:
    async with scene.bot(administration):
        with pytest.raises(ClientRefusalError, match="hidden from Robin"):
            await scene.robin.slash(scene.channel, "mastermind-admin end", match="wren")
        scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_GUILD)
        answer = await scene.robin.slash(scene.channel, "mastermind-admin end", match="wren")
    assert answer.text == "wren: True"
    assert permissions_told(scene) & Permission.MANAGE_GUILD


async def test_a_command_reaches_the_bot_from_somebody_without_the_permission(
    scene: Scene,
) -> None:
    line, direct = "mastermind-admin end", scene.sandbox.world.dm_with(scene.robin.user)
    async with scene.bot(administration):
        answer = await scene.robin.slash_unallowed(scene.channel, line, match="wren")
        with pytest.raises(ClientRefusalError, match="not offered in private messages"):
            await scene.robin.slash_unallowed(direct, line, match="wren")
    assert answer.text == "wren: False"
    assert not permissions_told(scene) & Permission.MANAGE_GUILD


async def test_a_person_s_permissions_are_those_of_the_channel(scene: Scene) -> None:
    scene.sandbox.deny(scene.channel, scene.robin, Permission.ATTACH_FILES)
    async with scene.bot(administration) as bot:
        _, thread = await started(bot, scene)
        for place in (scene.channel, thread):
            await scene.robin.slash(place, "privacy")
            told = permissions_told(scene)
            assert told & Permission.SEND_MESSAGES
            assert not told & (Permission.ATTACH_FILES | Permission.MANAGE_GUILD)
        await scene.wren.slash(scene.channel, "privacy")
        assert permissions_told(scene) & Permission.ATTACH_FILES


async def test_text_is_completed_within_a_group(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_GUILD)
    line = "mastermind-admin end"
    async with scene.bot(administration):
        every = await scene.robin.autocomplete(scene.channel, line, "match", match="")
        some = await scene.robin.autocomplete(scene.channel, line, "match", match="w")
    assert [one["value"] for one in every.choices] == ["robin", "wren"]
    assert some.choices == [{"name": "wren True", "value": "wren"}]


async def test_more_suggestions_than_discord_takes_are_refused(scene: Scene) -> None:
    def prepare(bot: Bot) -> None:
        async def suggest(_: Interaction, __: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name="x", value=str(one)) for one in range(26)]

        @bot.tree.command(description="takes a word")
        @app_commands.autocomplete(word=suggest)
        async def tell(interaction: Interaction, word: str) -> None:
            await interaction.response.send_message(word)

    async with scene.bot(prepare):
        typing = asyncio.create_task(
            scene.robin.autocomplete(scene.channel, "tell", "word", word="")
        )
        await scene.sandbox.wait_for(lambda: scene.sandbox.violations)
        scene.sandbox.clock.advance(3)
        with pytest.raises(InteractionFailedError):
            await typing
    assert any("choices has more than 25 items" in one for one in scene.sandbox.violations)
    scene.sandbox.violations.clear()


async def test_a_file_of_an_answer_for_one_person_can_be_fetched(scene: Scene) -> None:
    async with scene.bot(administration):
        answer = await scene.robin.slash(scene.channel, "privacy")
    assert answer.ephemeral
    (file,) = answer.message.attachments
    assert (file["filename"], file["size"]) == ("copy.json", 9)
    assert await fetched(file) == b"all of it"
    assert scene.wren.sees(scene.channel) == []


async def fetched(file: Json) -> Any:
    """What is at the address of an attachment."""
    async with aiohttp.ClientSession() as http, http.get(file["url"]) as answer:
        return await answer.read()
