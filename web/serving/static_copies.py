"""Static files, their fingerprint, and their compressed copies. Imports no Flask, since the wheel build uses it."""

import hashlib
import shutil
from pathlib import Path

from web.common.paths import ROOT

FOLDER = ROOT / "static"
GAMES = ROOT / "scorers"
BUILT = ROOT / "build" / "static"
"""The folder of `make compile` and the wheel build for copies with compressed versions, in a folder per fingerprint."""


def find_files() -> dict[str, Path]:
    """Return all static files by name; those of a game's folder are named `games/<slug>/…`."""
    files = {file.relative_to(FOLDER).as_posix(): file for file in sorted(FOLDER.rglob("*")) if file.is_file()}
    for folder in sorted(GAMES.glob("*/static")):
        own = {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()}
        files |= {f"games/{folder.parent.name}/{name}": file for name, file in own.items()}
    return files


def find_copies(fingerprint: str) -> dict[str, Path]:
    """Return all static files by name: the copy if there is one of this fingerprint, else the source."""
    copies = BUILT / fingerprint
    return {name: copies / name if (copies / name).is_file() else file for name, file in find_files().items()}


def fingerprint_files() -> str:
    """Return a digest of the names and contents of all static files."""
    digest = hashlib.sha256()
    for name, file in find_files().items():
        digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def transfer_size(file: Path) -> int:
    """Return a file's download size with Brotli, which nearly every browser accepts."""
    compressed = Path(f"{file}.br")
    return (compressed if compressed.exists() else file).stat().st_size


def compress_files() -> None:
    """Write the compressed copies, unless they exist."""
    from whitenoise.compress import main

    target = BUILT / fingerprint_files()
    if target.exists():
        return
    shutil.rmtree(BUILT, ignore_errors=True)
    half = BUILT / "half"
    for name, file in find_files().items():
        (half / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, half / name)
    main(["--quiet", str(half)])
    half.rename(target)


if __name__ == "__main__":
    compress_files()
