"""Typed numbers: lists, unfinished sums, start values, and questions about unusual or blank numbers."""

import pytest
from proofreader import Proofreader

from scorers.querystring import sheet_from_query
from scorers.registry import game
from scorers.service import score_data

HANSA = "/en/hansa_teutonica/score"
FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("typed", ["4+2+1", "4 2 1", "4，2、1", "4＋2 + 1", "4+2+1+", "4;2/1"])
def test_list_keeps_its_numbers_apart(typed: str) -> None:
    data = sheet_from_query(game("honshu").sheet, {"n": ["2"], "1.lakes": [typed]})
    assert data["players"][1] == {"lakes": [4, 2, 1]}


def test_list_in_json_is_scored() -> None:
    """Lakes of 4, 2 and 1 squares pay 9, 3 and 0."""
    result = score_data("honshu", {"players": [{"lakes": [4, 2, 1]}, {}]})
    assert [player["total"] for player in result["players"]] == [12, 0]


def test_numbers_joined_in_a_list_are_a_fault() -> None:
    data = sheet_from_query(game("honshu").sheet, {"n": ["2"], "0.lakes": ["4-2"]})
    (fault,) = score_data("honshu", data)["faults"]
    assert (fault["path"], fault["code"]) == ("players.0.lakes.0", "type")


@pytest.mark.parametrize(("typed", "sentence"), [
    ("12+", "12+ is not finished: add the next number."),
    ("12＋", "12＋ is not finished: add the next number."),
    ("3+4-", "3+4- is not finished: add the next number."),
    ("+", "Pagodas left must be a whole number"),
    ("12+x", "Pagodas left must be a whole number"),
])  # fmt: skip
def test_unfinished_sum_has_its_own_message(typed: str, sentence: str) -> None:
    (fault,) = score_data("qin", {"players": [{"left": typed}, {}]})["faults"]
    assert fault == {"path": "players.0.left", "code": "type", "message": sentence}


def test_start_value_stays_blank_in_json(client: Proofreader) -> None:
    """A number that nobody typed is blank, and blank City Keys count as 0 cleared, so 3 × 1."""
    result = score_data("hansa_teutonica", {"players": [{"network": 3}, {}]})
    assert "players.0.keys" in result["blank"]
    assert result["players"][0]["total"] == 3
    page = client.get(f"{HANSA}?n=2&0.network=3").text
    assert "none chosen, so the start value 1 counts" in page
    assert "#f-0.keys" not in page


def test_link_with_an_unusual_number_shows_its_result(client: Proofreader) -> None:
    assert "1822" in "".join(client.get(f"{HANSA}?n=2&0.prestige=1822").one("h1").itertext())


def test_sheet_asks_about_an_unusual_number_once(client: Proofreader) -> None:
    page = client.get(f"{HANSA}?n=2&0.prestige=1822&0.name=Ann&ask=1")
    assert "".join(page.one("h1").itertext()) == "Is this right?"
    assert page.one("input", id="f-0.prestige").get("aria-invalid") == "true"
    (button,) = [button for button in page.all("button") if button.get("name") == "ask"]
    assert button.get("value") == "0.prestige"
    assert "1822" in "".join(client.get(f"{HANSA}?n=2&0.prestige=1822&ask=0.prestige").one("h1").itertext())
    assert "99" in "".join(client.get(f"{HANSA}?n=2&0.prestige=99&ask=1").one("h1").itertext())


@pytest.mark.parametrize(("query", "asked"), [
    ("0.left=3", ["1.left"]),
    ("0.left=3&1.left=0", []),
    ("0.left=3&1.provinces=4", []),
    ("0.provinces=4", ["1.left"]),
    ("match=1&0.left_bird=3&1.left_bird=4&1.left_lion=2", ["0.left_lion"]),
])  # fmt: skip
def test_qin_asks_about_pagodas_left_blank(client: Proofreader, query: str, asked: list[str]) -> None:
    """The sheet asks once, and only if another player's pagodas are entered; a link shows its result."""
    page = client.get(f"/en/qin/score?n=2&{query}&ask=1")
    assert [one.get("name") for one in page.all("input") if one.get("aria-invalid")] == asked
    assert client.get(f"/en/qin/score?n=2&{query}&ask={'+'.join(asked)}").all("tr")
    assert client.get(f"/en/qin/score?n=2&{query}").all("tr")


def test_json_is_answered_without_questions(client: Proofreader) -> None:
    result = client.post("/api/v1/games/qin/score", json={"players": [{"left": 3}, {}]}).get_json()
    assert "questions" not in result
    assert [player["total"] for player in result["players"]] == [21, 0]


def test_form_gets_the_cells_of_each_fault(client: Proofreader) -> None:
    """A fault of JSON has only a path, a code and a message."""
    address = "/api/v1/games/trajan/score?lang=en"
    body = "n=2&0.name=Ann&0.construction.stairs=3&1.construction.stairs=4"
    (fault,) = client.post(address, data=body, content_type=FORM).get_json()["faults"]
    assert fault["cells"] == ["0.construction.stairs", "1.construction.stairs"]
    tiles = [{"construction": {"stairs": count}} for count in (3, 4)]
    (plain,) = client.post(address, json={"players": tiles}).get_json()["faults"]
    assert plain == {key: fault[key] for key in ("path", "code", "message")}
    (named,) = client.post(address, data="n=2&0.name=Ann&0.construction.stairs=9", content_type=FORM).get_json()[
        "faults"
    ]
    assert named["sentence"] == "Ann: Stairs must be 4 or fewer"


def test_row_above_the_limit_is_marked(client: Proofreader) -> None:
    page = client.get("/en/trajan/score?n=2&0.construction.stairs=3&1.construction.stairs=4")
    (row,) = [row for row in page.all("div") if "wrong" in row.get("class", "").split()]
    assert "Stairs: 7 in all, but there are only 4" in "".join(row.itertext())
    assert [link.get("href") for link in page.one("div", id="summary").iter("a")] == ["#f-0.construction.stairs"]
