"""Discovery of the games in the folders beside this file; each is checked once."""

import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import Any

import scorers
from scorers.entries import OPTION_KINDS, Choice, Entry, Grid, Records, entries_of
from scorers.entries.grids import MAX_KINDS, MAX_SIDE
from scorers.model import GROUNDS, MAX_SEATS, AnyGame, DeclarationError, Game
from scorers.sheet import options_of

_SLUG = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def games() -> tuple[AnyGame, ...]:
    """Return all games by title. Raises DeclarationError, which names the file, if a declaration is invalid."""
    return tuple(sorted(_games(tuple(scorers.__path__)).values(), key=lambda game: game.title.casefold()))


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games in alphabetical order."""
    return tuple(_games(tuple(scorers.__path__)))


def game(slug: str) -> AnyGame:
    """Return the game with this slug. Raises KeyError if there is none."""
    return _games(tuple(scorers.__path__))[slug]


def folder(slug: str) -> Path:
    """Return a game's folder."""
    return next(path for path in _folders(tuple(scorers.__path__)) if path.name == slug)


@cache
def _games(paths: tuple[str, ...]) -> dict[str, AnyGame]:
    return {path.name: _load(path) for path in _folders(paths)}


@cache
def _folders(paths: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the folders of games, sorted by name: those with a score.py or its compiled form."""
    folders = {file.parent for path in paths for file in Path(path).glob("*/score.py*")}
    return tuple(sorted(folders, key=lambda path: path.name))


def _load(path: Path) -> AnyGame:
    file = path / "score.py"
    if not _SLUG.fullmatch(path.name):
        raise DeclarationError(
            f"{path}: a game's folder is named in small letters, digits and single underscores, as in chang_cheng."
        )
    if not any(path.glob("__init__.py*")):
        raise DeclarationError(
            f"{path}: the file __init__.py is missing; it needs a line that says which game this is."
        )
    try:
        module = importlib.import_module(f"scorers.{path.name}.score")
    except Exception as error:
        raise DeclarationError(f"{_find_line(error, path)}: {type(error).__name__}: {error}") from error
    game = getattr(module, "GAME", None)
    if game is None:
        raise DeclarationError(f"{file}: there is no GAME = Game(…) here.")
    if not isinstance(game, Game):
        raise DeclarationError(f"{file}: GAME must be a Game(…).")
    for mistake in _mistakes(game, path.name):
        raise DeclarationError(f"{file}: {mistake}")
    return game


def _find_line(error: Exception, path: Path) -> str:
    """Return the file of a game and the line at which its import failed."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}"
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).parent == path]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else str(path / "score.py")


def _seat_mistakes(seats: Records) -> Iterator[str]:
    """Yield the mistakes in the declaration of the players."""
    if not 1 <= seats.low <= seats.high <= MAX_SEATS:
        yield f"players takes from 1 to {MAX_SEATS}, not from {seats.low} to {seats.high}."
    elif not seats.low <= seats.start <= seats.high:
        yield f"players opens with {seats.start}, which is not from {seats.low} to {seats.high}."
    if not {"name", "colour"} <= entries_of(seats.of).keys():
        yield f"{seats.of.__name__} must be a subclass of Seat, which gives every player a name and a colour."


def _mistakes(game: AnyGame, name: str) -> Iterator[str]:
    """Yield the mistakes in a declaration, a sentence each."""
    if game.slug != name:
        yield f"the slug is {game.slug!r}, but the folder is called {name!r}."
    entries = entries_of(game.sheet)
    seats = entries.get("players")
    if not isinstance(seats, Records):
        yield f"{game.sheet.__name__} needs players = players(Player, low, high) as its first field."
        return
    yield from _seat_mistakes(seats)
    for label, entry in (*_all_entries("Sheet", entries), *_all_entries("Player", entries_of(seats.of))):
        if entry.line and entry.line not in game.lines:
            yield f"{label} counts for line={entry.line!r}, but GAME.lines has only {', '.join(game.lines)}."
        yield from _filled_choices(label, entry)
        yield from _unknown_keys(label, entry)
        yield from _unusable_grid(label, entry)
    yield from _unknown_kinds(game)
    if game.ground not in GROUNDS:
        yield f"the ground is {game.ground!r}, but it must be one of {', '.join(GROUNDS)}."
    if not game.variants:
        yield "variants must hold at least one Variant, the game as it is usually played."
    for variant in game.variants:
        for option in variant.options.keys() - entries.keys():
            yield f"the variant {variant.key!r} sets {option!r}, but the sheet has no such entry."


def _unknown_kinds(game: AnyGame) -> Iterator[str]:
    """Yield a sentence for each option without a valid kind."""
    for name, option in options_of(game.sheet).items():
        if option.kind not in OPTION_KINDS:
            yield (
                f"Sheet.{name} is an option of kind={option.kind!r}; its kind must be one of {', '.join(OPTION_KINDS)}."
            )


def _unknown_keys(label: str, entry: Entry[Any]) -> Iterator[str]:
    """Yield the keys that a case of an entry asks for and the entry does not have."""
    for case in entry.cases:
        for key in case.keys:
            if key not in getattr(entry, "keys", ()):
                yield f"{label} asks for {key!r} in one of its cases, but has no such key."


def _filled_choices(label: str, entry: Entry[Any]) -> Iterator[str]:
    """Yield a sentence for each choice that cannot be blank, in records that grow."""
    for name, inner in entries_of(entry.of).items() if isinstance(entry, Records) and entry.grow else ():
        if isinstance(inner, Choice) and not inner.unset:
            yield (
                f'{label}.{name} is a Choice in records that grow: it needs unset=N_("–"), so that a new record '
                "is blank."
            )


def _unusable_grid(label: str, entry: Entry[Any]) -> Iterator[str]:
    """Yield a sentence for each limit that a grid exceeds, and for kinds that are not capital letters."""
    if not isinstance(entry, Grid):
        return
    if not (1 <= entry.rows <= MAX_SIDE and 1 <= entry.columns <= MAX_SIDE):
        yield (
            f"{label} has {entry.rows} × {entry.columns} squares, but a Grid takes from 1 to {MAX_SIDE} rows and "
            "columns."
        )
    if not 1 <= len(entry.palette) <= MAX_KINDS or not all(re.fullmatch("[A-Z]", kind) for kind in entry.palette):
        yield (
            f"{label} has the palette {', '.join(entry.palette)}, but a Grid takes from 1 to {MAX_KINDS} capital "
            "letters."
        )
    if not 0 <= entry.most_marks <= 9 or bool(entry.marks) != bool(entry.most_marks):
        yield f"{label} needs both marks and most_marks, which is from 1 to 9, or neither."


def _all_entries(prefix: str, entries: Mapping[str, Entry[Any]]) -> Iterator[tuple[str, Entry[Any]]]:
    for name, entry in entries.items():
        yield f"{prefix}.{name}", entry
        if isinstance(entry, Records) and name != "players":
            yield from _all_entries(f"{prefix}.{name}", entries_of(entry.of))
