"""Logging. No secret, token or message content at any level."""

import json
import logging
import sys
from datetime import UTC, datetime

from bot.config import LogFormat, LogLevel

TALKATIVE = ("discord", "aiosqlite", "aiosql", "asyncio")
"""Libraries whose DEBUG lines hold payloads, token addresses or bound parameters."""


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time in UTC, level, logger, message, and the traceback where there is one."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: LogLevel, form: LogFormat) -> None:
    """Log to standard error at `level`; the talkative libraries never below INFO."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonFormatter()
        if form is LogFormat.JSON
        else logging.Formatter("{asctime} {levelname:<7} {name}: {message}", style="{")
    )
    logging.basicConfig(level=level.value, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level.value)))
