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
    most = max(map(row.count, row))
    return next(seat for seat in reversed(row) if row.count(seat) == most)


def best_network(held: Mapping[str, Sequence[int]], seat: int, side: str) -> dict[str, int]:
    """The seat's connected cities that hold most of its offices: city -> own offices there; empty where it has none.

    Cities are connected by the printed routes of `side`. Of networks that are level the first in the order of `held` is taken.

    >>> best_network({"kampen": (0,), "osnabruck": (1, 0, 0), "bremen": (1,), "hamburg": (0,)}, seat=0, side="4-5")
    {'kampen': 1, 'osnabruck': 2}
    """
    own = {city: row.count(seat) for city, row in held.items() if seat in row}
    return max(_networks(own, side), key=lambda network: sum(network.values()), default={})


def _networks(own: Mapping[str, int], side: str) -> Iterator[dict[str, int]]:
    left, near = set(own), NEIGHBOURS[side]
    for first in own:
        if first in left:
            network = edge = {first}
            while edge:
                edge = {city for reached in edge for city in near[reached] if city in left} - network
                network = network | edge
            left -= network
            yield {city: offices for city, offices in own.items() if city in network}
