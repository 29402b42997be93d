"""Static files under a common fingerprint, so that browsers can cache them and modules that import each other match."""

import mimetypes
import posixpath
import re
from collections.abc import Iterable

from flask import Flask, Response, abort, url_for
from markupsafe import Markup

from web.common.content import read_once
from web.common.static_copies import find_files, fingerprint_files

_FINGERPRINT = re.compile("[0-9a-f]{12}")
_SCRIPT = re.compile(r'<script type="module"[^>]* src="/static/\w+/([^"]+)"')
_IMPORT = re.compile(r'^(?:import|export) [^(\n]*"(\.[^"]+)";$', re.MULTILINE)


@read_once
def fingerprint() -> str:
    """Return the fingerprint of all static files; computed once per process."""
    return fingerprint_files()


def register(app: Flask) -> None:
    """Register the addresses for `url_for("static", filename=…)`; on a server, WhiteNoise answers them before Flask."""
    app.add_url_rule(f"/static/{fingerprint()}/<path:filename>", "static", _file)
    app.add_url_rule("/static/<string(length=12):fingerprint>/<path:filename>", "older_static", _file)
    app.add_template_global(preload_modules)


def _file(filename: str, fingerprint: str = "") -> Response:
    """Return the current file for an outdated fingerprint, which pages may use during an update.

    It must not be cached.
    """
    if fingerprint and not _FINGERPRINT.fullmatch(fingerprint):
        abort(404)
    file = find_files().get(filename)  # no other file, whatever path is requested
    return Response(file.read_bytes(), mimetype=mimetypes.guess_type(filename)[0]) if file else abort(404)


@read_once
def module_imports() -> dict[str, list[str]]:
    """Return the modules that each script imports at its top, by name."""
    return {
        name: [
            posixpath.normpath(f"{posixpath.dirname(name)}/{address}")
            for address in _IMPORT.findall(file.read_text(encoding="utf-8"))
        ]
        for name, file in find_files().items()
        if name.endswith(".js")
    }


def with_imports(files: Iterable[str]) -> list[str]:
    """Return files and, behind them, what those that are scripts import."""
    imports = module_imports()
    names = list(files)
    for name in names:
        names += [other for other in imports.get(name, ()) if other not in names]
    return names


def preload_modules(scripts: str) -> Markup:
    """Return links that load what the scripts of a page import in one go with them, but after its style."""
    names = with_imports(_SCRIPT.findall(scripts))
    links = (
        f'<link rel="modulepreload" href="{url_for("static", filename=name)}" fetchpriority="low">' for name in names
    )
    return Markup("\n".join(links))  # noqa: S704  addresses of our own files
