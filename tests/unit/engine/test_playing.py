"""How the bot cracks codes at each of its levels."""

from random import Random

import pytest

from bot.engine import PRESETS, Code, Preset, Rules, Symbols, score
from bot.engine.codesets import Game
from bot.engine.levels import Level
from bot.engine.lines import Line
from bot.engine.playing import can_play, next_row
from bot.engine.solver import Solver

CLASSIC = Game(4, 6)


def rows_for(hidden: Code, level: Level, game: Game, chance: Random) -> list[Code]:
    """The rows that the bot plays until the code falls."""
    solver = Solver(game)
    played: list[Code] = []
    while not played or played[-1] != hidden:
        played.append(next_row(solver, level, chance))
        solver = solver.after(Line.known(played[-1], score(hidden, played[-1])))
    return played


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(4))
def test_every_level_finds_the_code(level: Level, seed: int) -> None:
    chance = Random(seed)
    hidden = Code(chance.choices(range(6), k=4))
    rows = rows_for(hidden, level, CLASSIC, chance)
    assert len(rows) <= (9 if level is Level.EASY else 6)


@pytest.mark.parametrize("level", [Level.FAIR, Level.PERFECT])
@pytest.mark.parametrize("hidden", [(5, 5, 5, 5), (2, 3, 4, 1), (4, 4, 0, 5), (0, 0, 1, 1)])
def test_the_better_levels_need_five_rows_at_most(level: Level, hidden: tuple[int, ...]) -> None:
    assert len(rows_for(Code(hidden), level, CLASSIC, Random(1))) <= 5


def test_the_easy_level_plays_any_row_that_may_be_the_code() -> None:
    line = Line.known((0, 0, 1, 1), score((2, 3, 0, 1), (0, 0, 1, 1)))
    solver = Solver(CLASSIC, [line])
    rows = {next_row(solver, Level.EASY, Random(seed)) for seed in range(40)}
    assert len(rows) > 20
    assert rows <= set(solver.codes())


def test_the_fair_level_begins_with_two_pairs() -> None:
    assert next_row(Solver(CLASSIC), Level.FAIR, Random(0)) == Code((0, 0, 1, 1))


def test_the_perfect_level_begins_as_its_stored_strategy_does() -> None:
    assert next_row(Solver(CLASSIC), Level.PERFECT, Random(0)) == Code((0, 0, 1, 2))


def test_off_its_strategy_the_perfect_level_goes_on_strongly() -> None:
    # Nobody plays this first, but a match may have been begun by an older strategy.
    solver = Solver(CLASSIC, [Line((0, 1, 2, 3), 0, 1)])
    assert next_row(solver, Level.PERFECT, Random(0)) == next_row(solver, Level.STRONG, Random(0))


def test_replies_that_are_of_no_code_are_an_error() -> None:
    solver = Solver(CLASSIC, [Line((0, 0, 0, 0), 0, 0), Line((0, 0, 0, 0), 4, 0)])
    with pytest.raises(ValueError, match="one code"):
        next_row(solver, Level.FAIR, Random(0))


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("level", [Level.EASY, Level.FAIR, Level.STRONG])
def test_every_preset_is_played_at_every_level_that_thinks(preset: Preset, level: Level) -> None:
    assert can_play(level, Game.of(PRESETS[preset]))


def test_the_perfect_level_plays_games_that_have_a_strategy() -> None:
    assert can_play(Level.PERFECT, CLASSIC)
    assert can_play(Level.PERFECT, Game.of(PRESETS[Preset.MINI]))
    assert not can_play(Level.PERFECT, Game.of(PRESETS[Preset.SUPER]))


def test_no_level_plays_a_game_whose_codes_cannot_all_be_looked_at() -> None:
    large = Game.of(Rules(positions=6, symbols=Symbols.LETTERS, colours=26))
    assert not any(can_play(level, large) for level in Level)
