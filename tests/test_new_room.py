"""Adding a game is adding a folder: a small invented game is dropped beside the others, and has its pages, its API and its command line."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from proofreader import Page, Proofreader

import scorers
from app import create_app

ROOT = Path(__file__).parents[1]
FILES = {
    "__init__.py": '"""Pebbles. Nobody, 2026."""\n',
    "score.py": '''
"""Pebbles: a point for each pebble, two under the moon."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorers.sheets import blanks, choice, name, names, number, players
from scorers.words import N_, Fault, Game, Line, Result, Variant, settle

GAME = Game(slug="pebbles", title=N_("Pebbles"), bgg=None, designer="Nobody", year=2026, lines={"pebbles": N_("Pebbles")})
WORTH = {"sun": 1, "moon": 2}


@dataclass(frozen=True, slots=True)
class Player:
    """A player's heap."""

    name: str | None = name()
    pebbles: int | None = number(N_("Pebbles"), high=9, line="pebbles")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The heaps, and what shines on them."""

    players: tuple[Player, ...] = players(Player, 2, 3)
    rounds: int | None = number(N_("Rounds"), high=9, line="pebbles")
    light: str = choice(N_("Light"), options={"sun": N_("Sun"), "moon": N_("Moon")}, rule="scoring-pebbles")


VARIANTS = (Variant("sun", N_("Sun"), {"light": "sun"}), Variant("moon", N_("Moon"), {"light": "moon"}))


def faults(sheet: Sheet) -> Iterator[Fault]:
    """There are ten pebbles in all."""
    if sum(player.pebbles or 0 for player in sheet.players) > 10:
        yield Fault("players", "impossible", N_("There are ten pebbles in all"))


def score(sheet: Sheet) -> Result:
    """Most pebbles win."""
    worth = WORTH[sheet.light]
    lines = [[Line("pebbles", worth * (player.pebbles or 0), f"{worth} × {player.pebbles or 0}")] for player in sheet.players]
    return settle(GAME, names(sheet), lines, blanks(sheet))
''',
    "examples.py": '''
"""One heap each."""

from scorers.words import N_, Example

EXAMPLES = {
    "two": Example(title=N_("Two heaps"), source="counted", sheet={"players": [{"pebbles": 4}, {"pebbles": 5}]}, totals=(4, 5))
}
''',
    "terms.tsv": "id\ten\tzh-Hant\tprinted\trule\npebble\tpebble\t小石頭\t\tscoring-pebbles\n",
    "rules.en.md": """---
title: Pebbles
edition: First
changed: 2026-01-01
---

{#quick-reference}
## Quick reference

Most pebbles win.

{#scoring}
## Scoring

{#scoring-pebbles}
### Pebbles

A pebble is a point.

{#ties}
## Ties

They share.
""",
    "rules.zh-Hant.md": """---
title: 小石頭
edition: 初版
changed: 2026-01-01
---

{#quick-reference}
## 速查

石頭最多者勝。

{#scoring}
## 計分

{#scoring-pebbles}
### 小石頭

一顆一分。

{#ties}
## 平手

共享勝利。
""",
}


def drop(folder: Path) -> None:
    """Put the invented game into a folder of rooms."""
    (folder / "pebbles").mkdir(parents=True)
    for file, text in FILES.items():
        (folder / "pebbles" / file).write_text(text, encoding="utf-8")


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proofreader]:
    """A reader of the application with one more folder of rooms."""
    drop(tmp_path)
    monkeypatch.setattr(scorers, "__path__", [*scorers.__path__, str(tmp_path)])
    yield Proofreader(create_app(), Page)
    for module in [module for module in sys.modules if module.startswith("scorers.pebbles")]:
        del sys.modules[module]
    del scorers.pebbles


def test_it_has_its_pages(visitor: Proofreader, lang: str) -> None:
    assert f"/{lang}/pebbles/score" in [link.get("href") for link in visitor.get(f"/{lang}/").all("a")]
    sheet = visitor.get(f"/{lang}/pebbles/score")
    fields = [field.get("name") for field in sheet.all("input", class_="in")]
    assert [name for name in fields if "." in name] == ["0.name", "1.name", "0.pebbles", "1.pebbles"]
    result = visitor.get(f"/{lang}/pebbles/score?n=2&0.name=Ann&0.pebbles=3&1.pebbles=4&light=moon")
    assert result.said("td")[:2] == ["6 2 × 3", "8 2 × 4"]
    compared = visitor.get(f"/{lang}/pebbles/compare?n=2&0.pebbles=3&1.pebbles=4")
    assert [section.get("id") for section in compared.all("section", class_="variant")] == ["v-sun", "v-moon"]
    rules = visitor.get(f"/{lang}/pebbles/rules")
    assert [section.get("id") for section in rules.all("section")] == ["quick-reference", "scoring", "scoring-pebbles", "ties"]


def test_it_refuses_what_cannot_be(visitor: Proofreader) -> None:
    answer = visitor.get("/en/pebbles/score?n=2&0.pebbles=9&1.pebbles=9")
    assert answer.status_code == 422
    assert answer.said("li") == ["There are ten pebbles in all"]


def test_it_has_its_api(visitor: Proofreader) -> None:
    listed = visitor.get("/api/v1/games").json["games"]
    assert {"slug": "pebbles", "title": {"zh-Hant": "Pebbles", "en": "Pebbles"}, "players": {"min": 2, "max": 3}, "bgg": None} in listed
    scored = visitor.post("/api/v1/games/pebbles/score", json={"players": [{"pebbles": 3}, {"pebbles": 4}]})
    assert [player["total"] for player in scored.json["players"]] == [3, 4]
    assert "/api/v1/games/pebbles/score" in visitor.get("/api/v1/openapi.json").json["paths"]
    assert set(visitor.get("/api/v1/games/pebbles").json["schema"]["properties"]) == {"players", "rounds", "light"}


def test_it_has_its_command_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scorers", tmp_path / "scorers", ignore=shutil.ignore_patterns("__pycache__"))
    drop(tmp_path / "scorers")

    def run(*words: str, given: str = "") -> str:
        command = [sys.executable, "-S", "-m", "scorers", *words]
        return subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", check=True, cwd=tmp_path).stdout

    assert "pebbles          Pebbles\n" in run()
    assert json.loads(run("pebbles", given='{"players": [{"pebbles": 3}, {}]}'))["blank"] == ["rounds", "players.1.pebbles"]
