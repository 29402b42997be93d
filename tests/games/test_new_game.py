"""A game is one folder; mistakes in it are reported when the server starts, with the file's name."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from new_game import KINDS, write_folder
from proofreader import Page, Proofreader, words
from strings import find_texts, find_untranslated, update

import scorers
from app import create_app
from asgi import create_asgi_app
from scorers.model import DeclarationError
from scorers.po_catalog import read_catalogue
from scorers.registry import game, games
from scorers.service import score_data
from scorers.sheet import load_sheet
from web.common import content
from web.common.languages import LANGUAGES
from web.rules.checks import find_leftovers

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "support" / "invented_games"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Copy an invented game under another name to a new folder of games."""
    game = tmp_path / "pebbles"
    shutil.copytree(GAMES / "lanterns", game, ignore=shutil.ignore_patterns("__pycache__"))
    for file in game.glob("*.py"):
        file.write_text(
            file.read_text(encoding="utf-8").replace("lanterns.examples", "pebbles.examples"), encoding="utf-8"
        )
    change(game / "score.py", 'slug="lanterns"', 'slug="pebbles"')
    monkeypatch.setattr(scorers, "__path__", [*scorers.__path__, str(tmp_path)])
    monkeypatch.setattr(
        content, "CONTENT", {key: value for key, value in content.CONTENT.items() if key != ("library",)}
    )
    yield game
    for module in [module for module in sys.modules if module.startswith("scorers.pebbles")]:
        del sys.modules[module]
    if hasattr(scorers, "pebbles"):
        del scorers.pebbles


def change(file: Path, old: str, new: str) -> None:
    """Replace a text that a file must have."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def find_error() -> str:
    """Return the error of a start with these games."""
    with pytest.raises(DeclarationError) as error:
        create_asgi_app({})
    return str(error.value)


BOAT = """
@dataclass(frozen=True, slots=True)
class Boat:
    load: dict[str, int] = entry(
        Counts(label=N_("Load"), keys={"oil": N_("Oil"), "wick": N_("Wick")}, high=9, line="lanterns")
    )


@dataclass(frozen=True, slots=True)
class Player(Seat):
    boats: tuple[Boat, ...] | None = entry(
        Records(label=N_("Boat"), of=Boat, low=0, high=4, grow=True, line="lanterns")
    )
"""
"""Records of a player, each with counts."""


def test_game_may_nest_records_and_have_lines_without_entries(folder: Path) -> None:
    score = folder / "score.py"
    change(score, "from scorers.game import", "from scorers.game import Counts, Records\nfrom scorers.game import")
    change(score, "\n@dataclass(frozen=True, slots=True)\nclass Player(Seat):\n", BOAT)
    change(score, '        Variant("calm", N_("Calm night"), {"calm": True}),\n', "")
    change(score, ', line="red"', "")
    visitor = Proofreader(create_app(), Page)
    query = "n=2&0.lanterns=5&1.lanterns=3&1.boats=2&1.boats.0.load.oil=3&1.boats.1.load.wick=2"
    for lang in LANGUAGES:
        sheet = visitor.get(f"/{lang}/pebbles/score?to=sheet&{query}")
        entries = {name: value for name, value in sheet.form_data().items() if value}
        assert {"1.boats.0.load.oil": "3", "1.boats.1.load.wick": "2"}.items() <= entries.items()
        assert sheet.one("input", name="1.boats.2.load.oil").get("value") is None
        for page in ("score", "compare"):
            assert visitor.get(f"/{lang}/pebbles/{page}?{query}").status_code == 200
        faulty = visitor.get(f"/{lang}/pebbles/score?{query.replace('oil=3', 'oil=10')}")
        assert faulty.status_code == 422
        assert faulty.one("input", name="1.boats.0.load.oil").get("aria-invalid") == "true"
        assert visitor.get(f"/{lang}/pebbles/rules").status_code == 200


def test_position_without_a_board_is_a_row_of_its_line(folder: Path) -> None:
    score = folder / "score.py"
    change(score, "from scorers.game import", "from scorers.game import Text\nfrom scorers.game import")
    land = 'land: str | None = entry(Text(label=N_("Land"), most=99, position=True, line="lanterns"))'
    change(score, "    lanterns: int", f"    {land}\n    lanterns: int")
    page = Proofreader(create_app(), Page).get("/en/pebbles/score?to=sheet&n=2&0.land=W W F/F W")
    assert page.one("textarea", name="0.land").text == "W W F /\nF W"
    assert page.all("div", class_="stacked")
    assert "board-part" not in page.text
    assert "data-view" not in page.text


LAMPS = """
    lamps: Mapping[str, int | None] = entry(Counts(
        label=N_("Lamps"), keys={"oil": N_("Oil"), "wick": N_("Wick")}, highs={"oil": 4, "wick": 9}, line="lanterns",
        cases=(Case(condition=lambda sheet, player: sheet.calm, keys=("oil",)),),
    ))
    light: int | None = entry(Number(label=N_("Light"), hint=N_("All of it."), high=9, line="lanterns", cases=(
        Case(condition=lambda sheet, player: sheet.calm, label=N_("Calm light"), hint=N_("Without the moon.")),
    )))
    lanterns: int"""
"""Entries whose words and keys depend on an option."""


def test_words_and_keys_of_an_entry_depend_on_an_option(folder: Path) -> None:
    score = folder / "score.py"
    change(
        score,
        "from scorers.game import",
        "from collections.abc import Mapping\nfrom scorers.game import Case, Counts\nfrom scorers.game import",
    )
    change(score, "\n    lanterns: int", LAMPS)
    visitor = Proofreader(create_app(), Page)
    for query, words_of_light, keys in (
        ("", ("A: Light", "All of it."), ["oil", "wick"]),
        ("&calm=1", ("A: Calm light", "Without the moon."), ["oil"]),
    ):
        page = visitor.get(f"/en/pebbles/score?to=sheet&n=1{query}")
        names = [one.get("name") for one in page.all("input") if (one.get("name") or "").startswith("0.lamps.")]
        assert names == [f"0.lamps.{key}" for key in keys]
        assert page.one("input", name="0.light").get("aria-label") == words_of_light[0]
        assert words_of_light[1] in page.text
        faulty = visitor.get(f"/en/pebbles/score?n=1&0.light=10{query}").one("div", id="summary")
        assert f"{words_of_light[0]} must be 9 or fewer" in words(faulty)
        blank = score_data("pebbles", {"players": [{}], "calm": bool(query)})["blank"]
        assert [path for path in blank if "lamps" in path] == [f"players.0.lamps.{key}" for key in keys]
    unasked = visitor.get("/en/pebbles/score?n=1&calm=1&0.lamps.wick=10&0.lamps.oil=5")
    assert [one.get("name") for one in unasked.all("input") if one.get("aria-invalid")] == [
        "0.lamps.oil",
        "0.lamps.wick",
    ]


def test_number_in_the_name_of_a_line_part_has_a_plural(folder: Path) -> None:
    score = folder / "score.py"
    change(
        score, "from scorers.game import", "from scorers.game import NN_, LinePart, Message\nfrom scorers.game import"
    )
    name = 'Message(NN_("row of %(count)s lamp", "row of %(count)s lamps"), {"count": player.lanterns})'
    part = f'LinePart(player.lanterns, f"{{player.lanterns}} + 0", (), what={name})'
    line = f'Line("lanterns", player.lanterns, f"{{player.lanterns}} + 0", ({part},))'
    change(score, 'points_each("lanterns", 1, player.lanterns)', line)
    lines = score_data("pebbles", {"players": [{"lanterns": 1, "red": 0}, {"lanterns": 4, "red": 0}]})["players"]
    assert [player["lines"][0]["parts"][0]["what"] for player in lines] == ["row of 1 lamp", "row of 4 lamps"]
    page = Proofreader(create_app(), Page).get("/en/pebbles/score?n=2&0.lanterns=1&1.lanterns=4")
    assert [words(one) for one in page.all("span", class_="part")] == [
        "1 = 1 + 0: row of 1 lamp",
        "4 = 4 + 0: row of 4 lamps",
    ]


def test_points_for_every_few_say_that_they_are_rounded(folder: Path) -> None:
    score = folder / "score.py"
    change(score, "from scorers.game import", "from scorers.game import points_for_every\nfrom scorers.game import")
    change(score, 'points_each("lanterns", 1, player.lanterns)', 'points_for_every("lanterns", 3, player.lanterns)')
    visitor = Proofreader(create_app(), Page)
    for lang, rounded in (("en", "14 ÷ 3, rounded down"), ("zh-Hant", "14 ÷ 3，無條件捨去")):
        page = visitor.get(f"/{lang}/pebbles/score?n=2&0.lanterns=14&1.lanterns=12")
        assert [words(one) for one in page.all("span", class_="sum")][:2] == [rounded, "12 ÷ 3"]


def test_case_that_asks_for_an_unknown_key_is_reported(folder: Path) -> None:
    change(folder / "score.py", "from scorers.game import", "from scorers.game import Case\nfrom scorers.game import")
    case = 'cases=(Case(condition=lambda sheet, player: True, keys=("oil",)),)'
    change(folder / "score.py", 'line="red"', f'line="red", {case}')
    assert "Player.red asks for 'oil' in one of its cases" in find_error()


def test_option_may_be_called_like_the_line_of_its_rule(folder: Path) -> None:
    change(folder / "score.py", 'rule="ties"', 'rule="scoring-red"')
    change(folder / "score.py", 'Boolean(label=N_("Calm night")', 'Boolean(label=N_("Red lanterns")')
    page = Proofreader(create_app(), Page).get("/en/pebbles/rules")
    anchors = {link.get("href", "").partition("#")[2] for link in page.all("a")}
    assert {"c-red", "f-calm"} <= anchors


def test_game_needs_only_a_folder(folder: Path) -> None:
    assert folder.name in [game.slug for game in games()]
    visitor = Proofreader(create_app(), Page)
    for lang in LANGUAGES:
        assert visitor.get(f"/{lang}/pebbles/score").status_code == 200
        assert visitor.get(f"/{lang}/pebbles/score?n=1&0.lanterns=9&storm=1").heading
        assert visitor.get(f"/{lang}/pebbles/rules").status_code == 200


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("score.py", 'line="red"', 'line="rde"', "line='rde'"),
        ("score.py", 'slug="pebbles"', 'slug="peebles"', "the slug is 'peebles'"),
        ("score.py", "players(Player, 1, 12, usual=4)", "players(Player, 1, 13)", "from 1 to 12"),
        ("score.py", "usual=4", "usual=13", "opens with 13, which is not from 1 to 12"),
        ("score.py", "cooperative=True", 'cooperative=True, ground="puce"', "the ground is 'puce'"),
        ("score.py", "class Player(Seat)", "class Player", "subclass of Seat"),
        ("score.py", '{"calm": True}', '{"clam": True}', "sets 'clam'"),
        ("score.py", "GAME = Game(", "PEBBLES = GAMES = Game(", "there is no GAME"),
        ("rules.en.md", "edition: First edition\n", "", "lacks edition"),
        ("score.py", 'title=N_("Lanterns")', "title=N_.ten", "AttributeError: type object 'N_' has no attribute 'ten'"),
        ("score.py", "GAME = Game(", "GAME = Game((", "SyntaxError"),
        ("score.py", 'line="red"', 'line="red", rule="redd"', "follows the rule 'redd'"),
        ("rules.en.md", "changed: 2026-01-01", "changed: soon", "must be a date"),
    ],
)
def test_mistake_is_reported_at_start_with_its_file(folder: Path, file: str, old: str, new: str, sentence: str) -> None:
    change(folder / file, old, new)
    said = find_error()
    assert said.startswith(str(folder / file))
    assert sentence in said


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "sentence"),
    [
        ("rules.en.md", "{#scoring-red}\n", "", "", "the heading 'Red lanterns' has no id"),
        ("rules.en.md", "{#scoring-red}", "{#ties}", ":22", "2 headings have the id {#ties}"),
        (
            "rules.en.md",
            "{#scoring-red}",
            "{#scoring-rde}",
            ":22",
            "rules.zh-Hant.md has no heading with the id {#scoring-rde}",
        ),
        ("rules.en.md", "{#quick-reference}", "{#quick}", "", "the first heading must have the id {#quick-reference}"),
        ("rules.en.md", "Count the lanterns.", "See [ties](#tie).", ":15", "leads to #tie"),
        ("rules.zh-Hant.md", "## 平手", "### 平手", ":27", "{#ties} of level 3"),
        ("rules.zh-Hant.md", "數一數燈籠。", "- 數一數燈籠。", ":12", "1 list items where"),
        ("terms.tsv", "", "id en zh-Hant printed rule", ":1", "the columns must be id, en, zh-Hant, printed, rule"),
        (
            "terms.tsv",
            "",
            "id\ten\tzh-Hant\tprinted\trule\nred\tred\t紅\tred",
            ":2",
            "4 cells separated by tabs, but 5 columns",
        ),
        ("aliases.tsv", "", "language\talias\trule\nen\tlamp\tlamps", ":2", "the rule is 'lamps'"),
        ("questions.tsv", "", "section\tlanguage\tquestion\nred\ten\thow", ":2", "the section is 'red'"),
        ("questions.tsv", "", "section\tlanguage\tquestion\nhelp/no\ten\thow", ":2", "the section is 'help/no'"),
        (
            "questions.tsv",
            "",
            "section\tlanguage\tquestion\nties\tfr\tqui",
            ":2",
            "the language is 'fr', but must be one of",
        ),
        (
            "questions.tsv",
            "",
            "section\tlanguage\tquestion\nties\ten",
            ":2",
            "2 cells separated by tabs, but 3 columns",
        ),
        (
            "questions.tsv",
            "",
            "section\tlanguage\tquestion\nties\ten\tWho wins?\nscoring-red\ten\twho wins",
            ":3",
            "the question 'who wins' is already in line 2",
        ),
    ],
)
def test_rule_mistake_names_file_line_and_heading(
    folder: Path, file: str, old: str, new: str, line: str, sentence: str
) -> None:
    (folder / file).touch()
    change(folder / file, old, new)
    said = find_error()
    assert f"{folder / file}{line}: " in said
    assert sentence in said


def test_all_rule_mistakes_are_reported_together(folder: Path) -> None:
    change(folder / "rules.en.md", "{#scoring-red}\n", "")
    change(folder / "rules.zh-Hant.md", "{#quick-reference}\n", "")
    assert (
        len(find_error().splitlines()) == 3
    )  # one heading without an id in each language, and no quick reference in Chinese


def test_missing_scoring_section_is_named(folder: Path) -> None:
    for file in ("rules.en.md", "rules.zh-Hant.md"):
        change(folder / file, "{#scoring-red}", "{#scoring-rde}")
    assert find_error().endswith(
        "the id {#scoring-red} is missing, which explains the line 'red'; add it in every language."
    )


def test_leftovers_of_the_template_name_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("new_game.SCORERS", tmp_path)
    monkeypatch.setattr("new_game.TESTS", tmp_path / "tests")
    write_folder("coin_chest")
    monkeypatch.setattr(scorers, "__path__", [*scorers.__path__, str(tmp_path)])
    leftovers = find_leftovers("coin_chest")
    assert f"{tmp_path / 'coin_chest' / 'rules.zh-Hant.md'}:2: replace the text that says 請改成." in leftovers
    assert f"{tmp_path / 'coin_chest' / 'rules.en.md'}:3: replace the text that says REPLACE." in leftovers


def test_missing_rules_file_is_reported(folder: Path) -> None:
    (folder / "rules.zh-Hant.md").unlink()
    assert find_error().startswith(f"{folder / 'rules.zh-Hant.md'}: this file is missing")


def test_folder_without_init_is_reported(folder: Path) -> None:
    (folder / "__init__.py").unlink()
    assert find_error().startswith(f"{folder}: the file __init__.py is missing")


def test_folder_name_that_is_no_slug_is_reported(folder: Path) -> None:
    folder.rename(folder.parent / "Pebbles-2")
    assert find_error().startswith(f"{folder.parent / 'Pebbles-2'}: a game's folder is named in small letters")


@pytest.mark.short(like="counts")
@pytest.mark.parametrize("like", ["", *KINDS])
def test_folder_of_make_game_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, like: str) -> None:
    monkeypatch.setattr("new_game.SCORERS", tmp_path)
    monkeypatch.setattr("new_game.TESTS", tmp_path / "tests")
    assert write_folder("coin_chest", like) == 0
    monkeypatch.setattr(scorers, "__path__", [*scorers.__path__, str(tmp_path)])
    the_game = game("coin_chest")
    for example in the_game.examples.values():
        sheet = load_sheet(the_game, dict(example.sheet))
        assert not isinstance(sheet, list)
        assert tuple(player.total for player in the_game.score(sheet).players) == example.totals
    visitor = Proofreader(create_app(), Page)
    for lang in LANGUAGES:
        assert visitor.get(f"/{lang}/coin_chest/example/two_players", follow_redirects=True).all("tr", class_="total")
        assert visitor.get(f"/{lang}/coin_chest/rules").status_code == 200
    assert (tmp_path / "coin_chest" / "score.py").read_text(encoding="utf-8").count("REPLACE") >= 3
    # Where the folder does not stand in the project, its imports count as somebody else's.
    for command in (["check", "--extend-ignore", "I001,S101,D103"], ["format", "--diff"]):
        process = subprocess.run(
            [sys.executable, "-m", "ruff", *command, tmp_path], capture_output=True, text=True, check=False, cwd=ROOT
        )
        assert process.returncode == 0, process.stdout
    tests = [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", tmp_path / "tests"]
    environment = os.environ | {"GAMES_DIR": str(tmp_path)}
    process = subprocess.run(tests, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert process.returncode == 0, process.stdout
    for module in [module for module in sys.modules if module.startswith("scorers.coin_chest")]:
        del sys.modules[module]
    del scorers.coin_chest


@pytest.mark.parametrize("like", KINDS)
def test_texts_of_make_game_have_chinese_translations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, like: str
) -> None:
    monkeypatch.setattr("new_game.SCORERS", tmp_path)
    monkeypatch.setattr("new_game.TESTS", tmp_path / "tests")
    write_folder("coin_chest", like)
    folder = tmp_path / "coin_chest"
    (problem,) = find_untranslated(folder / "zh-Hant.po", folder)
    assert "'Coin Chest' is still translated as 新遊戲" in problem
    assert set(read_catalogue(folder / "zh-Hant.po")) == set(find_texts(folder))
    written = (folder / "zh-Hant.po").read_text(encoding="utf-8")
    update(folder / "zh-Hant.po", folder, "zh-Hant", before=tmp_path / "none")
    assert (folder / "zh-Hant.po").read_text(encoding="utf-8") == written, "as `make strings` writes it"


def test_existing_folder_and_bad_slug_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("new_game.SCORERS", tmp_path)
    monkeypatch.setattr("new_game.TESTS", tmp_path / "tests")
    assert write_folder("coin_chest") == 0
    (tmp_path / "coin_chest" / "score.py").write_text("mine", encoding="utf-8")
    assert write_folder("coin_chest") == 1
    assert (tmp_path / "coin_chest" / "score.py").read_text(encoding="utf-8") == "mine"
    assert [write_folder(slug) for slug in ("", "Coin", "coin-chest", "../coin", "coin__chest")] == [2] * 5
    assert write_folder("new_chest", "clocks") == 2
