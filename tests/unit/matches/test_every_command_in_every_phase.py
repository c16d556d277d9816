"""Each phase × command pair has its answer: golden/commands_by_phase.txt says which."""

import copy
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from bot.matches import commands
from bot.matches.errors import Refusal
from bot.matches.ids import MatchId, MessageId, PlayerId, SourceId, ThreadId
from bot.matches.models import CallOff, Match, Phase
from bot.matches.transitions import Moved, apply
from tests.unit.matches.games import (
    MESSAGE,
    ROBIN,
    START,
    TEAL,
    WREN,
    after,
    breaking,
    challenged,
    code,
    finished,
    hours,
    played,
    secret,
    setting,
    without_thread,
)

TABLE = Path(__file__).parents[2] / "golden" / "commands_by_phase.txt"

STATES: dict[str, tuple[Match, datetime]] = {
    "challenged": (challenged(), hours(23)),
    "overdue challenge": (challenged(), hours(24)),
    "setting": (setting(), hours(71)),
    "setting, out of time": (setting(), hours(72)),
    "breaking": (breaking(), hours(71)),
    "breaking, out of time": (breaking(), hours(72)),
    "breaking, a row played": (played(breaking(), "RRBY"), hours(71)),
    "setting, reminded": (after(setting(), commands.Remind(hours(24), silent=False)), hours(71)),
    "setting, thread lost": (without_thread(setting()), hours(71)),
    "breaking, thread lost": (without_thread(played(breaking(), "RRBY")), hours(71)),
    "breaking, thread lost, out of time": (without_thread(played(breaking(), "RRBY")), hours(72)),
    "finished, won": (finished(2, 1), hours(80)),
    "finished, drawn": (finished(1, 1), hours(80)),
    "declined": (after(challenged(), commands.Decline(WREN, START)), hours(80)),
    "cancelled": (after(challenged(), commands.Cancel(ROBIN, START)), hours(80)),
    "expired": (after(challenged(), commands.Expire(hours(24))), hours(80)),
    "called off": (after(setting(), commands.Forfeit(WREN, START)), hours(80)),
    "called off by an admin": (
        after(setting(), commands.CallOffMatch(START, CallOff.ADMIN)),
        hours(80),
    ),
    "challenge called off by an admin": (
        after(challenged(), commands.CallOffMatch(START, CallOff.ADMIN)),
        hours(80),
    ),
}

PEOPLE = {"challenger": ROBIN, "opponent": WREN, "stranger": TEAL}


def of_person(name: str, player: PlayerId, at: datetime) -> commands.Command:
    """The command of that name by this person."""
    everything: dict[str, commands.Command] = {
        "accept": commands.Accept(player, at, MESSAGE, challenger_begins=True),
        "decline": commands.Decline(player, at),
        "cancel": commands.Cancel(player, at),
        "set-secret": commands.SetSecret(player, at, 1, secret("GGGG")),
        "post-code": commands.PostCode(player, at, code("RBRG")),
        "play-row": commands.PlayRow(player, at, code("YYYY"), SourceId(1)),
        "concede": commands.Concede(player, at),
        "forfeit": commands.Forfeit(player, at),
        "two-more": commands.OfferTwoMore(player, at),
        "rematch": commands.OfferRematch(player, at, MatchId("next")),
        "unreadable": commands.NoteUnreadable(player, at, MessageId(2)),
        "reopen": commands.Reopen(player, at),
    }
    return everything[name]


def of_nobody(name: str, at: datetime) -> commands.Command:
    """The command of that name, which time or the bot itself gives."""
    everything: dict[str, commands.Command] = {
        "expire": commands.Expire(at),
        "end-inactive": commands.EndInactive(at),
        "remind": commands.Remind(at, silent=False),
        "silent remind": commands.Remind(at, silent=True),
        "call-off": commands.CallOffMatch(at, CallOff.CHANNEL_GONE),
        "lose-thread": commands.LoseThread(at, ThreadId(MESSAGE)),
        "lose another": commands.LoseThread(at, ThreadId(8003)),
        "not opened": commands.LoseThread(at, None),
        "regain-thread": commands.RegainThread(at, ThreadId(MESSAGE)),
        "regain another": commands.RegainThread(at, ThreadId(8003)),
        "record-message": commands.RecordMessage(MessageId(8001)),
        "record-thread": commands.RecordThread(ThreadId(8002)),
    }
    return everything[name]


class Case(NamedTuple):
    state: str
    person: str
    command: commands.Command
    answer: str

    def __str__(self) -> str:
        return f"{self.state}-{type(self.command).__name__}-{self.person}"


def cases() -> list[Case]:
    found = []
    state = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("["):
            state = line.strip("[]")
        elif line and not line.startswith("#"):
            found += cases_of(state, line)
    return found


def cases_of(state: str, line: str) -> list[Case]:
    name, *answers = (cell.strip() for cell in line.split("|"))
    at = STATES[state][1]
    if len(answers) == 1:
        return [Case(state, "nobody", of_nobody(name, at), answers[0])]
    return [
        Case(state, person, of_person(name, player, at), answer)
        for (person, player), answer in zip(PEOPLE.items(), answers, strict=True)
    ]


def shown(before: Match, answer: Moved | Refusal) -> str:
    """An answer as the table writes it."""
    if isinstance(answer, Refusal):
        named = [person for person, player in PEOPLE.items() if player == answer.player]
        return f"!{answer.reason}" + "".join(f"({person})" for person in named)
    if answer.events:
        told = " ".join(event.kind for event in answer.events)
        return f"{told} > {answer.match.phase}"
    return "nothing" if answer.match == before else "kept"


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_answer_is_that_of_the_table(case: Case) -> None:
    match = STATES[case.state][0]
    assert shown(match, apply(match, case.command)) == case.answer


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_command_leaves_the_match_that_it_was_given_untouched(case: Case) -> None:
    match = STATES[case.state][0]
    before = copy.deepcopy(match)
    answer = apply(match, case.command)
    assert match == before
    if isinstance(answer, Moved):
        assert answer.match.version == before.version


def test_the_table_has_every_pair_of_phase_and_command() -> None:
    every_command = {
        kind for group in get_args(commands.Command) for kind in get_args(group) or (group,)
    }
    listed = {(STATES[case.state][0].phase, type(case.command)) for case in cases()}
    assert listed == {(phase, command) for phase in Phase for command in every_command}


def test_the_table_asks_every_person_in_every_state() -> None:
    people = {(case.state, repr(case.command), case.person) for case in cases()}
    per_state = len(PEOPLE) * 12 + 12
    assert len(people) == len(cases()) == per_state * len(STATES)


def test_the_limits_of_the_states_are_the_limits_of_the_rules() -> None:
    match, at = STATES["overdue challenge"]
    assert at == match.expires_at == match.created_at + timedelta(hours=24)
    match, at = STATES["setting, out of time"]
    assert at == match.turn_since + timedelta(hours=72)
