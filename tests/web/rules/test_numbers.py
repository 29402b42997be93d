"""The numbers in the rules agree with the scoring code."""

import re
from collections import Counter

import pytest
from rule_tables import column, lead, name_city, numbers, table

from scorers.chang_cheng import sheet as chang_cheng_sheet
from scorers.chang_cheng import wall
from scorers.entries import entries_of
from scorers.hansa_teutonica import box as hansa_box
from scorers.hansa_teutonica import faults as hansa_faults
from scorers.hansa_teutonica import map as hansa_map
from scorers.hansa_teutonica import score as hansa
from scorers.honshu import cards, land, parts
from scorers.honshu import score as honshu
from scorers.honshu.examples import EXAMPLES
from scorers.qin import score as qin
from scorers.trajan import bonus
from scorers.trajan import box as trajan_box
from scorers.trajan import score as trajan

pytestmark = pytest.mark.usefixtures("application_context")
SIDES = {hansa_map.LARGE: 1, hansa_map.SMALL: 2}
"""Side of Hansa Teutonica's board -> its column among the cities."""


# Hansa Teutonica


def test_bonus_markers_pay_by_the_table(lang: str) -> None:
    points_of = {}
    for markers, points in table("hansa_teutonica", lang, "scoring-markers"):
        low, _, high = markers.rstrip("+").partition("–")
        points_of |= dict.fromkeys(range(int(low), int(high or low) + 1), int(points))
    assert points_of == dict(enumerate(hansa_box.MARKER_POINTS))


def test_desk_has_the_values_of_the_sheet(lang: str) -> None:
    keys, *items = [[cell for cell in row[1:] if cell != "–"] for row in table("hansa_teutonica", lang, "desk")]
    assert keys == [str(value) for value in hansa.KEY_VALUES]
    for ability, item in zip(hansa.FULL, items, strict=True):
        faces = entries_of(hansa.Player)[ability].faces
        assert len(item) == len(faces) == hansa.FULL[ability] + 1
        if ability != "privilege":
            assert item == [face.split()[0] for face in faces]


@pytest.mark.parametrize(("heading", "nth", "pieces", "points"), [("desk", 1, 1, 4), ("scoring-abilities", 0, 1, 2)])
def test_full_abilities_pay_the_same_except_city_keys(
    lang: str, heading: str, nth: int, pieces: int, points: int
) -> None:
    assert column("hansa_teutonica", lang, heading, pieces, nth) == [len(hansa.KEY_VALUES) - 1, *hansa.FULL.values()]
    assert column("hansa_teutonica", lang, heading, points, nth) == [
        0,
        *[hansa_box.POINTS_PER_FULL_ABILITY] * len(hansa.FULL),
    ]


def test_cities_and_coellen_have_their_points(lang: str) -> None:
    assert lead("hansa_teutonica", lang, "scoring-cities")[0] == hansa_box.POINTS_PER_CITY
    assert column("hansa_teutonica", lang, "scoring-coellen", 1) == list(hansa_box.COELLEN_SPACES)
    assert column("hansa_teutonica", lang, "complete-coellen", 0) == list(hansa_box.COELLEN_SPACES)
    assert lead("hansa_teutonica", lang, "scoring-network") == list(hansa.KEY_VALUES)


def test_each_edition_has_its_markers_and_annexes(lang: str) -> None:
    *kinds, total = numbers("hansa_teutonica", lang, "components-markers")
    assert total == [sum(kind[at] for kind in kinds) for at in (0, 1)] == list(hansa_box.MARKERS.values())
    assert kinds[0] == list(hansa_box.ANNEXES.values())
    assert numbers("hansa_teutonica", lang, "editions")[1] == list(hansa_box.MARKERS.values())
    assert table("hansa_teutonica", lang, "editions")[0][1:] == ["2–5", f"{hansa_faults.BIG_BOX_PLAYERS}–5"]


def test_every_route_of_the_map_is_listed(lang: str) -> None:
    for row, route in zip(table("hansa_teutonica", lang, "map-routes"), hansa_map.ROUTES, strict=True):
        assert row[0] == " – ".join(name_city(hansa_map.CITIES[city], lang) for city in (route.one, route.other))
        assert int(row[1]) == route.spaces
        assert (row[2] in ("yes", "有")) == (hansa_map.SMALL in route.sides)
        assert (row[3] != "–") == route.tavern


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


def test_sides_of_the_map_have_their_sums(lang: str) -> None:
    for sums, side in zip(numbers("hansa_teutonica", lang, "map"), SIDES, strict=True):
        offices = [office for city in hansa_map.CITIES.values() for office in city.offices[side]]
        routes = [route for route in hansa_map.ROUTES if side in route.sides]
        spaces, coins = sum(route.spaces for route in routes), sum(office.coin for office in offices)
        assert sums == [len(hansa_map.CITIES), len(offices), len(routes), spaces, coins]


# Honshu


def test_lakes_pay_by_the_table(lang: str) -> None:
    for squares, points in numbers("honshu", lang, "scoring-lake"):
        assert points == parts.POINTS_PER_FURTHER_LAKE * (squares - 1)
    for squares, usual, with_card in numbers("honshu", lang, "card-lake-squares"):
        assert usual == parts.POINTS_PER_FURTHER_LAKE * (squares - 1)
        assert with_card == parts.POINTS_PER_LAKE_SQUARE * squares


def test_forest_and_town_pay_by_the_square(lang: str) -> None:
    assert lead("honshu", lang, "scoring-forest") == [parts.POINTS_PER_FOREST]
    assert parts.POINTS_PER_TOWN in lead("honshu", lang, "scoring-town")


def test_each_scoring_card_pays_its_points(lang: str) -> None:
    for card, points in parts.POINTS_OF_CARD.items():
        assert points in lead("honshu", lang, "card-" + card.replace("_", "-"))
    assert len(table("honshu", lang, "end-cards")) == len(honshu.END_CARDS) - 1


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


def test_map_cards_have_the_squares_of_the_rules(lang: str) -> None:
    squares = Counter(square[0] for card in cards.MAP_CARDS.values() for row in card for square in row)
    assert column("honshu", lang, "map-cards", 1) == [squares[kind] for kind in "TAFPML"]
    factories = Counter(
        square[1:] for card in cards.MAP_CARDS.values() for row in card for square in row if square[0] == "M"
    )
    points_of_rows = [re.findall(r"\d", row[0]) for row in table("honshu", lang, "map-cards", 1)]
    for (points,), (number,) in zip(points_of_rows, numbers("honshu", lang, "map-cards", 1), strict=True):
        assert [factories[colour + points] for colour in land.COLOURS] == [number] * len(land.COLOURS)


def test_start_cards_have_the_squares_of_the_rules(lang: str) -> None:
    for side, terrain, production, factories in table("honshu", lang, "start-cards"):
        squares = Counter(square[0] for row in cards.START_CARDS[side] for square in row)
        assert sum(map(int, re.findall(r"\d", terrain))) == sum(squares[kind] for kind in "TAFL")
        assert sum(map(int, re.findall(r"\d", production))) == squares["P"]
        assert len(re.findall(r"\d", factories)) == squares["M"]
        assert set(re.findall(r"\d", factories)) == {
            square[2] for row in cards.START_CARDS[side] for square in row if square[0] == "M"
        }


def test_cards_and_land_match_the_limits(lang: str) -> None:
    used, turned = numbers("honshu", lang, "quick-reference")
    for players, (open_cards, in_all) in enumerate(zip(turned, used, strict=True), 2):
        assert in_all == 12 * (players + open_cards)
    assert land.CARDS_IN_LAND in lead("honshu", lang, "end")


def test_worked_example_is_an_example_of_the_game(lang: str) -> None:
    totals = column("honshu", lang, "worked-example", 2)
    assert sum(totals[:-1]) == totals[-1]
    assert totals[-1] in [total for example in EXAMPLES.values() for total in example.totals]


# Trajan


def test_bonus_tiles_pay_by_the_table(lang: str) -> None:
    rows = table("trajan", lang, "scoring-bonus")
    for row, tile in zip(rows, bonus.TILES.values(), strict=True):
        assert [float(cell) for cell in row[2:]] == [tile.gold, tile.grey / tile.grey_lot]


def test_bonus_tiles_have_the_names_of_the_sheet() -> None:
    assert [row[0] for row in table("trajan", "en", "scoring-bonus")] == [
        tile.label.lower() for tile in bonus.TILES.values()
    ]


def test_construction_tiles_pay_by_the_table(lang: str) -> None:
    rows = numbers("trajan", lang, "scoring-construction")
    assert rows == [[tiles, points] for tiles, points in enumerate(trajan_box.POINTS_BY_TILES_OF_A_TYPE)]
    assert len(table("trajan", lang, "construction-tiles")) == len(trajan_box.TYPES)


def test_leftovers_pay_by_the_table(lang: str) -> None:
    pieces = ("CARD", "WORKER", "LEGIONNAIRE", "TRAJAN_TILE")
    singles = [getattr(trajan_box, f"POINTS_PER_{piece}") for piece in pieces]
    sets = [[tiles, points] for tiles, points in enumerate(trajan_box.POINTS_BY_TILES_OF_A_TYPE) if points]
    assert numbers("trajan", lang, "scoring") == [*([1, points] for points in singles), *sets]


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


def test_start_pagodas_are_in_every_table(lang: str) -> None:
    start = qin.START_PAGODAS
    assert numbers("qin", lang, "quick-reference") == [list(start.values())]
    assert numbers("qin", lang, "setup-pagodas") == [list(pair) for pair in start.items()]
    assert column("qin", lang, "components", 1)[2:] == [max(start.values()), 4 * max(start.values())]
    assert set(start.values()) <= set(lead("qin", lang, "scoring-pagodas"))


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


def test_pagodas_per_place_match_the_rules(lang: str) -> None:
    for heading, nth in (("quick-reference", 1), ("scoring", 0)):
        assert column("qin", lang, heading, 1, nth) == list(qin.PAGODAS_PER.values())


# Chang Cheng


def test_boards_and_spaces_depend_on_player_count(lang: str) -> None:
    assert numbers("chang_cheng", lang, "setup-board") == [
        [players, 2, boards, wall.REGIONS[players], wall.SPACES[players]] for players, boards in wall.BOARDS.items()
    ]
    assert numbers("chang_cheng", lang, "quick-reference") == [list(wall.BOARDS.values())]
    assert numbers("chang_cheng", lang, "new-board") == [
        [players, boards - 2] for players, boards in wall.BOARDS.items()
    ]


def test_pieces_of_the_box_are_for_four_players(lang: str) -> None:
    pieces = column("chang_cheng", lang, "components", 1)
    assert pieces[2] == 4 * chang_cheng_sheet.ACTION_CARDS
    assert pieces[5:8] == [4 * wall.SINGLES, 4, 4 * wall.TOWERS]
    assert len(table("chang_cheng", lang, "action-cards")) == chang_cheng_sheet.ACTION_CARDS
    each = [wall.SINGLES, 1, wall.TOWERS, chang_cheng_sheet.ACTION_CARDS, 1]
    assert column("chang_cheng", lang, "setup-players", 1) == each


def test_event_cards_pay_by_the_table(lang: str) -> None:
    names = ("FOR_DIPLOMACY", "PER_SPACE_OF_ROW", "PER_UNPLAYED_CARD")
    points = [*(getattr(chang_cheng_sheet, f"POINTS_{name}") for name in names), 0]
    assert column("chang_cheng", lang, "event-cards", 2) == points
    assert chang_cheng_sheet.POINTS_FOR_DIPLOMACY in lead("chang_cheng", lang, "scoring-diplomacy")
    assert chang_cheng_sheet.POINTS_PER_SPACE_OF_ROW in lead("chang_cheng", lang, "scoring-overlord")
    assert chang_cheng_sheet.POINTS_PER_UNPLAYED_CARD in lead("chang_cheng", lang, "scoring-emperors-reward")


def test_invasion_costs_match_the_threat_tiles(lang: str) -> None:
    assert lead("chang_cheng", lang, "scoring-invasion") == [threat for threat in wall.THREATS if threat]
    pieces = column("chang_cheng", lang, "scoring-invasion", 1)
    assert pieces == [1, wall.HALVES // 2, wall.TOWERS, 0]
