"""Games, and the two ways in which a text reaches the parser."""

from bot.engine import PRESETS, Chat, Code, Preset, RefusalReason, Refused, Rules, Symbols, parse
from bot.presentation.palette import legend

CLASSIC = Rules()
TEN = Rules(colours=10)
BLANKS = Rules(blanks=True)
DIGITS = Rules(symbols=Symbols.DIGITS)
TEN_DIGITS = PRESETS[Preset.BULLS_AND_COWS]
LETTERS = Rules(symbols=Symbols.LETTERS)
ALPHABET = Rules(symbols=Symbols.LETTERS, colours=26)

RBRG = Code((0, 1, 0, 2))
RBGY = Code((0, 1, 2, 3))
LONGEST_TEXT, LONGEST_READ = 500, 40

Outcome = Code | Refused | Chat


def said(text: str, rules: Rules = CLASSIC) -> Outcome:
    """A message in a match thread."""
    return parse(text, rules, legend(rules), addressed=False)


def told(text: str, rules: Rules = CLASSIC) -> Outcome:
    """A text that can only be meant for the bot."""
    return parse(text, rules, legend(rules), addressed=True)


def reason(outcome: Outcome) -> RefusalReason:
    assert isinstance(outcome, Refused)
    return outcome.reason
