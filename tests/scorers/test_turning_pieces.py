"""What one piece on a board would have turned: against positions reckoned by hand, and every piece of random maps."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from readings import analyse, change_entry

from scorers.hansa_teutonica.map import CITIES
from scorers.service import score_data
from scorers.turns import MAX_CHANGES

ON_BOARDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    # Ann 20 + 2 for Hannover + 1 for its office = 23, Bo 18 + 1 for an office in Minden, which Cleo, further right, controls. With the free
    # space in Hannover, Bo is further right there: 18 + 2 + 2 for two connected offices = 22, and Ann keeps 20 + 1.
    "one office more": (
        "hansa_teutonica",
        {
            "players": [{"prestige": 20}, {"prestige": 18}, {"prestige": 0}],
            "offices": {"hannover": [0, None], "minden": [1, 2, None, None]},
        },
        {"path": "offices.hannover", "from": [0, None], "to": [0, 1], "winners": [1], "totals": [21, 22, 3]},
    ),
    # Ann 10 + 3 cities × 2 + 3 connected offices × 4 = 28; without Bremen, which has one space, 10 + 4 + 4 = 18 against 20. Bo's best
    # office beside hers makes 23 against 26, and a key of 3 in place of 4 leaves her 25.
    "one office fewer": (
        "hansa_teutonica",
        {
            "players": [{"prestige": 10, "keys": 4}, {"prestige": 20}],
            "offices": {"hannover": [0, None], "bremen": [0], "osnabruck": [0, None, None]},
        },
        {"path": "offices.bremen", "from": [0], "to": None, "winners": [1], "totals": [18, 20]},
    ),
    # As before, but the middle city is Bo's by the printed space, and Ann has an annex there: 10 + 2 × 2 + 3 × 4 = 26 against 17 + 2 + 1.
    # Without the annex 10 + 4 + 4 = 18. A space beside Ann's office makes only 17 + 4 + 2 = 23 against 24.
    "one annex fewer": (
        "hansa_teutonica",
        {
            "players": [{"prestige": 10, "keys": 4}, {"prestige": 17}],
            "offices": {"hannover": [0, None], "bremen": [1], "osnabruck": [0, None, None]},
            "annexes": {"bremen": [0]},
        },
        {"path": "annexes.bremen", "from": [0], "to": None, "winners": [1], "totals": [18, 20]},
    ),
    # Both have a row of 2 and score it: 20 + 2 against 19 + 2. A third wall of Bo's makes 19 + 3, and Ann's row pays nothing.
    "one wall more": (
        "chang_cheng",
        {
            "events": ["overlord"], "wall": "A A . B B .", "china": [3, 3], "mongol": [3, 3], "threats": [0, 0],
            "players": [{"track": 20}, {"track": 19}],
        },
        {"path": "wall", "from": "A A . B B .", "to": "A A B B B .", "winners": [1], "totals": [20, 22]},
    ),
    # The only region pays no threat. Ann has a row of 3: 20 + 3 against 22. Without her first wall 20 + 2 would be level; without the one
    # in the middle every row is 1 long and scores: 21 against 23.
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
def test_one_piece_that_turns_a_game_is_told(name: str) -> None:
    slug, data, expected = ON_BOARDS[name]
    assert analyse(slug, data).as_json()["turned_by"][0] == expected
    changed = score_data(slug, change_entry(data, expected["path"], expected["to"]))
    assert (changed["winners"], [player["total"] for player in changed["players"]]) == (expected["winners"], expected["totals"])


def pieces_on_map(data: Mapping[str, Any], own: Sequence[int]) -> Iterator[tuple[str, int, list[int | None]]]:
    """Every city with one more office of a loser, or one of a winner's away: path, owner, and the row of spaces."""
    for city in CITIES:
        row = list(data["offices"].get(city, [None] * len(CITIES[city].offices["2-3"])))
        free = row.index(None) if None in row else len(row)
        for seat in range(3):
            if seat not in own and free < len(row):
                yield f"offices.{city}", seat, [*row[:free], seat, *row[free + 1 :]]
            if seat in own:
                yield from ((f"offices.{city}", seat, [*row[:at], *row[at + 1 :], None]) for at in range(free) if row[at] == seat)


def test_pieces_that_turn_a_game_are_all_found() -> None:
    """On random maps without numbers to change, nothing else can turn the game."""
    chance = random.Random("pieces")
    found = 0
    for _ in range(25):
        cities = chance.sample([city for city in CITIES if CITIES[city].offices["2-3"]], 9)
        offices = {}
        for city in cities:
            size = len(CITIES[city].offices["2-3"])
            taken = chance.randint(1, size)
            offices[city] = [*(chance.randrange(3) for _ in range(taken)), *[None] * (size - taken)]
        data = {"offices": offices, "players": [{"coellen": [7]}, {}, {}]}
        own = score_data("hansa_teutonica", data)["winners"]
        expected: dict[str, list[list[int | None]]] = {}
        for path, owner, row in pieces_on_map(data, own):
            winners = score_data("hansa_teutonica", change_entry(data, path, row)).get("winners", [])
            if len(winners) == 1 and winners[0] not in own and (owner == winners[0] or owner in own):
                expected.setdefault(path, []).append(row if any(seat is not None for seat in row) else None)
        turns = analyse("hansa_teutonica", data).as_json()["turned_by"]
        assert len(turns) == min(MAX_CHANGES, len(expected))
        assert all(turn["to"] in expected[turn["path"]] for turn in turns)
        found += len(turns)
    assert found > 20


def test_numbers_come_before_pieces_of_the_same_size() -> None:
    """Ann 20 + 2 + 1 for Hannover, Bo 18 + 1 + 2 + 1 for a marker and Minden. A second marker is worth 3: 24 against 23; so does any city.

    Two points of prestige would do too, but are a larger change.
    """
    ann, bo = {"prestige": 20}, {"prestige": 18, "markers": 1}
    data = {"players": [ann, bo], "offices": {"hannover": [0, None], "minden": [1, None, None, None]}}
    paths = [turn.path for turn in analyse("hansa_teutonica", data).turned_by]
    assert paths[0] == "players.1.markers"
    assert [path.split(".")[0] for path in paths[1:]] == ["offices", "offices"]


def test_piece_that_turns_a_game_names_its_owner_and_the_winner() -> None:
    for name, owner, sentence in (("one office more", 1, "One more office"), ("one office fewer", 0, "One office fewer")):
        slug, data, _ = ON_BOARDS[name]
        turn = analyse(slug, data).turned_by[0]
        assert (turn.owner, turn.seat, turn.size) == (owner, 1, 1)
        assert turn.piece
        assert turn.piece.sentence.startswith(sentence)
