"""The daily in words: what its player reads, what all may read, and how everybody did."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import accumulate

from bot.engine import PRESETS
from bot.matches.daily import AWAY, Attempt, DayResults
from bot.matches.daily_store import DailyResult
from bot.matches.models import LIVE, Ending, Outcome, Phase
from bot.presentation.answers import MESSAGE_LIMIT
from bot.presentation.endings import Narrowing, narrowed
from bot.presentation.markup import absolute, command, escape, is_visible, mention, relative
from bot.presentation.scene import Action, Button, Message, Scene, buttons, label
from bot.presentation.terms import preset_name
from bot.presentation.wording import code_text, named, number_text

ROOM_FOR_REST = 200
"""Characters for how many more there are, and what to press."""
ROW = 2
"""Days of which it is worth a line that they are one after another."""


def heading(attempt: Attempt, scene: Scene) -> Iterator[str]:
    """What stands above the rows."""
    _ = scene.words.gettext
    yield _("**Daily {day}** · the same code for everybody in this server, one try each").format(
        day=attempt.day
    )
    if attempt.match.phase in LIVE and attempt.is_late:
        yield _(
            "That day is over, but your try goes on and counts for it. Today's code comes after it."
        )


def foot(attempt: Attempt, narrowing: Narrowing, scene: Scene) -> Iterator[str]:
    """What stands under the rows: the card at the end, and what can be done when."""
    _ = scene.words.gettext
    if attempt.match.phase is Phase.FINISHED:
        yield from (f"> {line}" for line in card(attempt, narrowing, scene))
        yield from narrowed(None, scene) if narrowing is None else ()
        if not attempt.is_shared:
            yield _("**{share}** shows these lines, and no more, to everybody here.").format(
                share=label(Action.SHARE, scene)
            )
        if attempt.is_late:
            yield _(
                "Your try counts for that day, and is added to its results if they were posted."
            )
    yield from _following(attempt, scene)
    if attempt.match.phase in LIVE:
        yield from _notes(attempt, scene)


def _following(attempt: Attempt, scene: Scene) -> Iterator[str]:
    """Where the code is that comes after this one."""
    _ = scene.words.gettext
    if attempt.is_today:
        yield _(
            "The next code comes {relative}, at {absolute}, when a new day begins in {zone}."
        ).format(
            relative=relative(attempt.next_at),
            absolute=absolute(attempt.next_at),
            zone=attempt.zone,
        )
    elif attempt.match.phase not in LIVE:
        yield _("Today's code is another one: {daily}").format(daily=command("daily", scene))


def _notes(attempt: Attempt, scene: Scene) -> Iterator[str]:
    """How long there is time; and at the beginning how days are counted."""
    _ = scene.words.gettext
    time = _("There is time for this row until {until}; {daily} shows this again.")
    until = absolute(attempt.match.due_at)
    yield f"-# {time.format(until=until, daily=command('daily', scene))}"
    if not attempt.match.rounds[0].rows:
        days = _(
            "I count the days that you solve one after another. "
            "An absence of mine of {minutes} minutes or longer does not interrupt them."
        )
        yield f"-# {days.format(minutes=AWAY // timedelta(minutes=1))}"


def share_button(attempt: Attempt, scene: Scene) -> tuple[Button, ...]:
    """**Share**, once there is a result that was not shared."""
    shareable = attempt.match.phase is Phase.FINISHED and not attempt.is_shared
    return buttons(scene, Action.SHARE) if shareable else ()


def card(attempt: Attempt, narrowing: Narrowing, scene: Scene) -> tuple[str, ...]:
    """How a try came out, without anything of its code."""
    _ = scene.words.gettext
    result = " · ".join((_outcome(attempt, scene), *narrowed(narrowing or (), scene)))
    if attempt.streak < ROW:
        return (result,)
    return result, _("{count} days in a row").format(count=number_text(attempt.streak, scene))


def _outcome(attempt: Attempt, scene: Scene) -> str:
    _, ngettext = scene.words.gettext, scene.words.ngettext
    played, most = attempt.match.rounds[0], attempt.match.terms.rules.rows
    count = len(played.rows)
    if played.outcome is Outcome.SOLVED:
        text = ngettext(
            "Daily {day}: solved in {count} of {most} rows",
            "Daily {day}: solved in {count} of {most} rows",
            count,
        )
    elif played.outcome is Outcome.FAILED:
        text = _("Daily {day}: not solved in {count} rows")
    elif not count:
        text = _("Daily {day}: given up before the first row")
    elif attempt.match.ending is Ending.INACTIVITY:
        text = _("Daily {day}: out of time in row {row}")
    else:
        text = ngettext(
            "Daily {day}: given up after {count} row",
            "Daily {day}: given up after {count} rows",
            count,
        )
    return text.format(day=attempt.day, count=count, most=most, row=count + 1)


def shared(attempt: Attempt, narrowing: Narrowing, scene: Scene) -> Message:
    """The card for everybody."""
    who = named(attempt.match, attempt.match.challenger, scene)
    return Message("\n".join((who, *card(attempt, narrowing, scene))))


def shared_before(scene: Scene) -> str:
    """To who presses once more."""
    return scene.words.gettext("You have shown your result of this daily to everybody already.")


def not_here(scene: Scene) -> str:
    """Where the one who shares, or the bot, may not write."""
    return scene.words.gettext(
        "One of us is not allowed to write here. "
        "Please open your result with {daily} where both of us may, and share it there."
    ).format(daily=command("daily", scene))


def results(day: DayResults, scene: Scene) -> Message:
    """How everybody did, the best first, with as many names as fit."""
    _ = scene.words.gettext
    title = _("**Daily {day}** · {game}").format(
        day=day.day.day, game=preset_name(day.day.preset, scene)
    )
    head = [title, _code_line(day, scene)]
    foot = _("Today's code waits: press **{daily}**.").format(daily=label(Action.DAILY, scene))
    lines = [*_placed(day, scene)]
    room = MESSAGE_LIMIT - ROOM_FOR_REST - len("\n".join(head))
    shown = sum(taken <= room for taken in accumulate(len(line) + 1 for line in lines))
    more = [_more(len(lines) - shown, scene)] if shown < len(lines) else []
    return Message("\n".join([*head, *lines[:shown], *more, foot]), buttons(scene, Action.DAILY))


def _code_line(day: DayResults, scene: Scene) -> str:
    _ = scene.words.gettext
    if day.code is None:
        return _("Somebody is still at it; their result and the code are added here afterwards.")
    code = code_text(day.code, PRESETS[day.day.preset], scene)
    return _("The code: {code}").format(code=code)


def _placed(day: DayResults, scene: Scene) -> Iterator[str]:
    """A line for each, the best first; those with as many rows share a place."""
    place, rows = 0, 0
    for number, result in enumerate(day.results, 1):
        who, text = _name(result, scene), _result(result, scene)
        if result.rows != rows:
            place, rows = number, result.rows
        yield f"`{place:2}` {who} · {text}" if result.solved else f"` –` {who} · {text}"


def _name(result: DailyResult, scene: Scene) -> str:
    shown = f"**{escape(result.name)}**"
    return shown if is_visible(result.name) else mention(result.player, scene)


def _result(result: DailyResult, scene: Scene) -> str:
    _, ngettext = scene.words.gettext, scene.words.ngettext
    if not result.solved:
        return _("not solved")
    return ngettext("{count} row", "{count} rows", result.rows).format(count=result.rows)


def _more(count: int, scene: Scene) -> str:
    return scene.words.ngettext("… and {count} more", "… and {count} more", count).format(
        count=number_text(count, scene)
    )
