"""Flask's development server, which starts anew after each edit: `make develop`."""

import os
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from werkzeug.serving import run_simple

import scorers
from scorers.model import DeclarationError
from web.common.start import ROOT, StartError
from web.serving.settings import read_settings

WATCHED = ("*.md", "*.tsv", "*.txt", "*.po", "*.svg", "*.html", "*.json")


def develop(create_app: Callable[[], Flask]) -> None:
    """Serve an application to this machine until stopped.

    A mistake in a game is shown as a page, until it is mended.
    """
    settings = read_settings(os.environ)
    folders = [Path(path) for path in scorers.__path__] + [ROOT / "templates"]
    files = [str(file) for folder in folders for pattern in WATCHED for file in folder.rglob(pattern)]
    run_simple("127.0.0.1", settings.port, _build(create_app), use_reloader=True, extra_files=files, threaded=True)


def _build(create_app: Callable[[], Flask]) -> Flask:
    try:
        return create_app()
    except (DeclarationError, StartError) as error:
        return _page_of_mistake(str(error))


def _page_of_mistake(sentence: str) -> Flask:
    """Return an application that answers every address with a sentence."""
    app = Flask("mistake")

    @app.route("/", defaults={"path": ""})
    @app.route("/<path:path>")
    def show(path: str) -> tuple[str, int, dict[str, str]]:
        return sentence, 500, {"Content-Type": "text/plain; charset=utf-8"}

    return app
