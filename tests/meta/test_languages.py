"""The catalogues are complete, and every text keeps within Discord's limits in every language."""

import ast
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.engine import RefusalReason, Refused, RuleFault, Rules
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import ChannelId
from bot.matches.models import (
    CallOff,
    Ending,
    Event,
    EventKind,
    FirstCodemaker,
    Match,
    Outcome,
    Phase,
    Terms,
)
from bot.matches.ports import Sort, Standing, StandingsPage
from bot.matches.view import MatchView
from bot.presentation import admin, answers, failures, pages, privacy
from bot.presentation.boxes import Box, box_text, options
from bot.presentation.choosing import MOST_PLACES
from bot.presentation.i18n import Language, catalogue_path
from bot.presentation.messages import announce
from bot.presentation.scene import Action, Scene, label
from tests.unit.presentation.samples import (
    EMOJIS,
    LOUD_NAMES,
    NOW,
    ROBIN,
    WIDEST,
    WREN,
    a_round,
    scene,
    widest,
)
from tests.unit.presentation.samples import seen as seen_by

ROOT = Path(__file__).parents[2]
SOURCES = ("bot", "cogs")
SINGLE = {"_", "gettext", "cmd"}
KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    **dict.fromkeys(SINGLE),
    "ngettext": (1, 2),
}
TRANSLATED = [language for language in Language if language is not Language.EN]
MESSAGE, BUTTON, TITLE, LINE = 2000, 80, 45, 100

DETAILS: Mapping[EventKind, Iterable[str]] = {
    EventKind.CODE_SET: ["f" * 64],
    EventKind.CODE_REPLACED: [f"{'f' * 64} {'e' * 64}"],
    EventKind.MATCH_CANCELLED: list(CallOff),
}
MANY = frozenset(ChannelId(10**19 + number) for number in range(MOST_PLACES))

Id = str | tuple[str, ...]


def extracted() -> set[Id]:
    """All texts that Babel finds in the sources."""
    return {
        found[2]
        for folder in SOURCES
        for found in extract_from_dir(ROOT / folder, [("**.py", "python")], keywords=KEYWORDS)
    }


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def entries(found: Catalog) -> dict[Id, Message]:
    return {_id(message): message for message in found if message.id}


def _id(message: Message) -> Id:
    return tuple(message.id) if isinstance(message.id, list | tuple) else message.id


def forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def literals_asked_for(source: str) -> Iterator[Id]:
    """Texts given to a translating function, found by the syntax tree, in f-strings too."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
        if name in SINGLE and texts:
            yield str(texts[0])
        elif name == "ngettext" and len(texts) > 1:
            yield str(texts[0]), str(texts[1])


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_every_text_of_the_sources_and_no_other(language: Language) -> None:
    assert set(entries(catalogue(catalogue_path(language)))) == extracted()


def test_babel_sees_every_text_that_the_code_asks_for() -> None:
    asked = {
        text
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
        for text in literals_asked_for(path.read_text())
    }
    assert asked == extracted()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_in_all_its_plural_forms_and_none_is_doubtful(
    language: Language,
) -> None:
    found = catalogue(catalogue_path(language))
    assert not found.obsolete
    for text, message in entries(found).items():
        assert not message.fuzzy, text
        translated = forms(message.string)
        assert len(translated) == (found.num_plurals if isinstance(text, tuple) else 1), text
        assert all(translated), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_fields_marks_and_lines_of_the_english(language: Language) -> None:
    for text, message in entries(catalogue(catalogue_path(language))).items():
        english = forms(text)[-1]
        for translated in forms(message.string):
            assert fields(translated) == fields(english), text
            for mark in ("**", "`", "\n", "-# "):
                assert translated.count(mark) == english.count(mark), (mark, text)


def test_no_mark_of_french_begins_a_line_on_a_narrow_screen() -> None:
    """The space before a high mark and within quotation marks is one that does not break."""
    for text, message in entries(catalogue(catalogue_path(Language.FR))).items():
        for translated in forms(message.string):
            words = re.sub("`[^`]*`", "", translated)
            assert not re.search(r"(^|\s)(?<!\u00a0)[;:?!»]|«(?!\u00a0)", words), text


def test_the_plural_rule_of_french_counts_nought_as_one_and_that_of_dutch_does_not() -> None:
    rules = {language: catalogue(catalogue_path(language)).plural_expr for language in TRANSLATED}
    assert rules == {Language.FR: "(n > 1)", Language.NL: "(n != 1)"}


def command_texts(source: str) -> Iterator[tuple[str, bool]]:
    """Texts of commands in a cog, and whether each names a command or an option."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        for keyword in node.keywords:
            value = keyword.value
            if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "cmd":
                text = ast.literal_eval(value.args[0])
                # The name of a menu's command may have spaces and capitals, as a choice's may.
                is_name = keyword.arg == "name" and called not in ("Choice", "context_menu")
                yield text, is_name or called == "rename"


@pytest.mark.parametrize("language", list(Language))
def test_command_texts_are_ones_that_discord_takes(language: Language) -> None:
    spoken = scene(language).words
    for path in (ROOT / "cogs").rglob("*.py"):
        for text, is_name in command_texts(path.read_text()):
            shown = spoken.gettext(text)
            assert 0 < length(shown) <= LINE, text
            if is_name:
                assert re.fullmatch(r"[-\w]{1,32}", shown), text
                assert shown == shown.lower(), text


SCENES = [
    pytest.param(scene(language, emojis), id=f"{language}-{'own' if emojis else 'unicode'}")
    for language in Language
    for emojis in ({}, EMOJIS)
]
GAMES = (Rules(), *WIDEST)
LINES = {
    player: Standing(10_000, player, name, 1_000_000, 10_000, 10_000, 10_000)
    for player, name in LOUD_NAMES.items()
}


def states(rules: Rules) -> Iterator[Match]:
    """A match with these rules and eight long rounds, in every phase and ending."""
    match = widest(rules, Phase.BREAKING)
    running = replace(match, rounds=(*match.rounds[:-1], replace(match.rounds[-1], outcome=None)))
    for phase in Phase:
        yield replace(running, phase=phase)
        yield replace(running, phase=phase, left=WREN, terms=replace(match.terms, private=False))
    for ending in Ending:
        for winner in (None, ROBIN):
            yield replace(match, phase=Phase.FINISHED, ending=ending, winner=winner)
    for outcome in Outcome:
        last = replace(match.rounds[-1], outcome=outcome)
        yield replace(match, rounds=(*match.rounds[:-1], last), phase=Phase.FINISHED)
    drawn = Terms(rules, rounds=8, first=FirstCodemaker.RANDOM)
    yield replace(match, rounds=(), phase=Phase.CHALLENGED, terms=drawn)
    yield replace(match, rounds=(a_round(1, code=None),), phase=Phase.SETTING)


def views(rules: Rules) -> Iterator[MatchView]:
    for match in states(rules):
        for names in (LOUD_NAMES, {}):
            yield seen_by(match, names=names)


def told(view: MatchView, spoken: Scene) -> Iterator[str]:
    """Every message that could be told of this match, whether or not it would be now."""
    for kind in EventKind:
        if not view.rounds and kind is not EventKind.CHALLENGED:
            continue
        last = len(view.rounds)
        rows = len(view.rounds[-1].rows) if view.rounds else 0
        if kind is EventKind.ROW_SCORED and not rows:
            continue
        for detail in DETAILS.get(kind, ("",)):
            event = Event(kind, round=last, row=rows, player=WREN, detail=detail)
            message = announce(event, view, spoken, LINES)
            assert message.buttons or kind is EventKind.CHALLENGE_CLOSED
            yield message.content


def answered(view: MatchView, spoken: Scene) -> Iterator[str]:
    yield answers.code_wanted_now(view, spoken).content
    yield answers.accepted(view, spoken).content
    yield answers.reopened(view, spoken).content
    yield admin.end_question(view, spoken).content
    yield admin.ended(view, spoken).content
    yield answers.forfeit_question(view, view.challenger, spoken).content
    yield answers.left(view, spoken).content
    yield answers.matches([], ROBIN, spoken).content
    yield answers.nothing_to_set(spoken).content
    if view.rounds:
        yield answers.board(view, spoken).content
        yield answers.matches([view] * 50, ROBIN, spoken).content
        if view.rounds[-1].code is not None:
            yield answers.code_read(view, spoken).content


def refused(rules: Rules, spoken: Scene) -> Iterator[str]:
    for reason in Reason:
        full = Refusal(reason, player=WREN, until=NOW, count=1000, channels=MANY)
        yield failures.refusal(full, spoken)
    for unreadable in RefusalReason:
        yield failures.unreadable(Refused(unreadable, "<{read}>" * 30), rules, spoken)
    yield failures.bad_terms(list(RuleFault), spoken)
    yield failures.unexpected(failures.error_id(), spoken)
    flags = ["view_channel", "send_messages_in_threads", "create_private_threads"]
    yield failures.missing_permissions(flags * 2, spoken)


def kept(spoken: Scene) -> Iterator[str]:
    """What people are told about their own data."""
    yield privacy.exported(spoken).content
    yield privacy.too_much_to_send(spoken).content
    yield privacy.erase_question(spoken).content
    yield privacy.erased(spoken).content


def paged(spoken: Scene) -> Iterator[str]:
    yield pages.help_page(spoken)
    for page in pages.rule_pages(spoken):
        yield f"## {page.title}\n{page.body}"
    board = StandingsPage(tuple(LINES.values()) * 5, total=1_000_000)
    for sort in Sort:
        for period in pages.Period:
            yield pages.leaderboard(board, sort, period, 999_990, spoken, "<{x}>" * 20)


def length(text: str) -> int:
    """As Discord's clients count: letters outside the basic plane are two."""
    return len(text.encode("utf-16-le")) // 2


def without_names(text: str) -> str:
    """Names and echoes in these tests hold marks like fields on purpose."""
    for name in ("{0}", "{terms}", "{read}", "{x}"):
        text = text.replace(name, "")
    return text


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("spoken", SCENES)
def test_every_message_fits_and_has_no_field_left_over(rules: Rules, spoken: Scene) -> None:
    texts = [
        text for view in views(rules) for text in (*told(view, spoken), *answered(view, spoken))
    ]
    for text in (*texts, *refused(rules, spoken), *kept(spoken), *paged(spoken)):
        assert 0 < length(text) <= MESSAGE, text
        assert "{" not in without_names(text), text
        assert not re.search(r"@(everyone|here)|<@&|(?<!\\)<[:#]b", text), text


@pytest.mark.parametrize("spoken", SCENES)
def test_every_button_fits(spoken: Scene) -> None:
    assert all(0 < length(label(action, spoken)) <= BUTTON for action in Action)


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("spoken", SCENES)
def test_every_box_and_list_fits(rules: Rules, spoken: Scene) -> None:
    for view in views(rules):
        if not view.rounds:
            continue
        for box in Box:
            words = box_text(box, view, spoken)
            for text in (words.title, *words.pegs, words.text or "none"):
                assert 0 < length(text) <= TITLE
            for text in (words.choose, words.placeholder):
                assert 0 < length(text) <= LINE
            assert len(words.pegs) + (words.text is not None) <= 5
        question, choices = answers.which_match([view] * 30, spoken)
        assert 0 < length(question) <= MESSAGE
        assert len(choices) <= 25
        for choice in (*choices, *options(rules, spoken)):
            assert 0 < length(choice.value) <= LINE
            assert 0 < length(choice.label) <= LINE
            assert length(choice.description) <= LINE
