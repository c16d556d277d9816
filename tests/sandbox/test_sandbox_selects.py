"""Lists of people, roles and channels, as discord.py reads what was chosen in them."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
import pytest
from discord import ui

from sandbox import ClientRefusalError, Message, Permission
from sandbox.model import Json
from tests.sandbox.harness import Bot, Scene
from tests.sandbox.test_sandbox_messages import here

CHOSEN = {
    ui.UserSelect: 5,
    ui.RoleSelect: 6,
    ui.MentionableSelect: 7,
    ui.ChannelSelect: 8,
}


class Chosen(ui.View):
    """One list, and what came of it."""

    def __init__(self, part: Any) -> None:
        super().__init__(timeout=None)
        self.part = part
        self.values: asyncio.Queue[Sequence[Any]] = asyncio.Queue()
        self.add_item(part)
        self.part.callback = self.note

    async def note(self, interaction: discord.Interaction[Any]) -> None:
        self.values.put_nowait(self.part.values)
        await interaction.response.send_message("noted", ephemeral=True)


async def asked(bot: Bot, scene: Scene, view: Chosen) -> Message:
    """The message that carries the list."""
    await here(bot, scene).send("choose", view=view)
    return await scene.sandbox.message(scene.channel, "choose")


def sent_data(scene: Scene) -> Json:
    """The data of the newest interaction."""
    events = [one for one in scene.sandbox.record.events if one.name == "INTERACTION_CREATE"]
    data: Json = events[-1].data["data"]
    return data


async def test_channels_are_chosen_and_named(scene: Scene) -> None:
    lounge = scene.sandbox.add_text_channel(scene.guild, "lounge")
    view = Chosen(ui.ChannelSelect(custom_id="list", min_values=0, max_values=25))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        answer = await scene.robin.select(message, "list", [lounge, scene.channel])
        values = await view.values.get()
    assert answer.ephemeral
    assert [(one.id, one.name) for one in values] == [
        (lounge.id, "lounge"),
        (scene.channel.id, "games"),
    ]
    assert values[0].permissions.send_messages
    assert not values[0].permissions.manage_channels
    data = sent_data(scene)
    assert (data["component_type"], data["values"]) == (8, [str(lounge.id), str(scene.channel.id)])
    assert data["resolved"].keys() == {"channels"}
    assert data["resolved"]["channels"][str(lounge.id)]["type"] == 0


async def test_people_are_chosen_as_members_of_the_server(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
    view = Chosen(ui.UserSelect(custom_id="list", max_values=2))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        await scene.robin.select(message, "list", [scene.wren, scene.sandbox.bot])
        wren, mastermind = await view.values.get()
    assert isinstance(wren, discord.Member)
    assert (wren.id, mastermind.id) == (scene.wren.id, scene.sandbox.bot.id)
    assert wren.resolved_permissions is not None
    assert wren.resolved_permissions.manage_guild
    resolved = sent_data(scene)["resolved"]
    assert resolved.keys() == {"users", "members"}
    assert not resolved["members"][str(scene.wren.id)].keys() & {"user", "mute", "deaf"}


async def test_roles_are_chosen(scene: Scene) -> None:
    role = scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
    view = Chosen(ui.RoleSelect(custom_id="list"))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        await scene.robin.select(message, "list", [role])
        (chosen,) = await view.values.get()
    assert isinstance(chosen, discord.Role)
    assert (chosen.id, chosen.permissions.manage_guild) == (role.id, True)
    assert sent_data(scene)["resolved"].keys() == {"roles"}


async def test_people_and_roles_are_chosen_together(scene: Scene) -> None:
    role = scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
    view = Chosen(ui.MentionableSelect(custom_id="list", max_values=2))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        await scene.robin.select(message, "list", [role, str(scene.robin.id)])
        values = await view.values.get()
    assert {one.id for one in values} == {role.id, scene.robin.id}
    assert sent_data(scene)["resolved"].keys() == {"roles", "users", "members"}


@pytest.mark.parametrize("kind", CHOSEN)
async def test_a_list_that_asks_for_nothing_is_emptied(scene: Scene, kind: type[Any]) -> None:
    view = Chosen(kind(custom_id="list", min_values=0))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        await scene.robin.select(message, "list", [])
        assert await view.values.get() == []
    data = sent_data(scene)
    assert (data["component_type"], data["values"], data["resolved"]) == (CHOSEN[kind], [], {})


async def test_several_options_or_none_are_chosen(scene: Scene) -> None:
    options = [discord.SelectOption(label=word) for word in ("a", "b", "c")]
    view = Chosen(ui.Select(custom_id="list", min_values=0, max_values=2, options=options))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        for values in (["a", "c"], []):
            await scene.robin.select(message, "list", values)
            assert await view.values.get() == values
    assert "resolved" not in sent_data(scene)


async def test_a_list_of_channels_offers_the_kinds_that_it_names(scene: Scene) -> None:
    news = scene.sandbox.add_announcement_channel(scene.guild, "news")
    kinds = [discord.ChannelType.news, discord.ChannelType.public_thread]
    view = Chosen(ui.ChannelSelect(custom_id="list", channel_types=kinds))
    async with scene.bot() as bot:
        message = await asked(bot, scene, view)
        opened, closed = [
            scene.sandbox.threads.without_message(
                scene.channel, scene.robin.user, {"name": name, "type": 11}
            )
            for name in ("open", "closed")
        ]
        scene.sandbox.archive(closed)
        for one in (news, opened):
            await scene.robin.select(message, "list", [one])
            (chosen,) = await view.values.get()
            assert chosen.id == one.id
        for one in (scene.channel, closed):
            with pytest.raises(ClientRefusalError, match="list offers"):
                await scene.robin.select(message, "list", [one])


async def test_a_person_chooses_only_what_they_see_and_how_many_they_may(scene: Scene) -> None:
    hidden = scene.sandbox.add_text_channel(scene.guild, "hidden")
    scene.sandbox.deny(hidden, scene.robin, Permission.VIEW_CHANNEL)
    stranger = scene.sandbox.add_person("Teal")
    async with scene.bot() as bot:
        channels = await asked(bot, scene, Chosen(ui.ChannelSelect(custom_id="channels")))
        people = await asked(bot, scene, Chosen(ui.UserSelect(custom_id="people", max_values=2)))
        for message, which, values, reason in (
            (channels, "channels", [hidden], "channels offers"),
            (channels, "channels", [], "1 to 1 values"),
            (people, "people", [stranger], "people offers"),
            (people, "people", [scene.wren, scene.wren], "each value once"),
            (people, "people", ["1"], "people offers"),
        ):
            with pytest.raises(ClientRefusalError, match=reason):
                await scene.robin.select(message, which, values)


async def test_private_messages_offer_the_two_people_in_them(scene: Scene) -> None:
    view = Chosen(ui.UserSelect(custom_id="list"))
    async with scene.bot() as bot:
        await (await bot.fetch_user(scene.robin.id)).send("choose", view=view)
        message = scene.robin.inbox[0]
        await scene.robin.select(message, "list", [scene.robin])
        (chosen,) = await view.values.get()
        with pytest.raises(ClientRefusalError, match="list offers"):
            await scene.robin.select(message, "list", [scene.wren])
    assert isinstance(chosen, discord.User)
    assert sent_data(scene)["resolved"].keys() == {"users"}


async def test_what_is_chosen_beforehand_comes_back_with_its_ids_as_text(scene: Scene) -> None:
    kind = discord.SelectDefaultValueType.channel
    before = discord.SelectDefaultValue(id=scene.channel.id, type=kind)
    part = ui.ChannelSelect[Any](custom_id="list", default_values=[before])
    async with scene.bot() as bot:
        message = await asked(bot, scene, Chosen(part))
    (row,) = message.components
    (listed,) = row["components"]
    assert listed["default_values"] == [{"id": str(scene.channel.id), "type": "channel"}]
    assert (listed["min_values"], listed["max_values"]) == (1, 1)


@pytest.mark.parametrize("wrong", [{"min_values": 26}, {"max_values": 0}])
async def test_a_list_beyond_discord_s_bounds_is_refused(scene: Scene, wrong: Json) -> None:
    async with scene.bot() as bot:
        with pytest.raises(discord.HTTPException) as refused:
            await asked(bot, scene, Chosen(ui.RoleSelect(custom_id="list", **wrong)))
    assert refused.value.code == 50035
    assert any(one.startswith("limits:") for one in scene.sandbox.violations)
    scene.sandbox.violations.clear()
