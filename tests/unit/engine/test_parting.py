"""Rows that cannot be better than another are passed by, and no others."""

import random
from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Any

import pytest

from bot.engine import Game, Strategy
from bot.engine.codesets import Row, space_of
from bot.engine.columns import Columns
from bot.engine.parting import WORST, Lanes, Parting, Planes
from bot.engine.picks import measure_of

GAME = Game(3, 5)

Found = tuple[int, int | None]


def ends(prefix: Row, parting: Parting[Any], symbols: Iterable[int], than: int = WORST) -> Found:
    state = parting.start
    for peg in enumerate(prefix):
        state = parting.met(state, *peg)
    return parting.better(state, symbols, than)


@pytest.mark.parametrize("kind", [Lanes, Planes])
@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("count", [2, 9, 40, 125])
def test_the_first_of_the_best_ends_is_found_if_it_is_better_and_none_if_none_is(
    kind: type[Lanes] | type[Planes], strategy: Strategy, count: int
) -> None:
    numbers = sorted(random.Random(count).sample(range(GAME.code_count), count))
    columns = Columns(GAME, map(space_of(GAME).row, numbers))
    fresh = partial(kind, columns, measure_of(strategy))
    parting: Parting[Any] = fresh()
    for prefix in product(range(GAME.symbols), repeat=2):
        values = [ends(prefix, fresh(), [symbol])[0] for symbol in range(GAME.symbols)]
        for symbols in (range(GAME.symbols), [3, 1], [2]):
            least = min(values[symbol] for symbol in symbols)
            best = next(symbol for symbol in symbols if values[symbol] == least)
            assert ends(prefix, parting, symbols) == (least, best)
            assert ends(prefix, parting, symbols, least + 1) == (least, best)
            assert ends(prefix, parting, symbols, least) == (least, None)
