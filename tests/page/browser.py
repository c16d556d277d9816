"""Visits to the page in Chromium, with a note of whatever should not happen there."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
PATIENCE = 20_000
"""Milliseconds for what is waited for; a busy machine may need many of them."""
WIDE = (1280, 800)
NARROW = (360, 740)
SERIOUS = ("serious", "critical")


class Visitor:
    """Opens pages, each in a context of its own, and collects the faults of all of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._examining = False
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
        page.on("response", lambda answer: self._check_answer(answer.status, answer.url))
        page.on("request", lambda request: self._check_host(request.url, host))
        await page.goto(address)
        return page

    def _hear(self, kind: str, text: str, expected: tuple[str, ...]) -> None:
        told = kind in ("error", "warning") and not self._examining
        if told and not any(words in text for words in expected):
            self.faults.append(f"console {kind}: {text}")

    def _check_answer(self, status: int, address: str) -> None:
        if status >= 400:
            self.faults.append(f"{status} for {address}")

    def _check_host(self, address: str, host: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.netloc != host:
            self.faults.append(f"a request to another host: {address}")

    async def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            await context.close()

    async def accessibility_faults(self, page: Page) -> list[str]:
        """What axe-core finds serious or critical on the page as it is now.

        It tries styles that the page's policy forbids, so the console is not listened to meanwhile.
        A part that the page takes away while axe-core looks seems to have no name, so that a fault
        counts only when it is found twice.
        """
        self._examining = True
        await page.evaluate(AXE.read_text())
        faults = await self._examine(page) and await self._examine(page)
        self._examining = False
        return faults

    async def _examine(self, page: Page) -> list[str]:
        found: dict[str, Any] = await page.evaluate("axe.run({preload: false})")
        return [
            f"{one['id']}: {node['html']} ({node['failureSummary']})"
            for one in found["violations"]
            if one["impact"] in SERIOUS
            for node in one["nodes"]
        ]
