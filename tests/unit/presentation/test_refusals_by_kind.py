"""A refusal speaks of what the person plays: with somebody, or alone, in a thread or in private."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.engine import Code
from bot.matches import commands
from bot.matches.errors import Reason, Refusal, about
from bot.matches.ids import ChannelId, GuildId, MatchId, MessageId, PlayerId, RoleId, SourceId
from bot.matches.models import CallOff, FirstCodemaker, Kind, Match, Terms
from bot.matches.opponent import taken_at_once
from bot.matches.transitions import Moved, apply, challenge, hidden_by_bot
from bot.presentation import failures
from bot.presentation.i18n import Language
from bot.presentation.markup import command
from tests.unit.presentation.samples import MATCH_ID, NOW, ROBIN, SECRET, WREN, scene, secret_of

BOT = PlayerId(999)
SOLO = Terms(rounds=1, first=FirstCodemaker.OPPONENT, kind=Kind.SOLO)
PANEL = replace(SOLO, private=True)
DAILY = replace(SOLO, kind=Kind.DAILY)
DUEL = Terms(kind=Kind.BOT)
ALONE = {"solo in a thread": SOLO, "private solo": PANEL, "daily": DAILY}
LIMITS = (
    Reason.CHANNEL_NOT_ALLOWED,
    Reason.ROLE_NEEDED,
    Reason.TOO_MANY_MATCHES,
    Reason.SERVER_FULL,
    Reason.CHALLENGED_TOO_SOON,
)
"""What stands in the way of another thread."""
WRONG = Code(reversed(SECRET))
LATER = NOW + timedelta(days=30)


def running(terms: Terms) -> Match:
    """A code of the bot's, whose player is Robin."""
    asked = challenge(MATCH_ID, GuildId(1), ChannelId(2), ROBIN, BOT, terms, NOW)
    assert isinstance(asked, Moved)
    begun = hidden_by_bot(taken_at_once(asked, BOT, NOW, coin=False), secret_of(1, SECRET), NOW)
    message = commands.RecordMessage(MessageId(5))
    return after(begun.match, message)


def after(match: Match, *given: commands.Command) -> Match:
    for one in given:
        answer = apply(match, one)
        assert isinstance(answer, Moved)
        match = answer.match
    return match


def states(terms: Terms) -> list[Match]:
    """However far it can be."""
    begun = running(terms)
    played = after(begun, row(ROBIN, 1))
    outside = [] if terms.in_panel else [CallOff.ADMIN, CallOff.CHANNEL_GONE]
    return [
        begun,
        played,
        after(played, commands.Concede(ROBIN, NOW)),
        after(played, commands.EndInactive(LATER)),
        after(begun, commands.EndInactive(LATER)),
        after(begun, commands.Forfeit(ROBIN, NOW)),
        after(begun, commands.CallOffMatch(NOW, CallOff.ERASED)),
        *(after(begun, commands.CallOffMatch(NOW, why)) for why in outside),
    ]


def row(player: PlayerId, number: int) -> commands.Command:
    return commands.PlayRow(player, NOW, WRONG, SourceId(1), number)


def asked_for(player: PlayerId) -> list[commands.Command]:
    """Whatever the buttons, boxes and commands ask for where somebody plays alone."""
    return [
        row(player, 1),
        row(player, 2),
        commands.Concede(player, NOW),
        commands.Forfeit(player, NOW),
        commands.OfferRematch(player, NOW, MatchId("next")),
    ]


def refusals(terms: Terms) -> list[Refusal]:
    """All that people can be refused who have to do with such a match."""
    tried = product(states(terms), (ROBIN, WREN))
    answers = [apply(match, one) for match, who in tried for one in asked_for(who)]
    found = {answer.reason: answer for answer in answers if isinstance(answer, Refusal)}
    beside = [Reason.STALE_ROW] if terms.in_panel else [*LIMITS, Reason.REMATCH_RUNNING]
    return [
        *found.values(),
        *(one for reason in beside for one in limited(reason, terms)),
        *([Refusal(Reason.SOLO_RUNNING)] if terms.kind is Kind.SOLO else []),
    ]


def limited(reason: Reason, terms: Terms) -> list[Refusal]:
    """With all that its sentence may name, and with nothing left of what admins chose."""
    bare = Refusal(reason, until=NOW, count=5, terms=terms)
    channels, roles = frozenset({ChannelId(70)}), frozenset({RoleId(80)})
    return [bare, replace(bare, channels=channels, roles=roles)]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("terms", ALONE.values(), ids=ALONE)
def test_who_plays_alone_is_sent_to_no_challenge(terms: Terms, language: Language) -> None:
    spoken = scene(language)
    for refused in refusals(terms):
        sentence = failures.refusal(refused, spoken)
        assert command("challenge", spoken) not in sentence, refused.reason
        assert "{" not in sentence


@pytest.mark.parametrize("terms", ALONE.values(), ids=ALONE)
def test_who_plays_alone_has_no_opponent(terms: Terms) -> None:
    for refused in refusals(terms):
        sentence = failures.refusal(refused, scene())
        for word in ("opponent", "other player", "both", "your challenge"):
            assert word not in sentence, refused.reason


@pytest.mark.parametrize("terms", [PANEL, DAILY], ids=["private solo", "daily"])
def test_what_is_played_in_private_answers_has_no_thread(terms: Terms) -> None:
    for refused in refusals(terms):
        assert "thread" not in failures.refusal(refused, scene()), refused.reason


@pytest.mark.parametrize("terms", ALONE.values(), ids=ALONE)
def test_every_refusal_of_a_match_says_what_kind_it_is_about(terms: Terms) -> None:
    for match, who in product(states(terms), (ROBIN, WREN)):
        for one in asked_for(who):
            answer = apply(match, one)
            assert isinstance(answer, Moved) or answer.terms == terms


@pytest.mark.parametrize(
    ("terms", "name"), [(SOLO, "solo"), (PANEL, "solo"), (DAILY, "daily"), (DUEL, "challenge")]
)
@pytest.mark.parametrize("reason", [Reason.MATCH_OVER, Reason.ONLY_PLAYERS])
def test_another_of_the_same_kind_is_offered(reason: Reason, terms: Terms, name: str) -> None:
    assert command(name, scene()) in failures.refusal(Refusal(reason, terms=terms), scene())


@pytest.mark.parametrize("reason", LIMITS[:2] + LIMITS[-1:])
def test_who_may_open_no_thread_is_told_that_a_solo_can_be_private(reason: Reason) -> None:
    for refused in limited(reason, SOLO):
        assert "privately" in failures.refusal(refused, scene())
        usual = failures.refusal(replace(refused, terms=DUEL), scene())
        assert "privately" not in usual


def test_where_all_that_was_chosen_is_deleted_a_solo_needs_other_settings_too() -> None:
    for reason in (Reason.CHANNEL_NOT_ALLOWED, Reason.ROLE_NEEDED):
        sentence = failures.refusal(Refusal(reason, terms=SOLO), scene())
        assert "were deleted" in sentence
        assert "`/mastermind-admin settings`" in sentence


def test_what_a_refusal_is_about_only_words_it() -> None:
    plain = Refusal(Reason.MATCH_OVER)
    assert about(PANEL, plain) == plain
    assert about(PANEL, None) is None
