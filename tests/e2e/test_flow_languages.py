"""French and Dutch: what everybody reads by the server, what one person reads by their Discord."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from sandbox import Channel, Message, Person
from sandbox.model import Json
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

ALIKE = {
    "fr": {"mastermind", "mastermind-admin", "code", "points", "positions", "solo", "Points"},
    "nl": {
        "mastermind",
        "privacy",
        "code",
        "codemaker",
        "help",
        "hints",
        "solo",
        "Letters",
        "Perfect",
    },
}
"""Names that are the same word in English."""


@dataclass
class Aviary:
    """A French server with a French challenger and a Dutch opponent who hides the first code."""

    stage: Stage
    salon: Channel
    robin: Person
    wren: Person
    challenge: Message

    async def thread(self) -> Channel:
        """The match, once Wren has accepted it."""
        accepted = await self.wren.press(self.challenge, "Accepter")
        assert "partij" in accepted.text
        sandbox = self.stage.sandbox
        return await sandbox.wait_for(lambda: sandbox.thread_of(self.challenge))


async def french(stage: Stage) -> Aviary:
    sandbox = stage.sandbox
    guild = sandbox.add_guild("Volière", locale="fr")
    salon = sandbox.add_text_channel(guild, "salon")
    robin = sandbox.add_person("Robin", locale="fr", guilds=[guild])
    wren = sandbox.add_person("Wren", locale="nl", guilds=[guild])
    answer = await robin.slash(
        salon, "mastermind défi", adversaire=wren, symboles="Couleurs", codeur="Mon adversaire"
    )
    return Aviary(stage, salon, robin, wren, answer.message)


def parts(command: Json) -> Iterator[Json]:
    """A command with its subcommands and options, and the choices of these that are words."""
    yield command
    yield from (one for one in command.get("choices", []) if isinstance(one["value"], str))
    for option in command.get("options", []):
        yield from parts(option)


async def test_all_names_descriptions_and_choices_are_registered_in_french_and_dutch(
    shared: Stage,
) -> None:
    registered = list(shared.sandbox.application.commands.values())
    assert {command["name"] for command in registered} == {
        *("mastermind", "mastermind-admin", "privacy", "leaderboard"),
        "Challenge to Mastermind",
    }
    for part in (part for command in registered for part in parts(command)):
        named = part.get("name_localizations") or {}
        for language, alike in ALIKE.items():
            assert language in named or part["name"] in alike, part["name"]
        if part.get("description"):
            assert part["description_localizations"].keys() >= {"fr", "nl"}, part["name"]


async def test_a_challenge_is_in_the_server_s_language_and_private_answers_in_the_reader_s(
    shared: Stage,
) -> None:
    scene = await french(shared)
    challenge = scene.challenge
    assert challenge.buttons == ["Accepter", "Refuser", "Annuler", "Règles"]
    assert "6 couleurs" in challenge.content
    assert "manches" in challenge.content
    assert challenge.pinged == [scene.wren.id]
    refused = await scene.robin.press(challenge, "Accepter")
    assert refused.ephemeral
    assert "défi" in refused.text
    assert "## Regels" in (await scene.wren.press(challenge, "Règles")).text
    helped = await scene.wren.slash(scene.salon, "mastermind help")
    assert "`/mastermind uitdagen`" in helped.text
    helped = await scene.robin.slash(scene.salon, "mastermind aide")
    assert "`/mastermind défi`" in helped.text
    board = await scene.wren.slash(scene.salon, "ranglijst")
    assert "Classement" in board.text


async def test_a_code_is_asked_for_and_read_in_the_codemaker_s_language(shared: Stage) -> None:
    scene = await french(shared)
    wren = scene.wren
    await scene.thread()
    await shared.sandbox.wait_for(lambda: shared.said_in_private(wren))
    asked = shared.said_in_private(wren)[0]
    assert "Ronde 1 tegen **Robin**" in asked.content
    assert "Code instellen" in asked.buttons
    box = await wren.press(asked, "Code instellen")
    assert box.modal.title.startswith("Ronde 1")
    assert "Rood (R)" in str(box.modal.data)
    short = await wren.submit(box.modal, {"text": "rood blauw"})
    assert "te kort" in short.text
    typed_short = await shared.answer_to(await wren.dm("rood"))
    assert "te kort" in typed_short.content
    read = await shared.answer_to(await wren.dm("rood blauw rood groen"))
    assert "`RBRG`" in read.content
    assert read.buttons == ["Wijzigen"]


async def test_rows_are_answered_in_french_for_all_and_in_dutch_for_one(shared: Stage) -> None:
    scene = await french(shared)
    robin, wren = scene.robin, scene.wren
    thread = await scene.thread()
    await wren.dm("rood blauw rood groen")
    told = await shared.sandbox.wait_for(
        lambda: next((one for one in shared.said_in(thread) if one.pinged == [robin.id]), None)
    )
    assert told.buttons == ["Proposer", "Plateau"]
    reply = await shared.answer_to(await robin.say(thread, "rouge bleu bleu vert"))
    row, keys = reply.content.splitlines()
    assert row.startswith("Ligne 1 sur 10 · ")
    assert keys.startswith("**3 noirs, 0 blanc**")
    reply = await shared.answer_to(await robin.say(thread, "je propose R J R B"))
    assert "**2 noirs, 1 blanc**" in reply.content
    reply = await shared.answer_to(await robin.say(thread, "V V R R"))
    assert "**1 noir, 2 blancs**" in reply.content
    unreadable = await shared.answer_to(await robin.say(thread, "R B V"))
    assert "trop court" in unreadable.content

    board = await wren.press(reply, "Plateau")
    assert "**2 zwart, 1 wit**" in board.text
    board = await robin.slash(thread, "mastermind plateau")
    assert "**2 noirs, 1 blanc**" in board.text
    given_up = await robin.slash(thread, "mastermind céder")
    assert "11 points" in given_up.text
    assert "manche" in given_up.text.lower()


async def test_a_private_page_of_a_public_leaderboard_stays_in_the_reader_s_language(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    flock = [sandbox.add_person(f"Bird {one}", guilds=[stage.guild]) for one in "ABCDEFGHIJKL"]
    for winner, loser in zip(flock[::2], flock[1::2], strict=True):
        await stage.won_by(winner, loser)
    dutch = sandbox.add_person("Lark", locale="nl", guilds=[stage.guild])
    board = (await stage.teal.slash(stage.games, "leaderboard")).message
    page = await dutch.press(board, "Next")
    assert page.message.buttons == ["Vorige", "Volgende"]
    await dutch.press(page.message, "Vorige")
    assert page.message.buttons == ["Vorige", "Volgende"]
    assert "punten" in page.text
    assert board.buttons == ["Previous", "Next"]
