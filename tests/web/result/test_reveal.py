"""Data of the result page for the script of the reveal."""

import json
from typing import Any

import pytest
from proofreader import Page, Proofreader

TABLE = "n=3&0.name=Ann&1.name=Bo&2.name=Cleo&0.prestige=20&1.prestige=9&2.prestige=14&0.network=10&1.network=16&2.network=18"
TIE = "n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=4"


def read_data(page: Page) -> dict[str, Any]:
    """Return the data of the reveal button."""
    data: dict[str, Any] = json.loads(page.one("button", id="reveal").get("data-reveal", ""))
    return data


def test_reveal_has_the_points_of_the_result(client: Proofreader) -> None:
    """Ann has 20 + 10, Bo 9 + 16, Cleo 14 + 18, with a key value of ×1 and nothing else; the network decides, 18 to 10."""
    data = read_data(client.get(f"/en/hansa_teutonica/score?{TABLE}"))
    at = {line["key"]: place for place, line in enumerate(data["lines"])}
    assert [player["points"][at["network"]] for player in data["players"]] == [10, 16, 18]
    assert [(player["name"], player["total"], player["rank"]) for player in data["players"]] == [
        ("Ann", 30, 2),
        ("Bo", 25, 3),
        ("Cleo", 32, 1),
    ]
    assert (data["winners"], data["deciding"], data["fewest"], data["ranked"]) == ([2], "network", False, True)
    assert data["headline"] == "Cleo wins"


@pytest.mark.parametrize(("lang", "word"), [("en", "Reveal"), ("zh-Hant", "揭曉")])
def test_reveal_is_in_the_language_of_the_page(client: Proofreader, lang: str, word: str) -> None:
    data = read_data(client.get(f"/{lang}/hansa_teutonica/score?{TABLE}"))
    assert data["words"]["reveal"] == word
    assert "{name}" in data["words"]["gain"]


def test_shared_win_has_two_winners(client: Proofreader) -> None:
    assert read_data(client.get(f"/en/qin/score?{TIE}"))["winners"] == [0, 1]


def test_open_tie_has_no_winner(client: Proofreader) -> None:
    assert read_data(client.get("/en/trajan/score?n=2&0.points=50&1.points=50"))["winners"] == []


def test_requested_reveal_is_the_result_page(client: Proofreader) -> None:
    """Only a class of the body asks the script to hide the result."""
    page = client.get(f"/en/hansa_teutonica/score?{TABLE}&to=reveal")
    assert page.heading == "Cleo wins, 32 to 30"
    assert "before-reveal" in page.one("body").get("class", "")
    assert "before-reveal" not in client.get(f"/en/hansa_teutonica/score?{TABLE}").one("body").get("class", "")


def test_faulty_sheet_has_no_reveal(client: Proofreader) -> None:
    assert client.get("/en/hansa_teutonica/score?n=2&0.markers=99&to=reveal").status_code == 422
