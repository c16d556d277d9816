"""The .sql files and their Protocols say the same."""

import re
from collections import Counter
from typing import Any

import pytest

from bot.storage.care import CareQueries
from bot.storage.dailies import DailyQueries
from bot.storage.erasing import ErasingQueries
from bot.storage.loading import QUERIES, load_queries
from bot.storage.matches import MatchQueries
from bot.storage.outbox import OutboxQueries
from bot.storage.players import PlayerQueries
from bot.storage.practice import PracticeQueries
from bot.storage.servers import ServerQueries
from bot.storage.solos import SoloQueries
from bot.storage.standings import StandingQueries

PROTOCOLS: dict[str, type[Any]] = {
    "care": CareQueries,
    "dailies": DailyQueries,
    "erasing": ErasingQueries,
    "matches": MatchQueries,
    "outbox": OutboxQueries,
    "players": PlayerQueries,
    "practice": PracticeQueries,
    "servers": ServerQueries,
    "solos": SoloQueries,
    "standings": StandingQueries,
}
HEADING = re.compile(r"^--\s*name:\s*(\w+)", re.MULTILINE)
COMMENT = re.compile(r"--(?!\s*name:)(.*)$", re.MULTILINE)


def text(name: str) -> str:
    return (QUERIES / f"{name}.sql").read_text(encoding="utf-8")


def methods(protocol: type[Any]) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}


def test_every_file_has_a_protocol() -> None:
    assert {path.name for path in QUERIES.iterdir()} == {f"{name}.sql" for name in PROTOCOLS}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_protocol_names_the_queries_of_its_file(name: str) -> None:
    assert methods(PROTOCOLS[name]) == set(HEADING.findall(text(name)))


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_protocol_takes_the_parameters_of_each_query(name: str) -> None:
    """Those of whole rows are a mapping, so only the declared ones can be compared."""
    loaded = load_queries(name)
    for query in methods(PROTOCOLS[name]):
        declared = getattr(loaded, query).parameters
        if declared is not None:
            code = getattr(PROTOCOLS[name], query).__code__
            named = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
            assert set(named) == set(declared), query


def test_a_name_is_used_once_in_all_files() -> None:
    """The later of two would win, silently."""
    names = Counter(found for name in PROTOCOLS for found in HEADING.findall(text(name)))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("name", PROTOCOLS)
def test_no_comment_holds_what_would_count_as_a_parameter(name: str) -> None:
    assert [comment for comment in COMMENT.findall(text(name)) if re.search(r":\w", comment)] == []
