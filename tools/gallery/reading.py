"""Boxes, and what is read in pages: rules, help, leaderboard."""

from bot.client import Interaction, Ref
from bot.engine import PRESETS, Preset, Rules
from bot.matches.ids import PlayerId
from bot.matches.models import Terms
from bot.matches.ports import Sort, Standing
from bot.presentation import pages
from bot.presentation.boxes import Box
from bot.presentation.pages import Period
from bot.presentation.scene import Message, Scene
from bot.ui.boxes import code_box
from cogs import leaderboard, learn
from tools.gallery.play import Play
from tools.gallery.told import ALPHABET, LARGEST, SMALL
from tools.gallery.wall import Wall

BIRDS = (
    *("Teal", "Heron", "Robin", "Great_crested_grebe", "Wren", "Kestrel", "Avocet", "Sanderling"),
    *("Long-tailed *tit* of the marshes", "Plover", "Curlew", "Nuthatch", "Goldcrest"),
)
STANDINGS = [
    Standing(rank, PlayerId(rank), name, 130 - 9 * rank, 14 - rank, rank // 4, rank // 2)
    for rank, name in enumerate(BIRDS, 1)
]


async def hang_reading(wall: Wall) -> None:
    """Every box in each of its shapes, and every page."""
    _boxes(wall)
    help_page = Message(pages.help_page(wall.scene))
    await wall.private("help", help_page, command="mastermind help")
    await _rules(wall)
    await _leaderboards(wall)


def _boxes(wall: Wall) -> None:
    for title, rules in (
        ("classic", Rules()),
        ("blanks", SMALL),
        ("super", PRESETS[Preset.SUPER]),
        ("bulls and cows", PRESETS[Preset.BULLS_AND_COWS]),
        ("all colours", Rules(colours=10, blanks=True)),
        ("largest game", LARGEST),
        ("letters", ALPHABET),
    ):
        view = Play(wall.cast, Terms(rules)).accept().seen()
        for box in Box:
            wall.box(f"box, {box}, {title}", code_box(box, view, 1, wall.scene))
    view = Play(wall.cast, Terms(Rules(blanks=True))).accept().seen()
    plain = Scene(wall.scene.words, {})
    wall.box("box, no own emojis", code_box(Box.GUESS, view, 1, plain))


async def _rules(wall: Wall) -> None:
    for number in range(len(pages.rule_pages(wall.scene))):

        async def turn(person: Interaction, number: int = number) -> None:
            await learn.turn(person, Ref(learn.TURN, (str(number),)))

        await wall.answer(f"rules, page {number + 1}", turn, "mastermind rules", private=True)


async def _leaderboards(wall: Wall) -> None:
    for title, sort, period, first, standings in (
        ("nobody yet", Sort.POINTS, Period.ALL, 0, []),
        ("one page", Sort.WINS, Period.MONTH, 0, STANDINGS[:4]),
        ("first of two", Sort.POINTS, Period.ALL, 0, STANDINGS),
        ("against the bot", Sort.BOT, Period.ALL, 0, STANDINGS[:4]),
        ("second of two", Sort.POINTS, Period.WEEK, leaderboard.LINES, STANDINGS),
    ):
        ref = Ref(leaderboard.TURN, (sort, period, str(first)))

        async def turn(person: Interaction, ref: Ref = ref) -> None:
            await leaderboard.turn(person, ref)

        await wall.answer(f"leaderboard, {title}", turn, "leaderboard", standings)
