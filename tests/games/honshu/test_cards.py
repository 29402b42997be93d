"""Honshu: the printed cards as the facts count them, and how cards may be laid into a land."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorers.honshu.board_queries import BOARD_QUERIES
from scorers.honshu.board_queries import lay as lay_query
from scorers.honshu.cards import MAP_CARDS, START_CARDS, Card
from scorers.honshu.land import VISIBLE_SQUARES
from scorers.honshu.laying import Placement, SeenSquare, Spot, lay, turn_card, write_map
from scorers.honshu.sheet import END_CARDS
from scorers.model import Fault
from scorers.service import score_data


def count_squares(card: Card) -> Counter[str]:
    return Counter(square for row in card for square in row)


def show(*cards: Placement) -> str:
    land = lay(cards)
    assert not isinstance(land, Fault), land
    return write_map(land)


def wrong(*cards: Placement) -> tuple[str, str, str]:
    fault = lay(cards)
    assert isinstance(fault, Fault), fault
    data = fault.as_json()
    return data["path"], data["code"], data["message"]


# The cards


def test_sixty_map_cards_and_twelve_start_sides_exist() -> None:
    assert list(MAP_CARDS) == [str(number) for number in range(1, 61)]
    assert list(START_CARDS) == [f"{side}{number}" for side in "AB" for number in range(1, 7)]
    assert all([len(row) for row in card] == [2, 2, 2] for card in (MAP_CARDS | START_CARDS).values())


def test_the_map_cards_hold_what_the_facts_count() -> None:
    squares = sum((count_squares(card) for card in MAP_CARDS.values()), Counter())
    kinds = Counter(square[0] for square in squares.elements())
    assert kinds == {"T": 116, "A": 96, "F": 40, "L": 28, "P": 40, "M": 40}
    for colour in "bngy":
        assert squares[f"P{colour}"] == 10
        assert [squares[f"M{colour}{points}"] for points in (2, 3, 4)] == [5, 3, 2]


def test_factories_are_on_the_cards_of_the_facts() -> None:
    def numbers(begins: str, ends: str) -> set[int]:
        return {
            int(n)
            for n, card in MAP_CARDS.items()
            if any(s.startswith(begins) and s.endswith(ends) for s in count_squares(card))
        }

    assert numbers("M", "3") == set(range(12, 25)) - {15}
    assert numbers("M", "4") == set(range(29, 37))
    assert numbers("M", "2") == {*range(37, 49), *range(53, 61)}


@pytest.mark.parametrize("number", range(1, 7))
def test_a_sides_are_worth_the_same(number: int) -> None:
    squares = count_squares(START_CARDS[f"A{number}"])
    assert (squares["A"], squares["T"]) == (2, 2)
    assert len([square for square in squares if square[0] == "P"]) == 2


@pytest.mark.parametrize(
    ("side", "squares"),
    [
        ("B1", "T T L A Pb Mg3"), ("B2", "F F T A Pn My3"), ("B3", "L L A A F Pg"), ("B4", "T T T L F Mn3"),
        ("B5", "A A A L Py Mb3"), ("B6", "A A Mb3 Mn3 Mg3 My3"),
    ],
)  # fmt: skip
def test_b_sides_differ(side: str, squares: str) -> None:
    assert count_squares(START_CARDS[side]) == Counter(squares.split())


def test_every_card_is_a_land_that_can_be_scored() -> None:
    for number, card in (MAP_CARDS | START_CARDS).items():
        text = " / ".join(" ".join(square + "*" * (square[0] == "P") for square in row) for row in card)
        answer = score_data("honshu", {"players": [{"map": text}, {}]})
        forest, town, lake, factory, _ = (line["points"] for line in answer["players"][0]["lines"])
        squares = count_squares(card)
        assert forest == 2 * squares["F"], number
        assert town <= squares["T"] <= 6, number
        assert lake == 0, number
        assert factory == sum(
            int(square[2]) for square in squares if square[0] == "M" and f"P{square[1]}" in squares
        ), number


# Laying


def test_start_card_is_laid_as_printed() -> None:
    assert lay([]) == {}
    assert write_map({}) == ""
    assert show(Placement("A1", -3, 7)) == "A A / Pb Pn / T T"


def test_a_card_is_turned_clockwise_by_quarters() -> None:
    card = MAP_CARDS["1"]
    assert turn_card(card, 0) == turn_card(card, 4) == card == (("L", "Pb"), ("F", "T"), ("Pg", "T"))
    assert turn_card(card, 1) == turn_card(card, 5) == (("Pg", "F", "L"), ("T", "T", "Pb"))
    assert turn_card(card, 2) == (("T", "Pg"), ("T", "F"), ("Pb", "L"))
    assert turn_card(card, 3) == (("Pb", "T", "T"), ("L", "F", "Pg"))


def test_card_is_laid_over_or_under() -> None:
    # B2 is T F / Pn F / My3 A; card 51 is T A / F T / F A, its first square meets B2's last
    assert show(Placement("B2", 0, 0), Placement("51", 2, 1)) == "T F . / Pn F . / My3 T A / . F T / . F A"
    assert show(Placement("B2", 0, 0), Placement("51", 2, 1, under=(0,))) == "T F . / Pn F . / My3 A A / . F T / . F A"


def test_card_can_be_over_one_and_under_another() -> None:
    # card 49 (F F / A T / A T) meets B2's row 3 on its left and card 51's first column below
    first, second = Placement("B2", 0, 0), Placement("51", 2, 1)
    third = Placement("49", 2, 0, under=(0,))
    # row 3: B2's My3 stays over it, 51's T is covered by F; rows 4 and 5: A beside 51's covered F, then T over it
    assert show(first, second, third) == "T F . / Pn F . / My3 F A / A T T / A T A"


def test_visible_square_names_its_card() -> None:
    land = lay([Placement("B2", 0, 0), Placement("51", 2, 1)])
    assert not isinstance(land, Fault)
    assert land[2, 1] == SeenSquare("T", 1)
    assert land[2, 0] == SeenSquare("My3", 0)


def test_unknown_card_is_repeated_up_to_twenty_characters() -> None:
    assert wrong(Placement("12345678901234567890123", 0, 0)) == (
        "0.card",
        "choice",
        "There is no card 12345678901234567890",
    )


def test_a_card_must_share_a_square() -> None:
    for spot in ((3, 0), (0, 2), (3, 2), (9, 9)):
        assert wrong(Placement("A1", 0, 0), Placement("49", *spot))[:2] == ("1", "impossible")
    assert "share at least one square" in wrong(Placement("A1", 0, 0), Placement("49", 0, 2))[2]


def test_one_square_of_a_card_must_stay_visible() -> None:
    path, code, message = wrong(Placement("A1", 0, 0), Placement("49", 0, 0, under=(0,)))
    assert (path, code) == ("1", "impossible")
    assert message == "At least one square of card 49 must stay visible"
    assert show(Placement("A1", 0, 0), Placement("49", 0, 0)) == "F F / A T / A T"
    assert show(Placement("A1", 0, 0), Placement("49", 1, 0, under=(0,))) == "A A / Pb Pn / T T / A T"


def test_a_lake_is_never_hidden_over_or_under() -> None:
    # B3 is L F / Pg A / A L; card 1 is L Pb / F T / Pg T
    for placement, at in (
        (Placement("49", -2, -1), (0, 0)),
        (Placement("49", 2, 1), (2, 1)),
        (Placement("1", 1, 0, under=(0,)), (1, 0)),
    ):
        path, code, message = wrong(Placement("B3", 0, 0), placement)
        assert (path, code) == ("1", "impossible")
        assert f"would hide the lake in row {at[0]}, column {at[1]}" in message
    assert show(Placement("B3", 0, 0), Placement("49", 2, 1, under=(0,))) == "L F . / Pg A . / A L F / . A T / . A T"


def lay_at_the_corner(land: Mapping[Spot, SeenSquare], card: str) -> list[Placement]:
    """Return the four placements that touch only the leftmost square of the top row, under it if it is a lake, else
    over it.
    """
    row, column = min(land)
    under = (land[row, column].laid,) if land[row, column].square == "L" else ()
    shapes = [turn_card(MAP_CARDS[card], turns) for turns in range(4)]
    return [
        Placement(card, row + 1 - len(shape), column + 1 - len(shape[0]), turns, under)
        for turns, shape in enumerate(shapes)
    ]


def test_no_map_card_has_more_than_one_lake() -> None:
    assert max(count_squares(card)["L"] for card in MAP_CARDS.values()) == 1


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_every_card_can_be_laid_as_the_rules_say(seed: int) -> None:
    dice = random.Random(seed)
    laid = [Placement(dice.choice(list(START_CARDS)), 0, 0)]
    for card in dice.sample(list(MAP_CARDS), 12):
        land = lay(laid)
        assert not isinstance(land, Fault)
        at_corner = [
            placement for placement in lay_at_the_corner(land, card) if not isinstance(lay([*laid, placement]), Fault)
        ]
        assert at_corner
        row, column = dice.choice(list(land))
        anywhere = Placement(card, row, column, dice.randrange(4), under=tuple(range(dice.randrange(len(laid) + 1))))
        laid.append(dice.choice(at_corner) if isinstance(lay([*laid, anywhere]), Fault) else anywhere)


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ([Placement("61", 0, 0)], ("0.card", "choice")),
        ([Placement("7", 0, 0)], ("0.card", "impossible")),
        ([Placement("A1", 0, 0), Placement("B2", 1, 0)], ("1.card", "impossible")),
        ([Placement("A1", 0, 0), Placement("49", 2, 0), Placement("49", 4, 0)], ("2.card", "impossible")),
        ([Placement("A1", 0, 0), Placement("49", 2, 0, under=(1,))], ("1.under", "choice")),
        ([Placement("A1", 0, 0), Placement("49", 2, 0, under=(-1,))], ("1.under", "choice")),
    ],
)
def test_a_card_that_cannot_come_here_is_refused(cards: list[Placement], fault: tuple[str, str]) -> None:
    assert wrong(*cards)[:2] == fault


def chain(numbers: list[str]) -> list[Placement]:
    """Return cards laid down to the right, each over the bottom right square of the one before."""
    return [Placement(number, 2 * i, i) for i, number in enumerate(numbers)]


def test_land_has_at_most_thirteen_cards() -> None:
    # map cards whose bottom right square is no lake, so that each may be covered there
    dry = [number for number, card in MAP_CARDS.items() if card[2][1] != "L"][:13]
    land = lay(chain(["A1", *dry[:12]]))
    assert not isinstance(land, Fault)
    assert len(land) == VISIBLE_SQUARES == 66
    answer = score_data("honshu", {"players": [{"map": write_map(land)}, {}]})
    assert "faults" not in answer
    assert wrong(*chain(["A1", *dry]))[:2] == ("13", "too_many")


def deal_cards(
    seed: int, starts: Sequence[str] = tuple(START_CARDS), deck: Sequence[str] = tuple(MAP_CARDS)
) -> list[Placement]:
    """Return a start card and twelve map cards laid at random where the rules allow it, some over and some under
    others.
    """
    dice = random.Random(seed)
    cards = [Placement(dice.choice(starts), 0, 0)]
    for number in dice.sample(deck, 12):
        land = lay(cards)
        assert not isinstance(land, Fault)
        for _ in range(200):
            row, column = dice.choice(list(land))
            under = tuple(other for other in range(len(cards)) if dice.random() < 0.5)
            placement = Placement(number, row - dice.randrange(3), column - dice.randrange(3), dice.randrange(4), under)
            if not isinstance(lay([*cards, placement]), Fault):
                cards.append(placement)
                break
    return cards


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_laid_lakes_are_in_one_piece_that_the_sheet_accepts(seed: int) -> None:
    cards = deal_cards(seed)
    land = lay(cards)
    assert not isinstance(land, Fault)
    lakes = sum(count_squares((START_CARDS | MAP_CARDS)[placement.card])["L"] for placement in cards)
    assert sum(square.square == "L" for square in land.values()) == lakes
    assert 6 <= len(land) <= VISIBLE_SQUARES
    assert "faults" not in score_data("honshu", {"players": [{"map": write_map(land)}, {}]})


def faults(**question: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in lay_query(question).get("faults", [])]


def test_start_card_gets_cubes_on_production_squares() -> None:
    """A4 is Py Pb / A T / A T."""
    assert lay_query({"card": "A4"}) == {"map": "Py* Pb* / A T / A T", "row": 1, "column": 1}


def test_laid_card_hides_squares_and_their_cubes() -> None:
    """Card 49 is F F / A T / A T; its first square covers the blue production square."""
    assert lay_query({"map": "T Pb*", "card": "49", "row": 1, "column": 2}) == {
        "map": "T F F / . A T / . A T",
        "row": 1,
        "column": 2,
    }


def test_card_under_a_land_leaves_the_land_unchanged() -> None:
    question = {"map": "T Pb*", "card": "49", "row": 1, "column": 2, "above": ["r1c2"]}
    assert lay_query(question) == {"map": "T Pb* F / . A T / . A T", "row": 1, "column": 2}


def test_card_can_be_over_one_square_and_under_another() -> None:
    question = {"map": "T T", "card": "49", "row": 1, "column": 1, "above": ["r1c2"]}
    assert lay_query(question)["map"] == "F T / A T / A T"


def test_card_without_a_place_goes_to_the_first_square() -> None:
    """Card 49 is F F / A T / A T."""
    assert lay_query({"map": "T T", "card": "49"}) == {"map": "F F / A T / A T", "row": 1, "column": 1}


def test_a_factory_of_the_land_holds_two_cubes_and_no_more() -> None:
    """With one of the scoring cards a factory takes two."""
    assert lay_query({"map": "T T Mb2**", "card": "49"})["map"] == "F F Mb2** / A T . / A T ."
    assert faults(map="T T Mb2***", card="49")[0][0] == "map"


def test_missing_card_number_is_a_fault() -> None:
    (fault,) = lay_query({"map": "T T"})["faults"]
    assert fault["message"] == "Enter the number of the card"


@pytest.mark.parametrize(
    ("turns", "land"), [(0, "F F / A T / A L"), (1, "A A F / L T F"), (2, "L A / T A / F F"), (3, "F T L / F A A")]
)
def test_a_card_is_turned_clockwise(turns: int, land: str) -> None:
    """Card 49 is F F / A T / A T; a lake lies over the place of one of its T corners."""
    corner = {0: (3, 2), 1: (2, 1), 2: (1, 1), 3: (1, 3)}[turns]
    row, column = 2 - corner[0], 2 - corner[1]
    question = {"map": ". / . L", "card": "49", "turns": turns, "row": row + 1, "column": column + 1, "above": ["r2c2"]}
    assert lay_query(question)["map"] == land


def test_place_is_that_on_the_returned_map() -> None:
    """Laid two rows above and one column left of the land's corner, the card is then at the map's first row and
    column.
    """
    assert lay_query({"map": "T T", "card": "49", "row": -1, "column": 0}) == {
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
        validator.validate(lay_query({"card": card} | land))


def test_illegal_placements_are_told_in_the_readers_language() -> None:
    message = "Card %(card)s would hide the lake in row %(row)s, column %(column)s; lakes stay visible"
    words = {message: "卡牌%(card)s會蓋住第%(row)s列第%(column)s欄的湖泊"}
    (fault,) = lay_query({"map": "L T", "card": "49", "row": 1, "column": 1}, lambda text: words.get(text, text))[
        "faults"
    ]
    assert fault["message"] == "卡牌49會蓋住第1列第1欄的湖泊"


COUNTS = {"forest": "F", "fallow": "A", "empty": "P"}


@settings(max_examples=8)
@given(
    decks=st.permutations(list(MAP_CARDS)),
    starts=st.permutations(range(1, 7)),
    end_card=st.sampled_from(list(END_CARDS)),
)
def test_counts_of_laid_cards_are_no_fault(decks: list[str], starts: list[int], end_card: str) -> None:
    """What is counted on five lands that were laid by the rules, with every factory full, never goes over a bound."""
    players = []
    for seat in range(5):
        land = lay(
            deal_cards(starts[seat], [f"{side}{starts[seat]}" for side in "AB"], decks[12 * seat : 12 * (seat + 1)])
        )
        assert not isinstance(land, Fault)
        squares = [square.square for square in land.values()]
        score = score_data("honshu", {"players": [{"map": write_map(land)}, {}], "end_card": end_card})
        by_line = {line["key"]: line["parts"] for line in score["players"][0]["lines"]}
        factories = [square for square in squares if square[0] == "M"]
        counts: dict[str, Any] = {name: squares.count(kind) for name, kind in COUNTS.items() if kind != "P"}
        counts["town"] = max((len(part["at"]) for part in by_line["town"]), default=0)
        counts["lakes"] = [len(part["at"]) for part in by_line["lake"]]
        counts["factories"] = {points: sum(square[2] == points for square in factories) for points in "234"}
        counts["second_resources"] = counts["factories"]
        for name, colours in (("blue_yellow", "by"), ("grey_brown", "gn")):
            counts[name] = sum(square[1] in colours for square in factories)
        if end_card == "empty_production":
            counts["empty"] = sum(square[0] == "P" for square in squares)
        for card, name in (("forest_runs", "runs"), ("fallow_blocks", "blocks"), ("town_crosses", "crosses")):
            counts[name] = len(by_line["end_card"]) if card == end_card else 0
        players.append(counts)
    answer = score_data("honshu", {"players": players, "end_card": end_card})
    assert "faults" not in answer, answer


def test_fullest_cards_of_each_kind_are_no_fault() -> None:
    """A start card and twelve map cards with most squares of a kind, all in sight, for each count that has a bound
    of its own.
    """
    for name, kinds in (("forest", "F"), ("fallow", "A"), ("town", "T"), ("lakes", "L")):
        cards = [
            *sorted(START_CARDS.values(), key=lambda card: count_squares(card)[kinds])[-1:],
            *sorted(MAP_CARDS.values(), key=lambda card: count_squares(card)[kinds])[-12:],
        ]
        number = sum(count_squares(card)[kinds] for card in cards)
        counts = {name: [number] if name == "lakes" else number}
        assert "faults" not in score_data("honshu", {"players": [counts, {}]})
        more = {name: [number + 1] if name == "lakes" else number + 1}
        assert "faults" in score_data("honshu", {"players": [more, {}]})
