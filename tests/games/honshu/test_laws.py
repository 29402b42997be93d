"""Honshu: laws over random lands, and second implementations of the score and of the scoring cards' patterns."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.honshu import patterns
from scorers.honshu.delivery import deliver
from scorers.honshu.land import STRIDE, name_of, read_land
from scorers.honshu.patterns import blocks, crosses, lines, runs, separate_blocks, separate_runs
from scorers.honshu.score import END_CARDS
from scorers.service import score_data
from tests.games.honshu.hard_lands import HARD_LANDS, Places, block, places

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
@given(sizes=st.lists(st.integers(1, 3), max_size=4), grown=st.integers(0, 6))
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


Search = Callable[[Iterable[int]], list[tuple[int, ...]]]

SEARCHES = (separate_runs, separate_blocks)
EVERY = {separate_runs: runs, separate_blocks: blocks}
MAX_STATES, MAX_STATES_OF_ALL = 3_200, 10_000
"""Limits of the states that one search, and all searches of the hard lands together, may visit.

Each takes a few microseconds.
"""


def random_places(seed: int, most: int) -> Places:
    """Return random squares of a small field, so that they often meet."""
    dice = random.Random(seed)
    rows, columns = dice.randint(1, 6), dice.randint(2, 7)
    return sorted(dice.sample(block(rows, columns), min(most, dice.randint(1, rows * columns))))


@pytest.mark.parametrize("search", SEARCHES)
@settings(max_examples=120)
@given(seed=st.integers(0, 2**32))
def test_the_most_that_fit_are_found(search: Search, seed: int) -> None:
    land = random_places(seed, 24)
    result = search(land)
    assert len(result) == find_most_apart([frozenset(piece) for piece in EVERY[search](land)])
    assert set(result) <= set(EVERY[search](land))
    assert all(not set(one) & set(other) for one, other in combinations(result, 2))


def test_a_dominated_state_drops_no_other() -> None:
    """Five runs: squares 1 to 3 of both lowest rows, the lowest three of columns 4 and 5, and three of the second
    row.
    """
    land = places("""
        ##.#.
        .####
        ..###
        #####
        #####
    """)
    assert len(separate_runs(land)) == 5


@pytest.mark.parametrize("search", SEARCHES)
def test_full_fields_hold_as_many_as_are_known(search: Search) -> None:
    """Blocks: half the rows times half the columns.

    Runs: a third of all squares, but in one row or two each row for itself.
    """
    for rows, columns in product(range(1, 9), repeat=2):
        if search is separate_blocks:
            most_known = (rows // 2) * (columns // 2)
        elif min(rows, columns) < 3:
            most_known = min(rows, columns) * (max(rows, columns) // 3)
        else:
            most_known = rows * columns // 3
        assert len(search(block(rows, columns))) == most_known, (rows, columns)


@pytest.mark.parametrize("search", SEARCHES)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_pattern_count_ignores_position_and_rotation(search: Search, seed: int) -> None:
    land = random_places(seed, 42)
    spots = [divmod(place, STRIDE) for place in land]
    for turn in (lambda r, c: (c, r), lambda r, c: (40 - r, c), lambda r, c: (r + 9, 1900 - c)):
        assert len(search([row * STRIDE + column for row, column in (turn(*spot) for spot in spots)])) == len(
            search(land)
        )


def test_hard_lands_need_few_search_states(monkeypatch: pytest.MonkeyPatch) -> None:
    visited = 0
    fitting = patterns._Side._find_fitting

    def counted(side: patterns._Side, free: int) -> int:
        nonlocal visited
        visited += 1
        return fitting(side, free)

    monkeypatch.setattr(patterns._Side, "_find_fitting", counted)
    for name, land in HARD_LANDS.items():
        assert 64 <= len(land) <= 66
        for search in SEARCHES:
            before = visited
            assert search(land) or name == "a grid with holes"
            assert visited - before < MAX_STATES
    assert visited < MAX_STATES_OF_ALL


def test_districts_apart_are_searched_apart() -> None:
    apart = [place + 5 * i for i in range(4) for place in block(4, 4)]
    assert len(separate_runs(apart)) == 4 * 5
    assert len(separate_blocks(apart)) == 4 * 4


def test_a_corner_may_be_left_unused() -> None:
    """Two rows of three fit. The forest on top of them would take one of each row, and no other three would be left."""
    assert len(separate_runs(places("#.. ### ###"))) == 2


@pytest.mark.parametrize(
    "drawing",
    [
        """
        .AAABBB..
        .CCCDDD..
        EEE.FFF..
        GGGHHHIII
        J.KKKLMMM
        JNOOOLPPP
        JNQQQLR..
        .N.SSSR..
        ...TTTR..
        """,
        """
        A.BBBCCC
        ADEEEFFF
        ADGHHH..
        IDG..JJJ
        I.G.KKK.
        ILLLMNNN
        ....M...
        ....M...
        """,
    ],
)
def test_land_made_of_runs_holds_them_all(drawing: str) -> None:
    """A letter stands for the three squares of one run, so that as many runs fit as there are letters.

    No square is left for more.
    """
    lands: dict[str, Places] = {}
    for row, text in enumerate(drawing.split(), 1):
        for column, letter in enumerate(text, 1):
            if letter != ".":
                lands.setdefault(letter, []).append(row * STRIDE + column)
    assert all(runs(run) == [tuple(run)] for run in lands.values())
    assert len(separate_runs(place for run in lands.values() for place in run)) == len(lands)


def test_lines_are_as_long_as_can_be() -> None:
    land = places("####. #.#.. ###.#")
    assert [len(line) for line in lines(land)] == [4, 3, 3, 3]
    assert len(runs(land)) == 2 + 3


def test_a_town_needs_all_four_sides_to_be_in_the_middle() -> None:
    assert crosses(places(".#. ### .#.")) == [2 * STRIDE + 2]
    assert crosses(places("### ### ##.")) == [2 * STRIDE + 2]
    assert crosses(places("##. ### ###")) == [2 * STRIDE + 2]
    assert crosses(places(".#. ### ...")) == crosses([]) == []
