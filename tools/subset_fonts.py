"""Cuts the two faces in `static/fonts` to the signs that titles and numbers need; run by hand after a new title, see the README there.

python tools/subset_fonts.py fraunces-latin-700-normal.woff2 NotoSerifCJK-Bold.ttc
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parents[1] / "static" / "fonts"
DIGITS = "0123456789"
LATIN = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz \N{MINUS SIGN}+\N{EN DASH}"
CHINESE = "".join(sorted(set("漢薩同盟長城本州秦圖拉真算分")))
TITLE_FACE = "Noto Serif CJK TC"
"""Of the faces in Noto's collection, the one that draws the signs as Taiwan writes them."""


def main(latin: str, chinese: str) -> None:
    """Write both faces, and say how large they are."""
    options = Options(flavor="woff2", layout_features=["kern"], hinting=False, desubroutinize=True, name_IDs=[0, 1, 2, 13, 14])
    font = load_font(latin, options)
    _subset(font, LATIN, options)
    _equalise_digits(font)
    save_font(font, str(FOLDER / "numerals.woff2"), options)
    number = next(at for at in range(20) if TTFont(chinese, fontNumber=at)["name"].getDebugName(1).startswith(TITLE_FACE))
    options = Options(
        flavor="woff2", layout_features=[], hinting=False, desubroutinize=True, font_number=number, name_IDs=[0, 1, 2, 13, 14]
    )
    font = load_font(chinese, options)
    _subset(font, CHINESE, options)
    save_font(font, str(FOLDER / "titles.woff2"), options)
    for file in sorted(FOLDER.glob("*.woff2")):
        print(file.name, file.stat().st_size)


def _subset(font: TTFont, signs: str, options: Options) -> None:
    subsetter = Subsetter(options)
    subsetter.populate(text=signs)
    subsetter.subset(font)


def _equalise_digits(font: TTFont) -> None:
    """Every digit is as wide as the widest and stands in the middle of its width, so that numbers below each other are level."""
    names = [font.getBestCmap()[ord(digit)] for digit in DIGITS]
    widest = max(font["hmtx"][name][0] for name in names)
    for name in names:
        width, left = font["hmtx"][name]
        glyph, shift = font["glyf"][name], (widest - width) // 2
        if hasattr(glyph, "coordinates"):
            glyph.coordinates.translate((shift, 0))
            glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = widest, left + shift


if __name__ == "__main__":
    main(*sys.argv[1:])
