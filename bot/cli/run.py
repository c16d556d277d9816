"""Run the bot until it is told to stop."""

from bot import app
from bot.config import Settings


async def main(settings: Settings) -> None:
    """Run the bot."""
    await app.run(settings)
