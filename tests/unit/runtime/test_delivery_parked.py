"""Where we are not let in nothing is tried again until somebody does something in that server."""

from collections.abc import Callable

import pytest

from bot.matches.ids import GuildId
from bot.matches.models import EventKind, Terms
from bot.matches.view import MatchView
from bot.runtime import delivery
from tests.unit.runtime.office import (
    FakeInteraction,
    Office,
    Way,
    for_ever,
    http_error,
    others_rest,
)
from tests.unit.service.scene import GUILD, ROBIN, WREN, elsewhere, thread_of

ACCEPTED, WANTED, CODE_SET = EventKind.ACCEPTED, EventKind.CODE_WANTED, EventKind.CODE_SET
SCORED, ROUND_ENDED = EventKind.ROW_SCORED, EventKind.ROUND_ENDED
CLOSED, LOST = EventKind.CHALLENGE_CLOSED, EventKind.THREAD_LOST
NOT_LET_IN = http_error(403, 50013)
DAY, MINUTE = 24 * 3600.0, 60.0


@pytest.fixture(autouse=True)
def no_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever acts makes us try again at once."""
    monkeypatch.setattr(delivery, "PARKED", 0.0)


async def busy(office: Office, other: MatchView) -> None:
    """The worker has to try many times elsewhere, and looks each time at what it could do."""
    office.teller.meets(SCORED, *[http_error(503)] * 8, match=other.id)
    told = await elsewhere(office.row(other, "YYYY"))
    office.delivery.later(told)
    await office.until(lambda: told.entries[0].id in office.kept.settled)


def tries_in(office: Office, match: MatchView) -> list[tuple[EventKind, Way]]:
    """Kind and way of every try in this match."""
    return [(one.kind, one.way) for one in office.teller.tries if one.entry.match == match.id]


@pytest.mark.parametrize("code", [50001, 50013])
async def test_it_is_tried_again_only_when_somebody_acts(office: Office, code: int) -> None:
    match, other = await office.begun(), await office.begun()
    office.teller.meets(SCORED, http_error(403, code), match=match.id)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await busy(office, other)
        assert tries_in(office, match) == [(SCORED, Way.AT_ONCE)]
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert tries_in(office, match) == [(SCORED, Way.AT_ONCE), (SCORED, Way.AGAIN)]
    assert office.given_up([office.teller.tries[0].entry]) == [False]


async def test_what_the_worker_was_refused_waits_as_well(office: Office) -> None:
    match, other = await office.begun(), await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN, NOT_LET_IN, match=match.id)
    await elsewhere(office.row(match, "YYYY"))
    async with office.working():
        for tries in (1, 2):
            await office.until(lambda: len(tries_in(office, match)) == tries)  # noqa: B023
            await busy(office, other)
            assert len(tries_in(office, match)) == tries
            office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert tries_in(office, match) == [(SCORED, Way.AGAIN)] * 3


async def test_what_is_done_in_another_server_changes_nothing(office: Office) -> None:
    match, other = await office.begun(), await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN, match=match.id)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        office.delivery.stir(GuildId(GUILD + 1))
        await busy(office, other)
        assert tries_in(office, match) == [(SCORED, Way.AT_ONCE)]


async def test_who_acts_shortens_no_other_pause(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FIRST_PAUSE", 0.05)
    match = await office.begun()
    office.teller.meets(SCORED, http_error(503), http_error(503))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await office.until(lambda: office.count(SCORED) == 2)
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    _, failed, told = office.teller.tries
    assert told.at - failed.at >= 0.05 * 0.99


async def test_a_line_rests_its_minute_whoever_acts_meanwhile(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PARKED", 0.05)
    match = await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    refused, told = office.teller.tries
    assert told.at - refused.at >= 0.05 * 0.99


async def test_a_permission_that_is_given_ends_the_rest(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PARKED", 60.0)
    match = await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        office.delivery.stir(GUILD)
        await others_rest()
        assert office.said() == []
        office.delivery.stir(GUILD, permitted=True)
        await office.nothing_owed()
    assert office.said() == [SCORED]


async def test_what_waited_is_told_in_order_and_once(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN)
    async with office.working():
        for row in ("YYYY", "GGGG", "RBRG"):
            assert not await office.tell(office.row(match, row))
        assert office.said() == [WANTED]
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert office.said() == [WANTED, SCORED, SCORED, SCORED, ROUND_ENDED]
    assert [entry.event.row for entry in office.teller.said[1:4]] == [1, 2, 3]
    assert office.count(SCORED) == 4


async def test_an_answer_that_is_refused_becomes_a_message_that_waits(office: Office) -> None:
    match, other = await office.begun(), await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN, NOT_LET_IN, match=match.id)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"), FakeInteraction())
        await busy(office, other)
        assert tries_in(office, match) == [(SCORED, Way.ANSWER), (SCORED, Way.AGAIN)]
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert tries_in(office, match)[-1] == (SCORED, Way.AGAIN)


async def test_the_edit_of_a_challenge_waits_too(office: Office) -> None:
    match, other = await office.open_challenge(), await office.begun()
    office.teller.meets(CLOSED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.service.decline(match.id, WREN))
        await busy(office, other)
        assert tries_in(office, match) == [(CLOSED, Way.AT_ONCE)]
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert tries_in(office, match) == [(CLOSED, Way.AT_ONCE), (CLOSED, Way.AGAIN)]


async def test_one_line_that_waits_holds_up_no_other(office: Office) -> None:
    match, other = await office.begun(), await office.begun()
    office.teller.meets(SCORED, for_ever(NOT_LET_IN), match=match.id)
    async with office.working():
        await elsewhere(office.row(match, "RBRG"))
        assert await office.tell(office.row(other, "YYYY"))
        await office.until(lambda: len(office.teller.said) == 2)
    said = {(entry.match, entry.event.kind) for entry in office.teller.said}
    assert said == {(match.id, WANTED), (other.id, SCORED)}


async def test_a_private_message_that_is_refused_so_does_not_wait(office: Office) -> None:
    match = await office.begun()
    office.teller.meets(WANTED, for_ever(NOT_LET_IN))
    async with office.working():
        assert await office.tell(office.service.concede(thread_of(match), WREN))
    assert office.count(WANTED) == 1
    assert office.kept.owed == []


async def test_nobody_acts_for_a_day_and_it_is_given_up(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(NOT_LET_IN))
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await others_rest()
        later(DAY + MINUTE)
        await office.nothing_owed()
    assert office.given_up([office.teller.tries[0].entry]) == [True]
    assert office.count(SCORED) == 1
    assert office.said() == []


async def test_what_was_parked_before_the_worker_saw_it_is_given_up_without_another_try(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, for_ever(NOT_LET_IN))
    assert not await office.tell(office.row(match, "YYYY"))
    later(delivery.IDLE / 2)
    async with office.working():
        await others_rest()
        later(DAY - delivery.IDLE / 4)
        await others_rest()
        assert office.count(SCORED) == 1
        assert office.kept.owed != []
        later(MINUTE)
        await office.nothing_owed()
    assert office.count(SCORED) == 1


async def test_only_what_waited_for_a_day_is_given_up(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.begun()
    office.teller.meets(SCORED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.row(match, "YYYY"))
        await others_rest()
        later(DAY)
        assert not await office.tell(office.row(match, "GGGG"))
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert [entry.event.row for entry in office.teller.said] == [2]


# The beginning


@pytest.mark.parametrize("private", [False, True])
async def test_nothing_is_told_before_the_thread_may_be_opened(
    office: Office, private: bool
) -> None:
    match, other = await office.open_challenge(Terms(private=private)), await office.begun()
    office.teller.meets(ACCEPTED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.accepting(match))
        assert not await office.tell(office.hide(match, "RBRG"))
        await busy(office, other)
        assert tries_in(office, match) == [(ACCEPTED, Way.AT_ONCE)]
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    said = [entry.event.kind for entry in office.teller.said if entry.match == match.id]
    assert said[0] is ACCEPTED
    assert sorted(said) == sorted([ACCEPTED, WANTED, CODE_SET])


@pytest.mark.parametrize("private", [False, True])
async def test_a_match_that_ends_before_its_thread_may_be_opened_has_its_challenge_closed(
    office: Office, private: bool
) -> None:
    match, other = await office.open_challenge(Terms(private=private)), await office.begun()
    office.teller.meets(ACCEPTED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.accepting(match))
        assert not await office.tell(office.service.forfeit(match.id, ROBIN))
        await busy(office, other)
        assert tries_in(office, match) == [(ACCEPTED, Way.AT_ONCE)]
        if not private:  # whose thread would be the challenge's own
            office.teller.gone.add(thread_of(await office.look(match.id)))
        office.forget()
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert CLOSED in office.said()
    assert set(office.said()) <= {CLOSED, WANTED}


async def test_a_thread_that_may_not_be_opened_for_a_day_is_lost(
    office: Office, later: Callable[[float], None]
) -> None:
    match = await office.open_challenge(Terms(private=True))
    office.teller.meets(ACCEPTED, NOT_LET_IN)
    async with office.working():
        assert not await office.tell(office.accepting(match))
        await others_rest()
        later(DAY)
        office.delivery.stir(GUILD)
        await office.nothing_owed()
    assert office.said() == [LOST]
