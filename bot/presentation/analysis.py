"""A round looked back on, in words: what each row left, and what the solver would have played."""

from collections.abc import Iterator, Sequence

from babel.lists import format_list

from bot.engine import Rules, format_code
from bot.engine.analysis import Analysis, Judged
from bot.engine.codesets import CODES_LIMIT
from bot.matches.models import Row
from bot.matches.view import RoundView
from bot.presentation.answers import MESSAGE_LIMIT
from bot.presentation.endings import narrowed
from bot.presentation.palette import Emojis, legend, pegs
from bot.presentation.scene import Action, Scene, label
from bot.presentation.wording import code_text, number_text, reply_in_words

ROWS_A_PAGE = 4
"""So many rows fit into a message in every game, and are analysed within seconds."""


def not_over(scene: Scene) -> str:
    """The round is still played: what its rows leave is its players' business."""
    _ = scene.words.gettext
    return _("This round is not over yet. Please press **{analysis}** again when it is.").format(
        analysis=label(Action.ANALYSIS, scene)
    )


def nothing_played(number: int, scene: Scene) -> str:
    """There is no row to look back on."""
    _ = scene.words.gettext
    return _("No row was played in round {round}, so there is nothing to analyse.").format(
        round=number
    )


def page(
    played: RoundView,
    at: int,
    analysis: Analysis | None,
    contradicted: Sequence[Sequence[int]],
    rules: Rules,
    scene: Scene,
) -> str:
    """The rows of a round that is over from this index on, `ROWS_A_PAGE` of them.

    `analysis` has exactly those judged, and is None where the game has too many codes;
    `contradicted` has the indices of earlier rows for each row of the round. At most 2,000
    characters: uploaded emojis take some 30 each, so Unicode's stand in where they do not fit.
    """
    shown = played.rows[at : at + ROWS_A_PAGE]
    head = (*_head(played, rules, scene), *narrowed(analysis.counts if analysis else (), scene))
    said = [
        "\n".join(f"- {line}" for line in _about(row, analysis, at, contradicted, rules, scene))
        for row in shown
    ]
    foot = (_whole_round(contradicted, scene), *_small_print(analysis, scene))
    texts = (
        "\n".join([*head, *_rows(shown, said, rules, emojis, scene), *foot])
        for emojis in (scene.emojis, {})
    )
    text = next(texts)
    return text if len(text) <= MESSAGE_LIMIT else next(texts)


def _rows(
    rows: Sequence[Row], said: Sequence[str], rules: Rules, emojis: Emojis, scene: Scene
) -> Iterator[str]:
    """Each row, and under it what is said of it, if anything."""
    for row, lines in zip(rows, said, strict=True):
        yield f"{_title(row, rules, emojis, scene)}\n{lines}".rstrip()


def _head(played: RoundView, rules: Rules, scene: Scene) -> tuple[str, ...]:
    _ = scene.words.gettext
    title = _("**Analysis of round {round}**").format(round=played.number)
    if played.code is None:
        return (title,)
    return title, _("The code: {code}").format(code=code_text(played.code, rules, scene))


def _title(row: Row, rules: Rules, emojis: Emojis, scene: Scene) -> str:
    _ = scene.words.gettext
    return _("**Row {number}** · {pegs} · {reply}").format(
        number=row.number,
        pegs=pegs(row.code, rules, emojis),
        reply=reply_in_words(row.feedback, scene),
    )


def _about(
    row: Row,
    analysis: Analysis | None,
    at: int,
    contradicted: Sequence[Sequence[int]],
    rules: Rules,
    scene: Scene,
) -> Iterator[str]:
    index = row.number - 1
    if analysis is not None:
        before, after = analysis.counts[index : index + 2]
        yield from _figures(row, before, after, analysis.judged[index - at], rules, scene)
    if against := contradicted[index]:
        yield scene.words.ngettext(
            "It could not be the code: the reply to row {rows} says no.",
            "It could not be the code: the replies to rows {rows} say no.",
            len(against),
        ).format(rows=_numbers(against, scene))


def _figures(
    row: Row, before: int, after: int, judged: Judged | None, rules: Rules, scene: Scene
) -> Iterator[str]:
    _ = scene.words.gettext
    hit = row.feedback.black == rules.positions
    if judged is None:
        yield _("No code fits all the replies before it.")
    elif before == 1:
        only = _("Only one code was left: `{code}`.")
        if hit:
            only = _("It was the only code left.")
        yield only.format(code=format_code(judged.best.code, legend(rules)))
    else:
        left = _("It left **{after} of {before}** codes.")
        if hit:
            left = _("It was the code, one of **{before}** that were left.")
        yield left.format(after=number_text(after, scene), before=number_text(before, scene))
        yield _beside_the_best(judged, rules, scene)


def _beside_the_best(judged: Judged, rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    played, best = judged.played, judged.best
    words = _("On average this row leaves **{played}**, and the solver's row `{best}` **{least}**.")
    if played.code == best.code:
        words = _("On average this row leaves **{played}**. The solver would have played the same.")
    elif played.expected == best.expected:
        words = _("On average this row leaves **{played}**, as few as the solver's row `{best}`.")
    return words.format(
        played=number_text(played.expected, scene),
        best=format_code(best.code, legend(rules)),
        least=number_text(best.expected, scene),
    )


def _whole_round(contradicted: Sequence[Sequence[int]], scene: Scene) -> str:
    _, ngettext = scene.words.gettext, scene.words.ngettext
    rows = [index for index, against in enumerate(contradicted) if against]
    if not rows:
        return _("In the whole round, no row contradicted an earlier reply.")
    return ngettext(
        "In the whole round, row {rows} contradicted an earlier reply.",
        "In the whole round, rows {rows} contradicted earlier replies.",
        len(rows),
    ).format(rows=_numbers(rows, scene))


def _small_print(analysis: Analysis | None, scene: Scene) -> Iterator[str]:
    _ = scene.words.gettext
    if analysis is None:
        words = _("This game has more than {limit} codes: too many to count what each row left.")
        yield f"-# {words.format(limit=number_text(CODES_LIMIT, scene))}"
        return
    words = _("Averages are over all codes possible then. The solver's row leaves the fewest.")
    if any(judged and judged.best.sampled for judged in analysis.judged):
        words = _(
            "Averages are over all codes possible then. In so large a game the solver compares "
            "only a sample of the rows, and the row played: a better one may exist."
        )
    yield f"-# {words}"


def _numbers(indices: Sequence[int], scene: Scene) -> str:
    """As people count and say them."""
    numbers = [str(index + 1) for index in indices]
    return format_list(numbers, locale=scene.words.language.value)
