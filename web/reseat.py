"""Seats that change places: every entry of a link follows its player, whatever it says and however it is spelled."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from scorers.entries import Entry, Holdings, MultipleChoice, PerSeat, Records, Seats, SeatsByPlace, Text, entries_of, parse_number
from scorers.entries.seats import DIGITS, LETTERS
from scorers.model import AnyGame
from scorers.sheet import players_entry

MOVES = {"move", "remove", "more"}
"""The names under which a form asks for other seats."""
_SEAT_FIRST = re.compile(r"(\d{1,2})(.*)", re.ASCII | re.DOTALL)
_PLACES = re.compile(r"(?<!\S)[A-La-l](?=[td]?(?!\S))")
"""The letter of a seat where it begins a word of a position."""


def moved_seats(game: AnyGame, args: MultiDict[str, str]) -> MultiDict[str, str]:
    """The query after `move=<from>.<to>`, `remove=<seat>` (it goes behind the last, and there is one player less) or `more`, one more."""
    bounds = players_entry(game.sheet)
    count = parse_number(args.get("n", ""))
    seats = min(max(count if isinstance(count, int) else bounds.low, bounds.low), bounds.high)
    query = MultiDict([(name, value) for name, value in args.items(multi=True) if name not in (*MOVES, "seats", "n", "to")])
    order, left = list(range(seats)), min(seats + ("more" in args), bounds.high)
    asked = args.get("move") or f"{args.get('remove', '')}.{seats - 1}"
    places = [int(place) for place in asked.split(".") if place.isascii() and place.isdecimal() and int(place) < seats]
    if len(places) == 2:
        order.insert(places[1], order.pop(places[0]))
        left -= "remove" in args and seats > bounds.low
    seat_now = {before: now for now, before in enumerate(order)}
    moved = MultiDict([("n", str(left)), ("seats", str(left)), ("to", "sheet")])
    for name, value in query.items(multi=True):
        moved.add(*_moved(game, seat_now, name, value))
    return moved


def _moved(game: AnyGame, seat_now: Mapping[int, int], name: str, value: str) -> tuple[str, str]:
    first, _, rest = name.partition(".")
    if first.isascii() and first.isdecimal():
        return f"{seat_now.get(int(first), first)}.{rest}", value
    declared = {**entries_of(players_entry(game.sheet).of), **entries_of(game.sheet)}.get(first)
    return _moved_entry(declared, seat_now, name, value) if declared else (name, value)


def _moved_entry(declared: Entry[Any], seat_now: Mapping[int, int], name: str, value: str) -> tuple[str, str]:
    if isinstance(declared, Records):
        inner = next((entry for part, entry in entries_of(declared.of).items() if part in name.split(".")[1:]), None)
        if isinstance(inner, PerSeat | Seats):
            before, _, seat = name.rpartition(".")
            return (f"{before}.{_number(seat, seat_now)}", value)
        return name, value
    if isinstance(declared, PerSeat):
        before, _, seat = name.rpartition(".")
        return f"{before}.{_number(seat, seat_now)}", value
    if isinstance(declared, SeatsByPlace):
        return name, "".join(_spelled(value, seat_now)) if "." in name else value
    if isinstance(declared, Holdings | Seats) or (isinstance(declared, MultipleChoice) and declared.one_owner):
        found = _SEAT_FIRST.fullmatch(value)
        return name, f"{_number(found[1], seat_now)}{found[2]}" if found else value
    if isinstance(declared, Text) and declared.position:
        return name, _PLACES.sub(lambda sign: LETTERS[seat_now.get(at := LETTERS.index(sign[0].upper()), at)], value)
    return name, value


def _number(seat: str, seat_now: Mapping[int, int]) -> str:
    return str(seat_now.get(int(seat), seat)) if seat.isascii() and seat.isdecimal() else seat


def _spelled(value: str, seat_now: Mapping[int, int]) -> Iterator[str]:
    """The signs of a place's slots: a digit or a letter for each seat."""
    for sign in value:
        alphabet = DIGITS if sign in DIGITS else LETTERS
        at = alphabet.find(sign.upper())
        yield sign if at < 0 else alphabet[seat_now.get(at, at)]
