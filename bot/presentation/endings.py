"""How a round, a match and a challenge end, in words."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from bot.engine import commitment_text, format_code
from bot.matches.ids import PlayerId
from bot.matches.models import LIVE, Ending, Event, Outcome, Phase
from bot.matches.ports import Standing
from bot.matches.view import MatchView, RoundView
from bot.presentation.markup import mention
from bot.presentation.palette import legend
from bot.presentation.scene import (
    HIDE,
    Action,
    Button,
    Message,
    Scene,
    analysis_button,
    buttons,
    label,
)
from bot.presentation.wording import (
    code_text,
    named,
    other,
    people,
    points_in_words,
    press_to_hide,
    standing_in_words,
    totals_in_words,
)

Narrowing: TypeAlias = Sequence[int] | None
"""How many codes were left at first and after each row of a round; nothing where there is nothing
to count, None where there was no time to."""


def round_ended(event: Event, view: MatchView, scene: Scene, narrowing: Narrowing = ()) -> Message:
    """The end of a round that is not the match's last; pings the next codemaker.

    `narrowing` is of the round that ended.
    """
    _ = scene.words.gettext
    ended = view.rounds[event.round - 1]
    bots_turn = ended.codebreaker == view.bot  # it hides its code at once, and says so
    following = _("{codemaker}, you hide the next code. {hide}").format(
        codemaker=mention(ended.codebreaker, scene), hide=press_to_hide(scene)
    )
    totals = _("Totals so far: {totals}").format(totals=totals_in_words(view, event.round, scene))
    lines = (
        *_round_lines(ended, view, scene),
        *narrowed(narrowing, scene),
        totals,
        *([] if bots_turn else [following]),
        *proof(ended, view, scene),
    )
    actions = (*buttons(scene, *([Action.BOARD] if bots_turn else HIDE)), *look_back(ended, scene))
    return Message("\n".join(lines), actions, people(view, ended.codebreaker))


def match_ended(
    event: Event,
    view: MatchView,
    scene: Scene,
    standings: Mapping[PlayerId, Standing],
    narrowing: Narrowing = (),
) -> Message:
    """The end of the last round and of the match, as things stood then."""
    ended = view.rounds[event.round - 1]
    totals = _final(view, event.round, scene).format(
        totals=totals_in_words(view, event.round, scene)
    )
    lines = (
        *_round_lines(ended, view, scene),
        *narrowed(narrowing, scene),
        f"{_verdict(event, view, scene)}{totals}",
        *([_with_hints(scene)] if view.terms.hints else []),
        *_standings(view, scene, standings),
        *proof(ended, view, scene),
    )
    actions = (*buttons(scene, *_what_may_follow(event, view)), *look_back(ended, scene))
    return Message("\n".join(lines), actions)


def challenge_closed(view: MatchView, scene: Scene) -> Message:
    """What became of a challenge; it takes the place of the challenge itself."""
    winner = view.winner or view.challenger
    text = _fate(view, scene).format(
        challenger=named(view, view.challenger, scene),
        opponent=named(view, view.opponent, scene),
        winner=named(view, winner, scene),
        loser=named(view, other(view, winner), scene),
        totals=totals_in_words(view, None, scene),
    )
    return Message(text)


def _round_lines(ended: RoundView, view: MatchView, scene: Scene) -> tuple[str, ...]:
    """How the round ended, its code and its points; no code when none was set."""
    _ = scene.words.gettext
    if ended.code is None or ended.points is None:
        return (_how_it_ended(ended, view, scene),)
    code = _("The code: {code}").format(code=code_text(ended.code, view.terms.rules, scene))
    if ended.outcome is Outcome.ABANDONED:
        return _how_it_ended(ended, view, scene), code
    points = _("{codemaker} gets {points}.").format(
        codemaker=named(view, ended.codemaker, scene), points=points_in_words(ended.points, scene)
    )
    return _how_it_ended(ended, view, scene), f"{code} · {points}"


def narrowed(narrowing: Narrowing, scene: Scene) -> tuple[str, ...]:
    """How few codes each row left: one line, or none where there is nothing to count."""
    _ = scene.words.gettext
    if narrowing is None:
        text = _("The codes left were not counted in time; **{analysis}** counts them.")
        return (f"-# {text.format(analysis=label(Action.ANALYSIS, scene))}",)
    if len(narrowing) <= 1:
        return ()
    # Digits alone: in a chain of numbers, separators of thousands are harder to read.
    return (_("{counts} codes left").format(counts=" → ".join(map(str, narrowing))),)


def look_back(ended: RoundView, scene: Scene) -> tuple[Button, ...]:
    """**Analysis** of a round that is over, where there are rows to look back on."""
    return (analysis_button(ended.number, scene),) if ended.rows else ()


def _how_it_ended(ended: RoundView, view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    match ended.outcome:
        case Outcome.SOLVED:
            text = scene.words.ngettext(
                "Round {round} is over: {codebreaker} cracked the code in {rows} row.",
                "Round {round} is over: {codebreaker} cracked the code in {rows} rows.",
                len(ended.rows),
            )
        case Outcome.FAILED:
            text = _("Round {round} is over: {rows} rows were not enough for {codebreaker}.")
        case Outcome.CONCEDED:
            text = _("Round {round} is over: {codebreaker} gave up.")
        case Outcome.ABANDONED | None:
            text = _("Round {round} was not played to its end.")
        case _:
            assert_never(ended.outcome)
    return text.format(
        round=ended.number, rows=len(ended.rows), codebreaker=named(view, ended.codebreaker, scene)
    )


def proof(ended: RoundView, view: MatchView, scene: Scene) -> tuple[str, ...]:
    """The very command that prints the commitment again; salt and code are in it."""
    _ = scene.words.gettext
    if ended.code is None or ended.salt is None:
        return ()
    letters = format_code(ended.code, legend(view.terms.rules))
    text = commitment_text(view.id, ended.number, ended.salt, letters)
    note = _(
        "Anyone can check that the code stayed the same. "
        "The command below prints its fingerprint `{commitment}`:"
    )
    return (
        f"-# {note.format(commitment=ended.commitment)}",
        f"```sh\nprintf '%s' '{text}' | sha256sum\n```",
    )


def _went_on(event: Event, view: MatchView) -> bool:
    """Whether rounds were added after this end, which only a draw allows."""
    return event.round < len(view.rounds)


def _verdict(event: Event, view: MatchView, scene: Scene) -> str:
    _ = scene.words.gettext
    if view.winner is None or _went_on(event, view):
        return _("The match is a draw.")
    return _won_by(view.ending, scene).format(
        winner=named(view, view.winner, scene), loser=named(view, other(view, view.winner), scene)
    )


def _standings(
    view: MatchView, scene: Scene, standings: Mapping[PlayerId, Standing]
) -> tuple[str, ...]:
    _ = scene.words.gettext
    lines = [
        standing_in_words(standings[player], scene)
        for player in (view.challenger, view.opponent)
        if player in standings
    ]
    board = _("On the leaderboard:")
    if view.bot is not None:
        board = _("On the leaderboard of matches against the bot:")
    return (board, *lines) if lines else ()


def _what_may_follow(event: Event, view: MatchView) -> tuple[Action, ...]:
    if _went_on(event, view):
        return (Action.BOARD,)
    if view.winner is None:
        return Action.REMATCH, Action.TWO_MORE
    return (Action.REMATCH,)


def _fate(view: MatchView, scene: Scene) -> str:
    """A text with fields, not yet filled."""
    _ = scene.words.gettext
    match view.phase:
        case Phase.DECLINED:
            return _("{opponent} declined the challenge by {challenger}.")
        case Phase.EXPIRED:
            return _("The challenge by {challenger} to {opponent} expired without an answer.")
        case Phase.CANCELLED if view.called_off is None:
            return _("{challenger} withdrew the challenge to {opponent}.")
        case Phase.CANCELLED:
            return _("The match between {challenger} and {opponent} was cancelled.")
        case _:
            return _result(view, scene)


def _result(view: MatchView, scene: Scene) -> str:
    """A text with fields. Of a private match the channel sees only who played."""
    _ = scene.words.gettext
    if view.terms.private:
        return _("The private match between {challenger} and {opponent} is over.")
    if view.phase in LIVE:
        return _("{challenger} and {opponent} drew their match and play two more rounds.")
    if view.winner is None:
        result = _("{challenger} and {opponent} drew their match.")
    else:
        result = _won_by(view.ending, scene)
    hints = f" {_with_hints(scene)}" if view.terms.hints else ""
    return f"{result}{hints}{_final(view, None, scene)}"


def _with_hints(scene: Scene) -> str:
    return scene.words.gettext("It was played with hints.")


def _won_by(ending: Ending | None, scene: Scene) -> str:
    """A text with fields."""
    _ = scene.words.gettext
    if ending is Ending.FORFEIT:
        return _("{loser} forfeits, so {winner} wins the match.")
    if ending is Ending.INACTIVITY:
        return _("{loser} ran out of time, so {winner} wins the match.")
    return _("{winner} wins the match.")


def _final(view: MatchView, up_to: int | None, scene: Scene) -> str:
    """A text with a field, to stand behind another; none where nobody has points to show."""
    _ = scene.words.gettext
    if not any(view.totals(up_to).values()):
        return ""
    text = _("Final totals: {totals}")
    return f" {text}"
