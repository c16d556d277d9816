"""What the codes of the daily are made of, at rest; and databases from before it."""

from pathlib import Path

import aiosqlite
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import Preset
from bot.matches.errors import KeyFileError, StorageError
from bot.matches.ids import GuildId
from bot.matches.settings import ServerSettings
from bot.storage.database import DATABASE_FILE, KEY_FILE, SqliteDatabase
from bot.storage.files import make_folder
from bot.storage.migrate import load_migrations, migrate
from bot.storage.rekey import new_key
from bot.storage.restore import restore
from bot.storage.sealing import Sealer
from tests.fakes.clock import FixedClock
from tests.integration.storage.folders import AT, ask, copies, run_backup
from tests.integration.storage.samples import GUILD, START
from tests.integration.storage.test_daily_store import OURS, THEIRS, keep_secrets, secret


@given(guild=st.integers(1, 2**63 - 1), secret=st.binary(min_size=32, max_size=32))
def test_a_sealed_secret_opens_for_its_server_alone(guild: int, secret: bytes) -> None:
    sealer = Sealer(b"A" * 43 + b"=")
    sealed = sealer.seal_daily(GuildId(guild), secret)
    assert sealer.unseal_daily(GuildId(guild), sealed) == secret
    assert sealer.unseal_daily(GuildId(guild), sealer.reseal(sealed)) == secret
    with pytest.raises(StorageError, match="not its own"):
        sealer.unseal_daily(GuildId(guild + 1), sealed)
    assert secret.hex() not in sealed


async def with_secrets(folder: Path) -> None:
    """A closed data folder with the secrets of two servers and no running code."""
    database = await SqliteDatabase.open(folder, clock=FixedClock())
    await keep_secrets(database)
    await database.close()


async def found_in(folder: Path) -> bytes | None:
    database = await SqliteDatabase.open(folder, clock=FixedClock())
    try:
        return await secret(database)
    finally:
        await database.close()


def at_rest(folder: Path) -> bytes:
    return b"\0".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_no_file_holds_an_open_secret(folder: Path) -> None:
    await with_secrets(folder)
    stored = at_rest(folder)
    for known in (OURS, THEIRS):
        assert known not in stored
        assert known.hex().encode() not in stored


async def test_a_new_key_seals_the_secrets_anew(folder: Path) -> None:
    await with_secrets(folder)
    before = ask(folder / DATABASE_FILE, "SELECT sealed FROM daily_secrets")
    assert await new_key(folder, FixedClock()) == 2
    new, _old = (folder / KEY_FILE).read_bytes().split()
    (folder / KEY_FILE).write_bytes(new)
    assert await found_in(folder) == OURS
    stored = at_rest(folder)
    assert not any(sealed.encode() in stored for (sealed,) in before)


async def test_a_start_and_a_restore_want_the_key_of_the_secrets(folder: Path) -> None:
    await with_secrets(folder)
    await run_backup(folder)
    (backup,) = copies(folder)
    key = (folder / KEY_FILE).read_bytes()
    (folder / KEY_FILE).write_bytes(b"A" * 43 + b"=")
    with pytest.raises(KeyFileError, match="does not fit"):
        await found_in(folder)
    with pytest.raises(KeyFileError, match="does not fit"):
        await restore(folder, backup, AT)
    (folder / KEY_FILE).unlink()
    with pytest.raises(KeyFileError, match="is missing"):
        await found_in(folder)
    (folder / KEY_FILE).write_bytes(key)
    (folder / KEY_FILE).chmod(0o600)
    await restore(folder, backup, AT)
    assert await found_in(folder) == OURS


async def test_a_database_from_before_the_daily_begins_with_utc_and_no_secret(
    folder: Path, clock: FixedClock
) -> None:
    make_folder(folder)
    before = [step for step in load_migrations() if step.number < 6]
    async with aiosqlite.connect(folder / DATABASE_FILE, isolation_level=None) as old:
        await migrate(old, folder, START, before)
        await old.execute_fetchall(
            "INSERT INTO servers (guild, preset, rounds, challenge_life, turn_limit, "
            "challenges_each, matches_each, matches_here, pause) "
            "VALUES (?, 'mini', 4, 1, 1, 1, 1, 1, 1)",
            (GUILD,),
        )
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        kept = await database.transact(lambda stores: stores.servers.settings(GUILD))
        assert (kept.preset, kept.rounds) == (Preset.MINI, 4)
        assert (kept.zone, kept.daily_channel) == (ServerSettings().zone, None)
        assert await secret(database) is None
        await keep_secrets(database)
        assert await secret(database) == OURS
    finally:
        await database.close()
