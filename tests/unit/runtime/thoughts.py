"""Jobs for thinking processes, and a program that has one and is killed."""

import asyncio
import os
import sys
import time
from pathlib import Path

from bot.runtime.thinking import Thinking


def spin(rounds: int) -> int:
    """Keeps a processor at work, as a calculation does."""
    total = 0
    for number in range(rounds):
        total ^= number
    return total


def spend(seconds: float) -> None:
    """Keeps a processor at work for so long, however long that takes."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def held(pipe: Path) -> str:
    """Begins; ends, with what was written into the named pipe, when somebody writes."""
    return pipe.read_text()


def vanish(after: float = 0) -> None:
    """Ends its own process, after some seconds, as if memory had run out."""
    time.sleep(after)
    os._exit(1)


async def main() -> None:
    """Print a line when a job is about to run that never ends."""
    think = Thinking()
    await think(None, 0, os.getpid)
    print("begun", flush=True)
    await think(None, 0, held, Path(sys.argv[1]))


if __name__ == "__main__":
    asyncio.run(main())
