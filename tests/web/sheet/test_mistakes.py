"""Sheets with faults: each is shown at its field and in the summary, and every entry is kept."""

from proofreader import Proofreader, words

SCORE = "/en/qin/score"


def test_faults_are_shown_at_the_field_and_in_a_summary(client: Proofreader, lang: str) -> None:
    page = client.get(
        f"/{lang}/qin/score", query_string={"n": "2", "0.left": "二十", "1.left": "２５", "0.name": "Ann"}
    )
    assert page.status_code == 422
    (summary,) = page.all("div", class_="summary")
    assert summary.get("role") == "alert"
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
        "Region 1: Ann: Walls in region must be a whole number", "Region 2: B: Walls in region must be 17 or fewer",
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
