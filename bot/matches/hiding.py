"""How a code becomes a secret, and how chance draws one."""

from collections.abc import Callable

from bot.engine import SALT_BYTES, Code, Rules, commit, format_code
from bot.matches.ids import MatchId
from bot.matches.models import Match, Secret
from bot.matches.ports import Chance, Legends


class Hiding:
    """Makes secrets: a code, a salt that nobody can foretell, and what is published of both."""

    def __init__(self, legends: Legends, chance: Chance) -> None:
        self._legends = legends
        self._chance = chance

    def secret(self, match: MatchId, round_number: int, code: Code, rules: Rules) -> Secret:
        """The secret of that round."""
        salt = self._chance.token(SALT_BYTES)
        text = format_code(code, self._legends(rules))
        return Secret(code, salt, commit(match, round_number, salt, text))

    def drawn(self, match: Match) -> Secret:
        """A secret for the last round, every code of the match's rules equally likely.

        Only the one that everybody has read, if there is one, is left out.
        """
        current, rules = match.rounds[-1], match.terms.rules
        code = drawn_code(rules, self._chance.below)
        while code == current.voided:
            code = drawn_code(rules, self._chance.below)
        return self.secret(match.id, current.number, code, rules)


def drawn_code(rules: Rules, below: Callable[[int], int]) -> Code:
    """A code, every one equally likely where all numbers from 0 up to the bound are."""
    symbols = list(range(rules.symbol_count))
    drawn: list[int] = []
    for _ in range(rules.positions):
        index = below(len(symbols))
        drawn.append(symbols[index] if rules.repeats else symbols.pop(index))
    return Code(drawn)
