"""`python -m sandbox.play`: a Discord on this machine, with the bot in it, in the browser.

What `make play` runs. It keeps its state in a folder, so that the next run goes on, until Ctrl-C.
"""

import argparse
import asyncio
import errno
import fcntl
import os
import secrets
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from sandbox.permissions import Permission
from sandbox.process import Keeper
from sandbox.saved import EMOJIS, FILES, STATE, Store, UnusableError
from sandbox.server import Sandbox

USUAL_PORT = 8787
USUAL_FOLDER = Path("play")
LOCK, LOG, DATA = "lock", "bot.log", "data"
OWN = (STATE, FILES, EMOJIS, LOG, DATA)
"""What a run leaves in its folder, beside the lock."""
SAVED_AFTER = 1.0
"""Seconds in which changes are gathered before they are saved."""
KEEP = 1000
"""So much of the past is remembered for the page's panel."""

GIVEN = ("LOG_LEVEL", "MESSAGE_CONTENT")
"""Settings of the bot that whoever runs this may choose."""
WITHHELD = (
    "DATABASE_URL", "DISCORD_TOKEN_FILE", "HTTP_PORT", "LOG_FORMAT", "SHARD_COUNT", "SHARD_IDS",
)  # fmt: skip
"""Settings of the developer's real bot. An empty value counts as none and wins over a `.env`."""

SERVERS = {"Aviary": "en-US", "Meadow": "fr"}
PEOPLE = {"Robin": "en-US", "Wren": "en-US", "Teal": "fr", "Heron": "nl"}
MODERATOR = "Heron"
MODERATION = (
    Permission.MANAGE_GUILD
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)


class CannotPlayError(Exception):
    """Why there is no playing; the text is for the person at the terminal."""


class Play:
    """One run: a sandbox, the bot in it, and the folder that holds them."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self._sandbox = sandbox
        self._log = folder / LOG
        self._store = Store(folder, sandbox.origin)
        self._bot = Keeper(sandbox, _bot_environment(sandbox, folder), self._log, _warn)
        sandbox.page.supervisor = self._bot

    def set_scene(self) -> None:
        """As it was left, or two servers and four people. Raises UnusableError."""
        kept = self._store.restore(self._sandbox.world)
        if kept is None:
            first_scene(self._sandbox)
        else:
            self._sandbox.page.people.extend(kept.people)
            self._sandbox.page.reading.update(kept.reading)
        self._keep_up()

    async def run(self, ended: asyncio.Event, *, browser: bool) -> None:
        """Go on until the event."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(self._begin(browser=browser)),
                    group.create_task(self._follow()),
                ]
                await ended.wait()
                for task in tasks:
                    task.cancel()
        finally:
            try:
                await self._bot.stop()
            finally:
                self._keep_up()

    async def _begin(self, *, browser: bool) -> None:
        await self._bot.restart()
        origin = self._sandbox.origin
        _say(f"Mastermind is at {origin} - Ctrl-C ends it.")
        _say(f"Open it in two tabs to play both sides. The bot's log is {self._log}.")
        if browser:
            await _open_browser(origin)

    async def _follow(self) -> None:
        while True:
            await self._sandbox.world.signal.changed()
            await asyncio.sleep(SAVED_AFTER)
            self._keep_up()

    def _keep_up(self) -> None:
        """Save what has changed and tell of faults; neither of them ends the game."""
        page, violations = self._sandbox.page, self._sandbox.violations
        while violations:
            _warn(f"Warning: {violations.pop(0)}")
        try:
            self._store.save(self._sandbox.world, page.people, page.reading)
        except OSError as error:
            _warn(f"Warning: what was played cannot be saved ({error}).")


def first_scene(sandbox: Sandbox) -> None:
    """Two servers and four people, one of them a moderator of both."""
    aviary, meadow = (sandbox.add_guild(name, locale) for name, locale in SERVERS.items())
    for name in ("games", "lounge"):
        sandbox.add_text_channel(aviary, name)
    sandbox.add_announcement_channel(aviary, "news")
    for name in ("jeux", "salon"):
        sandbox.add_text_channel(meadow, name)
    people = {
        name: sandbox.add_person(name, locale=locale, guilds=[aviary, meadow])
        for name, locale in PEOPLE.items()
    }
    for guild in (aviary, meadow):
        role = sandbox.world.add_role(guild, "moderators", int(MODERATION))
        sandbox.world.give_role(guild, people[MODERATOR].user, role)


def _bot_environment(sandbox: Sandbox, folder: Path) -> dict[str, str]:
    """The settings of the bot: the sandbox's, whatever this machine has for a real bot."""
    given = {name: os.environ.get(name, "") for name in GIVEN}
    data = {"DATA_DIR": str((folder / DATA).resolve())}
    return dict.fromkeys(WITHHELD, "") | given | sandbox.environment | data


@contextmanager
def _claimed(folder: Path) -> Iterator[TextIO]:
    """Hold the folder, by a lock that the system frees when this process ends.

    The file that is yielded is for the address, which whoever comes second is told. It also marks
    the folder as one of ours.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = [path.name for path in folder.iterdir()]
        if names and LOCK not in names:
            raise CannotPlayError(f"{folder} holds other things: choose another with --folder.")
        file = (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise CannotPlayError(f"{folder} cannot be used: {error.strerror}.") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            place = file.read().strip() or "an address that it is about to print"
            raise CannotPlayError(f"{folder} is in use: Mastermind is at {place}.") from None
        file.truncate(0)
        yield file


def _clear(folder: Path) -> None:
    """Remove what earlier runs left, and nothing else."""
    try:
        for name in OWN:
            path = folder / name
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise CannotPlayError(f"{error.filename} cannot be removed: {error.strerror}.") from None


async def _listening(stack: AsyncExitStack, port: int) -> Sandbox:
    """A sandbox on that port, or on any if that is taken.

    The token is new each time: a bot of an earlier run that still lived would be turned away.
    """
    token = secrets.token_hex(16)
    try:
        running = Sandbox.running(token, port=port, keep=KEEP)
        return await stack.enter_async_context(running)
    except OverflowError:
        raise CannotPlayError(f"{port} is no port: the highest is 65535.") from None
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CannotPlayError(f"Port {port} cannot be used: {error.strerror}.") from None
        return await stack.enter_async_context(Sandbox.running(token, keep=KEEP))


async def _open_browser(address: str) -> None:
    """Show it where there is a desktop; a text browser would find no terminal here."""
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform == "linux" and not desktop:
        return
    nothing = asyncio.subprocess.DEVNULL
    opening = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "webbrowser", address),
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        start_new_session=True,
    )
    await opening.wait()


def _say(text: str) -> None:
    _write(sys.stdout, text)


def _warn(text: str) -> None:
    _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    with suppress(OSError):  # a terminal that was closed is no reason to end without saving
        stream.write(f"{text}\n")
        stream.flush()


async def play(port: int, folder: Path, *, fresh: bool, browser: bool) -> None:
    """Play until Ctrl-C, SIGTERM or the terminal's end. Raises CannotPlayError, UnusableError."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(_claimed(folder))
        if fresh:
            _clear(folder)
        sandbox = await _listening(stack, port)
        run = Play(sandbox, folder)
        run.set_scene()
        lock.write(sandbox.origin)
        lock.flush()
        await run.run(ended, browser=browser)
    _say("Mastermind has ended; the next `make play` goes on from here.")


def main() -> int:
    """Read the options and play; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m sandbox.play", description=__doc__)
    parser.add_argument("--port", type=int, default=USUAL_PORT, help="another one if it is taken")
    parser.add_argument("--folder", type=Path, default=USUAL_FOLDER, help="where the state is kept")
    parser.add_argument("--fresh", action="store_true", help="start over")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    chosen = parser.parse_args()
    try:
        asyncio.run(
            play(chosen.port, chosen.folder, fresh=chosen.fresh, browser=not chosen.no_browser)
        )
    except (CannotPlayError, UnusableError) as error:
        _warn(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
