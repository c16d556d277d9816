"""Codes of running rounds at rest, and what the daily's are made of: sealed, so that who reads the
database cannot play by it."""

import json
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.engine import Code
from bot.matches.errors import KeyFileError, StorageError
from bot.matches.ids import GuildId, MatchId
from bot.storage.files import replace_file

PLAINTEXT_BYTES = 128
"""Every code is padded to this, so that the length of a sealed one tells nothing of the game."""
_DAILY = "daily"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Sealer:
    """Seals codes with the first of its keys, each to its match and round; every key opens."""

    def __init__(self, keys: bytes) -> None:
        """One key a line. Raises KeyFileError unless each is 32 bytes in URL-safe base 64."""
        try:
            self._fernet = MultiFernet([Fernet(key) for key in keys.split()])
        except ValueError:
            raise KeyFileError("the key file holds no key") from None

    def seal(self, match: MatchId, round_number: int, code: Code, salt: bytes) -> str:
        """The sealed code with its salt, as ASCII text of one length for all games."""
        return self._seal([match, round_number, salt.hex(), code])

    def unseal(self, match: MatchId, round_number: int, sealed: str) -> tuple[Code, bytes]:
        """The code and its salt.

        Raises KeyFileError when it was sealed with another key or was altered, StorageError when
        it was sealed for another match or round.
        """
        found_match, found_round, salt, code = json.loads(self._decrypt(sealed))
        if (found_match, found_round) != (match, round_number):
            raise StorageError(f"match {match} holds a sealed code that is not its own")
        return Code(code), bytes.fromhex(salt)

    def seal_daily(self, guild: GuildId, secret: bytes) -> str:
        """The sealed secret of a server's dailies, as ASCII text."""
        return self._seal([_DAILY, guild, secret.hex()])

    def unseal_daily(self, guild: GuildId, sealed: str) -> bytes:
        """The secret; raises as `unseal` does."""
        kind, found_guild, secret = json.loads(self._decrypt(sealed))
        if (kind, found_guild) != (_DAILY, guild):
            raise StorageError(f"server {guild} holds a sealed secret that is not its own")
        return bytes.fromhex(secret)

    def reseal(self, sealed: str) -> str:
        """The same sealed with the first key; raises KeyFileError when no key opens it."""
        with _misfits():
            return self._fernet.rotate(sealed).decode()

    def check(self, codes: Iterable[str]) -> None:
        """Raise KeyFileError unless the keys open all of this."""
        for sealed in codes:
            self._decrypt(sealed)

    def _seal(self, parts: Sequence[Any]) -> str:
        plain = json.dumps(parts).encode()
        if len(plain) > PLAINTEXT_BYTES:
            raise ValueError(f"a code with its salt takes at most {PLAINTEXT_BYTES} bytes")
        return self._fernet.encrypt(plain.ljust(PLAINTEXT_BYTES)).decode()

    def _decrypt(self, sealed: str) -> bytes:
        with _misfits():
            return self._fernet.decrypt(sealed)


def load_sealer(key_file: Path) -> Sealer:
    """The sealer with the keys of this file.

    Raises KeyFileError when the file is missing, can be read by others, or holds no key.
    """
    return Sealer(_read_keys(key_file))


def open_sealer(key_file: Path, codes: Sequence[str]) -> Sealer:
    """The sealer with the keys of this file, which is made if nothing was sealed yet.

    `codes` are the sealed ones of the database. Raises KeyFileError when the file is missing
    beside them, can be read by others, or does not open them all.
    """
    if not codes and not key_file.exists():
        replace_file(key_file, _key_line())
    sealer = load_sealer(key_file)
    sealer.check(codes)
    return sealer


def add_key(key_file: Path) -> None:
    """Put a new key first in the file; those that are there go on opening."""
    replace_file(key_file, _key_line() + _read_keys(key_file))


def _key_line() -> bytes:
    return Fernet.generate_key() + b"\n"


def _read_keys(key_file: Path) -> bytes:
    if not key_file.exists():
        raise KeyFileError("the key file is missing beside sealed codes")
    if stat.S_IMODE(key_file.stat().st_mode) & _OTHERS:
        raise KeyFileError("the key file can be read by others than its owner")
    return key_file.read_bytes()


@contextmanager
def _misfits() -> Iterator[None]:
    try:
        yield
    except InvalidToken:
        raise KeyFileError("the key file does not fit the sealed codes") from None
