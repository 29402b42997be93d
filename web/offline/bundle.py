"""The offline bundle, built by `make offline`, with which a browser runs this application."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask

import scorers
from web.common.http import POLICY
from web.common.start import ROOT
from web.offline.sources import digest_sources, is_current

BUNDLE = ROOT / "build" / "offline"
LIST = "bundle.json"
"""The file that lists the bundle's files, with its digest and their sizes."""
WORKER = "worker.js"
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The worker's own policy, the only one that allows compiling WebAssembly."""
_log = logging.getLogger("tally")


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A file of the bundle: its size, and its size compressed with Brotli (equal if compression gains nothing)."""

    size: int
    compressed_size: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """A folder of bundle files by name, and their common digest."""

    folder: Path
    digest: str
    files: Mapping[str, BundleFile]

    @property
    def base(self) -> str:
        """The URL path of the files."""
        return f"/offline/{self.digest}/"

    @property
    def transfer_size(self) -> int:
        """The number of bytes that a browser downloads for the whole bundle."""
        return sum(file.compressed_size for file in self.files.values())


@cache
def digest_application() -> str:
    """Return the digest of this application's sources, or "" if games were added that no bundle contains."""
    known = [str(ROOT / "scorers"), scorers.GAMES_DIR] if scorers.GAMES_DIR else [str(ROOT / "scorers")]
    return digest_sources() if list(scorers.__path__) == known else ""


def read_bundle(folder: Path, sources: str) -> Bundle | None:
    """Read a folder's bundle; None if there is none or it was built from other sources."""
    if not (folder / LIST).exists():
        return None
    data = json.loads((folder / LIST).read_text(encoding="utf-8"))
    if not is_current(folder, sources):
        _log.warning(
            "The offline bundle was built from another version of Tally: it is offered after `make offline` and "
            "a new start."
        )
        return None
    files = {name: BundleFile(**file) for name, file in data["files"].items()}
    return Bundle(folder, data["digest"], files)


def register(app: Flask) -> None:
    """Store the bundle or None in `app.extensions["offline"]`, and tell the templates its address.

    A browser runs one and offers none.
    """
    bundle = None if app.config["IN_BROWSER"] else read_bundle(BUNDLE, digest_application())
    app.extensions["offline"] = bundle
    app.jinja_env.globals["offline_base"] = app.config.get("OFFLINE_BASE") or (bundle.base if bundle else "")
