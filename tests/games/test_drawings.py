"""Drawings of boards that are the same for every sheet: their addresses and their caching."""

import re
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from shipped import SHIPPED

from scorers.registry import game
from web.common.languages import LANGUAGES

DRAWN = [(lang, slug, name) for lang in LANGUAGES for slug in SHIPPED for name in game(slug).drawings]
MAP = "/en/hansa_teutonica/score?n=5&to=sheet"


def find_address(client: FlaskClient, page: str) -> str:
    """Return the address of the drawing that a sheet names."""
    match = re.search('data-drawing="([^"]+)"', client.get(page).text)
    assert match
    return match[1]


@pytest.mark.parametrize(("lang", "slug", "name"), DRAWN)
def test_a_drawing_is_an_image_with_its_parts_named_once(client: FlaskClient, lang: str, slug: str, name: str) -> None:
    answer = client.get(f"/{lang}/{slug}/drawing/{name}/0.svg")
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.data)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("aria-label")
    cities = [group.get("data-city") for group in root.iter("{http://www.w3.org/2000/svg}g") if group.get("data-city")]
    assert len(set(cities)) == len(cities) > 0


def test_drawing_is_immutable_at_the_address_on_the_sheet(client: FlaskClient) -> None:
    answer = client.get(find_address(client, MAP))
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get(find_address(client, MAP), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_each_side_and_language_has_a_drawing_of_its_own(client: FlaskClient) -> None:
    pages = [f"/{lang}/hansa_teutonica/score?to=sheet&n={seats}" for lang in LANGUAGES for seats in (3, 5)]
    assert len({find_address(client, page) for page in pages}) == 4
    assert find_address(client, "/en/hansa_teutonica/score?to=sheet&n=4") == find_address(client, MAP)


def test_outdated_address_answers_without_caching(client: FlaskClient) -> None:
    now = client.get(find_address(client, MAP))
    before = client.get(re.sub("/[^/]+[.]svg", "/0123456789.svg", find_address(client, MAP)))
    assert before.data == now.data
    assert before.headers["Cache-Control"] == "no-cache"


def test_there_are_no_other_drawings(client: FlaskClient) -> None:
    assert client.get("/en/hansa_teutonica/drawing/6-7/0.svg").status_code == 404
    assert client.get("/en/qin/drawing/4-5/0.svg").status_code == 404
