"""Help, rules and leaderboard: texts of at most 2,000 characters each."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import assert_never

from bot.engine import Code, Feedback, Rules, score
from bot.matches.ports import Sort, StandingsPage
from bot.presentation.markup import command, escape
from bot.presentation.palette import keys, pegs
from bot.presentation.scene import Action, Scene, label
from bot.presentation.wording import code_text, number_text, reply_text, standing_in_words


class Period(StrEnum):
    """Which matches a leaderboard counts, by the time of their end."""

    ALL = "all"
    MONTH = "month"
    WEEK = "week"


def period_start(period: Period, now: datetime) -> datetime | None:
    """The start of this calendar month, or of this week's Monday, in UTC; None is ever since."""
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case Period.ALL:
            return None
        case Period.MONTH:
            return today.replace(day=1)
        case Period.WEEK:
            return today - timedelta(days=today.weekday())
        case _:
            assert_never(period)


@dataclass(frozen=True, slots=True)
class Page:
    """One page of several."""

    title: str
    body: str


def leaderboard(
    page: StandingsPage, sort: Sort, period: Period, first: int, scene: Scene, guild_name: str
) -> str:
    """One page of a server's leaderboard; `first` is how many lines come before it."""
    _ = scene.words.gettext
    title = _("**Leaderboard of {server}** · {sort} · {period}").format(
        server=escape(guild_name), sort=_sort(sort, scene), period=_period(period, scene)
    )
    if not page.lines:
        empty = _("No finished match counts on this board yet. {challenge} starts one.")
        return f"{title}\n{empty.format(challenge=command('challenge', scene))}"
    lines = [standing_in_words(line, scene) for line in page.lines]
    place = _("-# {first} to {last} of {total}").format(
        first=number_text(first + 1, scene),
        last=number_text(first + len(lines), scene),
        total=number_text(page.total, scene),
    )
    return "\n".join((title, *lines, place))


def _sort(sort: Sort, scene: Scene) -> str:
    _ = scene.words.gettext
    names = {
        Sort.POINTS: _("by points"),
        Sort.WINS: _("by wins"),
        Sort.BOT: _("against the bot"),
    }
    return names[sort]


def _period(period: Period, scene: Scene) -> str:
    _ = scene.words.gettext
    names = {
        Period.ALL: _("all time"),
        Period.MONTH: _("this month"),
        Period.WEEK: _("this week"),
    }
    return names[period]


def help_page(scene: Scene) -> str:
    """The commands, how to start and how to type a code."""
    _ = scene.words.gettext
    return _(
        "**Mastermind**\n"
        "One hides a code, the other cracks it, then you swap. "
        "After every row I say how many pegs are in place (black) and how many belong elsewhere "
        "(white).\n"
        "\n"
        "**How to start**\n"
        "1. Use {challenge} and pick an opponent, or go through somebody's menu: "
        "Apps → **{menu}**. When they press **{accept}**, a thread opens.\n"
        "2. The codemaker presses **{set_code}** or **{random_code}**.\n"
        "3. The codebreaker presses **{guess}**, or writes rows in the thread.\n"
        "\n"
        "**Writing a code**\n"
        "`RBRG`, `r b r g`, `red blue red green`, `1 2 1 3` and 🔴🔵🔴🟢 all mean the same. "
        "Begin a message with `//` to chat: it is never read as a row.\n"
        "\n"
        "**Commands**\n"
        "{challenge} · challenge somebody, or me, with any variant you like\n"
        "{solo} · crack a code of mine alone\n"
        "{daily} · the code of the day, the same for everybody here\n"
        "{practice} · learn to score a row\n"
        "{solve} · what your rows leave, and what to try next\n"
        "{guess_command} · play a row in the thread of your match\n"
        "{board} · the rows so far, for you alone\n"
        "{concede} · give up this round: the code is shown, the match goes on\n"
        "{forfeit} · give up the match; I ask you first\n"
        "{matches} · your open matches here, and whose move it is\n"
        "{rules} · the rules, an example, tips and common mistakes\n"
        "{preferences} · your reminders, who may challenge you, where I ask for codes\n"
        "{help} · this page\n"
        "{leaderboard} · the best of this server\n"
        "{privacy} · what I keep about you: get a copy, or have it deleted\n"
        "{admin} · for admins: settings of this server, and ending a match"
    ).format(
        menu=_("Challenge to Mastermind"),
        accept=label(Action.ACCEPT, scene),
        set_code=label(Action.SET_CODE, scene),
        random_code=label(Action.RANDOM_CODE, scene),
        guess=label(Action.GUESS, scene),
        guess_command=command("guess", scene),
        leaderboard=f"`/{_('leaderboard')}`",
        privacy=f"`/{_('privacy')}`",
        admin=f"`/{_('mastermind-admin')}`",
        **{name: command(name, scene) for name in _COMMANDS},
    )


_COMMANDS = (
    *("challenge", "board", "concede", "forfeit"),
    *("matches", "rules", "preferences", "help"),
    *("solo", "daily", "practice", "solve"),
)


def rule_pages(scene: Scene) -> tuple[Page, ...]:
    """Rules, Example, Tips, Mistakes."""
    _ = scene.words.gettext
    return (
        Page(_("Rules"), _rules(scene)),
        Page(_("Example"), _example(scene)),
        Page(_("Tips"), _tips(scene)),
        Page(_("Mistakes"), _mistakes(scene)),
    )


def _rules(scene: Scene) -> str:
    _ = scene.words.gettext
    return _(
        "The **codemaker** hides a code, and the **codebreaker** finds it in as few rows as "
        "possible. Then you swap roles.\n"
        "\n"
        "**The code**: 4 positions, each one of 6 colours: {colours}. A colour may occur more "
        "than once. Until the first row the codemaker may still change it, after that never.\n"
        "\n"
        "**A row** is one guess. The reply counts its keys:\n"
        "- {black} black: right colour, right position\n"
        "- {white} white: right colour, but elsewhere\n"
        "- no key: nothing else is right\n"
        "A peg earns one key at most. The reply is a total: it never says which position a key "
        "belongs to.\n"
        "\n"
        "**A round** ends when all positions are black, after row 10 (the last row can still "
        "win), or when the codebreaker gives up. Then the code is shown.\n"
        "\n"
        "**Points** go to the codemaker: one for each row used, the winning one included. "
        "A code not found is worth 11.\n"
        "\n"
        "**A match** has an even number of rounds. The higher total wins. After a draw you may "
        "add two more rounds, as often as both of you like. "
        "Whoever gives up the match after the first row loses it.\n"
        "\n"
        "**Variants** in the challenge: more or fewer positions, colours, rows and rounds, digits "
        "or letters, no repeats, blanks (a blank is a symbol and earns keys like any other), "
        "points for key pegs instead of rows."
    ).format(
        colours=pegs(Code(range(6)), Rules(positions=6), scene.emojis),
        black=keys(Feedback(1, 0), scene.emojis),
        white=keys(Feedback(0, 1), scene.emojis),
    )


_SECRET = Code((0, 1, 0, 2))
_GUESSES = (Code((0, 0, 1, 3)), Code((0, 1, 2, 0)), _SECRET)


def _example(scene: Scene) -> str:
    """The worked example of the rules: two reds in the code."""
    _ = scene.words.gettext
    rules = Rules()
    first, second, third = (
        f"{pegs(guess, rules, scene.emojis)}\n{reply_text(score(_SECRET, guess), scene)}"
        for guess in _GUESSES
    )
    return _(
        "The hidden code has two reds: {secret}\n"
        "\n"
        "**Row 1** {first}\n"
        "Positions first: the red in front is right, one black. What is left of the row is red, "
        "blue, yellow; what is left of the code is blue, red, green. Red and blue are in both, "
        "two whites. Yellow is not in the code.\n"
        "\n"
        "**Row 2** {second}\n"
        "Red and blue in front are right, two blacks. Green and red are there, but the other way "
        "round, two whites.\n"
        "\n"
        "**Row 3** {third}\n"
        "Found in three rows, so the codemaker gets three points.\n"
        "\n"
        "When a row has more pegs of a colour than the code, the extra ones earn nothing: "
        "against a code with one blue, a row with three blues gets one key for blue."
    ).format(secret=code_text(_SECRET, rules, scene), first=first, second=second, third=third)


def _tips(scene: Scene) -> str:
    _ = scene.words.gettext
    return _(
        "**To crack a code**\n"
        '- Say every reply in your own words: "two in place, one elsewhere, one not there".\n'
        "- Look for a row that agrees with all replies so far. "
        "One that contradicts a reply cannot be the code.\n"
        "- Do not change every colour at once: a row should tell you something, not just be a "
        "shot in the dark.\n"
        "- Use many colours in the first two rows, to learn early which of them are there.\n"
        "- Or open with two pairs such as `RRBB`: with that start, perfect play needs five rows "
        "at most in the classic game.\n"
        "- Keep in mind that a colour may come twice, or four times.\n"
        "\n"
        "**To hide a code**\n"
        "- Repeated colours are often overlooked.\n"
        "- Colours late in the list are often tried late.\n"
        "- Against a perfect codebreaker no code is much harder than another, so change your "
        "habits: press **{random_code}** when in doubt."
    ).format(random_code=label(Action.RANDOM_CODE, scene))


def _mistakes(scene: Scene) -> str:
    _ = scene.words.gettext
    return _(
        "- **Reading keys by their place.** The first key does not belong to the first peg. "
        "Keys are only counted: black first, then white.\n"
        "- **Counting a peg twice.** One yellow in the code earns one key, even when a row has "
        "two yellows.\n"
        "- **Looking for white first.** Exact positions come first; only what is left can be "
        "white.\n"
        "- **Ruling out repeats.** Four pegs of one colour are a fine code, unless the challenge "
        "says no repeats.\n"
        "- **Reading something into a missing key.** It only says that nothing else matches.\n"
        "- **Forgetting the winning row.** It counts as a row, so it earns the codemaker a point "
        "too.\n"
        "- **Wanting to change the code late.** From the first row on it stays; "
        "its fingerprint shows everybody that it did.\n"
        "- **Seeing a winner in a draw.** Equal totals are a draw, whoever cracked last; "
        "play two more rounds if you both like."
    )
