"""What admins do with their panel, and what others try with it."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from sandbox import Answer, Message, Permission, Person
from sandbox.interactions import InteractionType, Phase
from sandbox.model import Component, Json, walk
from tests.e2e.stage import Stage

TOPICS = "What do you want to change?"
REFUSED = "Only people with the permission **Manage Server** can do that."


def admin(stage: Stage) -> Person:
    """Robin, who may manage the server from now on."""
    stage.sandbox.grant(stage.guild, stage.robin, Permission.MANAGE_GUILD)
    return stage.robin


async def opened(stage: Stage, person: Person, topic: str | None = None) -> Message:
    """The person's panel, on its first page or that of a topic."""
    answer = await person.slash(stage.games, "mastermind-admin settings")
    assert answer.ephemeral
    if topic is not None:
        await person.select(answer.message, TOPICS, [topic])
    return answer.message


async def set_to(person: Person, panel: Message, setting: str, *values: object) -> Answer:
    """Choose in one of the panel's lists; values of options, channels or roles."""
    answer: Answer = await person.select(panel, f"ms:set:{setting}", list(values))  # type: ignore[arg-type]  # what the list takes is its own to say
    return answer


def parts(message: Message) -> list[Json]:
    """Every button and list of a message."""
    return [part for part in walk(message.components) if "custom_id" in part]


def shown(panel: Message, setting: str) -> str:
    """The value of a setting as the panel says it."""
    (line,) = (line for line in panel.content.splitlines() if line.startswith(f"- **{setting}**: "))
    return line.partition("**: ")[2]


async def by_hand(
    stage: Stage, person: Person, message: Message, part: Json, values: Sequence[str] = ()
) -> Answer:
    """Use a button or list as a program could: on a message that need not have it, or be seen."""
    data: Json = {"component_type": part["type"], "custom_id": part["custom_id"]}
    if part["type"] != Component.BUTTON:
        data |= {"values": list(values)}
    one = stage.sandbox.interactions.start(
        InteractionType.COMPONENT,
        person.user,
        stage.sandbox.world.channels[message.channel_id],
        data,
        source=message,
        shown=[{"type": Component.ACTION_ROW, "components": [part]}],
    )
    await stage.sandbox.wait_for(lambda: one.phase is not Phase.OPEN)
    assert one.phase is Phase.ANSWERED
    return Answer(one)


def rows(stage: Stage, query: str, *arguments: object) -> list[tuple[object, ...]]:
    """What the database holds."""
    address = f"file:{stage.data / 'mastermind.sqlite3'}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database:
        return database.execute(query, arguments).fetchall()


def write(stage: Stage, statement: str, *arguments: object) -> None:
    """Change what the database holds, beside the bot that runs."""
    with closing(sqlite3.connect(stage.data / "mastermind.sqlite3")) as database, database:
        database.execute(statement, arguments)
