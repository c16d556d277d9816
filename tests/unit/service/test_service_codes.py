"""Hiding a code: typed, by chance, and who may."""

from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import product

import pytest

from bot.engine import PRESETS, Code, RefusalReason, Refused, Rules, Symbols
from bot.matches.challenging import CHALLENGE_LIFE
from bot.matches.errors import Reason, Refusal, UnreadableCodeError
from bot.matches.ids import MatchId
from bot.matches.models import Event, EventKind, FirstCodemaker, Person, Phase, Terms
from bot.matches.rounds import MOST_CHANGES
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
    thread_of,
)

WAYS: dict[str, Callable[[Scene, MatchId, int, Person], Awaitable[object]]] = {
    "typed": lambda scene, match, number, who: scene.service.set_code(match, number, who, "GGGG"),
    "random": lambda scene, match, number, who: scene.service.random_code(match, number, who),
    "box": lambda scene, match, number, who: scene.service.code_box(match, number, who),
}
SMALL = Rules(positions=3, colours=4)


@pytest.mark.parametrize(
    ("text", "reason", "read"),
    [
        ("RBR", RefusalReason.TOO_FEW, "RBR"),
        ("RBRGG", RefusalReason.TOO_MANY, "RBRGG"),
        ("hello", RefusalReason.UNKNOWN, "hello"),
        ("RB.G", RefusalReason.BLANKS_OFF, "RB.G"),
        ("", RefusalReason.TOO_FEW, ""),
    ],
)
async def test_a_code_that_cannot_be_read_is_handed_back_and_changes_nothing(
    scene: Scene, text: str, reason: RefusalReason, read: str
) -> None:
    match = await scene.setting()
    async with scene.nothing_changes(match):
        with pytest.raises(UnreadableCodeError) as caught:
            await scene.hide(match, text)
    assert caught.value.refused == Refused(reason, read)
    assert caught.value.rules == match.terms.rules


async def test_a_code_is_read_by_the_rules_of_its_match(scene: Scene) -> None:
    match = await scene.setting(Terms(Rules(symbols=Symbols.DIGITS, colours=10, repeats=False)))
    with pytest.raises(UnreadableCodeError) as caught:
        await scene.hide(match, "1123")
    assert caught.value.refused.reason is RefusalReason.REPEATED
    assert codes((await scene.hide(match, "0192")).own) == [Code((0, 1, 9, 2))]


async def test_another_code_before_the_first_row_replaces_the_first(scene: Scene) -> None:
    match = await scene.breaking()
    old = match.rounds[0].commitment
    told = await scene.hide(match, "GGGG")
    new = told.own.rounds[0].commitment
    assert new != old
    assert events(told) == [Event(EventKind.CODE_REPLACED, round=1, detail=f"{new} {old}")]
    assert codes(told.own) == [code("GGGG")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("number", "who", "refusal"),
    [
        (1, WREN, Refusal(Reason.ONLY_CODEMAKER, player=ROBIN.id)),
        (1, TEAL, Refusal(Reason.ONLY_PLAYERS)),
        (2, ROBIN, Refusal(Reason.STALE_ROUND)),
    ],
)
async def test_only_the_codemaker_hides_the_code_of_the_running_round(
    scene: Scene, way: str, number: int, who: Person, refusal: Refusal
) -> None:
    match = await scene.setting()
    async with scene.nothing_changes(match):
        assert await refused(WAYS[way](scene, match.id, number, who)) == refusal


@pytest.mark.parametrize("way", WAYS)
async def test_no_code_changes_after_the_first_row(scene: Scene, way: str) -> None:
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    async with scene.nothing_changes(match):
        assert await refused(WAYS[way](scene, match.id, 1, ROBIN)) == Refusal(Reason.CODE_LOCKED)


@pytest.mark.parametrize("way", WAYS)
async def test_nobody_hides_a_code_in_a_challenge_that_lapsed(scene: Scene, way: str) -> None:
    match = await scene.challenged()
    scene.clock.advance(CHALLENGE_LIFE)
    refusal = await refused(WAYS[way](scene, match.id, 1, ROBIN))
    assert refusal == Refusal(Reason.CHALLENGE_EXPIRED)


@pytest.mark.parametrize("way", WAYS)
async def test_nobody_hides_a_code_in_a_match_that_never_was(scene: Scene, way: str) -> None:
    refusal = await refused(WAYS[way](scene, MatchId("never"), 1, ROBIN))
    assert refusal == Refusal(Reason.UNKNOWN_MATCH)


async def test_the_opponent_hides_no_code_before_accepting(scene: Scene) -> None:
    match = await scene.challenged(Terms(first=FirstCodemaker.OPPONENT))
    refusal = await refused(scene.service.set_code(match.id, 1, WREN, "RBRG"))
    assert refusal == Refusal(Reason.NOT_ACCEPTED, player=WREN.id)


async def test_the_box_shows_its_codemaker_the_match_and_changes_nothing(scene: Scene) -> None:
    match = await scene.breaking()
    async with scene.nothing_changes(match):
        shown = await scene.service.code_box(match.id, 1, ROBIN)
    assert shown == await scene.look(match.id, ROBIN)
    assert codes(shown) == [code("RBRG")]


async def test_by_chance_too_a_code_changes_only_so_often(scene: Scene) -> None:
    match = await scene.breaking()
    for _ in range(MOST_CHANGES):
        await scene.service.random_code(match.id, 1, ROBIN)
    often = Refusal(Reason.CODE_CHANGED_OFTEN)
    async with scene.nothing_changes(match):
        for way in WAYS.values():
            assert await refused(way(scene, match.id, 1, ROBIN)) == often


async def test_a_random_code_is_set_like_a_typed_one(scene: Scene) -> None:
    match = await scene.setting()
    scene.chance.numbers.extend([0, 1, 0, 2])
    told = await scene.service.random_code(match.id, 1, ROBIN)
    assert kinds(told) == [EventKind.CODE_SET]
    assert told.own.phase is Phase.BREAKING
    assert codes(told.own) == [code("RBRG")]
    assert codes(told.brief.match) == [None]


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        Rules(positions=4, colours=4, repeats=False),
        Rules(positions=5, colours=4, repeats=False, blanks=True),
        Rules(positions=8, colours=26, symbols=Symbols.LETTERS, blanks=True),
    ],
    ids=repr,
)
async def test_every_random_code_follows_the_rules(scene: Scene, rules: Rules) -> None:
    match = await scene.challenged(Terms(rules))
    for _ in range(30):
        drawn = await draw(scene, match)
        assert len(drawn) == rules.positions
        assert set(drawn) <= set(range(rules.symbol_count))
        assert rules.repeats or len(set(drawn)) == rules.positions


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        (SMALL, [4, 4, 4]),
        (Rules(positions=3, colours=4, blanks=True), [5, 5, 5]),
        (Rules(positions=3, colours=4, repeats=False), [4, 3, 2]),
        (Rules(positions=3, colours=4, repeats=False, blanks=True), [5, 4, 3]),
    ],
    ids=repr,
)
async def test_every_code_comes_of_exactly_one_run_of_chance(
    scene: Scene, rules: Rules, bounds: list[int]
) -> None:
    match = await scene.challenged(Terms(rules))
    scene.chance.bounds.clear()
    found = Counter[Code]()
    for numbers in product(*map(range, bounds)):
        scene.chance.numbers.extend(numbers)
        found[await draw(scene, match)] += 1
    assert scene.chance.bounds == bounds * rules.code_count
    assert len(found) == rules.code_count
    assert set(found.values()) == {1}


async def test_a_match_that_wants_a_code_comes_before_those_where_it_may_change(
    scene: Scene,
) -> None:
    changeable, wanting = await scene.breaking(), await scene.setting()
    assert ids(await scene.service.codes_wanted(ROBIN.id)) == [wanting.id]
    await scene.hide(wanting, "GGGG")
    assert ids(await scene.service.codes_wanted(ROBIN.id)) == sorted([changeable.id, wanting.id])


async def test_a_challenger_who_begins_is_asked_for_the_code_before_the_answer(
    scene: Scene,
) -> None:
    match = await scene.challenged()
    assert ids(await scene.service.codes_wanted(ROBIN.id)) == [match.id]


async def test_the_codemaker_is_shown_the_code_that_may_change_and_nobody_else_is_asked(
    scene: Scene,
) -> None:
    match = await scene.breaking()
    (shown,) = await scene.service.codes_wanted(ROBIN.id)
    assert codes(shown) == [code("RBRG")]
    assert await scene.service.codes_wanted(WREN.id) == ()
    await scene.row(match, "YYYY")
    assert await scene.service.codes_wanted(ROBIN.id) == ()


async def test_a_voided_code_is_wanted_again_and_refused_the_second_time(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.say(match, ROBIN, "RBRG")
    assert ids(await scene.service.codes_wanted(ROBIN.id)) == [match.id]
    assert await refused(scene.hide(match, "RBRG")) == Refusal(Reason.CODE_PUBLIC)
    assert kinds(await scene.hide(match, "GGGG")) == [EventKind.CODE_SET]


async def test_a_challenge_that_the_opponent_begins_wants_a_code_only_once_accepted(
    scene: Scene,
) -> None:
    match = await scene.challenged(Terms(first=FirstCodemaker.OPPONENT))
    assert await scene.service.codes_wanted(WREN.id) == ()
    await scene.service.accept(match.id, WREN, message_id())
    assert ids(await scene.service.codes_wanted(WREN.id)) == [match.id]


async def draw(scene: Scene, match: MatchView) -> Code:
    """A random code for the first round, which changes freely before the answer."""
    (drawn,) = codes((await scene.service.random_code(match.id, 1, ROBIN)).own)
    assert drawn is not None
    return drawn


def ids(matches: tuple[MatchView, ...]) -> list[MatchId]:
    return [match.id for match in matches]


async def test_chance_never_draws_the_code_that_everybody_has_read(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.service.hear(thread_of(match), ROBIN, "RBRG", message_id(), readable=True)
    scene.chance.numbers.extend([0, 1, 0, 2, 1, 1, 1, 1])
    told = await scene.service.random_code(match.id, 1, ROBIN)
    assert codes(told.own) == [code("BBBB")]
