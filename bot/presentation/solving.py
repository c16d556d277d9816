"""The solver in words: its box, what it found, and what it does not take."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.engine import RefusalReason, Refused, Rules, format_code
from bot.engine.advice import Advice
from bot.engine.codesets import CODES_LIMIT
from bot.engine.errors import SolverFault, SolverRefused
from bot.engine.history import KeysFault, LineRefused, UnreadableHistory, format_line
from bot.engine.lines import Line
from bot.engine.picks import Pick, Strategy
from bot.engine.solver import LINES_LIMIT
from bot.matches.errors import ThinkingError
from bot.presentation.failures import too_much, what_is_wrong
from bot.presentation.markup import plain, shortened, text_length
from bot.presentation.palette import legend
from bot.presentation.scene import Scene
from bot.presentation.terms import code_size, example, pegs_in_words
from bot.presentation.wording import code_text, number_text

MOST_CODES = 24
"""So many of the codes left are shown."""
_MOST_REFUSED = 5
_LONGEST_LINE = 60
_LONGEST_MESSAGE = 2000
LONGEST_TYPED = 4000
"""What Discord lets a box take, of which 32 lines of eight colour words need half; an embed takes
4,096 characters."""
_EMOJI_IN_CODE = re.compile(r"<a?(:[^:\s]+:)\d+>")
_LINES = re.compile(r"```\n(.*?)\n```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LinesBox:
    """The box for lines. Title and label hold at most 45 characters, the others 100."""

    title: str
    label: str
    description: str
    placeholder: str


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why there is no answer, and the lines that were typed, so that they can be edited."""

    content: str
    """Two thousand characters at most, the lines among them where they have room."""
    embed: str = ""
    """The lines where they have none, 4,096 characters at most."""


def lines_box(rules: Rules, scene: Scene) -> LinesBox:
    """The words of the box in which rows and their keys are typed."""
    _ = scene.words.gettext
    return LinesBox(
        title=code_size(rules, scene),
        label=_("Rows with their keys"),
        description=_(
            "One row per line, then its black and white keys. Type ? for what you do not know."
        ),
        placeholder=_("For example {example}").format(example=_example(rules)),
    )


def advice_text(
    advice: Advice, lines: Sequence[Line], rules: Rules, strategy: Strategy, scene: Scene
) -> str:
    """What the lines leave, and what to play next; at most 2,000 characters."""
    _ = scene.words.gettext
    different = list(dict.fromkeys(lines))
    if not advice.count:
        conflict = [different.index(lines[index]) for index in advice.conflict]
        found = _contradiction(conflict, different, rules, scene)
    elif advice.count == 1:
        solved = _("**One code is left**, so it is solved: {code}")
        found = solved.format(code=code_text(advice.codes[0], rules, scene))
    else:
        assert advice.pick is not None  # noqa: S101  # there is one wherever a code is left
        found = f"{_left(advice, rules, scene)}\n{_next(advice.pick, rules, strategy, scene)}"
    return f"{_game(rules, scene)}\n{_block(lines_text(different, rules))}{found}"


def refused_lines(error: UnreadableHistory, typed: str, rules: Rules, scene: Scene) -> NoAnswer:
    """Which of the lines typed cannot be taken and why; those that can are shown as read."""
    _, ngettext = scene.words.gettext, scene.words.ngettext
    refused = error.refused
    sentences = [_refused_line(one, scene) for one in refused[:_MOST_REFUSED]]
    if more := len(refused) - len(sentences):
        sentences.append(
            ngettext(
                "{count} more line cannot be read.", "{count} more lines cannot be read.", more
            ).format(count=more)
        )
    todo = _("A line is a row, then its black and its white keys, such as `{example}`.")
    made_of = _("A row is {pegs}; `?` stands for what you do not know.")
    # A row may repeat a symbol here, also where no code does: such rows tell something too.
    pegs = pegs_in_words(replace(rules, repeats=True), scene)
    sentences.append(f"{todo} {made_of}".format(example=_example(rules), pegs=pegs))
    lines = "\n".join(
        _line(line, rules) if isinstance(line, Line) else line for line in error.lines
    )
    # `10` becomes `1 0`: hundreds of such lines may have room in the box only as they were typed.
    return _with_lines(
        "\n".join(sentences), lines if text_length(lines) <= LONGEST_TYPED else typed
    )


def not_answered(error: SolverRefused | ThinkingError, lines: str, scene: Scene) -> NoAnswer:
    """Why there is no answer to these lines."""
    if isinstance(error, SolverRefused):
        return _with_lines(too_large(error.fault, scene), lines)
    return _with_lines(too_much(error, scene), lines)


def lines_text(lines: Sequence[Line], rules: Rules) -> str:
    """Different lines, as they can be typed again."""
    return "\n".join(_line(line, rules) for line in dict.fromkeys(lines))


def lines_in(*texts: str) -> str:
    """The lines that one of these messages shows, by its content and its embeds."""
    found = _LINES.search("\n".join(texts))
    return found[1] if found else ""


def too_large(fault: SolverFault, scene: Scene) -> str:
    """The question is more than can be calculated."""
    _ = scene.words.gettext
    match fault:
        case SolverFault.TOO_MANY_CODES:
            return _(
                "This game has more than {limit} codes, which is more than I can look at. "
                "Please choose fewer positions or fewer symbols."
            ).format(limit=number_text(CODES_LIMIT, scene))
        case SolverFault.TOO_MANY_LINES:
            return _(
                "These are more than {limit} different lines, which is more than I can look at. "
                "Please leave some of them out."
            ).format(limit=LINES_LIMIT)
        case SolverFault.TOO_MANY_UNKNOWNS:
            return _(
                "These lines have more unknown symbols than I can try out in a game of this size. "
                "Please leave out the lines that have the most."
            )
        case _:
            assert_never(fault)


# What was found


def _left(advice: Advice, rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    words = _("**{count} codes are left** of {total}.")
    if advice.count == rules.code_count:
        words = _("**All {count} codes are possible.**")
    left = words.format(
        count=number_text(advice.count, scene), total=number_text(rules.code_count, scene)
    )
    codes = " ".join(format_code(code, legend(rules)) for code in advice.codes)
    shown = len(advice.codes)
    listed = _("They are:") if shown == advice.count else _("The first {count} of them:")
    return f"{left} {listed.format(count=shown)} `{codes}`"


def _next(pick: Pick, rules: Rules, strategy: Strategy, scene: Scene) -> str:
    _ = scene.words.gettext
    play = _("**Play next:** {code}").format(code=code_text(pick.code, rules, scene))
    sampled = _("I compared a sample of the rows, because all of them would take too long.")
    return "\n".join(
        [
            play,
            f"{_figures(pick, scene)} {_chosen(pick, strategy, scene)}",
            _("It may be the code itself.")
            if pick.possible
            else _("It cannot be the code itself, but its reply tells you more."),
            *([sampled] if pick.sampled else []),
        ]
    )


def _figures(pick: Pick, scene: Scene) -> str:
    _ = scene.words.gettext
    if pick.worst == 1:
        return _("Whatever the reply, only one code fits then.")
    return _(
        "It can get {parts} different replies; then {worst} codes are left at worst, "
        "{expected} on average."
    ).format(
        parts=pick.parts,
        worst=number_text(pick.worst, scene),
        expected=number_text(pick.expected, scene),
    )


def _chosen(pick: Pick, strategy: Strategy, scene: Scene) -> str:
    _ = scene.words.gettext
    match strategy:
        case Strategy.MINIMAX:
            return _("I chose it for the fewest codes left at worst (minimax).")
        case Strategy.EXPECTED_SIZE:
            return _("I chose it for the fewest codes left on average (expected size).")
        case Strategy.ENTROPY:
            return _("I chose it for what its reply tells (entropy, in bits: {bits}).").format(
                bits=number_text(pick.bits, scene)
            )
        case Strategy.MOST_PARTS:
            return _("I chose it for the most different replies (most parts).")
        case _:
            assert_never(strategy)


def _contradiction(
    conflict: Sequence[int], lines: Sequence[Line], rules: Rules, scene: Scene
) -> str:
    _ = scene.words.gettext
    named = "\n".join(
        _("Line {number}: `{line}`").format(number=index + 1, line=_line(lines[index], rules))
        for index in conflict
    )
    if len(conflict) == 1:
        words = _("**No code is left**: this line cannot be right, whatever the code is.")
    else:
        words = _("**No code is left**: these lines cannot all be right.")
    again = _("Please look at the keys again.")
    return f"{words}\n{named}\n{again}"


# Lines


def _refused_line(refused: LineRefused, scene: Scene) -> str:
    _ = scene.words.gettext
    numbered = _("Line {number}: {what}")
    return numbered.format(number=refused.number, what=_what_is_wrong(refused, scene))


def _what_is_wrong(refused: LineRefused, scene: Scene) -> str:
    _ = scene.words.gettext
    match refused.reason:
        case RefusalReason() as reason:
            return what_is_wrong(Refused(reason, refused.read), scene)
        case KeysFault.MISSING:
            words = _(
                "`{line}` does not end in keys that I can read: "
                "a number for black, then one for white."
            )
        case KeysFault.MORE_NUMBERS:
            words = _("`{line}` has more than two numbers after its row.")
        case KeysFault.SUM:
            words = _("`{line}` has more keys than pegs.")
        case KeysFault.ALL_BUT_ONE:
            words = _("`{line}` cannot be: with all other keys black, the last one is never white.")
        case _:
            assert_never(refused.reason)
    line = _EMOJI_IN_CODE.sub(r"\1", plain(refused.read)).replace("`", "'")
    return words.format(line=shortened(line, _LONGEST_LINE))


def _line(line: Line, rules: Rules) -> str:
    """A line as it can be typed again."""
    return format_line(line, legend(rules))


def _with_lines(text: str, lines: str) -> NoAnswer:
    block = _block(lines.replace("`", "'").strip())
    whole = f"{text}\n{block}".rstrip()
    return (
        NoAnswer(whole)
        if text_length(whole) <= _LONGEST_MESSAGE
        else NoAnswer(text, block.rstrip())
    )


def _block(lines: str) -> str:
    return f"```\n{lines}\n```\n" if lines else ""


def _example(rules: Rules) -> str:
    return f"{example(rules)} 1 2"


def _game(rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    parts = [
        code_size(rules, scene),
        _("repeats allowed") if rules.repeats else _("no repeats"),
        *([_("blanks allowed")] if rules.blanks else []),
    ]
    return " · ".join(parts)
