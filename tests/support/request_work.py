"""Bounds on the work and the size of one response: work is counted in lines of Python, which do not depend on the
machine.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorers.honshu.land import STRIDE, districts
from scorers.registry import slugs

LINES = 300_000
"""For any one request; a line takes a tenth of a microsecond or so."""
BYTES = 256 * 1024

QUERIES = {
    "blanks": "&" * 16_000,
    "names that are no entries": "&".join(f"x{number}" for number in range(3000)),
    "the same name": "&".join(["0.name=a"] * 1800),
    "more players than any game has": "n=999&" + "&".join(f"{seat}.name=a" for seat in range(1500)),
    "a map of what is no square": urlencode({"n": 5, **{f"{seat}.map": "x/" * 500 for seat in range(5)}}),
    "a map in pieces": urlencode({"n": 5, **{f"{seat}.map": "F//" * 400 for seat in range(5)}}),
    "a map of columns": urlencode({"n": 2, "0.map": "F . " * 1000}),
    "a sum of ones": "n=2&0.forest=" + "1-" * 8000,
    "a list of ones": "n=2&0.lakes=" + "1+" * 8000,
    "a name that folds into many": "n=2&0.left=1&0.name=" + "%E3%8E%90" * 1700,
    "records without end": "regions=999&n=4&"
    + "&".join(f"regions.{i}.walls.{seat}=x" for i in range(150) for seat in "0123"),
    "seats without end": "n=5&offices.lubeck=" + "0" * 16_000,
}  # fmt: skip

SHAPES = ("chang_cheng", "honshu")
"""A game with records and one with maps, which `make test` sends everything to.

All games read what comes in with the same code.
"""
every_game = pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[pytest.mark.long] * (slug not in SHAPES)) for slug in slugs()]
)


def lines_run(action: Callable[[], Any]) -> tuple[int, Any]:
    """Return the number of lines of Python that an action executes, and its result."""
    count = 0

    def line(frame: FrameType, event: str, value: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        answer = action()
    finally:
        sys.settrace(before)
    return count, answer


@pytest.fixture(scope="module")
def visitor(app: Flask) -> FlaskClient:
    """A client of an application whose cached pages have been rendered, and whose templates are loaded."""
    client = app.test_client()
    for slug in slugs():
        for page in ("score", "rules", "both", "terms"):
            client.get(f"/en/{slug}/{page}")
    client.get("/en/honshu/compare?n=2&0.map=F&1.map=T")
    return client


SHARES = {"F": 8, "A": 21, "T": 25, "L": 6, "Pb": 6}
"""How many squares of each kind each of five lands of 66 can show: a fifth of what the cards have."""


def draw_land(places: list[int], square: str, turns: int) -> str:
    """Return the text of a map that begins with as many squares of a kind as it can have, mirrored by the bits of
    `turns`.
    """
    kinds = [kind for kind in dict.fromkeys((square, *SHARES)) for _ in range(SHARES[kind])]
    squares = dict(zip(sorted(places), kinds, strict=False))
    rows = range(1, max(place // STRIDE for place in places) + 1)
    columns = range(1, max(place % STRIDE for place in places) + 1)
    cells = [[squares.get(row * STRIDE + column, ".") for column in columns] for row in rows]
    return "/".join(" ".join(row[::-1] if turns & 1 else row) for row in (cells[::-1] if turns & 2 else cells))


def is_one_district(land: list[int]) -> bool:
    return len(districts(land)) == 1


def check(lines: int, answer: TestResponse, max_lines: int) -> None:
    assert lines <= max_lines
    assert len(answer.data) <= BYTES
