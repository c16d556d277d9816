"""What one person is answered: about codes, boards, matches and leaving."""

from dataclasses import replace

from bot.matches import commands
from bot.matches.ids import MatchId
from bot.matches.models import FirstCodemaker, Kind, Terms
from bot.presentation import answers
from bot.presentation.scene import Action
from bot.ui.buttons import choice_list, view_of
from bot.ui.sending import sendable
from cogs import codes
from cogs import play as playing
from tools.gallery.play import MATCH_ID, Play, Said
from tools.gallery.told import classic, forfeited, largest
from tools.gallery.wall import Wall

MORE_THAN_FIT = 40
"""Matches, in a message that lists them."""


async def hang_asked(wall: Wall) -> None:
    """Every private answer that is no failure."""
    await _about_codes(wall)
    await _about_challenges(wall)
    await _boards(wall)
    await _matches(wall)
    await _lost_threads(wall)
    await _leaving(wall)
    _which(wall)


async def _about_codes(wall: Wall) -> None:
    cast = wall.cast
    waiting = Play(cast)
    wanted = answers.code_wanted_now(waiting.seen(cast.robin), wall.scene)
    await wall.private("hide the first code", wanted, waiting.seen(), 1)
    for title, play in (
        ("before the answer", waiting.hide("RBRG")),
        ("colours", Play(cast).accept().hide("RBRG")),
        ("largest game", largest(cast, named=True).hide("I..NPOYG")),
    ):
        own = play.seen(play.round.codemaker)
        read = answers.code_read(own, wall.scene)
        await wall.private(f"code read, {title}", read, own, play.round.number)
    nothing = answers.nothing_to_set(wall.scene)
    wall.message("no code awaited", sendable(nothing), said=Said(cast.wren, "RBRG"))


async def _about_challenges(wall: Wall) -> None:
    accepted = Play(wall.cast).accept().seen()
    words = answers.accepted(accepted, wall.scene)
    await wall.private("accepted", words)
    words = answers.accepted_without_thread(accepted, wall.scene)
    await wall.private("accepted, no thread yet", words)


async def _boards(wall: Wall) -> None:
    cast = wall.cast
    started = Play(cast).accept().hide("RBRG")
    played = Play(cast).accept().hide("RBRG").row("OOPP", "RRBY", "RBGR")
    full = largest(cast, named=True).hide("RBGYOPNI").row(*["IRBGYOPN"] * 11)
    for title, view in (
        ("before the first row", started.seen(cast.wren)),
        ("codebreaker", played.seen(cast.wren)),
        ("codemaker", played.seen(cast.robin)),
        ("at the end", classic(cast).seen()),
        ("digits", forfeited(cast).seen()),
        ("too long for own emojis", full.seen(cast.robin)),
    ):
        board = answers.board(view, wall.scene)
        await wall.private(f"board, {title}", board, command="mastermind board")


async def _matches(wall: Wall) -> None:
    cast = wall.cast
    hiding = Terms(first=FirstCodemaker.OPPONENT)
    some = [
        Play(cast).seen(),
        Play(cast).accept().seen(),
        Play(cast, hiding).accept().seen(),
        Play(cast).accept().hide("RBRG").row("OOPP", "RRBY").seen(),
        Play(cast, hiding).accept().hide("RBRG").seen(),
    ]
    alone = (Kind.SOLO, True), (Kind.SOLO, False), (Kind.DAILY, True)
    own = [
        Play(cast, Terms(rounds=1, first=hiding.first, kind=kind, private=private))
        for kind, private in alone
    ]
    with_bot = Play(cast, Terms(first=FirstCodemaker.OPPONENT, kind=Kind.BOT))
    many = [largest(cast, named=True).seen()] * MORE_THAN_FIT
    for title, views, viewer in (
        ("none", [], cast.robin),
        ("Robin's", some, cast.robin),
        ("Wren's", some, cast.wren),
        ("with the bot", [play.seen() for play in (with_bot, *own)], cast.robin),
        ("more than fit", many, cast.robin),
    ):
        words = answers.matches(views, viewer, wall.scene)
        await wall.private(f"matches, {title}", words, command="mastermind matches")


async def _lost_threads(wall: Wall) -> None:
    cast = wall.cast
    played = Play(cast, names=cast.long_names).accept().hide("RBRG").row("OOPP")
    await wall.private("reopened", answers.reopened(played.seen(), wall.scene))
    lost = played.do(commands.LoseThread(cast.now, cast.thread)).seen()
    await wall.private("reopened, no thread yet", answers.not_reopened(lost, wall.scene))
    words = answers.matches([lost], cast.robin, wall.scene)
    choices = answers.which_to_reopen([lost], cast.robin, wall.scene)
    wall.message(
        "matches, one without a thread",
        {
            "content": words.content,
            "view": view_of([choice_list(Action.REOPEN, choices)]),
            "ephemeral": True,
        },
        command="mastermind matches",
    )


async def _leaving(wall: Wall) -> None:
    cast = wall.cast
    early = Play(cast).accept()
    running = Play(cast).accept().hide("RBRG").row("OOPP")
    for title, view, player in (
        ("nothing scored", early.seen(), cast.robin),
        ("codemaker", running.seen(), cast.robin),
        ("codebreaker", running.seen(), cast.wren),
    ):
        words = answers.forfeit_question(view, player, wall.scene)
        await wall.private(
            f"forfeit? {title}", words, view, answers.stake(view), command="mastermind forfeit"
        )
    alone = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
    solos = ("no row yet", Play(cast, alone)), ("a row scored", Play(cast, alone).row("OOPP"))
    for title, play in solos:
        words = answers.forfeit_question(play.seen(), cast.robin, wall.scene)
        await wall.private(f"forfeit? a solo, {title}", words, command="mastermind forfeit")
    for title, play in (("nothing scored", early), ("a row scored", running)):
        left = play.do(commands.Forfeit(cast.wren, cast.now)).seen()
        await wall.private(f"forfeited, {title}", answers.left(left, wall.scene))
    for title, play in solos:
        left = play.do(commands.Forfeit(cast.robin, cast.now)).seen()
        await wall.private(f"forfeited, a solo, {title}", answers.left(left, wall.scene))


def _which(wall: Wall) -> None:
    """The lists of matches; the second as the answer to a command."""
    cast, said = wall.cast, Said(wall.cast.robin, "RBRG")
    plays = (
        Play(cast),
        Play(cast).accept(),
        Play(cast, Terms(rounds=8), cast.long_names).accept(),
        largest(cast, named=True),
        forfeited(cast),
        Play(cast, Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)),
    )
    views = [
        replace(play.seen(), id=MatchId(f"{MATCH_ID[:-1]}{number}"))
        for number, play in enumerate(plays)
    ]
    text, choices = answers.which_match(views, wall.scene)
    view = view_of([choice_list(codes.WHICH, choices, cast.thread)])
    wall.message("which match is the code for", {"content": text, "view": view}, said=said)
    text, choices = answers.which_to_forfeit(views, cast.robin, wall.scene)
    wall.message(
        "which match to forfeit",
        {
            "content": text,
            "view": view_of([choice_list(playing.WHICH, choices)]),
            "ephemeral": True,
        },
        command="mastermind forfeit",
    )
