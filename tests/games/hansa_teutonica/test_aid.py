"""The player aid of Hansa Teutonica answers the twelve questions of aid.tsv, and its numbers are those of the code."""

import pytest
from aids import card, find_gaps

from scorers.entries import entries_of
from scorers.hansa_teutonica import box as hansa_box
from scorers.hansa_teutonica import score as hansa
from scorers.hansa_teutonica.map import CITIES
from scorers.hansa_teutonica.player import Player as HansaPlayer

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "hansa_teutonica"
CITY = {city.mark: city.name for city in CITIES.values()}
"""What is printed beside a city -> the city."""
FULL, KEYS = hansa_box.POINTS_PER_FULL_ABILITY, " ".join(map(str, hansa.KEY_VALUES))
STEPS = " · ".join(str(hansa_box.MARKER_POINTS[most]) for most in (1, 3, 5, 7, 9, 10))
"""Points for 1, up to 3, 5, 7 and 9, and 10 or more bonus markers."""
E7, E8, E9, E11 = hansa_box.COELLEN_SPACES


def test_player_aid_answers_twelve_questions() -> None:
    assert find_gaps(SLUG, globals()) == {}


def test_the_table_of_abilities_is_that_of_the_desk(lang: str) -> None:
    rows = [line.split(" · ") for line in card(SLUG, lang).splitlines()]
    start = next(at for at, row in enumerate(rows) if row[1:2] == [CITY["actions"]])
    for row, (ability, pieces) in zip(rows[start:], hansa.FULL.items(), strict=False):
        values = row[2].split("（")[0].split(" (")[0].split()
        assert row[1] == CITY[ability]
        assert len(values) == pieces + 1
        assert row[3] == str(hansa_box.POINTS_PER_FULL_ABILITY)
        if ability != "privilege":
            assert values == [str(face).split()[0] for face in entries_of(HansaPlayer)[ability].faces]
    assert rows[start + len(hansa.FULL)][1:] == [CITY["keys"], " ".join(map(str, hansa.KEY_VALUES)), "0"]


def test_a_city_pays_what_the_card_says(lang: str) -> None:
    assert {"en": f"Control: {hansa_box.POINTS_PER_CITY} per city.", "zh-Hant": f"控制：每座城市{hansa_box.POINTS_PER_CITY}分。"}[
        lang
    ] in card(SLUG, lang)
