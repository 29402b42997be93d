"""Entry types: the values that each loads, its bounds, faults with their messages, and questions about unusual
numbers.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scorers import entries
from scorers.entries import (
    Boolean,
    Choice,
    EntryList,
    Grid,
    LoadContext,
    Number,
    PerSeat,
    Square,
    Text,
    entry,
    find_districts,
    parse_number,
)
from scorers.entries.base import MAX_FAULTS, MAX_NUMBER
from scorers.entries.seats import Seats, SeatsByPlace, read_slots
from scorers.house import house_values_entry
from scorers.model import N_, Fault
from scorers.sheet import Seat, missing_entries, players, questions

LABEL = N_("Things")
NAMES = Path(__file__).parents[1] / "support/names.json"
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
        (2.0, 2, None),
        (10.0, None, "too_many"),
        (2.5, None, "type"),
        (float("inf"), None, "type"),
        (float("nan"), None, "type"),
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
        ("ー5", -5), ("５ー２", 3), ("—5", -5), ("ｰ5", -5), ("\u200b12", 12), ("12\ufeff", 12), ("1\u20602\u200e", 12),
        ("3\ufe0f\u20e3", 3),
        ("10+15-5", 20), ("10 ＋ 15 − 5", 20), (" 1 + 1 ", 2), ("１０＋５", 15), ("3　+　4", 7), ("1–2", -1),
    ],
)  # fmt: skip
def test_typed_numbers_and_sums_are_read(text: str, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "1x", "1 2", "²", "٣", "1.0", "1e3", "1+", "--1", "1++2", "0x1", "0x10", "1,000",
        "9" * 61, "4；2", "1．5", "\u200b",
    ],
)  # fmt: skip
def test_invalid_number_is_returned_unchanged(text: str) -> None:
    assert parse_number(text) == text


def test_invisible_characters_alone_are_a_blank() -> None:
    assert Number(label=LABEL).read_query({"left": ["\u200b \ufeff"]}, "left", 2) is None


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


def load_with_messages(
    declaration: entries.Entry[Any], raw: object, seats: int = 3
) -> tuple[Any, list[tuple[str, str, str]]]:
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
    assert load_with_messages(declaration, raw)[1][0] == ("at", code, sentence)


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
    assert load_with_messages(declaration, raw) == (value, [])


def test_unreadable_value_leaves_an_entry_empty() -> None:
    assert load_with_messages(entries.Boolean(label=LABEL), "true")[0] is False
    assert load_with_messages(COLOURS, 1)[0] == load_with_messages(COLOURS, "c")[0] == "a"
    assert load_with_messages(LEVELS, "0")[0] is load_with_messages(LEVELS, 1)[0] is None


def test_fault_of_one_choice_keeps_the_others() -> None:
    assert load_with_messages(SEVERAL, ["c", None, "b"]) == (
        ("b",),
        [("at.0", "choice", "Things must be one of these: First, Second")],
    )
    assert load_with_messages(SEVERAL, ["b", "b", "a"]) == (
        ("a", "b"),
        [("at.1", "impossible", "Things: Second appears twice")],
    )
    assert load_with_messages(SEVERAL, [1, "b"]) == (("b",), [("at.0", "type", "Things must be text")])


def test_fault_of_one_held_item_keeps_the_others() -> None:
    value, faults = load_with_messages(HOLDINGS, {"z": "a", "x": "c", "y": "b"})
    assert value == {"y": "b"}
    assert faults == [
        ("at.z", "unknown", "z is not known here"),
        ("at.x", "choice", "One must be one of these: First, Second"),
    ]
    assert load_with_messages(HOLDINGS, {"y": 5}) == ({}, [("at.y", "type", "Other must be text")])


def test_fault_of_one_number_keeps_the_others() -> None:
    value, faults = load_with_messages(COUNTS, {"z": 1, "x": 1, "y": 9})
    assert value == {"x": None, "y": 9}
    assert faults == [("at.z", "unknown", "z is not known here"), ("at.x", "too_few", "One must be 2 or more")]
    assert load_with_messages(COUNTS, {"y": 10})[1] == [("at.y", "too_many", "Other must be 9 or fewer")]


def test_fault_of_a_list_item_has_its_path() -> None:
    assert load_with_messages(entries.EntryList(label=LABEL, item=NUMBER, most=3), [2, 1]) == (
        (2, 2),
        [("at.1", "too_few", "Count must be 2 or more")],
    )
    assert load_with_messages(entries.PerSeat(label=LABEL, item=NUMBER), [2, 1]) == (
        (2, None, None),
        [("at.1", "too_few", "Count must be 2 or more")],
    )


@pytest.mark.parametrize(
    ("raw", "letter"),
    [(3, "D"), (11, "L"), (12, "12"), (-1, "-1"), (int("7" * 21), "7" * 20)],
)
def test_seat_not_at_the_table_is_named_by_letter_or_number(raw: int, letter: str) -> None:
    sentence = f"Things: there is no player {letter} at this table"
    assert load_with_messages(entries.Seats(label=LABEL), [raw]) == ((), [("at.0", "choice", sentence)])


def test_table_without_players_has_no_seats() -> None:
    assert load_with_messages(PLACES, {"x": [0]}, seats=0)[1] == [
        ("at.x.0", "choice", "One: there is no player A at this table")
    ]


def test_seat_is_a_whole_number_listed_once() -> None:
    assert load_with_messages(entries.Seats(label=LABEL), ["0"]) == (
        (),
        [("at.0", "type", "Things must be a whole number")],
    )
    assert load_with_messages(entries.Seats(label=LABEL), [True]) == (
        (),
        [("at.0", "type", "Things must be a whole number")],
    )
    assert load_with_messages(entries.Seats(label=LABEL), [2, 2, 0]) == (
        (0, 2),
        [("at.1", "impossible", "Things: seat 2 appears twice")],
    )


def test_fault_of_a_place_names_it_and_leaves_it_empty() -> None:
    assert load_with_messages(PLACES, {"y": [0, 3], "x": [1]}) == (
        {"x": (1,), "y": ()},
        [("at.y.1", "choice", "Other: there is no player D at this table")],
    )
    assert load_with_messages(PLACES, {"y": [True]})[1] == [("at.y.0", "type", "Other must be a whole number")]
    assert load_with_messages(PLACES, {"y": [None, 3.5]})[1] == [("at.y.1", "type", "Other must be a whole number")]
    assert load_with_messages(PLACES, {"y": 5}) == ({"y": ()}, [("at.y", "type", "Things must be a list")])
    assert load_with_messages(PLACES, {"y": [0, 1, 0]}) == ({"y": ()}, [("at.y", "too_many", "No more than 2: Things")])
    assert load_with_messages(PLACES, {"x": [0], "da": [1]}) == (
        {"x": (0,)},
        [("at.da", "impossible", "One appears twice")],
    )
    assert load_with_messages(PLACES, {"elsewhere": [0], "y": [1]}) == (
        {"y": (1,)},
        [("at.elsewhere", "unknown", "elsewhere is not known here")],
    )


def test_record_schema_has_its_declared_entries() -> None:
    assert load_with_messages(ROUNDS, [5, {"count": 2}]) == (
        (Round(), Round(2)),
        [("at.0", "type", "Things: each must be an object")],
    )
    assert load_with_messages(ROUNDS, [{"count": 2}, {"count": 1, "hat": 0}]) == (
        (Round(2), Round()),
        [("at.1.hat", "unknown", "hat is not known here"), ("at.1.count", "too_few", "Count must be 2 or more")],
    )
    assert load_with_messages(ROUNDS, "x")[0] is None


def test_count_that_a_test_leaves_out_is_a_blank() -> None:
    first, second = KEYS
    assert [blank.path for blank in COUNTS.blanks({first: 3}, "counts", 0, 2)] == [f"counts.{second}"]
    assert [found.path for found in COUNTS.entered_numbers({first: 3}, "counts", 0)] == [f"counts.{first}"]


def test_unreadable_record_is_kept_although_blank() -> None:
    """The form must show the record because the fault stands there."""
    assert load_with_messages(GROWING, [{}, {"count": 1}, {}]) == (
        (Round(), Round()),
        [("at.1.count", "too_few", "Count must be 2 or more")],
    )
    assert load_with_messages(GROWING, [{"count": 1}, {}, {}])[0] == (Round(),)
    assert load_with_messages(GROWING, [{"count": 2}, {"count": 1}, {}])[0] == (Round(2), Round())


HOW_MANY = N_("How many? If none, enter 0.")


@dataclass(frozen=True)
class Player(Seat):
    """Numbers with and without questions, and ticks of which one is always shown."""

    track: int | None = entry(Number(label=N_("Track"), unusual_above=50))
    left: int | None = entry(
        Number(
            label=N_("Left"),
            ask_if_blank=HOW_MANY,
            asked_if=lambda sheet, player: sheet.size == "small",
            replaced_if=lambda sheet, player: player.track is not None,
        )
    )
    pots: int | None = entry(Number(label=N_("Pots"), asked_if=lambda sheet, player: sheet.size == "large"))
    glazed: bool = entry(
        Boolean(
            label=N_("Glazed"),
            asked_if=lambda sheet, player: sheet.size == "large" and player is not None and bool(player.pots),
        )
    )
    fired: bool = entry(Boolean(label=N_("Fired"), replaced_if=lambda sheet, player: sheet.size == "small"))


@dataclass(frozen=True)
class Table:
    """The size of the game."""

    players: tuple[Player, ...] = players(Player, 1, 3)
    size: str = entry(Choice(label=N_("Size"), options={"small": N_("Small"), "large": N_("Large")}))


def test_number_above_the_usual_is_asked_about() -> None:
    assert questions(Table(players=(Player(track=50),))) == []
    assert questions(Table(players=(Player(track=50), Player(track=51), Player(track=0)))) == [
        Fault("players.1.track", "unusual", N_("%(label)s – really %(number)s?"), {"label": "Track", "number": 51})
    ]


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        ((Player(left=3), Player()), [1]),
        ((Player(left=0), Player(), Player(left=2)), [1]),
        ((Player(), Player()), []),  # nobody has filled it in
        ((Player(track=4), Player()), [1]),  # the first player needs no number, so the other may not have answered
        ((Player(left=3), Player(track=4)), []),
    ],
)
def test_blank_that_another_player_filled_is_asked_about(seats: tuple[Player, ...], asked: list[int]) -> None:
    assert questions(Table(players=seats)) == [Fault(f"players.{seat}.left", "blank", HOW_MANY) for seat in asked]


def test_other_variant_lacks_blanks_and_unasked_ticks() -> None:
    """In a small game, nobody is asked for pots or whether they are glazed; "fired" is always shown."""
    sheet = Table(players=(Player(track=1, pots=2), Player(track=1, glazed=True), Player(track=1, pots=3, glazed=True)))
    under = replace(sheet, size="large")
    assert missing_entries(sheet, under, set()) == ["players.1.pots", "players.0.glazed"]
    assert missing_entries(sheet, under, {"players.1.pots"}) == ["players.0.glazed"]
    assert missing_entries(under, under, {"players.1.pots"}) == []
    assert missing_entries(sheet, sheet, set()) == []


def test_entry_of_another_type_declares_no_house_rules() -> None:
    @dataclass(frozen=True)
    class Street:
        """A sheet that counts houses."""

        house: int | None = entry(Number(label=N_("House")))

    assert house_values_entry(Street) is None


LAND = Grid(
    label=N_("Land"), rows=3, columns=4, palette={"W": N_("Wheat"), "F": N_("Forest")}, marks=N_("Crowns"), most_marks=3
)


def load_land(text: object) -> tuple[object, list[tuple[str, str]]]:
    """Return the squares that a grid loads, and the path and code of each fault."""
    context = LoadContext()
    return LAND.load(text, "land", context), [(fault.path, fault.code) for fault in context.faults]


@pytest.mark.parametrize("text", ["W F2/.W", "w f2 / . w", "WF2-.W", "W F2\r\n. W", "W F2 . . / . W / . ."])
def test_notation_is_read_with_any_spacing(text: str) -> None:
    assert load_land(text) == ({"r1c1": Square("W"), "r1c2": Square("F", 2), "r2c2": Square("W")}, [])


def test_first_row_may_be_empty() -> None:
    painting, _ = load_land("./W")
    assert painting == {"r2c1": Square("W")}
    assert dict(LAND.write_query(painting, "land")) == {"land": "-W"}  # type: ignore[arg-type]
    assert load_land("-W") == (painting, [])


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (7, "type"),
        ("X", "choice"),
        ("W4", "choice"),
        ("3", "choice"),
        ("WWWWW", "too_many"),
        ("W/W/W/W", "too_many"),
        ("W" * 9999, "too_many"),
    ],
)
def test_invalid_painting_is_a_fault(raw: object, code: str) -> None:
    _, faults = load_land(raw)
    assert ("land", code) in faults


def test_districts_touch_by_their_sides_only() -> None:
    painting, _ = load_land("W W F / F W W1 / W F W2")
    districts = [(one.kind, len(one.places), one.marks) for one in find_districts(painting)]  # type: ignore[arg-type]
    # Wheat: five squares in a snake with 1 + 2 crowns, and the last row's first alone; three forests touch at corners
    # only.
    assert districts == [("W", 5, 3), ("F", 1, 0), ("F", 1, 0), ("W", 1, 0), ("F", 1, 0)]


@pytest.mark.parametrize("text", ["W.W/WWW", ".W/WW", "WW/.W/WW"])
def test_district_grows_in_every_direction(text: str) -> None:
    """Up again from the row below, and back to the left."""
    painting, _ = load_land(text)
    (district,) = find_districts(painting)  # type: ignore[arg-type]
    assert len(district.places) == text.count("W")


def test_notation_is_read_up_to_its_limit() -> None:
    """A grid of 12 × 12, with four characters for each square: 576."""
    assert load_land(" " * 575 + "W") == ({"r1c1": Square("W")}, [])
    assert load_land("W" + " " * 575) == ({"r1c1": Square("W")}, [])
    assert load_land("W" + " " * 576) == ({"r1c1": Square("W")}, [("land", "too_many")])
    assert load_land("W/W/W\n")[1] == []  # the end of the last line is no row


def test_text_without_squares_is_blank_in_a_link() -> None:
    assert LAND.read_query({"land": ["./-. \r\n"]}, "land", 2) is None
    assert LAND.read_query({"land": ["W"]}, "land", 2) == "W"
    assert LAND.read_query({"land": ["X"]}, "land", 2) == "X", "only load refuses it"


def test_schema_has_the_letters_and_marks_of_a_grid() -> None:
    plain = Grid(label=N_("Land"), rows=3, columns=4, palette={"W": N_("Wheat")})
    assert LAND.schema(str) == {"type": "string", "maxLength": 576, "pattern": r"^([WF][0-3]?|[./\s-])*$"}
    assert plain.schema(str)["pattern"] == r"^([W]|[./\s-])*$"
