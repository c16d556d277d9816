"""What keeps a match going or calls it off: reminders, lost threads, and every `CallOff`."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from bot.matches.commands import CallOffMatch, LoseThread, RegainThread, Remind, Reopen
from bot.matches.models import CallOff
from tools.gallery.cast import Cast
from tools.gallery.play import Moment, Play
from tools.gallery.told import largest, tell
from tools.gallery.wall import Wall

OWN_DOING = {CallOff.LEFT, CallOff.INACTIVITY, CallOff.ERASED}
"""Where somebody is named."""


def hang_caring(wall: Wall) -> None:
    """What everybody is told without anybody having played."""
    for title, moments in _told(wall.cast):
        for number, moment in enumerate(moments, 1):
            tell(wall, f"{title} {number:02}: {moment.event.kind}", moment)


def _told(cast: Cast) -> Iterator[tuple[str, Sequence[Moment]]]:
    tomorrow = cast.now + timedelta(days=1)
    for title, play in _waiting(cast):
        yield f"reminded, {title}", play.do(Remind(tomorrow, silent=False)).moments[-1:]
        lost = play.do(LoseThread(tomorrow, cast.thread))
        yield f"thread lost, {title}", lost.do(Reopen(cast.wren, tomorrow)).moments[-2:]
        back = lost.do(RegainThread(tomorrow, cast.thread))
        yield f"thread unlocked, {title}", back.moments[-1:]
    for why in CallOff:
        left = cast.wren if why in OWN_DOING else None
        called_off = Play(cast).accept().do(CallOffMatch(cast.now, why, left))
        yield f"called off, {why}", called_off.moments[-2:]
    by_admin = CallOffMatch(cast.now, CallOff.ADMIN)
    yield "challenge called off", Play(cast).do(by_admin).moments[-1:]


def _waiting(cast: Cast) -> Iterator[tuple[str, Play]]:
    yield "a code is owed", Play(cast).accept()
    yield "a row is owed", Play(cast).accept().hide("RBRG").row("OOPP")
    yield "largest game, long names", largest(cast, named=True)
