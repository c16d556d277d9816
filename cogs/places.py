"""Places that come and go: servers, channels, threads, and the messages of challenges."""

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from bot.client import Interaction, MastermindBot, Ref
from bot.matches.acts import Told
from bot.matches.ids import ChannelId, GuildId, ThreadId
from bot.presentation import answers
from bot.presentation.scene import Action
from bot.ui.people import person
from bot.ui.sending import telling


async def reopen(interaction: Interaction, ref: Ref) -> None:
    """**Open a new thread**, on the message that tells of the lost one or from a list."""
    client = interaction.client
    match = ref.match
    who = person(interaction)
    told = await client.service.reopen(match, who)
    async with telling(client, told) as telling_of_it:
        await interaction.response.defer(ephemeral=True, thinking=True)
    view = await client.service.see(match, who.id)
    words = answers.reopened if telling_of_it.done else answers.not_reopened
    await interaction.edit_original_response(
        content=words(view, client.scene(interaction.locale)).content
    )


class Places(commands.Cog):
    """Each of Discord's events becomes one call; most are about places that hold no match."""

    def __init__(self, bot: MastermindBot) -> None:
        self._bot = bot

    # What is gone

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self._change_thread(payload.thread_id, self._bot.upkeep.lose_thread)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was locked or unlocked, perhaps."""
        upkeep = self._bot.upkeep
        locked = payload.data["thread_metadata"].get("locked")
        change = upkeep.lose_thread if locked else upkeep.regain_thread
        await self._change_thread(payload.thread_id, change)
        if self._bot.service.acts.is_match_thread(payload.thread_id):
            self._bot.stir(payload.guild_id, permitted=True)

    async def _change_thread(
        self, thread: int, change: Callable[[ThreadId], Awaitable[Told | None]]
    ) -> None:
        if self._bot.service.acts.is_match_thread(thread):
            self._bot.deliver_later(await change(ThreadId(thread)))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted with all threads in it."""
        await self._bot.upkeep.lose_channel(ChannelId(channel.id))

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        await self._lose_message(payload.message_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Many messages were deleted."""
        for message in payload.message_ids:
            await self._lose_message(message)

    async def _lose_message(self, message: int) -> None:
        match = self._bot.service.acts.challenge_on(message)
        if match is not None:
            await self._bot.upkeep.lose_challenge(match)

    # What may be possible again

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[MastermindBot]) -> None:
        """Somebody does something."""
        self._bot.stir(interaction.guild_id or 0)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel's permissions changed, perhaps."""
        if before.overwrites != after.overwrites:
            await self._permissions_changed(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role's permissions changed, perhaps."""
        if before.permissions != after.permissions:
            await self._permissions_changed(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Whoever had the role has its permissions no more, nor what it was denied."""
        await self._permissions_changed(role.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot was given a role, or lost one, perhaps."""
        if after == after.guild.me:
            await self._permissions_changed(after.guild)

    async def _permissions_changed(self, guild: discord.Guild) -> None:
        self._bot.stir(guild.id, permitted=True)
        await self._bot.permissions_changed(GuildId(guild.id))

    # Servers

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed."""
        await self._bot.upkeep.leave(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, for the first time or again."""
        await self._is_there(guild)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage: nobody can play, so nobody's time runs."""
        await self._bot.upkeep.leave(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The outage is over."""
        await self._is_there(guild)

    async def _is_there(self, guild: discord.Guild) -> None:
        since = await self._bot.upkeep.come_back(GuildId(guild.id))
        if since is not None:
            self._bot.missed_in(GuildId(guild.id), since)
        self._bot.stir(guild.id, permitted=True)


async def setup(bot: MastermindBot) -> None:
    """Add the listeners and the button."""
    await bot.add_cog(Places(bot))
    bot.handlers |= {Action.REOPEN: reopen}
