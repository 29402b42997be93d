"""Qin: expectations are reckoned by hand from 24, 19 or 15 pagodas, in the comments."""

from typing import Any

import pytest
import tables
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tables import check_reply, read_cases

from scorers.entries import Number, entries_of
from scorers.qin.score import GAME, Player, Sheet
from scorers.service import ask_calculator, compare_data, score_data
from scorers.sheet import load_sheet

START = {2: 24, 3: 19, 4: 15}
PAGODAS = {"provinces": 1, "major_provinces": 2, "villages": 1}


def answer(*players: dict[str, Any], **options: Any) -> dict[str, Any]:
    return score_data("qin", {"players": list(players), **options})


def totals(*players: dict[str, Any], **options: Any) -> list[int]:
    return [player["total"] for player in answer(*players, **options)["players"]]


def faults(*players: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in answer(*players, **options).get("faults", ())]


@pytest.mark.parametrize("case", tables.read_cases(__file__, "scores.tsv"))
def test_score_is_that_of_the_table(case: dict[str, str]) -> None:
    tables.check_result("qin", case)


# Blanks, variants, links


@pytest.mark.parametrize("entry", ["left", *PAGODAS])
def test_a_form_offers_both_ways_to_count_one_game(entry: str) -> None:
    is_offered = entries_of(Player)[entry].asked_if
    assert [is_offered(Sheet(players=(), match=match), Player()) for match in (False, True)] == [True, False]


@pytest.mark.parametrize("entry", ["left", "left_bird", "left_lion"])
def test_blank_pagodas_left_are_asked_for(entry: str) -> None:
    """Once another player's are entered, a blank is not taken for 0."""
    question = "How many pagodas are left? If all are built, enter 0."
    assert entries_of(Player)[entry].ask_if_blank == question


def test_each_count_names_its_line_and_its_limit() -> None:
    """Two players have 24 pagodas each, and a major province has two."""
    counts = {name: (entry.line, entry.high) for name, entry in entries_of(Player).items() if isinstance(entry, Number)}
    built = {"provinces": ("pagodas", 24), "major_provinces": ("pagodas", 12), "villages": ("pagodas", 24)}
    assert counts == built | {"left": ("pagodas", 24), "left_bird": ("bird", 24), "left_lion": ("lion", 24)}
    assert all(type(high) is int for _, high in counts.values())


def test_a_match_needs_both_boards_to_be_compared() -> None:
    columns = compare_data("qin", {"players": [{"left": 2, "left_bird": 1}, {"left": 5}]})["columns"]
    assert [(column["key"], column["options"]) for column in columns] == [
        ("game", {"match": False}),
        ("match", {"match": True}),
    ]
    assert columns[0]["result"]["winners"] == [0]
    assert columns[1]["needs"] == ["players.0.left_lion", "players.1.left_bird", "players.1.left_lion"]


def test_comparison_has_a_game_and_a_match() -> None:
    players = [{"left": 2, "left_bird": 2, "left_lion": 9}, {"left": 5, "left_bird": 5, "left_lion": 0}]
    columns = compare_data("qin", {"players": players, "match": True})["columns"]
    # 22 : 19 in one game; (22 + 15) : (19 + 24) in the match
    assert [[player["total"] for player in column["result"]["players"]] for column in columns] == [[22, 19], [37, 43]]


def test_impossible_match_has_its_faults_in_the_column() -> None:
    players = [{"left": 2, "left_bird": 20, "left_lion": 0}, {"left": 3}, {"left": 4}]
    columns = compare_data("qin", {"players": players})["columns"]
    assert [set(column) & {"result", "needs", "faults"} for column in columns] == [{"result"}, {"faults"}]
    assert [fault["path"] for fault in columns[1]["faults"]] == ["players.0.left_bird"]


# Faults


@pytest.mark.parametrize("seats", START)
@pytest.mark.parametrize("entry", ["left", "left_bird", "left_lion"])
def test_pagodas_left_are_at_most_those_at_the_start(seats: int, entry: str) -> None:
    others: list[dict[str, Any]] = [{}] * (seats - 1)
    options = {"match": True} if entry != "left" else {}
    assert faults(*others, {entry: START[seats]}, **options) == []
    assert faults(*others, {entry: START[seats] + 1}, **options) == [(f"players.{seats - 1}.{entry}", "too_many")]


@pytest.mark.parametrize("seats", START)
@pytest.mark.parametrize("entry", PAGODAS)
def test_pagodas_built_are_at_most_those_at_the_start(seats: int, entry: str) -> None:
    others: list[dict[str, Any]] = [{}] * (seats - 1)
    most = START[seats] // PAGODAS[entry]
    assert faults({entry: most}, *others) == []
    assert faults({entry: most + 1}, *others) == [(f"players.0.{entry}", "too_many")]
    rest = START[seats] - PAGODAS[entry]
    other = "villages" if entry != "villages" else "provinces"
    assert faults({entry: 1, other: rest}, *others) == []
    assert faults({entry: 1, other: rest + 1}, *others) == [("players", "impossible")]


def test_the_message_about_too_many_built_names_the_player() -> None:
    fault_list = answer({"name": "Ann", "provinces": 12, "major_provinces": 5, "villages": 3}, {})["faults"]
    assert [fault["message"] for fault in fault_list] == ["Ann has only 24 pagodas, but 25 were counted on the board"]


def test_pagodas_left_and_built_must_agree() -> None:
    entries = {"name": "Ann", "provinces": 9, "major_provinces": 4, "villages": 3}  # 20
    assert faults(entries | {"left": 4}, {}) == []
    assert faults(entries | {"left": 3}, {}) == [("players", "impossible")]
    assert faults(entries | {"left": 5}, {}) == [("players", "impossible")]
    # 5 + 2 × 5 + 0 = 15 of 15
    assert faults({"left": 1, "provinces": 5, "major_provinces": 5, "villages": 0}, {}, {}, {}) == [
        ("players", "impossible")
    ]
    fault_list = answer(entries | {"left": 5}, {})["faults"]
    assert [fault["message"] for fault in fault_list] == ["Ann has 24 pagodas, but 20 built and 5 left were entered"]


@pytest.mark.parametrize(
    ("entries", "names"),
    [
        ({"left": 5, "provinces": 9}, ("left", "provinces", "major_provinces", "villages")),
        ({"provinces": 18, "villages": 7}, ("provinces", "major_provinces", "villages")),
    ],
)
def test_contradiction_names_its_entries(entries: dict[str, int], names: tuple[str, ...]) -> None:
    player = {"provinces": 0, "major_provinces": 0, "villages": 0} | entries
    (fault,) = load_sheet(GAME, {"players": [{}, player]})
    assert fault.entries == tuple(f"players.1.{name}" for name in names)


def test_match_has_its_own_lines() -> None:
    assert list(GAME.lines) == ["pagodas", "bird", "lion"]


def test_uncounted_pagodas_may_explain_the_difference() -> None:
    assert faults({"left": 4, "provinces": 9}, {}) == []
    assert faults({"left": 15, "provinces": 9}, {}) == []
    assert faults({"left": 16, "provinces": 9}, {}) == [("players", "impossible")]


@pytest.mark.parametrize("entry", ["left", "provinces", "major_provinces", "villages", "left_bird", "left_lion"])
def test_no_number_is_negative_or_no_whole_number(entry: str) -> None:
    assert faults({entry: -1}, {}) == [(f"players.0.{entry}", "too_few")]
    assert faults({entry: 1.5}, {}) == [(f"players.0.{entry}", "type")]
    assert faults({entry: True}, {}) == [(f"players.0.{entry}", "type")]
    assert faults({entry: None}, {}) == []


def test_a_match_is_yes_or_no() -> None:
    for player in ({}, {"left": 1, "provinces": 1, "major_provinces": 0, "villages": 0}):
        assert faults(player, {}, match=1) == [("match", "type")]


# Declarations and laws


@st.composite
def any_players(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return players with pagodas left, with pagodas built, or without entries."""
    seats = draw(st.integers(2, 4))
    by_left = st.fixed_dictionaries({"left": st.integers(0, 15)})
    by_built = st.fixed_dictionaries(
        {"provinces": st.integers(0, 7), "major_provinces": st.integers(0, 2), "villages": st.integers(0, 4)}
    )
    return [draw(st.one_of(by_left, by_built, st.just({}))) | {"name": str(seat)} for seat in range(seats)]


@settings(max_examples=60)
@given(any_players())
def test_total_never_exceeds_the_start_pagodas(table: list[dict[str, Any]]) -> None:
    for player in answer(*table)["players"]:
        assert 0 <= player["total"] <= START[len(table)]


@settings(max_examples=60)
@given(any_players())
def test_counting_built_pagodas_equals_counting_those_left(table: list[dict[str, Any]]) -> None:
    start = START[len(table)]
    counts = [sum(PAGODAS[entry] * player.get(entry, 0) for entry in PAGODAS) for player in table]
    by_left = [
        player if "left" in player else {"left": start - pagodas} for player, pagodas in zip(table, counts, strict=True)
    ]
    assert totals(*by_left) == totals(*table)


@settings(max_examples=60)
@given(any_players(), st.data())
def test_one_more_pagoda_left_is_one_point_less(table: list[dict[str, Any]], data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(table) - 1))
    assume("left" in table[seat] and table[seat]["left"] < START[len(table)])
    more = [player | {"left": player["left"] + 1} if i == seat else player for i, player in enumerate(table)]
    before, after = totals(*table), totals(*more)
    assert after[seat] == before[seat] - 1
    assert after[:seat] + after[seat + 1 :] == before[:seat] + before[seat + 1 :]


def tile(squares: int | None, *touched: list[int] | None, player: str = "A") -> dict[str, Any]:
    return ask_calculator(
        GAME.calculators["province"], {"squares": squares, "touched": list(touched), "player": player}
    )


def village(*pagodas: int, **data: str) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["village"], {"pagodas": list(pagodas), **data})


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("qin", case)


@given(st.lists(st.tuples(st.integers(2, 8), st.integers(0, 3)), min_size=1, max_size=4), st.integers(1, 2))
def test_pagodas_match_the_new_province(touched: list[tuple[int, int]], squares: int) -> None:
    answer = tile(squares, *([size for size, owner in touched if owner == seat] for seat in range(4)))
    if not answer["allowed"]:
        assert answer["pagodas"] == [0] * 4
        return
    before = sum(2 if size >= 5 else 1 for size, _ in touched)
    assert before + sum(answer["pagodas"]) == (2 if answer["size"] >= 5 else 1)
    assert answer["size"] == squares + sum(size for size, _ in touched)
    assert answer["owner"] == max(touched)[1]


@given(
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
    st.sampled_from(["nobody", *"ABCD"]),
    st.sampled_from(["nobody", "stays"]),
)
def test_holder_of_a_village_has_most_pagodas(pagodas: list[int], holder: str, tie: str) -> None:
    after = village(*pagodas, holder=holder, tie=tie)["holder"]
    if after is not None:
        assert pagodas[after] == max(pagodas) > 0
    elif max(pagodas):
        assert pagodas.count(max(pagodas)) > 1
