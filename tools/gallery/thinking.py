"""The solver's box and answers, and rounds looked back on."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from bot.client import Interaction, Ref
from bot.engine import PRESETS, Feedback, Preset, Rules
from bot.engine.analysis import contradicted
from bot.engine.codesets import Game
from bot.engine.picks import Strategy
from bot.matches.models import Terms
from bot.matches.view import RoundView
from bot.presentation import analysis, solving
from bot.presentation.scene import Message
from bot.runtime import jobs
from bot.runtime.narrowing import guesses_of
from bot.ui.boxes import TEXT_FIELD, lines_box
from bot.ui.pager import pager
from cogs import analysis as looking_back
from cogs import solve
from tools.gallery.cast import Cast
from tools.gallery.play import MATCH_ID, Play
from tools.gallery.told import ALPHABET, LARGEST
from tools.gallery.wall import Wall

COMMAND = "mastermind solve"
CLASSIC, SUPER = Rules(), PRESETS[Preset.SUPER]
DIGITS = PRESETS[Preset.BULLS_AND_COWS]
MILLION = Rules(positions=6, colours=10)
"""So many codes that the solver looks at a sample of the rows."""
SOME = "RRBB 1 1"
UNREADABLE = ("RRBB", "RRBB 1", "RRBB 1 1 1", "RRBB 3 2", "RRBB 3 1", "RRB 1 1", "RRBX 1 1")
"""Lines with one fault each."""
PEGS = "<:mm_red:1700000000000000000><:mm_blue:1700000000000000001>"
PASTED = f"Row 1 of 10 · {PEGS * 2}\n**1 black, 1 white** · ⚫⚪\n2. RRGG 1B0C"
"""Rows as people take them from elsewhere."""
NO_ROOM = "\n".join(f"{PEGS * 2} 3 {white}" for white in range(1, 16))
"""Lines that a message does not hold beside what is wrong with them."""
ASKED: tuple[tuple[str, str, Rules, Strategy], ...] = (
    ("nothing typed", "", CLASSIC, Strategy.MINIMAX),
    ("most information", SOME, CLASSIC, Strategy.ENTROPY),
    ("smallest on average", SOME, CLASSIC, Strategy.EXPECTED_SIZE),
    ("most parts", SOME, CLASSIC, Strategy.MOST_PARTS),
    ("unknowns, blanks", "RR?? 1 ?\n..GY ? 2", replace(CLASSIC, blanks=True), Strategy.MINIMAX),
    ("few left", "RRBB 1 1\nRGYO 1 0", CLASSIC, Strategy.MINIMAX),
    ("hardly any left", "RRBB 1 1\nRGYO 1 0\nRPBP 1 1", CLASSIC, Strategy.MINIMAX),
    ("pasted", PASTED, CLASSIC, Strategy.MINIMAX),
    ("one left", "RRBB 1 2\nRBRG 4 0", CLASSIC, Strategy.MINIMAX),
    ("one line cannot be", "RRRR 0 1", CLASSIC, Strategy.MINIMAX),
    ("lines cannot be", "RRBB 2 0\nGGYY 2 0\nOOPP 1 0", CLASSIC, Strategy.MINIMAX),
    ("digits", "0123 1 2\n4567 0 1", DIGITS, Strategy.MINIMAX),
    ("a million codes", "", MILLION, Strategy.MINIMAX),
    ("too many unknowns", "RR???? 1 ?", MILLION, Strategy.MINIMAX),
    ("unreadable", "\n".join(UNREADABLE[:5]), CLASSIC, Strategy.MINIMAX),
    ("one more unreadable", "\n".join(UNREADABLE[:6]), CLASSIC, Strategy.MINIMAX),
    ("many unreadable", "\n".join(UNREADABLE * 2), CLASSIC, Strategy.MINIMAX),
    ("unreadable, no room", NO_ROOM, CLASSIC, Strategy.MINIMAX),
    ("unreadable, code alone", "\n".join(UNREADABLE[5:]), CLASSIC, Strategy.MINIMAX),
)


async def hang_thinking(wall: Wall) -> None:
    """Everything that the solver says."""
    for title, typed, rules in (
        ("classic", "", CLASSIC),
        ("lines to edit", SOME, CLASSIC),
        ("largest game", "", LARGEST),
        ("letters", "", ALPHABET),
    ):
        words = solving.lines_box(rules, wall.scene)
        wall.box(f"box, solve, {title}", lines_box(words, typed, solve.SUBMIT))
    for title, typed, rules, strategy in ASKED:
        answer = partial(_submitted, typed=typed, rules=rules, strategy=strategy)
        await wall.answer(f"solve, {title}", answer, COMMAND, private=True)
    await _analyses(wall)


async def _submitted(person: Interaction, typed: str, rules: Rules, strategy: Strategy) -> None:
    """The box comes back with this in it."""
    sent: Any = person
    sent.data = {"components": [{"component": {"custom_id": TEXT_FIELD, "value": typed}}]}
    switches = int(rules.repeats), int(rules.blanks)
    asked = (rules.positions, rules.symbols, rules.colours, *switches, strategy)
    await solve.submit(person, Ref(solve.SUBMIT, tuple(map(str, asked))))


async def _analyses(wall: Wall) -> None:
    for title, rules, played in _rounds(wall.cast):
        for at in range(0, len(played.rows), analysis.ROWS_A_PAGE):
            _analysis(wall, f"analysis, {title}, from row {at + 1}", rules, played, at)
    for title, text in (
        ("not over", analysis.not_over(wall.scene)),
        ("no row", analysis.nothing_played(2, wall.scene)),
    ):
        await wall.private(f"analysis, {title}", Message(text))


def _analysis(wall: Wall, name: str, rules: Rules, played: RoundView, at: int) -> None:
    game, guesses, step = Game.of(rules), guesses_of(played.rows), analysis.ROWS_A_PAGE
    found = jobs.looking_back(game, guesses, slice(at, at + step)) if game.is_small else None
    sent = {
        "content": analysis.page(played, at, found, contradicted(guesses), rules, wall.scene),
        "view": pager(
            *(looking_back.TURN, MATCH_ID, played.number),
            at=at,
            step=step,
            total=len(guesses),
            scene=wall.scene,
        ),
        "ephemeral": True,
    }
    wall.message(name, sent)


def _rounds(cast: Cast) -> Iterator[tuple[str, Rules, RoundView]]:
    """Rounds that are over, and one with a reply that was not true."""
    for title, rules, code, rows in (
        ("well played", CLASSIC, "RBRG", ("RRBB", "RBYG", "RBRG")),
        ("one mistake", CLASSIC, "RBRG", ("RRBB", "OOPP", "RBGR", "RBRG")),
        ("mistakes", CLASSIC, "RBRG", ("RRBB", "OOPP", "RRBB", "YYOO", "RBGR", "RGRB", "RBRG")),
        ("one code left", CLASSIC, "RBRG", ("RRBB", "RBGR", "RGRO", "RBYG", "RBRP", "RBRG")),
        ("a million codes", MILLION, "RBRGYO", ("RRBBGG",)),
        ("largest game", LARGEST, "RBGYOPNI", ("BRGYPOIN", "WWKK....", "RBGYOPIN")),
    ):
        play = Play(cast, Terms(rules)).accept().hide(code).row(*rows)
        if play.match.rounds[0].outcome is None:
            play.concede()
        yield title, rules, play.seen().rounds[0]
    rows = ("RRBB", "RRBB", "RBRG")
    played = Play(cast).accept().hide("RBRG").row(*rows).seen().rounds[0]
    wrong = replace(played.rows[1], feedback=Feedback(0, 0))
    yield "a wrong reply", CLASSIC, replace(played, rows=(played.rows[0], wrong, played.rows[2]))
