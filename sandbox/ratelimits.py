"""Rate limits: buckets with Discord's headers, its 429s, and a way to scale or stop them.

The per-channel limit of 5 messages in 5 s, 2 renames in 10 min and 50 requests a second overall are
Discord's; the other figures are invented but of a likely size.
"""

import hashlib
import time
from dataclasses import dataclass, field

from sandbox.errors import KNOWN
from sandbox.model import Json

PLENTY = 1000


@dataclass(frozen=True)
class Limit:
    """So many requests in so many seconds."""

    count: int
    seconds: float


MESSAGES = Limit(5, 5.0)
EDITS = Limit(5, 5.0)
ANSWERS = Limit(5, 2.0)
RENAMES = Limit(2, 600.0)
OTHERS = Limit(20, 1.0)
GLOBAL = Limit(50, 1.0)


@dataclass
class Window:
    """How much of a limit is used in the running window."""

    ends: float = 0.0
    used: int = 0


@dataclass(frozen=True)
class Verdict:
    """What the limits say about one request: headers, and the 429's body when it is refused."""

    headers: dict[str, str]
    refusal: Json | None = None


@dataclass
class RateLimits:
    """`enabled=False` lets everything pass; `scale=0.1` makes every window ten times shorter.

    `old_edits` limits, in each channel, the edits of messages that are over an hour old. Discord
    says that it does so but not how far, so that a test sets it.
    """

    enabled: bool = True
    scale: float = 1.0
    old_edits: Limit | None = None
    _windows: dict[str, Window] = field(default_factory=dict)

    def check(self, bucket: str, major: str, limit: Limit, *, exempt: bool = False) -> Verdict:
        """Count one request. `exempt`: answers to interactions do not count overall."""
        if not self.enabled:
            return Verdict(_headers(bucket, Limit(PLENTY, 1.0), PLENTY - 1, 1.0))
        now = time.monotonic()
        if not exempt:
            wait = self._take("global", GLOBAL, now)[1]
            if wait:
                headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
                headers["Retry-After"] = f"{wait:.3f}"
                return Verdict(headers, _body(wait, everywhere=True))
        left, wait = self._take(f"{bucket}:{major}", limit, now)
        window = self._windows[f"{bucket}:{major}"]
        headers = _headers(bucket, limit, left, max(0.0, window.ends - now))
        if wait:
            headers |= {"X-RateLimit-Scope": "user", "Retry-After": f"{wait:.3f}"}
            return Verdict(headers, _body(wait, everywhere=False))
        return Verdict(headers)

    def check_rename(self, channel_id: str) -> Json | None:
        """The 429's body when a channel is renamed too often: a limit inside another bucket."""
        if not self.enabled:
            return None
        wait = self._take(f"rename:{channel_id}", RENAMES, time.monotonic())[1]
        return _body(wait, everywhere=False) if wait else None

    def check_old_edit(self, channel_id: str) -> Json | None:
        """The body of the 429 with 30046 when old messages of a channel are edited too often."""
        if not self.enabled or self.old_edits is None:
            return None
        wait = self._take(f"old edit:{channel_id}", self.old_edits, time.monotonic())[1]
        _, sentence = KNOWN[30046]
        about = {"message": sentence, "code": 30046}
        return _body(wait, everywhere=False) | about if wait else None

    def _take(self, key: str, limit: Limit, now: float) -> tuple[int, float]:
        window = self._windows.setdefault(key, Window())
        if now >= window.ends:
            window.ends, window.used = now + limit.seconds * self.scale, 0
        if window.used >= limit.count:
            return 0, window.ends - now
        window.used += 1
        return limit.count - window.used, 0.0


def _headers(bucket: str, limit: Limit, left: int, seconds: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit.count),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{time.time() + seconds:.3f}",
        "X-RateLimit-Reset-After": f"{seconds:.3f}",
        "X-RateLimit-Bucket": hashlib.sha256(bucket.encode()).hexdigest()[:32],
    }


def _body(wait: float, *, everywhere: bool) -> Json:
    return {
        "message": "You are being rate limited.",
        "retry_after": round(wait, 3),
        "global": everywhere,
    }
