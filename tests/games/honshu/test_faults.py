"""Faults of Honshu sheets: impossible sheets have all their faults, possible ones have none."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.registry import game
from scorers.service import compare_data
from scorers.sheet import load_sheet

find_faults = partial(tables.find_faults, "honshu")
faults = partial(tables.faults, "honshu")


def message(player: dict[str, Any], **options: Any) -> str:
    (fault,) = find_faults(player, **options)
    return fault["message"]


@pytest.mark.parametrize(
    "square",
    [
        "X",
        "f",
        "pb",
        "P",
        "M",
        "Pr",
        "Mb",
        "M3",
        "Mb1",
        "Mb5",
        "Mb33",
        "Pb3",
        "FF",
        "*",
        ".*",
        "..",
        "Ｆ",
        "F-",
        "F*",
        "T*",
        "L**",
        "A*",
    ],
)
def test_invalid_square_is_named_by_row_and_column(square: str) -> None:
    assert faults({"map": f"F / F {square}"}) == [("players.0.map", "choice")]
    assert message({"map": f"F / F {square}"}).startswith(f"Row 2, column 2: {square} is not a square")


@pytest.mark.parametrize(
    ("square", "holds", "with_two"),
    [("Pb**", 1, 1), ("Mb3**", 1, 2), ("Mb3***", 1, 2)],
)
def test_no_square_holds_more_cubes_than_it_can(square: str, holds: int, with_two: int) -> None:
    sentence = f"Row 1, column 2: cubes (*) on a square {square.rstrip('*')[:2]}: %d at most"
    assert message({"map": f". {square}"}) == sentence % holds
    assert faults({"map": square}) == [("players.0.map", "too_many")]
    stays = square.count("*") > with_two
    assert faults({"map": square}, end_card="double_factories") == [("players.0.map", "too_many")] * stays


@pytest.mark.parametrize("square", ["Pb*", "Mb3*", "Py", "Mn4", "F", "T", "L", "A"])
def test_single_squares_with_full_cubes_are_valid(square: str) -> None:
    assert faults({"map": square}) == []


def test_two_cubes_in_a_factory_cannot_be_under_another_card() -> None:
    table = {"players": [{"map": "Mb3**"}, {"map": "F"}], "end_card": "double_factories"}
    columns = {column["key"]: column for column in compare_data("honshu", table)["columns"]}
    assert columns["double_factories"]["result"]["players"][0]["total"] == 6
    assert [key for key, column in columns.items() if "faults" not in column] == ["double_factories"]
    assert {fault["path"] for fault in columns["none"]["faults"]} == {"players.0.map"}


def test_thirteen_cards_show_sixty_six_squares_at_most() -> None:
    row = "A A A A A T T T T T F"
    assert faults({"map": " / ".join([row] * 6)}) == []
    assert faults({"map": " / ".join([row] * 6 + [". A"])}) == [("players.0.map", "too_many")]
    assert message({"map": " / ".join([row] * 6 + [". A"])}) == (
        "There are 67 squares, but 13 cards show 66 at most; row 7, column 2 is one too many"
    )


@pytest.mark.parametrize(
    ("land", "at"), [("F . F F", (1, 1)), ("F F / . . F", (2, 3)), ("T L / / A", (3, 1)), ("F F F / . / F F F", (3, 1))]
)
def test_a_land_is_one_piece(land: str, at: tuple[int, int]) -> None:
    assert faults({"map": land}) == [("players.0.map", "impossible")]
    assert message({"map": land}).startswith(f"Row {at[0]}, column {at[1]} is not joined to the rest")


def test_each_detached_piece_is_a_fault() -> None:
    assert faults({"map": "F . F F . F"}) == [("players.0.map", "impossible")] * 2


def test_a_square_that_cannot_be_read_still_joins() -> None:
    assert faults({"map": "F X F"}) == [("players.0.map", "choice")]


def test_all_faults_of_all_maps_come_at_once() -> None:
    assert faults({"map": "Pb** Q . F"}, {"map": "Mb9"}, end_card="nothing") == [
        ("end_card", "choice"), ("players.0.map", "choice"), ("players.0.map", "too_many"),
        ("players.0.map", "impossible"),
        ("players.1.map", "choice"),
    ]  # fmt: skip


def test_a_map_is_text_of_a_bounded_length() -> None:
    assert faults({"map": 3}) == [("players.0.map", "type")]
    assert faults({"map": "F " * 2001}) == [("players.0.map", "too_many")]
    assert faults({"map": "  "}) == faults({"map": None}) == []


def test_the_widest_land_that_cards_can_make_fits() -> None:
    # twelve cards lying, each from the last one's corner square to two further columns and one further row
    squares = {(row + i, column + 2 * i) for i in range(13) for row in range(2) for column in range(3)}
    rows = [["AT"[row % 2] if (row, column) in squares else "." for column in range(27)] for row in range(14)]
    assert len(squares) == 66
    assert faults({"map": " / ".join(" ".join(row) for row in rows)}) == []


@pytest.mark.parametrize(
    ("entry", "most"),
    [
        # Start card B2 and map cards 49 to 52 with two forests each, and eight with one.
        ("forest", 18), ("runs", 2 * (18 - 2)),
        # Start card B4 and map cards 31 and 53 to 58 with three towns each, and five with two.
        ("town", 34), ("crosses", 34 - 4),
        ("fallow", 38), ("blocks", 38 - 3), ("empty", 18), ("blue_yellow", 14), ("grey_brown", 14),
    ],
)  # fmt: skip
def test_no_count_goes_over_what_the_cards_show(entry: str, most: int) -> None:
    assert faults({entry: most}) == []
    assert faults({entry: most + 1}) == [(f"players.0.{entry}", "too_many")]
    assert faults({entry: -1}) == [(f"players.0.{entry}", "too_few")]
    assert faults({entry: True}) == faults({entry: 1.5}) == [(f"players.0.{entry}", "type")]


def test_a_lake_has_a_square_at_least() -> None:
    assert faults({"lakes": [1, 0, 15]}) == [("players.0.lakes.1", "too_few"), ("players.0.lakes.2", "too_many")]


def test_lakes_have_no_more_squares_than_the_cards() -> None:
    """Twelve map cards with one each, and a start card with two."""
    assert faults({"lakes": [14]}) == faults({"lakes": [4] * 3 + [2]}) == faults({"lakes": [1] * 14}) == []
    assert faults({"lakes": [42]}) == [("players.0.lakes.0", "too_many")]
    assert faults({"lakes": [4] * 4}) == [("players.0.lakes", "too_many")]
    assert message({"lakes": [4] * 4}) == "Lake squares: 16, but 13 cards show 14 at most"
    assert faults({"lakes": [4] * 4, "map": "F"}) == []


def test_factories_are_no_more_than_on_the_cards() -> None:
    """Start card B6 has four with 3 points, and each map card one: 8 with 4 points, 12 with 3 and 20 with 2."""
    assert faults({"factories": {"2": 12}}) == faults({"factories": {"3": 16}}) == faults({"factories": {"4": 8}}) == []
    assert faults({"factories": {"2": 13, "3": 17, "4": 9}}) == [
        (f"players.0.factories.{points}", "too_many") for points in "234"
    ]
    assert faults({"factories": {"2": 4, "3": 5, "4": 7}}) == []
    assert faults({"factories": {"2": 4, "3": 5, "4": 8}}) == [("players.0.factories", "too_many")]
    second = {"second_resources": {"4": 9}}
    assert faults(second, end_card="double_factories") == [("players.0.second_resources.4", "too_many")]


def test_a_drawn_land_has_no_more_of_a_kind_than_the_cards() -> None:
    """Start card B3 has two lakes and each map card one at most; start card B6 has four factories with 3 points."""
    assert faults({"map": "L L L L L L L / L L L L L L L"}) == []
    assert faults({"map": "L L L L L L L / L L L L L L L L"}) == [("players.0.map", "too_many")]
    assert faults({"map": "Mb4 Mb4 Mb4 Mb4 Mb4 Mb4 Mb4 Mb4"}) == []
    assert message({"map": "Mb4 Mb4 Mb4 Mb4 Mb4 Mb4 Mb4 Mb4 Mb4"}) == (
        "4-point factories: 9, but 13 cards show 8 at most"
    )


@pytest.mark.parametrize(
    ("entry", "players", "most"),
    [
        # One lake on each of 28 map cards; of start cards B1, B3, B4 and B5 the second has two: 2 + 1 + 24, 2 + 1 + 1 +
        # 28, 5 + 28.
        ("lakes", 2, 27), ("lakes", 3, 32), ("lakes", 5, 33),
        # Two forests on map cards 49 to 52 and start card B2, one on start card B3 and on twenty more, or on all other
        # 32 of the deck.
        ("forest", 2, 8 + 20 + 3), ("forest", 3, 8 + 32 + 4),
        # Eight map cards have a factory with 4 points, and no start card.
        ("factories.4", 2, 8), ("factories.4", 5, 8),
    ],
)  # fmt: skip
def test_all_lands_have_no_more_of_a_kind_than_the_cards(entry: str, players: int, most: int) -> None:
    def share(total: int) -> list[dict[str, Any]]:
        counts = [total // players + (seat < total % players) for seat in range(players)]
        name, _, key = entry.partition(".")
        return [{name: {key: count} if key else [count] if name == "lakes" else count} for count in counts]

    assert find_faults(*share(most)) == []
    (fault,) = find_faults(*share(most + 1))
    assert (fault["path"], fault["code"]) == ("players", "impossible")
    assert (
        f": {most + 1} on all lands together, but the cards of {players} players show {most} at most"
        in fault["message"]
    )


def test_drawn_and_counted_lands_share_the_cards() -> None:
    drawn = {"map": "Mb4 Mb4 Mb4 Mb4 Mb4"}
    assert faults(drawn, {"factories": {"4": 3}}) == []
    assert faults(drawn, {"factories": {"4": 4}}) == [("players", "impossible")]


def test_what_a_scoring_card_counts_takes_squares_of_the_table() -> None:
    """Sixteen forests hold 2 × 14 sets of three at most.

    Two such lands have 32 forests, and the cards of two players 31.
    """
    assert faults({"runs": 26}, {"runs": 28}, end_card="forest_runs") == []
    (fault,) = load_sheet(game("honshu"), {"players": [{"runs": 28}, {"runs": 28}], "end_card": "forest_runs"})
    assert fault.entries == ("players.0.runs", "players.1.runs")
    assert faults({"runs": 28}, {"runs": 28}) == []


def test_factories_are_counted_by_their_printed_points() -> None:
    assert faults({"factories": {"2": 67, "5": 1}}) == [
        ("players.0.factories.2", "too_many"),
        ("players.0.factories.5", "unknown"),
    ]


def test_counts_above_66_squares_are_faults() -> None:
    counts = {"name": "Ann", "forest": 18, "town": 22, "lakes": [5, 5], "factories": {"3": 6}, "fallow": 10}
    assert faults(counts) == []
    assert faults(counts | {"fallow": 11}) == [("players", "impossible")]
    assert message(counts | {"fallow": 11}) == "Ann has 67 squares counted, but 13 cards show 66 at most"
    # empty production squares are squares too, where they are counted
    assert faults(counts | {"empty": 1}) == []
    assert faults(counts | {"empty": 1}, end_card="empty_production") == [("players", "impossible")]
    assert faults(counts | {"fallow": 11, "map": "F"}) == []


def test_no_more_second_cubes_than_first_ones() -> None:
    player = {"factories": {"2": 1, "3": 2}, "second_resources": {"2": 2, "3": 2, "4": 5}}
    assert faults(player, end_card="double_factories") == [("players.0.second_resources.2", "impossible")]
    assert message(player, end_card="double_factories") == "2-point factories: 1 with a cube, so no more can have two"
    assert faults(player) == faults(player, end_card="double_factories", double_factories="once") == []


@pytest.mark.parametrize("end_card", ["blue_yellow", "grey_brown"])
def test_no_more_cubes_of_two_colours_than_cubes_in_factories(end_card: str) -> None:
    player = {"factories": {"2": 1, "3": 2, "4": 0}, end_card: 4}
    assert faults(player, end_card=end_card) == [(f"players.0.{end_card}", "impossible")]
    assert message(player, end_card=end_card).endswith("cubes: only 3 factories hold a cube")
    assert faults(player | {end_card: 3}, end_card=end_card) == []
    assert faults(player | {"factories": {"2": 1, "3": 2}}, end_card=end_card) == []
    assert faults(player) == []


def test_unreadable_option_is_no_fault_of_dependent_entries() -> None:
    assert faults({"map": "Mb3**"}, end_card="both") == [("end_card", "choice")]
    assert faults({"map": "Mb3***"}, end_card="both") == [("end_card", "choice"), ("players.0.map", "too_many")]
    cubes = {"factories": {"2": 1}, "second_resources": {"2": 2}}
    assert faults(cubes, end_card="double_factories", double_factories=1) == [("double_factories", "type")]


def test_first_surplus_square_is_named() -> None:
    """Eight rows of eight and four more are 68: the 67th stands third in the ninth row."""
    land = " / ".join([*["A A A A T T T T"] * 8, "F F F F"])
    (message,) = tables.messages("honshu", {"map": land}, {"map": "F"})
    assert message == "There are 68 squares, but 13 cards show 66 at most; row 9, column 3 is one too many"


def test_too_many_squares_mark_every_count() -> None:
    """34 + 33 squares, but 13 cards show 66 at most."""
    (fault,) = load_sheet(game("honshu"), {"players": [{}, {"town": 34, "fallow": 33}]})
    factories = tuple(f"players.1.factories.{points}" for points in (2, 3, 4))
    counts = ("players.1.forest", "players.1.town", "players.1.lakes", *factories, "players.1.fallow")
    assert (fault.path, fault.entries) == ("players", counts)


@pytest.mark.parametrize(
    ("card", "lines"),
    [("none", ["end_card"]), ("lake_squares", ["end_card"]), ("forest_runs", []), ("double_factories", [])],
)
def test_cards_without_a_line_leave_it_unused(card: str, lines: list[str]) -> None:
    honshu = game("honshu")
    assert list(honshu.unused_lines(load_sheet(honshu, {"players": [{}, {}], "end_card": card}))) == lines
