"""What goes wrong on the page: answers that fail, connections that are lost, things that vanish."""

from playwright.async_api import Page, expect

from sandbox import Permission, Sandbox, commands
from sandbox.interactions import CallbackType
from sandbox.messages import Draft
from sandbox.model import Json
from tests.page.browser import Visitor
from tests.page.scene import A_MINUTE, BUTTON, Scene

BOX: Json = {
    "custom_id": "box",
    "title": "A box",
    "components": [
        {
            "type": 18,
            "label": "Word",
            "component": {"type": 4, "custom_id": "word", "style": 1, "required": True},
        }
    ],
}
PING: Json = {"name": "ping", "description": "answers", "type": 1}


async def pressed(scene: Scene) -> Page:
    """A tab of Robin's, who has pressed a button that nobody has answered yet."""
    scene.sandbox.interactions.answer_within = A_MINUTE
    scene.bot_says("press", BUTTON)
    tab = await scene.tab(scene.robin)
    await tab.get_by_role("button", name="Press me").click()
    await scene.asked()
    return tab


async def opened(scene: Scene) -> Page:
    """The same, when a box has come of it and is filled in."""
    tab = await pressed(scene)
    scene.answer(await scene.asked(), CallbackType.MODAL, BOX)
    await tab.get_by_role("dialog").get_by_role("textbox", name="Word").fill("RBRG")
    return tab


async def test_a_press_that_nobody_answers_has_failed_and_only_then(scene: Scene) -> None:
    tab = await pressed(scene)
    article = tab.get_by_role("article")
    await expect(article).not_to_contain_text("This interaction failed")
    scene.sandbox.clock.advance(A_MINUTE + 1)
    await expect(article).to_contain_text("This interaction failed")


async def test_a_press_that_failed_is_told_of_where_the_person_looks_now(scene: Scene) -> None:
    tab = await pressed(scene)
    await tab.locator("a.channel").filter(has_text="lounge").click()
    scene.sandbox.clock.advance(A_MINUTE + 1)
    await expect(tab.get_by_role("status")).to_contain_text("This interaction failed")


async def test_a_button_waits_for_its_answer_even_when_its_message_changes(scene: Scene) -> None:
    tab = await pressed(scene)
    button = tab.get_by_role("button", name="Press me")
    message = next(iter(scene.games.messages.values()))
    scene.sandbox.messages.edit(scene.games, message, {"content": "press now"})
    await expect(tab.get_by_role("article")).to_contain_text("press now")
    await expect(button).to_have_attribute("aria-busy", "true")
    await button.click(force=True)
    # Whatever the tab asked for before this has been done by then.
    await tab.locator("[data-key=compose]").fill("done")
    await tab.keyboard.press("Enter")
    await expect(tab.get_by_role("article").filter(has_text="done")).to_be_visible()
    assert len(scene.sandbox.interactions.all) == 1
    scene.answer(await scene.asked(), CallbackType.DEFERRED_UPDATE, {})
    await expect(button).not_to_have_attribute("aria-busy", "true")
    await button.click()
    await scene.sandbox.wait_for(lambda: len(scene.sandbox.interactions.all) == 2)


async def test_a_box_that_failed_stays_with_what_was_filled_in(scene: Scene) -> None:
    tab = await opened(scene)
    box = tab.get_by_role("dialog")
    await box.get_by_role("button", name="Submit").click()
    await scene.asked()
    scene.sandbox.clock.advance(A_MINUTE + 1)
    await expect(box.get_by_role("alert").last).to_contain_text("Something went wrong")
    await expect(box.get_by_role("textbox", name="Word")).to_have_value("RBRG")
    await box.get_by_role("button", name="Submit").click()
    scene.answer(await scene.asked(), CallbackType.MESSAGE, {"content": "thank you"})
    await expect(box).to_be_hidden()
    await expect(tab.get_by_role("article").last).to_contain_text("thank you")


async def test_a_box_that_failed_after_it_was_closed_is_told_of(scene: Scene) -> None:
    tab = await opened(scene)
    await tab.get_by_role("dialog").get_by_role("button", name="Submit").click()
    await scene.asked()
    await tab.keyboard.press("Escape")
    await expect(tab.get_by_role("dialog")).to_be_hidden()
    scene.sandbox.clock.advance(A_MINUTE + 1)
    await expect(tab.get_by_role("status")).to_contain_text("Something went wrong")


async def test_a_required_field_is_asked_for_before_a_box_is_sent(scene: Scene) -> None:
    tab = await opened(scene)
    box = tab.get_by_role("dialog")
    await box.get_by_role("textbox", name="Word").fill("")
    await box.get_by_role("button", name="Submit").click()
    await expect(box.get_by_role("alert").first).not_to_be_empty()
    await expect(box.get_by_role("textbox", name="Word")).to_be_focused()
    assert len(scene.sandbox.interactions.all) == 1


async def test_a_lost_connection_is_found_again_with_all_that_was_missed(scene: Scene) -> None:
    tab = await pressed(scene)
    await scene.sandbox.page.close()
    await scene.wren.say(scene.games, "missed")
    await expect(tab.get_by_role("status")).to_contain_text("The sandbox has stopped")
    await expect(tab.get_by_role("article").filter(has_text="missed")).to_be_visible()
    await scene.wren.say(scene.games, "live")
    await expect(tab.get_by_role("article").filter(has_text="live")).to_be_visible()
    await tab.get_by_role("button", name="Press me").click()
    await scene.sandbox.wait_for(lambda: len(scene.sandbox.interactions.all) == 2)


async def test_a_sandbox_that_stops_is_said_to_have_stopped(visitor: Visitor) -> None:
    async with Sandbox.running() as sandbox:
        aviary = sandbox.add_guild("Aviary")
        sandbox.add_text_channel(aviary, "games")
        sandbox.add_person("Robin", guilds=[aviary])
        refused = ("ERR_CONNECTION_REFUSED", "WebSocket connection")
        tab = await visitor.open(sandbox.origin, expected=refused)
        await expect(tab).to_have_title("#games · Robin")
    await expect(tab.get_by_role("alert").first).to_contain_text("The sandbox has stopped")


async def test_a_command_that_nobody_answers_is_said_to_have_failed(scene: Scene) -> None:
    scene.sandbox.interactions.answer_within = A_MINUTE
    commands.replace_all(scene.sandbox.world, [PING])
    tab = await scene.tab(scene.robin)
    await tab.locator("[data-key=compose]").press_sequentially("/ping ")
    await tab.keyboard.press("Enter")
    await scene.asked()
    log = tab.get_by_role("log")
    await expect(log).not_to_contain_text("The application did not respond")
    scene.sandbox.clock.advance(A_MINUTE + 1)
    await expect(log).to_contain_text("The application did not respond")


async def test_the_form_of_a_command_goes_when_the_command_goes(scene: Scene) -> None:
    commands.replace_all(scene.sandbox.world, [PING])
    tab = await scene.tab(scene.robin)
    await tab.locator("[data-key=compose]").press_sequentially("/ping ")
    await expect(tab.get_by_role("form", name="/ping")).to_be_visible()
    commands.replace_all(scene.sandbox.world, [])
    await expect(tab.get_by_role("form", name="/ping")).to_have_count(0)
    await expect(tab.locator("[data-key=compose]")).to_be_visible()


async def test_a_thread_is_deleted_after_a_question(scene: Scene) -> None:
    scene.sandbox.grant(scene.guild, scene.robin, Permission.MANAGE_THREADS)
    said = await scene.robin.say(scene.games, "start")
    scene.sandbox.threads.from_message(scene.games, said, scene.robin.user, {"name": "nest"})
    tab = await scene.tab(scene.robin)
    await tab.locator("a.channel").filter(has_text="nest").click()
    for answer, left in (("Cancel", 1), ("Delete", 0)):
        await tab.get_by_role("button", name="Thread").click()
        await tab.get_by_role("button", name="Delete").last.click()
        question = tab.locator("dialog.question")
        await question.get_by_role("button", name=answer).click()
        await expect(question).to_have_count(0)
        await expect(tab.locator("a.channel").filter(has_text="nest")).to_have_count(left)
    await expect(tab).to_have_title("#games · Robin")


async def test_an_embed_that_cannot_be_read_stops_no_channel(scene: Scene) -> None:
    embed = {
        "title": "odd",
        "timestamp": "garbage",
        "color": None,
        "image": {"url": "http://["},
        "footer": {"text": "foot", "icon_url": "http://["},
    }
    scene.sandbox.messages.send(scene.games, Draft(scene.sandbox.bot, {"embeds": [embed]}))
    tab = await scene.tab(scene.robin)
    await scene.wren.say(scene.games, "after it")
    await expect(tab.get_by_role("article").first).to_contain_text("odd")
    await expect(tab.get_by_role("article").last).to_contain_text("after it")
