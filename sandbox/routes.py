"""What a REST route is, and finding the one for a request."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandbox.attachments import Upload
from sandbox.errors import BrokenLimitsError, invalid_form
from sandbox.model import Json
from sandbox.ratelimits import OTHERS, Limit

Reply = tuple[int, Json | list[Json] | None]


@dataclass(frozen=True)
class Call:
    """One request: `path` without `/api/v10`, `names` the parts of the path that vary."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    uploads: list[Upload]
    names: dict[str, str] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """A snowflake from the path. Refusal 50035 when it is none."""
        return snowflake(name, self.names[name])

    def payload(self) -> Json:
        """The body as an object. Refusal 50035 when it is something else."""
        if not isinstance(self.body, dict):
            raise invalid_form({"body": "An object is needed"})
        return self.body


@dataclass(frozen=True)
class Route:
    """A method and path template with its handler and rate limit.

    `open` routes need no bot token: the token in their path is enough.
    """

    method: str
    template: str
    handler: Callable[[Call], Reply]
    limit: Limit = OTHERS
    open: bool = False

    def match(self, method: str, path: str) -> dict[str, str] | None:
        """The varying parts of a path that fits, else None."""
        if method != self.method:
            return None
        found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template), path)
        return None if found is None else found.groupdict()


def find(routes: Sequence[Route], method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route for a request; literal ones are listed before those that vary."""
    for route in routes:
        names = route.match(method, path)
        if names is not None:
            return route, names
    return None


def snowflake(name: str, text: str) -> int:
    """An id from text. Refusal 50035."""
    if not text.isdecimal():
        raise invalid_form({name: f'Value "{text}" is not snowflake.'})
    return int(text)


def refuse(findings: Sequence[str]) -> None:
    """Answer 50035 when limits of Discord are broken; `Rest` notes them as violations."""
    if findings:
        raise BrokenLimitsError(findings)
