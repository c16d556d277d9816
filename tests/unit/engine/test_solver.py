"""The solver: known histories, what it refuses, and large games."""

import json
from itertools import combinations, islice, permutations, product
from math import comb, perm
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from bot.engine import (
    PRESETS,
    Code,
    Feedback,
    Game,
    Line,
    LineFault,
    Preset,
    Rules,
    Solver,
    SolverFault,
    SolverRefused,
    Strategy,
    line_fault,
)
from bot.engine.codesets import CODES_LIMIT, SYMBOLS_LIMIT
from bot.engine.lines import WORK_LIMIT, work_of
from bot.engine.picks import EXACT_WORK
from bot.engine.solver import LINES_LIMIT

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "solver.json").read_text(encoding="utf-8")
)
CLASSIC = Game(4, 6)
BULLS_AND_COWS = Game(4, 10, repeats=False)
MILLION = Game(6, 10)
UNKNOWN = "?*_-"


class HistoryLine(TypedDict):
    guess: str
    black: int | str
    white: int | str


class History(TypedDict):
    id: str
    symbols: str
    pegs: int
    repeats: bool
    history: list[HistoryLine]
    codes_left: int
    first: NotRequired[str]
    last: NotRequired[str]
    codes: NotRequired[list[str]]


HISTORIES: list[History] = CASES["histories"]


def solver_of(case: History) -> Solver:
    symbols = case["symbols"]
    lines = [
        Line(
            tuple(None if peg in UNKNOWN else symbols.index(peg) for peg in line["guess"]),
            *(None if isinstance(keys, str) else keys for keys in (line["black"], line["white"])),
        )
        for line in case["history"]
    ]
    return Solver(Game(case["pegs"], len(symbols), case["repeats"]), lines)


@pytest.mark.parametrize("case", HISTORIES, ids=lambda case: case["id"])
def test_known_history_leaves_its_known_codes(case: History) -> None:
    solver = solver_of(case)
    assert solver.count == case["codes_left"]
    codes = ["".join(case["symbols"][symbol] for symbol in code) for code in solver.codes()]
    assert len(codes) == case["codes_left"]
    assert codes == case.get("codes", codes)
    assert codes[:1] == ([case["first"]] if "first" in case else codes[:1])
    assert codes[-1:] == ([case["last"]] if "last" in case else codes[-1:])


@pytest.mark.parametrize(
    "case", [case for case in HISTORIES if not case["codes_left"]], ids=lambda case: case["id"]
)
def test_history_without_a_code_gets_no_row_and_its_contradiction(case: History) -> None:
    solver = solver_of(case)
    assert solver.pick(Strategy.MINIMAX) is None
    assert solver.separating() is None
    assert solver.contradiction()


@pytest.mark.parametrize(
    ("lines", "contradiction"),
    [
        pytest.param([((0, 0, 1, 1), 1, 1), ((2, 3, 2, 3), 1, 1)], (), id="none"),
        pytest.param([((0, 0, 1, 1), 1, 1), ((0, 1, 2, 3), 3, 1)], (1,), id="by itself"),
        pytest.param(
            [((0, 1, 2, 3), 1, 0), ((0, 0, 1, 1), 1, 0), ((0, 0, 1, 1), 0, 1)], (1, 2), id="two"
        ),
        pytest.param(
            [((0, 1, 2, 3), 4, 0), *[((symbol,) * 4, 0, 0) for symbol in range(6)]],
            (0, 1),
            id="the smaller of two",
        ),
        pytest.param(
            [((0, 1, 2, 3), 3, 1), ((0, 0, 1, 1), 1, 0), ((0, 0, 1, 1), 0, 1)],
            (0,),
            id="one by itself before two",
        ),
        pytest.param([((symbol,) * 4, 0, 0) for symbol in range(6)], tuple(range(6)), id="all"),
        pytest.param(
            [((0, 0, 1, 1), 1, 0), ((0, 0, 1, 1), 1, 0), ((0, 0, 1, 1), 0, 1)],
            (0, 2),
            id="the first of lines that are the same",
        ),
    ],
)
def test_a_contradiction_names_its_lines(
    lines: list[tuple[tuple[int, ...], int, int]], contradiction: tuple[int, ...]
) -> None:
    assert Solver(CLASSIC, [Line(*line) for line in lines]).contradiction() == contradiction


def test_a_contradiction_found_without_much_looking_has_no_needless_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.engine.conflict._WORK", 0)
    absent = [Line((symbol,) * 4, 0, 0) for symbol in range(6)]
    code = Line((0, 1, 2, 3), 4, 0)
    solver = Solver(CLASSIC, [code, *absent])
    found = [solver.lines[index] for index in solver.contradiction()]
    assert found == absent
    for line in found:
        assert Solver(CLASSIC, [other for other in found if other != line]).count


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (Line((0, 1, 2), 1, 0), LineFault.SIZE),
        (Line((0, 1, 2, 3, 4), 1, 0), LineFault.SIZE),
        (Line((0, 1, 2, 6), 1, 0), LineFault.SYMBOL),
        (Line((0, -1, None, 2), 1, 0), LineFault.SYMBOL),
        (Line((0, 1, 2, 3), -1, None), LineFault.NEGATIVE_KEYS),
        (Line((0, 1, 2, 3), 1, -1), LineFault.NEGATIVE_KEYS),
        (Line((0, 0, 1, 1), 3, 2), LineFault.TOO_MANY_KEYS),
        (Line((0, 0, 1, 1), None, 5), LineFault.TOO_MANY_KEYS),
        (Line((0, 0, 1, 1), 3, 1), LineFault.ALL_BUT_ONE),
        (Line((None, None, None, None), 3, 1), LineFault.ALL_BUT_ONE),
    ],
)
def test_what_is_wrong_with_a_line_by_itself_is_named(line: Line, fault: LineFault) -> None:
    assert line_fault(CLASSIC, line) is fault


@pytest.mark.parametrize(
    "line",
    [
        Line((5, 5, 5, 5), 4, 0),
        Line((0, 0, 1, 1), 2, 2),
        Line((0, None, 1, 1), None, 4),
        Line((0, 0, 1, 1), 3, None),
    ],
)
def test_lines_that_can_be_right_are_valid(line: Line) -> None:
    assert line_fault(CLASSIC, line) is None


@pytest.mark.parametrize("row", [(0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 6), (None, None, None, -1)])
def test_a_row_of_another_game_is_an_error(row: tuple[int | None, ...]) -> None:
    with pytest.raises(ValueError, match="symbols of its game"):
        Solver(CLASSIC, [Line(row, None, None)])


@pytest.mark.parametrize("row", [(), (0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 6), (0, 1, 2, -1)])
@pytest.mark.parametrize("lines", [[], [Line((0, 0, 1, 1), 3, 0)]], ids=["many", "few"])
def test_a_row_of_another_game_parts_nothing(lines: list[Line], row: tuple[int, ...]) -> None:
    solver = Solver(CLASSIC, lines)
    for ask in (solver.parts, solver.judge):
        with pytest.raises(ValueError, match="symbols of its game"):
            ask(row)


@pytest.mark.parametrize(
    ("game", "is_small"),
    [
        (Game(7, 10), True),
        (Game(8, 10), False),
        (Game(10, 10), False),
        (Game(9, 9, repeats=False), True),
        (Game(8, 26, repeats=False), False),
        (Game(1, SYMBOLS_LIMIT), True),
        (Game(1, SYMBOLS_LIMIT + 1), False),
    ],
)
def test_games_are_taken_up_to_a_size(game: Game, is_small: bool) -> None:
    assert game.is_small is is_small
    if is_small:
        assert Solver(game).count == game.code_count <= CODES_LIMIT
    else:
        with pytest.raises(SolverRefused) as raised:
            Solver(game)
        assert raised.value.fault is SolverFault.TOO_MANY_CODES


def test_different_lines_are_taken_up_to_a_number_and_the_same_again_for_nothing() -> None:
    lines = [Line((n // 6, n % 6, None, None), 0, None) for n in range(LINES_LIMIT + 1)]
    Solver(CLASSIC, lines[:LINES_LIMIT] * 20)
    with pytest.raises(SolverRefused) as raised:
        Solver(CLASSIC, lines)
    assert raised.value.fault is SolverFault.TOO_MANY_LINES


def test_a_line_five_hundred_times_is_one_line() -> None:
    line = Line((0, 0, 1, 1), 1, 1)
    assert Solver(CLASSIC, [line] * 500).count == Solver(CLASSIC, [line]).count == 208


@pytest.mark.parametrize(
    "line",
    [
        Line((0, 1, None, None, None, None), 1, 1),
        Line((None,) * 6, None, 1),
        Line((None,) * 6, 1, None),
    ],
)
def test_lines_with_too_many_unknown_symbols_are_refused(line: Line) -> None:
    with pytest.raises(SolverRefused) as raised:
        Solver(MILLION, [line])
    assert raised.value.fault is SolverFault.TOO_MANY_UNKNOWNS


def test_unknown_symbols_are_limited_in_all_lines_together() -> None:
    lines = [Line((0, 1, 2, symbol, None, None), 6, 0) for symbol in range(7)]
    assert Solver(MILLION, lines[:6]).count == 0
    with pytest.raises(SolverRefused) as raised:
        Solver(MILLION, lines)
    assert raised.value.fault is SolverFault.TOO_MANY_UNKNOWNS


@pytest.mark.parametrize("game", [Game(7, 10), Game(5, 25), Game(8, 11, repeats=False)])
def test_lines_without_unknown_symbols_are_never_too_much_to_do(game: Game) -> None:
    rows = islice(permutations(range(game.symbols), game.size), LINES_LIMIT)
    lines = [Line(row, None, 1) for row in rows]
    assert game.is_small
    assert 0 < work_of(game, lines) <= WORK_LIMIT


def test_lines_are_not_refused_for_unknown_symbols_that_they_have_not() -> None:
    game = Game(23, 2)
    rows = list(islice(product(range(game.symbols), repeat=game.size), LINES_LIMIT))
    assert work_of(game, [Line(row, 11, 1) for row in rows]) > WORK_LIMIT
    with pytest.raises(SolverRefused) as raised:
        work_of(game, [Line((*row[:-1], None), 11, 1) for row in rows])
    assert raised.value.fault is SolverFault.TOO_MANY_UNKNOWNS


def test_there_is_more_to_do_for_more_lines_unknown_symbols_and_codes_but_not_for_the_same() -> (
    None
):
    one = Line((0, 0, 1, 1), 1, 1)
    other, unknown = Line((0, 0, 2, 2), 1, 1), Line((0, 0, None, None), 1, 1)
    works = [work_of(CLASSIC, lines) for lines in ([], [one], [one, other], [one, unknown])]
    assert works == sorted(set(works))
    assert work_of(CLASSIC, [one, one]) == work_of(CLASSIC, [one])
    assert work_of(Game(4, 7), [one]) > work_of(CLASSIC, [one])


def test_a_next_row_is_more_to_do_in_a_larger_game_up_to_what_a_sample_takes() -> None:
    def work_of_a_pick(game: Game) -> int:
        return work_of(game, [], picks=1) - work_of(game, [], picks=0)

    games = [CLASSIC, BULLS_AND_COWS, Game(5, 8), Game(6, 6), MILLION]
    works = [work_of_a_pick(game) for game in games]
    assert works == sorted(set(works))
    assert works[-1] == work_of_a_pick(Game(5, 25)) == EXACT_WORK
    assert work_of(CLASSIC, [], picks=4) == work_of(CLASSIC, [], picks=0) + 4 * works[0]
    assert work_of(CLASSIC, []) == work_of(CLASSIC, [], picks=1)


def test_a_line_that_says_nothing_at_all_is_taken_in_any_game() -> None:
    assert Solver(MILLION, [Line((None,) * 6, None, None)]).count == MILLION.code_count


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (CLASSIC, Rules()),
        (Game(4, 7), Rules(blanks=True)),
        (BULLS_AND_COWS, PRESETS[Preset.BULLS_AND_COWS]),
        (Game(5, 8), PRESETS[Preset.SUPER]),
    ],
)
def test_a_game_is_what_the_rules_describe(game: Game, rules: Rules) -> None:
    assert Game.of(rules) == game
    assert game.code_count == rules.code_count == Solver(game).count


def test_the_first_row_of_bulls_and_cows_parts_its_codes_as_is_known() -> None:
    known = CASES["bulls_and_cows"]["first_guess_groups"]
    groups = Solver(BULLS_AND_COWS).parts((0, 1, 2, 3))
    assert {f"{keys.black},{keys.white}": count for keys, count in groups.items()} == known


@pytest.mark.parametrize("game", [MILLION, Game(7, 10), Game(8, 7)])
@pytest.mark.parametrize("times", [0, 1, 3])
def test_codes_of_large_games_are_counted(game: Game, times: int) -> None:
    others = comb(game.size, times) * (game.symbols - 1) ** (game.size - times)
    assert Solver(game, [Line((3,) * game.size, times, 0)]).count == others
    assert Solver(game).parts((3,) * game.size)[Feedback(times, 0)] == others


def test_codes_of_large_games_without_repeats_are_counted() -> None:
    game = Game(8, 10, repeats=False)
    row = (7, 1, 9, 3, 5, 0, 2, 4)
    assert Solver(game, [Line(row, None, None), Line((7, *[None] * 7), None, None)]).count == (
        perm(10, 8)
    )
    assert Solver(game, [Line(row, 6, 2)]).count == comb(8, 2)
    assert Solver(game, [Line(row, 7, 0)]).count == 8 * 2


def test_few_codes_of_a_large_game_are_listed_in_order() -> None:
    row = (9, 0, 0, 4, 1, 1)
    nearly = [
        Code((*row[:place], symbol, *row[place + 1 :]))
        for place in range(6)
        for symbol in range(10)
        if symbol != row[place]
    ]
    assert list(Solver(MILLION, [Line(row, 5, 0)]).codes()) == sorted(nearly)


def test_few_codes_of_a_large_game_without_repeats_are_listed_in_order() -> None:
    row = (7, 1, 9, 3, 5, 0, 2)
    nearly = []
    for one, other in combinations(range(7), 2):
        code = list(row)
        code[one], code[other] = code[other], code[one]
        nearly.append(Code(code))
    solver = Solver(Game(7, 10, repeats=False), [Line(row, 5, 2)])
    assert list(solver.codes()) == sorted(nearly)


def test_a_history_with_unknown_symbols_in_a_large_game_is_answered() -> None:
    solver = Solver(MILLION, [Line((None, 1, 2, 3, 4, 5), 6, 0)])
    assert list(solver.codes()) == [(symbol, 1, 2, 3, 4, 5) for symbol in range(10)]
