"""What each person may see: the only way a secret leaves."""

import pytest

from bot.matches import commands
from bot.matches.ids import PlayerId
from bot.matches.models import LIVE, Match, Outcome, Points, Terms
from bot.matches.view import MatchView, view
from tests.unit.matches.games import (
    NAMES,
    ROBIN,
    SALT,
    START,
    TEAL,
    WREN,
    after,
    breaking,
    challenged,
    code,
    finished,
    hide,
    played,
    secret,
    setting,
    solved_in,
)

EVERYBODY = [ROBIN, WREN, TEAL, None]
RUNNING = {
    "hidden before the answer": after(challenged(), hide(challenged(), "RBRG")),
    "no row yet": breaking(),
    "some rows": played(breaking(), "RRBY", "RBGR"),
}
CALLED_OFF = {
    "running": after(breaking(), commands.Forfeit(ROBIN, START)),
    "taken back": after(challenged(), hide(challenged(), "RBRG"), commands.Cancel(ROBIN, START)),
}
OVER = {
    "solved": played(breaking(), "RBRG"),
    "failed": played(breaking(), *["YYYY"] * 10),
    "conceded": after(breaking(), commands.Concede(WREN, START)),
    "abandoned": after(played(breaking(), "RRBY"), commands.Forfeit(WREN, START)),
}


def secrets_in(seen: MatchView) -> list[object]:
    return [value for shown in seen.rounds for value in (shown.code, shown.salt) if value]


def traces(match: Match) -> list[str]:
    """Every way in which the code RBRG or its salt could be written in a repr."""
    hidden = match.rounds[0].secret
    assert hidden is not None
    return [repr(tuple(hidden.code)), repr(list(hidden.code)), repr(SALT), SALT.hex(), "RBRG"]


@pytest.mark.parametrize("match", RUNNING.values(), ids=RUNNING)
@pytest.mark.parametrize("viewer", [WREN, TEAL, None])
def test_nobody_but_the_codemaker_sees_a_secret_before_the_round_is_over(
    match: Match, viewer: PlayerId | None
) -> None:
    assert secrets_in(view(match, NAMES, viewer)) == []


@pytest.mark.parametrize("match", RUNNING.values(), ids=RUNNING)
def test_the_codemaker_sees_the_code_and_not_the_salt(match: Match) -> None:
    assert secrets_in(view(match, NAMES, ROBIN)) == [code("RBRG")]


@pytest.mark.parametrize("match", RUNNING.values(), ids=RUNNING)
def test_no_repr_shows_the_code_or_salt_of_a_running_round(match: Match) -> None:
    values = [match, match.rounds[0], match.rounds[0].secret]
    values += [view(match, NAMES, viewer) for viewer in EVERYBODY]
    for value in values:
        for trace in traces(match):
            assert trace not in repr(value)


@pytest.mark.parametrize("match", CALLED_OFF.values(), ids=CALLED_OFF)
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_nobody_sees_anything_of_a_code_whose_match_was_called_off(
    match: Match, viewer: PlayerId | None
) -> None:
    (shown,) = view(match, NAMES, viewer).rounds
    assert (shown.code, shown.salt, shown.commitment) == (None, None, None)


@pytest.mark.parametrize("match", OVER.values(), ids=OVER)
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_everybody_sees_code_and_salt_once_the_round_is_over(
    match: Match, viewer: PlayerId | None
) -> None:
    assert secrets_in(view(match, NAMES, viewer)) == [code("RBRG"), SALT]


def test_the_next_code_stays_hidden_after_the_last_one_was_shown() -> None:
    match = solved_in(setting(), 2)
    match = after(match, hide(match, "GGGG"))
    seen = view(match, NAMES, ROBIN)
    assert [shown.code for shown in seen.rounds] == [code("RBRG"), None]
    assert [shown.code for shown in view(match, NAMES, WREN).rounds] == [
        code("RBRG"),
        code("GGGG"),
    ]


@pytest.mark.parametrize("match", RUNNING.values(), ids=RUNNING)
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_commitment_is_public_from_the_start(match: Match, viewer: PlayerId | None) -> None:
    assert view(match, NAMES, viewer).rounds[0].commitment == secret("RBRG").commitment


def test_a_round_without_a_code_shows_none_even_when_abandoned() -> None:
    match = solved_in(setting(), 2)
    match = after(match, commands.Forfeit(ROBIN, START))
    shown = view(match, NAMES).rounds[1]
    assert (shown.outcome, shown.points) == (Outcome.ABANDONED, 0)
    assert (shown.commitment, shown.code, shown.salt) == (None, None, None)


def test_a_round_shows_its_points_only_when_it_is_over() -> None:
    match = solved_in(setting(), 3)
    assert [shown.points for shown in view(match, NAMES).rounds] == [3, None]


def test_points_follow_the_rule_that_was_agreed() -> None:
    match = finished(3, 1, Terms(points=Points.KEY_PEGS))
    assert [shown.points for shown in view(match, NAMES).rounds] == [4, 4]


def test_totals_can_be_those_of_an_earlier_round() -> None:
    seen = view(finished(3, 5), NAMES)
    assert seen.totals(0) == {ROBIN: 0, WREN: 0}
    assert seen.totals(1) == {ROBIN: 3, WREN: 0}
    assert seen.totals(2) == seen.totals() == {ROBIN: 3, WREN: 5}


def test_a_view_tells_everything_else_as_it_is() -> None:
    match = played(breaking(), "RRBY")
    assert match.phase in LIVE
    seen = view(match, NAMES)
    same = set(MatchView.__slots__) - {"rounds", "names"}
    assert {name: getattr(seen, name) for name in same} == {
        name: getattr(match, name) for name in same
    }
    assert seen.names == NAMES
    shown = seen.rounds[0]
    assert (shown.number, shown.codemaker, shown.codebreaker) == (1, ROBIN, WREN)
    assert shown.rows == match.rounds[0].rows
