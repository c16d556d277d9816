"""Whom a match pings, what nobody is told too early, and the proof that a code stayed the same."""

import asyncio
import re

import pytest

from sandbox import Message, Person
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMITMENT = re.compile(r"ingerprint[^`]*`([0-9a-f]{64})`")
PROOF = re.compile(r"^printf .*$", re.MULTILINE)


def pings(stage: Stage, match: Match) -> list[tuple[Message, list[str]]]:
    """Every public message that pings somebody, and whom."""
    said = [*stage.said_in(stage.games), *stage.said_in(match.thread)]
    names = stage.sandbox.world.users
    return [(one, sorted(names[user].name for user in one.pinged)) for one in said if one.pinged]


async def test_a_whole_match_pings_exactly_whom_it_must(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("RBRG", rows=6)
    answered = await stage.row(match, "RRBB")
    await stage.wren.say(match.thread, "RBR")  # refused
    await stage.wren.say(match.thread, "nice")
    box = await stage.wren.press(answered, "Guess")
    await stage.wren.submit(box.modal, {"text": "YYYY"})
    await stage.wren.slash(match.thread, "mastermind guess", code="YYYY")
    await stage.row(match, "RBRG")
    await sandbox.message(match.thread, "Round 1 is over")
    stage.swap(match)

    await stage.set_code(match, "RBRG", 2)
    changed = await stage.wren.dm("YYOO")
    assert "`YYOO`" in (await stage.answer_to(changed)).content
    await sandbox.message(match.thread, "changed the code")
    await stage.wren.say(match.thread, "YYOO")
    await sandbox.message(match.thread, "everybody")
    await stage.set_code(match, "RBRG", 2)
    await sandbox.wait_for(lambda: "the code of round 2" in stage.said_in(match.thread)[-1].content)
    await stage.row(match, "RBRG")
    ended = await sandbox.message(match.thread, "Round 2 is over")
    await stage.robin.press(ended, "Rematch")
    await sandbox.wait_for(lambda: match.challenge.buttons == [])

    expected = [
        ("wins the match", ["Wren"]),  # the challenge, which shows the result by now
        ("The match begins", ["Robin", "Wren"]),
        ("the code of round 1 is hidden", ["Wren"]),
        ("Round 1 is over", ["Wren"]),
        ("the code of round 2 is hidden", ["Robin"]),
        ("the code of round 2 is hidden", ["Robin"]),  # set anew after it was given away
    ]
    found = pings(stage, match)
    assert [names for _, names in found] == [names for _, names in expected]
    assert all(text in one.content for (one, _), (text, _) in zip(found, expected, strict=True))
    everything = [*stage.said_in(stage.games), *stage.said_in(match.thread)]
    assert not any(one.mention_everyone or one.mention_roles for one in everything)


async def test_names_of_people_ping_nobody_and_mark_nothing_up(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    loud = sandbox.add_person(f"@everyone **{stage.teal.mention}", guilds=[stage.guild])
    match = await stage.match_of(loud, stage.wren)
    await stage.give_up_round(match, 1)
    await stage.give_up_round(match, 2)
    board = await stage.wren.slash(stage.games, "leaderboard")
    said = [*stage.said_in(stage.games), *stage.said_in(match.thread)]
    assert board.message in said
    for message in said:
        assert stage.teal.id not in message.pinged
        assert not message.mention_everyone
        assert stage.teal.mention not in message.content
        assert "@everyone" not in message.content


async def run(command: str) -> str:
    """What a shell prints for the command."""
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", command, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    return printed.decode()


def committed(message: Message) -> str:
    (found,) = COMMITMENT.findall(message.content)
    assert isinstance(found, str)
    return found


async def test_the_command_in_the_reveal_prints_the_commitment_posted_before(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("R.RG", blanks=True)
    first = committed(await sandbox.message(match.thread, "the code of round 1 is hidden"))
    await stage.row(match, "R.RG")
    revealed = await sandbox.message(match.thread, "Round 1 is over")
    (proof,) = PROOF.findall(revealed.content)
    assert ":1:" in proof
    assert proof.endswith(":R.RG' | sha256sum")
    assert (await run(proof)).split()[0] == first
    assert first in revealed.content

    stage.swap(match)
    await stage.set_code(match, "RBRG", 2)
    box = await stage.wren.press(stage.said_in(match.thread)[-2], "Set the code")
    await stage.wren.submit(box.modal, {"text": "YYOO"})
    replaced = await sandbox.message(match.thread, "changed the code")
    await match.codebreaker.slash(match.thread, "mastermind concede")
    ended = await sandbox.message(match.thread, "Round 2 is over")
    (proof,) = PROOF.findall(ended.content)
    assert proof.endswith(":YYOO' | sha256sum")
    assert (await run(proof)).split()[0] == committed(replaced) != first


async def test_nobody_but_the_codemaker_is_shown_the_code_or_its_salt_before_the_reveal(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await stage.playing("OYPG")
    await stage.row(match, "RRBB")
    await stage.teal.slash(match.thread, "mastermind board")
    await stage.wren.slash(match.thread, "mastermind board")
    own = {emoji["name"]: emoji["id"] for emoji in sandbox.application.emojis.values()}
    shown = "".join(f"<:mm_{name}:{own[f'mm_{name}']}>" for name in ("orange", "yellow"))

    def told(person: Person) -> str:
        return str(person.payloads)

    for person in (stage.wren, stage.teal):
        assert "OYPG" not in told(person)
        assert shown not in told(person)
    assert "OYPG" in told(stage.robin)
    assert shown in told(stage.robin)
    await stage.wren.slash(match.thread, "mastermind concede")
    assert "OYPG" in told(stage.teal)
    (salt,) = re.findall(r":1:([0-9a-f]{32}):OYPG", told(stage.teal).replace("\\'", "'"))[:1]
    before = [one.content for one in stage.said_in(match.thread)[:-1]]
    assert not any(salt in content for content in before)
