"""What a tab may do with lists of people, roles and channels, and with the bot's places."""

import pytest
from discord import ui

from sandbox import Permission
from sandbox.model import Json
from tests.sandbox.harness import Scene
from tests.sandbox.tab import Tab, tab_of
from tests.sandbox.test_sandbox_messages import here
from tests.sandbox.test_sandbox_selects import Chosen
from tests.sandbox.test_sandbox_threads import started


def server(tab: Tab) -> Json:
    """The only server of a tab."""
    (only,) = tab.state["servers"]
    found: Json = only
    return found


async def test_a_tab_chooses_channels_by_their_ids(scene: Scene) -> None:
    view = Chosen(ui.ChannelSelect(custom_id="list", min_values=0, max_values=2))
    async with scene.bot() as bot, tab_of(scene.sandbox, "robin") as tab:
        sent = await here(bot, scene).send("choose", view=view)
        place = str(scene.channel.id)
        ask = {"do": "select", "channel": place, "message": str(sent.id), "custom_id": "list"}
        for values in ([place], []):
            assert (await tab.ask(**ask, values=values))["result"]["outcome"] == "message"
            assert [str(one.id) for one in await view.values.get()] == values
        for wrong in (["1"], [1], [place, place]):
            assert (await tab.ask(**ask, values=wrong))["t"] == "refused"


async def test_a_tab_knows_the_roles_of_its_server(scene: Scene) -> None:
    async with tab_of(scene.sandbox, "robin") as tab:
        role = scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
        listed = [(str(scene.guild.id), "@everyone"), (str(role.id), "for Wren")]
        await tab.until(
            lambda: [(one["id"], one["name"]) for one in server(tab)["roles"]] == listed
        )


async def test_the_bot_is_removed_and_invited_again(scene: Scene) -> None:
    async with scene.bot() as bot, tab_of(scene.sandbox, "robin") as tab:
        await bot.wait_until_ready()
        ask = {"do": "membership", "server": str(scene.guild.id)}
        known = str(scene.sandbox.bot.id)
        for present in (False, False, True, True):
            assert (await tab.ask(**ask, present=present))["t"] == "done"
            await tab.until(lambda: (known in server(tab)["members"]) is present)  # noqa: B023
        assert (await tab.ask(do="membership", server="1", present=True))["t"] == "refused"
    events = [one.name for one in scene.sandbox.record.events]
    assert [one for one in events if one in ("GUILD_DELETE", "GUILD_CREATE")] == [
        *("GUILD_CREATE", "GUILD_DELETE", "GUILD_CREATE"),
    ]


async def test_anybody_makes_trouble_for_a_thread(scene: Scene) -> None:
    async with scene.bot() as bot, tab_of(scene.sandbox, "robin") as tab:
        thread, known = await started(bot, scene)
        info = known.thread
        assert info is not None
        ask = {"do": "moderate", "channel": str(thread.id)}
        for change, state in (
            ("lock", (False, True)),
            ("archive", (True, True)),
            ("unlock", (True, False)),
            ("unarchive", (False, False)),
        ):
            assert (await tab.ask(**ask, change=change))["t"] == "done"
            assert (info.archived, info.locked) == state
        assert (await tab.ask(**ask, change="burn"))["t"] == "refused"
        assert (await tab.ask(**ask, change="delete"))["t"] == "done"
        assert known.id not in scene.sandbox.world.channels
        for gone in (known, scene.channel):
            frame = {"do": "moderate", "channel": str(gone.id), "change": "delete"}
            assert (await tab.ask(**frame))["t"] == "refused"


@pytest.mark.parametrize("locked", [False, True])
async def test_a_thread_that_no_message_opens_takes_none_of_a_moderator(
    scene: Scene, locked: bool
) -> None:
    scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_THREADS)
    async with scene.bot() as bot, tab_of(scene.sandbox, "robin") as tab:
        _, known = await started(bot, scene)
        scene.sandbox.archive(known, locked=locked)
        await tab.until(lambda: tab.channel("Robin v Wren")["archived"])
        assert tab.channel("Robin v Wren")["can_send"] is not locked


async def test_what_a_tab_asks_for_without_the_bot_is_refused(scene: Scene) -> None:
    view = Chosen(ui.RoleSelect(custom_id="list"))
    async with scene.bot() as bot, tab_of(scene.sandbox, "robin") as tab:
        sent = await here(bot, scene).send("choose", view=view)
        scene.sandbox.remove_bot(scene.guild)
        ask = {"do": "select", "channel": str(scene.channel.id), "message": str(sent.id)}
        everyone = [str(scene.guild.id)]
        refused = await tab.ask(**ask, custom_id="list", values=everyone)
    assert (refused["t"], refused["text"]) == ("refused", "the bot is not in Aviary")
