"""What is made once: an application that loads it answers what one answers that makes everything anew, and no stale stock counts."""

import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from serving import ROOT

import scorers
from app import create_app
from scorers.registry import slugs
from web.content import sources
from web.content.sources import DIGEST, digest_sources, is_current
from web.content.stock import Stock
from web.content.stock_maker import write_stock

PAGES = ("", "about", "search?q=tie", "search?q=平手", "search?q=walll+towers", "nothing")
OF_A_GAME = ("score", "rules", "both", "terms", "setup", "score?n=2&to=sheet")


@pytest.fixture(scope="module")
def stocked_app(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application that loads what the other one made."""
    folder = tmp_path_factory.mktemp("made") / "stock"
    write_stock(app, folder)
    new_app = create_app({"STOCK": str(folder)})
    new_app.config["PROPAGATE_EXCEPTIONS"] = False
    return new_app


def test_it_answers_the_same_with_a_stock(stocked_app: Flask, app: Flask, lang: str) -> None:
    paths = [f"/{lang}/{page}" for page in PAGES] + [f"/{lang}/{slug}/{page}" for slug in slugs() for page in OF_A_GAME]
    one, other = stocked_app.test_client(), app.test_client()
    for path in paths:
        assert one.get(path).data == other.get(path).data, path


def test_a_thing_is_loaded_when_it_is_first_needed(stocked_app: Flask) -> None:
    folder = stocked_app.extensions["stock"].folder
    stock = Stock({}, folder)
    assert stock["rules.qin.en"].title
    assert set(stock.things) == {"rules.qin.en"}
    assert stock["search"]
    assert stock["rules.trajan.zh-Hant"] in [entry.rules for entry in stock["search"]._entries]
    stock.load_all()
    assert set(stock.things) == {file.name for file in folder.iterdir() if file.is_file()} - {DIGEST}


def test_a_stock_counts_only_with_its_own_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_games_from_elsewhere_have_no_stock_of_this_folder(app: Flask) -> None:
    assert len(scorers.__path__) > 1
    assert app.extensions["stock"].folder is None
    assert app.extensions["offline"] is None


@pytest.mark.long
def test_with_a_stock_nothing_is_imported_that_only_makes_one() -> None:
    """What the browser has not got must not be asked for there, and a server starts sooner without it."""
    code = (
        "import sys; sys.path.insert(0, '.'); from app import create_app; from web.content.sources import *;"
        "assert is_current(FOLDER, digest_sources()), 'make compile';"
        "app = create_app({}); client = app.test_client();"
        "assert client.get('/en/qin/rules').status_code == client.get('/en/search?q=tie').status_code == 200;"
        "print(*sorted(sys.modules))"
    )
    subprocess.run([sys.executable, "tools/make_stock.py"], cwd=ROOT, check=True)
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    names = {module.partition(".")[0] for module in process.stdout.split()} | set(process.stdout.split())
    assert {"flask", "jinja2", "web.search.ranking"} <= names
    assert not names & {"markdown_it", "mdit_py_plugins", "opencc", "granian", "web.rules.markdown", "web.content.stock_maker", "tomllib"}
