"""People who play, and matches brought to a certain point: the one place where these are made."""

from dataclasses import dataclass, field
from itertools import count
from typing import NewType

from bot.matches.acts import Told
from bot.matches.ids import ChannelId, GuildId, MessageId, PlayerId, SourceId
from bot.matches.models import Person, Terms
from bot.matches.service import Service
from bot.matches.view import MatchView

Seat = NewType("Seat", int)
"""One of the three at a table, from 0."""
NAMES = ("Robin", "Wren", "Teal")
LOCALES = ("en-GB", "fr", "nl")


@dataclass(frozen=True, slots=True)
class Table:
    """Three people in a server of their own, so that no limit on people counts others."""

    guild: GuildId
    channel: ChannelId
    people: tuple[Person, ...]


@dataclass
class Numbers:
    """Ids like Discord's: growing, and none twice."""

    start: int = 1
    _next: "count[int]" = field(init=False)

    def __post_init__(self) -> None:
        self._next = count(self.start)

    def message(self) -> MessageId:
        """The id of a new message."""
        return MessageId(next(self._next))

    def source(self) -> SourceId:
        """The id of a new message or interaction."""
        return SourceId(next(self._next))

    def table(self) -> Table:
        """Three people whom nobody has seen yet."""
        people = tuple(
            Person(PlayerId(next(self._next)), name, locale)
            for name, locale in zip(NAMES, LOCALES, strict=True)
        )
        return Table(GuildId(next(self._next)), ChannelId(next(self._next)), people)


async def challenge(
    service: Service, table: Table, terms: Terms, challenger: int = 0, opponent: int = 1
) -> Told:
    """One of the table challenges another."""
    return await service.challenge(
        table.guild,
        table.channel,
        table.people[challenger],
        table.people[opponent],
        terms,
        opponent_is_bot=False,
    )


async def setting(service: Service, numbers: Numbers, table: Table, terms: Terms) -> MatchView:
    """The second person has accepted the first one's challenge; the first code is wanted."""
    told = await challenge(service, table, terms)
    return (await service.accept(told.own.id, table.people[1], numbers.message())).own


async def hide(service: Service, table: Table, match: MatchView, code: str) -> MatchView:
    """The codemaker of the last round sets this code."""
    last = match.rounds[-1]
    maker = person(table, last.codemaker)
    return (await service.set_code(match.id, last.number, maker, code)).own


async def row(
    service: Service, numbers: Numbers, table: Table, match: MatchView, code: str
) -> MatchView:
    """The codebreaker of the last round plays this row in the box."""
    last = match.rounds[-1]
    breaker = person(table, last.codebreaker)
    told = await service.play_row(match.id, last.number, breaker, code, numbers.source())
    assert told is not None
    return told.own


def person(table: Table, player: PlayerId) -> Person:
    """Who of the table has this id."""
    return next(someone for someone in table.people if someone.id == player)
