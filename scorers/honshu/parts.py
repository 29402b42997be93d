"""The parts of each score line, place by place, for a player's map."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorers.game import LinePart
from scorers.honshu.delivery import Delivery, deliver
from scorers.honshu.land import Land, districts, name_of
from scorers.honshu.patterns import RUN, blocks, crosses, lines, runs, separate_blocks, separate_runs

POINTS_PER_FOREST = 2
POINTS_PER_TOWN = 1
POINTS_PER_FURTHER_LAKE = 3
"""For every square but one of a lake district."""
POINTS_PER_LAKE_SQUARE = 2
"""Replaces the usual points under the scoring card for lakes."""
POINTS_OF_CARD = {
    "forest_runs": 4,
    "fallow_blocks": 5,
    "town_crosses": 3,
    "empty_production": 2,
    "blue_yellow": 2,
    "grey_brown": 2,
}
"""Points for each item that a scoring card counts."""
POINTS_OF_THINGS = {
    "forest": POINTS_PER_FOREST,
    "town": POINTS_PER_TOWN,
    "lake": POINTS_PER_FURTHER_LAKE,
    "lake_squares": POINTS_PER_LAKE_SQUARE,
    **POINTS_OF_CARD,
}
"""Every printed value that a house rule may change."""
COLOURS_OF_CARD = {"blue_yellow": "by", "grey_brown": "gn"}


def factory_room(card: str) -> int:
    """Return how many cubes a factory takes under a scoring card."""
    return 2 if card == "double_factories" else 1


class Found(NamedTuple):
    """A scoring pattern before its price is applied: how many times it scores, the working after the price, and its
    places.
    """

    times: int
    working: str
    at: tuple[str, ...]


def lake_worth(size: int, card: str, points_of: Mapping[str, int] = POINTS_OF_THINGS) -> tuple[int, str]:
    """Return the points and working of a lake district under a scoring card.

    >>> lake_worth(5, "none"), lake_worth(5, "lake_squares")
    ((12, '3 × (5 − 1)'), (10, '2 × 5'))
    """
    part = _price(_lake(size, card, ()), _lake_points(card, points_of))
    return part.points, part.working


def find_parts(
    land: Land, card: str, interpretation: str, points_of: Mapping[str, int] = POINTS_OF_THINGS
) -> Mapping[str, tuple[LinePart, ...]]:
    """Return the parts of each line by key, under a scoring card and its interpretation (any text for a card that is
    clear).

    >>> from scorers.honshu.land import read_land
    >>> [part.points for part in find_parts(read_land("L F F / L L T"), "lake_squares", "")["lake"]]
    [6]
    """
    delivery = land.find_once(_deliver, factory_room(card), interpretation != "once")
    second = (
        land.find_once(_factory_parts, delivery.second)
        if card == "double_factories" and interpretation == "each"
        else ()
    )
    return {
        "forest": _price_all(land.find_once(_forests), points_of["forest"]),
        "town": _price_all(land.find_once(_town), points_of["town"]),
        "lake": _price_all(land.find_once(_lakes, card), _lake_points(card, points_of)),
        "factory": land.find_once(_factory_parts, delivery.first),
        "end_card": _price_all(land.find_once(_on_card, card, interpretation), points_of.get(card, 0)) + second,
    }


def _price_all(found: Iterable[Found], points: int) -> tuple[LinePart, ...]:
    return tuple(_price(one, points) for one in found)


def _price(found: Found, points: int) -> LinePart:
    return LinePart(points * found.times, f"{points}{found.working}", found.at)


def _lake_points(card: str, points_of: Mapping[str, int]) -> int:
    return points_of["lake_squares" if card == "lake_squares" else "lake"]


def _lake(size: int, card: str, at: tuple[str, ...]) -> Found:
    return Found(size, f" × {size}", at) if card == "lake_squares" else Found(size - 1, f" × ({size} − 1)", at)


def _deliver(land: Land, room: int, second_pays: bool) -> Delivery:  # noqa: FBT001  the key under which a land keeps it
    return deliver(land, room=room, second_pays=second_pays)


def _forests(land: Land) -> tuple[Found, ...]:
    return _count_squares(land.kinds["F"])


def _town(land: Land) -> tuple[Found, ...]:
    return _count_squares(land.find_once(_largest_town))


def _lakes(land: Land, card: str) -> tuple[Found, ...]:
    lakes = sorted(districts(land.kinds["L"]), key=len, reverse=True)
    return tuple(_lake(len(lake), card, _names(lake)) for lake in lakes)


def _largest_town(land: Land) -> Sequence[int]:
    """Return the largest town district; if tied, the one with most towns that have a town on all four sides."""
    groups = districts(land.kinds["T"])
    size = max(map(len, groups), default=0)
    return max(
        (district for district in groups if len(district) == size),
        key=lambda district: len(crosses(district)),
        default=(),
    )


def _on_card(land: Land, card: str, interpretation: str) -> tuple[Found, ...]:
    """Find what a scoring card with a price of its own counts."""
    match card:
        case "forest_runs" if interpretation == "per_three":
            return tuple(_times(len(line) // RUN, line) for line in lines(land.kinds["F"]))
        case "forest_runs":
            return _count_groups((separate_runs if interpretation == "strict" else runs)(land.kinds["F"]))
        case "fallow_blocks":
            return _count_groups((blocks if interpretation == "overlapping" else separate_blocks)(land.kinds["A"]))
        case "town_crosses":
            return _count_groups(
                (place,)
                for place in crosses(
                    land.find_once(_largest_town) if interpretation == "largest_only" else land.kinds["T"]
                )
            )
        case "empty_production" if interpretation == "before":
            return _empty_before(land)
        case "empty_production":
            return _count_groups((place,) for place in deliver(land).empty)
        case "blue_yellow" | "grey_brown":
            colours = COLOURS_OF_CARD[card]
            return _count_groups((place,) for place in deliver(land).first if land.squares[place].colour in colours)
    return ()


def _empty_before(land: Land) -> tuple[Found, ...]:
    """Find the production squares without a cube, less one for each cube already in a factory: the map does not tell
    which one it left.
    """
    empty = [place for place in land.kinds["P"] if not land.squares[place].cubes]
    cubes = sum(land.squares[place].cubes for place in land.kinds["M"])
    if len(empty) <= cubes:
        return ()
    return (Found(len(empty) - cubes, f" × ({len(empty)} − {cubes})", _names(empty)),)


def _factory_parts(land: Land, factories: Sequence[int]) -> tuple[LinePart, ...]:
    return tuple(_price(Found(1, "", _names((place,))), land.squares[place].points) for place in factories)


def _count_squares(places: Sequence[int]) -> tuple[Found, ...]:
    return (_times(len(places), places),) if places else ()


def _times(count: int, places: Sequence[int]) -> Found:
    return Found(count, f" × {count}", _names(places))


def _count_groups(groups: Iterable[Sequence[int]]) -> tuple[Found, ...]:
    return tuple(Found(1, "", _names(places)) for places in groups)


def _names(places: Sequence[int]) -> tuple[str, ...]:
    return tuple(name_of(place) for place in places)
