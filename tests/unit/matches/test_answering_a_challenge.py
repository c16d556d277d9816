"""From the challenge to the first code: what is stored and what is told, in detail."""

import pytest

from bot.matches import commands
from bot.matches.errors import Reason, Refusal
from bot.matches.ids import ChannelId, GuildId, MessageId, PlayerId, ThreadId
from bot.matches.models import Event, EventKind, FirstCodemaker, Match, Phase, Round, Terms
from bot.matches.transitions import Moved, challenge
from tests.unit.matches.games import (
    MATCH,
    MESSAGE,
    ROBIN,
    START,
    WREN,
    accept,
    after,
    challenged,
    hide,
    hours,
    kinds,
    moved,
    refused,
    secret,
    setting,
)

ME = Terms()
OPPONENT = Terms(first=FirstCodemaker.OPPONENT)
RANDOM = Terms(first=FirstCodemaker.RANDOM)
PRIVATE = Terms(private=True)


def new(opponent: PlayerId = WREN, terms: Terms = ME) -> Moved | Refusal:
    return challenge(MATCH, GuildId(1), ChannelId(2), ROBIN, opponent, terms, START)


def test_a_new_challenge_waits_a_day_for_its_answer() -> None:
    assert new() == Moved(
        Match(
            id=MATCH,
            guild=GuildId(1),
            channel=ChannelId(2),
            challenger=ROBIN,
            opponent=WREN,
            terms=ME,
            phase=Phase.CHALLENGED,
            created_at=START,
            expires_at=hours(24),
            turn_since=START,
            agreed_rounds=2,
            rounds=(Round(1, codemaker=ROBIN, codebreaker=WREN),),
        ),
        (Event(EventKind.CHALLENGED),),
    )


def test_nobody_challenges_themselves() -> None:
    assert new(opponent=ROBIN) == Refusal(Reason.SELF_CHALLENGE)


@pytest.mark.parametrize("rounds", [-2, 0, 1, 3, 5, 7, 9, 10])
def test_a_match_has_an_even_number_of_rounds_from_two_to_eight(rounds: int) -> None:
    assert new(terms=Terms(rounds=rounds)) == Refusal(Reason.ODD_ROUNDS)


@pytest.mark.parametrize("rounds", [2, 4, 6, 8])
def test_the_rounds_of_the_challenge_are_agreed(rounds: int) -> None:
    assert challenged(Terms(rounds=rounds)).agreed_rounds == rounds


@pytest.mark.parametrize(
    ("terms", "rounds"),
    [
        (ME, (Round(1, codemaker=ROBIN, codebreaker=WREN),)),
        (OPPONENT, (Round(1, codemaker=WREN, codebreaker=ROBIN),)),
        (RANDOM, ()),
    ],
)
def test_the_terms_say_who_hides_the_first_code(terms: Terms, rounds: tuple[Round, ...]) -> None:
    assert challenged(terms).rounds == rounds


@pytest.mark.parametrize(
    ("terms", "coin", "codemaker"),
    [
        (RANDOM, True, ROBIN),
        (RANDOM, False, WREN),
        (ME, False, ROBIN),
        (OPPONENT, True, WREN),
    ],
)
def test_the_coin_decides_only_when_chance_was_asked_for(
    terms: Terms, coin: bool, codemaker: PlayerId
) -> None:
    answer = moved(challenged(terms), accept(coin=coin))
    assert [played.codemaker for played in answer.match.rounds] == [codemaker]
    assert answer.events == (
        Event(EventKind.ACCEPTED, round=1),
        Event(EventKind.CODE_WANTED, round=1, player=codemaker),
    )


def test_accepting_starts_the_codemakers_time() -> None:
    match = after(challenged(), accept(hours(5)))
    assert (match.phase, match.turn_since) == (Phase.SETTING, hours(5))


def test_a_code_hidden_before_the_answer_starts_play_at_once() -> None:
    match = challenged()
    answer = moved(after(match, hide(match, "RBRG")), accept(hours(5)))
    assert answer.events == (
        Event(EventKind.ACCEPTED, round=1),
        Event(EventKind.CODE_SET, round=1, detail=secret("RBRG").commitment),
    )
    assert (answer.match.phase, answer.match.turn_since) == (Phase.BREAKING, hours(5))


def test_a_code_hidden_before_the_answer_can_be_changed_silently() -> None:
    match = challenged()
    match = after(match, hide(match, "RBRG"))
    answer = moved(match, hide(match, "GGGG"))
    assert answer.events == ()
    assert answer.match.rounds[0].secret == secret("GGGG")


def test_a_code_for_another_round_is_stale_before_the_answer_too() -> None:
    command = commands.SetSecret(ROBIN, START, 2, secret("RBRG", 2))
    assert refused(challenged(), command) == Refusal(Reason.STALE_ROUND)


@pytest.mark.parametrize("terms", [OPPONENT, RANDOM])
@pytest.mark.parametrize("player", [ROBIN, WREN])
def test_only_a_challenger_who_begins_hides_a_code_before_the_answer(
    terms: Terms, player: PlayerId
) -> None:
    command = commands.SetSecret(player, START, 1, secret("RBRG"))
    assert refused(challenged(terms), command) == Refusal(Reason.NOT_ACCEPTED, player=WREN)


def test_a_public_thread_has_the_id_of_the_challenge() -> None:
    assert setting().thread == ThreadId(MESSAGE)


def test_a_private_thread_is_known_when_it_was_opened() -> None:
    match = setting(PRIVATE)
    assert match.thread is None
    assert after(match, commands.RecordThread(ThreadId(5))).thread == ThreadId(5)


def test_accepting_tells_which_message_the_challenge_is() -> None:
    unknown = new()
    assert isinstance(unknown, Moved)
    match = after(unknown.match, accept())
    assert (match.message, match.thread) == (MESSAGE, ThreadId(MESSAGE))


def test_accepting_does_not_replace_a_known_message() -> None:
    command = commands.Accept(WREN, START, MessageId(5), challenger_begins=True)
    assert after(challenged(), command).message == MESSAGE


def test_a_match_whose_message_nobody_knows_has_no_thread_yet() -> None:
    unknown = new()
    assert isinstance(unknown, Moved)
    match = after(unknown.match, commands.Accept(WREN, START, None, challenger_begins=True))
    assert (match.message, match.thread) == (None, None)


@pytest.mark.parametrize(
    ("command", "phase"),
    [
        (commands.Decline(WREN, hours(2)), Phase.DECLINED),
        (commands.Cancel(ROBIN, hours(2)), Phase.CANCELLED),
        (commands.Expire(hours(24)), Phase.EXPIRED),
    ],
)
def test_a_challenge_that_came_to_nothing_is_closed(
    command: commands.Decline | commands.Cancel | commands.Expire, phase: Phase
) -> None:
    answer = moved(challenged(), command)
    assert (answer.match.phase, answer.match.ended_at) == (phase, command.at)
    assert (answer.match.winner, answer.match.left, answer.match.ending) == (None, None, None)
    assert kinds(answer.events) == [EventKind.CHALLENGE_CLOSED]


def test_a_challenge_lapses_at_its_hour_and_not_before() -> None:
    early = commands.Expire(hours(23.999))
    assert refused(challenged(), early) == Refusal(Reason.NOT_ACCEPTED, player=WREN)
    assert refused(challenged(), accept(hours(24))) == Refusal(Reason.CHALLENGE_EXPIRED)
    assert moved(challenged(), accept(hours(23.999))).match.phase is Phase.SETTING


def test_each_player_has_the_other_one() -> None:
    match = challenged()
    assert match.players == (ROBIN, WREN)
    assert (match.other(ROBIN), match.other(WREN)) == (WREN, ROBIN)


def test_there_is_no_round_until_chance_has_decided_who_begins() -> None:
    assert challenged(RANDOM).round is None
    assert after(challenged(RANDOM), accept()).round == Round(1, codemaker=ROBIN, codebreaker=WREN)
