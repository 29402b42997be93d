"""Serving the bundle: under an address of its own for ever, compressed where that is taken, and with a policy for its worker alone."""

import json
from pathlib import Path

import brotli
import pytest
from flask import Flask

import app as application
from web.common.http import POLICY
from web.offline import bundle
from web.offline.bundle import Bundle, BundleFile, read_bundle
from web.offline.sources import DIGEST

WORKER, WASM, SHORT = b"postMessage(1); " * 9, bytes(range(256)) * 9, b"MIT"
SOURCES = "0123456789abcdef0123"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bundle of three files."""
    files = {}
    for name, body in {"worker.js": WORKER, "a.wasm": WASM, "LICENCES.txt": SHORT}.items():
        compact = brotli.compress(body)
        (tmp_path / name).write_bytes(body)
        (tmp_path / f"{name}.br").write_bytes(compact)
        files[name] = {"size": len(body), "compressed_size": min(len(body), len(compact))}
    (tmp_path / DIGEST).write_text(SOURCES, encoding="ascii")
    (tmp_path / "bundle.json").write_text(json.dumps({"digest": "0123456789ab", "files": files}), encoding="utf-8")
    return tmp_path


@pytest.fixture
def bundled_app(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application that has this bundle."""
    monkeypatch.setattr(bundle, "read_bundle", lambda where, sources: read_bundle(folder, SOURCES))
    return application.create_app({})


def test_a_bundle_is_read_with_its_sizes(folder: Path) -> None:
    bundle = read_bundle(folder, SOURCES)
    assert isinstance(bundle, Bundle)
    assert (bundle.digest, bundle.base) == ("0123456789ab", "/offline/0123456789ab/")
    assert bundle.files["LICENCES.txt"] == BundleFile(3, 3)
    assert bundle.transfer_size == 3 + sum(len(brotli.compress(body)) for body in (WORKER, WASM))


def test_no_bundle_and_one_of_other_sources_are_none(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert read_bundle(tmp_path / "none", SOURCES) is None
    assert caplog.text == ""
    assert read_bundle(folder, "another") is None
    assert "run `make offline`" in caplog.text


@pytest.mark.parametrize(
    ("name", "kind", "body"),
    [("worker.js", 'text/javascript; charset="utf-8"', WORKER), ("a.wasm", "application/wasm", WASM)],
)
def test_a_file_comes_compressed_or_as_it_is(bundled_app: Flask, name: str, kind: str, body: bytes) -> None:
    client = bundled_app.test_client()
    plain = client.get(f"/offline/0123456789ab/{name}", buffered=True)
    response = client.get(f"/offline/0123456789ab/{name}", headers={"Accept-Encoding": "gzip, br"}, buffered=True)
    assert (plain.status_code, plain.data, plain.headers.get("Content-Encoding")) == (200, body, None)
    assert (response.status_code, brotli.decompress(response.data), response.headers["Content-Encoding"]) == (
        200,
        body,
        "br",
    )
    for answer in (plain, response):
        assert answer.cache_control.immutable
        assert answer.cache_control.max_age == 31_536_000
        assert (answer.headers["Vary"], answer.headers["Content-Type"]) == ("Accept-Encoding", kind)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_only_the_worker_may_compile_webassembly(bundled_app: Flask) -> None:
    client = bundled_app.test_client()
    paths = ("/offline/0123456789ab/worker.js", "/offline/0123456789ab/a.wasm", "/en/", "/offline/0123456789ab/x")
    worker, *others = (client.get(path, buffered=True).headers.getlist("Content-Security-Policy") for path in paths)
    assert worker == [POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")]
    assert others == [[POLICY]] * 3


def test_pages_have_the_address_of_the_bundle(bundled_app: Flask, app: Flask) -> None:
    assert '<html lang="en" data-offline-base="/offline/0123456789ab/">' in bundled_app.test_client().get("/en/").text
    assert "data-offline-base" not in app.test_client().get("/en/").text
    about = bundled_app.test_client().get("/en/about").text
    assert '<a href="/offline/0123456789ab/LICENCES.txt">Pyodide</a>' in about
    assert "MPL-2.0" in about


@pytest.mark.parametrize(
    "path",
    ["/offline/0123456789ab/bundle.json", "/offline/0123456789ab/worker.js.br", "/offline/000000000000/worker.js"],
)
def test_nothing_else_is_served(bundled_app: Flask, path: str) -> None:
    assert bundled_app.test_client().get(path).status_code == 404
