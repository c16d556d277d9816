"""What everybody reads of a code that somebody cracks alone in a thread."""

from dataclasses import replace

import pytest

from bot.engine import Code
from bot.matches.ids import PlayerId, ThreadId
from bot.matches.models import (
    CallOff,
    Ending,
    Event,
    EventKind,
    Kind,
    Match,
    Outcome,
    Phase,
    Terms,
)
from bot.matches.solo_store import SoloRecord
from bot.presentation import admin, answers
from bot.presentation.answers import MESSAGE_LIMIT
from bot.presentation.i18n import Language
from bot.presentation.messages import announce
from bot.presentation.scene import Message
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
NAMES = {ROBIN: "Robin", BOT: "Mastermind"}
MISSED = Code((3, 3, 3, 3))
TERMS = Terms(rounds=1, kind=Kind.SOLO)
NEVER_TOLD = {
    EventKind.CODE_WANTED,
    EventKind.CODE_REPLACED,
    EventKind.CODE_VOIDED,
    EventKind.ROUND_ENDED,
    EventKind.TWO_MORE_OFFERED,
    EventKind.ROUNDS_ADDED,
    EventKind.REMATCH_OFFERED,
}
"""The bot hides the code, there is one round, and nobody else has to agree to anything."""


def alone(*rows: Code, terms: Terms = TERMS) -> Match:
    """Robin alone, after these rows."""
    code = Code(range(terms.rules.positions)) if terms.rules != TERMS.rules else SECRET
    played = replace(a_round(1, rows, None, code, terms.rules), codemaker=BOT, codebreaker=ROBIN)
    return replace(a_match(played, terms=terms), opponent=BOT)


def over(match: Match, outcome: Outcome, ending: Ending = Ending.COMPLETE) -> Match:
    rounds = (replace(match.rounds[0], outcome=outcome),)
    return replace(match, rounds=rounds, phase=Phase.FINISHED, ending=ending)


def told(
    kind: EventKind, match: Match, language: Language = Language.EN, **about: object
) -> Message:
    event = Event(kind, **{"round": 1, "row": 1, "player": ROBIN} | about)  # type: ignore[arg-type]  # by name
    return announce(event, seen(match, None, NAMES), scene(language, EMOJIS))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("kind", sorted(set(EventKind) - NEVER_TOLD))
def test_nothing_speaks_of_another_player_of_points_or_of_rounds(
    kind: EventKind, language: Language
) -> None:
    match = over(alone(MISSED), Outcome.FAILED) if kind is EventKind.MATCH_ENDED else alone(MISSED)
    message = told(kind, match, language)
    assert "Mastermind" not in message.content
    for word in ("draw", "point", "opponent", "round 1", "challenge", "wins"):
        assert word not in message.content.casefold(), word
    assert BOT not in message.pings
    assert message.buttons or kind is EventKind.CHALLENGE_CLOSED


@pytest.mark.parametrize("kind", sorted(set(EventKind) - NEVER_TOLD))
def test_only_what_adds_and_what_reminds_the_player_pings(kind: EventKind) -> None:
    pings = {EventKind.ACCEPTED, EventKind.THREAD_REOPENED, EventKind.REMINDED}
    expected = (ROBIN,) if kind in pings else ()
    assert told(kind, alone(MISSED)).pings == expected


def test_the_code_set_gives_its_fingerprint_and_how_to_play() -> None:
    message = told(EventKind.CODE_SET, alone(), detail="a" * 64)
    assert "There are 10 rows to find it." in message.content
    assert f"`{'a' * 64}`" in message.content
    assert [button.label for button in message.buttons] == ["Guess", "Board"]


@pytest.mark.parametrize(
    ("outcome", "ending", "words"),
    [
        (Outcome.SOLVED, Ending.COMPLETE, "**Robin** cracked a code of mine alone in 2 rows."),
        (
            Outcome.FAILED,
            Ending.COMPLETE,
            "**Robin** did not find my code: 2 rows were not enough.",
        ),
        (Outcome.CONCEDED, Ending.COMPLETE, "**Robin** gave up on my code."),
        (Outcome.ABANDONED, Ending.FORFEIT, "**Robin** gave up on my code."),
        (Outcome.ABANDONED, Ending.INACTIVITY, "**Robin** ran out of time."),
    ],
)
def test_the_end_and_the_first_message_say_how_it_ended(
    outcome: Outcome, ending: Ending, words: str
) -> None:
    match = over(alone(MISSED, SECRET), outcome, ending)
    message = told(EventKind.MATCH_ENDED, match)
    assert message.content.startswith(f"{words}\nThe code: ")
    assert "sha256sum" in message.content
    assert [button.label for button in message.buttons] == ["Play again", "Analysis"]
    assert told(EventKind.CHALLENGE_CLOSED, match).content == words


def test_the_end_has_what_the_rows_left_and_the_players_record() -> None:
    match = over(alone(MISSED, SECRET), Outcome.SOLVED)
    record = SoloRecord(played=1, solved=1, rows=2, best=2, streak=1, longest=1)
    event = Event(EventKind.MATCH_ENDED, round=1)
    text = announce(
        event, seen(match, None, NAMES), scene(), narrowing=(1296, 625, 1), record=record
    ).content
    assert "1296 → 625 → 1 codes left" in text
    assert "So far in threads here: 1 solo · 1 cracked · 2 rows on average, 2 at best" in text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", WIDEST, ids=str)
def test_the_longest_end_fits_into_a_message(rules: object, language: Language) -> None:
    terms = replace(TERMS, rules=rules)  # type: ignore[arg-type]  # rules they are
    code = Code((*range(1, terms.rules.positions), 0))
    match = over(alone(*[code] * 12, terms=terms), Outcome.FAILED)
    record = SoloRecord(played=1234, solved=1200, rows=6000, best=3, streak=123, longest=456)
    view = seen(match, None, {ROBIN: "@" * 32, BOT: "Mastermind"})
    message = announce(
        Event(EventKind.MATCH_ENDED, round=1),
        view,
        scene(language, EMOJIS),
        narrowing=(10_000_000,) * 13,
        record=record,
    )
    assert len(message.content) <= MESSAGE_LIMIT


@pytest.mark.parametrize("why", CallOff)
def test_each_cancellation_has_its_words(why: CallOff) -> None:
    message = told(EventKind.MATCH_CANCELLED, alone(), detail=why.value)
    assert "cancelled" in message.content or "does not count" in message.content
    closed = told(EventKind.CHALLENGE_CLOSED, replace(alone(), phase=Phase.CANCELLED))
    assert closed.content == "**Robin** was cracking a code of mine alone, but it was cancelled."


def test_a_reminder_says_what_the_end_of_time_will_mean() -> None:
    assert "it is cancelled" in told(EventKind.REMINDED, alone()).content
    assert "counts as not found" in told(EventKind.REMINDED, alone(MISSED)).content


# Where it is listed


def test_the_players_list_has_the_way_to_each() -> None:
    private = replace(alone(MISSED), terms=replace(TERMS, private=True), thread=None)
    daily = replace(alone(), terms=replace(TERMS, kind=Kind.DAILY), thread=None)
    views = [seen(match, ROBIN, NAMES) for match in (alone(), private, daily)]
    lines = answers.matches(views, ROBIN, scene()).content.splitlines()
    assert lines[1].startswith("- **Solo** · row 1 of 10 · https://discord.com/channels/")
    assert lines[2] == "- **Solo** · row 2 of 10 · `/mastermind solo` shows it"
    assert lines[3] == "- **Daily code** · row 1 of 10 · `/mastermind daily` shows it"
    assert answers.which_to_reopen(views, ROBIN, scene()) == ()


def test_one_that_lost_its_thread_can_have_another() -> None:
    lost = replace(alone(), thread=None, lost_thread=ThreadId(5))
    (choice,) = answers.which_to_reopen([seen(lost, ROBIN, NAMES)], ROBIN, scene())
    assert choice.label == "Solo"


def test_giving_up_from_a_list_is_asked_as_in_the_panel() -> None:
    question = answers.forfeit_question(seen(alone(MISSED), ROBIN, NAMES), ROBIN, scene())
    assert question.content == (
        "**Give up?** I will show you the code, and it counts as not found. "
        "To play on, just ignore this message."
    )


def test_an_admins_list_names_the_player_alone() -> None:
    (choice,) = admin.open_matches([seen(alone(), None, NAMES)], "solo", scene())
    assert choice.label.startswith("Robin – Solo · round 1, row 1")
