"""The errors that carry a refusal out of the domain."""

from bot.engine import RefusalReason, Refused, Rules
from bot.matches.errors import MatchError, Reason, Refusal, RefusedError, UnreadableCodeError
from bot.matches.ids import ALPHABET, ENTRY_ID_LENGTH, MATCH_ID_LENGTH, MatchId


def test_a_refused_command_carries_its_refusal_and_logs_its_reason_alone() -> None:
    refusal = Refusal(Reason.REMATCH_RUNNING, match=MatchId("next"))
    error = RefusedError(refusal)
    assert isinstance(error, MatchError)
    assert error.refusal == refusal
    assert str(error) == "rematch-running"


def test_an_unreadable_code_is_kept_for_the_answer_and_out_of_the_log() -> None:
    refused = Refused(RefusalReason.TOO_FEW, "RBR")
    error = UnreadableCodeError(refused, Rules())
    assert (error.refused, error.rules) == (refused, Rules())
    assert "RBR" not in str(error)


def test_ids_use_letters_and_digits_that_nobody_confuses_and_fit_their_places() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 32
    assert not set("ilou") & set(ALPHABET)
    assert ALPHABET.lower() == ALPHABET
    assert MATCH_ID_LENGTH < ENTRY_ID_LENGTH <= 25
