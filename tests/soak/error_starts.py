"""Every request of a start meets every refusal: it starts all the same, or says why it does not."""

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from sandbox import ClientRefusalError
from tests.soak.error_faults import FAULTS, HANGS, REPEATS
from tests.soak.error_steps import owed_to, until
from tests.soak.stage_soak import FAILURES, PATIENCE, Hall, Report, Table, say, template

LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d ")
OWN_FRAME = re.compile(r"/(bot|cogs)/.*, line")
START_PATIENCE = 90.0
ROWS_OF_A_MATCH = 5
"""Rows after which the match of the starts is followed by another."""
STARTS = {
    "own user": ("GET", "/users/@me"),
    "own application": ("GET", "/oauth2/applications/@me"),
    "gateway": ("GET", "/gateway/bot"),
    "emojis": ("GET", "/applications/{application}/emojis"),
    "new emoji": ("POST", "/applications/{application}/emojis"),
    "commands": ("PUT", "/applications/{application}/commands"),
}
"""The requests of a start, by name: method and path."""


def all_starts(only: str = "") -> list[tuple[str, str, int]]:
    """Every request of a start with every fault."""
    found = [
        (name, fault, times)
        for name in STARTS
        for fault in FAULTS
        for times in (REPEATS if fault != HANGS else (1,))
    ]
    return [one for one in found if only in f"start, {one[0]} × {one[1]} × {one[2]}"]


async def play_starts(hall: Hall, starts: Sequence[tuple[str, str, int]]) -> None:
    """Play starts one after the other, with one match that outlives them all."""
    if not starts:
        return
    table = hall.table(hall.sandbox.add_guild("Aviary"), "games")
    await begin(table)
    for number, start in enumerate(starts):
        await play_start(hall, table, start)
        if number % 20 == 19:
            say(f"{number + 1} starts, {len(hall.report.violations)} bad")


async def play_start(hall: Hall, table: Table, start: tuple[str, str, int]) -> None:
    """A start that meets the fault: it goes well, or ends with a sentence and the next does."""
    name, fault, times = start
    title = f"start, {name} × {fault} × {times}"
    await hall.stage.stop()
    hall.stage.log = ""
    forget_start(hall)
    method, path = STARTS[name]
    spoiled = method, path.format(application=hall.sandbox.application.id)
    FAULTS[fault](hall.sandbox.faults, times, *spoiled)
    bot = await hall.stage.launch()
    if not await connected_or_ended(hall):
        hall.report.violate(f"{title}: it neither starts nor ends: {bot.output[-500:]}")
    if mended(hall, *spoiled) == times:
        hall.report.violate(f"{title}: the request was never made: {bot.output[-500:]}")
    if not bot.running:
        check_last_words(hall.report, title, bot.output)
        await hall.stage.launch()
        await connected_or_ended(hall)
    check_log(hall.report, hall.stage.bot.output + bot.output)
    hall.report.spoiled.add(template(*spoiled))
    try:
        await row_after_start(hall, table)
    except FAILURES as error:
        hall.report.violate(f"{title}: no row is answered afterwards: {error!r}")
    hall.report.figures["starts"] += 1


async def connected_or_ended(hall: Hall) -> bool:
    """Whether the newest process has connected or ended in the time that a start may take."""
    before = len(hall.sandbox.record.identifies)
    bot = hall.stage.bot
    return await until(
        lambda: not bot.running or len(hall.sandbox.record.identifies) > before, START_PATIENCE
    )


def mended(hall: Hall, method: str, path: str) -> int:
    """Take away what is left of a fault; how often it was not met."""
    left = 0
    while hall.sandbox.faults.for_request(method, path) is not None:
        left += 1
    return left


async def row_after_start(hall: Hall, table: Table) -> None:
    """The match that outlives the starts is played on."""
    await hall.sandbox.bot_ready()
    at = table.standing()
    assert at is not None
    await table.answered(await table.type_row(at, "YYYY"))
    if at.rows >= ROWS_OF_A_MATCH:
        await refresh(table)


def check_last_words(report: Report, title: str, output: str) -> None:
    """A start that failed says why in a sentence."""
    lines = output.strip().splitlines()
    if not lines or not lines[-1].rstrip().endswith("."):
        report.violate(f"{title}: it ended without a sentence: {lines[-1:]}")


def forget_start(hall: Hall) -> None:
    """Let the next start send commands and an emoji again."""
    (Path(hall.ledger.data) / "commands.sha256").unlink(missing_ok=True)
    emojis = hall.sandbox.application.emojis
    if emojis:
        del emojis[next(iter(emojis))]


async def refresh(table: Table) -> None:
    """A round with all its rows to play."""
    at = table.standing()
    if at is not None:
        await table.concede(at)
        if await table.play_out(PATIENCE) is not None:
            raise ClientRefusalError("the match of the starts is stuck")
        await begin(table)


async def begin(table: Table) -> None:
    """A match whose first row is to be played, or a rematch of it."""
    at = table.standing()
    if at is None:
        await table.challenge()
        at = table.standing()
        assert at is not None
        await table.accept(at)
    else:
        for person in table.pair:
            await table.press(person, table.thread(at), "rematch", at.match)
    await until(lambda: not owed_to(table), PATIENCE)
    at = table.standing()
    assert at is not None
    await table.hide(at, "RBGY")


def check_log(report: Report, log: str) -> None:
    """No traceback stands in the log; each kind is named once, by its place and its error."""
    for block in log.split("Traceback (most recent call last):")[1:]:
        lines = [*takewhile(lambda line: not LOG_LINE.match(line), block.strip().splitlines())]
        own = [line.strip() for line in lines if OWN_FRAME.search(line)]
        report.violate(f"a traceback: {' '.join(lines[-1:])} {own[-1:]}")
