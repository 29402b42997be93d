"""The digest of the sources, by which a start knows whether the offline bundle was made of them."""

from pathlib import Path

import pytest
from flask import Flask

import scorers
from web.offline import sources
from web.offline.bundle import digest_application
from web.offline.sources import DIGEST, digest_sources, is_current


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
