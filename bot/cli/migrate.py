"""Bring the database up to date without starting the bot."""

from bot.config import Settings
from bot.runtime.system import utc_now
from bot.storage.contents import contents_of
from bot.storage.database import opened
from bot.storage.faults import file_faults, sqlite_faults


async def main(settings: Settings) -> None:
    """Do what a start would do first, and print the schema."""
    with file_faults(), sqlite_faults():
        async with opened(settings.data_dir, utc_now) as connection:
            contents = await contents_of(connection)
    print(f"The database has schema {contents.schema}, the newest that this bot knows.")
