"""`python -m tools.screenshots [FOLDER]`: pictures of the page, as the README shows them.

A match is played by the real bot, and photographed by a headless Chromium.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.async_api import Browser, Page

from sandbox import Channel, Message, Person, Sandbox
from sandbox.play import first_scene
from sandbox.process import running_bot
from sandbox.ratelimits import RateLimits
from tools.browser import chromium

USUAL_FOLDER = Path("docs")
WIDE, NARROW = (1200, 760), (390, 780)
CODE, ROWS = "GBYO", ("RRBB", "BGYP", "GBOY")


class Match:
    """Robin has hidden a code, and Wren has played some rows."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        first_scene(sandbox)
        self._people = {user.name: sandbox.person(user) for user in sandbox.page.people}
        self._games = next(c for c in sandbox.world.channels.values() if c.name == "games")

    async def play(self) -> Channel:
        """Play it up to a row that is nearly right; the thread."""
        robin, wren = self._people["Robin"], self._people["Wren"]
        asked = await robin.slash(self._games, "mastermind challenge", opponent=wren)
        offer = await self._sandbox.wait_for(lambda: next(iter(asked.followups), None))
        box = await robin.press(offer, "Set the code")
        await robin.submit(box.modal, {"text": CODE})
        await wren.press(asked.message, "Accept")
        thread = await self._sandbox.wait_for(lambda: self._sandbox.thread_of(asked.message))
        await self._sandbox.message(thread, "is hidden")
        for row in ROWS:
            await self._row(thread, wren, row)
        return thread

    async def _row(self, thread: Channel, player: Person, row: str) -> None:
        said = await player.say(thread, row)

        def answer() -> Message | None:
            return next((m for m in thread.messages.values() if m.replied_to is said), None)

        await self._sandbox.wait_for(answer)


async def photograph(
    browser: Browser,
    address: str,
    file: Path,
    *,
    size: tuple[int, int],
    dark: bool,
    box: bool = False,
) -> None:
    """A picture of the thread as Wren sees it; with `box` while a row is being chosen."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page = await context.new_page()
    await page.goto(address)
    await _settle(page)
    if box:
        await page.get_by_role("log").get_by_role("button", name="Guess").last.click()
        await page.get_by_role("dialog").get_by_role("combobox").first.click()
    await page.screenshot(path=file)
    await context.close()


async def _settle(page: Page) -> None:
    """Everything has come, and the hint for the first visit is out of the way."""
    await page.get_by_role("button", name="Dismiss this hint").click()
    await page.get_by_role("article").nth(len(ROWS)).wait_for()
    await page.wait_for_function("[...document.images].every((image) => image.complete)")


async def main(folder: Path) -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as data:
        async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
            match = Match(sandbox)
            async with running_bot({**sandbox.environment, "DATA_DIR": data}):
                await sandbox.bot_ready()
                thread = await match.play()
                query = urlencode({"as": "wren"})
                address = f"{sandbox.origin}/?{query}#/channel/{thread.id}"
                async with chromium() as browser:
                    for name, size, dark, box in (
                        ("match-dark", WIDE, True, False),
                        ("match-light", WIDE, False, False),
                        ("phone-dark", NARROW, True, True),
                        ("phone-light", NARROW, False, False),
                    ):
                        file = folder / f"{name}.png"
                        await photograph(browser, address, file, size=size, dark=dark, box=box)
                        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=USUAL_FOLDER)
    chosen = parser.parse_args().folder
    chosen.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(chosen))
