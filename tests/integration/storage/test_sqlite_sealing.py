"""Codes of running rounds at rest, and the key file."""

import base64
import contextlib
import json
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import Code
from bot.matches.errors import KeyFileError, StorageError
from bot.matches.ids import MatchId
from bot.matches.models import Match, Outcome, Phase, Secret
from bot.storage.backup import back_up
from bot.storage.database import DATABASE_FILE, KEY_FILE, SqliteDatabase
from bot.storage.sealing import Sealer
from tests.fakes.clock import FixedClock
from tests.integration.storage.samples import CODE, FREE, SALT, SET, a_match, load, rows, save

SEALER = Sealer(Fernet.generate_key())
OTHER = Secret(Code((1, 0, 4, 6, 2, 7, 5, 3)), bytes(range(200, 216)), "b" * 64)


def running(name: str, secret: Secret = SET.secret or OTHER) -> Match:
    played = replace(FREE, secret=secret, rows=rows(2, 100))
    return a_match(name, phase=Phase.BREAKING, rounds=(played,))


def spellings(secret: Secret) -> Iterator[bytes]:
    """The code and its salt in every way that anything here writes them."""
    code, salt = secret.code, secret.salt
    for characters in ("01234567", "12345678", "RBGYOPNI", "ABCDEFGH"):
        yield "".join(characters[symbol] for symbol in code).encode()
    yield ",".join(map(str, code)).encode()
    yield json.dumps(code).encode()
    yield json.dumps(code).encode()[1:-1]
    yield bytes(code)
    yield salt
    yield from (salt.hex().encode(), salt.hex().upper().encode())
    yield base64.b64encode(salt).rstrip(b"=")
    yield base64.urlsafe_b64encode(salt).rstrip(b"=")


def at_rest(folder: Path) -> bytes:
    """The bytes of every file, the write-ahead log and backups too."""
    return b"\0".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def leaks(folder: Path, secret: Secret) -> set[bytes]:
    stored = at_rest(folder)
    return {spelling for spelling in spellings(secret) if spelling in stored}


@contextlib.contextmanager
def opened_by_hand(folder: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(folder / DATABASE_FILE)) as connection, connection:
        yield connection


async def closed_with(folder: Path, clock: FixedClock, *matches: Match) -> None:
    """Leave a database with these matches."""
    database = await SqliteDatabase.open(folder, clock=clock)
    for match in matches:
        await save(database, match)
    await database.close()


async def opens(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    await database.close()


async def test_no_file_holds_the_code_of_a_running_round(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    await save(database, running("m1"))
    await back_up(database._connection, folder / "backups" / "now.sqlite3")
    assert (folder / f"{DATABASE_FILE}-wal").stat().st_size > 0
    assert leaks(folder, Secret(CODE, SALT, "")) == set()
    await database.close()
    assert leaks(folder, Secret(CODE, SALT, "")) == set()


async def test_the_code_of_a_round_that_is_over_is_open(folder: Path, clock: FixedClock) -> None:
    """Also shows that the search of the other tests finds what is there."""
    match = running("m1")
    over = replace(match.rounds[0], outcome=Outcome.CONCEDED)
    await closed_with(folder, clock, replace(match, rounds=(over,)))
    assert {b"7,2,5,0,3,6,1,4", SALT} <= leaks(folder, Secret(CODE, SALT, ""))


async def test_a_code_that_was_replaced_leaves_no_trace(folder: Path, clock: FixedClock) -> None:
    database = await SqliteDatabase.open(folder, clock=clock)
    match = await save(database, running("m1", OTHER))
    with opened_by_hand(folder) as connection:
        ((sealed,),) = connection.execute("SELECT sealed FROM rounds").fetchall()
    assert sealed.encode() in at_rest(folder)
    await save(database, replace(running("m1"), version=match.version))
    await database.close()
    stored = at_rest(folder)
    assert sealed.encode() not in stored
    assert OTHER.commitment.encode() not in stored
    assert leaks(folder, OTHER) == set()


@given(
    first=st.lists(st.integers(0, 26), min_size=1, max_size=8).map(Code),
    second=st.lists(st.integers(0, 26), min_size=1, max_size=8).map(Code),
    round_number=st.integers(1, 999),
)
def test_sealed_codes_open_again_and_are_all_of_one_length(
    first: Code, second: Code, round_number: int
) -> None:
    sealed = [
        SEALER.seal(MatchId("0123456789"), round_number, code, SALT) for code in (first, second)
    ]
    assert len({len(text) for text in sealed}) == 1
    assert SEALER.unseal(MatchId("0123456789"), round_number, sealed[0]) == (first, SALT)


def test_a_code_too_long_for_the_common_length_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 128 bytes"):
        SEALER.seal(MatchId("m1"), 1, Code(range(60)), SALT)


@pytest.mark.parametrize(("match", "round_number"), [("m2", 1), ("m1", 2)])
def test_a_code_sealed_for_another_match_or_round_is_refused(match: str, round_number: int) -> None:
    sealed = SEALER.seal(MatchId("m1"), 1, CODE, SALT)
    with pytest.raises(StorageError, match="not its own"):
        SEALER.unseal(MatchId(match), round_number, sealed)


def test_an_altered_code_is_refused() -> None:
    sealed = SEALER.seal(MatchId("m1"), 1, CODE, SALT)
    altered = sealed[:40] + ("A" if sealed[40] != "A" else "B") + sealed[41:]
    with pytest.raises(KeyFileError):
        SEALER.unseal(MatchId("m1"), 1, altered)


async def test_a_sealed_code_moved_to_another_match_is_refused(
    folder: Path, clock: FixedClock
) -> None:
    other = replace(FREE, secret=OTHER)
    await closed_with(folder, clock, a_match("m1", rounds=(SET,)), a_match("m2", rounds=(other,)))
    with opened_by_hand(folder) as connection:
        connection.execute(
            "UPDATE rounds SET sealed = (SELECT sealed FROM rounds WHERE match_id = 'm1')"
            " WHERE match_id = 'm2'"
        )
    database = await SqliteDatabase.open(folder, clock=clock)
    try:
        with pytest.raises(StorageError, match="not its own"):
            await load(database, "m2")
        assert await load(database, "m1") is not None
    finally:
        await database.close()


async def test_only_its_owner_can_read_the_key_file(folder: Path, clock: FixedClock) -> None:
    await opens(folder, clock)
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    assert len(base64.urlsafe_b64decode((folder / KEY_FILE).read_bytes())) == 32


async def test_the_key_stays_the_same(folder: Path, clock: FixedClock) -> None:
    await opens(folder, clock)
    key = (folder / KEY_FILE).read_bytes()
    await opens(folder, clock)
    assert (folder / KEY_FILE).read_bytes() == key


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
async def test_a_key_file_open_to_others_is_refused(
    folder: Path, clock: FixedClock, mode: int
) -> None:
    await opens(folder, clock)
    (folder / KEY_FILE).chmod(mode)
    with pytest.raises(KeyFileError, match="others"):
        await opens(folder, clock)


async def test_a_missing_key_file_is_refused_beside_sealed_codes(
    folder: Path, clock: FixedClock
) -> None:
    await closed_with(folder, clock, running("m1"))
    (folder / KEY_FILE).unlink()
    with pytest.raises(KeyFileError, match="missing"):
        await opens(folder, clock)
    assert not (folder / KEY_FILE).exists()


async def test_a_missing_key_file_is_made_anew_when_nothing_is_sealed(
    folder: Path, clock: FixedClock
) -> None:
    await closed_with(folder, clock, a_match("m1"))
    (folder / KEY_FILE).unlink()
    await opens(folder, clock)
    assert (folder / KEY_FILE).exists()


async def test_a_key_that_does_not_fit_is_refused(folder: Path, clock: FixedClock) -> None:
    await closed_with(folder, clock, running("m1"))
    (folder / KEY_FILE).write_bytes(Fernet.generate_key())
    with pytest.raises(KeyFileError, match="does not fit"):
        await opens(folder, clock)


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff" * 44])
async def test_a_key_file_without_a_key_is_refused(
    folder: Path, clock: FixedClock, content: bytes
) -> None:
    await opens(folder, clock)
    (folder / KEY_FILE).write_bytes(content)
    with pytest.raises(KeyFileError, match="no key"):
        await opens(folder, clock)


async def test_a_key_file_that_a_crash_left_unfinished_is_made_anew(
    folder: Path, clock: FixedClock
) -> None:
    unfinished = (folder / KEY_FILE).with_suffix(".new")
    unfinished.parent.mkdir()
    unfinished.write_bytes(b"half a k")
    await opens(folder, clock)
    assert not unfinished.exists()
    assert (folder / KEY_FILE).exists()
