"""The bot as opponent: it takes a challenge at once, hides codes, and cracks those of people."""

import asyncio
import re

import pytest

from sandbox.model import ChannelType
from tests.e2e.care import OPEN, lost, threads
from tests.e2e.duel import bots_rows, crack, cracked, duel, hide
from tests.e2e.stage import Match, Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_challenge_to_the_bot_begins_at_once_and_pings_nobody_in_the_channel(
    shared: Stage,
) -> None:
    stage = shared
    match = await duel(stage)
    said = match.challenge.content
    assert "**Robin** plays a match of Mastermind against **Mastermind**." in said
    for part in ("Classic", "2 rounds", "level: Fair"):
        assert part in said
    assert match.challenge.pinged == []
    assert match.challenge.buttons == ["Rules"]
    first = await stage.sandbox.message(match.thread, "The match begins")
    assert first.pinged == [stage.robin.id]
    assert f"{stage.robin.mention} hides the first code, **Mastermind** cracks it." in first.content
    assert first.buttons == ["Set the code", "Random code"]
    private = await stage.sandbox.wait_for(lambda: stage.said_in_private(stage.robin))
    assert "Round 1 against **Mastermind**" in private[0].content
    assert stage.said_in(stage.games) == [match.challenge]


async def test_the_menu_of_the_bot_challenges_it_with_the_defaults(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    answer = await stage.robin.user_menu(
        stage.games, "Challenge to Mastermind", sandbox.person(sandbox.bot)
    )
    assert "level: Fair" in answer.message.content
    await sandbox.wait_for(lambda: sandbox.thread_of(answer.message))


async def test_a_whole_match_against_the_bot_is_on_its_own_board(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await duel(stage, level="perfect", hints=True)
    await hide(stage, match, "RRBG")
    told = await sandbox.message(match.thread, "The code of round 1 is hidden.")
    assert "**Mastermind** has 10 rows to find it." in told.content
    assert (told.pinged, told.buttons) == ([], ["Board"])

    ended = await cracked(stage, match, 1)
    rows = bots_rows(stage, match)
    assert 1 <= len(rows) <= 5
    assert f"**Mastermind** cracked the code in {len(rows)} row" in ended.content
    assert (ended.pinged, ended.buttons) == ([], ["Board", "Analysis"])
    hidden = await sandbox.message(match.thread, "the code of round 2 is hidden")
    assert hidden.pinged == [stage.robin.id]

    taken = await crack(stage, match)
    end = await sandbox.message(match.thread, "Round 2 is over")
    assert f"Final totals: **Robin** {len(rows)}, **Mastermind** {taken}" in end.content
    assert "It was played with hints." in end.content
    assert "On the leaderboard of matches against the bot:\n#1 **Robin** · " in end.content
    await sandbox.wait_for(lambda: "Final totals" in match.challenge.text)
    assert "It was played with hints." in match.challenge.text

    people = await stage.teal.slash(stage.games, "leaderboard")
    assert "No finished match counts on this board yet." in people.text
    board = await stage.teal.slash(stage.games, "leaderboard", sort="bot")
    lines = [line for line in board.text.splitlines() if line.startswith("#")]
    assert [line.split(" · ")[:2] for line in lines] == [
        ["#1 **Robin**", f"{len(rows)} point" + "s" * (len(rows) != 1)]
    ]


async def test_a_rematch_begins_at_once_with_the_roles_swapped(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await duel(stage, codemaker="opponent")
    await stage.row(match, "RRRR")
    question = await stage.robin.slash(match.thread, "mastermind forfeit")
    await stage.robin.press(question.message, "Forfeit")
    end = await sandbox.message(match.thread, "so **Mastermind** wins the match")
    again = await stage.robin.press(end, "Rematch")
    assert again.message.content.startswith("The rematch begins.")
    assert again.message.buttons == ["Set the code", "Random code"]
    await hide(stage, match, "RRBB")
    await cracked(stage, match, 1)


async def test_several_games_at_once_of_digits_letters_and_colours(shared: Stage) -> None:
    stage = shared
    games: list[tuple[str, dict[str, object]]] = [
        ("0123", {"preset": "bulls-and-cows", "level": "strong"}),
        ("BCA", {"positions": 3, "symbols": "letters", "colours": 4, "level": "fair"}),
        ("RRBGY", {"preset": "super", "level": "fair"}),
        ("RY.", {"positions": 3, "colours": 4, "blanks": True, "level": "strong"}),
    ]
    matches = []
    for code, options in games:
        match = await duel(stage, **options)
        await hide(stage, match, code)
        matches.append(match)
    ends = await asyncio.gather(*(cracked(stage, match, 1) for match in matches))
    for (code, _), match, end in zip(games, matches, ends, strict=True):
        assert re.search(rf"printf '%s' '\w+:1:\w+:{re.escape(code)}'", end.content)
        assert "**Mastermind** cracked the code" in end.content
        numbers = [int(row.split()[1]) for row in bots_rows(stage, match)]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"positions": 8, "colours": 10}, "more codes than I can look through"),
        ({"preset": "super", "level": "perfect"}, "how to play this game perfectly"),
    ],
)
async def test_what_the_bot_cannot_play_is_refused_before_anything_is_posted(
    shared: Stage, options: dict[str, object], reason: str
) -> None:
    refused = await shared.robin.slash(
        shared.games, "mastermind challenge", opponent=shared.sandbox.bot, **options
    )
    assert refused.ephemeral
    assert reason in refused.text
    assert shared.said_in(shared.games) == []


async def test_a_level_for_a_person_and_other_bots_are_refused(shared: Stage) -> None:
    stage = shared
    refused = await stage.challenge(level="easy")
    assert refused.ephemeral
    assert "A level says how well I play" in refused.text
    other = stage.sandbox.add_other_bot("Rook", guilds=[stage.guild])
    refused = await stage.robin.slash(stage.games, "mastermind challenge", opponent=other)
    assert "Other bots do not take challenges." in refused.text
    assert stage.said_in(stage.games) == []


async def test_nobody_is_sent_the_bots_code_before_its_round_is_over(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await duel(
        stage, codemaker="opponent", positions=6, symbols="letters", colours=14, level="easy"
    )
    await stage.row(match, "ABCDEF")
    await stage.robin.slash(match.thread, "mastermind board")
    people = (stage.robin, stage.wren, stage.teal)
    before = [len(one.payloads) for one in people]
    calls, events = len(sandbox.record.calls), len(sandbox.record.events)
    await stage.robin.slash(match.thread, "mastermind concede")
    end = await sandbox.message(match.thread, "Round 1 is over")
    found = re.search(r"printf '%s' '\w+:1:\w+:([A-N]{6})'", end.content)
    assert found is not None
    code = re.compile(" ?".join(found[1]))
    assert all(code.search(str(one.payloads)) for one in people)
    for one, count in zip(people, before, strict=True):
        assert not code.search(str(one.payloads[:count]))
    assert not code.search(str([call.body for call in sandbox.record.calls[:calls]]))
    assert not code.search(str([event.data for event in sandbox.record.events[:events]]))


async def test_a_private_match_against_the_bot_is_played_in_a_private_thread(
    shared: Stage,
) -> None:
    stage, sandbox = shared, shared.sandbox
    answer = await stage.robin.slash(
        stage.games, "mastermind challenge", opponent=sandbox.bot, private=True
    )
    thread = await sandbox.wait_for(lambda: next(iter(threads(stage)), None))
    assert thread.type is ChannelType.PRIVATE_THREAD
    match = Match(thread, answer.message, stage.robin, stage.robin)
    await sandbox.message(thread, "The match begins")
    assert thread in stage.robin.threads
    await hide(stage, match, "RRBB")
    await cracked(stage, match, 1)


async def test_the_bot_goes_on_with_its_rows_in_a_new_thread(shared: Stage) -> None:
    stage, sandbox = shared, shared.sandbox
    match = await duel(stage)
    await hide(stage, match, "RRBB")
    await stage.nothing_owed()
    old = threads(stage)
    sandbox.delete_channel(match.thread)
    told = await lost(stage)
    assert told.content.startswith("**Robin**, I cannot write in the thread of your match")
    await stage.robin.press(told, OPEN)
    (match.thread,) = await sandbox.wait_for(lambda: set(threads(stage)) - set(old))
    begun = await sandbox.message(match.thread, "goes on with the match")
    assert "against **Mastermind**, which is to move: row 1 of 10" in begun.content
    assert (begun.pinged, begun.buttons) == ([stage.robin.id], ["Board"])
    await cracked(stage, match, 1)
