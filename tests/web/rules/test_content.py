"""Content is read once, and the file of the offline bundle gives the same pages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from serving import ROOT
from shipped import SHIPPED

from app import create_app
from web.common import content
from web.common.content import read_once
from web.common.languages import LANGUAGES
from web.search.ranking import library

PAGES = ("score", "rules", "both", "terms", "setup", "score?n=2&to=sheet")


@pytest.fixture(scope="module")
def content_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the content file of the offline bundle."""
    folder = tmp_path_factory.mktemp("content")
    order = os.environ | {"PYTHONHASHSEED": "0"}
    subprocess.run(
        [sys.executable, "offline/content.py", str(folder)], cwd=ROOT, env=order, capture_output=True, check=True
    )
    return folder / content.FILE.name


@pytest.fixture
def empty_content(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[object, ...], object]:
    """Replace the content that was read by an empty dictionary."""
    contents: dict[tuple[object, ...], object] = {}
    monkeypatch.setattr(content, "CONTENT", contents)
    return contents


def test_content_is_read_once(empty_content: dict[tuple[object, ...], object]) -> None:
    readings = []

    @read_once
    def read_page(slug: str, language: str) -> str:
        readings.append(slug)
        return f"{slug} {language}"

    assert [read_page("a", "en"), read_page("a", "en"), read_page("b", "en")] == ["a en", "a en", "b en"]
    assert readings == ["a", "b"]
    assert empty_content == {("read_page", "a", "en"): "a en", ("read_page", "b", "en"): "b en"}


def test_pages_from_the_bundled_file_are_the_same(
    app: Flask, content_file: Path, empty_content: dict[tuple[object, ...], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "FILE", content_file)
    content._bundled_content.cache_clear()
    try:
        read, bundled = app.test_client(), create_app({}).test_client()
        for path in [f"/{lang}/{slug}/{page}" for lang in LANGUAGES for slug in SHIPPED for page in PAGES]:
            assert bundled.get(path).data == read.get(path).data, path
        assert {hit.rules.slug for hit in library().find("tie", "en").hits} >= set(SHIPPED)
        assert library().find("vilage", "en").corrections == {"vilage": "village"}
    finally:
        content._bundled_content.cache_clear()
