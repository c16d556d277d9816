"""The bot that cannot run says why in one sentence, with an exit code that is not 0."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox import ApplicationFlag
from sandbox.process import ROOT
from tests.e2e.stage import Stage

NOWHERE = "http://127.0.0.1:9/api/v10"
"""Nothing listens on the port that was once for discarding."""
PATIENCE = 40
"""Seconds; a refusal by the gateway may take several tries to get through."""
UNSET = {"DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": ""}
"""An empty value wins over a `.env` file that a developer may have here."""


@dataclass(frozen=True)
class Ended:
    """What one run left: its exit code, and what it wrote where."""

    code: int
    printed: str
    complaint: str


async def run_to_end(environment: Mapping[str, str], *arguments: str) -> Ended:
    """One run of `python -m bot` that ends by itself."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=ROOT,
        env={**os.environ, **UNSET, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            printed, complaint = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()
        raise
    assert process.returncode is not None
    return Ended(process.returncode, printed.decode(), complaint.decode())


async def complaint_of(
    environment: Mapping[str, str], command: str = "run", log_level: str = "ERROR"
) -> str:
    """The one line that a run leaves which cannot go on."""
    ended = await run_to_end({**environment, "LOG_LEVEL": log_level}, command)
    assert ended.code in {1, 2}, ended
    assert ended.printed == ""
    assert "Traceback" not in ended.complaint
    lines = ended.complaint.splitlines()
    assert len(lines) == 1, ended.complaint
    return lines[0]


async def test_no_token_is_told_with_where_to_put_it(tmp_path: Path) -> None:
    complaint = await complaint_of({"DATA_DIR": str(tmp_path / "data")})
    assert "DISCORD_TOKEN" in complaint
    assert ".env" in complaint
    assert not (tmp_path / "data").exists()


async def test_all_wrong_settings_are_named_at_once(tmp_path: Path) -> None:
    complaint = await complaint_of(
        {
            "DISCORD_TOKEN": "canary-token",
            "DISCORD_TOKEN_FILE": str(tmp_path / "token"),
            "LOG_FORMAT": "prose",
            "MESSAGE_CONTENT": "perhaps",
            "DISCORD_API_URL": "ftp://127.0.0.1",
            "SHARD_COUNT": "none",
            "SHARD_IDS": "first",
            "HTTP_PORT": "8080",
            "DATABASE_URL": "postgresql://127.0.0.1/bot",
        },
        log_level="loud",
    )
    for name in (
        "DISCORD_TOKEN",
        "DISCORD_TOKEN_FILE",
        "LOG_LEVEL",
        "LOG_FORMAT",
        "MESSAGE_CONTENT",
        "DISCORD_API_URL",
        "SHARD_COUNT",
        "SHARD_IDS",
        "HTTP_PORT",
        "DATABASE_URL",
    ):
        assert name in complaint
    assert "canary-token" not in complaint


async def test_a_token_that_discord_does_not_know_is_told(stage: Stage) -> None:
    complaint = await complaint_of({**stage.environment, "DISCORD_TOKEN": "canary-token"})
    assert "refuses the token" in complaint
    assert "canary-token" not in complaint
    assert stage.sandbox.record.identifies == []


async def test_the_other_commands_tell_a_wrong_token_too(stage: Stage) -> None:
    complaint = await complaint_of({**stage.environment, "DISCORD_TOKEN": "wrong"}, "sync")
    assert "refuses the token" in complaint


async def test_an_intent_that_the_application_lacks_is_told(stage: Stage) -> None:
    stage.sandbox.application.flags = ApplicationFlag(0)
    ended = await run_to_end({**stage.environment, "MESSAGE_CONTENT": "on"}, "run")
    assert ended.code == 1
    last = ended.complaint.splitlines()[-1]
    assert "message content intent" in last
    assert "MESSAGE_CONTENT=off" in last
    assert "Traceback" not in ended.complaint


@pytest.mark.parametrize(("command", "folder"), [("run", "file/data"), ("sync", "file")])
async def test_a_data_folder_that_cannot_be_written_is_told(
    stage: Stage, tmp_path: Path, command: str, folder: str
) -> None:
    (tmp_path / "file").touch()
    there = {"DATA_DIR": str(tmp_path / folder)}
    complaint = await complaint_of({**stage.environment, **there}, command)
    assert "the data folder cannot be used" in complaint
    assert stage.sandbox.record.identifies == []


async def test_a_second_process_on_the_same_folder_is_refused(started: Stage) -> None:
    complaint = await complaint_of(started.environment)
    assert "another process holds the data folder" in complaint
    assert started.bot.running
    await started.challenge()


async def test_a_database_of_a_newer_bot_is_left_alone(stage: Stage) -> None:
    stage.data.mkdir()
    file = stage.data / "mastermind.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()
    complaint = await complaint_of(stage.environment)
    assert "schema 9999" in complaint
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (9999,)
        assert database.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone() == (0,)
    database.close()


async def test_a_discord_that_cannot_be_reached_is_told(tmp_path: Path) -> None:
    complaint = await complaint_of(
        {"DISCORD_TOKEN": "any", "DISCORD_API_URL": NOWHERE, "DATA_DIR": str(tmp_path)}
    )
    assert "cannot be reached" in complaint


async def test_a_discord_that_is_out_of_order_is_told(stage: Stage) -> None:
    stage.sandbox.faults.fail(503, times=9, path="/users/@me")
    complaint = await complaint_of(stage.environment)
    assert "503" in complaint


async def test_without_a_command_the_usage_is_shown() -> None:
    ended = await run_to_end({})
    assert ended.code == 2
    assert ended.complaint.startswith("usage: python -m bot")
    assert "Traceback" not in ended.complaint


@pytest.mark.parametrize(("code", "words"), [(4004, "refuses the token"), (4010, "code 4010")])
async def test_a_connection_closed_for_good_ends_the_bot(
    started: Stage, code: int, words: str
) -> None:
    await started.challenge()
    started.sandbox.gateway.drop(code=code)
    assert await started.bot.ended() == 1
    assert words in started.bot.output.splitlines()[-1]
    assert "Traceback" not in started.bot.output
