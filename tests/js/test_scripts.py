"""Scripts without a browser, tested by Node: each test of each *.test.js of this folder is one case."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from serving import serve_in_thread

from app import create_app
from scorers.registry import game
from scorers.sheet import load_sheet

NODE = Path(sys.executable).parent / "node"
"""From PyPI, as `make offline` uses it."""
HERE = Path(__file__).parent
SECONDS = 240
NAME = re.compile(r'^test\("((?:[^"\\]|\\.)+)"', re.MULTILINE)
FILES = {file.name.removesuffix(".test.js"): file for file in sorted(HERE.glob("*.test.js"))}
CASES = [
    (file, json.loads(f'"{name}"')) for file, path in FILES.items() for name in NAME.findall(path.read_text("utf-8"))
]
MAPS = ("east", "britannia-2-3", "britannia-4-5")
SPELLINGS = re.compile(r'data-city="(\w+)" [^>]*data-find="([^"]*)"')


def board_data(app: Flask) -> str:
    """Return what the boards get from the server: the rules of the wall, and the spellings of the cities of each
    map.
    """
    wall_game = game("chang_cheng")
    sheet = load_sheet(wall_game, {"players": [{}, {}, {}]})
    drawings = {name: app.test_client().get(f"/en/hansa_teutonica/drawing/{name}/0.svg").text for name in MAPS}
    maps = {name: dict(SPELLINGS.findall(drawing)) for name, drawing in drawings.items()}
    return json.dumps({"chang_cheng": wall_game.board_data(sheet), "hansa_teutonica": maps})


@pytest.fixture(scope="module")
def run_file(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[Callable[..., dict[str, dict[str, Any]]]]:
    """Runs the tests of a file, once with the same settings, which are environment variables: a report for each, by
    its name. The server has a database, which is empty.
    """
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})
    assert pytestconfig.cache
    compiled = str(pytestconfig.cache.mkdir("node"))
    with serve_in_thread(app) as address:
        environment = os.environ | {"BOARD_DATA": board_data(app), "TALLY": address, "NODE_COMPILE_CACHE": compiled}

        @cache
        def run(file: str, **settings: str) -> dict[str, dict[str, Any]]:
            options = (
                "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
                "--test-force-exit",  # its connections to the server would stay open for five seconds
                f"--test-reporter={HERE / 'reporter.js'}",
            )
            process = subprocess.run(
                [NODE, *options, FILES[file]],
                capture_output=True,
                text=True,
                check=False,
                env=environment | settings,
                timeout=SECONDS,
            )
            lines = process.stdout.splitlines()
            reports = [json.loads(line) for line in lines if line.startswith('{"name":')]
            names = [report["name"] for report in reports]
            assert names == [name for other, name in CASES if other == file], process.stdout + process.stderr
            return {report["name"]: report for report in reports}

        yield run


@pytest.mark.parametrize(("file", "name"), CASES, ids=[f"{file}: {name}" for file, name in CASES])
def test_in_node(run_file: Callable[..., dict[str, dict[str, Any]]], file: str, name: str) -> None:
    report = run_file(file)[name]
    assert not report.get("skip")
    assert report["fault"] == ""


@pytest.mark.long
def test_accepted_documents_of_each_game_are_drawn(run_file: Callable[..., dict[str, dict[str, Any]]]) -> None:
    """`make test` draws one shared sheet and one scorebook."""
    reports = run_file("shown", DOCUMENTS="10").values()
    assert [report["fault"] for report in reports] == ["", ""]


def test_names_of_node_tests_differ() -> None:
    assert len(CASES) > 70
    assert len(set(CASES)) == len(CASES)
