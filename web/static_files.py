"""Static files under a fingerprint of all of them, so that browsers may keep them and files that import each other match."""

import hashlib
import re
import shutil
from pathlib import Path

from flask import Flask, Response, abort, send_from_directory

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "static"
BUILT = ROOT / "build" / "static"
"""Where `make compile` writes copies, with a compressed one beside each, in a folder named by the fingerprint."""
_FINGERPRINT = re.compile("[0-9a-f]{12}")


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
    """Return the folder to serve: with compressed copies where `make compile` has written them from these files."""
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


def register(app: Flask, fingerprint: str) -> None:
    """Name the static files for `url_for("static", filename=…)`; what answers at these addresses stands before Flask on a server."""
    app.extensions["static_fingerprint"] = fingerprint
    app.add_url_rule(f"/static/{fingerprint}/<path:filename>", "static", _file)
    app.add_url_rule("/static/<string(length=12):fingerprint>/<path:filename>", "older_static", _file)


def _file(filename: str, fingerprint: str = "") -> Response:
    """A file as it is now, under an earlier fingerprint: pages load it during an update. Nobody may keep it under that name."""
    if fingerprint and not _FINGERPRINT.fullmatch(fingerprint):
        abort(404)
    return send_from_directory(FOLDER, filename)
