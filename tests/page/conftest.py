"""Fixtures of the tests that look at the page in a real Chromium."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from sandbox import RateLimits, Sandbox
from tests.page.browser import AXE, Visitor
from tests.page.scene import Scene
from tools.browser import CHROMIUM, chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All these tests share one event loop, since they share one browser."""
    for item in items:
        if "tests/page/" in item.path.as_posix():
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all tests of this process."""
    if CHROMIUM is None:
        pytest.skip("the page is not tested: there is no Chromium")
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(browser: Browser) -> AsyncIterator[Visitor]:
    """Opens pages for one test, in which nothing may go wrong unseen."""
    visitor = Visitor(browser)
    yield visitor
    await visitor.close()
    assert visitor.faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox without rate limits, and without a bot until a test starts one."""
    async with Sandbox.running(limits=RateLimits(enabled=False)) as running:
        yield running


@pytest.fixture
def scene(sandbox: Sandbox, visitor: Visitor) -> Scene:
    """A server with two channels and two people, in which nothing has happened yet."""
    aviary = sandbox.add_guild("Aviary")
    games = sandbox.add_text_channel(aviary, "games")
    sandbox.add_text_channel(aviary, "lounge")
    robin = sandbox.add_person("Robin", guilds=[aviary])
    wren = sandbox.add_person("Wren", guilds=[aviary])
    return Scene(sandbox, visitor, aviary, games, robin, wren)


@pytest.fixture
def axe() -> None:
    """For tests that need axe-core."""
    if not AXE.exists():
        pytest.skip("accessibility is not tested: axe-core is missing, which npm brings")
