"""The daily in words: what its player reads, what all may read, and how everybody did."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from bot.engine import PRESETS
from bot.matches.daily import Attempt, DayResults
from bot.matches.daily_store import DailyResult
from bot.matches.models import LIVE, Outcome, Phase
from bot.presentation.answers import MESSAGE_LIMIT
from bot.presentation.endings import narrowed
from bot.presentation.markup import absolute, command, escape, is_visible, mention, relative
from bot.presentation.scene import Action, Button, Message, Scene, buttons, label
from bot.presentation.terms import preset_name
from bot.presentation.wording import code_text, named

ROOM_FOR_REST = 200
"""Characters for how many more there are, and what to press."""


def heading(attempt: Attempt, scene: Scene) -> Iterator[str]:
    """What stands above the rows."""
    _ = scene.words.gettext
    yield _("**Daily {day}** · the same code for everybody in this server, one try each").format(
        day=attempt.day
    )
    if attempt.match.phase in LIVE and not attempt.is_today:
        yield _("There is a newer one by now; {daily} shows it when this try is over.").format(
            daily=command("daily", scene)
        )


def foot(attempt: Attempt, narrowing: Sequence[int], scene: Scene) -> Iterator[str]:
    """What stands under the rows: at the end the card, and when the next code comes."""
    _ = scene.words.gettext
    if attempt.match.phase is Phase.FINISHED:
        yield from (f"> {line}" for line in card(attempt, narrowing, scene))
        if not attempt.is_shared:
            yield _("**{share}** shows these lines, and no more, to everybody here.").format(
                share=label(Action.SHARE, scene)
            )
    if attempt.match.phase not in LIVE and not attempt.is_today:
        yield _("Today's code waits for you: {daily}").format(daily=command("daily", scene))
    yield _("The next code comes {relative}, at {absolute} (midnight in {zone}).").format(
        relative=relative(attempt.next_at), absolute=absolute(attempt.next_at), zone=attempt.zone
    )
    if attempt.match.phase in LIVE:
        note = _("There is time for this row until {until}; {daily} shows this again.")
        until = absolute(attempt.match.due_at)
        yield f"-# {note.format(until=until, daily=command('daily', scene))}"


def share_button(attempt: Attempt, scene: Scene) -> tuple[Button, ...]:
    """**Share**, once there is a result that was not shared."""
    shareable = attempt.match.phase is Phase.FINISHED and not attempt.is_shared
    return buttons(scene, Action.SHARE) if shareable else ()


def card(attempt: Attempt, narrowing: Sequence[int], scene: Scene) -> tuple[str, ...]:
    """How a try came out, without anything of its code.

    `narrowing` has how many codes were left at first and after each row; none: not counted.
    """
    ngettext = scene.words.ngettext
    result = " · ".join((_outcome(attempt, scene), *narrowed(narrowing, scene)))
    if not attempt.streak:
        return (result,)
    in_a_row = ngettext("{count} day in a row", "{count} days in a row", attempt.streak)
    return result, in_a_row.format(count=attempt.streak)


def _outcome(attempt: Attempt, scene: Scene) -> str:
    _, ngettext = scene.words.gettext, scene.words.ngettext
    played, most = attempt.match.rounds[0], attempt.match.terms.rules.rows
    count = len(played.rows)
    match played.outcome:
        case Outcome.SOLVED:
            text = ngettext(
                "Daily {day}: solved in {count} of {most} rows",
                "Daily {day}: solved in {count} of {most} rows",
                count,
            )
        case Outcome.FAILED:
            text = _("Daily {day}: not solved in {count} rows")
        case _:
            text = ngettext(
                "Daily {day}: given up after {count} row",
                "Daily {day}: given up after {count} rows",
                count,
            )
    return text.format(day=attempt.day, count=count, most=most)


def shared(attempt: Attempt, narrowing: Sequence[int], scene: Scene) -> Message:
    """The card for everybody."""
    who = named(attempt.match, attempt.match.challenger, scene)
    return Message("\n".join((who, *card(attempt, narrowing, scene))))


def shared_before(scene: Scene) -> str:
    """To who presses once more."""
    return scene.words.gettext("You have shown your result of this daily to everybody already.")


def not_here(scene: Scene) -> str:
    """Where the one who shares, or the bot, may not write."""
    return scene.words.gettext(
        "You or I may not write here. Please open your result with {daily} where both of us may, "
        "and share it there."
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
        return _("Somebody is still at it, so I do not tell the code.")
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
        count=count
    )
