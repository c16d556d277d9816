"""The gallery shows every text that the bot has, and each one as people should read it."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import TypeAlias

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.matches.models import EventKind
from bot.presentation.i18n import Language, Words, catalogue_path, words
from bot.presentation.markup import escape
from sandbox.limits import check_message, check_modal
from tools.gallery.alone import SOLO
from tools.gallery.cast import CAST
from tools.gallery.duel import DUEL
from tools.gallery.everything import EMOJI_FILES, LOCALES, everything
from tools.gallery.failing import ERROR
from tools.gallery.reading import BIRDS
from tools.gallery.wall import Entry

ROOT = Path(__file__).parents[2]
EMOJIS = {name: 1_700_000_000_000_000_000 + number for number, name in enumerate(EMOJI_FILES)}
OTHERS = LOCALES[1:]
LIMIT = 2000
PINGING = {
    EventKind.CHALLENGED,
    EventKind.ACCEPTED,
    EventKind.CODE_SET,
    EventKind.ROUND_ENDED,
    EventKind.REMINDED,
    EventKind.THREAD_REOPENED,
}
BY_TURN = {EventKind.CHALLENGED, EventKind.CODE_SET, EventKind.ROUND_ENDED}
"""Those that ping nobody where the bot is to move, or where its answer is no news."""
READ = {"content", "label", "placeholder", "description", "title"}
"""The fields of Discord's JSON that people read."""
UNSHOWN: Mapping[str, str] = {}
"""Texts of the catalogue that the gallery need not have, each with the reason."""
BY_NAME = {"Mini", "Super", "Bulls and Cows", "Solo", "1 solo", "Europe/Brussels"}
ALIKE: Mapping[str, set[str]] = {
    "fr": BY_NAME
    | {
        *("1 point", "1 points", "1 positions", "Position 1", "Orange (O)"),
        *("1 minute", "1 minutes", "Codes", "1 solos"),
    },
    "nl": BY_NAME
    | {
        *("Tips", "1 letters (A–Z)", "Letters", "codemaker", "Apps →", "Codes", "1 codes"),
        *("Perfect", "in bits"),
    },
}
"""What reads the same in English."""

Galleries: TypeAlias = Mapping[str, Sequence[Entry]]

CODE_BLOCK = re.compile(r"```.*?```", re.DOTALL)
NAMES = sorted({*CAST.names.values(), *CAST.long_names.values(), *BIRDS}, key=len, reverse=True)
WRITTEN = [re.escape(written) for name in NAMES for written in (name, escape(name))]
NOT_WORDS = re.compile("|".join((r"(?s:```.*?```)|`[^`]*`|<[^<>\s]+>|https?://\S+", *WRITTEN)))
STOP = re.compile(r"[●·.,:;!?*#\n]+")
LEFT_OVER = re.compile(
    r"[{}]|%[sd(]|\bNone\b|<(?:bound|function|class)|object at 0x|\bmm_|  | [,.]|\s$"
)


class Marked(NullTranslations):
    """A language in which every text begins with a character of its own, to be found by."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: dict[str, str] = {}

    def gettext(self, message: str) -> str:
        mark = self.marks.setdefault(message, chr(0xF0000 + len(self.marks)))
        return f"{mark}{message}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(scope="module")
def galleries() -> Galleries:
    return {locale: asyncio.run(everything(words(locale), locale, EMOJIS)) for locale in LOCALES}


def read(data: object) -> Iterator[str]:
    """Every text of a message or box that the bot wrote; what it replies to is somebody else's."""
    if isinstance(data, list):
        for part in data:
            yield from read(part)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name in READ and isinstance(value, str):
                yield value
            elif name != "referenced_message":
                yield from read(value)


def catalogue() -> set[str]:
    """Every text that is translated, in singular and plural."""
    with catalogue_path(Language.FR).open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {text for one in ids for text in ([one] if isinstance(one, str) else one)}


def command_texts() -> set[str]:
    """Names and descriptions of commands: Discord's client shows them, no message does."""
    return {
        str(found[2])
        for folder in ("bot", "cogs")
        for found in extract_from_dir(ROOT / folder, [("**.py", "python")], keywords={"cmd": None})
    }


def test_every_text_of_the_catalogue_is_shown() -> None:
    marked = Marked()
    entries = asyncio.run(everything(Words(Language.EN, marked), "en-US", EMOJIS))
    everything_read = "".join(text for entry in entries for text in read(entry.data))
    shown = {text for text, mark in marked.marks.items() if mark in everything_read}

    assert catalogue() - shown - command_texts() == set(UNSHOWN)


def test_all_languages_have_the_same_entries_each_of_its_own_name(galleries: Galleries) -> None:
    names = [entry.name for entry in galleries["en-US"]]

    assert len(set(names)) == len(names)
    for locale in OTHERS:
        assert [entry.name for entry in galleries[locale]] == names


def test_every_event_is_told(galleries: Galleries) -> None:
    told = {entry.name.partition(": ")[2] for entry in galleries["en-US"]}

    assert told >= set(EventKind)


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_left_over_from_the_making_of_a_text(galleries: Galleries, locale: str) -> None:
    own = [f"<:{name}:{number}>" for name, number in EMOJIS.items()]
    for entry in galleries[locale]:
        for text in read(entry.data):
            bare = CODE_BLOCK.sub("●", text)
            for emoji in own:
                bare = bare.replace(emoji, "●")
            assert not LEFT_OVER.search(bare), (entry.name, LEFT_OVER.search(bare), text)


@pytest.mark.parametrize("locale", LOCALES)
def test_discord_takes_every_message_and_box(galleries: Galleries, locale: str) -> None:
    for entry in galleries[locale]:
        check = check_message if entry.kind == "message" else check_modal
        assert check(entry.data) == [], entry.name
        for text in read(entry.data):
            # As Discord's clients count: what is outside the basic plane is two.
            assert len(text.encode("utf-16-le")) // 2 <= LIMIT, entry.name


@pytest.mark.parametrize("locale", OTHERS)
def test_nothing_stays_english(galleries: Galleries, locale: str) -> None:
    same = {
        line
        for english, other in zip(galleries["en-US"], galleries[locale], strict=True)
        for line in phrases(english) & phrases(other)
    }

    assert same == ALIKE[locale]


def phrases(entry: Entry) -> set[str]:
    """Its texts cut at every stop, all numbers alike; names, codes, links and times are gaps."""
    parts = [part for text in read(entry.data) for part in STOP.split(NOT_WORDS.sub("●", text))]
    alike = {re.sub(r"\d+", "1", part).strip() for part in parts}
    return {part for part in alike if re.search("[a-z]", part)}


def test_only_what_the_interface_names_pings(galleries: Galleries) -> None:
    for entries in galleries.values():
        for entry in entries:
            pings, kind = bool(entry.data.get("mentions")), entry.name.partition(": ")[2]
            expected = kind in PINGING
            if kind in BY_TURN and entry.name.startswith((DUEL, SOLO)):
                expected = f"<@{CAST.robin}>" in entry.data["content"]
            assert pings == expected, entry.name
            assert not (pings and entry.name.startswith(ERROR))
