"""Settings, read once from the environment; every fault is told in one message."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

MAX_SHARDS = 10_000
LATER = {
    "DATABASE_URL": "PostgreSQL is not supported by this version; leave it empty",
    "HTTP_PORT": "health and metrics are not part of this version; leave it empty",
}


class MessageContent(StrEnum):
    """Whether plain messages in match threads are read."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class LogFormat(StrEnum):
    """How a line of the log is written."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """The least severe line that is written."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class SettingsError(Exception):
    """One or more settings are wrong; the message names them all and quotes no value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What `from_env` read. The token is not in the repr."""

    token: str = field(repr=False)
    data_dir: Path = Path("data")
    log_level: LogLevel = LogLevel.INFO
    log_format: LogFormat = LogFormat.TEXT
    message_content: MessageContent = MessageContent.AUTO
    api_url: str | None = None
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None

    @classmethod
    def from_env(cls, env: Mapping[str, str], *, token_needed: bool = True) -> "Settings":
        """Read the settings of interface.md; an empty value counts as not set.

        Where no token is needed, none is read, and it is empty.
        Raises SettingsError that names every wrong setting at once.
        """
        reader = _Reader({name: value.strip() for name, value in env.items()})
        settings = cls(
            token=reader.token() if token_needed else "",
            data_dir=reader.read("DATA_DIR", Path, Path("data")),
            log_level=reader.read("LOG_LEVEL", _log_level, LogLevel.INFO),
            log_format=reader.read("LOG_FORMAT", _one_of(LogFormat), LogFormat.TEXT),
            message_content=reader.read(
                "MESSAGE_CONTENT", _one_of(MessageContent), MessageContent.AUTO
            ),
            api_url=reader.read("DISCORD_API_URL", _url, None),
            shard_count=reader.read("SHARD_COUNT", _shard_count, None),
            shard_ids=reader.read("SHARD_IDS", _shard_ids, None),
        )
        reader.check_shards(settings.shard_count, settings.shard_ids)
        reader.finish()
        return settings


class _Reader:
    """Collects the faults so that they can be told together."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env
        self._faults = [f"{name}: {why}" for name, why in LATER.items() if env.get(name)]

    def read(self, name: str, convert: Callable[[str], T], default: T) -> T:
        value = self._env.get(name)
        if not value:
            return default
        try:
            return convert(value)
        except ValueError as error:
            self._faults.append(f"{name}: {error}")
            return default

    def token(self) -> str:
        token, file = self._env.get("DISCORD_TOKEN"), self._env.get("DISCORD_TOKEN_FILE")
        if token and file:
            self._faults.append("DISCORD_TOKEN and DISCORD_TOKEN_FILE: set only one of them")
        if token:
            return token
        if not file:
            self._faults.append(
                "DISCORD_TOKEN: missing; copy .env.example to .env and put the bot's token there"
            )
            return ""
        return self.read("DISCORD_TOKEN_FILE", _file_text, "")

    def check_shards(self, count: int | None, ids: tuple[int, ...] | None) -> None:
        if ids is None:
            return
        if count is None:
            self._faults.append("SHARD_IDS: needs SHARD_COUNT as well")
        elif max(ids) >= count:
            self._faults.append(f"SHARD_IDS: the highest may be {count - 1} with this SHARD_COUNT")

    def finish(self) -> None:
        if self._faults:
            raise SettingsError("; ".join(self._faults))


def _one_of(choices: type[T]) -> Callable[[str], T]:
    def convert(value: str) -> T:
        try:
            return choices(value.lower())  # type: ignore[call-arg]  # T is always a StrEnum here
        except ValueError:
            allowed = ", ".join(str(choice) for choice in choices)  # type: ignore[attr-defined]
            raise ValueError(f"must be one of {allowed}") from None

    return convert


def _log_level(value: str) -> LogLevel:
    try:
        return LogLevel(value.upper())
    except ValueError:
        raise ValueError(f"must be one of {', '.join(LogLevel)}") from None


def _url(value: str) -> str:
    if not value.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    return value.rstrip("/")


def _shard_count(value: str) -> int:
    if not value.isdecimal() or not 1 <= int(value) <= MAX_SHARDS:
        raise ValueError(f"must be a whole number from 1 to {MAX_SHARDS}")
    return int(value)


def _shard_ids(value: str) -> tuple[int, ...]:
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise ValueError("must be whole numbers with commas between them, such as 0,1")
    return tuple(sorted({int(part) for part in parts}))


def _file_text(value: str) -> str:
    try:
        text = Path(value).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise ValueError("that file cannot be read") from None
    if not text:
        raise ValueError("that file is empty")
    return text
