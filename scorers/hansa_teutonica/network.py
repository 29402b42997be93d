"""The map of Hansa Teutonica: valid rows of offices, control of cities, and the players' best networks."""

from collections.abc import Iterator, Mapping, Sequence

from scorers.hansa_teutonica.map import CITIES, NEIGHBOURS
from scorers.model import N_, Fault


def row_faults(offices: Mapping[str, Sequence[int | None]], annexes: Mapping[str, Sequence[int]], side: str) -> Iterator[Fault]:
    """Yield the faults of rows that do not fit their city, of gaps left of an office, and of annexes without an office.

    >>> [(fault.path, fault.code) for fault in row_faults({"minden": (0, None, 1, None)}, {"emden": (0,)}, "4-5")]
    [('offices.minden', 'impossible'), ('annexes.emden', 'impossible')]
    """
    for city, row in offices.items():
        size = len(CITIES[city].offices[side])
        if len(row) != size:
            code, message = (
                "too_many" if len(row) > size else "too_few",
                N_("%(city)s has %(printed)s printed office spaces: enter as many"),
            )
            yield Fault(f"offices.{city}", code, message, {"city": CITIES[city].name, "printed": size})
        if None in row and any(seat is not None for seat in row[row.index(None) :]):
            message = N_("Offices in %(city)s must be filled from the left, without a gap")
            yield Fault(f"offices.{city}", "impossible", message, {"city": CITIES[city].name})
    for city in annexes:
        if city not in offices:
            message = N_("An annex in %(city)s needs an office to its right, and there is none")
            yield Fault(f"annexes.{city}", "impossible", message, {"city": CITIES[city].name})


def rows(offices: Mapping[str, Sequence[int | None]], annexes: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Return each occupied city's seats in order of value: annexes, left of the printed offices, then the taken offices.

    >>> rows({"minden": (0, 1, None, None)}, {"minden": (2,)})
    {'minden': (2, 0, 1)}
    """
    occupants = {city: [seat for seat in row if seat is not None] for city, row in offices.items()}
    return {city: (*annexes.get(city, ()), *row) for city, row in occupants.items() if row}


def controller(row: Sequence[int]) -> int:
    """Return the seat with most offices in a city's row; if tied, the one with the office furthest right.

    >>> controller((2, 0, 1)), controller((0, 0, 1))
    (1, 0)
    """
    most, ahead = 0, row[-1]
    for seat in reversed(row):
        offices = row.count(seat)
        if offices > most:
            most, ahead = offices, seat
    return ahead


def best_network(occupants: Mapping[str, Sequence[int]], seat: int, side: str) -> dict[str, int]:
    """Return the seat's network with most of its offices: city -> own offices there; empty if it has none.

    Cities are connected by the printed routes of `side`. If networks are tied, the first in the order of `occupants` is taken.

    >>> best_network({"kampen": (0,), "osnabruck": (1, 0, 0), "bremen": (1,), "hamburg": (0,)}, seat=0, side="4-5")
    {'kampen': 1, 'osnabruck': 2}
    """
    return best_networks(occupants, seat + 1, side)[seat]


def best_networks(occupants: Mapping[str, Sequence[int]], seats: int, side: str) -> list[dict[str, int]]:
    """Return the best network of each seat."""
    own: list[dict[str, int]] = [{} for _ in range(seats)]
    for city, row in occupants.items():
        for seat in row:
            if seat < seats:
                own[seat][city] = own[seat].get(city, 0) + 1
    return [_largest(offices, _NEIGHBOURS[side]) for offices in own]


def _largest(own: dict[str, int], neighbours: Mapping[str, int]) -> dict[str, int]:
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


_BITS = {city: 1 << i for i, city in enumerate(CITIES)}
"""City -> its bit; a set of cities is a bit mask."""
_NEIGHBOURS = {
    side: {city: sum(_BITS[other] for other in others) for city, others in neighbours.items()} for side, neighbours in NEIGHBOURS.items()
}
