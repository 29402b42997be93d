"""What every answer carries: headers, tags, compression, lasting names for static files, and errors in the reader's language."""

import gzip

import brotli
import pytest
from flask import Flask, Response, request
from proofreader import Page, Proofreader

from app import create_app
from web.kept_pages import keep_page

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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
    for coding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        answer = client.get(path, headers={"Accept-Encoding": coding})
        assert answer.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert unpack(answer.data) == plain.data
        assert len(answer.data) < len(plain.data) / 2


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("*", "br"),
        ("", None),
        ("identity", None),
        ("deflate, zstd", None),
        ("brotli, gzipped", None),
        ("gzip;q=0, br;q=0", None),
        ("gzip, " + "x," * 200, None),
    ],
)
@pytest.mark.parametrize("path", ["/en/qin/score", "static"])
def test_the_reader_chooses_the_coding(client: Proofreader, path: str, accepted: str, coding: str | None) -> None:
    path = static(client, "style.css") if path == "static" else path
    answer = client.get(path, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == coding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(answer.data)


def test_a_faulty_sheet_is_compressed_like_any_other(client: Proofreader) -> None:
    for path in ("/en/qin/score?n=4&0.left=x", "/en/nowhere"):
        plain = client.get(path)
        answer = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == plain.status_code > 400
        assert gzip.decompress(answer.data) == plain.data
    faults = client.post(
        "/api/v1/games/qin/score", json={"players": [{"left": -1, "hat": 1, "shoe": 2}] * 4}, headers={"Accept-Encoding": "br"}
    )
    assert (faults.status_code, faults.headers["Content-Encoding"]) == (422, "br")


def test_static_files_are_compressed_once_and_as_small_as_can_be(client: Proofreader, app: Flask) -> None:
    answer = client.get(static(client, "style.css"), headers={"Accept-Encoding": "br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert answer.cache_control.immutable
    plain = brotli.decompress(answer.data)
    assert b"color-scheme" in plain
    assert len(answer.data) <= len(brotli.compress(plain, quality=11)) + 9
    page = app.extensions["stock"]["static"].pages["style.css"]
    assert page.encode("br") is page.encode("br")


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


def test_a_page_from_before_an_update_still_finds_its_files(client: Proofreader) -> None:
    now = static(client, "sheet.js")
    before = now.replace(now.split("/")[2], "0123456789ab")
    answer = client.get(before)
    assert answer.data == client.get(now).data
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get(before, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get(now).cache_control.immutable


@pytest.mark.parametrize(
    "path", ["0123456789ab/nothing.js", "0123456789ab/", "0123456789a/sheet.js", "0123456789aG/sheet.js", "0123456789ab/../app.py"]
)
def test_there_are_no_other_static_files(client: Proofreader, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_static_files_claim_no_ranges_and_answer_none(client: Proofreader) -> None:
    answer = client.get(static(client, "style.css"), headers={"Range": "bytes=0-9"})
    assert answer.status_code == 200
    assert "Accept-Ranges" not in answer.headers


def test_static_files_have_their_types(client: Proofreader) -> None:
    types = {name: client.get(static(client, name)).headers["Content-Type"] for name in ("style.css", "sheet.js", "icon.svg")}
    assert types == {
        "style.css": "text/css; charset=utf-8",
        "sheet.js": "text/javascript; charset=utf-8",
        "icon.svg": "image/svg+xml; charset=utf-8",
    }


def test_head_has_the_headers_of_get(client: Proofreader) -> None:
    for path in ("/en/qin/score", static(client, "style.css")):
        with_body, without = client.get(path), client.head(path)
        assert without.data == b""
        assert without.headers == with_body.headers


def test_a_kept_page_holds_nothing_of_the_visitor_who_came_first(kept_app: Flask) -> None:
    client = kept_app.test_client()
    first = client.get("/en/kept?name=Ann", headers={"Accept-Language": "en", "Host": "evil.example", "Accept-Encoding": "br"})
    assert brotli.decompress(first.data) == b"en  localhost" + b"." * 1000
    again = client.get("/en/kept", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(again.data) == b"en  localhost" + b"." * 1000
    assert client.get("/zh-Hant/kept").data.startswith(b"zh-Hant")
    assert client.get("/en/kept?name=Bo", headers={"If-None-Match": client.get("/en/kept").headers["ETag"]}).status_code == 304
    assert client.head("/en/kept").headers["Content-Length"] == "1013"
    assert client.post("/en/kept").status_code == 405
    assert kept_app.extensions["rendered"] == 2


@pytest.fixture
def kept_app(made_once: None) -> Flask:
    """An application with a page that is kept, and a count of how often it was rendered."""
    app = create_app({})
    app.extensions["rendered"] = 0

    @app.get("/<lang>/kept")
    def page(lang: str) -> Response:
        def render() -> str:
            app.extensions["rendered"] += 1
            return f"{lang} {request.args.get('name', '')} {request.host}" + "." * 1000

        return keep_page(render)

    return app


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
def broken_app(made_once: None) -> Flask:
    """An application with pages that fail, each in its way."""
    app = create_app({})

    @app.get("/<lang>/fails")
    def fails(lang: str) -> str:
        raise ZeroDivisionError(lang)

    @app.post("/<lang>/swallows")
    def swallows(lang: str) -> bytes:
        from flask import request

        return request.get_data()

    return app


@pytest.mark.filterwarnings("ignore")
def test_a_failure_is_a_500_page_in_the_language_asked_for(broken_app: Flask, lang: str) -> None:
    page = Proofreader(broken_app, Page).get(f"/{lang}/fails")
    assert page.status_code == 500
    assert page.html.get("lang") == lang
    assert "ZeroDivisionError" not in page.text
    assert {name: page.headers.get(name) for name in HEADERS} == HEADERS


def test_too_large_a_body_is_a_413_page(broken_app: Flask, lang: str) -> None:
    page = Proofreader(broken_app, Page).post(f"/{lang}/swallows", data=b"x" * (64 * 1024 + 1))
    assert page.status_code == 413
    assert page.html.get("lang") == lang
