"""List the untranslated texts with their source files; the last step of `make strings`."""

import sys
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Print a line for each untranslated text; return 1 if there are any."""
    texts = {file: file.read_text(encoding="utf-8") for folder in ("scorers", "web", "templates") for file in sources(ROOT / folder)}
    status = 0
    for path in sorted(ROOT.glob("translations/*/LC_MESSAGES/messages.po")):
        with path.open("rb") as catalogue:
            messages = [message for message in read_po(catalogue) if message.id and not is_translated(message)]
        for message in messages:
            text = message.id if isinstance(message.id, str) else message.id[0]
            where = [str(file.relative_to(ROOT)) for file, source in texts.items() if text[:40] in source]
            print(f"{path.relative_to(ROOT)}: untranslated, from {', '.join(where) or 'an unknown file'}: {text!r}")
            status = 1
    return status


def sources(folder: Path) -> list[Path]:
    """Return the files of a folder that can contain texts."""
    return sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".html"))


def is_translated(message: Message) -> bool:
    """Return whether a text and all its plural forms are translated."""
    return bool(message.string) if isinstance(message.string, str) else all(message.string)


if __name__ == "__main__":
    sys.exit(main())
