"""Boards: data of the rules for their scripts, names of places, and drawings that are the same for every sheet."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from shipped import SHIPPED

from scorers.hansa_teutonica.map import CITIES
from scorers.honshu.cards import MAP_CARDS, START_CARDS
from scorers.registry import game
from scorers.sheet import load_sheet
from web.common.languages import LANGUAGES


def board_data(slug: str, seats: int, **options: Any) -> dict[str, Any]:
    """Return the data for the board of a new sheet."""
    sheet = load_sheet(game(slug), {"players": [{}] * seats, **options})
    assert not isinstance(sheet, list), sheet
    return dict(game(slug).board_data(sheet))


@pytest.mark.parametrize(
    ("slug", "place", "name"),
    [
        ("chang_cheng", "c3", "province 3"),
        ("chang_cheng", "m12", "region 12"),
        ("honshu", "r12c3", "row 12, column 3"),
        ("honshu", "r1c10", "row 1, column 10"),
        ("hansa_teutonica", "coellen", "Coellen"),
    ],
)
def test_place_has_its_printed_name(slug: str, place: str, name: str) -> None:
    message = game(slug).place_name(place)
    assert message
    assert message.text % message.values == name


@pytest.mark.parametrize(("seats", "spaces"), [(2, 39), (3, 39), (4, 52)])
def test_the_wall_of_chang_cheng_has_thirteen_spaces_a_board(seats: int, spaces: int) -> None:
    """Two and three players lay three boards, four lay four."""
    assert board_data("chang_cheng", seats) == {
        "spaces": spaces,
        "spaces_of_board": 13,
        "usual_sizes": (4, 4, 5),
        "last_space_of_first": 6,
        "threats": [0, 2, 3, 4],
    }


def test_a_land_of_honshu_is_laid_with_the_printed_cards() -> None:
    """Thirteen cards show 6 + 12 × 5 = 66 squares; the first scoring card lets a factory hold two cubes."""
    data = board_data("honshu", 2)
    assert data.keys() == {"start_cards", "cards", "turns", "stays_in_sight", "reach", "cubes"}
    assert data["start_cards"] == [f"{side}{number}" for side in "AB" for number in range(1, 7)]
    assert data["cards"] == {
        number: [" ".join(row) for row in card] for number, card in (START_CARDS | MAP_CARDS).items()
    }
    assert (data["cards"]["49"], data["cards"]["A4"]) == (["F F", "A T", "A T"], ["Py Pb", "A T", "A T"])
    assert (data["stays_in_sight"], data["reach"], data["cubes"]) == ("L", 66, {"P": 1, "M": 1})
    assert board_data("honshu", 2, end_card="double_factories")["cubes"] == {"P": 1, "M": 2}


def test_a_card_of_honshu_turns_clockwise() -> None:
    """The squares of a card are 0 1 / 2 3 / 4 5.

    After a quarter turn its left column lies on top, from the bottom up.
    """
    assert board_data("honshu", 2)["turns"] == [
        [[0, 1], [2, 3], [4, 5]],
        [[4, 2, 0], [5, 3, 1]],
        [[5, 4], [3, 2], [1, 0]],
        [[1, 3, 5], [0, 2, 4]],
    ]


@pytest.mark.parametrize(
    ("seats", "edition", "side", "annexes"), [(2, "2009", "2-3", 5), (3, "big_box", "2-3", 4), (5, "2009", "4-5", 5)]
)
def test_the_map_of_hansa_teutonica_is_that_of_the_side_in_use(
    seats: int, edition: str, side: str, annexes: int
) -> None:
    """A field of 1000 by 700 with margins of 80 and 25 beside it and 48 below.

    Coellen stands at (185, 655), its own spaces 62 below.
    """
    data = board_data("hansa_teutonica", seats, edition=edition)
    towns, ways = data.pop("towns"), data.pop("ways")
    assert data == {
        "side": side,
        "board": "standard",
        "players": side.replace("-", "–"),
        "field": (-80, 0, 1105, 748),
        "pitch": 36,
        "countries": (),
        "special": (185, 717),
        "special_city": "Coellen",
        "special_spaces": (7, 8, 9, 11),
        "annexes": annexes,
        "permanents": 12,
        "missions": [],
        "lines": ["cities", "network"],
    }
    assert {town.id for town in towns} == set(CITIES)
    assert all(town.offices == CITIES[town.id].offices[side] for town in towns)
    assert ways
    assert all(side in way.route.sides for way in ways)


@pytest.mark.parametrize(
    ("seats", "board", "side", "special", "lines"),
    [
        (3, "east", "east", "Königsberg", ["cities", "network"]),
        (5, "east", "east", "Königsberg", ["cities", "network"]),
        (3, "britannia", "britannia-2-3", "Plymouth", ["cities", "network", "wales"]),
        (4, "britannia", "britannia-4-5", "Plymouth", ["cities", "network", "wales", "scotland"]),
    ],
)
def test_the_map_of_another_board_is_that_of_its_players(
    seats: int, board: str, side: str, special: str, lines: list[str]
) -> None:
    """The Eastern board has one side; Scotland scores only on the larger side of Britannia."""
    data = board_data("hansa_teutonica", seats, board=board)
    assert (data["side"], data["special_city"], data["lines"]) == (side, special, lines)


def test_a_map_with_missions_knows_the_cities_of_each_card() -> None:
    """Nine cards; the third city of each is on no other card."""
    data = board_data("hansa_teutonica", 3, modules=["missions"])
    assert data["lines"] == ["cities", "network", "missions"]
    assert [third for *_, third in data["missions"]] == [
        "paderborn", "luneburg", "goslar", "hannover", "kampen", "hildesheim", "bremen", "magdeburg", "munster",
    ]  # fmt: skip


# Drawings


DRAWN = [(lang, slug, name) for lang in LANGUAGES for slug in SHIPPED for name in game(slug).drawings]
MAP = "/en/hansa_teutonica/score?n=5&to=sheet"


def find_address(client: FlaskClient, page: str) -> str:
    """Return the address of the drawing that a sheet names."""
    match = re.search('data-drawing="([^"]+)"', client.get(page).text)
    assert match
    return match[1]


@pytest.mark.parametrize(("lang", "slug", "name"), DRAWN)
def test_a_drawing_is_an_image_with_its_parts_named_once(client: FlaskClient, lang: str, slug: str, name: str) -> None:
    answer = client.get(f"/{lang}/{slug}/drawing/{name}/0.svg")
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.data)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("aria-label")
    cities = [group.get("data-city") for group in root.iter("{http://www.w3.org/2000/svg}g") if group.get("data-city")]
    assert len(set(cities)) == len(cities) > 0


def test_drawing_is_immutable_at_the_address_on_the_sheet(client: FlaskClient) -> None:
    answer = client.get(find_address(client, MAP))
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(find_address(client, MAP), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_each_side_and_language_has_a_drawing_of_its_own(client: FlaskClient) -> None:
    pages = [f"/{lang}/hansa_teutonica/score?to=sheet&n={seats}" for lang in LANGUAGES for seats in (3, 5)]
    assert len({find_address(client, page) for page in pages}) == 4
    assert find_address(client, "/en/hansa_teutonica/score?to=sheet&n=4") == find_address(client, MAP)


def test_outdated_address_answers_without_caching(client: FlaskClient) -> None:
    now = client.get(find_address(client, MAP))
    before = client.get(re.sub("/[^/]+[.]svg", "/0123456789.svg", find_address(client, MAP)))
    assert before.data == now.data
    assert before.headers["Cache-Control"] == "no-cache"


def test_there_are_no_other_drawings(client: FlaskClient) -> None:
    assert client.get("/en/hansa_teutonica/drawing/6-7/0.svg").status_code == 404
    assert client.get("/en/qin/drawing/4-5/0.svg").status_code == 404
