"""List the untranslated texts with their source lines; the last step of `make strings`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
METHODS = {".py": "python", ".html": "jinja2.ext:babel_extract"}
PLACEHOLDER = "新遊戲"
"""The placeholder title of `make game`, which counts as untranslated."""
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": {1: None, 2: (1, (2, "c"))}, "NN_": (1, 2)}


def main() -> int:
    """Print a line for each untranslated text, and their number."""
    lines = list(find_untranslated())
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{len(lines)} texts have no translation.")
    return 0


def find_untranslated(within: str = "") -> Iterator[str]:
    """Yield a line for each text of each catalogue without a translation; `within` restricts the source folder."""
    places = find_places()
    for path in sorted(ROOT.glob("translations/*/LC_MESSAGES/messages.po")):
        with path.open("rb") as catalogue:
            messages = [message for message in read_po(catalogue) if message.id and not is_translated(message)]
        for message in messages:
            text = message.id if isinstance(message.id, str) else message.id[0]
            where = [
                place for place in places.get((message.context, text), ["an unknown file"]) if place.startswith(within)
            ]
            if where:
                problem = (
                    f"is still translated as {PLACEHOLDER}" if message.string == PLACEHOLDER else "has no translation"
                )
                yield f"{where[0]}: {text!r} {problem} in {path.relative_to(ROOT)}."


def find_places() -> dict[tuple[str | None, str], list[str]]:
    """Return the files and lines of each text, by context and text."""
    places: dict[tuple[str | None, str], list[str]] = {}
    for folder in ("scorers", "web", "templates"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in METHODS:
                options = {"trimmed": "true"} if file.suffix == ".html" else {}
                for line, text, _, context in extract_from_file(METHODS[file.suffix], file, KEYWORDS, (), options):
                    first = text if isinstance(text, str) else text[0]
                    places.setdefault((context, first), []).append(f"{file.relative_to(ROOT)}:{line}")
    return places


def is_translated(message: Message) -> bool:
    """Return whether a text and all its plural forms are translated."""
    return message.string not in ("", PLACEHOLDER) if isinstance(message.string, str) else all(message.string)


if __name__ == "__main__":
    sys.exit(main())
