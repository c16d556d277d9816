"""What a start tells and sends, and how fast and clean a stop is."""

import asyncio
import os
import re
import signal
import sys
from time import monotonic
from urllib.parse import parse_qs, urlsplit

import pytest

from sandbox import Permission
from sandbox.process import ROOT, BotProcess
from tests.e2e.stage import Stage

STOP_LIMIT = 5.0
LEAST_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.READ_MESSAGE_HISTORY
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
)
COMMANDS = r"/applications/\d+/commands"


def check_invite(line: str, stage: Stage) -> None:
    """The link is Discord's, for this application, and asks for the least that the bot needs."""
    address = urlsplit(line)
    assert (address.scheme, address.netloc) == ("https", "discord.com")
    asked = parse_qs(address.query)
    assert asked["client_id"] == [str(stage.sandbox.application.id)]
    assert asked["permissions"] == [str(int(LEAST_PERMISSIONS))]
    assert set(asked["scope"][0].split()) == {"bot", "applications.commands"}


async def stopped_in(stage: Stage) -> float:
    """Stop as a service manager does; the seconds it took."""
    bot, began = stage.bot, monotonic()
    code = await bot.stop()
    assert code == 0
    assert "Traceback" not in bot.output
    return monotonic() - began


async def test_invite_prints_the_link_and_touches_nothing(stage: Stage) -> None:
    process = await BotProcess.start({**stage.environment, "LOG_LEVEL": "ERROR"}, "invite")
    assert await process.ended() == 0
    check_invite(process.output.strip(), stage)
    assert not stage.data.exists()
    assert stage.sandbox.record.identifies == []


async def test_a_start_prints_the_invite_link(started: Stage) -> None:
    printed = re.search(r"^Invite .*: (https://\S+)$", started.bot.output, re.MULTILINE)
    assert printed is not None
    check_invite(printed[1], started)


async def test_commands_are_sent_when_they_changed_and_on_demand_only(started: Stage) -> None:
    record = started.sandbox.record
    assert len(record.find("PUT", COMMANDS)) == 1
    await started.restart()
    assert len(record.find("PUT", COMMANDS)) == 1

    await started.stop()
    (started.data / "commands.sha256").write_text("of an older version")
    await started.start()
    assert len(record.find("PUT", COMMANDS)) == 2

    await started.stop()
    identified = len(record.identifies)
    process = await BotProcess.start(started.environment, "sync")
    assert await process.ended() == 0
    assert len(record.find("PUT", COMMANDS)) == 3
    assert len(record.identifies) == identified
    await started.start()
    assert len(record.find("PUT", COMMANDS)) == 3


async def test_a_note_of_the_commands_that_cannot_be_read_or_kept_stops_no_start(
    stage: Stage,
) -> None:
    record, note = stage.sandbox.record, stage.data / "commands.sha256"
    stage.data.mkdir()
    note.write_bytes(b"\xff\xfe\x00")
    await stage.start()
    assert len(record.find("PUT", COMMANDS)) == 1
    assert len(note.read_text()) == 64

    await stage.stop()
    note.unlink()
    note.mkdir()
    for sent in (2, 3):
        await stage.restart()
        assert len(record.find("PUT", COMMANDS)) == sent
        assert "the next start sends again" in stage.bot.output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_an_idle_bot_cleanly(stage: Stage, number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=ROOT,
        env={**os.environ, **stage.environment},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        await stage.sandbox.bot_ready()
        began = monotonic()
        process.send_signal(number)
        _, log = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0
    assert monotonic() - began < STOP_LIMIT
    assert b"Traceback" not in log


async def test_a_stop_while_the_gateway_is_away_is_clean(stage: Stage) -> None:
    stage.sandbox.gateway.refuses_connections = True
    await stage.launch()
    await stage.sandbox.wait_for(lambda: stage.sandbox.application.commands, 20)
    began = monotonic()
    assert await stage.bot.stop() == 0
    assert monotonic() - began < STOP_LIMIT


async def test_a_stop_lets_a_command_finish_its_answer(started: Stage) -> None:
    started.sandbox.faults.delay(0.7, method="POST", path="/webhooks/.*")
    answer = await started.challenge()
    assert answer.followups == []
    assert await stopped_in(started) < STOP_LIMIT
    assert [one.buttons for one in answer.followups] == [["Set the code", "Random code"]]


async def test_a_stop_lets_a_press_finish_what_it_began(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    challenge = (await stage.challenge()).message
    sandbox.faults.delay(0.7, method="POST", path=r"/channels/\d+/messages/\d+/threads")
    pressing = asyncio.create_task(stage.wren.press(challenge, "Accept"))
    await sandbox.wait_for(lambda: len(sandbox.record.find("POST", "/interactions/.*")) == 2)
    assert await stopped_in(stage) < STOP_LIMIT
    assert "is on" in (await pressing).text
    thread = sandbox.thread_of(challenge)
    assert thread is not None
    assert sandbox.find(thread, "The match begins") is not None


async def test_a_stop_does_not_wait_for_a_hanging_request(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.playing("RBRG")
    messages = rf"/channels/{match.thread.id}/messages"
    sandbox.faults.fail(503, method="POST", path=messages)
    sandbox.faults.delay(9, method="POST", path=messages)
    said = await stage.wren.say(match.thread, "RRBB")
    await sandbox.wait_for(lambda: sandbox.record.find("GET", messages))
    assert await stopped_in(stage) < STOP_LIMIT
    await stage.start()
    assert "Row 1 of 10" in (await stage.answer_to(said)).content
