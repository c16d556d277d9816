"""What is kept of one person, in memory."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.matches.ids import MatchId, PlayerId, SourceId, is_erased
from bot.matches.models import Event, EventKind, Match, Phase, Round
from bot.matches.ports import Counted, KnownAs, Notice, Traces
from bot.matches.totals import verdict_of
from tests.fakes.contents import Contents

CALLS = {EventKind.CODE_WANTED, EventKind.REMINDED}
"""What only one person is told or asked."""


class MemoryPrivacy:
    """`ports.PrivacyStore`."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def traces(self, player: PlayerId) -> Traces:
        contents = self._contents
        matches = self._matches(player)
        known = sorted(
            (guild, one) for (guild, who), one in contents.people.items() if who == player
        )
        return Traces(
            names=tuple(
                KnownAs(guild, person.name, person.locale, at) for guild, (person, at) in known
            ),
            preferences=contents.preferences.get(player),
            matches=tuple(match.id for match in matches),
            results={
                match.id: _counted(match, player)
                for match in matches
                if match.phase is Phase.FINISHED and not is_erased(player)
                if not match.terms.is_alone and player != match.bot
            },
            notices=self._notices(matches),
            audit=tuple(line for line in contents.audit if line.actor == player),
            practice=contents.practice.get(player),
            shared=frozenset(
                match.id
                for match in matches
                if match.id in contents.daily_shares and match.challenger == player
            ),
        )

    async def erase(
        self, player: PlayerId, stand_in: PlayerId, fresh_source: Callable[[], SourceId]
    ) -> None:
        contents = self._contents
        self._erase_entries(player, stand_in)
        for match in self._matches(player):
            contents.matches[match.id] = _without(match, player, stand_in, fresh_source)
        for key in [key for key in contents.people if key[1] == player]:
            del contents.people[key]
        contents.preferences.pop(player, None)
        contents.practice.pop(player, None)
        contents.audit = tuple(
            replace(line, actor=stand_in) if line.actor == player else line
            for line in contents.audit
        )

    def _matches(self, player: PlayerId) -> list[Match]:
        found = [match for match in self._contents.matches.values() if player in match.players]
        return sorted(found, key=lambda match: (match.created_at, match.id))

    def _notices(self, matches: Sequence[Match]) -> Mapping[MatchId, Sequence[Notice]]:
        contents = self._contents
        about = {
            match.id: [
                Notice(entry, contents.settled_at.get(entry.id), contents.settled.get(entry.id))
                for entry in contents.entries.values()
                if entry.match == match.id
            ]
            for match in matches
        }
        return {match: notices for match, notices in about.items() if notices}

    def _erase_entries(self, player: PlayerId, stand_in: PlayerId) -> None:
        contents = self._contents
        theirs = {match.id for match in self._matches(player)}
        for entry in [one for one in contents.entries.values() if one.match in theirs]:
            if entry.event.player == player and entry.event.kind in CALLS:
                del contents.entries[entry.id]
                contents.settled.pop(entry.id, None)
                contents.settled_at.pop(entry.id, None)
            else:
                event = _told_of(entry.event, player, stand_in)
                contents.entries[entry.id] = replace(entry, event=event)


def _told_of(event: Event, player: PlayerId, stand_in: PlayerId) -> Event:
    return replace(
        event, player=stand_in if event.player == player else event.player, reply_to=None
    )


def _counted(match: Match, player: PlayerId) -> Counted:
    won = "draw" if match.winner is None else "win" if match.winner == player else "loss"
    return Counted(verdict_of(match).totals[player], won)


def _without(
    match: Match, player: PlayerId, stand_in: PlayerId, fresh_source: Callable[[], SourceId]
) -> Match:
    def changed(who: PlayerId) -> PlayerId:
        return stand_in if who == player else who

    return replace(
        match,
        challenger=changed(match.challenger),
        opponent=changed(match.opponent),
        winner=None if match.winner is None else changed(match.winner),
        left=None if match.left is None else changed(match.left),
        two_more=frozenset(map(changed, match.two_more)),
        rematch=frozenset(map(changed, match.rematch)),
        rounds=tuple(
            replace(
                _of_others(played, player, fresh_source),
                codemaker=changed(played.codemaker),
                codebreaker=changed(played.codebreaker),
            )
            for played in match.rounds
        ),
        version=match.version + 1,
    )


def _of_others(played: Round, player: PlayerId, fresh_source: Callable[[], SourceId]) -> Round:
    """The round with new sources for the rows of this player."""
    if played.codebreaker != player:
        return played
    return replace(played, rows=tuple(replace(row, source=fresh_source()) for row in played.rows))
