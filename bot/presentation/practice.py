"""Practice in words: a code and a row in the open, and how they are scored, step by step."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.engine import PRESETS, Code, Feedback, Preset, Rules, Symbols, format_code, score
from bot.engine.teaching import LEVELS, Left, Mistake, Slip, Steps, mistake, steps
from bot.matches.practice import Marked, Task
from bot.matches.practice_store import Progress
from bot.presentation.palette import legend, pegs
from bot.presentation.scene import Choice, Scene
from bot.presentation.terms import code_size, preset_name
from bot.presentation.wording import (
    blacks_in_words,
    number_text,
    reply_in_words,
    reply_text,
    whites_in_words,
)

CROSSED_OUT = "-"
"""What stands for a peg that is used up."""


class Game(StrEnum):
    """What the codes of an exercise are like, as its lists and buttons carry it."""

    CLASSIC = Preset.CLASSIC.value
    MINI = Preset.MINI.value
    SUPER = Preset.SUPER.value
    BULLS_AND_COWS = Preset.BULLS_AND_COWS.value
    LETTERS = "letters"
    BLANKS = "blanks"


GAMES: Mapping[Game, Rules] = MappingProxyType(
    {
        **{Game(preset.value): rules for preset, rules in PRESETS.items()},
        Game.LETTERS: Rules(symbols=Symbols.LETTERS, colours=26),
        Game.BLANKS: Rules(blanks=True),
    }
)


def question(task: Task, game: Game, progress: Progress, scene: Scene) -> str:
    """The exercise, and what the two colours of keys are."""
    _ = scene.words.gettext
    asked = _(
        "**How many black, how many white?**\n"
        "Black: the same symbol in the same position. White: the same symbol elsewhere. "
        "Each peg is used once."
    )
    title = _("**Practice** · {game}").format(game=_game_name(game, scene))
    return "\n".join(
        (title, *_shown(task, GAMES[game], scene), "", asked, _standing(progress, scene))
    )


def black_choices(most: int, scene: Scene) -> tuple[Choice, ...]:
    """How many black keys there may be."""
    return tuple(Choice(str(count), blacks_in_words(count, scene)) for count in range(most + 1))


def white_choices(most: int, scene: Scene) -> tuple[Choice, ...]:
    """How many white keys there may be."""
    return tuple(Choice(str(count), whites_in_words(count, scene)) for count in range(most + 1))


def game_choices(scene: Scene) -> tuple[Choice, ...]:
    """The games to practise."""
    return tuple(
        Choice(game, _game_name(game, scene), code_size(rules, scene))
        for game, rules in GAMES.items()
    )


def how_many_black(scene: Scene) -> str:
    """On the list of black keys."""
    return scene.words.gettext("How many black?")


def how_many_white(scene: Scene) -> str:
    """On the list of white keys."""
    return scene.words.gettext("How many white?")


def another_game(scene: Scene) -> str:
    """On the list of games."""
    return scene.words.gettext("Another game")


def next_one(scene: Scene) -> str:
    """On the button after an answer."""
    return scene.words.gettext("Next exercise")


def explanation(task: Task, game: Game, said: Feedback, marked: Marked, scene: Scene) -> str:
    """Right or wrong, the same case step by step, and how far the person has come."""
    rules = GAMES[game]
    return "\n".join(
        (
            *_verdict(task, rules, said, scene),
            "",
            *_shown(task, rules, scene),
            *_steps(task, rules, scene),
            "",
            *_what_changed(marked, scene),
            _standing(marked.after, scene),
        )
    )


def _game_name(game: Game, scene: Scene) -> str:
    _ = scene.words.gettext
    own = {Game.LETTERS: _("Letters"), Game.BLANKS: _("With blanks")}
    return own[game] if game in own else preset_name(Preset(game.value), scene)


def _shown(task: Task, rules: Rules, scene: Scene) -> tuple[str, str]:
    """Code and row, one above the other."""
    _ = scene.words.gettext
    code, row = (pegs(one, rules, scene.emojis) for one in (task.code, task.row))
    return _("{pegs} · the code").format(pegs=code), _("{pegs} · the row").format(pegs=row)


def _verdict(task: Task, rules: Rules, said: Feedback, scene: Scene) -> Iterator[str]:
    _ = scene.words.gettext
    right = reply_text(score(task.code, task.row), scene)
    made = mistake(task.code, task.row, said)
    if made is None:
        yield _("**Right!** {reply}").format(reply=right)
        return
    yield _("**Not quite.** You said {said}, and it is {reply}").format(
        said=reply_in_words(said, scene), reply=right
    )
    yield _lesson(made, task, rules, scene)


def _lesson(made: Mistake, task: Task, rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    texts = {
        Slip.PLACES: _(
            "The number of keys is right, but not their colours. "
            "What stands in the same position in both is black, and black alone."
        ),
        Slip.TWICE: _(
            "You used a peg twice: with {in_code} {peg} in the code and {in_row} in the row, "
            "the smaller number is all that it can earn."
        ),
        Slip.BLACK_AGAIN: _(
            "You counted pegs in place twice: a peg that is black is used up, "
            "and not white as well."
        ),
        Slip.FORGOTTEN: _(
            "You forgot a repeat: with {in_code} {peg} in the code and {in_row} in the row, "
            "it earns {keys} keys in all."
        ),
        Slip.TOO_MANY: _("There are never more keys than pegs: a peg earns one key at most."),
        Slip.BLACK: _(
            "For black, go from position to position, "
            "and count only what is the same in the code and in the row."
        ),
        Slip.WHITE: _(
            "Black is right. For white, take symbol by symbol of what is left on both sides."
        ),
    }
    return texts[made.slip].format(**_numbers(made, task, rules, scene))


def _numbers(made: Mistake, task: Task, rules: Rules, scene: Scene) -> Mapping[str, object]:
    """What the lesson says of the symbol with which it can be shown."""
    if made.symbol is None:
        return {}
    in_code, in_row = (one.count(made.symbol) for one in (task.code, task.row))
    peg = pegs((made.symbol,), rules, scene.emojis)
    return {"peg": peg, "in_code": in_code, "in_row": in_row, "keys": min(in_code, in_row)}


def _steps(task: Task, rules: Rules, scene: Scene) -> Iterator[str]:
    _ = scene.words.gettext
    taken = steps(task.code, task.row)
    yield _first(taken, scene)
    yield _second(task, taken, rules, scene)
    for left in taken.left:
        yield _symbol(left, rules, scene)
    yield _("**Step 3**, together: {reply}").format(reply=reply_in_words(taken.reply, scene))


def _first(taken: Steps, scene: Scene) -> str:
    _, ngettext = scene.words.gettext, scene.words.ngettext
    black = blacks_in_words(len(taken.exact), scene)
    if not taken.exact:
        text = _("**Step 1**, exact ones first: no position is the same in both, so {black}.")
        return text.format(black=black)
    return ngettext(
        "**Step 1**, exact ones first: position {positions} is the same in both, so {black}.",
        "**Step 1**, exact ones first: positions {positions} are the same in both, so {black}.",
        len(taken.exact),
    ).format(positions=", ".join(str(place + 1) for place in taken.exact), black=black)


def _second(task: Task, taken: Steps, rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    if not taken.left:
        text = _("**Step 2**, then what is left: nothing, so {white}.")
        return text.format(white=whites_in_words(0, scene))
    code, row = (_crossed(one, taken, rules) for one in (task.code, task.row))
    text = _(
        "**Step 2**, then what is left, each peg once: `{code}` in the code, `{row}` in the row."
    )
    return text.format(code=code, row=row)


def _symbol(left: Left, rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    return _("- {peg} {in_code} in the code, {in_row} in the row: {white}").format(
        peg=pegs((left.symbol,), rules, scene.emojis),
        in_code=left.in_code,
        in_row=left.in_row,
        white=whites_in_words(left.white, scene),
    )


def _crossed(code: Code, taken: Steps, rules: Rules) -> str:
    """The code as text, without the pegs that are in place."""
    letters = enumerate(format_code(code, legend(rules)))
    return "".join(CROSSED_OUT if place in taken.exact else letter for place, letter in letters)


def _what_changed(marked: Marked, scene: Scene) -> Iterator[str]:
    _ = scene.words.gettext
    before, after = marked.before, marked.after
    if before == after:
        yield _("This does not count: you had answered it already, or gone on to another one.")
    elif after.level > before.level:
        yield _("**Level {level}!** The next ones are harder.").format(level=after.level)
    elif after.level < before.level:
        yield _("Back to level {level}: the next ones are easier.").format(level=after.level)


def _standing(progress: Progress, scene: Scene) -> str:
    """One line in small print."""
    _, ngettext = scene.words.gettext, scene.words.ngettext
    parts = [_("Level {level} of {levels}").format(level=progress.level, levels=LEVELS[-1])]
    if progress.answered:
        text = ngettext("{right} of {count} right", "{right} of {count} right", progress.correct)
        parts.append(
            text.format(
                right=number_text(progress.correct, scene),
                count=number_text(progress.answered, scene),
            )
        )
    if progress.run > 0:
        text = ngettext("{count} in a row", "{count} in a row", progress.run)
        parts.append(text.format(count=number_text(progress.run, scene)))
    return f"-# {' · '.join(parts)}"
