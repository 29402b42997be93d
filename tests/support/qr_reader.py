"""Read QR codes from their drawings with a decoder, and make sheets that need several codes."""

import random
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import zxingcpp

SVG = "{http://www.w3.org/2000/svg}"


def long_query(players: int, letters: int) -> str:
    """Return a sheet of Honshu with random lands and names of this length, which can hardly be compressed."""
    chance = random.Random(players)
    square = [*"FTLA", *(f"P{ink}" for ink in "bngy"), *(f"M{ink}{points}" for ink in "bngy" for points in "234")]
    lands = ["/".join(" ".join(chance.choice(square) for _ in range(6)) for _ in range(11)) for _ in range(players)]
    names = ["".join(chr(chance.randrange(0x4E00, 0x9000)) for _ in range(letters)) for _ in range(players)]
    pairs = [("n", str(players)), *((f"{seat}.map", land) for seat, land in enumerate(lands))]
    return urlencode(pairs + [(f"{seat}.name", name) for seat, name in enumerate(names)])


def read_drawing(text: str) -> str:
    """Return the text of a code whose SVG is given as a browser serializes it."""
    drawing = ElementTree.fromstring(text)
    for element in drawing.iter():
        element.tag = element.tag if element.tag.startswith("{") else SVG + element.tag
    return read_code(drawing)


def read_code(drawing: Any) -> str:
    """Return the text of a code drawn as an SVG path of dark runs ("m" and "h"), with four pixels for each module."""
    side = int(drawing.get("viewBox").split()[2])
    light, dark = drawing.iter(f"{SVG}path")
    assert (light.get("fill"), dark.get("stroke")) == ("#fff", "#000")
    rows = [[255] * side for _ in range(side)]
    x, y = 0.0, 0.0
    for step in dark.get("d").replace("M", " M").replace("m", " m").replace("h", " h").split(" m"):
        move, *runs = step.split(" h")
        dx, dy = (float(number) for number in move.strip(" M").replace("-", " -").split())
        x, y = x + dx, y + dy
        for run in runs:
            for at in range(int(x), int(x) + int(run)):
                rows[int(y)][at] = 0
            x += int(run)
    pixels = b"".join(bytes(value for value in row for _ in range(4)) * 4 for row in rows)
    (code,) = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (side * 4, side * 4)))
    return str(code.text)
