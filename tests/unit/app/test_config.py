"""Settings are read once, and every fault is told in one message."""

from pathlib import Path

import pytest

from bot.config import LogFormat, LogLevel, MessageContent, Settings, SettingsError

TOKEN = {"DISCORD_TOKEN": "not-a-real-token"}


def test_the_token_alone_is_enough_and_the_rest_has_defaults() -> None:
    settings = Settings.from_env(TOKEN)

    assert settings == Settings(
        token="not-a-real-token",
        data_dir=Path("data"),
        log_level=LogLevel.INFO,
        log_format=LogFormat.TEXT,
        message_content=MessageContent.AUTO,
        api_url=None,
        shard_count=None,
        shard_ids=None,
    )


def test_every_setting_is_read() -> None:
    settings = Settings.from_env(
        {
            **TOKEN,
            "DATA_DIR": "/somewhere",
            "LOG_LEVEL": "debug",
            "LOG_FORMAT": "JSON",
            "MESSAGE_CONTENT": "off",
            "DISCORD_API_URL": "http://127.0.0.1:1/api/v10/",
            "SHARD_COUNT": "4",
            "SHARD_IDS": "3, 0",
        }
    )

    assert settings.data_dir == Path("/somewhere")
    assert settings.log_level is LogLevel.DEBUG
    assert settings.log_format is LogFormat.JSON
    assert settings.message_content is MessageContent.OFF
    assert settings.api_url == "http://127.0.0.1:1/api/v10"
    assert settings.shard_count == 4
    assert settings.shard_ids == (0, 3)


def test_an_empty_value_counts_as_not_set() -> None:
    assert Settings.from_env({**TOKEN, "DATA_DIR": " ", "SHARD_COUNT": ""}).data_dir == Path("data")


def test_every_fault_is_named_at_once_and_no_value_is_quoted() -> None:
    wrong = {
        "LOG_LEVEL": "chatty",
        "LOG_FORMAT": "xml",
        "MESSAGE_CONTENT": "perhaps",
        "DISCORD_API_URL": "ftp://elsewhere",
        "SHARD_COUNT": "0",
        "SHARD_IDS": "first",
        "DATABASE_URL": "postgresql://nowhere",
        "HTTP_PORT": "8080x",
    }

    with pytest.raises(SettingsError) as caught:
        Settings.from_env(wrong)

    message = str(caught.value)
    assert all(name in message for name in (*wrong, "DISCORD_TOKEN"))
    assert not any(value in message for value in wrong.values() if value not in {"0"})


@pytest.mark.parametrize("count", ["0", "-1", "10001", "2.5", "²"])
def test_a_shard_count_outside_its_bounds_is_refused(count: str) -> None:
    with pytest.raises(SettingsError, match="SHARD_COUNT"):
        Settings.from_env({**TOKEN, "SHARD_COUNT": count})


@pytest.mark.parametrize(
    "shards", [{"SHARD_IDS": "0"}, {"SHARD_IDS": "0,2", "SHARD_COUNT": "2"}, {"SHARD_IDS": ","}]
)
def test_shard_ids_must_fit_their_count(shards: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match="SHARD_IDS"):
        Settings.from_env({**TOKEN, **shards})


def test_the_token_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("not-a-real-token\n", encoding="utf-8")

    assert Settings.from_env({"DISCORD_TOKEN_FILE": str(file)}).token == "not-a-real-token"


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
def test_a_token_file_that_gives_no_token_is_a_fault(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(SettingsError, match="DISCORD_TOKEN_FILE"):
        Settings.from_env({"DISCORD_TOKEN_FILE": str(file)})


def test_two_tokens_are_one_too_many() -> None:
    with pytest.raises(SettingsError, match="only one"):
        Settings.from_env({**TOKEN, "DISCORD_TOKEN_FILE": "token"})


def test_the_repr_hides_the_token() -> None:
    assert "not-a-real-token" not in repr(Settings.from_env(TOKEN))
