"""The panel of a code that somebody cracks in private answers."""

from dataclasses import replace

import pytest

from bot.engine import Code, Rules, Symbols
from bot.matches.ids import MatchId, PlayerId
from bot.matches.models import CallOff, Ending, Kind, Match, Outcome, Phase, Terms
from bot.matches.solo_store import SoloRecord
from bot.matches.view import MatchView
from bot.presentation.alone import (
    already_running,
    give_up_question,
    panel,
    record_in_words,
)
from bot.presentation.answers import MESSAGE_LIMIT
from bot.presentation.endings import narrowed
from bot.presentation.i18n import Language
from tests.unit.presentation.samples import (
    EMOJIS,
    ROBIN,
    SECRET,
    WIDEST,
    a_match,
    a_round,
    scene,
    seen,
)

BOT = PlayerId(3333)
TERMS = Terms(rounds=1, kind=Kind.SOLO, private=True)
MISSED = Code((3, 3, 3, 3))
NEAR = Code((1, 0, 0, 2))
EVERY_SYMBOL = (Rules(), *WIDEST, Rules(blanks=True), Rules(symbols=Symbols.DIGITS))
FULL = SoloRecord(played=1234, solved=1200, rows=6000, best=3, streak=123, longest=456)


def running(*rows: Code, rules: Rules | None = None, code: Code = SECRET) -> Match:
    """Robin alone against the bot, after these rows."""
    terms = replace(TERMS, rules=rules or Rules())
    played = a_round(1, rows, None, code, terms.rules)
    ours = replace(played, codemaker=BOT, codebreaker=ROBIN)
    return replace(a_match(ours, terms=terms), opponent=BOT, thread=None, message=None)


def over(match: Match, outcome: Outcome, **changes: object) -> Match:
    """The match after that end."""
    rounds = (replace(match.rounds[0], outcome=outcome),)
    ended = replace(match, rounds=rounds, phase=Phase.FINISHED, ending=Ending.COMPLETE)
    return replace(ended, **changes)  # type: ignore[arg-type]  # any fields, by name


def cancelled(why: CallOff) -> Match:
    """A match without a row that came to nothing, and whose code is gone."""
    rounds = (replace(running().rounds[0], secret=None),)
    return replace(running(), rounds=rounds, phase=Phase.CANCELLED, called_off=why)


def view_of(match: Match) -> MatchView:
    return seen(match, ROBIN)


def full(rules: Rules) -> Match:
    """All rows played, each with as many keys as there can be."""
    code = Code(range(rules.positions))
    turned = Code((*range(1, rules.positions), 0))
    return running(*[turned] * rules.rows, rules=rules, code=code)


def labels(view: MatchView) -> list[str]:
    return [button.label for button in panel(view, scene()).buttons]


@pytest.mark.parametrize("emojis", [{}, EMOJIS], ids=["unicode", "own"])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", EVERY_SYMBOL, ids=str)
def test_the_panel_fits_into_a_message_whatever_is_played(
    rules: Rules, language: Language, emojis: dict[str, str]
) -> None:
    speaking = scene(language, emojis)
    match = full(rules)
    last = replace(match.rounds[0], rows=match.rounds[0].rows[:-1])
    counts = narrowed([10_000_000] * 13, speaking)
    record = record_in_words(FULL, speaking)
    shown = [
        panel(
            view_of(replace(match, rounds=(last,))), speaking, above=(already_running(speaking),)
        ),
        panel(view_of(over(match, Outcome.FAILED)), speaking, below=(*counts, *record)),
        give_up_question(view_of(replace(match, rounds=(last,))), speaking),
    ]
    for message in shown:
        assert 0 < len(message.content) <= MESSAGE_LIMIT


def test_a_row_is_shown_as_it_is_answered_in_a_thread() -> None:
    text = panel(view_of(running(NEAR, MISSED)), scene()).content
    assert "` 1` 🔵🔴🔴🟢 `BRRG`\n**2 black, 2 white** · ⚫⚫⚪⚪\n" in text
    assert "` 2` 🟡🟡🟡🟡 `YYYY`\n**0 black, 0 white**\nRow 3 of 10" in text


def test_keys_make_room_before_pegs_do_and_never_stand_in_for_own_ones() -> None:
    own = scene(emojis=EMOJIS)
    few, many = view_of(running(*[NEAR] * 3)), view_of(running(*[NEAR] * 9))
    assert panel(few, own).content.count("<:mm_key_black:") == 6
    crowded = panel(many, own).content
    assert "mm_key" not in crowded
    assert "⚫" not in crowded
    assert crowded.count("**2 black, 2 white**") == 9
    assert crowded.count("<:mm_blue:") >= 9
    plain = panel(view_of(full(WIDEST[0])), own).content
    assert "<:mm_" not in plain
    assert plain.count("**0 black, 8 white**") == 12


def test_before_the_first_row_it_says_what_a_row_is() -> None:
    text = panel(view_of(running()), scene()).content
    assert text.startswith("Crack my code; only you see this. **Classic** · 4 positions")
    assert "Row 1 of 10: press **Guess** and name 4 colours out of" in text
    assert text.endswith(f"`{running().rounds[0].secret.commitment}`")  # type: ignore[union-attr]  # it is set
    assert labels(view_of(running())) == ["Guess", "Give up"]


def test_the_code_of_a_running_one_is_nowhere() -> None:
    view = view_of(running(NEAR))
    assert view.rounds[0].code is None
    for message in (panel(view, scene()), give_up_question(view, scene())):
        assert "The code:" not in message.content
        assert "printf" not in message.content


@pytest.mark.parametrize(
    ("outcome", "changes", "words"),
    [
        (Outcome.SOLVED, {}, "You cracked the code in **1 row**."),
        (Outcome.FAILED, {}, "1 rows were not enough this time."),
        (Outcome.CONCEDED, {}, "You gave up."),
        (Outcome.ABANDONED, {"ending": Ending.FORFEIT}, "You gave up."),
        (Outcome.ABANDONED, {"ending": Ending.INACTIVITY}, "Your time for a row ran out."),
    ],
)
def test_each_end_has_its_words_and_the_proof_of_the_code(
    outcome: Outcome, changes: dict[str, object], words: str
) -> None:
    view = view_of(over(running(NEAR), outcome, **changes))
    text = panel(view, scene(), below=("Below.",)).content
    assert f"\n{words}\nThe code: 🔴🔵🔴🟢 `RBRG`\nBelow.\n-# Anyone can check" in text
    assert "Crack my code" not in text
    assert ":RBRG' | sha256sum" in text
    assert labels(view) == ["Play again", "Analysis"]


def test_once_the_next_one_has_begun_only_the_analysis_is_left() -> None:
    after = over(running(NEAR), Outcome.SOLVED, successor=MatchId("m2"))
    assert labels(view_of(after)) == ["Analysis"]


def test_a_code_given_up_without_a_row_has_nothing_to_analyse() -> None:
    assert labels(view_of(over(running(), Outcome.CONCEDED))) == ["Play again"]


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (CallOff.LEFT, "You gave up before the first row, so it does not count."),
        (CallOff.INACTIVITY, "Your time for the first row ran out, so it does not count."),
        (CallOff.ERASED, "This was ended from outside, so it does not count."),
    ],
)
def test_a_cancelled_one_says_why_and_what_is_next_and_shows_no_code(
    why: CallOff, words: str
) -> None:
    view = view_of(cancelled(why))
    again = "You can crack another code with `/mastermind solo`."
    assert panel(view, scene()).content.endswith(f"\n{words} {again}")
    assert labels(view) == []


def test_what_comes_after_a_cancelled_daily_is_left_to_what_stands_below() -> None:
    daily = replace(cancelled(CallOff.INACTIVITY), terms=replace(TERMS, kind=Kind.DAILY))
    text = panel(view_of(daily), scene(), below=("Below.",)).content
    assert text.endswith("so it does not count.\nBelow.")


def test_the_question_says_what_giving_up_costs() -> None:
    begun = give_up_question(view_of(running(NEAR)), scene())
    assert "I will show you the code, and it counts as not found." in begun.content
    assert "press **Guess**" not in begun.content
    assert [button.label for button in begun.buttons] == ["Give up", "Play on"]
    untouched = give_up_question(view_of(running()), scene())
    assert "so it will not count" in untouched.content


def test_there_is_no_record_before_the_first_end() -> None:
    assert record_in_words(None, scene()) == ()
    assert record_in_words(SoloRecord(), scene()) == ()


def test_the_record_is_one_line_with_figures_as_the_language_writes_them() -> None:
    record = SoloRecord(played=4, solved=2, rows=9, best=4, streak=1, longest=2)
    (line,) = record_in_words(record, scene())
    assert line == (
        "So far here: 4 solos · 2 cracked · 4.5 rows on average, 4 at best · 1 in a row, longest 2"
    )
    (french,) = record_in_words(record, scene(Language.FR))
    assert "4,5" in french
    (first,) = record_in_words(SoloRecord(1, 1, rows=1, best=1, streak=1, longest=1), scene())
    assert "1 row on average, 1 at best" in first
    (none,) = record_in_words(SoloRecord(played=1), scene())
    assert none == "So far here: 1 solo · 0 cracked"
