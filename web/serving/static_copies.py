"""The static files, their fingerprint, and copies of them with compressed ones beside. Whoever builds a wheel needs no Flask."""

import hashlib
import shutil
from pathlib import Path

from web.paths import ROOT

FOLDER = ROOT / "static"
BUILT = ROOT / "build" / "static"
"""Where `make compile` and the build of a wheel write copies, each with compressed ones beside it, in a folder for each fingerprint."""


def fingerprint_files() -> str:
    """Return a digest of the names and contents of all static files."""
    digest = hashlib.sha256()
    for name in list_files():
        digest.update(name.encode() + (FOLDER / name).read_bytes())
    return digest.hexdigest()[:12]


def list_files() -> list[str]:
    """Return the names of all static files."""
    return [file.relative_to(FOLDER).as_posix() for file in sorted(FOLDER.rglob("*")) if file.is_file()]


def find_folder(fingerprint: str) -> Path:
    """Return the folder to serve: with compressed copies where they were written from these files."""
    built = BUILT / fingerprint
    return built if built.exists() else FOLDER


def transfer_size(name: str, fingerprint: str) -> int:
    """Return how many bytes of a file nearly every browser loads."""
    file = find_folder(fingerprint) / name
    compressed = Path(f"{file}.br")
    return (compressed if compressed.exists() else file).stat().st_size


def compress_files() -> None:
    """Write the copies, unless they are there."""
    from whitenoise.compress import main

    target = BUILT / fingerprint_files()
    if not target.exists():
        shutil.rmtree(BUILT, ignore_errors=True)
        half = BUILT / "half"
        shutil.copytree(FOLDER, half)
        main(["--quiet", str(half)])
        half.rename(target)
