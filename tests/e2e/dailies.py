"""Tries at the daily, and days that pass."""

import asyncio
from datetime import UTC, date, datetime
from itertools import count

from bot.engine import PRESETS, Preset, format_code
from bot.matches.daily import code_of
from bot.matches.days import day_at
from bot.matches.ids import GuildId
from bot.presentation.palette import legend
from bot.storage.database import KEY_FILE
from bot.storage.sealing import load_sealer
from sandbox import Answer, Channel, Message, Person
from sandbox.model import Guild
from tests.e2e.panels import admin, opened, rows, set_to, shown, write
from tests.e2e.stage import Stage, filled
from tests.e2e.test_trouble_secrets import CODE


def today() -> date:
    """The day in a server that has chosen no time zone."""
    return day_at(datetime.now(UTC), "UTC")


def yesterday() -> date:
    """The day before."""
    return date.fromordinal(today().toordinal() - 1)


def code_by(secret: bytes, preset: Preset = Preset.CLASSIC, day: date | None = None) -> str:
    """The code of that day (None: today) as text."""
    return format_code(code_of(secret, day or today(), preset), legend(PRESETS[preset]))


def plant(stage: Stage, guild: Guild | None = None, code: str = CODE) -> None:
    """Give the server a secret from which this code follows today."""
    secret = next(
        secret
        for secret in (number.to_bytes(32, "big") for number in count())
        if code_by(secret) == code
    )
    where = GuildId((guild or stage.guild).id)
    sealed = load_sealer(stage.data / KEY_FILE).seal_daily(where, secret)
    write(stage, "INSERT INTO daily_secrets VALUES (?, ?)", where, sealed)


def secret_of(stage: Stage, guild: Guild) -> bytes:
    """The server's secret, which only the key opens."""
    ((sealed,),) = rows(stage, "SELECT sealed FROM daily_secrets WHERE guild = ?", guild.id)
    return load_sealer(stage.data / KEY_FILE).unseal_daily(GuildId(guild.id), str(sealed))


async def begun(stage: Stage, person: Person, channel: Channel | None = None) -> Message:
    """The person's panel."""
    answer = await person.slash(channel or stage.games, "mastermind daily")
    assert answer.ephemeral
    return answer.message


async def guess(person: Person, panel: Message, code: str) -> Answer:
    """A row played by the box."""
    box = await person.press(panel, "Guess")
    answer: Answer = await person.submit(box.modal, filled(box.modal, code))
    return answer


async def solved(stage: Stage, person: Person, code: str = CODE) -> Message:
    """The person's panel after two rows, of which the second is the code."""
    panel = await begun(stage, person)
    await guess(person, panel, "RRBB" if code != "RRBB" else "GGYY")
    await guess(person, panel, code)
    return panel


async def days_later(stage: Stage, days: int = 1) -> None:
    """All that is kept of dailies was so many days earlier; the bot is started anew.

    The time that it was down for that is not noted as an outage.
    """
    back, by = f"-{days} days", days * 86_400 * 10**6
    await stage.stop()
    write(stage, "UPDATE matches SET day = date(day, ?) WHERE day IS NOT NULL", back)
    write(stage, "UPDATE solo_results SET day = date(day, ?) WHERE day IS NOT NULL", back)
    write(stage, "UPDATE daily_days SET day = date(day, ?), ends_at = ends_at - ?", back, by)
    await stage.start()


async def chosen_channel(stage: Stage) -> None:
    """Robin, who manages the server, has the results posted."""
    robin = admin(stage)
    panel = await opened(stage, robin, "daily")
    await set_to(robin, panel, "daily channel", stage.games)
    assert shown(panel, "Channel for the results of the daily") == f"<#{stage.games.id}>"


async def posted(stage: Stage) -> Message:
    """The first that everybody may read in the channel."""
    await stage.sandbox.wait_for(lambda: stage.said_in(stage.games))
    return stage.said_in(stage.games)[0]


async def logged(stage: Stage, text: str) -> None:
    """Return when the process says so in its log."""
    async with asyncio.timeout(15):
        while text not in stage.bot.output:  # noqa: ASYNC110  # it tells nobody
            await asyncio.sleep(0.02)


async def settled(stage: Stage, number: int = 1) -> None:
    """Return when so many days need no looking after any more."""
    await stage.until_stored("SELECT COUNT(*) FROM daily_days WHERE settled_at IS NOT NULL", number)
