"""Whatever goes wrong with a press, a choice or a box is told in one sentence, or logged."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.errors import Reason, Refusal, RefusedError
from bot.presentation.i18n import words
from bot.presentation.scene import Scene
from bot.ui import base
from bot.ui.base import SorryError, guarded, reply_failure, report
from bot.ui.boxes import submitted
from cogs.rows import guess

REF = Ref("guess", ("a-match", "1"))
SCENE = Scene(words("en-GB"), {})


def http_error(status: int, code: int) -> discord.HTTPException:
    """What discord.py raises for such an answer of Discord."""
    response = Mock(spec=aiohttp.ClientResponse, status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": "no"})


UNTOLD: list[Exception] = [
    http_error(403, 50001),
    aiohttp.ClientConnectionError(),
    TimeoutError(),
]


class Pressed:
    """An interaction whose client hands it over to `handler`; `told` is what the person reads."""

    id = 7
    locale = discord.Locale.british_english
    type = discord.InteractionType.modal_submit

    def __init__(
        self,
        handler: Callable[[], Awaitable[bool]],
        *,
        answered: bool = False,
        closed: bool = False,
    ) -> None:
        async def hand_over(_interaction: Interaction, _ref: Ref) -> bool:
            return await handler()

        self.client = Mock(spec=MastermindBot)
        self.client.is_repeat.return_value = False
        self.client.is_closed.return_value = closed
        self.client.hand_over.side_effect = hand_over
        self.client.scene.return_value = SCENE
        self.response = Mock(spec=discord.InteractionResponse)
        self.response.is_done.return_value = answered
        self.followup = Mock(spec=discord.Webhook)
        self.data = {"custom_id": "mb:submit-guess:a-match:1"}

    @property
    def as_interaction(self) -> Interaction:
        """For callers that want the real type."""
        return cast("Interaction", self)

    @property
    def told(self) -> list[str]:
        """The private sentences, first answers then follow-ups."""
        calls = self.response.send_message.call_args_list + self.followup.send.call_args_list
        assert all(call.kwargs == {"ephemeral": True} for call in calls)
        return [call.args[0] for call in calls]


def failing(error: Exception) -> Callable[[], Awaitable[bool]]:
    """A handler that raises it."""
    return AsyncMock(side_effect=error)


async def test_a_press_that_somebody_answers_is_left_to_them() -> None:
    pressed = Pressed(AsyncMock(return_value=True))
    await guarded(pressed.as_interaction, REF)
    assert pressed.told == []
    pressed.client.hand_over.assert_awaited_once_with(pressed, REF)


async def test_a_press_that_is_delivered_twice_is_handed_over_once() -> None:
    pressed = Pressed(AsyncMock(return_value=True))
    pressed.client.is_repeat.return_value = True
    await guarded(pressed.as_interaction, REF)
    pressed.client.hand_over.assert_not_called()
    assert pressed.told == []


async def test_a_press_that_nobody_knows_any_more_says_so() -> None:
    pressed = Pressed(AsyncMock(return_value=False))
    await guarded(pressed.as_interaction, REF)
    (sentence,) = pressed.told
    assert "open for too long" in sentence


@pytest.mark.parametrize("answered", [False, True])
async def test_a_refusal_is_told_in_private_whatever_was_answered(answered: bool) -> None:
    refused = RefusedError(Refusal(Reason.SELF_CHALLENGE))
    pressed = Pressed(failing(refused), answered=answered)
    await guarded(pressed.as_interaction, REF)
    (sentence,) = pressed.told
    assert "challenge yourself" in sentence
    assert pressed.response.send_message.called is not answered


async def test_a_press_that_hangs_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(base, "CALL_LIMIT", 0.01)
    pressed = Pressed(asyncio.Event().wait)
    await guarded(pressed.as_interaction, REF)
    assert len(pressed.told) == 1
    assert "unexpected error" in caplog.text


@pytest.mark.parametrize("code", [10062, 40060])
async def test_what_discord_no_longer_waits_for_is_told_to_nobody(
    code: int, caplog: pytest.LogCaptureFixture
) -> None:
    pressed = Pressed(failing(http_error(404, code)))
    await guarded(pressed.as_interaction, REF)
    assert pressed.told == []
    assert all(record.levelname == "INFO" for record in caplog.records)


def refused(status: int, code: int = 50013) -> discord.HTTPException:
    """The same, of the kind that discord.py raises for the status."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    response = Mock(spec=aiohttp.ClientResponse, status=status, reason="")
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


@pytest.mark.parametrize("status", [400, 403, 404, 429, 503])
async def test_what_discord_refuses_is_told_with_a_reference_and_is_no_fault_of_ours(
    status: int, caplog: pytest.LogCaptureFixture
) -> None:
    pressed = Pressed(failing(refused(status)))
    await guarded(pressed.as_interaction, REF)
    (sentence,) = pressed.told
    (line,) = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage().split()[2].strip(":") in sentence


@pytest.mark.parametrize("code", [0, 50035])
async def test_a_request_that_discord_finds_faulty_is_a_fault_of_ours(
    code: int, caplog: pytest.LogCaptureFixture
) -> None:
    await guarded(Pressed(failing(refused(400, code))).as_interaction, REF)
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert line.exc_info


async def test_a_press_that_says_nothing_we_know_is_told_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def reads() -> bool:
        return Ref("guess", ("a-match", "first")).round > 0

    pressed = Pressed(reads)
    await guarded(pressed.as_interaction, REF)
    (sentence,) = pressed.told
    assert "open for too long" in sentence
    assert caplog.records == []


async def test_after_the_stop_nothing_is_told() -> None:
    pressed = Pressed(failing(ValueError("no session")), closed=True)
    await guarded(pressed.as_interaction, REF)
    assert pressed.told == []


@pytest.mark.parametrize("trouble", UNTOLD, ids=lambda error: type(error).__name__)
async def test_a_sentence_that_cannot_be_told_is_logged_and_raises_nothing(
    trouble: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    pressed = Pressed(failing(SorryError(lambda _: "Sorry.")))
    pressed.response.send_message.side_effect = trouble
    await guarded(pressed.as_interaction, REF)
    assert "could not tell of a failure" in caplog.text


@pytest.mark.parametrize("trouble", UNTOLD, ids=lambda error: type(error).__name__)
async def test_a_reply_that_cannot_be_made_is_logged_and_raises_nothing(
    trouble: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    message = Mock(spec=discord.Message)
    message.reply.side_effect = trouble
    await reply_failure(message, SorryError(lambda _: "Sorry."), SCENE)
    message.reply.assert_awaited_once_with("Sorry.")
    assert "could not reply" in caplog.text


async def test_a_commands_error_is_worded_by_what_caused_it() -> None:
    cause = RefusedError(Refusal(Reason.BOT_CHALLENGE))
    pressed = Pressed(AsyncMock(return_value=True))
    await report(pressed.as_interaction, app_commands.CommandInvokeError(guess, cause))
    (sentence,) = pressed.told
    assert "Other bots do not take challenges" in sentence


async def test_a_command_used_too_often_is_told_so_and_is_nothing_for_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pressed = Pressed(AsyncMock(return_value=True))
    cooldown = app_commands.Cooldown(1, 60)
    await report(pressed.as_interaction, app_commands.CommandOnCooldown(cooldown, 41.2))
    (sentence,) = pressed.told
    assert "again in 42 seconds." in sentence
    assert caplog.records == []


async def test_a_box_of_another_kind_is_left_alone() -> None:
    pressed = Pressed(AsyncMock(return_value=True))
    pressed.data = {"custom_id": "another:box"}
    await submitted(pressed.as_interaction)
    pressed.client.hand_over.assert_not_called()
    pressed.data = {"custom_id": "mb:submit-guess:a-match:1"}
    await submitted(pressed.as_interaction)
    pressed.client.hand_over.assert_awaited_once()
