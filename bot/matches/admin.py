"""What admins of a server and each person may set, and what admins may end."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from bot.matches import commands, transitions
from bot.matches.acts import Acts, Told, accepted, by_id, seen
from bot.matches.daily import follow_zone
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.matches.ids import GuildId, MatchId, PlayerId
from bot.matches.models import CallOff, Match
from bot.matches.ports import AuditLine, Stores
from bot.matches.settings import Preferences, ServerSettings, Setting
from bot.matches.transitions import Moved
from bot.matches.view import MatchView, view

SHOWN_AUDIT_LINES = 10


class Admin:
    """Settings and preferences. Whether somebody may change them is checked before each call."""

    def __init__(self, acts: Acts) -> None:
        self._acts = acts
        self._languages: dict[GuildId, str] = {}

    async def start(self) -> None:
        """Learn which servers have chosen a language."""
        found: Mapping[GuildId, str] = await self._acts.transact(
            lambda stores: stores.servers.languages()
        )
        self._languages.update(found)

    def language_of(self, guild: GuildId) -> str | None:
        """The language that the server has chosen; no database is asked."""
        return self._languages.get(guild)

    async def settings(self, guild: GuildId) -> ServerSettings:
        """The server's settings."""
        return await self._acts.transact(lambda stores: stores.servers.settings(guild))

    async def change(
        self,
        guild: GuildId,
        actor: PlayerId,
        how: Callable[[ServerSettings], ServerSettings],
    ) -> ServerSettings:
        """Change settings of the server, and say in the audit table which, from what to what.

        Refused: REMINDER_TOO_LATE.
        """

        async def work(stores: Stores) -> ServerSettings:
            before = await stores.servers.settings(guild)
            after = how(before)
            reminder = after.limits.reminder
            if reminder is not None and reminder >= after.limits.turn:
                raise RefusedError(Refusal(Reason.REMINDER_TOO_LATE))
            if after != before:
                await stores.servers.keep_settings(guild, after)
                if after.zone != before.zone:
                    await follow_zone(stores, guild, before.zone, self._acts.clock())
                detail = _difference(before, after)
                line = AuditLine(self._acts.clock(), guild, actor, "settings", detail)
                await stores.servers.audit(line)
            return after

        changed = await self._acts.transact(work)
        self._follow(guild, changed)
        return changed

    async def come_back(self, guild: GuildId) -> None:
        """The bot is in this server again: what was set there may have been purged meanwhile."""
        if guild in self._languages:
            self._follow(guild, await self.settings(guild))

    def _follow(self, guild: GuildId, settings: ServerSettings) -> None:
        self._languages.pop(guild, None)
        if settings.language is not None:
            self._languages[guild] = settings.language

    async def audited(self, guild: GuildId) -> Sequence[AuditLine]:
        """What admins did here last, newest first."""
        return await self._acts.transact(
            lambda stores: stores.servers.audited(guild, SHOWN_AUDIT_LINES)
        )

    async def open_matches(self, guild: GuildId) -> Sequence[MatchView]:
        """The server's challenges and running matches, oldest first, as anybody may see them.

        What people play in private answers is not among them.
        """

        async def work(stores: Stores) -> Sequence[MatchView]:
            everything = await stores.matches.open(guild=guild)
            found = [match for match in everything if not match.terms.in_panel]
            players = {player for match in found for player in match.players}
            names = await stores.players.names(guild, [*players])
            return [view(match, names) for match in found]

        return await self._acts.transact(work)

    async def may_end(self, guild: GuildId, match: MatchId) -> MatchView:
        """The match that `end` would call off; raises RefusedError where it would."""

        async def work(stores: Stores) -> MatchView:
            found = await _of_server(stores, guild, match)
            _called_off(found, self._acts.clock())
            return await seen(stores, found, None)

        return await self._acts.transact(work)

    async def end(self, guild: GuildId, match: MatchId, actor: PlayerId) -> Told:
        """Call off a challenge or a running match of this server; it counts for nobody."""

        async def work(stores: Stores, now: datetime) -> Sequence[Moved]:
            moved = _called_off(await _of_server(stores, guild, match), now)
            await stores.servers.audit(AuditLine(now, guild, actor, "end match", match))
            return [moved]

        return await self._acts.keep(work)

    async def preferences(self, player: PlayerId) -> Preferences:
        """What this person has chosen."""
        return await self._acts.transact(lambda stores: stores.players.preferences(player))

    async def prefer(
        self, player: PlayerId, how: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change what this person has chosen."""

        async def work(stores: Stores) -> Preferences:
            changed = how(await stores.players.preferences(player))
            await stores.players.keep_preferences(player, changed)
            return changed

        return await self._acts.transact(work)


async def _of_server(stores: Stores, guild: GuildId, match: MatchId) -> Match:
    found = await by_id(match)(stores)
    if found.guild != guild or found.terms.in_panel:
        raise RefusedError(Refusal(Reason.UNKNOWN_MATCH))
    return found


def _called_off(match: Match, at: datetime) -> Moved:
    return accepted(transitions.apply(match, commands.CallOffMatch(at, CallOff.ADMIN)))


def _difference(before: ServerSettings, after: ServerSettings) -> str:
    """Each setting that differs, as `name: before -> after`."""
    was, now = _flat(before), _flat(after)
    return "; ".join(
        f"{name}: {was[name]} -> {now[name]}" for name in was if was[name] != now[name]
    )


def _flat(settings: ServerSettings) -> Mapping[Setting, str]:
    """Every setting as text, for people who read the audit table."""
    caps, limits = settings.caps, settings.limits
    return {
        Setting.LANGUAGE: settings.language or "as the server",
        Setting.CHANNELS: " ".join(map(str, sorted(settings.channels))) or "all",
        Setting.ROLES: " ".join(map(str, sorted(settings.roles))) or "all",
        Setting.PRESET: settings.preset.value,
        Setting.ROUNDS: str(settings.rounds),
        Setting.CHALLENGE_LIFE: str(settings.challenge_life),
        Setting.TURN: str(limits.turn),
        Setting.REMINDER: str(limits.reminder or "never"),
        Setting.CHALLENGES_EACH: str(caps.challenges_each),
        Setting.MATCHES_EACH: str(caps.matches_each),
        Setting.MATCHES_HERE: str(caps.matches_here),
        Setting.PAUSE: str(caps.pause),
        Setting.ZONE: settings.zone,
        Setting.DAILY_CHANNEL: str(settings.daily_channel or "none"),
    }
