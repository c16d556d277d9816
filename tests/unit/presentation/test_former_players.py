"""Somebody whose data was removed is spoken of as a former player, and never mentioned."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.matches.errors import Reason, Refusal
from bot.matches.ids import PlayerId
from bot.matches.models import CallOff, Event, EventKind, Match, Phase
from bot.presentation import answers, failures
from bot.presentation.i18n import Language
from bot.presentation.markup import mention
from bot.presentation.messages import announce
from bot.presentation.scene import Message
from bot.presentation.wording import called, named
from bot.ui.sending import sendable
from tests.unit.presentation.samples import (
    NAMES,
    ROBIN,
    SECRET,
    WREN,
    a_match,
    a_round,
    scene,
    seen,
    solved_in,
)

FORMER = PlayerId(-5)
SPOKEN = scene()


def forgotten(match: Match) -> Match:
    """The match with a former player in Wren's place."""

    def changed(who: PlayerId) -> PlayerId:
        return FORMER if who == WREN else who

    rounds = tuple(
        replace(one, codemaker=changed(one.codemaker), codebreaker=changed(one.codebreaker))
        for one in match.rounds
    )
    return replace(match, opponent=FORMER, rounds=rounds)


MATCHES = (
    forgotten(a_match(a_round(1, [SECRET]))),
    forgotten(a_match(solved_in(1, 1), a_round(2, [SECRET]))),
)
"""The former player guesses in the first, and hides in the second."""


def told(kind: EventKind) -> Iterator[Message]:
    detail = {EventKind.MATCH_CANCELLED: CallOff.ERASED.value, EventKind.CODE_REPLACED: "f e"}
    for match in MATCHES:
        event = Event(kind, round=len(match.rounds), row=1, player=FORMER)
        event = replace(event, detail=detail.get(kind, "f"))
        for phase in (Phase.BREAKING, Phase.CANCELLED):
            view = seen(replace(match, phase=phase), names={ROBIN: NAMES[ROBIN]})
            yield announce(event, view, SPOKEN)


@pytest.mark.parametrize("kind", list(EventKind))
def test_whatever_is_told_mentions_and_pings_no_former_player(kind: EventKind) -> None:
    for message in told(kind):
        assert "<@-" not in message.content
        assert str(FORMER) not in message.content
        allowed = sendable(message)["allowed_mentions"].to_dict()
        assert FORMER not in allowed.get("users", ())


def test_a_former_player_has_a_name_in_messages_lists_and_titles() -> None:
    view = seen(MATCHES[0], names={ROBIN: NAMES[ROBIN]})
    assert named(view, FORMER, SPOKEN) == mention(FORMER, SPOKEN) == "**a former player**"
    assert called(view, FORMER, SPOKEN) == "a former player"
    assert called(view, ROBIN, SPOKEN) == "Robin"
    _, (choice,) = answers.which_match([view], SPOKEN)
    assert choice.label == "Round 1 against a former player"


def test_somebody_whose_name_is_unknown_is_no_former_player() -> None:
    view = seen(a_match(a_round(1)), names={})
    assert named(view, WREN, SPOKEN) == f"<@{WREN}>"
    assert called(view, WREN, SPOKEN) == str(WREN)


@pytest.mark.parametrize("language", list(Language))
def test_a_refusal_mentions_no_former_player(language: Language) -> None:
    for reason in Reason:
        refusal = Refusal(reason, player=FORMER)
        assert "<@-" not in failures.refusal(refusal, scene(language))
