"""What everybody is told, from the challenge to the end, in matches of many kinds."""

from collections.abc import Iterator, Sequence

from bot.engine import PRESETS, Preset, Rules, Symbols, analysis
from bot.engine.codesets import CodeSpace, Game
from bot.matches import commands
from bot.matches.ids import EntryId, MessageId
from bot.matches.models import EventKind, FirstCodemaker, Points, Terms
from bot.matches.view import RoundView
from bot.presentation.endings import Narrowing
from bot.presentation.messages import announce
from bot.presentation.scene import Scene
from bot.runtime.narrowing import COUNTED_HERE, guesses_of
from bot.ui.sending import sendable
from tools.gallery.cast import Cast
from tools.gallery.play import Moment, Play, Said
from tools.gallery.wall import Wall

ENTRY = EntryId("4x7hn1dq8w2c5ejt")
"""What is told carries the id of its entry of the outbox in its buttons."""
WITH_PEGS = {
    *(EventKind.CHALLENGED, EventKind.CODE_SET),
    *(EventKind.ROW_SCORED, EventKind.ROUND_ENDED),
}
"""Those events whose messages show pegs most often."""
ENDS = {EventKind.ROUND_ENDED, EventKind.MATCH_ENDED}
LARGEST = Rules(positions=8, colours=10, rows=12, blanks=True)
ALPHABET = Rules(positions=8, symbols=Symbols.LETTERS, colours=26, rows=12, repeats=False)
SMALL = Rules(positions=3, colours=4, rows=6, blanks=True)


def hang_told(wall: Wall) -> None:
    """Every kind of event, as it is told of plausible matches."""
    for title, moments in _told(wall.cast):
        for number, moment in enumerate(moments, 1):
            tell(wall, f"{title} {number:02}: {moment.event.kind}", moment)
    _tell_late(wall)
    _tell_without_own_emojis(wall)


def tell(wall: Wall, name: str, moment: Moment, scene: Scene | None = None) -> None:
    """Hang up one telling, in the language of the wall unless there is another `scene`."""
    event, view = moment.event, moment.view
    cast = wall.cast
    counts = narrowing(view.rounds[event.round - 1], view.terms.rules) if event.kind in ENDS else ()
    message = announce(event, view, scene or wall.scene, cast.standings, counts, cast.record)
    sent = sendable(message, view.id, event.round_to_act_on, ENTRY)
    command = "mastermind challenge" if event.kind is EventKind.CHALLENGED else None
    wall.message(name, sent, said=moment.said, command=command)


def narrowing(played: RoundView, rules: Rules) -> Narrowing:
    """How many codes each row of the round left; where that takes long, as if others thought."""
    game = Game.of(rules)
    if not played.rows or not game.is_small:
        return ()
    if game.code_count > COUNTED_HERE:
        return None
    return analysis.narrowing(CodeSpace(game), guesses_of(played.rows))


def _tell_late(wall: Wall) -> None:
    """The end of a draw, told when the two have agreed on more rounds already."""
    play = drawn(wall.cast)
    ended = [one for one in play.moments if one.event.kind is EventKind.MATCH_ENDED]
    closed = [one for one in play.moments if one.event.kind is EventKind.CHALLENGE_CLOSED]
    two_more(play, wall.cast)
    for moment in (*ended, *closed):
        tell(wall, f"told late: {moment.event.kind}", Moment(moment.event, play.seen()))


def _tell_without_own_emojis(wall: Wall) -> None:
    """What messages with pegs look like where Discord refused the bot's own emojis."""
    plain = Scene(wall.scene.words, {})
    for title, play in (("classic", classic(wall.cast)), ("blanks", inactive(wall.cast))):
        for number, moment in enumerate(play.moments, 1):
            if moment.event.kind in WITH_PEGS:
                name = f"no own emojis, {title} {number:02}: {moment.event.kind}"
                tell(wall, name, moment, plain)


def _told(cast: Cast) -> Iterator[tuple[str, Sequence[Moment]]]:
    """What is worth seeing of each match: all of it, or what makes it another one."""
    declined = commands.Decline(cast.wren, cast.now)
    cancelled = commands.Cancel(cast.robin, cast.now)
    forfeited_at_once = commands.Forfeit(cast.wren, cast.now)
    yield "classic", classic(cast).rematch().moments
    yield "code hidden before the answer", Play(cast).hide("RBRG").accept().moments[1:]
    yield "mini", Play(cast, Terms(PRESETS[Preset.MINI])).moments
    yield "super, a draw", two_more(drawn(cast), cast).moments
    yield "bulls and cows, forfeited", forfeited(cast).moments
    yield "letters, private, key pegs", private(cast).moments
    yield "blanks, time ran out", inactive(cast).moments
    yield "largest game, names unknown", largest(cast, named=False).moments
    yield "largest game, long names", largest(cast, named=True).moments
    yield "large game", large(cast).moments[3:]
    yield "declined", Play(cast).do(declined).moments[1:]
    yield "withdrawn", Play(cast).do(cancelled).moments[1:]
    yield "expired", Play(cast).expire().moments[1:]
    yield "left early", Play(cast).accept().do(forfeited_at_once).moments[3:]


def classic(cast: Cast) -> Play:
    """The everyday match, won by Robin."""
    play = Play(cast).accept().hide("GYGR").hide("RBRG")
    play.row("OOPP", "RRBY", "RBGR", "RBRG")
    return play.hide("YYOO").row("YYOO")


def drawn(cast: Cast) -> Play:
    """Super, begun by chance; neither finds the other's code."""
    play = Play(cast, Terms(PRESETS[Preset.SUPER], first=FirstCodemaker.RANDOM)).accept()
    play.hide("RBGYN").row("BRGYI").concede()
    return play.hide("IINNP").concede()


def two_more(play: Play, cast: Cast) -> Play:
    """After a draw, two more rounds."""
    for player in (cast.robin, cast.wren):
        play.do(commands.OfferTwoMore(player, cast.now))
    return play


def forfeited(cast: Cast) -> Play:
    """Digits, begun by the opponent: a code given away, a message not read, the match given up."""
    terms = Terms(PRESETS[Preset.BULLS_AND_COWS], first=FirstCodemaker.OPPONENT)
    play = Play(cast, terms).accept().hide("4071").post("4071").hide("9352")
    unreadable = commands.NoteUnreadable(cast.robin, cast.now, MessageId(cast.thread))
    play.do(unreadable, Said(cast.robin, "4071?"))
    play.row("0123", "3952")
    return play.do(commands.Forfeit(cast.robin, cast.now))


def private(cast: Cast) -> Play:
    """Letters without repeats, a point for each key peg, in a private thread."""
    play = Play(cast, Terms(ALPHABET, points=Points.KEY_PEGS, private=True)).accept()
    play.hide("PLUMAGES").row("PLUMBING", "PLUMAGES")
    return play.hide("FLYWORKS").concede()


def large(cast: Cast) -> Play:
    """A million codes, which take a moment to be counted."""
    play = Play(cast, Terms(Rules(positions=6, colours=10))).accept()
    return play.hide("RBGYOP").row("RRBBGG").concede()


def inactive(cast: Cast) -> Play:
    """A small game with blanks: a code is not found, and then nobody hides another."""
    play = Play(cast, Terms(SMALL, rounds=8)).accept().hide("R.B")
    play.row("GGY", "G.Y", "...", "YRG", "RRR", "B.R")
    return play.run_out()


def largest(cast: Cast, *, named: bool) -> Play:
    """As many positions, colours and rounds as there are."""
    names = cast.long_names if named else {}
    play = Play(cast, Terms(LARGEST, rounds=8, points=Points.KEY_PEGS), names).accept()
    play.hide("RBGYOPNI").row("BRGYPOIN", "WWKK....")
    return play.concede()
