"""Static files, their fingerprint, and their compressed copies. Imports no Flask, since the wheel build uses it."""

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from web.common.paths import ROOT

FOLDER = ROOT / "static"
GAMES = ROOT / "scorers"
BUILT = ROOT / "build" / "static"
"""The folder of `make compile` and the wheel build for copies with compressed versions, in a folder per fingerprint."""


def find_files() -> dict[str, list[Path]]:
    """Return the sources of all static files by name; those of a game's folder are named `games/<slug>/…`.

    A folder such as `style.css` holds the parts of one file, which are joined in the order of their names.
    """
    folders = {"": FOLDER} | {f"games/{folder.parent.name}/": folder for folder in sorted(GAMES.glob("*/static"))}
    files: dict[str, list[Path]] = {}
    for prefix, folder in folders.items():
        for source in sorted(path for path in folder.rglob("*") if path.is_file()):
            file = source.parent if source.parent.suffix == ".css" else source
            files.setdefault(prefix + file.relative_to(folder).as_posix(), []).append(source)
    return files


def join(sources: Iterable[Path]) -> bytes:
    """Return the content of a static file."""
    return b"".join(source.read_bytes() for source in sources)


def find_copies(fingerprint: str) -> dict[str, Path]:
    """Return the copies that were made of the files with this fingerprint, by name."""
    return {name: copy for name in find_files() if (copy := BUILT / fingerprint / name).is_file()}


def fingerprint_files() -> str:
    """Return a digest of the names and contents of all static files."""
    digest = hashlib.sha256()
    for name, sources in find_files().items():
        digest.update(name.encode() + join(sources))
    return digest.hexdigest()[:12]


def transfer_sizes(fingerprint: str) -> dict[str, int]:
    """Return the download size of each static file, with Brotli if there is a compressed copy, since nearly every browser accepts that."""
    sizes = {name: len(join(sources)) for name, sources in find_files().items()}
    compressed = {name: Path(f"{copy}.br") for name, copy in find_copies(fingerprint).items()}
    return sizes | {name: file.stat().st_size for name, file in compressed.items() if file.exists()}


def compress_files() -> None:
    """Write the compressed copies, unless they exist."""
    from whitenoise.compress import main

    target = BUILT / fingerprint_files()
    if target.exists():
        return
    shutil.rmtree(BUILT, ignore_errors=True)
    half = BUILT / "half"
    for name, sources in find_files().items():
        (half / name).parent.mkdir(parents=True, exist_ok=True)
        (half / name).write_bytes(join(sources))
    main(["--quiet", str(half)])
    half.rename(target)


if __name__ == "__main__":
    compress_files()
