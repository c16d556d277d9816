"""Points of rounds and matches (rules.md, "A round" and "A match")."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from bot.matches.ids import PlayerId
from bot.matches.models import Match, Outcome, Points, Round


@dataclass(frozen=True, slots=True)
class Result:
    """What counts of a round that is over."""

    codemaker: PlayerId
    outcome: Outcome
    rows_used: int
    rows_allowed: int
    key_pegs: int = 0
    """Black and white keys of all its rows."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match stands. `winner` is None while it is not complete, and in a draw."""

    totals: Mapping[PlayerId, int]
    complete: bool
    winner: PlayerId | None

    @property
    def draw(self) -> bool:
        """Whether the match is complete and nobody won."""
        return self.complete and self.winner is None


def points(result: Result, rule: Points) -> int:
    """The codemaker's points; the codebreaker gets none."""
    if result.outcome is Outcome.ABANDONED:
        return 0
    match rule:
        case Points.KEY_PEGS:
            return result.key_pegs
        case Points.ROWS:
            solved = result.outcome is Outcome.SOLVED
            return result.rows_used if solved else result.rows_allowed + 1
        case _:
            assert_never(rule)


def verdict(
    results: Iterable[Result], players: tuple[PlayerId, PlayerId], rule: Points, agreed_rounds: int
) -> Verdict:
    """Totals over `results`, with the winner once `agreed_rounds` were played to their end."""
    totals = dict.fromkeys(players, 0)
    played = 0
    for result in results:
        totals[result.codemaker] += points(result, rule)
        played += result.outcome is not Outcome.ABANDONED
    complete = played == agreed_rounds
    return Verdict(totals, complete, _leader(totals, players) if complete else None)


def result_of(played: Round, rows_allowed: int) -> Result | None:
    """What counts of the round, or None while it is running."""
    if played.outcome is None:
        return None
    keys = sum(row.feedback.black + row.feedback.white for row in played.rows)
    return Result(played.codemaker, played.outcome, len(played.rows), rows_allowed, keys)


def verdict_of(match: Match) -> Verdict:
    """How the match stands by the rounds that are over."""
    results = (result_of(played, match.terms.rules.rows) for played in match.rounds)
    over = (result for result in results if result is not None)
    return verdict(over, match.players, match.terms.points, match.agreed_rounds)


def _leader(totals: Mapping[PlayerId, int], players: tuple[PlayerId, PlayerId]) -> PlayerId | None:
    first, second = players
    if totals[first] == totals[second]:
        return None
    return first if totals[first] > totals[second] else second
