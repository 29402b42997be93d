"""The sheet of Hansa Teutonica with other boards and modules: its cells, and entries of another board."""

from proofreader import Page, Proofreader, totals, words

SHEET = "/en/hansa_teutonica/score"


def cells(page: Page, name: str) -> list[str]:
    """Return the cities with a visible cell of this entry."""
    names = [box.get("name", "") for box in page.all("input") if box.get("type") != "hidden"]
    return [one.partition(".")[2] for one in names if one.startswith(f"{name}.")]


def test_standard_sheet_has_only_cells_of_its_board(client: Proofreader) -> None:
    page = client.get(f"{SHEET}?n=3&to=sheet")
    assert (len(cells(page, "offices")), len(cells(page, "annexes")), cells(page, "permanent")) == (27, 27, [])
    names = {box.get("name", "").partition(".")[2] for box in (*page.all("input"), *page.all("select"))}
    assert names.isdisjoint({"mission", "mission_cities", "mission_control", "wales_cities", "scotland_offices"})
    assert page.all("select", name="three_way") == []


def test_eastern_sheet_has_annexes_and_permanent_offices(client: Proofreader) -> None:
    page = client.get(f"{SHEET}?n=3&board=east&to=sheet")
    green = ["belgard", "dresden", "waren"]
    assert sorted(cells(page, "permanent")) == green
    assert len(cells(page, "offices")) == 25
    assert len(cells(page, "annexes")) == 28
    assert not set(green) & set(cells(page, "offices"))
    assert page.all("select", name="side") == []


def test_british_sheet_asks_for_the_countries_of_its_side(client: Proofreader) -> None:
    small, large = (client.get(f"{SHEET}?n={seats}&board=britannia&to=sheet") for seats in (3, 4))
    assert (len(cells(small, "offices")), len(cells(large, "offices"))) == (26, 30)
    assert [bool(page.all("input", name="0.wales_cities")) for page in (small, large)] == [True, True]
    assert [bool(page.all("input", name="0.scotland_offices")) for page in (small, large)] == [False, True]
    assert len(page_options(small, "three_way")) == 2


def page_options(page: Page, name: str) -> list[str]:
    return [words(option) for option in page.one("select", name=name).iter("option")]


def test_mission_is_chosen_by_its_cities(client: Proofreader) -> None:
    page = client.get(f"{SHEET}?n=2&modules=missions&1.mission=9&to=sheet")
    cards = page_options(page, "0.mission")
    assert cards[:2] == ["–", "Osnabrück, Stendal, Paderborn"]
    assert len(cards) == 10
    assert page.form_data()["1.mission"] == "9"
    chosen = [
        option for option in page.one("select", name="1.mission").iter("option") if option.get("selected") is not None
    ]
    assert list(map(words, chosen)) == ["Dortmund, Stendal, Münster"]
    assert [
        option.get("value")
        for option in page.one("select", name="1.mission").iter("option")
        if option.get("selected") is not None
    ] == ["9"]
    tick = page.one("input", name="0.mission_control")
    assert (tick.get("type"), tick.get("aria-label")) == ("checkbox", "A: All three controlled")


def test_tiles_are_given_to_their_owner(client: Proofreader) -> None:
    page = client.get(f"{SHEET}?n=3&modules=favours&favours.city=1&favours.ability=2&to=sheet")
    assert (page.form_data()["favours.city"], page.form_data()["favours.ability"]) == ("1", "2")
    result = client.get(f"{SHEET}?n=3&modules=favours&favours.city=1&0.cities=2&1.cities=2&to=score")
    assert totals(result) == [4, 8, 0]


def test_offices_of_another_board_are_kept_and_not_scored(client: Proofreader) -> None:
    """Halle is on both boards and has 2 offices on each: a city and an office are 2 + 1; Bremen is on the standard board only."""
    link = "n=3&board=east&offices.bremen=1&offices.halle=0-"
    page = client.get(f"{SHEET}?{link}&to=sheet")
    assert page.form_data()["offices.bremen"] == "1"
    assert "bremen" not in cells(page, "offices")
    assert totals(client.get(f"{SHEET}?{link}&to=score")) == [3, 0, 0]
    back = client.get(f"{SHEET}?n=3&offices.bremen=1&offices.halle=0-&to=score")
    assert totals(back) == [3, 3, 0]


def test_counts_score_if_only_another_board_has_offices(client: Proofreader) -> None:
    page = client.get(f"{SHEET}?n=3&board=britannia&offices.bremen=1&0.cities=4&to=score")
    assert totals(page) == [8, 0, 0]


def test_form_sent_by_a_script_drops_unused_places(client: Proofreader) -> None:
    """The API drops them from a form, and reports them in JSON as a fault."""
    form = {"n": "3", "board": "east", "offices.bremen": "1", "offices.halle": "0-"}
    answer = client.post("/api/v1/games/hansa_teutonica/score", data=form)
    assert [player["total"] for player in answer.json["players"]] == [3, 0, 0]
    sheet = {"players": [{}, {}, {}], "board": "east", "offices": {"bremen": [1]}}
    answer = client.post("/api/v1/games/hansa_teutonica/score", json=sheet)
    assert [(fault["path"], fault["code"]) for fault in answer.json["faults"]] == [("offices.bremen", "unknown")]
