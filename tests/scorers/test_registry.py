"""Games are found by their folders, and mistakes in their declarations are reported."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scorers
from scorers import registry
from scorers.model import DeclarationError

Write = Callable[..., Path]
HEAD = """
from dataclasses import dataclass, replace

from scorers.entries import Boolean, Choice, Grid, Number, Records, entry
from scorers.lanterns.score import GAME as LANTERNS, Player, Sheet
from scorers.model import N_, Variant
from scorers.sheet import Seat, players

"""
"""The start of a score.py with a changed copy of an invented game."""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Return a function that writes the folder of a game with a changed declaration or given files."""

    def write_game(slug: str = "pebbles", change: str = "", before: str = "", **files: str) -> Path:
        folder = tmp_path / slug
        folder.mkdir()
        text = f"{HEAD}{before}\nGAME = replace(LANTERNS, slug={slug!r}, {change})\n"
        for name, content in ({"__init__": "", "score": text} | files).items():
            (folder / f"{name}.py").write_text(content, encoding="utf-8")
        return folder

    before = set(sys.modules)
    monkeypatch.setattr(scorers, "__path__", [*scorers.__path__, str(tmp_path)])
    yield write_game
    for module in set(sys.modules) - before:
        if module.startswith("scorers."):
            del sys.modules[module]


def load_error() -> str:
    """Return the message of the declaration error."""
    with pytest.raises(DeclarationError) as error:
        registry.games()
    return str(error.value)


def test_games_are_found_by_folder_and_sorted_by_name(write: Write) -> None:
    folders = [write("pebbles"), write("a_game_2")]
    assert [registry.folder(name) for name in ("pebbles", "a_game_2")] == folders
    assert list(registry.slugs()) == sorted(registry.slugs()) == sorted(one.slug for one in registry.games())
    assert [one.title for one in registry.games()] == sorted((one.title for one in registry.games()), key=str.casefold)
    assert {"a_game_2", "pebbles", "lanterns", "qin"} <= set(registry.slugs())
    assert registry.slugs()[0] == "a_game_2"
    assert registry.game("pebbles").slug == "pebbles"
    assert registry.game("pebbles") is registry.game("pebbles")


def test_folder_without_score_is_ignored(write: Write) -> None:
    folder = write("pebbles")
    (folder / "score.py").rename(folder / "scores.py")
    assert "pebbles" not in registry.slugs()


def test_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        registry.game("pebbles")


@pytest.mark.parametrize("slug", ["Pebbles", "2pebbles", "_pebbles", "pebbles_", "pebbles__two", "péb"])
def test_folder_name_has_small_letters_and_digits(write: Write, slug: str) -> None:
    folder = write(slug)
    assert (
        load_error()
        == f"{folder}: a game's folder is named in small letters, digits and single underscores, as in chang_cheng."
    )


def test_a_folder_is_a_package(write: Write) -> None:
    folder = write()
    (folder / "__init__.py").unlink()
    assert load_error() == f"{folder}: the file __init__.py is missing; it needs a line that says which game this is."


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        ("OTHER = 1\n", "there is no GAME = Game(…) here."),
        ("GAME = 1\n", "GAME must be a Game(…)."),
        (f"{HEAD}GAME = LANTERNS\n", "the slug is 'lanterns', but the folder is called 'pebbles'."),
    ],
)
def test_score_module_must_declare_its_game(write: Write, score: str, sentence: str) -> None:
    folder = write(score=score)
    assert load_error() == f"{folder / 'score.py'}: {sentence}"


@pytest.mark.parametrize(
    ("files", "named", "error"),
    [
        ({"score": "\nimport no_such_module\n"}, "score.py:2", "ModuleNotFoundError: No module named 'no_such_module'"),
        ({"score": "GAME = (\n"}, "score.py:1", "SyntaxError: '(' was never closed"),
        (
            {"score": "from scorers.pebbles import sheet\n", "sheet": "\n\n1 / 0\n"},
            "sheet.py:3",
            "ZeroDivisionError: division by zero",
        ),
        ({"score": "import json\n\njson.loads('')\n"}, "score.py:3", "JSONDecodeError: Expecting value"),
    ],
)
def test_error_in_a_game_names_its_file_and_line(write: Write, files: dict[str, str], named: str, error: str) -> None:
    folder = write(**files)
    assert load_error().startswith(f"{folder / named}: {error}")


def test_backup_of_a_score_module_does_not_replace_it(write: Write) -> None:
    folder = write()
    (folder / "score.py").rename(folder / "score.py~")
    assert load_error() == f"{folder / 'score.py'}: ModuleNotFoundError: No module named 'scorers.pebbles.score'"


NO_PLAYERS = """
@dataclass
class Table:
    storm: int | None = entry(Number(label=N_("Storm")))
"""
NUMBERED_PLAYERS = NO_PLAYERS.replace("storm", "players")
PLAYERS = """
@dataclass
class Table:
    players: tuple[Player, ...] = players(Player, {}, {})
    storm: int | None = entry(Number(label=N_("Storm"), line={!r}))
"""
NAMELESS = """
@dataclass
class Plain:
    colour: str | None = entry(Number(label=N_("Colour")))

@dataclass
class Table:
    players: tuple[Plain, ...] = players(Plain, 1, 4)
"""
FIELD = """
@dataclass
class Table:
    players: tuple[Player, ...] = players(Player, 1, 4)
    {}
"""
DEEP = """
@dataclass
class Inner:
    oil: int | None = entry(Number(label=N_("Oil"), line="deep"))

@dataclass
class Outer:
    inner: tuple[Inner, ...] | None = entry(Records(label=N_("Inner"), of=Inner, low=0, high=2))
""" + FIELD.format('outer: tuple[Outer, ...] | None = entry(Records(label=N_("Outer"), of=Outer, low=0, high=2))')
GROWING = """
@dataclass
class Field:
    crop: str = entry(Choice(label=N_("Crop"), options={"wheat": N_("Wheat")}))
""" + FIELD.format(
    'fields: tuple[Field, ...] | None = entry(Records(label=N_("Field"), of=Field, low=0, high=2, grow=True))'
)
GRID = FIELD.format('land: object = entry(Grid(label=N_("Land"), {}))')
OPTION = FIELD.format('storm: bool = entry(Boolean(label=N_("Storm"), kind="variant", rule="scoring-red"))')
OF_PLAYER = """
@dataclass(frozen=True)
class One(Seat):
    oil: int | None = entry(Number(label=N_("Oil"), line="oil"))

@dataclass
class Table:
    players: tuple[One, ...] = players(One, 1, 4)
"""
TABLE = "sheet=Table, variants=(Variant('plain', N_('Plain'), {}),)"


@pytest.mark.parametrize(
    ("change", "before", "sentence"),
    [
        (TABLE, NO_PLAYERS, "Table needs players = players(Player, low, high) as its first field."),
        (TABLE, NUMBERED_PLAYERS, "Table needs players = players(Player, low, high) as its first field."),
        (TABLE, PLAYERS.format(0, 4, "red"), "players takes from 1 to 12, not from 0 to 4."),
        (TABLE, PLAYERS.format(4, 3, "red"), "players takes from 1 to 12, not from 4 to 3."),
        (TABLE, PLAYERS.format(1, 13, "red"), "players takes from 1 to 12, not from 1 to 13."),
        (TABLE, NAMELESS, "Plain must be a subclass of Seat, which gives every player a name and a colour."),
        (
            TABLE,
            PLAYERS.format(1, 4, "oil"),
            "Sheet.storm counts for line='oil', but GAME.lines has only lanterns, red.",
        ),
        (TABLE, OF_PLAYER, "Player.oil counts for line='oil', but GAME.lines has only lanterns, red."),
        (TABLE, DEEP, "Sheet.outer.inner.oil counts for line='deep', but GAME.lines has only lanterns, red."),
        (
            TABLE,
            GROWING,
            'Sheet.fields.crop is a Choice in records that grow: it needs unset=N_("–"), so that a new record '
            "is blank.",
        ),
        (
            TABLE,
            GRID.format("rows=5, columns=13, palette={'W': N_('Wheat')}"),
            "Sheet.land has 5 × 13 squares, but a Grid takes from 1 to 12 rows and columns.",
        ),
        (
            TABLE,
            GRID.format("rows=5, columns=5, palette={'W': N_('Wheat'), 'wood': N_('Wood')}"),
            "Sheet.land has the palette W, wood, but a Grid takes from 1 to 8 capital letters.",
        ),
        (
            TABLE,
            GRID.format("rows=0, columns=5, palette={'W': N_('Wheat')}"),
            "Sheet.land has 0 × 5 squares, but a Grid takes from 1 to 12 rows and columns.",
        ),
        (
            TABLE,
            GRID.format("rows=5, columns=5, palette={'W': N_('Wheat')}, most_marks=3"),
            "Sheet.land needs both marks and most_marks, which is from 1 to 9, or neither.",
        ),
        (
            TABLE,
            GRID.format("rows=5, columns=5, palette={'W': N_('Wheat')}, marks=N_('Cubes'), most_marks=10"),
            "Sheet.land needs both marks and most_marks, which is from 1 to 9, or neither.",
        ),
        (
            TABLE,
            OPTION,
            "Sheet.storm is an option of kind='variant'; its kind must be one of "
            "edition, module, cards, interpretation, board, length, house.",
        ),
        ("ground='puce'", "", "the ground is 'puce', but it must be one of slate, sea, dusk, pine, plum, clay, moss."),
        ("variants=()", "", "variants must hold at least one Variant, the game as it is usually played."),
        (
            "variants=(Variant('plain', N_('Plain'), {}), Variant('dark', N_('Dark'), {'moon': 1}))",
            "",
            "the variant 'dark' sets 'moon', but the sheet has no such entry.",
        ),
    ],
)
def test_declaration_mistake_is_a_sentence_with_the_file(write: Write, change: str, before: str, sentence: str) -> None:
    folder = write(change=change, before=before)
    assert load_error() == f"{folder / 'score.py'}: {sentence}"


@pytest.mark.parametrize(
    "limits",
    [
        "rows=1, columns=1, palette={'W': N_('Wheat')}",
        "rows=12, columns=12, palette={kind: N_('Wheat') for kind in 'ABCDEFGH'}, marks=N_('Cubes'), most_marks=1",
        "rows=1, columns=12, palette={'W': N_('Wheat')}, marks=N_('Cubes'), most_marks=9",
    ],
)
def test_a_grid_may_be_as_large_as_its_limits(write: Write, limits: str) -> None:
    write(change=TABLE, before=GRID.format(limits))
    assert "pebbles" in registry.slugs()


@pytest.mark.parametrize(
    "sheet",
    [
        PLAYERS.format(1, 4, "").replace("Player", "Seat"),
        *(PLAYERS.format(*bounds, "") for bounds in ((1, 1), (1, 12), (12, 12))),
    ],
)
def test_players_may_be_plain_seats_from_1_to_12(write: Write, sheet: str) -> None:
    write(change=TABLE, before=sheet)
    assert "pebbles" in registry.slugs()
