"""The bundle that `make offline` builds, with which a browser runs this application itself, served under addresses that never change."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, current_app, request

from web.compression import choose_coding
from web.guard import POLICY
from web.kept_pages import FOREVER, KeptResponse
from web.sources import is_current

BUNDLE = Path(__file__).parents[1] / "build" / "offline"
LIST = "bundle.json"
"""The file that lists the others: its digest, and each file's type and sizes."""
WORKER = "worker.js"
WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""A worker lives under the policy that it came with: only there may WebAssembly be compiled."""
_log = logging.getLogger("tally")


@dataclass(frozen=True, slots=True)
class BundleFile:
    """A file of the bundle: its bytes as they are, and compressed with Brotli (the same number where that gains nothing)."""

    kind: str
    size: int
    compressed_size: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a folder by name, and the digest of all of them."""

    folder: Path
    digest: str
    files: Mapping[str, BundleFile]
    brotli_bodies: Mapping[str, bytes]
    """The bodies as nearly every browser takes them, which workers forked from one process share."""

    @property
    def base(self) -> str:
        """The path below which the files are."""
        return f"/offline/{self.digest}/"

    @property
    def transfer_size(self) -> int:
        """Bytes that a browser loads to have all of it."""
        return sum(file.compressed_size for file in self.files.values())


def read_bundle(folder: Path, sources: str) -> Bundle | None:
    """The bundle of a folder; None where there is none, or one that was made of other sources than these."""
    if not (folder / LIST).exists():
        return None
    data = json.loads((folder / LIST).read_text(encoding="utf-8"))
    if not is_current(folder, sources):
        _log.warning("What a browser needs to work offline was made from another version of Tally, and is not offered: run `make offline`.")
        return None
    files = {name: BundleFile(**file) for name, file in data["files"].items()}
    brotli_bodies = {name: (folder / f"{name}.br").read_bytes() for name, file in files.items() if file.compressed_size < file.size}
    return Bundle(folder, data["digest"], files, brotli_bodies)


def register(app: Flask, bundle: Bundle | None) -> None:
    """Serve the bundle, if there is one, and tell the pages where it is: `app.extensions["offline"]` is the bundle or None."""
    app.extensions["offline"] = bundle
    app.jinja_env.globals["offline_base"] = app.config.get("OFFLINE_BASE") or (bundle.base if bundle else "")
    if bundle:
        app.add_url_rule(f"{bundle.base}<filename>", "offline.file", _file)


def _file(filename: str) -> Response:
    """A file of the bundle, for ever the same under its address; compressed when the browser takes that."""
    bundle: Bundle = current_app.extensions["offline"]
    if filename not in bundle.files:
        abort(404)
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if filename == WORKER:
        headers["Content-Security-Policy"] = WORKER_POLICY
    if filename in bundle.brotli_bodies and choose_coding(request.headers.get("Accept-Encoding", "")) == "br":
        body, headers["Content-Encoding"] = bundle.brotli_bodies[filename], "br"
    else:
        body = (bundle.folder / filename).read_bytes()
    return KeptResponse(body, 200, headers, mimetype=bundle.files[filename].kind)
