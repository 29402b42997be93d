"""Scripts that need no page, tested by Node: each *.test.js here, as `node --test` says."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorers.registry import game
from scorers.sheet import load_sheet

NODE = Path(sys.executable).parent / "node"
"""From PyPI, as `make offline` uses it."""
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def board_data() -> str:
    """What the wall's page knows of the rules from the game's Python."""
    wall_game = game("chang_cheng")
    sheet = load_sheet(wall_game, {"players": [{}, {}, {}]})
    return json.dumps({"chang_cheng": wall_game.board_data(sheet)})


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.js")), ids=lambda file: file.name)
def test_scripts_pass_their_tests(file: Path, board_data: str) -> None:
    command = [NODE, "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", file]
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"BOARD_DATA": board_data})
    assert process.returncode == 0, process.stdout + process.stderr
    assert "\nℹ fail 0\n" in process.stdout or "\n# fail 0\n" in process.stdout
