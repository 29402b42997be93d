"""A group's own house rules: what a thing pays may be another value, which is told, and which no reading or variant knows."""

from typing import Any

import pytest
from proofreader import Page, Proofreader

from scorers.entries import MAX_HOUSE_POINTS
from scorers.house import house_rules, house_values_entry
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, slugs
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet

CASES: dict[str, tuple[str, dict[str, Any], dict[str, int], list[int], list[int]]] = {
    # 3 cities at 2 are 6 and at 3 are 9; 2 full abilities at 4 are 8 and at 1 are 2.
    "cities": ("hansa_teutonica", {"players": [{"cities": 3}, {"privilege": 3, "book": 3}]}, {"city": 3}, [6, 8], [9, 8]),
    "abilities": ("hansa_teutonica", {"players": [{"cities": 3}, {"privilege": 3, "book": 3}]}, {"ability": 1}, [6, 8], [6, 2]),
    # With the city tile 3 cities are 12 and at 5 are 15; without it the value of a city stands. With the ability tile 2 are 14 and 20.
    "cities with the tile": (
        "hansa_teutonica",
        {"modules": ["favours"], "players": [{"cities": 3, "favours": ["city"]}, {"cities": 3}]},
        {"city_tile": 5},
        [12, 6],
        [15, 6],
    ),
    "abilities with the tile": (
        "hansa_teutonica",
        {"modules": ["favours"], "players": [{"bag": 3, "book": 3, "favours": ["ability"]}, {"book": 3}]},
        {"ability_tile": 10},
        [14, 4],
        [20, 4],
    ),
    # 4 forests are 8 and at 3 are 12, from counts and from a map; a lake of 3 is 3 × 2 = 6 and at 5 is 5 × 2 = 10.
    "forests": ("honshu", {"players": [{"forest": 4}, {"map": "F F F F"}]}, {"forest": 3}, [8, 8], [12, 12]),
    "lakes": ("honshu", {"players": [{"lakes": [3]}, {"map": "L L L"}]}, {"lake": 5}, [6, 6], [10, 10]),
    # Card 4: 3 lake squares are 6 and at 7 are 21. Card 3: a block is 5 and at 9 is 9.
    "lake squares": (
        "honshu",
        {"end_card": "lake_squares", "players": [{"lakes": [3]}, {"map": "L L L"}]},
        {"lake_squares": 7},
        [6, 6],
        [21, 21],
    ),
    "blocks": (
        "honshu",
        {"end_card": "fallow_blocks", "players": [{"blocks": 1}, {"map": "A A / A A"}]},
        {"fallow_blocks": 9},
        [5, 5],
        [9, 9],
    ),
    # Towns of 3 are 3 and at 0 are 0.
    "towns": ("honshu", {"players": [{"town": 3}, {"map": "T T T"}]}, {"town": 0}, [3, 3], [0, 0]),
    # 2 cards in hand and 3 waiting tiles are 5; at 4 a card they are 8 + 3, at 2 a tile 2 + 6.
    "cards in hand": ("trajan", {"players": [{"hand": 2, "trajan_tiles": 3}, {}]}, {"hand": 4}, [5, 0], [11, 0]),
    "waiting tiles": ("trajan", {"players": [{"hand": 2, "trajan_tiles": 3}, {}]}, {"trajan_tile": 2}, [5, 0], [8, 0]),
    # Four of a type are 20, and 30 for those who add the 10 of three.
    "four of a type": (
        "trajan",
        {"players": [{"construction": {"door": 4}}, {"construction": {"roof": 3}}]},
        {"four_of_a_type": 30},
        [20, 10],
        [30, 10],
    ),
    # Most provinces pay 4 and here 6; 3 unplayed cards 6 and at 1 each 3; a row of 5 pays 5 and at 2 a space 10.
    "diplomacy": (
        "chang_cheng",
        {"events": ["diplomacy"], "players": [{"provinces": 3}, {"provinces": 1}]},
        {"diplomacy": 6},
        [4, 0],
        [6, 0],
    ),
    "overlord": ("chang_cheng", {"events": ["overlord"], "players": [{"chain": 5}, {"chain": 1}]}, {"overlord": 2}, [5, 0], [10, 0]),
    "reward": ("chang_cheng", {"events": ["emperors_reward"], "players": [{"unplayed": 3}, {}]}, {"emperors_reward": 1}, [6, 0], [3, 0]),
}


def totals(answer: dict[str, Any]) -> list[int]:
    return [player["total"] for player in answer["players"]]


@pytest.mark.parametrize("case", CASES)
def test_house_rule_changes_what_a_thing_pays(case: str) -> None:
    slug, data, house, printed, changed = CASES[case]
    assert totals(score_data(slug, data)) == printed
    assert "house" not in score_data(slug, data)
    answer = score_data(slug, data | {"house": house})
    assert totals(answer) == changed
    assert answer["house"] == house
    for player in answer["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])


@pytest.mark.parametrize("slug", [slug for slug in slugs() if house_values_entry(game(slug).sheet)])
def test_printed_value_is_no_house_rule(slug: str) -> None:
    declaration = house_values_entry(game(slug).sheet)
    assert declaration is not None
    data = dict(next(iter(game(slug).examples.values())).sheet)
    printed = {key: value.printed for key, value in declaration.values.items()}
    assert score_data(slug, data | {"house": printed}) == score_data(slug, data)
    assert all(0 < points < MAX_HOUSE_POINTS for points in printed.values())


def test_house_rule_of_another_card_is_not_in_use() -> None:
    data = {"players": [{"forest": 1}, {}], "end_card": "fallow_blocks", "house": {"forest_runs": 9, "lake_squares": 9, "fallow_blocks": 6}}
    sheet = load_sheet(game("honshu"), data)
    assert [(rule.key, rule.value, rule.printed) for rule in house_rules(sheet)] == [("fallow_blocks", 6, 5)]


@pytest.mark.parametrize(
    ("house", "path", "code"),
    [
        ({"city": -1}, "house.city", "too_few"),
        ({"city": 41}, "house.city", "too_many"),
        ({"city": "3"}, "house.city", "type"),
        ({"town": 3}, "house.town", "unknown"),
        (3, "house", "type"),
    ],
)
def test_house_rule_out_of_bounds_is_a_fault(house: object, path: str, code: str) -> None:
    faults = score_data("hansa_teutonica", {"players": [{}, {}], "house": house})["faults"]
    assert [(fault["path"], fault["code"]) for fault in faults] == [(path, code)]


def test_house_rule_travels_in_the_link() -> None:
    the_game = game("hansa_teutonica")
    sheet = load_sheet(the_game, {"players": [{"cities": 3}, {}], "house": {"city": 3, "ability": 4}})
    pairs = sheet_to_query(sheet)
    assert [pair for pair in pairs if pair[0].startswith("house")] == [("house.city", "3")]
    assert load_sheet(the_game, sheet_from_query(the_game.sheet, {name: [value] for name, value in pairs})) == sheet


def test_house_rule_goes_with_every_variant_and_reading() -> None:
    """30 and 3 cities at 3 are 39 for Ann, in either edition."""
    data = {"players": [{"prestige": 30, "cities": 3}, {"prestige": 30, "cities": 2}, {}], "house": {"city": 3}, "sensitivity": True}
    answer = compare_data("hansa_teutonica", data)
    assert [totals(column["result"])[0] for column in answer["columns"]] == [39, 39]
    assert [column["result"]["house"] for column in answer["columns"]] == [{"city": 3}] * 2
    assert answer["sensitivity"]["changes"] == []


def test_sheet_asks_only_for_house_rules_that_are_tried(app: Any, lang: str) -> None:
    client = Proofreader(app, Page)
    plain = client.get(f"/{lang}/hansa_teutonica/score?to=sheet&n=2&0.cities=3")
    assert not [name for name in plain.form_data() if name.startswith("house")]
    tried = client.get(f"/{lang}/hansa_teutonica/score?to=sheet&n=2&0.cities=3&house.city=3")
    assert [(name, value) for name, value in tried.form_data().items() if name.startswith("house")] == [("house.city", "3")]
