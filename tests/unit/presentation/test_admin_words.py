"""What an admin reads who ends a match."""

from dataclasses import replace

import pytest

from bot.engine import Code
from bot.matches.ids import MatchId
from bot.matches.models import Phase
from bot.presentation import admin
from bot.presentation.i18n import Language
from bot.presentation.scene import Action, Style
from sandbox.limits import check_suggestions
from tests.unit.presentation.samples import (
    LOUD_NAMES,
    NAMES,
    SECRET,
    WIDEST,
    a_match,
    a_round,
    scene,
    seen,
    widest,
)

CHALLENGE = replace(a_match(a_round(1, code=None), phase=Phase.CHALLENGED), thread=None)
SETTING = a_match(a_round(1, code=None), phase=Phase.SETTING)
PLAYING = a_match(a_round(1, [Code((0, 0, 0, 0)), Code((1, 1, 1, 1))]))


@pytest.mark.parametrize(
    ("match", "state"),
    [
        (CHALLENGE, "not accepted yet"),
        (replace(CHALLENGE, rounds=()), "not accepted yet"),
        (SETTING, "round 1"),
        (PLAYING, "round 1, row 3"),
    ],
)
def test_a_match_is_offered_by_names_state_and_time(match: object, state: str) -> None:
    assert isinstance(match, type(CHALLENGE))
    (choice,) = admin.open_matches([seen(match)], "", scene())
    assert choice.value == match.id
    assert choice.label == f"Robin – Wren · {state} · 2026-05-01 12:00 UTC"


@pytest.mark.parametrize("typed", ["wren", " ROBIN – w", "row 3", "2026-05-01", "K3V9MMMMM0"])
def test_a_part_of_what_is_known_of_a_match_finds_it(typed: str) -> None:
    assert len(admin.open_matches([seen(PLAYING)], typed, scene())) == 1


def test_what_fits_no_match_finds_none() -> None:
    assert admin.open_matches([seen(PLAYING)], "heron", scene()) == ()


@pytest.mark.parametrize("language", Language)
def test_the_first_matches_are_offered_with_room_for_the_longest_names(
    language: Language,
) -> None:
    match = widest(WIDEST[0], Phase.BREAKING)
    views = [
        replace(seen(match, names=LOUD_NAMES), id=MatchId(f"{number:010}")) for number in range(40)
    ]
    choices = admin.open_matches(views, "", scene(language))
    assert [choice.value for choice in choices] == [view.id for view in views[:25]]
    assert all(choice.label.endswith("2026-05-01 12:00 UTC") for choice in choices)
    offered = [{"name": choice.label, "value": choice.value} for choice in choices]
    assert check_suggestions({"choices": offered}) == []
    found = admin.open_matches(views, next(iter(LOUD_NAMES.values())), scene(language))
    assert len(found) == 25


def test_the_question_names_both_and_offers_the_end() -> None:
    for match, words, action, label in (
        (PLAYING, "match between", Action.END_MATCH, "End the match"),
        (CHALLENGE, "challenge by", Action.END_CHALLENGE, "End the challenge"),
    ):
        question = admin.end_question(seen(match), scene())
        assert f"End the {words} **{NAMES[match.challenger]}**" in question.content
        assert "**Wren**" in question.content
        (button,) = question.buttons
        assert (button.action, button.label, button.style) == (action, label, Style.DANGER)
    done = [admin.ended(seen(match), scene()).content for match in (PLAYING, CHALLENGE)]
    assert done == [
        "You have ended the match between **Robin** and **Wren**.",
        "You have ended the challenge by **Robin** to **Wren**.",
    ]
    assert SECRET not in {played.code for played in seen(PLAYING).rounds}
