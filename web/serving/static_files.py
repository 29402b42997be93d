"""Static files under a fingerprint of all of them, so that browsers may keep them and files that import each other match."""

import re

from flask import Flask, Response, abort, current_app, send_file

from web.content import read_once
from web.serving.static_copies import find_file, fingerprint_files

_FINGERPRINT = re.compile("[0-9a-f]{12}")


@read_once
def fingerprint() -> str:
    """Return the fingerprint of all static files, as they are when the first application is made."""
    return fingerprint_files()


def register(app: Flask) -> None:
    """Name the static files for `url_for("static", filename=…)`; what answers at these addresses stands before Flask on a server."""
    app.extensions["static_fingerprint"] = fingerprint()
    app.add_url_rule(f"/static/{fingerprint()}/<path:filename>", "static", _file)
    app.add_url_rule("/static/<string(length=12):fingerprint>/<path:filename>", "older_static", _file)


def _file(filename: str, fingerprint: str = "") -> Response:
    """A file as it is now, under an earlier fingerprint: pages load it during an update. Nobody may keep it under that name."""
    if fingerprint and not _FINGERPRINT.fullmatch(fingerprint):
        abort(404)
    file = find_file(filename, current_app.extensions["static_fingerprint"])
    return send_file(file) if file else abort(404)
