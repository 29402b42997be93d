"""Honshu: the maximum numbers of runs and blocks agree with a plain search, and the hardest known lands are quick."""

import random
from collections.abc import Callable, Iterable
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.honshu import patterns
from scorers.honshu.land import STRIDE
from scorers.honshu.patterns import blocks, crosses, lines, runs, separate_blocks, separate_runs
from tests.games.honshu.hard_lands import HARD_LANDS, Places, block, places
from tests.games.honshu.test_laws import find_most_apart

Search = Callable[[Iterable[int]], list[tuple[int, ...]]]

SEARCHES = (separate_runs, separate_blocks)
EVERY = {separate_runs: runs, separate_blocks: blocks}
MAX_STATES, MAX_STATES_OF_ALL = 3_200, 10_000
"""Limits of the states that one search, and all searches of the hard lands together, may visit; each takes a few microseconds."""


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
    """Five runs: squares 1 to 3 of both lowest rows, the lowest three of columns 4 and 5, and three of the second row."""
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
    """Blocks: half the rows times half the columns. Runs: a third of all squares, but in one row or two each row for itself."""
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
    """A letter stands for the three squares of one run, so that as many runs fit as there are letters; no square is left for more."""
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
