"""Colours of seats, and the link to a new game with the same players."""

import pytest

from scorers.registry import game
from scorers.sheet import load_sheet
from web.sheet.links import same_players_link
from web.sheet.seats import deal_colours

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
    assert same_players_link(loaded) == {**seats, **options}
