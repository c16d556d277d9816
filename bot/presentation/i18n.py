"""The three languages. The code speaks English; gettext catalogues hold French and Dutch."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent / "locales"
DOMAIN = "mastermind"


class Language(StrEnum):
    """The languages that the bot speaks."""

    EN = "en"
    FR = "fr"
    NL = "nl"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language."""

    language: Language
    _texts: NullTranslations = field(repr=False)

    def gettext(self, message: str) -> str:
        """The translation, or the English text itself when the catalogue lacks it."""
        return self._texts.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The form that goes with `n` by the plural rule of the language."""
        return self._texts.ngettext(singular, plural, n)


def words(locale: str | None) -> Words:
    """The words for a Discord locale such as "fr" or "en-GB"; English for all that are unknown."""
    code = (locale or "").partition("-")[0]
    return _words(next((known for known in Language if known == code), Language.EN))


@cache
def _words(language: Language) -> Words:
    return Words(language, _texts(language))


def _texts(language: Language) -> NullTranslations:
    """Compiled in memory from the text catalogue, so that no compiled file can be out of date."""
    if language is Language.EN:
        return NullTranslations()
    compiled = BytesIO()
    with catalogue_path(language).open("rb") as file:
        write_mo(compiled, read_po(file, locale=language.value))
    compiled.seek(0)
    return GNUTranslations(compiled)


def catalogue_path(language: Language) -> Path:
    """Where the catalogue of a language other than English is."""
    return LOCALES / language.value / "LC_MESSAGES" / f"{DOMAIN}.po"
