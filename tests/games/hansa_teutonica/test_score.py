"""Hansa Teutonica's six lines, ties, faults and links: numbers are reckoned by hand beside them, or stand in the facts' tables."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.entries import entries_of
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.map import CITIES
from scorers.hansa_teutonica.options import map_in_use
from scorers.hansa_teutonica.score import GAME
from scorers.hansa_teutonica.sheet import Sheet
from scorers.service import score_data
from scorers.sheet import load_sheet

SLUG = "hansa_teutonica"
KEYS = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
LEVELS = ("keys", "actions", "privilege", "book", "bag")
answer = partial(tables.answer, SLUG)
line = partial(tables.line, SLUG)


@pytest.mark.parametrize("case", tables.read_cases(__file__, "scores.tsv"))
def test_score_is_that_of_the_table(case: dict[str, str]) -> None:
    tables.check_result("hansa_teutonica", case)


# Examples and lines


def test_the_rulebooks_network_pays_27_and_leaves_kampen_out() -> None:
    network = score_data(SLUG, EXAMPLES["network"].sheet)["players"][0]["lines"][5]
    assert (network["points"], network["working"]) == (27, "9 × 3")
    assert [part["at"] for part in network["parts"]] == [
        ["bremen"], ["hamburg"], ["hannover"], ["lubeck"], ["minden"], ["paderborn"], ["warburg"],
    ]  # fmt: skip
    assert network["parts"][1] == {"points": 6, "working": "2 × 3", "at": ["hamburg"]}


@pytest.mark.parametrize(("ability", "full"), [("actions", 5), ("privilege", 3), ("book", 3), ("bag", 3)])
def test_only_a_full_ability_pays_four(ability: str, full: int) -> None:
    assert [line("abilities", {ability: level})[0] for level in range(full + 1)] == [0] * full + [4]


MARKER_TABLE = [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21, 21, 21, 21, 21]


@pytest.mark.parametrize(("markers", "points"), list(enumerate(MARKER_TABLE)))
def test_markers_pay_by_their_number(markers: int, points: int) -> None:
    assert line("markers", {"markers": markers}) == (points, str(points))


@pytest.mark.parametrize(("keys", "value"), list(enumerate([1, 2, 2, 3, 4])))
def test_an_office_in_the_network_pays_the_key_value(keys: int, value: int) -> None:
    assert line("network", {"keys": keys, "network": 7}) == (7 * value, f"7 × {value}")
    assert line("network", {"keys": keys}, offices={"halle": [0, None]}) == (value, f"1 × {value}")


@pytest.mark.parametrize(
    ("level", "faces"),
    [("keys", "12234"), ("actions", "233445"), ("privilege", "WOPB"), ("book", "2345"), ("bag", "357C")],
)
def test_levels_have_the_values_of_the_desk(level: str, faces: str) -> None:
    kind = entries_of(entries_of(Sheet)["players"].of)[level]
    assert "".join(face[0] for face in kind.faces) == faces
    assert len(set(kind.faces)) == len(faces) == kind.high + 1


# The map


def test_a_tie_in_a_city_goes_to_the_office_furthest_right() -> None:
    lines = [
        player["lines"][4] for player in answer({}, {}, offices={"minden": [0, 1, 1, 0], "emden": [0, 1]})["players"]
    ]
    assert [(entry["points"], [part["at"] for part in entry["parts"]]) for entry in lines] == [
        (2, [["minden"]]),
        (2, [["emden"]]),
    ]


@pytest.mark.parametrize(("seats", "side"), [(2, "2-3"), (3, "2-3"), (4, "4-5"), (5, "4-5")])
def test_the_side_follows_the_number_of_players(seats: int, side: str) -> None:
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats})) == side
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats, "side": None})) == side
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats, "side": "4-5"})) == "4-5"
    bremen = {"2-3": [0], "4-5": [0, None]}[side]
    assert "faults" not in answer(*[{}] * seats, offices={"bremen": bremen})


def test_counts_are_ignored_if_offices_are_given() -> None:
    player = answer({"cities": 9, "network": 20, "keys": 4}, {"cities": 27}, offices={})["players"][0]
    assert [(entry["points"], entry["parts"]) for entry in player["lines"][4:]] == [(0, []), (0, [])]


@pytest.mark.parametrize("name", ["Göttingen", "GOTTINGEN", "gottingen", "göttingen", "哥廷根"])
def test_a_city_may_be_called_by_its_other_names(name: str) -> None:
    assert line("cities", {}, offices={name: [0, None]}) == (2, "1 × 2")
    assert line("cities", {}, offices={"gottingen": [0, 1]}, annexes={name: [0]}) == (2, "1 × 2")


@pytest.mark.parametrize(
    ("alias", "city"),
    [
        ("Arnhem", "arnheim"), ("Brunswick", "brunswiek"), ("Braunschweig", "brunswiek"), ("Bruinswiek", "brunswiek"),
        ("Cöllen", "coellen"), ("Cologne", "coellen"), ("Köln", "coellen"), ("Gröningen", "groningen"), ("Lubeck", "lubeck"),
        ("Luneburg", "luneburg"), ("Münste", "munster"), ("Munster", "munster"), ("Osnabruck", "osnabruck"), ("Standal", "stendal"),
    ],
)  # fmt: skip
def test_the_facts_aliases_are_known(alias: str, city: str) -> None:
    row = [0] * len(CITIES[city].offices["2-3"])
    assert answer(offices={alias: row})["players"][0]["lines"][4]["parts"][0]["at"] == [city]


# Ties


def tie(edition: str, *players: dict[str, Any]) -> tuple[list[int], str, list[str], list[int]]:
    result = answer(*players, edition=edition)
    return result["winners"], result["decided_by"], result["asks"], [player["rank"] for player in result["players"]]
