"""The search for stored strategies, on games small enough to look at everything."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from bot.engine import Code, score
from bot.engine.codesets import Game
from tools.search_strategy import Task, strategy

ENOUGH = 1000

Codes = tuple[Code, ...]


@cache
def codes_of(symbols: int) -> Codes:
    return tuple(Code(code) for code in product(range(symbols), repeat=2))


@cache
def least_total(codes: Codes, symbols: int, turns: int) -> int:
    """The least rows in total for some codes, every row of the game tried at every turn."""
    if len(codes) == 1:
        return 1 if turns else ENOUGH
    if turns < 2:
        return ENOUGH
    return min(total_from(row, codes, symbols, turns) for row in codes_of(symbols))


def total_from(row: Code, codes: Codes, symbols: int, turns: int) -> int:
    groups = defaultdict(list)
    for code in codes:
        groups[score(code, row)].append(code)
    if len(groups) == 1:
        return ENOUGH
    return len(codes) + sum(
        least_total(tuple(group), symbols, turns - 1)
        for keys, group in groups.items()
        if keys.black < len(row)
    )


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("turns", [4, 5])
@pytest.mark.parametrize(("symbols", "opening"), [(3, "01"), (4, "01"), (4, "00")])
def test_with_all_rows_tried_the_total_is_the_least_there_is(
    symbols: int, opening: str, turns: int
) -> None:
    first = Code(map(int, opening))
    found, rows = strategy(Task(Game(2, symbols), first, rows=turns, width=99, wide=99))
    assert found == total_from(first, codes_of(symbols), symbols, turns)
    assert rows[0] == first


@pytest.mark.usefixtures("untraced")
def test_where_many_codes_are_left_as_many_rows_are_tried_as_the_task_says_of_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tools.search_strategy.FEW", 2)
    monkeypatch.setattr("bot.engine.parting._FEW_CODES", 2)
    first = Code((0, 1))
    task = Task(Game(2, 7), first, rows=7, width=1, wide=99)
    least = total_from(first, codes_of(7), 7, task.rows)
    assert strategy(task)[0] == least
    assert strategy(replace(task, width=99, wide=1))[0] > least


def test_too_few_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="no strategy found"):
        strategy(Task(Game(2, 4), (0, 1), rows=2, width=99, wide=99))
