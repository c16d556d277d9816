"""Which command, with which settings; every failure is one sentence and an exit code."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence

from dotenv import dotenv_values

from bot import log as logging_setup
from bot.app import StartError
from bot.cli import invite, run, sync
from bot.config import Settings, SettingsError
from bot.matches.errors import (
    KeyFileError,
    StorageBusyError,
    StorageError,
    StorageUnwritableError,
    UnknownSchemaError,
)

COMMANDS = {"run": run, "invite": invite, "sync": sync}
FAILED, MISUSED = 1, 2

log = logging.getLogger(__name__)


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit code: 0, 1 (could not run) or 2 (wrong settings)."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="The Mastermind bot.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        commands.add_parser(name, help=module.__doc__)
    command = COMMANDS[parser.parse_args(arguments).command]
    try:
        settings = Settings.from_env(environment())
    except SettingsError as error:
        return _fail(f"Wrong settings: {error}", MISUSED)
    logging_setup.set_up(settings.log_level, settings.log_format)
    try:
        asyncio.run(command.main(settings))
    except StartError as error:
        return _fail(str(error), FAILED)
    except StorageError as error:
        return _fail(f"The data cannot be used: {error}. {_advice(error)}", FAILED)
    except Exception:
        log.exception("the bot ends because of an unexpected error")
        return _fail("The bot ends because of an unexpected error; the log has it.", FAILED)
    return 0


def environment() -> dict[str, str]:
    """The `.env` file of this folder, where the environment does not say otherwise."""
    file = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**file, **os.environ}


def _advice(error: StorageError) -> str:
    match error:
        case StorageBusyError():
            return "Stop the other bot, or give this one a DATA_DIR of its own."
        case StorageUnwritableError():
            return "Make DATA_DIR a folder that this user can write to, on a disk with room."
        case UnknownSchemaError():
            return "Run the newer version of the bot that wrote it, or restore a backup."
        case KeyFileError():
            return "Put back the secret.key that belongs to this database, readable by you alone."
        case _:
            return "Restore a backup from the folder's backups, or start with an empty DATA_DIR."


def _fail(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
