"""Every request of the bot meets every refusal: somebody is told, or it is tried until it arrives.

`python -m tests.soak.errors` plays the whole table, each fault once and three times in a row, and
ends with code 1 when a demand was not met; `--only` takes the cases with this text in their names.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.matches.models import LIVE
from sandbox import Channel, Message
from sandbox.model import walk
from tests.soak.error_faults import CLOSED, FAULTS, HANGS, NOT_LET_IN, PASSING, REPEATS
from tests.soak.error_starts import all_starts, check_log, mended, play_starts
from tests.soak.error_steps import (
    STEPS,
    Case,
    Place,
    Step,
    owed_to,
    until,
)
from tests.soak.stage_soak import (
    FAILURES,
    Hall,
    Report,
    Table,
    ends_of_ids,
    find_button,
    say,
    template,
)

SIDE_BY_SIDE = 8
CALL_LIMIT = 60.0
"""Seconds after which the bot lets go of a request that hangs."""
MEETING = 20.0
"""Seconds in which a request is made on a busy machine."""
REPEATING = 5.0
"""Seconds in which it is made again, with the first pauses between tries."""
SETTLING = 40.0
"""Seconds for everything owed, its pauses included, once the fault is gone."""
PLAY_OUT = 30.0
KNOWN_ACTIONS = frozenset(
    ("accept", "decline", "cancel", "rules", "set-code", "random-code", "guess", "board", "rematch",
     "two-more", "forfeit")
)  # fmt: skip
TO_OTHERS = frozenset({"code-wanted", "challenge-closed"})
"""Kinds that need no message of their own: the thread has the same button, or it is an edit."""
ENTRIES = """
SELECT outbox.id, outbox.kind, outbox.message_id FROM outbox
JOIN matches ON matches.id = outbox.match_id WHERE matches.channel = ? ORDER BY seq
"""


@dataclass(frozen=True)
class Plan:
    """One case to be played: what it needs to be named and repeated."""

    step: Step
    fault: str
    times: int

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return f"{self.step.name} × {self.fault} × {self.times}"

    @property
    def has_to_arrive(self) -> bool:
        """Whether everything owed arrives in the end, rather than only the match going on.

        What told nothing owed has nothing to make up for, and an answer that is lost is told in
        the thread. Elsewhere it arrives when the fault goes away by itself or is about the place.
        """
        match self.step.place:
            case Place.ANSWER | Place.WORDS | Place.PRIVATE:
                return True
            case Place.THREAD | Place.LOOK:
                return self.fault in PASSING | NOT_LET_IN
            case Place.OPENING:
                return self.fault in PASSING | {"160006"}
            case Place.EDIT:
                return self.fault in PASSING

    @property
    def has_to_reopen(self) -> bool:
        """Whether another thread is offered in the channel, for this one is gone."""
        return self.fault in CLOSED and self.step.place is Place.THREAD


def everything(only: str = "") -> list[Plan]:
    """The whole table; a request that hangs takes a minute, so it does so once."""
    plans = [
        Plan(step, fault, times)
        for step in STEPS
        for fault in FAULTS
        for times in (REPEATS if fault != HANGS else (1,))
    ]
    return [plan for plan in plans if only in plan.name]


async def play(hall: Hall, plan: Plan) -> None:
    """One case in a server of its own; what is wrong goes into the report."""
    guild = hall.sandbox.add_guild(plan.name[:90])
    case = Case(hall, hall.table(guild, "games"), plan.fault, plan.times)
    try:
        await plan.step.play(case)
        await met(case)
    finally:
        case.close()
    if mended(hall, *case.spoiled_request) == plan.times:
        hall.report.violate(f"{plan.name}: the request was never made")
    await act_again(case)
    if not await until(lambda: not owed_to(case.table), SETTLING):
        hall.report.violate(f"{plan.name}: {owed_to(case.table)} entries stay owed")
    check_told(case, plan)
    if not await comes_to_an_end(case):
        hall.report.violate(f"{plan.name}: stuck at {case.table.standing()}")
    hall.report.figures["cases"] += 1
    hall.report.spoiled.add(template(*case.spoiled_request))


async def met(case: Case) -> None:
    """Return when the fault was met as often as it is set, or is not met any more."""
    patience = CALL_LIMIT + SETTLING if case.fault == HANGS else REPEATING
    await until(lambda: case.met > 0, MEETING)
    await until(lambda: case.met >= case.times and not owed_to(case.table), patience)


async def act_again(case: Case) -> None:
    """Somebody does something where it went wrong, now that it can be done."""
    table = case.table
    await case.try_to(table.pair[0].slash(case.channel, "mastermind matches"))
    at = table.standing()
    if at is None or at.phase not in LIVE:
        return
    await press_what_is_new(case)
    try:
        thread = table.thread(case.at())
        message, button = find_button([*thread.messages.values()], "board", at.match)
        await table.pair[0].press(message, button)
    except FAILURES:
        pass  # there is no thread, or no board in it yet
    await play_on(case)


async def play_on(case: Case) -> None:
    """The codemaker hides a code if one is wanted, the codebreaker types a row."""
    table = case.table
    try:
        at = case.at()
        if at.phase == "setting":
            await table.hide(at, "RBGY")
        at = case.at()
        await table.answered(await table.type_row(at, "YYYY"))
    except FAILURES:
        pass  # whether the match can be played on is looked at in the end


async def press_what_is_new(case: Case) -> None:
    """A button in the channel that offers a way out, such as another thread."""
    for message in reversed([*case.channel.messages.values()]):
        for part in walk(message.components):
            kind, _, rest = str(part.get("custom_id", "")).partition(":")
            if kind == "mm" and rest.partition(":")[0] not in KNOWN_ACTIONS:
                await case.try_to(case.table.pair[0].press(message, part["custom_id"]))
                return


async def comes_to_an_end(case: Case) -> bool:
    """Whether the match can be played to its end, or given up where it has no thread."""
    if await case.table.play_out(PLAY_OUT) is None:
        return True
    if case.table.standing() is not None and case.at().thread is not None:
        return False
    case.hall.report.figures["matches without a thread that were given up"] += 1
    try:
        question = await case.table.pair[1].slash(case.channel, "mastermind forfeit")
        await case.table.pair[1].press(question.message, "Forfeit")
    except FAILURES:
        return False
    return case.at().phase not in LIVE


def messages_for(table: Table) -> list[Message]:
    """What the bot has said in the server of this table and to its two people, in order."""
    world = table.hall.sandbox.world
    users = {person.user for person in table.pair}

    def theirs(channel: Channel) -> bool:
        return channel.guild is table.channel.guild or channel.recipient in users

    found = [
        message
        for channel in world.channels.values()
        if theirs(channel)
        for message in table.hall.stage.said_in(channel)
    ]
    return sorted(found, key=lambda message: message.id)


def check_told(case: Case, plan: Plan) -> None:
    """Everything owed was told at most once and, if this plan demands it, arrived in order."""
    report, messages = case.hall.report, messages_for(case.table)
    told = Counter(end for message in messages for end in ends_of_ids(message))
    places = {end: message for message in messages for end in ends_of_ids(message)}
    order: list[int] = []
    offered = False
    for entry, kind, message_id in case.hall.ledger.ask(ENTRIES, case.channel.id):
        if told[entry] > 1:
            report.violate(f"{plan.name}: {kind} was told {told[entry]} times")
        if message_id is None and plan.has_to_arrive and kind not in TO_OTHERS:
            report.violate(f"{plan.name}: {kind} never arrived")
        offered = offered or (kind == "thread-lost" and message_id is not None)
        if entry in places and kind == "row-scored" and places[entry].interaction is None:
            order.append(places[entry].id)
    if plan.has_to_reopen and not offered:
        report.violate(f"{plan.name}: no other thread is offered")
    if order != sorted(order):
        report.violate(f"{plan.name}: rows were answered out of order")


# The run


async def run(
    report: Report, plans: Iterable[Plan], starts: Iterable[tuple[str, str, int]]
) -> None:
    """Play these cases, eight at a time, and then these starts."""
    async with Hall.open(report) as hall:
        await hall.stage.start()
        chosen = [*plans]
        quick = [one for one in chosen if not one.step.alone and one.fault != HANGS]
        hanging = [one for one in chosen if not one.step.alone and one.fault == HANGS]
        await side_by_side(hall, quick, SIDE_BY_SIDE)
        await side_by_side(hall, hanging, len(hanging) or 1)
        await side_by_side(hall, [one for one in chosen if one.step.alone], 1)
        check_refusals(report, chosen)
        check_log(report, hall.stage.bot.output)
        await play_starts(hall, [*starts])
        if not hall.stage.bot.running:
            report.violate("the bot has ended")
    untouched = ", ".join(sorted(report.asked - report.spoiled)) or "none"
    report.lines.append(f"requests that met no fault: {untouched}")


async def side_by_side(hall: Hall, plans: Sequence[Plan], width: int) -> None:
    """Play cases, so many at a time."""
    room = asyncio.Semaphore(width)

    async def one(number: int, plan: Plan) -> None:
        async with room:
            try:
                await play(hall, plan)
            except FAILURES as error:
                hall.report.violate(f"{plan.name}: cannot be played: {error!r}")
            if number % 50 == 49:
                say(f"{hall.report.figures['cases']} cases, {len(hall.report.violations)} bad")

    await asyncio.gather(*(one(number, plan) for number, plan in enumerate(plans)))


def check_refusals(report: Report, plans: Sequence[Plan]) -> None:
    """The bot asks little more often than it was refused on purpose."""
    asked = report.figures["answers of 401, 403 and 429"]
    if asked > 2 * sum(plan.times for plan in plans):
        report.violate(f"{asked} answers of 401, 403 and 429 are too many")


def main(arguments: Sequence[str]) -> int:
    """The program; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names of cases")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.seed)
    asyncio.run(run(report, everything(chosen.only), all_starts(chosen.only)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
