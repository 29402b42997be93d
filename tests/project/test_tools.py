"""The tools of the Makefile, and the guide to adding a game."""

import json
import re
import subprocess
import sys
import urllib.error
from dataclasses import dataclass, make_dataclass
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import audit
import pytest
from check_game import main
from mutation_trial import OPTIONS
from strings import find_untranslated

from scorers import entries
from scorers.entries import Entry, LoadContext, Number, PerSeat, entry
from scorers.model import GROUNDS, N_, Example, Line, LinePart, Result, Variant
from scorers.ranking import TieBreak
from scorers.registry import folder, game, slugs
from scorers.sheet import Seat
from scorers.sheet import players as declare_players
from web.rules.checks import ALIAS_COLUMNS, QUESTION_COLUMNS, TERM_COLUMNS
from web.sheet.fields import ROWS

ROOT = Path(__file__).parents[2]


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_game_folders_have_no_mistakes(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["--mistakes", slug]), main([slug])] == [0, 0], capsys.readouterr().err


def test_nothing_is_called_done_after_a_check_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["qin"]), main(["--failed", "qin"])] == [0, 0]
    passed, failed = capsys.readouterr().out.splitlines()
    assert passed.startswith("qin: nothing is left to do. Look at its pages")
    assert failed == "qin: nothing is left to replace or translate, but a check above failed: mend that first."


@pytest.mark.parametrize("arguments", [[], [""], ["qinn"], ["--mistakes", "qinn"]])
def test_unknown_slug_is_refused_with_those_there_are(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert f"there is no such game; the games are {', '.join(slugs())}. `make game" in capsys.readouterr().err


def test_untranslated_text_names_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "tea_house"
    folder.mkdir()
    (folder / "score.py").write_text('TITLE = N_("Tea House")\nTEXTS = N_("Cups"), N_("Pots")\n', encoding="utf-8")
    catalogue = folder / "zh-Hant.po"
    entries = {"Tea House": "新遊戲", "Cups": "", "Pots": "茶壺"}
    text = "\n".join(f'msgid "{source}"\nmsgstr "{word}"\n' for source, word in entries.items())
    catalogue.write_text(text, encoding="utf-8")
    assert list(find_untranslated(catalogue, folder)) == [
        f"{folder}/score.py:1: 'Tea House' is still translated as 新遊戲 in zh-Hant.po.",
        f"{folder}/score.py:2: 'Cups' has no translation in zh-Hant.po.",
    ]


SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
FLAWED = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "CVE-2014-1402"}]}
SKIPPED = {"name": "orjson", "skip_reason": "Dependency not found and could not be audited: orjson (3.13.0)"}


@pytest.mark.parametrize(("ci", "has_advisories", "code"), [("1", True, 1), ("1", False, 0), ("", True, 0)])
def test_missing_audit_is_loud_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ci: str,
    has_advisories: bool,  # noqa: FBT001
    code: int,
) -> None:
    """It fails only where it could have asked."""
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(audit, "could_ask", lambda: has_advisories)
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=""))
    assert audit.main() == code
    assert audit.UNREACHED in capsys.readouterr().out.splitlines()[1]


def test_index_without_advisories_could_not_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mirror of packages answers 404 where pip-audit reads advisories."""

    def refuse(address: str, timeout: float) -> None:
        assert (address, timeout) == (audit.ADVISORIES, 10)
        raise urllib.error.HTTPError(address, 404, "Not Found", Message(), None)

    monkeypatch.setattr(audit.urllib.request, "urlopen", refuse)
    assert not audit.could_ask()


def test_nothing_is_audited_if_all_packages_are_skipped() -> None:
    assert audit.judge([SKIPPED, SKIPPED | {"name": "segno"}]) == ([audit.UNREACHED], 0)
    assert audit.judge([]) == ([audit.UNREACHED], 0)


def test_an_advisory_is_named_and_fails() -> None:
    assert audit.judge([SOUND, FLAWED]) == (["jinja2 2.4.1: CVE-2014-1402", "Packages audited: 2, advisories: 1"], 1)


def test_a_package_that_was_skipped_is_named_and_not_counted() -> None:
    assert audit.judge([SOUND, SKIPPED]) == (["not audited: orjson", "Packages audited: 1, advisories: 0"], 0)


@pytest.mark.long
def test_a_test_passes_with_the_options_of_mutation_testing() -> None:
    command = [sys.executable, "-m", "pytest", *OPTIONS, "tests/scorers/test_sheet.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


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


def test_guide_has_the_test_file_of_make_game() -> None:
    template = (ROOT / "tools" / "new_game_files" / "counts" / "test_score.py.txt").read_text(encoding="utf-8")
    assert template.replace("SLUG", "tea_house").replace("TITLE", "Tea House") in GUIDE


DISPUTE = re.search(r"```python\nbear_bonus: str = (.*?)```", GUIDE, re.DOTALL)


def test_dispute_of_the_guide_is_asked_with_its_card() -> None:
    assert DISPUTE
    option: Entry[Any] = eval(DISPUTE[1], vars(entries) | {"N_": N_}).metadata["entry"]
    assert (option.kind, option.heading) == ("interpretation", "disputed-bear-groups")
    assert "{#disputed-bear-groups}" in GUIDE
    assert [option.asked_if(SimpleNamespace(card=card), None) for card in ("bears", "elk")] == [True, False]


def test_guide_names_grounds_and_arguments() -> None:
    for ground in GROUNDS:
        assert f"`{ground}`" in GUIDE
    for declared in (Line, LinePart, TieBreak, Variant, Example):
        (row,) = re.findall(rf"^\| `{declared.__name__}` \| (.*) \|$", GUIDE, re.MULTILINE)
        assert re.findall(r"`(\w+)`", row.replace("`None`", "")) == list(declared.__annotations__)


def test_guide_names_the_columns_of_each_table() -> None:
    tables = {"terms.tsv": TERM_COLUMNS, "aliases.tsv": ALIAS_COLUMNS, "questions.tsv": QUESTION_COLUMNS}
    for name, columns in tables.items():
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
