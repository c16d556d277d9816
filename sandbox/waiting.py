"""Waiting for a condition without polling: woken by every change of the world."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.world import World

T = TypeVar("T")
LAST = 12


class NothingHappenedError(AssertionError):
    """A condition did not come true in time; the text shows what did happen."""


async def wait_for(
    world: World,
    condition: Callable[[], T | None],
    timeout: float,  # noqa: ASYNC109 - on time-out the error says what did happen
) -> T:
    """The first truthy value of `condition`, else NothingHappenedError after `timeout` seconds."""
    deadline = asyncio.get_running_loop().time() + timeout
    while True:
        value = condition()
        if value:
            return value
        try:
            async with asyncio.timeout_at(deadline):
                await world.signal.changed()
        except TimeoutError:
            raise NothingHappenedError(f"nothing after {timeout} s;\n{describe(world)}") from None


def describe(world: World) -> str:
    """The last messages of all channels and the violations, as text."""
    found = [
        (message.id, f"  {place.name or 'DM'} | {message.author.name}: {message.text!r}")
        for place in world.channels.values()
        for message in place.messages.values()
    ]
    lines = [line for _, line in sorted(found)[-LAST:]]
    listed = [f"  {violation}" for violation in world.violations[-LAST:]]
    return "\n".join(["last messages:", *lines, "violations:", *listed])
