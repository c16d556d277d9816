"""The bot as its own process, against a sandbox, over real REST and a real gateway."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox import RateLimits, Sandbox
from tests.e2e.stage import Stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A server with three people and a bot that reads messages, not yet started."""
    async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
        stage = Stage(sandbox, tmp_path / "data")
        try:
            yield stage
        finally:
            await stage.stop()
            print(stage.log)  # shown by pytest when the test fails


@pytest.fixture
async def started(stage: Stage) -> Stage:
    """The same with the bot running and ready."""
    await stage.start()
    return stage


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """One bot for all tests of a file, which need a mark for the loop of the file."""
    async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
        stage = Stage(sandbox, tmp_path_factory.mktemp("bot") / "data")
        try:
            await stage.start()
            yield stage
        finally:
            await stage.stop()


@pytest.fixture
def shared(running: Stage) -> Iterator[Stage]:
    """A server and people of the test's own, with a bot that serves other tests as well."""
    printed = len(running.bot.output)
    stage = Stage(running.sandbox, running.data)
    stage.lift_caps(stage.guild.id)
    yield stage
    log = running.bot.output[printed:]
    print(log)
    found = list(running.sandbox.violations)
    running.sandbox.violations.clear()  # so that the next test is not blamed for them
    assert found == []
    assert " ERROR " not in log
