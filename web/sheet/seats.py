"""The letters and colours of seats, and a sheet whose seats are added, removed or moved."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from scorers.entries import (
    Entry,
    Holdings,
    MultipleChoice,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
    parse_number,
)
from scorers.entries.seats import DIGITS, LETTERS
from scorers.model import COLOURS, MAX_SEATS, AnyGame
from scorers.sheet import players_entry


def seat_colours(game: AnyGame, players: Sequence[Any]) -> list[str]:
    """Return the colour of each seat of a sheet."""
    return deal_colours(game, [player.colour for player in players])


def deal_colours(game: AnyGame, choices: Sequence[str | None]) -> list[str]:
    """Return the colour of each seat: the chosen one, else the seat's default, else the first free one.

    Each seat's default comes from the game's pieces, then from the common set. It changes only if another player chose
    it, so that one player's choice changes at most one other colour.
    """
    order = list(dict.fromkeys((*game.colours, *COLOURS)))
    own = [
        choice or ("" if seat >= len(order) or order[seat] in choices else order[seat])
        for seat, choice in enumerate(choices)
    ]
    free = iter(colour for colour in order if colour not in own)
    return [colour or next(free, COLOURS[seat % len(COLOURS)]) for seat, colour in enumerate(own)]


def seat_classes(game: AnyGame, players: Sequence[Any]) -> str:
    """Return the class names that set the seats' colours within an element: `c0-red c1-blue`."""
    return " ".join(f"c{seat}-{colour}" for seat, colour in enumerate(seat_colours(game, players)))


MOVES = {"move", "remove", "more"}
"""The query names of requests to change seats."""
_SEAT_FIRST = re.compile(r"(\d{1,2})(.*)", re.ASCII | re.DOTALL)
_PLACES = re.compile(r"(?<!\S)[A-La-l](?=[td]?(?!\S))")
"""A seat's letter at the start of a word of a position."""


def move_seats(game: AnyGame, args: MultiDict[str, str]) -> MultiDict[str, str]:
    """Apply `move=<from>.<to>`, `remove=<seat>` (the seat moves behind the last one) or `more` (one more player) to
    a query.

    Players keep their colours when they move, so default colours are made explicit.
    """
    bounds = players_entry(game.sheet)
    count = parse_number(args.get("n", ""))
    seats = min(max(count if isinstance(count, int) else bounds.start, bounds.low), bounds.high)
    query = MultiDict(
        [(name, value) for name, value in args.items(multi=True) if name not in (*MOVES, "seats", "n", "to")]
    )
    order, new_count = list(range(seats)), min(seats + ("more" in args), bounds.high)
    move = args.get("move") or f"{args.get('remove', '')}.{seats - 1}"
    places = [int(place) for place in move.split(".") if place.isascii() and place.isdecimal() and int(place) < seats]
    if len(places) == 2:
        order.insert(places[1], order.pop(places[0]))
        new_count -= "remove" in args and seats > bounds.low
    seat_now = {before: now for now, before in enumerate(order)}
    if order != sorted(order):
        query = write_colours(game, query, seats)
    # After `more` the panel of seats stays as it is.
    pairs = MultiDict(
        [("n", str(new_count)), *([] if "more" in args else [("seats", str(new_count))]), ("to", "sheet")]
    )
    for name, value in query.items(multi=True):
        pairs.add(*move_pair(game, seat_now, name, value))
    drop_taken_colours(pairs)
    return pairs


def write_colours(game: AnyGame, query: MultiDict[str, str], count: int) -> MultiDict[str, str]:
    """Return the query with an explicit colour for each of `count` seats."""
    query = MultiDict(query)
    colours = [query.get(f"{seat}.colour", "") for seat in range(count)]
    for seat, colour in enumerate(deal_colours(game, colours)):
        query[f"{seat}.colour"] = colour
    return query


def drop_taken_colours(query: MultiDict[str, str]) -> None:
    """Remove colours that an earlier seat in the query already has."""
    taken: set[str] = set()
    for seat in range(MAX_SEATS):
        name = f"{seat}.colour"
        if query.get(name) in taken:
            query.poplist(name)
        taken.add(query.get(name, ""))


def move_pair(game: AnyGame, seat_now: Mapping[int, int], name: str, value: str) -> tuple[str, str]:
    """Return a name and value of the query with renumbered seats."""
    first, _, rest = name.partition(".")
    if first.isascii() and first.isdecimal():
        return f"{seat_now.get(int(first), first)}.{rest}", value
    declaration = {**entries_of(players_entry(game.sheet).of), **entries_of(game.sheet)}.get(first)
    return _move_entry(declaration, seat_now, name, value) if declaration else (name, value)


def _move_entry(declaration: Entry[Any], seat_now: Mapping[int, int], name: str, value: str) -> tuple[str, str]:
    if isinstance(declaration, Records):
        inner = next((entry for part, entry in entries_of(declaration.of).items() if part in name.split(".")[1:]), None)
        if isinstance(inner, PerSeat | Seats):
            before, _, seat = name.rpartition(".")
            return (f"{before}.{_number(seat, seat_now)}", value)
        return name, value
    if isinstance(declaration, PerSeat):
        before, _, seat = name.rpartition(".")
        return f"{before}.{_number(seat, seat_now)}", value
    if isinstance(declaration, SeatsByPlace):
        return name, "".join(_spell_slots(value, seat_now)) if "." in name else value
    if isinstance(declaration, Holdings | Seats) or (isinstance(declaration, MultipleChoice) and declaration.one_owner):
        match = _SEAT_FIRST.fullmatch(value)
        return name, f"{_number(match[1], seat_now)}{match[2]}" if match else value
    if isinstance(declaration, Text) and declaration.position:
        return name, _PLACES.sub(lambda sign: LETTERS[seat_now.get(at := LETTERS.index(sign[0].upper()), at)], value)
    return name, value


def _number(seat: str, seat_now: Mapping[int, int]) -> str:
    return str(seat_now.get(int(seat), seat)) if seat.isascii() and seat.isdecimal() else seat


def _spell_slots(value: str, seat_now: Mapping[int, int]) -> Iterator[str]:
    """Yield the characters of a place's slots: a digit or a letter for each seat."""
    for sign in value:
        alphabet = DIGITS if sign in DIGITS else LETTERS
        at = alphabet.find(sign.upper())
        yield sign if at < 0 else alphabet[seat_now.get(at, at)]
