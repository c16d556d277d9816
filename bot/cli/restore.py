"""Put a backup in the place of the database; the bot has to be stopped."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from bot.app import StartError
from bot.cli.words import number, when
from bot.config import Settings
from bot.matches.errors import StorageBusyError, StorageError, StorageUnwritableError
from bot.runtime.system import utc_now
from bot.storage.backup import made_at
from bot.storage.restore import restore


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")


async def main(settings: Settings, *, file: Path) -> None:
    """Restore, and print what is there now and where the old database is."""
    now = utc_now()
    try:
        restored = await restore(settings.data_dir, file, now)
    except (StorageBusyError, StorageUnwritableError):
        raise
    except StorageError as error:
        raise StartError(f"{file} cannot be restored: {error}. Nothing was changed.") from None
    found = number(restored.contents.matches, "match")
    print(f"Restored {file} ({when(_made_at(file), now)}), with {found}.")
    if restored.replaced is not None:
        print(f"The database that was there before is {restored.replaced}.")


def _made_at(file: Path) -> datetime:
    """What its name says, or else when it was last written."""
    return made_at(file) or datetime.fromtimestamp(file.stat().st_mtime, UTC)
