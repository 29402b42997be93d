"""Tests that each name of a city of Hansa Teutonica, in both languages, leads to a table of cities or to a rule about it."""

import pytest
from proofreader import Proofreader

from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import map as standard

TABLES = {"map-cities": standard.CITIES, "module-east-cities": east.CITIES, "module-britannia-cities": britannia.CITIES}
RULES = {"isle_of_man": "scoring-scotland", "coellen": "scoring-coellen"}
"""Cities that a rule is about."""


@pytest.mark.parametrize("board", ["module-east-cities", "module-britannia-cities"])
def test_city_name_leads_to_its_table(client: Proofreader, lang: str, board: str) -> None:
    for city_id, city in TABLES[board].items():
        expected = {heading for heading, cities in TABLES.items() if city_id in cities} | {RULES.get(city_id, "")}
        for name in (city.name, city.chinese, *city.aliases):
            hits = client.get(f"/{lang}/search", query_string={"game": "hansa_teutonica", "q": name}).one("ol", class_="hits")
            first = next(link.get("href", "") for link in hits.iter("a"))
            assert first.partition("#")[2] in expected, name
