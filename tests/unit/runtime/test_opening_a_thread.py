"""A thread is opened in text channels, which are asked for when the cache lacks them."""

from typing import cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.client import MastermindBot
from bot.runtime.threads import open_thread
from tests.unit.runtime.office import Office


async def test_a_channel_of_another_kind_is_a_fault_of_the_program(office: Office) -> None:
    match = await office.open_challenge()
    client = Mock(spec=MastermindBot)
    client.get_channel.return_value = None
    client.fetch_channel.return_value = Mock(spec=discord.VoiceChannel)
    with pytest.raises(TypeError, match="text channels"):
        await open_thread(cast("MastermindBot", client), match)
    client.fetch_channel.assert_awaited_once_with(match.channel)


async def test_a_channel_that_the_cache_lacks_is_fetched(office: Office) -> None:
    match = await office.open_challenge()
    channel = Mock(spec=discord.TextChannel)
    create = AsyncMock(return_value=discord.Object(77))
    channel.get_partial_message.return_value.create_thread = create
    client = Mock(spec=MastermindBot)
    client.get_channel.return_value = None
    client.fetch_channel.return_value = channel
    assert await open_thread(cast("MastermindBot", client), match) == 77
    channel.get_partial_message.assert_called_once_with(match.message)
