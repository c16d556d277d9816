"""Copy the database, also while the bot runs; old copies go."""

import argparse
from pathlib import Path

from bot.cli.words import size
from bot.config import Settings
from bot.runtime.system import utc_now
from bot.storage.backup import Kind, delete_outdated, make_backup
from bot.storage.checks import reading
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE
from bot.storage.faults import file_faults, sqlite_faults
from bot.storage.lock import process_lock

LOCK_FILE = "backup.lock"
"""Not the bot's: a backup works beside the bot, but not beside another backup."""
KEPT = 14


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "--keep",
        type=_at_least_one,
        default=KEPT,
        metavar="N",
        help=f"keep the newest N backups in the folder (default {KEPT})",
    )
    parser.add_argument(
        "--to", type=Path, metavar="FOLDER", help="put them there (default DATA_DIR/backups)"
    )


async def main(settings: Settings, *, keep: int, to: Path | None) -> None:
    """Make a backup and print where it is."""
    data, now = settings.data_dir, utc_now()
    backups = data / BACKUP_FOLDER
    with file_faults(), sqlite_faults():
        async with reading(data / DATABASE_FILE) as source:
            with process_lock(data / LOCK_FILE, "the backups"):
                made = await make_backup(source, to or backups, Kind.ASKED, now, keep)
                delete_outdated(backups, now)
        length = made.stat().st_size
    print(f"The backup {made} is whole ({size(length)}).")


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number from 1")
    return int(text)
