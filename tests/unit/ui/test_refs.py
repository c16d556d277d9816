"""What a custom id says is read as what it must be, or not at all."""

import pytest

from bot.client import ForeignIdError, Ref


@pytest.mark.parametrize("text", ["0", "25", str(2**63 - 1)])
def test_a_number_is_read(text: str) -> None:
    assert Ref("turn", (text,)).number(0) == int(text)


@pytest.mark.parametrize("text", ["", "-1", "1.5", "٣", str(2**63), "9" * 20])
def test_what_is_no_number_that_a_database_holds_is_foreign(text: str) -> None:
    with pytest.raises(ForeignIdError):
        Ref("turn", (text,)).number(0)


def test_a_number_that_is_not_there_is_foreign() -> None:
    with pytest.raises(ForeignIdError):
        Ref("turn", ()).number(0)


@pytest.mark.parametrize("text", ["RBRG", "0123", "R.B", "AAAAAAAA"])
def test_a_code_is_read_as_it_stands(text: str) -> None:
    assert Ref("play-hinted", (text,)).code(0) == text


@pytest.mark.parametrize("text", ["", "rbrg", "R B", "RBRGRBRGR", "ÄB", "RB\n", "<@1>"])
def test_what_is_no_code_is_foreign(text: str) -> None:
    with pytest.raises(ForeignIdError):
        Ref("play-hinted", (text,)).code(0)
