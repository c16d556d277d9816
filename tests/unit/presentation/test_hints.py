"""A row that cannot be the code, in words."""

import pytest

from bot.engine import Code, Rules, Symbols, format_code, parse, score
from bot.matches.errors import ContradictionError, Hinted
from bot.matches.ids import MatchId
from bot.presentation.hints import contradiction
from bot.presentation.i18n import Language
from bot.presentation.palette import legend
from bot.presentation.scene import Action
from bot.ui.buttons import RefButton, parse_custom_id
from bot.ui.hints import hint
from tests.unit.presentation.samples import CLASSIC, EMOJIS, WIDEST, rows_of, scene

SECRET = Code((0, 1, 0, 2))
ROWS = rows_of(SECRET, [Code((3, 3, 3, 3)), Code((0, 0, 1, 1))])
HINTED = Hinted(round=2, number=3, code=Code((3, 0, 1, 2)), contradicted=ROWS[1], rules=CLASSIC)


def test_a_hint_names_the_row_its_reply_and_how_to_play_on() -> None:
    message = contradiction(HINTED, scene())
    assert message.content == (
        "This row cannot be the code: 🟡🔴🔵🟢 `YRBG`\n"
        "Row 2 rules it out: 🔴🔴🔵🔵 `RRBB` got **1 black, 2 white**.\n"
        "Nothing is played yet. Try another row, or press **Play it all the same**."
    )
    assert [button.action for button in message.buttons] == [Action.PLAY_HINTED]
    assert message.pings == ()


@pytest.mark.parametrize("rules", [*WIDEST, Rules(symbols=Symbols.DIGITS), Rules(blanks=True)])
@pytest.mark.parametrize("language", list(Language))
async def test_the_button_has_all_that_is_needed_to_play_the_very_row(
    rules: Rules, language: Language
) -> None:
    symbols = range(rules.symbol_count - 1, -1, -1)
    code = Code([symbols[place] for place in range(rules.positions)])
    (earlier,) = rows_of(Code(range(rules.positions)), [code])
    hinted = Hinted(round=8, number=12, code=code, contradicted=earlier, rules=rules)
    sent = hint(ContradictionError(MatchId("k3v9mmmmm0"), hinted), scene(language, EMOJIS))
    assert len(sent["content"]) <= 2000
    (button,) = sent["view"].children
    assert isinstance(button, RefButton)
    assert len(button.custom_id) <= 100
    ref = parse_custom_id(button.custom_id)
    assert (ref.action, ref.match, ref.round, ref.number(2)) == (
        Action.PLAY_HINTED,
        "k3v9mmmmm0",
        8,
        12,
    )
    assert parse(ref.code(3), rules, legend(rules), addressed=True) == code


def test_the_sample_is_a_contradiction() -> None:
    assert score(HINTED.code, ROWS[1].code) != ROWS[1].feedback
    assert format_code(HINTED.code, legend(CLASSIC)) == "YRBG"
