"""GAMES_DIR names one more folder of games, which are like those in `scorers/`."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from new_game import KINDS, write_folder
from serving import free_port

from web.serving.settings import StartError, read_settings

ROOT = Path(__file__).parents[2]
PAGES = """
import json
from app import create_app
from web.offline.sources import digest_sources
from web.common.static_copies import find_files

client = create_app({}).test_client()
addresses = ("/zh-Hant/coin_chest/score", "/en/coin_chest/rules", "/en/", "/en/search?q=coin+chest+points")
pages = {address: client.get(address).text for address in addresses}
print(json.dumps([pages, digest_sources(), [name for name in find_files() if "coin_chest" in name]]))
"""


@pytest.fixture
def games_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one game and a picture of its own."""
    monkeypatch.setattr("new_game.SCORERS", tmp_path)
    monkeypatch.setattr("new_game.TESTS", tmp_path / "tests")
    assert write_folder("coin_chest") == 0
    (tmp_path / "coin_chest" / "static").mkdir()
    (tmp_path / "coin_chest" / "static" / "coin.css").write_text(".coin {}", encoding="utf-8")
    return tmp_path


def run(code: list[str], games_dir: str, *, check: bool = True) -> str:
    """What Python prints with this folder of games."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"GAMES_DIR": games_dir}
    return subprocess.run(
        [sys.executable, *code], cwd=ROOT, env=environment, capture_output=True, text=True, check=check
    ).stdout


def test_game_of_the_folder_has_pages_and_is_found(games_dir: Path) -> None:
    pages, digest, files = json.loads(run(["-c", PAGES], str(games_dir)))
    assert "每枚得1分" in pages["/zh-Hant/coin_chest/score"]
    assert "Coin Chest" in pages["/en/coin_chest/rules"]
    assert "/en/coin_chest/score" in pages["/en/"]
    assert "/en/coin_chest/rules#" in pages["/en/search?q=coin+chest+points"]
    assert files == ["games/coin_chest/coin.css"]
    (games_dir / "coin_chest" / "link_words.txt").write_text("coin", encoding="utf-8")
    assert json.loads(run(["-c", PAGES], str(games_dir)))[1] != digest, "the offline bundle is built anew"


PATIENCE = 300
"""Seconds in which a server has shown every edit, however busy the machine."""


class Develop:
    """`tally develop` with a folder of games, and what it says."""

    def __init__(self, games_dir: Path, port: int) -> None:
        environment = os.environ | {"GAMES_DIR": str(games_dir), "PORT": str(port)}
        command = [sys.executable, "tally.py", "develop"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        # The server's end is the end of its words, so that a test that waits for others fails.
        self.timer = Timer(PATIENCE, os.killpg, (self.process.pid, signal.SIGKILL))
        self.timer.start()
        self.address = f"http://127.0.0.1:{port}/en/coin_chest"
        self._await("Restarting with")

    def edit(self, file: Path, text: str) -> None:
        """Write a file, and wait until the server has begun anew because of it.

        From then on it answers with the new text.
        """
        file.write_text(text, encoding="utf-8")
        self._await(f"Detected change in '{file}'")
        self._await("Restarting with")

    def get(self, page: str) -> str:
        """Return a page. The address is open all the time: a request waits until the server has begun."""
        try:
            with urlopen(f"{self.address}/{page}", timeout=60) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            return error.read().decode()

    def _await(self, words: str) -> None:
        assert self.process.stderr
        assert any(words in line for line in self.process.stderr), f"the server ended without {words!r}"


@pytest.fixture
def server(games_dir: Path) -> Iterator[Develop]:
    """A server that shows edits."""
    server = Develop(games_dir, free_port())
    yield server
    server.timer.cancel()
    os.killpg(server.process.pid, signal.SIGKILL)
    server.process.communicate()


@pytest.mark.long
def test_edited_game_is_shown_at_the_next_reload(games_dir: Path, server: Develop) -> None:
    assert "Those in front of the player." in server.get("score")
    score = games_dir / "coin_chest" / "score.py"
    source = score.read_text(encoding="utf-8")
    server.edit(score, source.replace("Those in front of the player", "Coins beside the board"))
    assert "Coins beside the board." in server.get("score")
    server.edit(score, source.replace("\nGAME = ", "\nCHEST = "))
    assert "there is no GAME = Game(…) here." in server.get("score")
    server.edit(score, source)
    assert "Those in front of the player." in server.get("score")
    rules = games_dir / "coin_chest" / "rules.en.md"
    server.edit(rules, rules.read_text(encoding="utf-8").replace("REPLACE", "Edited"))
    assert "Edited" in server.get("rules")


PARTS = ("api", "home", "offline", "result", "rules", "search", "sheet")
GENERAL = ("tests/project", "tests/games/test_contract.py", "tests/scorers", *(f"tests/web/{name}" for name in PARTS))
"""Tests of the fast suite that are about no game by name; documents and servers are the same for every game."""


@pytest.mark.long
def test_games_under_any_name_leave_the_tests_green(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names sort before, between and after those of the games that are there."""
    monkeypatch.setattr("new_game.SCORERS", tmp_path)
    monkeypatch.setattr("new_game.TESTS", tmp_path / "tests")
    for slug, like in zip(("abacus", "kites", "zebras"), KINDS, strict=True):
        assert write_folder(slug, like) == 0
    command = [
        "-m",
        "pytest",
        "-q",
        "-x",
        "-o",
        f"cache_dir={tmp_path / 'cache'}",
        "-m",
        "not browser and not long",
        *GENERAL,
    ]
    said = run(command, str(tmp_path), check=False)
    assert "passed" in said.splitlines()[-1], said
    assert "failed" not in said.splitlines()[-1], said


def test_command_line_lists_games_of_the_folder(games_dir: Path) -> None:
    assert "Coin Chest" in run(["-m", "scorers"], str(games_dir))


def test_start_names_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="GAMES_DIR names the folder"):
        read_settings({"GAMES_DIR": str(tmp_path / "none")})
