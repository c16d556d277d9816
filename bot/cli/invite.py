"""Print the link that adds the bot to a server."""

from bot import app
from bot.config import Settings


async def main(settings: Settings) -> None:
    """Print the link."""
    print(await app.invite(settings))
