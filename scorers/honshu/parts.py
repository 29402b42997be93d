"""What each line of the score pad adds up from, place by place, where a player's map is given."""

from collections.abc import Iterator, Mapping, Sequence

from scorers.honshu.delivery import Delivery, deliver
from scorers.honshu.land import Land, districts, name_of
from scorers.honshu.patterns import RUN, blocks, crosses, lines, runs, separate_blocks, separate_runs
from scorers.model import LinePart

POINTS_PER_FOREST = 2
POINTS_PER_TOWN = 1
POINTS_PER_FURTHER_LAKE = 3
"""In each lake district, for every square but one."""
POINTS_PER_LAKE_SQUARE = 2
"""With the scoring card for lakes, in place of the usual."""
POINTS_OF_CARD = {"forest_runs": 4, "fallow_blocks": 5, "town_crosses": 3, "empty_production": 2, "blue_yellow": 2, "grey_brown": 2}
"""For each thing that a scoring card counts."""
POINTS_OF_THINGS = {
    "forest": POINTS_PER_FOREST,
    "town": POINTS_PER_TOWN,
    "lake": POINTS_PER_FURTHER_LAKE,
    "lake_squares": POINTS_PER_LAKE_SQUARE,
    **POINTS_OF_CARD,
}
"""All that house rules may change."""
COLOURS_OF_CARD = {"blue_yellow": "by", "grey_brown": "gn"}


def factory_room(card: str) -> int:
    """How many cubes a factory takes with a scoring card in play."""
    return 2 if card == "double_factories" else 1


def lake_worth(size: int, card: str, points_of: Mapping[str, int] = POINTS_OF_THINGS) -> tuple[int, str]:
    """What a lake district pays with a scoring card in play, and their working.

    >>> lake_worth(5, "none"), lake_worth(5, "lake_squares")
    ((12, '3 × (5 − 1)'), (10, '2 × 5'))
    """
    if card == "lake_squares":
        return points_of["lake_squares"] * size, f"{points_of['lake_squares']} × {size}"
    return points_of["lake"] * (size - 1), f"{points_of['lake']} × ({size} − 1)"


def parts_of(land: Land, card: str, reading: str, points_of: Mapping[str, int] = POINTS_OF_THINGS) -> Mapping[str, tuple[LinePart, ...]]:
    """The parts of each line, by its key, with a scoring card in play and the reading of it (any text for a card that has but one).

    >>> from scorers.honshu.land import read
    >>> [part.points for part in parts_of(read("L F F / L L T"), "lake_squares", "")["lake"]]
    [6]
    """
    delivery = deliver(land, room=factory_room(card), second_pays=reading != "once")
    forests, town = land.kinds["F"], _largest(land.kinds["T"])
    lakes = sorted(districts(land.kinds["L"]), key=len, reverse=True)
    return {
        "forest": _count_parts(points_of["forest"], forests),
        "town": _count_parts(points_of["town"], town),
        "lake": tuple(LinePart(*lake_worth(len(lake), card, points_of), _names(lake)) for lake in lakes),
        "factory": _factory_parts(land, delivery.first),
        "end_card": tuple(_card_parts(land, delivery, town, card, reading, points_of.get(card, 0))),
    }


def _largest(towns: Sequence[int]) -> Sequence[int]:
    """The largest district; of several, the one with most towns in the middle, which the card for them may look at."""
    groups = districts(towns)
    size = max(map(len, groups), default=0)
    return max((district for district in groups if len(district) == size), key=lambda district: len(crosses(district)), default=())


def _card_parts(land: Land, delivery: Delivery, town: Sequence[int], card: str, reading: str, points: int) -> Iterator[LinePart]:
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
    """Each cube that already lies in a factory has left a production square that was not empty before; which one, the map cannot say."""
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
