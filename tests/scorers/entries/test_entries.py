"""Entry types: the values that each loads, and its bounds. Faults with their messages are in test_entry_faults.py."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorers.entries import EntryList, LoadContext, Number, PerSeat, Text, parse_number
from scorers.entries.base import MAX_FAULTS, MAX_NUMBER
from scorers.entries.seats import Seats, SeatsByPlace, read_slots
from scorers.model import N_

LABEL = N_("Things")
NAMES = Path(__file__).parents[2] / "support/names.json"
"""Names as typed and as they are kept."""


def load(declaration: Any, raw: object, seats: int = 3) -> tuple[Any, list[tuple[str, str]]]:
    """Return the value that an entry loads, and the path and code of each fault."""
    context = LoadContext(seats)
    value = declaration.load(raw, "at", context)
    return value, [(fault.path, fault.code) for fault in context.faults]


# Numbers


@pytest.mark.parametrize(
    ("raw", "value", "fault"),
    [
        (2, 2, None),
        (9, 9, None),
        (1, None, "too_few"),
        (10, None, "too_many"),
        (True, None, "type"),
        ("2", None, "type"),
        (2.0, None, "type"),
    ],
)
def test_number_is_whole_and_within_its_bounds(raw: object, value: int | None, fault: str | None) -> None:
    assert load(Number(label=LABEL, low=2, high=9), raw) == (value, [("at", fault)] if fault else [])


def test_number_is_from_0_to_999_999_999_by_default() -> None:
    assert load(Number(label=LABEL), MAX_NUMBER) == (999_999_999, [])
    assert load(Number(label=LABEL), MAX_NUMBER + 1)[1] == [("at", "too_many")]
    assert load(Number(label=LABEL), -1)[1] == [("at", "too_few")]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("007", 7), (" 7 ", 7), ("-3", -3), ("+3", 3), ("１２", 12), ("−5", -5), ("–5", -5), ("－５", -5),
        ("9999999999", 9_999_999_999), ("１２３４５６７８９０", 1_234_567_890),
        ("10+15-5", 20), ("10 ＋ 15 − 5", 20), (" 1 + 1 ", 2), ("１０＋５", 15), ("3　+　4", 7), ("1–2", -1),
    ],
)  # fmt: skip
def test_typed_numbers_and_sums_are_read(text: str, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "1x", "1 2", "²", "٣", "1.0", "1e3", "1+", "--1", "1++2", "0x1", "0x10", "1,000",
        "9" * 61,
    ],
)  # fmt: skip
def test_invalid_number_is_returned_unchanged(text: str) -> None:
    assert parse_number(text) == text


def test_typed_number_beyond_the_limit_names_it() -> None:
    """A number of eleven digits is whole, but too large."""
    context = LoadContext()
    assert Number(label=N_("Points"), high=24).load(parse_number("99999999999"), "points", context) is None
    assert [fault.as_json()["message"] for fault in context.faults] == ["Points must be 24 or fewer"]


def test_sum_has_at_most_sixty_characters() -> None:
    assert parse_number("1+" * 29 + "11") == 29 + 11
    assert parse_number("1+" * 30 + "1") == "1+" * 30 + "1"
    assert len("1+" * 29 + "11") == 60


# Texts


def test_text_length_is_checked_after_collapsing_blanks() -> None:
    name = Text(label=LABEL, most=4)
    assert load(name, "  a\t b ") == ("a b", [])
    assert load(name, "abcd") == ("abcd", [])
    assert load(name, "abcde") == (None, [("at", "too_many")])
    assert load(name, "  ") == (None, [])
    assert load(name, 5) == (None, [("at", "type")])


def test_lone_surrogate_is_a_fault() -> None:
    for half in ("\ud800", "\udbff", "\udc00", "\udfff", "名\udfff"):
        assert load(Text(label=LABEL, most=9), half) == (None, [("at", "type")])


def test_letters_next_to_surrogates_are_valid_text() -> None:
    assert load(Text(label=LABEL, most=9), "\ud7ff\ue000🀄") == ("\ud7ff\ue000🀄", [])


@pytest.mark.parametrize(
    "character", ["\x00", "\x1b", "\x7f", "\x80", "\x9f", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"]
)
def test_control_characters_are_dropped_from_names_only(character: str) -> None:
    assert load(Text(label=LABEL, most=9), f"A{character}n") == ("An", [])
    assert load(Text(label=LABEL, most=9, position=True), f"A{character}n") == (f"A{character}n", [])


def test_letters_next_to_control_characters_are_kept() -> None:
    for letter in ("\xa1", "\u202f", "\u2030", "\u2070", "\u2027"):
        assert load(Text(label=LABEL, most=9), f"A{letter}n")[0] == ("A n" if letter.isspace() else f"A{letter}n")


@pytest.mark.parametrize(("typed", "name"), json.loads(NAMES.read_text(encoding="utf-8")), ids=ascii)
def test_name_is_composed_and_wholly_visible(typed: str, name: str) -> None:
    """The script of the pages is tested with the same names, in tests/js/names.test.js."""
    assert load(Text(label=LABEL, most=40), typed) == (name or None, [])


# Lists


def test_list_length_ignores_trailing_blanks() -> None:
    numbers = EntryList(label=LABEL, item=Number(label=LABEL, low=1, high=9), most=3)
    assert load(numbers, [3, 1, 2]) == ((3, 1, 2), [])
    assert load(numbers, [3, None, 2]) == ((3, 2), [])
    assert load(numbers, [3, 1, 2, None, None]) == ((3, 1, 2), [])
    assert load(numbers, [3, 1, 2, None, 4]) == ((3, 1, 2), [("at", "too_many")])
    assert load(numbers, "3 1 2") == ((), [("at", "type")])
    assert load(numbers, [3, "x", 10]) == ((3, 1, 1), [("at.1", "type"), ("at.2", "too_many")])


def test_per_seat_entry_keeps_its_blanks() -> None:
    scores = PerSeat(label=LABEL, item=Number(label=LABEL, high=9))
    assert load(scores, [None, 4]) == ((None, 4, None), [])
    assert load(scores, [None, None]) == ((), [])
    assert load(scores, [1, 2, 3, 4]) == ((1, 2, 3), [("at", "too_many")])
    assert [blank.path for blank in scores.blanks((None, 4, None), "at", None, 3)] == ["at.0", "at.2"]
    assert [(blank.path, blank.seat) for blank in scores.blanks((), "at", None, 2)] == [("at.0", 0), ("at.1", 1)]
    assert scores.read_query({"at.1": ["4"]}, "at", 3) == [None, 4, None]
    assert scores.read_query({}, "at", 3) is None
    assert list(scores.write_query((None, 4, None), "at")) == [("at.1", "4")]


# Seats


def test_seats_are_distinct_and_at_the_table() -> None:
    towers = Seats(label=LABEL)
    assert load(towers, [2, 0, None]) == ((0, 2), [])
    assert load(towers, [-1, "A"]) == ((), [("at.0", "choice"), ("at.1", "type")])
    assert load(towers, [0, 1, 2, 0]) == ((0, 1, 2), [("at", "too_many")])
    assert towers.read_query({"at": ["2", " ", "x"]}, "at", 3) == [2, "x"]
    assert towers.read_query({"at": [" "]}, "at", 3) is None
    assert list(towers.write_query((0, 2), "at")) == [("at", "0"), ("at", "2")]


@pytest.mark.parametrize(
    ("spelled", "slots"),
    [
        ("01-", [0, 1, None]),
        ("AB.", [0, 1, None]),
        ("kL", [10, 11]),
        ("9", [9]),
        ("a–b", [0, None, 1]),
        ("---", []),
        ("0 1", [0, 1]),
        ("?", ["?"]),
    ],
)
def test_slots_are_read_by_numbers_or_letters(spelled: str, slots: list[Any]) -> None:
    assert read_slots([spelled], gaps=True) == slots
    assert read_slots([spelled], gaps=False) == [slot for slot in slots if slot is not None]


def test_place_on_a_map_is_given_once() -> None:
    places = SeatsByPlace(
        label=LABEL, keys={"here": N_("Here"), "there": N_("There")}, most=2, alias={"da": "here"}, gaps=True
    )
    assert load(places, {"there": [1], "Da": [None, 2]}) == ({"here": (None, 2), "there": (1,)}, [])
    assert load(places, {"here": [0], "DA": [1]}) == ({"here": (0,)}, [("at.DA", "impossible")])
    assert load(places, {"here": [None], "there": None}) == ({}, [])
    assert places.read_query({"at": ["0"]}, "at", 3) == {}
    assert places.read_query({}, "at", 3) is None
    assert list(places.write_query({}, "at")) == [("at", "0")]
    assert list(places.write_query({"here": (None, 10)}, "at")) == [("at.here", "-K")]


# Faults


def test_one_fault_more_than_the_limit_is_kept() -> None:
    context = LoadContext(2)
    for number in range(MAX_FAULTS + 5):
        context.add(str(number), "type", LABEL)
    assert len(context.faults) == 101


def test_unknown_key_is_cut_to_sixty_characters() -> None:
    context = LoadContext(2)
    context.add_unknown("at.", "k" * 61)
    (fault,) = context.faults
    assert (fault.path, fault.code, dict(fault.values)) == ("at." + "k" * 60, "unknown", {"key": "k" * 60})
