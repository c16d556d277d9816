"""Fixtures of the sandbox's own tests."""

import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox import RateLimits, Sandbox
from tests.sandbox.harness import Scene, point_discord_at
from tests.sandbox.runs import Run


@pytest.fixture
async def scene(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    """A running sandbox without rate limits, to which discord.py is pointed."""
    async with Sandbox.running(limits=RateLimits(enabled=False)) as sandbox:
        point_discord_at(monkeypatch, sandbox)
        guild = sandbox.add_guild("Aviary")
        channel = sandbox.add_text_channel(guild, "games")
        robin = sandbox.add_person("Robin", guilds=[guild])
        wren = sandbox.add_person("Wren", locale="fr", guilds=[guild])
        yield Scene(sandbox, guild, channel, robin, wren)


@pytest.fixture
async def runs() -> AsyncIterator[Callable[..., Any]]:
    """Starts runs, which end with the test."""
    started: list[Run] = []

    async def start(folder: Path, *options: str, **more: Any) -> Run:
        started.append(await Run.start(folder, *options, **more))
        return started[-1]

    yield start
    for run in started:
        _, printed = await run.stop(signal.SIGTERM)
        assert "Traceback" not in printed
