"""Matches to store: a few by hand, and any by hypothesis."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

from hypothesis import strategies as st

from bot.engine import SALT_BYTES, Code, Feedback, Rules, Symbols
from bot.engine.levels import Level
from bot.matches.ids import (
    ALPHABET,
    MATCH_ID_LENGTH,
    ChannelId,
    EntryId,
    GuildId,
    MatchId,
    PlayerId,
    SourceId,
)
from bot.matches.models import (
    LIVE,
    CallOff,
    Ending,
    Entry,
    Event,
    EventKind,
    FirstCodemaker,
    Kind,
    Limits,
    Match,
    Outcome,
    Phase,
    Points,
    Round,
    Row,
    Secret,
    Terms,
)
from bot.matches.ports import Database, Stores

T = TypeVar("T")

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
GUILD, OTHER_GUILD = GuildId(700), GuildId(701)
ROBIN, WREN, TEAL, LARK = PlayerId(11), PlayerId(12), PlayerId(13), PlayerId(14)
CODE = Code((7, 2, 5, 0, 3, 6, 1, 4))
SALT = bytes(range(160, 176))
SECRET = Secret(CODE, SALT, "a" * 64)
FREE = Round(1, ROBIN, WREN)
SET = replace(FREE, secret=SECRET)


def a_match(name: str, **changes: Any) -> Match:
    """A running match between Robin and Wren that waits for Robin's code."""
    match = Match(
        id=MatchId(name),
        guild=GUILD,
        channel=ChannelId(70),
        challenger=ROBIN,
        opponent=WREN,
        terms=Terms(Rules(positions=8, colours=8)),
        phase=Phase.SETTING,
        created_at=START,
        expires_at=START + timedelta(days=1),
        turn_since=START,
        agreed_rounds=2,
        rounds=(FREE,),
    )
    return replace(match, **changes)


def a_row(number: int, source: int) -> Row:
    """A row that is not the code, and finds nothing."""
    return Row(number, Code((0,) * 8), Feedback(1, 0), SourceId(source), START)


def rows(count: int, first_source: int) -> tuple[Row, ...]:
    """That many rows, from sources that follow one another."""
    return tuple(a_row(number, first_source + number) for number in range(1, count + 1))


def finished(name: str, points: Mapping[PlayerId, int], **changes: Any) -> Match:
    """A match of two rounds in which each of the two got these points, one to ten."""
    (first, second), sources = points, int.from_bytes(name.encode()) * 1000
    rounds = (
        Round(1, first, second, SECRET, rows(points[first], sources), Outcome.SOLVED),
        Round(2, second, first, SECRET, rows(points[second], sources + 500), Outcome.SOLVED),
    )
    leader = first if points[first] > points[second] else second
    match = a_match(
        name,
        challenger=first,
        opponent=second,
        phase=Phase.FINISHED,
        rounds=rounds,
        ending=Ending.COMPLETE,
        winner=None if points[first] == points[second] else leader,
        ended_at=START,
    )
    return replace(match, **changes)


def an_entry(name: str, match: str = "m1", **event: Any) -> Entry:
    """A row's reply that is owed."""
    return Entry(
        EntryId(name), MatchId(match), Event(**{"kind": EventKind.ROW_SCORED} | event), START
    )


async def save(database: Database, match: Match) -> Match:
    """Save in a transaction of its own."""
    return await database.transact(lambda stores: stores.matches.save(match))


async def load(database: Database, name: str) -> Match | None:
    """Load in a transaction of its own."""
    return await database.transact(lambda stores: stores.matches.load(MatchId(name)))


class Undone(Exception):  # noqa: N818 - it takes a transaction back, nothing failed
    """Raised at the end of a transaction so that an example leaves the database as it was."""


async def undone(database: Database, work: Callable[[Stores], Awaitable[T]]) -> T:
    """The result of work that is not kept."""
    results: list[T] = []

    async def work_then_undo(stores: Stores) -> None:
        results.append(await work(stores))
        raise Undone

    with suppress(Undone):
        await database.transact(work_then_undo)
    return results[0]


SNOWFLAKES = st.integers(1, 2**63 - 1)
TIMES = st.integers(-(10**16), 10**16).map(lambda stamp: START + timedelta(microseconds=stamp))
SPANS = st.integers(1, 10**13).map(lambda span: timedelta(microseconds=span))
LIMITS = st.builds(Limits, turn=SPANS, reminder=st.none() | SPANS)
IDS = st.text(ALPHABET, min_size=MATCH_ID_LENGTH, max_size=MATCH_ID_LENGTH).map(MatchId)
RULES = st.builds(
    Rules,
    positions=st.integers(3, 8),
    symbols=st.sampled_from(Symbols),
    colours=st.integers(4, 26),
    rows=st.integers(6, 12),
    repeats=st.booleans(),
    blanks=st.booleans(),
)
TERMS = st.builds(
    Terms,
    rules=RULES,
    rounds=st.sampled_from([2, 4, 6, 8]),
    points=st.sampled_from(Points),
    first=st.sampled_from(FirstCodemaker),
    private=st.booleans(),
    hints=st.booleans(),
)


@st.composite
def _terms_of(draw: st.DrawFn, kind: Kind) -> Terms:
    """Terms that such a match can have."""
    level = draw(st.sampled_from(Level)) if kind is Kind.BOT else None
    terms = replace(draw(TERMS), kind=kind, level=level)
    return replace(terms, rounds=1) if terms.is_alone else terms


def codes(rules: Rules) -> st.SearchStrategy[Code]:
    """Codes of this game."""
    symbols = st.integers(0, rules.symbol_count - 1)
    return st.lists(symbols, min_size=rules.positions, max_size=rules.positions).map(Code)


def secrets(rules: Rules) -> st.SearchStrategy[Secret]:
    """Codes with a salt and something like a commitment."""
    salts = st.binary(min_size=SALT_BYTES, max_size=SALT_BYTES)
    return st.builds(Secret, codes(rules), salts, st.text("0123456789abcdef", min_size=1))


@st.composite
def _rounds(draw: st.DrawFn, match: Match) -> tuple[Round, ...]:
    """Rounds that are over and, in a running match, one that is not."""
    rules, seats = match.terms.rules, match.players
    sources = count(draw(SNOWFLAKES) - 100)
    outcomes: list[Outcome | None] = draw(st.lists(st.sampled_from(Outcome), max_size=4))
    if match.terms.is_alone:
        outcomes = [draw(st.sampled_from(Outcome))] if match.phase not in LIVE else [None]
    elif match.phase in LIVE or draw(st.booleans()):
        outcomes.append(None)
    return tuple(
        Round(
            number,
            codemaker=seats[number % 2],
            codebreaker=seats[(number + 1) % 2],
            secret=draw(st.none() | secrets(rules)),
            rows=tuple(
                Row(
                    row,
                    draw(codes(rules)),
                    Feedback(draw(st.integers(0, 4)), draw(st.integers(0, 4))),
                    SourceId(next(sources)),
                    draw(TIMES),
                )
                for row in range(1, draw(st.integers(1, 4)))
            ),
            outcome=outcome,
            unreadable_noted=draw(st.booleans()),
            voided=draw(st.none() | codes(rules)),
            changes=draw(st.integers(0, 5)),
        )
        for number, outcome in enumerate(outcomes, 1)
    )


@st.composite
def any_match(draw: st.DrawFn) -> Match:
    """A match that was never saved, in any phase and with anything in every field."""
    challenger, opponent = draw(st.lists(SNOWFLAKES, min_size=2, max_size=2, unique=True))
    phase = draw(st.sampled_from([Phase.FINISHED, *Phase]))  # twice: most fields are of its end
    seats = st.sampled_from([PlayerId(challenger), PlayerId(opponent)])
    ended = phase is Phase.FINISHED
    kind = draw(st.sampled_from(Kind))
    terms = draw(_terms_of(kind))
    match = draw(
        st.builds(
            Match,
            id=IDS,
            guild=SNOWFLAKES,
            channel=SNOWFLAKES,
            challenger=st.just(challenger),
            opponent=st.just(opponent),
            terms=st.just(terms),
            phase=st.just(phase),
            created_at=TIMES,
            expires_at=TIMES,
            turn_since=TIMES,
            agreed_rounds=st.sampled_from([1] if terms.is_alone else [2, 4, 6, 8, 10]),
            limits=LIMITS,
            reminded=st.booleans(),
            message=st.none() | SNOWFLAKES,
            thread=st.none() | SNOWFLAKES,
            lost_thread=st.none() | SNOWFLAKES,
            ending=st.sampled_from(Ending) if ended else st.none(),
            winner=st.none() | seats,
            left=st.none() | seats,
            called_off=st.none() | st.sampled_from(CallOff),
            ended_at=TIMES if ended else st.none() | TIMES,
            two_more=st.frozensets(seats),
            rematch=st.frozensets(seats),
            successor=st.none() | IDS,
            day=st.dates() if kind is Kind.DAILY else st.none(),
        )
    )
    return replace(match, rounds=draw(_rounds(match)))
