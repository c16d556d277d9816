"""What the engine raises, and the closed set of faults that a set of rules can have."""

from enum import StrEnum


class RuleFault(StrEnum):
    """The option of a challenge that is outside its bounds, or at odds with another."""

    POSITIONS = "positions"
    COLOURS_RANGE = "colours-range"
    ROWS = "rows"
    TOO_FEW_SYMBOLS = "too-few-symbols"


class InvalidRules(ValueError):  # noqa: N818 - named as the domain says it
    """Rules that nobody can play by; `faults` holds every fault, never none."""

    def __init__(self, faults: tuple[RuleFault, ...]) -> None:
        super().__init__(", ".join(faults))
        self.faults = faults


class LineFault(StrEnum):
    """What is wrong with one line of a history, whatever the others say."""

    SIZE = "size"
    """The row has too many or too few pegs."""
    SYMBOL = "symbol"
    """The row holds a symbol that the game has not."""
    NEGATIVE_KEYS = "negative-keys"
    TOO_MANY_KEYS = "too-many-keys"
    """More keys than pegs."""
    ALL_BUT_ONE = "all-but-one"
    """One white beside black for all others: the last peg has nowhere else to belong."""


class SolverFault(StrEnum):
    """Why the solver does not take up a question."""

    TOO_MANY_CODES = "too-many-codes"
    TOO_MANY_LINES = "too-many-lines"
    TOO_MANY_UNKNOWNS = "too-many-unknowns"
    """The unknown symbols can be filled in more ways than can be looked at."""


class SolverRefused(ValueError):  # noqa: N818 - named as the domain says it
    """A question too large for the solver."""

    def __init__(self, fault: SolverFault) -> None:
        super().__init__(fault)
        self.fault = fault
