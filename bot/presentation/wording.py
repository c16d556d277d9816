"""Phrases that many messages share."""

from babel.numbers import format_decimal

from bot.engine import Code, Feedback, Rules, format_code
from bot.matches.ids import PlayerId, is_erased
from bot.matches.models import Kind
from bot.matches.ports import Standing
from bot.matches.view import MatchView
from bot.presentation.markup import (
    escape,
    former_player,
    is_visible,
    link,
    mention,
    plain,
)
from bot.presentation.palette import keys, legend, pegs
from bot.presentation.scene import Action, Scene, label

_THOUSAND = 1000


def named(view: MatchView, player: PlayerId, scene: Scene) -> str:
    """The player's name in bold; mentioned where it is unknown or looks like nothing."""
    name = view.names.get(player, "")
    return f"**{escape(name)}**" if is_visible(name) else mention(player, scene)


def addressed(view: MatchView, player: PlayerId, scene: Scene) -> str:
    """A mention, which adds or pings where that is allowed; of the bot, its name."""
    return named(view, player, scene) if player == view.bot else mention(player, scene)


def people(view: MatchView, *players: PlayerId) -> tuple[PlayerId, ...]:
    """Those of them whom a message can ping: all but the bot."""
    return tuple(player for player in players if player != view.bot)


def called(view: MatchView, player: PlayerId, scene: Scene) -> str:
    """The player's name for places that know no markdown, such as lists and names of threads."""
    unknown = former_player(scene) if is_erased(player) else str(player)
    return plain(view.names.get(player, unknown))


def other(view: MatchView, player: PlayerId) -> PlayerId:
    """The one of the two who is not `player`."""
    return view.opponent if player == view.challenger else view.challenger


def alone_name(view: MatchView, scene: Scene) -> str:
    """What stands in place of an opponent where there is none."""
    _ = scene.words.gettext
    return _("Daily code") if view.terms.kind is Kind.DAILY else _("Solo")


def shall_i_show_it(view: MatchView, scene: Scene) -> str:
    """Asks somebody who plays alone whether to give up."""
    _ = scene.words.gettext
    if view.terms.kind is Kind.SOLO and not view.rounds[-1].rows:
        return _("**Give up?** You have not played a row yet, so it will not count.")
    return _("**Give up?** I will show you the code, and it counts as not found.")


def place(view: MatchView) -> str:
    """The address of the match: its thread, or the challenge while there is no thread."""
    if view.thread is not None:
        return link(view.guild, view.thread)
    return link(view.guild, view.channel, view.message)


def press_to_hide(scene: Scene) -> str:
    """Which buttons hide a code."""
    _ = scene.words.gettext
    return _("Press **{set_code}** or **{random_code}**. Only you will see the code.").format(
        set_code=label(Action.SET_CODE, scene), random_code=label(Action.RANDOM_CODE, scene)
    )


def code_text(code: Code, rules: Rules, scene: Scene) -> str:
    """A code as pegs, and in any case as text that can be copied."""
    shown = pegs(code, rules, scene.emojis)
    return shown if "`" in shown else f"{shown} `{format_code(code, legend(rules))}`"


def reply_in_words(feedback: Feedback, scene: Scene) -> str:
    """Both totals, black first: `2 black, 1 white`."""
    return f"{blacks_in_words(feedback.black, scene)}, {whites_in_words(feedback.white, scene)}"


def blacks_in_words(count: int, scene: Scene) -> str:
    """So many black keys."""
    return scene.words.ngettext("{count} black", "{count} black", count).format(count=count)


def whites_in_words(count: int, scene: Scene) -> str:
    """So many white keys."""
    return scene.words.ngettext("{count} white", "{count} white", count).format(count=count)


def reply_text(feedback: Feedback, scene: Scene) -> str:
    """The reply to a row: the words, then the keys as a group; no keys, no group."""
    spoken = f"**{reply_in_words(feedback, scene)}**"
    shown = keys(feedback, scene.emojis)
    return f"{spoken} · {shown}" if shown else spoken


def number_text(number: float, scene: Scene) -> str:
    """A number with the marks of the language: one decimal at most, and none from a thousand up."""
    shape = "#,##0.#" if number < _THOUSAND else "#,##0"
    return format_decimal(number, shape, locale=scene.words.language.value)


def points_in_words(points: int, scene: Scene) -> str:
    """A number of points."""
    return scene.words.ngettext("{count} point", "{count} points", points).format(
        count=number_text(points, scene)
    )


def totals_in_words(view: MatchView, up_to: int | None, scene: Scene) -> str:
    """Both players with their points, the challenger first."""
    return ", ".join(
        f"{named(view, player, scene)} {number_text(points, scene)}"
        for player, points in view.totals(up_to).items()
    )


def standing_in_words(line: Standing, scene: Scene) -> str:
    """One line of a leaderboard. The mark before the rank keeps Discord from renumbering a list."""
    ngettext = scene.words.ngettext
    counts = (
        ngettext("{count} win", "{count} wins", line.wins).format(
            count=number_text(line.wins, scene)
        ),
        ngettext("{count} draw", "{count} draws", line.draws).format(
            count=number_text(line.draws, scene)
        ),
        ngettext("{count} loss", "{count} losses", line.losses).format(
            count=number_text(line.losses, scene)
        ),
    )
    points = points_in_words(line.points, scene)
    return (
        f"#{number_text(line.rank, scene)} **{escape(line.name)}** · {points} · {', '.join(counts)}"
    )
