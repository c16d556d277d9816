"""The outbox in SQLite."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Protocol

import aiosqlite

from bot.matches.ids import EntryId, MatchId, MessageId, PlayerId
from bot.matches.models import Entry, Event, EventKind
from bot.storage.loading import load_queries
from bot.storage.records import Columns
from bot.storage.times import from_stamp, to_stamp


class OutboxQueries(Protocol):
    """queries/outbox.sql."""

    async def insert_entries(
        self, db: aiosqlite.Connection, records: Sequence[Columns], /
    ) -> None: ...
    def owed_entries(
        self, db: aiosqlite.Connection, /, *, match_id: str | None
    ) -> AsyncIterator[sqlite3.Row]: ...
    async def settle_entry(
        self,
        db: aiosqlite.Connection,
        /,
        *,
        id: str,  # noqa: A002
        message_id: int | None,
        settled_at: int,
    ) -> int: ...


_queries: OutboxQueries = load_queries("outbox")


class SqliteOutbox:
    """`ports.OutboxStore`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def add(self, entries: Sequence[Entry]) -> None:
        """See the port. The matches of the entries are saved already."""
        await _queries.insert_entries(self._connection, [_columns(entry) for entry in entries])

    async def owed(self, match: MatchId | None = None) -> Sequence[Entry]:
        """See the port."""
        found = _queries.owed_entries(self._connection, match_id=match)
        return [read_entry(record) async for record in found]

    async def settle(self, entry: EntryId, message: MessageId | None, at: datetime) -> None:
        """See the port."""
        await _queries.settle_entry(
            self._connection, id=entry, message_id=message, settled_at=to_stamp(at)
        )


def _columns(entry: Entry) -> Columns:
    event = entry.event
    return {
        "id": entry.id,
        "match_id": entry.match,
        "kind": event.kind.value,
        "round": event.round,
        "row": event.row,
        "player": event.player,
        "detail": event.detail,
        "reply_to": event.reply_to,
        "created_at": to_stamp(entry.created_at),
    }


def read_entry(record: sqlite3.Row) -> Entry:
    """The entry of this record of `outbox`."""
    event = Event(
        kind=EventKind(record["kind"]),
        round=record["round"],
        row=record["row"],
        player=None if record["player"] is None else PlayerId(record["player"]),
        detail=record["detail"],
        reply_to=None if record["reply_to"] is None else MessageId(record["reply_to"]),
    )
    return Entry(
        id=EntryId(record["id"]),
        match=MatchId(record["match_id"]),
        event=event,
        created_at=from_stamp(record["created_at"]),
    )
