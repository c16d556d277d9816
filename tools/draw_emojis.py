"""Draws the bot's own emojis: lettered code pegs, the blank, and the two key pegs.

Run as ``python -m tools.draw_emojis`` (or ``make emojis``). The pictures are kept in the
repository, so the bot itself needs neither this program nor Pillow.

Discord shows an emoji at 22 to 48 px, on a dark or a light background, and some people see no
colours. Hence one thick letter on each peg, key pegs that are smaller than code pegs and differ
in shape from each other, and a dark rim around a light one everywhere: each theme hides one of
the two and shows the other.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

Rgb = tuple[int, int, int]

OUTPUT: Final = Path(__file__).parent.parent / "bot" / "presentation" / "emojis"
SIZE: Final = 128  # px; Discord keeps emojis at this size and scales them down for display
SCALE: Final = 4  # drawn this much larger, so that scaling down smooths the edges

DARK: Final[Rgb] = (16, 18, 22)
LIGHT: Final[Rgb] = (255, 255, 255)
HOLE: Final[Rgb] = (92, 96, 106)


@dataclass(frozen=True, slots=True)
class Peg:
    """A colour's name as the game knows it, its letter, and its fill."""

    name: str
    letter: str
    fill: Rgb


PEGS: Final = (
    Peg("red", "R", (226, 46, 46)),
    Peg("blue", "B", (29, 95, 224)),
    Peg("green", "G", (20, 130, 64)),
    Peg("yellow", "Y", (255, 214, 10)),
    Peg("orange", "O", (255, 140, 26)),
    Peg("purple", "P", (98, 34, 178)),
    Peg("brown", "N", (121, 72, 36)),
    Peg("pink", "I", (255, 150, 200)),
    Peg("white", "W", (255, 255, 255)),
    Peg("black", "K", (16, 18, 22)),
)


def draw_all() -> dict[str, Image.Image]:
    """Every emoji by its name (also its file's name, without ``.png``), 128 px square, RGBA."""
    pictures = {f"mm_{peg.name}": _code_peg(peg) for peg in PEGS}
    return pictures | {
        "mm_blank": _blank(),
        "mm_key_black": _discs((46, DARK), (40, LIGHT), (31, DARK)),
        "mm_key_white": _discs((46, DARK), (40, LIGHT), (31, DARK), (24, LIGHT)),
    }


def main() -> None:
    """Write every emoji into the folder that the bot uploads from."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for name, picture in draw_all().items():
        picture.save(OUTPUT / f"{name}.png", optimize=True)


def _code_peg(peg: Peg) -> Image.Image:
    canvas = _canvas()
    _disc(canvas, 63, DARK)
    _disc(canvas, 57, LIGHT)
    _disc(canvas, 52, peg.fill)
    _letter(canvas, peg.letter, _ink(peg.fill))
    return _finished(canvas)


def _blank() -> Image.Image:
    return _discs((63, DARK), (57, LIGHT), (45, HOLE), (12, LIGHT))


def _discs(*discs: tuple[float, Rgb]) -> Image.Image:
    canvas = _canvas()
    for radius, fill in discs:
        _disc(canvas, radius, fill)
    return _finished(canvas)


def _canvas() -> Image.Image:
    return Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE))


def _finished(canvas: Image.Image) -> Image.Image:
    return canvas.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _disc(canvas: Image.Image, radius: float, fill: Rgb) -> None:
    centre = SIZE * SCALE / 2
    ImageDraw.Draw(canvas).circle((centre, centre), radius * SCALE, fill=fill)


def _letter(canvas: Image.Image, letter: str, ink: Rgb) -> None:
    """The capital in the middle of the peg, centred by its ink and not by its line of text."""
    mask = Image.new("L", canvas.size)
    font = ImageFont.load_default(size=90 * SCALE)
    ImageDraw.Draw(mask).text((0, 0), letter, font=font, fill=255, stroke_width=4 * SCALE)
    glyph = mask.crop(mask.getbbox())
    corner = ((canvas.width - glyph.width) // 2, (canvas.height - glyph.height) // 2)
    canvas.paste(ink, corner, glyph)


def _ink(fill: Rgb) -> Rgb:
    """Dark or light, whichever contrasts more with the fill."""
    return max(LIGHT, DARK, key=lambda ink: _contrast(ink, fill))


def _contrast(one: Rgb, other: Rgb) -> float:
    """1 (the same) to 21 (black on white), as WCAG 2 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Rgb) -> float:
    """Relative luminance, 0 to 1: WCAG 2's weights, its curve for sRGB taken as a power."""
    red, green, blue = (math.pow(channel / 255, 2.2) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


if __name__ == "__main__":
    main()
