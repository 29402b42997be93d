"""The numbers in the rules, their tables and the set-up page agree with the scoring code."""

import re
from collections import Counter

import pytest
from flask import Flask
from proofreader import Proofreader, words
from rule_tables import column, lead, name_city, numbers, table
from shipped import SHIPPED

from scorers.chang_cheng import sheet as chang_cheng_sheet
from scorers.chang_cheng import wall
from scorers.entries import entries_of
from scorers.hansa_teutonica import box as hansa_box
from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import faults as hansa_faults
from scorers.hansa_teutonica import map as hansa_map
from scorers.hansa_teutonica import map as standard
from scorers.hansa_teutonica import score as hansa
from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.box import MISSIONS, POINTS_BY_PLACE, POINTS_FOR_MISSION_CONTROL, POINTS_PER_MISSION_CITY
from scorers.hansa_teutonica.britannia import BRITANNIA_LARGE, BRITANNIA_SMALL
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.map import INKS, LARGE, PIECES, Office
from scorers.hansa_teutonica.modules import score_country
from scorers.honshu import cards, land, parts
from scorers.honshu import score as honshu
from scorers.honshu.examples import EXAMPLES
from scorers.po_catalog import load_translator
from scorers.qin import score as qin
from scorers.qin.score import START_PAGODAS
from scorers.registry import folder, game
from scorers.sheet import players_entry
from scorers.trajan import bonus
from scorers.trajan import box as trajan_box
from scorers.trajan import score as trajan
from web.rules.model import rules

SIDES = {hansa_map.LARGE: 1, hansa_map.SMALL: 2}
"""Side of Hansa Teutonica's board -> its column among the cities."""


def list_figures(slug: str, lang: str) -> dict[str, list[str]]:
    """Return, section by section, the cells of its tables that are only numbers (no years), and the results of sums."""
    figures = {}
    for section in rules(slug, lang).sections:
        cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", section.body, re.DOTALL)
        plain = [re.sub(r"<[^>]+>|\u2060", "", cell) for cell in cells]
        figures[section.id] = [
            cell for cell in plain if cell != "2009" and re.fullmatch(r"[-−+×÷/–½ \d]*\d[-−+×÷/–½ \d]*|½", cell)
        ]
        figures[section.id] += re.findall(r"[=＝] ?(\d+)", section.text)
    return figures


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_both_languages_have_the_same_figures(slug: str) -> None:
    chinese, english = (list_figures(slug, lang) for lang in ("zh-Hant", "en"))
    assert chinese == english
    assert sum(map(len, english.values())) >= 40


# Hansa Teutonica


@pytest.mark.usefixtures("application_context")
def test_bonus_markers_pay_by_the_table(lang: str) -> None:
    points_of = {}
    for markers, points in table("hansa_teutonica", lang, "scoring-markers"):
        low, _, high = markers.rstrip("+").partition("–")
        points_of |= dict.fromkeys(range(int(low), int(high or low) + 1), int(points))
    assert points_of == dict(enumerate(hansa_box.MARKER_POINTS))


@pytest.mark.usefixtures("application_context")
def test_desk_has_the_values_of_the_sheet(lang: str) -> None:
    keys, *items = [[cell for cell in row[1:] if cell != "–"] for row in table("hansa_teutonica", lang, "desk")]
    assert keys == [str(value) for value in hansa.KEY_VALUES]
    for ability, item in zip(hansa.FULL, items, strict=True):
        faces = entries_of(hansa.Player)[ability].faces
        assert len(item) == len(faces) == hansa.FULL[ability] + 1
        if ability != "privilege":
            assert item == [face.split()[0] for face in faces]


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize(("heading", "nth", "pieces", "points"), [("desk", 1, 1, 4), ("scoring-abilities", 0, 1, 2)])
def test_full_abilities_pay_the_same_except_city_keys(
    lang: str, heading: str, nth: int, pieces: int, points: int
) -> None:
    assert column("hansa_teutonica", lang, heading, pieces, nth) == [len(hansa.KEY_VALUES) - 1, *hansa.FULL.values()]
    assert column("hansa_teutonica", lang, heading, points, nth) == [
        0,
        *[hansa_box.POINTS_PER_FULL_ABILITY] * len(hansa.FULL),
    ]


@pytest.mark.usefixtures("application_context")
def test_cities_and_coellen_have_their_points(lang: str) -> None:
    assert lead("hansa_teutonica", lang, "scoring-cities")[0] == hansa_box.POINTS_PER_CITY
    assert column("hansa_teutonica", lang, "scoring-coellen", 1) == list(hansa_box.COELLEN_SPACES)
    assert column("hansa_teutonica", lang, "complete-coellen", 0) == list(hansa_box.COELLEN_SPACES)
    assert lead("hansa_teutonica", lang, "scoring-network") == list(hansa.KEY_VALUES)


@pytest.mark.usefixtures("application_context")
def test_each_edition_has_its_markers_and_annexes(lang: str) -> None:
    *kinds, total = numbers("hansa_teutonica", lang, "components-markers")
    assert total == [sum(kind[at] for kind in kinds) for at in (0, 1)] == list(hansa_box.MARKERS.values())
    assert kinds[0] == list(hansa_box.ANNEXES.values())
    assert numbers("hansa_teutonica", lang, "editions")[1] == list(hansa_box.MARKERS.values())
    assert table("hansa_teutonica", lang, "editions")[0][1:] == ["2–5", f"{hansa_faults.BIG_BOX_PLAYERS}–5"]


@pytest.mark.usefixtures("application_context")
def test_taverns_of_the_map_are_in_the_set_up(lang: str) -> None:
    text = rules("hansa_teutonica", lang).by_id["setup-board"].text
    taverns = [route for route in hansa_map.ROUTES if route.tavern]
    assert len(taverns) == 3
    for route in taverns:
        assert "–".join(str(hansa_map.CITIES[city].name) for city in (route.one, route.other)) in text


@pytest.mark.usefixtures("application_context")
def test_every_city_lists_the_routes_that_end_there(lang: str) -> None:
    for row, (city_id, city) in zip(
        table("hansa_teutonica", lang, "city-routes"), hansa_map.CITIES.items(), strict=True
    ):
        expected = {
            f"{hansa_map.CITIES[route.other if route.one == city_id else route.one].name} {route.spaces}"
            + ("" if hansa_map.SMALL in route.sides else "*")
            for route in hansa_map.ROUTES
            if city_id in (route.one, route.other)
        }
        assert row[0] == name_city(city, lang)
        assert sorted(re.split(", |、", row[1].replace("\xa0", " "))) == sorted(expected)


@pytest.mark.usefixtures("application_context")
def test_player_counts_have_their_side_of_the_map(lang: str) -> None:
    _, sides, *rows = table("hansa_teutonica", lang, "player-counts")
    sums = {
        side.replace("-", "–"): row for side, row in zip(SIDES, numbers("hansa_teutonica", lang, "map"), strict=True)
    }
    for at, side in enumerate(sides[1:], 1):
        cities, offices, routes, _, coins = sums[side]
        assert [int(row[at]) for row in rows[:4]] == [cities, offices, routes, coins]
        first, last = int(rows[4][at]), int(rows[5][at])
        assert table("hansa_teutonica", lang, "quick-reference")[1][at] == f"{first}–{last}"


@pytest.mark.usefixtures("application_context")
def test_sides_of_the_map_have_their_sums(lang: str) -> None:
    for sums, side in zip(numbers("hansa_teutonica", lang, "map"), SIDES, strict=True):
        offices = [office for city in hansa_map.CITIES.values() for office in city.offices[side]]
        routes = [route for route in hansa_map.ROUTES if side in route.sides]
        spaces, coins = sum(route.spaces for route in routes), sum(office.coin for office in offices)
        assert sums == [len(hansa_map.CITIES), len(offices), len(routes), spaces, coins]


# Honshu


@pytest.mark.usefixtures("application_context")
def test_lakes_pay_by_the_table(lang: str) -> None:
    for squares, points in numbers("honshu", lang, "scoring-lake"):
        assert points == parts.POINTS_PER_FURTHER_LAKE * (squares - 1)
    for squares, usual, with_card in numbers("honshu", lang, "card-lake-squares"):
        assert usual == parts.POINTS_PER_FURTHER_LAKE * (squares - 1)
        assert with_card == parts.POINTS_PER_LAKE_SQUARE * squares


@pytest.mark.usefixtures("application_context")
def test_forest_and_town_pay_by_the_square(lang: str) -> None:
    assert lead("honshu", lang, "scoring-forest") == [parts.POINTS_PER_FOREST]
    assert parts.POINTS_PER_TOWN in lead("honshu", lang, "scoring-town")


@pytest.mark.usefixtures("application_context")
def test_each_scoring_card_pays_its_points(lang: str) -> None:
    for card, points in parts.POINTS_OF_CARD.items():
        assert points in lead("honshu", lang, "card-" + card.replace("_", "-"))
    assert len(table("honshu", lang, "end-cards")) == len(honshu.END_CARDS) - 1


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("heading", ["disputed-forest-runs", "disputed-fallow-blocks"])
def test_interpretations_of_a_card_score_by_the_table(lang: str, heading: str) -> None:
    card = heading.removeprefix("disputed-").replace("-", "_")
    interpretations = list(entries_of(honshu.Sheet)[card].options)
    for row in numbers("honshu", lang, heading):
        *sizes, width = row[: -len(interpretations)]
        square = "F" if card == "forest_runs" else "A"
        map_text = " / ".join([" ".join([square] * width)] * (sizes[0] if sizes else 1))
        table_of = (honshu.Player(map=map_text), honshu.Player())
        sheets = [
            honshu.Sheet(players=table_of, end_card=card, **{card: interpretation})
            for interpretation in interpretations
        ]
        results = [
            next(line.points for line in honshu.score(sheet).players[0].lines if line.key == "end_card")
            for sheet in sheets
        ]
        assert row[-len(interpretations) :] == results


@pytest.mark.usefixtures("application_context")
def test_map_cards_have_the_squares_of_the_rules(lang: str) -> None:
    squares = Counter(square[0] for card in cards.MAP_CARDS.values() for row in card for square in row)
    assert column("honshu", lang, "map-cards", 1) == [squares[kind] for kind in "TAFPML"]
    factories = Counter(
        square[1:] for card in cards.MAP_CARDS.values() for row in card for square in row if square[0] == "M"
    )
    points_of_rows = [re.findall(r"\d", row[0]) for row in table("honshu", lang, "map-cards", 1)]
    for (points,), (number,) in zip(points_of_rows, numbers("honshu", lang, "map-cards", 1), strict=True):
        assert [factories[colour + points] for colour in land.COLOURS] == [number] * len(land.COLOURS)


@pytest.mark.usefixtures("application_context")
def test_start_cards_have_the_squares_of_the_rules(lang: str) -> None:
    for side, terrain, production, factories in table("honshu", lang, "start-cards"):
        squares = Counter(square[0] for row in cards.START_CARDS[side] for square in row)
        assert sum(map(int, re.findall(r"\d", terrain))) == sum(squares[kind] for kind in "TAFL")
        assert sum(map(int, re.findall(r"\d", production))) == squares["P"]
        assert len(re.findall(r"\d", factories)) == squares["M"]
        assert set(re.findall(r"\d", factories)) == {
            square[2] for row in cards.START_CARDS[side] for square in row if square[0] == "M"
        }


@pytest.mark.usefixtures("application_context")
def test_kinds_of_square_have_their_points_and_colours(lang: str) -> None:
    printed = [square for card in cards.MAP_CARDS.values() for row in card for square in row]
    points = {
        "F": [parts.POINTS_PER_FOREST],
        "T": [parts.POINTS_PER_TOWN],
        "M": sorted({int(square[2]) for square in printed if square[0] == "M"}),
    }
    rows = [[int(number) for number in re.findall(r"\d(?!個)", row[2])] for row in table("honshu", lang, "squares")]
    assert rows == [points.get(kind, []) for kind in "FTLAPM"]
    translate = load_translator(lang)
    colours = [translate(colour) for colour in ("blue", "brown", "grey", "yellow")]
    assert [row[0].lower() for row in table("honshu", lang, "squares", 1)] == colours


DRAWN = {"forest": "F", "town": "T", "lake": "L", "fallow": "A", "prod": "P", "fact": "M"}
"""Class of a drawing's squares -> their kind."""


def read_drawn_land(name: str) -> tuple[list[list[str]], list[int]]:
    """Return the kinds of the squares in a drawing, row by row, and the large numbers on them."""
    drawing = (folder("honshu") / "diagrams" / f"{name}.svg").read_text(encoding="utf-8")
    kinds = {}
    for drawn, path in re.findall(r'<path class="d-([a-z]+)"[^>]* d="([^"]+)"', drawing):
        for left, top, side in re.findall(r"M(\d+) (\d+)h(\d+)v\3h-\3z", path) if drawn in DRAWN else ():
            kinds[int(top) // int(side), int(left) // int(side)] = DRAWN[drawn]
    height, width = (max(places) + 1 for places in zip(*kinds, strict=True))
    large = re.findall(r'font-size="11"[^>]*>(\d+)<', drawing)
    return [[kinds.get((row, column), ".") for column in range(width)] for row in range(height)], [
        int(number) for number in "".join(large)
    ]


@pytest.mark.parametrize(
    ("name", "card", "line", "points"),
    [
        # The town of six squares; the lake district of three, 3 × 2, and a single lake square, 0.
        ("districts", "", "town", 6),
        ("districts", "", "lake", 6),
        # Six forests in a line are two sets, four are one: 3 × 4.
        ("forest-runs", "forest_runs", "end_card", 12),
        # Two rows of five fallow fields: two blocks of 5.
        ("fallow-blocks", "fallow_blocks", "end_card", 10),
        # One town with towns on all four sides.
        ("surrounded-town", "town_crosses", "end_card", 3),
    ],
)
def test_drawn_land_scores_as_it_says(name: str, card: str, line: str, points: int) -> None:
    squares, numbers_drawn = read_drawn_land(name)
    map_text = " / ".join(map(" ".join, squares))
    players = (honshu.Player(map=map_text), honshu.Player())
    sheet = honshu.Sheet(players=players, end_card=card) if card else honshu.Sheet(players=players)
    assert next(part.points for part in honshu.score(sheet).players[0].lines if part.key == line) == points
    assert sum(numbers_drawn) == (12 if name == "districts" else points)


def test_drawing_of_the_worked_example_is_its_land() -> None:
    player = EXAMPLES["rulebook"].sheet["players"][0]
    rows = [[square[0] for square in row.split()] for row in player["map"].split(" / ")]
    width = max(map(len, rows))
    squares, _ = read_drawn_land("example")
    assert squares == [row + ["."] * (width - len(row)) for row in rows]


@pytest.mark.usefixtures("application_context")
def test_cards_and_land_match_the_limits(lang: str) -> None:
    used, turned = numbers("honshu", lang, "quick-reference")
    for players, (open_cards, in_all) in enumerate(zip(turned, used, strict=True), 2):
        assert in_all == 12 * (players + open_cards)
    assert land.CARDS_IN_LAND in lead("honshu", lang, "end")


@pytest.mark.usefixtures("application_context")
def test_worked_example_is_an_example_of_the_game(lang: str) -> None:
    totals = column("honshu", lang, "worked-example", 2)
    assert sum(totals[:-1]) == totals[-1]
    assert totals[-1] in [total for example in EXAMPLES.values() for total in example.totals]


# Trajan


@pytest.mark.usefixtures("application_context")
def test_bonus_tiles_pay_by_the_table(lang: str) -> None:
    rows = table("trajan", lang, "scoring-bonus")
    for row, tile in zip(rows, bonus.TILES.values(), strict=True):
        assert [float(cell.replace("½", "0.5")) for cell in row[2:]] == [tile.gold, tile.grey / tile.grey_lot]


@pytest.mark.usefixtures("application_context")
def test_bonus_tiles_have_the_names_of_the_sheet() -> None:
    assert [row[0] for row in table("trajan", "en", "scoring-bonus")] == [
        tile.label.lower() for tile in bonus.TILES.values()
    ]


@pytest.mark.usefixtures("application_context")
def test_construction_tiles_pay_by_the_table(lang: str) -> None:
    rows = numbers("trajan", lang, "scoring-construction")
    assert rows == [[tiles, points] for tiles, points in enumerate(trajan_box.POINTS_BY_TILES_OF_A_TYPE)]
    assert len(table("trajan", lang, "construction-tiles")) == len(trajan_box.TYPES)


@pytest.mark.usefixtures("application_context")
def test_leftovers_pay_by_the_table(lang: str) -> None:
    assert trajan_box.POINTS_PER_WORKER == trajan_box.POINTS_PER_LEGIONNAIRE, "one row has both"
    singles = [getattr(trajan_box, f"POINTS_PER_{piece}") for piece in ("CARD", "WORKER", "TRAJAN_TILE")]
    sets = "/".join(str(points) for points in trajan_box.POINTS_BY_TILES_OF_A_TYPE if points)
    rows = table("trajan", lang, "quick-reference-2")
    assert [points for _, points in rows] == [*map(str, singles), sets]


@pytest.mark.usefixtures("application_context")
def test_tiles_of_the_box_are_the_limits(lang: str) -> None:
    counts = column("trajan", lang, "forum-tiles", 1)
    assert counts[:3] == [trajan_box.FORUM_TILES_OF_A_DEMAND] * 3
    assert counts[5:8] == [trajan_box.WILD_CONSTRUCTION, trajan_box.WILD_COMMODITY, trajan_box.WILD_DEMAND]
    pieces = column("trajan", lang, "components", 1)
    assert sum(counts) == pieces[10]
    assert pieces[4] == trajan_box.TOKENS_OF_A_PLAYER * 4
    assert pieces[8] == trajan_box.CARDS == trajan_box.CARDS_OF_A_PAIR * len(bonus.COMMODITIES)
    assert pieces[12] == trajan_box.TILES_OF_A_TYPE * len(trajan_box.TYPES)
    assert column("trajan", lang, "setup-players", 1)[3] == trajan_box.TOKENS_OF_A_PLAYER
    assert column("trajan", lang, "setup-players", 1)[6] == trajan.FIRST_BONUS_TILES
    assert pieces[16] == len(bonus.TILES)
    assert len(table("trajan", lang, "provinces")) == entries_of(trajan.Player)["legionnaires_provinces"].high


# Qin


@pytest.mark.usefixtures("application_context")
def test_start_pagodas_are_in_every_table(lang: str) -> None:
    start = qin.START_PAGODAS
    assert numbers("qin", lang, "quick-reference") == [list(start.values())]
    assert numbers("qin", lang, "setup-pagodas") == [list(pair) for pair in start.items()]
    assert column("qin", lang, "components", 1)[2:] == [max(start.values()), 4 * max(start.values())]
    assert set(start.values()) <= set(lead("qin", lang, "scoring-pagodas"))


@pytest.mark.usefixtures("application_context")
def test_pagodas_and_tiles_depend_on_player_count(lang: str) -> None:
    start, tiles = qin.START_PAGODAS, sum(column("qin", lang, "tiles", 2))
    assert tiles == column("qin", lang, "components", 1)[1]
    hands = [3 * players for players in start]
    expected = [
        [*start.values()],
        [players * each for players, each in start.items()],
        hands,
        [tiles - dealt for dealt in hands],
    ]
    assert numbers("qin", lang, "player-counts") == expected


@pytest.mark.usefixtures("application_context")
def test_pagodas_per_place_match_the_rules(lang: str) -> None:
    for heading, nth in (("quick-reference", 1), ("scoring", 0)):
        assert column("qin", lang, heading, 1, nth) == list(qin.PAGODAS_PER.values())


# Chang Cheng


@pytest.mark.usefixtures("application_context")
def test_boards_and_spaces_depend_on_player_count(lang: str) -> None:
    assert numbers("chang_cheng", lang, "setup-board") == [
        [players, 2, boards, wall.REGIONS[players], wall.SPACES[players]] for players, boards in wall.BOARDS.items()
    ]
    assert numbers("chang_cheng", lang, "quick-reference") == [list(wall.BOARDS.values())]
    assert numbers("chang_cheng", lang, "new-board") == [
        [players, boards - 2] for players, boards in wall.BOARDS.items()
    ]


@pytest.mark.usefixtures("application_context")
def test_pieces_of_the_box_are_for_four_players(lang: str) -> None:
    pieces = column("chang_cheng", lang, "components", 1)
    assert pieces[2] == 4 * chang_cheng_sheet.ACTION_CARDS
    assert pieces[5:8] == [4 * wall.SINGLES, 4, 4 * wall.TOWERS]
    assert len(table("chang_cheng", lang, "action-cards")) == chang_cheng_sheet.ACTION_CARDS
    each = [wall.SINGLES, 1, wall.TOWERS, chang_cheng_sheet.ACTION_CARDS, 1]
    assert column("chang_cheng", lang, "setup-players", 1) == each


@pytest.mark.usefixtures("application_context")
def test_event_cards_pay_by_the_table(lang: str) -> None:
    names = ("FOR_DIPLOMACY", "PER_SPACE_OF_ROW", "PER_UNPLAYED_CARD")
    points = [*(getattr(chang_cheng_sheet, f"POINTS_{name}") for name in names), 0]
    assert column("chang_cheng", lang, "event-cards", 2) == points
    assert chang_cheng_sheet.POINTS_FOR_DIPLOMACY in lead("chang_cheng", lang, "scoring-diplomacy")
    assert chang_cheng_sheet.POINTS_PER_SPACE_OF_ROW in lead("chang_cheng", lang, "scoring-overlord")
    assert chang_cheng_sheet.POINTS_PER_UNPLAYED_CARD in lead("chang_cheng", lang, "scoring-emperors-reward")


@pytest.mark.usefixtures("application_context")
def test_invasion_costs_match_the_threat_tiles(lang: str) -> None:
    assert lead("chang_cheng", lang, "scoring-invasion") == [threat for threat in wall.THREATS if threat]
    pieces = column("chang_cheng", lang, "scoring-invasion", 1)
    assert pieces == [1, wall.HALVES // 2, wall.TOWERS, 0]


GAME = "hansa_teutonica"
LETTERS = {
    lang: dict(zip(letters, INKS.values(), strict=True)) for lang, letters in (("en", "WOPB"), ("zh-Hant", "白橘粉黑"))
}
BOARDS = {
    "map": (standard.CITIES, standard.ROUTES, (standard.LARGE, standard.SMALL)),
    "module-east": (east.CITIES, east.ROUTES, (EAST,)),
    "module-britannia": (britannia.CITIES, britannia.ROUTES, (BRITANNIA_LARGE, BRITANNIA_SMALL)),
}
"""Chapter -> cities, routes, and the maps in the order of their columns."""
MARKS = {
    "en": {
        "east_west": "red", "special_points": "special spaces", "actions": "Actions", "privilege": "Privilege",
        "book": "Book",
        "bag": "Money Bag", "keys": "City Keys", "wales": "Wales", "scotland": "Scotland", "england": "", "": "",
        "green": "green",
    },
    "zh-Hant": {
        "east_west": "紅色", "special_points": "特別聲望格", "actions": "行動", "privilege": "特權", "book": "知識書",
        "bag": "錢袋", "keys": "城市鑰匙", "wales": "威爾斯", "scotland": "蘇格蘭",
        "england": "", "": "", "green": "綠色",
    },
}  # fmt: skip
modules = pytest.mark.parametrize("chapter", [chapter for chapter in BOARDS if chapter != "map"])


def _read_offices(cell: str, lang: str) -> tuple[Office, ...]:
    codes = [] if cell == "–" else cell.split()
    return tuple(Office(PIECES[code[0]], LETTERS[lang][code[1]], int(code[2:] or 0)) for code in codes)


def _split(cell: str) -> list[str]:
    return re.split(", |、", cell.replace("\xa0", " "))


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("chapter", BOARDS)
def test_every_office_of_a_board_is_listed(lang: str, chapter: str) -> None:
    cities, _, maps = BOARDS[chapter]
    rows = table(GAME, lang, f"{chapter}-cities")
    assert [row[0] for row in rows] == [name_city(city, lang) for city in cities.values()]
    for row, city in zip(rows, cities.values(), strict=True):
        for at, name in enumerate(maps, 1):
            cell = row[1] if row[at] == "=" else row[at]
            if name in city.offices:
                assert _read_offices(cell, lang) == city.offices[name], (city.name, name)
            else:
                assert cell == "–", (city.name, name)


@pytest.mark.usefixtures("application_context")
@modules
def test_marks_and_countries_of_a_board_are_listed(lang: str, chapter: str) -> None:
    cities, _, (name, *_) = BOARDS[chapter]
    for row, city in zip(table(GAME, lang, f"{chapter}-cities"), cities.values(), strict=True):
        green = () if city.offices[name] else ("green",)
        marks = {MARKS[lang][mark] for mark in (city.mark, city.second_mark, *city.countries.get(name, ()), *green)} - {
            ""
        }
        assert set(_split(row[-1])) - {"–"} == marks, city.name


@pytest.mark.usefixtures("application_context")
@modules
def test_every_route_of_a_board_is_listed_at_both_ends(lang: str, chapter: str) -> None:
    cities, routes, maps = BOARDS[chapter]
    expected: dict[str, set[str]] = {city_id: set() for city_id in cities}
    for route in routes:
        sides = {side for twin in routes if (twin.one, twin.other) == (route.one, route.other) for side in twin.sides}
        one_side = "" if sides == set(maps) else "*" if sides == {BRITANNIA_LARGE} else "†"
        for here, there in ((route.one, route.other), (route.other, route.one)):
            expected[here].add(f"{cities[there].name} {route.spaces}{'~' if route.sea else ''}{one_side}")
    for row, (city_id, city) in zip(table(GAME, lang, f"{chapter}-routes"), cities.items(), strict=True):
        assert row[0] == name_city(city, lang)
        assert set(_split(row[1])) == expected[city_id]


@pytest.mark.usefixtures("application_context")
@modules
def test_sums_and_taverns_of_a_board_are_listed(lang: str, chapter: str) -> None:
    cities, _, maps = BOARDS[chapter]
    sections = rules(GAME, lang).by_id
    for heading, pairs in (
        (
            "cities",
            [
                (len(MAPS[name].cities), sum(len(city.offices[name]) for city in MAPS[name].cities.values()))
                for name in maps
            ],
        ),
        ("routes", [(len(MAPS[name].routes), sum(route.spaces for route in MAPS[name].routes)) for name in maps]),
    ):
        text = re.sub(r"\d–\d", "", sections[f"{chapter}-{heading}"].text)
        assert [int(number) for number in re.findall(r"\d+", text)[: 2 * len(maps)]] == [
            number for pair in pairs for number in pair
        ]
    for name in maps:
        taverns = [
            f"{cities[route.one].name}–{cities[route.other].name}" for route in MAPS[name].routes if route.tavern
        ]
        assert len(taverns) == 3
        assert [tavern for tavern in taverns if tavern not in sections[f"{chapter}-routes"].text] == []


@pytest.mark.usefixtures("application_context")
@modules
def test_sea_routes_have_their_ship_spaces(lang: str, chapter: str) -> None:
    cities, routes, _ = BOARDS[chapter]
    listed = {}
    for row in table(GAME, lang, f"{chapter}-sea"):
        one, other = row[0].replace("，", ", ").split(", ")[0].split(" – ")
        listed[frozenset((one, other)), "2" in row[0], "4" in row[0]] = (int(row[1]), int(row[2]), row[3] != "–")
    expected = {}
    for route in routes:
        if route.sea:
            one_side = len(route.sides) == 1 and chapter == "module-britannia"
            small, large = one_side and BRITANNIA_SMALL in route.sides, one_side and BRITANNIA_LARGE in route.sides
            ends = frozenset((str(cities[route.one].name), str(cities[route.other].name)))
            expected[ends, small, large] = (route.spaces, route.sea, route.permanent)
    assert listed == expected


@pytest.mark.usefixtures("application_context")
def test_routes_of_each_country_are_listed(lang: str) -> None:
    wales, scotland, _ = table(GAME, lang, "module-britannia-permission", 1)
    for row, country in ((wales, "wales"), (scotland, "scotland")):
        routes = [route for route in britannia.ROUTES if route.country == country]
        expected = {
            frozenset((str(britannia.CITIES[route.one].name), str(britannia.CITIES[route.other].name)))
            for route in routes
        }
        assert {frozenset(pair.split("–")) for pair in _split(row[1])} == expected


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("country", ["wales", "scotland"])
def test_cities_of_each_country_are_named(lang: str, country: str) -> None:
    members = MAPS[BRITANNIA_LARGE].countries[country]
    _, sentence, *_ = rules(GAME, lang).by_id[f"scoring-{country}"].text.splitlines()
    named = re.split("[.。]", sentence)[0]
    assert {city_id for city_id, city in britannia.CITIES.items() if city.name in named} == set(members)
    words = {"en": {6: "Six", 7: "Seven"}, "zh-Hant": {6: "6座", 7: "7座"}}
    assert words[lang][len(members)] in named


@pytest.mark.usefixtures("application_context")
def test_boards_are_compared_by_their_prints(lang: str) -> None:
    rows = {row[0]: row[1:] for row in table(GAME, lang, "modules")}
    _, red, special, coin, *_ = rows.values()
    for at, name in enumerate((LARGE, EAST, BRITANNIA_LARGE)):
        cities = MAPS[name].cities.values()
        assert set(_split(red[at])) == {city.name for city in cities if "east_west" in (city.mark, city.second_mark)}
        assert special[at] == MAPS[name].cities[MAPS[name].special].name
        assert {int(coin[at])} == {office.coin for city in cities for office in city.offices[name]} - {0}
        for ability in ("actions", "privilege", "book", "bag", "keys"):
            assert [rows[MARKS[lang][ability]][at]] == [
                city.name for city in cities if ability in (city.mark, city.second_mark)
            ]


@pytest.mark.usefixtures("application_context")
def test_places_in_a_country_score_by_the_table(lang: str) -> None:
    """Players ahead hold more cities; those who are tied hold one city and one office each."""
    assert numbers(GAME, lang, "module-britannia") == [list(POINTS_BY_PLACE)] * 2
    for tied, *shares in numbers(GAME, lang, "scoring-wales"):
        for ahead, points in enumerate(shares):
            standings = [(3 - seat, 3) for seat in range(ahead)] + [(1, 1)] * tied
            assert {line.points for line in score_country("wales", standings, shares_all=False)[ahead:]} == {points}


@pytest.mark.usefixtures("application_context")
def test_disputed_tie_has_points_of_both_interpretations(lang: str) -> None:
    items = re.findall(r"<li>(.*?)</li>", rules(GAME, lang).by_id["disputed-three-way"].body, re.DOTALL)
    points = {"en": r"gives each (\d) points", "zh-Hant": r"每人(\d)分"}[lang]
    for item, shares_all in zip(items, (False, True), strict=True):
        (listed,) = re.findall(points, item)
        assert {line.points for line in score_country("wales", [(1, 1)] * 3, shares_all=shares_all)} == {int(listed)}


@pytest.mark.usefixtures("application_context")
def test_mission_cards_are_those_of_the_sheet(lang: str) -> None:
    names = {city_id: city.name for city_id, city in MAPS[LARGE].cities.items()}
    rows = table(GAME, lang, "module-missions-cards")
    cards = [tuple(names[city] for city in mission.cities) for mission in MISSIONS]
    assert [(*_split(first_two), last) for _, first_two, last in rows] == cards
    every = [city for card in cards for city in card]
    assert all(every.count(card[0]) == every.count(card[1]) == 3 and every.count(card[2]) == 1 for card in cards)


@pytest.mark.usefixtures("application_context")
def test_mission_points_are_those_of_the_table(lang: str) -> None:
    points = column(GAME, lang, "scoring-missions", 1)
    assert points == [
        *(cities * POINTS_PER_MISSION_CITY for cities in range(4)),
        3 * POINTS_PER_MISSION_CITY + POINTS_FOR_MISSION_CONTROL,
    ]


@pytest.mark.usefixtures("application_context")
def test_city_names_agree_in_terms_and_boards() -> None:
    terms = {
        line.split("\t")[0]: line.split("\t")[1:4]
        for line in (folder(GAME) / "terms.tsv").read_text(encoding="utf-8").splitlines()
    }
    for shown in MAPS.values():
        for city_id, city in shown.cities.items():
            assert terms[city_id] == [city.name, city.chinese, city.name]


PLAYERS = (2, 3, 4)


@pytest.mark.usefixtures("application_context")
def test_honshu_player_counts_agree_with_other_tables(lang: str) -> None:
    _, orders, turned, discarded, used, spare = numbers("honshu", lang, "player-counts")
    assert orders == numbers("honshu", lang, "setup")[1]
    assert [used, turned] == numbers("honshu", lang, "quick-reference")
    assert discarded == turned, "a pair is two cards, of which one is laid"
    assert spare == [len(cards.MAP_CARDS) - count for count in used]


@pytest.mark.usefixtures("application_context")
def test_trajan_player_counts_agree_with_the_limits(lang: str) -> None:
    forum, bonus_tiles, laps = numbers("trajan", lang, "player-counts")
    assert [forum] == numbers("trajan", lang, "quick-reference")
    assert forum == column("trajan", lang, "setup-board", 1) == [3 * players for players in PLAYERS]
    assert bonus_tiles == [trajan.FIRST_BONUS_TILES * players + 2 * trajan.QUARTERS for players in PLAYERS]
    assert laps == [11, 16, 21]  # as the program IanHemenway/Trajan has them, the only source


@pytest.mark.usefixtures("application_context")
def test_pieces_that_run_out_are_those_of_the_box(lang: str) -> None:
    pieces = column("trajan", lang, "components", 1)
    text = rules("trajan", lang).by_id["running-out"].text
    forum, provinces = column("trajan", lang, "setup-board", 1)[-1], len(table("trajan", lang, "provinces"))
    for number in (trajan_box.TOKENS_OF_A_PLAYER, pieces[13], pieces[10], provinces + trajan.QUARTERS * forum):
        assert str(number) in text
    assert pieces[13] == 4 * 6, "a +2 marker for each of the six spaces of a mat"
    assert pieces[11] == trajan.QUARTERS * column("trajan", lang, "setup-board", 2)[0]


@pytest.mark.usefixtures("application_context")
def test_borders_of_provinces_hold_both_ways(lang: str) -> None:
    separator = {"en": ", ", "zh-Hant": "、"}[lang]
    (camp, first), *rows = [(start, goals.split(separator)) for start, goals in table("trajan", lang, "borders")]
    borders = dict(rows)
    assert set(borders) == {row[0].partition("（")[0] for row in table("trajan", lang, "provinces")}
    assert camp not in borders
    assert set(first) < set(borders)
    assert all(start in borders[goal] for start, goals in rows for goal in goals)


def chapter(app: Flask, slug: str, lang: str) -> str:
    """Return the HTML of the set-up chapter."""
    with app.app_context():
        (sections,) = [(top, *below) for top, below in rules(slug, lang).chapters() if top.id == "setup"]
    return "".join(section.body for section in sections)


def shown_tables(client: Proofreader, path: str) -> list[list[list[str]]]:
    """Return the cells of the tables on a page."""
    return [
        [[words(cell) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]
        for table in client.get(path).all("table")
    ]


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_step_has_a_check_box(app: Flask, client: Proofreader, slug: str, lang: str) -> None:
    items = re.findall(r"<li>(.*?)</li>", chapter(app, slug, lang), re.DOTALL)
    page = client.get(f"/{lang}/{slug}/setup")
    steps = [words(label) for label in page.all("label", class_="tick")]
    assert steps == [" ".join(re.sub(r"<[^>]+>", "", step).split()) for step in items]
    assert len(page.all("input", type="checkbox")) == len(steps) >= 5


@pytest.mark.parametrize("slug", SHIPPED)
def test_chosen_player_count_is_marked(client: Proofreader, slug: str, lang: str) -> None:
    bounds = players_entry(game(slug).sheet)
    for count in range(bounds.low, bounds.high + 1):
        page = client.get(f"/{lang}/{slug}/setup?n={count}")
        assert [words(link) for link in page.all("a", class_="button") if link.get("aria-current")] == [str(count)]
        other = "en" if lang == "zh-Hant" else "zh-Hant"
        assert f"/{other}/{slug}/setup?n={count}" in [link.get("href") for link in page.all("a")]


@pytest.mark.parametrize("wrong", ["", "1", "6", "x", "99999999999"])
def test_invalid_number_of_players_shows_whole_tables(client: Proofreader, lang: str, wrong: str) -> None:
    (table,) = shown_tables(client, f"/{lang}/qin/setup?n={wrong}")
    assert [row[0] for row in table[1:]] == ["2", "3", "4"]


def test_table_shows_the_row_of_the_player_count(client: Proofreader, lang: str) -> None:
    for count, pagodas in START_PAGODAS.items():
        (table,) = shown_tables(client, f"/{lang}/qin/setup?n={count}")
        assert table[1:] == [[str(count), str(pagodas)]]


def test_table_shows_the_column_of_the_player_count(client: Proofreader) -> None:
    """Four players: four start cards, order cards 1 to 4, six cards each of the sixty."""
    (table,) = shown_tables(client, "/en/honshu/setup?n=4")
    assert table == [
        ["Players", "4"],
        ["Start cards dealt", "4"],
        ["Order cards dealt", "4"],
        ["Map cards dealt", "24"],
        ["Map cards in the deck", "36"],
    ]


def test_table_of_places_has_a_row_per_player(client: Proofreader) -> None:
    """The first of three players begins with 5 traders in the supply, the third with 7."""
    table = shown_tables(client, "/en/hansa_teutonica/setup?n=3")[-1]
    assert [row[:2] for row in table[1:]] == [["1", "5"], ["2", "6"], ["3", "7"]]


def test_components_per_player_are_listed(client: Proofreader) -> None:
    table = shown_tables(client, "/en/trajan/setup?n=2")[1]
    assert ["small tokens", "15"] in table
    assert len(table) == 10


def test_random_start_player_is_only_in_trajan(app: Flask, client: Proofreader, lang: str) -> None:
    by_chance = [
        slug
        for slug in SHIPPED
        if client.get(f"/{lang}/{slug}/setup?n=2").all("button", type="button")[0].get("data-pick")
    ]
    assert by_chance == ["trajan"]
    with app.app_context():
        text = rules("trajan", "en").by_id[game("trajan").chance_start].text
    assert "starting player at random" in text
    (button,) = [button for button in client.get(f"/{lang}/trajan/setup?n=3").all("button") if button.get("data-pick")]
    assert button.get("data-pick") == "ABC"


def test_player_counts_are_offered_only_if_tables_differ(client: Proofreader) -> None:
    page = client.get("/en/magpies/setup")
    assert page.all("nav", class_="counts") == []
    assert words(page.one("p", class_="hint")) == "Tick off each step when it is done."
    assert client.get("/en/qin/setup").all("nav", class_="counts")


def test_game_without_the_chapter_has_no_set_up_page(client: Proofreader, lang: str) -> None:
    assert client.get(f"/{lang}/lanterns/setup").status_code == 404
    assert f"/{lang}/lanterns/setup" not in client.get(f"/{lang}/lanterns/rules").text


@pytest.mark.short(slug="trajan")
@pytest.mark.parametrize("slug", SHIPPED)
def test_rules_and_set_up_link_to_each_other(client: Proofreader, slug: str, lang: str) -> None:
    assert client.get(f"/{lang}/{slug}/rules").text.count(f'href="/{lang}/{slug}/setup"') == 2
    page = client.get(f"/{lang}/{slug}/setup")
    assert f"/{lang}/{slug}/rules#turn" in [link.get("href") for link in page.all("a")]
