"""Ranking bars: negative totals lie left of the axis, so that no loser has the longest bar."""

import re
from collections.abc import Callable

from proofreader import Proofreader

from web.result.chart import axis_of

RECT = re.compile(r'<rect class="(solid|below)" x="([\d.]+)" width="([\d.]+)"')
AXIS = re.compile(r'class="zero" d="M([\d.]+) ')
REGION = "regions=1&regions.0.threat=3&regions.0.walls.0=3&regions.0.walls.1=3"


def bars_of(client: Proofreader, points: Callable[[int], int]) -> list[tuple[str, float, float]]:
    """Return kind, start and length of both bars; each player loses 3 points in the only region."""
    page = client.get(f"/en/chang_cheng/score?n=2&{REGION}&0.track={points(0) + 3}&1.track={points(1) + 3}").text
    return [(kind, float(start), float(length)) for kind, start, length in RECT.findall(page)]


def test_negative_total_is_drawn_left_of_the_axis(client: Proofreader) -> None:
    """0 to −2: the drawing is a hundred long, and what lies below zero takes 40 of it at most."""
    assert bars_of(client, lambda seat: -2 * seat) == [("solid", 40, 0), ("below", 0, 40)]


def test_bars_have_one_scale(client: Proofreader) -> None:
    """6 to −2: eight points in all, so that zero stands at a quarter."""
    assert bars_of(client, lambda seat: (6, -2)[seat]) == [("solid", 25, 75), ("below", 0, 25)]


def test_axis_is_drawn_only_for_negative_totals(client: Proofreader) -> None:
    address = f"/en/chang_cheng/score?n=2&{REGION}"
    assert AXIS.findall(client.get(f"{address}&0.track=9&1.track=1").text) == ["25.0", "25.0"]
    assert AXIS.findall(client.get(f"{address}&0.track=9&1.track=3").text) == []


def test_axis_fits_equal_totals() -> None:
    assert axis_of([0, 0]) == (0, 100)
    assert axis_of([-5, -5]) == (40, 8)
