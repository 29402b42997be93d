"""What nobody has answered on a sheet: every game's blank numbers, and the choices that nobody made for anybody."""

from collections.abc import Mapping
from typing import Any

import pytest
from every_game import bounds, every_example, every_game, example, plain

from scorers.registry import game
from scorers.service import score_data
from scorers.sheet import locate, options_of


def find_open(slug: str, *players: Mapping[str, Any], **entries: Any) -> list[str]:
    """Return what is open on a sheet besides its blank numbers."""
    answer = score_data(slug, {"players": list(players), **entries})
    return [path for path in answer["open"] if path not in answer["blank"]]


def seats(name: str, *numbers: int) -> list[str]:
    return [f"players.{seat}.{name}" for seat in numbers]


@every_game
def test_blanks_are_open_and_options_never_are(slug: str) -> None:
    for count in range(bounds(slug)[0], bounds(slug)[1] + 1):
        answer = score_data(slug, {"players": [{}] * count})
        assert set(answer["blank"]) <= set(answer["open"])
        assert len(set(answer["open"])) == len(answer["open"])
        for path in answer["open"]:
            assert locate(game(slug).sheet, path).label
            assert path.split(".")[0] not in options_of(game(slug).sheet)
            assert path.split(".")[-1] not in ("name", "colour")


@every_example
def test_open_entries_of_an_example_are_entries(slug: str, key: str) -> None:
    answer = score_data(slug, plain(example(slug, key).sheet))
    assert set(answer["blank"]) <= set(answer["open"])
    assert all(locate(game(slug).sheet, path).label for path in answer["open"])


# Hansa Teutonica


def test_special_spaces_are_open_until_anybody_has_one() -> None:
    assert find_open("hansa_teutonica", {"prestige": 3}, {}) == seats("coellen", 0, 1)
    assert find_open("hansa_teutonica", {"coellen": [7]}, {}) == []


def test_levels_that_nobody_chose_are_open() -> None:
    """City Keys and ability boxes are numbers: each player's is open until it is chosen, be it the first value."""
    answer = score_data("hansa_teutonica", {"players": [{"keys": 0, "actions": 5}, {"keys": None}]})
    abilities = ("actions", "privilege", "book", "bag")
    levels = [path for path in answer["open"] if path.split(".")[-1] in ("keys", *abilities)]
    assert levels == [*seats("privilege", 0), *seats("book", 0), *seats("bag", 0), *seats("keys", 1)] + [
        f"players.1.{name}" for name in abilities
    ]


def test_tiles_and_missions_are_open_with_their_module_only() -> None:
    table = {"coellen": [7]}
    assert find_open("hansa_teutonica", table, {}, modules=["favours"]) == seats("favours", 0, 1)
    assert find_open("hansa_teutonica", table, {"favours": ["city"]}, modules=["favours"]) == []
    assert find_open("hansa_teutonica", table, {"favours": []}) == []
    counted = find_open("hansa_teutonica", table, {}, modules=["missions"])
    assert counted == seats("mission_control", 0, 1)
    held = {"mission_cities": 3, "mission_control": True}
    assert find_open("hansa_teutonica", table, held, modules=["missions"]) == []
    on_map = score_data(
        "hansa_teutonica", {"players": [table, {"mission": 4}], "modules": ["missions"], "offices": {"halle": [0, 1]}}
    )
    assert [path for path in on_map["open"] if "mission" in path] == ["players.0.mission"]


def test_offices_are_not_asked_for_beside_counts() -> None:
    by_map = score_data("hansa_teutonica", {"players": [{}, {}], "offices": {"halle": [0, 1]}})
    assert {path.split(".")[-1] for path in by_map["open"]} == {
        *("prestige", "keys", "actions", "privilege", "book", "bag", "markers", "coellen")
    }
    assert "offices" not in score_data("hansa_teutonica", {"players": [{}, {}]})["open"]


# Honshu


def test_lakes_are_open_until_anybody_who_counts_has_one() -> None:
    assert find_open("honshu", {"forest": 3}, {}, {}) == seats("lakes", 0, 1, 2)
    assert find_open("honshu", {"lakes": [4, 2]}, {}, {}) == []
    # Whoever gives a map is not asked, and answers for nobody else.
    assert find_open("honshu", {"map": "L L"}, {}, {}) == seats("lakes", 1, 2)
    assert find_open("honshu", {"map": "L L"}, {"map": "F"}) == []


# Trajan


def test_bonus_tiles_are_open_until_anybody_has_one() -> None:
    assert find_open("trajan", {"points": 3}, {}, {}) == seats("bonus", 0, 1, 2)
    assert find_open("trajan", {}, {"bonus": {"bread": "grey"}}, {}) == []


# Qin


@pytest.mark.parametrize("options", [{}, {"match": True}])
def test_nothing_but_numbers_is_open_in_qin(options: dict[str, Any]) -> None:
    assert find_open("qin", {}, {"left": 3, "left_lion": 4}, **options) == []
    numbers = {"left": 3, "left_bird": 1, "left_lion": 2}
    assert score_data("qin", {"players": [numbers, numbers], **options})["open"] == []


# Chang Cheng

WHOLE = {"wall": "A B . x", "china": [4], "mongol": [4], "threats": [0]}


def test_regions_are_open_unless_they_or_the_wall_are_given() -> None:
    assert find_open("chang_cheng", {"track": 20}, {}) == ["regions"]
    assert find_open("chang_cheng", {"track": 20}, {}, regions=[]) == ["regions"]
    assert find_open("chang_cheng", {"track": 20}, {}, **WHOLE) == []


def test_each_region_lacks_its_threat_until_it_is_chosen() -> None:
    """0 is a removed tile, and so an answer."""
    walls = {"walls": [2, 1, 0]}
    regions = [{"threat": 3, "towers": [1], **walls}, walls, {"threat": 0, **walls}]
    assert find_open("chang_cheng", {}, {}, {}, regions=regions) == ["regions.1.threat"]


def test_towers_are_open_until_one_stands_anywhere() -> None:
    regions = [{"threat": 3, "walls": [2, 1, 0]}, {"threat": 2, "walls": [0, None, None]}]
    assert find_open("chang_cheng", {}, {}, {}, regions=regions) == ["regions.0.towers", "regions.1.towers"]
    assert find_open("chang_cheng", {}, {}, {}, regions=[*regions, {"threat": 4, "walls": [1], "towers": [0]}]) == []


def test_walls_of_a_region_are_open_if_nobody_has_a_number_there() -> None:
    regions = [{"threat": 3, "towers": [0], "walls": [2, None]}, {"threat": 2, "walls": []}]
    neutral = [{**region, "neutral": number} for region, number in zip(regions, (1, None), strict=True)]
    assert find_open("chang_cheng", {}, {}, {}, regions=regions) == ["regions.1.walls"]
    assert find_open("chang_cheng", {}, {}, regions=neutral) == ["regions.1.walls", "regions.1.neutral"]
    assert find_open("chang_cheng", {}, {}, regions=neutral, neutral="ignored") == ["regions.1.walls"]


def test_event_cards_ask_for_their_numbers() -> None:
    by_events = score_data("chang_cheng", {"players": [{"track": 1}] * 2, "events": ["diplomacy", "overlord"], **WHOLE})
    assert by_events["open"] == []
    counted = score_data(
        "chang_cheng", {"players": [{"track": 1, "provinces": 1}, {"track": 2}], "events": ["diplomacy"]}
    )
    assert counted["open"] == ["regions", "players.1.provinces"]


# Invented games


def test_rounds_and_painted_boards_are_open() -> None:
    assert find_open("orchards", {}, {}) == seats("orchard", 0, 1)
    assert find_open("orchards", {"orchard": "A1"}, {}) == []
    assert find_open("orchards", {"orchard": "A1"}, {}, walls=True) == seats("wall", 0, 1)
    assert find_open("magpies", {}, {}, {}) == ["rounds"]
    assert find_open("magpies", {}, {}, {}, rounds=[{"bid": [1, 2, 3]}]) == []
