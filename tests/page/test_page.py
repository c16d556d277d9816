"""The page around the game: what people see, type and press, and what they must not see."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from sandbox import Channel, Permission, Person, RateLimits, Sandbox
from sandbox.messages import Draft
from sandbox.model import Json, Message
from sandbox.process import running_bot
from tests.page.browser import NARROW, WIDE, Visitor

BUTTON: Json = {
    "type": 1,
    "components": [{"type": 2, "style": 1, "label": "Press me", "custom_id": "x"}],
}
MARKUP = "<img src=x onerror=\"document.title='caught'\"><script>document.title='caught'</script>"


@dataclass
class Scene:
    """A sandbox without a bot, two people, and what opens tabs for them."""

    sandbox: Sandbox
    visitor: Visitor
    games: Channel
    robin: Person
    wren: Person

    async def tab(self, person: Person, **how: object) -> Page:
        """A tab of this person."""
        size = NARROW if how.get("narrow") else WIDE
        address = f"{self.sandbox.origin}/?as={person.user.name.lower()}"
        return await self.visitor.open(address, size=size, dark=bool(how.get("dark", True)))

    def bot_says(self, text: str, *components: Json) -> Message:
        """A message of the bot in the channel."""
        payload = {"content": text, "components": list(components)}
        return self.sandbox.messages.send(self.games, Draft(self.sandbox.bot, payload))


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox that is forgiving about how fast things come."""
    async with Sandbox.running(limits=RateLimits(enabled=False)) as running:
        yield running


@pytest.fixture
def scene(sandbox: Sandbox, visitor: Visitor) -> Scene:
    """Nothing has happened yet."""
    aviary = sandbox.add_guild("Aviary")
    games = sandbox.add_text_channel(aviary, "games")
    sandbox.add_text_channel(aviary, "lounge")
    robin = sandbox.add_person("Robin", guilds=[aviary])
    wren = sandbox.add_person("Wren", guilds=[aviary])
    return Scene(sandbox, visitor, games, robin, wren)


async def test_what_somebody_writes_is_never_markup_of_the_page(scene: Scene) -> None:
    scene.sandbox.add_person(f"{MARKUP[:40]}", guilds=list(scene.sandbox.world.guilds.values()))
    tab = await scene.tab(scene.robin)
    await scene.wren.say(scene.games, MARKUP)
    await expect(tab.get_by_role("article").last).to_contain_text(MARKUP)
    assert "caught" not in await tab.title()
    assert await tab.locator("[role=log] img").count() == 0


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


async def test_a_press_that_nobody_answers_has_failed_and_only_then(scene: Scene) -> None:
    sandbox = scene.sandbox
    sandbox.interactions.answer_within = 3600
    scene.bot_says("press", BUTTON)
    tab = await scene.tab(scene.robin)
    article = tab.get_by_role("article")
    await article.get_by_role("button", name="Press me").click()
    await sandbox.wait_for(lambda: sandbox.interactions.all)
    await expect(article).not_to_contain_text("This interaction failed")
    sandbox.clock.advance(3601)
    await expect(article).to_contain_text("This interaction failed")


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


async def test_a_sandbox_that_stops_is_said_to_have_stopped(
    visitor: Visitor, tmp_path: Path
) -> None:
    async with Sandbox.running() as sandbox:
        aviary = sandbox.add_guild("Aviary")
        sandbox.add_text_channel(aviary, "games")
        sandbox.add_person("Robin", guilds=[aviary])
        refused = ("ERR_CONNECTION_REFUSED", "WebSocket connection")
        tab = await visitor.open(sandbox.origin, expected=refused)
        await expect(tab).to_have_title("#games · Robin")
    await expect(tab.get_by_role("alert").first).to_contain_text("The sandbox has stopped")


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
