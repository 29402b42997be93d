"""The calculators of Trajan: what a hand pays at each ship, and what unmet demands cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorers.game import N_, Answer, Calculator, Counts, Fault, Message, Number, entry, object_schema
from scorers.trajan.bonus import DEMANDS
from scorers.trajan.box import FORUM_TILES_OF_A_DEMAND, WILD_COMMODITY, WILD_DEMAND

COMMODITIES = {
    "scrolls": N_("Scrolls"), "oil": N_("Oil"), "wine": N_("Wine"), "fish": N_("Fish"), "jewellery": N_("Jewellery"),
    "gems": N_("Gems"),
    "columns": N_("Columns"), "furs": N_("Furs"), "fruit": N_("Fruit"), "ceramics": N_("Ceramics"),
    "cattle": N_("Cattle"),
    "wheat": N_("Wheat"),
}  # fmt: skip
CARDS_OF_A_KIND = 5


class Ship(NamedTuple):
    """A ship's label, and the points for 1, 2, 3 … cards or pairs on its coloured and its grey side."""

    label: N_
    coloured: tuple[int, ...]
    grey: tuple[int, ...]


SHIPS = {
    "equal": Ship(N_("Equal cards"), (2, 6, 12, 20), (0, 1, 7, 15)),
    "different": Ship(N_("Different cards"), (2, 4, 6, 8), (0, 1, 3, 5)),
    "pairs": Ship(N_("Different pairs"), (5, 10, 15), (1, 6, 11)),
}
OPEN_DEMANDS = 3
TRAJAN_TILES = 3
"""Trajan tiles with the symbol of one demand."""
LOSSES = (0, 4, 9, 15)
"""Points lost, by the number of unmet demands."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards in a hand, and wild commodity tiles."""

    cards: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Cards in hand"),
            keys=COMMODITIES,
            high=CARDS_OF_A_KIND,
            help=N_("Count the cards of each kind in your hand. Cards in the display cannot be loaded."),
        )
    )
    wild: int | None = entry(
        Number(
            label=N_("Wild commodity tiles"),
            high=WILD_COMMODITY,
            help=N_("Each may stand for one card of any kind. A tile that is used leaves the game."),
        )
    )


def find_loads(counts: Mapping[str, int], wild: int) -> dict[str, int]:
    """Return the greatest load of each ship: equal cards, different cards, different pairs.

    >>> find_loads({"oil": 2, "wine": 1}, wild=1)
    {'equal': 3, 'different': 3, 'pairs': 2}
    """
    numbers = [count for count in counts.values() if count]
    singles = numbers.count(1)
    pairings = min(wild, singles)
    most = {
        "equal": max(numbers, default=0) + wild,
        "different": len(numbers) + wild,
        "pairs": len(numbers) - singles + pairings + (wild - pairings) // 2,
    }
    return {ship: min(things, len(SHIPS[ship].coloured)) for ship, things in most.items()}


def _value_ships(hand: Hand, _names: Sequence[str]) -> Answer:
    """Return the points of the hand at each ship, on each side."""
    best = find_loads({kind: count or 0 for kind, count in hand.cards.items()}, hand.wild or 0)
    data = {
        ship: {"things": things, "coloured": _pay(SHIPS[ship].coloured, things), "grey": _pay(SHIPS[ship].grey, things)}
        for ship, things in best.items()
    }
    reasons = tuple(
        Message(
            N_("%(ship)s: %(things)s fit; coloured side %(coloured)s, grey side %(grey)s."),
            {"ship": SHIPS[ship].label, **pay},
        )
        for ship, pay in data.items()
    )
    highest = max(pay["coloured"] for pay in data.values())
    dearest = tuple(SHIPS[ship].label for ship, pay in data.items() if pay["coloured"] == highest)
    if not highest:
        return Answer(Message(N_("No ship can be loaded."), {}), (), {"ships": data})
    sentence = Message(
        N_("With all ships coloured side up, the most is %(points)s: %(ships)s."), {"points": highest, "ships": dearest}
    )
    return Answer(sentence, reasons, {"ships": data})


def _pay(points: Sequence[int], things: int) -> int:
    return points[things - 1] if things else 0


_SYMBOLS = {kind: tile.label for kind, tile in DEMANDS.items()}


@dataclass(frozen=True, slots=True)
class Demands:
    """The open demands, and the tiles that a player has to meet them."""

    demands: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Demand tiles"),
            keys=_SYMBOLS,
            high=OPEN_DEMANDS,
            help=N_("Count the open demand tiles of each symbol. There are 3 at the end of a quarter."),
        )
    )
    kept: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Completed Trajan tiles"),
            keys=_SYMBOLS,
            high=TRAJAN_TILES,
            help=N_(
                "Count the completed Trajan tiles with each symbol. Each meets one demand in every quarter, and you "
                "keep it."
            ),
        )
    )
    forum: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Forum tiles"),
            keys=_SYMBOLS,
            high=FORUM_TILES_OF_A_DEMAND,
            help=N_("Count your forum tiles with each symbol. Each meets one demand and leaves the game."),
        )
    )
    wild: int | None = entry(
        Number(
            label=N_("Wild demand tiles"),
            high=WILD_DEMAND,
            help=N_("Each meets one demand with any symbol and leaves the game; they are used last."),
        )
    )


def _meet_demands(demands: Demands, _names: Sequence[str]) -> Answer | list[Fault]:
    """Meet the demands with Trajan tiles, which are kept, then forum tiles, then wild tiles; the rest costs points."""
    if all(count is None for count in demands.demands.values()):
        return [Fault("demands", "too_few", N_("Fill in the demand tiles first"))]
    open_tiles = sum(count or 0 for count in demands.demands.values())
    if open_tiles > OPEN_DEMANDS:
        message = N_("%(label)s must be %(high)s or fewer")
        return [Fault("demands", "too_many", message, {"label": N_("Demand tiles"), "high": OPEN_DEMANDS})]
    wild, reasons, tiles = demands.wild or 0, [], {}
    shortfall = 0
    for kind, label in _SYMBOLS.items():
        number = demands.demands[kind] or 0
        by_kept = min(number, demands.kept[kind] or 0)
        by_forum = min(number - by_kept, demands.forum[kind] or 0)
        by_wild = min(number - by_kept - by_forum, wild)
        wild -= by_wild
        shortfall += number - by_kept - by_forum - by_wild
        tiles[kind] = {"kept": by_kept, "forum": by_forum, "wild": by_wild}
        if number:
            text = N_(
                "%(symbol)s, %(demands)s: met by Trajan tiles %(kept)s, by forum tiles %(forum)s, by wild tiles "
                "%(wild)s."
            )
            reasons.append(Message(text, {"symbol": label, "demands": number, **tiles[kind]}))
    data = {"unmet": shortfall, "points": -LOSSES[shortfall], "used": tiles}
    if not shortfall:
        return Answer(Message(N_("All demands are met, so no points are lost."), {}), tuple(reasons), data)
    sentence = Message(
        N_("Unmet demands: %(unmet)s. The player loses %(points)s."),
        {"unmet": shortfall, "points": LOSSES[shortfall]},
    )
    return Answer(sentence, tuple(reasons), data)


_COUNT = {"type": "integer"}
_SHIP = object_schema(things=_COUNT, coloured=_COUNT, grey=_COUNT)
_USED = object_schema(kept=_COUNT, forum=_COUNT, wild=_COUNT)

CALCULATORS = {
    "ships": Calculator(
        title=N_("Best ship load for a hand"),
        intro=N_("Enter your hand to see the best load for each ship."),
        rule="ships",
        question=Hand,
        answer=_value_ships,
        data_schema={"ships": object_schema(**dict.fromkeys(SHIPS, _SHIP))},
    ),
    "demands": Calculator(
        title=N_("What the demands cost"),
        intro=N_("At the end of a quarter, see which tiles are used and how many points are lost."),
        rule="demands",
        question=Demands,
        answer=_meet_demands,
        data_schema={"unmet": _COUNT, "points": _COUNT, "used": object_schema(**dict.fromkeys(DEMANDS, _USED))},
    ),
}
