"""Rows from the box and from the command, and giving up a round."""

from collections.abc import Awaitable, Callable

import pytest

from bot.engine import Chat, RefusalReason, Refused
from bot.matches import service as service_module
from bot.matches.acts import Told
from bot.matches.errors import Reason, Refusal, UnreadableCodeError
from bot.matches.ids import MatchId, SourceId, ThreadId
from bot.matches.models import Event, EventKind, Outcome, Person
from bot.matches.view import MatchView
from tests.unit.matches.games import code
from tests.unit.service.scene import (
    ROBIN,
    TEAL,
    WREN,
    Scene,
    codes,
    events,
    kinds,
    refused,
    source_id,
    taken,
    thread_of,
)

Play = Callable[[Scene, MatchView, Person, str, SourceId], Awaitable[Told | None]]
WAYS: dict[str, Play] = {
    "box": lambda scene, match, who, text, source: scene.service.play_row(
        match.id, 1, who, text, source
    ),
    "command": lambda scene, match, who, text, source: scene.service.play_row_in(
        thread_of(match), who, text, source
    ),
}
any_way = pytest.mark.parametrize("play", WAYS.values(), ids=WAYS)


@any_way
async def test_a_row_is_scored_and_answers_no_message(scene: Scene, play: Play) -> None:
    match, source = await scene.breaking(), source_id()
    told = taken(await play(scene, match, WREN, "rrby", source))
    assert events(told) == [Event(EventKind.ROW_SCORED, round=1, row=1)]
    (row,) = told.own.rounds[0].rows
    assert (row.number, row.code, row.source) == (1, code("RRBY"), source)
    assert codes(told.own) == [None]


@any_way
async def test_the_same_interaction_plays_one_row(scene: Scene, play: Play) -> None:
    match, source = await scene.breaking(), source_id()
    taken(await play(scene, match, WREN, "RRBY", source))
    async with scene.nothing_changes(match):
        assert await play(scene, match, WREN, "RRBY", source) is None


@any_way
@pytest.mark.parametrize("text", ["RRB", "hello", ""])
async def test_a_row_that_cannot_be_read_is_handed_back_and_costs_nothing(
    scene: Scene, play: Play, text: str
) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        with pytest.raises(UnreadableCodeError):
            await play(scene, match, WREN, text, source_id())


async def test_the_reason_for_handing_a_row_back_is_kept(scene: Scene) -> None:
    match = await scene.breaking()
    with pytest.raises(UnreadableCodeError) as caught:
        await scene.service.play_row(match.id, 1, WREN, "RRBYY", source_id())
    assert caught.value.refused == Refused(RefusalReason.TOO_MANY, "RRBYY")


@any_way
@pytest.mark.parametrize(
    ("who", "refusal"),
    [
        (ROBIN, Refusal(Reason.ONLY_CODEBREAKER, player=WREN.id)),
        (TEAL, Refusal(Reason.ONLY_PLAYERS)),
    ],
)
async def test_only_the_codebreaker_plays_rows(
    scene: Scene, play: Play, who: Person, refusal: Refusal
) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        assert await refused(play(scene, match, who, "RRBY", source_id())) == refusal


@any_way
async def test_no_row_is_played_while_there_is_no_code(scene: Scene, play: Play) -> None:
    match = await scene.setting()
    refusal = await refused(play(scene, match, WREN, "RRBY", source_id()))
    assert refusal == Refusal(Reason.CODE_NOT_SET, player=ROBIN.id)


async def test_a_box_of_an_earlier_round_plays_no_row(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    await scene.hide(match, "GGGG")
    async with scene.nothing_changes(match):
        attempt = scene.service.play_row(match.id, 1, ROBIN, "RRBY", source_id())
        assert await refused(attempt) == Refusal(Reason.STALE_ROUND)


async def test_the_command_plays_in_whichever_round_is_running(scene: Scene) -> None:
    match = await scene.setting()
    await scene.solve(match)
    await scene.hide(match, "GGGG")
    told = await scene.service.play_row_in(thread_of(match), ROBIN, "RRBY", source_id())
    assert events(taken(told)) == [Event(EventKind.ROW_SCORED, round=2, row=1)]


async def test_there_is_no_row_without_a_match(scene: Scene) -> None:
    by_box = scene.service.play_row(MatchId("never"), 1, WREN, "RRBY", source_id())
    assert await refused(by_box) == Refusal(Reason.UNKNOWN_MATCH)
    by_command = scene.service.play_row_in(ThreadId(5), WREN, "RRBY", source_id())
    assert await refused(by_command) == Refusal(Reason.NO_MATCH_HERE)


async def test_the_box_for_a_row_shows_its_codebreaker_the_match(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        shown = await scene.service.row_box(match.id, 1, WREN)
    assert shown == await scene.look(match.id, WREN)
    assert codes(shown) == [None]


@pytest.mark.parametrize(
    ("number", "who", "refusal"),
    [
        (1, ROBIN, Refusal(Reason.ONLY_CODEBREAKER, player=WREN.id)),
        (1, TEAL, Refusal(Reason.ONLY_PLAYERS)),
        (2, WREN, Refusal(Reason.STALE_ROUND)),
    ],
)
async def test_the_box_for_a_row_stays_shut_for_everybody_else(
    scene: Scene, number: int, who: Person, refusal: Refusal
) -> None:
    match = await scene.breaking()
    assert await refused(scene.service.row_box(match.id, number, who)) == refusal


async def test_conceding_shows_the_code_and_the_match_goes_on(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    told = await scene.service.concede(thread_of(match), WREN)
    assert kinds(told) == [EventKind.ROUND_ENDED, EventKind.CODE_WANTED]
    over = told.brief.match.rounds[0]
    assert (over.outcome, over.code, over.points) == (Outcome.CONCEDED, code("RBRG"), 11)


@pytest.mark.parametrize(
    ("who", "reason"), [(ROBIN, Reason.ONLY_CODEBREAKER), (TEAL, Reason.ONLY_PLAYERS)]
)
async def test_only_the_codebreaker_concedes(scene: Scene, who: Person, reason: Reason) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        refusal = await refused(scene.service.concede(thread_of(match), who))
    assert refusal.reason is reason


async def test_a_parser_that_calls_an_addressed_text_chat_is_a_fault_of_the_program(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await scene.breaking()
    monkeypatch.setattr(service_module, "parse", lambda *_, **__: Chat())
    with pytest.raises(AssertionError, match="never chat"):
        await scene.service.play_row(match.id, 1, WREN, "RRBY", source_id())


async def test_a_stranger_is_refused_as_such_whatever_they_write(scene: Scene) -> None:
    match = await scene.breaking()
    attempt = scene.service.play_row_in(thread_of(match), TEAL, "hello", source_id())
    assert await refused(attempt) == Refusal(Reason.ONLY_PLAYERS)
