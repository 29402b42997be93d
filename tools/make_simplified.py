"""Write web/common/simplified.txt, the Chinese characters that the search folds. Run it when OpenCC is updated."""

from pathlib import Path

from opencc import OpenCC

FILE = Path(__file__).parents[1] / "web" / "common" / "simplified.txt"
HEAD = (
    "# By tools/make_simplified.py from the tables of OpenCC (Apache License 2.0): traditional "
    "characters, then the simplified ones.\n"
)
CJK = range(0x3400, 0xA000)


def make_text() -> str:
    """Return the content of the file: a line of traditional characters, and a line of their simplified forms."""
    letters = OpenCC("t2s").convert("\n".join(map(chr, CJK))).split("\n")
    pairs = [(chr(code), plain) for code, plain in zip(CJK, letters, strict=True) if plain != chr(code)]
    traditional, simplified = map("".join, zip(*pairs, strict=True))
    assert len(traditional) == len(simplified), "a character has become several"  # noqa: S101
    return f"{HEAD}{traditional}\n{simplified}\n"


if __name__ == "__main__":
    FILE.write_text(make_text(), encoding="utf-8")
