"""House rules: another value for what a thing pays, shown in the result, whatever the interpretation or variant."""

from typing import Any
from urllib.parse import parse_qsl

import pytest
import tables
from proofreader import Page, Proofreader

from scorers.entries import MAX_HOUSE_POINTS
from scorers.house import house_rules, house_values_entry
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, slugs
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet


def totals(answer: dict[str, Any]) -> list[int]:
    return [player["total"] for player in answer["players"]]


@pytest.mark.parametrize("case", tables.read_cases(__file__, "house_rules.tsv"))
def test_house_rule_changes_what_a_thing_pays(case: dict[str, str]) -> None:
    slug, data = case["game"], tables.read_query(case["game"], case["sheet"])
    house = {key: int(value) for key, value in parse_qsl(case["house"])}
    assert totals(score_data(slug, data)) == [int(points) for points in case["printed"].split()]
    assert "house" not in score_data(slug, data)
    answer = score_data(slug, data | {"house": house})
    assert totals(answer) == [int(points) for points in case["changed"].split()]
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
    data = {
        "players": [{"forest": 1}, {}],
        "end_card": "fallow_blocks",
        "house": {"forest_runs": 9, "lake_squares": 9, "fallow_blocks": 6},
    }
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


def test_house_rule_goes_with_every_variant_and_interpretation() -> None:
    """30 and 3 cities at 3 are 39 for Ann, in either edition."""
    data = {
        "players": [{"prestige": 30, "cities": 3}, {"prestige": 30, "cities": 2}, {}],
        "house": {"city": 3},
        "sensitivity": True,
    }
    answer = compare_data("hansa_teutonica", data)
    assert [totals(column["result"])[0] for column in answer["columns"]] == [39, 39]
    assert [column["result"]["house"] for column in answer["columns"]] == [{"city": 3}] * 2
    assert answer["sensitivity"]["changes"] == []


def test_sheet_shows_only_house_rules_in_use(app: Any, lang: str) -> None:
    client = Proofreader(app, Page)
    plain = client.get(f"/{lang}/hansa_teutonica/score?to=sheet&n=2&0.cities=3")
    assert not [name for name in plain.form_data() if name.startswith("house")]
    tried = client.get(f"/{lang}/hansa_teutonica/score?to=sheet&n=2&0.cities=3&house.city=3")
    assert [(name, value) for name, value in tried.form_data().items() if name.startswith("house")] == [
        ("house.city", "3")
    ]
