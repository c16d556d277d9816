"""The search for stored strategies, on games small enough to look at everything."""

from collections import defaultdict
from itertools import product

import pytest

from bot.engine import Code, score
from bot.engine.codesets import Game
from tools.search_strategy import Task, strategy

ENOUGH = 100


def least_total(codes: list[Code], rows: list[Code], turns: int) -> int:
    """The least rows in total for some codes, every row of the game tried at every turn."""
    if len(codes) == 1:
        return 1 if turns else ENOUGH
    if turns < 2:
        return ENOUGH
    return min(total_from(row, codes, rows, turns) for row in rows)


def total_from(row: Code, codes: list[Code], rows: list[Code], turns: int) -> int:
    groups = defaultdict(list)
    for code in codes:
        groups[score(code, row)].append(code)
    if len(groups) == 1:
        return ENOUGH
    return len(codes) + sum(
        least_total(group, rows, turns - 1)
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
    codes = [Code(code) for code in product(range(symbols), repeat=2)]
    found, rows = strategy(Task(Game(2, symbols), first, rows=turns, width=99, wide=99))
    assert found == total_from(first, codes, codes, turns)
    assert rows[0] == first


def test_too_few_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="no strategy found"):
        strategy(Task(Game(2, 4), (0, 1), rows=2, width=99, wide=99))
