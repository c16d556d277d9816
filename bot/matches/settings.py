"""What a server's admins and each person may set, with what holds until they do."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from bot.engine import Preset
from bot.matches.challenging import CHALLENGE_LIFE
from bot.matches.days import UTC_ZONE
from bot.matches.ids import ChannelId, RoleId
from bot.matches.models import Limits


@dataclass(frozen=True, slots=True)
class Caps:
    """How much of the bot one person, and one server, may take up."""

    challenges_each: int = 3
    """Unanswered challenges that one person may have made."""
    matches_each: int = 5
    """Running matches of one person."""
    matches_here: int = 100
    """Running matches of the whole server."""
    pause: timedelta = timedelta(seconds=30)
    """Between two challenges of one person."""

    @property
    def same_opponent_pause(self) -> timedelta:
        """Before somebody who took no challenge can be challenged by the same person again.

        Ten minutes where the pause is the usual one.
        """
        return 20 * self.pause


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """One server's settings. New limits hold for challenges made from then on."""

    language: str | None = None
    """A catalogue's name, such as `fr`; None is the language that the server has at Discord."""
    channels: frozenset[ChannelId] = frozenset()
    """Where challenges may be made; empty: everywhere."""
    roles: frozenset[RoleId] = frozenset()
    """Who may challenge, any of these; empty: everybody."""
    preset: Preset = Preset.CLASSIC
    """Of a challenge that names none."""
    rounds: int = 2
    """Of a challenge that names no number."""
    challenge_life: timedelta = CHALLENGE_LIFE
    limits: Limits = field(default_factory=Limits)
    caps: Caps = field(default_factory=Caps)
    zone: str = UTC_ZONE
    """A name of the time zone database, such as `Europe/Brussels`; the daily goes by its dates."""
    daily_channel: ChannelId | None = None
    """Where the results of a day's daily are posted when it is over; None: nowhere."""


class Setting(StrEnum):
    """One thing that admins set, called as in the audit table."""

    LANGUAGE = "language"
    CHANNELS = "channels"
    ROLES = "roles"
    PRESET = "preset"
    ROUNDS = "rounds"
    CHALLENGE_LIFE = "challenge life"
    TURN = "turn limit"
    REMINDER = "reminder"
    CHALLENGES_EACH = "challenges each"
    MATCHES_EACH = "matches each"
    MATCHES_HERE = "matches here"
    PAUSE = "pause"
    ZONE = "time zone"
    DAILY_CHANNEL = "daily channel"


class CodePlace(StrEnum):
    """Where a codemaker is asked for a code."""

    PRIVATE = "private"
    """By private message, and in the thread."""
    THREAD = "thread"
    """In the thread alone."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one person has chosen, for all servers."""

    reminders: bool = True
    challengeable: bool = True
    """Whether others may challenge them."""
    code_place: CodePlace = CodePlace.PRIVATE
