"""A canary code, rows and private words: nobody finds them where they must not be."""

import json
import re
from collections.abc import Iterable

import pytest

from sandbox.model import Json
from tests.e2e.stage import Stage
from tests.e2e.test_flow_privacy import file_of
from tests.e2e.test_start_refused import run_to_end

CODE = "GYPO"
GAP = r"[^a-z0-9]{0,3}"
FORMS = (
    rf"(?<![a-z0-9_-])g{GAP}y{GAP}p{GAP}o(?![a-z0-9_-])",
    rf"(?<![\d.])3{GAP}4{GAP}6{GAP}5(?!\d)",
    rf"(?<![\d.])2{GAP}3{GAP}5{GAP}4(?!\d)",
    r"green[^a-z]{0,40}yellow[^a-z]{0,40}purple[^a-z]{0,40}orange",
    "🟢.{0,3}🟡.{0,3}🟣.{0,3}🟠",
)
"""The code as letters, as digits, as stored numbers, as words or emoji names, as emojis."""
SECRET = re.compile("|".join(FORMS), re.IGNORECASE)


def finds(*found: object) -> list[str]:
    """Where the code stands in any form; ids between the bot's own emojis are overlooked."""
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in found]
    return [text for text in texts if SECRET.search(text.replace("mm_", ""))]


@pytest.mark.parametrize(
    "text",
    [
        "GYPO",
        "`g y p o`",
        "3465",
        "3 4 6 5",
        "[2, 3, 5, 4]",
        "2,3,5,4",
        "Green, yellow, purple, orange",
        "<:mm_green:12345><:mm_yellow:12345><:mm_purple:1><:mm_orange:1>",
        "🟢🟡🟣🟠",
    ],
)
def test_the_search_finds_the_code_in_every_form(text: str) -> None:
    assert finds({"content": text})


def test_digits_of_two_ids_side_by_side_are_not_taken_for_the_code() -> None:
    assert finds("chcy1wvvz2n3mxv54edr0jbyhm") == []


def seen_by_others(stage: Stage) -> list[Json]:
    """What was put before the opponent and the spectator."""
    return [*stage.wren.payloads, *stage.teal.payloads]


def sent_in_public(stage: Stage) -> Iterable[object]:
    """What the bot asked Discord to do but for its answers to the codemaker and messages to her."""
    private = f"/channels/{stage.sandbox.world.dm_with(stage.robin.user).id}/"
    tokens = [
        one.token for one in stage.sandbox.interactions.all.values() if one.user is stage.robin.user
    ]
    for call in stage.sandbox.record.calls:
        if not call.path.startswith(private) and not any(token in call.path for token in tokens):
            yield [call.path, call.query, call.body]


def told_of_others(stage: Stage) -> Iterable[object]:
    """What the gateway said but for what the codemaker herself did or was told in private."""
    robin, private = str(stage.robin.id), stage.sandbox.world.dm_with(stage.robin.user).id
    for event in stage.sandbox.record.events:
        acting = event.data.get("user") or event.data.get("member", {}).get("user") or {}
        if acting.get("id") != robin and event.data.get("channel_id") != str(private):
            yield event.data


def stored_bytes(stage: Stage) -> list[str]:
    """Every file of the data folder."""
    files = [file for file in stage.data.rglob("*") if file.is_file()]
    assert len(files) >= 3
    return [file.read_bytes().decode("latin-1") for file in files]


async def test_a_hidden_code_is_nowhere_before_its_reveal(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    match = await stage.accepted()
    await stage.set_code(match, "BBBB")
    wanted = stage.said_in_private(stage.robin)[0]
    box = await stage.robin.press(wanted, "Set the code")
    await stage.robin.submit(box.modal, {"text": "GYPO Z"})
    await stage.robin.dm("green yellow purple orange")
    await sandbox.message(match.thread, "has changed the code")
    box = await stage.robin.press(stage.said_in_private(stage.robin)[-1], "Change")
    await stage.robin.submit(box.modal, {"text": CODE})
    row = await stage.row(match, "i guess blue blue pink purple")
    row = await stage.row(match, "i guess orange orange blue blue")
    await stage.wren.press(row, "Board")
    await stage.teal.press(row, "Board")
    await stage.teal.slash(match.thread, "mastermind board")
    await stage.robin.dm("my parrot is called Cassowary")
    await stage.wren.say(match.thread, "my parrot is called Cassowary")
    await stage.wren.slash(stage.games, "mastermind matches")
    assert file_of(stage, await stage.wren.slash(stage.games, "privacy export"))["matches"]
    assert file_of(stage, await stage.teal.slash(stage.games, "privacy export"))
    await stage.nothing_owed()
    assert (await run_to_end(stage.environment, "backup")).code == 0
    assert len(list(stage.data.glob("backups/*.sqlite3"))) == 1

    assert finds(*stage.robin.payloads)
    assert finds(*seen_by_others(stage)) == []
    assert finds(*sent_in_public(stage)) == []
    assert finds(*told_of_others(stage)) == []
    assert finds(*stored_bytes(stage)) == []
    assert finds(*(file.decode("latin-1") for file in sandbox.world.files.values())) == []
    assert finds(file_of(stage, await stage.robin.slash(stage.games, "privacy export")))
    stage.settings["LOG_FORMAT"] = "json"
    await stage.restart()
    assert finds(*stored_bytes(stage)) == []
    sandbox.faults.fail(503, method="POST", path=f"/channels/{match.thread.id}/messages")
    await stage.row(match, "i guess orange orange blue blue")
    await stage.robin.dm("my parrot is called Cassowary")
    await stage.wren.slash(match.thread, "mastermind concede")
    assert finds(*seen_by_others(stage)), "now everybody may see it"

    await stage.stop()
    assert finds(*stage.log.splitlines()) == []
    for words in ("orange orange", "oobb", "cassowary", "parrot"):
        assert words not in stage.log.lower()
    assert sandbox.token not in stage.log
    assert not [one for one in sandbox.interactions.all if one in stage.log]
    assert any(line.startswith("{") for line in stage.log.splitlines())


async def test_a_private_match_shows_its_rows_to_its_players_alone(started: Stage) -> None:
    stage, sandbox = started, started.sandbox
    challenge = (await stage.challenge(private=True)).message
    await stage.wren.press(challenge, "Accept")
    (thread,) = await sandbox.wait_for(lambda: sandbox.world.active_threads(stage.guild))
    begun = await sandbox.message(thread, "The match begins")
    box = await stage.robin.press(begun, "Set the code")
    await stage.robin.submit(box.modal, {"text": CODE})
    await sandbox.message(thread, "is hidden")
    await stage.wren.say(thread, CODE)
    await sandbox.message(thread, "Round 1 is over")
    await stage.wren.slash(thread, "mastermind forfeit")
    await stage.nothing_owed()
    assert finds(*stage.wren.payloads)
    assert finds(*stage.teal.payloads) == []
