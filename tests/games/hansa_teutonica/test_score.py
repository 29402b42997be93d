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


# Examples and lines


def test_the_rulebooks_network_pays_27_and_leaves_kampen_out() -> None:
    network = score_data(SLUG, EXAMPLES["network"].sheet)["players"][0]["lines"][5]
    assert (network["points"], network["working"]) == (27, "9 × 3")
    assert [part["at"] for part in network["parts"]] == [
        ["bremen"], ["hamburg"], ["hannover"], ["lubeck"], ["minden"], ["paderborn"], ["warburg"],
    ]  # fmt: skip
    assert network["parts"][1] == {"points": 6, "working": "2 × 3", "at": ["hamburg"]}


def test_prestige_counts_as_entered() -> None:
    assert line("prestige", {"prestige": 123}) == (123, "123")


@pytest.mark.parametrize(("ability", "full"), [("actions", 5), ("privilege", 3), ("book", 3), ("bag", 3)])
def test_only_a_full_ability_pays_four(ability: str, full: int) -> None:
    assert [line("abilities", {ability: level})[0] for level in range(full + 1)] == [0] * full + [4]


def test_all_abilities_pay_sixteen_and_city_keys_nothing() -> None:
    assert line("abilities", {"keys": 4}) == (0, "")
    assert line("abilities", {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bag": 3}) == (16, "4 × 4")


MARKER_TABLE = [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21, 21, 21, 21, 21]


@pytest.mark.parametrize(("markers", "points"), list(enumerate(MARKER_TABLE)))
def test_markers_pay_by_their_number(markers: int, points: int) -> None:
    assert line("markers", {"markers": markers}) == (points, str(points))


@pytest.mark.parametrize(
    ("spaces", "points"), [([], (0, "")), ([7], (7, "7")), ([11, 8], (19, "8 + 11")), ([7, 8, 9, 11], (35, "7 + 8 + 9 + 11"))]
)
def test_spaces_in_coellen_pay_what_is_printed(spaces: list[int], points: tuple[int, str]) -> None:
    assert line("coellen", {"coellen": spaces}) == points


def test_a_city_pays_two() -> None:
    assert line("cities", {"cities": 27}) == (54, "27 × 2")


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
    lines = [player["lines"][4] for player in answer({}, {}, offices={"minden": [0, 1, 1, 0], "emden": [0, 1]})["players"]]
    assert [(entry["points"], [part["at"] for part in entry["parts"]]) for entry in lines] == [(2, [["minden"]]), (2, [["emden"]])]


def test_an_annex_counts_but_is_worth_least_in_a_tie() -> None:
    def controllers(**annexes: list[int]) -> list[int]:
        return [player["lines"][4]["points"] for player in answer({}, {}, offices={"emden": [0, None]}, annexes=annexes)["players"]]

    assert controllers() == [2, 0]
    assert controllers(emden=[1]) == [2, 0]
    assert controllers(emden=[1, 1]) == [0, 2]
    assert controllers(emden=[0, 1, 1]) == [2, 0]


def test_only_the_better_of_two_networks_pays() -> None:
    # Emden and Groningen hold 3 of the first seat's offices, Halle and Quedlinburg 2
    offices = {"emden": [0, 0], "groningen": [0, None], "halle": [0, None], "quedlinburg": [0, None]}
    assert line("network", {"keys": 1}, offices=offices) == (6, "3 × 2")


def test_the_side_in_use_decides_which_routes_there_are() -> None:
    offices = {"emden": [0, None], "stade": [0]}
    assert line("network", {}, offices=offices) == (1, "1 × 1")
    assert line("network", {}, offices=offices, side="2-3") == (1, "1 × 1")
    assert line("network", {}, offices=offices, side="4-5") == (2, "2 × 1")


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


def test_annexes_without_offices_are_left_out_of_account() -> None:
    assert line("cities", {"cities": 3}, annexes={"emden": [0]}) == (6, "3 × 2")


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


def test_a_tie_is_shared_in_the_2009_edition() -> None:
    players = {"prestige": 9, "actions": 4}, {"prestige": 9, "actions": 1}, {"prestige": 8}
    assert tie("2009", *players) == ([0, 1], "shared", [], [1, 1, 3])


def test_a_tie_goes_to_the_fewer_actions_in_the_big_box() -> None:
    players = {"prestige": 9, "actions": 4}, {"prestige": 9, "actions": 1}, {"prestige": 8, "actions": 0}
    assert tie("big_box", *players) == ([1], "actions", [], [2, 1, 3])


def test_network_breaks_the_second_big_box_tie() -> None:
    # 9 + 0 = 7 + 2 × 1 = 5 + 2 × 2
    players = [{"prestige": 9, "network": 0, "keys": 4}, {"prestige": 7, "network": 2, "keys": 0}, {"prestige": 5, "network": 2, "keys": 1}]
    level = [{**player, "actions": 2} for player in players]
    assert tie("big_box", *level) == ([2], "network", [], [3, 2, 1])


def test_complete_big_box_tie_is_shared() -> None:
    level = {"prestige": 9, "network": 1, "keys": 0, "actions": 2}
    assert tie("big_box", level, level, {}) == ([0, 1], "shared", [], [1, 1, 3])


def test_a_tie_asks_for_the_actions_that_are_blank() -> None:
    players = {"prestige": 9, "actions": 4}, {"prestige": 9}, {"prestige": 8}
    assert tie("big_box", *players) == ([0, 1], "shared", ["players.1.actions"], [1, 1, 3])


def test_tie_in_actions_asks_for_network_entries() -> None:
    players = {"prestige": 9, "actions": 1}, {"prestige": 8, "network": 1, "keys": 0, "actions": 1}, {}
    assert tie("big_box", *players) == ([0, 1], "shared", ["players.0.keys", "players.0.network"], [1, 1, 3])


def test_tie_on_the_map_asks_for_keys_only() -> None:
    # Halle: city 2 + network 1 × 1 = 3, level with 3 on the track
    players = {"prestige": 3, "actions": 1}, {"keys": 0, "actions": 1}, {}
    assert answer(*players, edition="big_box", offices={"halle": [1, None]})["asks"] == ["players.0.keys"]
