"""How well the bot cracks codes; `playing` has what each level plays."""

from enum import StrEnum


class Level(StrEnum):
    """How well the bot cracks codes."""

    EASY = "easy"
    """Any row that may be the code."""
    FAIR = "fair"
    """The row that leaves the fewest codes at worst."""
    STRONG = "strong"
    """The row whose reply tells most."""
    PERFECT = "perfect"
    """The row of a strategy that was searched beforehand; not every game has one."""
