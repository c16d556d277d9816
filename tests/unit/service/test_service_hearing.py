"""What the service makes of the messages in a match's thread."""

import pytest

from bot.engine import RefusalReason, Refused
from bot.matches.acts import Told
from bot.matches.errors import Reason, Refusal, UnreadableCodeError
from bot.matches.ids import SourceId, ThreadId
from bot.matches.models import Event, EventKind, Person, Phase
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
    message_id,
    refused,
    taken,
    thread_of,
)

CHAT = ["hello", "I think there is no red", "gg", "// RBRG", "@Robin RBRG", "red?", ""]


async def test_a_row_of_the_codebreaker_is_scored_and_answered(scene: Scene) -> None:
    match = await scene.breaking()
    message = message_id()
    told = taken(
        await scene.service.hear(thread_of(match), WREN, "I guess r-r-b-y!", message, readable=True)
    )
    assert events(told) == [Event(EventKind.ROW_SCORED, round=1, row=1, reply_to=message)]
    (row,) = told.own.rounds[0].rows
    assert (row.code, row.source, row.at) == (code("RRBY"), SourceId(message), scene.clock.now)


@pytest.mark.parametrize("text", CHAT)
@pytest.mark.parametrize("who", [ROBIN, WREN, TEAL])
async def test_chat_is_left_alone(scene: Scene, who: Person, text: str) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        assert await scene.say(match, who, text) is None


async def test_a_row_with_a_fault_is_handed_back_and_costs_nothing(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        with pytest.raises(UnreadableCodeError) as caught:
            await scene.say(match, WREN, "RRB")
    assert caught.value.refused == Refused(RefusalReason.TOO_FEW, "RRB")
    assert caught.value.rules == match.terms.rules


async def test_a_row_with_a_fault_gets_no_answer_while_there_is_no_code(scene: Scene) -> None:
    match = await scene.setting()
    async with scene.nothing_changes(match):
        assert await scene.say(match, WREN, "RRB") is None


async def test_a_row_without_fault_is_refused_while_there_is_no_code(scene: Scene) -> None:
    match = await scene.setting()
    async with scene.nothing_changes(match):
        refusal = await refused(scene.say(match, WREN, "RRBY"))
    assert refusal == Refusal(Reason.CODE_NOT_SET, player=ROBIN.id)


async def test_the_same_message_is_heard_once(scene: Scene) -> None:
    match = await scene.breaking()
    thread, message = thread_of(match), message_id()
    taken(await scene.service.hear(thread, WREN, "RRBY", message, readable=True))
    async with scene.nothing_changes(match):
        assert await scene.service.hear(thread, WREN, "RRBY", message, readable=True) is None


async def test_a_message_that_ended_the_round_is_not_heard_again_in_the_next(scene: Scene) -> None:
    match = await scene.breaking()
    thread, message = thread_of(match), message_id()
    taken(await scene.service.hear(thread, WREN, "RBRG", message, readable=True))
    await scene.hide(match, "RBRG")
    async with scene.nothing_changes(match):
        assert await scene.service.hear(thread, WREN, "RBRG", message, readable=True) is None


async def test_a_code_that_its_codemaker_posts_is_void(scene: Scene) -> None:
    match = await scene.breaking()
    told = taken(await scene.say(match, ROBIN, "red blue red green"))
    assert events(told) == [Event(EventKind.CODE_VOIDED, round=1)]
    assert told.brief.match.phase is Phase.SETTING
    assert codes(told.own) == [None]
    refusal = await refused(scene.say(match, WREN, "RBRG"))
    assert refusal == Refusal(Reason.CODE_NOT_SET, player=ROBIN.id)


@pytest.mark.parametrize("text", ["GGGG", "RBR", "RBRGG", "RBR?"])
async def test_nothing_else_that_the_codemaker_writes_is_answered(scene: Scene, text: str) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        assert await scene.say(match, ROBIN, text) is None


async def test_a_code_posted_before_any_is_set_is_talk(scene: Scene) -> None:
    match = await scene.setting()
    async with scene.nothing_changes(match):
        assert await scene.say(match, ROBIN, "RBRG") is None


async def test_a_code_posted_after_the_first_row_is_talk(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    async with scene.nothing_changes(match):
        assert await scene.say(match, ROBIN, "RBRG") is None


@pytest.mark.parametrize("text", ["RRBY", "RBRG", "RRB"])
async def test_nothing_that_a_stranger_writes_is_answered(scene: Scene, text: str) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        assert await scene.say(match, TEAL, text) is None


@pytest.mark.parametrize("who", [ROBIN, WREN])
@pytest.mark.parametrize("text", ["RBRG", "RRB"])
async def test_nothing_is_answered_after_the_end(scene: Scene, who: Person, text: str) -> None:
    match = await scene.drawn()
    async with scene.nothing_changes(match):
        assert await scene.say(match, who, text) is None
        assert await mute(scene, match, who) is None


async def test_a_message_in_a_thread_without_a_match_is_no_business_of_ours(scene: Scene) -> None:
    heard = await scene.service.hear(ThreadId(5), WREN, "RBRG", message_id(), readable=True)
    assert heard is None


async def test_the_codebreaker_is_told_once_a_round_that_messages_cannot_be_read(
    scene: Scene,
) -> None:
    match = await scene.breaking()
    message = message_id()
    told = taken(await scene.service.hear(thread_of(match), WREN, "", message, readable=False))
    assert events(told) == [Event(EventKind.UNREADABLE, round=1, reply_to=message)]
    async with scene.nothing_changes(match):
        assert await mute(scene, match, WREN) is None
    await scene.row(match, "RBRG")
    await scene.hide(match, "GGGG")
    assert kinds(taken(await mute(scene, match, ROBIN))) == [EventKind.UNREADABLE]


@pytest.mark.parametrize("who", [ROBIN, TEAL])
async def test_nobody_else_is_told_that_messages_cannot_be_read(scene: Scene, who: Person) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        assert await mute(scene, match, who) is None


async def test_nobody_is_told_so_while_there_is_no_code(scene: Scene) -> None:
    match = await scene.setting()
    async with scene.nothing_changes(match):
        assert await mute(scene, match, WREN) is None


async def test_a_mention_is_read_where_other_messages_cannot_be(scene: Scene) -> None:
    match = await scene.breaking()
    told = await scene.service.hear(thread_of(match), WREN, "RRBY", message_id(), readable=False)
    assert kinds(taken(told)) == [EventKind.ROW_SCORED]


async def test_a_picture_without_words_is_chat_where_messages_can_be_read(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        assert await scene.say(match, WREN, "") is None


async def mute(scene: Scene, match: MatchView, who: Person) -> Told | None:
    """A message of this person whose text does not reach the bot."""
    return await scene.service.hear(thread_of(match), who, "", message_id(), readable=False)
