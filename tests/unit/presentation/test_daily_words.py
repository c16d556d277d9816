"""The words of the daily: what its player reads, and what all may."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.engine import PRESETS, Code, Preset
from bot.matches.daily import Attempt, DayResults
from bot.matches.daily_store import DailyDay, DailyResult
from bot.matches.ids import ChannelId, GuildId, PlayerId
from bot.matches.models import (
    CallOff,
    Ending,
    FirstCodemaker,
    Kind,
    Match,
    Outcome,
    Phase,
    Round,
    Terms,
)
from bot.matches.view import view
from bot.presentation import alone, daily
from bot.presentation.i18n import Language
from bot.presentation.scene import Action
from sandbox.limits import check_message
from tests.unit.presentation.samples import (
    EMOJIS,
    LOUD_NAMES,
    NAMES,
    NOW,
    ROBIN,
    WREN,
    a_match,
    rows_of,
    scene,
    secret_of,
)

MAY_1 = date(2026, 5, 1)
DAY = timedelta(days=1)
CODE, MISSED = Code((0, 1, 0, 2)), Code((3, 3, 3, 3))
COUNTS = (1296, 256, 1)
PEGS = re.compile("mm_|[🔴🔵🟢🟡🟠🟣⚪⚫`]|RBRG")


def tried(*guesses: Code, outcome: Outcome | None = None, preset: Preset = Preset.CLASSIC) -> Match:
    """Robin's try at a code of Wren's, who is the bot here."""
    rules = PRESETS[preset]
    code = CODE if rules.positions == 4 else Code((0, 1, 0, 2, 3))
    played = Round(1, WREN, ROBIN, secret_of(1, code, rules), rows_of(code, guesses), outcome)
    terms = Terms(rules, 1, first=FirstCodemaker.OPPONENT, kind=Kind.DAILY)
    phase = Phase.BREAKING if outcome is None else Phase.FINISHED
    return replace(a_match(played, phase=phase, terms=terms), day=MAY_1, agreed_rounds=1)


def an_attempt(match: Match, **changes: object) -> Attempt:
    found = Attempt(
        match=view(match, NAMES, ROBIN),
        day=MAY_1,
        zone="Europe/Brussels",
        next_at=NOW,
        is_today=True,
        is_late=False,
        streak=0,
        is_shared=False,
    )
    return replace(found, **changes)  # type: ignore[arg-type]  # each test gives what there is


SOLVED = an_attempt(tried(MISSED, CODE, outcome=Outcome.SOLVED), streak=3)
NEXT = "The next code comes"
OTHER = "Today's code is another one: `/mastermind daily`"
LATE = "Your try counts for that day, and is added to its results if they were posted."


def card(attempt: Attempt, counts: tuple[int, ...] = ()) -> list[str]:
    return [*daily.card(attempt, counts, scene())]


@pytest.mark.parametrize(
    ("guesses", "outcome", "said"),
    [
        ((CODE,), Outcome.SOLVED, "Daily 2026-05-01: solved in 1 of 10 rows"),
        ((MISSED, CODE), Outcome.SOLVED, "Daily 2026-05-01: solved in 2 of 10 rows"),
        ((MISSED,) * 10, Outcome.FAILED, "Daily 2026-05-01: not solved in 10 rows"),
        ((MISSED,), Outcome.CONCEDED, "Daily 2026-05-01: given up after 1 row"),
        ((), Outcome.CONCEDED, "Daily 2026-05-01: given up before the first row"),
        ((MISSED,) * 2, Outcome.ABANDONED, "Daily 2026-05-01: given up after 2 rows"),
    ],
)
def test_the_card_says_how_a_try_came_out(
    guesses: tuple[Code, ...], outcome: Outcome, said: str
) -> None:
    assert card(an_attempt(tried(*guesses, outcome=outcome))) == [said]


def test_the_card_of_a_try_that_ran_out_of_time_does_not_say_that_it_was_given_up() -> None:
    match = tried(MISSED, MISSED, outcome=Outcome.ABANDONED)
    late = an_attempt(replace(match, ending=Ending.INACTIVITY))
    assert card(late) == ["Daily 2026-05-01: out of time in row 3"]


def test_the_card_has_what_the_rows_left_and_the_streak() -> None:
    assert card(SOLVED, COUNTS) == [
        "Daily 2026-05-01: solved in 2 of 10 rows · 1296 → 256 → 1 codes left",
        "3 days in a row",
    ]
    assert card(replace(SOLVED, streak=2))[1:] == ["2 days in a row"]


def test_one_day_is_no_row_of_days() -> None:
    assert len(card(replace(SOLVED, streak=1), COUNTS)) == 1


@pytest.mark.parametrize("language", Language)
def test_what_is_shared_has_the_card_and_nothing_of_the_code(language: Language) -> None:
    shared = daily.shared(SOLVED, COUNTS, scene(language, EMOJIS))
    name, *lines = shared.content.splitlines()
    assert name == "**Robin**"
    assert lines == [*daily.card(SOLVED, COUNTS, scene(language))]
    assert not PEGS.search(shared.content)
    assert (shared.pings, shared.buttons) == ((), ())


def test_a_loud_name_shouts_at_nobody() -> None:
    loud = replace(SOLVED, match=replace(SOLVED.match, names=LOUD_NAMES))
    assert "@here" not in daily.shared(loud, (), scene()).content


def test_above_the_rows_stands_whose_code_it_is() -> None:
    running = an_attempt(tried(MISSED))
    assert [*daily.heading(running, scene())] == [
        "**Daily 2026-05-01** · the same code for everybody in this server, one try each"
    ]
    _, late = daily.heading(replace(running, is_today=False, is_late=True), scene())
    assert late.startswith("That day is over, but your try goes on and counts for it.")


def test_below_them_stands_when_the_next_code_comes_and_in_which_zone() -> None:
    stamp = int(NOW.timestamp())
    running = an_attempt(tried(MISSED))
    until = int(running.match.due_at.timestamp())
    assert [*daily.foot(running, (), scene())] == [
        f"{NEXT} <t:{stamp}:R>, at <t:{stamp}:f>, when a new day begins in Europe/Brussels.",
        f"-# There is time for this row until <t:{until}:f>; `/mastermind daily` shows this again.",
    ]


def test_at_the_beginning_stands_how_days_are_counted() -> None:
    *_, last = daily.foot(an_attempt(tried()), (), scene())
    assert last == (
        "-# I count the days that you solve one after another. "
        "An absence of mine of 30 minutes or longer does not interrupt them."
    )


def test_at_the_end_the_card_stands_there_until_it_is_shared() -> None:
    first, second, share, _ = daily.foot(SOLVED, COUNTS, scene())
    assert [first, second] == [f"> {line}" for line in daily.card(SOLVED, COUNTS, scene())]
    assert share == "**Share** shows these lines, and no more, to everybody here."
    assert [button.action for button in daily.share_button(SOLVED, scene())] == [Action.SHARE]

    shared = replace(SOLVED, is_shared=True)
    assert share not in daily.foot(shared, COUNTS, scene())
    assert daily.share_button(shared, scene()) == ()


MOMENTS = {
    "before midnight": (an_attempt(tried(MISSED)), {NEXT}),
    "after midnight": (an_attempt(tried(MISSED), is_today=False, is_late=True), set()),
    "ended in time": (SOLVED, {NEXT}),
    "ended late": (replace(SOLVED, is_today=False, is_late=True), {LATE, OTHER}),
    "looked at on another day": (replace(SOLVED, is_today=False), {OTHER}),
    "called off": (
        an_attempt(replace(tried(), phase=Phase.CANCELLED, called_off=CallOff.ADMIN)),
        {NEXT},
    ),
    "out of time before a row": (
        an_attempt(
            replace(tried(), phase=Phase.CANCELLED, called_off=CallOff.INACTIVITY),
            is_today=False,
            is_late=True,
        ),
        {OTHER},
    ),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_comes_next_fits_the_moment(moment: str) -> None:
    """Never both that there is another code and that the next one is still to come."""
    attempt, said = MOMENTS[moment]
    under = [*daily.foot(attempt, COUNTS, scene())]
    found = {text for text in (NEXT, OTHER, LATE) if any(one.startswith(text) for one in under)}
    assert found == said


def test_a_try_that_was_called_off_has_no_card() -> None:
    attempt, _ = MOMENTS["called off"]
    (only,) = daily.foot(attempt, (), scene())
    assert only.startswith(NEXT)
    assert daily.share_button(attempt, scene()) == ()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("emojis", [{}, EMOJIS])
@pytest.mark.parametrize("outcome", [None, Outcome.FAILED])
def test_the_longest_panel_fits_into_a_message(
    language: Language, emojis: dict[str, str], outcome: Outcome | None
) -> None:
    missed = (Code((3, 3, 3, 3, 4)),) * (11 if outcome is None else 12)
    long = an_attempt(
        tried(*missed, outcome=outcome, preset=Preset.SUPER),
        is_today=False,
        is_late=True,
        streak=1000,
    )
    spoken = scene(language, emojis)
    counts = (32768,) * 13 if outcome else ()
    panel = alone.panel(
        long.match,
        spoken,
        above=[*daily.heading(long, spoken)],
        below=[*daily.foot(long, counts, spoken)],
    )
    assert check_message({"content": panel.content}) == []
    assert panel.content.count("\n") >= len(missed)


# Results


def results(*lines: DailyResult, code: Code | None = CODE) -> DayResults:
    day = DailyDay(GuildId(1), MAY_1, Preset.CLASSIC, NOW)
    return DayResults(day, ChannelId(2), lines, code)


def a_result(name: str, solved: bool = True, rows: int = 4) -> DailyResult:
    return DailyResult(PlayerId(7), name, solved, rows)


def test_results_have_places_which_equals_share() -> None:
    posted = daily.results(
        results(
            a_result("Robin", rows=3),
            a_result("Wren", rows=4),
            a_result("Teal", rows=4),
            a_result("Lark", rows=5),
            a_result("Finch", solved=False, rows=1),
        ),
        scene(),
    )
    assert posted.content.splitlines() == [
        "**Daily 2026-05-01** · Classic",
        "The code: 🔴🔵🔴🟢 `RBRG`",
        "` 1` **Robin** · 3 rows",
        "` 2` **Wren** · 4 rows",
        "` 2` **Teal** · 4 rows",
        "` 4` **Lark** · 5 rows",
        "` –` **Finch** · not solved",
        "Today's code waits: press **Play the daily**.",
    ]
    assert [button.action for button in posted.buttons] == [Action.DAILY]
    assert posted.pings == ()


def test_the_code_is_kept_back_while_somebody_plays() -> None:
    posted = daily.results(results(a_result("Robin"), code=None), scene())
    _, line, *_ = posted.content.splitlines()
    assert line == "Somebody is still at it; their result and the code are added here afterwards."
    assert not PEGS.search(posted.content.replace("` 1`", ""))


def test_a_name_that_looks_like_nothing_is_a_mention_and_a_loud_one_is_tamed() -> None:
    posted = daily.results(results(a_result("\u2800"), a_result("@everyone [x](y)")), scene())
    assert "` 1` <@7> ·" in posted.content
    assert "@everyone" not in posted.content


@pytest.mark.parametrize("language", Language)
def test_as_many_names_as_fit_are_told_and_how_many_more_there_are(language: Language) -> None:
    many = [a_result("*" * 32, rows=number % 10) for number in range(500)]
    posted = daily.results(results(*many), scene(language, EMOJIS))
    assert check_message({"content": posted.content}) == []
    _, _, *shown, more, _ = posted.content.splitlines()
    left_out = int("".join(re.findall(r"\d", more)))
    assert len(shown) + left_out == 500
    assert len(shown) > 10
