"""Validation of results by the published schema, and statistics of players and games."""

import json
from pathlib import Path
from typing import Any

import pytest
from books import make_id, make_result
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorers.registry import games
from web.groups.answers import Brief
from web.groups.openapi import RESULT_SCHEMA
from web.groups.results import find_fault, is_result, resolve_name
from web.groups.statistics import compare_people, count_games, count_people

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "scorebook.schema.json").read_text(encoding="utf-8"))
PUBLISHED = Draft202012Validator({"$ref": "#/$defs/result", "$defs": SCHEMA["$defs"]})
DESCRIBED = Draft202012Validator(RESULT_SCHEMA)
PATHS = [(key,) for key in make_result(1)]
PATHS += [("result", key) for key in ("players", "winners", "decided_by")]
PATHS += [("result", "players", 0, key) for key in ("name", "colour", "total", "rank", "lines")]
JUNK = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        -1,
        1.5,
        "",
        "x",
        "2026-13-01",
        "2026-02-30",
        "x" * 20_000,
        [],
        [0],
        [1],
        [9],
        [True],
        {},
        {"a": 1},
    ],
)


@given(path=st.sampled_from(PATHS), junk=JUNK, is_removed=st.booleans())
def test_validation_agrees_with_the_schema(path: tuple[Any, ...], junk: object, is_removed: bool) -> None:  # noqa: FBT001
    value: Any = make_result(1)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if is_removed:
        del inner[path[-1]]
    else:
        inner[path[-1]] = junk
    is_valid = PUBLISHED.is_valid(value)
    assert DESCRIBED.is_valid(value) == is_valid
    is_beyond_schema = junk in ("2026-13-01", "2026-02-30") or (path == ("result", "winners") and junk == [9])
    if not is_beyond_schema or is_removed:
        assert is_result(value) == is_valid
    else:
        assert not is_result(value) or path[-1] not in ("date", "winners")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", None),
        ("a/b", None),
        ("@name", None),
        ("@name", " "),
        ("@name", "x" * 101),
        ("@name", "a\nb"),
        ("@seat.0", "Ann"),
        ("@is.", "Ann"),
        ("@is.Ann", "Ann"),
        ("@is.Ann", 7),
        (make_id(1), make_result(2)),
        (make_id(1), "Ann"),
        (make_id(1), make_result(1, "x" * 10_001)),
        (make_id(1), make_result(1, "x" * 9_000, place="y" * 1_000, query="z" * 16_000)),
    ],
)
def test_invalid_value_is_a_fault(path: str, value: object) -> None:
    assert find_fault(path, value) is not None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("@name", "週五"),
        ("@is.Annie 👩‍👧", "Ann"),
        ("@is.Annie", None),
        (make_id(1), None),
        (make_id(1), make_result(1)),
    ],
)
def test_valid_value_has_no_fault(path: str, value: object) -> None:
    assert find_fault(path, value) is None


def test_joined_names_resolve_to_the_last() -> None:
    aliases = {"Annie": "Ann", "Anna": "Annie", "Bo": "Cleo", "Cleo": "Bo"}
    assert [resolve_name(aliases, name) for name in ("Anna", "Ann", "小明", "Bo")] == ["Ann", "Ann", "小明", "Cleo"]


def brief(slug: str, *seats: tuple[str, int, int, bool]) -> Brief:
    """Return a result with these seats, each with a name, a total, a rank, and whether it won."""
    return Brief("2026-03-06", 0, slug, "x", [part for seat in seats for part in seat])


def test_statistics_match_a_hand_count() -> None:
    """Ann and Bo share the second game of Qin. The third seat of the first has no name."""
    by_slug = {game.slug: game for game in games()}
    results = [
        brief("qin", ("Ann", 10, 1, True), ("Bo", 8, 2, False), ("", 3, 3, False)),
        brief("qin", ("Bo", 6, 1, True), ("Ann", 6, 1, True)),
        brief("trajan", ("Bo", 90, 1, True), ("Cleo", 80, 2, False)),
    ]
    assert [(row.name, row.plays, row.wins) for row in count_people(results)] == [
        ("Ann", 2, 2),
        ("Bo", 3, 2),
        ("Cleo", 1, 0),
    ]
    rows = [(row.slug, row.plays, row.best, row.average) for row in count_games(results, by_slug)]
    assert rows == [("qin", 2, 10, 33 / 5), ("trajan", 1, 90, 85)]  # 10 + 8 + 3 + 6 + 6
    assert [(row.slug, row.plays, row.best, row.wins) for row in count_games(results, by_slug, "Bo")] == [
        ("qin", 2, 8, 1),
        ("trajan", 1, 90, 1),
    ]
    rivals = [
        (row.other, row.plays, row.ahead, row.behind, row.level) for row in compare_people(results, by_slug, "Bo")
    ]
    assert rivals == [("Ann", 2, 0, 1, 1), ("Cleo", 1, 1, 0, 0)]
