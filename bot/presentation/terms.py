"""The variant of a match in words.

Every number of the terms is at least two by the rules, so these texts need no singular.
"""

from bot.engine import Code, Preset, Rules, Symbols, format_code, preset_of
from bot.matches.models import Points, Terms
from bot.presentation.palette import legend
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
    if terms.private:
        parts.append(_("in a private thread"))
    return " · ".join(parts)


def rules_in_words(rules: Rules, scene: Scene) -> str:
    """The variant: its name if it has one, then every option that bears on codes and rows."""
    _ = scene.words.gettext
    parts = [
        code_size(rules, scene),
        _("repeats allowed") if rules.repeats else _("no repeats"),
        _("blanks allowed") if rules.blanks else _("no blanks"),
        _("{count} rows").format(count=rules.rows),
    ]
    preset = preset_of(rules)
    return " · ".join([f"**{preset_name(preset, scene)}**", *parts] if preset else parts)


def code_size(rules: Rules, scene: Scene) -> str:
    """How many positions a code has, and what can stand in them, in plain text."""
    _ = scene.words.gettext
    positions = _("{count} positions").format(count=rules.positions)
    return f"{positions} · {_symbol_count(rules, scene)} ({symbol_range(rules)})"


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


def points_rule(points: Points, scene: Scene) -> str:
    """What earns points."""
    _ = scene.words.gettext
    if points is Points.ROWS:
        return _("a point for each row")
    return _("a point for each key peg")


def pegs_in_words(rules: Rules, scene: Scene) -> str:
    """What a code of this game is made of."""
    _ = scene.words.gettext
    kinds = {
        Symbols.COLOURS: _("{count} colours out of {symbols}"),
        Symbols.DIGITS: _("{count} digits out of {symbols}"),
        Symbols.LETTERS: _("{count} letters out of {symbols}"),
    }
    pegs = kinds[rules.symbols].format(count=rules.positions, symbols=symbol_range(rules))
    if rules.blanks:
        pegs = _("{pegs}, or `.` for a blank").format(pegs=pegs)
    return pegs if rules.repeats else _("{pegs}, all different").format(pegs=pegs)


def _symbol_count(rules: Rules, scene: Scene) -> str:
    _ = scene.words.gettext
    kinds = {
        Symbols.COLOURS: _("{count} colours"),
        Symbols.DIGITS: _("{count} digits"),
        Symbols.LETTERS: _("{count} letters"),
    }
    return kinds[rules.symbols].format(count=rules.colours)


def symbol_range(rules: Rules) -> str:
    """The canonical characters of a game without the blank: `R B G Y O P`, `1–6`, `A–H`."""
    characters = legend(rules).characters[: rules.colours]
    if rules.symbols is Symbols.COLOURS:
        return " ".join(characters)
    return f"{characters[0]}–{characters[-1]}"


def example(rules: Rules) -> str:
    """A code that this game takes, as one types it."""
    code = _PATTERN[: rules.positions] if rules.repeats else range(rules.positions)
    return format_code(tuple(code), legend(rules))
