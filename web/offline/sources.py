"""The digest of the sources that the offline bundle is built from. Imports no Flask, since the wheel build uses it."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import scorers
from web.common.start import ROOT

DIGEST = "sources"
"""The name of the file that holds the digest of the sources."""
SOURCES = (
    "app.py",
    "pyproject.toml",
    "docs/figures.json",
    "offline/package.json",
    "scorers",
    "static",
    "templates",
    "translations",
    "web",
)
_SKIPPED_SUFFIXES = (".pyc", ".mo", ".typed")
"""Suffixes of generated files, and of the type checkers' marker, which is elsewhere in an installed Tally."""


def is_current(folder: Path, sources: str) -> bool:
    """Return whether a folder's bundle was built from the sources with this digest."""
    file = folder / DIGEST
    return bool(sources) and file.exists() and file.read_text(encoding="ascii") == sources


def digest_sources() -> str:
    """Return a digest of all sources of the bundle. Modification times are useless: a checkout sets them."""
    digest = hashlib.sha256()
    folders = [ROOT / name for name in SOURCES] + [Path(path) for path in scorers.__path__[1:]]
    for folder in folders:
        for file in _files(folder):
            body = file.read_bytes()
            digest.update(f"{file.relative_to(folder.parent).as_posix()} {len(body)}\n".encode() + body)
    return digest.hexdigest()[:20]


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            if inner.name != "__pycache__" and not inner.name.startswith(".") and inner.suffix not in _SKIPPED_SUFFIXES:
                yield from _files(inner)
    elif path.exists():
        yield path
