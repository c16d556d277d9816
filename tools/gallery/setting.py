"""The panels of a server and of a person, and what an admin reads who ends a match."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.matches.ids import ChannelId, PlayerId, RoleId
from bot.matches.models import Limits, Terms
from bot.matches.ports import AuditLine
from bot.matches.settings import Caps, CodePlace, Preferences, ServerSettings
from bot.presentation import admin
from bot.presentation.choosing import MOST_PLACES, Topic
from bot.presentation.panels import Panel
from bot.ui.panels import preferences_panel, settings_panel, zone_box
from bot.ui.places import POSTING
from tools.gallery.cast import Cast
from tools.gallery.play import MATCH_ID, Play
from tools.gallery.wall import Wall

SETTINGS = "mastermind-admin settings"
END = "mastermind-admin end"
OWN_SETTINGS = ServerSettings(
    language="fr",
    rounds=4,
    challenge_life=timedelta(hours=1),
    limits=Limits(turn=timedelta(days=1), reminder=None),
    zone="Europe/Brussels",
    caps=Caps(challenges_each=1, matches_each=1, matches_here=5, pause=timedelta(seconds=1)),
)
"""With ones where there can be one."""
OFF = Preferences(reminders=False, challengeable=False, code_place=CodePlace.THREAD)
FORMER = PlayerId(-1)
"""Somebody whose data was removed."""


async def hang_setting(wall: Wall) -> None:
    """Every page of both panels, and the question before a match is ended."""
    for title, panel in _panels(wall.cast):
        _private(wall, f"settings, {title}", settings_panel(panel, wall.scene), SETTINGS)
    for title, preferences in (("all on", Preferences()), ("all off", OFF)):
        sent = preferences_panel(preferences, wall.scene)
        _private(wall, f"preferences, {title}", sent, "mastermind preferences")
    wall.box("box, time zone", zone_box("Europe/Brussels", wall.scene))
    await _ending(wall)


def _private(wall: Wall, name: str, sent: Mapping[str, Any], command: str) -> None:
    wall.message(name, {**sent, "ephemeral": True}, command=command)


def _panels(cast: Cast) -> Iterator[tuple[str, Panel]]:
    audit = tuple(_audit(cast))
    yield "nothing changed yet", Panel(ServerSettings())
    yield "with what was done last", Panel(OWN_SETTINGS, audit)
    for topic in Topic:
        yield f"page {topic}", Panel(ServerSettings(), audit, topic=topic)
    one, several = _bounded(cast, 1), _bounded(cast, MOST_PLACES)
    for title, settings, gone in (
        ("one of one was deleted", one, {*one.channels, *one.roles}),
        ("as many as can be", several, set()),
        ("some were deleted", several, {*sorted(several.channels)[:2]}),
    ):
        for topic in (Topic.CHANNELS, Topic.ROLES):
            yield f"{title}, {topic}", Panel(settings, audit, frozenset(gone), topic)
    posting = replace(OWN_SETTINGS, daily_channel=cast.channel)
    for title, gone in (("results posted", set()), ("channel was deleted", {cast.channel})):
        yield f"the daily, {title}", Panel(posting, audit, frozenset(gone), Topic.DAILY)
    for lacking in (POSTING[1:2], POSTING):
        title = f"the daily, {len(lacking)} lacking"
        yield title, Panel(posting, audit, topic=Topic.DAILY, missing=lacking)


def _bounded(cast: Cast, count: int) -> ServerSettings:
    """Settings with so many channels and roles; the first of each is one that is there."""
    return replace(
        OWN_SETTINGS,
        channels=frozenset(ChannelId(cast.channel + number) for number in range(count)),
        roles=frozenset(RoleId(cast.role + number) for number in range(count)),
    )


def _audit(cast: Cast) -> Iterator[AuditLine]:
    for age, actor, action, detail in (
        (1, cast.robin, "settings", "turn limit: 3 days, 0:00:00 -> 1 day, 0:00:00"),
        (5, cast.wren, "end match", MATCH_ID),
        (9, FORMER, "settings", "language: as the server -> fr; channels: all -> 1"),
    ):
        at = cast.now - timedelta(hours=age)
        yield AuditLine(at, cast.guild, PlayerId(actor), action, detail)


async def _ending(wall: Wall) -> None:
    cast = wall.cast
    playing = Play(cast, Terms(), cast.long_names).accept().hide("RBRG").row("OOPP")
    challenge = Play(cast)
    for title, play in (
        ("a challenge", challenge),
        ("no code yet", Play(cast).accept()),
        ("being played", playing),
    ):
        view = play.seen()
        question = admin.end_question(view, wall.scene)
        await wall.private(f"end? {title}", question, view, command=END)
    for title, play in (("a challenge", challenge), ("a match", playing)):
        await wall.private(f"ended by an admin: {title}", admin.ended(play.seen(), wall.scene))
