"""The thread of a match: opened once, found again when it was opened and nobody noted it."""

from typing import Final

import discord

from bot.client import MastermindBot
from bot.matches.view import MatchView
from bot.presentation.scene import Scene
from bot.presentation.wording import called

NAME_LIMIT = 100
AUTO_ARCHIVE: Final = 4320
"""Minutes: three days, as long as one turn may take."""
THREAD_EXISTS = 160004


async def open_thread(client: MastermindBot, match: MatchView, *, anew: bool = False) -> int:
    """The id of the match's thread, which exists when this returns.

    A public thread stands on the challenge and has its id. A private one, one whose challenge was
    deleted meanwhile, and one that is opened `anew` in place of a lost one, stands alone and is
    known by its name's end.
    """
    channel = client.get_channel(match.channel) or await client.fetch_channel(match.channel)
    if not isinstance(channel, discord.TextChannel):  # the command was refused elsewhere
        raise TypeError("matches are played in text channels only")
    scene = client.public_scene(match.guild)
    if not match.terms.private and match.message is not None and not anew:
        try:
            return await _on_challenge(channel, match, match.message, scene)
        except discord.NotFound:
            pass
    return await _alone(channel, match, scene)


async def _on_challenge(
    channel: discord.TextChannel, match: MatchView, message: int, scene: Scene
) -> int:
    try:
        thread = await channel.get_partial_message(message).create_thread(
            name=_name(match, "", scene), auto_archive_duration=AUTO_ARCHIVE
        )
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise
        return message
    return thread.id


async def _alone(channel: discord.TextChannel, match: MatchView, scene: Scene) -> int:
    kind = (
        discord.ChannelType.private_thread
        if match.terms.private
        else discord.ChannelType.news_thread
        if channel.is_news()
        else discord.ChannelType.public_thread
    )
    for thread in await channel.guild.active_threads():
        # Anybody can read the id in a button and name a thread after it, so it has to be our own.
        ours = thread.owner_id == channel.guild.me.id and thread.type is kind
        known = thread.parent_id == channel.id and thread.name.endswith(match.id)
        if ours and known and not thread.locked:
            return thread.id
    created = await channel.create_thread(
        name=_name(match, f" · {match.id}", scene),
        type=kind,
        auto_archive_duration=AUTO_ARCHIVE,
        invitable=False,
    )
    return created.id


def _name(match: MatchView, ending: str, scene: Scene) -> str:
    """Who plays, cut where Discord's limit wants it; the ending stays whole."""
    playing = [match.challenger] if match.terms.is_alone else [match.challenger, match.opponent]
    names = " – ".join(called(match, player, scene) for player in playing)
    return f"Mastermind: {names}"[: NAME_LIMIT - len(ending)] + ending
