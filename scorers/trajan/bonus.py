"""The twelve bonus tiles: what each pays on either side, and what a player's pay with the wild tiles where they pay most."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.model import N_

SIDES = {"gold": N_("Gold side"), "grey": N_("Grey side")}


@dataclass(frozen=True, slots=True)
class Tile:
    """Points on either side for each thing that the tile counts; on the grey side `grey_lot` things, or a begun lot, count as one."""

    label: N_
    gold: int
    grey: int
    grey_lot: int = 1

    def points(self, side: str) -> int:
        return self.gold if side == "gold" else self.grey

    def lots(self, side: str, things: int) -> int:
        return things if side == "gold" else -(-things // self.grey_lot)


COMMODITIES = {
    "scroll_oil": Tile(N_("Scrolls and oil"), gold=3, grey=2),
    "wine_fish": Tile(N_("Wine and fish"), gold=3, grey=2),
    "jewellery_gems": Tile(N_("Jewellery and gems"), gold=3, grey=2),
    "columns_furs": Tile(N_("Columns and furs"), gold=3, grey=2),
    "fruit_ceramics": Tile(N_("Fruit and ceramics"), gold=3, grey=2),
    "cattle_wheat": Tile(N_("Cattle and wheat"), gold=3, grey=2),
}
"""For each card of either kind in the display."""

PIECES = {
    "military": Tile(N_("Military"), gold=2, grey=1),
    "building": Tile(N_("Construction"), gold=1, grey=1, grey_lot=2),
    "bonus_tiles": Tile(N_("Bonus tiles"), gold=3, grey=2),
}
"""For each legionnaire in a province, each worker in the construction district, each own bonus tile with its gold side up."""

DEMANDS = {
    "bread": Tile(N_("Bread"), gold=9, grey=6),
    "games": Tile(N_("Games"), gold=9, grey=6),
    "religion": Tile(N_("Religion"), gold=9, grey=6),
}
"""Once, for one forum tile of the kind or more."""

TILES = COMMODITIES | PIECES | DEMANDS


def shares(held: Mapping[str, str], things: Mapping[str, int], wild_commodity: int, wild_demand: int) -> list[tuple[int, str]]:
    """Points and working of each tile `held` (tile -> side), in the same order; `things` (tile -> number) is what each counts.

    All wild commodities go to one tile that pays most a card. Each wild demand stands for one kind that is missing, dearest first.

    >>> shares({"wine_fish": "grey", "bread": "gold"}, {"wine_fish": 4, "bread": 0}, wild_commodity=1, wild_demand=1)
    [(10, '2 × (4 + 1)'), (9, '9 × (0 + 1)')]
    """
    dearest = sorted(held, key=lambda tile: TILES[tile].points(held[tile]), reverse=True)
    wild = dict.fromkeys([tile for tile in dearest if tile in COMMODITIES][:1], wild_commodity)
    wild |= dict.fromkeys([tile for tile in dearest if tile in DEMANDS and not things[tile]][:wild_demand], 1)
    return [_share(TILES[tile], side, things[tile], wild.get(tile, 0)) for tile, side in held.items()]


def _share(tile: Tile, side: str, things: int, wild: int) -> tuple[int, str]:
    points, lots = tile.points(side), tile.lots(side, things)
    return points * (lots + wild), f"{points} × ({lots} + {wild})" if wild else f"{points} × {lots}"
