"""What all tests of the delivery begin with."""

import pytest

from bot.runtime import delivery
from tests.unit.runtime.office import Office


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses that a test can wait for."""
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(delivery, "LONGEST_PAUSE", 0.004)


@pytest.fixture
def office() -> Office:
    """An empty server."""
    return Office()
