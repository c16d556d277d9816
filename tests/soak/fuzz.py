"""Hostile texts, names, options, custom ids and boxes: nothing crashes, pings or breaks out.

`python -m tests.soak.fuzz --count 100000` makes them by chance and looks at what the bot makes of
each.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

from tests.soak.echoes import READERS, HarmError
from tests.soak.hostile_presses import Presser, presser
from tests.soak.program import Report, leave, options, parsed

PARTS = (*READERS, None)
"""What a seed tries, by its remainder; None stands for a press."""


async def soak(folder: Path, count: int, seed: int) -> Report:
    """So many hostile things, one for each seed."""
    report = Report("fuzz")
    started = time.monotonic()
    async with presser(folder) as presses:
        for number in range(count):
            await _one(presses, seed + number, report)
            report.progress(number + 1, count)
    report.figures["seconds"] = round(time.monotonic() - started)
    return report


async def _one(presses: Presser, seed: int, report: Report) -> None:
    random, read = Random(seed), PARTS[seed % len(PARTS)]
    kind = "fuzz_presses" if read is None else read.__name__
    report.figures[kind] += 1
    try:
        if read is None:
            await presses.fuzz(random)
        else:
            read(random)
    except HarmError as error:
        report.violate(f"{kind}, {error.kind}", str(error), seed)
    except Exception as error:  # noqa: BLE001  # any crash is what is looked for
        report.violate(f"{kind}, {type(error).__name__}", str(error), seed)


def main() -> None:
    """The program."""
    given = parsed(options("tests.soak.fuzz", __doc__, 100_000))
    with tempfile.TemporaryDirectory() as folder:
        leave(asyncio.run(soak(Path(folder), given.count, given.seed)))


if __name__ == "__main__":
    main()
