"""Two people at two tabs, on what `make play` runs."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from sandbox.process import ROOT

COLOURS = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "O": "Orange", "P": "Purple"}
COULEURS = {"R": "Rouge", "B": "Bleu", "G": "Vert", "Y": "Jaune", "O": "Orange", "P": "Violet"}


@dataclass(frozen=True)
class Words:
    """What things are called in one language; `place` is a server, `games` its first channel."""

    place: str
    games: str
    locale: str
    challenge: str
    challenge_line: str
    accept: str
    set_code: str
    guess: str
    position: str
    submit: str
    send: str
    use_command: str
    leaderboard: str
    replies: tuple[str, ...]
    wins: str
    colours: Mapping[str, str]


ENGLISH = Words(
    place="Aviary",
    games="games",
    locale="en-US",
    challenge="Challenge to Mastermind",
    challenge_line="/mastermind challenge",
    accept="Accept",
    set_code="Set the code",
    guess="Guess",
    position="Position {}",
    submit="Submit",
    send="Send",
    use_command="Use a command",
    leaderboard="/leaderboard",
    replies=("1 black, 2 white", "1 black, 2 white", "2 black, 2 white"),
    wins="Wren wins the match",
    colours=COLOURS,
)
FRENCH = Words(
    place="Meadow",
    games="jeux",
    locale="fr",
    challenge="Défier au Mastermind",
    challenge_line="/mastermind défi",
    accept="Accepter",
    set_code="Choisir le code",
    guess="Proposer",
    position="Position {}",
    submit="Valider",
    send="Envoyer",
    use_command="Utiliser une commande",
    leaderboard="/classement",
    replies=("1 noir, 2 blancs", "1 noir, 2 blancs", "2 noirs, 2 blancs"),
    wins="Wren gagne la partie",
    colours=COULEURS,
)


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[str]:
    """`python -m sandbox.play` on a free port, and its address, until Ctrl-C."""
    process = await asyncio.create_subprocess_exec(
        *(str(ROOT / ".venv/bin/python"), "-m", "sandbox.play", "--port", "0"),
        *("--folder", str(folder), "--no-browser"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            first = (await process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", first)
        assert found, first
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        code = await process.wait()
    assert code == 0


class Player:
    """One person at one tab."""

    def __init__(self, page: Page, words: Words) -> None:
        self.page = page
        self.words = words

    async def settle(self) -> None:
        """Speak the language of these words and stand in their server's first channel."""
        await self._open_drawer()
        await self.page.locator("select[data-key=language]").select_option(self.words.locale)
        await self.page.get_by_role("link", name=self.words.place).click()
        await self._open_channel(self.words.games)

    @property
    def log(self) -> Locator:
        """The messages of the channel shown."""
        return self.page.get_by_role("log")

    async def press(self, label: str) -> None:
        """Press the newest button of that name on a message."""
        await self.log.get_by_role("button", name=label, exact=True).last.click()

    async def challenge_by_menu(self, opponent: str) -> None:
        """Challenge somebody from the list of members."""
        people = self.page.get_by_role("complementary")
        await people.get_by_role("button", name=opponent, exact=True).click()
        await self.page.get_by_role("menuitem", name=self.words.challenge).click()

    async def choose(self, code: str) -> None:
        """Fill in the lists of the box that is open, and send it off."""
        box = self.page.get_by_role("dialog")
        for number, letter in enumerate(code, 1):
            position = self.words.position.format(number)
            await box.get_by_role("combobox", name=position).click()
            wanted = re.compile(f"^{self.words.colours[letter]}\\b")
            await box.get_by_role("option", name=wanted).click()
        await box.get_by_role("button", name=self.words.submit).click()
        await expect(box).to_be_hidden()

    async def hide(self, code: str) -> None:
        """Set the code by the box of the newest message that offers it."""
        await self.press(self.words.set_code)
        await self.choose(code)

    async def guess(self, code: str) -> None:
        """Play a row by the box."""
        await self.press(self.words.guess)
        await self.choose(code)

    async def write(self, text: str) -> None:
        """Type into the message box and send it."""
        await self.page.locator("[data-key=compose]").press_sequentially(text)
        await self.page.keyboard.press("Enter")

    async def press_by_keyboard(self, label: str) -> None:
        """The same with the keyboard: focus, then Enter."""
        await self.log.get_by_role("button", name=label, exact=True).last.press("Enter")

    async def fill_in_text(self, code: str) -> None:
        """Type a code into the text field of the box that is open, and send it off."""
        box = self.page.get_by_role("dialog")
        await box.get_by_role("textbox").press_sequentially(code)
        await self.page.keyboard.press("Enter")
        await expect(box).to_be_hidden()

    async def open_thread_by_keyboard(self) -> None:
        """The next channel below is the thread."""
        link = self.page.get_by_role("link", name="Mastermind: Robin – Wren")
        await expect(link).to_be_visible()
        await self.page.keyboard.press("Alt+ArrowDown")
        await expect(self.page.get_by_role("heading", level=1)).to_contain_text("Mastermind")

    async def open_direct(self) -> None:
        """Go to the private messages with the bot."""
        await self._open_drawer()
        await self.page.locator("[data-key=place-direct]").click()
        await self._open_channel("Mastermind")

    async def _open_drawer(self) -> None:
        """On a phone the channels are behind a button."""
        button = self.page.locator("[data-key=drawer]")
        if await button.is_visible():
            await button.click()

    async def open_games(self) -> None:
        """Go to the first channel of the server."""
        await self._open_drawer()
        await self._open_channel(self.words.games)

    async def open_thread(self, name: str = "Mastermind: Robin – Wren") -> None:
        """Go to a match's thread by the list of channels."""
        await self._open_drawer()
        await self._open_channel(name)

    async def _open_channel(self, name: str) -> None:
        await self.page.locator("a.channel").filter(has_text=name).click()

    async def use(self, command: str) -> None:
        """Use a command as it is by the button for commands."""
        await self.page.get_by_role("button", name=self.words.use_command).click()
        await self.page.get_by_role("option", name=command).click()
        await self.page.get_by_role("button", name=self.words.send, exact=True).click()

    async def look_at_leaderboard(self) -> None:
        """Ask for the leaderboard."""
        await self.use(self.words.leaderboard)

    async def choose_from(self, name: str, option: str) -> None:
        """Choose from the list of this name on a message."""
        await self.log.get_by_role("combobox", name=name).last.click()
        await self.page.get_by_role("option", name=option, exact=True).click()

    async def sees(self, text: str) -> None:
        """Wait until the messages shown hold a text."""
        await expect(self.log).to_contain_text(text)

    async def last_message_says(self, text: str) -> None:
        """Wait until the newest message holds a text."""
        await expect(self.log.get_by_role("article").last).to_contain_text(text)
