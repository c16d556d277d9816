"""What people are told about their own data, and matches with somebody who had theirs removed."""

from dataclasses import replace

from bot.matches.commands import CallOffMatch
from bot.matches.ids import PlayerId
from bot.matches.models import CallOff
from bot.presentation import answers, privacy
from bot.presentation.messages import announce
from bot.ui.sending import sendable
from tools.gallery.cast import Cast
from tools.gallery.play import Play
from tools.gallery.wall import Wall

FORMER = PlayerId(-1)


async def hang_keeping(wall: Wall) -> None:
    """The answers of `/privacy`, and how a former player is spoken of."""
    scene = wall.scene
    for title, message, command in (
        ("export", privacy.exported(scene), "privacy export"),
        ("export, too large", privacy.too_much_to_send(scene), "privacy export"),
        ("delete?", privacy.erase_question(scene), "privacy delete"),
        ("deleted", privacy.erased(scene), None),
    ):
        await wall.private(f"privacy, {title}", message, command=command)
    cast = replace(wall.cast, wren=FORMER)
    played = _without_name(cast).accept().hide("RBRG").row("OOPP", "RRBY")
    board = answers.board(played.seen(cast.robin), scene)
    await wall.private("board, with a former player", board, command="mastermind board")
    gone = played.do(CallOffMatch(cast.now, CallOff.ERASED, FORMER)).moments[-2]
    told = sendable(announce(gone.event, gone.view, scene), gone.view.id)
    wall.message("told, the data of a player were removed", told)


def _without_name(cast: Cast) -> Play:
    return Play(cast, names={cast.robin: cast.names[cast.robin]})
