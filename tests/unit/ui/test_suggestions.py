"""Autocomplete that fails offers nothing, and the log says why."""

import logging
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.client import Interaction
from bot.matches.errors import StorageBusyError
from cogs.admin import suggest


def typing_person(*, manages: bool) -> tuple[Interaction, list[int]]:
    """Somebody who types while the store is in other hands; what the store was asked for."""
    asked: list[int] = []

    async def open_matches(guild: int) -> list[Any]:
        asked.append(guild)
        raise StorageBusyError

    return cast(
        "Interaction",
        SimpleNamespace(
            permissions=discord.Permissions(manage_guild=manages),
            guild_id=7,
            client=SimpleNamespace(admin=SimpleNamespace(open_matches=open_matches)),
        ),
    ), asked


async def test_a_failure_offers_nothing_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    interaction, asked = typing_person(manages=True)

    assert await suggest(interaction, "") == []
    assert asked == [7]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info is not None


async def test_nobody_but_an_admin_has_the_store_asked(caplog: pytest.LogCaptureFixture) -> None:
    interaction, asked = typing_person(manages=False)

    assert await suggest(interaction, "") == []
    assert asked == []
    assert caplog.records == []
