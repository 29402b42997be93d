"""Memory, start, pages and search with five hundred games."""

import pytest

from bench.growth import measure_growth

MEGABYTES = 400
NOISE = 3
"""Milliseconds by which two runs of the same code may differ."""


@pytest.mark.long
def test_ten_times_the_games_take_at_most_ten_times_as_long() -> None:
    few, many = measure_growth(50), measure_growth(500)
    assert many["memory, MB"] <= MEGABYTES
    assert few.keys() == many.keys()
    assert not [what for what in few if many[what] > 10 * few[what] + NOISE]
