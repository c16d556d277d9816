"""The bot as a player: it takes every challenge at once, hides codes, and cracks them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from bot.engine import Code
from bot.engine.codesets import Game
from bot.engine.playing import can_play
from bot.matches import commands, transitions
from bot.matches.acts import Acts, Told, accepted, by_id, seen
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import ChannelId, GuildId, MatchId, PlayerId, RoleId, SourceId
from bot.matches.limiting import refuse_challenge, refuse_erased
from bot.matches.models import Match, Person, Terms
from bot.matches.ports import Chance, Stores
from bot.matches.solo_store import SoloRecord
from bot.matches.transitions import Moved
from bot.matches.view import MatchView

SOURCES = 2**62
"""Rows of the bot come from no message, so their sources are numbers below zero."""


class Opponent:
    """Matches with the bot in them, and its moves there. Every method is one transaction."""

    def __init__(self, acts: Acts, chance: Chance) -> None:
        self._acts = acts
        self._chance = chance

    async def begin(
        self,
        guild: GuildId,
        channel: ChannelId,
        player: Person,
        bot: Person,
        terms: Terms,
        roles: Collection[RoleId] = (),
    ) -> Told:
        """A match against the bot, or a code to crack alone, which begins at once.

        `roles` are the player's. Refused as a challenge is, and LEVEL_UNKNOWN_HERE and
        TOO_MANY_CODES_FOR_BOT where the bot cannot crack such codes.
        """
        _refuse(_refuse_level(terms))
        match = self._acts.new_match_id()
        coin = self._chance.below(2) == 0

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            settings = await stores.servers.settings(guild)
            challenged = accepted(
                transitions.challenge(
                    match, guild, channel, player.id, bot.id, terms, now, limits=settings.limits
                )
            )
            if not terms.in_panel:  # for which there is no pause
                _refuse(refuse_erased(self._acts.erased.get(player.id), settings, now))
            _refuse(await refuse_challenge(stores, settings, challenged.match, roles, now))
            await stores.players.remember(guild, bot, now)
            return [taken_at_once(challenged, bot.id, now, coin=coin)]

        return await self._acts.keep(work, player)

    async def private_solo(self, guild: GuildId, player: PlayerId) -> MatchView | None:
        """The code of the bot's that this person is cracking in private answers, if any."""

        async def work(stores: Stores) -> MatchView | None:
            found = await stores.matches.private_solo(guild, player)
            return None if found is None else await seen(stores, found, player)

        return await self._acts.transact(work)

    async def record(self, guild: GuildId, player: PlayerId) -> SoloRecord:
        """How the codes came out that this person cracked alone here."""
        return await self._acts.transact(lambda stores: stores.solos.record(guild, player))

    async def give_up(self, match: MatchId, person: Person) -> Told:
        """What is played in private answers is given up."""

        def decide(found: Match, now: datetime) -> commands.Command:
            if not found.terms.in_panel:
                raise RefusedError(Refusal(Reason.UNKNOWN_MATCH))
            return commands.Concede(person.id, now)

        return await self._acts.act(by_id(match), person, decide)

    async def turns(self) -> Sequence[MatchId]:
        """Matches in which the bot is to play a row."""
        return await self._acts.transact(lambda stores: stores.matches.waiting_for_bot())

    async def turn(self, match: MatchId) -> MatchView | None:
        """The match as anybody may see it, if the bot is to play a row in it and is in its server.

        So the bot knows no more than its opponent's replies.
        """

        async def work(stores: Stores) -> MatchView | None:
            found = await by_id(match)(stores)
            if not found.waits_for_bot or found.guild in await stores.servers.absences():
                return None
            return await seen(stores, found, None)

        return await self._acts.transact(work)

    async def play(self, match: MatchId, round_number: int, number: int, code: Code) -> Told | None:
        """The bot plays its row of that number; None when that is not its turn any more."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved] | None:
            found = await by_id(match)(stores)
            playing = found.round
            if not found.waits_for_bot or playing is None:
                return None
            if (playing.number, len(playing.rows) + 1) != (round_number, number):
                return None
            source = SourceId(-1 - self._chance.below(SOURCES))
            command = commands.PlayRow(playing.codebreaker, now, code, source, round_number)
            return [accepted(transitions.apply(found, command))]

        return await self._acts.keep_if(work)


def taken_at_once(challenged: Moved, bot: PlayerId, at: datetime, *, coin: bool) -> Moved:
    """The challenge with the bot's answer: nobody waits for it.

    `coin` is a fair one, for terms that leave the first codemaker to chance.
    """
    taken = accepted(
        transitions.apply(challenged.match, commands.Accept(bot, at, None, challenger_begins=coin))
    )
    asked = (replace(event, player=bot) for event in challenged.events)
    return Moved(taken.match, (*asked, *taken.events))


def _refuse_level(terms: Terms) -> Refusal | None:
    if terms.level is None or can_play(terms.level, game := Game.of(terms.rules)):
        return None
    small = game.is_small
    return Refusal(Reason.LEVEL_UNKNOWN_HERE if small else Reason.TOO_MANY_CODES_FOR_BOT)


def _refuse(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise RefusedError(refusal)
