"""Codes of the bot's that somebody cracks alone: solos and the daily."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from bot.client import Interaction
from bot.engine import PRESETS, Preset, Rules
from bot.matches import commands
from bot.matches.daily import Attempt, DayResults
from bot.matches.daily_store import DailyDay, DailyResult
from bot.matches.ids import PlayerId
from bot.matches.models import CallOff, FirstCodemaker, Kind, Terms
from bot.matches.solo_store import SoloRecord
from bot.presentation import alone, daily
from bot.presentation.endings import Narrowing
from bot.presentation.scene import Message
from bot.runtime.alone import panel_of
from bot.runtime.daily_card import panel_of_attempt
from bot.ui.alone import show
from bot.ui.sending import sendable
from tools.gallery.cast import Cast
from tools.gallery.play import Moment, Play
from tools.gallery.reading import BIRDS
from tools.gallery.told import LARGEST, narrowing, tell
from tools.gallery.wall import Wall

SOLO = "solo"
"""The first word of the names of what everybody is told of a solo in a thread."""
SOLO_COMMAND, DAILY_COMMAND = "mastermind solo", "mastermind daily"
LONG_ROWS = ("BRGYPOIN", "WWKKOOPP", "RBGYOPIN", "NIPOYGBR")
"""For the largest game."""
ONE = SoloRecord(played=1, solved=1, rows=1, best=1, streak=1, longest=1)
TODAY = date(2026, 5, 1)
ZONE = "Europe/Brussels"
MANY_TRIED, MANY_SOLVED = 60, 50


async def hang_alone(wall: Wall) -> None:
    """What is told of a solo in a thread, and both panels in every state."""
    for title, moments in _told(wall.cast):
        for number, moment in enumerate(moments, 1):
            tell(wall, f"{SOLO}, {title} {number:02}: {moment.event.kind}", moment)
    await _panels(wall)
    await _dailies(wall)
    _results(wall)


def _solo(cast: Cast, rules: Rules | None = None, *, private: bool = False) -> Play:
    """A code of the bot's, hidden and not cracked yet."""
    first = FirstCodemaker.OPPONENT
    terms = Terms(rules or Rules(), 1, first=first, private=private, kind=Kind.SOLO)
    return Play(cast, terms, bots_code="RBGYOPNI" if rules == LARGEST else "RBRG")


def _told(cast: Cast) -> Iterator[tuple[str, Sequence[Moment]]]:
    tomorrow = cast.now + timedelta(days=1)
    yield "cracked", _solo(cast).row("RRBB", "RBYG", "RBRG").rematch().moments
    yield "cracked at once", _solo(cast).row("RBRG").moments[-2:]
    mini = _solo(cast, PRESETS[Preset.MINI])
    yield "not found", mini.row(*["OOPP"] * mini.match.terms.rules.rows).moments[-2:]
    yield "conceded", _played(cast).concede().moments[-2:]
    yield "given up", _played(cast).do(commands.Forfeit(cast.robin, cast.now)).moments[-2:]
    yield "out of time", _played(cast).run_out().moments[-2:]
    for why in CallOff:
        called_off = _solo(cast).do(commands.CallOffMatch(cast.now, why, cast.robin))
        yield f"called off, {why}", called_off.moments[-2:]
    for title, play in (
        ("no row yet", _solo(cast)),
        ("a row played", _played(cast)),
    ):
        yield f"reminded, {title}", play.do(commands.Remind(tomorrow, silent=False)).moments[-1:]
        lost = play.do(commands.LoseThread(tomorrow, cast.thread))
        yield f"thread lost, {title}", lost.do(commands.Reopen(cast.robin, tomorrow)).moments[-2:]


def _played(cast: Cast) -> Play:
    return _solo(cast).row("RRBB")


async def _panels(wall: Wall) -> None:
    for title, play in _private_solos(wall.cast):
        await wall.answer(f"solo panel, {title}", partial(_panel, play=play), SOLO_COMMAND)
    cast, scene = wall.cast, wall.scene
    fresh = _solo(cast, private=True).seen(cast.robin)
    played = _solo(cast, private=True).row("RRBB").seen(cast.robin)
    record = alone.record_in_words(cast.record, scene)
    missed = alone.record_in_words(SoloRecord(played=2), scene)
    for title, panel in (
        ("after some", alone.panel(fresh, scene, below=record)),
        ("after one", alone.panel(fresh, scene, below=alone.record_in_words(ONE, scene))),
        ("after none was cracked", alone.panel(fresh, scene, below=missed)),
        ("runs already", alone.panel(played, scene, above=(alone.already_running(scene),))),
        ("give up? no row yet", alone.give_up_question(fresh, scene)),
        ("give up? a row played", alone.give_up_question(played, scene)),
    ):
        await wall.private(f"solo panel, {title}", panel, fresh, 1, SOLO_COMMAND)


async def _panel(interaction: Interaction, play: Play) -> None:
    view = play.seen(play.match.challenger)
    await show(interaction, await panel_of(interaction, view), view)


def _private_solos(cast: Cast) -> Iterator[tuple[str, Play]]:
    def begun() -> Play:
        return _solo(cast, private=True)

    mini = _solo(cast, PRESETS[Preset.MINI], private=True)
    large = _solo(cast, LARGEST, private=True)
    yield "new", begun()
    yield "running", begun().row("RRBB", "RBYG")
    yield "largest game", large.row(*LONG_ROWS * 2)
    yield "cracked", begun().row("RRBB", "RBYG", "RBRG")
    yield "cracked at once", begun().row("RBRG")
    yield "not found", mini.row(*["OOPP"] * mini.match.terms.rules.rows)
    yield "given up", begun().row("RRBB").concede()
    yield "given up before a row", begun().do(commands.Forfeit(cast.robin, cast.now))
    yield "out of time", begun().row("RRBB").run_out()
    yield "out of time before a row", begun().run_out()
    yield "ended by an admin", begun().do(commands.CallOffMatch(cast.now, CallOff.ADMIN, None))


async def _dailies(wall: Wall) -> None:
    for title, attempt in _attempts(wall.cast):
        await wall.answer(f"daily, {title}", partial(_daily_panel, attempt=attempt), DAILY_COMMAND)
    cast, scene = wall.cast, wall.scene
    running = _daily(cast).row("RRBB").seen(cast.robin)
    question = alone.give_up_question(running, scene)
    await wall.private("daily, give up?", question, running, 1, DAILY_COMMAND)
    shared_before = Message(daily.shared_before(scene))
    await wall.private("daily, shared before", shared_before)
    for title, attempt in _attempts(cast):
        if title in SHARED:
            played = attempt.match
            counts = _counts(attempt)
            card = daily.shared(attempt, counts, scene)
            wall.message(f"daily, shared, {title}", sendable(card, played.id))


SHARED = {"solved", "solved at once", "not solved", "given up"}
"""The states of which the card for everybody is shown."""


async def _daily_panel(interaction: Interaction, attempt: Attempt) -> None:
    await show(interaction, await panel_of_attempt(interaction, attempt), attempt.match)


def _daily(cast: Cast, rules: Rules | None = None) -> Play:
    first = FirstCodemaker.OPPONENT
    return Play(cast, Terms(rules or Rules(), 1, first=first, kind=Kind.DAILY))


def _attempts(cast: Cast) -> Iterator[tuple[str, Attempt]]:
    mini = PRESETS[Preset.MINI]
    for title, play, streak, is_today in (
        ("new", _daily(cast), 3, True),
        ("running", _daily(cast).row("RRBB", "RBYG"), 3, True),
        ("running after midnight", _daily(cast).row("RRBB"), 3, False),
        ("solved", _daily(cast).row("RRBB", "RBYG", "RBRG"), 4, True),
        ("solved at once", _daily(cast).row("RBRG"), 1, True),
        ("not solved", _daily(cast, mini).row(*["OOPP"] * mini.rows), 0, True),
        ("given up", _daily(cast).row("RRBB").concede(), 0, True),
        ("given up before a row", _daily(cast).concede(), 0, True),
        ("given up late", _daily(cast).row("RRBB", "RBYG").concede(), 0, False),
        ("out of time", _daily(cast).row("RRBB").run_out(), 0, False),
    ):
        yield title, _attempt(play, streak, is_today=is_today)
    yield "shared", _attempt(_daily(cast).row("RRBB", "RBRG"), 4, is_shared=True)


def _attempt(play: Play, streak: int, *, is_today: bool = True, is_shared: bool = False) -> Attempt:
    return Attempt(
        match=play.seen(play.match.challenger),
        day=TODAY,
        zone=ZONE,
        next_at=play.match.created_at + timedelta(hours=10),
        is_today=is_today,
        is_late=not is_today,
        streak=streak,
        is_shared=is_shared,
    )


def _counts(attempt: Attempt) -> Narrowing:
    return narrowing(attempt.match.rounds[0], attempt.match.terms.rules)


def _results(wall: Wall) -> None:
    """What is posted when a day is over."""
    cast = wall.cast
    one_row, more = _result(cast, 0, solved=True, rows=1), _result(cast, 1, solved=True, rows=4)
    missed = _result(cast, 2, solved=False, rows=10)
    many = [
        _result(cast, number, solved=number < MANY_SOLVED, rows=4) for number in range(MANY_TRIED)
    ]
    code = Play(cast).code("RBRG")
    for title, results, shown in (
        ("one", [more], code),
        ("some", [one_row, more, missed], code),
        ("somebody still plays", [more, missed], None),
        ("more than fit", many, code),
    ):
        day = DailyDay(cast.guild, TODAY, Preset.CLASSIC, cast.now)
        posted = daily.results(DayResults(day, cast.channel, results, shown), wall.scene)
        wall.message(f"daily, results, {title}", sendable(posted))


def _result(cast: Cast, number: int, *, solved: bool, rows: int) -> DailyResult:
    return DailyResult(PlayerId(cast.robin + number), BIRDS[number % len(BIRDS)], solved, rows)
