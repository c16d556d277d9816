"""Servers and passing time in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.matches.ids import GuildId, MatchId
from bot.matches.models import Match, Phase
from bot.matches.ports import AuditLine, Keeping
from bot.matches.settings import ServerSettings
from tests.fakes.contents import Contents
from tests.fakes.memory_dailies import forget_dailies


class MemoryServers:
    """`ports.ServerStore`."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def settings(self, guild: GuildId) -> ServerSettings:
        return self._contents.settings.get(guild, ServerSettings())

    async def keep_settings(self, guild: GuildId, settings: ServerSettings) -> None:
        self._contents.settings[guild] = settings

    async def languages(self) -> Mapping[GuildId, str]:
        return {
            guild: settings.language
            for guild, settings in self._contents.settings.items()
            if settings.language is not None
        }

    async def audit(self, line: AuditLine) -> None:
        self._contents.audit = (*self._contents.audit, line)

    async def audited(self, guild: GuildId, limit: int) -> Sequence[AuditLine]:
        return [line for line in reversed(self._contents.audit) if line.guild == guild][:limit]

    async def known(self) -> frozenset[GuildId]:
        contents = self._contents
        matches = {match.guild for match in contents.matches.values()}
        return frozenset({*matches, *contents.settings, *(guild for guild, _ in contents.people)})

    async def absences(self) -> Mapping[GuildId, datetime]:
        return dict(self._contents.absences)

    async def mark_absent(self, guild: GuildId, at: datetime) -> None:
        self._contents.absences.setdefault(guild, at)

    async def mark_present(self, guild: GuildId) -> None:
        self._contents.absences.pop(guild, None)


class MemoryCare:
    """`ports.CareStore`."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    async def alive_at(self) -> datetime | None:
        return self._contents.alive_at

    async def note_alive(self, at: datetime) -> None:
        self._contents.alive_at = at

    async def heard_at(self) -> datetime | None:
        return self._contents.heard_at

    async def note_heard(self, at: datetime) -> None:
        self._contents.heard_at = at

    async def shift(self, by: timedelta, at: datetime, guild: GuildId | None = None) -> None:
        for match in list(self._contents.matches.values()):
            of_all = guild is None and match.guild not in self._contents.absences
            began = match.created_at if match.phase is Phase.CHALLENGED else match.turn_since
            if by < timedelta() and began <= at:
                continue
            if match.next_deadline is not None and (of_all or match.guild == guild):
                self._contents.matches[match.id] = _later(match, by)

    async def purge(self, at: datetime) -> None:
        contents = self._contents
        left = {
            guild for guild, since in contents.absences.items() if since < at - Keeping.LEFT_SERVER
        }
        followers = {match.successor for match in contents.matches.values()}
        for match in list(contents.matches.values()):
            if match.guild in left or (_is_old(match, at) and match.id not in followers):
                self._forget(match.id)
        for entry, settled in list(contents.settled_at.items()):
            if settled < at - Keeping.SETTLED_ENTRY:
                del contents.entries[entry], contents.settled[entry], contents.settled_at[entry]
        contents.audit = tuple(
            line
            for line in contents.audit
            if line.at >= at - Keeping.AUDIT_LINE and line.guild not in left
        )
        for guild in left:
            contents.settings.pop(guild, None)
            del contents.absences[guild]
        forget_dailies(contents, left)
        for guild, player in list(contents.people):
            if guild in left:
                del contents.people[guild, player]

    def _forget(self, match: MatchId) -> None:
        contents = self._contents
        del contents.matches[match]
        for entry in [one.id for one in contents.entries.values() if one.match == match]:
            del contents.entries[entry]
            contents.settled.pop(entry, None)
            contents.settled_at.pop(entry, None)


def _later(match: Match, by: timedelta) -> Match:
    moved = replace(match, version=match.version + 1)
    if match.phase is Phase.CHALLENGED:
        return replace(moved, expires_at=match.expires_at + by)
    return replace(moved, turn_since=match.turn_since + by)


def _is_old(match: Match, at: datetime) -> bool:
    return (
        match.phase in {Phase.DECLINED, Phase.CANCELLED, Phase.EXPIRED}
        and match.ended_at is not None
        and match.ended_at < at - Keeping.UNPLAYED_MATCH
    )
