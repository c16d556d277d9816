"""One person with something in every table that holds people."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from bot.matches.ids import EntryId, MessageId, PlayerId, SourceId
from bot.matches.models import Ending, EventKind, Kind, Match, Outcome, Person, Phase, Round, Row
from bot.matches.ports import AuditLine, Database, Stores
from bot.matches.practice_store import Progress
from bot.matches.settings import Preferences
from tests.integration.storage.samples import (
    GUILD,
    OTHER_GUILD,
    SET,
    START,
    WREN,
    a_match,
    an_entry,
    finished,
    rows,
)

WHO = PlayerId(111_222_333_444_555_666)
"""The person in question: a number that is in nothing else."""
STAND_IN = PlayerId(-77)
NAME, NAME_ELSEWHERE = "Zaunkönigin", "Feldlerchlein"
SOURCES = 222_333_444_555_000_000
REPLIED_TO = MessageId(333_444_555_666_777_888)
PROGRESS = Progress(level=2, run=1, answered=5, correct=4)


def lost(name: str, winner: PlayerId, loser: PlayerId, first_source: int) -> Match:
    """A match in which both played rows, and the loser left."""
    match = finished(name, {winner: 3, loser: 2})
    rounds = tuple(
        replace(played, rows=rows(len(played.rows), first_source + 100 * played.number))
        for played in match.rounds
    )
    return replace(match, rounds=rounds, winner=winner, left=loser)


LOST, WON = lost("lost", WREN, WHO, SOURCES), lost("won", WHO, WREN, SOURCES + 1000)
RUNNING = a_match(
    "running",
    guild=OTHER_GUILD,
    opponent=WHO,
    challenger=WREN,
    phase=Phase.BREAKING,
    rounds=(replace(SET, codemaker=WREN, codebreaker=WHO, rows=rows(2, SOURCES + 2000)),),
)
BOT = PlayerId(99)
ALONE = a_match(
    "alone",
    challenger=WHO,
    opponent=BOT,
    terms=replace(RUNNING.terms, rounds=1, kind=Kind.SOLO),
    phase=Phase.FINISHED,
    agreed_rounds=1,
    rounds=(Round(1, BOT, WHO, SET.secret, rows(2, SOURCES + 3000), Outcome.SOLVED),),
    ending=Ending.COMPLETE,
    ended_at=START,
)
OTHERS = finished("others", {WREN: 4, PlayerId(13): 5})


async def fill(stores: Stores) -> None:
    for match in (LOST, WON, RUNNING, ALONE, OTHERS):
        await stores.matches.save(match)
    await stores.players.remember(GUILD, Person(WHO, NAME, "fr"), START)
    await stores.players.remember(OTHER_GUILD, Person(WHO, NAME_ELSEWHERE, "fr"), START)
    await stores.players.remember(GUILD, Person(WREN, "Wren", "nl"), START)
    await stores.players.keep_preferences(WHO, Preferences(challengeable=False))
    await stores.players.keep_preferences(WREN, Preferences(reminders=False))
    await stores.practice.keep(WHO, PROGRESS)
    await stores.servers.audit(AuditLine(START, GUILD, WHO, "settings", "rounds: 2 -> 4"))
    await stores.servers.audit(AuditLine(START, GUILD, WREN, "end match", "gone"))
    ended = {"kind": EventKind.MATCH_ENDED, "round": 2, "player": WHO}
    await stores.outbox.add(
        [
            an_entry("answer", "lost", round=2, row=1, reply_to=REPLIED_TO),
            an_entry("ended", "lost", **ended),
            an_entry("call", "running", kind=EventKind.CODE_WANTED, round=1, player=WHO),
            an_entry("called", "running", kind=EventKind.REMINDED, round=1, player=WHO),
            an_entry("calls-wren", "running", kind=EventKind.CODE_WANTED, round=1, player=WREN),
        ]
    )
    await stores.outbox.settle(EntryId("called"), MessageId(5), START)


async def erase(database: Database) -> None:
    fresh = count(-1, -1)
    await database.transact(
        lambda stores: stores.privacy.erase(WHO, STAND_IN, lambda: SourceId(next(fresh)))
    )


def played(rounds: Sequence[Round], *, by: PlayerId) -> list[Row]:
    return [row for one in rounds if one.codebreaker == by for row in one.rows]
