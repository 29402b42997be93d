"""The guide to adding a game: its table has every entry type, and its samples work."""

import json
import re
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Any

import pytest

from scorers import entries
from scorers.entries import Entry, LoadContext, Number, PerSeat, entry
from scorers.model import N_, Result
from scorers.registry import folder, game, slugs
from scorers.sheet import Seat
from scorers.sheet import players as declare_players
from web.rules.checks import ALIAS_COLUMNS, TERM_COLUMNS
from web.sheet.fields import ROWS

GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
SAMPLES = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)` \| `(\w+\(.*\))` \|$", GUIDE, re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Round:
    """The record that the sample of Records names."""

    points: tuple[int | None, ...] = entry(PerSeat(label=N_("Points"), item=Number(label=N_("Points"), high=99)))


def test_guide_lists_every_entry_type() -> None:
    assert sorted(name for name, _, _ in SAMPLES) == sorted(kind.__name__ for kind in ROWS)


@pytest.mark.parametrize(("name", "data", "sample"), SAMPLES)
def test_sample_of_entry_type_takes_its_json(name: str, data: str, sample: str) -> None:
    declared: Entry[Any] = eval(sample, vars(entries) | {"N_": N_, "Round": Round})
    assert type(declared).__name__ == name
    sheet = make_dataclass("Sheet", [("sample", Any, entry(declared))])
    context = LoadContext(seats=2)
    value = declared.load(json.loads(data), "sample", context)
    assert context.faults == []
    assert value not in (declared.empty, sheet().sample)


SCORING = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def test_scoring_sample_settles_a_tie_by_the_lake() -> None:
    """Two coins each are 2 × 2 = 4 points, and Bo's lake of 3 is larger than Ann's of 1."""

    @dataclass(frozen=True, slots=True)
    class Player(Seat):
        coins: int | None = entry(Number(label=N_("Coins"), high=99, line="coins"))
        lake: int | None = entry(Number(label=N_("Lake"), high=40, line="coins", tie_input=True))

    @dataclass(frozen=True, slots=True)
    class Sheet:
        players: tuple[Player, ...] = declare_players(Player, 2, 4)

    assert SCORING
    names: dict[str, Any] = {"Sheet": Sheet, "Result": Result, "GAME": game("qin")}
    exec(SCORING[1], names)
    result = names["score"](Sheet((Player(name="Ann", coins=2, lake=1), Player(name="Bo", coins=2, lake=3))))
    assert [player.total for player in result.players] == [4, 4]
    assert (result.winners, list(names["decisions"])) == ((1,), [result.decided_by])


def test_guide_names_the_columns_of_both_tables() -> None:
    for name, columns in (("terms.tsv", TERM_COLUMNS), ("aliases.tsv", ALIAS_COLUMNS)):
        (row,) = re.findall(rf"^\| `{name}` \| (.*) \|.*\|$", GUIDE, re.MULTILINE)
        assert re.findall(r"`([\w-]+)`", row) == list(columns)


def test_guide_names_every_kind_of_file_in_a_folder() -> None:
    """A position in a module of its own is plain Python; what its name cannot say, its docstring does."""
    named = set(re.findall(r"`([\w.*/-]+)`", GUIDE))
    kinds = {
        file.name
        for slug in slugs()
        for file in folder(slug).iterdir()
        if file.suffix in (".html", ".tsv", ".svg", ".txt", ".md")
    }
    assert kinds - named <= {"signs.html"}  # included by a board.html
