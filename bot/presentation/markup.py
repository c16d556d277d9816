"""Discord's text marks: what people wrote made harmless, mentions, times and links."""

import re
import unicodedata
from datetime import datetime

from bot.matches.ids import ChannelId, GuildId, MessageId, PlayerId, ThreadId, is_erased
from bot.presentation.scene import Scene

_MARKS = re.compile(r"([\\*_~`|>#+\-\[\]()<:])")
_ZERO_WIDTH_SPACE = "\u200b"
_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_LOOKS_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a symbol by their category, but nothing is drawn."""


def escape(text: str) -> str:
    """The text as it reads, with no effect on what stands around it.

    A backslash disarms markdown, links, custom emojis and time stamps. Discord looks for mentions
    before it reads backslashes, so an invisible space parts the @ from the name.
    """
    return _MARKS.sub(r"\\\1", plain(text)).replace("@", f"@{_ZERO_WIDTH_SPACE}")


def plain(text: str) -> str:
    """The text in one line, without characters that turn the direction of what follows.

    For places that know no markdown: select menus, titles of boxes.
    """
    one_line = " ".join(_DIRECTION_MARKS.sub("", text).split())
    return "".join(character for character in one_line if unicodedata.category(character) != "Cc")


def is_visible(text: str) -> bool:
    """Whether anything of it is drawn."""
    return any(
        unicodedata.category(character)[0] in "LNPS" and character not in _LOOKS_EMPTY
        for character in text
    )


def mention(player: PlayerId, scene: Scene) -> str:
    """The name as a mention; it pings, and adds to a thread, only where that is allowed.

    Somebody whose data was removed has no name any more, and nobody is pinged.
    """
    return f"**{former_player(scene)}**" if is_erased(player) else f"<@{player}>"


def former_player(scene: Scene) -> str:
    """What stands for somebody whose data was removed."""
    return scene.words.gettext("a former player")


def relative(moment: datetime) -> str:
    """A time shown as "in 3 hours", counted by each reader's client."""
    return f"<t:{int(moment.timestamp())}:R>"


def absolute(moment: datetime) -> str:
    """A time shown as date and hour in each reader's own zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def link(guild: GuildId, channel: ChannelId | ThreadId, message: MessageId | None = None) -> str:
    """The address of a channel or thread, or of a message in it."""
    address = f"https://discord.com/channels/{guild}/{channel}"
    return f"{address}/{message}" if message is not None else address


def command(name: str, scene: Scene) -> str:
    """A subcommand of /mastermind as it is called in this language, in code font.

    The names are translated under the English ones that the commands are registered with.
    """
    return f"`/mastermind {scene.words.gettext(name)}`"


def shortened(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it has more than `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def text_length(text: str) -> int:
    """Characters as Discord's clients count them: what is outside the basic plane is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
