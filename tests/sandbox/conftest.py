"""Fixtures of the sandbox's own tests."""

from collections.abc import AsyncIterator

import pytest

from sandbox import RateLimits, Sandbox
from tests.sandbox.harness import Scene, point_discord_at


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
