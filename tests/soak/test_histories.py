"""The quick form of the histories, and the proof that they see a difference."""

from pathlib import Path

import pytest

from tests.soak.histories import soak
from tests.unit.matches import plain_model


async def test_histories_end_as_the_plain_model_says(tmp_path: Path) -> None:
    report = await soak(tmp_path, 20, seed=1)
    assert not report.violations
    assert report.figures["histories"] == 20
    assert report.figures["matches left finished"] > 0
    assert report.figures["unanswered steps that were kept"] > 0


async def test_a_row_scored_otherwise_than_by_the_model_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_model, "keys_by_hand", lambda hidden, guess: (0, 0))
    report = await soak(tmp_path, 5, seed=1)
    assert report.violations
