"""Help, rules and leaderboard."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.engine import Code, Rules, score
from bot.matches.ids import PlayerId
from bot.matches.ports import Sort, Standing, StandingsPage
from bot.presentation.i18n import Language
from bot.presentation.pages import (
    Period,
    help_page,
    leaderboard,
    period_start,
    rule_pages,
)
from bot.presentation.wording import code_text, reply_text
from cogs.challenge import challenge_from_menu
from tests.unit.presentation.samples import EMOJIS, LINES, scene

COMMANDS = (
    *("challenge", "guess", "board", "concede", "forfeit"),
    *("matches", "rules", "preferences", "help"),
)
OTHERS = ("leaderboard", "privacy", "mastermind-admin")


@pytest.mark.parametrize(
    ("period", "now", "start"),
    [
        (Period.ALL, datetime(2026, 5, 13, 18, 30, tzinfo=UTC), None),
        (
            Period.MONTH,
            datetime(2026, 5, 13, 18, 30, tzinfo=UTC),
            datetime(2026, 5, 1, tzinfo=UTC),
        ),
        (
            Period.WEEK,
            datetime(2026, 5, 13, 18, 30, tzinfo=UTC),
            datetime(2026, 5, 11, tzinfo=UTC),
        ),
        (Period.WEEK, datetime(2026, 5, 11, tzinfo=UTC), datetime(2026, 5, 11, tzinfo=UTC)),
        (
            Period.MONTH,
            datetime(2026, 6, 1, 1, tzinfo=timezone(timedelta(hours=2))),
            datetime(2026, 5, 1, tzinfo=UTC),
        ),
    ],
)
def test_periods_begin_with_the_calendar_month_or_on_monday_in_utc(
    period: Period, now: datetime, start: datetime | None
) -> None:
    assert period_start(period, now) == start


def test_the_help_names_every_command_and_how_to_write_a_code() -> None:
    page = help_page(scene())
    assert all(f"`/mastermind {name}`" in page for name in COMMANDS)
    assert all(f"`/{name}`" in page for name in OTHERS)
    assert "`//`" in page
    assert "`red blue red green`" in page


@pytest.mark.parametrize("language", list(Language))
def test_the_help_names_the_command_of_a_person_s_menu_as_discord_shows_it(
    language: Language,
) -> None:
    spoken = scene(language)
    assert challenge_from_menu.name == "Challenge to Mastermind"
    assert f"**{spoken.words.gettext(challenge_from_menu.name)}**" in help_page(spoken)


def test_the_rules_have_four_pages() -> None:
    assert [page.title for page in rule_pages(scene())] == ["Rules", "Example", "Tips", "Mistakes"]


@pytest.mark.parametrize("emojis", [{}, EMOJIS], ids=["unicode", "own"])
@pytest.mark.parametrize("language", list(Language))
def test_the_worked_example_shows_what_the_engine_scores(
    language: Language, emojis: dict[str, str]
) -> None:
    spoken = scene(language, emojis)
    secret = Code((0, 1, 0, 2))
    body = rule_pages(spoken)[1].body
    assert code_text(secret, Rules(), spoken) in body
    places = [
        body.index(reply_text(score(secret, Code(guess)), spoken))
        for guess in ((0, 0, 1, 3), (0, 1, 2, 0), (0, 1, 0, 2))
    ]
    assert places == sorted(places)


def test_the_leaderboard_has_a_line_for_each_player_and_says_where_the_page_stands() -> None:
    page = StandingsPage(tuple(LINES.values()), total=12)
    shown = leaderboard(page, Sort.POINTS, Period.MONTH, 10, scene(), "The *Birds*")
    assert shown == (
        "**Leaderboard of The \\*Birds\\*** · by points · this month\n"
        "#1 **Robin** · 40 points · 2 wins, 1 draw, 1 loss\n"
        "#2 **Wren** · 1 point · 1 win, 0 draws, 2 losses\n"
        "-# 11 to 12 of 12"
    )


def test_an_empty_leaderboard_says_how_to_start() -> None:
    shown = leaderboard(StandingsPage((), 0), Sort.WINS, Period.ALL, 0, scene(), "Birds")
    assert shown == (
        "**Leaderboard of Birds** · by wins · all time\n"
        "No finished match counts on this board yet. `/mastermind challenge` starts one."
    )


def test_the_leaderboard_against_the_bot_says_so() -> None:
    shown = leaderboard(StandingsPage((), 0), Sort.BOT, Period.ALL, 0, scene(), "Birds")
    assert shown.startswith("**Leaderboard of Birds** · against the bot · all time\n")


def test_names_on_the_leaderboard_can_do_no_harm() -> None:
    line = Standing(1, PlayerId(1), "@everyone **x**", points=1, wins=0, draws=1, losses=0)
    shown = leaderboard(StandingsPage((line,), 1), Sort.POINTS, Period.WEEK, 0, scene(), "Birds")
    assert "@\u200beveryone \\*\\*x\\*\\*" in shown
