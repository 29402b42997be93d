"""Qin: every number here is reckoned by hand from 24, 19 or 15 pagodas, as stands in the comment beside it."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorers.entries import entries_of
from scorers.qin.score import GAME, Player, Sheet
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet

START = {2: 24, 3: 19, 4: 15}
PAGODAS = {"provinces": 1, "major_provinces": 2, "villages": 1}


def answer(*players: dict[str, Any], **options: Any) -> dict[str, Any]:
    return score_data("qin", {"players": list(players), **options})


def totals(*players: dict[str, Any], **options: Any) -> list[int]:
    return [player["total"] for player in answer(*players, **options)["players"]]


def faults(*players: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in answer(*players, **options).get("faults", ())]


# Examples, lines and table rows


@pytest.mark.parametrize("seats", START)
def test_start_pagodas_depend_on_the_number_of_players(seats: int) -> None:
    players = [{"left": 3}, *[{"left": START[seats]}] * (seats - 1)]
    assert totals(*players) == [START[seats] - 3] + [0] * (seats - 1)


def test_pagodas_built_are_those_not_left() -> None:
    lines = answer({"left": 7}, {})["players"][0]["lines"]
    assert lines == [{"key": "pagodas", "label": "Pagodas built", "points": 17, "working": "24 − 7", "rule": "scoring-pagodas"}]


@pytest.mark.parametrize(("entry", "pagodas"), [("provinces", 3), ("major_provinces", 6), ("villages", 3)])
def test_major_province_has_two_pagodas_others_one(entry: str, pagodas: int) -> None:
    assert totals({entry: 3}, {"left": 0}) == [pagodas, 24]


def test_built_pagodas_have_a_working() -> None:
    # 9 + 2 × 4 + 3 = 20
    row = answer({"provinces": 9, "major_provinces": 4, "villages": 3}, {})["players"][0]["lines"][0]
    assert (row["points"], row["working"]) == (20, "1 × 9 + 2 × 4 + 1 × 3")


def test_pagodas_left_and_built_give_the_same_total() -> None:
    both = {"left": 4, "provinces": 9, "major_provinces": 4, "villages": 3}  # 4 + 9 + 8 + 3 = 24
    assert totals(both, {"left": 4}) == [20, 20]
    assert answer(both, {})["players"][0]["lines"][0]["working"] == "24 − 4"


def test_a_match_adds_up_both_boards_on_two_lines() -> None:
    result = answer({"left_bird": 0, "left_lion": 9}, {"left_bird": 3, "left_lion": 4}, match=True)
    lines = [[(line["key"], line["points"], line["working"]) for line in player["lines"]] for player in result["players"]]
    assert lines == [
        [("bird", 24, "24 − 0"), ("lion", 15, "24 − 9")],
        [("bird", 21, "24 − 3"), ("lion", 20, "24 − 4")],
    ]
    # 39 : 41; a last pagoda on one side wins nothing in a match
    assert (result["winners"], result["decided_by"]) == ([1], "total")
    assert list(GAME.lines) == ["pagodas", "bird", "lion"]


def test_a_blank_adds_nothing() -> None:
    result = answer({"left_bird": 5}, {}, match=True)
    assert [[line["points"] for line in player["lines"]] for player in result["players"]] == [[19, 0], [0, 0]]
    assert totals({}, {"provinces": 2}) == [0, 2]


# Winning and ties


def test_the_last_pagoda_wins_a_single_game() -> None:
    result = answer({"left": 0}, {"left": 1}, {"left": 2})
    assert (result["winners"], result["decided_by"]) == ([0], "last_pagoda")
    result = answer({"left": 1}, {"provinces": 10, "major_provinces": 6, "villages": 2})  # 10 + 12 + 2 = 24
    assert (result["winners"], result["decided_by"]) == ([1], "last_pagoda")


def test_otherwise_the_most_pagodas_win() -> None:
    result = answer({"left": 3}, {"left": 1}, {"left": 2}, {"left": 3})
    assert (result["winners"], result["decided_by"]) == ([1], "total")
    assert [player["rank"] for player in result["players"]] == [3, 1, 2, 3]


@pytest.mark.parametrize("left", [0, 5])
def test_ties_are_shared_and_nothing_more_is_asked(left: int) -> None:
    result = answer({"left": left}, {"left": left}, {"left": 9})
    assert (result["winners"], result["decided_by"], result["asks"]) == ([0, 1], "shared", [])
    assert [player["rank"] for player in result["players"]] == [1, 1, 3]


def test_tied_match_is_shared() -> None:
    result = answer({"left_bird": 0, "left_lion": 4}, {"left_bird": 3, "left_lion": 1}, match=True)
    assert (result["winners"], result["decided_by"]) == ([0, 1], "shared")


# Blanks, variants, links


def test_pagodas_are_asked_for_as_left_or_as_built() -> None:
    assert answer({}, {"left": 3})["blank"] == ["players.0.left"]
    assert answer({"provinces": 4}, {"left": 3, "villages": 2})["blank"] == ["players.0.major_provinces", "players.0.villages"]
    assert answer({"provinces": 4, "major_provinces": 0, "villages": 0}, {"left": 3})["blank"] == []


@pytest.mark.parametrize("entry", ["left", *PAGODAS])
def test_a_form_offers_both_ways_to_count_one_game(entry: str) -> None:
    is_offered = entries_of(Player)[entry].shown_if
    assert [is_offered(Sheet(players=(), match=match)) for match in (False, True)] == [True, False]


def test_a_match_asks_for_both_boards() -> None:
    expected = ["players.0.left_lion", "players.1.left_bird", "players.1.left_lion"]
    assert answer({"left_bird": 1}, {"left": 2}, match=True)["blank"] == expected


def test_entries_of_the_other_mode_are_ignored() -> None:
    assert totals({"left": 2, "left_bird": 24, "left_lion": 24}, {"left": 3}, {"left": 4}) == [17, 16, 15]
    assert totals({"left_bird": 1, "left_lion": 2, "left": 9, "provinces": 24}, {}, match=True) == [45, 0]


def test_a_match_needs_both_boards_to_be_compared() -> None:
    columns = compare_data("qin", {"players": [{"left": 2, "left_bird": 1}, {"left": 5}]})["columns"]
    assert [(column["key"], column["options"]) for column in columns] == [("game", {"match": False}), ("match", {"match": True})]
    assert columns[0]["result"]["winners"] == [0]
    assert columns[1]["needs"] == ["players.0.left_lion", "players.1.left_bird", "players.1.left_lion"]


def test_comparison_has_a_game_and_a_match() -> None:
    players = [{"left": 2, "left_bird": 2, "left_lion": 9}, {"left": 5, "left_bird": 5, "left_lion": 0}]
    columns = compare_data("qin", {"players": players, "match": True})["columns"]
    # 22 : 19 in one game; (22 + 15) : (19 + 24) in the match
    assert [[player["total"] for player in column["result"]["players"]] for column in columns] == [[22, 19], [37, 43]]


def test_a_sheet_that_cannot_be_a_match_says_so_in_that_column() -> None:
    players = [{"left": 2, "left_bird": 20, "left_lion": 0}, {"left": 3}, {"left": 4}]
    columns = compare_data("qin", {"players": players})["columns"]
    assert [set(column) & {"result", "needs", "faults"} for column in columns] == [{"result"}, {"faults"}]
    assert [fault["path"] for fault in columns[1]["faults"]] == ["players.0.left_bird"]


# Faults


@pytest.mark.parametrize("seats", START)
@pytest.mark.parametrize("entry", ["left", "left_bird", "left_lion"])
def test_nobody_has_more_pagodas_left_than_they_started_with(seats: int, entry: str) -> None:
    others: list[dict[str, Any]] = [{}] * (seats - 1)
    options = {"match": True} if entry != "left" else {}
    assert faults(*others, {entry: START[seats]}, **options) == []
    assert faults(*others, {entry: START[seats] + 1}, **options) == [(f"players.{seats - 1}.{entry}", "too_many")]


@pytest.mark.parametrize("seats", START)
@pytest.mark.parametrize("entry", PAGODAS)
def test_nobody_has_built_more_pagodas_than_they_started_with(seats: int, entry: str) -> None:
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


def test_a_match_has_its_own_rule_of_ties() -> None:
    assert GAME.tie_rule(Sheet(players=())) == "ties"
    assert GAME.tie_rule(Sheet(players=(), match=True)) == "disputed-match-tie"


def test_uncounted_pagodas_may_explain_the_difference() -> None:
    assert faults({"left": 4, "provinces": 9}, {}) == []
    assert faults({"left": 15, "provinces": 9}, {}) == []
    assert faults({"left": 16, "provinces": 9}, {}) == [("players", "impossible")]


@pytest.mark.parametrize("entry", ["left", "provinces", "major_provinces", "villages", "left_bird", "left_lion"])
def test_no_number_is_negative_or_no_whole_number(entry: str) -> None:
    assert faults({entry: -1}, {}) == [(f"players.0.{entry}", "too_few")]
    assert faults({entry: 1.0}, {}) == [(f"players.0.{entry}", "type")]
    assert faults({entry: True}, {}) == [(f"players.0.{entry}", "type")]
    assert faults({entry: None}, {}) == []


def test_a_match_is_yes_or_no() -> None:
    for player in ({}, {"left": 1, "provinces": 1, "major_provinces": 0, "villages": 0}):
        assert faults(player, {}, match=1) == [("match", "type")]


# Declarations and laws


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Players of one game, told by pagodas left, by what was built, or not at all."""
    seats = draw(st.integers(2, 4))
    by_left = st.fixed_dictionaries({"left": st.integers(0, 15)})
    by_built = st.fixed_dictionaries({"provinces": st.integers(0, 7), "major_provinces": st.integers(0, 2), "villages": st.integers(0, 4)})
    return [draw(st.one_of(by_left, by_built, st.just({}))) | {"name": str(seat)} for seat in range(seats)]


@settings(max_examples=60)
@given(tables())
def test_total_never_exceeds_the_start_pagodas(table: list[dict[str, Any]]) -> None:
    for player in answer(*table)["players"]:
        assert 0 <= player["total"] <= START[len(table)]


@settings(max_examples=60)
@given(tables())
def test_counting_built_pagodas_equals_counting_those_left(table: list[dict[str, Any]]) -> None:
    start = START[len(table)]
    counts = [sum(PAGODAS[entry] * player.get(entry, 0) for entry in PAGODAS) for player in table]
    by_left = [player if "left" in player else {"left": start - pagodas} for player, pagodas in zip(table, counts, strict=True)]
    assert totals(*by_left) == totals(*table)


@settings(max_examples=60)
@given(tables(), st.data())
def test_one_more_pagoda_left_is_one_point_less(table: list[dict[str, Any]], data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(table) - 1))
    assume("left" in table[seat] and table[seat]["left"] < START[len(table)])
    more = [player | {"left": player["left"] + 1} if i == seat else player for i, player in enumerate(table)]
    before, after = totals(*table), totals(*more)
    assert after[seat] == before[seat] - 1
    assert after[:seat] + after[seat + 1 :] == before[:seat] + before[seat + 1 :]


def test_none_left_and_all_counted_agree() -> None:
    """Four players have 15 pagodas each: 1 × 5 + 2 × 5 + 1 × 0 = 15 stand, and none is left."""
    player = {"left": 0, "provinces": 5, "major_provinces": 5, "villages": 0}
    result = score_data("qin", {"players": [player, {}, {}, {}]})
    assert result["players"][0]["total"] == 15
    assert score_data("qin", {"players": [player | {"left": 1}, {}, {}, {}]})["faults"][0]["path"] == "players"


def test_blanks_are_worth_nothing_and_have_no_working() -> None:
    result = score_data("qin", {"players": [{"provinces": 2}, {}]})["players"]
    assert (result[0]["total"], result[0]["lines"][0]["working"]) == (2, "1 × 2 + 2 × 0 + 1 × 0")
    match = score_data("qin", {"match": True, "players": [{"left_bird": 4}, {}]})["players"]
    assert [line["working"] for line in match[0]["lines"]] == ["24 − 4", ""]
    assert [line["working"] for line in match[1]["lines"]] == ["", ""]
