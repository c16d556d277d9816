"""What comes of everything that each person can do in each phase: golden/actions_by_role.txt."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.matches.acts import Told
from bot.matches.admin import Admin
from bot.matches.errors import RefusedError, UnreadableCodeError
from bot.matches.ids import ChannelId, PlayerId, ThreadId
from bot.matches.models import Person, Terms
from bot.matches.service import Service
from bot.matches.settings import ServerSettings
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    TEAL,
    WREN,
    Scene,
    message_id,
    source_id,
)

TABLE = Path(__file__).parents[2] / "golden" / "actions_by_role.txt"
LARK = Person(PlayerId(104), "Lark", "en-GB")
ROLES = {"challenger": ROBIN, "opponent": WREN, "stranger": TEAL, "admin": LARK}
ELSEWHERE = ThreadId(5)
"""A channel without a match."""
TURN = timedelta(hours=72)


@dataclass(frozen=True)
class At:
    """A match in the state in question, and where it is or was played."""

    scene: Scene
    match: MatchView
    thread: ThreadId


State: TypeAlias = Callable[[Scene], Awaitable[MatchView]]
Action: TypeAlias = Callable[[At, Person], Awaitable[object]]


# Phases


async def later(scene: Scene, match: MatchView, hours: int) -> MatchView:
    """So many hours after it was left like that."""
    scene.clock.advance(timedelta(hours=hours))
    return match


async def hidden(scene: Scene) -> MatchView:
    """A challenge whose code is hidden already."""
    match = await scene.challenged()
    return (await scene.hide(match, "RBRG")).own


async def ended(scene: Scene, match: MatchView, how: str) -> MatchView:
    """The match after something that ends it."""
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "decline": lambda: scene.service.decline(match.id, WREN),
        "withdraw": lambda: scene.service.cancel(match.id, ROBIN),
        "time": lambda: scene.upkeep.pass_time(match.id),
        "leave": lambda: scene.service.forfeit(match.id, WREN),
        "admin": lambda: scene.admin.end(GUILD, match.id, LARK.id),
        "channel": lambda: scene.upkeep.lose_channel(CHANNEL),
    }
    await ways[how]()
    return match


async def played(scene: Scene) -> MatchView:
    """A row of the first round was played."""
    match = await scene.breaking()
    await scene.row(match, "YYYY")
    return match


async def changed(scene: Scene) -> MatchView:
    """The code was changed as often as it may be."""
    match = await scene.breaking()
    for code in ("YYYY", "RBRG", "BBBB", "YYYY", "RBRG"):
        await scene.hide(match, code)
    return match


async def second(scene: Scene, *rows: str) -> MatchView:
    """The second round, whose code is the opponent's, after these rows; none: without a code."""
    match = await scene.setting()
    await scene.solve(match)
    if rows:
        await scene.hide(match, "RBRG")
    for text in rows:
        await scene.row(match, text)
    return match


async def arrived(scene: Scene, match: MatchView) -> MatchView:
    """Everything about it was told."""
    for entry in await scene.untold():
        await scene.service.acts.delivered(entry, message_id())
    return match


async def lost(scene: Scene, match: MatchView) -> MatchView:
    """Its thread was deleted."""
    await arrived(scene, match)
    await scene.lose_thread(match)
    return match


async def asked_for(scene: Scene) -> MatchView:
    """The opponent asked for a new thread, which is not there yet."""
    match = await lost(scene, await scene.breaking())
    await scene.service.reopen(match.id, WREN)
    return match


async def wished(scene: Scene, wish: str, *people: Person) -> MatchView:
    """A draw after which these people wished for more."""
    match = await scene.drawn()
    scene.clock.advance(timedelta(minutes=1))
    for person in people:
        await getattr(scene.service, wish)(match.id, person)
    return match


STATES: dict[str, State] = {
    "challenged": lambda scene: scene.challenged(),
    "challenged, code hidden": hidden,
    "challenged, overdue": lambda scene: _then(scene, scene.challenged(), 24),
    "declined": lambda scene: _ended(scene, scene.challenged(), "decline"),
    "withdrawn": lambda scene: _ended(scene, hidden(scene), "withdraw"),
    "expired": lambda scene: _ended(scene, _then(scene, scene.challenged(), 24), "time"),
    "setting": lambda scene: scene.setting(),
    "setting, overdue": lambda scene: _then(scene, scene.setting(), 72),
    "setting, private thread not open yet": lambda scene: scene.setting(Terms(private=True)),
    "setting, thread lost": lambda scene: _lost(scene, scene.setting()),
    "breaking": lambda scene: scene.breaking(),
    "breaking, code changed often": changed,
    "breaking, a row played": played,
    "breaking, overdue": lambda scene: _then(scene, played(scene), 72),
    "breaking, thread lost": lambda scene: _lost(scene, played(scene)),
    "breaking, thread lost, overdue": lambda scene: _then(scene, _lost(scene, played(scene)), 72),
    "breaking, new thread asked for": asked_for,
    "second round, setting": second,
    "second round, breaking": lambda scene: second(scene, "YYYY"),
    "finished, won": lambda scene: scene.finished(2, 1),
    "finished, won by forfeit": lambda scene: _ended(scene, played(scene), "leave"),
    "finished, drawn": lambda scene: scene.drawn(),
    "finished, opponent wants two more": lambda scene: wished(scene, "two_more", WREN),
    "finished, opponent wants a rematch": lambda scene: wished(scene, "rematch", WREN),
    "finished, rematch running": lambda scene: wished(scene, "rematch", WREN, ROBIN),
    "called off, left": lambda scene: _ended(scene, scene.setting(), "leave"),
    "called off, out of time": lambda scene: _ended(
        scene, _then(scene, scene.breaking(), 72), "time"
    ),
    "called off, thread gone": lambda scene: _ended(
        scene, _then(scene, _lost(scene, scene.breaking()), 72), "time"
    ),
    "called off, by an admin": lambda scene: _ended(scene, scene.breaking(), "admin"),
    "called off, channel gone": lambda scene: _ended(scene, scene.breaking(), "channel"),
    "challenge called off, by an admin": lambda scene: _ended(scene, scene.challenged(), "admin"),
}


async def _then(scene: Scene, making: Awaitable[MatchView], hours: int) -> MatchView:
    return await later(scene, await making, hours)


async def _ended(scene: Scene, making: Awaitable[MatchView], how: str) -> MatchView:
    return await ended(scene, await making, how)


async def _lost(scene: Scene, making: Awaitable[MatchView]) -> MatchView:
    return await lost(scene, await making)


# Actions

ACTIONS: dict[str, Action] = {
    "challenge the other": lambda at, who: at.scene.service.challenge(
        GUILD,
        CHANNEL,
        who,
        ROBIN if who is WREN else WREN,
        Terms(),
        opponent_is_bot=False,
    ),
    "accept": lambda at, who: at.scene.service.accept(at.match.id, who, message_id()),
    "decline": lambda at, who: at.scene.service.decline(at.match.id, who),
    "cancel": lambda at, who: at.scene.service.cancel(at.match.id, who),
    "set_code": lambda at, who: at.scene.service.set_code(at.match.id, _round(at), who, "GGGG"),
    "random_code": lambda at, who: at.scene.service.random_code(at.match.id, _round(at), who),
    "code_box": lambda at, who: at.scene.service.code_box(at.match.id, _round(at), who),
    "code_box of another round": lambda at, who: at.scene.service.code_box(at.match.id, 9, who),
    "codes_wanted": lambda at, who: at.scene.service.codes_wanted(who.id),
    "hear a row": lambda at, who: _hear(at, who, "YYYY"),
    "hear the code": lambda at, who: _hear(at, who, "RBRG"),
    "hear a row too short": lambda at, who: _hear(at, who, "YYY"),
    "hear chat": lambda at, who: _hear(at, who, "good luck"),
    "hear what cannot be read": lambda at, who: _hear(at, who, ""),
    "play_row": lambda at, who: at.scene.service.play_row(
        at.match.id, _round(at), who, "YYYY", source_id()
    ),
    "play_row of another round": lambda at, who: at.scene.service.play_row(
        at.match.id, 9, who, "YYYY", source_id()
    ),
    "play_hinted": lambda at, who: at.scene.service.play_hinted(
        at.match.id, _round(at), len(at.match.rounds[-1].rows) + 1, who, "YYYY", source_id()
    ),
    "play_hinted of another row": lambda at, who: at.scene.service.play_hinted(
        at.match.id, _round(at), 7, who, "YYYY", source_id()
    ),
    "play_row_in": lambda at, who: at.scene.service.play_row_in(
        at.thread, who, "YYYY", source_id()
    ),
    "row_box": lambda at, who: at.scene.service.row_box(at.match.id, _round(at), who),
    "concede": lambda at, who: at.scene.service.concede(at.thread, who),
    "may_forfeit here": lambda at, who: at.scene.service.may_forfeit(GUILD, at.thread, who),
    "may_forfeit elsewhere": lambda at, who: at.scene.service.may_forfeit(GUILD, ELSEWHERE, who),
    "forfeit": lambda at, who: at.scene.service.forfeit(at.match.id, who),
    "reopen": lambda at, who: at.scene.service.reopen(at.match.id, who),
    "two_more": lambda at, who: at.scene.service.two_more(at.match.id, who),
    "rematch": lambda at, who: at.scene.service.rematch(at.match.id, who),
    "see": lambda at, who: at.scene.service.see(at.match.id, who.id),
    "see_in": lambda at, who: at.scene.service.see_in(at.thread, who.id),
    "open_matches": lambda at, who: at.scene.service.open_matches(GUILD, who.id),
}
OF_ADMINS: dict[str, Action] = {
    "may_end": lambda at, who: at.scene.admin.may_end(GUILD, at.match.id),
    "end": lambda at, who: at.scene.admin.end(GUILD, at.match.id, who.id),
    "open_matches of all": lambda at, who: at.scene.admin.open_matches(GUILD),
}
"""Who may is checked before, by the permission Manage Server."""
OF_NO_MATCH = {
    *("leaderboard", "locale_of"),
    *("start", "language_of", "settings", "change", "come_back", "audited"),
    *("preferences", "prefer"),
}


def _round(at: At) -> int:
    return len(at.match.rounds)


def _hear(at: At, who: Person, text: str) -> Awaitable[Told | None]:
    hear = at.scene.service.hear
    return hear(at.thread, who, text, message_id(), readable=False)


# Answers


async def answer(at: At, action: Action, who: Person) -> str:
    """What comes of it, as the table writes it; afterwards everything is as before."""
    with at.scene.database.undone():
        try:
            result = await action(at, who)
        except RefusedError as error:
            return f"!{error.refusal.reason}"
        except UnreadableCodeError as error:
            return f"?{error.refused.reason}"
    return shown(result)


def shown(result: object) -> str:
    if isinstance(result, Told):
        told = " ".join(entry.event.kind for entry in result.entries) or "kept in silence"
        return f"{told}{_knowing(result.own)}"
    if isinstance(result, MatchView):
        return f"shown{_knowing(result)}"
    if isinstance(result, list | tuple):
        return f"{len(result)} shown" + "".join(_knowing(match) for match in result)
    assert result is None
    return "nothing"


def _knowing(match: MatchView) -> str:
    """Whether the code of a round that is not over is among what is seen."""
    known = any(played.code is not None for played in match.rounds if played.outcome is None)
    return " +code" if known else ""


async def lines(state: str) -> list[str]:
    """The table's lines for this state."""
    scene = Scene()
    await scene.admin.change(GUILD, LARK.id, lambda _: ServerSettings())
    match = await STATES[state](scene)
    scene.clock.advance(timedelta(minutes=1))
    at = At(scene, await scene.look(match.id), match.thread or ThreadId(ChannelId(77)))
    found = []
    for name, action in ACTIONS.items():
        answers = [await answer(at, action, who) for who in ROLES.values()]
        cells = zip([name, *answers], WIDTHS, strict=True)
        found.append(" | ".join(cell.ljust(width) for cell, width in cells))
    for name, action in OF_ADMINS.items():
        found.append(f"{name.ljust(WIDTHS[0])} | {await answer(at, action, LARK)}")
    return [line.rstrip() for line in found]


WIDTHS = (26, 40, 40, 22, 22)


def table() -> dict[str, list[str]]:
    """The lines of each state, as they are written."""
    found: dict[str, list[str]] = {}
    state = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("["):
            state = line.strip("[]")
            found[state] = []
        elif line and state:
            found[state].append(line)
    return found


@pytest.mark.parametrize("state", STATES)
async def test_the_answers_are_those_of_the_table(state: str) -> None:
    assert await lines(state) == table()[state]


def test_the_table_has_every_state() -> None:
    assert set(table()) == set(STATES)


def test_the_table_has_every_method_that_a_person_can_call() -> None:
    methods = {
        name
        for kind in (Service, Admin)
        for name, _ in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }
    called = {name.split()[0] for name in (*ACTIONS, *OF_ADMINS)} - {"challenge", "hear"}
    assert called | {"challenge", "hear"} | OF_NO_MATCH == methods


async def test_nobody_but_its_codemaker_learns_a_running_code_by_any_action() -> None:
    for rows in table().values():
        for line in rows:
            _, *answers = line.split("|")
            challenger, opponent, *others = (*answers, "", "")
            assert "+code" not in "".join(others)
            assert "+code" not in challenger or "+code" not in opponent
