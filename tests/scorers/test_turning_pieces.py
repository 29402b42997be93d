"""Results that one piece on a board would have turned, calculated by hand."""

from typing import Any

import pytest
from interpretations import analyse, change_entry

from scorers.service import score_data

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
def test_piece_that_turns_a_game_is_listed(name: str) -> None:
    slug, data, expected = ON_BOARDS[name]
    assert analyse(slug, data).as_json()["turned_by"][0] == expected
    changed = score_data(slug, change_entry(data, expected["path"], expected["to"]))
    assert (changed["winners"], [player["total"] for player in changed["players"]]) == (
        expected["winners"],
        expected["totals"],
    )


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
    for name, owner, sentence in (
        ("one office more", 1, "One more office"),
        ("one office fewer", 0, "One office fewer"),
    ):
        slug, data, _ = ON_BOARDS[name]
        turn = analyse(slug, data).turned_by[0]
        assert (turn.owner, turn.seat, turn.size) == (owner, 1, 1)
        assert turn.piece
        assert turn.piece.sentence.startswith(sentence)
