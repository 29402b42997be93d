"""Laws of Trajan for random players, with each use of the wild tiles tried."""

from functools import partial
from itertools import product
from math import ceil
from typing import Any

import tables
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.trajan.bonus import TILES
from scorers.trajan.box import TYPES

PAIRS = ("scroll_oil", "wine_fish", "jewellery_gems", "columns_furs", "fruit_ceramics", "cattle_wheat")
DEMANDS = ("bread", "games", "religion")
answer = partial(tables.answer, "trajan")
line = partial(tables.line, "trajan")


held = st.dictionaries(st.sampled_from(sorted(TILES)), st.sampled_from(["gold", "grey"]), max_size=5).filter(
    lambda tiles: list(tiles.values()).count("grey") <= 4
)


@st.composite
def players(draw: st.DrawFn, tiles: st.SearchStrategy[dict[str, str]] = held) -> dict[str, Any]:
    """Return a random player of a sheet whose other players have no entries."""
    maybe = st.one_of(st.none(), st.integers(0, 3))
    return {
        "points": draw(st.one_of(st.none(), st.integers(-20, 40))),
        "hand": draw(maybe),
        "workers_camp": draw(maybe),
        "legionnaires_camp": draw(maybe),
        "trajan_tiles": draw(st.integers(0, 7)),
        "construction": {kind: draw(st.integers(0, 4)) for kind in TYPES},
        "wild_construction": draw(st.integers(0, 2)),
        "bonus": draw(tiles),
        "display": {pair: draw(st.integers(0, 6)) for pair in PAIRS},
        "wild_commodity": draw(maybe),
        "legionnaires_provinces": draw(st.integers(0, 4)),
        "workers_field": draw(st.integers(0, 5)),
        **{demand: draw(st.integers(0, 2)) for demand in (*DEMANDS, "wild_demand")},
        "senate": draw(st.one_of(st.none(), st.integers(1, 4))),
    }


def try_bonus(player: dict[str, Any], wild_demand: int) -> int:
    """Return the points of the bonus line by trying every use of the wild tiles, without the game's own table."""
    best = 0
    bonus = player["bonus"]
    for cards in product(PAIRS, repeat=player["wild_commodity"] or 0):
        for kinds in product(DEMANDS, repeat=wild_demand):
            total = 0
            for tile, side in bonus.items():
                gold = side == "gold"
                if tile in PAIRS:
                    total += (3 if gold else 2) * (player["display"][tile] + cards.count(tile))
                elif tile in DEMANDS:
                    total += (9 if gold else 6) * (player[tile] + kinds.count(tile) > 0)
                elif tile == "military":
                    total += (2 if gold else 1) * player["legionnaires_provinces"]
                elif tile == "building":
                    total += ceil(player["workers_field"] * (1 if gold else 0.5))
                else:
                    total += (3 if gold else 2) * list(bonus.values()).count("gold")
            best = max(best, total)
    return best


@settings(max_examples=150)
@given(players())
def test_bonus_line_is_the_best_use_of_wild_tiles(player: dict[str, Any]) -> None:
    assert line("bonus", player)[0] == try_bonus(player, player["wild_demand"])
    assert line("bonus", player, demand_wilds="ignored")[0] == try_bonus(player, 0)


@settings(max_examples=60)
@given(players(), st.sampled_from(["wild_construction", "wild_commodity", "wild_demand"]))
def test_a_wild_tile_never_lowers_a_score(player: dict[str, Any], entry: str) -> None:
    without = answer(player | {entry: 0})["players"][0]["total"]
    assert answer(player | {entry: 1})["players"][0]["total"] >= without


@settings(max_examples=60)
@given(players(), st.sampled_from(sorted(TILES)))
def test_a_gold_side_never_pays_less_than_the_grey_one(player: dict[str, Any], tile: str) -> None:
    others = {other: side for other, side in player["bonus"].items() if other != tile}
    others = dict(list(others.items())[:3])
    grey, gold = (line("bonus", player | {"bonus": {**others, tile: side}})[0] for side in ("grey", "gold"))
    assert gold >= grey
