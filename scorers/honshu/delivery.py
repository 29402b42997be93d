"""Final delivery: cubes on production squares go to factories of their colour, where they pay most."""

from typing import NamedTuple

from scorers.honshu.land import COLOURS, Land


class Delivery(NamedTuple):
    """Places in reading order after delivery."""

    first: tuple[int, ...]
    """Factories that hold a cube."""
    second: tuple[int, ...]
    """Factories that hold two."""
    empty: tuple[int, ...]
    """Production squares without a cube."""


def deliver(land: Land, *, room: int = 1, second_pays: bool = True) -> Delivery:
    """Deliver the cubes of a land whose factories have `room` for one or two.

    A second cube pays like the first, or nothing.

    Filling the best factories first is optimal for each colour under every scoring card: the cards for blue and yellow,
    grey and brown, and empty production squares add the same for each cube of a colour, whichever factory takes it, and
    no delivery costs anything. So all cubes that can be delivered are. If they pay equally, a first cube goes before
    another factory's second, then reading order decides.

    >>> from scorers.honshu.land import name_of, read_land
    >>> delivery = deliver(read_land("Pb* Mb2 Mb4 Py* My3*"))
    >>> [name_of(place) for place in delivery.first], [name_of(place) for place in delivery.empty]
    (['r1c3', 'r1c5'], ['r1c1'])
    """
    squares, factories, production = land.squares, land.kinds["M"], land.kinds["P"]
    cubes = {place: squares[place].cubes for place in factories}
    full = {place for place in production if squares[place].cubes}
    for colour in COLOURS:
        offers = sorted(
            (-squares[place].points if second_pays or nth == 0 else 0, nth, place)
            for place in factories
            if squares[place].colour == colour
            for nth in range(cubes[place], room)
        )
        senders = [place for place in production if place in full and squares[place].colour == colour]
        for sender, (_, _, factory) in zip(senders, offers, strict=False):
            full.remove(sender)
            cubes[factory] += 1
    return Delivery(
        first=tuple(place for place in factories if cubes[place] >= 1),
        second=tuple(place for place in factories if cubes[place] >= 2),
        empty=tuple(place for place in production if place not in full),
    )
