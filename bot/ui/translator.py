"""Command names, descriptions and choices in the languages of the catalogues."""

import discord
from discord import app_commands

from bot.presentation.i18n import Language, words


class Translator(app_commands.Translator):
    """Asks the catalogues; English and what has no translation stays as it is in the code."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002  # part of the interface
    ) -> str | None:
        """The text in `locale`, or None where it is the English one."""
        there = words(str(locale))
        if there.language is Language.EN:
            return None
        text = there.gettext(string.message)
        return None if text == string.message else text
