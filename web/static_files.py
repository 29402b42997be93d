"""Static files: read once, compressed once, and kept by browsers for a year under a name that changes with them."""

import hashlib
import re
from mimetypes import MimeTypes
from pathlib import Path

from flask import Flask, Response, abort

from web.compression import SMALLEST
from web.kept_pages import FOREVER, KeptPage
from web.stock import stock_of_app

FOLDER = Path(__file__).parents[1] / "static"
_FINGERPRINT = re.compile("[0-9a-f]{12}")
_TYPES = MimeTypes()  # Python's own list, so that the machine's makes no difference
_TYPES.add_type("text/javascript", ".js")
_TYPES.add_type("text/javascript", ".mjs")
_TYPES.add_type("application/wasm", ".wasm")
_TYPES.add_type("font/woff2", ".woff2")


class StaticFiles:
    """The files of a folder, in memory. Their fingerprint is a folder of their address, so that files that import each other match."""

    def __init__(self, folder: Path) -> None:
        files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
        digest = hashlib.sha256()
        for name, body in files.items():
            digest.update(name.encode() + body)
        self.fingerprint = digest.hexdigest()[:12]
        self.pages = {name: _keep(name, body) for name, body in files.items()}

    def compress(self) -> None:
        """Compress every file now, so that no visitor waits for it."""
        for page in self.pages.values():
            for coding in ("br", "gzip"):
                page.encode(coding)


def register(app: Flask) -> None:
    """Serve the static files; `url_for("static", filename=…)` names them under their fingerprint."""
    files: StaticFiles = app.extensions["stock"]["static"]
    address = f"/static/{files.fingerprint}/"
    app.extensions["kept_pages"].update({address + name: page for name, page in files.pages.items()})
    app.add_url_rule(f"{address}<path:filename>", "static", _current)
    app.add_url_rule("/static/<string(length=12):fingerprint>/<path:filename>", "older_static", _older)


def _current(filename: str) -> Response:
    files: StaticFiles = stock_of_app()["static"]
    return files.pages[filename].response() if filename in files.pages else abort(404)


def _older(fingerprint: str, filename: str) -> Response:
    """A file as it is now, under a fingerprint of before: pages load it while an update goes on. Nobody may keep it under that name."""
    if not _FINGERPRINT.fullmatch(fingerprint):
        abort(404)
    answer = _current(filename)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def guess_type(name: str) -> str:
    """A file's media type, by the ending of its name."""
    return _TYPES.guess_type(name)[0] or "application/octet-stream"


def _keep(name: str, body: bytes) -> KeptPage:
    return KeptPage(body, guess_type(name), quality=SMALLEST, cache_control=FOREVER)
