"""The pure game: rules, codes, scores, commitments, the reading of typed codes, and the solver."""

from bot.engine.code import Code, Legend, Symbols, format_code
from bot.engine.codesets import Game
from bot.engine.commitment import SALT_BYTES, commit, commitment_text, verify
from bot.engine.errors import (
    InvalidRules,
    LineFault,
    RuleFault,
    SolverFault,
    SolverRefused,
)
from bot.engine.feedback import Feedback, score
from bot.engine.lines import Line, line_fault
from bot.engine.parsing import Chat, RefusalReason, Refused, parse
from bot.engine.picks import Pick, Strategy
from bot.engine.rules import PRESETS, Preset, Rules, preset_of
from bot.engine.solver import Solver

__all__ = [
    "PRESETS",
    "SALT_BYTES",
    "Chat",
    "Code",
    "Feedback",
    "Game",
    "InvalidRules",
    "Legend",
    "Line",
    "LineFault",
    "Pick",
    "Preset",
    "RefusalReason",
    "Refused",
    "RuleFault",
    "Rules",
    "Solver",
    "SolverFault",
    "SolverRefused",
    "Strategy",
    "Symbols",
    "commit",
    "commitment_text",
    "format_code",
    "line_fault",
    "parse",
    "preset_of",
    "score",
    "verify",
]
