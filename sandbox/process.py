"""The bot as a process of its own, started against a sandbox."""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO

from sandbox.server import Sandbox
from sandbox.waiting import NothingHappenedError

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 10.0
"""Seconds for an end that was asked for."""
START_PATIENCE = 60.0
"""Seconds for a start, in which the bot also sends its commands and emojis."""
LONGEST_LOG = 1024 * 1024
LONGEST_TAIL = 4096
LAST_LINES = 5
PR_SET_PDEATHSIG = 1


class BotProcess:
    """One run of `python -m bot run`, with what it printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, environment: Mapping[str, str], *arguments: str) -> "BotProcess":
        """Start it with these variables on top of ours; the arguments default to `run`."""
        pipe = asyncio.subprocess.PIPE
        return cls(await _spawn(environment, arguments or ("run",), stdout=pipe))

    @classmethod
    async def start_bound(cls, environment: Mapping[str, str], log: BinaryIO) -> "BotProcess":
        """Start it as ours alone: it prints into a file and does not outlive us.

        The terminal's Ctrl-C does not reach it. Where the system knows how, it is killed when this
        process ends without stopping it.
        """
        process = await _spawn(
            environment, ("run",), stdout=log, start_new_session=True, preexec_fn=_leash()
        )
        return cls(process)

    @property
    def output(self) -> str:
        """What it printed and logged so far; nothing where that goes into a file."""
        return "".join(self._lines)

    @property
    def pid(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.returncode is None

    async def ended(
        self,
        timeout: float | None = PATIENCE,  # noqa: ASYNC109  # a limit for tests
    ) -> int:
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
        if self._process.stdout is not None:
            async for line in self._process.stdout:
                self._lines.append(line.decode(errors="replace"))


class Keeper:
    """Keeps a bot running against a sandbox, starts it anew when asked, tells when it ends."""

    def __init__(
        self,
        sandbox: Sandbox,
        environment: Mapping[str, str],
        log: Path,
        tell: Callable[[str], None],
    ) -> None:
        """`tell` is given what people at the terminal should know."""
        self._sandbox = sandbox
        self._environment = environment
        self._log = log
        self._tell = tell
        self._bot: BotProcess | None = None
        self._watching: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether its process is there."""
        return self._bot is not None and self._bot.running

    async def restart(self) -> None:
        """Stop it if it runs, and start it. Returns when it is ready, or has failed to be."""
        async with self._changing:
            await self._end()
            if self._closed:
                return
            identified = len(self._sandbox.record.identifies)
            try:
                bot = await self._begin()
            except OSError as error:
                self._tell(f"The bot cannot be started: {error}.")
                return
        try:
            await self._sandbox.wait_for(
                lambda: not bot.running or len(self._sandbox.record.identifies) > identified,
                START_PATIENCE,
            )
        except NothingHappenedError:
            self._tell(f"The bot does not connect; {self._log} may say why.")

    async def stop(self) -> None:
        """Stop it for good."""
        self._closed = True
        async with self._changing:
            await self._end()

    async def _begin(self) -> BotProcess:
        long = self._log.exists() and self._log.stat().st_size > LONGEST_LOG
        with self._log.open("wb" if long else "ab") as log:
            begins_at = log.tell()
            self._bot = await BotProcess.start_bound(self._environment, log)
        self._watching = asyncio.create_task(self._watch(self._bot, begins_at))
        self._sandbox.world.signal.notify()
        return self._bot

    async def _end(self) -> None:
        bot, self._bot = self._bot, None
        if bot is None or self._watching is None:
            return
        try:
            await bot.stop()
        except TimeoutError:
            await bot.kill()
        await self._watching

    async def _watch(self, bot: BotProcess, begins_at: int) -> None:
        code = await bot.ended(timeout=None)
        if bot is self._bot:
            last = "\n".join(f"  {line}" for line in self._last_lines(begins_at))
            self._tell(f"The bot has ended by itself, with code {code}. {self._log} ends:\n{last}")
        self._sandbox.world.signal.notify()

    def _last_lines(self, begins_at: int) -> list[str]:
        """The end of what the newest process printed; nothing when its log is gone."""
        try:
            with self._log.open("rb") as log:
                size = log.seek(0, os.SEEK_END)
                log.seek(max(begins_at, size - LONGEST_TAIL))
                return log.read().decode(errors="replace").splitlines()[-LAST_LINES:]
        except OSError:
            return []


@asynccontextmanager
async def running_bot(environment: Mapping[str, str]) -> AsyncIterator[BotProcess]:
    """A bot that ends with the block."""
    bot = await BotProcess.start(environment)
    try:
        yield bot
    finally:
        await bot.stop()


async def _spawn(
    environment: Mapping[str, str], arguments: Sequence[str], **how: Any
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.STDOUT,
        **how,
    )


def _leash() -> Callable[[], object] | None:
    """What a child does before it becomes another program, so that it dies when we do."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
