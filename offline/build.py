"""Build the offline bundle, with which a browser runs Tally: `make offline`.

Unchanged files are compressed only once.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from importlib.metadata import distribution
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

import brotli
from trim import is_used, trim_locales

import scorers
from web.offline.bundle import BUNDLE, LIST, BundleFile
from web.offline.sources import DIGEST, digest_sources

WORK = ROOT / "build" / "offline-work"
NPM = WORK / "npm"
COMPRESSED = WORK / "compressed"
"""Cache of compressed files by digest, since the largest takes half a minute."""
PACKAGES = (
    "blinker", "click", "flask", "flask-babel", "flask-wtf", "itsdangerous", "jinja2", "markupsafe", "pytz", "segno",
    "werkzeug", "wtforms",
)  # fmt: skip
"""The packages that the application needs in a browser, besides Babel."""
QUALITY = 11
DATA = (".svg", ".txt", ".json", ".po")
"""Suffixes of data files that the application reads at run time."""

NEEDS_DATABASE = (
    *(f"web/together/{name}.py" for name in ("codes", "kind")),
    *(
        f"web/sync/{name}.py"
        for name in ("bus", "database", "events", "guard", "kind", "models", "notices", "statements", "store")
    ),
)
"""Modules that need the database, which a browser does not have."""


def main() -> None:
    """Build the bundle unless it is up to date."""
    sources = digest_sources()
    own = [file.read_bytes() for file in sorted(HERE.rglob("*.*")) if "__pycache__" not in file.parts]
    made_of = hashlib.sha256(sources.encode() + b"".join(own)).hexdigest()[:20]
    if (BUNDLE / LIST).exists() and json.loads((BUNDLE / LIST).read_text(encoding="utf-8"))["made_of"] == made_of:
        return
    begin = time.monotonic()
    _report("Building the offline bundle …")
    pyodide = fetch_pyodide()
    bodies = {name: (pyodide / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")}
    bodies |= {"worker.js": (HERE / "worker.js").read_bytes(), "LICENCES.txt": licences()}
    bodies |= build_python(pyodide)
    _report("Compressing it, which takes about half a minute the first time …")
    files = write_bundle(bodies, sources, made_of)
    size = sum(file.compressed_size for file in files.values())
    seconds = time.monotonic() - begin
    _report(
        f"The offline bundle has {size / 1e6:.2f} MB, built in {seconds:.0f} s. A server offers it from its "
        "next start on."
    )


def fetch_pyodide() -> Path:
    """Download Pyodide from the npm registry, as pinned by the lock file, and return its folder."""
    NPM.mkdir(parents=True, exist_ok=True)
    files = [HERE / "package.json", HERE / "package-lock.json"]
    package = NPM / "node_modules" / "pyodide"
    if not package.exists() or not all((NPM / file.name).read_bytes() == file.read_bytes() for file in files):
        for file in files:
            shutil.copy(file, NPM)
        _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    return package


def _run(*command: str) -> None:
    tool = Path(sys.executable).parent / command[0]
    try:
        code = subprocess.run([tool, *command[1:]], cwd=NPM, check=False, stdout=sys.stderr).returncode  # noqa: S603  fixed commands
    except FileNotFoundError:
        code = 127
    if code:
        shutil.rmtree(NPM, ignore_errors=True)
        sys.exit(f"The offline bundle could not be built: {command[0]} failed. Tally can be served without it.")


def build_python(pyodide: Path) -> dict[str, bytes]:
    """Return two archives, of the libraries and of the application, with all Python compiled."""
    stage = WORK / "staged"
    shutil.rmtree(stage, ignore_errors=True)
    library, own = stage / "library", stage / "own"
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        archive.extractall(library, filter(is_used, archive.namelist()))
    for name in PACKAGES:
        copy_package(name, library, (".py",))
    copy_package("babel", own, (".py", ".dat"))
    trim_locales(own / "babel")
    copy_application(own)
    _run("node", str(HERE / "compile.mjs"), str(stage))
    with zipfile.ZipFile(WORK / "python.zip", "w", zipfile.ZIP_STORED) as archive:
        for name, body in contents(library):
            archive.writestr(zipfile.ZipInfo(name), body)
    return {"python.zip": (WORK / "python.zip").read_bytes(), "files.bin": pack(dict(contents(own)))}


def copy_application(to: Path) -> None:
    """Copy the application's files that the browser needs."""
    copy(HERE / "engine.py", to / "engine.py")
    copy(ROOT / "app.py", to / "app.py")
    games = [(Path(path), Path("scorers")) for path in scorers.__path__]
    for folder, name in [*((ROOT / one, Path(one)) for one in ("web", "translations")), *games]:
        copy_sources(folder, to, name)
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, str(HERE / "content.py"), str(to)], env=environment, check=True)  # noqa: S603  our own


def copy_sources(folder: Path, to: Path, name: Path) -> None:
    """Copy the files below a folder that the browser needs."""
    for file in folder.rglob("*"):
        path = name / file.relative_to(folder)
        if (
            file.suffix in (".py", ".mo", *DATA)
            and file.name != "messages.po"
            and not path.as_posix().startswith(NEEDS_DATABASE)
        ):
            copy(file, to / path)


def copy_package(name: str, to: Path, endings: tuple[str, ...]) -> None:
    """Copy an installed package's files with these suffixes, without its tests."""
    package = distribution(name)
    for file in package.files or ():
        surplus = {"tests", "test", "..", "messages"} & set(file.parts) or ".dist-info" in str(file)
        if file.suffix in endings and not surplus and (file.suffix != ".py" or is_used(file.as_posix())):
            copy(Path(str(package.locate_file(file))), to / file)


def copy(file: Path, to: Path) -> None:
    """Copy a file, creating its folders."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, to)


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files below a folder in sorted order, with their paths."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def pack(files: dict[str, bytes]) -> bytes:
    """Pack files in the format that worker.js unpacks."""
    header = json.dumps([[name, len(body)] for name, body in files.items()], separators=(",", ":")).encode()
    return len(header).to_bytes(4) + header + b"".join(files.values())


def licences() -> bytes:
    """Return a list of the bundle's components with their sources and licence texts."""
    version = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    chapters = [
        f"Pyodide {version} is under the Mozilla Public License 2.0. Its source: "
        f"https://github.com/pyodide/pyodide/tree/{version}\n"
        "Its files are unmodified; the library of CPython, which is under the PSF licence, is compiled and "
        "lacks what is not used here.",
        *((HERE / "licences" / f"{name}.txt").read_text(encoding="utf-8") for name in ("MPL-2.0", "PSF-2.0")),
    ]
    for name in ("babel", *PACKAGES):
        package = distribution(name)
        texts = [file for file in package.files or () if ".dist-info" in str(file) and "LICENSE" in file.name]
        chapters += [
            f"{package.metadata['Name']} {package.version}",
            *(file.read_text(encoding="utf-8") for file in texts),
        ]
    return "\n\n----\n\n".join(chapters).encode()


def write_bundle(bodies: dict[str, bytes], sources: str, made_of: str) -> dict[str, BundleFile]:
    """Compress the files and replace the bundle atomically, under one digest; return the list of files."""
    COMPRESSED.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        brotli_bodies = dict(zip(bodies, pool.map(compress, bodies.values()), strict=True))
    digest = hashlib.sha256(
        "".join(f"{name} {hashlib.sha256(body).hexdigest()}\n" for name, body in bodies.items()).encode()
    )
    new = WORK / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    files = {}
    for name, body in bodies.items():
        (new / name).write_bytes(body)
        (new / f"{name}.br").write_bytes(brotli_bodies[name])
        files[name] = BundleFile(len(body), min(len(body), len(brotli_bodies[name])))
    (new / DIGEST).write_text(sources, encoding="ascii")
    listing = {
        "made_of": made_of,
        "digest": digest.hexdigest()[:12],
        "files": {name: asdict(file) for name, file in files.items()},
    }
    (new / LIST).write_text(json.dumps(listing, indent=1), encoding="utf-8")
    shutil.rmtree(BUNDLE, ignore_errors=True)
    new.rename(BUNDLE)
    return files


def compress(body: bytes) -> bytes:
    """Compress a body at the highest level, using the cache."""
    file = COMPRESSED / hashlib.sha256(body).hexdigest()[:32]
    if not file.exists():
        partial = file.with_suffix(".partial")
        partial.write_bytes(brotli.compress(body, quality=QUALITY, lgwin=24))
        partial.rename(file)
    return file.read_bytes()


def _report(sentence: str) -> None:
    print(sentence, file=sys.stderr)


if __name__ == "__main__":
    main()
