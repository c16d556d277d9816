"""Refusals are counted as they arrive; when they are many, nothing is sent of our own accord."""

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from bot.matches.models import EventKind
from bot.runtime import delivery, refusals
from bot.runtime.refusals import WINDOW, Refusals
from tests.unit.runtime.office import Office, Way, others_rest
from tests.unit.service.scene import elsewhere

SCORED = EventKind.ROW_SCORED


class Seconds:
    """A clock in seconds that stands still until it is told otherwise."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def three_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a test can bring about."""
    monkeypatch.setattr(refusals, "MANY", 3)


def test_three_of_any_counted_kind_are_many() -> None:
    counter = Refusals(Seconds())
    for status in (401, 403):
        counter.note(status)
    assert not counter.are_many()
    counter.note(429)
    assert counter.are_many()


@pytest.mark.parametrize("status", [200, 204, 400, 404, 500, 502, 503])
def test_other_answers_are_not_counted(status: int) -> None:
    counter = Refusals(Seconds())
    for _ in range(10):
        counter.note(status)
    assert not counter.are_many()


def test_they_are_many_until_the_oldest_leaves_the_window() -> None:
    seconds = Seconds()
    counter = Refusals(seconds)
    counter.note(403)
    seconds.now += WINDOW / 2
    counter.note(403)
    counter.note(403)
    seconds.now += WINDOW / 2 - 1
    assert counter.are_many()
    seconds.now += 1
    assert not counter.are_many()
    counter.note(403)
    assert counter.are_many()


def test_those_that_came_slowly_are_never_many() -> None:
    seconds = Seconds()
    counter = Refusals(seconds)
    for _ in range(10):
        counter.note(403)
        assert not counter.are_many()
        seconds.now += WINDOW / 2


async def _refuse(request: web.Request) -> web.Response:
    return web.Response(status=int(request.match_info["status"]))


async def test_the_trace_sees_the_status_of_every_answer() -> None:
    counter = Refusals(Seconds())
    pages = web.Application()
    pages.router.add_get("/{status}", _refuse)
    async with (
        TestServer(pages, host="127.0.0.1") as server,
        ClientSession(trace_configs=[counter.trace()]) as session,
    ):
        for status in (401, 200, 404, 429, 503):
            async with session.get(server.make_url(f"/{status}")) as response:
                assert response.status == status
        assert not counter.are_many()
        async with session.get(server.make_url("/403")):
            assert counter.are_many()


async def test_the_worker_rests_while_they_are_many_and_goes_on_afterwards(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(delivery, "IDLE", 0.001)
    match = await office.begun()
    await elsewhere(office.row(match, "YYYY"))
    for _ in range(3):
        office.refusals.note(403)
    async with office.working():
        await others_rest()
        assert office.teller.tries == []
        assert caplog.text.count("refuses too much") == 1
        office.seconds += WINDOW
        await office.nothing_owed()
    assert office.tried() == [(SCORED, Way.AGAIN)]


async def test_who_acts_is_answered_even_then(office: Office) -> None:
    match = await office.begun()
    for _ in range(3):
        office.refusals.note(403)
    async with office.working():
        assert await office.tell(office.row(match, "YYYY"))
    assert office.tried() == [(SCORED, Way.AT_ONCE)]
