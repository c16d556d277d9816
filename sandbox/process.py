"""The bot as a process of its own, started against a sandbox."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 10.0
"""Seconds for an end that was asked for."""


class BotProcess:
    """One run of `python -m bot run`, with what it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, environment: Mapping[str, str], *arguments: str) -> "BotProcess":
        """Start it with these variables on top of ours; the arguments default to `run`."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *(arguments or ("run",)),
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return cls(process)

    @property
    def output(self) -> str:
        """What it printed and logged so far."""
        return "".join(self._lines)

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.returncode is None

    async def ended(self, timeout: float = PATIENCE) -> int:  # noqa: ASYNC109  # a limit for tests
        """Wait for its end; the exit code (a signal's number is negative)."""
        async with asyncio.timeout(timeout):
            code = await self._process.wait()
            await self._reading
        return code

    async def stop(self) -> int:
        """End it as a service manager does."""
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def kill(self) -> int:
        """End it as a power cut does."""
        if self.running:
            self._process.kill()
        return await self.ended()

    async def _read(self) -> None:
        assert self._process.stdout is not None  # noqa: S101  # it was opened as a pipe
        async for line in self._process.stdout:
            self._lines.append(line.decode(errors="replace"))


@asynccontextmanager
async def running_bot(environment: Mapping[str, str]) -> AsyncIterator[BotProcess]:
    """A bot that ends with the block."""
    bot = await BotProcess.start(environment)
    try:
        yield bot
    finally:
        await bot.stop()
