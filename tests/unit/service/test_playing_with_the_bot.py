"""Matches with the bot in them: they begin at once, and the bot hides and cracks codes."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.engine import PRESETS, Code, Preset, Rules, Symbols
from bot.engine.levels import Level
from bot.matches.acts import Told
from bot.matches.errors import ContradictionError, Reason
from bot.matches.ids import PlayerId, ThreadId
from bot.matches.models import (
    CallOff,
    Ending,
    EventKind,
    FirstCodemaker,
    Kind,
    Outcome,
    Person,
    Phase,
    Terms,
)
from bot.matches.opponent import Opponent
from bot.matches.ports import Sort
from bot.matches.view import MatchView
from tests.unit.service.scene import (
    CHANNEL,
    GUILD,
    ROBIN,
    WREN,
    Scene,
    events,
    kinds,
    message_id,
    refused,
    source_id,
    taken,
    thread_of,
)

BOT = Person(PlayerId(999), "Mastermind", "")
DUEL = Terms(kind=Kind.BOT, level=Level.FAIR)
BOT_FIRST = replace(DUEL, first=FirstCodemaker.OPPONENT)
SOLO = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
PANEL = replace(SOLO, private=True)
THREAD = ThreadId(5000)


def opponent(scene: Scene) -> Opponent:
    return Opponent(scene.service.acts, scene.chance)


async def begin(scene: Scene, terms: Terms, who: Person = ROBIN) -> MatchView:
    return (await told_of(scene, terms, who)).own


async def told_of(scene: Scene, terms: Terms, who: Person = ROBIN) -> Told:
    return await opponent(scene).begin(GUILD, CHANNEL, who, BOT, terms)


async def in_thread(scene: Scene, terms: Terms) -> MatchView:
    """It has begun, and its thread is open."""
    match = await begin(scene, terms)
    await scene.service.acts.thread_opened(match.id, THREAD)
    return await scene.look(match.id)


async def code_of(scene: Scene, match: MatchView) -> str:
    """The code of the last round as one types it, whoever hides it."""
    stored = await scene.stored(match)
    assert stored is not None
    hidden = stored.rounds[-1].secret
    assert hidden is not None
    return "".join("RBGYOP"[index] for index in hidden.code)


# A challenge to the bot


async def test_a_challenge_to_the_bot_is_taken_at_once_and_asks_for_the_first_code(
    scene: Scene,
) -> None:
    told = await told_of(scene, DUEL)
    assert kinds(told) == [EventKind.CHALLENGED, EventKind.ACCEPTED, EventKind.CODE_WANTED]
    assert events(told)[-1].player == ROBIN.id
    assert (told.own.phase, told.own.opponent) == (Phase.SETTING, BOT.id)
    assert told.own.names[BOT.id] == "Mastermind"


async def test_where_the_bot_hides_first_its_code_is_there_and_nobody_is_asked_for_it(
    scene: Scene,
) -> None:
    told = await told_of(scene, BOT_FIRST)
    assert kinds(told) == [EventKind.CHALLENGED, EventKind.ACCEPTED, EventKind.CODE_SET]
    assert told.own.phase is Phase.BREAKING
    assert told.own.rounds[0].code is None, "its codebreaker must not see it"


async def test_every_code_that_the_bot_hides_can_be_any(scene: Scene) -> None:
    scene.chance.bounds.clear()
    await begin(scene, replace(BOT_FIRST, rules=PRESETS[Preset.BULLS_AND_COWS]))
    # One number for the coin, then one for each position, none drawn twice.
    assert scene.chance.bounds == [2, 10, 9, 8, 7]


async def test_the_bot_plays_a_row_only_when_it_is_its_turn_and_there_is_a_thread(
    scene: Scene,
) -> None:
    bot = opponent(scene)
    match = await begin(scene, DUEL)
    assert (await bot.turns(), await bot.turn(match.id)) == ([], None)
    await scene.hide(match, "RBRG")
    assert await bot.turns() == [], "there is no thread yet"
    await scene.service.acts.thread_opened(match.id, THREAD)
    assert await bot.turns() == [match.id]
    shown = await bot.turn(match.id)
    assert shown is not None
    assert shown.rounds[0].code is None, "the bot knows no more than its opponent's replies"


async def test_the_bots_row_is_scored_and_told_and_played_once(scene: Scene) -> None:
    bot = opponent(scene)
    match = await in_thread(scene, DUEL)
    await scene.hide(match, "RBRG")
    told = taken(await bot.play(match.id, 1, 1, code("YYYY")))
    assert kinds(told) == [EventKind.ROW_SCORED]
    assert await bot.play(match.id, 1, 1, code("YYYY")) is None
    assert await bot.play(match.id, 2, 2, code("YYYY")) is None
    assert len((await scene.look(match.id)).rounds[0].rows) == 1
    assert kinds(taken(await bot.play(match.id, 1, 2, code("RBRG"))))[:2] == [
        EventKind.ROW_SCORED,
        EventKind.ROUND_ENDED,
    ]


async def test_rows_of_the_bot_have_sources_of_their_own(scene: Scene) -> None:
    bot = opponent(scene)
    match = await in_thread(scene, DUEL)
    await scene.hide(match, "RBRG")
    for number in range(1, 9):
        await bot.play(match.id, 1, number, code("YYYY"))
    sources = {row.source for row in (await scene.look(match.id)).rounds[0].rows}
    assert len(sources) == 8
    assert all(source < 0 for source in sources)


async def test_the_one_who_wakes_the_bot_is_whoever_makes_it_its_turn(scene: Scene) -> None:
    calls: list[int] = []
    scene.service.acts.bots_turn = lambda: calls.append(1)
    match = await in_thread(scene, DUEL)
    calls.clear()
    await scene.hide(match, "RBRG")
    assert calls == [1]
    calls.clear()
    taken(await opponent(scene).play(match.id, 1, 1, code("YYYY")))
    assert calls == [1], "the next row is its turn as well"
    calls.clear()
    taken(await opponent(scene).play(match.id, 1, 2, code("RBRG")))
    assert calls == [], "now it is the person's"


async def test_when_roles_swap_the_bot_hides_its_code_in_the_same_step(scene: Scene) -> None:
    match = await in_thread(scene, DUEL)
    await scene.hide(match, "RBRG")
    told = taken(await opponent(scene).play(match.id, 1, 1, code("RBRG")))
    assert kinds(told) == [EventKind.ROW_SCORED, EventKind.ROUND_ENDED, EventKind.CODE_SET]
    assert told.own.phase is Phase.BREAKING


async def whole_duel(scene: Scene, bot_rows: int, own_rows: int) -> MatchView:
    """Robin's code falls in so many rows of the bot, the bot's in so many of Robin's."""
    match = await in_thread(scene, DUEL)
    await scene.hide(match, "RBRG")
    for number in range(1, bot_rows):
        await opponent(scene).play(match.id, 1, number, code("YYYY"))
    await opponent(scene).play(match.id, 1, bot_rows, code("RBRG"))
    hidden = await code_of(scene, match)
    wrong = "RRRR" if hidden != "RRRR" else "BBBB"
    for _ in range(own_rows - 1):
        await scene.say(match, ROBIN, wrong)
    return taken(await scene.say(match, ROBIN, hidden)).own


async def test_a_match_against_the_bot_is_on_a_board_of_its_own_and_the_bot_on_none(
    scene: Scene,
) -> None:
    match = await whole_duel(scene, 4, 2)
    assert (match.phase, match.winner) == (Phase.FINISHED, ROBIN.id)
    board = await scene.service.leaderboard(GUILD, Sort.BOT, None, 0, 10)
    assert [(line.player, line.points, line.wins) for line in board.lines] == [(ROBIN.id, 4, 1)]
    for sort in (Sort.POINTS, Sort.WINS):
        assert (await scene.service.leaderboard(GUILD, sort, None, 0, 10)).total == 0


async def test_the_end_of_a_match_against_the_bot_tells_the_line_on_that_board(
    scene: Scene,
) -> None:
    match = await whole_duel(scene, 4, 2)
    entries = [one for one in await scene.untold() if one.event.kind is EventKind.MATCH_ENDED]
    brief = await scene.service.acts.brief(entries[0])
    assert {player: line.points for player, line in brief.lines.items()} == {ROBIN.id: 4}
    assert match.totals() == {ROBIN.id: 4, BOT.id: 2}


async def test_the_bot_agrees_to_two_more_rounds_at_once(scene: Scene) -> None:
    match = await whole_duel(scene, 2, 2)
    assert match.winner is None
    told = await scene.service.two_more(match.id, ROBIN)
    assert kinds(told)[0] is EventKind.ROUNDS_ADDED


async def test_the_bot_agrees_to_a_rematch_at_once(scene: Scene) -> None:
    won = await whole_duel(scene, 3, 2)
    begun = await scene.service.rematch(won.id, ROBIN)
    # Robin began the last one, so now the bot does, and its code is there.
    assert kinds(begun) == [EventKind.REMATCH_STARTED, EventKind.CODE_SET]
    assert begun.own.id != won.id
    assert begun.own.rounds[0].codemaker == BOT.id


async def test_time_never_reminds_the_bot(scene: Scene) -> None:
    match = await in_thread(scene, DUEL)
    await scene.hide(match, "RBRG")
    stored = await scene.stored(match)
    assert stored is not None
    assert stored.remind_at is None


# What the bot cannot play


@pytest.mark.parametrize(
    ("level", "rules", "reason"),
    [
        (Level.PERFECT, PRESETS[Preset.SUPER], Reason.LEVEL_UNKNOWN_HERE),
        (Level.EASY, Rules(positions=8, colours=10), Reason.TOO_MANY_CODES_FOR_BOT),
        (Level.PERFECT, Rules(positions=8, colours=10), Reason.TOO_MANY_CODES_FOR_BOT),
    ],
)
async def test_codes_that_the_bot_cannot_crack_are_refused_before_anything_is_kept(
    scene: Scene, level: Level, rules: Rules, reason: Reason
) -> None:
    terms = Terms(rules=rules, kind=Kind.BOT, level=level)
    refusal = await refused(told_of(scene, terms))
    assert refusal.reason is reason
    assert await scene.untold() == []


async def test_codes_too_many_for_the_bot_to_crack_can_be_cracked_alone(scene: Scene) -> None:
    large = Rules(positions=8, symbols=Symbols.LETTERS, colours=26)
    match = await begin(scene, replace(SOLO, rules=large))
    assert match.phase is Phase.BREAKING


async def test_the_bot_has_time_for_everybody_but_not_for_more_of_one(scene: Scene) -> None:
    await scene.limit(matches_each=2)
    for who in (ROBIN, WREN):
        await begin(scene, DUEL, who)
        await begin(scene, SOLO, who)
    refusal = await refused(told_of(scene, DUEL))
    assert refusal.reason is Reason.TOO_MANY_MATCHES
    assert (await begin(scene, PANEL)).phase is Phase.BREAKING, "that one is in nobody's way"


# Alone


async def test_a_solo_is_one_round_whose_code_the_bot_has_hidden(scene: Scene) -> None:
    told = await told_of(scene, SOLO)
    assert kinds(told) == [EventKind.CHALLENGED, EventKind.ACCEPTED, EventKind.CODE_SET]
    assert (told.own.agreed_rounds, told.own.rounds[0].codemaker) == (1, BOT.id)


async def test_a_solo_that_is_over_has_no_winner_and_is_on_no_board(scene: Scene) -> None:
    match = await in_thread(scene, SOLO)
    over = taken(await scene.say(match, ROBIN, await code_of(scene, match)))
    assert kinds(over) == [EventKind.ROW_SCORED, EventKind.MATCH_ENDED]
    assert (over.own.phase, over.own.winner, over.brief.lines) == (Phase.FINISHED, None, {})
    for sort in Sort:
        assert (await scene.service.leaderboard(GUILD, sort, None, 0, 10)).total == 0


async def test_no_winner_of_a_solo_is_no_draw(scene: Scene) -> None:
    match = await in_thread(scene, SOLO)
    await scene.say(match, ROBIN, await code_of(scene, match))
    assert (await refused(scene.service.two_more(match.id, ROBIN))).reason is Reason.NOT_A_DRAW


async def test_the_next_solo_begins_at_once_with_a_code_of_the_bots(scene: Scene) -> None:
    match = await in_thread(scene, SOLO)
    await scene.say(match, ROBIN, await code_of(scene, match))
    begun = await scene.service.rematch(match.id, ROBIN)
    assert begun.own.rounds[0].codemaker == BOT.id
    assert (begun.own.phase, begun.own.thread) == (Phase.BREAKING, THREAD)


async def test_giving_up_a_solo_after_a_row_ends_it_and_before_one_calls_it_off(
    scene: Scene,
) -> None:
    match = await in_thread(scene, SOLO)
    left = await scene.service.forfeit(match.id, ROBIN)
    assert (left.own.phase, left.own.called_off) == (Phase.CANCELLED, CallOff.LEFT)
    match = await begin(scene, PANEL)
    await scene.service.play_row(match.id, 1, ROBIN, "RRRR", source_id())
    match = (await scene.service.forfeit(match.id, ROBIN)).own
    assert (match.phase, match.ending, match.winner) == (Phase.FINISHED, Ending.FORFEIT, None)


async def test_conceding_a_solo_before_its_first_row_is_leaving_it(scene: Scene) -> None:
    match = await in_thread(scene, SOLO)
    left = await scene.service.concede(thread_of(match), ROBIN)
    assert (left.own.phase, left.own.called_off) == (Phase.CANCELLED, CallOff.LEFT)


async def test_what_is_played_in_private_answers_tells_nobody_anything(scene: Scene) -> None:
    told = await told_of(scene, PANEL)
    assert (kinds(told), told.own.thread) == ([], None)
    row = taken(await scene.service.play_row(told.own.id, 1, ROBIN, "RRRR", source_id()))
    assert kinds(row) == []
    assert await scene.untold() == []
    assert await scene.upkeep.whereabouts() == [], "there is no place that could be lost"


async def test_a_private_solo_is_found_again_until_it_is_over(scene: Scene) -> None:
    bot = opponent(scene)
    assert await bot.private_solo(GUILD, ROBIN.id) is None
    match = await begin(scene, PANEL)
    found = await bot.private_solo(GUILD, ROBIN.id)
    assert found is not None
    assert (found.id, found.rounds[0].code) == (match.id, None)
    assert await bot.private_solo(GUILD, WREN.id) is None
    code_text = await code_of(scene, match)
    await scene.service.play_row(match.id, 1, ROBIN, code_text, source_id())
    assert await bot.private_solo(GUILD, ROBIN.id) is None


@pytest.mark.parametrize(
    ("rows", "phase", "outcome"),
    [(0, Phase.CANCELLED, None), (1, Phase.FINISHED, Outcome.ABANDONED)],
)
async def test_a_private_solo_that_is_left_ends_in_silence(
    scene: Scene, rows: int, phase: Phase, outcome: Outcome | None
) -> None:
    match = await begin(scene, PANEL)
    for _ in range(rows):
        await scene.service.play_row(match.id, 1, ROBIN, "RRRR", source_id())
    scene.clock.advance(timedelta(hours=73))
    told = taken(await scene.upkeep.pass_time(match.id))
    assert (told.own.phase, told.own.rounds[0].outcome, kinds(told)) == (phase, outcome, [])


async def test_a_daily_is_tried_once(scene: Scene) -> None:
    terms = replace(SOLO, kind=Kind.DAILY)
    match = await begin(scene, terms)
    stored = await scene.stored(match)
    assert stored is not None
    dated = replace(stored, day=date(2026, 3, 2))
    await scene.service.acts.transact(lambda stores: stores.matches.save(dated))
    await scene.service.play_row(match.id, 1, ROBIN, await code_of(scene, match), source_id())
    refusal = await refused(scene.service.rematch(match.id, ROBIN))
    assert refusal.reason is Reason.MATCH_OVER


async def test_giving_up_a_daily_counts_even_before_its_first_row(scene: Scene) -> None:
    match = await begin(scene, replace(SOLO, kind=Kind.DAILY))
    left = await scene.service.forfeit(match.id, ROBIN)
    assert (left.own.phase, left.own.ending) == (Phase.FINISHED, Ending.FORFEIT)


# Hints


async def hinted(scene: Scene, terms: Terms | None = None) -> MatchView:
    match = await scene.breaking(replace(terms or Terms(), hints=True))
    await scene.row(match, "RRBB")
    return match


async def test_a_row_that_contradicts_a_reply_is_told_before_it_is_scored(scene: Scene) -> None:
    match = await hinted(scene)
    async with scene.nothing_changes(match):
        with pytest.raises(ContradictionError) as caught:
            await scene.say(match, WREN, "YYYY")
    found = caught.value.hinted
    assert (caught.value.match, found.round, found.number) == (match.id, 1, 2)
    assert (found.contradicted.number, found.code) == (1, code("YYYY"))


async def test_hints_come_by_every_way_to_play_a_row(scene: Scene) -> None:
    match = await hinted(scene)
    with pytest.raises(ContradictionError):
        await scene.service.play_row(match.id, 1, WREN, "YYYY", source_id())
    with pytest.raises(ContradictionError):
        await scene.service.play_row_in(thread_of(match), WREN, "YYYY", source_id())


async def test_a_row_that_may_be_the_code_is_scored_without_a_word(scene: Scene) -> None:
    match = await hinted(scene)
    assert kinds(await scene.row(match, "RBRG"))[0] is EventKind.ROW_SCORED


async def test_without_hints_agreed_nobody_is_told(scene: Scene) -> None:
    match = await scene.breaking()
    await scene.row(match, "RRBB")
    assert kinds(await scene.row(match, "YYYY")) == [EventKind.ROW_SCORED]


async def test_who_was_told_may_play_the_row_all_the_same_once(scene: Scene) -> None:
    match = await hinted(scene)
    play = scene.service.play_hinted
    source = source_id()
    told = taken(await play(match.id, 1, 2, WREN, "YYYY", source))
    assert kinds(told) == [EventKind.ROW_SCORED]
    assert await play(match.id, 1, 2, WREN, "YYYY", source) is None
    again = await refused(play(match.id, 1, 2, WREN, "YYYY", source_id()))
    assert again.reason is Reason.STALE_ROW


async def test_the_challenge_to_a_person_waits_as_before(scene: Scene) -> None:
    match = await scene.challenged(Terms(hints=True))
    assert match.phase is Phase.CHALLENGED
    accepted = await scene.service.accept(match.id, WREN, message_id())
    assert accepted.own.terms.hints


def code(text: str) -> Code:
    """`RBRG` as a code."""
    return Code("RBGYOP".index(character) for character in text)
