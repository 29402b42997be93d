"""What stands on the map of Hansa Teutonica: rows of offices as they can be, who controls a city, and a player's best network."""

from collections.abc import Iterator, Mapping, Sequence

from scorers.hansa_teutonica.map import CITIES, NEIGHBOURS
from scorers.model import N_, Fault


def row_faults(offices: Mapping[str, Sequence[int | None]], annexes: Mapping[str, Sequence[int]], side: str) -> Iterator[Fault]:
    """Rows that do not fit their city on this side, offices taken out of turn, and annexes where no office is taken.

    >>> [(fault.path, fault.code) for fault in row_faults({"minden": (0, None, 1, None)}, {"emden": (0,)}, "4-5")]
    [('offices.minden', 'impossible'), ('annexes.emden', 'impossible')]
    """
    for city, row in offices.items():
        name, printed, taken = CITIES[city].name, len(CITIES[city].offices[side]), [seat is not None for seat in row]
        if len(row) != printed:
            code, message = "too_many" if len(row) > printed else "too_few", N_("%(city)s must have as many as are printed: %(printed)s")
            yield Fault(f"offices.{city}", code, message, {"city": name, "printed": printed})
        if taken != sorted(taken, reverse=True):
            message = N_("Offices in %(city)s must be taken from the left, without a gap")
            yield Fault(f"offices.{city}", "impossible", message, {"city": name})
    for city in annexes:
        if city not in offices:
            message = N_("An annex in %(city)s must lie left of a taken office, and none is taken there")
            yield Fault(f"annexes.{city}", "impossible", message, {"city": CITIES[city].name})


def rows(offices: Mapping[str, Sequence[int | None]], annexes: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Every occupied city's seats in order of value: annexes, which lie left of the printed offices, then the offices taken.

    >>> rows({"minden": (0, 1, None, None)}, {"minden": (2,)})
    {'minden': (2, 0, 1)}
    """
    taken = {city: tuple(seat for seat in row if seat is not None) for city, row in offices.items()}
    return {city: (*annexes.get(city, ()), *row) for city, row in taken.items() if row}


def controller(row: Sequence[int]) -> int:
    """The seat with most offices of a city's row; of those level, the one with the office furthest right.

    >>> controller((2, 0, 1)), controller((0, 0, 1))
    (1, 0)
    """
    most, ahead = 0, row[-1]
    for seat in reversed(row):
        offices = row.count(seat)
        if offices > most:
            most, ahead = offices, seat
    return ahead


def best_network(held: Mapping[str, Sequence[int]], seat: int, side: str) -> dict[str, int]:
    """The seat's connected cities that hold most of its offices: city -> own offices there; empty where it has none.

    Cities are connected by the printed routes of `side`. Of networks that are level the first in the order of `held` is taken.

    >>> best_network({"kampen": (0,), "osnabruck": (1, 0, 0), "bremen": (1,), "hamburg": (0,)}, seat=0, side="4-5")
    {'kampen': 1, 'osnabruck': 2}
    """
    return best_networks(held, seat + 1, side)[seat]


def best_networks(held: Mapping[str, Sequence[int]], seats: int, side: str) -> list[dict[str, int]]:
    """The best network of each seat, as `best_network` finds it."""
    own: list[dict[str, int]] = [{} for _ in range(seats)]
    for city, row in held.items():
        for seat in row:
            if seat < seats:
                own[seat][city] = own[seat].get(city, 0) + 1
    return [_largest(offices, _NEIGHBOUR_BITS[side]) for offices in own]


def _largest(own: dict[str, int], neighbours: Mapping[int, int]) -> dict[str, int]:
    """The connected cities with most offices among those where a seat has some; of several alike, the first."""
    cities = [(_BITS[city], offices) for city, offices in own.items()]
    left = sum([bit for bit, _ in cities])
    best = most = 0
    for bit, _ in cities:
        if left & bit:
            network = _reach(bit, left, neighbours)
            if network == left and not best:
                return own
            left ^= network
            offices = sum([count for other, count in cities if network & other])
            if offices > most:
                best, most = network, offices
    return {city: offices for city, offices in own.items() if best & _BITS[city]}


def _reach(start: int, among: int, neighbours: Mapping[int, int]) -> int:
    """All cities among some that can be reached from one of them; a set of cities is a whole number, a bit for each."""
    reached = edge = start
    while edge:
        city = edge & -edge
        edge ^= city
        new = neighbours[city] & among & ~reached
        reached |= new
        edge |= new
    return reached


_BITS = {city: 1 << i for i, city in enumerate(CITIES)}
_NEIGHBOUR_BITS = {
    side: {_BITS[city]: sum(_BITS[other] for other in others) for city, others in neighbours.items()}
    for side, neighbours in NEIGHBOURS.items()
}
