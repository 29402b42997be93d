"""Where everything on the board stands when it is drawn: offices in their rows, spaces along their routes, special spaces below Coellen."""

from dataclasses import dataclass
from functools import cache

from scorers.hansa_teutonica.map import CITIES, HEIGHT, ROUTES, WIDTH, City, Office, Route

PITCH = 36
"""From office to office; an annex stands one pitch further left."""
_ABOVE, _BELOW, _BESIDE = 42, 26, 6
"""What a row covers beyond the middles of its offices: with its name above, with its ability below, and at its ends."""
_LEFT, _RIGHT, _FOOT = 80, 25, 48
SPECIAL_DOWN = 62
"""From the offices of Coellen down to its special spaces."""
_ASIDE = 24
"""From the middle of a route to the tavern below it."""

FIELD = (-_LEFT, 0, _LEFT + WIDTH + _RIGHT, HEIGHT + _FOOT)
"""Left, top, width and height of the whole drawing."""


@dataclass(frozen=True, slots=True)
class CityDrawing:
    """A city on one side of the board: `first` is the middle of its first office, counted from the middle of the row."""

    id: str
    city: City
    offices: tuple[Office, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Way:
    """A route on one side of the board: its ends, the middle of each space, and where a tavern stands if it has one."""

    route: Route
    ends: tuple[tuple[int, int], tuple[int, int]]
    spaces: tuple[tuple[float, float], ...]
    tavern: tuple[float, float]


@cache
def cities(side: str) -> tuple[CityDrawing, ...]:
    """All cities, from the top down, so that who moves from one to the next goes over the map."""
    places = [
        CityDrawing(city_id, city, city.offices[side], -PITCH * (len(city.offices[side]) - 1) // 2)
        for city_id, city in sorted(CITIES.items(), key=lambda item: (item[1].y // 100, item[1].x))
    ]
    return tuple(places)


@cache
def ways(side: str) -> tuple[Way, ...]:
    """The routes of a side."""
    return tuple(_way(route, side) for route in ROUTES if side in route.sides)


def _way(route: Route, side: str) -> Way:
    one, other = CITIES[route.one], CITIES[route.other]
    across, down = other.x - one.x, other.y - one.y
    start, stop = _measure_cover(one, side, across, down), 1 - _measure_cover(other, side, -across, -down)

    def at(share: float, aside: float = 0) -> tuple[float, float]:
        length = (across**2 + down**2) ** 0.5
        return round(one.x + share * across - aside * down / length, 1), round(one.y + share * down + aside * across / length, 1)

    shares = [start + (stop - start) * (2 * i + 1) / (2 * route.spaces) for i in range(route.spaces)]
    return Way(
        route, ((one.x, one.y), (other.x, other.y)), tuple(map(at, shares)), at((start + stop) / 2, _ASIDE if across > 0 else -_ASIDE)
    )


def _measure_cover(city: City, side: str, across: int, down: int) -> float:
    """The share of a route that its city covers."""
    beside = PITCH * len(city.offices[side]) / 2 + _BESIDE
    return min(beside / abs(across) if across else 1, (_BELOW if down > 0 else _ABOVE) / abs(down) if down else 1)
