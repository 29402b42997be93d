"""The parts of each score line, place by place, for a player's map."""

from collections.abc import Iterator, Mapping, Sequence

from scorers.honshu.delivery import Delivery, deliver
from scorers.honshu.land import Land, districts, name_of
from scorers.honshu.patterns import RUN, blocks, crosses, lines, runs, separate_blocks, separate_runs
from scorers.model import LinePart

POINTS_PER_FOREST = 2
POINTS_PER_TOWN = 1
POINTS_PER_FURTHER_LAKE = 3
"""For every square but one of a lake district."""
POINTS_PER_LAKE_SQUARE = 2
"""Replaces the usual points under the scoring card for lakes."""
POINTS_OF_CARD = {"forest_runs": 4, "fallow_blocks": 5, "town_crosses": 3, "empty_production": 2, "blue_yellow": 2, "grey_brown": 2}
"""Points for each item that a scoring card counts."""
COLOURS_OF_CARD = {"blue_yellow": "by", "grey_brown": "gn"}


def factory_room(card: str) -> int:
    """Return how many cubes a factory takes under a scoring card."""
    return 2 if card == "double_factories" else 1


def lake_worth(size: int, card: str) -> tuple[int, str]:
    """Return the points and working of a lake district under a scoring card.

    >>> lake_worth(5, "none"), lake_worth(5, "lake_squares")
    ((12, '3 × (5 − 1)'), (10, '2 × 5'))
    """
    if card == "lake_squares":
        return POINTS_PER_LAKE_SQUARE * size, f"{POINTS_PER_LAKE_SQUARE} × {size}"
    return POINTS_PER_FURTHER_LAKE * (size - 1), f"{POINTS_PER_FURTHER_LAKE} × ({size} − 1)"


def parts_of(land: Land, card: str, reading: str) -> Mapping[str, tuple[LinePart, ...]]:
    """Return the parts of each line by key, under a scoring card and its interpretation (any text for a card with only one).

    >>> from scorers.honshu.land import read
    >>> [part.points for part in parts_of(read("L F F / L L T"), "lake_squares", "")["lake"]]
    [6]
    """
    delivery = deliver(land, room=factory_room(card), second_pays=reading != "once")
    forests, town = land.kinds["F"], _largest(land.kinds["T"])
    lakes = sorted(districts(land.kinds["L"]), key=len, reverse=True)
    return {
        "forest": _count_parts(POINTS_PER_FOREST, forests),
        "town": _count_parts(POINTS_PER_TOWN, town),
        "lake": tuple(LinePart(*lake_worth(len(lake), card), _names(lake)) for lake in lakes),
        "factory": _factory_parts(land, delivery.first),
        "end_card": tuple(_card_parts(land, delivery, town, card, reading)),
    }


def _largest(towns: Sequence[int]) -> Sequence[int]:
    """Return the largest district; if tied, the one with most towns that have a town on all four sides."""
    groups = districts(towns)
    size = max(map(len, groups), default=0)
    return max((district for district in groups if len(district) == size), key=lambda district: len(crosses(district)), default=())


def _card_parts(land: Land, delivery: Delivery, town: Sequence[int], card: str, reading: str) -> Iterator[LinePart]:
    points = POINTS_OF_CARD.get(card, 0)
    match card:
        case "double_factories" if reading == "each":
            yield from _factory_parts(land, delivery.second)
        case "forest_runs":
            forests = land.kinds["F"]
            if reading == "per_three":
                yield from (_times(points, len(line) // RUN, line) for line in lines(forests))
            else:
                yield from (_once(points, run) for run in (separate_runs if reading == "strict" else runs)(forests))
        case "fallow_blocks":
            yield from (_once(points, block) for block in (blocks if reading == "overlapping" else separate_blocks)(land.kinds["A"]))
        case "town_crosses":
            yield from (_once(points, (place,)) for place in crosses(town if reading == "largest_only" else land.kinds["T"]))
        case "empty_production" if reading == "before":
            yield from _empty_before(land, points)
        case "empty_production":
            yield from (_once(points, (place,)) for place in delivery.empty)
        case "blue_yellow" | "grey_brown":
            colours = COLOURS_OF_CARD[card]
            yield from (_once(points, (place,)) for place in delivery.first if land.squares[place].colour in colours)


def _empty_before(land: Land, points: int) -> Iterator[LinePart]:
    """Yield the production squares without a cube, less one for each cube already in a factory: the map does not tell which one it left."""
    empty = [place for place in land.kinds["P"] if not land.squares[place].cubes]
    cubes = sum(land.squares[place].cubes for place in land.kinds["M"])
    if len(empty) > cubes:
        yield LinePart(points * (len(empty) - cubes), f"{points} × ({len(empty)} − {cubes})", _names(empty))


def _factory_parts(land: Land, factories: Sequence[int]) -> tuple[LinePart, ...]:
    return tuple(_once(land.squares[place].points, (place,)) for place in factories)


def _count_parts(points: int, places: Sequence[int]) -> tuple[LinePart, ...]:
    return (_times(points, len(places), places),) if places else ()


def _times(points: int, count: int, places: Sequence[int]) -> LinePart:
    return LinePart(points * count, f"{points} × {count}", _names(places))


def _once(points: int, places: Sequence[int]) -> LinePart:
    return LinePart(points, str(points), _names(places))


def _names(places: Sequence[int]) -> tuple[str, ...]:
    return tuple(name_of(place) for place in places)
