"""Honshu: laws over random lands, and a second implementation of the score that tries every delivery."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.honshu.delivery import deliver
from scorers.honshu.land import name_of, read_land
from scorers.honshu.score import END_CARDS
from scorers.service import score_data

Spot = tuple[int, int]
Grid = Mapping[Spot, str]

INTERPRETATIONS = {
    "double_factories": ("each", "once"),
    "forest_runs": ("per_three", "sliding", "strict"),
    "fallow_blocks": ("disjoint", "overlapping"),
    "town_crosses": ("any", "largest_only"),
    "empty_production": ("after", "before"),
}
CASES = [(card, interpretation) for card in END_CARDS for interpretation in INTERPRETATIONS.get(card, ("",))]
SQUARES = [
    *"FFTTTLLAA",
    *(f"P{colour}{cube}" for colour in "by" for cube in ("", "*", "*")),
    *(f"M{c}{n}" for c in "by" for n in (2, 3, 4)),
]


def around(spot: Spot) -> list[Spot]:
    row, column = spot
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def random_land(seed: int, most: int = 22) -> dict[Spot, str]:
    """Return a random land in one piece, in which equal squares often meet."""
    dice = random.Random(seed)
    land = {(0, 0): dice.choice(SQUARES)}
    while len(land) < most:
        spot = dice.choice(around(dice.choice(list(land))))
        if spot not in land:
            land[spot] = dice.choice([*SQUARES, *(land[near] for near in around(spot) if near in land), *"FTA"])
        if dice.random() < 0.03:
            break
    for spot, square in land.items():
        if square[0] == "M" and dice.random() < 0.25:
            land[spot] += "*"
    return land


def spell(land: Grid) -> str:
    rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*land, strict=True))
    return " / ".join(" ".join(land.get((row, column), ".") for column in columns) for row in rows)


def score_lines(land: Grid, card: str, interpretation: str = "") -> dict[str, int]:
    options = {"end_card": card} | ({card: interpretation} if interpretation else {})
    answer = score_data("honshu", {"players": [{"map": spell(land)}, {}], **options})
    return {line["key"]: line["points"] for line in answer["players"][0]["lines"]}


LANDS = st.builds(random_land, st.integers(0, 2**32))


# A second implementation: groups by merging, deliveries and patterns by trying all


def groups(spots: set[Spot]) -> list[set[Spot]]:
    results: list[set[Spot]] = []
    for spot in spots:
        joined = [group for group in results if group & set(around(spot))]
        results = [group for group in results if group not in joined] + [{spot}.union(*joined)]
    return results


def find_most_apart(pieces: list[frozenset[Any]]) -> int:
    """Return the maximum number of pieces that share no square: the first piece is either left out or taken."""
    if not pieces:
        return 0
    first, rest = pieces[0], pieces[1:]
    apart = [piece for piece in rest if not piece & first]
    return max(1 + find_most_apart(apart), find_most_apart(rest) if len(apart) < len(rest) else 0)


def threes(spots: set[Spot]) -> list[frozenset[Spot]]:
    lines = [[(r, c), (r, c + 1), (r, c + 2)] for r, c in sorted(spots)] + [
        [(r, c), (r + 1, c), (r + 2, c)] for r, c in sorted(spots)
    ]
    return sorted((frozenset(line) for line in lines if spots.issuperset(line)), key=min)


def squares_of_four(spots: set[Spot]) -> list[frozenset[Spot]]:
    fours = [frozenset({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}) for r, c in sorted(spots)]
    return [four for four in fours if four <= spots]


def rows_and_columns(spots: set[Spot]) -> Iterator[int]:
    """Yield the lengths of all lines, read as words along each row and column."""
    for flip in (False, True):
        cells = {(c, r) if flip else (r, c) for r, c in spots}
        for row in {r for r, _ in cells}:
            text = "".join("F" if (row, column) in cells else " " for column in range(-40, 40))
            yield from map(len, text.split())


def deliveries(land: Grid, room: int) -> Iterator[dict[Spot, str]]:
    """Yield the land after every possible delivery of all, some or none of the cubes."""
    factories = [spot for spot, square in land.items() if square[0] == "M"]
    for more in product(*(range(room - land[spot].count("*") + 1) for spot in factories)):
        after = dict(land)
        for spot, cubes in zip(factories, more, strict=True):
            after[spot] += "*" * cubes
            senders = [at for at, square in after.items() if square == f"P{land[spot][1]}*"]
            if len(senders) < cubes:
                break
            for sender in senders[:cubes]:
                after[sender] = after[sender].rstrip("*")
        else:
            yield after


def reckon(land: Grid, card: str, interpretation: str) -> dict[str, int]:
    of = {kind: {spot for spot, square in land.items() if square[0] == kind} for kind in "FTLAPM"}
    towns = groups(of["T"])
    largest = [town for town in towns if len(town) == max(map(len, towns))]
    middles = [sum(set(around(spot)) <= town for spot in town) for town in towns]
    fixed = {
        ("forest_runs", "per_three"): 4 * sum(length // 3 for length in rows_and_columns(of["F"])),
        ("forest_runs", "sliding"): 4 * len(threes(of["F"])),
        ("forest_runs", "strict"): 4 * find_most_apart(threes(of["F"])),
        ("fallow_blocks", "disjoint"): 5 * find_most_apart(squares_of_four(of["A"])),
        ("fallow_blocks", "overlapping"): 5 * len(squares_of_four(of["A"])),
        ("town_crosses", "any"): 3 * sum(middles),
        ("town_crosses", "largest_only"): 3 * max((sum(set(around(s)) <= t for s in t) for t in largest), default=0),
        ("empty_production", "before"): 2
        * max(0, sum(land[s][2:] == "" for s in of["P"]) - sum(land[s].count("*") for s in of["M"])),
    }.get((card, interpretation), 0)
    best = (-1, 0, 0, 0)
    for after in deliveries(land, 2 if card == "double_factories" else 1):
        holdings = {spot: after[spot] for spot in of["M"]}
        factory = sum(int(square[2]) for square in holdings.values() if "*" in square)
        extra = {
            ("double_factories", "each"): sum(int(square[2]) for square in holdings.values() if "**" in square),
            ("empty_production", "after"): 2 * sum("*" not in after[spot] for spot in of["P"]),
            ("blue_yellow", ""): 2 * sum("*" in square and square[1] in "by" for square in holdings.values()),
            ("grey_brown", ""): 2 * sum("*" in square and square[1] in "gn" for square in holdings.values()),
        }.get((card, interpretation), 0)
        firsts = sum("*" in square for square in holdings.values())
        cubes = sum(square.count("*") for square in holdings.values())
        if (factory + extra, firsts, cubes) > (best[0], best[1], best[2]):
            best = (factory + extra, firsts, cubes, factory)
    lakes = [len(lake) for lake in groups(of["L"])]
    return {
        "forest": 2 * len(of["F"]),
        "town": max(map(len, towns), default=0),
        "lake": 2 * sum(lakes) if card == "lake_squares" else sum(3 * size - 3 for size in lakes),
        "factory": best[3],
        "end_card": best[0] - best[3] + fixed,
    }


@pytest.mark.parametrize(("card", "interpretation"), CASES)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_the_score_is_that_of_the_best_delivery(card: str, interpretation: str, seed: int) -> None:
    land = random_land(seed, most=18)
    assert score_lines(land, card, interpretation) == reckon(land, card, interpretation)


# Laws


@pytest.mark.parametrize(("card", "interpretation"), CASES)
@settings(max_examples=15)
@given(land=LANDS)
def test_parts_add_up_to_their_line_and_name_visible_squares(card: str, interpretation: str, land: Grid) -> None:
    options = {"end_card": card} | ({card: interpretation} if interpretation else {})
    answer = score_data("honshu", {"players": [{"map": spell(land)}, {}], **options})
    top, left = min(row for row, _ in land) - 1, min(column for _, column in land) - 1
    visible = {f"r{row - top}c{column - left}" for row, column in land}
    (tally, _) = answer["players"]
    assert tally["total"] == sum(line["points"] for line in tally["lines"])
    for line in tally["lines"]:
        assert line["points"] == sum(part["points"] for part in line["parts"])
        assert {place for part in line["parts"] for place in part["at"]} <= visible
        for item in (line, *line["parts"]):
            assert item["points"] == eval(item["working"].replace("×", "*").replace("−", "-") or "0")


@settings(max_examples=20)
@given(land=LANDS)
def test_a_generous_interpretation_never_scores_less(land: Grid) -> None:
    order = {card: interpretations[::-1] for card, interpretations in INTERPRETATIONS.items()} | {
        "fallow_blocks": ("disjoint", "overlapping"),
        "forest_runs": ("strict", "per_three", "sliding"),
    }
    for card, interpretations in order.items():
        totals = [sum(score_lines(land, card, interpretation).values()) for interpretation in interpretations]
        assert totals == sorted(totals)
        assert totals[0] >= sum(score_lines(land, "none").values())


@settings(max_examples=40)
@given(land=LANDS, case=st.sampled_from(CASES), seed=st.integers(0, 999))
def test_a_land_that_grows_never_scores_less(land: dict[Spot, str], case: tuple[str, str], seed: int) -> None:
    before = sum(score_lines(land, *case).values())
    edge = sorted({near for spot in land for near in around(spot)} - land.keys())
    larger = land | {random.Random(seed).choice(edge): random.Random(seed).choice(("F", "A", "L", "Py", "Mb2", "My4"))}
    assert sum(score_lines(larger, *case).values()) >= before


@settings(max_examples=50)
@given(sizes=st.lists(st.integers(1, 8), max_size=7), grown=st.integers(0, 6))
def test_a_bigger_lake_never_scores_less(sizes: list[int], grown: int) -> None:
    bigger = [size + (i == grown) for i, size in enumerate(sizes)]
    for card in ("none", "lake_squares"):
        small, big = (
            score_data("honshu", {"players": [{"lakes": lakes}, {}], "end_card": card})["players"][0]["total"]
            for lakes in (sizes, bigger)
        )
        assert small <= big


def test_second_cube_pays_like_the_first_by_default() -> None:
    """With room for two in each, both cubes go to the factory of 4 points, which pay 8; one in each would pay 6."""
    delivered = deliver(read_land("Pb* Pb* Mb2 Mb4"), room=2)
    assert [name_of(place) for place in delivered.first] == [name_of(place) for place in delivered.second] == ["r1c4"]
