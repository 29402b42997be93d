"""Update the catalogues from the code and list what is untranslated: `make strings`.

Tally's own texts are in `translations/`, those of a game in its folder (`scorers/qin/zh-Hant.po`).
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorers.po_catalog import LANGUAGES, SOURCE_LANGUAGE

ROOT = Path(__file__).parents[1]
METHODS = {".py": "python", ".html": "jinja2.ext:babel_extract"}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None, "NN_": (1, 2)}
OWN_FOLDERS = ("scorers", "web", "templates")
PLACEHOLDER = "新遊戲"
"""The placeholder title of `make game`, which counts as untranslated."""

Place = tuple[Path, int]


def main() -> int:
    """Update all catalogues; print a line for each untranslated text, and for each catalogue their number."""
    for path, folder in catalogues(ROOT):
        language = path.stem if path.parent == folder else path.parts[-3].replace("_", "-")
        update(path, folder, language, own_catalogue(ROOT, language))
        lines = list(find_untranslated(path, folder))
        print(*lines, sep="\n", end="\n" if lines else "")
        print(f"{path.relative_to(ROOT)}: {len(lines)} texts have no translation.")
    return 0


def catalogues(root: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the catalogue of each game and of Tally in each language, with the folder whose texts it has."""
    for language in LANGUAGES:
        if language != SOURCE_LANGUAGE:
            yield from ((folder / f"{language}.po", folder) for folder in game_folders(root))
            yield own_catalogue(root, language), root


def own_catalogue(root: Path, language: str) -> Path:
    """Return the file of Tally's own texts in a language."""
    return root / "translations" / language.replace("-", "_") / "LC_MESSAGES" / "messages.po"


def game_folders(root: Path) -> list[Path]:
    """Return the folders of games in a tree, in alphabetical order."""
    return sorted(file.parent for file in (root / "scorers").glob("*/score.py"))


def find_texts(folder: Path) -> dict[str | tuple[str, str], list[Place]]:
    """Return the texts below a folder with their places, in the order of the files; those of games only in a game's."""
    tops = [folder] if (folder / "score.py").exists() else [folder / name for name in OWN_FOLDERS]
    games = () if (folder / "score.py").exists() else tuple(game_folders(folder))
    texts: dict[str | tuple[str, str], list[Place]] = {}
    for file in sorted(file for top in tops for file in top.rglob("*") if file.suffix in METHODS):
        if not any(game in file.parents for game in games):
            options = {"trimmed": "true"} if file.suffix == ".html" else {}
            for line, text, _, _ in extract_from_file(METHODS[file.suffix], file, KEYWORDS, (), options):
                texts.setdefault(text, []).append((file, line))
    return texts


def update(path: Path, folder: Path, language: str, before: Path) -> None:
    """Write a catalogue again with the texts that its folder has now.

    What is translated stays so; a text that has come to a game from the catalogue `before` brings its translation.
    """
    old, own = read(path), read(before)
    new = Catalog(locale=language.replace("-", "_"), fuzzy=False)
    for text in find_texts(folder):
        message = new.add(text)
        known = old.get(message.id) or own.get(message.id)
        if known and isinstance(known.id, str) == isinstance(message.id, str):
            message.string = known.string
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=120, omit_header=True)
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {new.locale_identifier}\\n"\n"Plural-Forms: {new.plural_forms}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    path.write_text(header + path.read_text(encoding="utf-8"), encoding="utf-8")


def read(path: Path) -> Catalog:
    """Return a catalogue, an empty one if there is no file yet."""
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file)


def find_untranslated(path: Path, folder: Path) -> Iterator[str]:
    """Yield a line for each text of a folder that its catalogue does not translate."""
    catalogue = read(path)
    for text, places in find_texts(folder).items():
        message = catalogue.get(text)
        if message is None or not is_translated(message):
            file, line = places[0]
            problem = "is still translated as " + PLACEHOLDER if message and message.string == PLACEHOLDER else ""
            first = text if isinstance(text, str) else text[0]
            yield f"{file}:{line}: {first!r} {problem or 'has no translation'} in {path.name}."


def is_translated(message: Message) -> bool:
    """Return whether a text and all its plural forms are translated."""
    return message.string not in ("", PLACEHOLDER) if isinstance(message.string, str) else all(message.string)


if __name__ == "__main__":
    sys.exit(main())
