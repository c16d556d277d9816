"""What other packages take for tasks of `bench/solver.py`.

Run as ``python bench/peers.py PACKAGE`` by the Python that has it, of whatever version; so nothing
of the project is imported here. Prints one JSON object: by task, the median seconds. mastermind-ai
is a Java engine behind a bridge; its times are those that its caller waits.
"""

# What `make lock` reads. Both packages ask for a newer Python than what is measured here needs.
# /// script
# dependencies = ["mastermind-ai>=2.2.2", "textual-mastermind>=4.0.2"]
# ///

import importlib
import json
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from typing import Any

Times = dict[str, float]
"""Median seconds by task."""
WARM_UP = 100
"""Java is slow before its compiler has seen a method often."""


def mastermind_ai() -> Times:
    """By the solver's own interface, and the public function of its Java engine."""
    java = importlib.import_module("mastermind.jvm")
    bridge = importlib.import_module("jpype")
    reply = java.Feedback.getFeedback
    six = bridge.JInt[6]
    codes = range(6**4)
    for code in codes[:WARM_UP]:
        game_of(java, reply, six, code)
    return {
        "score": a_call(lambda code: reply(code, 1295 - code, 6, 4, six), codes),
        "second row 4x6": second_row(java, 4, 6, (0, 0, 1, 1), 0, WARM_UP),
        "all codes 4x6": a_call(partial(game_of, java, reply, six), codes, 1) * len(codes),
        "second row 5x8": second_row(java, 5, 8, (0, 0, 1, 1, 2), 1, 5),
    }


def game_of(java: Any, reply: Any, frequencies: Any, code: int) -> None:
    """Find one code of the classic game."""
    session = java.MastermindSession(6, 4)
    while not session.isSolved():
        row = session.suggestGuess()
        session.recordGuess(row, reply(row, code, 6, 4, frequencies))


def second_row(
    java: Any, size: int, symbols: int, first: tuple[int, ...], white: int, times: int
) -> float:
    """Choose a row after one without black keys: so many times unmeasured, then measured."""
    number = sum(symbol * symbols**place for place, symbol in enumerate(first))
    taken = []
    for _ in range(2 * times):
        session = java.MastermindSession(symbols, size)
        session.recordGuess(number, white)
        taken.append(seconds(session.suggestGuess))
    return median(taken[times:])


def textual_mastermind() -> Times:
    """A game with no solver."""
    game = importlib.import_module("textual_mastermind.game").Game()
    codes = [[a, b, c, d] for a in range(6) for b in range(6) for c in range(6) for d in range(6)]
    return {"score": a_call(game.check_code, codes)}


def a_call(function: Callable[[Any], Any], arguments: Any, times: int = 9) -> float:
    """The median seconds of a call, each time over all arguments."""

    def calls() -> None:
        for argument in arguments:
            function(argument)

    return median(seconds(calls) for _ in range(times)) / len(arguments)


def seconds(job: Callable[[], Any]) -> float:
    """How long it takes once."""
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


PACKAGES: Mapping[str, Callable[[], Times]] = {
    "mastermind-ai": mastermind_ai,
    "textual-mastermind": textual_mastermind,
}


if __name__ == "__main__":
    print(json.dumps(PACKAGES[sys.argv[1]]()))
