"""What people wrote, read by the bot and shown again: no crash, no ping, no mark, no length."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from discord import app_commands

from bot.engine import Chat, Code, InvalidRules, Preset, Refused, Rules, Symbols, parse
from bot.matches.ids import PlayerId
from bot.matches.models import Event, EventKind, Phase
from bot.matches.ports import Sort, Standing, StandingsPage
from bot.matches.view import MatchView, view
from bot.presentation import answers, failures, pages
from bot.presentation.i18n import Language, words
from bot.presentation.markup import escape, is_visible
from bot.presentation.messages import announce
from bot.presentation.pages import Period
from bot.presentation.palette import legend
from bot.presentation.scene import Message, Scene
from bot.ui.boxes import code_text
from bot.ui.options import chosen_rules
from tests.soak import hostile
from tests.unit.presentation.samples import EMOJIS, ROBIN, SECRET, WREN, a_match, a_round

MESSAGE_LIMIT = 2000
READ_LIMIT = 40
CHOICE_LIMIT = 100
SCENES = [Scene(words(language), emojis) for language in Language for emojis in ({}, EMOJIS)]
SHAPES = [
    Rules(positions=positions, symbols=symbols, colours=count, repeats=repeats, blanks=blanks)
    for positions in (3, 4, 8)
    for symbols, counts in (
        (Symbols.COLOURS, (4, 6, 10)),
        (Symbols.DIGITS, (6, 10)),
        (Symbols.LETTERS, (6, 26)),
    )
    for count in counts
    for repeats in (False, True)
    for blanks in (False, True)
    if repeats or count >= positions
]
TOLD_WITH_NAMES = (
    EventKind.CHALLENGED,
    EventKind.ACCEPTED,
    EventKind.CODE_WANTED,
    EventKind.ROUND_ENDED,
    EventKind.TWO_MORE_OFFERED,
    EventKind.REMATCH_OFFERED,
    EventKind.MATCH_CANCELLED,
)
MARKS = re.compile(r"[*_~`|>#\[\]()<:\n]")
PING = re.compile(r"@everyone|@here|<@[!&]?\d+>")


class HarmError(Exception):
    """A text did something that it must not; `kind` sorts what is alike."""

    def __init__(self, what: str, kind: str = "harm") -> None:
        super().__init__(what)
        self.kind = kind


def fuzz_reading(random: Random) -> None:
    """A typed text: read by any rules; if it is refused, in words that do nothing."""
    text, rules = hostile.text(random), random.choice(SHAPES)
    addressed = random.random() < 0.5
    read = parse(text, rules, legend(rules), addressed=addressed)
    match read:
        case Code():
            _check_code(read, rules)
        case Refused():
            _check_refused(read, rules)
        case Chat():
            if addressed:
                raise HarmError(f"{text!r} was addressed, and taken for talk")


def _check_code(code: Code, rules: Rules) -> None:
    odd = len(code) != rules.positions or not all(0 <= one < rules.symbol_count for one in code)
    if odd or (not rules.repeats and len(set(code)) < len(code)):
        raise HarmError(f"{code} is no code of {rules}")


def _check_refused(refused: Refused, rules: Rules) -> None:
    if len(refused.read) > READ_LIMIT:
        raise HarmError(f"{len(refused.read)} characters were read")
    harmless = replace(refused, read="RB" if refused.read else "")
    for scene in SCENES:
        _check_like(
            failures.unreadable(refused, rules, scene), failures.unreadable(harmless, rules, scene)
        )


def fuzz_names(random: Random) -> None:
    """Names in all that is said of people: as much markup and as many pings as with tame ones."""
    given = {ROBIN: hostile.name(random), WREN: hostile.name(random)}
    tame = {player: "tame" if is_visible(name) else "" for player, name in given.items()}
    scene = random.choice(SCENES)
    said, expected = _said_of(given, scene), _said_of(tame, scene)
    for message, like in zip(said, expected, strict=True):
        _check_like(message.content, like.content)
    _check_choices(given, scene)
    _check_board(given[ROBIN], given[WREN], scene)


def _said_of(names: dict[PlayerId, str], scene: Scene) -> Iterator[Message]:
    seen = _view(names)
    for kind in TOLD_WITH_NAMES:
        event = Event(kind, round=1, row=1, player=ROBIN, detail="left")
        yield announce(event, seen, scene)
    yield answers.code_read(view(a_match(a_round(1)), names, ROBIN), scene)
    yield answers.accepted(seen, scene)
    yield answers.accepted_without_thread(seen, scene)
    yield answers.forfeit_question(seen, ROBIN, scene)
    yield answers.board(seen, scene)
    yield answers.matches([seen] * 3, ROBIN, scene)


def _view(names: dict[PlayerId, str]) -> MatchView:
    rounds = a_round(1, [SECRET]), a_round(2)
    return view(a_match(*rounds, phase=Phase.BREAKING), names)


def _check_choices(names: dict[PlayerId, str], scene: Scene) -> None:
    _, choices = answers.which_match([_view(names)], scene)
    for choice in choices:
        for shown in (choice.label, choice.description, choice.value):
            if not 1 <= len(shown) <= CHOICE_LIMIT or "\n" in shown:
                raise HarmError(f"a choice says {shown!r}")


def _check_board(name: str, server: str, scene: Scene) -> None:
    def board(who: str, where: str) -> str:
        lines = tuple(
            Standing(rank, PlayerId(rank), who, points=10**6, wins=1000, draws=1000, losses=1000)
            for rank in range(1, 11)
        )
        page = StandingsPage(lines, total=10)
        return pages.leaderboard(page, Sort.POINTS, Period.ALL, 0, scene, where)

    tame = "tame" if is_visible(name) else ""
    _check_like(board(name, server), board(tame, "tame"))


def fuzz_escaping(random: Random) -> None:
    """A text of any length, escaped: one line without an active mark or mention."""
    text = hostile.text(random)
    escaped = escape(text)
    if _marks(escaped) or PING.search(escaped) or re.search(r"@(?!\u200b)", escaped):
        raise HarmError(f"{text!r} is escaped as {escaped!r}")


def fuzz_boxes(random: Random) -> None:
    """A submitted box: some text comes of it, and is read."""
    data = hostile.box(random)
    try:
        text = code_text(data)
    except Exception as error:
        raise HarmError(repr(data), f"{type(error).__name__} from a box") from error
    rules = random.choice(SHAPES)
    if isinstance(parse(text, rules, legend(rules), addressed=True), Chat):
        raise HarmError(f"the box {data!r} was taken for talk")


CHOICES = [app_commands.Choice(name=kind.name, value=kind.value) for kind in Symbols]


def fuzz_options(random: Random) -> None:
    """Options of a challenge as no client would offer them: played, or refused in words."""
    numbers = (None, 0, -1, 1, 3, 4, 6, 8, 12, 26, 27, 10**30)
    try:
        rules = chosen_rules(
            random.choice(list(Preset)),
            rows=random.choice(numbers),
            positions=random.choice(numbers),
            colours=random.choice(numbers),
            symbols=random.choice((None, *CHOICES)),
            repeats=random.choice((None, False, True)),
            blanks=random.choice((None, False, True)),
        )
    except InvalidRules as error:
        for scene in SCENES:
            _check_like(failures.bad_terms(error.faults, scene), "\n" * (len(error.faults) - 1))
    else:
        legend(rules)


READERS: tuple[Callable[[Random], None], ...] = (
    *[fuzz_reading] * 5,
    fuzz_names,
    fuzz_escaping,
    fuzz_boxes,
    fuzz_options,
)


def _check_like(text: str, tame: str) -> None:
    """As much markup and as many pings as with harmless words in it, and no more than fits."""
    if len(text) > MESSAGE_LIMIT:
        raise HarmError(f"{len(text)} characters in a message: {text[:80]!r}")
    if _marks(text) != _marks(tame):
        raise HarmError(f"active marks in {text!r}")
    if PING.findall(text) != PING.findall(tame):
        raise HarmError(f"a ping in {text!r}")


def _marks(text: str) -> list[str]:
    """The marks that are not escaped, in order."""
    return MARKS.findall(re.sub(r"\\.", "", text))
