"""Seats: their colours, moving them with all entries, and the link to a new game with the same players."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from proofreader import Proofreader
from werkzeug.datastructures import MultiDict

from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game
from scorers.sheet import load_sheet
from web.sheet.links import same_players_link
from web.sheet.seats import deal_colours, move_seats

# Hansa Teutonica's pieces are red, blue, yellow, green and purple, in this order of seats.


@pytest.mark.parametrize(
    ("choices", "colours"),
    [
        (["", "", "", ""], ["red", "blue", "yellow", "green"]),
        (["purple", "", "", ""], ["purple", "blue", "yellow", "green"]),  # nobody else changes colour
        (["purple", "yellow", "", ""], ["purple", "yellow", "red", "green"]),  # C's own colour is taken, D's is not
        (["", "red", "", ""], ["blue", "red", "yellow", "green"]),
        ([None, None, "black"], ["red", "blue", "black"]),
    ],
)
def test_choosing_a_colour_changes_only_its_former_owner(choices: list[str], colours: list[str]) -> None:
    assert deal_colours(game("hansa_teutonica"), choices) == colours


def test_twelve_seats_have_a_colour_each() -> None:
    colours = deal_colours(game("qin"), [""] * 12)
    assert len(set(colours)) == 11
    assert colours[11]


@pytest.mark.parametrize(
    ("slug", "sheet", "options"),
    [
        ("hansa_teutonica", {"edition": "big_box", "side": "2-3"}, {"edition": ["big_box"], "side": ["2-3"]}),
        ("qin", {"match": True}, {"match": ["1"]}),
        (
            "trajan",
            {"waiting_tiles": "none", "demand_wilds": "ignored"},
            {"waiting_tiles": ["none"], "demand_wilds": ["ignored"]},
        ),
        (
            "honshu",
            {"end_card": "forest_runs", "forest_runs": "strict"},
            {"forest_runs": ["strict"]},
        ),  # the card is drawn anew
        ("chang_cheng", {"events": ["scout"], "tower": "all"}, {"tower": ["all"]}),  # so are the event cards
    ],
)
def test_new_game_keeps_its_players_and_rules(
    slug: str, sheet: dict[str, object], options: dict[str, list[str]]
) -> None:
    players = [{"name": "Ann", "colour": "blue"}, {"name": "Bo"}, {}]
    loaded = load_sheet(game(slug), {"players": players, **sheet})
    seats = {"n": ["3"], "0.name": ["Ann"], "1.name": ["Bo"], "0.colour": ["blue"]}
    assert same_players_link(game(slug), sheet_to_query(loaded)) == {**seats, **options}


def after(slug: str, **entries: str) -> dict[str, str]:
    """Return the query after a move, without the names that only control the page."""
    new_query = move_seats(game(slug), MultiDict(entries))
    return {name: value for name, value in new_query.items() if name not in ("to", "seats")}


def test_swapping_two_players_swaps_all_their_entries() -> None:
    entries = {
        "n": "3",
        "0.name": "Ann",
        "0.prestige": "1x",
        "1.colour": "blue",
        "coellen.7": "0",
        "coellen.8": "2",
        "edition": "big_box",
    }
    places = {"offices.stade": "0", "offices.hamburg": "12-", "annexes.hamburg": "AB"}
    # Ann, without a choice, has the seat's red pieces and keeps them, as the third player keeps the yellow ones.
    assert after("hansa_teutonica", move="0.1", **entries, **places) == {
        "n": "3", "1.name": "Ann", "1.prestige": "1x", "0.colour": "blue", "1.colour": "red", "2.colour": "yellow",
        "coellen.7": "1", "coellen.8": "2", "edition": "big_box",
        "offices.stade": "1", "offices.hamburg": "02-", "annexes.hamburg": "BA",
    }  # fmt: skip


def test_tiles_walls_and_towers_follow_their_player() -> None:
    assert after("trajan", n="3", move="2.1",
    **{"bonus.bread": "1grey", "bonus.games": "2gold", "bonus.military": "x"}) == {
        "n": "3", "bonus.bread": "2grey", "bonus.games": "1gold", "bonus.military": "x",
        "0.colour": "red", "1.colour": "yellow", "2.colour": "orange",
    }  # fmt: skip
    regions = {
        "regions": "1",
        "regions.0.threat": "3",
        "regions.0.walls.0": "2",
        "regions.0.walls.1": "5",
        "regions.towers.1": "0",
    }
    assert after("chang_cheng", n="2", move="0.1", **regions) == {
        "n": "2", "regions": "1", "regions.0.threat": "3", "regions.0.walls.1": "2", "regions.0.walls.0": "5",
        "regions.towers.0": "0",
        "0.colour": "orange", "1.colour": "red",
    }  # fmt: skip
    assert after("chang_cheng", n="2", move="0.1", wall="A At Bd Bd n x .")["wall"] == "B Bt Ad Ad n x ."


def test_removed_player_moves_behind_the_last() -> None:
    entries = {"0.left": "1", "1.left": "2", "2.left": "3"}
    colours = {"0.colour": "orange", "1.colour": "yellow", "2.colour": "red"}
    assert after("qin", n="3", remove="0", **entries) == {
        "n": "2",
        "0.left": "2",
        "1.left": "3",
        "2.left": "1",
        **colours,
    }
    assert after("qin", n="2", remove="0", **{"0.left": "1"})["n"] == "2"
    assert after("qin", n="3", more="1", **entries) == {"n": "4", **entries}
    assert after("qin", n="4", more="1", **entries) == {"n": "4", **entries}


def test_returning_player_yields_a_colour_taken_meanwhile() -> None:
    entries = {"0.colour": "green", "1.colour": "blue", "2.colour": "green", "2.left": "3"}
    assert after("qin", n="2", more="1", **entries) == {
        "n": "3",
        "0.colour": "green",
        "1.colour": "blue",
        "2.left": "3",
    }


@pytest.mark.parametrize("move", ["", "x", "0", "0.9", "9.0", "0.1.2", "-1.0", "²"])
def test_invalid_move_changes_nothing(move: str) -> None:
    assert after("qin", n="3", move=move, **{"0.left": "1"}) == {"n": "3", "0.left": "1"}


@pytest.mark.parametrize("slug", ["hansa_teutonica", "honshu", "trajan", "qin", "chang_cheng"])
def test_move_changes_no_total(slug: str) -> None:
    """Each worked example with its first two players exchanged has their totals exchanged too."""
    of = game(slug)
    for example in of.examples.values():
        before = load_sheet(of, dict(example.sheet))
        query = MultiDict(sheet_to_query(before))
        new_query = move_seats(of, MultiDict([*query.items(multi=True), ("move", "0.1")]))
        after = load_sheet(of, sheet_from_query(of.sheet, new_query.to_dict(flat=False)))
        totals = [player.total for player in of.score(before).players]
        totals[:2] = reversed(totals[:2])
        assert [player.total for player in of.score(after).players] == totals


def test_panel_stays_closed_when_a_player_is_added(client: Proofreader) -> None:
    page = client.get("/en/qin/score?n=2&more=1", follow_redirects=True)
    assert page.one("details", class_="table").get("open") is None
    page = client.get("/en/qin/score?n=3&remove=1", follow_redirects=True)
    assert page.one("details", class_="table").get("open") is not None


def test_form_moves_seats_without_a_script(client: Proofreader) -> None:
    answer = client.get(f"/en/qin/score?{urlencode({'n': '2', '0.name': 'Ann', '1.left': '3', 'move': '1.0'})}")
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert (query["1.name"], query["0.left"], query["to"], "move" in query) == (["Ann"], ["3"], ["sheet"], False)
