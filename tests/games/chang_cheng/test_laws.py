"""Chang Cheng: laws over random walls, and second implementations of the invasion and of reading a wall."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.service import score_data
from tests.games.chang_cheng.test_score import Data, line, totals


def random_wall(seats: int, seed: int) -> Data:
    """Return a whole wall that the pieces can make, with random options.

    Half of them lie on whole boards, with regions and provinces of 3 to 6 spaces; the others are cut anywhere.
    """
    dice = random.Random(seed)
    boards = seed % 2 * dice.randint(1, 4 if seats == 4 else 3)
    length = 13 * boards or dice.randint(1, 52 if seats == 4 else 39)
    supply: dict[str, int] = dict.fromkeys("ABCD"[:seats], 14) | {"n": 12 if seats == 2 else 0}
    spaces: list[str] = []
    while len(spaces) < length:
        piece = dice.choice([*supply, *supply, ".", "x"])
        repeat = dice.choice((1, 1, 2, 3, 5))
        for _ in range(repeat):
            if supply.get(piece, 99):
                supply[piece] = supply.get(piece, 99) - 1
                spaces.append(piece)
    del spaces[length:]
    for letter in "ABCD"[:seats]:
        if dice.random() < 0.8:
            spaces[dice.randrange(length)] = letter + "t"
    for letter in "ABCD"[:seats]:
        at = dice.randrange(length)
        if at + 1 < length and "t" not in spaces[at] + spaces[at + 1] and "d" not in spaces[at] + spaces[at + 1]:
            spaces[at] = spaces[at + 1] = letter + "d"
    most = 9 if seats < 4 else 12
    china, mongol = (cut_boards(boards, dice) or cut(length, dice, most) for _ in range(2))
    return {
        "wall": " ".join(spaces),
        "china": china,
        "mongol": mongol,
        "threats": [dice.choice((0, 2, 3, 4)) for _ in mongol],
        "tower": dice.choice(("region", "all")),
        "tower_majority": dice.choice(("nobody", "pass_on")),
        "neutral": dice.choice(("competes", "ignored")),
        "overlord_tie": dice.choice(("all", "none")),
        "events": dice.sample(("diplomacy", "overlord", "emperors_reward", "scout"), dice.randint(0, 2)),
        "players": [{"track": dice.randint(-5, 60), "unplayed": dice.randint(0, 6)} for _ in range(seats)],
    }


def cut(length: int, dice: random.Random, most: int) -> list[int]:
    borders = sorted(dice.sample(range(1, length), min(length - 1, dice.randint(0, most - 1))))
    return [right - left for left, right in zip([0, *borders], [*borders, length], strict=True)]


def cut_boards(boards: int, dice: random.Random) -> list[int]:
    """Return the sizes of three regions for each board."""
    sizes = [(a, b, 13 - a - b) for a in range(3, 7) for b in range(3, 7) if 3 <= 13 - a - b <= 6]
    return [size for _ in range(boards) for size in dice.choice(sizes)]


TABLES = st.builds(random_wall, st.integers(2, 4), st.integers(0, 2**32))
ON_BOARDS = st.builds(random_wall, st.integers(2, 4), st.integers(0, 2**31).map(lambda number: 2 * number + 1))
"""Walls on whole boards, which are legal also as counts."""


def as_counts(data: Data) -> Data:
    """Return the same sheet by regions and counts, read from the wall in another way than the scorer does."""
    spaces, seats = data["wall"].split(), len(data["players"])
    counts = {key: value for key, value in data.items() if key not in ("wall", "china", "mongol", "threats")}
    region_of = [i for i, size in enumerate(data["mongol"]) for _ in range(size)]
    province_of = [i for i, size in enumerate(data["china"]) for _ in range(size)]
    regions: list[Data] = [
        {"threat": threat, "walls": [0] * seats, "towers": [], "neutral": 0} for threat in data["threats"]
    ]
    spots: list[set[int]] = [set() for _ in range(seats)]
    for space, region, province in zip(spaces, region_of, province_of, strict=True):
        if space == "n":
            regions[region]["neutral"] += 1
        elif space not in (".", "x"):
            seat = "ABCD".index(space[0])
            regions[region]["walls"][seat] += 1
            spots[seat].add(province)
            if space.endswith("t"):
                regions[region]["towers"].append(seat)
    players = [
        {**player, "provinces": len(spots[seat]), "chain": longest_of_all_stretches(spaces, "ABCD"[seat])}
        for seat, player in enumerate(data["players"])
    ]
    return {**counts, "regions": regions, "players": players}


def longest_of_all_stretches(spaces: list[str], letter: str) -> int:
    """Return the length of the longest stretch of one owner's walls, trying every stretch."""
    stretches = (spaces[left:right] for left in range(len(spaces)) for right in range(left, len(spaces) + 1))
    return max(len(stretch) for stretch in stretches if all(space[0] == letter for space in stretch))


def independent_losers(region: Data, safe: set[int], *, pass_on: bool, competes: bool) -> set[int]:
    """Return the players who lose: unsafe, with a wall, and with nobody ahead, or only safe players if losses are
    passed on.
    """
    walls = {seat: count for seat, count in enumerate(region["walls"]) if count}
    losers = set()
    for seat, count in walls.items():
        before = {other for other in walls if walls[other] > count}
        behind_neutral = competes and region["neutral"] > count
        if seat not in safe and not behind_neutral and (before <= safe if pass_on else not before):
            losers.add(seat)
    return losers


def without_event_parts(result: Data) -> list[Data]:
    """Return the players without the places of diplomacy and overlord, which counts do not give."""
    for player in result["players"]:
        for each in player["lines"][2:4]:
            each.pop("parts", None)
    return list(result["players"])


@settings(max_examples=120)
@given(ON_BOARDS)
def test_wall_scores_as_the_counts_read_from_it(data: Data) -> None:
    result, by_counts = score_data("chang_cheng", data), score_data("chang_cheng", as_counts(data))
    assert "players" in result, (result, data)
    assert without_event_parts(result) == without_event_parts(by_counts)


@settings(max_examples=120)
@given(ON_BOARDS)
def test_every_region_agrees_with_counting_by_player(data: Data) -> None:
    counts = as_counts(data)
    owners = {seat for region in counts["regions"] for seat in region["towers"]}
    expected = [0] * len(data["players"])
    for region in counts["regions"]:
        safe = owners if data["tower"] == "all" else set(region["towers"])
        losers = independent_losers(
            region, safe, pass_on=data["tower_majority"] == "pass_on", competes=data["neutral"] == "competes"
        )
        for seat in losers:
            expected[seat] -= region["threat"]
    assert line(score_data("chang_cheng", counts), "invasion") == expected


@settings(max_examples=80)
@given(TABLES)
def test_parts_add_up_and_only_the_invasion_costs_points(data: Data) -> None:
    for player in score_data("chang_cheng", data)["players"]:
        for each in player["lines"][1:]:
            assert each["points"] == sum(part["points"] for part in each.get("parts", [{"points": each["points"]}]))
            assert (each["points"] <= 0) if each["key"] == "invasion" else (each["points"] >= 0)


@settings(max_examples=60)
@given(TABLES)
def test_a_tower_protecting_everywhere_never_costs_its_owner(data: Data) -> None:
    here, everywhere = (
        line(score_data("chang_cheng", {**data, "tower": tower}), "invasion") for tower in ("region", "all")
    )
    for seat in range(len(data["players"])):
        if "ABCD"[seat] + "t" in data["wall"].split():
            assert everywhere[seat] == 0 >= here[seat]


@settings(max_examples=60)
@given(TABLES)
def test_passing_on_never_spares_anybody(data: Data) -> None:
    nobody, passed = (
        line(score_data("chang_cheng", {**data, "tower_majority": way}), "invasion") for way in ("nobody", "pass_on")
    )
    assert all(after <= before for before, after in zip(nobody, passed, strict=True))


@settings(max_examples=60)
@given(TABLES)
def test_a_wall_read_backwards_scores_the_same(data: Data) -> None:
    turned = {**data, "wall": " ".join(reversed(data["wall"].split()))} | {
        key: data[key][::-1] for key in ("china", "mongol", "threats")
    }
    assert totals(score_data("chang_cheng", turned)) == totals(score_data("chang_cheng", data))


@pytest.mark.parametrize("seats", [2, 3])
def test_small_regions_agree_with_a_second_implementation(seats: int) -> None:
    for walls in product(range(4), repeat=seats):
        standing = [seat for seat in range(seats) if walls[seat]]
        for neutral, towers in product(range(4 if seats == 2 else 1), subsets(standing)):
            region = {"threat": 2, "walls": list(walls), "towers": towers, "neutral": neutral}
            for pass_on, competes in product((False, True), repeat=2):
                interpretations = {
                    "tower_majority": "pass_on" if pass_on else "nobody",
                    "neutral": "competes" if competes else "ignored",
                }
                losers = independent_losers(region, set(towers), pass_on=pass_on, competes=competes)
                table = {"players": [{}] * seats, "regions": [region], **interpretations}
                result = line(score_data("chang_cheng", table), "invasion")
                assert result == [-2 if seat in losers else 0 for seat in range(seats)], (region, interpretations)


def subsets(seats: list[int]) -> Iterator[list[int]]:
    for choice in product((False, True), repeat=len(seats)):
        yield [seat for seat, keep in zip(seats, choice, strict=True) if keep]
