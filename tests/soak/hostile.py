"""Texts, ids and boxes as somebody would make them who wants to do harm."""

from random import Random
from typing import Any

PIECES = (
    *("R", "b", "red", "rouge", "rood", "RBRG", "1234", "0", ".", "...", "blank", "or", "ou"),
    *("I guess", "my code is", "/guess", "?", "!", ",", ";", "'", '"', "-", "/", "=", "%", "{0}"),
    *("{player}", "{}", "%s", "<", ">", "(", ")", "[", "]", "`", "```", "``", "||", "~~", "~"),
    *("*", "**", "***", "_", "__", "#", "# ", "-# ", "> ", ">>> ", "- ", "+ ", "1. ", "\\", "\\\\"),
    *("@everyone", "@here", "@", "<@1234567890123456789>", "<@!42>", "<@&77>", "<#5>", "<t:1:R>"),
    *("</guess:1>", "<id:home>", "<:mm_red:1>", "<a:b:2>", ":red_circle:", "<https://a.example>"),
    *("[here](https://a.example)", "[a](<https://a.example>)", "https://a.example/(x)", "ftp://"),
    *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u180e", "\ufe0f", "\u20e3", "\u034f"),
    *("\u202e", "\u202d", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u2028", "\u2029"),
    *("e\u0301", "\u0301", "\u0489", "Z\u0351\u0361\u0489", "ﷺ", "ß", "ſ", "ı", "İ", "Ⅳ", "²", "½"),
    *(
        "🔴",
        "🔵",
        "❤️",
        "❤",
        "1️⃣",
        "👩‍👩‍👧‍👦",
        "🏴\U000e0067\U000e0062\U000e007f",
        "🇧🇪",
        "👍🏽",
        "𝐑",
        "Ｒ",
    ),
    *("\x00", "\x07", "\x1b[31m", "\x7f", "\r", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\u3164"),
    *(
        "\ud800",
        "\udfff",
        "\udc80",
        "\U0010ffff",
        "\ue000",
        "\ufffe",
        "مرحبا",
        "שלום",
        "漢字",
        "한",
    ),
)
TOKENS = (
    *("", "0", "1", "2", "-1", "+1", " 1", "1 ", "1_0", "01", "1.0", "1e3", "٣", "９", "²", "½"),
    *(
        "nan",
        "None",
        "true",
        "null",
        "\x00",
        "\ud800",
        "é",
        "🔴",
        "{0}",
        "%d",
        "'",
        '"',
        ";--",
        "⁄",
    ),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 90, "9" * 5000),
    *("points", "wins", "all", "month", "week", "aaaaaaaaaa", "A" * 100, "../..", "@everyone"),
)
"""What may stand where a custom id has a match, a number or a word."""


def text(random: Random, most: int = 30) -> str:
    """A few pieces in a row, now and then very many, and sometimes single characters."""
    if random.random() < 0.02:
        most = 3000
    if random.random() < 0.2:
        return "".join(_character(random) for _ in range(random.randrange(most)))
    between = random.choice(("", "", " ", random.choice(PIECES)))
    return between.join(random.choices(PIECES, k=random.randrange(most)))


def name(random: Random) -> str:
    """A name as long as Discord lets one be."""
    return text(random, 12)[:32]


def custom_id(random: Random, start: str, action: str, match: str) -> str:
    """An id of an action: its arguments as they should be, but for one, or anything at all."""
    if random.random() < 0.2:
        arguments = random.choices(TOKENS, k=random.randrange(6))
    else:
        arguments = list(random.choice(((match, "1"), ("points", "all", "10"), ("7", match, "1"))))
        arguments[random.randrange(len(arguments))] = random.choice(TOKENS)
    return ":".join([start, action, *arguments])


def box(random: Random, depth: int = 3) -> dict[str, Any]:
    """A submitted box with parts missing, odd, or one in the other."""
    parts = [_part(random, depth) for _ in range(random.randrange(7))]
    return random.choice(({}, {"components": []}, {"components": parts}, {"components": parts}))


def _part(random: Random, depth: int) -> dict[str, Any]:
    custom = random.choice(("text", "peg-0", "peg-1", "peg-9", "", text(random)))
    field: dict[str, Any] = {"type": random.choice((3, 4, 99)), "custom_id": custom}
    if random.random() < 0.5:
        field["value"] = random.choice((None, text(random)))
    if random.random() < 0.5:
        field["values"] = [text(random, 4) for _ in range(random.randrange(3))]
    if depth and random.random() < 0.2:
        field["components"] = [_part(random, depth - 1)]
    nested: list[dict[str, Any]] = [
        {"type": 18, "component": field},
        {"type": 1, "components": [field]},
        field,
        {},
    ]
    return random.choice(nested)


def _character(random: Random) -> str:
    return chr(random.choice((random.randrange(0x250), random.randrange(0x3000), _any(random))))


def _any(random: Random) -> int:
    return random.randrange(0x110000)
