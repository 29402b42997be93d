"""Offices on the map of Hansa Teutonica: rows in cities, control of cities, and the players' best networks."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorers.hansa_teutonica.boards import CITY_NAMES, NEIGHBOURS
from scorers.hansa_teutonica.options import permanent_offices


class Position(NamedTuple):
    """The offices on the map: each occupied city's seats in order of value, and the seat that controls it."""

    rows: Mapping[str, tuple[int, ...]]
    controllers: Mapping[str, int]

    def controlled_by(self, seat: int) -> dict[str, int]:
        """Return the cities that a seat controls, each once."""
        return {city: 1 for city, holder in self.controllers.items() if holder == seat}


def find_position(sheet: Any) -> Position:
    """Return the position on a sheet with offices."""
    occupants = find_rows(sheet.offices, sheet.annexes or {}, permanent_offices(sheet))
    return Position(occupants, {city: find_controller(row) for city, row in occupants.items()})


def find_rows(
    offices: Mapping[str, Sequence[int | None]],
    annexes: Mapping[str, Sequence[int]],
    permanent: Mapping[str, Sequence[int]],
) -> dict[str, tuple[int, ...]]:
    """Return each occupied city's seats in order of value: annexes, left of the printed offices, the taken offices,
    permanent ones.

    >>> in_minden = find_rows({"minden": (0, 1, None, None)}, {"minden": (2,)}, {})
    >>> in_minden, find_rows({}, {"belgard": (1,)}, {"belgard": (0,)})
    ({'minden': (2, 0, 1)}, {'belgard': (1, 0)})
    """
    places = [*offices, *(city for city in (*annexes, *permanent) if city not in offices)]
    occupants = {city: [seat for seat in offices.get(city, ()) if seat is not None] for city in places}
    every = {city: (*annexes.get(city, ()), *row, *permanent.get(city, ())) for city, row in occupants.items()}
    return {city: row for city, row in every.items() if row}


def find_controller(row: Sequence[int]) -> int:
    """Return the seat with most offices in a city's row; if tied, the one with the office furthest right.

    >>> find_controller((2, 0, 1)), find_controller((0, 0, 1))
    (1, 0)
    """
    most, ahead = 0, row[-1]
    for seat in reversed(row):
        offices = row.count(seat)
        if offices > most:
            most, ahead = offices, seat
    return ahead


def find_best_networks(occupants: Mapping[str, Sequence[int]], seats: int, side: str) -> list[dict[str, int]]:
    """Return each seat's network with most of its offices: city -> own offices there; empty if it has none.

    Cities are connected by the printed routes of the map `side`. If networks are tied, the first in the order of
    `occupants` is taken.

    >>> occupants = {"kampen": (0,), "osnabruck": (1, 0, 0), "bremen": (1,), "hamburg": (0,)}
    >>> find_best_networks(occupants, seats=2, side="4-5")
    [{'kampen': 1, 'osnabruck': 2}, {'osnabruck': 1, 'bremen': 1}]
    """
    own: list[dict[str, int]] = [{} for _ in range(seats)]
    for city, row in occupants.items():
        for seat in row:
            own[seat][city] = own[seat].get(city, 0) + 1
    return [_find_largest(offices, _NEIGHBOURS[side]) for offices in own]


def _find_largest(own: dict[str, int], neighbours: Mapping[str, int]) -> dict[str, int]:
    """Return the connected cities with most of a seat's offices; the first if tied."""
    networks: list[tuple[int, int, int]] = []  # offices, minus the place of the first city, and the cities as bits
    for place, (city, offices) in enumerate(own.items()):
        near, apart = neighbours[city], []
        first, cities = -place, _BITS[city]
        for network in networks:
            if network[2] & near:
                offices, first, cities = offices + network[0], max(first, network[1]), cities | network[2]
            else:
                apart.append(network)
        networks = [*apart, (offices, first, cities)]
    best = max(networks)[2] if networks else 0
    return {city: offices for city, offices in own.items() if best & _BITS[city]}


_BITS = {city: 1 << i for i, city in enumerate(CITY_NAMES)}
"""City -> its bit; a set of cities is a bit mask."""
_NEIGHBOURS = {
    side: {city: sum(_BITS[other] for other in others) for city, others in neighbours.items()}
    for side, neighbours in NEIGHBOURS.items()
}
