"""One step of a history: asked of the service, told to the ledger, and thought up by chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import assert_never

from bot.matches.acts import Told
from bot.matches.errors import RefusedError, UnreadableCodeError
from bot.matches.ids import MatchId, MessageId, SourceId, ThreadId
from bot.matches.service import Service
from bot.matches.upkeep import Upkeep
from tests.soak.ledger import UNREADABLE, Answer, Code, Kept, Ledger
from tests.soak.people import Table

LETTERS = "RB"


class Kind(StrEnum):
    """What people do, and what happens to them."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    SET_CODE = "set code"
    RANDOM_CODE = "random code"
    BOX = "box"
    COMMAND = "command"
    SAY = "say"
    CHAT = "chat"
    EMPTY = "empty message"
    CONCEDE = "concede"
    FORFEIT = "forfeit"
    TWO_MORE = "two more"
    REMATCH = "rematch"
    REOPEN = "reopen"
    THREAD_GONE = "thread gone"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens. Delivered twice, it has the same source both times."""

    kind: Kind
    match: str
    who: int
    source: int
    number: int = 1
    code: Code = ()


async def ask(  # noqa: C901, PLR0911, PLR0912 - one case for each kind of step, nothing else
    service: Service, table: Table, kept: Kept, step: Step
) -> Told | None:
    """The step, done for real."""
    who, match, thread = table.people[step.who], MatchId(step.match), ThreadId(kept.thread)
    text, source = "".join(LETTERS[symbol] for symbol in step.code), SourceId(step.source)
    match step.kind:
        case Kind.ACCEPT:
            return await service.accept(match, who, MessageId(kept.thread))
        case Kind.DECLINE:
            return await service.decline(match, who)
        case Kind.CANCEL:
            return await service.cancel(match, who)
        case Kind.SET_CODE:
            return await service.set_code(match, step.number, who, text)
        case Kind.RANDOM_CODE:
            return await service.random_code(match, step.number, who)
        case Kind.BOX:
            return await service.play_row(match, step.number, who, text, source)
        case Kind.COMMAND:
            return await service.play_row_in(thread, who, text, source)
        case Kind.SAY | Kind.CHAT | Kind.EMPTY:
            said = "well, hello" if step.kind is Kind.CHAT else text
            return await service.hear(
                thread, who, said, MessageId(step.source), readable=step.kind is not Kind.EMPTY
            )
        case Kind.CONCEDE:
            return await service.concede(thread, who)
        case Kind.FORFEIT:
            return await service.forfeit(match, who)
        case Kind.TWO_MORE:
            return await service.two_more(match, who)
        case Kind.REMATCH:
            return await service.rematch(match, who)
        case Kind.REOPEN:
            return await service.reopen(match, who)
        case Kind.THREAD_GONE:
            return await Upkeep(service.acts).lose_thread(thread)
        case Kind.TIME:
            return await Upkeep(service.acts).pass_time(match)
        case _:
            assert_never(step.kind)


def expect(  # noqa: C901, PLR0911, PLR0912 - one case for each kind of step, nothing else
    ledger: Ledger, step: Step, drawn: Sequence[int], successor: str
) -> Answer:
    """The step by the ledger; `drawn` are the numbers that the service drew meanwhile."""
    kept = ledger.matches[step.match]
    match step.kind:
        case Kind.ACCEPT:
            return ledger.accept(kept, step.who, coin=drawn[:1] == [0])
        case Kind.DECLINE:
            return ledger.decline(kept, step.who)
        case Kind.CANCEL:
            return ledger.cancel(kept, step.who)
        case Kind.SET_CODE:
            return ledger.set_code(kept, step.who, step.number, step.code)
        case Kind.RANDOM_CODE:
            return ledger.set_code(kept, step.who, step.number, tuple(drawn[-2:]))
        case Kind.BOX:
            return ledger.play_row(kept, step.who, step.number, step.code, step.source)
        case Kind.COMMAND:
            return ledger.play_row_in(kept.thread, step.who, step.code, step.source)
        case Kind.SAY:
            return ledger.hear(kept.thread, step.who, step.code, step.source)
        case Kind.CHAT:
            return ledger.hear(kept.thread, step.who, None, step.source)
        case Kind.EMPTY:
            return ledger.hear_nothing(kept.thread, step.who, step.source)
        case Kind.CONCEDE:
            return ledger.concede(kept.thread, step.who)
        case Kind.FORFEIT:
            return ledger.forfeit(kept, step.who)
        case Kind.TWO_MORE:
            return ledger.two_more(kept, step.who)
        case Kind.REMATCH:
            return ledger.rematch(kept, step.who, successor)
        case Kind.REOPEN:
            return ledger.reopen(kept, step.who)
        case Kind.THREAD_GONE:
            return ledger.lose_thread(kept.thread)
        case Kind.TIME:
            return ledger.pass_time(kept)
        case _:
            assert_never(step.kind)


async def answered(service: Service, table: Table, kept: Kept, step: Step) -> Answer:
    """What came of the step, in the ledger's words."""
    try:
        told = await ask(service, table, kept, step)
    except RefusedError as error:
        return error.refusal.reason.value
    except UnreadableCodeError:
        return UNREADABLE
    return None if told is None else [entry.event.kind.value for entry in told.entries]


def next_step(ledger: Ledger, random: Random, source: int) -> Step:
    """Mostly what is due, otherwise anything by anybody."""
    kept = random.choice(list(ledger.matches.values())[-2:])
    code = tuple(random.randrange(2) for _ in range(2))
    if random.random() < 0.7:
        kind, who = _due(kept, random)
        return Step(kind, kept.id, who, source, len(kept.model.rounds), code)
    kind = random.choice(list(Kind))
    if kind is Kind.SAY:
        code = _said(kept, random)
    if kind is Kind.EMPTY:
        code = ()
    return Step(kind, kept.id, random.randrange(3), source, random.randint(1, 3), code)


def _due(kept: Kept, random: Random) -> tuple[Kind, int]:
    model = kept.model
    match model.phase:
        case "challenged":
            return Kind.ACCEPT, kept.opponent
        case "setting":
            kind = random.choice((Kind.SET_CODE, Kind.SET_CODE, Kind.RANDOM_CODE))
            return kind, kept.player(model.now["maker"])
        case "breaking":
            kind = random.choice((Kind.BOX, Kind.COMMAND, Kind.SAY))
            return kind, kept.player(1 - model.now["maker"])
        case _:
            kind = random.choice((Kind.TWO_MORE, Kind.REMATCH))
            return kind, kept.player(random.randrange(2))


def _said(kept: Kept, random: Random) -> Code:
    """A row, the code itself given away, or a row that is too long."""
    hidden = kept.model.now["code"] if kept.model.rounds else None
    if hidden and random.random() < 0.5:
        return tuple(hidden)
    return tuple(random.randrange(2) for _ in range(random.choice((2, 2, 3))))
