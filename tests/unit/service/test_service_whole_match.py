"""A whole match through the service: who is told what, in which order, and who sees the code."""

import hashlib

from bot.engine import Feedback
from bot.matches.acts import Told
from bot.matches.ids import ThreadId
from bot.matches.models import Ending, Event, EventKind, Outcome, Phase
from bot.matches.view import MatchView
from tests.unit.matches.games import code
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    WREN,
    Scene,
    codes,
    events,
    message_id,
    taken,
    thread_of,
)


async def test_from_challenge_to_result_everybody_is_told_in_order(scene: Scene) -> None:
    service = scene.service
    told = await scene.challenge()
    match = told.own
    assert (match.guild, match.channel, match.phase) == (GUILD, CHANNEL, Phase.CHALLENGED)
    assert events(told) == [Event(EventKind.CHALLENGED)]

    challenge = message_id()
    told = await service.accept(match.id, WREN, challenge)
    assert events(told) == [
        Event(EventKind.ACCEPTED, round=1),
        Event(EventKind.CODE_WANTED, round=1, player=ROBIN.id),
    ]
    match = told.own
    assert (match.message, match.thread) == (challenge, ThreadId(challenge))
    assert match.phase is Phase.SETTING

    told = await service.set_code(match.id, 1, ROBIN, "red blue red green")
    assert events(told) == [
        Event(EventKind.CODE_SET, round=1, detail=str(told.own.rounds[0].commitment))
    ]

    first, second = message_id(), message_id()
    told = taken(await service.hear(thread_of(match), WREN, "rrby", first, readable=True))
    assert events(told) == [Event(EventKind.ROW_SCORED, round=1, row=1, reply_to=first)]
    assert told.brief.match.rounds[0].rows[0].feedback == Feedback(1, 2)
    told = taken(await service.hear(thread_of(match), WREN, "RBRG", second, readable=True))
    assert events(told) == [
        Event(EventKind.ROW_SCORED, round=1, row=2, reply_to=second),
        Event(EventKind.ROUND_ENDED, round=1),
        Event(EventKind.CODE_WANTED, round=2, player=WREN.id),
    ]

    await service.set_code(match.id, 2, WREN, "GGGG")
    told = await service.concede(thread_of(match), ROBIN)
    assert events(told) == [
        Event(EventKind.MATCH_ENDED, round=2),
        Event(EventKind.CHALLENGE_CLOSED),
    ]
    over = told.brief.match
    assert (over.phase, over.ending, over.winner) == (Phase.FINISHED, Ending.COMPLETE, WREN.id)
    assert [shown.outcome for shown in over.rounds] == [Outcome.SOLVED, Outcome.CONCEDED]
    assert over.totals() == {ROBIN.id: 2, WREN.id: 11}
    assert over.names == {ROBIN.id: "Robin", WREN.id: "Wren"}


async def test_entries_are_about_their_match_and_bear_the_time_and_ids_of_their_own(
    scene: Scene,
) -> None:
    match = await scene.setting()
    told = await scene.solve(match)
    assert {entry.match for entry in told.entries} == {match.id}
    assert {entry.created_at for entry in told.entries} == {scene.clock.now}
    every = await scene.untold()
    assert len({entry.id for entry in every}) == len(every)
    assert {len(entry.id) for entry in every} == {16}


async def test_the_buttons_at_a_rounds_end_are_about_the_next_round(scene: Scene) -> None:
    match = await scene.setting()
    told = await scene.solve(match)
    assert [(event.kind, event.round_to_act_on) for event in events(told)] == [
        (EventKind.ROW_SCORED, 1),
        (EventKind.ROUND_ENDED, 2),
        (EventKind.CODE_WANTED, 2),
    ]
    ended = events(await scene.solve(match))[1]
    assert (ended.kind, ended.round_to_act_on) == (EventKind.MATCH_ENDED, 2)


async def test_only_the_codemaker_sees_the_code_until_the_round_is_over(scene: Scene) -> None:
    match = await scene.setting()
    told = await scene.hide(match, "RBRG")
    assert codes(told.own) == [code("RBRG")]
    assert_hidden(told.brief.match)
    told = await scene.row(match, "RRBY")
    assert_hidden(told.own)
    assert_hidden(told.brief.match)
    told = await scene.row(match, "RBRG")
    assert codes(told.own)[0] == codes(told.brief.match)[0] == code("RBRG")
    told = await scene.hide(match, "GGGG")
    assert codes(told.own)[1] == code("GGGG")
    assert codes(told.brief.match)[1] is None
    told = await scene.row(match, "GGGG")
    assert codes(told.brief.match) == [code("RBRG"), code("GGGG")]


async def test_a_hidden_code_is_in_nothing_that_is_told(scene: Scene) -> None:
    match = await scene.setting()
    told = [await scene.hide(match, "RBRG"), await scene.row(match, "RRBY")]
    for each in told:
        assert not any(trace in repr(each) for trace in ("RBRG", repr(tuple(code("RBRG")))))


async def test_a_code_hidden_before_the_answer_starts_play_at_once(scene: Scene) -> None:
    waiting = await scene.challenged()
    told = await scene.service.set_code(waiting.id, 1, ROBIN, "RBRG")
    assert_said_nothing(told)
    assert codes(told.own) == [code("RBRG")]
    told = await scene.service.accept(waiting.id, WREN, message_id())
    assert [event.kind for event in events(told)] == [EventKind.ACCEPTED, EventKind.CODE_SET]
    assert_hidden(told.own)


async def test_anybody_can_check_the_commitment_at_the_end(scene: Scene) -> None:
    match = await scene.setting()
    promised = (await scene.hide(match, "RBRG")).brief.match.rounds[0].commitment
    shown = (await scene.row(match, "RBRG")).brief.match.rounds[0]
    assert shown.salt is not None
    assert len(shown.salt) == 16
    text = f"{match.id}:1:{shown.salt.hex()}:RBRG"
    assert hashlib.sha256(text.encode()).hexdigest() == shown.commitment == promised


async def test_every_code_has_a_salt_of_its_own(scene: Scene) -> None:
    match = await scene.setting()
    codes = ["RBRG", "BBBB"] * 2
    commitments = {(await scene.hide(match, code)).own.rounds[0].commitment for code in codes}
    assert len(commitments) == 4


async def test_the_end_of_a_match_alone_is_told_with_both_lines_of_the_leaderboard(
    scene: Scene,
) -> None:
    match = await scene.setting()
    told = await scene.solve(match, rows=3)
    assert told.brief.lines == {}
    told = await scene.solve(match, rows=2)
    lines = told.brief.lines
    assert set(lines) == {ROBIN.id, WREN.id}
    robin, wren = lines[ROBIN.id], lines[WREN.id]
    assert (robin.rank, robin.name, robin.points, robin.wins) == (1, "Robin", 3, 1)
    assert (wren.rank, wren.name, wren.points, wren.losses) == (2, "Wren", 2, 1)
    another = await scene.setting()
    assert (await scene.solve(another)).brief.lines == {}


def assert_hidden(match: MatchView) -> None:
    assert [(shown.code, shown.salt) for shown in match.rounds] == [(None, None)]


def assert_said_nothing(told: Told) -> None:
    assert told.entries == ()
