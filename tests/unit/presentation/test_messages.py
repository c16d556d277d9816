"""What everybody is told of each event: whom it names, pings and what can be pressed."""

from dataclasses import replace

import pytest

from bot.engine import Code, Rules
from bot.matches.models import CallOff, Event, EventKind, FirstCodemaker, Phase, Terms
from bot.matches.view import MatchView
from bot.presentation.i18n import Language
from bot.presentation.messages import announce
from bot.presentation.scene import Action, Message
from tests.unit.presentation.samples import (
    NAMES,
    ROBIN,
    SECRET,
    WREN,
    a_match,
    a_round,
    scene,
    seen,
)

OWES_CODE = seen(a_match(a_round(1, code=None), phase=Phase.SETTING))
PLAYING = seen(a_match(a_round(1)))
HIDE = [Action.SET_CODE, Action.RANDOM_CODE]


def told(event: Event, view: MatchView) -> Message:
    return announce(event, view, scene())


def actions(message: Message) -> list[Action]:
    return [button.action for button in message.buttons]


def test_a_challenge_pings_the_challenged_and_says_what_is_agreed_and_until_when() -> None:
    view = seen(a_match(a_round(1, code=None), phase=Phase.CHALLENGED))
    message = told(Event(EventKind.CHALLENGED), view)
    assert message.content == (
        f"<@{WREN}>, **Robin** challenges you to a match of Mastermind.\n"
        "**Classic** · 4 positions · 6 colours 🔴🔵🟢🟡🟠🟣 `RBGYOP` · repeats allowed"
        " · 10 rows · 2 rounds · a point per row for the codemaker\n"
        "**Robin** hides the first code.\n"
        "Open until <t:1777723200:f> (<t:1777723200:R>)."
    )
    assert message.pings == (WREN,)
    assert actions(message) == [Action.ACCEPT, Action.DECLINE, Action.CANCEL, Action.RULES]


def test_a_challenge_with_a_drawn_codemaker_speaks_of_a_coin() -> None:
    terms = Terms(first=FirstCodemaker.RANDOM)
    message = told(Event(EventKind.CHALLENGED), seen(a_match(phase=Phase.CHALLENGED, terms=terms)))
    assert "A coin decides who hides the first code." in message.content


def test_the_first_message_of_the_thread_names_both_and_asks_for_the_code() -> None:
    message = told(Event(EventKind.ACCEPTED), OWES_CODE)
    assert f"<@{ROBIN}> hides the first code, <@{WREN}> cracks it." in message.content
    assert f"<@{ROBIN}>, press **Set the code** or **Random code**." in message.content
    assert set(message.pings) == {ROBIN, WREN}
    assert actions(message) == HIDE


def test_the_first_message_asks_for_no_code_that_is_set_already() -> None:
    message = told(Event(EventKind.ACCEPTED), PLAYING)
    assert "The code is hidden already." in message.content
    assert actions(message) == [Action.BOARD, Action.RULES]


def test_the_codemaker_is_asked_in_private_with_a_link_back() -> None:
    message = told(Event(EventKind.CODE_WANTED, round=1, player=ROBIN), OWES_CODE)
    assert message.content.startswith("Round 1 against **Wren**: it is your turn to hide a code.")
    assert "4 colours out of 🔴🔵🟢🟡🟠🟣 `RBGYOP` (for example `RBRG`)" in message.content
    assert "/channels/4444444444444444444/3333333333333333333" in message.content
    assert message.pings == ()
    assert actions(message) == HIDE


def test_the_codebreaker_is_pinged_with_the_commitment_in_small_print() -> None:
    message = told(Event(EventKind.CODE_SET, round=1, detail="c0ffee"), PLAYING)
    assert message.content.startswith(f"<@{WREN}>, the code of round 1 is hidden.")
    small = [line for line in message.content.split("\n") if line.startswith("-# ")]
    assert len(small) == 1
    assert "`c0ffee`" in small[0]
    assert message.pings == (WREN,)
    assert actions(message) == [Action.GUESS, Action.BOARD]


def test_a_new_commitment_is_marked_as_replacing_the_old_and_pings_nobody() -> None:
    message = told(Event(EventKind.CODE_REPLACED, round=1, detail="c0ffee deadbeef"), PLAYING)
    assert message.content.endswith("-# New fingerprint: `c0ffee`\n-# It replaces: `deadbeef`")
    assert message.pings == ()


def test_a_posted_code_is_void_and_another_is_asked_for() -> None:
    message = told(Event(EventKind.CODE_VOIDED, round=1), OWES_CODE)
    assert "everybody here can read it" in message.content
    assert "**Robin**, hide another one" in message.content
    assert actions(message) == HIDE


@pytest.mark.parametrize(
    ("kind", "action", "wish"),
    [
        (EventKind.TWO_MORE_OFFERED, Action.TWO_MORE, "two more rounds. **Robin**, press"),
        (EventKind.REMATCH_OFFERED, Action.REMATCH, "a rematch. **Robin**, press"),
    ],
)
def test_an_offer_names_who_wishes_and_who_is_to_agree(
    kind: EventKind, action: Action, wish: str
) -> None:
    message = told(Event(kind, player=WREN), PLAYING)
    assert message.content.startswith("**Wren** would like ")
    assert wish in message.content
    assert f"**{message.buttons[0].label}**" in message.content
    assert actions(message) == [action]
    assert message.pings == ()


def test_an_offer_without_its_player_is_a_fault_of_the_event() -> None:
    with pytest.raises(ValueError, match="rematch-offered"):
        told(Event(EventKind.REMATCH_OFFERED), PLAYING)


def test_added_rounds_name_the_next_codemaker_without_a_ping() -> None:
    view = seen(a_match(a_round(1), a_round(2), a_round(3, code=None), phase=Phase.SETTING))
    message = told(Event(EventKind.ROUNDS_ADDED, round=3), view)
    assert f"<@{ROBIN}>, you hide the code of round 3." in message.content
    assert message.pings == ()
    assert actions(message) == HIDE


def test_a_rematch_names_who_begins_this_time_without_a_ping() -> None:
    begun = replace(a_round(2, code=None), number=1)
    message = told(
        Event(EventKind.REMATCH_STARTED, round=1), seen(a_match(begun, phase=Phase.SETTING))
    )
    assert f"<@{WREN}>, this time you hide the first code." in message.content
    assert message.pings == ()
    assert actions(message) == HIDE


def test_unreadable_messages_are_answered_with_two_ways_that_work() -> None:
    message = told(Event(EventKind.UNREADABLE, round=1), PLAYING)
    assert "Press **Guess**, or reply to me" in message.content
    assert actions(message) == [Action.GUESS]


def test_somebody_whose_name_is_unknown_is_mentioned() -> None:
    view = seen(a_match(a_round(1), phase=Phase.CHALLENGED), names={WREN: NAMES[WREN]})
    message = told(Event(EventKind.CHALLENGED), view)
    assert f"<@{ROBIN}> challenges you" in message.content


def test_a_hidden_code_is_in_no_message_before_its_round_ends() -> None:
    secret = Code((5, 4, 3, 5))
    view = seen(a_match(a_round(1, [SECRET], code=secret), terms=Terms(Rules())))
    for kind in EventKind:
        if kind in {EventKind.ROUND_ENDED, EventKind.MATCH_ENDED}:
            continue
        called_off = kind is EventKind.MATCH_CANCELLED
        detail = CallOff.ADMIN.value if called_off else "c0ffee deadbeef"
        message = told(Event(kind, round=1, row=1, player=WREN, detail=detail), view)
        assert "POYP" not in message.content
        assert "🟣🟠🟡🟣" not in message.content


def test_public_messages_speak_the_language_that_is_asked_for() -> None:
    message = announce(
        Event(EventKind.CODE_SET, round=1, detail="c0ffee"), PLAYING, scene(Language.FR)
    )
    assert "le code de la manche 1 est caché" in message.content
    assert [button.label for button in message.buttons] == ["Proposer", "Plateau"]
