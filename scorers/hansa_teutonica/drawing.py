"""Coordinates for drawing the maps: rows of offices, spaces along routes, special spaces, and the countries of
Britannia.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.box import COELLEN_SPACES
from scorers.hansa_teutonica.britannia import BRITANNIA_LARGE, BRITANNIA_SMALL
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.map import HEIGHT, LARGE, SMALL, WIDTH, City, Office, Route
from scorers.hansa_teutonica.options import SIDES

PITCH = 36
"""Distance between offices; an annex is one pitch further left."""
_ABOVE, _BELOW, _SIDE = 42, 26, 6
"""Extent of a row beyond the centres of its offices: above (name), below (ability), and at its ends."""
_LEFT, _RIGHT, _FOOT = 80, 25, 48
SLOTS_OF_GREEN = 2
"""Slots shown in a city without printed offices: one for an annex, and one to its right for a permanent marker."""
_SIGN_DISTANCE = 24
"""Distance from the middle of a route to its tavern or permanent marker, below it."""
_COUNTRY_MARGIN = 12
"""Distance from the rows of a country's cities to its border."""

Point = tuple[int, int]
_STANDARD = (-_LEFT, 0, _LEFT + WIDTH + _RIGHT, HEIGHT + _FOOT)
FIELDS = {
    SMALL: _STANDARD,
    LARGE: _STANDARD,
    EAST: (0, 0, 1120, 784),
    BRITANNIA_SMALL: (0, 104, 760, 1112),
    BRITANNIA_LARGE: (0, 0, 760, 1216),
}
"""The view box of each map's drawing: left, top, width and height."""
SPECIAL_PLACES: Mapping[str, Point] = {"coellen": (185, 717), "konigsberg": (1034, 132), "plymouth": (102, 1131)}
"""City with special spaces -> the middle of their row."""
COUNTRY_LABELS: Mapping[str, Point] = {"wales": (95, 592), "scotland": (335, 190)}
"""Country -> the middle of its name on the map."""
_SHIPS = {
    ("calais", "canterbury"): (1,),
    ("calais", "southampton"): (1, 2),
    ("carlisle", "chester"): (1, 2),
    ("carlisle", "isle_of_man"): (1, 2),
    ("conway", "isle_of_man"): (0, 1),
    ("danzig", "malmo"): (3,),
    ("malmo", "stralsund"): (0, 1),
    ("malmo", "visby"): (1,),
    ("stralsund", "wismar"): (0, 1),
}
"""Ends of a sea route -> its spaces for merchants only, counted from the first end."""


@dataclass(frozen=True, slots=True)
class CityDrawing:
    """A city on one map: `first` is the centre of its first office relative to the middle of the row.

    Its `countries` are ids.
    """

    id: str
    city: City
    offices: tuple[Office, ...]
    first: int
    countries: tuple[str, ...]

    @property
    def slots(self) -> int:
        """The slots drawn while they are empty: the printed offices, or those of a city without any."""
        return _count_slots(self.offices)

    @property
    def marks(self) -> tuple[str, ...]:
        """What is printed beside the city, the abilities first."""
        return tuple(mark for mark in (self.city.mark, self.city.second_mark) if mark)


@dataclass(frozen=True, slots=True)
class RouteDrawing:
    """A route on one map: its ends, the centre of each space, which of them are at sea, and the position of its
    sign, if any.
    """

    route: Route
    ends: tuple[Point, Point]
    spaces: tuple[tuple[float, float], ...]
    ships: tuple[int, ...]
    sign: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CountryDrawing:
    """The ground of a country's cities: the corners of its outline, and the middle of its name.

    An island of two has both ids.
    """

    ids: tuple[str, ...]
    outline: tuple[Point, ...]
    label: Point


@cache
def cities(name: str) -> tuple[CityDrawing, ...]:
    """Return all cities of a map from top to bottom, which is the keyboard's order."""
    return tuple(
        CityDrawing(city_id, city, row, -PITCH * (len(row) - 1) // 2, city.countries.get(name, ()))
        for city_id, city in sorted(MAPS[name].cities.items(), key=lambda item: (item[1].y // 100, item[1].x))
        for row in [city.offices[name]]
    )


@cache
def ways(name: str) -> tuple[RouteDrawing, ...]:
    """Return the routes of a map."""
    return tuple(_way(route, name) for route in MAPS[name].routes)


def _way(route: Route, name: str) -> RouteDrawing:
    one, other = (MAPS[name].cities[end] for end in (route.one, route.other))
    across, down = other.x - one.x, other.y - one.y
    start, stop = _measure_cover(one, name, across, down), 1 - _measure_cover(other, name, -across, -down)

    def at(share: float, aside: float = 0) -> tuple[float, float]:
        length = (across**2 + down**2) ** 0.5
        return round(one.x + share * across - aside * down / length, 1), round(
            one.y + share * down + aside * across / length, 1
        )

    shares = [start + (stop - start) * (2 * i + 1) / (2 * route.spaces) for i in range(route.spaces)]
    return RouteDrawing(
        route,
        ((one.x, one.y), (other.x, other.y)),
        tuple(map(at, shares)),
        _SHIPS[route.one, route.other] if route.sea else (),
        at((start + stop) / 2, _SIGN_DISTANCE if across > 0 else -_SIGN_DISTANCE),
    )


def _count_slots(offices: tuple[Office, ...]) -> int:
    return len(offices) or SLOTS_OF_GREEN


def _measure_cover(city: City, name: str, across: int, down: int) -> float:
    """Return the share of a route that its city covers."""
    beside = PITCH * _count_slots(city.offices[name]) / 2 + _SIDE
    return min(beside / abs(across) if across else 1, (_BELOW if down > 0 else _ABOVE) / abs(down) if down else 1)


@cache
def countries(name: str) -> tuple[CountryDrawing, ...]:
    """Return the grounds of the countries that score, and of each city that belongs to two of the board's countries."""
    on_map = cities(name)
    scoring = MAPS[name].countries
    islands = [town for town in on_map if len(town.countries) > 1]
    lands = [
        CountryDrawing(
            (country,), _outline(town for town in on_map if town.countries == (country,)), COUNTRY_LABELS[country]
        )
        for country in scoring
    ]
    return (
        *lands,
        *(
            CountryDrawing(
                tuple(country for country in scoring if country in town.countries), _outline([town]), _place_names(town)
            )
            for town in islands
        ),
    )


def _outline(members: Iterable[CityDrawing]) -> tuple[Point, ...]:
    """Return the convex hull of the cities' rows, clockwise on the screen (Andrew's monotone chain)."""
    corners = sorted({corner for town in members for corner in _corners(town)})
    lower, upper = _chain(corners), _chain(reversed(corners))
    return (*lower[:-1], *upper[:-1])


def _corners(town: CityDrawing) -> list[Point]:
    half = PITCH * town.slots // 2 + _COUNTRY_MARGIN
    return [
        (town.city.x + side * half, town.city.y + edge)
        for side in (-1, 1)
        for edge in (-_ABOVE - _COUNTRY_MARGIN, _BELOW + _COUNTRY_MARGIN)
    ]


def _chain(corners: Iterable[Point]) -> list[Point]:
    chain: list[Point] = []
    for x, y in corners:
        while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (y - chain[-2][1]) <= (chain[-1][1] - chain[-2][1]) * (
            x - chain[-2][0]
        ):
            chain.pop()
        chain.append((x, y))
    return chain


def _place_names(town: CityDrawing) -> Point:
    """Return the middle of the names of an island's countries, right of its row."""
    return town.city.x + PITCH * town.slots // 2 + 70, town.city.y + 12


def _describe(name: str, board: str, side: str) -> Mapping[str, Any]:
    """Return the template's inputs for a map, which is a side of a board; the Eastern board has one side for all."""
    special = MAPS[name].special
    return {
        "side": name,
        "board": board,
        "players": "" if board == EAST else side.replace("-", "–"),
        "field": FIELDS[name],
        "pitch": PITCH,
        "towns": cities(name),
        "ways": ways(name),
        "countries": countries(name),
        "special": SPECIAL_PLACES[special],
        "special_city": MAPS[name].cities[special].name,
        "special_spaces": COELLEN_SPACES,
    }


DRAWINGS = {name: _describe(name, board, side) for board, maps in SIDES.items() for side, name in maps.items()}
"""Name of the map -> the inputs of its drawing."""
