"""The reply to a row, over a thousand random rows."""

import re
from random import Random

import pytest

from bot.engine import Code, Feedback, Rules, Symbols
from bot.matches.models import Event, EventKind, Outcome, Terms
from bot.presentation.i18n import Language
from bot.presentation.messages import announce
from bot.presentation.palette import keys, pegs
from bot.presentation.scene import Action, Scene
from tests.unit.presentation.samples import EMOJIS, SECRET, a_match, a_round, scene, seen

ROWS = 1000
WORDS = {
    Language.EN: ("black", "black", "white", "white"),
    Language.FR: ("noir", "noirs", "blanc", "blancs"),
    Language.NL: ("zwart", "zwart", "wit", "wit"),
}
"""Black for one, black for several, white for one, white for several."""


def random_rules(chance: Random) -> Rules:
    symbols = chance.choice(list(Symbols))
    most = 26 if symbols is Symbols.LETTERS else 10
    repeats = chance.random() < 0.8
    positions = chance.randint(3, 8)
    fewest = 4 if repeats else max(4, positions)
    return Rules(
        positions,
        symbols,
        chance.randint(fewest, most),
        chance.randint(6, 12),
        repeats,
        chance.random() < 0.3,
    )


def random_code(rules: Rules, chance: Random) -> Code:
    symbols = range(rules.symbol_count)
    if rules.repeats:
        return Code(chance.choices(symbols, k=rules.positions))
    return Code(chance.sample(symbols, rules.positions))


def reply(secret: Code, guesses: list[Code], rules: Rules, spoken: Scene) -> str:
    match = a_match(a_round(1, guesses, code=secret, rules=rules), terms=Terms(rules))
    event = Event(EventKind.ROW_SCORED, round=1, row=len(guesses))
    return announce(event, seen(match), spoken).content


def expected_second_line(feedback: Feedback, spoken: Scene) -> str:
    black, blacks, white, whites = WORDS[spoken.words.language]
    few = 1 if spoken.words.language is Language.FR else 0
    said = (
        f"{feedback.black} {black if feedback.black in {1, 1 - few} else blacks}, "
        f"{feedback.white} {white if feedback.white in {1, 1 - few} else whites}"
    )
    black_key = spoken.emojis.get("mm_key_black", "⚫")
    white_key = spoken.emojis.get("mm_key_white", "⚪")
    group = black_key * feedback.black + white_key * feedback.white
    return f"**{said}** · {group}" if group else f"**{said}**"


def counted(secret: Code, guess: Code) -> Feedback:
    """The total by the definition in rules.md, without the engine."""
    black = sum(s == g for s, g in zip(secret, guess, strict=True))
    both = sum(min(secret.count(symbol), guess.count(symbol)) for symbol in set(guess))
    return Feedback(black, both - black)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("emojis", [{}, EMOJIS], ids=["unicode", "own"])
@pytest.mark.parametrize("language", list(Language))
def test_a_thousand_replies_are_two_lines_with_a_total_and_nothing_about_columns(
    language: Language, emojis: dict[str, str]
) -> None:
    chance = Random(f"{language} {len(emojis)}")
    spoken = scene(language, emojis)
    for _ in range(ROWS):
        rules = random_rules(chance)
        secret = random_code(rules, chance)
        guesses = [random_code(rules, chance) for _ in range(chance.randint(1, rules.rows))]
        first, second = reply(secret, guesses, rules, spoken).split("\n")

        shown = pegs(guesses[-1], rules, emojis)
        assert re.fullmatch(rf"\w+ {len(guesses)} \w+ {rules.rows} · {re.escape(shown)}", first)
        assert second == expected_second_line(counted(secret, guesses[-1]), spoken)

        order = chance.sample(range(rules.positions), rules.positions)
        moved_secret = Code(secret[place] for place in order)
        moved_guess = Code(guesses[-1][place] for place in order)
        moved = reply(moved_secret, [*guesses[:-1], moved_guess], rules, spoken)
        assert moved == f"{first.removesuffix(shown)}{pegs(moved_guess, rules, emojis)}\n{second}"


def test_the_classic_reply_reads_as_specified() -> None:
    guess = Code((0, 1, 2, 3))
    assert reply(SECRET, [Code((3, 3, 3, 3))] * 2 + [guess], Rules(), scene()) == (
        "Row 3 of 10 · 🔴🔵🟢🟡 `RBGY`\n**2 black, 1 white** · ⚫⚫⚪"
    )


def test_a_row_without_keys_has_words_only() -> None:
    assert reply(SECRET, [Code((3, 3, 3, 3))], Rules(), scene()).endswith("\n**0 black, 0 white**")


def test_the_keys_of_a_reply_are_one_group_without_blanks() -> None:
    assert keys(Feedback(2, 1), {}) == "⚫⚫⚪"
    own = keys(Feedback(1, 2), EMOJIS)
    assert own == EMOJIS["mm_key_black"] + 2 * EMOJIS["mm_key_white"]


@pytest.mark.parametrize(
    ("outcome", "actions"),
    [
        (None, (Action.GUESS, Action.BOARD)),
        (Outcome.SOLVED, (Action.BOARD,)),
        (Outcome.CONCEDED, (Action.BOARD,)),
    ],
)
def test_the_row_that_ended_its_round_offers_no_further_guess(
    outcome: Outcome | None, actions: tuple[Action, ...]
) -> None:
    view = seen(a_match(a_round(1, [SECRET], outcome)))
    message = announce(Event(EventKind.ROW_SCORED, round=1, row=1), view, scene())
    assert tuple(button.action for button in message.buttons) == actions
    assert message.pings == ()


def test_an_earlier_row_still_offers_the_board_when_it_is_told_late() -> None:
    view = seen(a_match(a_round(1, [Code((3, 3, 3, 3)), SECRET], Outcome.SOLVED)))
    message = announce(Event(EventKind.ROW_SCORED, round=1, row=1), view, scene())
    assert [button.action for button in message.buttons] == [Action.GUESS, Action.BOARD]
