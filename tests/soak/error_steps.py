"""Each request that the bot makes, as the step of a match that makes it, and what may befall it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from enum import StrEnum

from sandbox import Answer, Channel, EventFault, Message, Person
from sandbox.record import Crossing, RestCall
from tests.soak.error_faults import FAULTS
from tests.soak.stage_soak import (
    FAILURES,
    PATIENCE,
    Hall,
    Standing,
    Table,
    find_button,
)

CODE = "RBGY"


class Place(StrEnum):
    """What the request is about; it decides what has to come of a refusal."""

    ANSWER = "answer"
    """An answer to somebody's act: what it should have told is told in the thread instead."""
    WORDS = "words"
    """An answer that tells nothing owed: who acts again is answered."""
    THREAD = "thread"
    OPENING = "opening"
    """The thread itself."""
    PRIVATE = "private"
    """A private message; the thread has the same buttons."""
    EDIT = "edit"
    LOOK = "look"


@dataclass
class Case:
    """One step with one fault."""

    hall: Hall
    table: Table
    fault: str
    times: int
    spoiled: tuple[str, str] | None = None
    met: int = 0
    """How many such requests were made since."""

    @property
    def channel(self) -> Channel:
        """Where the match was challenged."""
        return self.table.channel

    def spoil(self, method: str, path: str) -> None:
        """Set the fault for this very path."""
        self.spoiled = method, path
        self.hall.sandbox.record.listeners.append(self._note)
        FAULTS[self.fault](self.hall.sandbox.faults, self.times, method, re.escape(path))

    def spoil_messages(self, channel: Channel, method: str = "POST") -> None:
        """Set it for the messages of a channel."""
        self.spoil(method, f"/channels/{channel.id}/messages")

    def close(self) -> None:
        """Count no longer."""
        if self._note in self.hall.sandbox.record.listeners:
            self.hall.sandbox.record.listeners.remove(self._note)

    @property
    def spoiled_request(self) -> tuple[str, str]:
        """The method and path for which the fault was set."""
        assert self.spoiled is not None
        return self.spoiled

    def _note(self, crossing: Crossing) -> None:
        if isinstance(crossing, RestCall):
            self.met += (crossing.method, crossing.path) == self.spoiled

    async def spoil_answer(
        self, who: Person, act: Coroutine[object, object, Answer], method: str, end: str
    ) -> None:
        """Set it for what answers this act, whose path is known as soon as it has begun."""
        doing = asyncio.create_task(act)
        await asyncio.sleep(0)
        number = self.hall.ears.begun[who.id]
        token = next(
            one.token for one in self.hall.sandbox.interactions.all.values() if one.id == number
        )
        start = f"/interactions/{number}/{token}" if end == CALLBACK else self._webhook(token)
        self.spoil(method, start + end)
        try:
            async with asyncio.timeout(PATIENCE):
                await doing
        except FAILURES:
            pass  # they read "interaction failed"; what was to be told is looked at afterwards

    def _webhook(self, token: str) -> str:
        return f"/webhooks/{self.hall.sandbox.application.id}/{token}"

    # How far the match has to come before

    def at(self) -> Standing:
        """Where the match stands."""
        found = self.table.standing()
        assert found is not None
        return found

    async def challenged(self, **options: object) -> Standing:
        """A challenge is open."""
        await self.table.challenge(**options)
        return self.at()

    async def accepted(self) -> Standing:
        """The thread is open."""
        at = await self.challenged()
        await self.table.accept(at)
        await self.told()
        return self.at()

    async def playing(self) -> Standing:
        """The first row is to be played."""
        at = await self.accepted()
        await self.table.hide(at, CODE)
        await self.told()
        return self.at()

    async def ended(self) -> Standing:
        """Both rounds were given up."""
        await self.playing()
        trouble = await self.table.play_out(PATIENCE)
        assert trouble is None, trouble
        await self.told()
        return self.at()

    async def told(self) -> None:
        """Everything owed to this table was told."""
        await until(lambda: not owed_to(self.table), PATIENCE)

    async def try_to(self, act: Awaitable[object]) -> None:
        """An act that may come to nothing because of the fault."""
        try:
            async with asyncio.timeout(PATIENCE):
                await act
        except FAILURES:
            pass


CALLBACK, ORIGINAL, FOLLOWUP = "/callback", "/messages/@original", ""
OWED = """
SELECT COUNT(*) FROM outbox JOIN matches ON matches.id = outbox.match_id
WHERE matches.channel = ? AND settled_at IS NULL
"""


def owed_to(table: Table) -> int:
    """How many entries are owed to this table."""
    return int(table.hall.ledger.ask(OWED, table.channel.id)[0][0])


async def until(condition: Callable[[], bool], patience: float) -> bool:
    """Whether it came true in so many seconds."""
    try:
        async with asyncio.timeout(patience):
            while not condition():  # noqa: ASYNC110  # a database tells nobody
                await asyncio.sleep(0.05)
    except TimeoutError:
        return False
    return True


async def challenge_answered(case: Case) -> None:
    await case.spoil_answer(case.table.pair[0], case.table.challenge(), "POST", CALLBACK)


async def code_offered(case: Case) -> None:
    await case.spoil_answer(case.table.pair[0], case.table.challenge(), "POST", FOLLOWUP)


async def declined(case: Case) -> None:
    at = await case.challenged()
    press = case.table.press(case.table.pair[1], case.channel, "decline", at.match)
    await case.spoil_answer(case.table.pair[1], press, "POST", CALLBACK)


async def accept_deferred(case: Case) -> None:
    at = await case.challenged()
    await case.spoil_answer(case.table.pair[1], case.table.accept(at), "POST", CALLBACK)


async def accept_told(case: Case) -> None:
    at = await case.challenged()
    await case.spoil_answer(case.table.pair[1], case.table.accept(at), "PATCH", ORIGINAL)


async def thread_on_challenge(case: Case) -> None:
    at = await case.challenged()
    message, _ = find_button([*case.channel.messages.values()], "accept", at.match)
    case.spoil("POST", f"/channels/{case.channel.id}/messages/{message.id}/threads")
    await case.try_to(case.table.accept(at))


async def thread_alone(case: Case) -> None:
    at = await case.challenged()
    message, button = find_button([*case.channel.messages.values()], "accept", at.match)
    # Had the bot heard of it, the challenge would be over.
    case.hall.sandbox.faults.events(EventFault.LOST, name="MESSAGE_DELETE")
    case.hall.sandbox.world.delete_message(case.channel, message)
    case.spoil("POST", f"/channels/{case.channel.id}/threads")
    await case.try_to(case.table.pair[1].press(message, button, stale=True))


async def private_thread(case: Case) -> None:
    at = await case.challenged(private=True)
    case.spoil("POST", f"/channels/{case.channel.id}/threads")
    await case.try_to(case.table.accept(at))


async def threads_listed(case: Case) -> None:
    at = await case.challenged(private=True)
    assert case.channel.guild is not None
    case.spoil("GET", f"/guilds/{case.channel.guild.id}/threads/active")
    await case.try_to(case.table.accept(at))


async def thread_begun(case: Case) -> None:
    at = await case.challenged()
    message, _ = find_button([*case.channel.messages.values()], "accept", at.match)
    case.spoil("POST", f"/channels/{message.id}/messages")  # a thread has its message's id
    await case.try_to(case.table.accept(at))


async def private_channel(case: Case) -> None:
    at = await case.challenged()
    case.spoil("POST", "/users/@me/channels")
    await case.try_to(case.table.accept(at))


async def private_message(case: Case) -> None:
    at = await case.challenged()
    case.spoil_messages(case.hall.sandbox.world.dm_with(case.table.pair[0].user))
    await case.try_to(case.table.accept(at))


async def code_box(case: Case) -> None:
    at = await case.accepted()
    maker = case.table.person(at.codemaker)
    press = case.table.press(maker, case.table.thread(at), "set-code", at.match, at.round)
    await case.spoil_answer(maker, press, "POST", CALLBACK)


async def code_drawn(case: Case) -> None:
    at = await case.accepted()
    maker = case.table.person(at.codemaker)
    press = case.table.press(maker, case.table.thread(at), "random-code", at.match, at.round)
    await case.spoil_answer(maker, press, "POST", CALLBACK)


async def code_set(case: Case) -> None:
    at = await case.accepted()
    case.spoil_messages(case.table.thread(at))
    await case.try_to(case.table.hide(at, CODE))


async def code_typed(case: Case) -> None:
    at = await case.accepted()
    maker = case.table.person(at.codemaker)
    case.spoil_messages(case.hall.sandbox.world.dm_with(maker.user))
    await maker.dm(CODE)


async def row_typed(case: Case) -> None:
    at = await case.playing()
    case.spoil_messages(case.table.thread(at))
    await case.table.type_row(at, "RRBB")
    await case.table.type_row(at, "GGGG")


async def row_unreadable(case: Case) -> None:
    at = await case.playing()
    case.spoil_messages(case.table.thread(at))
    await case.table.person(at.codebreaker).say(case.table.thread(at), "RRR")


async def row_by_command(case: Case) -> None:
    at = await case.playing()
    breaker = case.table.person(at.codebreaker)
    act = breaker.slash(case.table.thread(at), "mastermind guess", code="RRBB")
    await case.spoil_answer(breaker, act, "POST", CALLBACK)


async def thread_searched(case: Case) -> None:
    at = await case.playing()
    thread = case.table.thread(at)
    case.hall.sandbox.faults.fail(503, method="POST", path=f"/channels/{thread.id}/messages")
    case.spoil_messages(thread, "GET")
    await case.table.type_row(at, "RRBB")


async def board(case: Case) -> None:
    at = await case.playing()
    act = case.table.pair[0].slash(case.table.thread(at), "mastermind board")
    await case.spoil_answer(case.table.pair[0], act, "POST", CALLBACK)


async def leaderboard(case: Case) -> None:
    await case.playing()
    act = case.table.pair[0].slash(case.channel, "leaderboard")
    await case.spoil_answer(case.table.pair[0], act, "POST", CALLBACK)


async def conceded(case: Case) -> None:
    at = await case.playing()
    breaker = case.table.person(at.codebreaker)
    await case.spoil_answer(breaker, case.table.concede(at), "POST", CALLBACK)


async def forfeited(case: Case) -> None:
    at = await case.playing()
    leaver = case.table.pair[0]
    question: Answer = await leaver.slash(case.table.thread(at), "mastermind forfeit")
    press = leaver.press(question.message, "Forfeit")
    await case.spoil_answer(leaver, press, "POST", CALLBACK)


async def challenge_edited(case: Case) -> None:
    at = await case.playing()
    message: Message = case.hall.sandbox.world.message(case.channel, at.thread or 0)
    case.spoil("PATCH", f"/channels/{case.channel.id}/messages/{message.id}")
    await case.try_to(case.table.play_out(PATIENCE))


async def rematch(case: Case) -> None:
    at = await case.ended()
    press = case.table.press(case.table.pair[0], case.table.thread(at), "rematch", at.match)
    await case.spoil_answer(case.table.pair[0], press, "POST", CALLBACK)


@dataclass(frozen=True)
class Step:
    """A step of a match that makes one kind of request."""

    place: Place
    play: Callable[[Case], Awaitable[None]]
    alone: bool = field(default=False)
    """Its path is the same for everybody, so nothing else is played meanwhile."""

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return self.play.__name__.replace("_", " ")


STEPS = (
    Step(Place.ANSWER, challenge_answered),
    Step(Place.WORDS, code_offered),
    Step(Place.ANSWER, declined),
    Step(Place.ANSWER, accept_deferred),
    Step(Place.WORDS, accept_told),
    Step(Place.OPENING, thread_on_challenge),
    Step(Place.OPENING, thread_alone),
    Step(Place.OPENING, private_thread),
    Step(Place.OPENING, threads_listed),
    Step(Place.THREAD, thread_begun),
    Step(Place.PRIVATE, private_channel, alone=True),
    Step(Place.PRIVATE, private_message),
    Step(Place.WORDS, code_box),
    Step(Place.ANSWER, code_drawn),
    Step(Place.THREAD, code_set),
    Step(Place.PRIVATE, code_typed),
    Step(Place.THREAD, row_typed),
    Step(Place.WORDS, row_unreadable),
    Step(Place.ANSWER, row_by_command),
    Step(Place.LOOK, thread_searched),
    Step(Place.WORDS, board),
    Step(Place.WORDS, leaderboard),
    Step(Place.ANSWER, conceded),
    Step(Place.ANSWER, forfeited),
    Step(Place.EDIT, challenge_edited),
    Step(Place.ANSWER, rematch),
)
