"""Memory and the work of requests with five hundred games."""

import pytest

from bench.growth import measure_growth

MEGABYTES = 400


@pytest.mark.long
def test_ten_times_the_games_take_at_most_ten_times_the_work() -> None:
    few, many = measure_growth(50, in_lines=True), measure_growth(500, in_lines=True)
    assert many["memory, MB"] <= MEGABYTES
    requests = [what for what in few if what.endswith(", lines")]
    assert few.keys() == many.keys()
    assert requests
    assert {what: (few[what], many[what]) for what in requests if many[what] > 10 * few[what]} == {}
