"""A challenge that the bot has taken: all of its beginning is owed at once, and told in order."""

from bot.matches.ids import PlayerId
from bot.matches.models import EventKind, Kind, Person, Terms
from bot.matches.opponent import Opponent
from tests.unit.runtime.office import Gate, Office, Way, others_rest, reached
from tests.unit.service.scene import CHANNEL, GUILD, ROBIN

BOT = Person(PlayerId(999), "Mastermind", "")
BEGINNING = [EventKind.CHALLENGED, EventKind.ACCEPTED, EventKind.CODE_WANTED]


async def test_after_a_crash_the_thread_waits_for_the_challenge_that_it_opens_on(
    office: Office,
) -> None:
    terms = Terms(kind=Kind.BOT)
    await Opponent(office.service.acts, office.chance).begin(GUILD, CHANNEL, ROBIN, BOT, terms)
    office.restart()
    gate = Gate()
    office.teller.meets(EventKind.CHALLENGED, gate)
    async with office.working():
        await reached(gate)
        await others_rest()
        assert office.tried() == [(EventKind.CHALLENGED, Way.AGAIN)]
        gate.opened.set()
        await office.nothing_owed()
    assert office.said() == BEGINNING


async def test_it_is_told_at_once_by_whoever_made_it(office: Office) -> None:
    terms = Terms(kind=Kind.BOT)
    opponent = Opponent(office.service.acts, office.chance)
    assert await office.tell(opponent.begin(GUILD, CHANNEL, ROBIN, BOT, terms))
    assert office.said() == BEGINNING
