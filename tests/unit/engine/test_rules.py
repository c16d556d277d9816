"""The bounds of every option, from both sides, and the presets."""

from dataclasses import replace
from itertools import permutations, product

import pytest

from bot.engine import PRESETS, InvalidRules, Preset, RuleFault, Rules, Symbols, preset_of

TEN_DIGITS = Rules(symbols=Symbols.DIGITS, colours=10)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(positions=3),
        Rules(positions=8),
        Rules(colours=4),
        Rules(colours=10),
        replace(TEN_DIGITS, colours=4),
        TEN_DIGITS,
        Rules(symbols=Symbols.LETTERS, colours=4),
        Rules(symbols=Symbols.LETTERS, colours=26),
        Rules(rows=6),
        Rules(rows=12),
        Rules(positions=6, repeats=False),
        Rules(positions=7, repeats=False, blanks=True),
        *PRESETS.values(),
    ],
)
def test_rules_within_their_bounds_are_valid(rules: Rules) -> None:
    assert rules.faults() == ()
    rules.validate()


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (Rules(positions=2), RuleFault.POSITIONS),
        (Rules(positions=9), RuleFault.POSITIONS),
        (Rules(colours=3), RuleFault.COLOURS_RANGE),
        (Rules(colours=11), RuleFault.COLOURS_RANGE),
        (replace(TEN_DIGITS, colours=3), RuleFault.COLOURS_RANGE),
        (replace(TEN_DIGITS, colours=11), RuleFault.COLOURS_RANGE),
        (Rules(symbols=Symbols.LETTERS, colours=3), RuleFault.COLOURS_RANGE),
        (Rules(symbols=Symbols.LETTERS, colours=27), RuleFault.COLOURS_RANGE),
        (Rules(rows=5), RuleFault.ROWS),
        (Rules(rows=13), RuleFault.ROWS),
        (Rules(positions=7, repeats=False), RuleFault.TOO_FEW_SYMBOLS),
        (Rules(positions=8, repeats=False, blanks=True), RuleFault.TOO_FEW_SYMBOLS),
    ],
)
def test_rules_just_outside_a_bound_name_the_option(rules: Rules, fault: RuleFault) -> None:
    assert rules.faults() == (fault,)


def test_every_fault_is_found_at_once() -> None:
    rules = Rules(positions=20, colours=2, rows=0, repeats=False)
    with pytest.raises(InvalidRules) as raised:
        rules.validate()
    assert set(raised.value.faults) == set(RuleFault)
    assert all(fault in str(raised.value) for fault in RuleFault)


@pytest.mark.parametrize("repeats", [True, False])
@pytest.mark.parametrize("blanks", [True, False])
def test_codes_are_counted_as_listing_them_does(*, repeats: bool, blanks: bool) -> None:
    rules = Rules(positions=3, colours=5, repeats=repeats, blanks=blanks)
    symbols = range(6 if blanks else 5)
    listed = product(symbols, repeat=3) if repeats else permutations(symbols, 3)
    assert rules.code_count == len(list(listed))


def test_blank_is_the_last_symbol() -> None:
    assert (Rules(blanks=True).blank, Rules(blanks=True).symbol_count) == (6, 7)
    assert (Rules().blank, Rules().symbol_count) == (None, 6)


@pytest.mark.parametrize(
    ("preset", "code_count", "rows"),
    [
        (Preset.CLASSIC, 1_296, 10),
        (Preset.MINI, 1_296, 6),
        (Preset.SUPER, 32_768, 12),
        (Preset.BULLS_AND_COWS, 5_040, 12),
    ],
)
def test_presets_are_the_games_of_the_box(preset: Preset, code_count: int, rows: int) -> None:
    assert (PRESETS[preset].code_count, PRESETS[preset].rows) == (code_count, rows)


@pytest.mark.parametrize("preset", Preset)
def test_unaltered_preset_is_recognised(preset: Preset) -> None:
    assert preset_of(replace(PRESETS[preset])) is preset


@pytest.mark.parametrize("preset", Preset)
def test_altered_preset_is_none(preset: Preset) -> None:
    assert preset_of(replace(PRESETS[preset], rows=11)) is None
