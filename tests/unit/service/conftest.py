"""What all tests of the service begin with."""

import pytest

from tests.unit.service.scene import Scene


@pytest.fixture
def scene() -> Scene:
    """An empty server."""
    return Scene()
