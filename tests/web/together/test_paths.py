"""Paths and fields of shared sheets, which follow from each game's declarations, and their values."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorers.model import Fault
from scorers.querystring import sheet_to_query
from scorers.registry import game, games
from scorers.service import score_data
from scorers.sheet import load_sheet
from web.together.cells import Cell, build_sheet, read_field, read_value, read_whole_sheet, view_fields, view_paths

EXAMPLES = [(game.slug, key) for game in games() for key in game.examples]


def as_cells(cells: Any) -> dict[str, Cell]:
    return {path: Cell(value, seq, "") for seq, (path, value) in enumerate(cells, 1)}


@pytest.mark.parametrize(("slug", "key"), EXAMPLES)
def test_cells_and_paths_hold_the_whole_sheet(slug: str, key: str) -> None:
    """A sheet built of its cells scores as before, and writing its paths into another sheet gives the same one."""
    the_game, sheet = game(slug), game(slug).examples[key].sheet
    outcome = read_whole_sheet(the_game, sheet)
    assert isinstance(outcome, tuple), outcome
    built = build_sheet(the_game, dict(outcome[0]), outcome[1])
    assert score_data(slug, built) == score_data(slug, sheet)
    cells, written = as_cells(outcome[0]), {}
    for path, cell in view_paths(the_game, cells, cells).items():
        written |= dict(read_value(the_game, path, cell.value, outcome[1]))  # type: ignore[arg-type]
    assert build_sheet(the_game, written, outcome[1]) == built


@pytest.mark.parametrize(("slug", "key"), EXAMPLES)
def test_fields_fill_the_same_form(slug: str, key: str) -> None:
    """A sheet's link, field by field into cells and back into fields, is the link of the same sheet."""
    the_game, example = game(slug), game(slug).examples[key]
    query = MultiDict(sheet_to_query(load_sheet(the_game, example.sheet)))
    seats, cells = int(query.pop("n")), {}
    for name in query:
        if name not in ("regions", "rounds"):  # their number follows from their content
            rows = read_field(the_game, name, query.getlist(name), seats)
            assert not any(isinstance(row, Fault) for row in rows), (name, rows)
            cells |= {path: value for path, value in rows if value is not None}  # type: ignore[misc]
    assert score_data(slug, build_sheet(the_game, cells, seats)) == score_data(slug, example.sheet)
    fields = view_fields(the_game, as_cells(cells.items()), cells)
    again: dict[str, Any] = {}
    for name, cell in fields.items():
        again |= {path: value for path, value in read_field(the_game, name, cell.value, seats) if value is not None}  # type: ignore[misc]
    assert again == cells


WRITTEN = [
    ("hansa_teutonica", "players.0.prestige", 12, {"players.0.prestige": 12}),
    (
        "hansa_teutonica",
        "players.0.prestige",
        5_000_000_000,
        {"players.0.prestige": 5_000_000_000},
    ),  # out of bounds until scored
    ("hansa_teutonica", "players.1.markers", 40, {"players.1.markers": 40}),
    ("hansa_teutonica", "edition", "big_box", {"edition": "big_box"}),
    ("hansa_teutonica", "edition", None, {"edition": None}),
    ("hansa_teutonica", "offices.bremen", [1, None], {"offices.bremen": [1, None]}),
    (
        "hansa_teutonica",
        "players.0.coellen",
        [8],
        {f"players.0.coellen:{key}": True if key == 8 else None for key in (7, 8, 9, 11)},
    ),
    ("trajan", "players.0.bonus.military", "gold", {"players.0.bonus.military": "gold"}),
    ("trajan", "players.0.construction.roof", 3, {"players.0.construction.roof": 3}),
    ("trajan", "players.0.points", -4, {"players.0.points": -4}),
    ("honshu", "players.0.lakes", [5, 1], {"players.0.lakes": [5, 1]}),
    ("honshu", "players.1.map", "F T/. L", {"players.1.map": "F T/. L"}),
    ("chang_cheng", "regions.0.walls.1", 2, {"regions.0.walls.1": 2}),
    ("chang_cheng", "regions.0.threat", -3, {"regions.0.threat": -3}),
    ("chang_cheng", "wall.3", "At", {"wall.3": "At"}),
    ("chang_cheng", "events", ["scout"], {"events": ["scout"]}),
    ("qin", "match", True, {"match": True}),
    ("qin", "@ready.2", "1", {"@ready.2": "1"}),
    ("qin", "@seat.1", "ann", {"@seat.1": "ann"}),
]


@pytest.mark.parametrize(("slug", "path", "value", "cells"), WRITTEN)
def test_value_at_a_path_fills_its_cells(slug: str, path: str, value: object, cells: dict[str, Any]) -> None:
    assert dict(read_value(game(slug), path, value, seats=3)) == cells  # type: ignore[arg-type]


def test_empty_map_is_a_value() -> None:
    """The boards have 27, 28 and 30 cities, 4 of them two boards: Halle, Lübeck, Magdeburg and Perleberg."""
    rows = dict(read_value(game("hansa_teutonica"), "offices", {}, seats=3))  # type: ignore[arg-type]
    assert {path: value for path, value in rows.items() if value is not None} == {"offices": {}}
    assert len(rows) == 1 + 27 + 28 + 30 - 4
    assert build_sheet(game("hansa_teutonica"), rows, 2) == {"players": [{}, {}], "offices": {}}


REFUSED = [
    ("hansa_teutonica", "players.0.prestige", "12", "type"),
    ("hansa_teutonica", "players.0.prestige", 1.5, "type"),
    ("hansa_teutonica", "players.0.prestige", True, "type"),
    ("hansa_teutonica", "edition", "third", "choice"),
    ("hansa_teutonica", "edition", 2009, "type"),
    ("hansa_teutonica", "offices.bremen", [3], "choice"),  # there are three seats
    ("hansa_teutonica", "offices.bremen", 1, "type"),
    ("hansa_teutonica", "offices.atlantis", [1], "unknown"),
    ("hansa_teutonica", "players.0.coellen", [10], "choice"),
    ("hansa_teutonica", "players.0.hat", 1, "unknown"),
    ("hansa_teutonica", "players.0", {}, "unknown"),
    ("hansa_teutonica", "players.x.prestige", 1, "unknown"),
    ("hansa_teutonica", "players.00.prestige", 1, "unknown"),
    ("hansa_teutonica", "players", [], "unknown"),
    ("hansa_teutonica", "", 1, "unknown"),
    ("trajan", "players.0.bonus.military", "silver", "choice"),
    ("trajan", "players.0.bonus.hat", "gold", "unknown"),
    ("honshu", "players.0.map", "F Q", "choice"),
    ("honshu", "players.0.name", "x" * 41, "too_many"),
    ("honshu", "players.0.name", 5, "type"),
    ("chang_cheng", "wall", "A Q", "choice"),
    ("chang_cheng", "wall.3", "D", "choice"),  # there are three seats
    ("chang_cheng", "wall.99", "A", "unknown"),
    ("chang_cheng", "regions.99.threat", 2, "unknown"),
    ("chang_cheng", "regions.0.walls.1", "2", "type"),
    ("qin", "@seat.0", ["ann"], "type"),
    ("qin", "@seat.12", "ann", "unknown"),
    ("qin", "@hat", "1", "unknown"),
]


@pytest.mark.parametrize(("slug", "path", "value", "code"), REFUSED)
def test_invalid_value_is_refused(slug: str, path: str, value: object, code: str) -> None:
    rows = read_value(game(slug), path, value, seats=3)
    assert [row.code for row in rows if isinstance(row, Fault)] == [code]


FIELDS = [
    ("hansa_teutonica", "0.prestige", ["10+2"], {"players.0.prestige": 12}),
    (
        "hansa_teutonica",
        "coellen.7",
        ["1"],
        {"players.0.coellen:7": None, "players.1.coellen:7": True, "players.2.coellen:7": None},
    ),
    ("hansa_teutonica", "coellen.7", [""], {f"players.{seat}.coellen:7": None for seat in range(3)}),
    ("hansa_teutonica", "offices.bremen", ["B", "-"], {"offices.bremen": [1, None]}),
    ("hansa_teutonica", "offices", ["0"], {"offices": {}}),
    (
        "trajan",
        "bonus.bread",
        ["2grey"],
        {"players.0.bonus.bread": None, "players.1.bonus.bread": None, "players.2.bonus.bread": "grey"},
    ),
    ("honshu", "0.lakes", ["5 1"], {"players.0.lakes": [5, 1]}),
    ("chang_cheng", "events", ["scout", "overlord"], {"events": ["scout", "overlord"]}),
    ("chang_cheng", "events", [], {"events": None}),
    ("chang_cheng", "regions.2.walls.0", ["3"], {"regions.2.walls.0": 3}),
    ("qin", "match", ["1"], {"match": True}),
    ("qin", "match", [], {"match": None}),
    ("qin", "n", ["4"], {"@seats": 4}),
    ("qin", "@reveal", ["1"], {"@reveal": "1"}),
]


@pytest.mark.parametrize(("slug", "name", "texts", "cells"), FIELDS)
def test_field_fills_its_cells(slug: str, name: str, texts: list[str], cells: dict[str, Any]) -> None:
    assert dict(read_field(game(slug), name, texts, seats=3)) == cells  # type: ignore[arg-type]


def test_a_tower_stands_in_one_region() -> None:
    rows = dict(read_field(game("chang_cheng"), "regions.towers.1", ["2"], seats=3))  # type: ignore[arg-type]
    assert [path for path, value in rows.items() if value] == ["regions.2.towers:1"]
    cells = as_cells(rows.items())
    assert view_fields(game("chang_cheng"), cells, cells)["regions.towers.1"].value == ["2"]


@pytest.mark.parametrize(
    ("slug", "name", "texts", "code"),
    [
        ("hansa_teutonica", "0.prestige", ["many"], "type"),
        ("hansa_teutonica", "coellen.7", ["3"], "choice"),
        ("hansa_teutonica", "coellen.10", ["1"], "unknown"),
        ("trajan", "bonus.bread", ["1silver"], "choice"),
        ("trajan", "0.construction", ["1"], "unknown"),
        ("chang_cheng", "regions.towers.1", ["99"], "choice"),
        ("qin", "csrf_token", ["x"], "unknown"),
    ],
)
def test_invalid_field_is_refused(slug: str, name: str, texts: list[str], code: str) -> None:
    rows = read_field(game(slug), name, texts, seats=3)
    assert [row.code for row in rows if isinstance(row, Fault)] == [code]


def test_last_of_two_owners_is_shown() -> None:
    cells = {"players.0.bonus.bread": Cell("gold", 3, "a"), "players.1.bonus.bread": Cell("grey", 5, "b")}
    assert view_fields(game("trajan"), cells, cells) == {"bonus.bread": Cell(["1grey"], 5, "b")}


def test_wall_is_built_from_its_spaces() -> None:
    cells = {"wall.0": Cell("A", 1, "a"), "wall.3": Cell("x", 4, "b"), "wall.5": Cell(None, 5, "b")}
    assert view_paths(game("chang_cheng"), cells, ["wall.3"]) == {"wall": Cell("A . . x", 5, "b")}
    assert build_sheet(game("chang_cheng"), {path: cell.value for path, cell in cells.items()}, 2)["wall"] == "A . . x"
