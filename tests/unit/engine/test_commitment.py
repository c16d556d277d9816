"""The commitment, as anybody's shell computes it."""

import hashlib
import subprocess

import pytest

from bot.engine import SALT_BYTES, commit, commitment_text, verify

SALT = bytes(range(SALT_BYTES))
TEXT = "K7Q2:3:000102030405060708090a0b0c0d0e0f:RB.G"


def test_text_holds_match_round_salt_and_code() -> None:
    assert commitment_text("K7Q2", 3, SALT, "RB.G") == TEXT


@pytest.mark.parametrize("code", ["RBRG", "1123", "RB.G"])
def test_shell_command_gives_the_same_commitment(code: str) -> None:
    text = commitment_text("K7Q2", 3, SALT, code)
    command = f"printf '%s' '{text}' | sha256sum"
    shell = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)  # noqa: S603 - the very command that players are told
    assert shell.stdout.split()[0] == commit("K7Q2", 3, SALT, code)


def test_commitment_is_the_hash_of_the_text() -> None:
    assert commit("K7Q2", 3, SALT, "RB.G") == hashlib.sha256(TEXT.encode()).hexdigest()


def test_commitment_verifies_in_either_case() -> None:
    commitment = commit("K7Q2", 3, SALT, "RBRG")
    assert verify(commitment, "K7Q2", 3, SALT, "RBRG")
    assert verify(commitment.upper(), "K7Q2", 3, SALT, "RBRG")


@pytest.mark.parametrize(
    ("match_id", "round_number", "salt", "code"),
    [
        ("K7Q3", 3, SALT, "RBRG"),
        ("K7Q2", 4, SALT, "RBRG"),
        ("K7Q2", 3, SALT[::-1], "RBRG"),
        ("K7Q2", 3, SALT, "RBGR"),
    ],
)
def test_anything_else_does_not_verify(
    match_id: str, round_number: int, salt: bytes, code: str
) -> None:
    commitment = commit("K7Q2", 3, SALT, "RBRG")
    assert not verify(commitment, match_id, round_number, salt, code)


def test_short_salt_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        commit("K7Q2", 3, SALT[1:], "RBRG")
