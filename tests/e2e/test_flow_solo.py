"""`/mastermind solo`: a code of the bot's, cracked alone in private answers or in a thread."""

import hashlib
import json
import re
from collections import Counter
from typing import Any

import pytest

from sandbox import Message, Permission
from sandbox.driver import AnswerKind
from tests.e2e.alone import guess, hidden, in_thread, match_of, privately, wrong
from tests.e2e.panels import admin, by_hand, parts, rows
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES: dict[str, dict[str, Any]] = {
    "classic": {"preset": "classic"},
    "mini": {"preset": "mini"},
    "super": {"preset": "super"},
    "bulls-and-cows": {"preset": "bulls-and-cows"},
    "blanks": {"blanks": True},
    "letters": {"symbols": "letters", "colours": 26, "positions": 8, "rows": 12},
    "widest": {"colours": 10, "positions": 8, "rows": 12, "blanks": True},
}
every_game = pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)


def proven(text: str) -> bool:
    """Whether the command that a message gives prints the fingerprint that it names."""
    fingerprint = re.search(r"fingerprint `([0-9a-f]{64})`", text)
    command = re.search(r"printf '%s' '([^']+)' \| sha256sum", text)
    assert fingerprint
    assert command
    return hashlib.sha256(command[1].encode()).hexdigest() == fingerprint[1]


def keys(code: str, row: str) -> str:
    """The reply, counted in another way than the bot does."""
    black = sum(one == other for one, other in zip(code, row, strict=True))
    common = sum((Counter(code) & Counter(row)).values())
    return f"{black} black, {common - black} white"


# In private answers


@every_game
async def test_a_private_solo_is_one_message_that_only_its_player_sees(
    shared: Stage, options: dict[str, Any]
) -> None:
    stage = shared
    panel = await privately(stage, stage.robin, **options)
    assert panel.buttons == ["Guess", "Give up"]
    match = match_of(panel)
    first, code = wrong(stage, match), hidden(stage, match)
    answer = await guess(stage.robin, panel, first)
    assert answer.kind is AnswerKind.UPDATE
    assert f"**{keys(code, first)}**" in panel.text
    assert "Row 2 of" in panel.text
    await guess(stage.robin, panel, code)
    assert "You cracked the code in **2 rows**." in panel.text
    assert f"**{keys(code, code)}**" in panel.text
    assert proven(panel.text)
    assert panel.buttons == ["Play again", "Analysis"]
    assert stage.teal.sees(stage.games) == []
    assert match not in json.dumps(stage.teal.payloads)


async def test_play_again_gives_another_code_and_leaves_the_end_of_the_last(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    await guess(stage.robin, panel, hidden(stage, match_of(panel)))
    assert "You cracked the code in **1 row**." in panel.text
    answer = await stage.robin.press(panel, "Play again")
    assert panel.buttons == ["Analysis"]
    analysis = await stage.robin.press(panel, "Analysis")
    assert analysis.ephemeral
    assert analysis.message is not panel
    assert "You cracked the code" in panel.text
    (again,) = await stage.sandbox.wait_for(lambda: answer.followups)
    assert again.ephemeral
    assert again.buttons == ["Guess", "Give up"]
    assert match_of(again) != match_of(panel)


async def test_giving_up_is_asked_first_and_shows_the_code(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    match = match_of(panel)
    code = hidden(stage, match)
    await guess(stage.robin, panel, wrong(stage, match))
    await stage.robin.press(panel, "Give up")
    assert "**Give up?** I will show you the code, and it counts as not found." in panel.text
    assert panel.buttons == ["Give up", "Play on"]
    await stage.robin.press(panel, "Play on")
    assert panel.buttons == ["Guess", "Give up"]
    await stage.robin.press(panel, "Give up")
    await stage.robin.press(panel, "Give up")
    assert "You gave up.\nThe code: " in panel.text
    assert code in panel.text
    assert "So far here: 1 solo · 0 cracked" in panel.text


async def test_what_was_never_begun_counts_for_nothing(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    match = match_of(panel)
    await stage.robin.press(panel, "Give up")
    assert "You have not played a row yet, so it will not count." in panel.text
    await stage.robin.press(panel, "Give up")
    assert "You gave up before the first row, so it does not count." in panel.text
    assert panel.buttons == []
    assert rows(stage, "SELECT * FROM solo_results WHERE match_id = ?", match) == []
    assert match_of(await privately(stage, stage.robin)) != match


async def test_a_second_private_solo_shows_the_first_one(shared: Stage) -> None:
    stage = shared
    first = await privately(stage, stage.robin)
    played = wrong(stage, match_of(first))
    await guess(stage.robin, first, played)
    second = await privately(stage, stage.robin, preset="super")
    assert match_of(second) == match_of(first)
    assert "You are cracking this code already" in second.text
    assert "Row 2 of 10" in second.text
    await guess(stage.robin, second, played)
    await guess(stage.robin, first, played)
    assert "Row 4 of 10" in first.text, "an older panel goes on as well"
    others = await privately(stage, stage.wren, preset="super")
    assert match_of(others) != match_of(first)
    assert "already" not in others.text


async def test_a_row_that_cannot_be_read_costs_nothing(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    refused = await guess(stage.robin, panel, "RB")
    assert refused.ephemeral
    assert "too short" in refused.text
    assert "Row 1 of 10" in panel.text


async def test_the_box_is_that_of_every_match_and_outlives_a_panel_that_is_gone(
    shared: Stage,
) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    box = await stage.robin.press(panel, "Guess")
    assert box.modal.title == "Row 1 of 10"
    answer = await stage.robin.submit(box.modal, {"text": wrong(stage, match_of(panel))})
    assert answer.message is panel
    assert "Row 2 of 10" in panel.text


async def test_it_can_be_played_where_no_match_can(shared: Stage) -> None:
    stage = shared
    _, thread = await in_thread(stage, stage.wren)
    answer = await stage.robin.slash(thread, "mastermind solo")
    assert answer.ephemeral
    assert answer.message.buttons == ["Guess", "Give up"]


async def test_after_the_rows_the_code_is_shown(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin, preset="mini")
    row, code = wrong(stage, match_of(panel)), hidden(stage, match_of(panel))
    for _ in range(6):
        await guess(stage.robin, panel, row)
    assert "6 rows were not enough this time." in panel.text
    assert code in panel.text
    assert panel.buttons == ["Play again", "Analysis"]


# What others can do with it


async def test_a_stranger_gets_nothing_from_the_panels_buttons(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    await guess(stage.robin, panel, wrong(stage, match_of(panel)))
    running = parts(panel)
    await stage.robin.press(panel, "Give up")
    asked = parts(panel)
    await stage.robin.press(panel, "Play on")
    board = {**running[0], "custom_id": running[0]["custom_id"].replace("guess", "board")}
    before, public = stage.stored(), await _public(stage)
    for part in (*running, *asked, board):
        answer = await by_hand(stage, stage.teal, public, part)
        assert answer.ephemeral
        assert answer.text.startswith("Only the one who plays here can do that."), part
    forged = await stage.teal.press(public, "Guess")
    data = {**forged.modal.data, "custom_id": f"mb:submit-guess:{match_of(panel)}:1"}
    box = type(forged.modal)(forged.modal.interaction, data)
    refused = await stage.teal.submit(box, {"text": "RBRG"})
    assert refused.text.startswith("Only the one who plays here can do that.")
    kept = "FROM rows WHERE match_id = ?"
    assert len(rows(stage, f"SELECT number {kept}", match_of(panel))) == 1
    assert stage.stored().count(match_of(panel)) == before.count(match_of(panel))


async def _public(stage: Stage) -> Message:
    """Something that Teal sees, with **Guess** on it."""
    _, thread = await in_thread(stage, stage.teal)
    return await stage.sandbox.message(thread, "The code is hidden.")


async def test_the_panels_own_buttons_do_nothing_to_a_match_in_a_thread(shared: Stage) -> None:
    stage = shared
    _, thread = await in_thread(stage, stage.robin)
    shown = await stage.sandbox.message(thread, "The code is hidden.")
    match = match_of(shown)
    before = rows(stage, "SELECT version, phase FROM matches WHERE id = ?", match)
    for action in ("give-up", "play-on", "show-code"):
        part = {**parts(shown)[0], "custom_id": f"mm:{action}:{match}:1"}
        answer = await by_hand(stage, stage.robin, shown, part)
        assert answer.ephemeral
    assert rows(stage, "SELECT version, phase FROM matches WHERE id = ?", match) == before


async def test_nothing_that_anybody_is_sent_holds_the_running_code(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin, **GAMES["letters"])
    _, thread = await in_thread(stage, stage.robin, **GAMES["letters"])
    shown = await stage.sandbox.message(thread, "The code is hidden.")
    running = (match_of(panel), match_of(shown))
    codes = [hidden(stage, match) for match in running]
    await guess(stage.robin, panel, "ABCDEFGH")
    await stage.answer_to(await stage.robin.say(thread, "ABCDEFGH"))
    await stage.robin.press(panel, "Give up")
    await stage.robin.slash(thread, "mastermind board")
    await stage.robin.slash(thread, "mastermind forfeit")
    await stage.robin.slash(stage.games, "mastermind matches")
    await stage.robin.slash(stage.games, "privacy export")
    sent = json.dumps(
        [
            *stage.robin.payloads,
            *stage.teal.payloads,
            *(call.body for call in stage.sandbox.record.calls),
        ],
        default=str,
    )
    files = b"".join(stage.sandbox.world.files.values()).decode("latin-1")
    for code in codes:
        for form in (code, " ".join(code), code.lower()):
            assert form not in sent
            assert form not in files


# In a thread


@every_game
async def test_a_solo_in_a_thread_is_played_by_messages(
    shared: Stage, options: dict[str, Any]
) -> None:
    stage = shared
    message, thread = await in_thread(stage, stage.robin, **options)
    assert message.text.startswith("**Robin** cracks a code of mine alone")
    assert thread.name == "Mastermind: Robin"
    match = match_of(await stage.sandbox.message(thread, "The code is hidden."))
    row, code = wrong(stage, match), hidden(stage, match)
    reply = await stage.answer_to(await stage.robin.say(thread, row))
    assert reply.text.startswith("Row 1 of ")
    await stage.robin.slash(thread, "mastermind guess", code=code)
    end = await stage.sandbox.message(thread, "cracked a code of mine alone in 2 rows.")
    assert code in end.text
    assert proven(end.text)
    assert "draw" not in end.text
    assert "points" not in end.text
    assert end.buttons == ["Play again", "Analysis"]
    await stage.sandbox.wait_for(lambda: "in 2 rows." in message.text)
    assert message.buttons == []


async def test_the_player_is_pinged_once_and_nobody_else_ever(shared: Stage) -> None:
    stage = shared
    _, thread = await in_thread(stage, stage.robin)
    first, code_set = stage.said_in(thread)
    assert first.mentions == [stage.robin.id]
    assert code_set.mentions == []
    await stage.answer_to(await stage.robin.say(thread, "RRRR"))
    end = await stage.robin.slash(thread, "mastermind concede")
    await stage.robin.press(end.message, "Play again")
    await stage.nothing_owed()
    assert all(said.mentions == [] for said in stage.said_in(thread)[1:])


async def test_only_the_player_plays_in_the_thread(shared: Stage) -> None:
    stage = shared
    _, thread = await in_thread(stage, stage.robin)
    shown = await stage.sandbox.message(thread, "The code is hidden.")
    await stage.teal.say(thread, "RBRG")
    refused = await stage.teal.press(shown, "Guess")
    assert refused.text.startswith("Only the one who plays here can do that.")
    stopped = await stage.teal.slash(thread, "mastermind concede")
    assert stopped.text.startswith("Only the one who plays here can do that.")
    reply = await stage.answer_to(await stage.robin.say(thread, "YYYY"))
    assert reply.text.startswith("Row 1 of 10")


async def test_what_the_bot_lacks_for_a_thread_is_named_before_anything_is_posted(
    shared: Stage,
) -> None:
    stage = shared
    stage.sandbox.deny(stage.games, stage.sandbox.bot, Permission.CREATE_PUBLIC_THREADS)
    refused = await stage.robin.slash(stage.games, "mastermind solo", private=False)
    assert refused.ephemeral
    assert "**Create Public Threads**" in refused.text
    panel = await privately(stage, stage.robin)
    assert panel.buttons == ["Guess", "Give up"], "a private one needs no permission"


# Where else it shows


async def test_open_solos_are_listed_with_the_way_to_them(shared: Stage) -> None:
    stage = shared
    await privately(stage, stage.robin)
    _, thread = await in_thread(stage, stage.robin)
    listed = await stage.robin.slash(stage.games, "mastermind matches")
    assert "- **Solo** · row 1 of 10 · `/mastermind solo` shows it" in listed.text
    assert f"- **Solo** · row 1 of 10 · https://discord.com/channels/{stage.guild.id}/" in (
        listed.text
    )
    assert f"/{thread.id}" in listed.text
    assert listed.message.buttons == []


async def test_a_private_solo_can_be_given_up_from_the_list(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    code = hidden(stage, match_of(panel))
    await guess(stage.robin, panel, wrong(stage, match_of(panel)))
    question = await stage.robin.slash(stage.games, "mastermind forfeit")
    assert question.text.startswith("**Give up?** I will show you the code")
    await stage.robin.press(question.message, "Forfeit")
    assert "You gave up." in question.text
    assert code in question.text


async def test_admins_see_and_end_what_is_in_threads_alone(shared: Stage) -> None:
    stage = shared
    manager = admin(stage)
    panel = await privately(stage, stage.wren)
    _, thread = await in_thread(stage, stage.wren)
    offered = await manager.autocomplete(stage.games, "mastermind-admin end", "match", match="")
    (only,) = offered.choices
    assert only["name"].startswith("Wren – Solo · round 1, row 1 · ")
    hidden_from_them = await manager.slash(
        stage.games, "mastermind-admin end", match=match_of(panel)
    )
    assert hidden_from_them.text.startswith("I do not know that match any more.")
    question = await manager.slash(stage.games, "mastermind-admin end", match=only["value"])
    await manager.press(question.message, "End the match")
    await stage.sandbox.message(thread, "An admin of this server ended this.")


async def test_solos_are_on_no_leaderboard(shared: Stage) -> None:
    stage = shared
    panel = await privately(stage, stage.robin)
    await guess(stage.robin, panel, hidden(stage, match_of(panel)))
    _, thread = await in_thread(stage, stage.robin)
    await stage.robin.say(
        thread, hidden(stage, match_of(await stage.sandbox.message(thread, "The code is hidden.")))
    )
    await stage.sandbox.message(thread, "alone in 1 row.")
    for sort in ("points", "wins"):
        board = await stage.robin.slash(stage.games, "leaderboard", sort=sort)
        assert "Robin" not in board.text
    assert rows(stage, "SELECT * FROM results WHERE guild = ?", stage.guild.id) == []
    kept = "SELECT kind, solved, rows_used FROM solo_results WHERE guild = ?"
    assert rows(stage, kept, stage.guild.id) == [("solo", 1, 1)] * 2
