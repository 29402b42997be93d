"""The form of a sheet: its controls, and the values that it takes from a link."""

import pytest
from flask import Flask
from proofreader import Proofreader, words
from werkzeug.datastructures import MultiDict

from scorers.registry import game
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
        "0gold": "Ann Gold side",
        "0grey": "Ann Grey side",
        "1gold": "B Gold side",
        "1grey": "B Grey side",
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
