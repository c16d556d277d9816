"""Challenging somebody and answering."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.matches.acts import Told
from bot.matches.challenging import CHALLENGE_LIFE
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import ALPHABET, MatchId
from bot.matches.models import Event, EventKind, FirstCodemaker, Person, Phase, Terms
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    events,
    kinds,
    message_id,
    refused,
)

ANSWERS: dict[str, Callable[[Scene, MatchId, Person], Awaitable[Told]]] = {
    "accept": lambda scene, match, who: scene.service.accept(match, who, message_id()),
    "decline": lambda scene, match, who: scene.service.decline(match, who),
    "cancel": lambda scene, match, who: scene.service.cancel(match, who),
}


async def test_a_challenge_waits_for_its_answer_on_the_terms_given(scene: Scene) -> None:
    terms = Terms(rounds=4, private=True)
    match = await scene.challenged(terms)
    assert (match.challenger, match.opponent) == (ROBIN.id, WREN.id)
    assert (match.terms, match.agreed_rounds) == (terms, 4)
    assert match.expires_at == scene.clock.now + CHALLENGE_LIFE
    assert await scene.look(match.id) == match


async def test_every_match_has_a_readable_id_of_its_own(scene: Scene) -> None:
    ids = [(await scene.challenged()).id for _ in range(20)]
    assert len(set(ids)) == 20
    assert {len(match) for match in ids} == {10}
    assert set("".join(ids)) <= set(ALPHABET)


async def test_nobody_challenges_oneself(scene: Scene) -> None:
    assert await refused(scene.challenge(opponent=ROBIN)) == Refusal(Reason.SELF_CHALLENGE)
    assert await scene.service.open_matches(GUILD, ROBIN.id) == ()


async def test_nobody_challenges_a_bot(scene: Scene) -> None:
    attempt = scene.service.challenge(GUILD, CHANNEL, ROBIN, WREN, Terms(), opponent_is_bot=True)
    assert await refused(attempt) == Refusal(Reason.BOT_CHALLENGE, player=WREN.id)
    assert await scene.service.open_matches(GUILD, ROBIN.id) == ()


@pytest.mark.parametrize("rounds", [0, 1, 3, 10])
async def test_the_number_of_rounds_is_even_and_small(scene: Scene, rounds: int) -> None:
    assert await refused(scene.challenge(Terms(rounds=rounds))) == Refusal(Reason.ODD_ROUNDS)
    assert await scene.untold() == []


async def test_an_opponent_never_seen_before_is_named_by_the_challenge(scene: Scene) -> None:
    await scene.challenge()
    assert await scene.names(ROBIN, WREN) == {ROBIN.id: "Robin", WREN.id: "Wren"}


async def test_a_challenge_does_not_rename_an_opponent_who_was_seen(scene: Scene) -> None:
    await scene.setting()
    match = (await scene.challenge(opponent=replace(WREN, name="Crow", locale="nl"))).own
    assert match.names[WREN.id] == "Wren"
    assert await scene.service.locale_of(WREN.id) == "fr"


async def test_a_refused_challenge_remembers_nobody(scene: Scene) -> None:
    await refused(scene.challenge(Terms(rounds=3)))
    assert await scene.names(ROBIN, WREN) == {}


async def test_whoever_acts_is_called_by_the_latest_name(scene: Scene) -> None:
    match = await scene.challenged()
    renamed = replace(WREN, name="Crow")
    told = await scene.service.accept(match.id, renamed, message_id())
    assert told.brief.match.names == told.own.names == {ROBIN.id: "Robin", WREN.id: "Crow"}


async def test_acting_where_no_name_is_known_keeps_the_known_one(scene: Scene) -> None:
    match = await scene.setting()
    told = await scene.service.set_code(match.id, 1, replace(ROBIN, name="", locale="nl"), "RBRG")
    assert told.own.names[ROBIN.id] == "Robin"
    assert await scene.service.locale_of(ROBIN.id) == "en-GB"


@pytest.mark.parametrize(("coin", "first"), [(0, ROBIN), (1, WREN)])
async def test_a_fair_coin_decides_who_begins_if_so_agreed(
    scene: Scene, coin: int, first: Person
) -> None:
    match = await scene.challenged(Terms(first=FirstCodemaker.RANDOM))
    assert match.rounds == ()
    scene.chance.numbers.append(coin)
    told = await scene.service.accept(match.id, WREN, message_id())
    assert scene.chance.bounds == [2]
    assert told.own.rounds[0].codemaker == first.id
    assert events(told)[1] == Event(EventKind.CODE_WANTED, round=1, player=first.id)


@pytest.mark.parametrize(
    ("first", "maker"), [(FirstCodemaker.ME, ROBIN), (FirstCodemaker.OPPONENT, WREN)]
)
@pytest.mark.parametrize("coin", [0, 1])
async def test_the_coin_decides_nothing_else(
    scene: Scene, first: FirstCodemaker, maker: Person, coin: int
) -> None:
    match = await scene.challenged(Terms(first=first))
    scene.chance.numbers.append(coin)
    told = await scene.service.accept(match.id, WREN, message_id())
    assert told.own.rounds[0].codemaker == maker.id


@pytest.mark.parametrize(
    ("answer", "who", "phase"),
    [("decline", WREN, Phase.DECLINED), ("cancel", ROBIN, Phase.CANCELLED)],
)
async def test_a_challenge_can_be_turned_down_or_taken_back(
    scene: Scene, answer: str, who: Person, phase: Phase
) -> None:
    match = await scene.challenged()
    told = await ANSWERS[answer](scene, match.id, who)
    assert kinds(told) == [EventKind.CHALLENGE_CLOSED]
    assert told.brief.match.phase is phase


@pytest.mark.parametrize(
    ("answer", "who", "refusal"),
    [
        ("accept", ROBIN, Refusal(Reason.ONLY_OPPONENT, player=WREN.id)),
        ("decline", ROBIN, Refusal(Reason.ONLY_OPPONENT, player=WREN.id)),
        ("cancel", WREN, Refusal(Reason.ONLY_CHALLENGER, player=ROBIN.id)),
        ("accept", TEAL, Refusal(Reason.ONLY_PLAYERS)),
        ("decline", TEAL, Refusal(Reason.ONLY_PLAYERS)),
        ("cancel", TEAL, Refusal(Reason.ONLY_PLAYERS)),
    ],
)
async def test_the_wrong_person_answers_nothing(
    scene: Scene, answer: str, who: Person, refusal: Refusal
) -> None:
    match = await scene.challenged()
    async with scene.nothing_changes(match):
        assert await refused(ANSWERS[answer](scene, match.id, who)) == refusal


@pytest.mark.parametrize(
    ("answer", "who"), [("accept", WREN), ("decline", WREN), ("cancel", ROBIN)]
)
async def test_nobody_answers_too_late(scene: Scene, answer: str, who: Person) -> None:
    match = await scene.challenged()
    scene.clock.advance(CHALLENGE_LIFE)
    async with scene.nothing_changes(match):
        refusal = await refused(ANSWERS[answer](scene, match.id, who))
    assert refusal == Refusal(Reason.CHALLENGE_EXPIRED)


@pytest.mark.parametrize("answer", ANSWERS)
async def test_there_is_no_answer_to_a_match_that_never_was(scene: Scene, answer: str) -> None:
    refusal = await refused(ANSWERS[answer](scene, MatchId("never"), WREN))
    assert refusal == Refusal(Reason.UNKNOWN_MATCH)


async def test_of_two_presses_at_once_one_is_taken(scene: Scene) -> None:
    match = await scene.challenged()
    presses = (scene.service.accept(match.id, WREN, message_id()) for _ in range(2))
    taken, late = await asyncio.gather(*presses, return_exceptions=True)
    assert isinstance(taken, Told)
    assert isinstance(late, RefusedError)
    assert late.refusal == Refusal(Reason.ALREADY_ACCEPTED)
    assert_begun(await scene.look(match.id), taken.own)


def assert_begun(match: MatchView, as_accepted: MatchView) -> None:
    assert match.phase is Phase.SETTING
    assert match.thread == as_accepted.thread
