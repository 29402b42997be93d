"""Changes that would have turned a result, calculated by hand; tests/fuzz/test_scoring.py tries every change."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest
from interpretations import analyse, change_entry

from scorers.changes import entered_numbers, piece_changes
from scorers.entries import Number, PieceWords, Records, SeatsByPlace, entry
from scorers.model import N_
from scorers.registry import game
from scorers.service import score_data
from scorers.sheet import load_sheet
from scorers.swings import MAX_CHANGES, MAX_TRIES, find_swings


@pytest.mark.parametrize(
    ("slug", "data"), [("lanterns", {"players": [{"lanterns": 3}]}), ("qin", {"players": [{"left": 3}, {"left": 3}]})]
)
def test_nothing_would_have_turned_a_game_without_losers(slug: str, data: dict[str, Any]) -> None:
    assert analyse(slug, data).turned_by == ()


def test_search_with_tied_losers_ends() -> None:
    """Lowering Ann's 40 leaves Bo and Cleo tied at 30, so each wins only with 41 points of their own."""
    the_game, scored = game("hansa_teutonica"), 0

    def count(sheet: Any) -> Any:
        nonlocal scored
        scored += 1
        return the_game.score(sheet)

    sheet = load_sheet(the_game, {"players": [{"prestige": 40}, {"prestige": 30}, {"prestige": 30}]})
    turns = find_swings(replace(the_game, score=count), sheet, the_game.score(sheet))
    assert [(turn.path, turn.before, turn.after, turn.seat) for turn in turns] == [
        ("players.1.prestige", 30, 41, 1),
        ("players.2.prestige", 30, 41, 2),
    ]
    assert scored < 30


def test_change_that_is_a_fault_is_not_listed() -> None:
    """Bo has 30 + 15 for 8 markers, Ann 40 + 10 for 6.

    Two more would make 30 + 21, but the Big Box has only 15 markers in all.
    """
    ann, bo = {"prestige": 40, "markers": 6, "actions": 0}, {"prestige": 30, "markers": 8, "actions": 0}
    cleo = {"prestige": 0, "markers": 0, "actions": 5}
    for edition, paths in (("2009", {"players.1.prestige", "players.1.markers"}), ("big_box", {"players.1.prestige"})):
        sheet = load_sheet(game("hansa_teutonica"), {"edition": edition, "players": [ann, bo, cleo]})
        turns = find_swings(game("hansa_teutonica"), sheet, game("hansa_teutonica").score(sheet))
        assert {turn.path for turn in turns if turn.path.startswith("players.1")} == paths


# Owners


def find(slug: str, **data: Any) -> list[tuple[str, int, int | None, int]]:
    """The path, the size, the owner and the winner of each change that would have turned the game."""
    return [(turn.path, turn.size, turn.owner, turn.seat) for turn in analyse(slug, data).turned_by]


def test_changes_of_one_size_begin_with_the_best_loser() -> None:
    """19 points, 7 cities × 2 = 14, and 17: three points more or less, or three cities more, turn it."""
    players = [{"prestige": 19}, {"cities": 7}, {"prestige": 17}]
    assert find("hansa_teutonica", players=players) == [
        ("players.2.prestige", 3, 2, 2),
        ("players.0.prestige", 3, 0, 2),
        ("players.1.cities", 3, 1, 1),
    ]


def test_tie_inputs_are_changed_if_the_totals_are_tied() -> None:
    """4 forests each; Ann has 5 fallow fields and Bo 3, so that one forest or 6 fields win, and Ann's 2 lose."""
    players = [{"forest": 4, "fallow": 5}, {"forest": 4, "fallow": 3}]
    assert find("honshu", players=players) == [
        ("players.1.forest", 1, 1, 1),
        ("players.0.forest", 1, 0, 1),
        ("players.1.fallow", 3, 1, 1),
    ]


def test_loser_does_not_turn_the_game_for_another_by_a_number() -> None:
    """Ann 10 + 4, Bo 12, Cleo 4, with walls in 3, 2 and 3 provinces.

    In a fourth, Cleo alone would score, and Bo win.
    """
    players = [{"track": 10, "provinces": 3}, {"track": 12, "provinces": 2}, {"track": 0, "provinces": 3}]
    assert find("chang_cheng", events=["diplomacy"], players=players) == [
        ("players.1.provinces", 1, 1, 1),  # level with 3 provinces: 16 against 14
        ("players.0.provinces", 1, 0, 1),  # Cleo alone scores: 12 against 10
        ("players.1.track", 3, 1, 1),
    ]


def test_loser_does_not_turn_the_game_for_another_by_a_piece() -> None:
    """Ann 10 + 2, Bo 11, Cleo 2 by rows of 2, 1 and 2. With the last space Cleo's row of 3 alone would score, and Bo
    win.
    """
    wall = {"wall": "A A B A A C C .", "china": [8], "mongol": [8], "threats": [0], "events": ["overlord"]}
    assert find("chang_cheng", players=[{"track": 10}, {"track": 11}, {"track": 0}], **wall) == [
        ("players.1.track", 2, 1, 1),
        ("players.0.track", 2, 0, 1),
        ("players.2.track", 11, 2, 2),
    ]


def test_fewer_points_turn_a_game_of_fewest_points() -> None:
    """10, 40 and 20: Cleo wins with 9, or if Ann has 21. With 9 in place of 40, Bo would leave the game without an
    end.
    """
    assert find("oxen", length="short", players=[{}, {}, {}], rounds=[{"points": [10, 40, 20]}]) == [
        ("rounds.0.points.2", 11, 2, 2),
        ("rounds.0.points.0", 11, 0, 2),
    ]


def test_no_more_sheets_are_tried_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet has numbers that need small, large or impossible changes, and pieces; any limit ends the search."""
    tried = 0

    def count(sheet: Any) -> Iterator[Any]:
        nonlocal tried
        tried += 1
        yield from the_game.faults(sheet)

    the_game = game("hansa_teutonica")
    players = [{"prestige": 30, "markers": 2, "keys": 1}, {"prestige": 18, "markers": 3, "coellen": [7]}]
    sheet = load_sheet(the_game, {"players": players, "offices": {"hannover": [0, None], "bremen": [0]}})
    own = the_game.score(sheet)
    find_swings(replace(the_game, faults=count), sheet, own)
    whole = tried
    assert MAX_CHANGES < whole < MAX_TRIES
    for limit in range(1, whole + 2):
        monkeypatch.setattr("scorers.swings.MAX_TRIES", limit)
        tried = 0
        find_swings(replace(the_game, faults=count), sheet, own)
        assert tried == min(limit, whole)


ON_BOARDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    # Ann 20 + 2 for Hannover + 1 for its office = 23, Bo 18 + 1 for an office in Minden, which Cleo, further right,
    # controls. With the free space in Hannover, Bo is further right there: 18 + 2 + 2 for two connected offices = 22,
    # and Ann keeps 20 + 1.
    "one office more": (
        "hansa_teutonica",
        {
            "players": [{"prestige": 20}, {"prestige": 18}, {"prestige": 0}],
            "offices": {"hannover": [0, None], "minden": [1, 2, None, None]},
        },
        {"path": "offices.hannover", "from": [0, None], "to": [0, 1], "winners": [1], "totals": [21, 22, 3]},
    ),
    # Ann 10 + 3 cities × 2 + 3 connected offices × 4 = 28; without Bremen, which has one space, 10 + 4 + 4 = 18 against
    # 20. Bo's best office beside hers makes 23 against 26, and a key of 3 in place of 4 leaves her 25.
    "one office fewer": (
        "hansa_teutonica",
        {
            "players": [{"prestige": 10, "keys": 4}, {"prestige": 20}],
            "offices": {"hannover": [0, None], "bremen": [0], "osnabruck": [0, None, None]},
        },
        {"path": "offices.bremen", "from": [0], "to": None, "winners": [1], "totals": [18, 20]},
    ),
    # As before, but the middle city is Bo's by the printed space, and Ann has an annex there: 10 + 2 × 2 + 3 × 4 = 26
    # against 17 + 2 + 1. Without the annex 10 + 4 + 4 = 18. A space beside Ann's office makes only 17 + 4 + 2 = 23
    # against 24.
    "one annex fewer": (
        "hansa_teutonica",
        {
            "players": [{"prestige": 10, "keys": 4}, {"prestige": 17}],
            "offices": {"hannover": [0, None], "bremen": [1], "osnabruck": [0, None, None]},
            "annexes": {"bremen": [0]},
        },
        {"path": "annexes.bremen", "from": [0], "to": None, "winners": [1], "totals": [18, 20]},
    ),
    # Both have a row of 2 and score it: 20 + 2 against 19 + 2. A third wall of Bo's makes 19 + 3, and Ann's row pays
    # nothing.
    "one wall more": (
        "chang_cheng",
        {
            "events": ["overlord"], "wall": "A A . B B .", "china": [3, 3], "mongol": [3, 3], "threats": [0, 0],
            "players": [{"track": 20}, {"track": 19}],
        },
        {"path": "wall", "from": "A A . B B .", "to": "A A B B B .", "winners": [1], "totals": [20, 22]},
    ),
    # The only region pays no threat. Ann has a row of 3: 20 + 3 against 22. Without her first wall 20 + 2 would be
    # level; without the one in the middle every row is 1 long and scores: 21 against 23.
    "one wall fewer": (
        "chang_cheng",
        {
            "events": ["overlord"], "wall": "A A At B", "china": [4], "mongol": [4], "threats": [0],
            "players": [{"track": 20}, {"track": 22}],
        },
        {"path": "wall", "from": "A A At B", "to": "A . At B", "winners": [1], "totals": [21, 23]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ON_BOARDS)
def test_piece_that_turns_a_game_is_listed(name: str) -> None:
    slug, data, expected = ON_BOARDS[name]
    assert analyse(slug, data).as_json()["turned_by"][0] == expected
    changed = score_data(slug, change_entry(data, expected["path"], expected["to"]))
    assert (changed["winners"], [player["total"] for player in changed["players"]]) == (
        expected["winners"],
        expected["totals"],
    )


def test_numbers_come_before_pieces_of_the_same_size() -> None:
    """Ann 20 + 2 + 1 for Hannover, Bo 18 + 1 + 2 + 1 for a marker and Minden.

    A second marker is worth 3: 24 against 23; so does any city.

    Two points of prestige would do too, but are a larger change.
    """
    ann, bo = {"prestige": 20}, {"prestige": 18, "markers": 1}
    data = {"players": [ann, bo], "offices": {"hannover": [0, None], "minden": [1, None, None, None]}}
    paths = [turn.path for turn in analyse("hansa_teutonica", data).turned_by]
    assert paths[0] == "players.1.markers"
    assert [path.split(".")[0] for path in paths[1:]] == ["offices", "offices"]


def test_piece_that_turns_a_game_names_its_owner_and_the_winner() -> None:
    for name, owner, sentence in (
        ("one office more", 1, "One more office"),
        ("one office fewer", 0, "One office fewer"),
    ):
        slug, data, _ = ON_BOARDS[name]
        turn = analyse(slug, data).turned_by[0]
        assert (turn.owner, turn.seat, turn.size) == (owner, 1, 1)
        assert turn.piece
        assert turn.piece.sentence.startswith(sentence)


MORE, FEWER = "One more office for %(name)s in %(place)s", "One office fewer for %(name)s in %(place)s"


def load(slug: str, **data: Any) -> Any:
    sheet = load_sheet(game(slug), data)
    assert not isinstance(sheet, list), sheet
    return sheet


def test_numbers_that_a_map_replaces_are_not_changed() -> None:
    sheet = load("honshu", players=[{"map": "F", "forest": 3, "fallow": 2}, {"forest": 4, "fallow": 1}])
    numbers = [(number.path, number.seat, number.value, number.tie_input) for number in entered_numbers(sheet)]
    assert numbers == [("players.1.forest", 1, 4, False), ("players.1.fallow", 1, 1, True)]


def test_wall_replaces_the_numbers_of_regions() -> None:
    regions = [{"threat": 2, "walls": [1, 1]}]
    sheet = load(
        "chang_cheng",
        players=[{"track": 3}, {"track": 4}],
        wall="A B",
        china=[2],
        mongol=[2],
        threats=[2],
        regions=regions,
    )
    numbers = [(number.path, number.seat) for number in entered_numbers(sheet)]
    assert numbers == [("players.0.track", 0), ("players.1.track", 1), ("china.0", None), ("mongol.0", None)]


def test_numbers_in_lists_belong_to_a_seat() -> None:
    sheet = load("chang_cheng", players=[{}, {}], regions=[{"threat": 2, "walls": [1, 3], "neutral": 2}])
    numbers = [(number.path, number.seat) for number in entered_numbers(sheet)]
    assert numbers == [("regions.0.walls.0", 0), ("regions.0.walls.1", 1), ("regions.0.neutral", None)]
    sheet = load("honshu", players=[{}, {"lakes": [4, 2], "factories": {"3": 1}}])
    numbers = [(number.path, number.seat) for number in entered_numbers(sheet)]
    assert numbers == [("players.1.lakes.0", 1), ("players.1.lakes.1", 1), ("players.1.factories.3", 1)]


def test_numbers_in_records_belong_to_the_player() -> None:
    @dataclass(frozen=True)
    class Ship:
        """A record with one number."""

        cargo: int | None = entry(Number(label=N_("Cargo"), high=9))

    ships = Records(label=N_("Ship"), of=Ship, low=0, high=3)
    (number,) = ships.entered_numbers((Ship(), Ship(cargo=4)), "players.2.ships", 2)
    assert (number.path, number.seat, number.put(5)) == ("players.2.ships.1.cargo", 2, (Ship(), Ship(cargo=5)))


def test_city_gains_and_loses_one_office() -> None:
    """Hannover has two spaces on both sides, Bremen one on the smaller side."""
    sheet = load("hansa_teutonica", players=[{}, {}], offices={"hannover": [0, None], "minden": [0, 1, 1, None]})
    changes = list(piece_changes(sheet))
    at = {
        city: [change for change in changes if change.path == f"offices.{city}"]
        for city in ("hannover", "bremen", "minden")
    }
    assert [
        (one.seat, one.is_more, one.before, one.after, str(one.sentence), str(one.place)) for one in at["hannover"]
    ] == [
        (0, True, [0, None], [0, 0], MORE, "Hannover"),
        (1, True, [0, None], [0, 1], MORE, "Hannover"),
        (0, False, [0, None], None, FEWER, "Hannover"),
    ]
    assert [change.changed.offices for change in at["hannover"]] == [
        {"hannover": (0, 0), "minden": (0, 1, 1, None)},
        {"hannover": (0, 1), "minden": (0, 1, 1, None)},
        {"minden": (0, 1, 1, None)},
    ]
    assert [(one.seat, one.before, one.after) for one in at["bremen"]] == [(0, None, [0]), (1, None, [1])]
    assert [(one.seat, one.after) for one in at["minden"] if not one.is_more] == [
        (0, [1, 1, None, None]),
        (1, [0, 1, None, None]),
        (1, [0, 1, None, None]),
    ]


def test_annexes_are_only_removed() -> None:
    """Permanent offices belong to the Eastern board, which is not in use, so they do not change."""
    sheet = load(
        "hansa_teutonica",
        players=[{}, {}],
        offices={"bremen": [0]},
        annexes={"bremen": [1]},
        permanent={"belgard": [0]},
    )
    others = [change for change in piece_changes(sheet) if not change.path.startswith("offices.")]
    assert [(one.path, one.seat, one.is_more, one.before, one.after, str(one.sentence)) for one in others] == [
        ("annexes.bremen", 1, False, [1], None, "One annex fewer for %(name)s in %(place)s")
    ]


def test_place_without_a_slot_count_has_the_maximum() -> None:
    words = PieceWords(fewer=N_("fewer"), more=N_("more"))
    map_ = SeatsByPlace(label=N_("Map"), keys={"here": N_("Here")}, most=3, gaps=True, piece_words=words)
    (change,) = map_.piece_changes({}, "map", SimpleNamespace(players=[None]))
    assert (change.before, change.after, change.changed) == (None, [0, None, None], {"here": (0, None, None)})


def test_wall_gains_and_loses_one_piece() -> None:
    """Destroyed and neutral pieces belong to nobody; a tower is removed as a wall is."""
    sheet = load("chang_cheng", players=[{}, {}], wall="At x n .", china=[4], mongol=[4], threats=[2])
    assert [
        (one.path, one.seat, one.is_more, one.after, one.place, str(one.sentence)) for one in piece_changes(sheet)
    ] == [
        ("wall", 0, False, ". x n .", "1", "One wall fewer for %(name)s in space %(place)s"),
        ("wall", 0, True, "At x n A", "4", "One more wall for %(name)s in space %(place)s"),
        ("wall", 1, True, "At x n B", "4", "One more wall for %(name)s in space %(place)s"),
    ]
