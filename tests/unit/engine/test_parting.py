"""Rows that cannot be better than another are passed by, and no others."""

import random
from itertools import product
from typing import Any

import pytest

from bot.engine import Game, Strategy
from bot.engine.codesets import Row, space_of
from bot.engine.columns import Columns
from bot.engine.parting import WORST, Lanes, Parting, Planes
from bot.engine.picks import measure_of

GAME = Game(3, 5)


def values(parting: Parting[Any], prefix: Row, least: int = WORST) -> list[int]:
    state = parting.start
    for peg in enumerate(prefix):
        state = parting.met(state, *peg)
    return parting.values(prefix, state, range(GAME.symbols), least)


@pytest.mark.parametrize("kind", [Lanes, Planes])
@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("count", [2, 9, 40, 125])
def test_better_rows_have_their_own_value_and_others_none_that_is_better(
    kind: type[Lanes] | type[Planes], strategy: Strategy, count: int
) -> None:
    numbers = sorted(random.Random(count).sample(range(GAME.code_count), count))
    columns = Columns(GAME, map(space_of(GAME).row, numbers))
    parting: Parting[Any] = kind(columns, measure_of(strategy))
    for prefix in product(range(GAME.symbols), repeat=2):
        exact = values(parting, prefix)
        least = sorted(exact)[2]
        for own, said in zip(exact, values(parting, prefix, least), strict=True):
            assert said == own if own < least else said >= least
