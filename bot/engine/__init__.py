"""The pure game: rules, codes, scores, commitments, and the reading of typed codes."""

from bot.engine.code import Code, Legend, Symbols, format_code
from bot.engine.commitment import SALT_BYTES, commit, commitment_text, verify
from bot.engine.errors import InvalidRules, RuleFault
from bot.engine.feedback import Feedback, score
from bot.engine.parsing import Chat, RefusalReason, Refused, parse
from bot.engine.rules import PRESETS, Preset, Rules, preset_of

__all__ = [
    "PRESETS",
    "SALT_BYTES",
    "Chat",
    "Code",
    "Feedback",
    "InvalidRules",
    "Legend",
    "Preset",
    "RefusalReason",
    "Refused",
    "RuleFault",
    "Rules",
    "Symbols",
    "commit",
    "commitment_text",
    "format_code",
    "parse",
    "preset_of",
    "score",
    "verify",
]
