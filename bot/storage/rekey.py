"""A new key for the codes of running rounds."""

from pathlib import Path

from bot.matches.ports import Clock
from bot.storage.checks import must_exist
from bot.storage.contents import sealed_codes
from bot.storage.database import DATABASE_FILE, KEY_FILE, opened
from bot.storage.faults import file_faults, sqlite_faults
from bot.storage.sealing import add_key, load_sealer, open_sealer

_RESEAL = (
    "UPDATE rounds SET sealed = reseal(sealed) WHERE sealed IS NOT NULL",
    "UPDATE daily_secrets SET sealed = reseal(sealed)",
)


async def new_key(folder: Path, clock: Clock) -> int:
    """Make a key, seal with it every code of a running round and every server's secret of the
    daily, and say how many there are of both.

    The older keys stay in the key file, for older backups. The file comes first, and then all
    codes at once: wherever this ends, the file opens what the database holds. Raises as
    `SqliteDatabase.open` does, and StorageError where there is no database.
    """
    must_exist(folder / DATABASE_FILE)  # else a key would seem changed that is elsewhere
    with file_faults(), sqlite_faults():
        async with opened(folder, clock) as connection:
            codes = await sealed_codes(connection)
            open_sealer(folder / KEY_FILE, codes)
            add_key(folder / KEY_FILE)
            sealer = load_sealer(folder / KEY_FILE)
            await connection.create_function("reseal", 1, sealer.reseal)
            await connection.execute_fetchall("BEGIN IMMEDIATE")
            for statement in _RESEAL:
                await connection.execute_fetchall(statement)
            await connection.commit()
            return len(codes)
