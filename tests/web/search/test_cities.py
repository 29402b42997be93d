"""Tests that each name of a city of Hansa Teutonica, in both languages, leads to a table of cities or to a rule about it."""

import pytest
from search_tables import places

from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import map as standard
from web.search.ranking import Library

TABLES = {"map-cities": standard.CITIES, "module-east-cities": east.CITIES, "module-britannia-cities": britannia.CITIES}
RULES = {"isle_of_man": "scoring-scotland", "coellen": "scoring-coellen"}
"""Cities that a rule is about."""


@pytest.mark.parametrize("board", ["module-east-cities", "module-britannia-cities"])
def test_city_name_leads_to_its_table(library: Library, lang: str, board: str) -> None:
    for city_id, city in TABLES[board].items():
        expected = {heading for heading, cities in TABLES.items() if city_id in cities} | {RULES.get(city_id, "")}
        for name in (city.name, city.chinese, *city.aliases):
            first = places(library.find(name, lang, "hansa_teutonica"))[0]
            assert first.removeprefix("hansa_teutonica#") in expected, name
