"""In a browser, every message and box of the bot is there, whole and rendered."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from sandbox.server import Sandbox
from tests.page.browser import NARROW, WIDE, Visitor
from tools.gallery.page import show_gallery

SIZES = [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow")]
THEMES = [pytest.param(True, id="dark"), pytest.param(False, id="light")]

FIND_FAULTS = r"""
() => {
  const faults = [];
  for (const entry of document.querySelectorAll(".gallery-entry")) {
    const place = `${entry.dataset.name} (${entry.lang})`;
    const note = (fault, text) => faults.push(`${place} ${fault}: ${text}`);
    const frame = entry.querySelector(".gallery-message, .gallery-modal");
    findOutside(frame, note);
    findCut(frame, note);
    findMarkdown(frame, note);
    for (const button of frame.querySelectorAll(".select-button")) {
      button.click();
      findCut(frame.querySelector(".select-list:popover-open"), note);
      button.click();
    }
  }
  return faults;

  function findOutside(frame, note) {
    const edge = frame.getBoundingClientRect().right + 1;
    for (const element of drawn(frame)) {
      if (element.getBoundingClientRect().right > edge) note("sticks out", element.textContent);
    }
  }

  function findCut(whole, note) {
    for (const element of drawn(whole)) {
      const { overflowX, overflowY } = getComputedStyle(element);
      const cut = (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1)
        || (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 1);
      // What is replied to is quoted, in one line as Discord does it.
      if (cut && !element.closest(".above-text")) note("is cut", element.textContent);
    }
  }

  function findMarkdown(frame, note) {
    const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      const raw = /\*\*|__|~~|`|<[:@#t]|^-# |^#+ /.test(data);
      if (raw && !parentElement.closest("code")) note("shows markdown", data);
    }
  }

  function isHidden(overflow) {
    return overflow === "hidden" || overflow === "clip";
  }

  /** All but what is for screen readers only, which is a single pixel. */
  function drawn(within) {
    const elements = [...within.querySelectorAll("*")];
    return elements.filter((element) => element.clientWidth > 1 && element.clientHeight > 1);
  }
}
"""
KEEP_ONE_OF_EACH_SHAPE = """
() => {
  const seen = new Set();
  for (const entry of document.querySelectorAll(".gallery-entry")) {
    const parts = [...entry.querySelectorAll("*")];
    const kinds = parts.map((part) => `${part.tagName} ${part.className}`);
    const shape = [...new Set(kinds)].sort().join();
    if (seen.has(shape)) entry.remove();
    seen.add(shape);
  }
  return seen.size;
}
"""


@dataclass(frozen=True, slots=True)
class Gallery:
    """Where it is served, and what it has to show: name and language of each entry."""

    address: str
    entries: list[tuple[str, str]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def gallery(browser: Browser) -> AsyncIterator[Gallery]:
    """The gallery, once there is a browser for it."""
    async with Sandbox.running() as sandbox:
        entries = await show_gallery(sandbox)
        names = [(entry.name, entry.locale) for entry in entries]
        yield Gallery(f"{sandbox.origin}/gallery", names)


async def opened(
    gallery: Gallery,
    visitor: Visitor,
    size: tuple[int, int],
    *,
    dark: bool,
) -> Page:
    """The page of the gallery when everything hangs there and all pictures have come."""
    page = await visitor.open(gallery.address, size=size, dark=dark)
    await page.locator(".gallery-entry").last.wait_for()
    await page.wait_for_function("[...document.images].every((image) => image.complete)")
    return page


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("size", SIZES)
async def test_every_message_and_box_is_shown_whole(
    gallery: Gallery, visitor: Visitor, size: tuple[int, int], dark: bool
) -> None:
    page = await opened(gallery, visitor, size, dark=dark)

    shown = await page.locator(".gallery-entry").evaluate_all(
        "(all) => all.map((entry) => [entry.dataset.name, entry.lang])"
    )
    assert [tuple(entry) for entry in shown] == gallery.entries
    assert await page.evaluate(FIND_FAULTS) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate("[...document.images].every((image) => image.naturalWidth > 0)")


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("dark", THEMES)
async def test_nothing_in_the_gallery_shuts_anybody_out(
    gallery: Gallery, visitor: Visitor, dark: bool
) -> None:
    page = await opened(gallery, visitor, NARROW, dark=dark)
    assert await page.evaluate(KEEP_ONE_OF_EACH_SHAPE) > 20

    assert await visitor.accessibility_faults(page) == []
