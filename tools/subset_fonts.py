"""Cuts the two faces in `static/fonts` down to the signs that titles and numbers need; run by hand, see the README there."""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTCollection

FOLDER = Path(__file__).parents[1] / "static" / "fonts"
LATIN = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz \N{MINUS SIGN}+\N{EN DASH}"
CHINESE = "漢薩同盟長城本州秦圖拉真算分"
TITLE_FACE = "Noto Serif CJK TC"
"""Of the faces in Noto's collection, the one that draws the signs as Taiwan writes them."""
KEPT_NAMES = [0, 1, 2, 13, 14]
"""Copyright, family, style and licence."""


def main(latin: str, chinese: str) -> None:
    """Write both faces and say how large they are."""
    families = [font["name"].getDebugName(1) for font in TTCollection(chinese, lazy=True).fonts]
    _cut(latin, LATIN, "numerals.woff2", Options(layout_features=["kern"]))
    _cut(chinese, CHINESE, "titles.woff2", Options(layout_features=[], font_number=families.index(TITLE_FACE)))
    sys.stdout.writelines(f"{file.name}: {file.stat().st_size} bytes\n" for file in sorted(FOLDER.glob("*.woff2")))


def _cut(source: str, signs: str, name: str, options: Options) -> None:
    options.flavor, options.hinting, options.desubroutinize, options.name_IDs = "woff2", False, True, KEPT_NAMES
    font = load_font(source, options)
    subsetter = Subsetter(options)
    subsetter.populate(text=signs)
    subsetter.subset(font)
    save_font(font, str(FOLDER / name), options)


if __name__ == "__main__":
    main(*sys.argv[1:])
