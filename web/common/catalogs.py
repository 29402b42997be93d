"""Compiled translations. `make compile` writes them; at start-up they are only checked to be present and current."""

import gettext
import hashlib
import io
from pathlib import Path

from web.common.paths import ROOT
from web.serving.settings import StartError

TRANSLATIONS = ROOT / "translations"
SOURCES = "*/LC_MESSAGES/messages.po"
DIGEST = ("source", "digest")
"""Context and id of the catalogue entry that holds the digest of its source. Modification times are useless: a checkout sets them."""


def compile_catalog(source: Path) -> bytes:
    """Compile a .po file to the content of its .mo file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    text = source.read_bytes()
    catalog = read_po(io.BytesIO(text), locale=source.parts[-3])
    context, entry = DIGEST
    catalog.add(entry, _digest(text), context=context)
    output = io.BytesIO()
    write_mo(output, catalog)
    return output.getvalue()


def is_current(target: Path) -> bool:
    """Return whether a .mo file was compiled from the current .po file."""
    with target.open("rb") as binary:
        return gettext.GNUTranslations(binary).pgettext(*DIGEST) == _digest(target.with_suffix(".po").read_bytes())


def check_catalogs(folder: Path, locales: list[str]) -> None:
    """Raise StartError unless each of these locales has an up-to-date compiled catalogue."""
    for locale in locales:
        source = folder / locale / "LC_MESSAGES" / "messages.po"
        target = source.with_suffix(".mo")
        if not source.exists():
            raise StartError(f"The translations {source} are missing.")
        if not target.exists():
            raise StartError(f"The compiled translations {target} are missing: `make compile` writes them.")
        if not is_current(target):
            raise StartError(f"The compiled translations {target} were made from another version of their source: run `make compile`.")


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


def main() -> None:
    """Compile the catalogues that are out of date."""
    for source in sorted(TRANSLATIONS.glob(SOURCES)):
        target = source.with_suffix(".mo")
        if not target.exists() or not is_current(target):
            target.write_bytes(compile_catalog(source))


if __name__ == "__main__":
    main()
