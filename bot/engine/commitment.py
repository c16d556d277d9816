"""A promise about a secret that anybody can check at the end, with one shell command."""

import hashlib

SALT_BYTES = 16
"""128 random bits: without them, trying every code would find the secret."""


def commitment_text(match_id: str, round_number: int, salt: bytes, code: str) -> str:
    """What is hashed: `ID:ROUND:SALTHEX:RBRG`, the code in its canonical text.

    Raises `ValueError` for a salt shorter than `SALT_BYTES`.
    """
    if len(salt) < SALT_BYTES:
        raise ValueError(f"a salt has at least {SALT_BYTES} bytes")
    return f"{match_id}:{round_number}:{salt.hex()}:{code}"


def commit(match_id: str, round_number: int, salt: bytes, code: str) -> str:
    """The commitment: the lower-case hexadecimal SHA-256 of `commitment_text`."""
    text = commitment_text(match_id, round_number, salt, code)
    return hashlib.sha256(text.encode()).hexdigest()


def verify(commitment: str, match_id: str, round_number: int, salt: bytes, code: str) -> bool:
    """Whether the commitment, in either case of letters, was made for this very code."""
    return commitment.lower() == commit(match_id, round_number, salt, code)
