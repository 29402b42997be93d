"""Board query of Honshu: a card laid into a land that is given by its map."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorers.honshu.board_queries import BOARD_QUERIES, lay
from scorers.honshu.cards import MAP_CARDS, START_CARDS


def faults(**question: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in lay(question).get("faults", [])]


def test_start_card_gets_cubes_on_production_squares() -> None:
    """A4 is Py Pb / A T / A T."""
    assert lay({"card": "A4"}) == {"map": "Py* Pb* / A T / A T", "row": 1, "column": 1}


def test_laid_card_hides_squares_and_their_cubes() -> None:
    """Card 49 is F F / A T / A T; its first square covers the blue production square."""
    assert lay({"map": "T Pb*", "card": "49", "row": 1, "column": 2}) == {
        "map": "T F F / . A T / . A T",
        "row": 1,
        "column": 2,
    }


def test_card_under_a_land_leaves_the_land_unchanged() -> None:
    question = {"map": "T Pb*", "card": "49", "row": 1, "column": 2, "above": ["r1c2"]}
    assert lay(question) == {"map": "T Pb* F / . A T / . A T", "row": 1, "column": 2}


def test_card_can_be_over_one_square_and_under_another() -> None:
    question = {"map": "T T", "card": "49", "row": 1, "column": 1, "above": ["r1c2"]}
    assert lay(question)["map"] == "F T / A T / A T"


def test_card_without_a_place_goes_to_the_first_square() -> None:
    """Card 49 is F F / A T / A T."""
    assert lay({"map": "T T", "card": "49"}) == {"map": "F F / A T / A T", "row": 1, "column": 1}


def test_a_factory_of_the_land_holds_two_cubes_and_no_more() -> None:
    """With one of the scoring cards a factory takes two."""
    assert lay({"map": "T T Mb2**", "card": "49"})["map"] == "F F Mb2** / A T . / A T ."
    assert faults(map="T T Mb2***", card="49")[0][0] == "map"


def test_missing_card_number_is_a_fault() -> None:
    (fault,) = lay({"map": "T T"})["faults"]
    assert fault["message"] == "Enter the number of the card"


@pytest.mark.parametrize(
    ("turns", "land"), [(0, "F F / A T / A L"), (1, "A A F / L T F"), (2, "L A / T A / F F"), (3, "F T L / F A A")]
)
def test_a_card_is_turned_clockwise(turns: int, land: str) -> None:
    """Card 49 is F F / A T / A T; a lake lies over the place of one of its T corners."""
    corner = {0: (3, 2), 1: (2, 1), 2: (1, 1), 3: (1, 3)}[turns]
    row, column = 2 - corner[0], 2 - corner[1]
    question = {"map": ". / . L", "card": "49", "turns": turns, "row": row + 1, "column": column + 1, "above": ["r2c2"]}
    assert lay(question)["map"] == land


def test_place_is_that_on_the_returned_map() -> None:
    """Laid two rows above and one column left of the land's corner, the card is then at the map's first row and column."""
    assert lay({"map": "T T", "card": "49", "row": -1, "column": 0}) == {
        "map": "F F . / A T . / A T T",
        "row": 1,
        "column": 1,
    }


def test_illegal_placements_are_faults() -> None:
    assert faults(map="T T", card="49", row=2, column=1) == [("card", "impossible")]
    assert faults(map="L T", card="49", row=1, column=1) == [("card", "impossible")]
    assert faults(map="T T", card="1", row=1, column=1, above=["r1c1"]) == [("card", "impossible")]
    assert faults(
        map="T T / T T / T T", card="49", row=1, column=1, above=["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2"]
    ) == [("card", "impossible")]


def test_cards_out_of_turn_are_faults() -> None:
    assert faults(map="T T", card="61") == [("card", "choice")]
    assert faults(map="T T") == [("card", "choice")]
    assert faults(map="T T", card="A1") == [("card", "impossible")]
    assert faults(card="17") == [("card", "impossible")]


def test_unreadable_value_is_a_fault_at_its_entry() -> None:
    assert faults(map="T Q", card="17") == [("map", "choice")]
    assert faults(map=1, card=17, turns=4, row="1", hat=True) == [
        ("hat", "unknown"), ("map", "type"), ("card", "type"), ("turns", "too_many"), ("row", "type"),
    ]  # fmt: skip


def test_every_card_can_be_asked_for() -> None:
    validator = Draft202012Validator(dict(BOARD_QUERIES["lay"].answer_schema))
    for card in (*START_CARDS, *MAP_CARDS):
        land = {} if card in START_CARDS else {"map": "A A", "row": 1, "column": 2}
        validator.validate(lay({"card": card} | land))


def test_illegal_placements_are_told_in_the_readers_language() -> None:
    message = "Card %(card)s would hide the lake in row %(row)s, column %(column)s; lakes stay visible"
    words = {message: "卡牌%(card)s會蓋住第%(row)s列第%(column)s欄的湖泊"}
    (fault,) = lay({"map": "L T", "card": "49", "row": 1, "column": 1}, lambda text: words.get(text, text))["faults"]
    assert fault["message"] == "卡牌49會蓋住第1列第1欄的湖泊"
