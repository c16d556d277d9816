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
