"""Matches played by chance, against a second telling of the rules."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine import Code, Rules
from bot.matches import commands
from bot.matches.errors import Refusal
from bot.matches.ids import MatchId, MessageId, PlayerId, SourceId, ThreadId
from bot.matches.models import LIVE, CallOff, FirstCodemaker, Match, Points, Secret, Terms
from bot.matches.transitions import apply, rematch
from bot.matches.view import view
from tests.unit.matches.games import (
    MESSAGE,
    NAMES,
    ROBIN,
    SALT,
    TEAL,
    WREN,
    challenged,
    hours,
)
from tests.unit.matches.plain_model import Expected, Model

PEOPLE: list[PlayerId] = [ROBIN, WREN, TEAL]
SMALL = Rules(positions=2, colours=2, rows=2)
STRANGE = ThreadId(1)
"""Never the thread of a match."""
ARROWS = {
    ("challenged", "setting"),
    ("challenged", "breaking"),
    ("challenged", "declined"),
    ("challenged", "cancelled"),
    ("challenged", "expired"),
    ("setting", "breaking"),
    ("setting", "finished"),
    ("setting", "cancelled"),
    ("breaking", "setting"),
    ("breaking", "finished"),
    ("breaking", "cancelled"),
    ("finished", "setting"),
}

people = st.sampled_from([0, 0, 1, 1, 1, 2])
codes = st.lists(st.integers(0, 1), min_size=2, max_size=2)
numbers = st.one_of(st.none(), st.integers(1, 4))


class AnyCourse(RuleBasedStateMachine):
    """The same commands to the match and to the model; both must say the same."""

    match: Match
    model: Model
    patient: bool
    """Both mean to play: without that, few courses get far."""

    def __init__(self) -> None:
        super().__init__()
        self.hour = 0
        self.last_source = 0
        self.last_thread = STRANGE

    @initialize(
        first=st.sampled_from(FirstCodemaker),
        rounds=st.sampled_from([2, 4]),
        points=st.sampled_from(Points),
        private=st.booleans(),
        patient=st.booleans(),
        prompt=st.booleans(),
    )
    def challenge(
        self,
        first: FirstCodemaker,
        rounds: int,
        points: Points,
        private: bool,
        patient: bool,
        prompt: bool,
    ) -> None:
        self.patient = patient
        self.match = challenged(Terms(SMALL, rounds, points, first, private))
        self.model = Model(first.value, rounds, points is Points.KEY_PEGS, private)
        if prompt:
            self.accept(1, coin=True)

    def run(self, command: commands.Command, expect: Callable[[], Expected]) -> None:
        before = self.match.phase.value
        answer = apply(self.match, command)
        expected = expect()
        if isinstance(answer, Refusal):
            assert answer.reason == expected
            return
        assert [event.kind.value for event in answer.events] == expected
        self.match = answer.match
        after = self.match.phase.value
        assert after == before or (before, after) in ARROWS

    @rule(count=st.sampled_from([1, 1, 2, 24, 30, 72]))
    def wait(self, count: int) -> None:
        self.hour += count

    @rule(who=people, coin=st.booleans())
    def accept(self, who: int, coin: bool) -> None:
        command = commands.Accept(PEOPLE[who], hours(self.hour), MESSAGE, coin)
        self.run(command, lambda: self.model.accept(who, self.hour, coin))

    @precondition(lambda self: not self.patient)
    @rule(who=people)
    def decline(self, who: int) -> None:
        command = commands.Decline(PEOPLE[who], hours(self.hour))
        self.run(command, lambda: self.model.decline(who, self.hour))

    @precondition(lambda self: not self.patient)
    @rule(who=people)
    def cancel(self, who: int) -> None:
        command = commands.Cancel(PEOPLE[who], hours(self.hour))
        self.run(command, lambda: self.model.cancel(who, self.hour))

    @precondition(lambda self: not self.patient)
    @rule()
    def expire(self) -> None:
        command = commands.Expire(hours(self.hour))
        self.run(command, lambda: self.model.expire(self.hour))

    @rule(who=people, number=st.integers(1, 4), code=codes)
    def set_code(self, who: int, number: int, code: list[int]) -> None:
        secret = Secret(Code(code), SALT, "commitment")
        command = commands.SetSecret(PEOPLE[who], hours(self.hour), number, secret)
        self.run(command, lambda: self.model.set_code(who, self.hour, number, code))

    @rule(several=st.lists(codes, min_size=6, max_size=7))
    def change_often(self, several: list[list[int]]) -> None:
        current = self.match.round
        if current is None:
            return
        for code in several:
            self.set_code(PEOPLE.index(current.codemaker), current.number, code)

    @rule(who=people, code=codes)
    def post(self, who: int, code: list[int]) -> None:
        command = commands.PostCode(PEOPLE[who], hours(self.hour), Code(code))
        self.run(command, lambda: self.model.post(who, self.hour, code))

    @rule()
    def post_the_secret(self) -> None:
        current = self.match.round
        if current is not None and current.secret is not None:
            self.post(PEOPLE.index(current.codemaker), list(current.secret.code))

    @rule(who=people, number=numbers, code=codes)
    def play(self, who: int, number: int | None, code: list[int]) -> None:
        self.last_source += 1
        command = commands.PlayRow(
            PEOPLE[who], hours(self.hour), Code(code), SourceId(self.last_source), number
        )
        self.run(command, lambda: self.model.play(who, self.hour, number, code))

    @rule(moves=st.lists(codes, min_size=1, max_size=12))
    def play_on(self, moves: list[list[int]]) -> None:
        for code in moves:
            self.do_what_is_due(code)

    def do_what_is_due(self, code: list[int]) -> None:
        current = self.match.round
        if self.match.phase == "challenged" or current is None:
            self.accept(1, coin=bool(code[0]))
        elif self.match.phase == "setting":
            self.set_code(PEOPLE.index(current.codemaker), current.number, code)
        elif self.match.phase == "breaking":
            self.play(PEOPLE.index(current.codebreaker), None, code)
        else:
            self.two_more(code[0])

    @rule(who=people)
    def concede(self, who: int) -> None:
        command = commands.Concede(PEOPLE[who], hours(self.hour))
        self.run(command, lambda: self.model.concede(who, self.hour))

    @precondition(lambda self: not self.patient)
    @rule(who=people)
    def forfeit(self, who: int) -> None:
        command = commands.Forfeit(PEOPLE[who], hours(self.hour))
        self.run(command, lambda: self.model.forfeit(who))

    @precondition(lambda self: not self.patient)
    @rule()
    def time_out(self) -> None:
        command = commands.EndInactive(hours(self.hour))
        self.run(command, lambda: self.model.time_out(self.hour))

    @precondition(lambda self: not self.patient)
    @rule(why=st.sampled_from(CallOff))
    def call_off(self, why: CallOff) -> None:
        command = commands.CallOffMatch(hours(self.hour), why)
        self.run(command, lambda: self.model.call_off(why.value))

    @rule(silent=st.booleans())
    def remind(self, silent: bool) -> None:
        command = commands.Remind(hours(self.hour), silent)
        self.run(command, lambda: self.model.remind(self.hour, silent))

    @rule(own=st.booleans())
    def lose_thread(self, own: bool) -> None:
        self.last_thread = self.match.thread or self.last_thread
        lost = (self.match.thread or STRANGE) if own else None
        command = commands.LoseThread(hours(self.hour), lost)
        self.run(command, lambda: self.model.lose_thread(self.hour, own))

    @rule()
    def lose_another_thread(self) -> None:
        self.run(commands.LoseThread(hours(self.hour), STRANGE), list)

    @rule()
    def regain_thread(self) -> None:
        thread = self.match.thread or self.last_thread
        command = commands.RegainThread(hours(self.hour), thread)
        self.run(command, lambda: self.model.regain_thread(self.hour))
        assert self.match.thread == (thread if self.model.thread else None)

    @rule()
    def regain_another_thread(self) -> None:
        self.run(commands.RegainThread(hours(self.hour), ThreadId(2)), list)

    @rule(who=people, opened=st.booleans())
    def reopen(self, who: int, opened: bool) -> None:
        command = commands.Reopen(PEOPLE[who], hours(self.hour))
        self.run(command, lambda: self.model.reopen(who, self.hour))
        if opened and self.match.thread is None and self.match.phase in LIVE:
            self.run(commands.RecordThread(ThreadId(8000 + self.hour)), list)
            self.model.thread, self.model.lost = True, False

    @rule(who=people)
    def two_more(self, who: int) -> None:
        command = commands.OfferTwoMore(PEOPLE[who], hours(self.hour))
        self.run(command, lambda: self.model.two_more(who, self.hour))

    @rule(who=people)
    def again(self, who: int) -> None:
        command = commands.OfferRematch(PEOPLE[who], hours(self.hour), MatchId("next"))
        self.run(command, lambda: self.model.again(who))

    @rule(who=people)
    def unreadable(self, who: int) -> None:
        command = commands.NoteUnreadable(PEOPLE[who], hours(self.hour), MessageId(5))
        self.run(command, lambda: self.model.unreadable(who))

    @invariant()
    def the_match_is_the_models(self) -> None:
        assert self.match.phase == self.model.phase
        assert self.match.agreed_rounds == self.model.agreed
        assert self.match.version == 0
        assert len(self.match.rounds) == len(self.model.rounds)
        for real, told in zip(self.match.rounds, self.model.rounds, strict=True):
            assert real.codemaker == PEOPLE[told["maker"]]
            assert real.outcome == told["end"]
            assert [(row.feedback.black, row.feedback.white) for row in real.rows] == told["rows"]
            assert (list(real.secret.code) if real.secret else None) == told["code"]

    @invariant()
    def time_does_something_when_the_model_says(self) -> None:
        due = self.model.deadline()
        assert self.match.next_deadline == (None if due is None else hours(due))

    @invariant()
    def roles_alternate_and_rounds_are_numbered(self) -> None:
        for number, played in enumerate(self.match.rounds, start=1):
            assert played.number == number
            assert {played.codemaker, played.codebreaker} == {ROBIN, WREN}
        makers = [played.codemaker for played in self.match.rounds]
        assert all(maker != following for maker, following in pairwise(makers))

    @invariant()
    def totals_and_winner_are_the_models(self) -> None:
        totals = view(self.match, NAMES).totals()
        assert [totals[ROBIN], totals[WREN]] == self.model.points()
        assert min(totals.values()) >= 0
        if self.match.phase == "finished":
            winner = self.model.winner
            assert self.match.winner == (None if winner is None else PEOPLE[winner])
        else:
            assert self.match.winner is None

    @invariant()
    def a_secret_is_seen_by_its_codemaker_alone_until_the_round_is_over(self) -> None:
        for viewer in (ROBIN, WREN, TEAL, None):
            for shown in view(self.match, NAMES, viewer).rounds:
                if shown.outcome is None:
                    assert shown.salt is None
                    assert shown.code is None or viewer == shown.codemaker

    @invariant()
    def a_rematch_of_a_finished_match_is_begun_by_the_other_one(self) -> None:
        if self.match.phase == "finished":
            new = rematch(self.match, MatchId("next"), hours(self.hour)).match
            assert new.rounds[0].codemaker == self.match.rounds[0].codebreaker


AnyCourse.TestCase.settings = settings(max_examples=200, stateful_step_count=30, deadline=None)
TestAnyCourse = pytest.mark.usefixtures("untraced")(AnyCourse.TestCase)
