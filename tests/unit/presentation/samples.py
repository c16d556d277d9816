"""Matches to speak of: an everyday one, and the widest that the rules allow."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from bot.engine import Code, Rules, Symbols, commit, format_code, score
from bot.matches.ids import (
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    PlayerId,
    SourceId,
    ThreadId,
)
from bot.matches.models import (
    Match,
    Outcome,
    Phase,
    Points,
    Round,
    Row,
    Secret,
    Terms,
)
from bot.matches.ports import Standing
from bot.matches.view import MatchView, view
from bot.presentation.i18n import Language, words
from bot.presentation.palette import COLOURS, legend
from bot.presentation.scene import Scene

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ROBIN = PlayerId(1111111111111111111)
"""The challenger, who makes the codes of odd rounds."""
WREN = PlayerId(2222222222222222222)
NAMES: Mapping[PlayerId, str] = {ROBIN: "Robin", WREN: "Wren"}
LOUD_NAMES: Mapping[PlayerId, str] = {
    ROBIN: "**_~~`||>#[x](y)<@&1>@here:a:{0}",
    WREN: "{terms}<:b:1>@everyone`*_~|\\#-+()[",
}
"""As long as Discord allows, and full of marks, mentions and fields."""

CLASSIC = Rules()
WIDEST = (
    Rules(positions=8, colours=10, rows=12, blanks=True),
    Rules(positions=8, symbols=Symbols.DIGITS, colours=10, rows=12, blanks=True),
    Rules(positions=8, symbols=Symbols.LETTERS, colours=26, rows=12, blanks=True),
    Rules(positions=8, symbols=Symbols.LETTERS, colours=26, rows=12, repeats=False),
)

_EMOJI_NAMES = (*(colour.emoji_name for colour in COLOURS), "mm_blank", "mm_key_black")
EMOJIS: Mapping[str, str] = {
    name: f"<:{name}:12345678901234567{number:02}>"
    for number, name in enumerate((*_EMOJI_NAMES, "mm_key_white"))
}
"""Uploaded emojis as they stand in a message's text."""

MATCH_ID = MatchId("k3v9mmmmm0")
SECRET = Code((0, 1, 0, 2))
LINES: Mapping[PlayerId, Standing] = {
    ROBIN: Standing(1, ROBIN, "Robin", points=40, wins=2, draws=1, losses=1),
    WREN: Standing(2, WREN, "Wren", points=1, wins=1, draws=0, losses=2),
}


def scene(language: Language = Language.EN, emojis: Mapping[str, str] | None = None) -> Scene:
    """A way of speaking; with Unicode's emojis where none are given."""
    return Scene(words(language), emojis or {})


def secret_of(number: int, code: Code, rules: Rules = CLASSIC) -> Secret:
    """The code sealed for round `number` of the sample match."""
    salt = bytes(range(16))
    return Secret(code, salt, commit(MATCH_ID, number, salt, format_code(code, legend(rules))))


def rows_of(secret: Code, guesses: Iterable[Code]) -> tuple[Row, ...]:
    """The guesses, scored."""
    return tuple(
        Row(number, guess, score(secret, guess), SourceId(number), NOW)
        for number, guess in enumerate(guesses, start=1)
    )


def a_round(
    number: int,
    guesses: Sequence[Code] = (),
    outcome: Outcome | None = None,
    code: Code | None = SECRET,
    rules: Rules = CLASSIC,
) -> Round:
    """A round of the sample match; Robin makes the codes of odd ones."""
    codemaker, codebreaker = (ROBIN, WREN) if number % 2 else (WREN, ROBIN)
    return Round(
        number,
        codemaker,
        codebreaker,
        secret_of(number, code, rules) if code is not None else None,
        rows_of(code, guesses) if code is not None else (),
        outcome,
    )


def a_match(
    *rounds: Round,
    phase: Phase = Phase.BREAKING,
    terms: Terms | None = None,
) -> Match:
    """Robin against Wren."""
    agreed = terms or Terms()
    return Match(
        id=MATCH_ID,
        guild=GuildId(4444444444444444444),
        channel=ChannelId(5555555555555555555),
        challenger=ROBIN,
        opponent=WREN,
        terms=agreed,
        phase=phase,
        created_at=NOW,
        expires_at=NOW + timedelta(hours=24),
        turn_since=NOW,
        agreed_rounds=agreed.rounds,
        rounds=rounds,
        message=MessageId(6666666666666666666),
        thread=ThreadId(3333333333333333333),
    )


def seen(
    match: Match, viewer: PlayerId | None = None, names: Mapping[PlayerId, str] = NAMES
) -> MatchView:
    """The match as the public sees it, or `viewer`."""
    return view(match, names, viewer)


def solved_in(rows: int, number: int) -> Round:
    """A round of the classic game that took so many rows."""
    missed = [Code((3, 3, 3, 3))] * (rows - 1)
    return a_round(number, [*missed, SECRET], Outcome.SOLVED)


def widest(rules: Rules, phase: Phase) -> Match:
    """Eight rounds in which all rows were played, with as many keys as can be."""
    code = Code(range(rules.positions))
    turned = Code((*range(1, rules.positions), 0))
    failed = [
        a_round(number, [turned] * rules.rows, Outcome.FAILED, code, rules)
        for number in range(1, 9)
    ]
    terms = Terms(rules, rounds=8, points=Points.KEY_PEGS, private=True)
    return a_match(*failed, phase=phase, terms=terms)
