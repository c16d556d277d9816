"""Send the commands to Discord, also when they have not changed."""

from bot import app
from bot.config import Settings


async def main(settings: Settings) -> None:
    """Send the commands."""
    await app.sync(settings)
    print("The commands are sent; Discord shows them within a minute.")
