"""The messages of a channel: loading, order, what stays as it is while other things change."""

import asyncio

from playwright.async_api import Page, expect

from sandbox import Permission
from sandbox.model import Json, Message
from tests.page.scene import Scene

SEVERAL: Json = {
    "type": 1,
    "components": [
        {
            "type": 3,
            "custom_id": "colours",
            "min_values": 1,
            "max_values": 3,
            "options": [{"label": one, "value": one} for one in ("red", "green", "blue")],
        }
    ],
}


def begin_thread(scene: Scene, message: Message) -> None:
    """Wren begins a thread on a message, with Robin in it."""
    thread = scene.sandbox.threads.from_message(
        scene.games, message, scene.wren.user, {"name": "nest"}
    )
    scene.sandbox.world.add_thread_member(thread, scene.robin.user)


async def test_a_half_made_choice_outlasts_a_thread_begun_elsewhere(scene: Scene) -> None:
    scene.bot_says("choose", SEVERAL)
    await scene.wren.say(scene.games, "||hidden||")
    tab = await scene.tab(scene.robin)
    await tab.get_by_role("log").locator(".spoiler").click()
    opened = tab.get_by_role("log").locator(".spoiler-open")
    select = tab.get_by_role("log").get_by_role("combobox")
    await select.click()
    await tab.get_by_role("option", name="green").click()
    other = await scene.wren.say(scene.games, "elsewhere")
    begin_thread(scene, other)
    await expect(tab.locator("a.channel").filter(has_text="nest")).to_be_visible()
    await expect(select).to_have_attribute("aria-expanded", "true")
    await expect(opened).to_have_text("hidden")
    assert not scene.sandbox.interactions.all


async def test_an_edit_keeps_its_cursor_while_others_write(scene: Scene) -> None:
    await scene.robin.say(scene.games, "hello")
    tab = await scene.tab(scene.robin)
    await expect(tab.get_by_role("article")).to_have_count(1)
    await tab.locator("[data-key=compose]").press("ArrowUp")
    await tab.keyboard.press("Home")
    await tab.keyboard.type("a")
    other = await scene.wren.say(scene.games, "elsewhere")
    begin_thread(scene, other)
    await expect(tab.locator("a.channel").filter(has_text="nest")).to_be_visible()
    await tab.keyboard.type("b")
    value = await tab.evaluate("document.activeElement.value")
    assert value == "abhello"


async def test_a_message_is_read_out_once(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    await expect(tab).to_have_title("#games · Robin")
    await scene.wren.say(scene.games, "news")
    line = tab.locator("li.line").filter(has_text="news")
    await expect(line).to_be_visible()
    assert await line.get_attribute("aria-live") is None
    await tab.locator("a.channel").filter(has_text="lounge").click()
    await expect(line).to_have_count(0)
    await tab.locator("a.channel").filter(has_text="games").click()
    await expect(line).to_have_attribute("aria-live", "off")


async def test_what_waits_while_the_tab_becomes_somebody_else_is_given_back(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    box = tab.locator("[data-key=compose]")
    await box.fill("not lost")
    await tab.evaluate("""() => {
      const enter = { key: "Enter", bubbles: true, cancelable: true };
      const box = document.querySelector("[data-key=compose]");
      box.dispatchEvent(new KeyboardEvent("keydown", enter));
      [...document.querySelectorAll("[type=radio]")].find((one) => !one.checked).click();
    }""")
    await expect(tab).to_have_title("#games · Wren")
    await expect(box).to_have_value("")
    await tab.get_by_role("radio", name="Robin").check()
    await expect(tab).to_have_title("#games · Robin")
    await expect(box).to_have_value("not lost")


async def test_messages_appear_change_and_go_for_everybody_at_once(scene: Scene) -> None:
    tabs = [await scene.tab(person) for person in (scene.robin, scene.wren)]
    said = await scene.robin.say(scene.games, "first")
    for tab in tabs:
        await expect(tab.get_by_role("article")).to_contain_text("first")
    await scene.robin.edit(said, "second")
    for tab in tabs:
        await expect(tab.get_by_role("article")).to_contain_text("second")
        await expect(tab.get_by_role("article")).to_contain_text("(edited)")
    await scene.robin.delete(said)
    for tab in tabs:
        await expect(tab.get_by_role("article")).to_have_count(0)


async def test_unread_messages_are_marked_and_pings_counted(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    await expect(tab.get_by_role("heading", level=1)).to_contain_text("games")
    lounge = next(c for c in scene.sandbox.world.channels.values() if c.name == "lounge")
    await scene.wren.say(lounge, f"{scene.robin.mention} look")
    link = tab.locator("a.channel").filter(has_text="lounge")
    await expect(link).to_contain_text("1")
    await expect(tab).to_have_title("(1) #games · Robin")
    await link.click()
    await expect(tab).to_have_title("#lounge · Robin")


async def test_scrolling_up_leads_to_the_first_message(scene: Scene) -> None:
    for number in range(350):
        await scene.wren.say(scene.games, f"message {number}.")
    tab = await scene.tab(scene.robin)
    await expect(tab.get_by_role("article").last).to_contain_text("message 349.")
    for shown in (200, 300, 350):
        await scroll_up(tab)
        await expect(tab.get_by_role("article")).to_have_count(shown)
    await expect(tab.get_by_role("article").first).to_contain_text("message 0.")


async def scroll_up(tab: Page) -> None:
    """Scroll the messages up to their top."""
    await tab.get_by_role("log").evaluate("(log) => { log.scrollTop = 0; }")


async def test_what_was_written_while_a_channel_was_hidden_is_there_afterwards(
    scene: Scene,
) -> None:
    await scene.wren.say(scene.games, "before")
    tab = await scene.tab(scene.robin)
    await expect(tab.get_by_role("article")).to_contain_text("before")
    scene.sandbox.deny(scene.games, scene.robin, Permission.VIEW_CHANNEL)
    await expect(tab.locator("a.channel").filter(has_text="games")).to_have_count(0)
    await scene.wren.say(scene.games, "meanwhile")
    scene.sandbox.deny(scene.games, scene.robin, Permission(0))
    await tab.locator("a.channel").filter(has_text="games").click()
    await expect(tab.get_by_role("article").last).to_contain_text("meanwhile")


async def test_an_own_message_is_scrolled_to(scene: Scene) -> None:
    for number in range(60):
        await scene.wren.say(scene.games, f"message {number}.")
    tab = await scene.tab(scene.robin)
    await expect(tab.get_by_role("article").last).to_be_in_viewport()
    await scroll_up(tab)
    await expect(tab.get_by_role("article").last).not_to_be_in_viewport()
    await tab.locator("[data-key=compose]").press_sequentially("mine")
    await tab.keyboard.press("Enter")
    await expect(tab.get_by_role("article").filter(has_text="mine")).to_be_in_viewport()


async def test_all_tabs_of_all_people_hold_at_once(scene: Scene) -> None:
    tabs = await asyncio.gather(*(scene.tab(p) for p in (scene.robin, scene.wren) * 2))
    for number in range(30):
        await scene.robin.say(scene.games, f"message {number}")
    for tab in tabs:
        await expect(tab.get_by_role("article")).to_have_count(30)
