"""Static files under a common fingerprint, so that browsers can cache them and modules that import each other match."""

import mimetypes
import re

from flask import Flask, Response, abort

from web.common.content import read_once
from web.serving.static_copies import find_files, fingerprint_files

_FINGERPRINT = re.compile("[0-9a-f]{12}")


@read_once
def fingerprint() -> str:
    """Return the fingerprint of all static files; computed once per process."""
    return fingerprint_files()


def register(app: Flask) -> None:
    """Register the addresses for `url_for("static", filename=…)`; on a server, WhiteNoise answers them before Flask."""
    app.add_url_rule(f"/static/{fingerprint()}/<path:filename>", "static", _file)
    app.add_url_rule("/static/<string(length=12):fingerprint>/<path:filename>", "older_static", _file)


def _file(filename: str, fingerprint: str = "") -> Response:
    """Return the current file for an outdated fingerprint, which pages may use during an update; it must not be cached."""
    if fingerprint and not _FINGERPRINT.fullmatch(fingerprint):
        abort(404)
    file = find_files().get(filename)  # no other file, whatever path is requested
    return Response(file.read_bytes(), mimetype=mimetypes.guess_type(filename)[0]) if file else abort(404)
