"""The process that is killed: it plays without pause, and says what it does through a pipe."""

import asyncio
import json
import os
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from random import Random
from typing import NoReturn, TypeAlias

from bot.engine import Code, Rules, format_code, score
from bot.matches.acts import Told
from bot.matches.errors import RefusedError
from bot.matches.ids import MatchId, MessageId, PlayerId, SourceId, ThreadId
from bot.matches.models import Person, Row, Terms
from bot.matches.service import Service
from bot.matches.view import MatchView
from bot.presentation.palette import legend
from bot.runtime.system import SystemChance, utc_now
from bot.storage.database import SqliteDatabase
from tests.soak.people import Numbers, Table, hide, person, setting

TABLES = 3
"""Matches that are played side by side."""
LUCK = 0.4
"""How often a row is the code: lives are short, and matches are to end in them."""
RULES = Rules(rows=6)
TERMS = Terms(RULES)


@dataclass(frozen=True, slots=True)
class Asked:
    """A row that is being played."""

    source: int
    match: str
    thread: int
    round: int
    player: int
    text: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A row whose player was told the reply."""

    source: int
    match: str
    round: int
    row: int
    code: str
    black: int
    white: int

    @property
    def place(self) -> tuple[object, ...]:
        """Match, round and row."""
        return self.match, self.round, self.row

    @property
    def stored(self) -> tuple[object, ...]:
        """The row as the database has it."""
        return (*self.place, self.code, self.black, self.white)


@dataclass(frozen=True, slots=True)
class Wrong:
    """What must not happen."""

    what: str


Word: TypeAlias = Asked | Acknowledged | Wrong
KINDS: dict[str, type[Word]] = {kind.__name__: kind for kind in (Asked, Acknowledged, Wrong)}


def read_lines(words: bytes) -> Iterator[Word]:
    """What a child said; a last line that the kill cut off does not count."""
    for line in words.split(b"\n")[:-1]:
        kind, *values = json.loads(line)
        yield KINDS[kind](*values)


def live(
    folder: Path, first_number: int, again: Sequence[Asked], pipe: int, *, early: bool
) -> NoReturn:
    """All that a child does: it plays until it is killed, after hearing `again` once more."""
    try:
        asyncio.run(_play(folder, Numbers(first_number), again, pipe, early=early))
    except BaseException:  # noqa: BLE001  # the parent has to hear of it, whatever it is
        _say(pipe, Wrong(traceback.format_exc()))
    finally:
        os._exit(1)  # nothing of the parent's may be tidied up here


async def _play(
    folder: Path, numbers: Numbers, again: Sequence[Asked], pipe: int, *, early: bool
) -> None:
    database = await SqliteDatabase.open(folder, clock=utc_now)
    service = Service(database, legend, utc_now, SystemChance())
    await service.acts.start()
    players = [
        Player(service, numbers, pipe, Random(numbers.start + number), early=early)
        for number in range(TABLES)
    ]
    for asked in again:
        await players[0].repeat(asked)
    await asyncio.gather(*(player.play_on() for player in players))


def _say(pipe: int, word: Word) -> None:
    """One line at once. It is far below the size up to which a pipe takes it whole or not."""
    os.write(pipe, json.dumps([type(word).__name__, *astuple(word)]).encode() + b"\n")


class Player:
    """Plays one match after the other, both sides of it."""

    def __init__(
        self, service: Service, numbers: Numbers, pipe: int, random: Random, *, early: bool
    ) -> None:
        self._service = service
        self._numbers = numbers
        self._pipe = pipe
        self._random = random
        self._early = early

    async def play_on(self) -> None:
        """Until the process ends."""
        while True:
            table = self._numbers.table()
            match = await setting(self._service, self._numbers, table, TERMS)
            for _ in range(TERMS.rounds):
                await self._round(table, match)
                match = await self._service.see(match.id, table.people[0].id)

    async def repeat(self, asked: Asked) -> None:
        """A row that was asked for before: it counts now, or it was counted then."""
        try:
            told = await self._ask(asked)
        except RefusedError:  # it came to nothing before, and the match has gone on since
            return
        if told is not None:
            self._acknowledge(told, asked)

    async def _round(self, table: Table, match: MatchView) -> None:
        secret = self._code()
        match = await hide(self._service, table, match, format_code(secret, legend(RULES)))
        for number in range(1, RULES.rows + 1):
            found = number == RULES.rows or self._random.random() < LUCK
            code = secret if found else self._code()
            await self._row(table, match, number, secret, code)
            if code == secret:
                return

    async def _row(
        self, table: Table, match: MatchView, number: int, secret: Code, code: Code
    ) -> None:
        playing = match.rounds[-1]
        asked = Asked(
            self._numbers.source(),
            match.id,
            match.thread or 0,
            playing.number,
            person(table, playing.codebreaker).id,
            format_code(code, legend(RULES)),
        )
        _say(self._pipe, asked)
        if self._early:
            reply = score(secret, code)
            foretold = Row(number, code, reply, SourceId(asked.source), utc_now())
            self._say_row(asked, playing.number, foretold)
            await self._ask(asked)
            return
        told = await self._ask(asked)
        assert told is not None
        self._acknowledge(told, asked)

    async def _ask(self, asked: Asked) -> Told | None:
        """Every other row comes as a message, the others from the box."""
        who = Person(PlayerId(asked.player), "Wren", "fr")
        source = SourceId(asked.source)
        if source % 2:
            return await self._service.play_row(
                MatchId(asked.match), asked.round, who, asked.text, source
            )
        message = asked.source
        return await self._service.hear(
            ThreadId(asked.thread), who, asked.text, MessageId(message), readable=True
        )

    def _acknowledge(self, told: Told, asked: Asked) -> None:
        for played in told.own.rounds:
            for row in played.rows:
                if row.source == asked.source:
                    self._say_row(asked, played.number, row)

    def _say_row(self, asked: Asked, round_number: int, row: Row) -> None:
        code = ",".join(map(str, row.code))
        keys = row.feedback
        _say(
            self._pipe,
            Acknowledged(
                asked.source, asked.match, round_number, row.number, code, keys.black, keys.white
            ),
        )

    def _code(self) -> Code:
        return Code(self._random.randrange(RULES.symbol_count) for _ in range(RULES.positions))
