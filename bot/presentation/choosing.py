"""What can be set, and each value as the short text that a list or button carries."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import assert_never

from bot.engine import Preset
from bot.matches.challenging import ROUND_CHOICES
from bot.matches.days import zone_names
from bot.matches.ids import ChannelId, RoleId
from bot.matches.settings import CodePlace, Preferences, ServerSettings, Setting
from bot.presentation.i18n import Language

MOST_PLACES = 25
"""What a list at Discord lets one choose."""


class Topic(StrEnum):
    """A page of the panel; a message has room for five lists at most."""

    LANGUAGE = "language"
    CHANNELS = "channels"
    ROLES = "roles"
    GAME = "game"
    TIMES = "times"
    CAPS = "caps"
    DAILY = "daily"


TOPICS: Mapping[Topic, tuple[Setting, ...]] = MappingProxyType(
    {
        Topic.LANGUAGE: (Setting.LANGUAGE,),
        Topic.CHANNELS: (Setting.CHANNELS,),
        Topic.ROLES: (Setting.ROLES,),
        Topic.GAME: (Setting.PRESET, Setting.ROUNDS),
        Topic.TIMES: (Setting.CHALLENGE_LIFE, Setting.TURN, Setting.REMINDER),
        Topic.CAPS: (
            *(Setting.CHALLENGES_EACH, Setting.MATCHES_EACH, Setting.MATCHES_HERE),
            Setting.PAUSE,
        ),
        Topic.DAILY: (Setting.DAILY_CHANNEL, Setting.ZONE),
    }
)
"""What each page lets one change."""
PLACES = frozenset({Setting.CHANNELS, Setting.ROLES, Setting.DAILY_CHANNEL})
"""Those that are sets of what the server has; all others but the time zone have `CHOICES`."""
AS_SERVER = "server"
"""The language that the server has at Discord."""
NOTHING = "0"
"""No reminder, no pause."""


def topic_of(which: Setting) -> Topic:
    """The page on which this is changed."""
    return next(topic for topic, settings in TOPICS.items() if which in settings)


_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def _texts(*numbers: int) -> tuple[str, ...]:
    return tuple(map(str, numbers))


CHOICES: Mapping[Setting, tuple[str, ...]] = MappingProxyType(
    {
        Setting.LANGUAGE: (AS_SERVER, *Language),
        Setting.PRESET: tuple(Preset),
        Setting.ROUNDS: _texts(*sorted(ROUND_CHOICES)),
        Setting.CHALLENGE_LIFE: _texts(
            *(_HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY, 14 * _DAY)
        ),
        Setting.TURN: _texts(
            *(_HOUR, 3 * _HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 5 * _DAY),
            *(7 * _DAY, 14 * _DAY),
        ),
        Setting.REMINDER: _texts(
            *(0, 30 * _MINUTE, _HOUR, 3 * _HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY),
            *(5 * _DAY, 7 * _DAY),
        ),
        Setting.CHALLENGES_EACH: _texts(1, 2, 3, 5, 10, 25, 50),
        Setting.MATCHES_EACH: _texts(1, 2, 3, 5, 10, 25, 50),
        Setting.MATCHES_HERE: _texts(5, 10, 25, 50, 100, 250, 500),
        Setting.PAUSE: _texts(0, 10, 30, _MINUTE, 5 * _MINUTE, 15 * _MINUTE, _HOUR),
    }
)
"""What is offered; lengths of time are in seconds. A server may have another value all the same."""


def value_of(settings: ServerSettings, which: Setting) -> str:
    """The present value. Raises KeyError for `PLACES`."""
    caps, limits = settings.caps, settings.limits
    return {
        Setting.LANGUAGE: settings.language or AS_SERVER,
        Setting.PRESET: settings.preset.value,
        Setting.ROUNDS: str(settings.rounds),
        Setting.CHALLENGE_LIFE: _seconds(settings.challenge_life),
        Setting.TURN: _seconds(limits.turn),
        Setting.REMINDER: NOTHING if limits.reminder is None else _seconds(limits.reminder),
        Setting.CHALLENGES_EACH: str(caps.challenges_each),
        Setting.MATCHES_EACH: str(caps.matches_each),
        Setting.MATCHES_HERE: str(caps.matches_here),
        Setting.PAUSE: _seconds(caps.pause),
        Setting.ZONE: settings.zone,
    }[which]


def with_value(  # noqa: C901, PLR0911, PLR0912  # one case for each setting, in one place
    settings: ServerSettings, which: Setting, value: str
) -> ServerSettings:
    """The settings with another value for this; what is not offered changes nothing."""
    if value not in (zone_names() if which is Setting.ZONE else CHOICES.get(which, ())):
        return settings
    caps, limits = settings.caps, settings.limits
    match which:
        case Setting.LANGUAGE:
            return replace(settings, language=None if value == AS_SERVER else value)
        case Setting.PRESET:
            return replace(settings, preset=Preset(value))
        case Setting.ROUNDS:
            return replace(settings, rounds=int(value))
        case Setting.CHALLENGE_LIFE:
            return replace(settings, challenge_life=length_of(value))
        case Setting.TURN:
            return replace(settings, limits=replace(limits, turn=length_of(value)))
        case Setting.REMINDER:
            return replace(settings, limits=replace(limits, reminder=length_of(value) or None))
        case Setting.CHALLENGES_EACH:
            return replace(settings, caps=replace(caps, challenges_each=int(value)))
        case Setting.MATCHES_EACH:
            return replace(settings, caps=replace(caps, matches_each=int(value)))
        case Setting.MATCHES_HERE:
            return replace(settings, caps=replace(caps, matches_here=int(value)))
        case Setting.PAUSE:
            return replace(settings, caps=replace(caps, pause=length_of(value)))
        case Setting.ZONE:
            return replace(settings, zone=value)
        case Setting.CHANNELS | Setting.ROLES | Setting.DAILY_CHANNEL:
            return settings
        case _:
            assert_never(which)


def length_of(value: str) -> timedelta:
    """A length of time from its seconds."""
    return timedelta(seconds=int(value))


def _seconds(length: timedelta) -> str:
    return str(int(length.total_seconds()))


def most_places(which: Setting) -> int:
    """How many channels or roles can be chosen."""
    return 1 if which is Setting.DAILY_CHANNEL else MOST_PLACES


def places_of(settings: ServerSettings, which: Setting) -> frozenset[int]:
    """The ids of the channels or roles; empty: no bounds, or no channel."""
    if which is Setting.DAILY_CHANNEL:
        chosen = settings.daily_channel
        return frozenset([] if chosen is None else [chosen])
    return frozenset(settings.channels if which is Setting.CHANNELS else settings.roles)


def with_places(settings: ServerSettings, which: Setting, ids: frozenset[int]) -> ServerSettings:
    """The settings with these channels or roles."""
    if which is Setting.DAILY_CHANNEL:
        return replace(settings, daily_channel=ChannelId(min(ids)) if ids else None)
    if which is Setting.CHANNELS:
        return replace(settings, channels=frozenset(map(ChannelId, ids)))
    return replace(settings, roles=frozenset(map(RoleId, ids)))


class Preference(StrEnum):
    """One thing that a person sets."""

    REMINDERS = "reminders"
    CHALLENGEABLE = "challengeable"
    CODE_PLACE = "code-place"


class Switch(StrEnum):
    """The values of what is either so or not."""

    ON = "on"
    OFF = "off"


def with_preference(preferences: Preferences, which: Preference, value: str) -> Preferences:
    """The preferences with another value for this: `on`, `off`, or one of `CodePlace`."""
    match which:
        case Preference.REMINDERS:
            return replace(preferences, reminders=value == Switch.ON)
        case Preference.CHALLENGEABLE:
            return replace(preferences, challengeable=value == Switch.ON)
        case Preference.CODE_PLACE:
            return replace(preferences, code_place=CodePlace(value))
        case _:
            assert_never(which)
