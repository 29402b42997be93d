"""Pages with a map of Hansa Teutonica without scripts: the chosen board alone, entered as a list and drawn in the result."""

import re

import pytest
from hansa_facts import cities_on
from proofreader import Page, Proofreader, totals

MAPS = {
    "4-5": "n=4",
    "east": "n=4&board=east",
    "britannia-2-3": "n=3&board=britannia",
    "britannia-4-5": "n=4&board=britannia",
}
"""Query of an empty sheet by the name of its map."""
SHEET = "hansa_teutonica/score"


def fields_of(page: Page, kind: str) -> set[str]:
    """Return the cities that have a text box for this kind of office."""
    names = [field.get("name", "") for field in page.all("input") if field.get("type") != "hidden"]
    return {name.removeprefix(f"{kind}.") for name in names if name.startswith(f"{kind}.")}


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("name", MAPS)
def test_sheet_has_the_cities_of_the_chosen_map_alone(client: Proofreader, lang: str, name: str) -> None:
    page = client.get(f"/{lang}/{SHEET}?to=sheet&{MAPS[name]}")
    cities = cities_on(name)
    green = {city for city, row in cities.items() if not row["offices"]}
    assert {row.get("data-row") for row in page.all("div") if row.get("data-row") in cities} == set(cities)
    assert fields_of(page, "offices") == set(cities) - green
    assert fields_of(page, "annexes") == set(cities)
    assert fields_of(page, "permanent") == green
    assert re.findall(r'data-drawing="[^"]*/drawing/([^/]+)/', page.text) == [name]
    others = {city for other in MAPS for city in cities_on(other)} - set(cities)
    assert not {city for city in others if f'"{city}"' in page.text or f".{city}" in page.text}
    boxes = [
        field for field in page.all("input") if re.match(r"(offices|annexes|permanent)\.", field.get("name") or "")
    ]
    labels = [box.get("aria-label") for box in boxes if box.get("type") != "hidden"]
    assert len(labels) == len(set(labels)) > len(cities)
    assert all(labels)


def test_no_module_is_in_a_plain_sheet(client: Proofreader) -> None:
    page = client.get(f"/en/{SHEET}?n=4")
    for name in ("three_way", "mission", "mission_cities", "favours", "wales_cities", "scotland_offices", "permanent"):
        assert not re.search(rf'name="(\d\.)?{name}\b', page.text), name
    assert page.one("section", id="map").get("data-missions") == "[]"


POSITIONS = [
    (
        "east",
        "n=3&board=east&offices.danzig=AB--&offices.malmo=A--&annexes.belgard=C&permanent.belgard=A&0.keys=1",
        [10, 3, 1],
    ),
    ("britannia-2-3", "n=3&board=britannia&offices.isle_of_man=A-&offices.conway=AB&offices.london=C-----", [11, 7, 3]),
    (
        "britannia-4-5",
        "n=4&board=britannia&offices.isle_of_man=A-&offices.carlisle=ABB--&offices.calais=D--",
        [16, 9, 0, 3],
    ),
]
"""A map, a filled sheet and its totals.

East: in Danzig B is further right than A, in Malmö A is alone, and in Belgard A's permanent office is right of C's annex. The three are
joined. A: 2 cities, 3 offices at 2, 4 + 6 = 10. B: 2 + 1 = 3. C: 1.
Smaller Britannia: A controls the Isle of Man and B, further right, Conway; they are joined. In Wales each has a city, and A more offices:
7 to 4. A: 2 + 2 + 7 = 11. B: 2 + 1 + 4 = 7. C, in London: 2 + 1 = 3.
Larger Britannia: A controls the Isle of Man and B Carlisle; they are joined. Wales: A 7. Scotland: a city and two offices each, so they
share 7 + 4, 5 each. A: 2 + 2 + 7 + 5 = 16. B: 2 + 2 + 5 = 9. D, in Calais: 2 + 1 = 3.
"""


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize(("name", "query", "points"), POSITIONS)
def test_typed_map_is_scored_and_drawn(
    client: Proofreader, lang: str, name: str, query: str, points: list[int]
) -> None:
    page = client.get(f"/{lang}/{SHEET}?{query}")
    assert totals(page) == points
    drawing = page.one("section", class_="finished")
    assert {group.get("data-place") for group in drawing.iter() if group.get("data-place")} == set(cities_on(name))
    held = sum("held" in (element.get("class") or "").split() for element in drawing.iter())
    assert held == len(re.findall("[A-D]", re.sub(r"&?\w+(\.\w+)?=", "", query)))


def test_form_keeps_entries_of_another_board(client: Proofreader) -> None:
    """Danzig is not on the standard board, where A has Minden: 2 + 1 = 3; back on the Eastern board A has Danzig instead."""
    query = "n=3&offices.danzig=A---&permanent.waren=B&offices.minden=A---"
    page = client.get(f"/en/{SHEET}?to=sheet&{query}")
    carried = {field.get("name"): field.get("value") for field in page.all("input", type="hidden")}
    assert (carried["offices.danzig"], carried["permanent.waren"]) == ("A---", "B")
    assert totals(client.get(f"/en/{SHEET}?{query}")) == [3, 0, 0]
    assert totals(client.get(f"/en/{SHEET}?{query}&board=east")) == [3, 3, 0]
