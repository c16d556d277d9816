"""What all tests of the delivery begin with."""

import asyncio
from collections.abc import Callable

import pytest

from bot.runtime import delivery, reading
from tests.unit.runtime.missed import Absence
from tests.unit.runtime.office import Office


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses that a test can wait for."""
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(delivery, "LONGEST_PAUSE", 0.004)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many seconds of the event loop go by at once; clocks that tell the time stay."""

    def go_on(seconds: float) -> None:
        loop = asyncio.get_running_loop()
        before = loop.time
        monkeypatch.setattr(loop, "time", lambda: before() + seconds)

    return go_on


@pytest.fixture
def office() -> Office:
    """An empty server."""
    return Office()


@pytest.fixture
def absence(monkeypatch: pytest.MonkeyPatch) -> Absence:
    """Ten minutes in an empty server."""
    monkeypatch.setattr(reading, "PRIVATE_PAUSE", 0.001)
    return Absence()
