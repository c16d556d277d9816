"""Whole games as text: played again, each must come out as it is written.

A game's first line has its terms. A line at the margin is what somebody does, the lines indented
below it are what comes of that; `#` begins a remark. Robin challenges Wren; Teal is a stranger.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.engine import PRESETS, Preset
from bot.matches import commands
from bot.matches.errors import Refusal
from bot.matches.ids import MatchId, PlayerId, SourceId
from bot.matches.models import Event, EventKind, FirstCodemaker, Match, Phase, Points, Terms
from bot.matches.transitions import apply, rematch
from bot.matches.view import MatchView, view
from tests.unit.matches.games import (
    MESSAGE,
    ROBIN,
    TEAL,
    WREN,
    challenged,
    code,
    hours,
    secret,
    written,
)

GAMES = sorted((Path(__file__).parents[2] / "golden" / "games").glob("*.txt"))
PEOPLE = {"Robin": ROBIN, "Wren": WREN, "Teal": TEAL}
NAMES = {player: name for name, player in PEOPLE.items()}
TOLD = {
    EventKind.CHALLENGE_CLOSED: "the challenge is closed",
    EventKind.ACCEPTED: "the match begins",
    EventKind.CODE_WANTED: "{player} owes the code of round {round}",
    EventKind.CODE_SET: "the code of round {round} is set",
    EventKind.CODE_REPLACED: "the code of round {round} is replaced",
    EventKind.CODE_VOIDED: "the code of round {round} is void",
    EventKind.ROW_SCORED: "row {row}: {keys}",
    EventKind.ROUND_ENDED: "round {round} {outcome}, the code was {code}: {points} for {maker}",
    EventKind.MATCH_ENDED: (
        "round {round} {outcome}, the code was {code}: {points} for {maker}\n{totals}: {winner}"
    ),
    EventKind.MATCH_CANCELLED: "the match is cancelled, for {player} left",
    EventKind.TWO_MORE_OFFERED: "{player} offers two more rounds",
    EventKind.ROUNDS_ADDED: "the match goes on with round {round}",
    EventKind.REMATCH_OFFERED: "{player} offers a rematch",
    EventKind.REMATCH_STARTED: "another match begins",
}


def terms_of(line: str) -> Terms:
    """`match preset=classic rounds=2 points=rows codemaker=me`."""
    options = dict(option.split("=") for option in line.split()[1:])
    return Terms(
        rules=PRESETS[Preset(options["preset"])],
        rounds=int(options["rounds"]),
        points=Points(options["points"].replace("-", " ")),
        first=FirstCodemaker(options["codemaker"]),
    )


class Game:
    """One script being played."""

    def __init__(self, terms: Terms) -> None:
        self.match = challenged(terms)
        self.hour = 0
        self.sources = 0

    def do(self, line: str) -> Iterator[str]:
        """What comes of this line."""
        match line.split():
            case [count, "hours", "pass"]:
                self.hour += int(count)
            case ["nobody", "answers"]:
                yield from self.give(commands.Expire(hours(self.hour)))
            case ["nobody", "moves"]:
                yield from self.give(commands.EndInactive(hours(self.hour)))
            case [name, verb, *rest]:
                yield from self.give(self.deed(PEOPLE[name], verb, " ".join(rest)))
            case _:
                raise ValueError(line)

    def deed(self, who: PlayerId, verb: str, rest: str) -> commands.Command:
        now = hours(self.hour)
        number = len(self.match.rounds)
        symbols = self.match.terms.rules.symbols
        self.sources += 1
        deeds: dict[str, Callable[[], commands.Command]] = {
            "accepts": lambda: commands.Accept(who, now, MESSAGE, rest == "and Robin begins"),
            "declines": lambda: commands.Decline(who, now),
            "cancels": lambda: commands.Cancel(who, now),
            "hides": lambda: commands.SetSecret(who, now, number, secret(rest, number, symbols)),
            "posts": lambda: commands.PostCode(who, now, code(rest, symbols)),
            "plays": lambda: commands.PlayRow(
                who, now, code(rest, symbols), SourceId(self.sources)
            ),
            "concedes": lambda: commands.Concede(who, now),
            "forfeits": lambda: commands.Forfeit(who, now),
            "prolongs": lambda: commands.OfferTwoMore(who, now),
            "rematches": lambda: commands.OfferRematch(who, now, MatchId("next")),
        }
        return deeds[verb]()

    def give(self, command: commands.Command) -> Iterator[str]:
        before = self.match
        answer = apply(before, command)
        if isinstance(answer, Refusal):
            yield f"refused: {answer.reason}"
            return
        self.match = answer.match
        yield from self.tell(answer.events)
        if self.match.successor != before.successor:
            started = rematch(self.match, MatchId("next"), hours(self.hour))
            self.match = started.match
            yield from self.tell(started.events)

    def tell(self, events: tuple[Event, ...]) -> Iterator[str]:
        for event in events:
            yield from TOLD[event.kind].format(**facts(event, self.match)).splitlines()


def facts(event: Event, match: Match) -> dict[str, object]:
    """Everything that the telling of this event may name, as everybody sees it."""
    seen = view(match, NAMES)
    found: dict[str, object] = {"round": event.round, "row": event.row}
    if event.player is not None:
        found["player"] = NAMES[event.player]
    if event.row:
        keys = seen.rounds[event.round - 1].rows[event.row - 1].feedback
        found["keys"] = f"{keys.black} black, {keys.white} white"
    if event.round:
        found |= facts_of_round(seen, event.round)
    if seen.phase is Phase.FINISHED:
        found["totals"] = ", ".join(
            f"{NAMES[who]} {points}" for who, points in seen.totals().items()
        )
        found["winner"] = "a draw" if seen.winner is None else f"{NAMES[seen.winner]} wins"
    return found


def facts_of_round(seen: MatchView, number: int) -> dict[str, object]:
    shown = seen.rounds[number - 1]
    return {
        "outcome": shown.outcome,
        "points": shown.points,
        "maker": NAMES[shown.codemaker],
        "code": written(shown.code, seen.terms.rules.symbols),
    }


def played_again(script: str) -> Iterator[str]:
    """The script with what comes of it worked out anew."""
    game: Game | None = None
    for line in script.splitlines():
        if line.startswith("    "):
            continue
        yield line
        if line.startswith("match "):
            game = Game(terms_of(line))
        elif game is not None and line and not line.startswith("#"):
            yield from (f"    {told}" for told in game.do(line))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_whole_game_comes_out_as_written(path: Path) -> None:
    script = path.read_text("utf-8")
    assert list(played_again(script)) == script.splitlines()


@pytest.mark.parametrize("kind", TOLD)
def test_the_games_between_them_tell_of_everything_that_can_happen(kind: EventKind) -> None:
    line = re.sub(r"\{\w+\}", ".+", TOLD[kind].splitlines()[-1])
    scripts = "\n".join(path.read_text("utf-8") for path in GAMES)
    assert re.search(rf"^    {line}$", scripts, re.MULTILINE)
