"""What people wrote can do no harm in our messages."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.ids import ChannelId, GuildId, MessageId, PlayerId
from bot.presentation.i18n import Language
from bot.presentation.markup import (
    absolute,
    command,
    escape,
    is_visible,
    link,
    mention,
    plain,
    relative,
    shortened,
)
from tests.unit.presentation.samples import scene

MOMENT = datetime(2026, 5, 1, 12, tzinfo=UTC)
TRICKY = st.text(alphabet="*_~`|>#-+[]()<:@\\/ \n\tab1&!\u202e{}é", max_size=40)


@given(TRICKY)
def test_an_escaped_text_reads_as_it_was_written(text: str) -> None:
    shown = re.sub(r"\\(.)", r"\1", escape(text)).replace("\u200b", "")
    assert shown == plain(text)


@given(TRICKY)
def test_no_mark_of_discord_stays_active(text: str) -> None:
    active = re.sub(r"\\.", "", escape(text))
    assert not re.search(r"[*_~`|>#\[\]()<:]|^[-+]|@(?!\u200b)|\n", active)


@pytest.mark.parametrize(
    "text", ["@everyone", "@here", "<@1234567890>", "<@&1234567890>", "<@!1234567890>"]
)
def test_mentions_lose_their_form_since_backslashes_do_not_stop_them(text: str) -> None:
    assert text not in escape(text)
    assert not re.search(r"@[!&\da-z]", escape(text))


def test_a_text_of_several_lines_becomes_one_line_without_turning_marks() -> None:
    assert plain(" red\n\u202eblue\x07\tgreen ") == "red blue green"


@pytest.mark.parametrize(("text", "kept"), [("short", "short"), ("twelve chars", "twelve ch…")])
def test_long_texts_are_cut_with_an_ellipsis(text: str, kept: str) -> None:
    assert shortened(text, 10) == kept


def test_times_are_counted_by_the_readers_client() -> None:
    assert (relative(MOMENT), absolute(MOMENT)) == ("<t:1777636800:R>", "<t:1777636800:f>")


def test_links_and_mentions_have_discords_form() -> None:
    guild, channel, message = GuildId(1), ChannelId(2), MessageId(3)
    assert link(guild, channel) == "https://discord.com/channels/1/2"
    assert link(guild, channel, message) == "https://discord.com/channels/1/2/3"
    assert mention(PlayerId(4), scene()) == "<@4>"


def test_commands_are_named_as_they_are_called_in_the_language() -> None:
    assert command("guess", scene()) == "`/mastermind guess`"
    assert command("guess", scene(Language.FR)) == "`/mastermind proposer`"


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200b\u200b", "\u200f", "\U000e0041"])
def test_a_name_that_looks_like_nothing_is_not_visible(name: str) -> None:
    assert not is_visible(name)


@pytest.mark.parametrize("name", ["Robin", "🔴", "7", "_", "\u3164a", "مرحبا"])
def test_a_name_with_something_drawn_is_visible(name: str) -> None:
    assert is_visible(name)
