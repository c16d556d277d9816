"""What the soaking programs share: their options, their figures, and what they found wrong."""

import argparse
import os
import sys
import time
from collections import Counter

PROGRESS_PAUSE = 10.0
"""Seconds between two lines of progress."""
MOST_SHOWN = 10
"""Violations of one kind are alike, so only the first ones are shown in full."""


class Report:
    """The figures of one run, and everything that it found wrong."""

    def __init__(self, name: str) -> None:
        self.figures: Counter[str] = Counter()
        self.violations: Counter[str] = Counter()
        self._name = name
        self._last_progress = time.monotonic()

    def violate(self, kind: str, example: str, seed: int) -> None:
        """Something is wrong in that part of the run which has this seed."""
        self.violations[kind] += 1
        if self.violations[kind] <= MOST_SHOWN:
            print(f"VIOLATION {kind} (seed {seed}): {example}", flush=True)

    def progress(self, done: int, count: int) -> None:
        """A line now and then."""
        now = time.monotonic()
        if now - self._last_progress >= PROGRESS_PAUSE:
            self._last_progress = now
            wrong = self.violations.total()
            print(f"{self._name}: {done} of {count}, {wrong} violations", flush=True)

    def finish(self) -> int:
        """Print what was counted; the exit code."""
        for what, number in sorted(self.figures.items()):
            print(f"{what}: {number}")
        for kind, number in self.violations.most_common():
            print(f"violations, {kind}: {number}")
        print(f"violations: {self.violations.total()}", flush=True)
        return 1 if self.violations else 0


def options(name: str, doc: str | None, count: int) -> argparse.ArgumentParser:
    """`--count` and `--seed`. Part n has the seed plus n: a count of 1 repeats one part."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=doc)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=None)
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options as given; a seed that was left out is drawn, and shown."""
    given = parser.parse_args()
    if given.seed is None:
        given.seed = int.from_bytes(os.urandom(4))
    print(f"seed: {given.seed}", flush=True)
    return given


def leave(report: Report) -> None:
    """End the program with the report's exit code."""
    sys.exit(report.finish())
