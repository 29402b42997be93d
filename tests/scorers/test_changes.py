"""Single changes of a sheet: the numbers that can change, and one piece more or fewer on a board."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from scorers.changes import entered_numbers, piece_changes
from scorers.entries import Number, PieceWords, Records, SeatsByPlace, entry
from scorers.model import N_
from scorers.registry import game
from scorers.sheet import load_sheet

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
