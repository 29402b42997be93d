"""The player aid of Trajan answers the twelve questions of aid.tsv, and its numbers are those of the code."""

import re

import pytest
from aids import card, find_gaps

from scorers.trajan import bonus
from scorers.trajan import box as trajan_box
from web.rules.model import rules

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "trajan"
SETS = trajan_box.POINTS_BY_TILES_OF_A_TYPE
GOODS, MILITARY, DISTRICT, GOLDEN, SYMBOL = (bonus.TILES[tile] for tile in ("wine_fish", "military", "building", "bonus_tiles", "bread"))
SHIPS = [(2, 6, 12, 20), (0, 1, 7, 15), (2, 4, 6, 8), (0, 1, 3, 5), (5, 10, 15, "–"), (1, 6, 11, "–")]
"""What is printed on the ships for 1 to 4 cards or pairs: equal cards, different cards, different pairs, each coloured, then grey."""


def test_player_aid_answers_twelve_questions() -> None:
    assert find_gaps(SLUG, globals()) == {}


def test_bonus_tiles_match_the_player_aid(lang: str) -> None:
    points = [line.split(" · ")[1:] for line in card(SLUG, lang).split({"en": "Grey\n", "zh-Hant": "灰面\n"}[lang])[1].splitlines()]
    names = (GOODS, MILITARY, DISTRICT, GOLDEN, SYMBOL)
    assert points == [[str(tile.gold), "½" if tile.grey_lot == 2 else str(tile.grey)] for tile in names]
    sides = {(tile.gold, tile.grey, tile.grey_lot) for tile in names}
    assert sides == {(tile.gold, tile.grey, tile.grey_lot) for tile in bonus.TILES.values()}


def test_ships_match_their_print(lang: str) -> None:
    lines = rules(SLUG, lang).by_id["ships"].text.splitlines()
    rows = [line.split(" · ")[1:] for line in lines if len(line.split(" · ")) == 5][1:]
    assert rows == [[str(points) for points in ship] for ship in SHIPS]
    for coloured, grey in zip(SHIPS[::2], SHIPS[1::2], strict=True):
        both = [one if one == "–" else f"{one}/{other}" for one, other in zip(coloured, grey, strict=True)]
        assert " · ".join(both) in card(SLUG, lang)


def test_provinces_match_their_rule(lang: str) -> None:
    start, apart = {"en": ("Provinces: ", ", "), "zh-Hant": ("行省：", "、")}[lang]
    (line,) = [line for line in card(SLUG, lang).splitlines() if line.startswith(start)]
    groups = re.findall(r"(\d+)(?:: |分：)([^.。]+)", line)
    items = {name: points for points, names in groups for name in names.split(apart)}
    rows = re.findall(r"^(.+?)(?:（.*）)? · (\d+)$", rules(SLUG, lang).by_id["provinces"].text, re.MULTILINE)
    assert items == dict(rows)
    assert len(items) == 10


def test_demands_and_senate_match_their_rules(lang: str) -> None:
    by_id = rules(SLUG, lang).by_id
    losses = re.findall(r"^[1-3] · −(\d+)$", by_id["demands"].text, re.MULTILINE)
    start = {"en": "Demands: ", "zh-Hant": "需求："}[lang]
    (line,) = [line for line in card(SLUG, lang).splitlines() if line.startswith(start)]
    assert re.findall(r"\d+", line) == [number for pair in zip("123", losses, strict=True) for number in pair]
    (steps,) = re.findall(r"(?: · \d){8}$", by_id["action-senate"].text, re.MULTILINE)[1:]
    assert {"en": ", ", "zh-Hant": "、"}[lang].join(steps.split(" · ")[2:]) in card(SLUG, lang)
