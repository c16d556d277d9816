"""Which Discord the bot calls."""

from pathlib import Path

import discord.http
import pytest

from bot import app
from bot.config import Settings
from sandbox import Sandbox


async def test_without_an_address_of_its_own_the_bot_calls_where_discord_py_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with Sandbox.running() as sandbox:
        monkeypatch.setattr(discord.http.Route, "BASE", sandbox.url)
        settings = Settings.from_env({"DISCORD_TOKEN": sandbox.token, "DATA_DIR": str(tmp_path)})
        assert settings.api_url is None
        link = await app.invite(settings)
        assert link == app.invite_url(sandbox.application.id)
        assert sandbox.record.find("GET", "/gateway/bot") == []
