"""A record of what the bot sent and what it was sent."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from sandbox.model import Json

T = TypeVar("T")
UNANSWERED = 0
"""The status of a request that was left without an answer."""


@dataclass(frozen=True)
class RestCall:
    """One request of the bot and its answer; `at` in Unix seconds of the sandbox's clock.

    The status is UNANSWERED where the sandbox was told not to answer.
    """

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

    at: float
    shard: int
    name: str
    data: Json


Crossing = RestCall | SentEvent


@dataclass
class Record:
    """What crossed the wire, oldest first; with `keep` only the last calls and events, about.

    The listeners are told of each one as it is noted.
    """

    keep: int | None = None
    calls: list[RestCall] = field(default_factory=list)
    events: list[SentEvent] = field(default_factory=list)
    identifies: list[Json] = field(default_factory=list)
    resumes: int = 0
    beats: list[float] = field(default_factory=list)
    """When the bot sent a heartbeat, on whichever connection."""
    listeners: list[Callable[[Crossing], None]] = field(default_factory=list)

    def beat(self, at: float) -> None:
        """Put a heartbeat down."""
        self.beats.append(at)
        trim(self.beats, self.keep)

    def note(self, one: Crossing) -> None:
        """Put a call or an event down."""
        if isinstance(one, RestCall):
            self.calls.append(one)
            trim(self.calls, self.keep)
        else:
            self.events.append(one)
            trim(self.events, self.keep)
        for listener in self.listeners:
            listener(one)

    def find(self, method: str, path: str) -> list[RestCall]:
        """The calls of a method whose path matches a regular expression from start to end."""
        pattern = re.compile(path)
        return [c for c in self.calls if c.method == method and pattern.fullmatch(c.path)]


def trim(entries: list[T], keep: int | None) -> None:
    """Cut a list back to its last `keep` entries once it has twice as many."""
    if keep is not None and len(entries) >= 2 * keep:
        del entries[:-keep]
