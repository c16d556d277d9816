"""What may befall a request of the bot."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from sandbox.faults import Faults

CODES = (
    50001, 50007, 50013, 50278, 40003, 10003, 10008, 10062, 30046, 40060, 50083, 160004, 160005,
    160006,
)  # fmt: skip
NOT_LET_IN = frozenset({"50001", "50013"})
"""The bot has no access: what is owed waits until somebody acts there again."""
CLOSED = frozenset({"10003", "50083", "160005"})
"""The thread is gone for the bot: people are offered another one."""
PASSING = frozenset({"429", "429 without Via", "500", "503", "time-out"})
"""What goes away by itself: what is owed is tried again and arrives."""
REPEATS = (1, 3)
"""How often a fault is set; what hangs takes a minute, so it hangs once."""
HANGS = "time-out"
WAIT = 0.3
"""Seconds that a rate limit asks for."""

Fault: TypeAlias = Callable[[Faults, int, str, str], None]
"""Sets the fault for so many requests of this method and path."""


def _refuse(code: int, faults: Faults, times: int, method: str, path: str) -> None:
    faults.refuse(code, times=times, method=method, path=path)


def _limit(via: bool, faults: Faults, times: int, method: str, path: str) -> None:
    faults.limit(WAIT, via=via, times=times, method=method, path=path)


def _fail(status: int, faults: Faults, times: int, method: str, path: str) -> None:
    faults.fail(status, times=times, method=method, path=path)


def _hang(faults: Faults, times: int, method: str, path: str) -> None:
    faults.hang(times=times, method=method, path=path)


FAULTS: dict[str, Fault] = {
    **{str(code): partial(_refuse, code) for code in CODES},
    "429": partial(_limit, True),
    "429 without Via": partial(_limit, False),
    "500": partial(_fail, 500),
    "503": partial(_fail, 503),
    "time-out": _hang,
}
