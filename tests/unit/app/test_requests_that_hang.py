"""A request of a start that Discord never answers ends the start, or is done without."""

import asyncio
from pathlib import Path
from unittest.mock import create_autospec

import discord
import pytest

from bot import client
from bot.app import StartError, run
from bot.client import MastermindBot, Parts
from bot.config import Settings
from bot.ui.translator import Translator


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "CALL_LIMIT", 0.01)
    monkeypatch.setattr("bot.app.CALL_LIMIT", 0.01)


async def never(*_: object, **__: object) -> None:
    """Discord does not answer."""
    await asyncio.Event().wait()


def bot(folder: Path) -> MastermindBot:
    """A client with one emoji and without commands."""
    image = folder / "mm_red.png"
    image.touch()
    return MastermindBot(
        Parts([], Translator(), folder / "commands", True, emoji_files={"mm_red": image})
    )


@pytest.mark.parametrize("request_name", ["fetch_application_emojis", "create_application_emoji"])
async def test_emojis_that_hang_are_done_without(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    request_name: str,
) -> None:
    there = bot(tmp_path)
    found = create_autospec(there.fetch_application_emojis, return_value=[])
    monkeypatch.setattr(there, "fetch_application_emojis", found)
    monkeypatch.setattr(there, request_name, never)
    await there.load_emojis()
    assert there.emoji_texts == {}
    assert "own emojis refused" in caplog.text


async def test_commands_that_hang_end_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = bot(tmp_path)
    monkeypatch.setattr(there.tree, "sync", never)
    with pytest.raises(TimeoutError):
        await there.sync_commands()


async def test_a_login_that_hangs_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.Client, "login", never)
    settings = Settings.from_env({"DISCORD_TOKEN": "canary-token", "DATA_DIR": str(tmp_path)})
    with pytest.raises(StartError, match="cannot be reached"):
        await run(settings)
