"""Settings and their panel after the bot was started again."""

from tests.e2e.panels import admin, opened, set_to, shown
from tests.e2e.stage import Stage


async def test_an_open_panel_and_what_was_set_outlive_a_restart(started: Stage) -> None:
    stage = started
    robin = admin(stage)
    nest = stage.sandbox.add_text_channel(stage.guild, "nest")
    panels = {topic: await opened(stage, robin, topic) for topic in ("language", "channels")}
    first = await opened(stage, robin)
    await set_to(robin, panels["language"], "language", "fr")
    await stage.restart()

    assert (await stage.challenge()).message.buttons[0] == "Accepter"
    await set_to(robin, panels["channels"], "channels", nest)
    assert shown(panels["channels"], "Language") == "French"
    await robin.select(first, "What do you want to change?", ["language"])
    assert shown(first, "Channels for challenges") == f"<#{nest.id}>"
    await set_to(robin, panels["language"], "language", "nl")
    challenge = await robin.slash(nest, "mastermind challenge", opponent=stage.wren)
    assert challenge.message.buttons[0] == "Accepteren"
    await robin.press(panels["channels"], "Back")
    assert shown(panels["channels"], "Language") == "Dutch"
