"""Seal the codes of running rounds, and the dailies' secrets, with a new key; the bot has to be
stopped."""

from bot.cli.words import number
from bot.config import Settings
from bot.runtime.system import utc_now
from bot.storage.database import KEY_FILE
from bot.storage.rekey import new_key


async def main(settings: Settings) -> None:
    """Make the key, and print what it sealed."""
    count = await new_key(settings.data_dir, utc_now)
    print(
        f"{settings.data_dir / KEY_FILE} has a new first key, and {number(count, 'code')} sealed."
    )
    print("The older keys stay below it for the older backups; see docs/operating.md.")
