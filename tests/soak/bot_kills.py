"""The bot is killed at random moments while people play: nothing is lost, nothing comes twice.

`python -m tests.soak.bot_kills --count 200` ends with code 1 when a demand was not met. A typed row
that nobody answers is one of them unless `--no-strict-catch-up` is given.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, assert_never

from bot.matches.models import Phase
from sandbox import EventFault, Message, Person
from tests.soak.stage_soak import (
    FAILURES,
    Hall,
    Report,
    Standing,
    Table,
    ends_of_ids,
    keys,
    letters,
    say,
)

T = TypeVar("T")
NONCE_LIFE = 400
"""Seconds after which Discord no longer drops a message that is sent again."""
SOONEST, LATEST = 0.05, 3.0
"""Seconds from a start that is complete to the next kill."""
GIVE_UP_AFTER = 5
"""Starts after which nobody waits any longer for the answer to a row; some are cut very short."""
TURN_OF_ERRORS = 0.5
"""Seconds after which a person tries again what did not work."""
PLAY_OUT = 60.0
"""Seconds for a typed row's answer and for a match's end, when nothing goes wrong any more."""
SENDS = r"/(channels/\d+/(messages|threads)|channels/\d+/messages/\d+/threads|users/@me/channels)"
ANSWERS = r"/(interactions|webhooks)/.*"
UNDELIVERABLE = ("challenge-closed", "challenged")
"""What may be settled without a message: nobody is asked any more, or there is nothing to edit."""
ROWS = """
SELECT rows.match_id, rows.round, rows.number, rows.code, black, white, source, rounds.code
FROM rows JOIN rounds ON rounds.match_id = rows.match_id AND rounds.number = rows.round
"""
ROUND_END = """
SELECT outcome, (SELECT COALESCE(MAX(source), 0) FROM rows
    WHERE rows.match_id = rounds.match_id AND rows.round = rounds.number)
FROM rounds WHERE match_id = ? AND number = ?
"""
CONCEDED = "conceded"
ENTRIES = "SELECT id, kind, match_id, round, row, message_id FROM outbox ORDER BY seq"


@dataclass
class Kills:
    """One run: its tables, and how often the bot was started."""

    hall: Hall
    tables: list[Table] = field(default_factory=list)
    starts: int = 0
    """Starts after which everything owed was told."""
    over: bool = False
    """Nobody begins anything any more."""

    def set_up(self, count: int) -> None:
        """So many pairs, in an English and a French server."""
        for number, locale in enumerate(("en-US", "fr")):
            guild = self.hall.sandbox.add_guild(f"Aviary {number}", locale)
            self.tables += [
                self.hall.table(guild, f"games-{table}", locale)
                for table in range(number, count, 2)
            ]

    async def play(self, table: Table) -> None:
        """One pair plays without pause until the run is over."""
        while not self.over:
            try:
                await self._step(table)
            except FAILURES as error:
                self.hall.report.figures[f"tries that met {type(error).__name__}"] += 1
                await asyncio.sleep(TURN_OF_ERRORS)

    async def _step(self, table: Table) -> None:
        at = table.standing()
        if at is None:
            await table.challenge(preset="mini")
            return
        match at.phase:
            case Phase.CHALLENGED:
                await table.accept(at)
            case Phase.SETTING:
                await self._hide(table, at)
            case Phase.BREAKING:
                await self._break(table, at)
            case Phase.FINISHED:
                await self._begin_again(table, at)
            case Phase.DECLINED | Phase.CANCELLED | Phase.EXPIRED:
                await table.challenge(preset="mini")
            case _:
                assert_never(at.phase)

    async def _begin_again(self, table: Table, at: Standing) -> None:
        if self.hall.random.random() < 0.2:
            await table.challenge(preset="mini", private=self.hall.random.random() < 0.5)
            if table.standing() != at:
                return
        for person in table.pair:
            await table.press(person, table.thread(at), "rematch", at.match)

    async def _hide(self, table: Table, at: Standing) -> None:
        if self.hall.random.random() < 0.2:
            maker = table.person(at.codemaker)
            await table.press(maker, table.thread(at), "random-code", at.match, at.round)
        else:
            await table.hide(at, self.hall.code())

    async def _break(self, table: Table, at: Standing) -> None:
        row, chance = self.hall.code(), self.hall.random.random()
        if chance < 0.6:
            await self._await_answer(table, await table.type_row(at, row))
        elif chance < 0.75:
            await self._row_by_box(table, at, row)
        elif chance < 0.95:
            await self._row_by_command(table, at, row)
        else:
            await table.concede(at)

    async def _await_answer(self, table: Table, message: Message) -> None:
        """Wait for it, however often the bot ends and starts; some starts later never mind."""
        last = self.starts + GIVE_UP_AFTER
        while self.starts < last:
            for_good = self.over  # nobody kills it any more
            try:
                await table.answered(message, PLAY_OUT if for_good else 1.0)
            except TimeoutError:
                if for_good:
                    return
            else:
                self.hall.report.figures["typed rows answered"] += 1
                return

    async def _row_by_box(self, table: Table, at: Standing, row: str) -> None:
        breaker = table.person(at.codebreaker)
        box = await table.box(breaker, at, "guess")
        field_ids = [part["component"]["custom_id"] for part in box.data["components"]]
        values = {"text": row} if "text" in field_ids else dict(zip(field_ids, row, strict=True))
        try:
            answer = await breaker.submit(box, values)
        finally:
            source = self._began(table, breaker, row)
        table.acknowledge(source, answer.text)

    async def _row_by_command(self, table: Table, at: Standing, row: str) -> None:
        breaker = table.person(at.codebreaker)
        try:
            answer = await breaker.slash(table.thread(at), "mastermind guess", code=row)
        finally:
            source = self._began(table, breaker, row)
        table.acknowledge(source, answer.text)

    def _began(self, table: Table, breaker: Person, row: str) -> int:
        """The interaction with which this row was played, answered or not."""
        source = self.hall.ears.begun.get(breaker.id, 0)
        table.played.setdefault(source, row)
        return source

    # Trouble

    def spoil(self) -> None:
        """Something of Discord goes wrong, or nothing."""
        faults, random = self.hall.sandbox.faults, self.hall.random
        match random.randrange(8):
            case 0:
                faults.fail(503, times=random.randint(1, 3), method="POST", path=SENDS)
            case 1:
                faults.fail(503, method="POST", path=ANSWERS)
            case 2:
                lost = random.choice((None, 503))
                faults.lose_answer(status=lost, times=2, method="POST", path=SENDS)
            case 3:
                faults.lose_answer(status=None, method="POST", path=ANSWERS)
            case 4:
                self.hall.sandbox.gateway.drop(resumable=random.random() < 0.7)
            case 5:
                faults.events(EventFault.TWICE, times=5)
                faults.events(EventFault.TWICE, name="INTERACTION_CREATE", times=5)
            case 6:
                faults.events(EventFault.AFTER_NEXT, times=2)
            case _:
                pass

    async def kill_and_start(self) -> None:
        """A power cut at a random moment; returns when everything owed before it was told."""
        hall = self.hall
        if hall.random.random() < 0.7:
            self.spoil()
        await asyncio.sleep(hall.random.uniform(SOONEST, LATEST))
        await hall.stage.kill()
        if hall.random.random() < 0.25:
            hall.sandbox.clock.advance(NONCE_LIFE)
        await self._start()
        hall.report.figures["kills"] += 1

    async def _start(self) -> None:
        hall = self.hall
        _read_log(hall)
        last = hall.ledger.last_entry()
        await hall.stage.start()
        if not await hall.settled(last):
            hall.report.violate(f"{hall.ledger.owed(last)} entries stay owed after a start")
        for finding in hall.ledger.damage():
            hall.report.violate(f"the database is damaged: {finding}")
        self._check_acknowledged()
        self.starts += 1

    # The end

    async def calm(self) -> None:
        """Nothing goes wrong any more, and what Discord still held back comes with this message."""
        self.hall.sandbox.faults.clear()
        self.over = True
        await self.tables[0].pair[0].say(self.tables[0].channel, "Good night")

    async def end(self) -> None:
        """Everybody stops; every match is played to its end and everything is told."""
        await self.hall.settled()
        stuck = await asyncio.gather(*(table.play_out(PLAY_OUT) for table in self.tables))
        for finding in filter(None, stuck):
            self.hall.report.violate(f"stuck: {finding}")
        if not await self.hall.settled():
            self.hall.report.violate(f"{self.hall.ledger.owed()} entries stay owed at the end")
        await self.hall.stage.stop()
        _read_log(self.hall)

    def _check_acknowledged(self) -> None:
        """Every row whose answer was seen is in the database, with those keys."""
        query = "SELECT source, number, black, white FROM rows"
        stored = {source: tuple(others) for source, *others in self.hall.ledger.ask(query)}
        for source, shown in _merged(table.acknowledged for table in self.tables).items():
            if stored.get(source) != (shown.number, shown.black, shown.white):
                self.hall.report.violate(
                    f"an acknowledged row is lost or changed: {shown}, {stored.get(source)}"
                )

    def check(self, *, strict_catch_up: bool) -> None:
        """The whole account."""
        self._check_acknowledged()
        self._check_rows()
        self._check_told()
        unanswered = self._unanswered()
        figures = self.hall.report.figures
        figures["typed rows never answered"] = len(unanswered)
        figures["rows seen"] = sum(len(table.acknowledged) for table in self.tables)
        for row in unanswered if strict_catch_up else ():
            self.hall.report.violate(f"a typed row was never answered: {row}")
        for message in self.hall.ears.doubled:
            self.hall.report.violate(f"a row was answered twice: {message.text!r}")

    def _unanswered(self) -> list[str]:
        """The typed rows that should have been answered and were not."""
        return [
            f"{table.played[row]} at {at}"
            for table in self.tables
            for row, at in table.typed.items()
            if row not in self.hall.ears.answers and not self._came_too_late(table, row, at)
        ]

    def _came_too_late(self, table: Table, row: int, at: Standing) -> bool:
        """Whether what ended the round was begun earlier, and had only seemed to fail."""
        ((outcome, last),) = self.hall.ledger.ask(ROUND_END, at.match, at.round)
        ended_by = table.conceded.get((at.match, at.round), row) if outcome == CONCEDED else last
        return bool(outcome is not None and ended_by < row)

    def _check_rows(self) -> None:
        report = self.hall.report
        played = _merged(table.played for table in self.tables)
        shown = _merged(table.acknowledged for table in self.tables)
        rows = self.hall.ledger.ask(ROWS)
        for match, number, row, code, black, white, source, secret in rows:
            name = f"match {match}, round {number}, row {row}"
            if played.get(source) != letters(code):
                report.violate(f"{name}: nobody played {letters(code)} ({played.get(source)})")
            if secret is None or keys(letters(secret), letters(code)) != (black, white):
                report.violate(f"{name}: {black} black, {white} white are wrong")
            if source in shown and shown[source].row != letters(code):
                report.violate(f"{name}: the answer names another row: {shown[source]}")
        report.figures["rows in the database"] = len(rows)
        for source, times in Counter(row[6] for row in rows).items():
            if times > 1:
                report.violate(f"{source} was scored {times} times")

    def _check_told(self) -> None:
        """Every entry arrived once: no two messages end in its id, and none is missing."""
        told: Counter[str] = Counter()
        for channel in self.hall.sandbox.world.channels.values():
            for message in self.hall.stage.said_in(channel):
                told.update(ends_of_ids(message))
        entries = self.hall.ledger.ask(ENTRIES)
        for entry, kind, match, number, row, message in entries:
            name = f"{kind} of match {match}, round {number}, row {row}"
            if told[entry] > 1:
                self.hall.report.violate(f"{name} was told {told[entry]} times")
            if message is None and kind not in UNDELIVERABLE:
                self.hall.report.violate(f"{name} was given up")
            if kind == "row-scored" and told[entry] == 0:
                self.hall.report.violate(f"{name} was never told")
        self.hall.report.figures["entries told"] = len(entries)


def _merged(parts: Iterable[dict[int, T]]) -> dict[int, T]:
    return {key: value for part in parts for key, value in part.items()}


def _read_log(hall: Hall) -> None:
    """What the process that ended printed is read once and forgotten."""
    if "Traceback" in hall.stage.log:
        hall.report.violate(f"a traceback: {hall.stage.log.partition('Traceback')[2][:2000]}")
    hall.stage.log = ""


async def run(report: Report, *, count: int, tables: int, strict_catch_up: bool = True) -> None:
    """So many kills while so many pairs play; what is found goes into the report."""
    async with Hall.open(report) as hall:
        kills = Kills(hall)
        kills.set_up(tables)
        await hall.stage.start()
        playing = [asyncio.create_task(kills.play(table)) for table in kills.tables]
        for number in range(1, count + 1):
            await kills.kill_and_start()
            if number % 10 == 0:
                say(f"{number} kills, {len(report.violations)} violations")
        await kills.calm()
        await asyncio.wait_for(asyncio.gather(*playing), 2 * PLAY_OUT)
        await kills.end()
        kills.check(strict_catch_up=strict_catch_up)


def main(arguments: Sequence[str]) -> int:
    """The program; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="kills")
    parser.add_argument("--tables", type=int, default=10, help="pairs that play at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strict-catch-up", action=argparse.BooleanOptionalAction, default=True)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.seed)
    asyncio.run(
        run(
            report,
            count=chosen.count,
            tables=chosen.tables,
            strict_catch_up=chosen.strict_catch_up,
        )
    )
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
