"""The fields of shared sheets, which follow from each game's entries."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from app import create_app
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, games
from scorers.service import score_data
from scorers.sheet import load_sheet, players_entry
from web.sheet.form import sheet_form
from web.together.fields import (
    count_needed_seats,
    fields_of,
    fields_of_query,
    fields_of_sheet,
    find_fault,
    is_default,
    is_known,
    query_of,
)

EXAMPLES = [(game.slug, key) for game in games() for key in game.examples]


@pytest.mark.parametrize(("slug", "key"), EXAMPLES)
def test_fields_hold_the_whole_sheet(slug: str, key: str) -> None:
    """A sheet taken apart into fields, each of which may stand, scores as before."""
    the_game, sheet = game(slug), game(slug).examples[key].sheet
    fields = fields_of_sheet(the_game, sheet)
    assert isinstance(fields, dict), fields
    for name, texts in fields.items():
        assert is_known(slug, name)
        assert find_fault(slug, name, texts) is None, (name, texts)
    assert score_data(slug, sheet_from_query(the_game.sheet, query_of(slug, fields))) == score_data(slug, sheet)


@pytest.mark.parametrize(("slug", "key"), EXAMPLES)
def test_fields_come_back_as_they_are(slug: str, key: str) -> None:
    the_game = game(slug)
    pairs = sheet_to_query(load_sheet(the_game, the_game.examples[key].sheet))
    fields = fields_of_query(slug, pairs)
    query = query_of(slug, fields)
    assert fields_of_query(slug, [(name, text) for name, texts in query.items() for text in texts]) == fields


@pytest.mark.parametrize("slug", [game.slug for game in games()])
def test_every_field_of_every_form_has_a_name(slug: str) -> None:
    """Of the forms of all examples, with all players that the game takes."""
    the_game = game(slug)
    with create_app({}).test_request_context("/en/"):
        for example in the_game.examples.values():
            query = MultiDict(sheet_to_query(load_sheet(the_game, example.sheet)))
            query["n"] = str(players_entry(the_game.sheet).high)
            for name in sheet_form(the_game)(query).layout.fields:
                assert is_known(slug, name) or is_known(slug, f"{name}.0"), name  # a wall has a name for each space


def test_wall_is_kept_space_by_space() -> None:
    fields = fields_of_query("chang_cheng", [("wall", "A . Bt"), ("n", "2"), ("0.track", "3"), ("hat", "1")])
    assert fields == {"wall.0": ["A"], "wall.1": ["."], "wall.2": ["Bt"], "n": ["2"], "0.track": ["3"]}
    assert query_of("chang_cheng", {"wall.0": ["A"], "wall.3": ["x"], "wall.5": []})["wall"] == ["A . . x"]


@pytest.mark.parametrize(
    ("slug", "name", "texts", "code"),
    [
        ("hansa_teutonica", "0.prestige", ["many"], "type"),
        ("hansa_teutonica", "0.prestige", ["1.5"], "type"),
        ("hansa_teutonica", "edition", ["third"], "choice"),
        ("hansa_teutonica", "coellen.7", ["7"], "choice"),
        ("trajan", "bonus.bread", ["1silver"], "choice"),
        ("honshu", "0.map", ["F Q"], "choice"),
        ("chang_cheng", "regions.towers.1", ["99"], "choice"),
        ("chang_cheng", "wall.3", ["Q"], "choice"),
        ("qin", "n", ["two"], "type"),
        ("qin", "n", ["0"], "type"),
        ("qin", "n", ["5"], "too_many"),
        ("qin", "sure", ["hat"], "choice"),
    ],
)
def test_what_a_field_cannot_be_is_a_fault(slug: str, name: str, texts: list[str], code: str) -> None:
    fault = find_fault(slug, name, texts)
    assert fault is not None
    assert fault.code == code


@pytest.mark.parametrize(
    ("slug", "name", "texts"),
    [
        ("hansa_teutonica", "0.prestige", ["5000000000"]),  # out of bounds until it is scored
        ("hansa_teutonica", "1.markers", ["40"]),
        ("hansa_teutonica", "0.prestige", ["10+2"]),
        ("hansa_teutonica", "coellen.7", ["4"]),
        ("hansa_teutonica", "offices.bremen", ["B-"]),
        ("hansa_teutonica", "offices", ["0"]),
        ("hansa_teutonica", "sure", ["bonus", "actions privilege book bag"]),
        ("trajan", "bonus.bread", ["2grey"]),
        ("trajan", "0.points", ["-4"]),
        ("honshu", "1.map", ["F T/. L"]),
        ("honshu", "0.lakes", ["5 1"]),
        ("chang_cheng", "events", ["scout", "overlord"]),
        ("chang_cheng", "regions.towers.1", ["2"]),
        ("qin", "match", ["1"]),
    ],
)
def test_what_a_field_can_be_is_none(slug: str, name: str, texts: list[str]) -> None:
    if name == "sure":
        texts = [one for one in texts if find_fault(slug, name, [one]) is None]
        assert texts
    assert find_fault(slug, name, texts) is None


@pytest.mark.parametrize(
    "name",
    [
        "", "players", "players.0.left", "4.left", "00.left", "x.left", "²", "9" * 5000, "0.hat", "csrf_token", "to",
        "@seat", "@seat.", "@seat.x", "@seat.4", "@ready.4", "@seats", "@hat", "0.left.shown", "@reveal.0",
    ],
)  # fmt: skip
def test_other_names_are_unknown(name: str) -> None:
    assert not is_known("qin", name)


@pytest.mark.parametrize(
    ("slug", "fields", "seats"),
    [
        ("qin", {"3.left": ["1"]}, 4),
        ("qin", {"@seat.2": ["a-handle"]}, 3),
        ("qin", {"3.left": [], "@seat.3": [], "3.name": ["Cy"], "3.colour": ["red"], "@ready.3": ["1"]}, 0),
        ("hansa_teutonica", {"coellen.7": ["2"]}, 3),
        ("trajan", {"bonus.bread": ["3grey"]}, 4),
        ("chang_cheng", {"regions.0.walls.2": ["1"]}, 3),
        ("chang_cheng", {"regions.towers.3": ["2"]}, 4),
    ],
)
def test_seats_that_are_held_or_have_something_stay(slug: str, fields: dict[str, list[str]], seats: int) -> None:
    """However few players somebody chooses. A name or a colour alone can go."""
    assert count_needed_seats(slug, fields) == seats
    assert query_of(slug, {**fields, "n": ["2"]})["n"] == [str(max(seats, 2))]


def test_records_are_counted_by_what_is_in_them() -> None:
    query = query_of("chang_cheng", {"regions.1.threat": ["3"], "regions.towers.0": ["4"]})
    assert query["regions.shown"] == ["5"]  # the tower stands in the fifth region


def test_no_game_has_more_seats_than_it_takes() -> None:
    assert query_of("qin", {"n": ["9"]})["n"] == ["4"]
    assert query_of("qin", {})["n"] == ["2"]


@pytest.mark.parametrize(
    ("slug", "name", "texts", "expected"),
    [
        ("hansa_teutonica", "edition", ["2009"], True),  # the first choice, which nobody need have made
        ("hansa_teutonica", "edition", ["big_box"], False),
        ("hansa_teutonica", "0.prestige", ["0"], False),
        ("trajan", "waiting_tiles", ["one_each"], True),
    ],
)
def test_default_is_known(slug: str, name: str, texts: list[str], expected: Any) -> None:
    assert is_default(slug, name, texts) is expected


def test_fields_of_games_are_few() -> None:
    """A document has at most 1,000 values."""
    assert all(len(fields_of(game.slug)) < 500 for game in games())
