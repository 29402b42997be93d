"""The page that compares variants: who wins under each, what a variant still needs, and which are shown."""

from proofreader import Proofreader, words


def test_a_comparison_marks_where_the_winner_changes(client: Proofreader) -> None:
    page = client.get("/en/qin/compare?n=2&0.left=1&1.left=2&0.left_bird=9&0.left_lion=9&1.left_bird=1&1.left_lion=1")
    (game, match) = page.all("section", class_="variant")
    assert "The winner changes" not in words(game)
    assert "The winner changes" in words(match)
    (table,) = page.all("table")
    assert [words(row.find("th") or row) for row in table.iter("tr") if row.get("class") == "other"] == ["Match"]


def test_comparison_links_the_entries_a_variant_needs(client: Proofreader) -> None:
    page = client.get("/en/qin/compare?n=2&0.left=1&1.left=2&0.left_bird=9")
    (_, match) = page.all("section", class_="variant")
    assert [words(link) for link in match.iter("a")] == [
        "A: Pagodas left, lion side",
        "B: Pagodas left, bird side",
        "B: Pagodas left, lion side",
    ]
    first = next(match.iter("a")).get("href", "")
    sheet = client.get(first)
    assert sheet.one("input", id=first.partition("#")[2]).get("name") == "0.left_lion"
    assert sheet.form_data()["0.left_bird"] == "9"


def test_variant_that_counts_no_entry_is_not_compared(client: Proofreader) -> None:
    page = client.get("/en/qin/compare?n=2&match=1&0.left_bird=9&0.left_lion=9&1.left_bird=1&1.left_lion=1")
    assert page.all("table") == []
    (match, game) = page.all("section", class_="variant")
    assert "B wins" in words(match)
    assert "as you scored it" in words(match)
    assert [words(link) for link in game.iter("a")] == ["A: Pagodas left", "B: Pagodas left"]
    assert "share" not in words(page.html)


def test_the_variant_that_was_scored_is_marked(client: Proofreader) -> None:
    page = client.get("/en/hansa_teutonica/compare?n=3&edition=big_box&0.prestige=20&1.prestige=12")
    names = [words(row.find("th")) for row in page.all("table")[0].iter("tr") if row.find("th") is not None]
    assert names[1:] == ["2009 edition", "Big Box as you scored it"]


def test_the_variants_shown_are_part_of_the_link(client: Proofreader) -> None:
    page = client.get("/en/qin/compare?n=2&0.left=1&1.left=2&variants=game")
    assert [section.get("id") for section in page.all("section", class_="variant")] == ["v-game"]
    ticks = {tick.get("value"): "checked" in tick.attrib for tick in page.all("input", name="variants")}
    assert ticks == {"game": True, "match": False}


def test_an_empty_sheet_cannot_be_compared_yet(client: Proofreader) -> None:
    assert client.get("/en/qin/compare").headers["Location"].startswith("/en/qin/score")
