"""The log holds no payloads, and its JSON form is one object a line."""

import json
import logging
from collections.abc import Iterator

import pytest

from bot import log
from bot.config import LogFormat, LogLevel


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    levels = {name: logging.getLogger(name).level for name in log.TALKATIVE}
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
    for name, value in levels.items():
        logging.getLogger(name).setLevel(value)


@pytest.mark.parametrize("level", list(LogLevel))
@pytest.mark.parametrize("name", ["discord.http", "discord.gateway", "aiosqlite", "aiosql"])
def test_libraries_that_log_payloads_are_never_at_debug(level: LogLevel, name: str) -> None:
    log.set_up(level, LogFormat.TEXT)

    assert logging.getLogger(name).getEffectiveLevel() >= logging.INFO
    assert logging.getLogger("bot").getEffectiveLevel() == logging.getLevelName(level)


def test_a_json_line_holds_time_level_logger_and_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log.set_up(LogLevel.INFO, LogFormat.JSON)

    logging.getLogger("bot.x").warning("%d rows", 3)

    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "WARNING"
    assert line["logger"] == "bot.x"
    assert line["message"] == "3 rows"
    assert line["time"].endswith("+00:00")


def test_a_json_line_holds_the_traceback_of_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    log.set_up(LogLevel.INFO, LogFormat.JSON)

    try:
        raise ValueError("why")
    except ValueError:
        logging.getLogger("bot.x").exception("broken")

    assert "ValueError: why" in json.loads(capsys.readouterr().err)["traceback"]


def test_a_text_line_is_readable(capsys: pytest.CaptureFixture[str]) -> None:
    log.set_up(LogLevel.INFO, LogFormat.TEXT)

    logging.getLogger("bot.x").info("ready")

    assert capsys.readouterr().err.rstrip().endswith("INFO    bot.x: ready")
