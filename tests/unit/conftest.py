"""Fixtures of the tests that need no process, no database and no network."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture
def untraced() -> Iterator[None]:
    """Without coverage's trace, under which millions of calls take many times as long."""
    trace = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(trace)
