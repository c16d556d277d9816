"""Faults on demand: what goes wrong on the way, and how often."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from sandbox.errors import KNOWN
from sandbox.model import Json
from sandbox.world import Event


@dataclass
class RestFault:
    """What happens to the next `times` requests that match.

    `delay` seconds first. With a `status` the answer is that one; `after` lets the request have
    its effect before its answer is lost. `cut` closes the connection instead of answering, `hangs`
    leaves it open without an answer until the client closes it.
    """

    method: str
    path: re.Pattern[str]
    times: int
    delay: float = 0.0
    status: int | None = None
    body: Json = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    after: bool = False
    cut: bool = False
    hangs: bool = False

    def matches(self, method: str, path: str) -> bool:
        """Whether this request is hit."""
        return (
            self.times > 0
            and self.method in ("*", method)
            and self.path.fullmatch(path) is not None
        )


class EventFault(StrEnum):
    """What happens to a gateway event."""

    TWICE = "twice"
    AFTER_NEXT = "after next"
    LOST = "lost"


@dataclass
class _EventRule:
    kind: EventFault
    name: str
    times: int


class Faults:
    """The faults that are set. `path` is a regular expression over the path after `/api/v10`."""

    def __init__(self) -> None:
        self._rest: list[RestFault] = []
        self._events: list[_EventRule] = []
        self._held: list[Event] = []

    def fail(self, status: int, *, times: int = 1, method: str = "*", path: str = ".*") -> None:
        """Answer with a bare status such as 500, 502, 503 or 504; nothing is done."""
        body = {"message": f"{status}: fault", "code": 0}
        self._add(RestFault(method, re.compile(path), times, status=status, body=body))

    def refuse(self, code: int, *, times: int = 1, method: str = "*", path: str = ".*") -> None:
        """Answer with one of Discord's error codes, such as 50007; nothing is done."""
        status, message = KNOWN[code]
        body = {"message": message, "code": code}
        self._add(RestFault(method, re.compile(path), times, status=status, body=body))

    def limit(
        self,
        seconds: float,
        *,
        via: bool = True,
        times: int = 1,
        method: str = "*",
        path: str = ".*",
    ) -> None:
        """Answer 429 with that `retry_after`; without `via` it looks like a ban at the edge."""
        body: Json = {"message": "You are being rate limited."}
        body |= {"retry_after": seconds, "global": False}
        headers = {"Retry-After": str(seconds)} | ({"Via": "1.1 google"} if via else {})
        one = RestFault(method, re.compile(path), times, status=429, body=body, headers=headers)
        self._add(one)

    def delay(self, seconds: float, *, times: int = 1, method: str = "*", path: str = ".*") -> None:
        """Hold the request for some real seconds before it is handled."""
        self._add(RestFault(method, re.compile(path), times, delay=seconds))

    def hang(
        self, *, after: bool = False, times: int = 1, method: str = "*", path: str = ".*"
    ) -> None:
        """Never answer: the client waits for as long as it will. With `after` the thing is done."""
        self._add(RestFault(method, re.compile(path), times, after=after, hangs=True))

    def lose_answer(
        self,
        *,
        status: int | None = 503,
        times: int = 1,
        method: str = "*",
        path: str = ".*",
    ) -> None:
        """Do what was asked, then answer `status`, or close the connection with `status=None`."""
        one = RestFault(method, re.compile(path), times, status=status, after=True)
        one.cut = status is None
        one.body = {"message": "503: fault", "code": 0}
        self._add(one)

    def events(self, kind: EventFault, *, name: str = "MESSAGE_CREATE", times: int = 1) -> None:
        """Deliver the next events of that name twice, after the following event, or not at all."""
        self._events.append(_EventRule(kind, name, times))

    def clear(self) -> None:
        """From now on everything goes well; an event that is held back comes after the next."""
        self._rest.clear()
        self._events.clear()

    def for_request(self, method: str, path: str) -> RestFault | None:
        """The fault for this request, used up by asking."""
        for fault in self._rest:
            if fault.matches(method, path):
                fault.times -= 1
                return fault
        return None

    def deliver(self, event: Event) -> list[Event]:
        """What the gateway sends in place of this event, in order."""
        held, self._held = self._held, []
        for rule in self._events:
            if rule.times > 0 and rule.name == event.name:
                rule.times -= 1
                return self._bend(rule.kind, event) + held
        return [event, *held]

    def _bend(self, kind: EventFault, event: Event) -> list[Event]:
        match kind:
            case EventFault.TWICE:
                return [event, event]
            case EventFault.AFTER_NEXT:
                self._held.append(event)
                return []
            case EventFault.LOST:
                return []

    def _add(self, fault: RestFault) -> None:
        self._rest.append(fault)
