"""Laws of every game: points add up, seat order does not matter, and disputed options have a section of the rules."""

from math import ceil, floor
from typing import Any

import pytest
from every_game import every_example, every_game, example, load_valid_sheet, plain
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_sheets import valid_sheets
from werkzeug.datastructures import MultiDict

from scorers.entries import OPTION_KINDS, Boolean, Choice
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, slugs
from scorers.service import score_data
from scorers.sheet import options_of
from web.common.languages import LANGUAGES
from web.rules.model import rules
from web.sheet.seats import move_seats

PYTHON = {"×": "*", "−": "-", "÷": "/", "⌊": "floor(", "⌈": "ceil(", "⌋": ")", "⌉": ")"}
"""Signs of a working in Python."""


def check_points(slug: str, data: Any) -> None:
    """Check that totals are sums of lines, lines sums of parts, and points the results of workings."""
    for player in score_data(slug, data)["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
        for line in player["lines"]:
            assert line["rule"] == "scoring-" + line["key"].replace("_", "-")
            parts = line.get("parts", ())
            assert line["points"] == sum(part["points"] for part in parts) or not parts
            for each in (line, *parts):
                working = each["working"]
                assert set(working) <= set("0123456789+−-×÷() ⌊⌋⌈⌉"), (
                    f"a working has numbers, + − × ÷ and brackets: {working!r}"
                )
                for sign, python in PYTHON.items():
                    working = working.replace(sign, python)
                assert (
                    not working or eval(working, {"floor": floor, "ceil": ceil}) == each["points"]
                )  # only digits and signs, as just checked


def check_seat_order(slug: str, data: Any) -> None:
    """Check that players who swap their seats keep their points and ranks."""
    sheet = load_valid_sheet(slug, data)
    query = move_seats(game(slug), MultiDict([*sheet_to_query(sheet), ("move", "0.1")]))
    swapped = load_valid_sheet(slug, sheet_from_query(game(slug).sheet, query.to_dict(flat=False)))
    order = [1, 0, *range(2, len(sheet.players))]
    before, after = game(slug).score(sheet), game(slug).score(swapped)
    columns = [
        [(p.total, p.rank, [(line.key, line.points, line.working) for line in p.lines]) for p in r.players]
        for r in (before, after)
    ]
    assert columns[1] == [columns[0][seat] for seat in order]
    assert sorted(order[seat] for seat in after.winners) == sorted(before.winners)
    assert (before.decided_by, len(before.blank), len(before.tie_inputs)) == (
        after.decided_by,
        len(after.blank),
        len(after.tie_inputs),
    )


@pytest.mark.short(slug="trajan")
@every_game
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_random_sheets_add_up_and_ignore_seat_order(slug: str, data: st.DataObject) -> None:
    sheet = data.draw(valid_sheets(slug))
    check_points(slug, sheet)
    if len(sheet["players"]) > 1:
        check_seat_order(slug, sheet)


@every_example
def test_example_has_a_sentence_for_its_decision(slug: str, key: str) -> None:
    decided_by = score_data(slug, plain(example(slug, key).sheet))["decided_by"]
    known = {"total", "shared", "open", "won", "lost", *game(slug).decisions}
    assert decided_by in known, f"{decided_by!r} needs a sentence in GAME.decisions"


@every_example
def test_examples_add_up_and_ignore_seat_order(slug: str, key: str) -> None:
    sheet = plain(example(slug, key).sheet)
    check_points(slug, sheet)
    if len(sheet["players"]) > 1:
        check_seat_order(slug, sheet)


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in slugs() for name in options_of(game(slug).sheet)])
def test_option_has_a_kind_and_a_section_if_disputed(app: Flask, slug: str, name: str) -> None:
    option = options_of(game(slug).sheet)[name]
    assert option.kind in OPTION_KINDS
    assert option.disputed or option.kind != "interpretation"
    if option.disputed:
        assert isinstance(option, Choice | Boolean)
        with app.app_context():
            assert all(option.disputed in rules(slug, language).by_id for language in LANGUAGES)


def test_interpretations_are_those_of_the_rulebooks() -> None:
    """The open questions of each game that a final position can show.

    The edition of Hansa Teutonica decides who wins a tie.
    """
    disputed = {
        slug: [name for name, option in options_of(game(slug).sheet).items() if option.disputed] for slug in slugs()
    }
    assert disputed["chang_cheng"] == ["tower", "tower_majority", "neutral", "overlord_tie"]
    assert disputed["honshu"] == [
        "double_factories",
        "forest_runs",
        "fallow_blocks",
        "town_crosses",
        "empty_production",
    ]
    assert disputed["trajan"] == ["waiting_tiles", "demand_wilds"]
    assert disputed["hansa_teutonica"][0] == "edition"
    assert disputed["qin"] == []
