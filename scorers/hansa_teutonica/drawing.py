"""Coordinates for drawing the board: rows of offices, spaces along routes, and the special spaces below Coellen."""

from dataclasses import dataclass
from functools import cache

from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.map import HEIGHT, WIDTH, City, Office, Route

PITCH = 36
"""Distance between offices; an annex is one pitch further left."""
_ABOVE, _BELOW, _SIDE = 42, 26, 6
"""Extent of a row beyond the centres of its offices: above (name), below (ability), and at its ends."""
_LEFT, _RIGHT, _FOOT = 80, 25, 48
SPECIAL_DISTANCE = 62
"""Distance from Coellen's offices down to its special spaces."""
_TAVERN_DISTANCE = 24
"""Distance from the middle of a route to the tavern below it."""

FIELD = (-_LEFT, 0, _LEFT + WIDTH + _RIGHT, HEIGHT + _FOOT)
"""The drawing's view box: left, top, width and height."""


@dataclass(frozen=True, slots=True)
class CityDrawing:
    """A city on one side of the board: `first` is the centre of its first office relative to the middle of the row."""

    id: str
    city: City
    offices: tuple[Office, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Way:
    """A route on one side of the board: its ends, the centre of each space, and the position of its tavern, if any."""

    route: Route
    ends: tuple[tuple[int, int], tuple[int, int]]
    spaces: tuple[tuple[float, float], ...]
    tavern: tuple[float, float]


@cache
def cities(side: str) -> tuple[CityDrawing, ...]:
    """Return all cities from top to bottom, which is the keyboard's order."""
    places = [
        CityDrawing(city_id, city, city.offices[side], -PITCH * (len(city.offices[side]) - 1) // 2)
        for city_id, city in sorted(MAPS[side].cities.items(), key=lambda item: (item[1].y // 100, item[1].x))
    ]
    return tuple(places)


@cache
def ways(side: str) -> tuple[Way, ...]:
    """Return the routes of a side."""
    return tuple(_way(route, side) for route in MAPS[side].routes)


def _way(route: Route, side: str) -> Way:
    one, other = MAPS[side].cities[route.one], MAPS[side].cities[route.other]
    across, down = other.x - one.x, other.y - one.y
    start, stop = _measure_cover(one, side, across, down), 1 - _measure_cover(other, side, -across, -down)

    def at(share: float, aside: float = 0) -> tuple[float, float]:
        length = (across**2 + down**2) ** 0.5
        return round(one.x + share * across - aside * down / length, 1), round(one.y + share * down + aside * across / length, 1)

    shares = [start + (stop - start) * (2 * i + 1) / (2 * route.spaces) for i in range(route.spaces)]
    return Way(
        route,
        ((one.x, one.y), (other.x, other.y)),
        tuple(map(at, shares)),
        at((start + stop) / 2, _TAVERN_DISTANCE if across > 0 else -_TAVERN_DISTANCE),
    )


def _measure_cover(city: City, side: str, across: int, down: int) -> float:
    """Return the share of a route that its city covers."""
    beside = PITCH * len(city.offices[side]) / 2 + _SIDE
    return min(beside / abs(across) if across else 1, (_BELOW if down > 0 else _ABOVE) / abs(down) if down else 1)
