"""The whole gallery of one language."""

from collections.abc import Mapping

from bot.app import EMOJIS
from bot.presentation.i18n import Words
from bot.presentation.scene import Scene
from tools.gallery.alone import hang_alone
from tools.gallery.asked import hang_asked
from tools.gallery.caring import hang_caring
from tools.gallery.cast import CAST, Cast
from tools.gallery.duel import hang_duel
from tools.gallery.failing import hang_failing
from tools.gallery.keeping import hang_keeping
from tools.gallery.practising import hang_practising
from tools.gallery.reading import hang_reading
from tools.gallery.setting import hang_setting
from tools.gallery.thinking import hang_thinking
from tools.gallery.told import hang_told
from tools.gallery.wall import Entry, Wall

LOCALES = ("en-US", "fr", "nl")
"""Discord's codes of the languages that the bot speaks."""
EMOJI_FILES = {file.stem: file for file in sorted(EMOJIS.glob("mm_*.png"))}


async def everything(
    words: Words, locale: str, emojis: Mapping[str, int], cast: Cast = CAST
) -> list[Entry]:
    """All messages and boxes; `emojis` are the ids of the bot's own ones, by name.

    Names are the same in every language, and none occurs twice.
    """
    texts = {name: f"<:{name}:{number}>" for name, number in emojis.items()}
    wall = Wall(cast, Scene(words, texts), locale)
    hang_told(wall)
    hang_caring(wall)
    await hang_duel(wall)
    await hang_alone(wall)
    await hang_thinking(wall)
    hang_practising(wall)
    await hang_asked(wall)
    await hang_reading(wall)
    await hang_setting(wall)
    await hang_keeping(wall)
    await hang_failing(wall)
    return wall.entries
