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
