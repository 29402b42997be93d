"""The twelve bonus tiles: points on each side, and a player's points with wild tiles placed where they pay most."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.game import N_

SIDES = {"gold": N_("Gold side"), "grey": N_("Grey side")}


@dataclass(frozen=True, slots=True)
class Tile:
    """A bonus tile: points per item on each side; on the grey side, `grey_lot` items or part of them count as one."""

    label: N_
    help: N_
    gold: int
    grey: int
    grey_lot: int = 1

    def points(self, side: str) -> int:
        """Return the points of one lot with this side up."""
        return self.gold if side == "gold" else self.grey

    def lots(self, side: str, things: int) -> int:
        """Return how many times so many items pay: the grey side of some tiles pays once for several."""
        return -(-things // self.lot(side))

    def say_lots(self, side: str, things: int) -> str:
        """Return the working of `lots`.

        >>> tile = TILES["building"]
        >>> tile.say_lots("gold", 3), tile.say_lots("grey", 3), tile.say_lots("grey", 4)
        ('3', '⌈3 ÷ 2⌉', '(4 ÷ 2)')
        """
        if (size := self.lot(side)) == 1:
            return str(things)
        return f"⌈{things} ÷ {size}⌉" if things % size else f"({things} ÷ {size})"

    def lot(self, side: str) -> int:
        """Return how many items make one lot."""
        return 1 if side == "gold" else self.grey_lot

    def worth(self, side: str) -> str:
        """Return the text on the tile: points per item, or per lot.

        >>> TILES["bread"].worth("grey"), TILES["building"].worth("grey")
        ('6', '1⁄2')
        """
        lot = self.lot(side)
        return f"{self.points(side)}\N{FRACTION SLASH}{lot}" if lot > 1 else str(self.points(side))


_GOODS = N_(
    "Each card of either of its two goods in its owner's display scores 3 points if the gold side is up, "
    "2 if the grey side is."
)
COMMODITIES = {
    "scroll_oil": Tile(N_("Scrolls and oil"), _GOODS, gold=3, grey=2),
    "wine_fish": Tile(N_("Wine and fish"), _GOODS, gold=3, grey=2),
    "jewellery_gems": Tile(N_("Jewellery and gems"), _GOODS, gold=3, grey=2),
    "columns_furs": Tile(N_("Columns and furs"), _GOODS, gold=3, grey=2),
    "fruit_ceramics": Tile(N_("Fruit and ceramics"), _GOODS, gold=3, grey=2),
    "cattle_wheat": Tile(N_("Cattle and wheat"), _GOODS, gold=3, grey=2),
}
"""Tiles that pay for each card of either kind in the display."""

PIECES = {
    "military": Tile(
        N_("Military"),
        N_(
            "Each of its owner's legionnaires in the provinces scores 2 points if the gold side is up, 1 if the "
            "grey side is."
        ),
        gold=2,
        grey=1,
    ),
    "building": Tile(
        N_("Construction"),
        N_(
            "Each of its owner's workers in the construction district scores 1 point if the gold side is up. With "
            "the grey side up, every 2 workers score 1 point, and one left over scores 1 as well."
        ),
        gold=1,
        grey=1,
        grey_lot=2,
    ),
    "bonus_tiles": Tile(
        N_("Gold tiles"),
        N_(
            "Each of its owner's bonus tiles that lies gold side up scores 3 points if this tile lies gold side up "
            "as well, and then it counts itself; 2 if it lies grey side up."
        ),
        gold=3,
        grey=2,
    ),
}
"""Tiles that pay for legionnaires in provinces, workers in the construction district, or own bonus tiles with the
gold side up.
"""

_SYMBOL = N_(
    "It scores once if its owner has a forum tile of this symbol left after the last demands: 9 points if "
    "the gold side is up, 6 if the grey side is."
)
DEMANDS = {
    "bread": Tile(N_("Bread"), _SYMBOL, gold=9, grey=6),
    "games": Tile(N_("Games"), _SYMBOL, gold=9, grey=6),
    "religion": Tile(N_("Religion"), _SYMBOL, gold=9, grey=6),
}
"""Tiles that pay once for at least one forum tile of their kind."""

TILES = COMMODITIES | PIECES | DEMANDS


def score_tiles(
    sides: Mapping[str, str], things: Mapping[str, int], wild_commodity: int, wild_demand: int
) -> list[tuple[int, str]]:
    """Return points and working of each tile of `sides` (tile -> side), in this order.

    `things` (tile -> number) are what it counts.

    All wild commodities go to one tile that pays most per card. Each wild demand replaces a missing kind, the most
    valuable first.

    >>> tiles, counts = {"wine_fish": "grey", "bread": "gold"}, {"wine_fish": 4, "bread": 0}
    >>> score_tiles(tiles, counts, wild_commodity=1, wild_demand=1)
    [(10, '2 × (4 + 1)'), (9, '9 × (0 + 1)')]
    """
    dearest = sorted(sides, key=lambda tile: TILES[tile].points(sides[tile]), reverse=True)
    wild = dict.fromkeys([tile for tile in dearest if tile in COMMODITIES][:1], wild_commodity)
    wild |= dict.fromkeys([tile for tile in dearest if tile in DEMANDS and not things[tile]][:wild_demand], 1)
    return [_score_tile(TILES[tile], side, things[tile], wild.get(tile, 0)) for tile, side in sides.items()]


def _score_tile(tile: Tile, side: str, things: int, wild: int) -> tuple[int, str]:
    points, lots, said = tile.points(side), tile.lots(side, things), tile.say_lots(side, things)
    return points * (lots + wild), f"{points} × ({said} + {wild})" if wild else f"{points} × {said}"
