"""The sources of which the bundle is made, and whether it was made of these. Whoever builds a wheel needs no Flask."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from web.paths import ROOT

DIGEST = "sources"
"""The file that holds the digest of the sources."""
SOURCES = ("app.py", "pyproject.toml", "docs/figures.json", "offline/package.json", "scorers", "static", "templates", "translations", "web")
_PASSED_OVER = (".pyc", ".mo", ".typed")
"""Endings of what is made of the sources, and of the mark for type checkers, which stands elsewhere in an installed Tally."""


def is_current(folder: Path, sources: str) -> bool:
    """Whether a folder holds a bundle that was made of the sources with this digest."""
    file = folder / DIGEST
    return bool(sources) and file.exists() and file.read_text(encoding="ascii") == sources


def digest_sources() -> str:
    """A digest of all that the bundle is made of. Times of files would not do: a checkout sets them as it likes."""
    digest = hashlib.sha256()
    for name in SOURCES:
        for file in _files(ROOT / name):
            body = file.read_bytes()
            digest.update(f"{file.relative_to(ROOT).as_posix()} {len(body)}\n".encode() + body)
    return digest.hexdigest()[:20]


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            if inner.name != "__pycache__" and not inner.name.startswith(".") and inner.suffix not in _PASSED_OVER:
                yield from _files(inner)
    elif path.exists():
        yield path
