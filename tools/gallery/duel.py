"""Matches against the bot, and hints."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from bot.client import Interaction
from bot.engine import PRESETS, Preset
from bot.engine.levels import Level
from bot.matches import commands, transitions
from bot.matches.errors import ContradictionError, Hinted
from bot.matches.models import FirstCodemaker, Kind, Terms
from bot.ui.hints import hint
from tools.gallery.cast import Cast
from tools.gallery.play import Moment, Play, Said
from tools.gallery.told import LARGEST, tell
from tools.gallery.wall import Wall

DUEL = "against the bot"
"""The first words of the names of what everybody is told of such a match."""
IMPOSSIBLE = "OOPP"


async def hang_duel(wall: Wall) -> None:
    """What is told of matches against the bot, and what it says of rows that cannot be the code."""
    for title, moments in _told(wall.cast):
        for number, moment in enumerate(moments, 1):
            tell(wall, f"{DUEL}, {title} {number:02}: {moment.event.kind}", moment)
    for title, terms in (("classic", Terms(hints=True)), ("largest game", _large())):
        error = _contradicted(wall.cast, terms)
        said = Said(wall.cast.wren, IMPOSSIBLE)
        wall.message(f"hint, written row, {title}", hint(error, wall.scene), said=said)
        await wall.answer(f"hint, box, {title}", partial(_hinted, error=error, wall=wall))


async def _hinted(interaction: Interaction, error: ContradictionError, wall: Wall) -> None:
    arguments: dict[str, Any] = {**hint(error, wall.scene)}
    await interaction.response.send_message(**arguments, ephemeral=True)


def _told(cast: Cast) -> Iterator[tuple[str, Sequence[Moment]]]:
    yield "won", _won(cast).rematch().moments
    yield "drawn", _drawn(cast).do(commands.OfferTwoMore(cast.robin, cast.now)).moments
    yield "hints", _with_hints(cast).moments
    yield "long names", Play(cast, _terms(first=FirstCodemaker.OPPONENT), cast.long_names).moments
    yield "given up", _begun(cast).do(commands.Forfeit(cast.robin, cast.now)).moments[-2:]
    tomorrow = cast.now + timedelta(days=1)
    for title, play in _running(cast):
        lost = play.do(commands.LoseThread(tomorrow, cast.thread))
        yield f"thread lost, {title}", lost.do(commands.Reopen(cast.robin, tomorrow)).moments[-2:]
        back = lost.do(commands.RegainThread(tomorrow, cast.thread))
        yield f"thread unlocked, {title}", back.moments[-1:]
    owed = Play(cast, _terms()).do(commands.Remind(tomorrow, silent=False))
    yield "reminded", owed.moments[-1:]


def _terms(**changed: Any) -> Terms:
    return replace(Terms(kind=Kind.BOT, level=Level.STRONG), **changed)


def _large() -> Terms:
    return Terms(LARGEST, hints=True)


def _begun(cast: Cast) -> Play:
    """The bot is to crack Robin's code, and has not found it yet."""
    return Play(cast, _terms()).hide("RBRG").row("RRBB", "RGRY")


def _running(cast: Cast) -> Iterator[tuple[str, Play]]:
    yield "its move", _begun(cast)
    first = _terms(first=FirstCodemaker.OPPONENT)
    yield "Robin's move", Play(cast, first).row("OOPP")


def _won(cast: Cast) -> Play:
    return _begun(cast).row("RBRG").row("RRBB", "RBRG")


def _drawn(cast: Cast) -> Play:
    """Mini, easy, begun by the bot; each needs as many rows."""
    terms = _terms(
        rules=PRESETS[Preset.MINI], level=Level.EASY, first=FirstCodemaker.OPPONENT, private=True
    )
    return Play(cast, terms).row("RBRG").hide("YOGP").row("YOGP")


def _with_hints(cast: Cast) -> Play:
    play = Play(cast, _terms(hints=True, level=Level.PERFECT)).hide("RBRG").row("RBRG")
    return play.row("OOPP", "RRBB", "RBRG")


def _contradicted(cast: Cast, terms: Terms) -> ContradictionError:
    play = Play(cast, terms).accept()
    pegs = terms.rules.positions // 4
    play.hide("RBRG" * pegs).row("RRBB" * pegs)
    code = play.code(IMPOSSIBLE * pegs)
    row = transitions.contradicted(play.round, code)
    if row is None:
        raise ValueError(f"{IMPOSSIBLE} may be the code")
    hinted = Hinted(1, len(play.round.rows) + 1, code, row, terms.rules)
    return ContradictionError(play.match.id, hinted)
