"""Static files, their fingerprint, and their compressed copies. Imports no Flask, since the wheel build uses it."""

import hashlib
import re
import shutil
from pathlib import Path

import scorers
from web.common.start import ROOT

FOLDER = ROOT / "static"
BUILT = ROOT / "build" / "static"
"""The folder of `make compile` and the wheel build for copies with compressed versions, in a folder per fingerprint."""


def find_files() -> dict[str, Path]:
    """Return all static files by name; those of a game's folder are named `games/<slug>/…`."""
    games = sorted(folder for path in scorers.__path__ for folder in Path(path).glob("*/static"))
    folders = {"": FOLDER} | {f"games/{folder.parent.name}/": folder for folder in games}
    return {
        prefix + file.relative_to(folder).as_posix(): file
        for prefix, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def find_copies(fingerprint: str) -> dict[str, Path]:
    """Return the copies that were made of the files with this fingerprint, by name."""
    return {name: copy for name in find_files() if (copy := BUILT / fingerprint / name).is_file()}


def fingerprint_files() -> str:
    """Return a digest of the names and contents of all static files."""
    digest = hashlib.sha256()
    for name, file in find_files().items():
        digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def transfer_sizes(fingerprint: str) -> dict[str, int]:
    """Return the download size of each static file, with Brotli if there is a compressed copy, since nearly every
    browser accepts that.
    """
    sizes = {name: file.stat().st_size for name, file in find_files().items()}
    compressed = {name: Path(f"{copy}.br") for name, copy in find_copies(fingerprint).items()}
    return sizes | {name: file.stat().st_size for name, file in compressed.items() if file.exists()}


def strip_script(text: str) -> str:
    """Return a script without comments and blank space."""
    from rjsmin import jsmin

    stripped: str = jsmin(text)
    return stripped


def strip_style(text: str) -> str:
    """Return a style sheet without comments, indents and the line breaks that mean nothing."""
    lines = re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).strip()
    return re.sub(r"(?<=[{};,])\n| (?=\{)", "", lines)


STRIPPED = {".js": strip_script, ".css": strip_style}
"""What makes the copy of a file smaller, by the ending of its name."""


def compress_files() -> None:
    """Write the compressed copies, scripts and style sheets without comments, unless they exist."""
    from whitenoise.compress import main

    target = BUILT / fingerprint_files()
    if target.exists():
        return
    shutil.rmtree(BUILT, ignore_errors=True)
    half = BUILT / "half"
    for name, file in find_files().items():
        (half / name).parent.mkdir(parents=True, exist_ok=True)
        if strip := STRIPPED.get(file.suffix):
            (half / name).write_text(strip(file.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(file, half / name)
    main(["--quiet", str(half)])
    half.rename(target)
