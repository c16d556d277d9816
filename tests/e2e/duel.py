"""A match against the bot, as its one person plays it."""

import re
from itertools import product

from bot.engine import Code, Feedback, score
from sandbox import Message
from tests.e2e.stage import Match, Stage, filled

THOUGHTS = 40.0
"""Seconds within which the bot cracks a code: it takes a few for each row."""
LETTERS = "RBGYOP"
REPLY = re.compile(r"\*\*(\d) black, (\d) white\*\*")


async def duel(stage: Stage, **options: object) -> Match:
    """Robin's match against the bot, whose thread is open."""
    answer = await stage.robin.slash(
        stage.games, "mastermind challenge", opponent=stage.sandbox.bot, **options
    )
    challenge = answer.message
    thread = await stage.sandbox.wait_for(lambda: stage.sandbox.thread_of(challenge))
    await stage.sandbox.message(thread, "The match begins")
    return Match(thread, challenge, stage.robin, stage.robin)


async def hide(stage: Stage, match: Match, code: str) -> None:
    """Robin hides this code by the box in the thread."""
    wanted = await stage.sandbox.wait_for(lambda: stage.last_with(match.thread, "Set the code"))
    box = await stage.robin.press(wanted, "Set the code")
    await stage.robin.submit(box.modal, filled(box.modal, code))


async def cracked(stage: Stage, match: Match, round_number: int) -> Message:
    """The end of a round in which the bot is to find the code."""
    return await stage.sandbox.message(match.thread, f"Round {round_number} is over", THOUGHTS)


def bots_rows(stage: Stage, match: Match) -> list[str]:
    """The first lines of all rows so far that answer nobody's message, oldest first."""
    return [
        said.content.splitlines()[0]
        for said in stage.said_in(match.thread)
        if said.content.startswith("Row ") and said.replied_to is None
    ]


async def crack(stage: Stage, match: Match) -> int:
    """Robin finds the bot's classic code by rows that may be it; after how many."""
    left = [Code(code) for code in product(range(6), repeat=4)]
    rows = 0
    while True:
        rows += 1
        guess = left[0]
        said = await stage.row(match, "".join(LETTERS[symbol] for symbol in guess))
        found = REPLY.search(said.content)
        assert found is not None
        keys = Feedback(int(found[1]), int(found[2]))
        if keys.black == len(guess):
            return rows
        left = [code for code in left if score(code, guess) == keys]
