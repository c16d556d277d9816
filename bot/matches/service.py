"""What players can do."""

from collections.abc import Collection, Sequence
from datetime import datetime

from bot.engine import Chat, Code, Refused, Rules, parse
from bot.matches import commands, transitions
from bot.matches.acts import Acts, Decide, Told, accepted, by_id, in_thread, seen
from bot.matches.errors import (
    ContradictionError,
    Hinted,
    Reason,
    Refusal,
    RefusedError,
    UnreadableCodeError,
)
from bot.matches.hiding import Hiding
from bot.matches.ids import (
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    PlayerId,
    RoleId,
    SourceId,
    ThreadId,
)
from bot.matches.limiting import refuse_beside, refuse_challenge, refuse_erased, refuse_match
from bot.matches.models import LIVE, OPENING, Match, Person, Phase, Terms
from bot.matches.ports import Chance, Clock, Database, Legends, Sort, StandingsPage, Stores
from bot.matches.transitions import Moved
from bot.matches.view import MatchView


class Service:
    """All that players can do. Every method is one transaction.

    Refused commands raise RefusedError, unreadable codes UnreadableCodeError, and rows that
    cannot be the code ContradictionError where the players want hints; then nothing has
    changed. The store's own failures are StorageError.
    """

    def __init__(self, database: Database, legends: Legends, clock: Clock, chance: Chance) -> None:
        self.hiding = Hiding(legends, chance)
        self.acts = Acts(database, clock, chance, self.hiding)
        self._legends = legends
        self._chance = chance

    # Challenges

    async def challenge(
        self,
        guild: GuildId,
        channel: ChannelId,
        challenger: Person,
        opponent: Person,
        terms: Terms,
        *,
        opponent_is_bot: bool,
        roles: Collection[RoleId] = (),
    ) -> Told:
        """Open a match that waits for the opponent's answer; `roles` are the challenger's."""
        if opponent_is_bot:
            raise RefusedError(Refusal(Reason.BOT_CHALLENGE, player=opponent.id))
        match = self.acts.new_match_id()

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            settings = await stores.servers.settings(guild)
            moved = accepted(
                transitions.challenge(
                    match,
                    guild,
                    channel,
                    challenger.id,
                    opponent.id,
                    terms,
                    now,
                    life=settings.challenge_life,
                    limits=settings.limits,
                )
            )
            _refuse(refuse_erased(self.acts.erased.get(challenger.id), settings, now))
            _refuse(await refuse_challenge(stores, settings, moved.match, roles, now))
            if opponent.id not in await stores.players.names(guild, [opponent.id]):
                await stores.players.remember(guild, opponent, now)
            return [moved]

        return await self.acts.keep(work, challenger)

    async def accept(self, match: MatchId, person: Person, message: MessageId) -> Told:
        """The opponent agrees and the thread opens; `message` is the challenge."""
        coin = self._chance.below(2) == 0

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            found = await by_id(match)(stores)
            moved = accepted(
                transitions.apply(found, commands.Accept(person.id, now, message, coin))
            )
            await _refuse_full(stores, found, person.id, now)
            return [moved]

        return await self.acts.keep(work, person)

    async def decline(self, match: MatchId, person: Person) -> Told:
        """The opponent says no."""
        return await self.acts.act(
            by_id(match), person, lambda _, now: commands.Decline(person.id, now)
        )

    async def cancel(self, match: MatchId, person: Person) -> Told:
        """The challenger takes the challenge back."""
        return await self.acts.act(
            by_id(match), person, lambda _, now: commands.Cancel(person.id, now)
        )

    # Codes

    async def set_code(self, match: MatchId, round_number: int, person: Person, text: str) -> Told:
        """The codemaker writes the code of this round, for the first time or anew."""

        def decide(found: Match, now: datetime) -> commands.Command:
            _refuse(transitions.refuse_code(found, person.id, round_number, now))
            code = self._read(text, found.terms.rules)
            secret = self.hiding.secret(found.id, round_number, code, found.terms.rules)
            return commands.SetSecret(person.id, now, round_number, secret)

        return await self.acts.act(by_id(match), person, decide)

    async def random_code(self, match: MatchId, round_number: int, person: Person) -> Told:
        """The codemaker lets chance hide the code of this round; every code is equally likely."""

        def decide(found: Match, now: datetime) -> commands.Command:
            _refuse(transitions.refuse_code(found, person.id, round_number, now))
            return commands.SetSecret(person.id, now, round_number, self.hiding.drawn(found))

        return await self.acts.act(by_id(match), person, decide)

    async def code_box(self, match: MatchId, round_number: int, person: Person) -> MatchView:
        """The match for which this person may set the code now; refused otherwise."""
        return await self.acts.check(
            by_id(match),
            person,
            lambda found: transitions.refuse_code(
                found, person.id, round_number, self.acts.clock()
            ),
        )

    async def codes_wanted(self, player: PlayerId) -> tuple[MatchView, ...]:
        """Matches of any server that want this code; if none, those where it may still change."""

        async def work(stores: Stores) -> tuple[MatchView, ...]:
            now = self.acts.clock()
            found = [
                match
                for match in await stores.matches.codes_settable_by(player)
                if match.round
                and transitions.refuse_code(match, player, match.round.number, now) is None
            ]
            owed = [match for match in found if match.round and match.round.secret is None]
            return tuple([await seen(stores, match, player) for match in owed or found])

        return await self.acts.transact(work)

    # Rows

    async def hear(
        self, thread: ThreadId, person: Person, text: str, message: MessageId, *, readable: bool
    ) -> Told | None:
        """A message in a thread; None when it is no business of the match.

        A row of the codebreaker is scored; the current code, posted by the codemaker before
        row 1, is void. `readable` says whether the text of messages reaches the bot at all.
        """

        def decide(match: Match, now: datetime) -> commands.Command | None:
            if not text and not readable:
                return commands.NoteUnreadable(person.id, now, message)
            return self._overheard(match, person, text, message, now)

        try:
            return await self.acts.act_if(in_thread(thread), person, decide, SourceId(message))
        except RefusedError as error:
            if error.refusal.reason is Reason.NO_MATCH_HERE:  # its accept was never kept
                return None
            raise

    async def play_row(
        self, match: MatchId, round_number: int, person: Person, text: str, source: SourceId
    ) -> Told | None:
        """A row from the box; None when this very interaction was taken already."""
        return await self.acts.act_if(
            by_id(match), person, self._row(person, text, source, round_number), source
        )

    async def play_row_in(
        self, thread: ThreadId, person: Person, text: str, source: SourceId
    ) -> Told | None:
        """A row from the command; None when this very interaction was taken already."""
        return await self.acts.act_if(
            in_thread(thread), person, self._row(person, text, source, None), source
        )

    async def play_hinted(
        self,
        match: MatchId,
        round_number: int,
        number: int,
        person: Person,
        text: str,
        source: SourceId,
    ) -> Told | None:
        """A row that its player was told cannot be the code, played all the same.

        `number` is the row that it was to be; refused once another was played. None when this
        very interaction was taken already.
        """

        def decide(found: Match, now: datetime) -> commands.Command:
            _refuse(transitions.refuse_row(found, person.id, round_number))
            if len(found.rounds[-1].rows) + 1 != number:
                raise RefusedError(Refusal(Reason.STALE_ROW, terms=found.terms))
            code = self._read(text, found.terms.rules)
            return commands.PlayRow(person.id, now, code, source, round_number, None)

        return await self.acts.act_if(by_id(match), person, decide, source)

    async def row_box(self, match: MatchId, round_number: int, person: Person) -> MatchView:
        """The match in which this person may play a row now; refused otherwise."""
        return await self.acts.check(
            by_id(match),
            person,
            lambda found: transitions.refuse_row(found, person.id, round_number),
        )

    async def concede(self, thread: ThreadId, person: Person) -> Told:
        """The codebreaker gives up the running round."""
        return await self.acts.act(
            in_thread(thread), person, lambda _, now: commands.Concede(person.id, now)
        )

    # Ends and what follows them

    async def may_forfeit(
        self, guild: GuildId, thread: ThreadId, person: Person
    ) -> tuple[MatchView, ...]:
        """What this person may give up: this thread's match or, elsewhere, any of this server's.

        Never empty: refused otherwise.
        """

        async def work(stores: Stores) -> tuple[MatchView, ...]:
            here = await stores.matches.in_thread(thread)
            if here is not None:
                accepted(transitions.apply(here, commands.Forfeit(person.id, self.acts.clock())))
                return (await seen(stores, here, person.id),)
            mine = await stores.matches.open(guild=guild, player=person.id)
            running = [await seen(stores, one, person.id) for one in mine if one.phase in LIVE]
            if not running:
                raise RefusedError(Refusal(Reason.NO_MATCH_HERE))
            return tuple(running)

        return await self.acts.transact(work)

    async def forfeit(self, match: MatchId, person: Person) -> Told:
        """A player gives up the whole match."""
        return await self.acts.act(
            by_id(match), person, lambda _, now: commands.Forfeit(person.id, now)
        )

    async def two_more(self, match: MatchId, person: Person) -> Told:
        """A player wants another pair of rounds after a draw; both must."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            found = await by_id(match)(stores)
            moved = accepted(transitions.apply(found, commands.OfferTwoMore(person.id, now)))
            _refuse(await refuse_beside(stores, found))
            if moved.match.phase in LIVE:
                await _refuse_full(stores, found, person.id, now)
            return [moved]

        return await self.acts.keep(work, person)

    async def reopen(self, match: MatchId, person: Person) -> Told:
        """A player wants a new thread in place of the one that is gone."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            found = await by_id(match)(stores)
            moved = accepted(transitions.apply(found, commands.Reopen(person.id, now)))
            owed = await stores.outbox.owed(match)
            if any(entry.event.kind in OPENING for entry in owed):
                raise RefusedError(Refusal(Reason.THREAD_OPENING, terms=found.terms))
            return [moved]

        return await self.acts.keep(work, person)

    async def rematch(self, match: MatchId, person: Person) -> Told:
        """A player wants another match; when both do, it begins, and the answer is about it."""
        successor = self.acts.new_match_id()

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            found = await by_id(match)(stores)
            moved = accepted(
                transitions.apply(found, commands.OfferRematch(person.id, now, successor))
            )
            _refuse(await refuse_beside(stores, found))
            if moved.match.successor != successor:  # only offered
                return [moved]
            await _refuse_full(stores, found, person.id, now)
            return [moved, transitions.rematch(moved.match, successor, now)]

        return await self.acts.keep(work, person)

    # Looking

    async def see(self, match: MatchId, player: PlayerId) -> MatchView:
        """The match as this player may see it."""
        return await self.acts.see(by_id(match), player)

    async def see_in(self, thread: ThreadId, player: PlayerId) -> MatchView:
        """The match of this thread as this player may see it."""
        return await self.acts.see(in_thread(thread), player)

    async def open_matches(self, guild: GuildId, player: PlayerId) -> tuple[MatchView, ...]:
        """The player's challenges and running matches in this server, oldest first."""

        async def work(stores: Stores) -> tuple[MatchView, ...]:
            now = self.acts.clock()
            found = await stores.matches.open(guild=guild, player=player)
            return tuple(
                [await seen(stores, match, player) for match in found if not match.is_overdue(now)]
            )

        return await self.acts.transact(work)

    async def leaderboard(
        self, guild: GuildId, sort: Sort, since: datetime | None, offset: int, limit: int
    ) -> StandingsPage:
        """Some lines of this server's board."""
        return await self.acts.transact(
            lambda stores: stores.standings.page(guild, sort, since, offset, limit)
        )

    async def locale_of(self, player: PlayerId) -> str | None:
        """The player's Discord locale at the last action, for messages that carry none."""
        return await self.acts.transact(lambda stores: stores.players.locale(player))

    # How codes are made and read

    def _row(self, person: Person, text: str, source: SourceId, round_number: int | None) -> Decide:
        def decide(match: Match, now: datetime) -> commands.Command:
            _refuse(transitions.refuse_row(match, person.id, round_number))
            code = self._read(text, match.terms.rules)
            _hint(match, code)
            return commands.PlayRow(person.id, now, code, source, round_number, None)

        return decide

    def _overheard(
        self, match: Match, person: Person, text: str, message: MessageId, now: datetime
    ) -> commands.Command | None:
        """What a message in the match's thread asks for, if anything."""
        playing = match.round
        if match.phase not in LIVE or playing is None or person.id not in match.players:
            return None
        rules = match.terms.rules
        read = parse(text, rules, self._legends(rules), addressed=False)
        if person.id == playing.codemaker:
            return commands.PostCode(person.id, now, read) if isinstance(read, Code) else None
        if isinstance(read, Code):
            _hint(match, read)
            return commands.PlayRow(person.id, now, read, SourceId(message), None, message)
        if isinstance(read, Refused) and match.phase is Phase.BREAKING:
            raise UnreadableCodeError(read, rules)
        return None

    def _read(self, text: str, rules: Rules) -> Code:
        read = parse(text, rules, self._legends(rules), addressed=True)
        if isinstance(read, Refused):
            raise UnreadableCodeError(read, rules)
        if isinstance(read, Chat):
            raise AssertionError("an addressed text is never chat")  # noqa: TRY004  # our own fault
        return read


def _hint(match: Match, code: Code) -> None:
    """Raise ContradictionError where its players want to be told that this row cannot be it."""
    playing = match.rounds[-1]
    row = transitions.contradicted(playing, code) if match.terms.hints else None
    if row is not None:
        hinted = Hinted(playing.number, len(playing.rows) + 1, code, row, match.terms.rules)
        raise ContradictionError(match.id, hinted)


async def _refuse_full(stores: Stores, match: Match, player: PlayerId, now: datetime) -> None:
    settings = await stores.servers.settings(match.guild)
    _refuse(await refuse_match(stores, settings, match, player, now))


def _refuse(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise RefusedError(refusal)
