"""A typed text freed of all that says nothing about the row in it, before the row is read."""

import re
import unicodedata
from functools import lru_cache

from bot.engine.code import Legend

SEPARATORS = ",;|`\"'-"
"""What may stand between pegs or around a row, beside white space, and never matters."""

CUSTOM_EMOJI = r"<a?:[a-z0-9_]+:[0-9]+>"

BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What makes characters look to be in another order than they are; invisible."""

_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_LOOK_ALIKES = {
    **dict.fromkeys("‘’‚′´", "'"),
    **dict.fromkeys("„″", '"'),
    "…": "...",
    "−": "-",
    "\u20e3": "",  # the keycap
}
_BY_CATEGORY = {"Cf": "", "Pd": "-", "Pi": '"', "Pf": '"'}
# Discord takes a word right behind the fence for the name of a language, if a line follows.
_LANGUAGE_OF_A_BLOCK = re.compile(r"(?<=```)[a-z0-9+#-]+\n(?!```)")
# Custom emojis are passed over whole, because their names may hold the marks of emphasis.
_EMPHASIS = re.compile(
    rf"{CUSTOM_EMOJI}"
    rf"|(?<![\w*])(?P<opening>[*_]++)(?!\s)(?=[\s{SEPARATORS}]*+[^\s*_])"
    rf"(?P<inner>(?:{CUSTOM_EMOJI}|[^*_])++)"
    r"(?<![\s(\[{])(?P<closing>[*_]++)(?!\w)"
)
# `I guess... RBGY`, `Guess 3: RBGY`; but in `I guess ...R` the dots are the row's.
_AFTER_LEAD_IN = re.compile(r"(?:\.+(?=\s))?(?:\s?#?[0-9]{1,2}\s?(?=[:=]))?[\s:=,]+")
_FULL_STOPS = re.compile(rf"(?<=[^\s.{SEPARATORS}])\.+(?=[\s{SEPARATORS}])")
_BRACKETS = {"()", "[]", "{}"}


def fold(text: str) -> str:
    """The text without the differences that never matter: case, outer blanks, selectors."""
    # Upper case first: the dotless i, the long s and their like have no fold of their own.
    return _VARIATION_SELECTORS.sub("", text).strip().upper().casefold()


def normalise(folded: str) -> str:
    """One form for all that looks alike; single spaces, no empty lines, no emphasis."""
    return _without_emphasis(_LANGUAGE_OF_A_BLOCK.sub("", look_alikes(folded)))


def look_alikes(folded: str) -> str:
    """One form for all that looks alike; single spaces, no empty lines. Emphasis stays."""
    if not folded.isascii():
        folded = fold("".join(map(_look_alike, folded)))
    lines = (" ".join(line.split()) for line in folded.splitlines())
    return unicodedata.normalize("NFC", "\n".join(filter(None, lines)))


@lru_cache(maxsize=1 << 10)
def _look_alike(character: str) -> str:
    """The plain characters that a character is read as, none for an invisible one.

    Compatibility forms are not taken wholesale: a superscript two is no two.
    """
    if character in _LOOK_ALIKES:
        return _LOOK_ALIKES[character]
    if unicodedata.decomposition(character).startswith(("<wide>", "<font>")):
        return unicodedata.normalize("NFKC", character)
    if character.isnumeric() and not character.isascii():
        return f" {character} "
    category = unicodedata.category(character)
    return _BY_CATEGORY.get(category, character)


def _without_emphasis(text: str) -> str:
    """The text without pairs of marks such as `**` and `_`; one inside another goes too."""
    while (rest := _EMPHASIS.sub(_inner, text)) != text:
        text = rest
    return text


def _inner(match: re.Match[str]) -> str:
    """The text without as many of the marks around it as mirror each other."""
    opening, closing = match["opening"], match["closing"]
    if opening is None:
        return match[0]
    size = min(len(opening), len(closing))
    if opening[-size:] != closing[:size][::-1]:
        return match[0]
    return f"{opening[:-size]}{match['inner']}{closing[size:]}"


def without_lead_in(text: str, legend: Legend, *, blanks: bool) -> str:
    """The bare text, without phrases such as `I think it's` or `Guess 2:` before the row."""
    text = bare(text, blanks=blanks)
    while end := _end_of_lead_in(text, legend):
        text = bare(text[end:], blanks=blanks)
    return text


def _end_of_lead_in(text: str, legend: Legend) -> int:
    """Where the lead-in ends that the text begins with; 0 if it begins with none."""
    for phrase in legend.lead_ins:
        if text.startswith(phrase) and (after := _AFTER_LEAD_IN.match(text, len(phrase))):
            return after.end()
    return 0


def bare(text: str, *, blanks: bool) -> str:
    """The text, or a line of it, without brackets around and punctuation at the ends.

    Where the game has no blanks, full stops go too: dots behind a peg that another peg does not
    follow at once.
    """
    if not blanks:
        text = _FULL_STOPS.sub(" ", text)
    text = _trimmed(text, blanks=blanks)
    while _is_bracketed(text):
        text = _trimmed(text[1:-1], blanks=blanks)
    return text


def _trimmed(text: str, *, blanks: bool) -> str:
    around = f" \n{SEPARATORS}"
    text = text.lstrip(around).rstrip(f"{around}!?")
    # A text of nothing but dots is a row of blanks, wherever that leads.
    return text if blanks else text.rstrip(f"{around}!?.") or text


def _is_bracketed(text: str) -> bool:
    opening, closing = text[:1], text[-1:]
    # In `(RBGY) (RBYG)` the first bracket and the last are no pair.
    return opening + closing in _BRACKETS and closing not in text[1:-1].partition(opening)[0]
