"""What makes Tally installable: the manifest and its icons, the service worker's address, and the list of the pages that are kept."""

import re
import struct
from pathlib import Path

from flask import Flask
from proofreader import Proofreader

from app import create_app
from web.common.languages import LANGUAGES
from web.common.pages import has_trait, needs_query, unlisted
from web.offline.views import drawings, pages

STATIC = Path(__file__).parents[3] / "static"


def png_size(body: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert body.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", body[16:24])
    return width, height


def test_the_manifest_begins_in_its_language(client: Proofreader, lang: str) -> None:
    answer = client.get(f"/{lang}/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert (manifest["name"], manifest["lang"], manifest["start_url"], manifest["scope"]) == (
        "Tally 算分",
        lang,
        f"/{lang}/",
        "/",
    )
    assert f'<link rel="manifest" href="/{lang}/manifest.webmanifest">' in client.get(f"/{lang}/qin/score").text


def test_the_manifest_is_one_application_in_both_languages(client: Proofreader) -> None:
    assert {client.get(f"/{lang}/manifest.webmanifest").get_json()["id"] for lang in ("en", "zh-Hant")} == {"/"}


def test_icons_have_the_sizes_that_the_manifest_names(client: Proofreader) -> None:
    icons = client.get("/en/manifest.webmanifest").get_json()["icons"]
    pictures = [icon for icon in icons if icon["type"] == "image/png"]
    assert sorted((icon["purpose"], icon["sizes"]) for icon in pictures) == [
        ("any", "192x192"), ("any", "512x512"), ("maskable", "192x192"), ("maskable", "512x512"),
    ]  # fmt: skip
    for icon in pictures:
        answer = client.get(icon["src"])
        assert answer.mimetype == "image/png"
        assert "{}x{}".format(*png_size(answer.data)) == icon["sizes"]
    assert png_size((STATIC / "icons" / "apple-touch-icon.png").read_bytes()) == (180, 180)


def test_service_worker_removes_itself_without_a_bundle(client: Proofreader) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "registration.unregister()" in answer.text
    assert "data-offline-base" not in client.get("/en/").text


def test_every_cached_page_answers_without_query_or_redirect(app: Flask, lang: str) -> None:
    with app.test_request_context("/"):
        names = list(pages(lang))
    assert len(names) == len(set(names)) > 30
    client = app.test_client()
    assert {path: status for path in names if (status := client.get(path).status_code) != 200} == {}


def test_drawings_are_listed_in_each_language(app: Flask) -> None:
    """Each as a page in its language names it, whichever page asks for the list."""
    with create_app({}).test_request_context("/en/"):
        addresses = [address for address, _ in drawings()]
    assert {address.split("/")[1] for address in addresses} == set(LANGUAGES)
    client = app.test_client()
    assert [address for address in addresses if not client.get(address).cache_control.immutable] == []


def test_every_page_is_kept_or_needs_a_query(app: Flask) -> None:
    """A page that is added is kept too, without being named; never one with a secret address, as shared sheets and groups have."""
    with app.test_request_context("/"):
        addresses = " ".join(pages("en"))
        others = {
            endpoint
            for endpoint in app.view_functions
            if has_trait(endpoint, needs_query) or has_trait(endpoint, unlisted)
        }
    assert {endpoint for endpoint in others if not endpoint.startswith(("together.", "groups."))} == {
        f"result.{name}" for name in ("qr", "chain_part", "result_csv", "result_json")
    } | {
        "compare.compare",
        "compare.preview",
        "columns.shell",
        "columns.start",
        "columns.take_in",
        "group_entrances.keep",
        "group_entrances.play",
        "group_entrances.shell",
        "result.preview",
        "offline.shell",
    }
    for rule in app.url_map.iter_rules():
        if (
            rule.rule.startswith("/<lang:lang>/")
            and "GET" in (rule.methods or ())
            and rule.endpoint not in others | {"result.example", "columns.qr"}
        ):
            assert rule.rule.rpartition("/")[2] in addresses or "<" in rule.rule.rpartition("/")[2], rule.rule


def test_below_a_path_every_address_says_so() -> None:
    client = create_app({}).test_client()
    for path in ("/en/", "/en/qin/rules", "/en/qin/score", "/en/search?q=tie", "/zh-Hant/about"):
        page = client.get(path, base_url="http://localhost/tally/")
        assert page.status_code == 200
        addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', page.text)
        assert addresses
        assert [address for address in addresses if not address.startswith("/tally/")] == []
