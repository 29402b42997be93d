"""The bundle that `make offline` builds, with which a browser runs this application itself, served under addresses that never change."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask

import scorers
from web.http import POLICY
from web.offline.sources import digest_sources, is_current
from web.paths import ROOT

BUNDLE = ROOT / "build" / "offline"
LIST = "bundle.json"
"""The file that lists the others: its digest, and each file's sizes."""
WORKER = "worker.js"
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""A worker lives under the policy that it came with: only there may WebAssembly be compiled."""
_log = logging.getLogger("tally")


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A file of the bundle: its bytes as they are, and compressed with Brotli (the same number where that gains nothing)."""

    size: int
    compressed_size: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a folder by name, and the digest of all of them."""

    folder: Path
    digest: str
    files: Mapping[str, BundleFile]

    @property
    def base(self) -> str:
        """The path below which the files are."""
        return f"/offline/{self.digest}/"

    @property
    def transfer_size(self) -> int:
        """Bytes that a browser loads to have all of it."""
        return sum(file.compressed_size for file in self.files.values())


@cache
def digest_application() -> str:
    """The digest of the sources of this application; "" where it has games from elsewhere too, of which no bundle is made."""
    return digest_sources() if list(scorers.__path__) == [str(ROOT / "scorers")] else ""


def read_bundle(folder: Path, sources: str) -> Bundle | None:
    """The bundle of a folder; None where there is none, or one that was made of other sources than these."""
    if not (folder / LIST).exists():
        return None
    data = json.loads((folder / LIST).read_text(encoding="utf-8"))
    if not is_current(folder, sources):
        _log.warning("What a browser needs to work offline was made from another version of Tally, and is not offered: run `make offline`.")
        return None
    files = {name: BundleFile(**file) for name, file in data["files"].items()}
    return Bundle(folder, data["digest"], files)


def register(app: Flask, bundle: Bundle | None) -> None:
    """Tell the pages where the bundle is, if there is one: `app.extensions["offline"]` is the bundle or None."""
    app.extensions["offline"] = bundle
    app.jinja_env.globals["offline_base"] = app.config.get("OFFLINE_BASE") or (bundle.base if bundle else "")
