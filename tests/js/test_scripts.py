"""Scripts that need no page, tested by Node: each *.test.js of this folder."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from flask import Flask

from scorers.registry import game
from scorers.sheet import load_sheet

NODE = Path(sys.executable).parent / "node"
"""From PyPI, as `make offline` uses it."""
HERE = Path(__file__).parent
MAPS = ("east", "britannia-2-3", "britannia-4-5")
SPELLINGS = re.compile(r'data-city="(\w+)" [^>]*data-find="([^"]*)"')


def board_data(app: Flask) -> str:
    """Return what the boards get from the server: the rules of the wall, and the spellings of the cities of each map."""
    wall_game = game("chang_cheng")
    sheet = load_sheet(wall_game, {"players": [{}, {}, {}]})
    drawings = {name: app.test_client().get(f"/en/hansa_teutonica/drawing/{name}/0.svg").text for name in MAPS}
    maps = {name: dict(SPELLINGS.findall(drawing)) for name, drawing in drawings.items()}
    return json.dumps({"chang_cheng": wall_game.board_data(sheet), "hansa_teutonica": maps})


def test_scripts_pass_their_tests(app: Flask) -> None:
    """All in one process, which takes a second; one for each file would take ten."""
    files = sorted(HERE.glob("*.test.js"))
    command = [NODE, "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-isolation=none", *files]
    process = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"BOARD_DATA": board_data(app)}
    )
    assert process.returncode == 0, process.stdout + process.stderr
    assert "\nℹ fail 0\n" in process.stdout or "\n# fail 0\n" in process.stdout
