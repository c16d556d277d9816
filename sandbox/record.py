"""A record of what the bot sent and what it was sent."""

import re
from dataclasses import dataclass, field

from sandbox.model import Json


@dataclass(frozen=True)
class RestCall:
    """One request of the bot and its answer; `at` in Unix seconds of the sandbox's clock."""

    at: float
    method: str
    path: str
    query: dict[str, str]
    body: Json | list[Json] | None
    status: int
    answer: object


@dataclass(frozen=True)
class SentEvent:
    """One event sent to the bot."""

    shard: int
    name: str
    data: Json


@dataclass
class Record:
    """Everything that crossed the wire, oldest first."""

    calls: list[RestCall] = field(default_factory=list)
    events: list[SentEvent] = field(default_factory=list)
    identifies: list[Json] = field(default_factory=list)
    resumes: int = 0

    def find(self, method: str, path: str) -> list[RestCall]:
        """The calls of a method whose path matches a regular expression from start to end."""
        pattern = re.compile(path)
        return [c for c in self.calls if c.method == method and pattern.fullmatch(c.path)]
