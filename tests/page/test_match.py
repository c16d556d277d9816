"""A match from the first press to the leaderboard, on what `make play` runs."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.page.browser import NARROW, WIDE, Visitor
from tests.page.table import ENGLISH, FRENCH, Player, Words, playing

FIRST_CODE, FIRST_ROWS = "RBRG", ("RRBY", "RBRG")
SECOND_CODE, SECOND_ROWS = "OYOG", ("OOYP", "OYGO", "OYOG")
"""The replies to all rows but the winning ones are `Words.replies`, in this order."""
BOTH = pytest.mark.parametrize("words", [ENGLISH, FRENCH], ids=["en", "fr"])


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """Where the page is, with nothing played yet."""
    async with playing(tmp_path / "play") as address:
        yield address


Sit = Callable[..., Awaitable[tuple[Player, Player]]]


@pytest.fixture
def sit(address: str, visitor: Visitor) -> Sit:
    """Seats Robin and Wren, each at a tab of their own; they leave before the sandbox ends."""

    async def two(words: Words, size: tuple[int, int] = WIDE) -> tuple[Player, Player]:
        robin = Player(await visitor.open(f"{address}/?as=robin", size=size), words)
        wren = Player(await visitor.open(f"{address}/?as=wren", size=size), words)
        for player in (robin, wren):
            await player.settle()
        return robin, wren

    return two


async def see_the_leaderboard(robin: Player, other_place: str) -> None:
    """Wren leads in the server played in, and nobody in the other one."""
    await robin.open_games()
    await robin.look_at_leaderboard()
    await robin.last_message_says("Wren")
    await robin.page.get_by_role("link", name=other_place).click()
    await robin.look_at_leaderboard()
    board = robin.log.get_by_role("article").last
    await expect(board).to_contain_text("/")  # the command that starts the first match there
    await expect(board).not_to_contain_text("Wren")


@BOTH
async def test_a_match_by_clicking_only(sit: Sit, words: Words) -> None:
    robin, wren = await sit(words)
    await robin.challenge_by_menu("Wren")
    await robin.hide(FIRST_CODE)
    await wren.press(words.accept)
    for player in (robin, wren):
        await player.open_thread()
    await wren.guess(FIRST_ROWS[0])
    await robin.last_message_says(words.replies[0])
    await wren.guess(FIRST_ROWS[1])
    await wren.hide(SECOND_CODE)
    await robin.last_message_says("@Robin")  # that the code is hidden; before, Guess is an old one
    await robin.guess(SECOND_ROWS[0])
    await wren.last_message_says(words.replies[1])
    await robin.guess(SECOND_ROWS[1])
    await wren.last_message_says(words.replies[2])
    await robin.guess(SECOND_ROWS[2])
    for player in (robin, wren):
        await player.last_message_says(words.wins)
    await see_the_leaderboard(robin, "Meadow" if words is ENGLISH else "Aviary")


@BOTH
async def test_a_match_by_the_keyboard(sit: Sit, words: Words) -> None:
    robin, wren = await sit(words)
    await robin.write(f"{words.challenge_line} @Wren")
    await robin.sees("Wren")
    await robin.press_by_keyboard(words.set_code)
    await robin.fill_in_text(FIRST_CODE)
    await wren.press_by_keyboard(words.accept)
    for player in (robin, wren):
        await player.open_thread_by_keyboard()
    for row, reply in zip(FIRST_ROWS[:-1], words.replies[:1], strict=True):
        await wren.write(row)
        await robin.last_message_says(reply)
    await wren.write(FIRST_ROWS[-1].lower())
    await wren.press_by_keyboard(words.set_code)
    await wren.fill_in_text(SECOND_CODE)
    for row, reply in zip(SECOND_ROWS[:-1], words.replies[1:], strict=True):
        await robin.write(" ".join(row))
        await wren.last_message_says(reply)
    await robin.write(SECOND_ROWS[-1])
    for player in (robin, wren):
        await player.last_message_says(words.wins)


async def test_a_match_on_two_phones_whose_code_comes_by_private_message(
    sit: Sit,
) -> None:
    robin, wren = await sit(ENGLISH, size=NARROW)
    await robin.write("/mastermind challenge @Wren codemaker:opponent")
    await robin.page.keyboard.press("Enter")  # the first one took the choice from its list
    await wren.press("Accept")
    await wren.open_direct()
    await wren.last_message_says("type it here")
    await wren.write("red blue red green")
    await expect(wren.log.get_by_role("button", name="Change")).to_be_visible()
    await robin.open_thread()
    await robin.write("RRBY")
    await robin.last_message_says("1 black, 2 white")
    for player in (robin, wren):
        wide = await player.page.evaluate("document.documentElement.scrollWidth")
        assert wide == NARROW[0]
