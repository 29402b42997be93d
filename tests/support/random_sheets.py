"""Random sheets of any game, built from the declarations of its entries, and random data, most of it invalid."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from scorers.entries import (
    Boolean,
    Choice,
    Counts,
    Entry,
    EntryList,
    Grid,
    Holdings,
    HouseValues,
    MultipleChoice,
    Number,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
)
from scorers.registry import game
from scorers.service import score_data
from scorers.sheet import players_entry


def value(entry: Entry[Any], seats: int) -> st.SearchStrategy[Any]:
    """Return JSON data that an entry accepts, or a blank."""
    return st.none() | STRATEGIES[type(entry)](entry, seats)


def slots(entry: SeatsByPlace, seats: int) -> st.SearchStrategy[Any]:
    """Return the seats of a place, with gaps if the entry allows them."""
    seat = st.integers(0, seats - 1)
    return st.lists(st.none() | seat if entry.gaps else seat, max_size=entry.most)


STRATEGIES: dict[type[Entry[Any]], Callable[[Any, int], st.SearchStrategy[Any]]] = {
    Boolean: lambda entry, seats: st.booleans(),
    Choice: lambda entry, seats: st.sampled_from(list(entry.options)),
    Counts: lambda entry, seats: st.fixed_dictionaries(
        {}, optional={key: value(entry.number(key), seats) for key in entry.keys}
    ),
    HouseValues: lambda entry, seats: STRATEGIES[Counts](entry, seats),
    EntryList: lambda entry, seats: st.lists(value(entry.item, seats), max_size=min(entry.most, 6)),
    Grid: lambda entry, seats: st.lists(
        st.lists(
            st.sampled_from([".", *entry.palette, f"{next(iter(entry.palette))}{entry.most_marks}"]),
            max_size=entry.columns,
        ).map(" ".join),
        max_size=entry.rows,
    ).map(" / ".join),
    Holdings: lambda entry, seats: st.dictionaries(
        st.sampled_from(list(entry.keys)), st.sampled_from(list(entry.options))
    ),
    MultipleChoice: lambda entry, seats: st.lists(
        st.sampled_from(list(entry.options)), unique=True, max_size=entry.most
    ),
    Number: lambda entry, seats: st.integers(entry.low, entry.high),
    PerSeat: lambda entry, seats: st.lists(value(entry.item, seats), max_size=seats),
    Records: lambda entry, seats: st.lists(record(entry.of, seats), min_size=entry.low, max_size=min(entry.high, 3)),
    Seats: lambda entry, seats: st.lists(st.integers(0, seats - 1), unique=True, max_size=seats),
    SeatsByPlace: lambda entry, seats: st.dictionaries(
        st.sampled_from(list(entry.keys)), slots(entry, seats), max_size=4
    ),
    Text: lambda entry, seats: st.text(max_size=entry.most),
}
"""Entry type -> JSON data that it accepts."""


@cache
def record(of: type[Any], seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """Return JSON data of a class of entries; cached, as building a strategy takes longer than drawing from it."""
    return st.fixed_dictionaries(
        {}, optional={name: value(kind, seats) for name, kind in entries_of(of).items() if name != "players"}
    )


def keep_first_owners(data: dict[str, Any], sheet: type[Any]) -> dict[str, Any]:
    """Leave things of one owner or place with the first that has them, as a link names one owner of each."""
    for name, kind in entries_of(entries_of(sheet)["players"].of).items():
        if isinstance(kind, Holdings) or (isinstance(kind, MultipleChoice) and kind.one_owner):
            past: set[Any] = set()
            for one in data["players"]:
                if values := one.get(name):
                    left = [key for key in values if key not in past]
                    one[name] = left if isinstance(values, list) else {key: values[key] for key in left}
                    past |= set(values)
    for name, kind in entries_of(sheet).items():
        standing: set[int] = set()
        for one in (data.get(name) or []) if isinstance(kind, Records) and name != "players" else ():
            for key in [key for key, inner in entries_of(kind.of).items() if isinstance(inner, Seats)]:
                one[key] = [seat for seat in one.get(key) or [] if seat not in standing]
                standing |= set(one[key])
    return data


@st.composite
def sheets(draw: st.DrawFn, slug: str) -> dict[str, Any]:
    kinds = entries_of(game(slug).sheet)
    seats = draw(st.integers(kinds["players"].low, kinds["players"].high))
    table = draw(record(game(slug).sheet, seats))
    table["players"] = [draw(record(kinds["players"].of, seats)) for _ in range(seats)]
    return keep_first_owners(table, game(slug).sheet)


def valid_sheets(slug: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return random sheets without faults; positions are left out, as random ones are never valid."""

    def leave_out_positions(data: dict[str, Any]) -> dict[str, Any]:
        entries = entries_of(game(slug).sheet) | entries_of(players_entry(game(slug).sheet).of)
        positions = {name for name, entry in entries.items() if isinstance(entry, Text) and entry.position}
        players = [
            {name: value for name, value in player.items() if name not in {*positions, "colour"}}
            for player in data["players"]
        ]
        return {name: value for name, value in data.items() if name not in positions} | {"players": players}

    return sheets(slug).map(leave_out_positions).filter(lambda data: "players" in score_data(slug, data))


ODD = [
    None, True, False, 0, 1, 2, 3, 5, -1, -3, 17, 10**9, 10**30, 1.0, 0.5, 1e308,
    "", " ", "0", "１２", "²", "\ud800", "\x00", "🀄", "a" * 99,
]  # fmt: skip
"""Values that hardly any entry accepts, and some that many do."""


@cache
def example_texts(slug: str) -> list[str]:
    """Return the game's examples as JSON text."""
    return [json.dumps(dict(example.sheet)) for example in game(slug).examples.values()]


@cache
def known_words(slug: str) -> list[str]:
    """Return all keys and values that the game knows."""
    sheet = entries_of(game(slug).sheet)
    texts = {"players", "threat", "walls", *sheet, *entries_of(sheet["players"].of)}
    for kind in (*sheet.values(), *entries_of(sheet["players"].of).values()):
        for known in ("options", "keys"):
            texts |= {str(key) for key in getattr(kind, known, ())}
    return sorted(texts)


def random_value(chance: random.Random, slug: str, depth: int = 3) -> Any:
    """Return random JSON data, often with keys that the game knows."""
    if depth == 0 or chance.random() < 0.5:
        return chance.choice(ODD) if chance.random() < 0.7 else chance.choice(known_words(slug))
    if chance.random() < 0.5:
        return [random_value(chance, slug, depth - 1) for _ in range(chance.randrange(6))]
    return {chance.choice(known_words(slug)): random_value(chance, slug, depth - 1) for _ in range(chance.randrange(6))}


def change_data(chance: random.Random, slug: str, data: Any) -> Any:
    """Return the data with one entry replaced, removed or added at any depth."""
    at = data
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        inner = [key for key in keys if isinstance(at[key], dict | list)]
        if not inner or chance.random() < 0.3:
            break
        at = at[chance.choice(inner)]
    if isinstance(at, list):
        at.insert(chance.randrange(len(at) + 1), random_value(chance, slug, 2))
        return data
    key = chance.choice(known_words(slug)) if not keys or chance.random() < 0.4 else chance.choice(keys)
    if chance.random() < 0.15:
        at.pop(key, None)
    else:
        at[key] = random_value(chance, slug, 2)
    return data


def scramble(chance: random.Random, text: str) -> bytes:
    """Return the text with a few bytes changed."""
    raw = bytearray(text.encode())
    for _ in range(chance.randrange(1, 4)):
        raw[chance.randrange(len(raw))] = (
            chance.choice(b'0123456789-.eE"{}[],:null \xff\x00') if chance.random() < 0.9 else chance.randrange(256)
        )
    return bytes(raw)


def random_inputs(slug: str, seed: object, count: int) -> Iterator[str | bytes]:
    """Yield data for a game, the same for the same seed: valid and invalid JSON, and other bytes."""
    chance = random.Random(f"{slug} {seed}")
    for _ in range(count):
        kind = chance.random()
        if kind < 0.1:
            yield chance.randbytes(chance.randrange(40))
        elif kind < 0.3:
            yield json.dumps(random_value(chance, slug))
        elif kind < 0.5:
            yield scramble(chance, chance.choice(example_texts(slug)))
        else:
            data = json.loads(chance.choice(example_texts(slug)))
            for _ in range(chance.randrange(1, 4)):
                data = change_data(chance, slug, data)
            yield json.dumps(data)
