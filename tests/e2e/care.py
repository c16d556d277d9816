"""Time that passes, places that go, and what the bot has said about them."""

import time
from collections.abc import Callable, Iterable
from contextlib import closing

from sandbox import Channel, Message, Sandbox
from sandbox.model import MessageType
from tests.e2e.stage import Match, Stage

OPEN = "Open a new thread"
Lose = Callable[[Sandbox, Channel], None]
HOUR = 3600 * 10**6
"""As the database counts."""
LATER = """
UPDATE matches SET created_at = created_at - {by}, expires_at = expires_at - {by},
    turn_since = turn_since - {by}, next_deadline = next_deadline - {by};
UPDATE absences SET since = since - {by};
UPDATE uptime SET alive_at = alive_at - {down}, heard_at = heard_at - {down};
"""
HEARD_SINCE = "SELECT heard_at > {now} FROM uptime"
LEFT_TO_DO = """
SELECT COUNT(*) FROM matches
WHERE next_deadline < {now} AND guild NOT IN (SELECT guild FROM absences)
"""


async def pass_time(stage: Stage, hours: float, *, down: bool = False) -> None:
    """So much time passes, in which the bot ran or was down; then it has done what is due.

    A bot that was killed before is not stopped once more.
    """
    by = int(hours * HOUR)
    await stage.stop()
    with closing(stage.writing()) as database, database:
        database.executescript(LATER.format(by=by, down=by if down else 0))
    now = time.time_ns() // 1000
    await stage.start()
    await stage.until_stored(HEARD_SINCE.format(now=now), 1)
    await stage.until_stored(LEFT_TO_DO.format(now=now), 0)


async def make_older(stage: Stage, seconds: float, where: str = "TRUE") -> None:
    """Move the beginnings of matches back, beside the bot that runs."""
    by = int(seconds * 10**6)
    with closing(stage.writing()) as database, database:
        database.execute(
            f"UPDATE matches SET created_at = created_at - {by} WHERE {where}"  # noqa: S608  # ours
        )


def replies(stage: Stage, message: Message) -> list[Message]:
    """What the bot has answered to this message, oldest first."""
    channel = stage.sandbox.world.channels[message.channel_id]
    return [one for one in stage.said_in(channel) if one.replied_to is message]


def texts_with(messages: list[Message], words: str) -> list[str]:
    """Those of the messages that have these words in them."""
    return [one.text for one in messages if words in one.text]


def edits_of(stage: Stage, message: Message) -> int:
    """How often the bot has edited a message by its own hand."""
    path = f"/channels/{message.channel_id}/messages/{message.id}"
    return len(stage.sandbox.record.find("PATCH", path))


def delete(sandbox: Sandbox, thread: Channel) -> None:
    """The thread is gone."""
    sandbox.delete_channel(thread)


def lock(sandbox: Sandbox, thread: Channel) -> None:
    """The thread is there, but the bot may not write in it."""
    sandbox.lock(thread)


def lock_away(sandbox: Sandbox, thread: Channel) -> None:
    """The same with a thread that is closed as well."""
    sandbox.archive(thread, locked=True)


WAYS: tuple[Lose, ...] = (delete, lock, lock_away)
"""How a thread is lost."""


async def lost(stage: Stage) -> Message:
    """What the channel is told when a match has no thread any more."""
    return await stage.sandbox.message(stage.games, OPEN)


async def opened(stage: Stage, old: Iterable[Channel], match: Match) -> None:
    """A further thread is there, and the match goes on in it."""
    (match.thread,) = await stage.sandbox.wait_for(
        lambda: set(stage.sandbox.world.active_threads(stage.guild)) - set(old)
    )
    await stage.sandbox.message(match.thread, "go on with their match")


def told_in_channel(stage: Stage) -> list[Message]:
    """What the bot wrote there; Discord itself writes that a thread was begun."""
    said = stage.said_in(stage.games)
    return [one for one in said if one.type is not MessageType.THREAD_CREATED]


def threads(stage: Stage) -> list[Channel]:
    """All that are there now."""
    return stage.sandbox.world.active_threads(stage.guild)
