"""The player aid of Honshu answers the twelve questions of aid.tsv, and its numbers are those of the code."""

import pytest
from aids import card, find_gaps

from scorers.honshu import parts
from scorers.honshu import score as honshu

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "honshu"
FOREST, TOWN, LAKE = parts.POINTS_PER_FOREST, parts.POINTS_PER_TOWN, parts.POINTS_PER_FURTHER_LAKE
CARD = parts.POINTS_OF_CARD
SIZES = " · ".join(map(str, range(1, 8)))
LAKES = " · ".join(str(parts.lake_worth(size, "none")[0]) for size in range(1, 8))


def test_player_aid_answers_twelve_questions() -> None:
    assert find_gaps(SLUG, globals()) == {}


def test_scoring_cards_are_in_order_with_their_points(lang: str) -> None:
    rows = [line.split(" · ") for line in card(SLUG, lang).splitlines()]
    start = next(at for at, row in enumerate(rows) if row[:2] == ["1", "2–4"])
    keys = [key for key in honshu.END_CARDS if key != "none"]
    points = {**parts.POINTS_OF_CARD, "lake_squares": parts.POINTS_PER_LAKE_SQUARE}
    for number, (key, row) in enumerate(zip(keys, rows[start : start + len(keys)], strict=True), 1):
        assert row[0] == str(number)
        assert len(row) == 3
        assert row[1] == ("2–4" if key == "double_factories" else str(points[key]))
