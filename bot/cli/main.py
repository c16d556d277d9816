"""Which command, with which settings; every failure is one sentence and an exit code."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from dotenv import dotenv_values

from bot import log as logging_setup
from bot.app import StartError
from bot.cli import backup, doctor, invite, migrate, new_key, restore, run, sync
from bot.cli.words import when
from bot.config import Settings, SettingsError
from bot.matches.errors import (
    KeyFileError,
    StorageBusyError,
    StorageError,
    StorageUnwritableError,
    UnknownSchemaError,
)
from bot.runtime.system import utc_now
from bot.storage.backup import Kind, backups
from bot.storage.database import BACKUP_FOLDER

ON_DISCORD = {"run": run, "invite": invite, "sync": sync}
ON_DATA = {
    "backup": backup,
    "restore": restore,
    "doctor": doctor,
    "migrate": migrate,
    "new-key": new_key,
}
"""These need no token."""
COMMANDS = ON_DISCORD | ON_DATA
WRITES = COMMANDS.keys() - {"doctor", "invite"}
FAILED, MISUSED = 1, 2

log = logging.getLogger(__name__)


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit code: 0, 1 (could not run) or 2 (wrong settings)."""
    options = vars(_parser().parse_args(arguments))
    name = options.pop("command")
    try:
        settings = Settings.from_env(environment(), token_needed=name in ON_DISCORD)
    except SettingsError as error:
        return _fail(f"Wrong settings: {error}", MISUSED)
    logging_setup.set_up(settings.log_level, settings.log_format)
    if name in WRITES and _is_root_elsewhere(settings.data_dir):
        return _fail(
            "DATA_DIR belongs to another user than root: run this as that user, who could not "
            "read what root makes there.",
            FAILED,
        )
    try:
        asyncio.run(COMMANDS[name].main(settings, **options))
    except StartError as error:
        return _fail(str(error), FAILED)
    except StorageError as error:
        advice = _advice(error, settings.data_dir)
        return _fail(f"The data cannot be used: {error}. {advice}", FAILED)
    except Exception:
        log.exception("the bot ends because of an unexpected error")
        return _fail("The bot ends because of an unexpected error; the log has it.", FAILED)
    return 0


def environment() -> dict[str, str]:
    """The `.env` file of this folder, where the environment does not say otherwise."""
    file = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**file, **os.environ}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="The Mastermind bot.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    parsers = {name: commands.add_parser(name, help=COMMANDS[name].__doc__) for name in COMMANDS}
    backup.add_options(parsers["backup"])
    restore.add_options(parsers["restore"])
    return parser


def _is_root_elsewhere(data: Path) -> bool:
    return os.geteuid() == 0 and data.exists() and data.stat().st_uid != 0


def _advice(error: StorageError, data: Path) -> str:
    match error:
        case StorageBusyError():
            return "Wait for it, stop it, or give this bot a DATA_DIR of its own."
        case StorageUnwritableError():
            return "Make it a folder that this user can write to, on a disk with room."
        case UnknownSchemaError():
            return "Run the newer version of the bot that wrote it, or restore a backup."
        case KeyFileError():
            return "Put back the secret.key that belongs to this database, readable by you alone."
        case _:
            return _advice_to_restore(data)


def _advice_to_restore(data: Path) -> str:
    """What a restore put aside is left out, since it may be the damaged one."""
    folder = data / BACKUP_FOLDER
    newest = next(iter(backups(folder, Kind.ASKED, Kind.UPGRADE)), None)
    if newest is None:
        return (
            f"There is no backup in {folder}: restore one from elsewhere (python -m bot restore "
            "FILE), or start with an empty DATA_DIR."
        )
    age = when(newest.made_at, utc_now())
    return f"Restore the newest backup ({age}): python -m bot restore {newest.path}"


def _fail(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
