"""Entry types in links, and the labels to which the paths of their faults lead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from scorers import entries
from scorers.entries.seats import read_slots
from scorers.model import N_
from scorers.querystring import drop_unused_places
from scorers.registry import game
from scorers.sheet import Seat, players

LABEL = N_("Things")
OPTIONS = {"a": N_("First"), "b": N_("Second")}
KEYS = {"x": N_("One"), "y": N_("Other")}


@dataclass(frozen=True)
class Round:
    """A record of several entries."""

    count: int | None = entries.entry(entries.Number(label=N_("Count")))
    towers: tuple[int, ...] = entries.entry(entries.Seats(label=N_("Towers")))
    marks: Mapping[str, int | None] = entries.entry(entries.Counts(label=N_("Marks"), keys=KEYS))


@dataclass(frozen=True)
class Table:
    """A sheet with players and one entry."""

    players: tuple[Seat, ...] = players(Seat, 1, 4)
    count: int | None = entries.entry(entries.Number(label=N_("Count")))


ROUNDS = entries.Records(label=N_("Round"), of=Round, low=0, high=200)


@pytest.mark.parametrize(("text", "read"), [("", None), ("0", None), (" 0 ", None), ("1", True), ("yes", True)])
def test_boolean_is_true_unless_0_or_blank(text: str, read: object) -> None:
    assert entries.Boolean(label=LABEL).read_query({"at": [text]}, "at", 2) is read


def test_true_is_written_as_1() -> None:
    assert list(entries.Boolean(label=LABEL).write_query(value=True, name="at")) == [("at", "1")]
    assert list(entries.Boolean(label=LABEL).write_seats_query([False, True], "at")) == [("1.at", "1")]
    assert list(entries.Boolean(label=LABEL).write_records_query([False, True], "at", "flag")) == [("at.1.flag", "1")]


def test_choice_is_read_as_the_type_of_its_values() -> None:
    assert entries.Choice(label=LABEL, options={0: N_("None"), 2: N_("Two")}).read_query({"at": ["1+1"]}, "at", 2) == 2
    assert entries.Choice(label=LABEL, options={"2": N_("Two")}).read_query({"at": [" 2 "]}, "at", 2) == "2"
    assert entries.Choice(label=LABEL, options=OPTIONS).read_query({"at": [""]}, "at", 2) is None


def test_several_choices_share_one_name() -> None:
    several = entries.MultipleChoice(label=LABEL, options=OPTIONS, most=2)
    assert several.read_query({"at": ["b", "", "a"]}, "at", 2) == ["b", "a"]
    assert several.read_query({"at": [""]}, "at", 2) is None
    assert several.read_seats_query({"1.at": ["b", "a"]}, "at", 2) == [None, ["b", "a"]]
    assert list(several.write_seats_query([(), ("a", "b")], "at")) == [("1.at", "a"), ("1.at", "b")]


def test_items_with_one_owner_are_named_by_item() -> None:
    owned = entries.MultipleChoice(label=LABEL, options=OPTIONS, most=2, one_owner=True)
    assert owned.read_seats_query({"at.a": ["1"], "at.b": ["1"]}, "at", 2) == [None, ["a", "b"]]
    assert owned.read_seats_query({"at.a": ["2"], "at.b": ["x"]}, "at", 2) == [None, None]
    assert list(owned.write_seats_query([("b",), ("a",)], "at")) == [("at.b", "0"), ("at.a", "1")]


def test_holdings_are_read_by_key_and_by_owner() -> None:
    holdings = entries.Holdings(label=LABEL, keys=KEYS, options=OPTIONS)
    assert holdings.read_query({"at.y": ["b"], "at.x": [""]}, "at", 2) == {"y": "b"}
    assert holdings.read_query({}, "at", 2) is None
    assert list(holdings.write_query({"x": "a", "y": "b"}, "at")) == [("at.x", "a"), ("at.y", "b")]
    assert holdings.read_seats_query({"at.x": ["1a"], "at.y": ["1b"]}, "at", 2) == [None, {"x": "a", "y": "b"}]
    assert holdings.read_seats_query({"at.x": ["2a"], "at.y": ["b"]}, "at", 2) == [None, None]
    assert list(holdings.write_seats_query([{"y": "b"}, {"x": "a"}], "at")) == [("at.y", "0b"), ("at.x", "1a")]


def test_numbers_by_key_are_named_by_their_keys() -> None:
    counts = entries.Counts(label=LABEL, keys=KEYS)
    assert counts.read_query({"at.x": ["1+2"], "at.y": [" "]}, "at", 2) == {"x": 3}
    assert counts.read_query({"at.x": ["0"]}, "at", 2) == {"x": 0}
    assert counts.read_query({"at": ["3"]}, "at", 2) is None
    assert list(counts.write_query({"x": None, "y": 0}, "at")) == [("at.y", "0")]
    assert [blank[:2] for blank in counts.blanks({"x": None, "y": 0}, "at", 1, 2)] == [("at.x", 1)]


def test_list_is_one_text() -> None:
    numbers = entries.EntryList(label=LABEL, item=entries.Number(label=LABEL), most=9)
    assert numbers.read_query({"at": [" 4, 2;x/１ 3 "]}, "at", 2) == [4, 2, "x", 1, 3]
    assert numbers.read_query({"at": [" , "]}, "at", 2) is None
    assert list(numbers.write_query((4, 2), "at")) == [("at", "4 2")]


def test_text_is_stripped() -> None:
    assert entries.Text(label=LABEL, most=9).read_query({"at": [" Ann ", "Bo"]}, "at", 2) == "Ann"
    assert entries.Text(label=LABEL, most=9).read_query({"at": []}, "at", 2) is None


def test_per_seat_entry_has_a_name_for_each_seat() -> None:
    lists = entries.PerSeat(label=LABEL, item=entries.EntryList(label=LABEL, item=entries.Number(label=LABEL), most=9))
    assert lists.read_query({"at.0": ["4 2"], "at.2": ["1"]}, "at", 2) == [[4, 2], None]
    assert list(lists.write_query(((4, 2), None), "at")) == [("at.0", "4 2")]


def test_per_seat_entries_can_be_nested() -> None:
    nested = entries.PerSeat(label=LABEL, item=entries.PerSeat(label=LABEL, item=entries.Number(label=LABEL)))
    assert nested.read_query({"at.1.0": ["4"]}, "at", 2) == [None, [4, None]]
    assert [blank[:2] for blank in nested.blanks(((1, None), None), "at", None, 2)] == [
        ("at.0.1", 1),
        ("at.1.0", 0),
        ("at.1.1", 1),
    ]


def test_entry_per_seat_within_a_player_is_read_for_all_seats() -> None:
    matrix = entries.PerSeat(label=LABEL, item=entries.Number(label=LABEL))
    assert matrix.read_seats_query({"0.at.1": ["4"]}, "at", 2) == [[None, 4], None]


def test_seat_is_in_one_record_at_a_time() -> None:
    towers = entries.Seats(label=LABEL)
    query = {"at.towers.0": ["1"], "at.towers.1": ["2"], "at.towers.2": ["1"], "at.towers.3": ["-1"]}
    assert towers.read_records_query(query, "at", "towers", 2, 4) == [None, [0, 2]]
    query |= {"at.towers.0": ["0"], "at.towers.2": ["0"], "at.towers.1": ["1"], "at.towers.3": ["2"]}
    assert towers.read_records_query(query, "at", "towers", 2, 4) == [[0, 2], [1]]
    assert list(towers.write_records_query([(), (0, 2)], "at", "towers")) == [
        ("at.towers.0", "1"),
        ("at.towers.2", "1"),
    ]
    assert towers.read_query({}, "at", 2) is None


def test_slots_of_places_are_read_as_texts() -> None:
    places = entries.SeatsByPlace(label=LABEL, keys=KEYS, most=3)
    assert places.read_query({"at.x": ["0-1"], "at.y": ["--"]}, "at", 2) == {"x": [0, 1]}
    assert places.read_query({"at.y": ["--"]}, "at", 2) is None
    assert read_slots(["0", " ", "1"], gaps=True) == [0, None, 1]
    assert [read_slots([letter], gaps=True) for letter in ("X", "x", "XX")] == [["X"], ["x"], ["X", "X"]]


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ({"at": ["2"]}, [{}, {}]),
        ({"at": ["2"], "at.0.count": ["5"], "at.1.marks.y": ["1"]}, [{"count": 5}, {"marks": {"y": 1}}]),
        ({"at": ["0"], "at.shown": ["3"]}, []),
        ({"at.shown": ["2"]}, None),
        ({"at.shown": ["2"], "at.1.count": ["0"]}, [{}, {"count": 0}]),
        ({"at.shown": ["x"], "at.1.count": ["0"]}, None),
        ({"at": ["x"], "at.shown": ["2"], "at.1.count": ["0"]}, None),
        ({"at": ["-1"]}, []),
        ({}, None),
    ],
)
def test_records_are_counted_or_shown(query: dict[str, list[str]], read: Any) -> None:
    assert ROUNDS.read_query(query, "at", 2) == read


def test_link_has_at_most_99_records() -> None:
    assert ROUNDS.read_query({"at": ["100"]}, "at", 2) == [{}] * 99


def test_records_are_written_with_their_number() -> None:
    value = (Round(), Round(count=0, towers=(1,), marks={"x": None, "y": 4}))
    assert list(ROUNDS.write_query(value, "at")) == [
        ("at", "2"),
        ("at.1.count", "0"),
        ("at.towers.1", "1"),
        ("at.1.marks.y", "4"),
    ]


def test_record_query_leaves_the_players_out() -> None:
    assert entries.read_record_query(Table, {"count": ["3"], "players": ["2"]}, "", 2) == {"count": 3}
    assert list(entries.write_record_query(Table(players=(Seat(name="Ann"),), count=0), "")) == [("count", "0")]
    assert list(entries.write_record_query(Round(count=1), "at.")) == [("at.count", "1")]


@pytest.mark.parametrize(
    "declaration",
    [
        entries.Counts(label=LABEL, keys=KEYS),
        entries.Holdings(label=LABEL, keys=KEYS, options=OPTIONS),
        entries.SeatsByPlace(label=LABEL, keys=KEYS, most=2),
    ],
)
def test_path_of_a_key_leads_to_its_label(declaration: Any) -> None:
    assert declaration.locate(["y", "0"], 3) == ("Other", 3, None)
    assert declaration.locate(["z"], 3) == ("Things", 3, None)
    assert declaration.locate([], 3) == ("Things", 3, None)


def test_path_of_a_per_seat_entry_leads_to_the_seat() -> None:
    scores = entries.PerSeat(label=LABEL, item=entries.Number(label=LABEL))
    assert scores.locate(["2"], 1) == ("Things", 2, None)
    assert scores.locate(["x"], 1) == scores.locate([], 1) == ("Things", 1, None)


def test_path_leads_to_a_record_and_its_entries() -> None:
    assert ROUNDS.locate(["1", "marks", "y"], 3) == ("Other", 3, entries.RecordName(N_("Round"), 2))
    assert ROUNDS.locate(["1"], 3) == ("Round", 3, entries.RecordName(N_("Round"), 2))
    assert ROUNDS.locate(["x"], 3) == ("Round", 3, None)
    assert ROUNDS.locate(["0", "nothing"], 3) == ("Round", 3, entries.RecordName(N_("Round"), 1))


def test_record_has_the_name_that_the_game_gives() -> None:
    german = {
        "Round": "Runde",
        "%(record)s %(number)s": "%(number)s. %(record)s",
        "Round %(number)s": "Runde Nr. %(number)s",
    }
    numbered = entries.Records(label=N_("Round"), of=Round, low=0, high=3, numbered=N_("Round %(number)s"))
    assert ROUNDS.name_of(3).translated(lambda text: german.get(text, text)) == "3. Runde"
    assert numbered.name_of(3).translated(lambda text: german.get(text, text)) == "Runde Nr. 3"
    assert (ROUNDS.name_of(3).record, numbered.name_of(3).record) == ("Round", "Round")


def test_unfinished_sum_of_sixty_characters_has_its_message() -> None:
    context = entries.LoadContext()
    assert entries.Number(label=LABEL).load("1" + " " * 58 + "+", "at", context) is None
    assert [fault.message for fault in context.faults] == ["%(text)s is not finished: add the next number."]


def test_blanks_are_reported_in_growing_records_and_by_seat() -> None:
    growing = entries.Records(label=LABEL, of=Round, low=0, high=9, grow=True)
    assert [blank[:2] for blank in growing.blanks((Round(count=0), Round(marks={"x": 1, "y": None})), "at", 3, 4)] == [
        ("at.0.marks.x", 3),
        ("at.0.marks.y", 3),
        ("at.1.count", 3),
        ("at.1.marks.y", 3),
    ]
    assert list(ROUNDS.blanks((Round(),), "at", 3, 4)) == []
    assert list(growing.blanks(None, "at", 3, 4)) == []


def test_form_drops_places_that_are_not_in_use() -> None:
    """Cities of another board are dropped; data without players or places are unchanged."""
    sheet = game("hansa_teutonica").sheet
    data = {
        "players": [{}, {}, {}],
        "offices": {"bremen": [0], "halle": [0, None]},
        "annexes": {"halle": [1]},
        "permanent": {"waren": [0]},
    }
    kept = {"offices": {"halle": [0, None]}, "annexes": {"halle": [1]}}
    assert drop_unused_places(sheet, data) == {**data, "permanent": None}
    assert drop_unused_places(sheet, {**data, "board": "east"}) == {**data, **kept, "board": "east"}
    britannia = drop_unused_places(sheet, {**data, "board": "britannia"})
    assert (britannia["offices"], britannia["annexes"], britannia["permanent"]) == (None, None, None)
    assert drop_unused_places(sheet, {"players": []} | {"offices": {"bremen": [0]}}) == {
        "players": [],
        "offices": {"bremen": [0]},
    }
    assert drop_unused_places(sheet, {"players": [{}, {}]}) == {"players": [{}, {}]}
    one = {"players": [{}, {}], "offices": {}, "annexes": None}
    assert drop_unused_places(sheet, one) == one
