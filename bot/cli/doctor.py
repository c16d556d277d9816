"""Look at settings, data, key and backups; changes nothing, also while the bot runs."""

import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.app import StartError
from bot.cli.words import number, size, when
from bot.config import Settings
from bot.matches.errors import StorageError
from bot.runtime.system import utc_now
from bot.storage.backup import Kind, backups
from bot.storage.checks import check_whole, reading
from bot.storage.contents import Contents, contents_of
from bot.storage.database import BACKUP_FOLDER, DATABASE_FILE, KEY_FILE, LOCK_FILE
from bot.storage.faults import file_faults, sqlite_faults
from bot.storage.lock import is_held
from bot.storage.sealing import load_sealer

MEGABYTE = 10**6
SPARE = 50 * MEGABYTE
"""Bytes that have to be free beside those of one more copy of the database."""


@dataclass
class Report:
    """What was found, line by line, and what of it is wrong."""

    faults: list[str] = field(default_factory=list)

    def line(self, name: str, value: object) -> None:
        """Print one line of the view."""
        print(f"{name:<20}{value}")

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Print what fails inside as the part's line, and remember it as wrong."""
        try:
            with file_faults(), sqlite_faults():
                yield
        except StorageError as error:
            self.wrong(name, str(error))

    def wrong(self, name: str, fault: str) -> None:
        """Print it as the part's line, and remember it."""
        self.line(name, f"WRONG: {fault}")
        self.faults.append(name)


async def main(settings: Settings) -> None:
    """Print the view; raises StartError when something is wrong."""
    report, data, now = Report(), settings.data_dir, utc_now()
    _settings(report, settings)
    with report.part("bot"):
        report.line("bot", "running" if is_held(data / LOCK_FILE) else "not running")
    contents = await _database(report, data / DATABASE_FILE)
    with report.part("key file"):
        _key(report, data / KEY_FILE, contents)
    _backups(report, data / BACKUP_FOLDER, now)
    with report.part("free disk space"):
        _space(report, data)
    if report.faults:
        raise StartError(f"Something is wrong: {', '.join(report.faults)}.")
    print("All is well.")


def _settings(report: Report, settings: Settings) -> None:
    shards = settings.shard_ids
    report.line("DATA_DIR", settings.data_dir.resolve())
    report.line("LOG_LEVEL", settings.log_level)
    report.line("LOG_FORMAT", settings.log_format)
    report.line("MESSAGE_CONTENT", settings.message_content)
    report.line("DISCORD_API_URL", settings.api_url or "Discord's own")
    report.line("SHARD_COUNT", settings.shard_count or "Discord decides")
    report.line("SHARD_IDS", "all" if shards is None else ",".join(map(str, shards)))


async def _database(report: Report, file: Path) -> Contents | None:
    """What it holds, if it can be read."""
    contents = None
    with report.part("database"):
        async with reading(file) as connection:
            contents = await contents_of(connection)
            await check_whole(connection)
        matches = f"{number(contents.matches, 'match')}, {contents.running:,} of them open"
        report.line("database", f"whole, schema {contents.schema}, {size(_size(file))}, {matches}")
    return contents


def _key(report: Report, file: Path, contents: Contents | None) -> None:
    codes = contents.sealed if contents else ()
    if not codes and not file.exists():
        report.line("key file", "none; the next start makes it")
        return
    load_sealer(file).check(codes)
    keys = number(len(file.read_bytes().split()), "key")
    opens = f", opens {number(len(codes), 'sealed code')}" if contents else ""
    report.line("key file", f"mode {stat.S_IMODE(file.stat().st_mode):o}, {keys}{opens}")


def _backups(report: Report, folder: Path, now: datetime) -> None:
    for kind in Kind:
        found = backups(folder, kind)
        newest = f", the newest {when(found[0].made_at, now)}" if found else ""
        report.line(f"backups {kind}", f"{len(found)}{newest}")


def _space(report: Report, data: Path) -> None:
    free, file = shutil.disk_usage(data).free, data / DATABASE_FILE
    needed = SPARE + (_size(file) if file.exists() else 0)
    if free < needed:
        report.wrong("free disk space", f"{size(free)}, and a backup needs {size(needed)}")
    else:
        report.line("free disk space", size(free))


def _size(file: Path) -> int:
    return file.stat().st_size
