"""The counts of a board: entered in place of the position, they score the same."""

from dataclasses import replace
from typing import Any

import pytest

from bench._tables import tables
from scorers.model import AnyGame
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, games
from scorers.service import score_data
from scorers.sheet import load_sheet

POSITIONS = {
    "chang_cheng": {"wall", "china", "mongol", "threats"},
    "hansa_teutonica": {"offices", "annexes", "permanent"},
    "honshu": {"map"},
}
"""Game -> the entries of its position."""


def query_of(sheet: Any) -> dict[str, list[str]]:
    query: dict[str, list[str]] = {}
    for name, text in sheet_to_query(sheet):
        query.setdefault(name, []).append(text)
    return query


def has_position(slug: str, name: str) -> bool:
    return not POSITIONS[slug].isdisjoint(name.split("."))


def with_counts(of: AnyGame, query: dict[str, list[str]]) -> dict[str, Any]:
    """Return a sheet's data with the counts of its board in place of the position."""
    fields = of.board_queries["counts"].answer(sheet_from_query(of.sheet, query))["fields"]
    return sheet_from_query(
        of.sheet, {name: texts for name, texts in query.items() if not has_position(of.slug, name)} | fields
    )


def test_every_game_with_a_board_counts_it() -> None:
    assert {one.slug for one in games() if "counts" in one.board_queries} == set(POSITIONS)


@pytest.mark.parametrize("slug", POSITIONS)
def test_counts_of_a_board_score_like_the_board(slug: str) -> None:
    """The examples and two full tables, under every variant and every interpretation."""
    of = game(slug)
    counted = 0
    for data in [*(dict(example.sheet) for example in of.examples.values()), *tables(slug, 2)]:
        first = load_sheet(of, data)
        assert not isinstance(first, list)
        for variant in of.variants:
            sheet = replace(first, **variant.options)
            query = query_of(sheet)
            if list(of.faults(sheet)) or not any(has_position(slug, name) for name in query):
                continue
            by_board, by_counts = (
                score_data(slug, sheet_from_query(of.sheet, query)),
                score_data(slug, with_counts(of, query)),
            )
            assert "faults" not in by_counts, by_counts
            for key in ("winners", "decided_by"):
                assert by_counts[key] == by_board[key]
            for one, other in zip(by_counts["players"], by_board["players"], strict=True):
                assert one["total"] == other["total"]
                assert [line["points"] for line in one["lines"]] == [line["points"] for line in other["lines"]]
            counted += 1
    assert counted > 3


def test_counts_are_named_as_in_a_link() -> None:
    """Ann's lakes have 2 and 1 squares; three forests in one row are one set of the second scoring card.

    Bo has counted.
    """
    sheet = {"players": [{"name": "Ann", "map": "F F F L L / A L T"}, {"forest": 2}], "end_card": "forest_runs"}
    fields = game("honshu").board_queries["counts"].answer(sheet)["fields"]
    assert fields == {
        "0.forest": ["3"], "0.town": ["1"], "0.lakes": ["2 1"], "0.runs": ["1"], "0.fallow": ["1"],
        "0.factories.2": ["0"], "0.factories.3": ["0"], "0.factories.4": ["0"],
    }  # fmt: skip


def test_a_faulty_board_is_not_counted() -> None:
    answer = game("honshu").board_queries["counts"].answer({"players": [{"map": "F . F"}, {}]})
    assert [fault["path"] for fault in answer["faults"]] == ["players.0.map"]
