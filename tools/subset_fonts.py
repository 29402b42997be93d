"""Subset the two fonts in `static/fonts` to the characters that titles and numbers need. Run by hand.

See the README there.
"""

import json
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTCollection, TTFont

FOLDER = Path(__file__).parents[1] / "static" / "fonts"
OUTLINES = Path(__file__).parents[1] / "web" / "result" / "glyphs.json"
EM = 1000
"""Units per em of the outlines."""
LATIN = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz \N{MINUS SIGN}+\N{EN DASH}"
CHINESE = "漢薩同盟長城本州秦圖拉真算分"
CATEGORIES = (
    "主交人侵入全兵分力勵升卡古圖團城塊塔外好完寶工市帝廠建待成手拉提望板林森標泊湖營"
    "牌獅獎的皇真科築絡網聲能蒙計記軌軍鎮隆霸面鳥"
)
"""The characters of the games' categories, which only the reveal of a result shows as titles."""
TITLE_FACE = "Noto Serif CJK TC"
"""The face of the Noto collection with Taiwanese glyphs."""
NAME_IDS = [0, 1, 2, 13, 14]
"""Name table entries to keep: copyright, family, style and licence."""


def main(latin: str, chinese: str) -> None:
    """Write the fonts and print their sizes."""
    families = [font["name"].getDebugName(1) for font in TTCollection(chinese, lazy=True).fonts]
    _cut(latin, LATIN, "numerals.woff2", Options(layout_features=["kern"]))
    for characters, name in ((CHINESE, "titles.woff2"), (CATEGORIES, "categories.woff2")):
        _cut(chinese, characters, name, Options(layout_features=[], font_number=families.index(TITLE_FACE)))
    write_outlines()
    sys.stdout.writelines(f"{file.name}: {file.stat().st_size} bytes\n" for file in sorted(FOLDER.glob("*.woff2")))


def _cut(source: str, characters: str, name: str, options: Options) -> None:
    options.flavor, options.hinting, options.desubroutinize, options.name_IDs = "woff2", False, True, NAME_IDS
    font = load_font(source, options)
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    save_font(font, str(FOLDER / name), options)


def write_outlines() -> None:
    """Write each character's width and outline, for drawings without fonts."""
    outlines: dict[str, tuple[int, str]] = {}
    for name in ("numerals.woff2", "titles.woff2"):
        font = TTFont(FOLDER / name)
        scale, glyphs = EM / font["head"].unitsPerEm, font.getGlyphSet()
        for code, glyph in sorted(font.getBestCmap().items()):
            pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
            glyphs[glyph].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
            outlines[chr(code)] = round(glyphs[glyph].width * scale), pen.getCommands()
    lines = [
        f"{json.dumps(character, ensure_ascii=False)}: {json.dumps(outline)}" for character, outline in outlines.items()
    ]
    OUTLINES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
