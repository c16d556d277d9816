"""Databases of every older schema become today's, also when the process is killed meanwhile."""

import shutil
from pathlib import Path
from random import Random

import aiosqlite
import pytest
from cryptography.fernet import Fernet

from bot.engine import Code
from bot.matches.ids import MatchId
from bot.storage.backup import KEPT_UNASKED
from bot.storage.database import DATABASE_FILE, KEY_FILE
from bot.storage.files import make_folder
from bot.storage.migrate import load_migrations, migrate
from bot.storage.sealing import Sealer
from tests.integration.storage.folders import (
    AT,
    ask,
    assert_whole,
    command,
    copies,
    names_in,
    open_as_the_bot,
)
from tests.integration.storage.killing import kill_after, kill_at_every_step, seconds_of
from tests.integration.storage.samples import CODE, SALT

STEPS = load_migrations()
MATCHES = 40
OLDER = range(1, len(STEPS))

MATCH = """
INSERT INTO matches (
    id, guild, channel, challenger, opponent, positions, symbols, colours, max_rows, repeats,
    blanks, challenge_rounds, points, first_codemaker, private, phase, created_at, expires_at,
    turn_since, agreed_rounds, two_more_challenger, two_more_opponent, rematch_challenger,
    rematch_opponent, version
) VALUES (
    ?, 700, 70, 11, 12, 8, 'colours', 8, 10, 1, 0, 2, 'rows', 'me', 0, 'breaking', 1, 2, 3, 2,
    0, 0, 0, 0, 1
)
"""
ROUND = """
INSERT INTO rounds (
    match_id, number, codemaker, codebreaker, commitment, sealed, unreadable_noted
) VALUES (?, 1, 11, 12, ?, ?, 0)
"""
ROW = "INSERT INTO rows VALUES (?, 1, 1, '0,0,0,0,0,0,0,0', 1, 0, ?, 4)"
PERSON = "INSERT INTO players VALUES (?, 700, 'Robin', 'fr', 5)"
ENTRY = """
INSERT INTO outbox (id, match_id, kind, round, row, detail, created_at)
VALUES (?, ?, 'row-scored', 1, 1, '', 6)
"""
NAMES = {f"m{number}" for number in range(MATCHES)}


async def make(folder: Path, schema: int) -> None:
    """A data folder of this schema. What is in it was written at the first one, which stays."""
    make_folder(folder)
    (folder / KEY_FILE).write_bytes(Fernet.generate_key())
    (folder / KEY_FILE).chmod(0o600)
    sealer = Sealer((folder / KEY_FILE).read_bytes())
    async with aiosqlite.connect(folder / DATABASE_FILE, isolation_level=None) as connection:
        await migrate(connection, folder / "made", AT, STEPS[:1])
        await connection.execute_fetchall("BEGIN")
        for number in range(MATCHES):
            name = f"m{number}"
            sealed = sealer.seal(MatchId(name), 1, Code(CODE), SALT)
            await connection.execute_fetchall(MATCH, (name,))
            await connection.execute_fetchall(ROUND, (name, "a" * 64, sealed))
            await connection.execute_fetchall(ROW, (name, 100 + number))
            await connection.execute_fetchall(PERSON, (100 + number,))
            await connection.execute_fetchall(ENTRY, (f"e{number}", name))
        await connection.commit()
        await connection.execute_fetchall("PRAGMA foreign_keys = OFF")
        await migrate(connection, folder / "made", AT, STEPS[:schema])
    shutil.rmtree(folder / "made", ignore_errors=True)


def everything(folder: Path) -> list[tuple[object, ...]]:
    """All tables with all rows, in an order."""
    file = folder / DATABASE_FILE
    tables = ask(file, "SELECT name, sql FROM sqlite_schema ORDER BY name")
    names = [row[0] for row in ask(file, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [*tables, *((name, ask(file, f"SELECT * FROM {name}")) for name in names)]  # noqa: S608 - SQLite's own names


async def assert_upgraded(folder: Path, expected: list[tuple[object, ...]]) -> None:
    assert_whole(folder / DATABASE_FILE)
    assert await names_in(folder) == NAMES
    assert ask(folder / DATABASE_FILE, "PRAGMA user_version") == [(len(STEPS),)]
    assert everything(folder) == expected


@pytest.fixture(params=OLDER)
async def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data folder of an older schema."""
    await make(tmp_path / "old", request.param)
    return tmp_path / "old"


@pytest.fixture
async def expected(old: Path, tmp_path: Path) -> list[tuple[object, ...]]:
    """What an upgrade makes of it that nothing interrupts."""
    shutil.copytree(old, tmp_path / "expected")
    await open_as_the_bot(tmp_path / "expected")
    return everything(tmp_path / "expected")


async def test_nothing_is_lost_when_an_upgrade_is_killed_at_any_moment(
    old: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    before, chance = everything(old), Random(1)
    shutil.copytree(old, tmp_path / "timed")
    longest = seconds_of(tmp_path / "timed", open_as_the_bot)
    for turn in range(10):
        folder = tmp_path / f"killed-{turn}"
        shutil.copytree(old, folder)
        kill_after(chance.uniform(0, longest), folder, open_as_the_bot)
        assert everything(folder) in (before, expected)
        await assert_upgraded(folder, expected)


async def test_nothing_is_lost_when_an_upgrade_is_killed_at_any_step(
    old: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    before, folder = everything(old), tmp_path / "killed"
    shutil.copytree(old, folder)
    kills = 0
    for _ in kill_at_every_step(folder, open_as_the_bot):
        kills += 1
        found = everything(folder)
        assert found in (before, expected)
        if found == expected:
            break
    assert kills > len(STEPS)
    await assert_upgraded(folder, expected)
    assert len(copies(folder, "before-*.sqlite3")) <= KEPT_UNASKED
    assert copies(folder, "*.part*") == []


def test_the_command_migrate_upgrades_and_says_so(
    old: Path,
    expected: list[tuple[object, ...]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command(monkeypatch, old, "migrate") == 0
    assert f"schema {len(STEPS)}," in capsys.readouterr().out
    assert everything(old) == expected
