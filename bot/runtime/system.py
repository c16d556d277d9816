"""The system's clock and chance."""

import secrets
from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time, aware, in UTC."""
    return datetime.now(UTC)


class SystemChance:
    """The operating system's secure generator."""

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1, each equally likely."""
        return secrets.randbelow(bound)

    def token(self, size: int) -> bytes:
        """`size` random bytes."""
        return secrets.token_bytes(size)
