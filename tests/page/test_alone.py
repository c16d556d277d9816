"""What one person plays without another, by clicking only, on what `make play` runs."""

import re
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Locator, expect

from bot.engine import Code, Feedback, score
from tests.page.browser import Visitor
from tests.page.table import ENGLISH, Player, playing

LETTERS = "".join(ENGLISH.colours)
KEYS = re.compile(r"(\d) black, (\d) white")
THOUGHTS = 40_000.0
"""Milliseconds within which the bot cracks a code: it takes a few seconds for each row."""


@pytest_asyncio.fixture(loop_scope="session")
async def robin(tmp_path: Path, visitor: Visitor) -> AsyncIterator[Player]:
    """Robin at a tab, with nothing played yet."""
    async with playing(tmp_path / "play") as address:
        player = Player(await visitor.open(f"{address}/?as=robin"), ENGLISH)
        await player.settle()
        yield player
        await player.page.close()


def newest(player: Player) -> Locator:
    """The last message of the channel shown."""
    return player.log.get_by_role("article").last


async def crack(player: Player) -> int:
    """Find the code that the newest message is about, by rows that may be it; after how many."""
    left = [Code(code) for code in product(range(len(LETTERS)), repeat=4)]
    row = 0
    while len(left) > 1:
        row += 1
        await player.guess("".join(LETTERS[symbol] for symbol in left[0]))
        replies = newest(player).locator("strong").filter(has_text=KEYS)
        await expect(replies).to_have_count(row)
        found = KEYS.search(await replies.last.inner_text())
        assert found is not None
        keys = Feedback(int(found[1]), int(found[2]))
        if keys.black == len(left[0]):
            return row
        left = [code for code in left[1:] if score(code, left[0]) == keys]
    await player.guess("".join(LETTERS[symbol] for symbol in left[0]))
    return row + 1


async def test_a_solo_and_another_one(robin: Player) -> None:
    await robin.use("/mastermind solo")
    rows = await crack(robin)
    await robin.last_message_says(f"You cracked the code in {rows} row")
    await robin.press("Analysis")
    await robin.last_message_says("codes left")
    await robin.press("Play again")
    await crack(robin)
    await robin.last_message_says("2 solos · 2 cracked")


async def test_a_daily_that_is_shared(robin: Player) -> None:
    await robin.use("/mastermind daily")
    rows = await crack(robin)
    await robin.press("Share")
    await robin.last_message_says(f"solved in {rows} of 10 rows · 1296 →")
    await robin.use("/mastermind daily")
    await expect(newest(robin).get_by_role("button", name="Guess")).to_have_count(0)


async def test_the_open_round_of_practice(robin: Player) -> None:
    await robin.use("/mastermind practice")
    await robin.last_message_says("Level 1 of 6")
    await robin.choose_from("How many black?", "1 black")
    black = newest(robin).get_by_role("combobox", name="How many black?")
    await expect(black).not_to_have_attribute("aria-busy", "true")  # it would close the other list
    await robin.choose_from("How many white?", "1 white")
    await robin.press("Next exercise")
    await expect(newest(robin).get_by_role("combobox", name="How many black?")).to_be_visible()


async def test_a_match_against_the_bot(robin: Player) -> None:
    await robin.challenge_by_menu("Mastermind APP")
    await robin.open_thread("Mastermind")
    await robin.hide("RBRG")
    await expect(robin.log).to_contain_text("Round 1 is over", timeout=THOUGHTS)
