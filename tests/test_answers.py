"""What every answer carries: headers, tags, compression, lasting names for static files, and errors in the reader's language."""

import gzip

import brotli
import pytest
from flask import Flask
from proofreader import Page, Proofreader

from app import create_app

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
RULES = "/en/qin/rules"


def static(client: Proofreader, name: str) -> str:
    """The address under which a page loads a static file."""
    page = client.get("/en/qin/score").text
    return next(piece for piece in page.split('"') if piece.startswith("/static/") and piece.endswith(name))


@pytest.mark.parametrize("path", ["/", "/en/", "/zh-Hant/qin/score", RULES, "/api/v1/games", "/healthz", "/nowhere", "/static/nothing.css"])
def test_every_answer_is_guarded(client: Proofreader, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize("path", ["/en/", "/en/qin/score", "/en/qin/score?n=2&0.left=1", RULES, "/api/v1/games", "/api/v1/openapi.json"])
@pytest.mark.parametrize("coding", ["identity", "gzip", "br"])
def test_a_page_that_has_not_changed_is_not_sent_again(client: Proofreader, path: str, coding: str) -> None:
    first = client.get(path, headers={"Accept-Encoding": coding})
    assert first.status_code == 200
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize("path", ["/en/qin/score", RULES, "/api/v1/openapi.json"])
def test_answers_are_compressed_as_the_browser_likes_it(client: Proofreader, path: str) -> None:
    plain = client.get(path)
    for coding, opened in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        packed = client.get(path, headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert opened(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2


def test_static_files_are_compressed_too(client: Proofreader) -> None:
    packed = client.get(static(client, "style.css"), headers={"Accept-Encoding": "br"}, buffered=True)
    assert packed.headers["Content-Encoding"] == "br"
    assert packed.cache_control.immutable
    assert b"color-scheme" in brotli.decompress(packed.data)


@pytest.mark.parametrize("name", ["style.css", "sheet.js", "icon.svg"])
def test_static_files_are_named_by_their_content_and_kept_for_a_year(client: Proofreader, name: str) -> None:
    answer = client.get(static(client, name), buffered=True)
    assert answer.status_code == 200
    assert answer.cache_control.max_age == 31_536_000
    assert answer.cache_control.immutable
    assert answer.cache_control.public
    again = client.get(static(client, name), headers={"If-None-Match": answer.headers["ETag"]}, buffered=True)
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(f"/static/{name}").status_code == 404


def test_the_names_of_static_files_change_with_their_content(client: Proofreader) -> None:
    assert static(client, "style.css").count("/") == 3
    assert len(static(client, "style.css").split("/")[2]) == 12


@pytest.mark.parametrize(
    "path", ["/{lang}/nowhere", "/{lang}/chess/score", "/{lang}/chess/rules", "/{lang}/chess/compare", "/{lang}/qin/nowhere"]
)
def test_what_is_not_here_is_404_in_the_language_asked_for(client: Proofreader, lang: str, path: str) -> None:
    page = client.get(path.format(lang=lang))
    assert page.status_code == 404
    assert page.html.get("lang") == lang
    assert (page.heading == "Not found") == (lang == "en")


def test_what_is_nowhere_at_all_answers_in_the_readers_language(client: Proofreader) -> None:
    assert client.get("/nowhere", headers={"Accept-Language": "en"}).html.get("lang") == "en"
    assert client.get("/nowhere").html.get("lang") == "zh-Hant"


def test_the_wrong_method_is_405(client: Proofreader, lang: str) -> None:
    page = client.post(f"/{lang}/qin/score")
    assert page.status_code == 405
    assert "GET" in page.headers["Allow"]
    assert page.html.get("lang") == lang


def test_a_link_that_is_too_long_is_414(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/qin/score?0.name={'W' * 20_000}")
    assert page.status_code == 414
    assert page.html.get("lang") == lang


@pytest.fixture
def broken() -> Flask:
    """An application with pages that fail, each in its way."""
    app = create_app()

    @app.get("/<lang>/fails")
    def fails(lang: str) -> str:
        raise ZeroDivisionError(lang)

    @app.post("/<lang>/swallows")
    def swallows(lang: str) -> bytes:
        from flask import request

        return request.get_data()

    return app


@pytest.mark.filterwarnings("ignore")
def test_a_failure_is_a_500_page_in_the_language_asked_for(broken: Flask, lang: str) -> None:
    page = Proofreader(broken, Page).get(f"/{lang}/fails")
    assert page.status_code == 500
    assert page.html.get("lang") == lang
    assert "ZeroDivisionError" not in page.text
    assert {name: page.headers.get(name) for name in HEADERS} == HEADERS


def test_too_large_a_body_is_a_413_page(broken: Flask, lang: str) -> None:
    page = Proofreader(broken, Page).post(f"/{lang}/swallows", data=b"x" * (64 * 1024 + 1))
    assert page.status_code == 413
    assert page.html.get("lang") == lang
