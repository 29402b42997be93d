"""Five hundred games start in seconds, fit into a small machine, and slow no page or search more than their number."""

import pytest

from bench.growth import measure_growth

SECONDS, MEGABYTES = 10, 400
NOISE = 3
"""Milliseconds by which two runs may differ for reasons of the machine's own."""


@pytest.mark.long
def test_five_hundred_games_start_soon_and_no_page_is_slower_than_their_number() -> None:
    few, many = measure_growth(50), measure_growth(500)
    assert many["start, s"] <= SECONDS
    assert many["memory, MB"] <= MEGABYTES
    assert few.keys() == many.keys()
    assert not [what for what in few if many[what] > 10 * few[what] + NOISE]
