"""Offline use: the bundle and its sources, how it is served, and the manifest and the service worker."""

import json
import re
import struct
import subprocess
import sys
from pathlib import Path

import brotli
import pytest
from flask import Flask
from proofreader import Proofreader
from serving import ROOT

import app as application
import scorers
from app import create_app
from web.common.http import POLICY
from web.common.languages import LANGUAGES
from web.common.pages import has_trait, needs_query, unlisted
from web.offline import bundle, sources
from web.offline.bundle import Bundle, BundleFile, digest_application, read_bundle
from web.offline.sources import DIGEST, digest_sources, is_current
from web.offline.views import drawings, pages

COPY = """
import sys
from pathlib import Path
sys.path.insert(0, "offline")
from build import PACKAGES, copy_application
copy_application(Path(sys.argv[1]))
print(*PACKAGES)
"""
START = """
import json, sys
from importlib.abc import MetaPathFinder
own, offline, *packages = sys.argv[1:]
sys.path[:] = [own, offline, *(path for path in sys.path if "site-packages" in path or "lib" in path)]
from trim import is_used

class Bundle(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.startswith("_jinja2_module_templates"):
            return None  # a compiled template
        if name.partition(".")[0] not in known or not is_used(name.replace(".", "/") + ".py"):
            raise ModuleNotFoundError(f"{name} is not in the bundle", name=name)

packages = {name.replace("-", "_") for name in packages}
known = {*sys.stdlib_module_names, "app", "web", "scorers", "engine", "babel", *packages}
sys.meta_path.insert(0, Bundle())

class Body:
    def to_bytes(self):
        return b""

import engine
answer = engine.start("http://localhost", "", "/offline/0/")
for path in ("/en/qin/score", "/zh-Hant/qin/score?n=2&0.left=2&1.left=5", "/en/qin/rules", "/en/search?q=tie"):
    status, headers, body = answer("GET", path, "[]", Body())
    print(path, status, dict(json.loads(headers))["Content-Type"], len(body) > 5000)
tally = [module for name, module in sys.modules.items() if name.partition(".")[0] in ("app", "web", "scorers")]
print(all(module.__file__.startswith(own) for module in tally))
"""


@pytest.fixture
def bundle_copy(tmp_path: Path) -> tuple[Path, list[str]]:
    """The application as a browser gets it, and the packages beside it."""
    copied = subprocess.run(
        [sys.executable, "-c", COPY, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tmp_path, copied.stdout.split()


@pytest.mark.long
def test_the_copy_answers_with_nothing_but_the_bundle(bundle_copy: tuple[Path, list[str]]) -> None:
    folder, packages = bundle_copy
    command = [sys.executable, "-c", START, str(folder), str(ROOT / "offline"), *packages]
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert process.stderr == ""
    assert process.stdout.splitlines() == [
        "/en/qin/score 200 text/html; charset=utf-8 True",
        "/zh-Hant/qin/score?n=2&0.left=2&1.left=5 200 text/html; charset=utf-8 True",
        "/en/qin/rules 200 text/html; charset=utf-8 True",
        "/en/search?q=tie 200 text/html; charset=utf-8 True",
        "True",
    ]


def test_a_bundle_counts_only_with_its_own_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scorers").mkdir()
    (tmp_path / "scorers" / "a.py").write_text("one", encoding="utf-8")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    before = digest_sources()
    assert not is_current(tmp_path, before)
    (tmp_path / DIGEST).write_text(before, encoding="ascii")
    assert is_current(tmp_path, before)
    assert not is_current(tmp_path, "")
    (tmp_path / "scorers" / "__pycache__").mkdir()
    (tmp_path / "scorers" / "__pycache__" / "a.pyc").write_text("x", encoding="utf-8")
    (tmp_path / "scorers" / "py.typed").touch()
    assert digest_sources() == before, "in an installed Tally it stands elsewhere"
    (tmp_path / "scorers" / "a.py").write_text("two", encoding="utf-8")
    assert digest_sources() != before


def test_games_from_elsewhere_have_no_bundle_of_this_folder(app: Flask) -> None:
    assert len(scorers.__path__) > 1
    assert digest_application() == ""
    assert app.extensions["offline"] is None


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
    assert "after `make offline`" in caplog.text


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
    """A page that is added is kept too, without being named.

    Never one with a secret address, as shared sheets and groups have.
    """
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
