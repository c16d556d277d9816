"""How a codemaker hides a code: by the box, by chance, or typed in a private message."""

import asyncio

import discord
from discord.ext import commands

from bot.client import CALL_LIMIT, ForeignIdError, Interaction, MastermindBot, Ref
from bot.matches.acts import Told
from bot.matches.ids import PlayerId
from bot.matches.models import Person
from bot.presentation import answers
from bot.presentation.boxes import Box
from bot.presentation.scene import Action
from bot.ui.base import reply_failure
from bot.ui.boxes import code_box, code_text, submission
from bot.ui.buttons import choice_list, view_of
from bot.ui.people import PEOPLE_WRITE, WRITTEN_PATIENCE, person
from bot.ui.sending import answer, sendable, telling

WHICH = "which"


async def open_code_box(interaction: Interaction, ref: Ref) -> None:
    """**Set the code** and **Change**."""
    client = interaction.client
    match, number = ref.match, ref.round
    view = await client.service.code_box(match, number, person(interaction))
    scene = client.scene(interaction.locale)
    await interaction.response.send_modal(code_box(Box.CODE, view, number, scene))


async def submit_code(interaction: Interaction, ref: Ref) -> None:
    """The box comes back."""
    match, number = ref.match, ref.round
    text = code_text(interaction.data or {})
    told = await interaction.client.service.set_code(match, number, person(interaction), text)
    await confirm(interaction, told)


async def random_code(interaction: Interaction, ref: Ref) -> None:
    """**Random code**."""
    match, number = ref.match, ref.round
    told = await interaction.client.service.random_code(match, number, person(interaction))
    await confirm(interaction, told)


async def confirm(interaction: Interaction, told: Told) -> None:
    """Show the codemaker, and nobody else, the code as it was read; then tell the thread."""
    client = interaction.client
    words = answers.code_read(told.own, client.scene(interaction.locale))
    async with telling(client, told):
        await answer(interaction, words, told.own.id, told.own.rounds[-1].number)


async def choose_match(interaction: Interaction, ref: Ref) -> None:
    """Which of several codes was meant; the code is read again from the message itself."""
    message = ref.number(0)
    chosen = Ref(ref.action, ref.args[1:])
    match, number = chosen.match, chosen.round
    channel = interaction.channel
    if not isinstance(channel, discord.DMChannel):  # the list is sent nowhere else
        raise ForeignIdError
    await interaction.response.defer(thinking=True)
    text = await text_of(channel, message)
    told = await interaction.client.service.set_code(match, number, person(interaction), text)
    await confirm(interaction, told)


async def text_of(channel: discord.DMChannel, message: int) -> str:
    """What the message says now; nothing, which is no code, once it is deleted."""
    try:
        return (await channel.fetch_message(message)).content
    except discord.NotFound:
        return ""


class Codes(commands.Cog):
    """Private messages are codes."""

    def __init__(self, bot: MastermindBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A person writes to the bot."""
        if message.guild is not None or message.author.bot or message.type not in PEOPLE_WRITE:
            return
        await self._bot.hear_first(message.author.id, WRITTEN_PATIENCE)
        if self._bot.is_repeat(message.id):
            return
        locale = None
        try:
            async with asyncio.timeout(CALL_LIMIT):
                locale = await self._bot.service.locale_of(PlayerId(message.author.id))
                await self._read(message, locale)
        except Exception as error:  # noqa: BLE001  # who writes to the bot gets an answer
            await reply_failure(message, error, self._bot.scene(locale))

    async def _read(self, message: discord.Message, locale: str | None) -> None:
        service = self._bot.service
        player = PlayerId(message.author.id)
        scene = self._bot.scene(locale)
        wanted = await service.codes_wanted(player)
        if not wanted:
            await message.reply(**sendable(answers.nothing_to_set(scene)))
        elif len(wanted) > 1:
            text, choices = answers.which_match(wanted, scene)
            which = view_of([choice_list(WHICH, choices, message.id)])
            await message.reply(text, view=which)
        else:
            number = wanted[0].rounds[-1].number
            who = Person(player, "", locale or "")
            told = await service.set_code(wanted[0].id, number, who, message.content)
            words = answers.code_read(told.own, scene)
            async with telling(self._bot, told):
                await message.reply(**sendable(words, told.own.id, number))


async def setup(bot: MastermindBot) -> None:
    """Add the buttons, the box, the list and the listener."""
    await bot.add_cog(Codes(bot))
    bot.handlers |= {
        Action.SET_CODE: open_code_box,
        Action.RANDOM_CODE: random_code,
        submission(Box.CODE): submit_code,
        WHICH: choose_match,
    }
