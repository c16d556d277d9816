"""How rounds, matches and challenges end, in words."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.engine import Code
from bot.matches.ids import PlayerId
from bot.matches.models import (
    CallOff,
    Ending,
    Event,
    EventKind,
    Match,
    Outcome,
    Phase,
    Points,
    Round,
    Terms,
)
from bot.matches.ports import Standing
from bot.presentation.messages import announce
from bot.presentation.scene import Action, Message
from tests.unit.presentation.samples import (
    LINES,
    ROBIN,
    SECRET,
    WREN,
    a_match,
    a_round,
    scene,
    secret_of,
    seen,
    solved_in,
)

MISSED = Code((3, 3, 3, 3))


def round_end(match: Match, number: int = 1) -> Message:
    return announce(Event(EventKind.ROUND_ENDED, round=number), seen(match), scene())


def match_end(match: Match, number: int = 2, lines: Mapping[PlayerId, Standing] = LINES) -> Message:
    return announce(Event(EventKind.MATCH_ENDED, round=number), seen(match), scene(), lines)


def actions(message: Message) -> list[Action]:
    return [button.action for button in message.buttons]


def fate(match: Match) -> str:
    return announce(Event(EventKind.CHALLENGE_CLOSED), seen(match), scene()).content


def finished(*, winner: PlayerId | None, ending: Ending = Ending.COMPLETE) -> Match:
    """Robin got 7 points, Wren 4 when Robin won, and the other way round."""
    rows = {ROBIN: (7, 4), WREN: (4, 7), None: (5, 5)}[winner]
    match = a_match(solved_in(rows[0], 1), solved_in(rows[1], 2), phase=Phase.FINISHED)
    left = None if ending is Ending.COMPLETE or winner is None else match.other(winner)
    return replace(match, ending=ending, winner=winner, left=left)


def after_first() -> Match:
    return a_match(solved_in(5, 1), a_round(2, code=None), phase=Phase.SETTING)


def test_a_round_end_shows_code_points_totals_and_pings_the_next_codemaker() -> None:
    message = round_end(after_first())
    assert message.content.split("\n")[:4] == [
        "Round 1 is over: **Wren** cracked the code in 5 rows.",
        "The code: 🔴🔵🔴🟢 `RBRG` · **Robin** gets 5 points.",
        "Totals so far: **Robin** 5, **Wren** 0",
        f"<@{WREN}>, you hide the next code. "
        "Press **Set the code** or **Random code**. Only you will see the code.",
    ]
    assert message.pings == (WREN,)
    assert [(button.action, button.round) for button in message.buttons] == [
        (Action.SET_CODE, None),
        (Action.RANDOM_CODE, None),
        (Action.ANALYSIS, 1),
    ]


@pytest.mark.parametrize(
    ("ended", "how", "points"),
    [
        (solved_in(1, 1), "**Wren** cracked the code in 1 row.", "1 point"),
        (
            a_round(1, [MISSED] * 10, Outcome.FAILED),
            "10 rows were not enough for **Wren**.",
            "11 points",
        ),
        (a_round(1, [MISSED], Outcome.CONCEDED), "**Wren** gave up.", "11 points"),
    ],
)
def test_a_round_end_says_how_it_ended_and_what_it_is_worth(
    ended: Round, how: str, points: str
) -> None:
    match = replace(after_first(), rounds=(ended, a_round(2, code=None)))
    content = round_end(match).content
    assert content.startswith(f"Round 1 is over: {how}\n")
    assert f"**Robin** gets {points}.\n" in content


def test_points_for_key_pegs_are_told_as_the_match_counts_them() -> None:
    terms = Terms(points=Points.KEY_PEGS)
    ended = a_round(1, [Code((0, 0, 0, 0)), SECRET], Outcome.SOLVED)
    match = a_match(ended, a_round(2, code=None), phase=Phase.SETTING, terms=terms)
    assert "**Robin** gets 6 points." in round_end(match).content


def test_the_shell_command_of_a_round_end_prints_the_commitment() -> None:
    content = round_end(after_first()).content
    command = re.search(r"```sh\nprintf '%s' '([^']+)' \| sha256sum\n```", content)
    assert command is not None
    digest = hashlib.sha256(command[1].encode()).hexdigest()
    assert digest == secret_of(1, SECRET).commitment
    assert f"prints its fingerprint `{digest}`:" in content


def test_the_totals_of_a_round_end_are_those_of_then_even_when_it_is_told_late() -> None:
    later = a_match(solved_in(5, 1), solved_in(4, 2), solved_in(9, 3), a_round(4))
    assert "Totals so far: **Robin** 5, **Wren** 4\n" in round_end(later, 2).content


def test_a_won_match_shows_the_last_round_the_winner_and_both_standings() -> None:
    message = match_end(finished(winner=ROBIN))
    assert message.content.split("\n")[:6] == [
        "Round 2 is over: **Robin** cracked the code in 4 rows.",
        "The code: 🔴🔵🔴🟢 `RBRG` · **Wren** gets 4 points.",
        "**Robin** wins the match. Final totals: **Robin** 7, **Wren** 4",
        "On the leaderboard:",
        "#1 **Robin** · 40 points · 2 wins, 1 draw, 1 loss",
        "#2 **Wren** · 1 point · 1 win, 0 draws, 2 losses",
    ]
    assert actions(message) == [Action.REMATCH, Action.ANALYSIS]
    assert message.pings == ()


def test_a_match_end_without_standings_has_no_heading_for_them() -> None:
    assert "On the leaderboard:" not in match_end(finished(winner=ROBIN), lines={}).content


def test_a_draw_offers_two_more_rounds() -> None:
    message = match_end(finished(winner=None))
    assert "The match is a draw. Final totals: **Robin** 5, **Wren** 5" in message.content
    assert actions(message) == [Action.REMATCH, Action.TWO_MORE, Action.ANALYSIS]


def test_a_draw_told_after_rounds_were_added_keeps_its_totals_and_offers_nothing_stale() -> None:
    drawn = finished(winner=None)
    went_on = replace(
        drawn,
        rounds=(*drawn.rounds, solved_in(9, 3), solved_in(2, 4)),
        agreed_rounds=4,
        winner=ROBIN,
    )
    message = match_end(went_on)
    assert "The match is a draw. Final totals: **Robin** 5, **Wren** 5" in message.content
    assert actions(message) == [Action.BOARD, Action.ANALYSIS]


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        (Ending.FORFEIT, "**Wren** forfeits, so **Robin** wins the match."),
        (Ending.INACTIVITY, "**Wren** ran out of time, so **Robin** wins the match."),
    ],
)
def test_a_match_that_was_left_reveals_the_running_code_without_points(
    ending: Ending, why: str
) -> None:
    match = finished(winner=ROBIN, ending=ending)
    broken_off = a_round(2, [MISSED], Outcome.ABANDONED)
    content = match_end(replace(match, rounds=(match.rounds[0], broken_off))).content
    assert content.startswith(
        "Round 2 was not played to its end.\nThe code: 🔴🔵🔴🟢 `RBRG`\n"
        f"{why} Final totals: **Robin** 7, **Wren** 0\n"
    )
    assert "sha256sum" in content


def test_a_match_that_was_left_before_the_code_was_set_reveals_none() -> None:
    match = finished(winner=ROBIN, ending=Ending.FORFEIT)
    unset = a_round(2, code=None, outcome=Outcome.ABANDONED)
    content = match_end(replace(match, rounds=(match.rounds[0], unset))).content
    assert "The code" not in content
    assert "sha256sum" not in content


def test_totals_are_left_out_while_nobody_has_points() -> None:
    broken_off = a_round(1, [MISSED], Outcome.ABANDONED)
    forfeited = replace(
        a_match(broken_off, phase=Phase.FINISHED), ending=Ending.FORFEIT, winner=ROBIN, left=WREN
    )
    verdict = "**Wren** forfeits, so **Robin** wins the match."
    assert f"\n{verdict}\nOn the leaderboard:" in match_end(forfeited, 1).content
    assert fate(forfeited) == verdict


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (a_match(phase=Phase.DECLINED), "**Wren** declined the challenge by **Robin**."),
        (
            a_match(phase=Phase.EXPIRED),
            "The challenge by **Robin** to **Wren** expired without an answer.",
        ),
        (a_match(phase=Phase.CANCELLED), "**Robin** withdrew the challenge to **Wren**."),
        (
            replace(a_match(phase=Phase.CANCELLED), called_off=CallOff.ADMIN),
            "The match between **Robin** and **Wren** was cancelled.",
        ),
        (
            finished(winner=WREN),
            "**Wren** wins the match. Final totals: **Robin** 4, **Wren** 7",
        ),
        (
            finished(winner=ROBIN, ending=Ending.FORFEIT),
            "**Wren** forfeits, so **Robin** wins the match. Final totals: **Robin** 7, **Wren** 4",
        ),
        (
            finished(winner=None),
            "**Robin** and **Wren** drew their match. Final totals: **Robin** 5, **Wren** 5",
        ),
        (
            replace(finished(winner=None), phase=Phase.SETTING, ending=None),
            "**Robin** and **Wren** drew their match and play two more rounds.",
        ),
        (
            replace(finished(winner=ROBIN), terms=Terms(private=True)),
            "The private match between **Robin** and **Wren** is over.",
        ),
    ],
)
def test_the_challenge_says_what_became_of_it(match: Match, text: str) -> None:
    assert fate(match) == text


@pytest.mark.parametrize("kind", [EventKind.ROUND_ENDED, EventKind.MATCH_ENDED])
def test_an_end_tells_behind_the_code_how_few_codes_each_row_left(kind: EventKind) -> None:
    match = after_first() if kind is EventKind.ROUND_ENDED else finished(winner=ROBIN)
    event, counts = Event(kind, round=1), (1296, 312, 41, 3, 1)
    told = announce(event, seen(match), scene(), LINES, counts).content.split("\n")
    assert told[2] == "1296 → 312 → 41 → 3 → 1 codes left"
    uncounted = announce(event, seen(match), scene(), LINES).content.split("\n")
    assert uncounted == [*told[:2], *told[3:]]
    in_a_hurry = announce(event, seen(match), scene(), LINES, None).content.split("\n")
    assert in_a_hurry[2] == "-# The codes left were not counted in time; **Analysis** counts them."
    assert [*in_a_hurry[:2], *in_a_hurry[3:]] == uncounted


def test_the_end_of_a_round_without_rows_offers_no_analysis_and_tells_no_narrowing() -> None:
    conceded = a_round(1, outcome=Outcome.CONCEDED)
    match = a_match(conceded, a_round(2, code=None), phase=Phase.SETTING)
    event = Event(EventKind.ROUND_ENDED, round=1)
    message = announce(event, seen(match), scene(), LINES, (1296,))
    assert actions(message) == [Action.SET_CODE, Action.RANDOM_CODE]
    assert "codes left" not in message.content
