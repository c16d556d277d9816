"""Lists of people, roles and channels, completed options, files, and the panel's switches."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from sandbox import Permission, commands
from sandbox.attachments import Upload
from sandbox.interactions import CallbackType
from sandbox.model import Json
from tests.page.browser import Visitor
from tests.page.scene import A_MINUTE, Scene

COMPLETING: Json = {
    "name": "mastermind-admin",
    "description": "for moderators",
    "type": 1,
    "options": [
        {
            "name": "end",
            "description": "ends a match",
            "type": 1,
            "options": [
                {
                    "name": "match",
                    "description": "which",
                    "type": 3,
                    "required": True,
                    "autocomplete": True,
                }
            ],
        }
    ],
}
NOTHING: Json = {}


def listed(kind: int, **more: object) -> Json:
    """A row with one list."""
    return {"type": 1, "components": [{"type": kind, "custom_id": "list"} | more]}


async def offering(scene: Scene, kind: int, **more: object) -> Page:
    """A tab of Robin's with one list of the bot's."""
    scene.sandbox.interactions.answer_within = A_MINUTE
    scene.bot_says("choose", listed(kind, **more))
    return await scene.tab(scene.robin)


async def chosen(scene: Scene) -> list[str]:
    """The values of the newest interaction, which is then answered."""
    one = await scene.asked()
    scene.answer(one, CallbackType.DEFERRED_UPDATE, NOTHING)
    values: list[str] = one.data["values"]
    return values


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (5, ["Mastermind", "Robin", "Wren"]),
        (6, ["@everyone", "for Wren"]),
        (7, ["Mastermind", "Robin", "Wren", "@everyone", "for Wren"]),
        (8, ["games", "lounge"]),
    ],
)
async def test_a_list_offers_what_the_server_has(
    scene: Scene, kind: int, options: list[str]
) -> None:
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
    tab = await offering(scene, kind)
    await tab.get_by_role("combobox", name="Make a selection").click()
    offered = tab.get_by_role("listbox", name="Make a selection").get_by_role("option")
    # Beside its name an option has a picture, whose letters are no part of it.
    await expect(offered.locator(".option-label")).to_have_text(options)
    await tab.get_by_role("option", name=options[-1], exact=True).click()
    (value,) = await chosen(scene)
    ids = [*scene.guild.members, *scene.guild.roles, *scene.sandbox.world.channels]
    assert int(value) in ids


async def test_several_channels_are_chosen_and_all_taken_back_by_keyboard(scene: Scene) -> None:
    tab = await offering(scene, 8, min_values=0, max_values=25, placeholder="Where")
    select = tab.get_by_role("combobox", name="Where")
    await select.focus()
    await tab.keyboard.press("Enter")
    await tab.keyboard.press("Enter")
    await tab.keyboard.press("l")
    await tab.keyboard.press("Enter")
    await tab.keyboard.press("Escape")
    assert len(await chosen(scene)) == 2
    await expect(select).to_contain_text("lounge")
    await expect(select).not_to_have_attribute("aria-busy", "true")
    for key in ("Enter", "Home", "Enter", "ArrowDown", "Enter", "Escape"):
        await tab.keyboard.press(key)
    assert await chosen(scene) == []


async def test_a_list_shows_what_is_chosen_beforehand_and_the_kinds_it_names(scene: Scene) -> None:
    news = scene.sandbox.add_announcement_channel(scene.guild, "news")
    before = [{"id": str(news.id), "type": "channel"}]
    tab = await offering(scene, 8, channel_types=[5], default_values=before)
    select = tab.get_by_role("combobox", name="Make a selection")
    await expect(select).to_contain_text("news")
    await select.click()
    await expect(tab.get_by_role("listbox").get_by_role("option")).to_have_text(["news"])


async def test_a_list_keeps_up_with_the_server(scene: Scene) -> None:
    tab = await offering(scene, 8)
    scene.sandbox.add_text_channel(scene.guild, "meadow")
    await expect(tab.locator("a.channel").filter(has_text="meadow")).to_be_visible()
    await tab.get_by_role("combobox", name="Make a selection").click()
    await tab.get_by_role("option", name="meadow").click()
    assert len(await chosen(scene)) == 1


async def test_axe_finds_nothing_serious_in_an_open_list(
    scene: Scene, visitor: Visitor, axe: None
) -> None:
    scene.sandbox.grant(scene.guild, scene.wren, Permission.MANAGE_GUILD)
    tab = await offering(scene, 7, max_values=3)
    await tab.get_by_role("combobox", name="Make a selection").click()
    await tab.get_by_role("option", name="for Wren").click()
    assert await visitor.accessibility_faults(tab) == []


async def test_an_option_of_a_group_is_completed(scene: Scene) -> None:
    scene.sandbox.interactions.answer_within = A_MINUTE
    commands.replace_all(scene.sandbox.world, [COMPLETING])
    tab = await scene.tab(scene.robin)
    await tab.locator("[data-key=compose]").press_sequentially("/mastermind-admin end ")
    offer = [{"name": "Robin v Wren", "value": "7"}]
    one = await scene.asked()
    scene.answer(one, CallbackType.CHOICES, {"choices": offer})
    await tab.get_by_role("option", name="Robin v Wren").click()
    await tab.keyboard.press("Enter")
    sent = await scene.asked()
    (step,) = sent.data["options"]
    assert [option["value"] for option in step["options"]] == ["7"]
    scene.answer(sent, CallbackType.MESSAGE, {"content": "ended", "flags": 64})
    await expect(tab.get_by_role("article")).to_contain_text("ended")


async def test_a_file_that_one_person_alone_may_see_is_downloaded(
    scene: Scene, tmp_path: Path
) -> None:
    commands.replace_all(scene.sandbox.world, [{"name": "privacy", "description": "x", "type": 1}])
    tab = await scene.tab(scene.robin)
    await tab.locator("[data-key=compose]").press_sequentially("/privacy ")
    await tab.keyboard.press("Enter")
    one = await scene.asked()
    copy = Upload(0, "copy.json", b'{"all": "of it"}')
    body = {"type": 4, "data": {"content": "Here it is.", "flags": 64}}
    scene.sandbox.interactions.respond(one.id, one.token, body, [copy])
    async with tab.expect_download() as download:
        await tab.get_by_role("article").get_by_role("link", name="copy.json").click()
    file = await download.value
    await file.save_as(tmp_path / "copy")
    assert file.suggested_filename == "copy.json"
    assert (tmp_path / "copy").read_bytes() == copy.content


async def test_the_panel_removes_the_bot_and_invites_it_again(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    await tab.get_by_role("button", name="Behind the scenes").click()
    switch = tab.get_by_role("switch", name="The bot is in Aviary")
    for there in (False, True):
        await switch.click()
        await scene.sandbox.wait_for(
            lambda: (scene.sandbox.bot.id in scene.guild.members) is there  # noqa: B023
        )
        await expect(switch).to_be_checked(checked=there)


async def test_the_panel_locks_and_deletes_a_thread_of_others(scene: Scene) -> None:
    said = await scene.wren.say(scene.games, "start")
    thread = scene.sandbox.threads.from_message(
        scene.games, said, scene.wren.user, {"name": "nest"}
    )
    info = thread.thread
    assert info is not None
    tab = await scene.tab(scene.robin)
    await tab.locator("a.channel").filter(has_text="nest").click()
    await tab.get_by_role("button", name="Behind the scenes").click()
    panel = tab.get_by_role("region", name="The thread “nest”")
    await panel.get_by_role("switch", name="Locked").click()
    await scene.sandbox.wait_for(lambda: info.locked)
    await panel.get_by_role("switch", name="Archived").click()
    await scene.sandbox.wait_for(lambda: info.archived)
    await panel.get_by_role("button", name="Delete Thread").click()
    await expect(tab.locator("a.channel").filter(has_text="nest")).to_have_count(0)
    await expect(tab.get_by_role("region", name="The thread", exact=True)).to_be_visible()
