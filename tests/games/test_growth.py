"""Five hundred games fit into a small machine, and slow the start, a page or a search no more than their number."""

import pytest

from bench.growth import measure_growth

MEGABYTES = 400
NOISE = 3
"""Milliseconds by which two runs may differ for reasons of the machine's own."""


@pytest.mark.long
def test_ten_times_the_games_take_at_most_ten_times_as_long() -> None:
    few, many = measure_growth(50), measure_growth(500)
    assert many["memory, MB"] <= MEGABYTES
    assert few.keys() == many.keys()
    assert not [what for what in few if many[what] > 10 * few[what] + NOISE]
