"""Render the PNG icons from static/icons/icon.svg. Needs Chromium; run it when that drawing changes."""

import base64
import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "support"))

from chromium import find_chromium  # noqa: E402  needs the folder above

STATIC = ROOT / "static"
SIDES = {"icon-192": 192, "icon-512": 512, "maskable-192": 192, "maskable-512": 512, "apple-touch-icon": 180}
"""Name -> side in pixels. Maskable icons fill the square, with the strokes inside the safe circle."""
DRAW = """async ([svg, side]) => {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  canvas.getContext("2d").drawImage(image, 0, 0, side, side);
  return canvas.toDataURL("image/png").split(",")[1];
}"""


def make_maskable(svg: str) -> str:
    """Return the drawing with square corners and smaller strokes, which a mask does not cut into."""
    return re.sub(r' rx="\d+"', "", svg).replace("<path ", '<path transform="translate(4.32 4.32) scale(.64)" ')


def main() -> None:
    """Write every icon."""
    svg = (STATIC / "icons" / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"]).new_page()
        for name, side in SIDES.items():
            drawing = svg if name.startswith("icon") else make_maskable(svg)
            (STATIC / "icons" / f"{name}.png").write_bytes(base64.b64decode(page.evaluate(DRAW, [drawing, side])))


if __name__ == "__main__":
    main()
