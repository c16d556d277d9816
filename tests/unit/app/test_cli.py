"""Every way in which a command fails ends in one sentence and an exit code."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import log as logging_setup
from bot.app import StartError
from bot.cli import main as cli
from bot.cli import run
from bot.config import Settings
from bot.matches.errors import (
    DamagedError,
    KeyFileError,
    StaleVersionError,
    StorageBusyError,
    StorageError,
    StorageUnwritableError,
    UnknownSchemaError,
)

FAILURES: dict[type[StorageError], str] = {
    StorageBusyError: "DATA_DIR of its own",
    StorageUnwritableError: "can write to",
    UnknownSchemaError: "newer version",
    KeyFileError: "secret.key",
    DamagedError: "There is no backup in",
    StaleVersionError: "There is no backup in",
    StorageError: "There is no backup in",
}


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Exception], int]:
    """Runs the bot, which fails so; returns the exit code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-real-token")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "")
    monkeypatch.setattr(logging_setup, "set_up", lambda *_: None)

    def run_bot(error: Exception) -> int:
        async def main(settings: Settings) -> None:
            assert settings.token == "not-a-real-token"
            raise error

        monkeypatch.setattr(run, "main", main)
        return cli.main(["run"])

    return run_bot


@pytest.mark.parametrize("kind", FAILURES)
def test_data_that_cannot_be_used_is_told_with_what_to_do(
    fails: Callable[[Exception], int], kind: type[StorageError], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fails(kind("the reason")) == 1
    told = capsys.readouterr()
    assert told.out == ""
    (sentence,) = told.err.splitlines()
    assert sentence.startswith("The data cannot be used: the reason. ")
    assert FAILURES[kind] in sentence


def test_a_discord_that_does_not_let_the_bot_in_is_told(
    fails: Callable[[Exception], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fails(StartError("No entry.")) == 1
    assert capsys.readouterr().err == "No entry.\n"


def test_what_nobody_foresaw_is_in_the_log_and_not_on_the_screen(
    fails: Callable[[Exception], int],
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert fails(ValueError("a detail")) == 1
    told = capsys.readouterr()
    assert "the log has it" in told.err
    assert "a detail" not in told.out + told.err
    assert "a detail" in caplog.text


def test_the_environment_wins_over_the_file_and_the_file_fills_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("LOG_LEVEL=debug\nDATA_DIR=from-the-file\nLOG_FORMAT\n")
    monkeypatch.setenv("DATA_DIR", "from-the-environment")
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    monkeypatch.delenv("LOG_FORMAT", raising=False)
    found = cli.environment()
    assert found["LOG_LEVEL"] == "debug"
    assert found["DATA_DIR"] == "from-the-environment"
    assert "LOG_FORMAT" not in found


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_only_what_talks_to_discord_needs_a_token(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    for setting in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"):
        monkeypatch.setenv(setting, "")
    monkeypatch.setattr(logging_setup, "set_up", lambda *_: None)
    code = cli.main([name, "backup.sqlite3"] if name == "restore" else [name])
    complaint = capsys.readouterr().err
    if name in {"run", "invite", "sync"}:
        assert code == 2
        assert "DISCORD_TOKEN: missing" in complaint
    else:
        assert code in {0, 1}
        assert "DISCORD_TOKEN" not in complaint


def test_a_token_file_that_cannot_be_read_is_no_matter_without_need() -> None:
    env = {"DISCORD_TOKEN_FILE": "nowhere", "DATA_DIR": "birds"}
    settings = Settings.from_env(env, token_needed=False)
    assert (settings.token, settings.data_dir) == ("", Path("birds"))


@pytest.mark.parametrize("name", ["backup", "restore", "migrate", "new-key"])
def test_root_leaves_no_files_in_a_folder_of_somebody_else(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(logging_setup, "set_up", lambda *_: None)
    stat = Path.stat

    def owned_by_a_bird(path: Path, **options: bool) -> os.stat_result:
        found = list(stat(path, **options))
        found[4] = 10001
        return os.stat_result(found)

    monkeypatch.setattr(Path, "stat", owned_by_a_bird)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert cli.main([name, "backup.sqlite3"] if name == "restore" else [name]) == 1
    assert "belongs to another user than root" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
