"""The variant of a match in words, and in pegs where markdown is known.

Every number of the terms is at least two by the rules, so these texts need no singular.
"""

from bot.engine import Code, Preset, Rules, Symbols, format_code, preset_of
from bot.engine.levels import Level
from bot.matches.models import Points, Terms
from bot.presentation.palette import legend, pegs
from bot.presentation.scene import Scene

_PATTERN = Code((0, 1, 0, 2, 3, 1, 2, 3))
"""An example for any size: a repeat early on, and symbols that every variant has."""


def terms_in_words(terms: Terms, scene: Scene) -> str:
    """All that was agreed, in one line."""
    _ = scene.words.gettext
    parts = [
        rules_in_words(terms.rules, scene),
        _("{count} rounds").format(count=terms.rounds),
        points_rule(terms.points, scene),
    ]
    if terms.level is not None:
        parts.append(_("level: {level}").format(level=level_name(terms.level, scene)))
    if terms.hints:
        parts.append(_("with hints"))
    if terms.private:
        parts.append(_("in a private thread"))
    return " · ".join(parts)


def rules_in_words(rules: Rules, scene: Scene) -> str:
    """The variant: its name if it has one, then what it says of codes and rows.

    Blanks are named only where there are any: most games have none.
    """
    _ = scene.words.gettext
    parts = [
        _shown_size(rules, scene),
        _("repeats allowed") if rules.repeats else _("no repeats"),
        *([_("blanks allowed")] if rules.blanks else []),
        _("{count} rows").format(count=rules.rows),
    ]
    preset = preset_of(rules)
    return " · ".join([f"**{preset_name(preset, scene)}**", *parts] if preset else parts)


def code_size(rules: Rules, scene: Scene) -> str:
    """How many positions a code has, and what can stand in them, in plain text.

    At most 45 characters, which is what the title of a box holds.
    """
    symbols = characters = _characters(rules)
    if rules.symbols is not Symbols.COLOURS:
        symbols = f"{characters[0]}–{characters[-1]}"
    return f"{_size(rules, scene)} ({symbols})"


def preset_name(preset: Preset, scene: Scene) -> str:
    """What people call a preset."""
    _ = scene.words.gettext
    names = {
        Preset.CLASSIC: _("Classic"),
        Preset.MINI: _("Mini"),
        Preset.SUPER: _("Super"),
        Preset.BULLS_AND_COWS: _("Bulls and Cows"),
    }
    return names[preset]


def level_name(level: Level, scene: Scene) -> str:
    """How well the bot plays."""
    _ = scene.words.gettext
    names = {
        Level.EASY: _("Easy"),
        Level.FAIR: _("Fair"),
        Level.STRONG: _("Strong"),
        Level.PERFECT: _("Perfect"),
    }
    return names[level]


def points_rule(points: Points, scene: Scene) -> str:
    """What earns points."""
    _ = scene.words.gettext
    if points is Points.ROWS:
        return _("a point per row for the codemaker")
    return _("a point per key peg for the codemaker")


def pegs_in_words(rules: Rules, scene: Scene) -> str:
    """What a code of this game is made of."""
    _ = scene.words.gettext
    kinds = {
        Symbols.COLOURS: _("{count} colours out of {symbols}"),
        Symbols.DIGITS: _("{count} digits from {first} to {last}"),
        Symbols.LETTERS: _("{count} letters from {first} to {last}"),
    }
    characters = _characters(rules)
    made_of = kinds[rules.symbols].format(
        count=rules.positions,
        symbols=_shown_symbols(rules, scene),
        first=characters[0],
        last=characters[-1],
    )
    if rules.blanks:
        made_of = _("{pegs} or `.` for a blank").format(pegs=made_of)
    return made_of if rules.repeats else _("{pegs}, all different").format(pegs=made_of)


def _shown_size(rules: Rules, scene: Scene) -> str:
    """The same as `code_size`, with colours as pegs that carry their letters."""
    if rules.symbols is not Symbols.COLOURS:
        return code_size(rules, scene)
    return f"{_size(rules, scene)} {_shown_symbols(rules, scene)}"


def _shown_symbols(rules: Rules, scene: Scene) -> str:
    return pegs(range(rules.colours), rules, scene.emojis)


def _size(rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    positions = _("{count} positions").format(count=rules.positions)
    kinds = {
        Symbols.COLOURS: _("{count} colours"),
        Symbols.DIGITS: _("{count} digits"),
        Symbols.LETTERS: _("{count} letters"),
    }
    return f"{positions} · {kinds[rules.symbols].format(count=rules.colours)}"


def _characters(rules: Rules) -> str:
    """What is typed for each symbol, without the blank."""
    return legend(rules).characters[: rules.colours]


def example(rules: Rules) -> str:
    """A code that this game takes, as one types it."""
    code = _PATTERN[: rules.positions] if rules.repeats else range(rules.positions)
    return format_code(tuple(code), legend(rules))
