"""Every no has a sentence of what is wrong and one of what to do."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from bot.engine import RefusalReason, Refused, RuleFault, Rules, parse
from bot.matches.errors import (
    KeyFileError,
    MatchError,
    Reason,
    Refusal,
    RefusedError,
    StaleVersionError,
    StorageBusyError,
    StorageUnwritableError,
    ThinkingAlreadyError,
    ThinkingBusyError,
    ThinkingStoppedError,
    ThinkingTooLongError,
    UnreadableCodeError,
)
from bot.matches.ids import ALPHABET, ChannelId, RoleId
from bot.presentation import failures
from bot.presentation.i18n import Language
from bot.presentation.palette import legend
from bot.presentation.scene import Scene
from tests.unit.presentation.samples import WREN, scene

TWO_SENTENCES = re.compile(r"[^.]+[.;?][^.]+.*\.", re.DOTALL)
CHANNELS = frozenset({ChannelId(71), ChannelId(70)})
ROLES = frozenset({RoleId(81), RoleId(80)})
UNTIL = datetime(2026, 5, 1, 12, tzinfo=UTC)


def full(reason: Reason) -> Refusal:
    """With everything that its sentence may name."""
    return Refusal(reason, None, WREN, UNTIL, 42, CHANNELS, ROLES)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_says_what_is_wrong_and_what_to_do(
    reason: Reason, language: Language
) -> None:
    sentence = failures.refusal(full(reason), scene(language))
    assert TWO_SENTENCES.fullmatch(sentence.removesuffix(" <#70> <#71>").replace(":", "."))
    assert "{" not in sentence
    assert reason.value not in sentence


@pytest.mark.parametrize("reason", [Reason.ONLY_CODEMAKER, Reason.ONLY_CODEBREAKER])
def test_a_refusal_names_who_may_do_it(reason: Reason) -> None:
    assert f"<@{WREN}>" in failures.refusal(Refusal(reason, player=WREN), scene())
    assert "the other player" in failures.refusal(Refusal(reason), scene())


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("reason", "named"),
    [
        (Reason.CHANNEL_NOT_ALLOWED, ["<#70> <#71>"]),
        (Reason.ROLE_NEEDED, ["<@&80> <@&81>"]),
        (Reason.NOT_CHALLENGEABLE, [f"<@{WREN}>"]),
        (Reason.TOO_MANY_CHALLENGES, ["(42)"]),
        (Reason.TOO_MANY_MATCHES, ["(42)", "`/mastermind "]),
        (Reason.OPPONENT_BUSY, [f"<@{WREN}>", "(42)"]),
        (Reason.SERVER_FULL, ["(42)"]),
        (Reason.CHALLENGED_TOO_SOON, ["<t:1777636800:R>"]),
        (Reason.SAME_OPPONENT_TOO_SOON, [f"<@{WREN}>", "<t:1777636800:R>"]),
    ],
)
def test_a_refusal_names_what_one_has_to_know(
    reason: Reason, named: list[str], language: Language
) -> None:
    sentence = failures.refusal(full(reason), scene(language))
    assert [part for part in named if part not in sentence] == []


@pytest.mark.parametrize(
    ("reason", "start"),
    [
        (Reason.CODE_CHANGED_OFTEN, "You have changed this code often enough"),
        (Reason.CALLED_OFF, "An admin ended this match, or"),
        (Reason.THREAD_OPEN, "This match has a thread already."),
        (Reason.THREAD_OPENING, "A new thread was asked for already."),
        (Reason.CHANNEL_NOT_ALLOWED, "The admins of this server keep matches to certain channels."),
        (Reason.ROLE_NEEDED, "The admins of this server let only some roles make challenges"),
        (Reason.NOT_CHALLENGEABLE, f"<@{WREN}> takes no challenges"),
        (Reason.TOO_MANY_CHALLENGES, "You have as many open challenges"),
        (Reason.TOO_MANY_MATCHES, "You are playing as many matches"),
        (Reason.OPPONENT_BUSY, f"<@{WREN}> is playing as many matches"),
        (Reason.SERVER_FULL, "This server has as many running matches"),
        (Reason.CHALLENGED_TOO_SOON, "You have just made a challenge, or begun a solo"),
        (Reason.SAME_OPPONENT_TOO_SOON, f"<@{WREN}> did not accept your last challenge."),
        (Reason.ADMIN_ONLY, "Only people with the permission **Manage Server** can do that."),
        (Reason.PLAYER_ERASED, "The other player had all their data removed"),
        (Reason.REMINDER_TOO_LATE, "A reminder has to come before the time for a move is over."),
        (Reason.BOT_CHALLENGE, "Other bots do not take challenges."),
        (Reason.STALE_ROW, "You have played another row since that question."),
        (Reason.ONE_A_DAY, "You cannot try today's code any more. The next one comes <t:"),
        (Reason.LEVEL_WITHOUT_BOT, "A level says how well I play, and you have challenged"),
        (Reason.LEVEL_UNKNOWN_HERE, "I do not know how to play this game perfectly."),
        (Reason.TOO_MANY_CODES_FOR_BOT, "This game has more codes than I can look through."),
    ],
)
def test_a_refusal_says_what_stands_in_the_way(reason: Reason, start: str) -> None:
    assert failures.refusal(full(reason), scene()).startswith(start)


@pytest.mark.parametrize(
    ("language", "settings"),
    [
        (Language.EN, "`/mastermind-admin settings`"),
        (Language.FR, "`/mastermind-admin réglages`"),
        (Language.NL, "`/mastermind-beheer instellingen`"),
    ],
)
@pytest.mark.parametrize("reason", [Reason.CHANNEL_NOT_ALLOWED, Reason.ROLE_NEEDED])
def test_where_all_that_was_chosen_is_deleted_only_other_settings_help(
    reason: Reason, language: Language, settings: str
) -> None:
    sentence = failures.refusal(Refusal(reason), scene(language))
    assert settings in sentence
    assert sentence != failures.refusal(full(reason), scene(language))
    assert TWO_SENTENCES.fullmatch(sentence)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("seconds", [1, 60])
def test_who_uses_a_command_too_often_reads_when_it_is_possible_again(
    seconds: int, language: Language
) -> None:
    sentence = failures.on_cooldown(seconds, scene(language))
    assert f" {seconds} " in sentence
    assert TWO_SENTENCES.fullmatch(sentence)


def test_no_two_refusals_read_the_same() -> None:
    sentences = {failures.refusal(Refusal(reason), scene()) for reason in Reason}
    assert len(sentences) == len(Reason)


@pytest.mark.parametrize("reason", list(RefusalReason))
def test_an_unreadable_code_gets_its_reason_and_an_example(reason: RefusalReason) -> None:
    sentence = failures.unreadable(Refused(reason, "RBX"), Rules(), scene())
    assert sentence.endswith("4 colours out of 🔴🔵🟢🟡🟠🟣 `RBGYOP` (for example `RBRG`).")
    assert "Nothing is lost" in sentence


def test_what_was_read_is_shown_back_harmlessly_and_shortened() -> None:
    read = "@everyone **" + "x" * 100
    sentence = failures.unreadable(Refused(RefusalReason.UNKNOWN, read), Rules(), scene())
    assert "@\u200beveryone \\*\\*" in sentence
    assert "x" * 28 not in sentence
    assert "…" in sentence


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("reason", list(RefusalReason))
def test_every_reason_says_what_was_read(reason: RefusalReason, language: Language) -> None:
    sentence = failures.unreadable(Refused(reason, "R1B2"), Rules(), scene(language))
    assert "**R1B2**" in sentence


def test_no_two_reasons_read_the_same() -> None:
    sentences = {
        failures.unreadable(Refused(why, "RBX"), Rules(), scene()) for why in RefusalReason
    }
    assert len(sentences) == len(RefusalReason)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("rbg_", "I do not know **＿** in this game."),
        ("(rbgy", "I do not know **（** in this game."),
        ("r/b/g/y", "I do not know **／** in this game."),
        ("<@12345> rbgy", "I do not know **＠** in this game."),
        ("1 blue 3, yellow", "I read **1B3Y**, which mixes digits with colours."),
        ("rbgy\nrbyg", "I read **RBGY RBYG**, which is more than one row"),
        ("\u202ergby", "I read **RGBY**, but the text has invisible characters"),
        ("rbg.", "I read **RBG**, which is too short."),
        ("", "I found no code in that."),
    ],
)
def test_what_a_person_typed_gets_a_sentence_that_fits(text: str, start: str) -> None:
    refused = parse(text, Rules(), legend(Rules()), addressed=True)
    assert isinstance(refused, Refused)
    assert failures.unreadable(refused, Rules(), scene()).startswith(start)


def test_a_text_in_which_nothing_was_read_is_not_shown_as_empty_bold() -> None:
    sentence = failures.unreadable(Refused(RefusalReason.TOO_FEW, ""), Rules(), scene())
    assert sentence.startswith("I found no code in that. ")


@pytest.mark.parametrize("fault", list(RuleFault))
def test_every_fault_of_the_options_has_its_sentence(fault: RuleFault) -> None:
    assert TWO_SENTENCES.fullmatch(failures.bad_terms([fault], scene()))


def test_all_faults_of_the_options_are_told_at_once() -> None:
    assert len(failures.bad_terms(list(RuleFault), scene()).split("\n")) == len(RuleFault)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (
            ["send_messages_in_threads"],
            "I lack a permission in this channel: **Send Messages in Threads**.",
        ),
        (
            ["create_public_threads", "manage_threads"],
            "I lack permissions in this channel: **Create Public Threads**, **Manage Threads**.",
        ),
    ],
)
def test_missing_permissions_are_named_as_discord_names_them(names: list[str], text: str) -> None:
    assert failures.missing_permissions(names, scene()).startswith(text)


@pytest.mark.parametrize(
    ("error", "start"),
    [
        (RefusedError(Refusal(Reason.MATCH_OVER)), "This match is over."),
        (
            UnreadableCodeError(Refused(RefusalReason.TOO_FEW, "RB"), Rules()),
            "I read **RB**, which is too short.",
        ),
        (StaleVersionError(), "I am busy"),
        (StorageBusyError(), "I am busy"),
        (StorageUnwritableError(), "I cannot save anything"),
        (ThinkingBusyError(), "I have too much to calculate"),
        (ThinkingAlreadyError(), "I am still calculating what you asked me before."),
        (ThinkingStoppedError(), "I am being restarted."),
        (ThinkingTooLongError(), "That takes me too long"),
    ],
)
def test_errors_that_are_foreseen_have_their_sentence(error: MatchError, start: str) -> None:
    sentence = failures.match_error(error, scene())
    assert sentence is not None
    assert sentence.startswith(start)


@pytest.mark.parametrize("error", [KeyFileError("/secret/path"), MatchError("inner words")])
def test_other_errors_of_the_domain_are_for_the_log_alone(error: MatchError) -> None:
    assert failures.match_error(error, scene()) is None


def test_an_unexpected_error_shows_nothing_but_its_reference() -> None:
    assert "`0a1b2c3d`" in failures.unexpected("0a1b2c3d", scene())


def test_error_references_are_short_and_differ() -> None:
    references = {failures.error_id() for _ in range(200)}
    assert len(references) == 200
    assert all(re.fullmatch(f"[{ALPHABET}]{{8}}", reference) for reference in references)


@pytest.mark.parametrize(
    "sentence",
    [
        failures.asleep,
        failures.busy,
        failures.not_in_a_text_channel,
        failures.not_in_this_server,
        failures.outdated,
        failures.private_needs_text_channel,
        failures.unwritable,
    ],
)
def test_failures_say_what_is_wrong_and_what_to_do(sentence: Callable[[Scene], str]) -> None:
    for language in Language:
        assert TWO_SENTENCES.fullmatch(sentence(scene(language)))
