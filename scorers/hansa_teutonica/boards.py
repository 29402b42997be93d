"""The printed maps of Hansa Teutonica, one for each side of each board, and the names of all their cities."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorers.game import N_
from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import map as standard
from scorers.hansa_teutonica.britannia import BRITANNIA_LARGE, BRITANNIA_SMALL
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.map import LARGE, SMALL, City, Route

COUNTRIES = ("wales", "scotland")
"""The countries that score at the end of the game."""


@dataclass(frozen=True, slots=True)
class Map:
    """One side of a board: its cities and routes, the city with the special spaces, and the cities of each country
    that scores.
    """

    cities: Mapping[str, City]
    routes: tuple[Route, ...]
    special: str
    countries: Mapping[str, tuple[str, ...]]


def _map(name: str, cities: Mapping[str, City], routes: Iterable[Route]) -> Map:
    shown = {city_id: city for city_id, city in cities.items() if name in city.offices}
    by_country = {
        country: tuple(city_id for city_id, city in shown.items() if country in city.countries.get(name, ()))
        for country in COUNTRIES
    }
    return Map(
        shown,
        tuple(route for route in routes if name in route.sides),
        next(city_id for city_id, city in shown.items() if city.mark == "special_points"),
        {country: members for country, members in by_country.items() if members},
    )


_BOARDS = (
    (standard.CITIES, standard.ROUTES, (SMALL, LARGE)),
    (east.CITIES, east.ROUTES, (EAST,)),
    (britannia.CITIES, britannia.ROUTES, (BRITANNIA_SMALL, BRITANNIA_LARGE)),
)
MAPS = {name: _map(name, cities, routes) for cities, routes, names in _BOARDS for name in names}
"""Name -> map. The names of the standard board are those of its sides."""

MAX_PRINTED_OFFICES = max(
    len(row) for board in MAPS.values() for city in board.cities.values() for row in city.offices.values()
)

NEIGHBOURS = {
    name: {
        city: tuple(
            route.other if route.one == city else route.one
            for route in board.routes
            if city in (route.one, route.other)
        )
        for city in board.cities
    }
    for name, board in MAPS.items()
}
"""Map -> city -> cities connected by a printed route."""

CITY_NAMES: Mapping[str, N_] = dict(
    sorted((city_id, city.name) for cities, *_ in _BOARDS for city_id, city in cities.items())
)
"""The cities of all boards: id -> name."""

ALIASES = {
    spelling.casefold(): city_id
    for cities, *_ in _BOARDS
    for city_id, city in cities.items()
    for spelling in (city.name, city.chinese, *city.aliases)
}
"""Other spellings, case-folded -> city."""
