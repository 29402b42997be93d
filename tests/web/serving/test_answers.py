"""What every answer carries, and what requests get that no browser sends."""

import gzip
import shutil
from pathlib import Path

import brotli
import pytest
from flask import Flask, abort
from proofreader import Page, Proofreader

from app import create_app
from web.common import static_copies
from web.common.pages import cached_page
from web.common.static_copies import strip_style

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
RULES = "/en/qin/rules"


def static(client: Proofreader, name: str) -> str:
    """The address under which a page loads a static file."""
    page = client.get("/en/qin/score").text
    return next(piece for piece in page.split('"') if piece.startswith("/static/") and piece.endswith(name))


@pytest.mark.parametrize(
    "path", ["/", "/en/", "/zh-Hant/qin/score", RULES, "/api/v1/games", "/healthz", "/nowhere", "/static/nothing.css"]
)
def test_every_answer_is_guarded(client: Proofreader, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    "path", ["/en/", "/en/qin/score", "/en/qin/score?n=2&0.left=1", RULES, "/api/v1/games", "/api/v1/openapi.json"]
)
@pytest.mark.parametrize("coding", ["identity", "br"])
def test_a_page_that_has_not_changed_is_not_sent_again(client: Proofreader, path: str, coding: str) -> None:
    first = client.get(path, headers={"Accept-Encoding": coding})
    assert first.status_code == 200
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/en/qin/score", RULES, "/api/v1/openapi.json", "/en/qin/score?n=4&0.left=x", "/en/nowhere"]
)
def test_answers_and_errors_are_compressed(client: Proofreader, path: str) -> None:
    plain = client.get(path)
    for coding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        answer = client.get(path, headers={"Accept-Encoding": coding})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (plain.status_code, coding)
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert unpack(answer.data) == plain.data
        assert len(answer.data) < len(plain.data) / 2


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, deflate, br, zstd", "br"), ("gzip, " + "x," * 200, None)])
def test_brotli_is_preferred_and_long_headers_ignored(client: Proofreader, accepted: str, coding: str | None) -> None:
    answer = client.get("/en/qin/score", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == coding
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.fixture(scope="module")
def compressed_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as `make compile` compresses them."""
    folder = tmp_path_factory.mktemp("static")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_copies, "BUILT", folder)
        static_copies.compress_files()
    return folder


@pytest.fixture
def compiled_client(monkeypatch: pytest.MonkeyPatch, compressed_files: Path, tmp_path: Path) -> Proofreader:
    """A reader of an application with a copy of the compressed files of its own."""
    monkeypatch.setattr(static_copies, "BUILT", shutil.copytree(compressed_files, tmp_path / "static"))
    return Proofreader(create_app({}), Page)


def test_static_files_have_compressed_copies(compiled_client: Proofreader) -> None:
    address = static(compiled_client, "common/style.css")
    plain = compiled_client.get(address)
    answer = compiled_client.get(address, headers={"Accept-Encoding": "br"})
    assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("br", "Accept-Encoding")
    assert brotli.decompress(answer.data) == plain.data
    assert len(answer.data) <= len(brotli.compress(plain.data, quality=11)) + 9
    assert answer.cache_control.immutable
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "Access-Control-Allow-Origin" not in plain.headers


def test_style_sheet_is_copied_without_what_means_nothing() -> None:
    text = "/* Of a\n page */\n.a > b,\n.c {\n  color: red;\n\n  top: 0\n}\n@media print { .a, .b { top: 1px; } }\n"
    assert strip_style(text) == ".a > b,.c{color: red;top: 0\n}@media print{ .a, .b{ top: 1px; } }"


def test_a_file_that_an_update_took_away_is_the_new_one(compiled_client: Proofreader) -> None:
    address = static(compiled_client, "icons/icon.svg")
    before = compiled_client.get(address)
    shutil.rmtree(static_copies.BUILT)
    answer = compiled_client.get(address)
    assert (answer.status_code, answer.data, answer.headers["Cache-Control"]) == (200, before.data, "no-cache")


def test_files_are_recompressed_only_after_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.css").write_text("a { color: red }\n" * 99, encoding="utf-8")
    monkeypatch.setattr(static_copies, "FOLDER", tmp_path / "static")
    monkeypatch.setattr("scorers.__path__", [])
    monkeypatch.setattr(static_copies, "BUILT", tmp_path / "built")
    fingerprint = static_copies.fingerprint_files()
    assert static_copies.find_copies(fingerprint) == {}
    static_copies.compress_files()
    built = tmp_path / "built" / fingerprint
    assert static_copies.find_copies(fingerprint)["a.css"] == built / "a.css"
    assert sorted(file.name for file in built.iterdir()) == ["a.css", "a.css.br", "a.css.gz"]
    assert static_copies.transfer_sizes(fingerprint) == {"a.css": (built / "a.css.br").stat().st_size}
    static_copies.compress_files()
    (tmp_path / "static" / "a.css").write_text("a { color: blue }", encoding="utf-8")
    static_copies.compress_files()
    assert (
        [folder.name for folder in (tmp_path / "built").iterdir()]
        == [static_copies.fingerprint_files()]
        != [fingerprint]
    )


@pytest.mark.parametrize("name", ["common/style.css", "sheet/sheet.js", "icons/icon.svg"])
def test_static_files_are_fingerprinted_and_immutable(client: Proofreader, name: str) -> None:
    answer = client.get(static(client, name), buffered=True)
    assert answer.status_code == 200
    assert answer.cache_control.max_age == 31_536_000
    assert answer.cache_control.immutable
    assert answer.cache_control.public
    assert client.get(f"/static/{name}").status_code == 404


def test_a_page_from_before_an_update_still_finds_its_files(client: Proofreader) -> None:
    now = static(client, "icons/icon.svg")
    before = now.replace(now.split("/")[2], "0123456789ab")
    answer = client.get(before)
    assert answer.data == client.get(now).data
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get(before, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get(now).cache_control.immutable


@pytest.mark.parametrize(
    "path",
    [
        "0123456789ab/nothing.js",
        "0123456789ab/",
        "0123456789a/sheet.js",
        "0123456789aG/sheet.js",
        "0123456789ab/../app.py",
    ],
)
def test_there_are_no_other_static_files(client: Proofreader, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize(
    "path", ["../app.py", "../../../app.py", "../../../../../../../../etc/passwd", "sheet/../../../../app.py"]
)
def test_static_paths_lead_to_no_other_files(client: Proofreader, path: str) -> None:
    """Neither from the folder of the copies nor from that of the sources, nor for an outdated fingerprint."""
    folder = static(client, "icons/icon.svg").removesuffix("icons/icon.svg")
    for start in (folder, "/static/0123456789ab/"):
        assert client.get(start + path).status_code == 404


def test_a_cached_page_is_rendered_once_whatever_the_query(caching_app: Flask) -> None:
    client = caching_app.test_client()
    first = client.get("/en/cached?name=Ann", headers={"Accept-Language": "en", "Accept-Encoding": "br"})
    assert brotli.decompress(first.data) == b"en" + b"." * 1000
    again = client.get("/en/cached", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(again.data) == b"en" + b"." * 1000
    assert client.get("/zh-Hant/cached").data.startswith(b"zh-Hant")
    assert (
        client.get(
            "/en/cached?name=Bo", headers={"If-None-Match": client.get("/en/cached").headers["ETag"]}
        ).status_code
        == 304
    )
    assert client.head("/en/cached").headers["Content-Length"] == "1002"
    assert client.post("/en/cached").status_code == 405
    assert client.get("/none/cached").status_code == client.get("/none/cached").status_code == 404
    assert caching_app.extensions["rendered"] == ["en", "zh-Hant", "none", "none"]


def test_a_cached_page_is_not_mixed_up_with_its_query(client: Proofreader) -> None:
    assert client.get("/en/qin/setup").text == client.get("/en/qin/setup").text != client.get("/en/qin/setup?n=3").text


@pytest.fixture
def caching_app() -> Flask:
    """An application with a page that is cached, and a list of those that were rendered."""
    app = create_app({})
    app.extensions["rendered"] = []

    @app.get("/<lang>/cached")
    @cached_page
    def page(lang: str) -> str:
        app.extensions["rendered"].append(lang)
        return lang + "." * 1000 if lang != "none" else abort(404)

    return app


@pytest.mark.parametrize(
    "path",
    ["/{lang}/nowhere", "/{lang}/chess/score", "/{lang}/chess/rules", "/{lang}/chess/compare", "/{lang}/qin/nowhere"],
)
def test_missing_page_is_404_in_its_language(client: Proofreader, lang: str, path: str) -> None:
    page = client.get(path.format(lang=lang))
    assert page.status_code == 404
    assert page.html.get("lang") == lang
    assert (page.heading == "Not found") == (lang == "en")


def test_missing_page_without_language_uses_the_header(client: Proofreader) -> None:
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
def broken_app() -> Flask:
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


@pytest.mark.parametrize(
    ("path", "place"),
    [("/en", "/en/"), ("//en", "/en/"), ("/en//", "/en/"), ("//zh-Hant///qin//score", "/zh-Hant/qin/score")],
)
@pytest.mark.parametrize("host", ["tally.example", "localhost:8000", "evil.example"])
def test_redirects_name_no_host(client: Proofreader, path: str, place: str, host: str) -> None:
    for _ in range(3):
        answer = client.get(environ_overrides={"PATH_INFO": path}, headers={"Host": host, "X-Forwarded-Proto": "https"})
        assert answer.status_code == 308
        assert answer.headers["Location"].startswith("/")
        assert not answer.headers["Location"].startswith("//")
        assert answer.headers["Cache-Control"] == "no-cache"
        assert host not in answer.get_data(as_text=True)
        path = answer.headers["Location"]
        if path == place:
            return
    raise AssertionError(path)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/en", f"/en/qin/score?{'W' * 20_000}", f"/en/{'W' * 20_000}", "/static/nothing.css"]
)
def test_error_responses_are_not_cached(client: Proofreader, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "host", ["a..b", f"{'a' * 64}.example", "a b", "tally:x", "<b>", "é.example", "[::1", "a" * 300, ""]
)
def test_a_host_that_is_none_is_a_400_page(client: Proofreader, lang: str, host: str) -> None:
    page = client.get(f"/{lang}/", headers={"Host": host})
    assert page.status_code == 400
    assert page.html.get("lang") == lang
    assert {name: page.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    "host",
    ["localhost", "tally.example:8000", "127.0.0.1", "[::1]:8000", "tally.example.", "my_tally", "xn--fsq.example"],
)
def test_every_host_that_is_one_is_answered(client: Proofreader, host: str) -> None:
    assert client.get("/en/", headers={"Host": host}).status_code == 200


def test_long_headers_are_not_read(client: Proofreader) -> None:
    long = "en" + ", en;q=0.5" * 40_000
    headers = {"Accept-Language": long, "Accept-Encoding": long, "If-None-Match": long, "If-Modified-Since": long}
    for path in ("/api/v1/games/qin", "/", RULES):
        answer = client.get(path, headers=headers)
        assert answer.headers.get("Location", "/zh-Hant/") == "/zh-Hant/"
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "zh-Hant"),
        ("fr", "zh-Hant"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("en-GB,en;q=0.9,zh-TW;q=0.8", "en"),
        ("de,en;q=0.5", "en"),
        ("en;q=0.5,zh-TW", "zh-Hant"),
        ("en;q=0, zh;q=0.1", "zh-Hant"),
        ("en;q=0", "zh-Hant"),
        ("en;q=2, zh-CN;q=0.3", "zh-Hant"),
        ("EN-us", "en"),
        ("en;q=0.2, *;q=0.1", "en"),
        ("*, en;q=0.2", "zh-Hant"),
        ("english", "zh-Hant"),
        ("en;q=nan, en;level=1", "zh-Hant"),
        (",,;q=1,-,en ; q=0.5", "en"),
        (", en;q=0.500 ,", "en"),
        ("en" + " " * 300, "zh-Hant"),
    ],
)
def test_accept_language_is_weighed_and_nonsense_ignored(client: Proofreader, accept: str, language: str) -> None:
    answer = client.get("/", headers={"Accept-Language": accept})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/{language}/")
    assert "Accept-Language" in answer.headers["Vary"]
