"""How much of the bot one person and one server may take up."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.matches.acts import Told
from bot.matches.challenging import CHALLENGE_LIFE
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import ChannelId, GuildId, PlayerId, RoleId
from bot.matches.models import Person, Terms
from bot.matches.settings import Caps
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    message_id,
    refused,
)

OTHER_GUILD = GuildId(6)
BIRDS = [Person(PlayerId(number), f"Bird {number}", "") for number in range(201, 209)]
"""Others of the server."""
MOMENT = timedelta(microseconds=1)
PAUSE = timedelta(seconds=30)
LONG_PAUSE = timedelta(minutes=10)


async def challenge(
    scene: Scene,
    who: Person = ROBIN,
    whom: Person = WREN,
    guild: GuildId = GUILD,
    roles: Collection[RoleId] = (),
) -> Told:
    return await scene.service.challenge(
        guild, CHANNEL, who, whom, Terms(), opponent_is_bot=False, roles=roles
    )


async def begin(
    scene: Scene, who: Person = ROBIN, whom: Person = WREN, guild: GuildId = GUILD
) -> MatchView:
    """A running match of these two."""
    waiting = (await challenge(scene, who, whom, guild)).own
    return (await scene.service.accept(waiting.id, whom, message_id())).own


# Challenges that wait


async def test_one_person_makes_so_many_challenges_at_once(scene: Scene) -> None:
    await scene.limit(challenges_each=3)
    for bird in BIRDS[:3]:
        await challenge(scene, whom=bird)
    too_many = Refusal(Reason.TOO_MANY_CHALLENGES, count=3)
    assert await refused(challenge(scene, whom=WREN)) == too_many
    assert await refused(challenge(scene, whom=BIRDS[0])) == too_many


async def test_a_challenge_that_lapsed_is_counted_no_more(scene: Scene) -> None:
    await scene.limit(challenges_each=1)
    await challenge(scene)
    scene.clock.advance(CHALLENGE_LIFE - MOMENT)
    refusal = await refused(challenge(scene, whom=TEAL))
    assert refusal == Refusal(Reason.TOO_MANY_CHALLENGES, count=1)
    scene.clock.advance(MOMENT)
    await challenge(scene, whom=TEAL)


ANSWERS: dict[str, Callable[[Scene, MatchView], Awaitable[object]]] = {
    "accepted": lambda scene, match: scene.service.accept(match.id, WREN, message_id()),
    "declined": lambda scene, match: scene.service.decline(match.id, WREN),
    "withdrawn": lambda scene, match: scene.service.cancel(match.id, ROBIN),
    "ended by an admin": lambda scene, match: scene.admin.end(GUILD, match.id, TEAL.id),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_a_challenge_that_was_answered_is_counted_no_more(
    scene: Scene, answer: Callable[[Scene, MatchView], Awaitable[object]]
) -> None:
    await scene.limit(challenges_each=1)
    await answer(scene, (await challenge(scene)).own)
    await challenge(scene, whom=TEAL)


async def test_being_challenged_is_no_challenge_of_ones_own(scene: Scene) -> None:
    await scene.limit(challenges_each=1)
    for bird in BIRDS[:3]:
        await challenge(scene, who=bird, whom=ROBIN)
    await challenge(scene)


# Running matches


@pytest.mark.parametrize("seat", ["challenger", "opponent"])
async def test_one_person_plays_so_many_matches_at_once(scene: Scene, seat: str) -> None:
    await scene.limit(matches_each=2)
    for bird in BIRDS[:2]:
        await (begin(scene, ROBIN, bird) if seat == "challenger" else begin(scene, bird, ROBIN))
    refusal = await refused(challenge(scene))
    assert refusal == Refusal(Reason.TOO_MANY_MATCHES, count=2)


async def test_nobody_is_challenged_who_plays_as_many_matches_as_allowed(scene: Scene) -> None:
    await scene.limit(matches_each=2)
    await begin(scene, WREN, BIRDS[0])
    await challenge(scene)
    await begin(scene, BIRDS[1], WREN)
    refusal = await refused(challenge(scene))
    assert refusal == Refusal(Reason.OPPONENT_BUSY, player=WREN.id, count=2)


async def test_a_server_has_so_many_matches_at_once(scene: Scene) -> None:
    await scene.limit(matches_here=2)
    await begin(scene, BIRDS[0], BIRDS[1])
    await challenge(scene)
    running = await begin(scene, BIRDS[2], BIRDS[3])
    assert await refused(challenge(scene)) == Refusal(Reason.SERVER_FULL, count=2)
    await scene.service.forfeit(running.id, BIRDS[2])
    await challenge(scene)


@pytest.mark.parametrize(
    ("busy", "caps", "refusal"),
    [
        (WREN, {"matches_each": 1}, Refusal(Reason.TOO_MANY_MATCHES, count=1)),
        (ROBIN, {"matches_each": 1}, Refusal(Reason.OPPONENT_BUSY, player=ROBIN.id, count=1)),
        (BIRDS[0], {"matches_here": 1}, Refusal(Reason.SERVER_FULL, count=1)),
    ],
    ids=["the opponent", "the challenger", "the server"],
)
async def test_a_challenge_is_not_accepted_beyond_the_limits(
    scene: Scene, busy: Person, caps: dict[str, int], refusal: Refusal
) -> None:
    waiting = (await challenge(scene)).own
    running = await begin(scene, busy, BIRDS[1])
    await scene.limit(**caps)
    async with scene.nothing_changes(waiting):
        accept = scene.service.accept(waiting.id, WREN, message_id())
        assert await refused(accept) == refusal
    await scene.service.forfeit(running.id, busy)
    await scene.service.accept(waiting.id, WREN, message_id())


async def test_a_wrong_answer_is_refused_as_such_whatever_the_limits(scene: Scene) -> None:
    waiting = (await challenge(scene)).own
    await begin(scene, BIRDS[0], BIRDS[1])
    await scene.limit(matches_here=1)
    accept = scene.service.accept(waiting.id, TEAL, message_id())
    assert await refused(accept) == Refusal(Reason.ONLY_PLAYERS)


@pytest.mark.parametrize("wish", ["rematch", "two_more"])
async def test_a_match_that_follows_another_keeps_to_the_limits_on_matches(
    scene: Scene, wish: str
) -> None:
    drawn = await scene.drawn()
    running = await begin(scene, ROBIN, TEAL)
    await scene.limit(matches_each=1)
    again = getattr(scene.service, wish)
    await again(drawn.id, ROBIN)  # an offer begins nothing
    async with scene.nothing_changes(drawn):
        refusal = await refused(again(drawn.id, WREN))
    assert refusal == Refusal(Reason.OPPONENT_BUSY, player=ROBIN.id, count=1)
    await scene.service.forfeit(running.id, TEAL)
    await again(drawn.id, WREN)


# Pauses


async def test_there_is_a_pause_between_two_challenges_of_one_person(scene: Scene) -> None:
    await scene.limit(pause=PAUSE)
    await challenge(scene)
    until = scene.clock.now + PAUSE
    scene.clock.advance(PAUSE - MOMENT)
    too_soon = Refusal(Reason.CHALLENGED_TOO_SOON, until=until)
    assert await refused(challenge(scene, whom=TEAL)) == too_soon
    await challenge(scene, who=WREN, whom=TEAL)
    scene.clock.advance(MOMENT)
    await challenge(scene, whom=TEAL)


async def test_whoever_took_no_challenge_is_left_alone_for_longer(scene: Scene) -> None:
    await scene.limit(pause=PAUSE)
    await challenge(scene)
    until = scene.clock.now + LONG_PAUSE
    scene.clock.advance(LONG_PAUSE - MOMENT)
    too_soon = Refusal(Reason.SAME_OPPONENT_TOO_SOON, player=WREN.id, until=until)
    assert await refused(challenge(scene)) == too_soon
    await challenge(scene, who=WREN, whom=ROBIN)
    scene.clock.advance(MOMENT)
    await challenge(scene)


@pytest.mark.parametrize(
    ("answer", "left_alone"),
    [("accepted", False), ("declined", True), ("withdrawn", True), ("ended by an admin", False)],
)
async def test_only_a_challenge_that_was_not_taken_keeps_one_from_the_next(
    scene: Scene, answer: str, left_alone: bool
) -> None:
    await scene.limit(pause=PAUSE)
    await ANSWERS[answer](scene, (await challenge(scene)).own)
    scene.clock.advance(PAUSE)
    if left_alone:
        refusal = await refused(challenge(scene))
        assert refusal.reason is Reason.SAME_OPPONENT_TOO_SOON
    await challenge(scene, whom=TEAL)
    scene.clock.advance(PAUSE)
    if not left_alone:
        await challenge(scene)


async def test_a_challenge_that_lapsed_keeps_one_from_the_next(scene: Scene) -> None:
    await scene.limit(pause=CHALLENGE_LIFE)
    waiting = (await challenge(scene)).own
    scene.clock.advance(CHALLENGE_LIFE)
    await scene.upkeep.pass_time(waiting.id)
    refusal = await refused(challenge(scene))
    assert refusal.reason is Reason.SAME_OPPONENT_TOO_SOON


@pytest.mark.parametrize("wish", ["rematch", "two_more"])
async def test_a_match_that_follows_another_is_no_challenge(scene: Scene, wish: str) -> None:
    drawn = await scene.drawn()
    scene.clock.advance(LONG_PAUSE)
    await scene.limit(pause=PAUSE)
    await getattr(scene.service, wish)(drawn.id, ROBIN)
    following = (await getattr(scene.service, wish)(drawn.id, WREN)).own
    await scene.service.forfeit(following.id, WREN)
    await challenge(scene)


async def test_a_refused_challenge_lengthens_no_pause(scene: Scene) -> None:
    await scene.limit(pause=PAUSE)
    await challenge(scene)
    scene.clock.advance(PAUSE - MOMENT)
    await refused(challenge(scene, whom=TEAL))
    scene.clock.advance(MOMENT)
    await challenge(scene, whom=TEAL)


def test_the_usual_limits_are_those_that_the_help_speaks_of() -> None:
    assert Caps() == Caps(3, 5, 100, PAUSE)
    assert Caps().same_opponent_pause == LONG_PAUSE


# Where, who and whom


async def test_limits_are_each_servers_own(scene: Scene) -> None:
    await scene.limit(challenges_each=1, matches_each=1, matches_here=1, pause=PAUSE)
    await begin(scene, ROBIN, TEAL, OTHER_GUILD)
    scene.clock.advance(PAUSE)
    await challenge(scene, ROBIN, WREN, OTHER_GUILD)
    await challenge(scene)
    assert (await refused(challenge(scene))).reason is Reason.TOO_MANY_CHALLENGES


async def test_challenges_are_made_where_the_admins_allow_them(scene: Scene) -> None:
    allowed = frozenset({ChannelId(8), ChannelId(9)})
    change = scene.admin.change
    await change(GUILD, TEAL.id, lambda settings: replace(settings, channels=allowed))
    refusal = await refused(challenge(scene))
    assert refusal == Refusal(Reason.CHANNEL_NOT_ALLOWED, channels=allowed)
    await change(GUILD, TEAL.id, lambda settings: replace(settings, channels=allowed | {CHANNEL}))
    await challenge(scene)


async def test_challenges_are_made_by_those_whom_the_admins_allow_it(scene: Scene) -> None:
    allowed = frozenset({RoleId(31), RoleId(32)})
    await scene.admin.change(GUILD, TEAL.id, lambda settings: replace(settings, roles=allowed))
    needed = Refusal(Reason.ROLE_NEEDED, roles=allowed)
    assert await refused(challenge(scene)) == needed
    assert await refused(challenge(scene, roles=[RoleId(33)])) == needed
    await challenge(scene, roles=[RoleId(33), RoleId(32)])


async def test_a_role_is_needed_to_challenge_and_not_to_accept(scene: Scene) -> None:
    waiting = (await challenge(scene)).own
    allowed = frozenset({RoleId(31)})
    await scene.admin.change(GUILD, TEAL.id, lambda settings: replace(settings, roles=allowed))
    await scene.service.accept(waiting.id, WREN, message_id())


async def test_nobody_is_challenged_who_has_switched_it_off(scene: Scene) -> None:
    await scene.admin.prefer(WREN.id, lambda chosen: replace(chosen, challengeable=False))
    refusal = await refused(challenge(scene))
    assert refusal == Refusal(Reason.NOT_CHALLENGEABLE, player=WREN.id)
    await challenge(scene, who=WREN, whom=ROBIN)
