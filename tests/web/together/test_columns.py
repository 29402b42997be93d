"""Links with one player's column, which another phone adds to its sheet: all entries of that player, and no others."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from plain_table import fields_of
from proofreader import Page, Proofreader
from werkzeug.datastructures import MultiDict

from scorers.registry import game
from web.sheet.links import unpack
from web.together.column import column_pairs, seat_pairs

COLUMNS = {
    "hansa_teutonica": (
        "edition=big_box&0.prestige=20&1.name=Bo&1.prestige=14&1.actions=5&coellen.7=1&coellen.8=0&offices.bremen=01",
        [("0.name", "Bo"), ("0.prestige", "14"), ("0.actions", "5"), ("coellen.7", "0")],
    ),
    "trajan": (
        "0.points=9&1.points=20&bonus.military=1gold&bonus.bread=0grey&1.construction.door=2",
        [("0.points", "20"), ("bonus.military", "0gold"), ("0.construction.door", "2")],
    ),
    "chang_cheng": (
        "0.track=9&1.track=12&regions.0.threat=3&regions.0.walls.1=2&regions.0.walls.0=4&regions.towers.1=0",
        [("0.track", "12"), ("regions.0.walls.0", "2"), ("regions.towers.0", "0")],
    ),
    "honshu": ("0.forest=3&1.map=F T/L L&1.name=Bo", [("0.map", "F T/L L"), ("0.name", "Bo")]),
    "qin": ("0.left=3&1.left=5", [("0.left", "5")]),
}
"""Slug -> the query of a sheet for three, and the second player's entries as those of the first seat."""


def pairs_of(query: str) -> list[tuple[str, str]]:
    """Return the names and values of a query."""
    return [(name, value) for name, values in parse_qs(query).items() for value in values]


@pytest.mark.parametrize(("slug", "query", "expected"), [(slug, *row) for slug, row in COLUMNS.items()])
def test_column_has_its_players_entries_alone(
    app: Flask, slug: str, query: str, expected: list[tuple[str, str]]
) -> None:
    from web.sheet.form import sheet_form

    with app.test_request_context("/en/"):
        form = sheet_form(game(slug))(MultiDict([("n", "3"), *pairs_of(query)]))
        assert sorted(column_pairs(form, 1)) == sorted(expected)


@pytest.mark.parametrize(("slug", "query", "expected"), [(slug, *row) for slug, row in COLUMNS.items()])
def test_column_moves_to_any_seat_and_back(slug: str, query: str, expected: list[tuple[str, str]]) -> None:
    """Back in its own seat, it has the entries of the sheet."""
    assert set(seat_pairs(game(slug), expected, 1)) <= {*pairs_of(query)}


@pytest.mark.parametrize("slug", COLUMNS)
def test_code_of_a_column_opens_it(client: Proofreader, lang: str, slug: str) -> None:
    query, expected = COLUMNS[slug]
    page: Page = client.get(f"/{lang}/{slug}/column/2/qr?n=3&{query}")  # type: ignore[assignment]
    link = page.all("a", class_="button")[-1].get("href", "")
    parts = urlsplit(link)
    assert parts.path == f"/{lang}/{slug}/column"
    sent = parse_qs(parts.query)
    pairs = unpack(sent["z"][0], slug) if "z" in sent else pairs_of(parts.query)
    assert sorted(pairs or []) == sorted(expected)
    assert client.get(f"{parts.path}?{parts.query}").status_code == 200
    assert page.all("figure", role="img")


def test_column_has_its_players_progress(client: Proofreader, lang: str) -> None:
    """Of four numbers, prestige, markers and cities are filled in; the network is missing."""
    page: Page = client.get(
        f"/{lang}/hansa_teutonica/column/2?n=3&1.name=Bo&1.prestige=14&1.markers=4&1.cities=3&to=sheet"
    )  # type: ignore[assignment]
    assert page.texts("small", class_="missing") == [{"en": "1 to go", "zh-Hant": "還差1格"}[lang]]
    assert page.one("form", id="sheet").get("data-own") == "1"


def test_column_of_an_unknown_seat_is_404(client: Proofreader) -> None:
    assert [client.get(f"/en/qin/column/{number}?n=3").status_code for number in (0, 4, 99)] == [404, 404, 404]


def test_column_without_scripts_leads_to_the_next(client: Proofreader, lang: str) -> None:
    page: Page = client.get(f"/{lang}/hansa_teutonica/column/2?n=3&0.name=Ann&1.prestige=14&to=sheet")  # type: ignore[assignment]
    form = page.one("form", id="sheet")
    button = next(button for button in page.all("button", class_="main") if button.get("formaction"))
    data = fields_of(form)
    data["1.cities"] = "3"
    following: Page = client.get(button.get("formaction", ""), query_string=data, follow_redirects=True)  # type: ignore[assignment]
    assert following.request.path.rstrip("/") == f"/{lang}/hansa_teutonica/column/3"
    assert fields_of(following.one("form", id="sheet"))["1.cities"] == "3"
