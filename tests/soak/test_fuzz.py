"""The quick form of the fuzzing, and the proof that it sees what does harm."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.engine import parsing
from bot.presentation import failures, wording
from tests.soak import echoes
from tests.soak.echoes import HarmError
from tests.soak.fuzz import soak
from tests.soak.hostile_presses import presser

SEEDS = range(200)


def all_of(fuzz: Callable[[Random], None]) -> None:
    """Once for each seed."""
    for seed in SEEDS:
        fuzz(Random(seed))


async def test_hostile_texts_names_options_and_boxes_do_no_harm(tmp_path: Path) -> None:
    report = await soak(tmp_path, 2000, seed=1)
    assert not report.violations


async def test_hostile_custom_ids_are_answered_and_leave_no_error_in_the_log(
    tmp_path: Path,
) -> None:
    async with presser(tmp_path) as presses:
        for seed in SEEDS:
            await presses.fuzz(Random(seed))


def test_a_typed_text_that_is_shown_as_it_is_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_harmless", str)
    monkeypatch.setattr(failures, "escape", str)
    with pytest.raises(HarmError):
        all_of(echoes.fuzz_reading)


def test_a_name_that_is_shown_unescaped_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording, "escape", str)
    with pytest.raises(HarmError):
        all_of(echoes.fuzz_names)
