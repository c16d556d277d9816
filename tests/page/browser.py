"""Chromium for the tests of the page, which notes whatever should not happen in it."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
FLAGS = (
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 20_000
"""Milliseconds for what is waited for; a busy machine may need many of them."""
WIDE = (1280, 800)
NARROW = (360, 740)
SERIOUS = ("serious", "critical")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A headless Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        await browser.close()


class Visitor:
    """Opens pages, each in a context of its own, and collects the faults of all of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    async def open(
        self,
        address: str,
        *,
        size: tuple[int, int] = WIDE,
        dark: bool = True,
        expected: tuple[str, ...] = (),
    ) -> Page:
        """A page at an address. A console error with a text of `expected` in it is no fault."""
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = await context.new_page()
        host = urlsplit(address).netloc
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("console", lambda line: self._hear(line.type, line.text, expected))
        page.on("request", lambda request: self._check_host(request.url, host))
        await page.goto(address)
        return page

    def _hear(self, kind: str, text: str, expected: tuple[str, ...]) -> None:
        if kind in ("error", "warning") and not any(words in text for words in expected):
            self.faults.append(f"console {kind}: {text}")

    def _check_host(self, address: str, host: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.netloc != host:
            self.faults.append(f"a request to another host: {address}")

    async def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            await context.close()


async def accessibility_faults(page: Page) -> list[str]:
    """What axe-core finds serious or critical on the page as it is now."""
    await page.evaluate(AXE.read_text())
    found: dict[str, Any] = await page.evaluate("axe.run()")
    return [
        f"{one['id']}: {node['html']} ({node['failureSummary']})"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]
