"""The only place that points discord.py at another Discord than the real one."""

import discord.gateway
import discord.http
from yarl import URL


def use_api(url: str) -> None:
    """Send REST calls to `url`, which ends in its version: http://127.0.0.1:8080/api/v10."""
    discord.http.Route.BASE = url


async def use_gateway(http: discord.http.HTTPClient) -> None:
    """Dial the gateway that this API names, also when the number of shards is set.

    discord.py asks for the address only when it has to ask for the number of shards too.
    """
    _, url, _ = await http.get_bot_gateway()
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(url)
