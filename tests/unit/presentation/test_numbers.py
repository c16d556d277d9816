"""Numbers, as each language writes them."""

import pytest

from bot.matches.ids import PlayerId
from bot.matches.ports import Standing
from bot.presentation.i18n import Language
from bot.presentation.wording import number_text, points_in_words, standing_in_words
from tests.unit.presentation.samples import scene

NARROW_SPACE = "\u202f"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        (Language.EN, ["1,296", "4.5", "69", "17,298", "1,000,000"]),
        (
            Language.FR,
            [
                f"1{NARROW_SPACE}296",
                "4,5",
                "69",
                f"17{NARROW_SPACE}298",
                f"1{NARROW_SPACE}000{NARROW_SPACE}000",
            ],
        ),
        (Language.NL, ["1.296", "4,5", "69", "17.298", "1.000.000"]),
    ],
)
def test_numbers_have_the_marks_of_the_language_and_decimals_where_they_tell_something(
    language: Language, written: list[str]
) -> None:
    numbers = [1296, 4.45001, 69.04, 17_297.7, 999_999.97]
    assert [number_text(number, scene(language)) for number in numbers] == written


def test_leaderboards_write_large_numbers_like_all_others() -> None:
    assert points_in_words(1, scene()) == "1 point"
    assert points_in_words(12_345, scene()) == "12,345 points"
    line = Standing(1_001, PlayerId(1), "Robin", 12_345, 1_200, 1, 0)
    assert standing_in_words(line, scene()) == (
        "#1,001 **Robin** · 12,345 points · 1,200 wins, 1 draw, 0 losses"
    )
