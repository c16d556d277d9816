"""The kept emojis are those that the drawing program draws, and can be told apart."""

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tools.draw_emojis import OUTPUT, PEGS, draw_all

DISCORD_LIMIT = 256 * 1024
OUR_LIMIT = 20_000
SHOWN_AT = (24, 24)
CLEAR_STEP = 48
"""Brightness runs from 0 to 255; a step of this size is plain to see in a small picture."""
THEMES = {"dark": "#313338", "light": "#ffffff"}

LEG_OF_AN_R = 0.04
"""Share of the pixels by which an R differs from a P, the two letters that are most alike."""

DRAWN = draw_all()


def kept(name: str) -> Path:
    return OUTPUT / f"{name}.png"


def seen(name: str, theme: str) -> Image.Image:
    """As somebody without colour vision sees it in a line of text."""
    small = DRAWN[name].resize(SHOWN_AT, Image.Resampling.LANCZOS)
    page = Image.new("RGBA", SHOWN_AT, THEMES[theme])
    return Image.alpha_composite(page, small).convert("L")


def share_that_differs(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels, 0 to 1, that anybody sees to be lighter in one than in the other."""
    differences = ImageChops.difference(one, other).histogram()
    return sum(differences[CLEAR_STEP:]) / sum(differences)


def test_there_is_a_picture_for_each_colour_the_blank_and_both_keys() -> None:
    colours = {"red", "blue", "green", "yellow", "orange"}
    more_colours = {"purple", "brown", "pink", "white", "black"}
    others = {"blank", "key_black", "key_white"}
    expected = {f"mm_{name}" for name in colours | more_colours | others}
    assert {path.stem for path in OUTPUT.iterdir()} == expected
    assert set(DRAWN) == expected


def test_each_peg_carries_the_letter_that_people_type() -> None:
    assert "".join(peg.letter for peg in PEGS) == "RBGYOPNIWK"


@pytest.mark.parametrize("name", DRAWN)
def test_a_kept_picture_is_what_the_program_draws(name: str) -> None:
    with Image.open(kept(name)) as picture:
        assert picture.size == (128, 128)
        assert picture.mode == "RGBA"
        assert picture.tobytes() == DRAWN[name].tobytes()


@pytest.mark.parametrize("name", DRAWN)
def test_a_kept_picture_is_small_enough_to_upload(name: str) -> None:
    size = kept(name).stat().st_size
    assert size < OUR_LIMIT < DISCORD_LIMIT


@pytest.mark.parametrize("theme", THEMES)
def test_every_picture_stands_out_from_the_page(theme: str) -> None:
    page = Image.new("RGB", SHOWN_AT, THEMES[theme]).convert("L")
    unseen = [name for name in DRAWN if share_that_differs(seen(name, theme), page) < 0.1]
    assert unseen == []


@pytest.mark.parametrize("theme", THEMES)
def test_any_two_pictures_differ_without_colours(theme: str) -> None:
    alike = [
        (one, other)
        for one, other in combinations(DRAWN, 2)
        if share_that_differs(seen(one, theme), seen(other, theme)) < LEG_OF_AN_R
    ]
    assert alike == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_key_peg_is_smaller_than_a_code_peg(theme: str) -> None:
    edge = SHOWN_AT[0] // 8
    for key in ("mm_key_black", "mm_key_white"):
        rim = DRAWN[key].resize(SHOWN_AT).getchannel("A").crop((0, 0, edge, SHOWN_AT[1]))
        assert rim.getextrema() == (0, 0)
