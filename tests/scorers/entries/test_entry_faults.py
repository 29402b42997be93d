"""Faults of each entry type: path, code and message."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorers import entries
from scorers.model import N_

LABEL = N_("Things")
OPTIONS = {"a": N_("First"), "b": N_("Second")}
KEYS = {"x": N_("One"), "y": N_("Other")}
NUMBER = entries.Number(label=N_("Count"), low=2, high=9)
COLOURS = entries.Choice(label=LABEL, options=OPTIONS, alias={"z": "b"})
LEVELS = entries.Choice(label=LABEL, options={0: N_("None"), 3: N_("Three")}, unset=N_("Not said"))
SEVERAL = entries.MultipleChoice(label=LABEL, options=OPTIONS, most=3)
HOLDINGS = entries.Holdings(label=LABEL, keys=KEYS, options=OPTIONS)
COUNTS = entries.Counts(label=LABEL, keys=KEYS, low=2, high=9)
PLACES = entries.SeatsByPlace(label=LABEL, keys=KEYS, most=2, alias={"da": "x"})
GAPS = entries.SeatsByPlace(label=LABEL, keys=KEYS, most=2, gaps=True)


@dataclass(frozen=True)
class Round:
    """A record of one entry."""

    count: int | None = entries.entry(NUMBER)


ROUNDS = entries.Records(label=LABEL, of=Round, low=1, high=3)
GROWING = entries.Records(label=LABEL, of=Round, low=0, high=3, grow=True)


def load(declaration: entries.Entry[Any], raw: object, seats: int = 3) -> tuple[Any, list[tuple[str, str, str]]]:
    """Return the value that an entry loads, and the path, code and message of each fault."""
    context = entries.LoadContext(seats)
    value = declaration.load(raw, "at", context)
    return value, [
        (fault["path"], fault["code"], fault["message"]) for fault in (fault.as_json() for fault in context.faults)
    ]


@pytest.mark.parametrize(
    ("declaration", "raw", "code", "sentence"),
    [
        (NUMBER, "2", "type", "Count must be a whole number"),
        (NUMBER, 1, "too_few", "Count must be 2 or more"),
        (NUMBER, 10, "too_many", "Count must be 9 or fewer"),
        (entries.Text(label=LABEL, most=4), 5, "type", "Things must be text"),
        (entries.Text(label=LABEL, most=4), "abcde", "too_many", "Things must be 4 characters or fewer"),
        (entries.Boolean(label=LABEL), 1, "type", "Things must be true or false"),
        (COLOURS, 1, "type", "Things must be text"),
        (COLOURS, "c", "choice", "Things must be one of these: First, Second"),
        (LEVELS, "0", "type", "Things must be a whole number"),
        (LEVELS, 1, "choice", "Things must be one of these: None, Three"),
        (SEVERAL, "a", "type", "Things must be a list"),
        (SEVERAL, ["a", "b", "a", "b"], "too_many", "No more than 3: Things"),
        (HOLDINGS, [], "type", "Things must be an object"),
        (COUNTS, 3, "type", "Things must be an object"),
        (PLACES, "x", "type", "Things must be an object"),
        (entries.EntryList(label=LABEL, item=NUMBER, most=3), 3, "type", "Things must be a list"),
        (entries.PerSeat(label=LABEL, item=NUMBER), {}, "type", "Things must be a list"),
        (entries.PerSeat(label=LABEL, item=NUMBER), [2] * 4, "too_many", "No more than 3: Things"),
        (entries.Seats(label=LABEL), 0, "type", "Things must be a list"),
        (ROUNDS, {}, "type", "Things must be a list"),
        (ROUNDS, [], "too_few", "1 or more are needed: Things"),
        (ROUNDS, [{}] * 4, "too_many", "No more than 3: Things"),
    ],
)
def test_invalid_value_is_a_fault_with_a_message(
    declaration: entries.Entry[Any], raw: object, code: str, sentence: str
) -> None:
    assert load(declaration, raw)[1][0] == ("at", code, sentence)


@pytest.mark.parametrize(
    ("declaration", "raw", "value"),
    [
        (entries.Boolean(label=LABEL), False, False),
        (entries.Boolean(label=LABEL), True, True),
        (COLOURS, "z", "b"),
        (COLOURS, "a", "a"),
        (LEVELS, 3, 3),
        (SEVERAL, [None, "b", "a", None], ("a", "b")),
        (HOLDINGS, {"y": "b", "x": None}, {"y": "b"}),
        (COUNTS, {"y": 2}, {"x": None, "y": 2}),
        (PLACES, {"da": [1, None], "y": [None]}, {"x": (1,)}),
        (PLACES, {"DA": [1, None, None]}, {"x": (1,)}),
        (GAPS, {"x": [None, 2, None]}, {"x": (None, 2)}),
        (entries.EntryList(label=LABEL, item=COLOURS, most=2), ["b", None], ("b", "a")),
        (entries.PerSeat(label=LABEL, item=NUMBER), [2, 3], (2, 3, None)),
        (entries.PerSeat(label=LABEL, item=NUMBER), [2, 3, 4, None], (2, 3, 4)),
        (ROUNDS, [{"count": 2}, {}], (Round(2), Round())),
        (GROWING, [{}, {"count": 2}, {}], (Round(), Round(2))),
        (GROWING, [{}], ()),
    ],
)
def test_entry_loads_valid_values(declaration: entries.Entry[Any], raw: object, value: Any) -> None:
    assert load(declaration, raw) == (value, [])


def test_unreadable_value_leaves_an_entry_empty() -> None:
    assert load(entries.Boolean(label=LABEL), "true")[0] is False
    assert load(COLOURS, 1)[0] == load(COLOURS, "c")[0] == "a"
    assert load(LEVELS, "0")[0] is load(LEVELS, 1)[0] is None


def test_fault_of_one_choice_keeps_the_others() -> None:
    assert load(SEVERAL, ["c", None, "b"]) == (
        ("b",),
        [("at.0", "choice", "Things must be one of these: First, Second")],
    )
    assert load(SEVERAL, ["b", "b", "a"]) == (("a", "b"), [("at.1", "impossible", "Things: Second appears twice")])
    assert load(SEVERAL, [1, "b"]) == (("b",), [("at.0", "type", "Things must be text")])


def test_fault_of_one_held_item_keeps_the_others() -> None:
    value, faults = load(HOLDINGS, {"z": "a", "x": "c", "y": "b"})
    assert value == {"y": "b"}
    assert faults == [
        ("at.z", "unknown", "z is not known here"),
        ("at.x", "choice", "One must be one of these: First, Second"),
    ]
    assert load(HOLDINGS, {"y": 5}) == ({}, [("at.y", "type", "Other must be text")])


def test_fault_of_one_number_keeps_the_others() -> None:
    value, faults = load(COUNTS, {"z": 1, "x": 1, "y": 9})
    assert value == {"x": None, "y": 9}
    assert faults == [("at.z", "unknown", "z is not known here"), ("at.x", "too_few", "One must be 2 or more")]
    assert load(COUNTS, {"y": 10})[1] == [("at.y", "too_many", "Other must be 9 or fewer")]


def test_fault_of_a_list_item_has_its_path() -> None:
    assert load(entries.EntryList(label=LABEL, item=NUMBER, most=3), [2, 1]) == (
        (2, 2),
        [("at.1", "too_few", "Count must be 2 or more")],
    )
    assert load(entries.PerSeat(label=LABEL, item=NUMBER), [2, 1]) == (
        (2, None, None),
        [("at.1", "too_few", "Count must be 2 or more")],
    )


@pytest.mark.parametrize(
    ("raw", "letter"),
    [(3, "D"), (11, "L"), (12, "12"), (-1, "-1"), (int("7" * 21), "7" * 20)],
)
def test_seat_not_at_the_table_is_named_by_letter_or_number(raw: int, letter: str) -> None:
    sentence = f"Things: there is no player {letter} at this table"
    assert load(entries.Seats(label=LABEL), [raw]) == ((), [("at.0", "choice", sentence)])


def test_table_without_players_has_no_seats() -> None:
    assert load(PLACES, {"x": [0]}, seats=0)[1] == [("at.x.0", "choice", "One: there is no player A at this table")]


def test_seat_is_a_whole_number_listed_once() -> None:
    assert load(entries.Seats(label=LABEL), ["0"]) == ((), [("at.0", "type", "Things must be a whole number")])
    assert load(entries.Seats(label=LABEL), [True]) == ((), [("at.0", "type", "Things must be a whole number")])
    assert load(entries.Seats(label=LABEL), [2, 2, 0]) == (
        (0, 2),
        [("at.1", "impossible", "Things: seat 2 appears twice")],
    )


def test_fault_of_a_place_names_it_and_leaves_it_empty() -> None:
    assert load(PLACES, {"y": [0, 3], "x": [1]}) == (
        {"x": (1,), "y": ()},
        [("at.y.1", "choice", "Other: there is no player D at this table")],
    )
    assert load(PLACES, {"y": [True]})[1] == [("at.y.0", "type", "Other must be a whole number")]
    assert load(PLACES, {"y": [None, 3.0]})[1] == [("at.y.1", "type", "Other must be a whole number")]
    assert load(PLACES, {"y": 5}) == ({"y": ()}, [("at.y", "type", "Things must be a list")])
    assert load(PLACES, {"y": [0, 1, 0]}) == ({"y": ()}, [("at.y", "too_many", "No more than 2: Things")])
    assert load(PLACES, {"x": [0], "da": [1]}) == ({"x": (0,)}, [("at.da", "impossible", "One appears twice")])
    assert load(PLACES, {"elsewhere": [0], "y": [1]}) == (
        {"y": (1,)},
        [("at.elsewhere", "unknown", "elsewhere is not known here")],
    )


def test_record_schema_has_its_declared_entries() -> None:
    assert load(ROUNDS, [5, {"count": 2}]) == (
        (Round(), Round(2)),
        [("at.0", "type", "Things: each must be an object")],
    )
    assert load(ROUNDS, [{"count": 2}, {"count": 1, "hat": 0}]) == (
        (Round(2), Round()),
        [("at.1.hat", "unknown", "hat is not known here"), ("at.1.count", "too_few", "Count must be 2 or more")],
    )
    assert load(ROUNDS, "x")[0] is None


def test_unreadable_record_is_kept_although_blank() -> None:
    """The form must show the record because the fault stands there."""
    assert load(GROWING, [{}, {"count": 1}, {}]) == (
        (Round(), Round()),
        [("at.1.count", "too_few", "Count must be 2 or more")],
    )
    assert load(GROWING, [{"count": 1}, {}, {}])[0] == (Round(),)
    assert load(GROWING, [{"count": 2}, {"count": 1}, {}])[0] == (Round(2), Round())
