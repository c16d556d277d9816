"""The page around the game: what people see, type and press, and what they must not see."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from sandbox import Permission
from sandbox.messages import Draft
from sandbox.process import running_bot
from tests.page.browser import NARROW
from tests.page.scene import BUTTON, Scene

MARKUP = "<img src=x onerror=\"document.title='caught'\"><script>document.title='caught'</script>"


async def test_what_somebody_writes_is_never_markup_of_the_page(scene: Scene) -> None:
    scene.sandbox.add_person(f"{MARKUP[:40]}", guilds=list(scene.sandbox.world.guilds.values()))
    tab = await scene.tab(scene.robin)
    await scene.wren.say(scene.games, MARKUP)
    await expect(tab.get_by_role("article").last).to_contain_text(MARKUP)
    assert "caught" not in await tab.title()
    assert await tab.locator("[role=log] img").count() == 0


async def test_a_person_writes_replies_edits_and_deletes(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    hello = await scene.wren.say(scene.games, "hello")
    article = tab.get_by_role("article").last
    await article.hover()
    await article.get_by_role("button", name="Reply", exact=True).click()
    await tab.keyboard.type("hello @Wren")
    await tab.keyboard.press("Escape")  # the list of people, then nothing is lost
    await tab.keyboard.press("Enter")
    said = await scene.sandbox.wait_for(
        lambda: next((m for m in scene.games.messages.values() if m.author.name == "Robin"), None)
    )
    assert said.content == f"hello {scene.wren.mention}"
    assert said.replied_to is hello
    assert scene.wren.id in said.pinged
    await expect(tab.get_by_role("article")).to_have_count(2)
    await expect(tab.locator("[data-key=compose]")).to_have_value("")
    await tab.locator("[data-key=compose]").press("ArrowUp")
    await tab.keyboard.press("End")
    await tab.keyboard.type("!")
    await tab.keyboard.press("Enter")
    await scene.sandbox.wait_for(lambda: said.content.endswith("!"))
    mine = tab.get_by_role("article").last
    await mine.hover()
    await mine.get_by_role("button", name="Delete").click()
    await tab.get_by_role("button", name="Delete", exact=True).last.click()
    await scene.sandbox.wait_for(lambda: said.deleted)


async def test_what_one_person_alone_may_see_is_on_no_other_tab(scene: Scene) -> None:
    robin, wren = [await scene.tab(person) for person in (scene.robin, scene.wren)]
    draft = Draft(scene.sandbox.bot, {"content": "psst"}, more={"only_for": scene.robin.id})
    scene.sandbox.messages.post(scene.games, draft)
    await scene.wren.say(scene.games, "loud")
    whisper = robin.get_by_role("article").filter(has_text="psst")
    await expect(whisper).to_contain_text("Only you can see this")
    await expect(wren.get_by_role("article").filter(has_text="loud")).to_be_visible()
    await expect(wren.get_by_role("article")).to_have_count(1)
    await whisper.get_by_role("button", name="Dismiss").click()
    await expect(robin.get_by_role("article")).to_have_count(1)
    await robin.reload()
    await expect(robin.get_by_role("article")).to_have_count(1)


async def test_a_channel_without_the_right_to_write_says_so(scene: Scene) -> None:
    scene.sandbox.deny(scene.games, scene.robin, Permission.SEND_MESSAGES)
    tab = await scene.tab(scene.robin)
    box = tab.locator("[data-key=compose]")
    await expect(box).to_have_attribute("aria-disabled", "true")
    await expect(box).to_have_attribute("placeholder", "You may not write in this channel.")


async def test_the_switch_at_the_top_makes_the_tab_somebody_else(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    await tab.get_by_role("radio", name="Wren").check()
    await expect(tab).to_have_title("#games · Wren")
    await tab.reload()
    await expect(tab).to_have_title("#games · Wren")


async def test_a_command_is_checked_before_it_is_sent(scene: Scene, tmp_path: Path) -> None:
    sandbox = scene.sandbox
    async with running_bot({**sandbox.environment, "DATA_DIR": str(tmp_path / "data")}):
        await sandbox.bot_ready()
        tab = await scene.tab(scene.robin)
        box = tab.locator("[data-key=compose]")
        await box.press_sequentially("/mast")
        await expect(tab.locator("[role=option]").first).to_be_visible()
        await box.press_sequentially("ermind challenge ")
        form = tab.get_by_role("form", name="/mastermind challenge")
        await form.get_by_role("button", name="Send").click()
        await expect(form.get_by_role("alert")).to_contain_text("required")
        await tab.keyboard.type("@Wr")
        await tab.keyboard.press("Enter")
        await tab.keyboard.press("Tab")
        await tab.keyboard.type("rows")
        await tab.keyboard.press("Enter")
        await tab.keyboard.type("99")
        await tab.keyboard.press("Enter")
        await expect(form.get_by_role("alert")).to_contain_text("12")
        for _ in "99":
            await tab.keyboard.press("Backspace")
        await tab.keyboard.type("8")
        await tab.keyboard.press("Enter")
        await expect(tab.get_by_role("article").first).to_contain_text("8 rows")
        assert not sandbox.failed_interactions


async def test_the_panel_shows_the_wire_and_makes_trouble(scene: Scene, tmp_path: Path) -> None:
    sandbox = scene.sandbox
    async with running_bot({**sandbox.environment, "DATA_DIR": str(tmp_path / "data")}):
        await sandbox.bot_ready()
        tab = await scene.tab(scene.robin)
        await tab.get_by_role("button", name="Behind the scenes").click()
        await tab.get_by_role("switch", name="Wren").click()
        await sandbox.wait_for(lambda: not scene.wren.user.dms_open)
        embeds = tab.get_by_role("switch", name="Embed Links")
        await embeds.click()
        await sandbox.wait_for(lambda: sandbox.bot.id in scene.games.overwrites)
        await expect(embeds).not_to_be_checked()
        resumes = sandbox.record.resumes
        await tab.get_by_role("button", name="Drop").click()
        await sandbox.wait_for(lambda: sandbox.record.resumes > resumes)
        await expect(tab.get_by_role("button", name="Restart")).to_be_disabled()
        await tab.get_by_role("tab", name="Wire").click()
        await scene.robin.say(scene.games, "over the wire")
        await expect(tab.get_by_role("complementary")).to_contain_text("MESSAGE_CREATE")


async def test_what_is_begun_in_a_channel_waits_there(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    box = tab.locator("[data-key=compose]")
    await box.fill("half a thought")
    await tab.locator("a.channel").filter(has_text="lounge").click()
    await expect(box).to_have_value("")
    await tab.locator("a.channel").filter(has_text="games").click()
    await expect(box).to_have_value("half a thought")


async def test_what_is_typed_with_the_keyboard_nowhere_goes_into_the_message_box(
    scene: Scene,
) -> None:
    tab = await scene.tab(scene.robin)
    await tab.get_by_role("heading", level=1).click()
    await expect(tab.locator("body")).to_be_focused()
    await tab.keyboard.type("hello")
    await expect(tab.locator("[data-key=compose]")).to_have_value("hello")


async def test_a_person_s_menu_opens_by_both_buttons_and_closes_by_its_own(scene: Scene) -> None:
    tab = await scene.tab(scene.robin)
    wren = tab.get_by_role("complementary").get_by_role("button", name="Wren")
    card = tab.get_by_role("dialog", name="Wren")
    await wren.click(button="right")
    await expect(card).to_be_visible()
    await wren.click()
    await expect(card).to_have_count(0)
    await wren.click()
    await expect(card.get_by_role("menuitem").first).to_be_focused()
    await tab.keyboard.press("Escape")
    await expect(card).to_have_count(0)
    await expect(wren).to_be_focused()


async def test_an_edit_keeps_to_the_length_of_a_message(scene: Scene) -> None:
    said = await scene.robin.say(scene.games, "short")
    tab = await scene.tab(scene.robin)
    await expect(tab.get_by_role("article")).to_have_count(1)
    await tab.locator("[data-key=compose]").press("ArrowUp")
    await tab.locator("textarea.edit-text").fill("x" * 2001)
    await tab.keyboard.press("Enter")
    await expect(tab.get_by_role("status")).to_contain_text("A message has at most 2000 characters")
    await expect(tab.locator("textarea.edit-text")).to_have_value("x" * 2001)
    await tab.locator("textarea.edit-text").fill("x" * 2000)
    await tab.keyboard.press("Enter")
    await scene.sandbox.wait_for(lambda: len(said.content) == 2000)


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_axe_finds_nothing_serious(scene: Scene, *, dark: bool, narrow: bool) -> None:
    said = await scene.wren.say(scene.games, f"**hello** {scene.robin.mention} ||hidden||")
    scene.bot_says("press", BUTTON)
    await scene.robin.say(scene.games, "answer", reply_to=said)
    tab = await scene.tab(scene.robin, dark=dark, narrow=narrow)
    await expect(tab.get_by_role("article")).to_have_count(3)
    assert await scene.visitor.accessibility_faults(tab) == []
    await tab.locator("[data-key=panel]").click()
    assert await scene.visitor.accessibility_faults(tab) == []
    await tab.locator("[data-key=panel-close]").click()
    if narrow:
        await tab.locator("[data-key=drawer]").click()
        assert await scene.visitor.accessibility_faults(tab) == []
        width = await tab.evaluate("document.documentElement.scrollWidth")
        assert width == NARROW[0]
    else:
        await tab.get_by_role("article").first.get_by_role("button", name="Wren").click()
        assert await scene.visitor.accessibility_faults(tab) == []
