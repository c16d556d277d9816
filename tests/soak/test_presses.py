"""The quick form of the crowds, and the proof that they see a press too many."""

from pathlib import Path

import pytest

from bot.matches import endings
from tests.soak.presses import soak


async def test_of_fifty_presses_at_once_as_many_are_taken_as_can_be(tmp_path: Path) -> None:
    report = await soak(tmp_path, 12, seed=0)
    assert not report.violations
    assert report.figures["presses taken"] == 16  # two each for the wishes of both, else one


async def test_a_second_wish_of_one_person_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endings, "_only_first_wish", lambda match, player, wished: None)
    report = await soak(tmp_path, 6, seed=0)
    assert report.violations
