"""What SQLite and the file system say, in the domain's words."""

import sqlite3

import pytest

from bot.matches.errors import (
    DamagedError,
    StorageBusyError,
    StorageError,
    StorageUnwritableError,
)
from bot.storage.faults import as_storage_error, file_faults, sqlite_faults


def raised(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("a text that is not passed on")
    error.sqlite_errorname = name
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SQLITE_BUSY", StorageBusyError),
        ("SQLITE_BUSY_SNAPSHOT", StorageBusyError),
        ("SQLITE_LOCKED", StorageBusyError),
        ("SQLITE_FULL", StorageUnwritableError),
        ("SQLITE_CANTOPEN", StorageUnwritableError),
        ("SQLITE_IOERR_WRITE", StorageUnwritableError),
        ("SQLITE_READONLY_DIRECTORY", StorageUnwritableError),
        ("SQLITE_CORRUPT_INDEX", DamagedError),
        ("SQLITE_NOTADB", DamagedError),
        ("SQLITE_CONSTRAINT_CHECK", StorageError),
    ],
)
def test_each_error_of_sqlite_has_its_kind_and_is_named(
    name: str, kind: type[StorageError]
) -> None:
    found = as_storage_error(raised(name))
    assert type(found) is kind
    assert name in str(found)
    assert "not passed on" not in str(found)


def test_an_error_that_python_itself_raises_is_named_by_its_type() -> None:
    with pytest.raises(StorageError, match="ProgrammingError"), sqlite_faults():
        raise sqlite3.ProgrammingError


def test_an_error_of_the_file_system_is_told_with_its_reason() -> None:
    with pytest.raises(StorageUnwritableError, match="No space left"), file_faults():
        raise OSError(28, "No space left on device")
