"""Codes of running rounds at rest: sealed, so that who reads the database cannot play by it."""

import json
import os
import stat
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from bot.engine import Code
from bot.matches.errors import KeyFileError, StorageError
from bot.matches.ids import MatchId
from bot.storage.files import flush_folder

PLAINTEXT_BYTES = 128
"""Every code is padded to this, so that the length of a sealed one tells nothing of the game."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Sealer:
    """Seals codes with one key, each to its match and round."""

    def __init__(self, key: bytes) -> None:
        """Raises KeyFileError for anything but 32 bytes in URL-safe base 64."""
        try:
            self._fernet = Fernet(key)
        except ValueError:
            raise KeyFileError("the key file holds no key") from None

    def seal(self, match: MatchId, round_number: int, code: Code, salt: bytes) -> str:
        """The sealed code with its salt, as ASCII text of one length for all games."""
        plain = json.dumps([match, round_number, salt.hex(), code]).encode()
        if len(plain) > PLAINTEXT_BYTES:
            raise ValueError(f"a code with its salt takes at most {PLAINTEXT_BYTES} bytes")
        return self._fernet.encrypt(plain.ljust(PLAINTEXT_BYTES)).decode()

    def unseal(self, match: MatchId, round_number: int, sealed: str) -> tuple[Code, bytes]:
        """The code and its salt.

        Raises KeyFileError when it was sealed with another key or was altered, StorageError when
        it was sealed for another match or round.
        """
        found_match, found_round, salt, code = json.loads(self._decrypt(sealed))
        if (found_match, found_round) != (match, round_number):
            raise StorageError(f"match {match} holds a sealed code that is not its own")
        return Code(code), bytes.fromhex(salt)

    def check(self, sealed: str) -> None:
        """Raise KeyFileError unless this key sealed it."""
        self._decrypt(sealed)

    def _decrypt(self, sealed: str) -> bytes:
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            raise KeyFileError("the key file does not fit the sealed codes") from None


def open_sealer(key_file: Path, sealed: str | None) -> Sealer:
    """The sealer with the key of this file, which is made if nothing was sealed yet.

    `sealed` is any sealed code of the database, to see that the key fits. Raises KeyFileError
    when the file is missing beside sealed codes, can be read by others, or does not fit.
    """
    if not key_file.exists():
        if sealed is not None:
            raise KeyFileError("the key file is missing beside sealed codes")
        _make_key(key_file)
    sealer = Sealer(_read_key(key_file))
    if sealed is not None:
        sealer.check(sealed)
    return sealer


def _read_key(key_file: Path) -> bytes:
    if stat.S_IMODE(key_file.stat().st_mode) & _OTHERS:
        raise KeyFileError("the key file can be read by others than its owner")
    return key_file.read_bytes().strip()


def _make_key(key_file: Path) -> None:
    """Make the file under another name first: a crash leaves a whole key or none."""
    unfinished = key_file.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(Fernet.generate_key())
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(key_file)
    flush_folder(key_file.parent)
