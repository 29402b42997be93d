"""The form of a sheet: its controls, the values it takes from a link, typed numbers, and faults at their fields."""

import pytest
from flask import Flask
from proofreader import Page, Proofreader, totals, words
from werkzeug.datastructures import MultiDict

from scorers.querystring import sheet_from_query
from scorers.registry import game
from scorers.service import score_data
from web.sheet.form import sheet_form


def options(client: Proofreader, path: str, name: str) -> dict[str, str]:
    """Return the values and labels of a select."""
    return {
        option.get("value", ""): words(option) for option in client.get(path).one("select", name=name).iter("option")
    }


def choices(client: Proofreader, path: str, name: str) -> dict[str, str]:
    """Return the values and labels of a group of radio buttons."""
    page = client.get(path)
    labels = {child: label for label in page.all("label") for child in label.iter("input")}
    return {
        button.get("value", ""): button.get("aria-label") or words(labels[button])
        for button in page.all("input", name=name)
    }


def test_bonus_tile_is_given_to_its_owner(client: Proofreader) -> None:
    assert choices(client, "/en/trajan/score?n=2&0.name=Ann&to=sheet", "bonus.military") == {
        "": "none",
        "0gold": "Ann, Gold side",
        "0grey": "Ann, Grey side",
        "1gold": "B, Gold side",
        "1grey": "B, Grey side",
    }
    page = client.get("/en/trajan/score?n=2&bonus.military=1gold&to=sheet")
    assert page.form_data()["bonus.military"] == "1gold"


def test_space_in_coellen_is_given_to_its_owner(client: Proofreader) -> None:
    options = choices(client, "/en/hansa_teutonica/score?n=3&to=sheet", "coellen.7")
    assert options == {"": "none", "0": "7, white: A", "1": "7, white: B", "2": "7, white: C"}


def test_levels_have_the_labels_of_the_desk(client: Proofreader) -> None:
    """Keys are 1, 2, 2, 3 and 4. Privilege shows its four inks if a link has a level below the highest."""
    keys = choices(client, "/en/hansa_teutonica/score?n=2", "0.keys")
    assert list(keys) == ["", "0", "1", "2", "3", "4"]
    assert [item[0] for item in keys.values()] == ["n", "1", "2", "2", "3", "4"]
    assert len(set(keys.values())) == 6
    inks = choices(client, "/en/hansa_teutonica/score?n=2&0.privilege=2&to=sheet", "0.privilege")
    assert list(inks.values()) == ["none", "White", "Orange", "Pink", "Black"]


def test_ability_with_only_a_highest_level_is_a_check_box(client: Proofreader) -> None:
    page = client.get("/en/hansa_teutonica/score?n=2&1.actions=5&to=sheet")
    ticks = {seat: page.one("input", name=f"{seat}.actions") for seat in (0, 1)}
    assert [(tick.get("type"), tick.get("value"), "checked" in tick.attrib) for tick in ticks.values()] == [
        ("checkbox", "5", False),
        ("checkbox", "5", True),
    ]
    assert page.form_data()["1.actions"] == "5"
    assert "0.actions" not in page.form_data()


def test_tile_asks_only_its_owner_for_its_count(client: Proofreader) -> None:
    entries = {
        "display.scroll_oil",
        "legionnaires_provinces",
        "workers_field",
        "bread",
        "wild_commodity",
        "wild_demand",
    }

    def cells(query: str) -> set[str]:
        names = {
            field.get("name", "")
            for field in client.get(f"/en/trajan/score?n=3&to=sheet&{query}").all("input", class_="in")
        }
        return {name for name in names if name.partition(".")[2] in entries}

    assert cells("") == set()
    assert cells("bonus.scroll_oil=1gold") == {"1.display.scroll_oil", *(f"{seat}.wild_commodity" for seat in range(3))}
    assert cells("bonus.bonus_tiles=1gold&bonus.military=2grey") == {"2.legionnaires_provinces"}


def test_counts_without_a_tile_are_kept(client: Proofreader) -> None:
    link = "n=2&bonus.bread=0gold&0.bread=1&1.bread=2&1.workers_field=3&to=sheet"
    page = client.get(f"/en/trajan/score?{link}")
    entries = {name: value for name, value in page.form_data().items() if value}
    assert {name: entries[name] for name in ("0.bread", "1.bread", "1.workers_field")} == {
        "0.bread": "1",
        "1.bread": "2",
        "1.workers_field": "3",
    }


def test_counts_are_folded_unless_a_link_has_them(client: Proofreader) -> None:
    (fold,) = client.get("/en/qin/score").all("details", class_="fold")
    assert "open" not in fold.attrib
    (fold,) = client.get("/en/qin/score?n=2&0.villages=2&to=sheet").all("details", class_="fold")
    assert "open" in fold.attrib


def test_lakes_are_typed_in_one_box(client: Proofreader) -> None:
    page = client.get("/en/honshu/score", query_string={"n": "2", "0.lakes": "5 1", "1.lakes": "４、２"})
    assert page.status_code == 200
    line = next(row for row in page.all("tr") if words(row).startswith("Lakes"))
    assert [words(bold) for bold in line.iter("b")] == ["12", "12"]


def test_shown_regions_without_entries_are_not_sent(client: Proofreader) -> None:
    page = client.get("/en/chang_cheng/score?n=3&to=sheet")
    assert page.form_data()["regions.shown"] == "9"
    assert "regions" not in page.form_data()
    empty = client.get("/en/chang_cheng/score", query_string=page.form_data() | {"0.track": "3"})
    (share,) = [link for link in empty.all("a") if link.get("data-copied")]
    assert "regions=" not in share.get("href", "")


@pytest.mark.parametrize("text", ["x", "５x", "1.5", "1e3", "--1", "9" * 39])
def test_invalid_number_stays_in_its_cell(client: Proofreader, text: str) -> None:
    page = client.get("/en/honshu/score", query_string={"n": "2", "0.forest": text})
    assert page.status_code == 422
    assert page.one("input", name="0.forest").get("value") == text
    assert len(page.all("p", class_="error")) == 1


def test_unknown_option_is_a_fault_and_keeps_entries(client: Proofreader) -> None:
    page = client.get("/en/hansa_teutonica/score?n=2&edition=1999&0.prestige=3")
    assert page.status_code == 422
    assert page.form_data()["0.prestige"] == "3"


def test_field_label_names_player_and_entry(client: Proofreader) -> None:
    page = client.get("/en/qin/score?n=2&0.name=Ann&to=sheet")
    assert page.one("input", id="f-0.left").get("aria-label") == "Ann: Pagodas left"


def test_label_opens_its_rule_without_a_script(client: Proofreader) -> None:
    page = client.get("/en/qin/score")
    (rule,) = [
        details
        for details in page.all("details", class_="why")
        if words(next(details.iter("summary"))) == "Pagodas left"
    ]
    assert [link.get("href") for link in rule.iter("a")][-1] == "/en/qin/rules#scoring-pagodas"


def test_tie_form_has_the_tie_inputs_alone(app: Flask) -> None:
    with app.test_request_context("/en/"):
        form = sheet_form(game("hansa_teutonica"))(MultiDict({"n": "3", "edition": "big_box"}))
        fields = form.tie_fields(["players.0.actions", "players.0.nothing", "players.2.actions"])
    assert [(field.name, field.kind) for field in fields] == [("0.actions", "select"), ("2.actions", "select")]


SCORE = "/en/qin/score"


def test_faults_are_shown_at_the_field_and_in_a_summary(client: Proofreader, lang: str) -> None:
    page = client.get(
        f"/{lang}/qin/score", query_string={"n": "2", "0.left": "二十", "1.left": "２５", "0.name": "Ann"}
    )
    assert page.status_code == 422
    (summary,) = page.all("div", class_="summary")
    assert [link.get("href") for link in summary.iter("a")] == ["#f-0.left", "#f-1.left"]
    for seat, text in ((0, "二十"), (1, "２５")):
        field = page.one("input", id=f"f-{seat}.left")
        assert field.get("value") == text
        assert field.get("aria-invalid") == "true"
        (message,) = page.all("p", id=field.get("aria-describedby", ""))
        assert words(message)
    assert page.form_data()["0.name"] == "Ann"


def test_message_uses_the_label(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?n=2&0.left=ab&0.name=Ann")
    assert page.texts("p", id="e-0.left") == ["Pagodas left must be a whole number"]
    assert [words(item) for item in page.all("div", class_="summary")[0].iter("li")] == [
        "Ann: Pagodas left must be a whole number"
    ]


def test_sheet_without_numbers_is_not_scored(client: Proofreader) -> None:
    for slug, query in (
        ("qin", "n=2&0.name=Ann"),
        ("trajan", "n=2&waiting_tiles=none"),
        ("hansa_teutonica", "n=3&side=2-3"),
        ("qin", "n=2"),
    ):
        for pressed in ("to=score", "to=reveal", "ask=1"):
            page = client.get(f"/en/{slug}/score?{query}&{pressed}")
            assert page.heading.endswith("score sheet")
            assert page.texts("div", class_="summary") == ["Nothing to score yet: fill in at least one number."]
        for address in (query, f"{query}&to=sheet"):
            assert client.get(f"/en/{slug}/score?{address}").all("div", class_="summary") == []


def test_score_button_of_an_empty_sheet_shows_a_message(client: Proofreader) -> None:
    for slug in ("qin", "trajan"):
        (button,) = [
            button
            for button in client.get(f"/en/{slug}/score").all("button", class_="main")
            if words(button) == "Score"
        ]
        page = client.get(f"/en/{slug}/score?n=2&{button.get('name')}={button.get('value')}")
        assert len(page.all("div", class_="summary")) == 1


def test_fault_of_a_hidden_entry_can_be_reached(client: Proofreader) -> None:
    for slug, query, field in (
        ("qin", "n=2&match=1&0.left=x4&0.left_bird=3", "0.left"),
        ("honshu", "n=2&0.runs=abc&0.forest=3", "0.runs"),
        ("trajan", "n=2&waiting_tiles=none&0.trajan_tiles=9", "0.trajan_tiles"),
        ("chang_cheng", "n=2&0.unplayed=9", "0.unplayed"),
        ("chang_cheng", "n=3&regions=1&regions.0.neutral=abc", "regions.0.neutral"),
    ):
        page = client.get(f"/en/{slug}/score?{query}")
        assert page.status_code == 422
        assert f"#f-{field}" in [link.get("href") for link in page.one("div", id="summary").iter("a")]
        assert page.one("input", name=field).get("aria-describedby") == f"e-{field}"


def test_fault_of_a_held_item_leads_to_the_item(client: Proofreader) -> None:
    page = client.get("/en/hansa_teutonica/score?n=2&0.book=0&coellen.7=0&coellen.8=0")
    assert [link.get("href") for link in page.one("div", id="summary").iter("a")] == ["#f-coellen.7"]
    tiles = "&".join(f"bonus.{tile}=0grey" for tile in ("military", "building", "bread", "games", "religion"))
    page = client.get(f"/en/trajan/score?n=2&{tiles}")
    assert [link.get("href") for link in page.one("div", id="summary").iter("a")] == ["#f-bonus.military"]


def test_returning_player_gets_held_items_back(client: Proofreader) -> None:
    fewer = client.get("/en/hansa_teutonica/score?n=4&coellen.7=3&seats=3")
    assert fewer.form_data()["coellen.7"] == "3"
    again = client.get("/en/hansa_teutonica/score", query_string=fewer.form_data() | {"seats": "4"})
    assert again.form_data()["coellen.7"] == "3"


def test_office_of_a_removed_player_is_named(client: Proofreader) -> None:
    page = client.get("/en/hansa_teutonica/score?n=3&offices.goslar=3&offices.stade=3")
    assert [words(entry) for entry in page.one("div", id="summary").iter("li")] == [
        "Goslar: there is no player D at this table", "Stade: there is no player D at this table",
    ]  # fmt: skip


def test_faults_in_regions_name_region_and_player(client: Proofreader) -> None:
    page = client.get("/en/chang_cheng/score?n=3&0.name=Ann&regions=2&regions.0.walls.0=abc&regions.1.walls.1=99")
    assert [words(entry) for entry in page.one("div", id="summary").iter("li")] == [
        "Region 1: Ann: Walls in region must be a whole number", "Region 2: B: Walls in region must be 6 or fewer",
    ]  # fmt: skip


def test_huge_link_does_not_make_a_huge_page(client: Proofreader) -> None:
    for slug, query in (
        ("hansa_teutonica", "offices.lubeck=" + "0" * 8000),
        ("honshu", "0.map=" + "+".join("Q" * 1999)),
    ):
        assert len(client.get(f"/en/{slug}/score?n=3&{query}").data) < 250_000
    assert len(client.get(f"{SCORE}?x={'y' * 17000}").data) < 10_000


def test_too_long_name_is_a_fault_and_is_kept(client: Proofreader) -> None:
    page = client.get(SCORE, query_string={"n": "2", "0.name": "W" * 41, "0.left": "1"})
    assert page.status_code == 422
    assert page.form_data()["0.name"] == "W" * 41


def test_form_takes_only_entries_from_a_link(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?to=sheet&action=x&addEventListener=x&utm_source=x&0.left=3&0.left_bird=4")
    hidden = {
        field.get("name") for field in page.one("form", id="sheet").iter("input") if field.get("type") == "hidden"
    }
    assert hidden == {"n", "0.left_bird"}


def test_unknown_example_is_404(client: Proofreader) -> None:
    assert client.get("/en/qin/example/none").status_code == 404


HANSA = "/en/hansa_teutonica/score"
FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    "typed", ["4+2+1", "4 2 1", "4，2、1", "4＋2 + 1", "4+2+1+", "4;2/1", "4；2；1", "\u200b4 2\ufeff 1"]
)
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
    answered = "coellen.7=0&0.keys=1&1.bag=3"
    page = client.get(f"{HANSA}?n=2&0.prestige=1822&0.name=Ann&{answered}&ask=1")
    assert "".join(page.one("h1").itertext()) == "Is this right?"
    assert page.one("input", id="f-0.prestige").get("aria-invalid") == "true"
    (button,) = [button for button in page.all("button") if button.get("name") == "ask"]
    assert button.get("value") == "0.prestige"
    assert "1829" in "".join(client.get(f"{HANSA}?n=2&0.prestige=1822&{answered}&ask=0.prestige").one("h1").itertext())
    assert "106" in "".join(client.get(f"{HANSA}?n=2&0.prestige=99&{answered}&ask=1").one("h1").itertext())


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
    """Halle is on both boards and has 2 offices on each: a city and an office are 2 + 1.

    Bremen is on the standard board only.
    """
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


ROUND_1 = {f"rounds.0.{entry}.{seat}": "0" for entry in ("bid", "tricks") for seat in range(3)}


def test_grid_is_a_text_of_rows(client: Proofreader) -> None:
    sheet = client.get("/en/orchards/score?to=sheet&n=2&0.orchard=AA1P1-A1")
    assert sheet.one("textarea", name="0.orchard").text == "A A1 P1\nA1"
    result = client.get("/en/orchards/score", query_string=sheet.form_data().to_dict() | {"0.orchard": "C2 C\r\nC"})
    # Three squares and two baskets.
    assert totals(result)[0] == 6


def test_button_adds_the_next_round(client: Proofreader) -> None:
    sheet = client.get("/en/magpies/score")
    (button,) = [button for button in sheet.all("button") if words(button) == "One more: Round 2"]
    assert (button.get("name"), button.get("value")) == ("to", "sheet")
    query = sheet.form_data().to_dict() | ROUND_1
    two_rounds = client.get("/en/magpies/score", query_string=query | {"to": "sheet"})
    assert two_rounds.all("input", name="rounds.1.bid.0")
    round_2 = {name.replace(".0.", ".1.", 1): "0" for name in ROUND_1}
    # Round 1 pays 10 and round 2 pays 20 for no trick.
    assert totals(client.get("/en/magpies/score", query_string=two_rounds.form_data().to_dict() | round_2)) == [
        30,
        30,
        30,
    ]


def test_round_shows_its_working_after_the_total(client: Proofreader) -> None:
    result = client.get("/en/magpies/example/three_rounds", follow_redirects=True)
    first_cell = next(cell for cell in result.one("section", class_="running").iter("td"))
    assert words(first_cell) == "50 +5020 × 1 + 30"


def test_full_sheet_has_no_button_for_one_more_player(client: Proofreader) -> None:
    """Qin takes four players."""
    buttons = [len(client.get(f"/en/qin/score?n={seats}&to=sheet").all("button", name="more")) for seats in (2, 3, 4)]
    assert buttons == [1, 1, 0]
