"""Two people, their codes, and matches brought to a certain point."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.engine import Code, Symbols, commit
from bot.matches import commands
from bot.matches.errors import Refusal
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId, SourceId
from bot.matches.models import Event, EventKind, Match, Secret, Terms
from bot.matches.transitions import Moved, apply, challenge

ROBIN = PlayerId(101)
"""The challenger."""
WREN = PlayerId(102)
"""The opponent."""
TEAL = PlayerId(103)
"""A stranger."""
NAMES = {ROBIN: "Robin", WREN: "Wren"}

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
MATCH = MatchId("0123456789")
MESSAGE = MessageId(7001)
SALT = bytes(range(200, 216))

_CHARACTERS = {
    Symbols.COLOURS: "RBGYOPNIWK",
    Symbols.DIGITS: "0123456789",
    Symbols.LETTERS: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
}


def hours(count: float) -> datetime:
    """That long after the challenge."""
    return START + timedelta(hours=count)


def code(text: str, symbols: Symbols = Symbols.COLOURS) -> Code:
    """`RBRG` as a code."""
    return Code(_CHARACTERS[symbols].index(character) for character in text)


def written(hidden: Code | None, symbols: Symbols) -> str:
    """A code as `RBRG`."""
    return "".join(_CHARACTERS[symbols][index] for index in hidden) if hidden else "none"


def secret(text: str, number: int = 1, symbols: Symbols = Symbols.COLOURS) -> Secret:
    """`RBRG` as the secret of the round of that number."""
    return Secret(code(text, symbols), SALT, commit(MATCH, number, SALT, text))


def challenged(terms: Terms | None = None) -> Match:
    """Robin has challenged Wren, and the challenge is known to have arrived."""
    answer = challenge(
        MATCH, GuildId(1), ChannelId(2), ROBIN, WREN, Terms() if terms is None else terms, START
    )
    assert isinstance(answer, Moved)
    return after(answer.match, commands.RecordMessage(MESSAGE))


def moved(match: Match, command: commands.Command) -> Moved:
    """The command is taken."""
    answer = apply(match, command)
    assert isinstance(answer, Moved), answer
    return answer


def refused(match: Match, command: commands.Command) -> Refusal:
    """The command is refused."""
    answer = apply(match, command)
    assert isinstance(answer, Refusal), answer
    return answer


def after(match: Match, *several: commands.Command) -> Match:
    """The match after commands that are all taken."""
    for command in several:
        match = moved(match, command).match
    return match


def kinds(events: Sequence[Event]) -> list[EventKind]:
    """What happened, in order."""
    return [event.kind for event in events]


def accept(at: datetime = START, *, coin: bool = True) -> commands.Accept:
    """Wren accepts."""
    return commands.Accept(WREN, at, MESSAGE, challenger_begins=coin)


def hide(match: Match, text: str, at: datetime = START) -> commands.SetSecret:
    """The codemaker of the last round sets this code."""
    current = match.rounds[-1]
    return commands.SetSecret(
        current.codemaker, at, current.number, secret(text, current.number, _symbols(match))
    )


def row(match: Match, text: str, at: datetime = START) -> commands.PlayRow:
    """The codebreaker of the last round plays this row, as a message."""
    current = match.rounds[-1]
    source = 10_000 + 100 * current.number + len(current.rows)
    return commands.PlayRow(
        current.codebreaker,
        at,
        code(text, _symbols(match)),
        SourceId(source),
        reply_to=MessageId(source),
    )


def setting(terms: Terms | None = None) -> Match:
    """Accepted; the first code is wanted."""
    return after(challenged(terms), accept())


def breaking(terms: Terms | None = None, text: str = "RBRG") -> Match:
    """The first code is set."""
    match = setting(terms)
    return after(match, hide(match, text))


def played(match: Match, *rows: str, at: datetime = START) -> Match:
    """The match after these rows of the codebreaker."""
    for text in rows:
        match = after(match, row(match, text, at))
    return match


def solved_in(match: Match, rows: int) -> Match:
    """The match after a round whose code is RBRG and falls in the last of so many rows."""
    match = after(match, hide(match, "RBRG"))
    return played(match, *["YYYY"] * (rows - 1), "RBRG")


def without_thread(match: Match, at: datetime = START) -> Match:
    """The match after its thread was deleted."""
    return after(match, commands.LoseThread(at, match.thread))


def finished(first: int = 2, second: int = 1, terms: Terms | None = None) -> Match:
    """Both rounds solved, in so many rows each."""
    return solved_in(solved_in(setting(terms), first), second)


def _symbols(match: Match) -> Symbols:
    return match.terms.rules.symbols
