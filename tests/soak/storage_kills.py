"""A power cut at any moment: what was acknowledged is in the database, once, and as it was said.

`python -m tests.soak.storage_kills --count 1000` plays matches in a child process over a real
file and kills it again and again, always over the same data folder. With `--control` the child
acknowledges before it has committed; then rows must be found lost, or the exit code is 1.
"""

import contextlib
import os
import select
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.storage.database import DATABASE_FILE
from tests.soak.killed_child import Acknowledged, Asked, Wrong, live, read_lines
from tests.soak.program import Report, leave, options, parsed

SOONEST, LATEST = 0.005, 0.150
"""Seconds from a child's first word to its end."""
PATIENCE = 60.0
"""Seconds for a child to open the database and say its first word."""
NUMBERS_EACH = 1_000_000
"""So many ids are each child's own."""

ROW = "SELECT match_id, round, number, code, black, white FROM rows WHERE source = ?"
ENTRIES = """
SELECT match_id, round, row, COUNT(*), MAX(seq) FROM outbox
WHERE kind = 'row-scored' AND seq > ? GROUP BY match_id, round, row
"""
GAPS = """
SELECT match_id, round FROM rows GROUP BY match_id, round
HAVING COUNT(*) <> MAX(number) OR MIN(number) <> 1
"""
ROWS_WITHOUT_ENTRY = """
SELECT source FROM rows WHERE NOT EXISTS (
    SELECT 1 FROM outbox WHERE kind = 'row-scored' AND outbox.match_id = rows.match_id
    AND outbox.round = rows.round AND outbox.row = rows.number
)
"""


@dataclass
class Kills:
    """One data folder, and what all its children have said."""

    folder: Path
    seed: int
    control: bool
    report: Report = field(default_factory=lambda: Report("storage_kills"))
    acknowledged: dict[int, Acknowledged] = field(default_factory=dict)
    again: Sequence[Asked] = ()
    """What the next child hears once more, as Discord repeats what it saw no answer to."""
    last_seq: int = 0

    def kill_once(self, number: int) -> None:
        """A child lives, dies, and what it left is checked."""
        seed = self.seed + number
        asked, said = self._life(number, seed)
        self.report.figures["kills"] += 1
        self.report.figures["rows asked for"] += len(asked)
        self.report.figures["rows acknowledged"] += len(said)
        for one in said:
            if one.source in self.acknowledged:
                self.report.violate("a row was acknowledged twice", str(one), seed)
            self.acknowledged[one.source] = one
        with self._reader() as reader:
            self._check_whole(reader, seed)
            self._check_rows(reader, said, seed)
            self._check_entries(reader, said, seed)
        self.again = asked[-5:]

    def check_all(self) -> None:
        """Everything that was ever acknowledged, and every match from end to end."""
        with self._reader() as reader:
            self._check_rows(reader, list(self.acknowledged.values()), self.seed)
            for match, played in reader.execute(GAPS):
                self.report.violate("a gap among rows", f"{match}, round {played}", self.seed)
            for (source,) in reader.execute(ROWS_WITHOUT_ENTRY):
                self.report.violate("a row without its entry", str(source), self.seed)
            count = reader.execute("SELECT COUNT(*) FROM rows").fetchone()[0]
            self.report.figures["rows in the database"] = count

    def _life(self, number: int, seed: int) -> tuple[list[Asked], list[Acknowledged]]:
        """From fork to SIGKILL. Forking from here, with all modules loaded, is quick; it needs
        this process to have no other thread and no open database."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            live(self.folder, (number + 1) * NUMBERS_EACH, self.again, writing, early=self.control)
        os.close(writing)
        if not select.select([reading], [], [], PATIENCE)[0]:
            self.report.violate("a child said nothing", f"kill {number}", seed)
        time.sleep(Random(seed).uniform(SOONEST, LATEST))  # the random moment is what is tested
        os.kill(child, signal.SIGKILL)
        with os.fdopen(reading, "rb") as pipe:
            words = pipe.read()
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            self.report.violate("a child ended by itself", f"kill {number}", seed)
        return self._sorted(words, seed)

    def _sorted(self, words: bytes, seed: int) -> tuple[list[Asked], list[Acknowledged]]:
        said = list(read_lines(words))
        for one in said:
            if isinstance(one, Wrong):
                self.report.violate("a child met an error", one.what, seed)
        asked = [one for one in said if isinstance(one, Asked)]
        return asked, [one for one in said if isinstance(one, Acknowledged)]

    @contextlib.contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        address = f"file:{self.folder / DATABASE_FILE}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as reader:
            yield reader

    def _check_whole(self, reader: sqlite3.Connection, seed: int) -> None:
        if (found := reader.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
            self.report.violate("the file is damaged", str(found[:3]), seed)
        if found := reader.execute("PRAGMA foreign_key_check").fetchall():
            self.report.violate("a reference to nothing", str(found[:3]), seed)

    def _check_rows(
        self, reader: sqlite3.Connection, said: Sequence[Acknowledged], seed: int
    ) -> None:
        for one in said:
            stored = reader.execute(ROW, (one.source,)).fetchall()
            if not stored:
                self.report.violate("lost rows", str(one), seed)
            elif stored != [one.stored]:
                self.report.violate("a row is stored otherwise", f"{one}, {stored}", seed)

    def _check_entries(
        self, reader: sqlite3.Connection, said: Sequence[Acknowledged], seed: int
    ) -> None:
        found = reader.execute(ENTRIES, (self.last_seq,)).fetchall()
        counts = {tuple(place): times for *place, times, _ in found}
        self.last_seq = max((seq for *_, seq in found), default=self.last_seq)
        for place, times in counts.items():
            if times != 1:
                self.report.violate("a row is told twice", str(place), seed)
        for one in said:
            if counts.get(one.place) != 1:
                self.report.violate("lost entries", str(one), seed)


def run(folder: Path, count: int, seed: int, *, control: bool) -> Report:
    """So many kills over this data folder."""
    kills = Kills(folder, seed, control)
    started = time.monotonic()
    for number in range(count):
        kills.kill_once(number)
        kills.report.progress(number + 1, count)
    kills.check_all()
    kills.report.figures["seconds"] = round(time.monotonic() - started)
    return kills.report


def main() -> None:
    """The program."""
    parser = options("tests.soak.storage_kills", __doc__, 1000)
    parser.add_argument("--control", action="store_true", help="acknowledge before the commit")
    given = parsed(parser)
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder), given.count, given.seed, control=given.control)
    if not given.control:
        leave(report)
    report.finish()
    lost = report.violations["lost rows"]
    print("The control lost rows, as it must." if lost else "The control lost no row: it must.")
    sys.exit(0 if lost else 1)


if __name__ == "__main__":
    main()
